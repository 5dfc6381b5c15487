"""What a template declares: sheets in their order, tables and cells on them, settings, checks.

:func:`~.builder.build` walks it and writes the workbook.  Everything names other cells by table and
column, ``{group[place]}``, as formulas of columns do (:mod:`~..table`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .. import theme
from ..checks import Check
from ..pages import HEADINGS, LIST, SHEETS, paragraphs
from ..settings import Setting
from ..table import Choices, Column, InputRule, Table

OPTIONS_ON = "Setup"
"""The sheet of the options."""
SETTINGS = "settings"
"""For a table beside the named cells of its sheet."""

Record = Mapping[str, str]
"""Where the published page finds the results of each player; see :mod:`~.published`."""


class Look(Protocol):
    """Something that a table shows beside its cells: marks, charts, hidden columns."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet; the table has been written."""


@dataclass(frozen=True)
class Cell:
    """A cell beside the tables: a text, a formula, or something to choose."""

    text: str | float | None = None
    formula: str = ""
    style: theme.CellStyle = theme.NOTE
    number_format: str = "General"
    align: str | None = None
    wraps: float = 0
    """The width in which a long text goes on in the next line; the row is made high enough."""
    name: str = ""
    """The defined name of the cell."""
    rule: InputRule | None = None


@dataclass(frozen=True)
class SheetPlan:
    """A sheet, and what stands on it beside its tables."""

    summary: str
    """What the sheet is for, as the first page says it."""
    purpose: str = ""
    """The line below the title."""
    computes_purpose: bool = False
    """Whether that is a formula."""
    for_director: str = ""
    """What stands before it and is left out where readers see the table of the sheet."""
    has_status: bool = True
    shows_note: bool = False
    """Whether the date and the note of the results stand above."""
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """By address."""
    widths: Mapping[str, float] = field(default_factory=dict)
    """Of columns that belong to no table."""


_WITHOUT_STATUS = ("Calculation", "Pairs", "Lines")
"""Hidden sheets of figures alone."""


def read_sheets(
    template: str,
    plans: Mapping[str, Mapping[str, SheetPlan]] = {},
    more: Mapping[str, Mapping[str, Any]] = {},
    **values: object,
) -> dict[str, SheetPlan]:
    """The sheets of a template in their order, as the document of its first page lists them.

    A paragraph is a sheet: ``**name** summary >> for_director > purpose``.  ``{a name}`` alone
    stands for others, of ``plans``; ``more`` is what else is said of a sheet.
    """
    sheets: dict[str, SheetPlan] = {}
    for heading, line in paragraphs("first_pages", template):
        if heading != SHEETS:
            break
        if found := LIST.fullmatch(line):
            sheets |= plans[found[1]]
            continue
        name, text = line.removeprefix("**").split("** ")
        text, _, purpose = text.partition(" > ")
        summary, _, for_director = text.partition(" >> ")
        said: dict[str, Any] = {
            "purpose": purpose.format(**values),
            "for_director": for_director,
            "has_status": name not in _WITHOUT_STATUS,
        }
        sheets[name] = SheetPlan(summary.format(**values), **{**said, **more.get(name, {})})
    return sheets


@dataclass(frozen=True)
class TablePlan:
    """A table: where it stands, its columns and inputs, and how it looks."""

    sheet: str
    columns: Sequence[Column]
    rows: int
    inputs: Sequence[Mapping[str, object]] = ()
    top: int = HEADINGS
    """The row of headings."""
    beside: str = ""
    """The table to the left of it; without one it begins in the first column."""
    block: int = 0
    below: int = 0
    is_whole: bool = False
    """Whether it is made of other tables below each other, which write its cells."""
    option: str = ""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """What its formulas call other tables."""
    upto: str | None = None
    """The last column that stays in sight with the headings, empty for none; None: no freezing."""
    repeats_headings: bool = True
    """Whether they are printed on every page."""
    blank: str = ""
    """The column in which nothing stands where a row is drawn as plain paper."""
    filled: int = 0
    """How many rows hold something; where it has one for each entrant, that is known."""
    is_of_entrants: bool = False
    """Whether it has at most a row for each entrant, where ``filled`` is not known."""
    is_printed: bool = True
    """False for what stands at the right end of a sheet: a form, a list of words."""
    leading: Sequence[str] = ()
    """For standings: the columns that say who it is and what decides; a phone shows them first."""
    looks: Sequence[Look] = ()


@dataclass(frozen=True)
class WorkbookPlan:
    """A workbook: everything that a template says of it."""

    title: str
    """The heading where nobody asked for another one."""
    layout: Mapping[str, int | str | None]
    """The options that decide which cells the workbook has."""
    sheets: Mapping[str, SheetPlan]
    """The sheets in their order by name; the first is the page that says what this is."""
    tables: Mapping[str, TablePlan]
    options: Sequence[Setting]
    """The named cells of Setup that may be changed; those of every workbook stand before them."""
    figures: Sequence[Setting]
    """The named cells that only calculate."""
    checks: Sequence[Check]
    no_results: str
    """A formula that is true while there is nothing to check."""
    read_me: Mapping[str, Sequence[tuple[str, str]]]
    """The text of the first page, in sections of terms."""
    open_question: str = ""
    """A formula for what the status adds when all checks passed."""
    records: Sequence[Record] = ()
    published: Mapping[str, str] = field(default_factory=dict)
    """Other cells that the published page reads, by their hidden names, as records name cells."""
    assumed: Sequence[str] = ()
    """What it takes because nobody said otherwise: a sentence each, without full stop."""
    words: Choices = ()
    """Words that its formulas compare beside those that are chosen: what ``Entry_bye`` holds."""
    figures_on: str = "Calculation"
    """The sheet of the figures."""
