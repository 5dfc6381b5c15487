"""What formulas have in common that call the same functions of cells at other places.

``formula_shape`` leaves the places out; ``relative_formula`` writes them as distances, so that the
formula of a whole column is one text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ...grammar.references import Range, column_letters, column_number

_COLUMN = "[A-Z]{1,2}|[A-W][A-Z]{2}|X[A-E][A-Z]|XF[A-D]"
_ROW = r"[1-9]\d{0,5}"
_CELLS = re.compile(
    rf"""'[^']*'|"[^"]*"|(?<![\w.$?\\])"""
    rf"(?P<start>\$?)(?P<column>{_COLUMN})(?P<middle>\$?)(?P<row>{_ROW})"
    rf"(?::(?P<to>\$?)(?P<last_column>{_COLUMN})(?P<behind>\$?)(?P<last_row>{_ROW}))?"
    r"(?![\w.!:?\\]|\s*\()"
)
"""Texts, names of sheets in quotes, cells, and ranges of cells."""


def formula_shape(formula: str) -> str:
    """A formula but for the places of its cells; what else it says is in it, and sizes of ranges.

    Cells of one column stay cells of one column.  A formula that reads another workbook or a table
    is its own shape.

    >>> formula_shape("SUM($B6:$C9)*C6+LOG10(2)") == formula_shape("SUM($F7:$G10)*G8+LOG10(2)")
    True
    >>> formula_shape("SUM(B6:C9)*C6") in map(formula_shape, ("SUM(B6:C8)*C6", "SUM(B6:C9)*B6"))
    False
    """
    letters: dict[str, int] = {}

    def without_place(found: re.Match[str]) -> str:
        column, last = found["column"], found["last_column"]
        if column is None:
            return found[0]
        cell = f"{found['start']}\0{letters.setdefault(column, len(letters))}{found['middle']}"
        if last is None:
            return cell
        width = column_number(last) - column_number(column)
        height = int(found["last_row"]) - int(found["row"])
        return f"{cell}:{found['to']}{width}{found['behind']}{height}"

    return formula if "[" in formula else _CELLS.sub(without_place, formula)


_number = lru_cache(maxsize=1024)(column_number)
_RELATIVE_CELL = re.compile("\0(\\$?)(-?[0-9]+),(\\$?)(-?[0-9]+)\0")


def relative_formula(formula: str, row: int, column: int) -> str:
    """The formula of a cell with distances in place of relative references.

    >>> relative_formula('SUM($A2:B$9)&"A2"', 2, 3) == relative_formula('SUM($A7:B$9)&"A2"', 7, 3)
    True
    >>> at_place(relative_formula("Data!A1*$B$2", 1, 3), 5, 4)
    'Data!B5*$B$2'
    """

    def distance(found: re.Match[str]) -> str:
        if found["column"] is None:
            return found[0]
        first = cell(found["start"], found["column"], found["middle"], found["row"])
        if found["last_column"] is None:
            return first
        return f"{first}:{cell(*found.group('to', 'last_column', 'behind', 'last_row'))}"

    def cell(before_column: str, letters: str, before_row: str, number: str) -> str:
        away = int(number) - (0 if before_row else row)
        beside = _number(letters) - (0 if before_column else column)
        return f"\0{before_column}{beside},{before_row}{away}\0"

    return _CELLS.sub(distance, formula)


def at_place(relative: str, row: int, column: int) -> str:
    """The formula as a cell at another place has it."""
    template, distances = row_template(relative, column)
    return template % tuple([row + distance for distance in distances])


@lru_cache(maxsize=1024)
def row_template(relative: str, column: int) -> tuple[str, tuple[int, ...]]:
    """The formula of the cells of a column, with ``%d`` for rows, and the distances of these.

    >>> row_template(relative_formula("B2*$C$1&$D3", 2, 1), 1)
    ('B%d*$C$1&$D%d', (0, 1))
    """
    distances: list[int] = []

    def cell(found: re.Match[str]) -> str:
        before_column, beside, before_row, away = found.groups()
        letters = column_letters(int(beside) + (0 if before_column else column))
        if before_row:
            return f"{before_column}{letters}{before_row}{away}"
        distances.append(int(away))
        return f"{before_column}{letters}%d"

    return _RELATIVE_CELL.sub(cell, relative.replace("%", "%%")), tuple(distances)


class _Corner(NamedTuple):
    """A cell as its distance from another one, or as its place where that is fixed."""

    is_column_fixed: bool
    column: int
    is_row_fixed: bool
    row: int

    def at(self, row: int, column: int) -> tuple[int, int]:
        return (
            self.row + (0 if self.is_row_fixed else row),
            self.column + (0 if self.is_column_fixed else column),
        )


class RelativeRange(NamedTuple):
    """A reference in a relative formula."""

    sheet: str
    corners: tuple[_Corner, _Corner]

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same range for every cell."""
        return all(corner.is_column_fixed and corner.is_row_fixed for corner in self.corners)

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell, whose row moves."""
        first, last = self.corners
        return first == last and not first.is_row_fixed

    def at(self, row: int, column: int) -> Range:
        """The range of a cell at a place."""
        rows, columns = zip(*(corner.at(row, column) for corner in self.corners))
        return Range(min(rows), min(columns), max(rows), max(columns))


_SHEET = re.compile(r"(?:'((?:[^']|'')*)'|([\w.]+))!$")


def relative_ranges(relative: str, sheet: str) -> list[RelativeRange]:
    """The references to cells in a relative formula of a sheet; whole rows and columns are none."""
    ranges = []
    end = 0
    for found in _RELATIVE_CELL.finditer(relative):
        if found.start() < end:
            continue
        first = last = _corner(found)
        end = found.end()
        if relative[end : end + 1] == ":" and (other := _RELATIVE_CELL.match(relative, end + 1)):
            last, end = _corner(other), other.end()
        named = _SHEET.search(relative, max(0, found.start() - 100), found.start())
        name = (named[1] or named[2]).replace("''", "'") if named else sheet
        ranges.append(RelativeRange(name, (first, last)))
    return ranges


def _corner(found: re.Match[str]) -> _Corner:
    before_column, beside, before_row, away = found.groups()
    return _Corner(bool(before_column), int(beside), bool(before_row), int(away))
