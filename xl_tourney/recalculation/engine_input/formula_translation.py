"""Formulas of a workbook as an engine reads them.

The catalogue's functions have their plain names, formulas stand for names that engines do not know,
structured references are resolved, and implicit intersection is written out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...engines import Engine
from ...grammar.defined_names import DefinedNames
from ...grammar.formula_references import qualify_references
from ...grammar.function_names import catalogue_name, normalize_calls
from ...grammar.implicit_intersection import intersect_implicitly
from ...grammar.references import CellAddress, cell_reference
from ...grammar.structured_references import Tables
from ...grammar.syntax_tree import FormulaError
from ...ooxml.external_links import NO_EXTERNAL_DATA, ExternalData
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.xml import decode_text
from ...patterns import regex
from ..sheets.sheet_task import SheetTask
from .excel_calls import EXCEL_CALLS, ExcelCalls, has_criteria, range_sizes

_OMITTED_ARGUMENT = regex(rb",\s*[,)]|\(\s*,")
_MOST_KNOWN = 100_000
"""Of more formulas the translations are forgotten."""


@dataclass(frozen=True, eq=False)
class FormulaTranslator:
    """Translates the formulas of a workbook for an engine; what it has translated it knows."""

    engine: Engine
    defined_names: DefinedNames
    tables: Tables
    external_data: ExternalData = NO_EXTERNAL_DATA
    excel_calls: ExcelCalls = EXCEL_CALLS
    _known: dict[tuple[str, str, int, int, bool], str] = field(default_factory=dict)

    def translate(self, formula: str, sheet: str, cell: CellXml, is_intersected: bool) -> str:
        """The formula of a cell; :class:`~.syntax_tree.FormulaError` if it cannot be parsed.

        ``is_intersected`` tells whether it takes one value of an array, by implicit intersection.
        """
        key = formula, sheet, cell.row, cell.column, is_intersected
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._translate(formula, sheet, cell, is_intersected)
        return self._known[key]

    def _translate(self, formula: str, sheet: str, cell: CellXml, is_intersected: bool) -> str:
        formula = self._translate_for_any_engine(formula, sheet, cell)
        if rewriter := self.engine.rewriter:
            address = CellAddress(sheet, cell.row, cell.column)
            is_array_formula = cell.array_range is not None
            formula = rewriter.rewrite(
                formula,
                address,
                is_array_formula,
                bool(self.tables),
                self.defined_names.is_multi_cell,
            )
        return self._intersect(formula, cell) if is_intersected else formula

    def in_references(self, formula: str, cell: CellAddress) -> str:
        """The formula of a cell with references in place of names and of structured references."""
        place = cell_reference(cell.row, cell.column)
        formula = self.defined_names.expand(formula, cell.sheet, place)
        return self.tables.resolve_references(formula, cell)

    def translated(self, task: SheetTask, index: int) -> str:
        """The formula of a cell of a sheet; FormulaError if it cannot be parsed."""
        is_intersected = index in task.intersected
        return self.translate(
            task.formula(index), task.sheet_name, task.cell(index), is_intersected
        )

    def for_any_sheet(self, task: SheetTask, index: int) -> str:
        """The same with the sheet in each reference, so that it reads the same elsewhere."""
        return qualify_references(self.translated(task, index), task.sheet_name)

    def translate_without_rewriter(
        self, formula: str, sheet: str, cell: CellXml, is_intersected: bool
    ) -> str:
        """The formula of a cell for an engine that needs no rewriter."""
        formula = self._translate_for_any_engine(formula, sheet, cell)
        return self._intersect(formula, cell) if is_intersected else formula

    def _intersect(self, formula: str, cell: CellXml) -> str:
        return intersect_implicitly(formula, self.defined_names.is_multi_cell, cell.row)

    def _translate_for_any_engine(self, formula: str, sheet: str, cell: CellXml) -> str:
        """The formula of a cell, before it is rewritten for one engine."""
        formula = self.defined_names.apply_lambdas(formula)
        if self.defined_names.inlined_names:
            formula = self.defined_names.inline(formula, sheet, cell.reference)
        address = CellAddress(sheet, cell.row, cell.column)
        # a column of a table has one text for all cells until its references are resolved
        formula = normalize_calls(self.external_data.resolve(formula))
        formula = self.tables.resolve_references(formula, address)
        array_range = None if cell.is_dynamic else cell.array_range
        return self.excel_calls.write(formula, sheet, array_range, cell.array_range is not None)

    def translate_if_valid(
        self, formula: str, sheet: str, cell: CellXml, is_intersected: bool
    ) -> str:
        """The formula of a cell; one that cannot be parsed stays as it is."""
        try:
            return self.translate(formula, sheet, cell, is_intersected)
        except FormulaError:
            return formula

    def rewritten_indexes(self, sheet: SheetXml) -> set[int]:
        """The formula cells of a sheet that may read otherwise in some cell."""
        calls, rewriter = self.excel_calls, self.engine.rewriter
        found = _changing(
            sheet,
            calls.may_change,
            calls.depends_on_cell,
            lambda formula, _, is_array: calls.changes(formula, is_array),
        )
        if rewriter:
            found |= _changing(
                sheet,
                lambda formula, has_arrays: rewriter.may_change(decode_text(formula), has_arrays),
                lambda formula: rewriter.depends_on_cell(decode_text(formula)),
                lambda formula, cell, is_array: rewriter.changes_in_cell(
                    decode_text(formula), cell, is_array
                ),
            )
        return found

    def is_needed(self, sheet: SheetXml) -> bool:
        """Whether some formula of a sheet may read otherwise when it is translated.

        That is a call of the catalogue by another name (engines take it in any letter case), or
        with an omitted argument; an inlined name, or a bound one; a structured reference; a
        formula in CDATA, or with an XML comment inside.
        """
        formulas = sheet.distinct_formulas
        if b"<" in formulas or sheet.may_mention(self.defined_names.inlined_names):
            return True
        if self.defined_names.may_apply_lambdas(decode_text(formulas)):
            return True
        if (self.tables or self.external_data) and b"[" in formulas:
            return True
        names = {name: catalogue_name(name) for name in sheet.called_names}
        catalogue_calls = {name: plain for name, plain in names.items() if plain}
        if any(name.upper() != plain for name, plain in catalogue_calls.items()):
            return True
        return bool(catalogue_calls) and _OMITTED_ARGUMENT.search(formulas) is not None


def _changing(
    sheet: SheetXml,
    may_change: Callable[[bytes, bool], bool],
    depends_on_cell: Callable[[bytes], bool],
    changes_in_cell: Callable[[bytes, str, bool], bool],
) -> set[int]:
    """The formula cells of a sheet that something changes: one is asked about for all of a pattern.

    Where it ``depends_on_cell`` each cell of the pattern is.
    """
    cells = sheet.formula_cells
    arrays = cells.array_ranges
    patterns = {
        pattern: (depends_on_cell(formula), has_criteria(formula))
        for pattern, formula in sheet.formula_by_pattern.items()
        if may_change(formula, bool(arrays))
    }
    known: dict[tuple[object, ...], bool] = {}
    found = set()
    for index, pattern in enumerate(sheet.patterns if patterns else ()):
        if pattern not in patterns:
            continue
        depends, has_sizes = patterns[pattern]
        formula, is_array = cells.formulas[index], index in arrays
        sizes = range_sizes(formula) if has_sizes and not depends else ()
        key = pattern, is_array, sizes, depends and index
        if key not in known:
            cell = cell_reference(cells.rows[index], cells.columns[index])
            known[key] = changes_in_cell(formula, cell, is_array)
        if known[key]:
            found.add(index)
    return found
