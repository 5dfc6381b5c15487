"""Where a cell is: rows, columns and rectangles, as numbers and as A1 references."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MAX_ROW, MAX_COLUMN = 1_048_576, 16_384


class Area(NamedTuple):
    """A rectangle of cells, 1-based, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def size(self) -> int:
        """How many cells it has."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def __str__(self) -> str:
        first, last = cell_name(self.top, self.left), cell_name(self.bottom, self.right)
        return first if first == last else f"{first}:{last}"

    def covers(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


Spans = tuple[list[int], list[int]]
"""Spans of rows or columns that lie apart: where each begins, in order, and where it ends."""


class Cover:
    """The cells of many rectangles, which may overlap; asking for one of them is quick.

    >>> cover = Cover([Area(1, 1, 9, 2), Area(3, 2, 4, 7)])
    >>> [(row, column) in cover for row, column in ((9, 2), (4, 7), (9, 7))]
    [True, True, False]
    """

    def __init__(self, areas: Iterable[Area]) -> None:
        rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
        columns: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for top, left, bottom, right in set(areas):
            if bottom - top < right - left:
                for row in range(top, bottom + 1):
                    rows[row].append((left, right))
            else:
                for column in range(left, right + 1):
                    columns[column].append((top, bottom))
        self._rows: Mapping[int, Spans] = {at: apart(spans) for at, spans in rows.items()}
        self._columns: Mapping[int, Spans] = {at: apart(spans) for at, spans in columns.items()}

    def __contains__(self, at: tuple[int, int]) -> bool:
        row, column = at
        return _within(self._columns.get(column), row) or _within(self._rows.get(row), column)


def apart(spans: Iterable[tuple[int, int]], gap: int = 1) -> Spans:
    """Spans joined to one where they overlap, or where the next begins within so many.

    >>> apart([(5, 6), (1, 3), (2, 2), (9, 9)], gap=2)
    ([1, 9], [6, 9])
    """
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in sorted(spans):
        if lasts and first - lasts[-1] <= gap:
            lasts[-1] = max(last, lasts[-1])
        else:
            firsts.append(first)
            lasts.append(last)
    return firsts, lasts


def _within(spans: Spans | None, at: int) -> bool:
    if not spans:
        return False
    number = bisect_right(spans[0], at) - 1
    return number >= 0 and at <= spans[1][number]


_COLUMNS: dict[str, int] = {}


def column_number(letters: str) -> int:
    """The number of a column: A is 1."""
    number = _COLUMNS.get(letters)
    if number is None:
        number = 0
        for letter in letters.upper():
            number = number * 26 + ord(letter) - 64
        if len(letters) <= 3:
            _COLUMNS[letters] = number
    return number


def column_letters(number: int) -> str:
    """The letters of a column: 1 is A."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """The cell as a person reads it.

    >>> cell_name(12, 2)
    'B12'
    """
    return f"{column_letters(column)}{row}"


def parse_cell(reference: str) -> tuple[int, int]:
    """Row and column of ``B12``."""
    letters = reference.rstrip("0123456789")
    column = _COLUMNS.get(letters)
    if column is None:
        if not (letters.isascii() and letters.isalpha()):
            raise ValueError(f"{reference} is not a cell")
        column = column_number(letters)
    row = int(reference[len(letters) :])
    if not (1 <= row <= MAX_ROW and column <= MAX_COLUMN):
        raise ValueError(f"{reference} is not a cell")
    return row, column


def parse_area(reference: str) -> Area:
    """The rectangle ``B2:C9``; one cell is a rectangle too."""
    first, _, last = reference.replace("$", "").partition(":")
    top, left = parse_cell(first)
    bottom, right = parse_cell(last or first)
    return Area(min(top, bottom), min(left, right), max(top, bottom), max(left, right))


class Place(NamedTuple):
    """A cell in a workbook."""

    sheet: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{quoted(self.sheet)}!{cell_name(self.row, self.column)}"


def quoted(sheet: str) -> str:
    """A sheet's name as a formula writes it.

    >>> quoted("Standings"), quoted("Ann's group")
    ('Standings', "'Ann''s group'")
    """
    if sheet.isidentifier() and sheet.isascii():
        return sheet
    return "'" + sheet.replace("'", "''") + "'"
