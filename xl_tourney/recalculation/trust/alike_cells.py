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
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines.base import RangeReader
from ...grammar.function_names import called_names, plain_name, reads_at_run_time
from ...grammar.parser import parse
from ...grammar.references import MAX_COLUMN, MAX_ROW, CellAddress, Range
from ...grammar.shapes import (
    RelativeRange,
    at_place,
    relative_formula,
    relative_ranges,
    row_template,
)
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import FormulaError, Name, Operation, StructuredReference
from ...ooxml.sheet.cached_values import TEXT_DIGITS
from ...ooxml.xml import decode_text
from ...patterns import regex
from ..engine_input.excel_calls import TOLD_BY_WORKBOOK
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_result import SheetResult
from .opinion_inputs import SheetSizes

_REPRESENTATIVES = 16
"""How many cells stand for all that are alike."""

_TESTS_OF_CLASSES = functions_with("tests-class")
"""The functions that tell apart what classes do."""
_SEARCH_IN_CELL = regex(
    r"""COUNTIF\((?:'[^']*'!|[\w.]+!)?\$?[A-Z]{1,3}\$?[0-9]+,"\*(?:[0-9]|[0-9]?/|true|false|[-.?]+(?:19|20)\?\?)\*"\)"""
)
"""A call that tells so, too: whether the text in a cell has something in it."""

_MAX_RANGE_CELLS = 100
"""Of the cells of a larger range only the first and the last are looked at."""

_MAX_SEARCHED_CELLS = 100_000
"""In a larger range there may be any value."""

_FIRST_ROWS = 1_000
"""So many rows of a column are read at first; later twice as many as before, or more."""

_SIZES = (1e-5, 1.0, 10.0, 367.0, 32768.0, 2958466.0, 1e9, 1e15)
"""Where numbers begin to mean something else: dates after February 1900, the last date, …"""
_LONG = "more than 15 digits"
_LETTER = "letter"
"""The class of texts with letters beyond A to Z."""
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
        (_LETTER, "[^\x00-\x7f]"),
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


def _is_confusable(found: ValueClass) -> bool:
    return isinstance(found, tuple) and (_LONG in found or _LETTER in found)


def is_decided_by_classes(condition: str, formula: str) -> bool:
    """Whether a condition about a formula holds for all cells that are alike, or for none.

    It does if all that it calculates are tests, and what the formula calculates, too.

    >>> is_decided_by_classes("AND(ISNUMBER(ABS(A1)),ABS(A1)>366)", "YEAR(ABS(A1))")
    True
    >>> is_decided_by_classes('AND(COUNTIF(Games!B2,"*3/*")=0)', "MAX(Games!B2)")
    True
    >>> is_decided_by_classes("OR(ABS(A1)=0.3,ABS(ABS(A1)-0.3)>1E-14)", "ABS(A1)=0.3")
    False
    """
    return all(
        plain_name(call.name) in _TESTS_OF_CLASSES
        or call.text in formula
        or _SEARCH_IN_CELL.fullmatch(call.text)
        for call in parse(condition).calls
    )


class Group(NamedTuple):
    """Cells that are alike."""

    representatives: Sequence[int]
    followers: Sequence[int]
    """The others; few cells all stand for themselves."""
    shape: str = ""
    """Their formula in relative form, if it says the same in each of them."""

    @classmethod
    def of(cls, indexes: Sequence[int], shape: str = "") -> Group:
        """Some cells by their indexes, those that stand for all at equal distances.

        >>> [len(part) for group in (range(40), range(800)) for part in Group.of(group)[:2]]
        [40, 0, 16, 784]
        """
        if len(indexes) <= 4 * _REPRESENTATIVES:
            return cls(indexes, (), shape)
        step = (len(indexes) - 1) / (_REPRESENTATIVES - 1)
        chosen = {indexes[round(number * step)] for number in range(_REPRESENTATIVES)}
        return cls(sorted(chosen), [index for index in indexes if index not in chosen], shape)


class AlikeCells:
    """Tells which formula cells of a sheet are alike."""

    def __init__(
        self, result: SheetResult, classes: ValueClasses, translator: FormulaTranslator
    ) -> None:
        self._result = result
        self._sheet = result.task.sheet
        self._classes = classes
        self._translator = translator
        self._first = {
            index: first
            for first, *others in self._sheet.formula_cells.kinds.shared.values()
            for index in others
        }
        """The cells that share the formula of another one."""

    def groups(self, indexes: Sequence[int]) -> list[Group]:
        """Some formula cells in groups of those that are alike; arrays are like no other cell."""
        task, cells, values = self._result.task, self._sheet.formula_cells, self._result.values
        groups: list[Group] = []
        by_key: dict[tuple[Hashable, ...], list[int]] = defaultdict(list)
        for relative, column, block in self._shapes(indexes):
            if not relative:
                groups += [Group([index], ()) for index in block]
                continue
            ranges = [
                range_
                for range_ in relative_ranges(relative, task.sheet_name)
                if not range_.is_fixed
            ]
            rows = [cells.rows[index] for index in block]
            types = [cells.types[index] for index in block]
            saved = [cells.values[index] for index in block]
            classes: list[Sequence[Hashable]] = [
                [self._shape(index, relative) for index in block],
                types,
                [value if type_ == "e" else bool(value) for type_, value in zip(types, saved)],
                self._classes.of_values([values[index] for index in block]),
                *(self._classes.of_reference(range_, rows, column) for range_ in ranges),
            ]
            keys = zip([relative] * len(block), *classes)
            if all(len({*column_classes}) == 1 for column_classes in classes):
                by_key[next(keys)] += block
                continue
            for index, key in zip(block, keys):
                by_key[key].append(index)
        return groups + [Group.of(alike, str(key[1])) for key, alike in by_key.items()]

    def apart(self, indexes: Sequence[int]) -> list[Group]:
        """Some formula cells, each with its shape and in a group of its own."""
        shapes = {
            index: self._shape(index, relative)
            for relative, _, block in self._shapes(indexes)
            for index in block
        }
        return [Group([index], (), shapes[index]) for index in indexes]

    def _shape(self, index: int, relative: str) -> str:
        return "" if index in self._result.task.intersected else relative

    def _shapes(self, indexes: Sequence[int]) -> Iterator[tuple[str, int, list[int]]]:
        """Formula cells of a column with what they calculate, in relative form.

        That is blank for an array, and where it is not known what is read.
        """
        task, rows = self._result.task, self._sheet.formula_cells.rows
        for (written, column, _), block in self._blocks(indexes).items():
            relative = self._in_references(written, rows[block[0]], column)
            if relative != written and not task.intersected.isdisjoint(block):
                relative = None
            yield relative or "", column, block

    def _blocks(self, indexes: Sequence[int]) -> dict[tuple[str, int, int], list[int]]:
        """The cells of each column with the same formula in relative form; arrays have none.

        What a structured reference means is the same in one zone of the tables.
        """
        cells, tables = self._sheet.formula_cells, self._translator.tables
        areas = {*cells.kinds.arrays, *cells.kinds.data_tables}
        blocks: dict[tuple[str, int, int], list[int]] = defaultdict(list)
        above: dict[int, tuple[str, str, tuple[int, ...]]] = {}
        formulas, rows, columns = self._sheet.formulas, cells.rows, cells.columns
        for index in indexes:
            written = self._first.get(index, index)
            row, column = rows[written], columns[written]
            formula = decode_text(formulas[index])
            relative, template, distances = above.get(column, ("", "", ()))
            if template % tuple([row + distance for distance in distances]) != formula:
                relative = relative_formula(formula, row, column)
                above[column] = relative, *row_template(relative, column)
            zone = tables.zone(rows[index]) if "[" in relative else 0
            blocks["" if index in areas else relative, columns[index], zone].append(index)
        return blocks

    def _in_references(self, relative: str, row: int, column: int) -> str | None:
        """A relative formula without names; None if it is not known what it reads."""
        if not relative:
            return None
        try:
            formula = at_place(relative, row, column)
            address = CellAddress(self._result.task.sheet_name, row, column)
            formula = self._translator.in_references(formula, address)
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


class ValueClasses:
    """The classes of the values of a workbook as numbers, column by column."""

    def __init__(self, read: RangeReader, sizes: SheetSizes) -> None:
        self._read = read
        self._sizes = sizes
        self._columns: dict[tuple[str, int], list[int]] = {}
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
        self, reference: RelativeRange, rows: Sequence[int], column: int
    ) -> Sequence[ValueClass]:
        """The classes of what the cells in some rows of a column read by a reference."""
        top, left, bottom, right = reference.at(0, column)
        if not (reference.has_own_row and top == bottom and right - left < _MAX_RANGE_CELLS):
            return [self.of_range(reference.sheet, reference.at(row, column)) for row in rows]
        rows = [row + top for row in rows]
        columns = [self._of_rows(reference.sheet, at, rows) for at in range(left, right + 1)]
        return columns[0] if left == right else [*map(frozenset, zip(*columns))]

    def of_range(self, sheet: str, range_: Range) -> ValueClass:
        """The classes in a range; of a large one those at its ends, and its size in powers of 2."""
        top, left, bottom, right = range_
        if range_.cell_count > _MAX_RANGE_CELLS:
            ends = self._of_rows(sheet, left, [top]) + self._of_rows(sheet, right, [bottom])
            return range_.cell_count.bit_length(), *ends
        return bottom - top + 1, right - left + 1, self._in_range(sheet, range_)

    def has_confusable_values(self, sheet: str, range_: Range) -> bool:
        """Whether a range may have values that an engine takes for others, of the same class.

        That are numbers of more than 15 digits, and texts with letters beyond A to Z.
        """
        last = self._sizes.rows(sheet) if self._sizes.name(sheet) else range_.top
        range_ = range_._replace(bottom=max(range_.top, min(range_.bottom, last)))
        if range_.cell_count > _MAX_SEARCHED_CELLS:
            return True
        there = self._in_range(sheet, range_)
        confusable = {number for found, number in self._numbers.items() if _is_confusable(found)}
        return not confusable.isdisjoint(there)

    def _in_range(self, sheet: str, range_: Range) -> frozenset[int]:
        rows = range(range_.top, range_.bottom + 1)
        columns = range(range_.left, range_.right + 1)
        return frozenset().union(*(self._of_rows(sheet, column, rows) for column in columns))

    def _of_rows(self, sheet: str, column: int, rows: Sequence[int]) -> list[int]:
        """The classes in some rows of a column; −1 beside the sheet."""
        key, bottom = (sheet, column), max(rows)
        classes = self._columns.get(key)
        if classes is None or len(classes) < bottom <= MAX_ROW:
            enough = max(bottom, 2 * len(classes or ()), _FIRST_ROWS)
            classes = self._columns[key] = self._read_column(sheet, column, enough)
        last = len(classes)
        return [classes[row - 1] if 0 < row <= last else -1 for row in rows]

    def _read_column(self, sheet: str, column: int, bottom: int) -> list[int]:
        """The classes of a column down to a row."""
        name = self._sizes.name(sheet)
        if name is None or not 0 < column <= MAX_COLUMN:
            return []
        range_ = Range(1, column, min(bottom, MAX_ROW), column)
        return self.of_values([value for (value,) in self._read(name, range_)])
