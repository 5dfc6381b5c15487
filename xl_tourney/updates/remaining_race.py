"""The race of a workbook in use: read for questions, and its exact figures brought up to date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..calculation import as_shown
from ..errors import WorkbookError
from ..events.event import Event
from ..events.report import Report, make_report
from ..events.values import calculate
from ..functions.race.table import Grouping, RaceTable
from ..generator.generate import complete
from ..grammar.references import CellAddress
from ..ooxml.package import Package
from ..qualification.bounded_race import BoundedRace
from ..qualification.exact_figures import with_exact_figures
from ..qualification.round_robin import RoundRobin
from ..qualification.saved_race import SavedRace
from ..templates.parts.qualification.pairs import SYSTEM

NOTE_NAME = "RaceNote"
"""The name of the cell that says what the figures of the race lack."""
REMEDY = "mend it, or add --anyway"
ROUND_ROBINS = ("go", "chess")
"""The templates whose games to come are the pairs that have not met."""


@dataclass(frozen=True)
class Remaining:
    """A race, the number of places that count, and the unit of its amounts."""

    table: RaceTable
    places: int
    unit: str
    schedule: str = ""
    """A sentence on the games to come, where not all of them are listed."""
    by_points: str = ""
    """A sentence on why ties are open that criteria would decide, where that is so."""
    grouping: Grouping | None = None
    """Which teams are placed among themselves, where not all are."""
    is_bounded: bool = False
    """Whether the workbook itself has bounds alone."""

    @property
    def notes(self) -> dict[str, str]:
        """What has to be known to read the answers: sentences, by what they are about."""
        across = ""
        if self.grouping and (self.grouping.best or self.grouping.of_pool):
            across = (
                "Who goes on beside the first of each group is told by points alone, where every "
                "tie is open."
            )
            if not self.grouping.best_by_points:
                across = (
                    "Who goes on beside the first of each group is not worked out, for other games "
                    "or places count there."
                )
        notes = {"schedule": self.schedule, "by_points": self.by_points, "across": across}
        return {about: note for about, note in notes.items() if note}


def has_race(event: Event) -> bool:
    """Whether it can be said who can still finish where, as far as the current values tell."""
    race = SavedRace(event)
    if event.template.name in ROUND_ROBINS:
        return event.setting("System") == SYSTEM and len([*event.entrants]) > 1
    return race.is_on or race.is_over


def read_remaining(
    book: Package, *, anyway: bool = False, meetings: int | None = None
) -> Remaining:
    """The race of a workbook, calculated anew.

    ``meetings`` is how often everybody meets everybody in a round robin of go or chess; as the
    workbook has it if it is left out.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, has no fixtures, or something in it is wrong.
    """
    return _read(make_report(Event.open(book).calculated.refuse_moved()), anyway, meetings)


def completed(report: Report) -> Package | None:
    """A copy of a published workbook with the exact figures of its race, where it lacks them."""
    event = report.event
    if event.setting(NOTE_NAME) is None:
        return None
    content = with_exact_figures(event)
    with as_shown(False):  # no program has opened the copy
        return calculate(Package(content, event.name)) if content else None


def race_of(report: Report) -> Remaining | None:
    """The race of a workbook that is published; None where it has none, or bounds alone."""
    try:
        found = _read(report)
    except WorkbookError:
        return None
    return None if found.is_bounded else found


def _read(report: Report, anyway: bool = False, meetings: int | None = None) -> Remaining:
    event, race = report.event, SavedRace(report.event)
    book, game = event.name, event.template.name
    if game in ROUND_ROBINS:
        return _read_round_robin(RoundRobin(race, game, meetings), report, anyway)
    if meetings:
        raise WorkbookError(f"{book}: meetings is for round robins of go and chess; leave it out.")
    if race.problem:
        raise WorkbookError(f"{book}: {race.problem}.")
    report.refuse_faults(REMEDY, anyway)
    if not race.exists and race.named("RaceOn") is not None:
        return _read_bounded(BoundedRace(event))
    if not race.exists and "group_names" in event.layout:
        raise WorkbookError(
            f"{book}: has several groups, and who can still finish where is worked out for one "
            f"alone; make a workbook of the group that you ask about: xl-tourney new {game}."
        )
    if not race.exists:
        raise WorkbookError(
            f"{book}: a {game} workbook of this kind has no fixtures; whatif takes "
            "results of which each row is a game."
        )
    if not race.is_on and not race.is_over:
        raise WorkbookError(
            f"{book}: no game is left to play, and places do not follow from points; a row with "
            "two names and no score is a fixture."
        )
    return Remaining(race.read(), race.places, race.unit, by_points=race.by_points)


def _read_bounded(race: BoundedRace) -> Remaining:
    if not race.is_on:
        raise WorkbookError(
            f"{race.event.name}: no game is left to play; a row with two names and no score is one."
        )
    try:
        found = race.read(), race.places, race.unit, "", race.by_points, race.grouping
    except WorkbookError as error:
        raise WorkbookError(f"{race.event.name}: {error}.") from None
    return Remaining(*found, is_bounded=True)


def _read_round_robin(round_robin: RoundRobin, report: Report, anyway: bool) -> Remaining:
    try:
        table = round_robin.read()
    except WorkbookError as error:
        raise WorkbookError(f"{report.event.name}: {error}.") from None
    report.refuse_faults(REMEDY, anyway)
    return Remaining(table, 1, round_robin.unit, round_robin.schedule)


def with_figures(book: Package) -> tuple[bytes, Mapping[CellAddress, Any]]:
    """A workbook whose exact figures are up to date, and the cells with figures that are new.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, or has no cells for them.
    """
    saved = Event.open(book)
    race = SavedRace(saved)
    is_bounded = saved.template.name in ROUND_ROBINS or not race.exists
    if is_bounded and not race.keeps_figures:
        raise WorkbookError(
            f"{saved.name}: keeps no figures of who can still finish where; leave out --write."
        )
    content, _ = complete(book.data, saved.name, saved.outline)
    if not race.keeps_figures:
        return content, {}
    now = Event(Package(content), saved.outline)
    named = filter(None, map(saved.cell, ("KnownRules", "KnownResults", "KnownAsOf")))
    cells = [*race.all_kept_cells(), *named]
    return content, {c: now.value(c) for c in cells if now.value(c) != saved.value(c)}
