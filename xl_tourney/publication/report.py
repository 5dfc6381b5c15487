"""The report of a saved workbook: it is calculated first, and refused while something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from openpyxl import Workbook

from ..defined_names import (
    AS_OF,
    IN_PROGRESS,
    NAME,
    NO_RESULTS,
    NOTE,
    PASSED,
    ROUNDS,
    STATUS,
    TITLE,
)
from ..errors import WorkbookError
from ..events.values import calculate
from ..grammar.references import sheet_name_in_formula
from ..languages import ENGLISH, Language, message
from ..ooxml.package import Package
from ..ooxml.workbook import find_destinations, open_values
from .explained import Explained
from .records import Records, read_records
from .standings import StandingsTable, find_standings, read_language, read_named_cell, split_by_side

FAILED = "Look"
"""How the sheet of checks marks a check that failed."""
NOT_WRONG = (PASSED, IN_PROGRESS, NO_RESULTS)
"""How a status begins that is not red."""
NOBODY = message("Nobody is entered yet.")
"""What stands in place of standings before the first name is typed."""
MAX_NAMED = 3
"""How many problems or cells a refusal names."""


@dataclass(frozen=True)
class FailedCheck:
    """A check that failed."""

    statement: str
    """The statement that must hold."""
    found: str
    """How often it does not, as the sheet shows it."""


@dataclass(frozen=True)
class Report:
    """The tables of standings of a workbook, and what readers should know about them."""

    package: Package
    """The workbook with calculated values."""
    values: Workbook
    """The same, opened with its values."""
    title: str
    as_of: str
    """The date of the results, as it was typed."""
    rounds: int | None
    """How many rounds have results, where the game has rounds."""
    status: str
    """The verdict of the checks."""
    note: str
    """The note of the director for readers."""
    problems: Sequence[FailedCheck]
    """The checks that failed."""
    broken: Sequence[str]
    """The cells of the standings that hold an error."""
    tables: Sequence[StandingsTable]
    """Those with a row; none before somebody is entered."""
    records: Sequence[Records] = ()
    """The results of each player."""
    language: Language = ENGLISH
    """In which the workbook is."""
    saved_on: str = ""
    """The day on which the workbook was saved, where it is known."""
    explained: Explained = field(default_factory=Explained)
    """The explanations of the places."""

    @property
    def parts(self) -> list[StandingsTable]:
        """The tables; one with a winner on each side is two."""
        return [part for table in self.tables for part in split_by_side(table)]

    @property
    def is_provisional(self) -> bool:
        """Whether something is wrong with the results, or with the values."""
        usable = not self.status or self.status.startswith(NOT_WRONG)
        return bool(self.broken) or not usable


def read_report(
    book: Package,
    *,
    anyway: bool = False,
    complete: Callable[[Report], Package | None] | None = None,
) -> Report:
    """Calculate a copy of a workbook, and read what is to be published of it.

    ``complete`` gives a copy with the figures that the workbook lacks, where it lacks any.

    Raises
    ------
    WorkbookError
        The workbook cannot be read; there is nothing in it to publish; or, without ``anyway``, its
        status is red, or a cell of its standings is an error.
    """
    report = make_report(book)
    if complete and not report.is_provisional and (completed := complete(report)):
        report = make_report(completed)
    if report.is_provisional and not anyway:
        raise WorkbookError(
            f"{book.name}: {describe_faults(report)}; mend it, or publish it as provisional with "
            "--anyway."
        )
    if book.version is None:
        return report
    saved_on = date.fromtimestamp(book.version.modified / 1e9)
    return replace(report, saved_on=saved_on.isoformat())


def make_report(package: Package) -> Report:
    """The report of a workbook that is read already; it may be provisional."""
    package = calculate(package)
    values = open_values(package)
    found = list(find_standings(values))
    if not found:
        raise WorkbookError(
            f"{package.name}: there is no table of standings in it; make the workbook with "
            f"xl-tourney new, or give the table a name that begins with {NAME}."
        )
    rounds = next(filter(None, (read_named_cell(values, name) for name in ROUNDS)), "")
    language = read_language(values)
    status = language.english_parts(read_named_cell(values, STATUS))
    tables = [table for table in found if table.cells]
    if not tables and not status.startswith(NOT_WRONG):
        raise WorkbookError(f"{package.name}: its standings are blank; fill in the results.")
    return Report(
        package=package,
        values=values,
        title=read_named_cell(values, TITLE) or found[0].title,
        as_of=read_named_cell(values, AS_OF),
        rounds=int(float(rounds)) if re.fullmatch(r"[0-9.]+", rounds) else None,
        status=status,
        note=read_named_cell(values, NOTE),
        problems=list(_read_problems(values, language)),
        broken=list(_find_errors(tables, passed=status.startswith((PASSED, IN_PROGRESS)))),
        tables=tables,
        records=read_records(values),
        language=language,
    )


def format_facts(report: Report) -> str:
    """The date of the results and the last round played; empty if neither is known."""
    facts = [f"as of {report.as_of}"] if report.as_of else []
    if report.saved_on and not facts:
        facts = [f"workbook saved on {report.saved_on}"]
    if report.rounds:
        is_going_on = f"round {report.rounds}:" in report.status
        facts.append(f"{'in' if is_going_on else 'after'} round {report.rounds}")
    text = ", ".join(facts)
    return text[:1].upper() + text[1:]


def _read_problems(values: Workbook, language: Language = ENGLISH) -> Iterator[FailedCheck]:
    """The failed checks on the sheet of the status: statement, count and verdict, side by side."""
    if STATUS not in values.defined_names:
        return
    for sheet, _ in find_destinations(values, values.defined_names[STATUS]):
        for row in values[sheet].iter_rows(max_col=3):
            if len(row) == 3 and row[2].value == language.value(FAILED):
                yield FailedCheck(language.english(str(row[0].value or "")), str(row[1].value))


def _find_errors(tables: Sequence[StandingsTable], *, passed: bool) -> Iterator[str]:
    """The references of the cells that hold an error.

    Where all checks passed #N/A is no error: it stands for a figure that cannot be known.
    """
    for table in tables:
        for row in table.cells:
            for cell in row:
                if cell.data_type == "e" and not (passed and cell.value == "#N/A"):
                    yield f"{sheet_name_in_formula(table.sheet)}!{cell.coordinate}"


def describe_faults(report: Report) -> str:
    """The faults of a workbook as part of a sentence."""
    if report.broken:
        cells = ", ".join(report.broken[:MAX_NAMED])
        others = len(report.broken) - MAX_NAMED
        more = f" and {others} more cells" if others > 0 else ""
        verb = "is an error" if len(report.broken) == 1 else "are errors"
        return f"{cells}{more} of its standings {verb}"
    if report.problems:
        failed = "; ".join(
            f"“{problem.statement}” fails ({problem.found})"
            for problem in report.problems[:MAX_NAMED]
        )
        others = len(report.problems) - MAX_NAMED
        return failed + (f"; and {others} more checks fail" if others > 0 else "")
    return f"its status is “{report.status}”"
