"""The formula cells of a sheet, classified by how far the engine can be trusted with them."""

from __future__ import annotations

from ...grammar.references import MAX_COLUMN, Range
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.xml import decode_text
from ...patterns import regex
from .policy import FormulaTrust, TrustPolicy

MAX_ARRAY_CELLS = 1_000_000
"""The largest range of an array formula, and the sum of all ranges of a sheet."""

MAX_FORMULA_LENGTH = 8_192
"""The characters of the longest formula that Excel takes."""

_DIGIT = regex("[0-9]")


def reason_of_range(filled: Range) -> str | None:
    """Why an array that fills a range is left as saved, whatever its formula is."""
    if filled.cell_count > MAX_ARRAY_CELLS:
        return f"it fills more than {MAX_ARRAY_CELLS:,} cells"
    if (filled.left, filled.right) == (1, MAX_COLUMN):
        return "it fills whole rows"  # engines see their used part alone, or take a minute
    return None


def assess_formulas(sheet: SheetXml, policy: TrustPolicy) -> dict[int, FormulaTrust]:
    """The trust in the formula cells of a sheet by index, in order; what is trusted is left out."""
    return _Classification(sheet, policy).trust_by_index()


class _Classification:
    """Assesses one formula of each pattern.

    Formulas of one pattern differ in numbers only; it is their text where a name that matters has
    digits in it.
    """

    def __init__(self, sheet: SheetXml, policy: TrustPolicy) -> None:
        self._sheet = sheet
        self._policy = policy
        self._patterns = sheet.patterns
        if sheet.may_mention(
            filter(_DIGIT.search, policy.significant_names)
        ) or policy.external_data.may_be_used(sheet.distinct_formulas):
            self._patterns = sheet.formulas
        policy.engine.unsupported_functions(sheet.called_names)  # each alone takes as long
        self._by_pattern: dict[tuple[bytes, bool], FormulaTrust] = {}
        self._array_cells = 0
        """The number of cells in the ranges of array formulas so far."""

    def trust_by_index(self) -> dict[int, FormulaTrust]:
        formula_cells = self._sheet.formula_cells
        indexes = {pattern: index for index, pattern in enumerate(self._patterns)}
        by_pattern = {
            pattern: trust
            for pattern, index in indexes.items()
            if (trust := self._assess_pattern(index, False)) != FormulaTrust()
        }
        found = {
            index: by_pattern[pattern]
            for index, pattern in enumerate(self._patterns if by_pattern else ())
            if pattern in by_pattern
        }
        areas = sorted({*formula_cells.kinds.arrays, *formula_cells.kinds.data_tables})
        found |= {index: self._assess_area(index, formula_cells.cell(index)) for index in areas}
        return dict(sorted(found.items())) if areas else found

    def _assess_pattern(self, index: int, is_array_formula: bool) -> FormulaTrust:
        """The assessment of a formula's pattern."""
        key = self._patterns[index], is_array_formula
        if key not in self._by_pattern:
            formula = decode_text(self._sheet.formulas[index])
            if len(formula) > MAX_FORMULA_LENGTH:
                trust = FormulaTrust(
                    f"its formula is longer than {MAX_FORMULA_LENGTH:,} characters"
                )
            else:
                trust = self._policy.assess(formula, is_array_formula)
            self._by_pattern[key] = trust
        return self._by_pattern[key]

    def _assess_area(self, index: int, cell: CellXml) -> FormulaTrust:
        """The assessment of an array formula, or of a data table."""
        range_ = cell.array_range
        reason = self._reason_of_area(cell)
        trust = FormulaTrust(reason) if reason else self._assess_pattern(index, range_ is not None)
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
