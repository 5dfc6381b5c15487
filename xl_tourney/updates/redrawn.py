"""A workbook that an earlier version made, with its calculated tables drawn as they are today.

Unused rows were hidden by white borders of a conditional format.  LibreOffice saves such borders
without their colour, so that after its first save every unused row has black boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..grammar.references import Range, RangeSet, parse_range
from ..ooxml import xml
from ..ooxml.package import Package
from ..ooxml.sheet.grid import SheetGrid, cell_of
from ..ooxml.workbook import Workbook, read_relationships
from ..templates.parts.theme import BAND, BANDED

_BORDER = re.compile(r"<border\b[^>]*?(?:/>|>.*?</border>)", re.DOTALL)
_BOXED = re.compile(r"<(?:right|end)\b[^>]*\bstyle=")
_HAS_LINE = re.compile(r"<\w+\b[^>]*\bstyle=")
_XF = re.compile(r"<xf\b[^>]*?(?:/>|>.*?</xf>)", re.DOTALL)
_DXF = re.compile(r"<dxf\b[^>]*?(?:/>|>.*?</dxf>)", re.DOTALL)
_BORDER_OF = re.compile(r'\bborderId="(\d+)"')
_UNLOCKED = re.compile(r'\blocked="(?:0|false)"')
_LINE_BELOW = '<border><left/><right/><top/><bottom style="thin"/></border>'
_BANDED = f'<dxf><fill><patternFill><bgColor rgb="FF{BAND.paper}"/></patternFill></fill></dxf>'
_FORMAT = re.compile(
    r'<conditionalFormatting\b[^>]*\bsqref="(?P<cells>[^"]*)"[^>]*>(?P<rules>.*?)'
    r"</conditionalFormatting>",
    re.DOTALL,
)
_RULE = re.compile(r"<cfRule\b(?P<tag>[^>]*)>\s*<formula>(?P<formula>[^<]*)</formula>", re.DOTALL)
_STYLE_OF = re.compile(r'\bdxfId="(\d+)"')
_PRIORITY = re.compile(r'\bpriority="(\d+)"')
_OF_A_ROW = re.compile(r"(?:AND\()?\$[A-Z]+\d")
"""How the condition begins that hides a row; that of a column begins ``K$5``."""


class _Styles(NamedTuple):
    """The styles of a workbook, redrawn."""

    text: str
    hiding: frozenset[int]
    """The conditional formats that hid unused rows and columns."""
    unboxed: dict[str, str]
    """For the style of a calculated cell with lines around it the same without them."""
    unlocked: frozenset[str]
    band: int


def redrawn(package: Package) -> bytes | None:
    """The workbook without borders that LibreOffice would blacken; None if it has none of them."""
    workbook = Workbook.open(package)
    related = read_relationships(package, workbook.part).values()
    part = next((entry.target for entry in related if entry.type == "styles"), "")
    styles = _redrawn_styles(xml.read_part(package, part).data.decode()) if part else None
    if styles is None:
        return None
    parts = {part: [styles.text.encode()]}
    for entry in workbook.worksheets:
        grid = SheetGrid(xml.read_part(package, entry.part), package.name)
        if _redraw(grid, styles):
            rows = groupby(sorted(grid.cells), key=lambda place: place[0])
            cells = {
                row: [cell_of(place, *grid.cells[place][:2]) for place in places]
                for row, places in rows
            }
            lines = ((n, kept, cells.get(n, [])) for n, kept in sorted(grid.rows.items()))
            parts[entry.part] = [grid.format(lines).encode()]
    return package.with_parts(parts)


def _redrawn_styles(text: str) -> _Styles | None:
    formats = _elements(text, "dxfs", _DXF)
    boxed = [at for at, dxf in enumerate(formats) if _BOXED.search(dxf)]
    if not boxed:
        return None
    # White paper with white lines, and no font, hides.  The others say who qualifies, above a line.
    hiding = frozenset(at for at in boxed if "<font" not in formats[at] and "<fill" in formats[at])
    formats = [
        _BORDER.sub("" if at in hiding else _LINE_BELOW, dxf) if at in boxed else dxf
        for at, dxf in enumerate(formats)
    ]
    borders = _elements(text, "borders", _BORDER)
    plain = next((at for at, one in enumerate(borders) if not _HAS_LINE.search(one)), None)
    looks, unboxed, unlocked = _elements(text, "cellXfs", _XF), {}, set()
    for at, xf in enumerate(list(looks)):
        border = _BORDER_OF.search(xf)
        if _UNLOCKED.search(xf):
            unlocked.add(str(at))
        elif plain is not None and border and _HAS_LINE.search(borders[int(border[1])]):
            unboxed[str(at)] = str(len(looks))
            looks.append(_BORDER_OF.sub(f'borderId="{plain}"', xf, count=1))
    text = _with_elements(text, "dxfs", [*formats, _BANDED])
    text = _with_elements(text, "cellXfs", looks)
    return _Styles(text, hiding, unboxed, frozenset(unlocked), len(formats))


def _redraw(grid: SheetGrid, styles: _Styles) -> bool:
    """Take the lines from the cells that were hidden by white ones, and band their rows."""
    hidden = dict(_hidden(grid.after, styles))
    areas = RangeSet(area for cells in hidden for area in _areas(cells))
    for place, cell in grid.cells.items():
        style = cell.attributes.get("s", "")
        if place in areas and style in styles.unboxed:
            cell.attributes["s"] = styles.unboxed[style]
    last = max(map(int, _PRIORITY.findall(grid.after)), default=0)
    bands = "".join(
        f'<conditionalFormatting sqref="{cells}"><cfRule type="expression" dxfId="{styles.band}" '
        f'priority="{last + nth}" stopIfTrue="1"><formula>{BANDED}</formula></cfRule>'
        "</conditionalFormatting>"
        for nth, cells in enumerate((c for c in hidden if hidden[c]), 1)
        if not _is_typed_into(grid, cells, styles)
    )
    before, end, after = grid.after.rpartition("</conditionalFormatting>")
    grid.after = before + end + bands + after
    return bool(hidden)


def _hidden(text: str, styles: _Styles) -> Iterator[tuple[str, bool]]:
    """The cells that were hidden while unused, and whether row by row."""
    for found in _FORMAT.finditer(text):
        for rule in _RULE.finditer(found["rules"]):
            style = _STYLE_OF.search(rule["tag"])
            if style and int(style[1]) in styles.hiding:
                yield found["cells"], bool(_OF_A_ROW.match(rule["formula"]))


def _is_typed_into(grid: SheetGrid, cells: str, styles: _Styles) -> bool:
    """Whether some of the cells are tinted already."""
    areas = RangeSet(_areas(cells))
    return any(
        place in areas and cell.attributes.get("s") in styles.unlocked
        for place, cell in grid.cells.items()
    )


def _areas(cells: str) -> Iterator[Range]:
    return map(parse_range, cells.split())


def _elements(text: str, name: str, element: re.Pattern[str]) -> list[str]:
    """The elements of a list of styles."""
    found = re.search(rf"<{name}\b[^>]*>(.*?)</{name}>", text, re.DOTALL)
    return element.findall(found[1]) if found else []


def _with_elements(text: str, name: str, elements: Sequence[str]) -> str:
    """The styles with another list of them."""
    written = f'<{name} count="{len(elements)}">{"".join(elements)}</{name}>'
    return re.sub(rf"<{name}\b[^>]*>.*?</{name}>", lambda _: written, text, flags=re.DOTALL)
