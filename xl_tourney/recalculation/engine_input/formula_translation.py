"""Formulas of a workbook as an engine reads them.

The catalogue's functions have their plain names, formulas stand for names that engines do not know,
structured references are resolved, and implicit intersection is written out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from ...engines import Engine
from ...grammar.defined_names import DefinedNames
from ...grammar.formula_references import qualify_references
from ...grammar.function_names import catalogue_name, names_before_brackets, normalize_calls
from ...grammar.implicit_intersection import intersect_implicitly
from ...grammar.references import CellAddress, cell_reference
from ...grammar.shapes import Template, borders, relative_formula
from ...grammar.structured_references import Tables
from ...grammar.syntax_tree import FormulaError
from ...ooxml.external_links import NO_EXTERNAL_DATA, ExternalData
from ...ooxml.sheet.formula_cells import CellXml
from ...patterns import regex
from ...record import Record, new
from ..sheets.sheet_task import SheetTask
from .excel_calls import EXCEL_CALLS, ExcelCalls, ranges_in_order

_OMITTED_ARGUMENT = regex(r",\s*[,)]|\(\s*,")


class FormulaTranslator(Record):
    """Translates the formulas of a workbook for an engine; what it has translated it knows."""

    engine: Engine
    defined_names: DefinedNames
    tables: Tables
    external_data: ExternalData = NO_EXTERNAL_DATA
    excel_calls: ExcelCalls = EXCEL_CALLS
    _of_groups: dict[tuple[str, str, str, bool], dict[int, str | None]] = new(dict)
    """By sheet, shape and kind, and whether they are intersected, the formulas of its cells."""
    _changing: dict[tuple[str, bool], bool] = new(dict)
    _changing_sheets: dict[str, bool] = new(dict)

    def translate(
        self,
        formula: str,
        sheet: str,
        cell: CellXml,
        is_intersected: bool,
        *,
        for_any_engine: bool = False,
    ) -> str:
        """The formula of a cell; :class:`~.syntax_tree.FormulaError` if it cannot be parsed.

        ``is_intersected`` tells whether it takes one value of an array, by implicit intersection.
        """
        names, is_array_formula = self.defined_names, cell.array_range is not None
        address = CellAddress(sheet, cell.row, cell.column)
        formula = names.apply_lambdas(formula)
        if names.inlined_names:
            formula = names.inline(formula, sheet, cell.reference)
        formula = normalize_calls(self.external_data.resolve(formula))
        formula = self.tables.resolve_references(formula, address)
        fixed_range = None if cell.is_dynamic else cell.array_range
        formula = self.excel_calls.write(formula, sheet, fixed_range, is_array_formula)
        if (rewriter := self.engine.rewriter) and not for_any_engine:
            has_tables = bool(self.tables)
            formula = rewriter.rewrite(
                formula, address, is_array_formula, has_tables, names.is_multi_cell
            )
            formula = ranges_in_order(formula)
        return (
            intersect_implicitly(formula, names.is_multi_cell, cell.row)
            if is_intersected
            else formula
        )

    def in_references(self, formula: str, cell: CellAddress) -> str:
        """The formula of a cell with references in place of names and of structured references."""
        place = cell_reference(cell.row, cell.column)
        formula = self.defined_names.expand(formula, cell.sheet, place)
        return self.tables.resolve_references(formula, cell)

    def translated(self, task: SheetTask, index: int, *, is_intersected: bool | None = None) -> str:
        """The formula of a cell of a sheet; FormulaError if it cannot be parsed."""
        shape = task.sheet.shapes.of_cells[index]
        kind = task.sheet.formula_cells.array_kinds.get(index, "")
        if is_intersected is None:
            is_intersected = index in task.intersected
        if (text := self._of_group(task, shape, kind, is_intersected)[index]) is not None:
            return text
        formula, cell = task.formula(index), task.cell(index)
        return self.translate(formula, task.sheet_name, cell, is_intersected)

    def written_otherwise(self, task: SheetTask) -> dict[int, str]:
        """The formulas of a sheet that the engine reads otherwise than the file has them."""
        texts = task.sheet.texts
        found: dict[int, str] = {}
        if not task.intersected and not self._may_change_some(task):
            return found
        for (shape, kind), indexes in task.sheet.groups.items():
            if self._may_change(texts[indexes[0]], bool(kind)):
                written = self._of_group(task, shape, kind, False)
                found |= {index: text for index in indexes if (text := written[index]) is not None}
        for index in task.intersected:
            found.pop(index, None)
            with suppress(FormulaError):
                found[index] = self.translated(task, index)
        return {index: text for index, text in found.items() if text != texts[index]}

    def _of_group(
        self, task: SheetTask, shape: str, kind: str, is_intersected: bool
    ) -> Mapping[int, str | None] | Sequence[str]:
        """The formulas of the cells of a shape and a kind; None where one cannot be parsed."""
        texts = task.sheet.texts
        if not (is_intersected or self._may_change_some(task)):
            return texts
        indexes = task.sheet.groups[shape, kind]
        if not (is_intersected or self._may_change(texts[indexes[0]], bool(kind))):
            return texts
        key = task.sheet_name, shape, kind, is_intersected
        if key not in self._of_groups:
            self._of_groups[key] = dict(self._translations(task, indexes, is_intersected))
        return self._of_groups[key]

    def _translations(
        self, task: SheetTask, indexes: Sequence[int], is_intersected: bool
    ) -> Iterator[tuple[int, str | None]]:
        """The formulas of some cells of a shape: some are translated, and those between follow.

        Nothing but their places differs where no border lies between them.
        """
        cells, formulas = task.sheet.formula_cells, task.sheet.texts
        rows, columns = ([of[index] for index in indexes] for of in (cells.rows, cells.columns))
        is_down = "[" in formulas[indexes[0]] or len({*columns}) <= len({*rows})
        places, lines = (rows, columns) if is_down else (columns, rows)
        limits = self._borders(task, indexes[0], is_down=is_down) if len(indexes) > 1 else None
        blocks: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for index, place, line in zip(indexes, places, lines):
            block = line, index if limits is None else bisect_right(limits, place)
            blocks[block].append((place, index))

        @cache
        def translated(index: int) -> str | None:
            formula, cell = formulas[index], task.cell(index)
            with suppress(FormulaError):
                return self.translate(formula, task.sheet_name, cell, is_intersected)
            return None

        waiting = [sorted(found) for found in blocks.values()]
        while waiting:
            found = waiting.pop()
            chosen = {found[0], found[len(found) // 2], found[-1]}
            samples = {place: text for place, index in chosen if (text := translated(index))}
            if template := len(samples) == len(chosen) and Template.of(samples, is_down=is_down):
                texts = template.at([place for place, _ in found])
                yield from zip((index for _, index in found), texts)
            elif len(found) == 1:
                yield found[0][1], None
            else:  # as where OFFSET begins to lie on the sheet
                half = len(found) // 2
                waiting += found[:half], found[half:]

    def _borders(self, task: SheetTask, index: int, *, is_down: bool) -> list[int] | None:
        """The rows, or columns, in which the formulas of a shape may begin to read otherwise.

        It is None if any of them may.
        """
        _, row, column = address = task.address(index)
        try:
            formula = self.in_references(task.formula(index), address)
        except FormulaError:
            return None
        if self.excel_calls.differ_by_cell(formula):
            return None
        of_tables = self.tables.borders if is_down and "[" in task.formula(index) else ()
        found = borders(relative_formula(formula, row, column), is_down=is_down)
        return sorted({*found, *of_tables})

    def for_any_sheet(self, task: SheetTask, index: int) -> str:
        """The same with the sheet in each reference, so that it reads the same elsewhere."""
        return qualify_references(self.translated(task, index), task.sheet_name)

    def _may_change_some(self, task: SheetTask) -> bool:
        """Whether some formula of a sheet may."""
        if (known := self._changing_sheets.get(task.sheet_name)) is None:
            formulas = task.sheet.distinct_formulas.decode()
            known = self._may_change(formulas, bool(task.sheet.formula_cells.array_kinds))
            self._changing_sheets[task.sheet_name] = known
        return known

    def _may_change(self, formula: str, is_array_formula: bool) -> bool:
        """Whether a formula, or one of its shape, may read otherwise when it is translated."""
        key = formula, is_array_formula
        rewriter = self.engine.rewriter
        if key not in self._changing:
            self._changing[key] = self._is_needed(formula) or (
                self.excel_calls.may_change(formula.encode(), is_array_formula)
                or (rewriter is not None and rewriter.may_change(formula, is_array_formula))
            )
        return self._changing[key]

    def _is_needed(self, formula: str) -> bool:
        """Whether a formula may read otherwise for any engine.

        That is a call of the catalogue by another name (engines take it in any letter case), or
        with an omitted argument; an inlined name, or a bound one; a structured reference.
        """
        if any(name in formula.upper() for name in self.defined_names.inlined_names):
            return True
        if self.defined_names.may_apply_lambdas(formula):
            return True
        if (self.tables or self.external_data) and "[" in formula:
            return True
        called = names_before_brackets(formula.encode())
        catalogue_calls = {name: plain for name in called if (plain := catalogue_name(name))}
        if any(name.upper() != plain for name, plain in catalogue_calls.items()):
            return True
        return bool(catalogue_calls) and _OMITTED_ARGUMENT.search(formula) is not None
