"""A workbook in use: its template, what was typed into it, and what its formulas say of the event.

It is read once, and each thing of it when somebody asks: an :class:`Event` opens the file with its
values at most once, and ``calculated`` is the same event with current values.  Options, inputs and
calculated columns are found by the tables of the template that made the workbook::

    event = Event.open(Path("cup.xlsx")).calculated
    event.text("System")                            what Setup says
    event.rows("name", "fide")                      rows of the table with these columns
    [game.result for game in event.games]           results as the page has them
    event.standings[0].rows                         the table

What stands under hidden names (standings, games, prizes, the status) is read of any workbook that
has such names: ``Event(package)`` is also one that nobody made with a template.  What needs the
template raises WorkbookError there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any

from openpyxl import Workbook as Values

from ..calculation.stamp import is_stamped
from ..defined_names import LAYOUT_PROPERTY, TEMPLATE_PROPERTY, TITLE
from ..errors import TourneyError, WorkbookError, typed_command
from ..grammar.references import CellAddress
from ..languages import Language
from ..ooxml.custom_properties import read_properties, with_property
from ..ooxml.package import Limits, Package
from ..ooxml.sheet.typed_values import with_values
from ..ooxml.workbook import Workbook, open_values
from ..readers.entrants import is_bye
from ..templates import TEMPLATES, Template
from ..templates.outline import make_outline
from ..templates.parts.table import Table
from ..templates.parts.table.formulas import Formulas, formulas_of
from ..templates.parts.workbook import (
    FUNCTIONS,
    FUNCTIONS_PROPERTY,
    HEADINGS_PROPERTY,
    Functions,
    Layout,
    StandingsWorkbook,
)
from .cells import Cells, read_rows
from .entrants import Entrants, number_boards
from .games import Game, Round
from .prizes import Prize, read_boards, read_prizes
from .records import Records, read_games, read_records
from .standings.table import (
    StandingsTable,
    find_standings,
    read_language,
    read_named_cell,
    split_by_side,
)
from .values import calculate


class Event(Cells):
    """A workbook in use."""

    def __init__(self, package: Package, outline: StandingsWorkbook | None = None) -> None:
        self.package = package
        self.name = package.name
        version = package.version
        self.saved_on = date.fromtimestamp(version.modified / 1e9).isoformat() if version else ""
        """The day on which the file was saved; blank where there is no file."""
        if outline:
            self.outline = outline

    @classmethod
    def open(cls, book: Path | bytes | Package, limits: Limits | None = None) -> Event:
        """A workbook that a template made; WorkbookError if it is not one of ours."""
        if isinstance(book, Path):
            book = Package.from_path(book, limits)
        event = cls(Package(book, limits=limits) if isinstance(book, bytes) else book)
        _ = event.template, event._saved_layout
        return event

    # What the file says of itself -----------------------------------------------------------------

    @cached_property
    def _properties(self) -> Mapping[str, str]:
        return read_properties(self.package)

    @property
    def is_current(self) -> bool:
        """Whether the file says that its values are those of what is typed."""
        return is_stamped(self.package)

    @cached_property
    def calculated(self) -> Event:
        """The same with current values; itself where the file says that it has them."""
        package = calculate(self.package)
        if package is self.package:
            return self
        event = Event(package, vars(self).get("outline"))
        event.saved_on = self.saved_on
        return event

    @cached_property
    def template(self) -> Template:
        """The template that made it."""
        name = self._properties.get(TEMPLATE_PROPERTY)
        if name not in TEMPLATES or self._properties.get(FUNCTIONS_PROPERTY) not in FUNCTIONS:
            raise WorkbookError(
                f"{self.name}: was not made by xl-tourney new; only such a workbook is updated."
            )
        return TEMPLATES[str(name)]

    @property
    def functions(self) -> Functions:
        """How its formulas call functions: native, by the add-in, or as LAMBDA."""
        return self._properties[FUNCTIONS_PROPERTY]  # type: ignore[return-value]  # or no template

    @cached_property
    def layout(self) -> Layout:
        """The options that decide which cells it has; of the editions that it may be, one fits."""
        first, *others = self.template.meant_by(self._saved_layout)
        return next((one for one in (first, *others) if others and self._fits(one)), first)

    def _fits(self, layout: Layout) -> bool:
        try:
            return not self._differing(self._make_outline(layout))
        except (TourneyError, TypeError):
            return False

    @cached_property
    def _saved_layout(self) -> Layout:
        """The layout as the file says it."""
        try:
            found: Layout = json.loads(self._properties[LAYOUT_PROPERTY])
        except (KeyError, ValueError):
            raise WorkbookError(
                f"{self.name}: does not say how it is laid out; make it anew with "
                "xl-tourney new, and copy the tinted cells into it."
            ) from None
        return found

    @cached_property
    def problem(self) -> str:
        """Why it is not treated as one of ours; blank if it is."""
        try:
            self.refuse_moved()
        except WorkbookError as error:
            return str(error)
        return ""

    @property
    def headings(self) -> Mapping[str, str]:
        """What headings of its results mean, as a person has said."""
        try:
            kept = json.loads(self._properties.get(HEADINGS_PROPERTY) or "{}")
        except ValueError:
            return {}
        return {str(heading): str(name) for heading, name in dict(kept).items()}

    def with_headings(self, headings: Mapping[str, str]) -> Event:
        """The workbook with what headings of its results mean."""
        text = json.dumps(dict(headings), ensure_ascii=False)
        part = with_property(self.package, HEADINGS_PROPERTY, text)
        data = self.package.with_parts({name: text.encode() for name, text in part.items()})
        return Event(Package(data, self.name))

    # What its template makes ----------------------------------------------------------------------

    @cached_property
    def outline(self) -> StandingsWorkbook:
        """What the template makes: where everything stands, and of each table the first row."""
        try:
            return self._make_outline(self.layout)
        except (TourneyError, TypeError) as error:
            raise WorkbookError(
                f"{self.name}: was made by another version of xl-tourney ({error}); make "
                "it anew with xl-tourney new, and copy the tinted cells into it."
            ) from error

    def _make_outline(self, layout: Layout) -> StandingsWorkbook:
        return make_outline(self.template.name, self.functions, tuple(layout.items()))

    @cached_property
    def tables(self) -> Sequence[Table]:
        """Its tables, as the template places them; only their first rows have cells.

        WorkbookError if rows or columns were moved.
        """
        if problem := self._differing(self.outline):
            raise WorkbookError(
                f"{self.name}: {problem}; undo what was moved or renamed there, since rows "
                "and columns are found by their places."
            )
        return self.outline.tables

    def _differing(self, outline: StandingsWorkbook) -> str:
        """What does not stand where an outline has it; blank if all does."""
        for table in outline.tables:
            title = table.sheet.title
            if title not in self.values.sheetnames:
                return f"the sheet {title} is missing or has another name"
            for column in table.columns:
                cell = f"{table.letter(column.key)}{table.top}"
                wanted, found = table.sheet[cell].value, self.values[title][cell].value
                is_text = isinstance(wanted, str) and not wanted.startswith("=")
                if is_text and " ".join(str(found).split()) not in (wanted, *column.headings):
                    return f"{title}!{cell} is not the heading “{wanted}”"
        return ""

    def refuse_moved(self) -> Event:
        """The event; WorkbookError where rows or columns were moved, or it is none of ours."""
        _ = self.tables
        return self

    @property
    def formulas(self) -> Formulas:
        """Its formulas as the template writes them, by sheet and cell."""
        return formulas_of(self.outline)

    def empty(self, layout: Mapping[str, Any]) -> StandingsWorkbook:
        """A workbook of the same template with a layout, and with nothing in it."""
        return self.template.build(functions=self.functions, **layout)

    # Cells ----------------------------------------------------------------------------------------

    @cached_property
    def workbook(self) -> Workbook:
        """The sheets and names of the file."""
        return Workbook.open(self.package)

    @cached_property
    def values(self) -> Values:
        """The file, opened with its values."""
        return open_values(self.package)

    def with_values(self, values: Mapping[CellAddress, Any]) -> bytes:
        """The file with values in some cells; nothing else changes."""
        return with_values(self.package, values)

    def with_result(self, cells: Mapping[CellAddress, Any]) -> Event:
        """The workbook with another result typed into its cells; nothing is calculated yet."""
        return Event(Package(self.with_values(cells), self.name))

    def formula_cells(self, sheet: str) -> set[tuple[int, int]]:
        """The row and column of each cell of a sheet that holds a formula."""
        if sheet not in self._formula_cells:
            cells = self.workbook.scan(sheet).formula_cells
            self._formula_cells[sheet] = set(zip(cells.rows, cells.columns))
        return self._formula_cells[sheet]

    @cached_property
    def _formula_cells(self) -> dict[str, set[tuple[int, int]]]:
        return {}

    def can_change(self, *cells: CellAddress) -> bool:
        """Whether no cell of these holds a formula that somebody typed."""
        return not any((cell.row, cell.column) in self.formula_cells(cell.sheet) for cell in cells)

    def typed_over(self) -> str:
        """What to do where a name of the list seems typed over, since results have the old one."""
        listed: dict[str, tuple[str, str]] = {}
        used: dict[str, tuple[str, str]] = {}
        for table in self.tables:
            identifying = [column for column in table.columns if column.identifies]
            is_list = [column.key for column in identifying] == ["name"]
            chosen = [c.key for c in identifying if is_list or (c.rule and c.rule.kind == "list")]
            for row in read_rows(table, self.values) if chosen else ():
                for name in (" ".join(str(row[key] or "").split()) for key in chosen):
                    (listed if is_list else used)[name.casefold()] = name, table.sheet.title
        free = [name for key, (name, _) in listed.items() if name and key not in used]
        for key, (old, sheet) in used.items() if free else ():
            if key and not (key in listed or key.isdecimal() or is_bye(key)):
                new = max(free, key=lambda name: SequenceMatcher(None, old, name).ratio())
                run = typed_command("update", self.name, renamed=f"{old}={new}")
                return (
                    f"{self.name}: “{old}” on {sheet} is not on the list. If it is {new} now, run "
                    f"{run}; else correct it there."
                )
        return ""

    # The event ------------------------------------------------------------------------------------

    @cached_property
    def language(self) -> Language:
        """In which the workbook is."""
        return read_language(self.values)

    @property
    def title(self) -> str:
        """The heading of every sheet; blank where no cell has that name."""
        return read_named_cell(self.values, TITLE)

    @cached_property
    def standings(self) -> list[StandingsTable]:
        """Its tables of standings."""
        return list(find_standings(self.values))

    @cached_property
    def records(self) -> list[Records]:
        """The cells with the results of each entrant."""
        return read_records(self.values)

    @cached_property
    def parts(self) -> list[StandingsTable]:
        """The tables of standings with a row; one with a winner on each side is two."""
        return [part for table in self.standings if table.cells for part in split_by_side(table)]

    @cached_property
    def _read(self) -> tuple[Entrants, list[Round]]:
        entrants, rounds = read_games(self.records, self.parts)
        number_boards(rounds, entrants, read_boards(self.values))
        return entrants, rounds

    @property
    def entrants(self) -> Entrants:
        """Who stands in the tables, with the own results."""
        return self._read[0]

    @property
    def rounds(self) -> list[Round]:
        """The rounds in their order; one without a label where nothing tells them apart."""
        return self._read[1]

    @property
    def games(self) -> list[Game]:
        """All games in the order in which they are played, where that is known."""
        return [game for part in self.rounds for game in part.games]

    @property
    def announced(self) -> int:
        """How many rounds there are room for, where a wall list says that."""
        return max((records.announced for records in self.records), default=0)

    @cached_property
    def across(self) -> frozenset[str]:
        """What lines of records repeat as a text, such as rounds, in English."""
        found = (text for records in self.records for text in records.across)
        return frozenset(map(self.language.english, found))

    @cached_property
    def prizes(self) -> list[Prize]:
        """The categories of prizes."""
        return read_prizes(self.values)
