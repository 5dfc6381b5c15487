"""Team tournaments of chess as they were published: every column that a source prints."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.functions.chess import DATA
from xl_tourney.hosts.officejs.calls import answer

FOLDER = DATA / "teams"
EVENTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "published.json").read_text("utf-8"))
SCORING = "2-1-0"
_RESULTS = ("won", "drawn", "lost")


def of_crosstable(lines: Sequence[str]) -> list[list[str]]:
    """The wall list of a round robin that a crosstable tells, in rounds of the circle."""
    cells = [line.split() for line in lines]
    count = len(cells) + len(cells) % 2
    rows: list[list[str]] = [[] for _ in cells]
    circle = list(range(count))
    for _ in range(count - 1):
        for one, other in zip(circle[: count // 2], reversed(circle)):
            for own, opponent, colour in ((one, other, "w"), (other, one, "b")):
                if own < len(cells):
                    is_free = opponent >= len(cells)
                    cell = "" if is_free else f"{opponent + 1}{colour}{cells[own][opponent]}"
                    rows[own].append(cell)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rows


def wall_list(name: str) -> tuple[list[str], list[list[str]]]:
    """The names of the teams, and their wall list."""
    event = EVENTS[name]
    if "cross" in event:
        names = [row["name"] for row in table(name)]
        return names, of_crosstable(event["cross"])
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return [row[0] for row in rows], [row[1:] for row in rows]


def table(name: str) -> list[dict[str, Any]]:
    """The rows of the published table, by column."""
    event = EVENTS[name]
    columns = event["columns"].split()
    return [dict(zip(columns, map(_cell, line.split()))) for line in event["table"]]


def _cell(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text.replace("_", " ")


def found(name: str) -> dict[str, dict[str, Any]]:
    """The same figures of each team, by our functions as the add-in's page calls them."""
    event, (names, rows) = EVENTS[name], wall_list(name)
    system = "round-robin" if "cross" in event else "swiss"
    arguments = (rows, event["tiebreaks"], None, "2023", system, None, SCORING, event["boards"])
    values, places = json.loads(
        answer(json.dumps([[function, arguments] for function in ("TIEBREAK", "CHESS_PLACE")]))
    )
    half = event["boards"] / 2
    figures = {}
    for team, row, value, (place,) in zip(names, rows, values, places):
        figures[team] = dict(zip(event["tiebreaks"].split(","), value)) | {"place": place}
        made = [
            float(cell.split("/")[0].lstrip("0123456789").lstrip("wb"))
            for cell in row
            if "w" in cell or "b" in cell
        ]
        counts = (
            sum(one > half for one in made),
            made.count(half),
            sum(one < half for one in made),
        )
        figures[team] |= dict(zip(_RESULTS, counts))
    return figures


def differences(name: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Team, column, published and found, where they differ."""
    figures = found(name)
    for row in table(name):
        for column, printed in row.items():
            if column != "name" and figures[row["name"]][column] != printed:
                yield row["name"], column, printed, figures[row["name"]][column]
    for team, place in EVENTS[name].get("places", {}).items():
        if figures[team]["place"] != place:
            yield team, "place", place, figures[team]["place"]


@pytest.mark.parametrize("name", EVENTS)
def test_a_published_table_is_counted_alike(name: str) -> None:
    """What is apart is a slip of the page, which other pages or its own results contradict."""
    apart = EVENTS[name].get("apart", {})
    expected = {(team, column, value) for team, of in apart.items() for column, value in of.items()}
    assert {(team, column, ours) for team, column, _, ours in differences(name)} == expected
