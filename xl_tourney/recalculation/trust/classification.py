"""The formula cells of a sheet, classified by how far the engine can be trusted with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...grammar.references import MAX_COLUMN, Range
from ...ooxml.sheet.formula_cells import OF_ONE_CELL, CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from .policy import FormulaTrust, TrustPolicy

MAX_ARRAY_CELLS = 1_000_000
"""The largest range of an array formula, and the sum of all ranges of a sheet."""


def reason_of_range(filled: Range) -> str | None:
    """Why an array that fills a range is left as saved, whatever its formula is."""
    if filled.cell_count > MAX_ARRAY_CELLS:
        return f"it fills more than {MAX_ARRAY_CELLS:,} cells"
    if (filled.left, filled.right) == (1, MAX_COLUMN):
        return "it fills whole rows"  # engines see their used part alone, or take a minute
    return None


def assess_formulas(sheet: SheetXml, policy: TrustPolicy) -> dict[FormulaTrust, list[int]]:
    """The formula cells of a sheet by the trust in them; what is trusted is left out."""
    found: dict[FormulaTrust, list[int]] = defaultdict(list)
    for trust, indexes in _Classification(sheet, policy).trusts():
        if trust != FormulaTrust():
            found[trust] += indexes
    return found


class _Classification:
    """Assesses one formula of each shape."""

    def __init__(self, sheet: SheetXml, policy: TrustPolicy) -> None:
        self._sheet = sheet
        self._policy = policy
        policy.engine.unsupported_functions(sheet.called_names)  # each alone takes as long
        self._array_cells = 0
        """The number of cells in the ranges of array formulas so far."""

    def trusts(self) -> Iterator[tuple[FormulaTrust, Sequence[int]]]:
        """Formula cells with the trust in them."""
        shapes, arrays = self._sheet.shapes, self._sheet.formula_cells.array_kinds
        for (shape, kind), indexes in self._sheet.groups.items():
            # which cell of another workbook it reads differs in each cell
            if kind not in OF_ONE_CELL:
                continue
            if self._policy.external_data.may_be_used(shapes.formulas[shape].encode()):
                for index in indexes:
                    yield self._policy.assess(shapes.texts[index], bool(kind)), (index,)
            else:
                yield self._policy.assess(shapes.texts[indexes[0]], bool(kind)), indexes
        for index, kind in sorted(arrays.items()):
            if kind not in OF_ONE_CELL:
                yield self._assess_area(index, self._sheet.formula_cells.cell(index)), (index,)

    def _assess_area(self, index: int, cell: CellXml) -> FormulaTrust:
        """The assessment of an array formula, or of a data table."""
        range_ = cell.array_range
        reason = self._reason_of_area(cell)
        assess, text = self._policy.assess, self._sheet.texts[index]
        trust = FormulaTrust(reason) if reason else assess(text, range_ is not None)
        if range_ and range_.cell_count > 1 and not trust.why_left_as_saved:
            self._array_cells += range_.cell_count
        return trust

    def _reason_of_area(self, cell: CellXml) -> str | None:
        """Why an area is left as saved whatever its formula is."""
        if cell.formula_attributes and cell.formula_attributes.get("t") == "dataTable":
            return "it is part of a data table"
        range_ = cell.array_range
        if range_ is None:
            return None
        if (range_.top, range_.left) != (cell.row, cell.column):
            return f"its range {range_} does not begin in it"
        if reason := reason_of_range(range_):
            return reason
        if range_.cell_count > 1 and self._array_cells + range_.cell_count > MAX_ARRAY_CELLS:
            return f"with it arrays would fill more than {MAX_ARRAY_CELLS:,} cells"
        return None
