"""A calculated workbook as explanations read it: values, formulas, tables, names of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from openpyxl import Workbook
from openpyxl.utils.datetime import to_excel

from ..calculation import Scratch, calculator
from ..calculation.evaluator import Evaluator, NotKnownError
from ..catalogue.expression import Term, format_value, to_term
from ..events.event import Event
from ..grammar.formula_references import qualify_references
from ..grammar.function_names import normalize_calls
from ..grammar.parser import parse, rewrite
from ..grammar.references import (
    MAX_ROW,
    CellAddress,
    Range,
    column_number,
    parse_reference,
    sheet_name_in_formula,
)
from ..grammar.syntax_tree import Designator, FormulaError, Node, Reference
from ..languages import say
from ..ooxml.sheet.sheet_xml import SheetXml
from ..templates.parts.plan.builder import words_of
from ..templates.parts.plan.paper import hidden_columns
from ..templates.parts.table import Table

NAME_KEYS = ("name", "names")
"""The columns with the name of a row's player; the first that a table has is used."""
PAIR_KEY = "pair"
"""The column with the number of a pair, whose players may have no names."""


class TableCell(NamedTuple):
    """A cell of a table: in which column, and in which row from 0."""

    table: Table
    key: str
    at: int


_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")


def once(
    find: Callable[Concatenate[Book, _Asked], _Found],
) -> Callable[Concatenate[Book, _Asked], _Found]:
    """A function of a workbook that is called once for the same arguments."""

    def find_once(book: Book, /, *asked: _Asked.args, **named: _Asked.kwargs) -> _Found:
        key = find.__qualname__, asked, *named.items()
        if key not in book.found:
            book.found[key] = find(book, *asked, **named)
        found: _Found = book.found[key]
        return found

    return wraps(find)(find_once)


@dataclass(frozen=True, eq=False)
class Book:
    """A workbook with calculated values."""

    event: Event
    found: dict[object, Any] = field(default_factory=dict)
    """What was found out of it, by what was asked."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.event.name

    @property
    def values(self) -> Workbook:
        """The workbook, opened with its values."""
        return self.event.values

    @property
    def problem(self) -> str:
        """Why the workbook is not treated as one of ours."""
        return self.event.problem

    @property
    def template(self) -> str:
        """The template that made it; blank for a user's own workbook."""
        return "" if self.problem else self.event.template.name

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables, as the template makes them; none of a user's own workbook."""
        return () if self.problem else self.event.tables

    def in_english(self, label: str) -> str:
        """What a label of the workbook is called in English."""
        return self.event.language.english(label, is_value=True) if self.tables else label

    # Values ---------------------------------------------------------------------------------------

    def value(self, cell: CellAddress) -> Any:
        """The value of a cell as formulas take it."""
        return self._in_formula(self._sheets[cell.sheet].cell(cell.row, cell.column).value)

    @cached_property
    def _sheets(self) -> Mapping[str, Any]:
        """The sheets by name: openpyxl goes through all of them for each cell."""
        return {sheet.title: sheet for sheet in self.values.worksheets}

    def _in_formula(self, value: Any) -> Any:
        """A value as formulas take it: dates are numbers."""
        if isinstance(value, (datetime, date, time, timedelta)):
            return _serial_number(value, self.values.epoch)
        return value

    def evaluate(self, formulas: Sequence[str]) -> list[Any]:
        """The values of formulas that name the sheets of their references; None for no value.

        What calculates gives them, so that they also test what :meth:`block_of` gives.
        """
        if not calculator().calculates:
            return list(map(self.block_of, formulas))
        return self._scratch.evaluate([normalize_calls(self.without_names(f)) for f in formulas])

    @once
    def block_of(self, formula: str) -> Any:
        """The value of a formula, rows of values where it is an array."""
        try:
            return self._evaluator.evaluate(self.without_names(formula))
        except NotKnownError:  # somebody's own workbook has many more functions
            return self.evaluate([formula])[0] if calculator().calculates else None

    def evaluate_one(self, formula: str) -> Any:
        """The value of a formula, of an array its first."""
        value = self.block_of(formula)
        while isinstance(value, list):
            value = value[0]
        return value

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.block)

    @cached_property
    def _scratch(self) -> Scratch:
        return calculator().scratch(self._columns_of, self.event.workbook.date1904)

    def _columns_of(self, sheet: str, left: int, right: int) -> list[list[Any]]:
        """The values of some columns of a sheet, by rows."""
        is_there = sheet in self.values.sheetnames
        return self.block(sheet, Range(1, left, MAX_ROW, right)) if is_there else []

    @once
    def block(self, sheet: str, range_: Range) -> list[list[Any]]:
        """The values of a range, down to the last row of the sheet."""
        last_row, last_column = self._size(sheet)
        bottom = max(range_.top, min(range_.bottom, last_row))
        right = max(range_.left, min(range_.right, last_column))
        cells = self._sheets[sheet]
        rows = cells.iter_rows(range_.top, bottom, range_.left, right, values_only=True)
        return [[self._in_formula(value) for value in row] for row in rows]

    @once
    def _size(self, sheet: str) -> tuple[int, int]:
        """The last row and column of a sheet: openpyxl goes through all cells for them."""
        cells = self._sheets[sheet]
        return cells.max_row, cells.max_column

    # Names ----------------------------------------------------------------------------------------

    def without_names(self, formula: str) -> str:
        """A formula with the formulas of defined names in place of the names."""

        def meaning(node: Node) -> str | None:
            is_name = isinstance(node, Designator) and not isinstance(node, Reference)
            return self.resolve_name(node.text) if is_name else None

        try:
            return rewrite(formula, meaning)
        except FormulaError:
            return formula

    def resolve_name(self, name: str) -> str:
        """The formula of a defined name; other texts as they are."""
        return self.names.get(name.casefold(), name)

    def area(self, text: str) -> Area | None:
        """The cells that a reference or a name means."""
        return area_of(self.resolve_name(text.strip()))

    @cached_property
    def names(self) -> dict[str, str]:
        """The formulas of defined names, by their small letters."""
        words = {} if self.problem else words_of(self.event.outline)
        names = {name.casefold(): f'("{word}")' for name, word in words.items()}
        for name, defined in self.values.defined_names.items():
            text = str(defined.attr_text)
            if root := root_of(text):
                names[name.casefold()] = text if isinstance(root, Reference) else f"({text})"
        return names

    # Formulas -------------------------------------------------------------------------------------

    def formula(self, cell: CellAddress, native: bool = False) -> str:
        """The formula of a cell, with calls of our functions; blank for a constant.

        With ``native`` it is the formula that stands in the cell of a native workbook.  References
        name their sheets.
        """
        text = self.formula_on_sheet(cell, native)
        return qualify_references(text, cell.sheet) if text else ""

    def formula_on_sheet(
        self, cell: CellAddress, native: bool = False, explained: bool = True
    ) -> str:
        """The same, with references as the sheet of the cell has them."""
        if found := self.table_cell(cell):
            return found.table.called_formula(found.key, found.at, native, explained)
        return self._saved_formula(cell)

    def is_helper(self, cell: CellAddress) -> bool:
        """Whether a cell is of a column that only built-in formulas need."""
        found = self.table_cell(cell)
        return found is not None and found.key in self._helpers(found.table)

    @once
    def _helpers(self, table: Table) -> set[str]:
        return {column.key for column in table.columns if column.only == "native"}

    def holds_formula(self, cell: CellAddress) -> bool:
        """Whether a formula stands in a cell."""
        return (cell.row, cell.column) in self._formulas_of(cell.sheet)[1]

    def _saved_formula(self, cell: CellAddress) -> str:
        sheet, indexes = self._formulas_of(cell.sheet)
        if (cell.row, cell.column) not in indexes:
            return ""
        anchor = sheet.formula_cells.cell(indexes[cell.row, cell.column])
        if area := anchor.array_range:
            text = sheet.formula(anchor)
            if area.cell_count == 1:
                return text
            return f"INDEX({text},{cell.row - area.top + 1},{cell.column - area.left + 1})"
        return self.event.workbook.tables.resolve_references(sheet.resolved_formula(anchor), cell)

    @once
    def _formulas_of(self, sheet: str) -> tuple[SheetXml, dict[tuple[int, int], int]]:
        """The formula cells of a sheet, and their indexes by row and column.

        All cells of an array have that of its first.
        """
        scanned = self.event.workbook.scan(sheet)
        cells = scanned.formula_cells
        indexes = dict(zip(zip(cells.rows, cells.columns), range(len(cells))))
        for index, area in cells.array_ranges.items():
            indexes |= dict.fromkeys(area.cells(), index)
        return scanned, indexes

    # Tables ---------------------------------------------------------------------------------------

    def table_cell(self, cell: CellAddress) -> TableCell | None:
        """The table of ours that a cell stands in, with column and row."""
        for table, letters in self._columns.get(cell.sheet, ()):
            if table.first <= cell.row <= table.last and cell.column in letters:
                return TableCell(table, letters[cell.column], cell.row - table.first)
        return None

    @cached_property
    def _columns(self) -> dict[str, list[tuple[Table, dict[int, str]]]]:
        """The tables of each sheet with the keys of their columns; those that were written."""
        found: dict[str, list[tuple[Table, dict[int, str]]]] = {}
        for table in self.tables:
            if table.related:
                keys = {column_number(table.letter(c.key)): c.key for c in table.columns}
                found.setdefault(table.sheet.title, []).append((table, keys))
        return found

    def cell(self, table: Table, key: str, at: int) -> CellAddress:
        """A cell of a table."""
        return CellAddress(table.sheet.title, table.first + at, column_number(table.letter(key)))

    def term(self, cell: CellAddress) -> Term:
        """A cell as a term."""
        return Term(self.value(cell), str(cell))

    def heading(self, cell: CellAddress) -> Term | None:
        """The heading above a cell: of the table, or the nearest text above."""
        found = self.table_cell(cell)
        rows = [found.table.top] if found else range(cell.row - 1, 0, -1)
        return self._first_text(cell._replace(row=row) for row in rows)

    def text_beside(self, cell: CellAddress) -> Term | None:
        """The first text to the left of a cell."""
        return self._first_text(cell._replace(column=at) for at in range(1, cell.column))

    def _first_text(self, cells: Iterable[CellAddress]) -> Term | None:
        terms = map(self.term, cells)
        texts = (term for term in terms if isinstance(term.value, str) and term.value.strip())
        return next(texts, None)

    def known_heading(self, cell: CellAddress) -> Term | None:
        """The heading above a cell, if readers know it: one that stands in what they see.

        Standings show columns of hidden sheets, under the same heading.
        """
        heading = self.heading(cell)
        if heading and not self.is_shown(cell) and heading.value not in self._words.values():
            return None
        return to_term(self._words.get(heading.formula, heading.value)) if heading else None

    def in_words(self, heading: Term) -> Term:
        """A heading, before it in full where it is short in standings: Games played (P)."""
        word = self._words.get(heading.formula, heading.value)
        return heading if word == heading.value else to_term(f"{word} ({heading.value})")

    @cached_property
    def _words(self) -> dict[str, str]:
        """The headings of the standings in full, by their cells."""
        return {
            str(CellAddress(table.sheet, cell.row, cell.column)): word
            for table in self.event.standings
            for cell, word in zip(table.heading_cells, table.words)
        }

    def name_in_row(self, cell: CellAddress) -> Term:
        """The name of the player in the row of a cell; the number of the row if there is none."""
        if found := self.table_cell(cell):
            return self._name_at(found.table, found.at)
        return self.text_beside(cell) or to_term(say("row {no}", no=cell.row))

    @once
    def _name_at(self, table: Table, at: int) -> Term:
        for other, key in self._names_of(table):
            name = self.term(self.cell(other, key, at))
            if name.value not in (None, ""):
                return _pair(name) if key == PAIR_KEY else name
        if any(self._names_of(table)):
            return to_term(say("No. {no}", no=at + 1))
        return to_term(say("line {no} of {sheet}", no=at + 1, sheet=table.sheet.title))

    @cached_property
    def names_of_pairs(self) -> dict[str, Term]:
        """The names of the players of each pair, by its number; empty where there are none."""
        rows = self.event.rows("pair", "names")
        return {row.text("pair"): self.term(row.cell("names")) for row in rows if row.text("names")}

    def is_of_players(self, cell: CellAddress) -> bool:
        """Whether the rows of a cell's table are players, even if some have no name."""
        found = self.table_cell(cell)
        return found is not None and any(self._names_of(found.table))

    def _names_of(self, table: Table) -> Iterator[tuple[Table, str]]:
        """The columns with the names of a table's rows, in it or beside it."""
        tables = (table, *self.tables_beside(table))
        for key in (*NAME_KEYS, PAIR_KEY):
            for other in tables:
                if any(column.key == key for column in other.columns):
                    yield other, key

    def is_shown(self, cell: CellAddress) -> bool:
        """Whether a reader sees a cell: neither its sheet nor its column is hidden."""
        is_visible = self.values[cell.sheet].sheet_state == "visible"
        return is_visible and cell.column not in self._hidden_columns(cell.sheet)

    @once
    def _hidden_columns(self, sheet: str) -> set[int]:
        return hidden_columns(self.values[sheet])

    def tables_beside(self, table: Table) -> list[Table]:
        """Tables in which the same row is about the same player."""
        return [other for other in self.tables if other.related and other.rows == table.rows]


def _pair(number: Term) -> Term:
    """A pair by its number."""
    return Term(say("Pair {no}", no=format_value(number.value)), f'"Pair "&{number.formula}')


class Area(NamedTuple):
    """Cells of a sheet."""

    sheet: str
    range: Range

    def cell(self, row: int = 0, column: int = 0) -> CellAddress:
        """One of them, counted from the first."""
        return CellAddress(self.sheet, self.range.top + row, self.range.left + column)

    def __str__(self) -> str:
        """As a formula of any sheet names them."""
        return f"{sheet_name_in_formula(self.sheet)}!{self.range}"


def area_of(text: str) -> Area | None:
    """The sheet and the cells of a reference that names its sheet; None for every other text.

    >>> str(area_of("'My sheet'!A1:B2")), area_of("SUM(Data!A1:B2)")
    ("'My sheet'!A1:B2", None)
    """
    node = root_of(text)
    if not isinstance(node, Reference) or not node.sheet_prefix:
        return None
    return Area(node.sheet, parse_reference(node.local_text))


def root_of(formula: str) -> Node | None:
    """The node of a whole formula; None for one that cannot be read."""
    try:
        return parse(formula).root
    except FormulaError:
        return None


_serial_number: Callable[[date | time | timedelta, datetime], float] = to_excel
"""The number that a cell holds for a date, a time or a duration, counted from day 0."""
