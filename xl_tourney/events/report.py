"""What an event says to readers: its tables of standings, and whether something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

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
)
from ..errors import WorkbookError
from ..grammar.references import sheet_name_in_formula
from ..languages import ENGLISH, Language, message
from ..ooxml.package import Package
from ..ooxml.workbook import find_destinations
from ..screen import on_one_screen
from .event import Event
from .standings.table import StandingsTable, read_named_cell, split_by_side

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


class Reasons(NamedTuple):
    """The explanation of one player's place."""

    title: str
    """Such as “Why 4th”."""
    answer: str
    """The sentence that decides; blank where there is no place."""
    working: Sequence[Sequence[str]]
    """How it comes about: the sentences of each paragraph; the first one is its heading."""


class Proofs(NamedTuple):
    """The proofs of who can still finish where, which the page checks in the browser."""

    text: str
    """The proofs as JSON, in the format that ``proof_checker.js`` reads."""
    statements: Sequence[str]
    """What each of them shows, in the language of the page."""
    without: Sequence[str] = ()
    """What is known without a proof that can be checked there, and why; in English."""
    certificates: object = None
    """What they are made of, so that another language need not prove all again."""


@dataclass(frozen=True)
class Explained:
    """The explanations of a workbook's players."""

    reasons: Mapping[tuple[str, int], Reasons] = field(default_factory=dict)
    """The explanations by the sheet and the row in which a player first stands."""
    failed: Sequence[str] = ()
    """A sentence for each player whose explanation failed: who it is, and why."""
    proofs: Proofs | None = None
    """The proofs of who can still finish where; None where there is no race."""


@dataclass(frozen=True, repr=False)
class Report:
    """The tables of standings of an event, and what readers should know about them."""

    __repr__ = on_one_screen

    event: Event
    """The workbook with current values."""
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

    def refuse_faults(self, remedy: str, anyway: bool = False) -> None:
        """Refuse an event in which something is wrong, unless it goes on ``anyway``."""
        if self.is_provisional and not anyway:
            raise WorkbookError(f"{self.event.name}: {describe_faults(self)}; {remedy}.")


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
        report = replace(make_report(completed), saved_on=report.saved_on)
    report.refuse_faults("mend it, or publish it as provisional with --anyway", anyway)
    return report


def make_report(book: Event | Package) -> Report:
    """The report of a workbook, calculated on a copy; it may be provisional."""
    event = (Event(book) if isinstance(book, Package) else book).calculated
    values, language, found = event.values, event.language, event.standings
    if not found:
        raise WorkbookError(
            f"{event.name}: there is no table of standings in it; make the workbook with "
            f"xl-tourney new, or give the table a name that begins with {NAME}."
        )
    rounds = next(filter(None, (read_named_cell(values, name) for name in ROUNDS)), "")
    status = language.english_parts(read_named_cell(values, STATUS))
    tables = [table for table in found if table.cells]
    if not tables and not status.startswith(NOT_WRONG):
        raise WorkbookError(f"{event.name}: its standings are blank; fill in the results.")
    return Report(
        event=event,
        title=event.title or found[0].title,
        as_of=read_named_cell(values, AS_OF),
        rounds=int(float(rounds)) if re.fullmatch(r"[0-9.]+", rounds) else None,
        status=status,
        note=read_named_cell(values, NOTE),
        problems=list(_read_problems(values, language)),
        broken=list(_find_errors(tables, passed=status.startswith((PASSED, IN_PROGRESS)))),
        tables=tables,
        saved_on=event.saved_on,
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
