"""References to cells and ranges in A1 notation, and the cells that they cover."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from ..patterns import regex
from ..record import NamedTuple

MAX_ROW, MAX_COLUMN = 1_048_576, 16_384
"""The size of a worksheet."""

_WHOLE_COLUMNS = r"(?i)[A-Z]{1,3}:[A-Z]{1,3}"
_WHOLE_ROWS = r"[0-9]+:[0-9]+"


class Range(NamedTuple):
    """A rectangle of cells, 1-based, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def cell_count(self) -> int:
        """The number of its cells."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def __str__(self) -> str:
        first = cell_reference(self.top, self.left)
        last = cell_reference(self.bottom, self.right)
        return first if first == last else f"{first}:{last}"

    def contains(self, row: int, column: int) -> bool:
        """Whether a cell lies in the range."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def overlaps(self, other: Range) -> bool:
        """Whether a cell lies in both."""
        are_rows_common = self.top <= other.bottom and other.top <= self.bottom
        return are_rows_common and self.left <= other.right and other.left <= self.right

    def cells(self) -> Iterator[tuple[int, int]]:
        """The row and column of each cell, row by row."""
        columns = range(self.left, self.right + 1)
        return ((row, column) for row in range(self.top, self.bottom + 1) for column in columns)


class CellAddress(NamedTuple):
    """A cell of a workbook: its sheet, row and column."""

    sheet: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{sheet_name_in_formula(self.sheet)}!{cell_reference(self.row, self.column)}"


SheetRange = tuple[str, Range]
"""A range with its sheet's name, in lower case."""

T = TypeVar("T")


class CellSet(Generic[T]):
    """Cells with a value each, among which those of a range are found."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._values: dict[tuple[str, int, int], T] = {}

    def add(self, sheet: str, row: int, column: int, value: T) -> None:
        """Add a cell; one that is there already keeps its value."""
        key = sheet, row, column
        if key not in self._values:
            self._values[key] = value
            insort(self._rows[sheet][column], row)

    def __bool__(self) -> bool:
        return bool(self._values)

    def has_some_on(self, sheet: str) -> bool:
        """Whether one of them is on a sheet."""
        return sheet in self._rows

    def first_in(self, ranges: Iterable[SheetRange]) -> T | None:
        """The value of a cell in one of some ranges; None if there is none."""
        for sheet, range_ in ranges:
            for column, rows in columns_in(self._rows.get(sheet, {}), range_):
                index = bisect_left(rows, range_.top)
                if index < len(rows) and rows[index] <= range_.bottom:
                    return self._values[sheet, rows[index], column]
        return None

    def all_in(self, ranges: Iterable[SheetRange]) -> Iterator[T]:
        """The values of all cells in some ranges; of a cell in two of them twice."""
        for sheet, range_ in ranges:
            for column, rows in columns_in(self._rows.get(sheet, {}), range_):
                first, end = bisect_left(rows, range_.top), bisect_right(rows, range_.bottom)
                for row in rows[first:end]:
                    yield self._values[sheet, row, column]


def columns_in(columns: dict[int, T], range_: Range) -> Iterator[tuple[int, T]]:
    """The columns of a range that there are."""
    if range_.right - range_.left < len(columns):
        for column in range(range_.left, range_.right + 1):
            if column in columns:
                yield column, columns[column]
    else:
        for column, value in columns.items():
            if range_.left <= column <= range_.right:
                yield column, value


Intervals = tuple[list[int], list[int]]
"""Disjoint intervals of rows or columns: the first of each in ascending order, and the last."""


class RangeSet:
    """The cells of many ranges, which may overlap, with fast membership.

    >>> cells = RangeSet([Range(1, 1, 9, 2), Range(3, 2, 4, 7)])
    >>> [(row, column) in cells for row, column in ((9, 2), (4, 7), (9, 7))]
    [True, True, False]
    """

    def __init__(self, ranges: Iterable[Range]) -> None:
        by_row: dict[int, list[tuple[int, int]]] = defaultdict(list)
        by_column: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for top, left, bottom, right in set(ranges):
            if bottom - top < right - left:
                for row in range(top, bottom + 1):
                    by_row[row].append((left, right))
            else:
                for column in range(left, right + 1):
                    by_column[column].append((top, bottom))
        self._columns_by_row: Mapping[int, Intervals] = {
            row: merge_intervals(intervals) for row, intervals in by_row.items()
        }
        self._rows_by_column: Mapping[int, Intervals] = {
            column: merge_intervals(intervals) for column, intervals in by_column.items()
        }

    def __contains__(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        return _intervals_contain(self._rows_by_column.get(column), row) or _intervals_contain(
            self._columns_by_row.get(row), column
        )


def merge_intervals(intervals: Iterable[tuple[int, int]], max_gap: int = 1) -> Intervals:
    """Join intervals that overlap, or whose distance is at most ``max_gap``.

    >>> merge_intervals([(5, 6), (1, 3), (2, 2), (9, 9)], max_gap=2)
    ([1, 9], [6, 9])
    """
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in sorted(intervals):
        if lasts and first - lasts[-1] <= max_gap:
            lasts[-1] = max(last, lasts[-1])
        else:
            firsts.append(first)
            lasts.append(last)
    return firsts, lasts


def _intervals_contain(intervals: Intervals | None, number: int) -> bool:
    if not intervals:
        return False
    index = bisect_right(intervals[0], number) - 1
    return index >= 0 and number <= intervals[1][index]


@lru_cache(maxsize=2**15)
def column_number(letters: str) -> int:
    """The number of a column: A is 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """The letters of a column: 1 is A."""
    letters = ""
    while number > 0:
        number, remainder = divmod(number - 1, 26)
        letters = chr(65 + remainder) + letters
    return letters


def cell_reference(row: int, column: int) -> str:
    """A cell in A1 notation.

    >>> cell_reference(12, 2)
    'B12'
    """
    return f"{column_letters(column)}{row}"


def absolute_reference(row: int, column: int) -> str:
    """A cell in A1 notation that stays when the formula is copied.

    >>> absolute_reference(12, 2)
    '$B$12'
    """
    return f"${column_letters(column)}${row}"


def parse_cell_reference(reference: str) -> tuple[int, int]:
    """Row and column of ``B12``; ValueError if there is no such cell."""
    letters = reference.rstrip("0123456789")
    if not (letters.isascii() and letters.isalpha()):
        raise ValueError(f"{reference} is not a cell")
    column = column_number(letters)
    row = int(reference[len(letters) :])
    if not (1 <= row <= MAX_ROW and column <= MAX_COLUMN):
        raise ValueError(f"{reference} is not a cell")
    return row, column


def parse_range(reference: str) -> Range:
    """The range ``B2:C9``, or of the single cell ``B2``; ValueError if there is no such range."""
    first, _, last = reference.replace("$", "").partition(":")
    top, left = parse_cell_reference(first)
    bottom, right = parse_cell_reference(last) if last else (top, left)
    return Range(min(top, bottom), min(left, right), max(top, bottom), max(left, right))


_RANGE_CORNERS = regex(r"(\$?[A-Za-z]*)(\$?[0-9]*):(\$?[A-Za-z]*)(\$?[0-9]*)")


def in_order(reference: str) -> str:
    """A range with its first row and column first, as Excel writes it.

    >>> in_order("$B$16:B15"), in_order("C9:A$9"), in_order("C:A"), in_order("A1:B2")
    ('$B15:B$16', 'A9:C$9', 'A:C', 'A1:B2')
    """
    if (found := _RANGE_CORNERS.fullmatch(reference)) is None:
        return reference
    left, top, right, bottom = found.groups()
    if column_number(left.strip("$")) > column_number(right.strip("$")):
        left, right = right, left
    if int(top.strip("$") or 0) > int(bottom.strip("$") or 0):
        top, bottom = bottom, top
    return f"{left}{top}:{right}{bottom}"


@lru_cache(maxsize=4096)
def parse_reference(reference: str) -> Range:
    """The same, also for whole columns ``B:C`` and whole rows ``2:9``.

    >>> parse_reference("$B:$C"), parse_reference("B2")
    (Range(top=1, left=2, bottom=1048576, right=3), Range(top=2, left=2, bottom=2, right=2))
    """
    reference = reference.replace("$", "")
    first, _, last = reference.partition(":")
    if is_whole_columns(reference):
        return parse_range(f"{first}1:{last}{MAX_ROW}")
    if re.fullmatch(_WHOLE_ROWS, reference):
        return Range(int(first), 1, int(last), MAX_COLUMN)
    return parse_range(reference)


def is_whole_columns(reference: str) -> bool:
    """Whether a reference is to whole columns.

    >>> [is_whole_columns(text) for text in ("Results!$A:$B", "A:A", "A1:A9", "2:9", "A1")]
    [True, True, False, False, False]
    """
    return bool(re.fullmatch(_WHOLE_COLUMNS, reference.rpartition("!")[2].replace("$", "")))


def sheet_name_in_formula(sheet: str) -> str:
    """A sheet's name as a formula writes it, in quotes where they are needed.

    >>> sheet_name_in_formula("Standings"), sheet_name_in_formula("Ann's group")
    ('Standings', "'Ann''s group'")
    """
    return sheet if sheet.isidentifier() and sheet.isascii() else quote_sheet_name(sheet)


def quote_sheet_name(sheet: str) -> str:
    """A sheet's name in quotes, which are always allowed.

    >>> quote_sheet_name("Standings")
    "'Standings'"
    """
    return "'" + sheet.replace("'", "''") + "'"


def unquote_sheet_name(prefix: str) -> str:
    """The sheet that a reference names before its ``!``, without quotes; blank for none.

    >>> unquote_sheet_name("'Ann''s group'"), unquote_sheet_name("Standings")
    ("Ann's group", 'Standings')
    """
    return prefix.strip("'").replace("''", "'")


@lru_cache(maxsize=4096)
def is_multi_cell_reference(reference: str) -> bool:
    """Whether a reference covers more than one cell; False for a defined name.

    >>> references = "A1:A9", "Results!$A:$A", "A1", "$B$2:$B$2", "T[wins]"
    >>> [is_multi_cell_reference(reference) for reference in references]
    [True, True, False, False, True]
    """
    if reference.endswith("]"):
        return "#This Row" not in reference and "[@" not in reference
    if reference.endswith("#") or reference.startswith("{"):
        return True
    first, colon, last = reference.rpartition("!")[2].replace("$", "").partition(":")
    return bool(colon) and (first != last or first.isalpha() or first.isdigit())
