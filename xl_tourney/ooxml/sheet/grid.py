"""A sheet's XML as a grid of cells, to be written anew with the cells in other places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...errors import WorkbookError
from ...grammar.references import cell_reference
from ...patterns import regex
from .. import xml
from .cell_patches import ATTRIBUTE, formula_patch, splice
from .formula_cells import CellXml, Patch
from .outline import read_outline
from .scan import scan_sheet

Place = tuple[int, int]
"""Row and column."""
Attributes = dict[str, str]
"""The attributes of a tag in their order, with their escapes."""

_OF_PLACE = ("r", "spans")
"""The attributes of a row that say where it and its cells stand."""
_COLUMNS = regex(r"<cols\b[^>]*>(.*?)</cols>", re.DOTALL)
_COLUMN = regex(r"<col\b[^>]*>")
_AREAS = regex(r'(?<=\s)(sqref|ref)="([^"]*)"')
_AREAS_TEXT = regex(r"(<(?:\w+:)?sqref>)([^<]*)(</)")
_FORMULA_TEXT = regex(r"(<(?:\w+:)?(?:formula[12]?|f)>)([^<]*)(</(?:\w+:)?(?:formula[12]?|f)>)")


class GridCell(NamedTuple):
    """A cell: its attributes without the reference, and what stands in it."""

    attributes: Attributes
    content: bytes
    formula: str = ""
    formula_attributes: Attributes | None = None
    """None for a cell without a formula."""
    formula_span: tuple[int, int] = (0, 0)
    """Where the element of the formula stands in the content."""

    def with_formula(self, formula: str, attributes: Attributes) -> bytes:
        """The content with another formula."""
        element = f"<f{format_attributes(attributes)}>{xml.escape(formula)}</f>"
        return splice(self.content, [(*self.formula_span, element.encode())])


class ColumnLooks(NamedTuple):
    """The width and the looks of some columns."""

    first: int
    last: int
    attributes: Attributes


class SheetGrid:
    """The rows and the cells of a sheet, with the XML before and after them."""

    def __init__(self, part: xml.XmlPart, workbook_name: str) -> None:
        sheet = scan_sheet(part, workbook_name)
        data = self._data = sheet.data
        outline = read_outline(part._replace(data=data), workbook_name)
        if not data.startswith(b"<sheetData", outline.start):
            raise WorkbookError(f"{workbook_name}: part {part.name} is in a form not known here.")
        self.rows: dict[int, Attributes] = {}
        self.cells: dict[Place, GridCell] = {}
        formulas = {(cell.row, cell.column): cell for cell in sheet.formula_cells}
        for row in outline.rows:
            attributes = self._attributes(row.start)
            self.rows[row.number] = {k: v for k, v in attributes.items() if k not in _OF_PLACE}
            for cell, close in zip(row.cells, row.cell_closes):
                place = (cell.row, cell.column)
                self.cells[place] = self._cell(cell, close, formulas.get(place))
        self.before = data[: outline.start].decode().removeprefix("\ufeff")
        self.after = data[xml.element_end(data, outline.start) :].decode()

    def _attributes(self, start: int) -> Attributes:
        return _parse_attributes(self._data[start : xml.tag_end(self._data, start)])

    def _cell(self, cell: CellXml, close: int, formula: CellXml | None) -> GridCell:
        start = xml.tag_end(self._data, cell.start)
        attributes, content = self._attributes(cell.start), self._data[start:close]
        attributes.pop("r", None)
        if formula is None:
            return GridCell(attributes, content)
        text = xml.decode_text(self._data[slice(*formula.formula_span)])
        end = xml.element_end(self._data, formula.f_start)
        span = (formula.f_start - start, end - start)
        return GridCell(attributes, content, text, self._attributes(formula.f_start), span)

    @property
    def column_looks(self) -> list[ColumnLooks]:
        """The looks of columns."""
        found = _COLUMNS.search(self.before)
        tags = _COLUMN.findall(found[1]) if found else []
        columns = (_parse_attributes(tag.encode()) for tag in tags)
        return [ColumnLooks(int(c.pop("min")), int(c.pop("max")), c) for c in columns]

    def set_column_looks(self, columns: Iterable[ColumnLooks]) -> None:
        """Give the columns other looks, if some have their own now."""
        elements = (
            f'<col min="{first}" max="{last}"{format_attributes(attributes)}/>'
            for first, last, attributes in columns
        )
        written = f"<cols>{''.join(elements)}</cols>"
        self.before = _COLUMNS.sub(lambda _: written, self.before)

    def map_references(
        self, change_areas: Callable[[str], str], change_formula: Callable[[str], str]
    ) -> None:
        """Change areas and formulas of rules, links and merged cells: all that is no cell."""

        def change(text: str) -> str:
            text = _AREAS.sub(lambda found: f'{found[1]}="{change_areas(found[2])}"', text)
            text = _AREAS_TEXT.sub(lambda found: found[1] + change_areas(found[2]) + found[3], text)
            return map_formula_texts(text, change_formula)

        self.before, self.after = change(self.before), change(self.after)

    def format(self, rows: Iterable[tuple[int, Attributes, Iterable[bytes]]]) -> str:
        """The XML of the sheet with other rows: number, attributes, and cells in their order."""
        lines = []
        for number, attributes, cells in rows:
            opened = f'<row r="{number}"{format_attributes(attributes)}>'
            lines.append(f"{opened}{b''.join(cells).decode()}</row>")
        return f"{self.before}<sheetData>{''.join(lines)}</sheetData>{self.after}"


def cell_of(place: Place, attributes: Attributes, content: bytes) -> bytes:
    """A cell with this content."""
    opened = f'<c r="{cell_reference(*place)}"{format_attributes(attributes)}>'
    return b"%s%s</c>" % (opened.encode(), content)


def _parse_attributes(tag: bytes) -> Attributes:
    """The attributes of a tag, with their escapes.

    >>> _parse_attributes(b"<c r='A1' s='4'>")
    {'r': 'A1', 's': '4'}
    """
    return {
        found[1].decode(): found[2][1:-1].decode().replace('"', "&quot;")
        for found in ATTRIBUTE.finditer(tag)
    }


def format_attributes(attributes: Attributes) -> str:
    """Attributes as they stand in a tag."""
    return "".join(f' {name}="{text}"' for name, text in attributes.items())


def map_formula_texts(text: str, change: Callable[[str], str]) -> str:
    """XML with each formula of a rule, a list or a chart changed."""
    return _FORMULA_TEXT.sub(
        lambda found: found[1] + xml.escape(change(xml.unescape(found[2]))) + found[3], text
    )


def map_formulas(
    part: xml.XmlPart, workbook_name: str, change: Callable[[CellXml | None, str], str]
) -> str:
    """A sheet with its formulas changed: those of cells, and those of rules, which have no cell."""
    sheet = scan_sheet(part, workbook_name)
    patches: list[Patch] = []
    for cell in sheet.formula_cells:
        formula = sheet.formula(cell)
        if formula and (new := change(cell, formula)) != formula:
            patches.append(formula_patch(cell, new))
    cells, end, rules = splice(sheet.data, patches).decode().rpartition("</sheetData>")
    rules = map_formula_texts(rules, lambda formula: change(None, formula)) if end else rules
    return (cells + end + rules).removeprefix("\ufeff")
