"""Cells that are alike: formulas of one shape, whose inputs are of the same classes.

What is found of some of them, that another engine confirms their values or has none, is true of
all: engines differ in functions and in kinds of values, hardly ever in a single number.  8,000
cells with ``=LEFT(A2,3)&MID(A2,4,2)`` are one question, and not 8,000.

A formula's shape is its text with relative references, so that it is the same in every cell of a
column.  The class of a value is its type; of a number also its sign, its size, and whether it is
an integer, or nearly one; of a text what functions may see in it.  What a formula reads by absolute
references is the same for all cells of its shape.  An example with ``=LEFT(A2,3)*$F$1`` in B2 to
B5, and so in each row::

    A2 "12 kg", A3 "31 kg"    one class: a text with a digit; B2 and B3 are alike
    A4 "ab"                   another: no digit
    A5 45000                  another: a positive integer of the size of dates
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines.conditions.columns import Column, SheetValues
from ...grammar.function_names import called_names, plain_name, reads_at_run_time
from ...grammar.parser import parse
from ...grammar.references import CellAddress, Range
from ...grammar.shapes import (
    RelativeRange,
    at_place,
    relative_formula,
    relative_ranges,
)
from ...grammar.syntax_tree import FormulaError, Name, Operation, StructuredReference
from ...ooxml.sheet.cached_values import TEXT_DIGITS
from ...patterns import regex
from ..engine_input.excel_calls import TOLD_BY_WORKBOOK
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_result import SheetResult

_REPRESENTATIVES = 16
"""How many cells stand for all that are alike."""

_MAX_RANGE_CELLS = 100
"""Of the cells of a larger range only the first and the last are looked at."""

_SIZES = (1e-5, 1.0, 10.0, 367.0, 32768.0, 2958466.0, 1e9, 1e15)
"""Where numbers begin to mean something else: dates after February 1900, the last date, …"""
_LONG = "more than 15 digits"
_SEEN_IN_TEXTS = tuple(
    (name, regex(pattern))
    for name, pattern in (
        ("digit", "[0-9]"),
        ("date", "[0-9][-/.][0-9]"),
        ("year", r".([-.])..?\1(?:19|20).."),
        ("pattern", "[*?~]"),
        ("comparison", "^[<>=]"),
        ("sign", "[-+,.%$€£#:]"),
        ("slash", "/"),
        ("fraction", "[0-9]/"),
        ("truth", "(?i)true|false"),
        ("space", r"^\s|\s$|\s\s|[\x00-\x1f\xa0]"),
        ("letter", "[^\x00-\x7f]"),
        ("complex", "[ij]$"),
        ("error", "^#"),
        ("long", "(?s).{256}"),
    )
)
_WORDS = regex(r"(?:[A-Za-z0-9]+ )*[A-Za-z0-9]*[A-Zhk-za-g0-9]", re.ASCII)
"""Words without signs, as most texts are: all that may be seen in them is a digit."""
_LIKE_TRUTH = regex("(?i:true|false)")
_DIGITS_TO_ZERO = "".join("0" if code in b"123456789" else chr(code) for code in range(128))
"""For ``str.translate``: texts that differ in digits only are of one class."""

ValueClass = Hashable


def class_of_value(value: Any) -> ValueClass:
    """The class of a value.

    >>> class_of_value(2.0) == class_of_value(9.0), class_of_value(2.0) == class_of_value(2.5)
    (True, False)
    >>> class_of_value("Ann") == class_of_value("Bob"), class_of_value("Ann") == class_of_value("7")
    (True, False)
    >>> class_of_value(0.3) == class_of_value(0.1 + 0.2)
    False
    """
    kind = type(value)
    if kind is float:
        if not value:
            return str(value)  # a zero may have a sign
        size = bisect_right(_SIZES, abs(value))
        if value.is_integer() and size < len(_SIZES):
            return value > 0, size
        if float(f"{value:.{TEXT_DIGITS}g}") == value:
            return value > 0, size, "fraction"
        return value > 0, size, abs(value - round(value)) <= 1e-9 * abs(value), _LONG
    if kind is str:
        if len(value) < 256 and _WORDS.fullmatch(value) and not _LIKE_TRUTH.search(value):
            return (False,) if value.replace(" ", "").isalpha() else (False, "digit")
        return (not value, *[name for name, pattern in _SEEN_IN_TEXTS if pattern.search(value)])
    return (kind.__name__, value) if kind in (bool, ErrorValue) else kind.__name__


class Group(NamedTuple):
    """Cells that are alike."""

    representatives: Sequence[int]
    followers: Sequence[int]
    """The others; few cells all stand for themselves."""

    @classmethod
    def of(cls, indexes: Sequence[int]) -> Group:
        """Some cells by their indexes, those that stand for all at equal distances.

        >>> [len(part) for group in (range(40), range(800)) for part in Group.of(group)]
        [40, 0, 16, 784]
        """
        if len(indexes) <= 4 * _REPRESENTATIVES:
            return cls(indexes, ())
        step = (len(indexes) - 1) / (_REPRESENTATIVES - 1)
        chosen = {indexes[round(number * step)] for number in range(_REPRESENTATIVES)}
        return cls(sorted(chosen), [index for index in indexes if index not in chosen])


class Shape(NamedTuple):
    """Formula cells with one formula in relative form; an array of several cells is alone."""

    relative: str
    """The formula; blank where it is not known what it reads, and no cell is like another."""
    indexes: Sequence[int]


def formula_shapes(
    result: SheetResult,
    indexes: Iterable[int],
    translator: FormulaTranslator,
    *,
    may_be_alone: bool = False,
) -> Iterator[Shape]:
    """Some formula cells by their shapes; arrays of several cells have none.

    Where a cell may be alone what it reads is not looked at if no other one has its formula.

    What a structured reference means is the same in one column and one zone of the tables.
    """
    task, cells, tables = result.task, result.task.sheet.formula_cells, translator.tables
    shapes, kinds = task.sheet.shapes.of_cells, cells.array_kinds
    rows, columns = cells.rows, cells.columns
    blocks: dict[tuple[str, bool, Hashable], list[int]] = defaultdict(list)
    for index in indexes:
        written = shapes[index] if result.fills_one_cell(index) else ""
        zone = (tables.zone(rows[index]), columns[index]) if "[" in written else ()
        blocks[written, index in task.intersected, (kinds.get(index), zone)].append(index)
    for (written, is_intersected, _), block in blocks.items():
        if may_be_alone and len(block) == 1:
            yield Shape("", block)
            continue
        address = CellAddress(task.sheet_name, rows[block[0]], columns[block[0]])
        relative = _in_references(written, address, translator) if written else None
        if relative is None or (is_intersected and relative != written):
            yield from _as_engines_read(result, block, translator)
        else:
            yield Shape(relative, block)


def _as_engines_read(
    result: SheetResult, block: Iterable[int], translator: FormulaTranslator
) -> Iterator[Shape]:
    """Formula cells by the formula that the engine reads; those with another question are alone."""
    task, found = result.task, defaultdict[Hashable, list[int]](list)
    for index in block:
        formula, (_, row, column) = task.formula(index), task.address(index)
        key: Hashable = index
        with suppress(FormulaError):
            if result.fills_one_cell(index) and TOLD_BY_WORKBOOK.isdisjoint(
                map(plain_name, called_names(formula))
            ):
                key = relative_formula(translator.translated(task, index), row, column)
        found[key].append(index)
    return (Shape("", indexes) for indexes in found.values())


def _in_references(
    relative: str, address: CellAddress, translator: FormulaTranslator
) -> str | None:
    """A relative formula without names; None if it is not known what it reads."""
    _, row, column = address
    try:
        formula = translator.in_references(at_place(relative, row, column), address)
        nodes = parse(formula).nodes
    except FormulaError:
        return None
    names = {*map(plain_name, called_names(formula))}
    if (reads_at_run_time(formula) or names & TOLD_BY_WORKBOOK) or any(
        isinstance(node, (Name, StructuredReference))
        or (isinstance(node, Operation) and node.name in (":", "#", " ", ","))
        for node in nodes
    ):
        return None
    return relative_formula(formula, row, column)


def alike_cells(
    result: SheetResult, shapes: Iterable[Shape], classes: ValueClasses
) -> Iterator[Group]:
    """Formula cells of some shapes in groups of those that are alike."""
    task, cells, values = result.task, result.task.sheet.formula_cells, result.values
    by_key: dict[Hashable, list[int]] = defaultdict(list)
    for relative, block in shapes:
        if not relative:
            yield Group(block, ())
            continue
        rows = [cells.rows[index] for index in block]
        columns = [cells.columns[index] for index in block]
        types = [cells.types[index] for index in block]
        saved = [cells.values[index] for index in block]
        found: list[Sequence[Hashable]] = [
            types,
            [value if type_ == "e" else bool(value) for type_, value in zip(types, saved)],
            classes.of_values([values[index] for index in block]),
            *(
                classes.of_reference(range_, rows, columns)
                for range_ in relative_ranges(relative, task.sheet_name)
                if not range_.is_fixed
            ),
        ]
        shape = relative, block[0] in task.intersected, cells.array_kinds.get(block[0])
        for index, key in zip(block, zip(*found)):
            by_key[shape, key].append(index)
    yield from map(Group.of, by_key.values())


class ValueClasses:
    """The classes of the values of a workbook as numbers, column by column."""

    def __init__(self, values: SheetValues) -> None:
        self._values = values
        self._columns: dict[Column, list[int]] = {}
        self._numbers: dict[ValueClass, int] = {}
        self._known: dict[Any, int] = {}
        """The classes of floats and texts; zeros are not there, for they may have a sign."""

    def of_values(self, values: Iterable[Any]) -> list[int]:
        """The classes of values."""
        known, of_value = self._known, self._of_value
        return [
            known[value]
            if (type(value) is float or type(value) is str) and value in known
            else of_value(value)
            for value in values
        ]

    def _of_value(self, value: Any) -> int:
        is_text = type(value) is str
        if is_text and (alike := value.translate(_DIGITS_TO_ZERO)) != value:
            number = self._known[alike] if alike in self._known else self._of_value(alike)
        else:
            number = self._numbers.setdefault(class_of_value(value), len(self._numbers))
        if value and (is_text or type(value) is float):
            self._known[value] = number
        return number

    def of_reference(
        self, reference: RelativeRange, rows: Sequence[int], columns: Sequence[int]
    ) -> Sequence[ValueClass]:
        """The classes of what some cells read by a reference."""
        sheet = reference.sheet
        moves = not any(corner.is_row_fixed for corner in reference.corners)
        area = reference.at(0, columns[0])
        if len({*columns}) > 1 or not moves or area.cell_count > _MAX_RANGE_CELLS:
            return [self.of_range(sheet, reference.at(*place)) for place in zip(rows, columns)]
        cells = [
            self._of_rows(sheet, column, [row + away for row in rows])
            for away in range(area.top, area.bottom + 1)
            for column in range(area.left, area.right + 1)
        ]
        return cells[0] if len(cells) == 1 else [*map(frozenset, zip(*cells))]

    def of_range(self, sheet: str, range_: Range) -> ValueClass:
        """The classes in a range; of a large one those at its ends, and its size in powers of 2."""
        top, left, bottom, right = range_
        if range_.cell_count > _MAX_RANGE_CELLS:
            ends = self._of_rows(sheet, left, [top]) + self._of_rows(sheet, right, [bottom])
            return range_.cell_count.bit_length(), *ends
        rows = range(top, bottom + 1)
        there = (self._of_rows(sheet, column, rows) for column in range(left, right + 1))
        return bottom - top + 1, right - left + 1, frozenset().union(*there)

    def _of_rows(self, sheet: str, column: int, rows: Sequence[int]) -> list[int]:
        """The classes in some rows of a column; −1 where it has no values."""
        values = self._values.column(sheet, column)
        if values not in self._columns:
            self._columns[values] = self.of_values(values.values)
        classes = self._columns[values]
        last = len(classes)
        return [classes[row - 1] if 0 < row <= last else -1 for row in rows]
