"""The race that a workbook of ours is in, and the exact figures that it keeps of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from .. import atomic
from ..errors import WorkbookError
from ..functions.race.table import Table
from ..generator.generate import complete
from ..ooxml.package import Limits, Package
from ..outlook.saved_race import SavedRace
from ..publish.report import describe_faults, make_report
from ..update.backup import back_up, refuse_open_workbook
from ..update.saved_workbook import SavedWorkbook


@dataclass(frozen=True)
class Remaining:
    """A race, how many places count in it, and in what its amounts are."""

    table: Table
    places: int
    unit: str


def read_remaining(book: Path, limits: Limits | None = None, *, anyway: bool = False) -> Remaining:
    """The race of a workbook, calculated anew.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, has no fixtures, or something in it is wrong.
    """
    saved = SavedWorkbook.open(Package.from_path(book, limits))
    report = make_report(saved.package)
    race = SavedRace(saved.empty.tables, replace(saved, package=report.package).values)
    if race.problem:
        raise WorkbookError(f"{book}: {race.problem}.")
    if report.is_provisional and not anyway:
        raise WorkbookError(f"{book}: {describe_faults(report)}; mend it, or add --anyway.")
    if not race.exists:
        raise WorkbookError(
            f"{book}: a {saved.template.name} workbook of this kind has no fixtures; whatif takes "
            "results of which each row is a game."
        )
    if not race.is_on:
        raise WorkbookError(
            f"{book}: no game is left to play; a row with two names and no score is a fixture."
        )
    return Remaining(race.read(), race.places, race.unit)


def write_figures(book: Path, *, backup: bool = True) -> bool:
    """Bring the exact figures that a workbook keeps up to date; whether there were others.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours.
    WriteError
        The workbook is open in a spreadsheet program, or cannot be written.
    """
    refuse_open_workbook(book)
    saved = SavedWorkbook.open(Package.from_path(book))
    content, _ = complete(saved.package.data, str(book), saved.empty.tables)
    if content == book.read_bytes():
        return False
    if backup:
        back_up(book)
    atomic.write(book, lambda target: target.write(content))
    return True
