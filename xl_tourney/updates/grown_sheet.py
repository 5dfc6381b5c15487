"""A sheet of a workbook in use with the tables of a larger one.

Formulas come from the larger workbook; looks, what was typed, widths, rules and everything else
come from the sheet in use, and stand where the cells that they belong to stand now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from ..errors import WorkbookError
from ..grammar.references import cell_reference, parse_range
from ..ooxml.sheet.grid import (
    Attributes,
    ColumnLooks,
    GridCell,
    Place,
    SheetGrid,
    cell_of,
    format_attributes,
)
from ..ooxml.sheet.new_cells import formula_cell, value_cell
from ..ooxml.xml import XmlPart
from .cell_mapping import CellMapping

PURPOSE = (2, 1)
"""The cell with the line of purpose of a sheet."""


class GrownSheet:
    """One sheet: its cells, and the same sheet of the template before and after."""

    def __init__(
        self,
        part: XmlPart,
        old: Worksheet,
        new: Worksheet,
        mapping: CellMapping,
        workbook: str,
        is_new: bool = False,
    ) -> None:
        self.grid = SheetGrid(part, workbook)
        self.old = old
        self.new = new
        self.mapping = mapping
        self.name = old.title
        self.is_new = is_new
        """Whether what nobody types is as the template has it, not the file."""
        self._workbook_name = workbook
        self._array_cells = set(_array_cells(old))

    def format(self) -> str:
        """The XML of the grown sheet."""
        self.grid.set_column_looks(self._column_looks())
        self.grid.map_references(
            lambda areas: self.mapping.areas(self.name, areas),
            lambda formula: self.mapping.formula(self.name, formula),
        )
        return self.grid.format(self._rows())

    def _rows(self) -> Iterator[tuple[int, Attributes, list[bytes]]]:
        cells: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
        for (row, column), cell in self._new_cells().items():
            cells[row].append((column, cell))
        rows = self.grid.rows
        last_row = max(rows, default=0)
        for row in sorted({*cells, *(row for row in rows if rows[row])}):
            attributes = rows.get(min(row, last_row), {})
            source = self.mapping.source(self.name, row, 1)
            if row not in rows and source:
                attributes = rows.get(source[0], attributes)
            yield row, attributes, [cell for _, cell in sorted(cells[row])]

    def _new_cells(self) -> dict[Place, bytes]:
        """The XML of every cell of the grown sheet."""
        found: dict[Place, bytes] = {}
        for (row, column), cell in self.grid.cells.items():
            place = self.mapping.cell(self.name, row, column)
            content = self._kept_content((row, column), place, cell)
            if content is not None:
                found[place] = content
        for place, new_cell in sorted(self.new._cells.items()):
            if place not in found:
                value = new_cell.value
                if value is not None and not new_cell.protection.locked:
                    value = None
                found[place] = self._new_cell(place, value)
        return {place: text for place, text in found.items() if text}

    def _kept_content(self, old_place: Place, place: Place, cell: GridCell) -> bytes | None:
        """A cell in use at its new place; None if the larger workbook says what it holds."""
        has_formula = cell.formula_attributes is not None
        if old_place in self._array_cells:
            return None
        if old_place != PURPOSE and self._is_renewed(old_place, place, has_formula):
            return None
        attributes = self._style(place, cell.attributes.get("s"))
        attributes |= {key: text for key, text in cell.attributes.items() if key != "s"}
        content = cell.content
        if has_formula:
            content = self._move_formula(old_place, cell)
            attributes.pop("cm", None)
        return cell_of(place, attributes, content)

    def _is_renewed(self, old_place: Place, place: Place, has_formula: bool) -> bool:
        """Whether a cell holds a formula or number of ours that depends on the size of tables."""
        old = self.old._cells.get(old_place)
        new = self.new._cells.get(place)
        if self.is_new and new is not None and (has_formula or new.value is not None):
            return bool(new.protection.locked)
        if old is None or old.value is None or not old.protection.locked:
            return False
        if _is_formula(old.value):
            return has_formula
        return not has_formula and (new is None or new.value != old.value)

    def _move_formula(self, place: Place, cell: GridCell) -> bytes:
        """The content with the formula that a person typed, whose references have moved."""
        attributes = dict(cell.formula_attributes or {})
        if attributes.get("t") in ("shared", "dataTable") or not cell.formula:
            raise WorkbookError(
                f"{self._workbook_name}: the sheet {self.name} has a formula in "
                f"{cell_reference(*place)} that cannot be moved; it was left as it is. "
                "Make a larger workbook with xl-tourney new instead."
            )
        if "ref" in attributes:
            attributes["ref"] = self.mapping.areas(self.name, attributes["ref"])
        return cell.with_formula(self.mapping.formula(self.name, cell.formula), attributes)

    def _new_cell(self, place: Place, value: Any) -> bytes:
        """A cell of the larger workbook, with the looks of the sheet in use."""
        source = self.mapping.source(self.name, *place)
        looks_like = self.grid.cells.get(source) if source else None
        style = self._style(place, looks_like.attributes.get("s") if looks_like else None)
        looks = format_attributes(style).encode()
        if isinstance(value, ArrayFormula):
            array = format_attributes({"t": "array", "ref": value.ref}).encode()
            return formula_cell(place, str(value.text).removeprefix("="), looks, array)
        if _is_formula(value):
            return formula_cell(place, value[1:], looks)
        return value_cell(place, value, looks) if looks or value is not None else b""

    def _style(self, place: Place, style: str | None) -> Attributes:
        """The looks of a cell: its own, in growing blocks those of its place in the block."""
        source = self.mapping.source_in_block(self.name, *place)
        if source and source in self.grid.cells:
            style = self.grid.cells[source].attributes.get("s")
        return {"s": style} if style else {}

    def _column_looks(self) -> Iterator[ColumnLooks]:
        """The widths of columns; a new one has that of the last of its kind."""
        old = self.grid.column_looks
        used = max([self.new.max_column, *(looks.first + 1 for looks in old)], default=0)
        shift = self.new.max_column - self.old.max_column
        row = next((t.new.top for t in self.mapping.tables(self.name)), 1)
        for column in range(1, used + 1):
            source = self.mapping.source(self.name, row, column)
            like = [looks for looks in old if source and looks.first <= source[1] <= looks.last]
            if like:
                yield ColumnLooks(column, column, like[-1].attributes)
        for first, last, attributes in old:
            if max(first + shift, used + 1) <= last:
                yield ColumnLooks(max(first + shift, used + 1), last, attributes)


def _is_formula(value: object) -> bool:
    return isinstance(value, ArrayFormula) or (isinstance(value, str) and value.startswith("="))


def _array_cells(sheet: Worksheet) -> Iterator[Place]:
    """The cells that array formulas fill."""
    for cell in sheet._cells.values():
        if isinstance(cell.value, ArrayFormula):
            yield from parse_range(cell.value.ref).cells()
