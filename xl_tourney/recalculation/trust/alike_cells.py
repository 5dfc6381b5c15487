"""Cells that are alike: formulas of one shape, whose inputs are of the same classes.

What is found of some of them, that another engine confirms their values or has none, is true of
all: engines differ in functions and in kinds of values, hardly ever in a single number.  8,000
cells with ``=LEFT(A2,3)&MID(A2,4,2)`` are one question, and not 8,000.

A formula's shape is its text with relative references, so that it is the same in every cell of a
column.  The class of a value is its type; of a number also its sign, its size, and whether it is
an integer, or nearly one; of a text what functions may see in it.  What a formula reads by absolute
references is the same for all cells of its shape.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines.base import RangeReader
from ...grammar.function_names import called_names, plain_name, reads_at_run_time
from ...grammar.parser import parse
from ...grammar.references import MAX_COLUMN, MAX_ROW, Range
from ...grammar.syntax_tree import FormulaError, Name, Operation, StructuredReference
from ...ooxml.xml import decode_text
from ..sheet_result import SheetResult
from .formula_shape import RelativeRange, at_place, relative_formula, relative_ranges

_REPRESENTATIVES = 16
"""How many cells stand for all that are alike."""

_TESTS_OF_CLASSES = frozenset(
    (
        *("AND", "OR", "NOT", "IF", "IFERROR", "ISNUMBER", "ISTEXT", "ISLOGICAL", "ISBLANK"),
        *("ISERROR", "LEN", "LEFT", "RIGHT", "MID", "FIND", "SEARCH"),
    )
)
"""The functions that tell apart what classes do."""

_MAX_RANGE_CELLS = 100
"""Of the cells of a larger range only the first and the last are looked at."""

_SIZES = (1e-5, 1.0, 10.0, 367.0, 32768.0, 2958466.0, 1e9, 1e15)
"""Where numbers begin to mean something else: dates after February 1900, the last date, …"""
_SEEN_IN_TEXTS = (
    ("digit", re.compile("[0-9]")),
    ("date", re.compile("[0-9][-/.][0-9]")),
    ("pattern", re.compile("[*?~]")),
    ("comparison", re.compile("^[<>=]")),
    ("sign", re.compile("[-+,.%$€£#/:]")),
    ("truth", re.compile("(?i)true|false")),
    ("space", re.compile(r"^\s|\s$|\s\s|[\x00-\x1f\xa0]")),
    ("letter", re.compile("[^\x00-\x7f]")),
    ("complex", re.compile("[ij]$")),
    ("error", re.compile("^#")),
    ("long", re.compile("(?s).{256}")),
)

ValueClass = Hashable


def class_of_value(value: Any) -> ValueClass:
    """The class of a value.

    >>> class_of_value(2.0) == class_of_value(9.0), class_of_value(2.0) == class_of_value(2.5)
    (True, False)
    >>> class_of_value("Ann") == class_of_value("Bob"), class_of_value("Ann") == class_of_value("7")
    (True, False)
    """
    kind = type(value)
    if kind is float:
        if not value:
            return str(value)  # a zero may have a sign
        distance = abs(value - round(value))
        is_nearly_whole = distance <= 1e-9 * abs(value)
        return value > 0, bisect_right(_SIZES, abs(value)), is_nearly_whole, distance == 0
    if kind is str:
        seen = (name for name, pattern in _SEEN_IN_TEXTS if pattern.search(value))
        return (not value, *seen)
    return (kind.__name__, value) if kind in (bool, ErrorValue) else kind.__name__


def is_decided_by_classes(condition: str, formula: str) -> bool:
    """Whether a condition about a formula holds for all cells that are alike, or for none.

    >>> is_decided_by_classes("AND(ISNUMBER(A1),A1>366)", "YEAR(A1)")
    True
    >>> is_decided_by_classes("OR(A1=B1,ABS(A1-B1)>1E-14*ABS(A1))", "A1=B1")
    False
    """
    names = {*map(plain_name, called_names(condition))}
    return names <= _TESTS_OF_CLASSES.union(map(plain_name, called_names(formula)))


class Group(NamedTuple):
    """Cells that are alike."""

    representatives: Sequence[int]
    followers: Sequence[int]
    """The others; few cells all stand for themselves."""

    @property
    def cells(self) -> Sequence[int]:
        """All of them."""
        return [*self.representatives, *self.followers]

    @classmethod
    def of(cls, indexes: Sequence[int]) -> Group:
        """Some cells by their indexes, those that stand for all at equal distances.

        >>> [len(indexes) for indexes in Group.of(range(40)) + Group.of(range(800))]
        [40, 0, 16, 784]
        """
        if len(indexes) <= 4 * _REPRESENTATIVES:
            return cls(indexes, ())
        step = (len(indexes) - 1) / (_REPRESENTATIVES - 1)
        chosen = {indexes[round(number * step)] for number in range(_REPRESENTATIVES)}
        return cls(sorted(chosen), [index for index in indexes if index not in chosen])


class AlikeCells:
    """Tells which formula cells of a sheet are alike."""

    def __init__(self, result: SheetResult, classes: ValueClasses) -> None:
        self._result = result
        self._sheet = result.task.sheet
        self._classes = classes
        self._first = {
            index: first
            for first, *others in self._sheet.formula_cells.kinds.shared.values()
            for index in others
        }
        """The cells that share the formula of another one."""
        self._ranges: dict[str, list[RelativeRange] | None] = {}
        """What formulas read by relative references; None where that is not known."""

    def groups(self, indexes: Iterable[int]) -> list[Group]:
        """Some formula cells in groups of those that are alike."""
        by_key: dict[Hashable, list[int]] = defaultdict(list)
        for index in indexes:
            by_key[self.key(index)].append(index)
        return [Group.of(cells) for cells in by_key.values()]

    def key(self, index: int) -> Hashable:
        """What is the same for all cells that are alike; one that is like no other has its own."""
        task, cells = self._result.task, self._sheet.formula_cells
        row, column = cells.rows[index], cells.columns[index]
        alone = task.sheet_name, index
        if index in cells.array_ranges or index in cells.kinds.data_tables:
            return alone
        written = self._first.get(index, index)
        relative = relative_formula(
            decode_text(self._sheet.formulas[index]), cells.rows[written], cells.columns[written]
        )
        if relative not in self._ranges:
            self._ranges[relative] = self._find_ranges(relative, row, column)
        ranges = self._ranges[relative]
        if ranges is None:
            return alone
        inputs = tuple(
            [self._classes.of_range(range_.sheet, range_.at(row, column)) for range_ in ranges]
        )
        is_error = cells.types[index] == "e"
        return (
            *(task.sheet_name, relative, inputs, index in task.intersected),
            class_of_value(self._result.values[index]),
            (cells.types[index], cells.values[index] if is_error else bool(cells.values[index])),
        )

    def _find_ranges(self, relative: str, row: int, column: int) -> list[RelativeRange] | None:
        try:
            formula = at_place(relative, row, column)
            nodes = parse(formula).nodes
        except FormulaError:
            return None
        if reads_at_run_time(formula) or any(
            isinstance(node, (Name, StructuredReference))
            or (isinstance(node, Operation) and node.name in (":", "#", " ", ","))
            for node in nodes
        ):
            return None
        return relative_ranges(relative, self._result.task.sheet_name)


class ValueClasses:
    """The classes of the values of a workbook, column by column."""

    def __init__(self, read: RangeReader, sheets: Iterable[str]) -> None:
        self._read = read
        self._names = {name.casefold(): name for name in sheets}
        self._columns: dict[tuple[str, int], list[int]] = {}
        self._numbers: dict[ValueClass, int] = {}

    def of_range(self, sheet: str, range_: Range) -> ValueClass:
        """The classes in a range; of a large one those at its ends, and its size in powers of 2."""
        top, left, bottom, right = range_
        if top == bottom and left == right:
            return self._of_cell(sheet, top, left)
        count = range_.cell_count
        if count > _MAX_RANGE_CELLS:
            ends = self._of_cell(sheet, top, left), self._of_cell(sheet, bottom, right)
            return count.bit_length(), ends
        found: set[int] = set()
        for column in range(left, right + 1):
            found.update(self._column(sheet, column, bottom)[top - 1 : bottom])
        return bottom - top + 1, right - left + 1, frozenset(found)

    def _of_cell(self, sheet: str, row: int, column: int) -> int:
        classes = self._column(sheet, column, row)
        return classes[row - 1] if 0 < row <= len(classes) else -1

    def _column(self, sheet: str, column: int, bottom: int) -> list[int]:
        """The classes of a column as numbers, at least down to a row; none beside the sheet."""
        key = sheet, column
        classes = self._columns.get(key)
        if classes is None or len(classes) < bottom <= MAX_ROW:
            name = self._names.get(sheet.casefold())
            if name is None or not 0 < column <= MAX_COLUMN:
                return []
            range_ = Range(1, column, min(max(2 * bottom, 1000), MAX_ROW), column)
            numbers = self._numbers
            classes = self._columns[key] = [
                numbers.setdefault(class_of_value(value), len(numbers))
                for (value,) in self._read(name, range_)
            ]
        return classes
