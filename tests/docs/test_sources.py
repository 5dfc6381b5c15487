"""The page on the five sources has every item, and what it names is in the program."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from xl_tourney.functions import CATALOGUE
from xl_tourney.templates import TEMPLATES

PAGE_FOLDER = Path(__file__).parents[2] / "docs/explanation"
PAGE = (PAGE_FOLDER / "sources.md").read_text("utf-8")
ITEMS = {"GBQ": 33, "kdice": 58, "Direct comparison": 24, "Match-pointing": 22, "OPERA": 21}
"""The items of each source."""
LEFT_OUT = "Left out: "
ROW = re.compile(r"^\| (?P<number>\d+) \| (?P<item>[^|]+) \| (?P<place>[^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)`")
BUILT = {
    "bridge": [{}, {"sections": "yes"}, {"sessions": 2}],
    "go": [{}],
    "kdice": [{}],
    "league": [{}],
    "tantrix": [{"wbq": "yes", "layout": "game"}, {"groups": 2}],
}


def sections() -> dict[str, list[re.Match[str]]]:
    """The rows of each source."""
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)[1:]
    return {title: list(ROW.finditer(text)) for title, text in zip(parts[::2], parts[1::2])}


ROWS = [row for rows in sections().values() for row in rows]


@cache
def workbooks(game: str):
    return [TEMPLATES[game].build(**options) for options in BUILT[game]]


def is_there(name: str) -> bool:
    """Whether a function, an option, a page, a heading on it or a named cell is there."""
    if name in CATALOGUE:
        return True
    if name.startswith("new "):
        game, _, option = name.removeprefix("new ").partition(" --")
        options = {found.name for found in TEMPLATES[game].options}
        return not option or option.replace("-", "_") in options
    game, colon, cell = name.partition(":")
    if game not in BUILT and "/" not in name:
        return False
    if colon:
        return any(cell in workbook.defined_names for workbook in workbooks(game))
    game, page, *heading = name.split("/", 2)
    found = [workbook[page] for workbook in workbooks(game) if page in workbook.sheetnames]
    return bool(found) and (not heading or any(holds_text(sheet, heading[0]) for sheet in found))


def holds_text(sheet, text: str) -> bool:
    """Whether a cell holds a text, or gives it by a formula."""
    values = (str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value)
    return any(value == text or f'"{text}"' in value for value in values)


def test_every_item_is_listed_once() -> None:
    assert {title: len(rows) for title, rows in sections().items()} == ITEMS
    assert sum(ITEMS.values()) == 158
    for rows in sections().values():
        assert [int(row["number"]) for row in rows] == list(range(1, len(rows) + 1))
    lines = [line for line in PAGE.splitlines() if re.match(r"\| *\d", line)]
    assert len(lines) == len(ROWS), "a row that cannot be read"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["item"][:40])
def test_what_an_item_names_is_there(row) -> None:
    """Each names a place, a page of the docs, or why it is left out."""
    place = row["place"]
    assert [name for name in NAMED.findall(place) if not is_there(name)] == []
    links = re.findall(r"\]\(([^)]+)\)", place)
    assert all((PAGE_FOLDER / link.partition("#")[0]).is_file() for link in links)
    if place.startswith(LEFT_OUT):
        assert len(place) > len(LEFT_OUT) + 20
    else:
        assert NAMED.findall(place) or links


@pytest.mark.parametrize(
    "name",
    [
        "NO_SUCH",
        "new go --wbq",
        "new tantrix --nothing",
        "go:Places",
        "go/Standing",
        "go/Standings/X",
    ],
)
def test_what_is_not_there_is_found_out(name) -> None:
    assert not is_there(name)
