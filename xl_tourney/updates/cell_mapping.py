"""The new place of each cell of a workbook when its tables get more rows or columns.

An example: a table in rows 5 to 14 grows to 20 rows.  Its cells stay, a note in row 17 below it
goes down to row 27, and ``SUM(B5:B14)`` becomes ``SUM(B5:B24)``, for a range that ends where the
table ends does so again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..errors import WorkbookError
from ..grammar.parser import rewrite
from ..grammar.references import (
    Range,
    column_letters,
    column_number,
    parse_range,
    unquote_sheet_name,
)
from ..grammar.syntax_tree import FormulaError, Node, Reference
from ..templates.parts.table import Table

_CELL = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]+)")

_OTHER_COLUMNS = (
    "With so much room the workbook would have other columns; make a new one with xl-tourney new."
)


@dataclass(frozen=True)
class GrownTable:
    """A table before and after it has grown."""

    old: Table
    new: Table

    @cached_property
    def columns(self) -> dict[int, int]:
        """The new column of each old one."""
        return {at: self._new[key] for key, at in self._old.items()}

    @cached_property
    def sources(self) -> dict[int, int]:
        """The old column of each new one; for an additional round, the column of the last round."""
        of_kind = _last_of_kinds(self._old)
        sources = (
            (at, self._old.get(key, of_kind.get(_kind(key)))) for key, at in self._new.items()
        )
        return {at: source for at, source in sources if source}

    @cached_property
    def last_of_kind(self) -> dict[int, int]:
        """The last old column of each kind that has new columns, with the last new one."""
        new = _last_of_kinds(self._new)
        old = _last_of_kinds(self._old)
        return {at: new[kind] for kind, at in old.items() if new[kind] != self.columns[at]}

    @cached_property
    def old_right(self) -> int:
        """The last old column."""
        return [*self._old.values()][-1]

    @cached_property
    def new_right(self) -> int:
        """The last new column."""
        return [*self._new.values()][-1]

    @cached_property
    def _old(self) -> dict[str, int]:
        return _columns(self.old)

    @cached_property
    def _new(self) -> dict[str, int]:
        return _columns(self.new)

    def contains(self, row: int, column: int) -> bool:
        """Whether an old cell is in the table, or in its headings."""
        return column in self.columns and _has_row(self.old, row)

    def new_contains(self, row: int, column: int) -> bool:
        """Whether a new cell is in the table, or in its headings."""
        return column in self.sources and _has_row(self.new, row)

    def new_row(self, row: int) -> int:
        """The new row of an old one in the table."""
        if row == self.old.top:
            return self.new.top
        block, offset = divmod(row - self.old.first, self.old.block)
        return self.new.first + block * self.new.block + offset

    def source_row(self, row: int) -> int:
        """The old row whose looks a new row has."""
        if row == self.new.top:
            return self.old.top
        # Blocks of 4 rows become blocks of 6: the new rows 0 to 2 look like the old ones, 3 and 4
        # like row 2, and the last one like the last one, which may have a line below.
        block, offset = divmod(row - self.new.first, self.new.block)
        block = min(block, self.old.rows // self.old.block - 1)
        last = self.old.block - 1
        if self.has_more_rows_a_block and last:
            offset = last if offset == self.new.block - 1 else min(offset, last - 1)
        return self.old.first + block * self.old.block + min(offset, last)

    @cached_property
    def has_more_rows_a_block(self) -> bool:
        """Whether it has several blocks, and each has more rows than before."""
        return self.old.rows > self.old.block != self.new.block


def _columns(table: Table) -> dict[str, int]:
    return {column.key: column_number(table.letter(column.key)) for column in table.columns}


def _has_row(table: Table, row: int) -> bool:
    return row == table.top or table.first <= row <= table.last


def _last_of_kinds(columns: Mapping[str, int]) -> dict[str, int]:
    return {_kind(key): at for key, at in columns.items()}


def _kind(key: str) -> str:
    """A column's key without its numbers: the columns of all rounds are of one kind."""
    return key.rstrip("0123456789")


class CellMapping:
    """The new place of every old cell; sheets keep their names."""

    def __init__(self, old: Sequence[Table], new: Sequence[Table]) -> None:
        self._tables: dict[str, list[GrownTable]] = defaultdict(list)
        if len(old) != len(new):
            raise WorkbookError(_OTHER_COLUMNS)
        for before, after in zip(old, new):
            keys = {column.key for column in after.columns}
            if not all(column.key in keys for column in before.columns):
                raise WorkbookError(_OTHER_COLUMNS)
            self._tables[before.sheet.title].append(GrownTable(before, after))
        for tables in self._tables.values():  # the parts of a table come before it
            tables.sort(key=lambda table: table.old.rows)

    def tables(self, sheet: str) -> Sequence[GrownTable]:
        """The tables of a sheet, parts of a table before the whole."""
        return self._tables.get(sheet, ())

    def cell(self, sheet: str, row: int, column: int) -> tuple[int, int]:
        """The new place of an old cell."""
        for table in self.tables(sheet):
            if table.contains(row, column):
                return table.new_row(row), table.columns[column]
        own = [table for table in self.tables(sheet) if column in table.columns]
        below = max((t.new.last - t.old.last for t in own if t.old.last < row), default=0)
        beside = own[0].columns[column] if own else column + self._shift(sheet, column)
        return row + below, beside  # rows below a table go down with its end

    def source(self, sheet: str, row: int, column: int) -> tuple[int, int] | None:
        """The old cell whose looks a new cell has; None if there is none."""
        for table in self.tables(sheet):
            if table.new_contains(row, column):
                return table.source_row(row), table.sources[column]
        for table in self.tables(sheet):
            if column in table.sources:
                if row < table.new.top:
                    return row, table.sources[column]
                return row - (table.new.last - table.old.last), table.sources[column]
        return row, column - self._shift(sheet, column)

    def source_in_block(self, sheet: str, row: int, column: int) -> tuple[int, int] | None:
        """:meth:`source` for a cell in blocks that have more rows than before; None elsewhere."""
        for table in self.tables(sheet):
            if table.has_more_rows_a_block and table.new_contains(row, column):
                return table.source_row(row), table.sources[column]
        return None

    def range(self, sheet: str, area: Range, *, is_area: bool = False) -> Range:
        """The new place of a range: one that ends where a table ends does so again.

        An ``is_area`` of looks or rules that ends with the last round goes on to the new rounds.
        """
        top, left = self.cell(sheet, area.top, area.left)
        bottom, right = self.cell(sheet, area.bottom, area.right)
        covered = [
            table
            for table in self.tables(sheet)
            if any(area.left <= column <= area.right for column in table.columns)
        ]
        if area.bottom > area.top:
            ends = [t.new.last for t in covered if t.old.last == area.bottom >= t.old.first]
            bottom = max([bottom, *ends])
        if area.right > area.left or is_area:
            at_edge = [t.last_of_kind[area.right] for t in covered if area.right in t.last_of_kind]
            right = max([right, *at_edge])
        return Range(top, left, bottom, right)

    def areas(self, sheet: str, areas: str) -> str:
        """The new place of ranges with blanks between them, as ``sqref`` writes them."""
        mapped = []
        for text in areas.split():
            try:
                mapped.append(str(self.range(sheet, parse_range(text), is_area=True)))
            except ValueError:  # whole rows or columns
                mapped.append(text)
        return " ".join(mapped)

    def formula(self, sheet: str, formula: str) -> str:
        """A formula of a sheet with the new places of all cells that it refers to."""

        def mapped(node: Node) -> str | None:
            return self._reference(sheet, node.text) if isinstance(node, Reference) else None

        try:
            return rewrite(formula, mapped)
        except FormulaError:
            return formula

    def _reference(self, own_sheet: str, text: str) -> str | None:
        """A reference to cells of tables as it is now; None for any other."""
        prefix, mark, reference = text.rpartition("!")
        sheet = unquote_sheet_name(prefix) if mark else own_sheet
        cells = [_CELL.fullmatch(cell) for cell in reference.split(":")]
        if sheet not in self._tables or len(cells) > 2 or None in cells:
            return None
        area = self.range(sheet, parse_range(reference))
        corners = [(area.top, area.left), (area.bottom, area.right)]
        texts = (
            f"{cell[1]}{column_letters(column)}{cell[3]}{row}"
            for cell, (row, column) in zip(cells, corners)
            if cell
        )
        return f"{prefix}{mark}{':'.join(texts)}"

    def _shift(self, sheet: str, column: int) -> int:
        """How far a column beside tables goes to the right: as far as the last of them."""
        left = (table for table in self.tables(sheet) if table.old_right < column)
        nearest = max(left, key=lambda table: table.old_right, default=None)
        return nearest.new_right - nearest.old_right if nearest else 0
