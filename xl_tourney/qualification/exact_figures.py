"""The exact figures of a race, written into a workbook that has none of our functions.

The formulas of the workbook show them as long as points, games to come and rules are those from
which the figures were calculated.  As soon as one of these changes they show bounds instead, which
plain arithmetic gives.
"""

from __future__ import annotations

from typing import Any

from ..defined_names import AS_OF
from ..events.event import Event
from ..functions.race.answers import Answers, Clock
from ..functions.race.criteria.answers import answers_about
from ..functions.race.methods.solver import UnsettledError
from ..functions.race.proofs import Goal, prove
from ..functions.race.race import Target
from ..functions.race.table import RaceTable
from ..functions.race.whatif import UNKNOWN, row_of
from ..grammar.references import CellAddress
from ..ooxml.workbook import read_saved_value
from .saved_race import SavedRace

SECONDS = 10.0
"""The time limit for all figures of a workbook."""
LONGEST = 32_000
"""The most characters of results that are written into a cell."""


def with_exact_figures(event: Event, seconds: float = SECONDS) -> bytes | None:
    """A calculated workbook with the exact figures of its race; None if it needs no others."""
    tables = event.outline.tables
    if not any(column.key == "known_best_place" for table in tables for column in table.columns):
        return None
    if read_saved_value(event.package, "RaceOn") != 1:  # then it need not be opened
        return None
    race = SavedRace(event)
    if not race.is_on or race.is_current:
        return None
    cells = figures(race, seconds)
    return event.with_values({cell: new for cell, new in cells.items() if event.value(cell) != new})


def figures(race: SavedRace, seconds: float = SECONDS) -> dict[CellAddress, Any]:
    """The exact figures of a race by cell; None for cells to be emptied."""
    table = race.read()
    answers = answers_about(table)
    target = Target.top(race.places, len(table.names))
    clock = Clock(seconds)
    cells: dict[CellAddress, Any] = dict.fromkeys(race.all_kept_cells())
    cells |= race.game_cells()
    for team, kept in enumerate(race.team_cells()):
        clock.share(1 / (len(table.names) - team))
        row = row_of(table, answers, team, target, race.unit, clock)
        values = {
            "points": row.points,
            "best_place": row.best_place,
            "worst_place": row.worst_place,
            "to_clinch": row.to_clinch,
            "to_stay": row.to_stay_alive,
            "race_status": row.status,
            "up": _results(table, answers, team, target, "best", clock),
            "down": _results(table, answers, team, target, "worst", clock),
        }
        for key, value in values.items():
            cells[kept[key]] = None if value == "" else UNKNOWN if value is None else value
    for name, value in (
        ("KnownRules", race.named("RaceRules")),
        ("KnownResults", race.named("RaceResultsNow")),
        ("KnownAsOf", race.named(AS_OF)),
    ):
        cell = race.event.cell(name)
        assert cell is not None
        cells[cell] = value
    return cells


def _results(
    table: RaceTable, answers: Answers, team: int, target: Target, wish: Goal, clock: Clock
) -> str:
    """The results with which a team ends in its best or worst place, as many figures a game."""
    try:
        results = prove(table, answers, team, target, wish, clock).results
    except UnsettledError:
        return ""
    values = table.scoring.values
    width = len(str(len(values) - 1))
    if width * len(results) > LONGEST:
        return ""
    at = {value: place for place, value in enumerate(values)}
    return "".join(f"{at[own]:0{width}d}" for own, _ in results)
