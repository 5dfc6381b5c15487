"""The formula cells of a sheet, and the positions of their elements in the sheet's XML.

A sheet may have very many.  What is needed of all of them is stored in columns; a :class:`CellXml`
is made for a cell that is needed as a whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache

from ...grammar.references import Range, cell_reference, parse_range
from ...record import Record

Span = tuple[int, int]
"""Start and end of some bytes of a part."""

NO_SPAN = (-1, -1)

Patch = tuple[int, int, bytes]
"""Start and end of some bytes, and the bytes that replace them."""


OF_ONE_CELL = ("", "array", "dynamic")
"""The kinds of formulas that fill one cell: plain ones, and arrays of one cell."""


class CellXml:
    """A cell in a sheet's XML; positions are in bytes, −1 for an element that is missing."""

    __slots__ = (
        *("row", "column", "start", "type", "f_start", "v_start", "is_start"),
        *("formula_attributes", "formula_span", "value_span", "is_dynamic"),
    )

    def __init__(
        self,
        row: int,
        column: int,
        start: int,
        type: str,
        f_start: int = -1,
        v_start: int = -1,
        is_start: int = -1,
        formula_attributes: dict[str, str] | None = None,
        formula_span: Span = NO_SPAN,
        value_span: Span = NO_SPAN,
        is_dynamic: bool = False,
    ) -> None:
        self.row, self.column = row, column
        self.start, self.f_start, self.v_start, self.is_start = start, f_start, v_start, is_start
        """The positions of ``<c``, ``<f``, ``<v`` and of ``<is``, an inline string."""
        self.type = type
        """The type of its value: the attribute ``t``."""
        self.formula_attributes = formula_attributes
        """The attributes of ``<f>``; None for a cell without a formula."""
        self.formula_span, self.value_span = formula_span, value_span
        """The texts inside ``<f>`` and ``<v>``."""
        self.is_dynamic = is_dynamic
        """Whether it is the anchor of a dynamic array."""

    @property
    def reference(self) -> str:
        """The cell in A1 notation."""
        return cell_reference(self.row, self.column)

    @property
    def array_range(self) -> Range | None:
        """The range of its array formula, if it is the anchor of one."""
        if self.formula_attributes and self.formula_attributes.get("t") == "array":
            return parse_range(self.formula_attributes.get("ref") or self.reference)
        return None

    @property
    def shared_index(self) -> str | None:
        """The index of its shared formula, if it has one."""
        if self.formula_attributes and self.formula_attributes.get("t") == "shared":
            return self.formula_attributes.get("si", "")
        return None


class FormulaKinds(Record):
    """The formula cells of a sheet whose formula is not a plain one, by index, in their order."""

    arrays: list[int]
    """The anchors of array formulas."""
    data_tables: list[int]
    shared: dict[str | None, list[int]]
    """The cells of each shared formula by its shared index; the first one has its text."""

    @classmethod
    def from_attributes(cls, attributes: Iterable[tuple[int, Mapping[str, str]]]) -> FormulaKinds:
        """The kinds by the attributes of ``<f>``, for the cells that have some."""
        kinds = cls([], [], {})
        for index, formula_attributes in attributes:
            kinds.indexes_with(formula_attributes).append(index)
        return kinds

    def indexes_with(self, formula_attributes: Mapping[str, str]) -> list[int]:
        """The list of the cells to which one with these attributes belongs."""
        kind = formula_attributes.get("t")
        if kind == "shared":
            return self.shared.setdefault(formula_attributes.get("si", ""), [])
        if kind == "array":
            return self.arrays
        return self.data_tables if kind == "dataTable" else []


class FormulaCells(Record):
    """The formula cells of a sheet by index, in the order of the file."""

    rows: Sequence[int]
    columns: Sequence[int]
    formulas: list[bytes]
    """The text inside ``<f>``, with its entities."""
    types: list[str]
    """The types of the cached values."""
    values: list[bytes]
    """The text inside ``<v>``, with its entities; empty without a cached value."""
    without_value: frozenset[int]
    """The cells without ``<v>``; in those with one that is empty an empty text may be cached."""
    kinds: FormulaKinds
    """The cells whose formula is not a plain one."""
    cell: Callable[[int], CellXml]
    """A cell as a whole, by its index."""

    @classmethod
    def from_cells(cls, cells: Sequence[CellXml], data: bytes) -> FormulaCells:
        """The columns of cells of a sheet with this XML."""
        return cls(
            array("I", [cell.row for cell in cells]),
            [cell.column for cell in cells],
            [data[slice(*cell.formula_span)] for cell in cells],
            [cell.type for cell in cells],
            [data[slice(*cell.value_span)] if cell.is_start < 0 else b"" for cell in cells],
            frozenset(index for index, cell in enumerate(cells) if cell.v_start < 0),
            FormulaKinds.from_attributes(
                (index, cell.formula_attributes)
                for index, cell in enumerate(cells)
                if cell.formula_attributes
            ),
            cells.__getitem__,
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[CellXml]:
        return map(self.cell, range(len(self)))

    @cached_property
    def indexes(self) -> Mapping[tuple[int, int], int]:
        """The index of each cell by its row and column."""
        return {place: index for index, place in enumerate(zip(self.rows, self.columns))}

    @cached_property
    def plain_values(self) -> Sequence[float | str | None]:
        """The cached values that are numbers or plain texts; None for all others."""
        types, values = self.types, self.values
        if not any(values):
            return [None] * len(values)
        with suppress(ValueError):  # nearly always there is no unusual number
            if {*types} == {"n"}:
                return [*map(float, values)]
            cells = zip(types, values)
            return [float(value) if t == "n" else _plain_text(t, value) for t, value in cells]
        return [*map(_plain_value, types, values)]

    @cached_property
    def array_kinds(self) -> Mapping[int, str]:
        """The kind of each formula that is no plain one.

        That is ``array`` or ``dynamic`` for an array of one cell; one of several cells, and a data
        table, has a kind of its own.
        """
        found = {index: f"table {index}" for index in self.kinds.data_tables}
        for index in self.kinds.arrays:
            row, column = self.rows[index], self.columns[index]
            if self.array_ranges.get(index) != (row, column, row, column):
                found[index] = f"area {index}"
            else:
                found[index] = "dynamic" if index in self.dynamic else "array"
        return found

    @cached_property
    def dynamic(self) -> frozenset[int]:
        """The anchors of dynamic arrays."""
        return frozenset(index for index, (_, is_dynamic) in self._arrays.items() if is_dynamic)

    @cached_property
    def array_ranges(self) -> Mapping[int, Range]:
        """The ranges of array formulas, by the index of the anchor."""
        return {index: range_ for index, (range_, _) in self._arrays.items() if range_}

    @cached_property
    def _arrays(self) -> Mapping[int, tuple[Range | None, bool]]:
        """The range of each array formula, and whether it is dynamic; a sheet may have many."""
        cells = ((index, self.cell(index)) for index in self.kinds.arrays)
        return {index: (cell.array_range, cell.is_dynamic) for index, cell in cells}


def _plain_value(type_: str, value: bytes) -> float | str | None:
    if type_ != "n":
        return _plain_text(type_, value)
    try:
        return float(value)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def _plain_text(type_: str, value: bytes) -> str | None:
    """A cached text in which nothing is escaped, and that is not empty; else None."""
    is_plain = type_ == "str" and not (b"&" in value or b"\r" in value or b"_x" in value)
    return value.decode() or None if is_plain else None
