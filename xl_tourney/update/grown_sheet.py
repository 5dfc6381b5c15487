"""A sheet of a workbook in use with the tables of a larger one.

Formulas come from the larger workbook; looks, what was typed, widths, rules and everything else
come from the sheet in use, and stand where the cells that they belong to stand now.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from ..errors import WorkbookError
from ..grammar.references import cell_reference, parse_cell_reference, parse_range
from ..ooxml import xml
from ..ooxml.sheet.cached_values import from_python
from .cell_mapping import CellMapping

_SHEET_DATA = re.compile(r"<sheetData\s*>(.*?)</sheetData>|<sheetData\s*/>", re.DOTALL)
_ROW = re.compile(r"<row\b([^>]*?)(?:/>|>(.*?)</row>)", re.DOTALL)
_CELL = re.compile(r"<c\b([^>]*?)(?:/>|>(.*?)</c>)", re.DOTALL)
_FORMULA = re.compile(r"<f\b([^>]*?)(?:/>|>(.*?)</f>)", re.DOTALL)
_VALUE = re.compile(r"<v\b[^>]*?(?:/>|>.*?</v>)", re.DOTALL)
_COLUMNS = re.compile(r"<cols\b[^>]*>(.*?)</cols>", re.DOTALL)
_COLUMN = re.compile(r"<col\b([^>]*?)/?>(?:</col>)?")
_AREAS = re.compile(r'(?<=[\s])(sqref|ref)="([^"]*)"')
_AREAS_TEXT = re.compile(r"(<(?:\w+:)?sqref>)([^<]*)(</)")
_FORMULA_TEXT = re.compile(
    r"(<(?:\w+:)?(?:formula[12]?|f)>)([^<]*)(</(?:\w+:)?(?:formula[12]?|f)>)"
)
_ATTRIBUTE = re.compile(r'([\w:.-]+)\s*=\s*"([^"]*)"')

PURPOSE = (2, 1)
"""The cell with the line of purpose of a sheet."""

Place = tuple[int, int]
Attributes = dict[str, str]


@dataclass
class CellContent:
    """A cell of the sheet in use, as its XML."""

    attributes: Attributes
    content: str

    @property
    def formula(self) -> re.Match[str] | None:
        """Its formula."""
        return _FORMULA.search(self.content)


def parse_attributes(text: str) -> Attributes:
    """The attributes of a tag, with their escapes."""
    return dict(_ATTRIBUTE.findall(text))


def format_attributes(attributes: Mapping[str, str]) -> str:
    """Attributes as they stand in a tag."""
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


class GrownSheet:
    """One sheet: its XML, and the same sheet of the template before and after."""

    def __init__(
        self, text: str, old: Worksheet, new: Worksheet, mapping: CellMapping, workbook_name: str
    ) -> None:
        self.text = text
        self.old = old
        self.new = new
        self.mapping = mapping
        self.name = old.title
        self._workbook_name = workbook_name
        self._array_cells = set(_array_cells(old))
        data = _SHEET_DATA.search(text)
        if data is None:
            raise self._error("is written in a form that is not known here")
        self._data_span = data.span()
        self.rows: dict[int, Attributes] = {}
        self.cells: dict[Place, CellContent] = {}
        self._parse_cells(data[1] or "")

    def _error(self, problem: str) -> WorkbookError:
        return WorkbookError(
            f"{self._workbook_name}: the sheet {self.name} {problem}; it was left as it is. "
            "Make a larger workbook with xl-tourney new instead."
        )

    def _parse_cells(self, data: str) -> None:
        row = column = 0
        for found in _ROW.finditer(data):
            attributes = parse_attributes(found[1])
            row = int(attributes.pop("r", row + 1))
            attributes.pop("spans", None)
            self.rows[row] = attributes
            column = 0
            for cell in _CELL.finditer(found[2] or ""):
                cell_attributes = parse_attributes(cell[1])
                reference = cell_attributes.pop("r", None)
                column = parse_cell_reference(reference)[1] if reference else column + 1
                self.cells[row, column] = CellContent(cell_attributes, cell[2] or "")

    def format(self) -> str:
        """The XML of the grown sheet."""
        start, end = self._data_span
        before, after = self.text[:start], self.text[end:]
        before = _COLUMNS.sub(lambda found: self._format_columns(found[1]), before)
        before, after = (self._map_areas(part) for part in (before, after))
        rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for (row, column), cell in self._new_cells().items():
            rows[row].append((column, cell))
        last_row = max(self.rows, default=0)
        lines = []
        for row in sorted({*rows, *(row for row in self.rows if self.rows[row])}):
            attributes = self.rows.get(min(row, last_row), {})
            source = self.mapping.source(self.name, row, 1)
            if row not in self.rows and source:
                attributes = self.rows.get(source[0], attributes)
            cells = "".join(cell for _, cell in sorted(rows[row]))
            lines.append(f'<row r="{row}"{format_attributes(attributes)}>{cells}</row>')
        return f"{before}<sheetData>{''.join(lines)}</sheetData>{after}"

    def _new_cells(self) -> dict[Place, str]:
        """The XML of every cell of the grown sheet."""
        found: dict[Place, str] = {}
        for (row, column), cell in self.cells.items():
            place = self.mapping.cell(self.name, row, column)
            content = self._kept_content((row, column), place, cell)
            if content is not None:
                found[place] = content
        for new_row in self.new.iter_rows():
            for new_cell in new_row:
                place = (int(new_cell.row or 0), int(new_cell.column or 0))
                if place not in found:
                    value = new_cell.value if new_cell.protection.locked else None
                    found[place] = self._new_cell(place, value)
        return {place: text for place, text in found.items() if text}

    def _kept_content(self, old_place: Place, place: Place, cell: CellContent) -> str | None:
        """A cell in use at its new place; None if the larger workbook says what it holds."""
        formula = cell.formula
        if old_place in self._array_cells:
            return None
        if old_place != PURPOSE and self._is_renewed(old_place, place, formula is not None):
            return None
        style = self._style_attribute(place, cell.attributes.get("s"))
        attributes = {key: text for key, text in cell.attributes.items() if key != "s"}
        content = cell.content
        if formula:
            content = self._move_formula(old_place, formula, content)
            attributes.pop("cm", None)
        text = format_attributes(attributes)
        return f'<c r="{cell_reference(*place)}"{style}{text}>{content}</c>'

    def _is_renewed(self, old_place: Place, place: Place, has_formula: bool) -> bool:
        """Whether a cell holds a formula or number of ours that depends on the size of tables."""
        old = self.old._cells.get(old_place)
        new = self.new._cells.get(place)
        if old is None or old.value is None or not old.protection.locked:
            return False
        if _is_formula(old.value):
            return has_formula
        return not has_formula and (new is None or new.value != old.value)

    def _move_formula(self, place: Place, formula: re.Match[str], content: str) -> str:
        """A formula that a person typed, with the new places of what it refers to."""
        attributes, old = parse_attributes(formula[1]), xml.unescape(formula[2] or "")
        if attributes.get("t") in ("shared", "dataTable") or not old:
            raise self._error(f"has a formula in {cell_reference(*place)} that cannot be moved")
        new = xml.escape(self.mapping.formula(self.name, old))
        if "ref" in attributes:
            attributes["ref"] = self.mapping.areas(self.name, attributes["ref"])
        moved = f"<f{format_attributes(attributes)}>{new}</f>"
        return content.replace(formula[0], moved)

    def _new_cell(self, place: Place, value: Any) -> str:
        """A cell of the larger workbook, with the looks of the sheet in use."""
        source = self.mapping.source(self.name, *place)
        looks_like = self.cells.get(source) if source else None
        style = self._style_attribute(place, looks_like.attributes.get("s") if looks_like else None)
        opened = f'<c r="{cell_reference(*place)}"{style}'
        if isinstance(value, ArrayFormula):
            formula = xml.escape(str(value.text).removeprefix("="))
            return f'{opened}><f t="array" ref="{value.ref}">{formula}</f></c>'
        if _is_formula(value):
            return f"{opened}><f>{xml.escape(value[1:])}</f></c>"
        if value is None:
            return f"{opened}/>" if style else ""
        written = from_python(value)
        kind = f' t="{written.type}"' if written.type not in ("n", "") else ""
        return f"{opened}{kind}><v>{xml.encode_xstring(written.text).decode()}</v></c>"

    def _style_attribute(self, place: Place, style: str | None) -> str:
        """The looks of a cell: its own, in growing blocks those of its place in the block."""
        source = self.mapping.source_in_block(self.name, *place)
        if source and source in self.cells:
            style = self.cells[source].attributes.get("s")
        return f' s="{style}"' if style else ""

    def _format_columns(self, columns: str) -> str:
        """The widths of columns; a new one has that of the last of its kind."""
        widths: dict[int, Attributes] = {}
        ranges = []
        for found in _COLUMN.finditer(columns):
            attributes = parse_attributes(found[1])
            first, last = int(attributes.pop("min")), int(attributes.pop("max"))
            ranges.append((first, last, attributes))
        used = max([self.new.max_column, *(first + 1 for first, _, _ in ranges)], default=0)
        shift = self.new.max_column - self.old.max_column
        row = next((t.new.top for t in self.mapping.tables(self.name)), 1)
        for column in range(1, used + 1):
            source = self.mapping.source(self.name, row, column)
            for first, last, attributes in ranges:
                if source and first <= source[1] <= last:
                    widths[column] = attributes
        lines = [
            f'<col min="{column}" max="{column}"{format_attributes(attributes)}/>'
            for column, attributes in sorted(widths.items())
        ]
        rest = [(max(first + shift, used + 1), last, a) for first, last, a in ranges if last > used]
        lines += [
            f'<col min="{first}" max="{last}"{format_attributes(attributes)}/>'
            for first, last, attributes in rest
            if first <= last
        ]
        return f"<cols>{''.join(lines)}</cols>"

    def _map_areas(self, text: str) -> str:
        """The rest of a sheet's XML, with the new places of rules, links and merged cells."""
        text = _AREAS.sub(
            lambda found: f'{found[1]}="{self.mapping.areas(self.name, found[2])}"', text
        )
        text = _AREAS_TEXT.sub(
            lambda found: found[1] + self.mapping.areas(self.name, found[2]) + found[3], text
        )
        return map_formula_texts(text, lambda formula: self.mapping.formula(self.name, formula))


def map_formula_texts(text: str, change: Callable[[str], str]) -> str:
    """XML with each formula of a rule, a list or a chart changed."""
    return _FORMULA_TEXT.sub(
        lambda found: found[1] + xml.escape(change(xml.unescape(found[2]))) + found[3], text
    )


def _is_formula(value: object) -> bool:
    return isinstance(value, ArrayFormula) or (isinstance(value, str) and value.startswith("="))


def _array_cells(sheet: Worksheet) -> Iterator[Place]:
    """The cells that array formulas fill."""
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, ArrayFormula):
                yield from parse_range(cell.value.ref).cells()
