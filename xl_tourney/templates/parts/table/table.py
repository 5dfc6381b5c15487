"""A table of a workbook: its columns written as headings, formulas and inputs.

A column without a formula is an input; a formula is written once and is the same in every row.  A
formula that calls our functions has a built-in formula beside it, and helper columns for it are
marked so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from .. import theme
from ..workbook import workbook_of
from .addresses import COLUMN_NAMED, SAID, Placement, TableReferences
from .cells import name_cells, write
from .columns import Column, columns_of_variant
from .words import with_word_cells

_RELATIVE = re.compile(r"""'[^']*'|"[^"]*"|%|(?P<column>\$[A-Z]{1,3})(?P<row>\d+)""")
"""The parts of a formula that move with it: rows without a $, outside of quotes."""

_WORD, _INDENT = 1.1, 1.6
"""The width of a bold letter, and what a heading leaves free, in widths of a digit."""


def width_of_longest_word(heading: str) -> float:
    """The width of a column in which no word of a heading is broken.

    A word of wide letters, such as a Japanese heading, may go on in a second line.
    """
    words = [(theme.width_in_letters(word), len(word)) for word in heading.split()]
    widest = max((math.ceil(wide / 2) if wide > n else n for wide, n in words), default=0)
    return _WORD * widest + _INDENT


class Table(Placement):
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
        name: str = "",
    ) -> None:
        self.name = name
        """What formulas of its template call it."""
        self.columns = columns_of_variant(columns, workbook_of(sheet).functions)
        super().__init__(sheet, top, (c.key for c in self.columns), rows, left, block, below)
        self.absent = (
            {column.key: column for column in columns if column.only == "functions"}
            if workbook_of(sheet).is_native
            else {}
        )
        """The columns that only the other variant has, which calls our functions."""
        self.related: Mapping[str, Table] = {}
        """The tables that its formulas name, from when it is written."""
        self.option = option
        """The option of the template that says how many rows, or blocks, a person can fill."""
        self.next_left = left + len(self.columns) + 1
        """Where a table beside this one begins, with an empty column between them."""
        if self.columns:
            workbook_of(sheet).tables.append(self)

    @property
    def is_filled_in(self) -> bool:
        """Whether somebody types into it, or writes on its print."""
        return any(column.is_input or column.style is theme.FORM for column in self.columns)

    def band(self) -> None:
        """Tint every other row, if the sheet is shown."""
        if self.columns and self.sheet.sheet_state == "visible":
            theme.band_rows(self.sheet, self.area(self.columns[0].key, self.columns[-1].key))

    def write(self, tables: Mapping[str, Table], values: Iterable[Mapping[str, object]]) -> None:
        """Write headings, formulas and inputs; ``values`` are the inputs of each row."""
        inputs = list(values)[: self.rows]
        self.related = tables
        for column in self.columns:
            self._write_heading(column, tables)
            is_typed = not (column.array or column.formula or column.filled_by)
            last_typed = self.first + len(inputs) - 1 if is_typed else 0
            cells = self._cells(column, max(self.last_written, last_typed))
            _apply_style(column, cells)  # which says that what is typed is no label
            if column.array:
                self._write_arrays(column, tables)
            elif column.formula:
                formula_at = self.formulas(column, tables)
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
        if self.columns:  # the sheet of an outline ends where that of the workbook does
            self.sheet.cell(self.last, column_index_from_string(self.letter(self.columns[0].key)))

    def formulas(self, column: Column, tables: Mapping[str, Table]) -> Callable[[int], str]:
        """A column's formula in any row: that of the first row, moved down as a fill would."""
        if column.array or "{block" in column.formula or ".block" in column.formula:
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
        for at in range(0, self.last_written - self.first + 1, self.block):
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
            name: TableReferences(table, self.sheet, at + max(0, self.below - table.below))
            for name, table in tables.items()
            if f"{{{name}" in text
        }
        own = TableReferences(self, self.sheet, at)
        return with_word_cells(text, workbook_of(self.sheet).choices).format(
            row=own.row,
            upto=own.upto,
            before=own.before,
            block=own.block,
            above=own.above,
            following=own.following,
            said=SAID,
            **references,
        )

    def called_formula(
        self, key: str, at: int, native: bool = False, explained: bool = True
    ) -> str:
        """The formula of a cell with our functions; blank for an input.

        ``native`` is for what stands in the cell; one that is not ``explained`` has its value.

        It refers only to cells that the workbook has: what stands in columns of the other variant
        is written out.
        """
        column = self._column(key)
        if native and column.called:
            return self.formula(column.formula, at, self.related).removeprefix("=")
        text = (explained and column.derivation) or column.called or column.formula
        row = str(at + 1) if explained or not self._is_one_block else self._row_filled_down(at)
        if column.filled_by:
            text = f"=INDEX({column.filled_by.removeprefix('=')},{row},{column.filled_at})"
        elif column.array or column.calls_array:
            element = row if self._is_one_block else at % self.block + 1
            text = f"=INDEX({text.removeprefix('=')},{element})"
        return self.formula(self._write_out(text, row), at, self.related).removeprefix("=")

    def is_filled_down(self, key: str) -> bool:
        """Whether each row has the formula of the first, moved down as a fill would.

        That is what is called, too, where it is not explained.
        """
        column = self._column(key)
        texts = f"{column.called}{column.formula}"
        absent = [
            other
            for table in (self, *self.related.values())
            for other in table.absent.values()
            if f"[{other.key}]" in texts
        ]
        is_array = column.array or column.calls_array or column.filled_by or absent
        if is_array and (not self._is_one_block or (column.array and not column.called)):
            return False
        texts += "".join(f"{other.formula}{other.filled_by}" for other in absent)
        return not ("{block" in texts or ".block" in texts)

    @property
    def _is_one_block(self) -> bool:
        return self.block == self.rows

    def _row_filled_down(self, at: int) -> str:
        """The number of a row as a formula that is filled down."""
        return f"ROW($A{self.first + at})-{self.first - 1}"

    def _column(self, key: str) -> Column:
        there = next((column for column in self.columns if column.key == key), None)
        return there or self.absent[key]

    def _write_out(self, text: str, at: str) -> str:
        """A formula in which references to columns of the other variant are their formulas.

        ``at`` is the number of the row, from 1.
        """

        def replaced(found: re.Match[str]) -> str:
            name, key, last = found["table"], found["key"], found["last"]
            table = self if name == "row" else self.related.get(name, self)
            if key not in table.absent or key in table._letters:
                return found[0]
            column = table.absent[key]
            if column.filled_by:
                row, place = at if name == "row" else 0, 0 if last else column.filled_at
                block = self._write_out(column.filled_by.removeprefix("="), at)
                return f"INDEX({block},{row},{place})"
            formula = column.formula.removeprefix("=")
            if column.array:
                element = at if self._is_one_block else (int(at) - 1) % self.block + 1
                formula = f"INDEX({formula},{element})" if name == "row" else formula
            elif name != "row":
                formula = formula.replace("{row[", f"{{{name}[")
            return self._write_out(formula, at)

        return COLUMN_NAMED.sub(replaced, text)

    def _write_heading(self, column: Column, tables: Mapping[str, Table]) -> None:
        cell = self.sheet[f"{self._letters[column.key]}{self.top}"]
        write(cell, column.heading)
        theme.apply_style(cell, theme.HEADING, align=column.align, wrap=True)
        theme.fit_row_height(self.sheet, self.top, column.heading, column.width)
        width = max(column.width, width_of_longest_word(column.heading))
        self.sheet.column_dimensions[self._letters[column.key]].width = width
        column.explain_heading(self.sheet, cell.coordinate)
        if column.head:
            cell.value = self.formula(column.head, 0, tables)

    def _cells(self, column: Column, last: int) -> list[Any]:
        at = column_index_from_string(self._letters[column.key])
        return [self.sheet.cell(row, at) for row in range(self.first, last + 1)]

    @property
    def last_written(self) -> int:
        """The last row with formulas: in an outline the first of the table."""
        return self.first if workbook_of(self.sheet).is_outline else self.last


def _apply_style(column: Column, cells: Sequence[Any]) -> None:
    """Give the cells of a column their look; the others take it from the first."""
    style = column.style or (theme.VALUE if column.formula else theme.INPUT)
    unlocked = style is theme.INPUT
    first, *others = cells
    theme.apply_style(first, style, column.number_format, column.align, unlocked=unlocked)
    for cell in others:
        cell._style = copy(first._style)
