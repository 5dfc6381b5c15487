"""The pictures show what the program makes now: each carries a digest of what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.styles import PatternFill
from PIL import Image

from docs import pictures
from tests.saved import read_standings
from xl_tourney.events.standings.formats import format_cell
from xl_tourney.events.standings.table import find_standings
from xl_tourney.templates import TEMPLATES

PAGES = "".join(
    path.read_text("utf-8")
    for path in (pictures.ROOT / "README.md", *pictures.ROOT.glob("docs/**/*.md"))
)
BOOK = pictures.workbook_of("tantrix")
LARGEST_FILE = 200_000
TUTORIAL = pictures.tutorial_picture("")
TAKEN = [path for path in pictures.IMAGES.glob("*.png") if not path.stem.startswith(TUTORIAL)]
"""The pictures of workbooks and pages of samples; those of the tutorials are of theirs."""


@pytest.fixture(scope="module")
def digests() -> dict[str, str]:
    return pictures.digests()


@pytest.mark.slow
def test_every_picture_shows_what_the_program_makes(digests) -> None:
    """Else: python docs/pictures.py."""
    assert {path.stem: pictures.digest_in(path) for path in TAKEN} == digests


@pytest.mark.slow
def test_the_words_beside_the_views_are_those_of_today() -> None:
    path = pictures.IMAGES / f"{pictures.VIEWS}.png"
    assert pictures.words_in(path) == pictures.explanation()


@pytest.mark.slow
def test_every_template_and_every_screen_has_a_picture(digests) -> None:
    templates = {template.name for template in TEMPLATES}
    assert set(digests) == {
        *templates,
        *pictures.SCREENS,
        *pictures.SHEETS,
        *pictures.HALL,
        pictures.VIEWS,
    }


@pytest.mark.slow
def test_the_pages_show_every_picture_and_say_what_is_on_it(digests) -> None:
    shown = re.findall(r'<img src="[^"]*images/(\w+)\.png"[^>]* alt="([^"]+)"', PAGES)
    markdown = re.findall(r"!\[(.+?)\]\([^)]*images/(\w+)\.png\)", PAGES)
    shown += [(name, text) for text, name in markdown]
    assert {name for name, _ in shown} == {path.stem for path in pictures.IMAGES.glob("*.png")}
    assert all(len(text) > 20 for _, text in shown)


@pytest.mark.parametrize("path", sorted(pictures.IMAGES.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_wide_enough_to_read_and_small_to_load(path) -> None:
    with Image.open(path) as image:
        is_tutorial = path.stem.startswith(TUTORIAL)
        screens = pictures.SCREENS | pictures.HALL
        screen = pictures.TUTORIAL if is_tutorial else screens.get(path.stem)
        width = screen.width * screen.scale if screen else pictures.PRINT_WIDTH
        assert image.width == width + 2
        assert image.height > 250
    assert path.stat().st_size < LARGEST_FILE


def changed(folder: Path, change) -> str:
    """The digest of the standings after a change to their sheet."""
    values = load_workbook(BOOK, data_only=True)
    change(values[next(find_standings(values)).sheet])
    values.save(folder / "changed.xlsx")
    return pictures.sheet_digest(folder / "changed.xlsx")


@pytest.mark.slow
def test_a_digest_follows_values_looks_and_widths(tmp_path) -> None:
    def other_value(sheet) -> None:
        next(cell for row in sheet for cell in row if format_cell(cell) == "29.6").value = 29.7

    def other_digits_behind_the_shown(sheet) -> None:
        next(cell for row in sheet for cell in row if format_cell(cell) == "29.6").value = 29.6001

    def other_colour(sheet) -> None:
        sheet["A7"].fill = PatternFill("solid", fgColor="00FF0000")

    def other_width(sheet) -> None:
        sheet.column_dimensions["A"].width = 33

    same = changed(tmp_path, lambda sheet: None)
    assert changed(tmp_path, other_digits_behind_the_shown) == same
    changes = (other_value, other_colour, other_width)
    assert len({same, *(changed(tmp_path, change) for change in changes)}) == 4


def test_the_digest_of_a_page_leaves_out_what_it_does_not_show() -> None:
    page = pictures.web_page(pictures.Screen(390, 1, template="tantrix"))
    assert 'data-value="29.6"' in page
    hidden = page.replace('data-value="29.6"', 'data-value="29.6000000000001"')
    seen = page.replace(">29.6<", ">29.7<")
    digest = pictures.page_digest(page)
    assert pictures.page_digest(hidden) == digest
    assert pictures.page_digest(seen) != digest


@pytest.mark.slow
def test_a_page_that_lacks_a_value_or_has_an_error_is_refused() -> None:
    (table,) = read_standings(BOOK)
    page = "\n".join(" ".join(row) for row in table.rows)
    assert pictures.page_with_standings(BOOK, ["Read me", page, "Checks"]) == 2
    with pytest.raises(pictures.PictureError, match=r"lacks 74\.0, and has nothing instead"):
        pictures.page_with_standings(BOOK, ["Read me", page.replace("74.0", "75.0")])
    with pytest.raises(pictures.PictureError, match=r"lacks nothing, and has #NAME\? instead"):
        pictures.page_with_standings(BOOK, [page + " #NAME?"])


def test_what_is_missing_is_said_all_at_once(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XL_TOURNEY_SOFFICE", str(tmp_path / "none"))
    with pytest.raises(pictures.PictureError) as error:
        pictures.check_programs()
    lines = str(error.value).splitlines()
    assert [line.split()[0] for line in lines] == ["LibreOffice", "pdftoppm", "Chromium"]


def test_the_header_and_the_footer_of_a_page_are_cut_off() -> None:
    page = Image.new("RGB", (400, 600), "white")
    for top, bottom in ((20, 30), (35, 40), (90, 300), (560, 570)):
        page.paste("black", (50, top, 350, bottom))
    body = pictures.trimmed(pictures.without_header_and_footer(page))
    assert body.size == (300 + 2 * pictures.MARGIN, 210 + 2 * pictures.MARGIN)
