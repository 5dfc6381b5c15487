"""The race that a workbook of ours is in: what everybody has, and the fixtures that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import WorkbookError
from ..export.filled_workbook import FilledWorkbook, Row
from ..functions.race.race import Scoring, exact
from ..functions.race.table import Table
from ..ooxml.package import Limits, Package
from ..update.saved_workbook import SavedWorkbook

_TP_STEP = 0.1
"""In what steps the TPs of a Tantrix game are counted."""


class Remaining(NamedTuple):
    """A race, and how many places count in it."""

    table: Table
    places: int


def read_remaining(book: Path, limits: Limits | None = None, *, anyway: bool = False) -> Remaining:
    """The race of a workbook, calculated anew.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, has no fixtures, or something in it is wrong.
    """
    saved = SavedWorkbook.open(Package.from_path(book, limits))
    template = saved.template.name
    if template not in _READERS:
        games = " and ".join(_READERS)
        raise WorkbookError(f"{book}: {template} has no fixtures; whatif takes {games}.")
    filled = FilledWorkbook.calculate(saved, "mend it, or add --anyway", head={}, anyway=anyway)
    table = _READERS[template](filled)
    if not table.games:
        raise WorkbookError(
            f"{book}: no game is left to play; a row with two names and no score is a fixture."
        )
    return Remaining(table, int(filled.setting("PlacesUsed") or 1))


def _read_league(book: FilledWorkbook) -> Table:
    entrants = _entrants(book, "no", "name", "points", "out", "tied", "played", "to_play")
    fixtures = _fixtures(book, "no_home", "no_away", entrants)
    win, draw, loss = (_number(book.setting(f"{name}Points")) for name in ("Win", "Draw", "Loss"))
    late = [_number(book.setting(f"Overtime{name}Points")) for name in ("Win", "Loss")]
    by_percentage = book.setting("Criterion1") == "Pct"
    if by_percentage:
        _check_same_length(book, entrants, "played", fixtures)
    drawn = any(row["tied"] for row in entrants) or not by_percentage
    values = {win, loss, *late, *([draw] if drawn else [])}
    return Table(
        [str(row["name"]) for row in entrants],
        [exact(row["points"]) for row in entrants],
        fixtures,
        Scoring.of(sorted(values, reverse=True)),
        [None] * len(entrants),
        "wins" if by_percentage else "points",
    )


def _read_tantrix(book: FilledWorkbook) -> Table:
    entrants = _entrants(book, "no", "name", "tps", "out", "games", "to_play")
    if book.has_inputs("name", "group"):
        raise WorkbookError(f"{book.name}: has several groups; whatif takes a workbook of one.")
    fixtures = _fixtures(book, "no_a", "no_b", entrants)
    if not book.has_inputs("margin"):
        fixtures *= _games_of_a_match(book)
    _check_same_length(book, entrants, "games", fixtures)
    return Table(
        [str(row["name"]) for row in entrants],
        [exact(row["tps"]) for row in entrants],
        fixtures,
        Scoring.of([20.0, 0.0], _TP_STEP),
        [None] * len(entrants),
    )


_READERS: Mapping[str, Callable[[FilledWorkbook], Table]] = {
    "league": _read_league,
    "tantrix": _read_tantrix,
}
"""The readers by template."""


def _entrants(book: FilledWorkbook, *columns: str) -> list[Row]:
    """Who is still in, from the table that has some columns."""
    return [row for row in book.values(*columns) if row["name"] and not row["out"]]


def _fixtures(
    book: FilledWorkbook, first: str, second: str, entrants: Sequence[Row]
) -> list[tuple[int, int]]:
    """Both sides of each game that is left, by their places in the list of entrants."""
    at = {int(row["no"]): n for n, row in enumerate(entrants)}
    return [
        (at[int(row[first])], at[int(row[second])])
        for row in book.values(first, second, "to_play")
        if row["to_play"] and row[first] in at and row[second] in at
    ]


def _games_of_a_match(book: FilledWorkbook) -> int:
    """How many games a match has: as most of those that were played."""
    games = [row["games"] for row in book.inputs("player_a", "games")]
    counted = Counter(int(count) for count in games if isinstance(count, (int, float)))
    return counted.most_common(1)[0][0] if counted else 1


def _check_same_length(
    book: FilledWorkbook, entrants: Sequence[Row], played: str, fixtures: Sequence[tuple[int, int]]
) -> None:
    """Refuse what is placed by a percentage when somebody ends with more games than others."""
    left = Counter(side for game in fixtures for side in game)
    lengths = {row["name"]: int(row[played]) + left[at] for at, row in enumerate(entrants)}
    least, most = min(lengths, key=lengths.__getitem__), max(lengths, key=lengths.__getitem__)
    if lengths[least] < lengths[most]:
        raise WorkbookError(
            f"{book.name}: {most} would end with {lengths[most]} games and {least} with "
            f"{lengths[least]}; a percentage is settled only when all fixtures are entered."
        )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0
