"""A sheet to calculate: which values are requested, and how its formula cells are treated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ...grammar.function_names import catalogue_name
from ...grammar.references import CellAddress, Range, RangeSet, merge_intervals
from ...grammar.spreadsheet_functions import functions_with
from ...ooxml.sheet.cached_values import SharedStrings, has_value, read_cached_value, to_python
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...patterns import regex
from ...record import Record, new
from ..trust.policy import FormulaTrust, TrustPolicy, assess_formulas
from .cell_states import CellStates, State

_ROUNDED_AS_SHOWN = (
    "no engine rounds values to what cells show, as its workbook says (“precision as displayed”)"
)
_MAY_BE_ARRAY = regex(r"[:{\[#]")
_SINGLE_CALL = regex(r"([^(){}]+)\([^(){}]*\)")
_SCALAR_AGGREGATES = functions_with("one-value")


class SheetTask(Record):
    """A sheet to calculate; formula cells are identified by their indexes."""

    sheet_name: str
    sheet: SheetXml
    _ranges: Sequence[Range]
    states: CellStates
    """What is decided of each cell."""
    intersected: set[int]
    """The cells whose formula takes one value of an array, by implicit intersection."""
    spill_candidates: Sequence[int]
    """The cells whose value may need more cells than the file has for it."""
    catalogue_spill_candidates: Sequence[int]
    """More of these, whose formula is one call of the catalogue."""
    is_settled: bool = False
    """Whether the saved numbers that agree to 15 digits stay, down to the last digit."""
    measured_ranges: dict[int, Range] = new(dict)
    """The ranges of dynamic arrays that the engine does not spill, but fills as fixed ranges."""
    known_formulas: Mapping[str, str] | None = None
    """Formulas that are tested with every engine, by the cells that hold them."""

    @classmethod
    def from_sheet(
        cls, sheet_name: str, sheet: SheetXml, policy: TrustPolicy, *, is_exact: bool = True
    ) -> SheetTask:
        """The task for a sheet, by what is known of its formulas before they are calculated.

        No engine rounds values to what cells show, as the workbook does if it is not exact.
        """
        every_cell = range(len(sheet.formula_cells))
        rounded = {FormulaTrust(_ROUNDED_AS_SHOWN): [*every_cell]}
        trusts = (assess_formulas(sheet, policy) if is_exact else rounded).items()
        states = CellStates()
        for trust, indexes in trusts:
            if trust.why_left_as_saved:
                state = State.WAITING if trust.lacks_function else State.LEFT
                states.change_all(dict.fromkeys(indexes, trust.why_left_as_saved), state)
        left = states.left_as_saved
        return cls(
            sheet_name,
            sheet,
            requested_ranges(sheet, left),
            states,
            {index for trust, indexes in trusts if trust.is_intersected for index in indexes},
            *_find_spill_candidates(sheet, left),
        )

    @property
    def ranges(self) -> Sequence[Range]:
        """The requested ranges: they cover the formula cells, and the ranges of array formulas."""
        if not self.measured_ranges and list not in map(type, self.states.own_values.values()):
            return self._ranges
        return requested_ranges(
            self.sheet, self.states.left_as_saved, self.measured_ranges.values()
        )

    def cell(self, index: int) -> CellXml:
        """The XML of a formula cell."""
        return self.sheet.formula_cells.cell(index)

    def formula(self, index: int) -> str:
        """The formula of a cell; a shared one as it reads there."""
        return self.sheet.texts[index]

    def is_known(self, index: int) -> bool:
        """Whether a cell has a formula that nobody has to doubt."""
        if self.known_formulas is None:
            return False
        return self.known_formulas.get(self.cell(index).reference) == self.formula(index)

    def has_value(self, index: int) -> bool:
        """Whether a formula cell has a cached value."""
        return has_value(self.cell(index))

    def saved_value(self, index: int, strings: SharedStrings) -> Any:
        """The cached value of a formula cell; None if it has none."""
        return to_python(read_cached_value(self.sheet, self.cell(index), strings))

    def address(self, index: int) -> CellAddress:
        """The address of a formula cell."""
        formula_cells = self.sheet.formula_cells
        return CellAddress(self.sheet_name, formula_cells.rows[index], formula_cells.columns[index])

    def with_room_to_spill(self, indexes: Iterable[int]) -> list[CellAddress]:
        """The addresses of cells without a formula below, or without one to the right."""
        formula_cells = self.sheet.formula_cells
        addresses = []
        for index in indexes:
            row, column = formula_cells.rows[index], formula_cells.columns[index]
            occupied = formula_cells.indexes  # for very many it is large: made if there is need
            if (row + 1, column) not in occupied or (row, column + 1) not in occupied:
                addresses.append(CellAddress(self.sheet_name, row, column))
        return addresses

    def saved_array_ranges(self) -> RangeSet:
        """The ranges of array formulas that are left as saved."""
        ranges = self.sheet.formula_cells.array_ranges.items()
        return RangeSet(range_ for index, range_ in ranges if index in self.states.left_as_saved)


def requested_ranges(
    sheet: SheetXml, left_as_saved: Collection[int] = (), more: Iterable[Range] = ()
) -> list[Range]:
    """Ranges that cover the formula cells, and the ranges of array formulas that are calculated.

    It is one range if they lie close together; else the ranges are columns, or parts of them, in
    order.
    """
    formula_cells = sheet.formula_cells
    array_ranges = formula_cells.array_ranges.items()
    arrays = [*more, *(range_ for index, range_ in array_ranges if index not in left_as_saved)]
    rows, columns = formula_cells.rows, formula_cells.columns
    cells = Range(min(rows), min(columns), max(rows), max(columns))
    tops, lefts, bottoms, rights = zip(cells, *arrays)
    bounds = Range(min(tops), min(lefts), max(bottoms), max(rights))
    array_cells = sum(range_.cell_count for range_ in arrays)
    if bounds.cell_count <= 8 * (len(formula_cells) + array_cells) + 1000:
        return [bounds]
    row_intervals: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for column, row in zip(columns, rows):
        row_intervals[column].append((row, row))
    for range_ in arrays:
        for column in range(range_.left, range_.right + 1):
            row_intervals[column].append((range_.top, range_.bottom))
    return [
        Range(first, column, last, column)
        for column in sorted(row_intervals)
        for first, last in zip(*merge_intervals(row_intervals[column], max_gap=8))
    ]


def _find_spill_candidates(
    sheet: SheetXml, left_as_saved: Collection[int]
) -> tuple[list[int], list[int]]:
    """The formula cells that may spill, and those that do if the catalogue returns an array."""
    found: tuple[list[int], list[int]] = ([], [])
    arrays = sheet.formula_cells.kinds.arrays
    exceptions = {*arrays, *left_as_saved}
    for shape, formula in sheet.shapes.formulas.items():
        if not _MAY_BE_ARRAY.search(formula):
            continue
        call = _SINGLE_CALL.fullmatch(formula)
        if call is None or call[1].upper() not in _SCALAR_AGGREGATES:
            is_of_catalogue = call is not None and catalogue_name(call[1]) is not None
            indexes = sheet.shapes.cells[shape]
            found[is_of_catalogue].extend(
                [i for i in indexes if i not in exceptions] if exceptions else indexes
            )
    found[0].extend(sheet.formula_cells.dynamic.difference(left_as_saved))
    for indexes in found:
        indexes.sort()
    return found
