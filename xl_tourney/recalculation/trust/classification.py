"""The formula cells of a sheet, classified by how far the engine can be trusted with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...grammar.references import MAX_COLUMN, Range
from ...grammar.shapes import without_places
from ...ooxml.sheet.formula_cells import OF_ONE_CELL, CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...patterns import regex
from .policy import FormulaTrust, TrustPolicy

MAX_ARRAY_CELLS = 1_000_000
"""The largest range of an array formula, and the sum of all ranges of a sheet."""

MAX_FORMULA_LENGTH = 8_192
"""The characters of the longest formula that Excel takes."""

_NUMBER_OR_TEXT = regex(r'(?<![\w.\0$:\[])[0-9][0-9.]+|"[^"]*"')
"""Larger numbers and texts, without names, places, and the numbers of other workbooks."""
_TO_ZERO = str.maketrans("123456789", "0" * 9)


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
    """Assesses one formula of all that differ in numbers and texts only."""

    def __init__(self, sheet: SheetXml, policy: TrustPolicy) -> None:
        self._sheet = sheet
        self._policy = policy
        policy.engine.unsupported_functions(sheet.called_names)  # each alone takes as long
        self._by_kind: dict[tuple[str, bool], FormulaTrust] = {}
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
                    yield (
                        self._assess(shapes.texts[index], shapes.texts[index], bool(kind)),
                        (index,),
                    )
            else:
                formula = shapes.texts[indexes[0]]
                yield self._assess(kind_of(formula), formula, bool(kind)), indexes
        for index, kind in sorted(arrays.items()):
            if kind not in OF_ONE_CELL:
                yield self._assess_area(index, self._sheet.formula_cells.cell(index)), (index,)

    def _assess(self, kind: str, formula: str, is_array_formula: bool) -> FormulaTrust:
        """The trust in the formulas of a kind, by one of them."""
        key = kind, is_array_formula
        if key not in self._by_kind:
            if len(formula) > MAX_FORMULA_LENGTH:
                trust = FormulaTrust(
                    f"its formula is longer than {MAX_FORMULA_LENGTH:,} characters"
                )
            else:
                trust = self._policy.assess(formula, is_array_formula)
            self._by_kind[key] = trust
        return self._by_kind[key]

    def _assess_area(self, index: int, cell: CellXml) -> FormulaTrust:
        """The assessment of an array formula, or of a data table."""
        range_ = cell.array_range
        reason = self._reason_of_area(cell)
        text = self._sheet.texts[index]
        trust = FormulaTrust(reason) if reason else self._assess(text, text, range_ is not None)
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


def kind_of(formula: str) -> str:
    """A formula but for places, and with 0 for each digit of larger numbers and of texts.

    >>> kind_of('LOG10($A7*12.5)+2*COUNTIF(B:B,"Item 27")')
    'LOG10($\\x000*00.0)+2*COUNTIF(B:B,"Item 00")'
    """
    return _NUMBER_OR_TEXT.sub(lambda found: found[0].translate(_TO_ZERO), without_places(formula))
