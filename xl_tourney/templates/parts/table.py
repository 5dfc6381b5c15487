"""What every template writes: texts that stay texts, named cells, inputs, tables of formulas.

A :class:`Table` is declared by its columns.  A column without a formula is an input; a formula is
written once and is the same in every row.  A formula that calls our functions has a built-in
formula beside it, and helper columns for it are marked so.  A formula names cells by column:

========================  ===================================================
``{row[games]}``          the cell in this row
``{upto[games]}``         the cells from the first row to this one
``{before[games]}``       the cells from the heading to the row above
``{above[games]}``        the cell in the row above; ``{following[games]}``: the next
``{group[games]}``        all cells of that column in the table ``group``
``{group[share:lead]}``   all cells of several columns that stand side by side
``{group.block[games]}``  the cells of that column in the same block of rows
``{group.heads[games]}``  the heading of that column
``{group.top[games]}``    the first cell of that column
``{group.row[games]}``    the cell in the same row of the table ``group``; of a
                          table further down (``below``), counted from the
                          headings
========================  ===================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils import (
    absolute_coordinate,
    column_index_from_string,
    get_column_letter,
    quote_sheetname,
)
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from ...errors import OptionError
from . import theme
from .workbook import Functions, workbook_of

_WORD, _INDENT = 1.1, 1.6
"""The width of a bold letter, and what a heading leaves free, in widths of a digit."""
_RELATIVE = re.compile(r"""'[^']*'|"[^"]*"|%|(?P<column>\$[A-Z]{1,3})(?P<row>\d+)""")
"""The parts of a formula that move with it: rows without a $, outside of quotes."""

_COLUMN_NAMED = re.compile(r"\{(?P<table>\w+)\[(?P<key>\w+)(?::(?P<last>\w+))?\]\}")
"""A reference by column, without another part of the table such as ``.row``."""

TEXT_FORMAT = "@"
NOT_ZERO = "0;-0;"
"""Shows a number, and nothing for 0: for flags, and for numbers that blank rows do not have."""


def write(cell: Cell, value: object) -> None:
    """Write a value as it is: a text stays a text, whatever it begins with."""
    if not isinstance(value, str):
        assert value is None or isinstance(value, (int, float))
        cell.value = value
        return
    if ILLEGAL_CHARACTERS_RE.search(value):
        raise OptionError(f"{value!r} holds a control character; type it again without.")
    cell.value = value
    cell.data_type = "s"
    cell.quotePrefix = value[:1] in ("=", "+", "-", "@", "'")


def is_duplicate(key: str) -> str:
    """1 where the text of a column stands in a row above already, else 0.

    Whether it is the same text is compared sign by sign, which takes long in long tables; so it is
    looked up first.  A look-up takes *, ? and ~ for signs of its own: it may find too much, and
    with ~ too little.
    """
    row, upto, before = (f"{{{span}[{key}]}}" for span in ("row", "upto", "before"))
    nowhere = f'AND(ISNA(MATCH({row},{before},0)),ISERROR(FIND("~",{row})))'
    return f"IF({nowhere},0,IF(SUMPRODUCT(({upto}={row})*1)>1,1,0))"


def name_cells(workbook: Workbook, name: str, sheet: Worksheet, cells: str) -> None:
    """Give cells a name that formulas and programs call them by."""
    place = f"{quote_sheetname(sheet.title)}!{absolute_coordinate(cells)}"
    workbook.defined_names[name] = DefinedName(name, attr_text=place)


@dataclass(frozen=True)
class InputRule:
    """The values that may be typed into a cell, and the message about them."""

    kind: Literal["whole", "decimal", "list", "textLength"]
    message: str
    minimum: float | str = 0
    """The least number, or what a list holds: texts, or cells such as ``{listed[name]}``."""
    maximum: float | None = None
    """The largest number; none for any."""
    is_strict: bool = True
    """Whether anything else is refused; else the person who types it is asked."""
    decimals: int | None = 2
    """How many decimals a number has at most; None for any.

    A spreadsheet makes 0.084 of 2:1, which is a time, and 0.6 of 60%: with so many decimals, and
    where only halves are below :attr:`whole_from`, neither is taken for a number.
    """
    whole_from: float = 1
    """From where on a number may have decimals."""
    halves: bool = True
    """Whether it may be a half below that, as in a match of chess."""

    @property
    def is_number(self) -> bool:
        """Whether numbers are typed."""
        return self.kind in ("whole", "decimal")

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of a list; none where it is one of cells."""
        text = str(self.minimum)
        is_list = self.kind == "list" and text.startswith('"')
        return tuple(text.strip('"').split(",")) if is_list else ()

    def _fits(self, cell: str) -> str:
        """Whether a number is one that the rule takes."""
        tests = [f"{cell}>={self.minimum}"]
        if self.maximum is not None:
            tests.append(f"{cell}<={self.maximum}")
        if self.kind == "whole":
            tests.append(f"INT({cell})={cell}")
        elif self.decimals is not None:
            unit = f"{cell}+{cell}" if self.halves else cell
            tests.append(f"ROUND({cell},{self.decimals})={cell}")
            tests.append(f"OR(ABS({cell})>={self.whole_from},INT({unit})={unit})")
        return f"AND({','.join(tests)})"

    def refuses(self, cell: str) -> str:
        """A formula: 1 where a cell holds what the rule does not take, however it came there.

        >>> InputRule("whole", "A number of games.").refuses("B6")
        'IF(B6="",0,IF(ISNUMBER(B6),IF(AND(B6>=0,INT(B6)=B6),0,1),1))'
        """
        return f'IF({cell}="",0,IF(ISNUMBER({cell}),IF({self._fits(cell)},0,1),1))'

    def apply(self, sheet: Worksheet, cells: str, tables: Mapping[str, Table]) -> None:
        """Have the cells checked when they are typed into, and numbers that do not fit marked."""
        listed, first = self.kind == "list", cells.partition(":")[0]
        is_custom = self.kind == "decimal" and self.decimals is not None
        validation = DataValidation(
            type="custom" if is_custom else self.kind,
            operator="between" if listed or self.maximum is not None else "greaterThanOrEqual",
            formula1=self._fits(first) if is_custom else with_sheet(str(self.minimum), tables),
            formula2=None if is_custom or self.maximum is None else str(self.maximum),
            allow_blank=not listed,
            errorStyle=None if self.is_strict else "warning",
            showErrorMessage=True,
            showInputMessage=True,
            errorTitle="Please check",
            error=self.message,
            prompt=self.message,
        )
        sheet.add_data_validation(validation)
        validation.add(cells)
        if self.is_number:
            theme.highlight(sheet, cells, [(f"{self.refuses(first)}=1", theme.LOOK_OUT)])


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    key: str
    heading: str
    """What stands above it, as its community writes it: GD."""
    formula: str = ""
    """The same in every row; a column without one is an input."""
    array: bool = False
    """Whether one array formula fills the whole column, or each block of rows."""
    number_format: str = "General"
    width: float = 10
    align: str = "right"
    rule: InputRule | None = None
    style: theme.CellStyle | None = None
    native: str = ""
    """The built-in formula beside one that calls our functions."""
    only: Literal["native", "functions", "addin", "no addin"] | None = None
    """The variants of the workbook that have the column; helper columns are only in some."""
    in_addin: bool = False
    """Whether its functions are only in the add-in: LAMBDA workbooks have the built-in formula."""
    may_be_error: bool = False
    """Whether an error is an answer here, and no sign that the workbook does not calculate."""
    may_be_na: str = ""
    """The condition (a formula) under which #N/A is an answer: a figure that cannot be known."""
    identifies: bool = False
    """Whether this input, with others like it, tells which row is meant."""
    begins_with_row: bool = False
    """Whether this input begins with the number of another row of the table."""
    filled_by: str = ""
    """The array formula that fills this column together with others beside it."""
    filled_at: int = 0
    """Which column, from 1, of that array it is."""
    derivation: str = ""
    """The call of our functions that gives the figure, where the formula has more around it."""
    called: str = ""
    """In a native workbook the formula with our functions; the cells have the built-in one."""
    calls_array: bool = False
    """Whether that is an array formula."""
    head: str = ""
    """The formula that stands in the cell of the heading, where that is no fixed text."""
    cell_name: str = ""
    """The defined name of its cells."""
    words: str = ""
    """The heading in full, where that is a short form: Goal difference."""
    note: str = ""
    """What a reader should know of its figures, in a sentence or two."""
    formerly: tuple[str, ...] = ()
    """The headings that it has in workbooks of earlier versions."""
    said: str = ""
    """The sentence that explains a figure, with the row's figures by key: ``{won} wins: {points}``.

    A part in square brackets is left out where one of its figures is blank or 0.
    """

    @property
    def is_input(self) -> bool:
        """Whether its cells are tinted, and typed into."""
        return not self.formula and self.style in (None, theme.INPUT)

    def is_headed(self, text: str) -> bool:
        """Whether a text is its heading, or was that in an earlier version."""
        return text in (self.heading, *self.formerly)

    def explain_heading(self, sheet: Worksheet, cell: str) -> None:
        """Say what a short heading means to whoever selects its cell."""
        if self.words or self.note:
            title, prompt = self.words or self.heading, self.note or self.words
            sheet.add_data_validation(
                DataValidation(sqref=cell, showInputMessage=True, promptTitle=title, prompt=prompt)
            )


def text_column(
    key: str, heading: str, width: float, message: str, identifies: bool = False
) -> Column:
    """A column of texts that are typed in; ``message`` says what they are."""
    rule = InputRule("textLength", message, 0, 255)
    return Column(key, heading, "", False, TEXT_FORMAT, width, "left", rule, identifies=identifies)


def refused(table: str, columns: Iterable[Column]) -> str:
    """A formula: how many typed numbers of a row of ``table`` its columns do not take."""
    return refused_in(columns, lambda key: f"{{{table}.row[{key}]}}")


def refused_in(columns: Iterable[Column], cell_of: Callable[[str], str]) -> str:
    """A formula: how many numbers typed into cells, one of each column, they do not take."""
    rules = {column.key: column.rule for column in columns if column.is_input and column.rule}
    return "+".join(rule.refuses(cell_of(key)) for key, rule in rules.items() if rule.is_number)


def columns_of_variant(columns: Iterable[Column], functions: Functions) -> list[Column]:
    """The columns that a workbook has, with the formulas of its variant."""
    variants = {
        None,
        "native" if functions == "native" else "functions",
        "addin" if functions == "addin" else "no addin",
    }
    declared = list(columns)
    kept = [c for c in declared if c.only in variants]
    if functions != "native":
        in_lambdas = functions == "lambda"
        return [
            replace(c, formula=c.native, array=False) if c.in_addin and in_lambdas else c
            for c in kept
        ]
    called = {c.key: c for c in declared if c.only == "functions" or c.native}
    return [_native(c, called[c.key]) if c.key in called else c for c in kept]


def _native(column: Column, called: Column) -> Column:
    """A column of a native workbook, with what calls our functions for the same figure."""
    native = replace(column, formula=column.native or column.formula, array=False)
    if column.in_addin:
        return native
    return replace(
        native,
        called=called.formula,
        derivation=called.derivation,
        calls_array=called.array,
        filled_by=called.filled_by,
        filled_at=called.filled_at,
    )


def _sheet_in_formula(title: str) -> str:
    """A sheet's name as formulas write it; one plain word longer than a column needs no quotes."""
    return title if re.fullmatch("[A-Za-z]{4,}", title) else quote_sheetname(title)


def with_sheet(text: str, tables: Mapping[str, Table]) -> str:
    """A text in which the cells of tables are named with their sheets, wherever it stands."""

    def address(found: re.Match[str]) -> str:
        table = tables[found["table"]]
        key = found["key"] + (f":{found['last']}" if found["last"] else "")
        cells = table.span(key, table.first, table.last, "$")
        return f"{_sheet_in_formula(table.sheet.title)}!{cells}"

    return _COLUMN_NAMED.sub(address, text)


class _References:
    """The addresses of a table's cells, by column."""

    def __init__(self, address: Callable[[str], str]) -> None:
        self._address = address

    def __getitem__(self, key: str) -> str:
        return self._address(key)


class _TableReferences(_References):
    """A table as a formula in one row of some sheet refers to it."""

    def __init__(self, table: Table, sheet: Worksheet, at: int) -> None:
        there = "" if sheet is table.sheet else f"{_sheet_in_formula(table.sheet.title)}!"
        top, row = table.first, table.first + at
        super().__init__(lambda key: there + table.span(key, top, table.last, "$"))
        start = row - at % table.block
        self.block = _References(
            lambda key: there + table.span(key, start, start + table.block - 1)
        )
        self.heads = _References(lambda key: there + table.span(key, table.top, table.top, "$"))
        self.row = _References(lambda key: there + table.span(key, row))
        self.top = _References(lambda key: f"{there}${table.letter(key)}${top}")
        self.above = _References(lambda key: there + table.span(key, row - 1))
        self.following = _References(lambda key: there + table.span(key, row + 1))
        self.upto = _References(
            lambda key: f"{there}${table.letter(key)}${top}:{table.span(key, row)}"
        )
        self.before = _References(
            lambda key: f"{there}${table.letter(key)}${top - 1}:${table.letter(key)}{row - 1}"
        )


class Table:
    """Columns of cells with headings, somewhere on a sheet."""

    def __init__(
        self,
        sheet: Worksheet,
        top: int,
        columns: Sequence[Column],
        rows: int,
        left: int = 1,
        block: int = 0,
        below: int = 0,
        option: str = "",
    ) -> None:
        self.sheet = sheet
        self.top = top
        self.columns = columns_of_variant(columns, workbook_of(sheet).functions)
        self.absent = (
            {column.key: column for column in columns if column.only == "functions"}
            if workbook_of(sheet).is_native
            else {}
        )
        """The columns that only the other variant has, which calls our functions."""
        self.related: Mapping[str, Table] = {}
        """The tables that its formulas name, from when it is written."""
        self.rows = rows
        self.block = block or rows
        """How many rows belong together: all, or those of one board, one round."""
        self.below = below
        """How many rows of another table stand between the headings and this one."""
        self.option = option
        """The option of the template that says how many rows, or blocks, a person can fill."""
        self._letters = {
            column.key: get_column_letter(place) for place, column in enumerate(self.columns, left)
        }
        self.next_left = left + len(self.columns) + 1
        """Where a table beside this one begins, with an empty column between them."""
        if self.columns:
            workbook_of(sheet).tables.append(self)

    @property
    def first(self) -> int:
        """The first row of the sheet that the table has."""
        return self.top + self.below + 1

    @property
    def last(self) -> int:
        """The last row of the sheet that the table has."""
        return self.top + self.below + self.rows

    @property
    def is_filled_in(self) -> bool:
        """Whether somebody types into it, or writes on its print."""
        return any(column.is_input or column.style is theme.FORM for column in self.columns)

    def band(self) -> None:
        """Tint every other row, if the sheet is shown."""
        if self.columns and self.sheet.sheet_state == "visible":
            theme.band_rows(self.sheet, self.area(self.columns[0].key, self.columns[-1].key))

    def is_part_of(self, other: Table) -> bool:
        """Whether these are rows of another table."""
        same_columns = self.sheet is other.sheet and self._letters == other._letters
        return same_columns and other.first <= self.first and self.last <= other.last

    def letter(self, key: str) -> str:
        """The column of the sheet in which a column of the table stands."""
        return self._letters[key]

    def span(self, key: str, first: int, last: int | None = None, fixed: str = "") -> str:
        """The address of cells in a column, or in neighbouring ones (``from:to``)."""
        left, _, right = key.partition(":")
        start = f"${self._letters[left]}{fixed}{first}"
        if last is None and not right:
            return start
        return f"{start}:${self._letters[right or left]}{fixed}{last or first}"

    def area(self, *keys: str) -> str:
        """The cells of a column, or from one column to another, without their sheet."""
        return f"{self._letters[keys[0]]}{self.first}:{self._letters[keys[-1]]}{self.last}"

    def write(self, tables: Mapping[str, Table], values: Iterable[Mapping[str, object]]) -> None:
        """Write headings, formulas and inputs; ``values`` are the inputs of each row."""
        inputs = list(values)
        self.related = tables
        for column in self.columns:
            self._write_heading(column, tables)
            cells = self._cells(column)
            _apply_style(column, cells)
            if column.array:
                self._write_arrays(column, tables)
            elif column.formula:
                formula_at = self._formulas(column, tables)
                for at, cell in enumerate(cells):
                    cell._value, cell.data_type = formula_at(at), "f"  # no text to be checked
            elif column.filled_by:
                self._write_block(column, tables)
            else:
                for cell, row in zip(cells, inputs):
                    write(cell, row.get(column.key))
            if column.rule:
                column.rule.apply(self.sheet, self.area(column.key), tables)
            if column.cell_name:
                where = self.area(column.key) if self.rows > 1 else cells[0].coordinate
                name_cells(workbook_of(self.sheet), column.cell_name, self.sheet, where)

    def _formulas(self, column: Column, tables: Mapping[str, Table]) -> Callable[[int], str]:
        """A column's formula in any row: that of the first row, moved down as a fill would."""
        if "{block" in column.formula or ".block" in column.formula:
            return lambda at: self.formula(column.formula, at, tables)
        rows: list[int] = []

        def to_placeholder(found: re.Match[str]) -> str:
            if not found["row"]:
                return found[0].replace("%", "%%")
            rows.append(int(found["row"]))
            return f"{found['column']}%d"

        text = _RELATIVE.sub(to_placeholder, self.formula(column.formula, 0, tables))
        return lambda at: text % tuple([row + at for row in rows])

    def _write_arrays(self, column: Column, tables: Mapping[str, Table]) -> None:
        for at in range(0, self.rows, self.block):
            top = self.first + at
            area = self.span(column.key, top, top + self.block - 1).replace("$", "")
            formula = ArrayFormula(area, self.formula(column.formula, at, tables))
            self.sheet[area.partition(":")[0]] = formula

    def _write_block(self, column: Column, tables: Mapping[str, Table]) -> None:
        """The array formula that fills several columns, from the first of them."""
        if column.filled_at == 1:
            keys = [other.key for other in self.columns if other.filled_by == column.filled_by]
            area = self.area(keys[0], keys[-1])
            formula = ArrayFormula(area, self.formula(column.filled_by, 0, tables))
            self.sheet[area.partition(":")[0]] = formula

    def formula(self, text: str, at: int, tables: Mapping[str, Table]) -> str:
        """A column's formula as it stands in one row."""
        references = {
            name: _TableReferences(table, self.sheet, at + max(0, self.below - table.below))
            for name, table in tables.items()
            if f"{{{name}" in text
        }
        own = _TableReferences(self, self.sheet, at)
        return text.format(
            row=own.row,
            upto=own.upto,
            before=own.before,
            block=own.block,
            above=own.above,
            following=own.following,
            **references,
        )

    def called_formula(self, key: str, at: int, native: bool = False) -> str:
        """The formula of a cell with our functions; blank for an input.

        ``native`` is for what stands in the cell.

        It refers only to cells that the workbook has: what stands in columns of the other variant
        is written out.
        """
        column = self._column(key)
        if native and column.called:
            return self.formula(column.formula, at, self.related).removeprefix("=")
        text = column.derivation or column.called or column.formula
        if column.filled_by:
            text = f"=INDEX({column.filled_by.removeprefix('=')},{at + 1},{column.filled_at})"
        elif column.array or column.calls_array:
            text = f"=INDEX({text.removeprefix('=')},{at % self.block + 1})"
        return self.formula(self._write_out(text, at), at, self.related).removeprefix("=")

    def _column(self, key: str) -> Column:
        there = next((column for column in self.columns if column.key == key), None)
        return there or self.absent[key]

    def _write_out(self, text: str, at: int) -> str:
        """A formula in which references to columns of the other variant are their formulas."""

        def replaced(found: re.Match[str]) -> str:
            name, key, last = found["table"], found["key"], found["last"]
            table = self if name == "row" else self.related.get(name, self)
            if key not in table.absent or key in table._letters:
                return found[0]
            column = table.absent[key]
            if column.filled_by:
                place = 0 if last else column.filled_at
                block = self._write_out(column.filled_by.removeprefix("="), at)
                return f"INDEX({block},{at + 1},{place})"
            formula = column.formula.removeprefix("=")
            if column.array:
                formula = f"INDEX({formula},{at % self.block + 1})" if name == "row" else formula
            elif name != "row":
                formula = formula.replace("{row[", f"{{{name}[")
            return self._write_out(formula, at)

        return _COLUMN_NAMED.sub(replaced, text)

    def _write_heading(self, column: Column, tables: Mapping[str, Table]) -> None:
        cell = self.sheet[f"{self._letters[column.key]}{self.top}"]
        write(cell, column.heading)
        theme.apply_style(cell, theme.HEADING, align=column.align, wrap=True)
        theme.fit_row_height(self.sheet, self.top, column.heading, column.width)
        word = max(map(len, column.heading.split()), default=0)
        width = max(column.width, _WORD * word + _INDENT)
        self.sheet.column_dimensions[self._letters[column.key]].width = width
        column.explain_heading(self.sheet, cell.coordinate)
        if column.head:
            cell.value = self.formula(column.head, 0, tables)

    def _cells(self, column: Column) -> list[Any]:
        at = column_index_from_string(self._letters[column.key])
        return [self.sheet.cell(row, at) for row in range(self.first, self.last + 1)]


def _apply_style(column: Column, cells: Sequence[Any]) -> None:
    """Give the cells of a column their look; the others take it from the first."""
    style = column.style or (theme.VALUE if column.formula else theme.INPUT)
    unlocked = style is theme.INPUT
    first, *others = cells
    theme.apply_style(first, style, column.number_format, column.align, unlocked=unlocked)
    for cell in others:
        cell._style = copy(first._style)
