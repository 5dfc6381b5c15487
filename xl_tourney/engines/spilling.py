"""Dynamic arrays for an engine that only knows array formulas over a fixed range.

Two formulas in the last rows of the sheet, ROWS and COLUMNS of the array's own, say how far it
reaches; then the range that the file gives it is made to fit.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..address import MAX_COLUMN, MAX_ROW, Area, Place, parse_area, parse_cell
from . import saved_values
from .saved_values import Values

_DYNAMIC = re.compile(
    rb'<(?:\w+:)?c\b(?P<cell>[^>]*\bcm="[^>]*)>\s*'
    rb'<(?:\w+:)?f\b(?P<array>[^>]*\bt="array"[^>]*)>(?P<formula>[^<]*)<'
)
_REFERENCE = re.compile(rb'\bref="([^"]*)"')
_CELL = re.compile(rb'\br="([^"]*)"')
_END = re.compile(rb"</(?P<prefix>(?:\w+:)?)sheetData>")


@dataclass(frozen=True)
class Dynamic:
    """A formula whose value spills."""

    place: Place
    formula: bytes
    """As the XML of the sheet has it."""
    area: Area
    """The range that the file gives it."""


def find(data: bytes, places: Iterable[Place]) -> list[Dynamic]:
    """Those of some cells that hold a dynamic array."""
    asked = set(places)
    found: list[Dynamic] = []
    if not asked:
        return found
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for sheet, part in saved_values.sheets(archive):
            for match in _DYNAMIC.finditer(archive.read(part)):
                cell, reference = _CELL.search(match["cell"]), _REFERENCE.search(match["array"])
                if cell and reference:
                    place = Place(sheet, *parse_cell(cell[1].decode()))
                    if place in asked:
                        area = parse_area(reference[1].decode())
                        found.append(Dynamic(place, match["formula"], area))
    return found


def measuring(data: bytes, arrays: Sequence[Dynamic]) -> bytes:
    """The workbook with the formulas that measure its dynamic arrays."""

    def measured(sheet: str, text: bytes) -> bytes:
        rows = b"".join(
            _row(row, array) for row, array in _rows(arrays) if array.place.sheet == sheet
        )
        return _END.sub(
            lambda end: re.sub(rb"<(/?)(?=\w)", rb"<\1" + end["prefix"], rows) + end[0], text
        )

    return _rewritten(data, measured)


def _rows(arrays: Sequence[Dynamic]) -> Iterable[tuple[int, Dynamic]]:
    return zip(range(MAX_ROW - len(arrays) + 1, MAX_ROW + 1), arrays)


def _row(row: int, array: Dynamic) -> bytes:
    cells = b"".join(
        b'<c r="%s%d"><f t="array" ref="%s%d">%s(%s)</f></c>'
        % (column, row, column, row, measure, array.formula)
        for column, measure in ((b"A", b"ROWS"), (b"B", b"COLUMNS"))
    )
    return b'<row r="%d">%s</row>' % (row, cells)


def areas(sheets: Mapping[str, Values], arrays: Sequence[Dynamic]) -> dict[Place, Area]:
    """How far each array reaches; what cannot be measured is one value."""
    reached = {}
    for row, array in _rows(arrays):
        values, (_, top, left) = sheets[array.place.sheet], array.place
        height, width = (
            int(size) if isinstance(size := values.get((row, column)), float) else 1
            for column in (1, 2)
        )
        bottom, right = min(top + height - 1, MAX_ROW), min(left + width - 1, MAX_COLUMN)
        reached[array.place] = Area(top, left, bottom, right)
    return reached


def blocked(values: Values, array: Dynamic, area: Area) -> bool:
    """Whether something stands in the way of an array."""
    return any(
        area.covers(*cell) and not array.area.covers(*cell)
        for cell in values
        if cell != array.place[1:]
    )


def fitted(data: bytes, reached: Mapping[Place, Area]) -> bytes:
    """The workbook with each dynamic array over the range that it reaches."""

    def refitted(sheet: str, text: bytes) -> bytes:
        def one(match: re.Match[bytes]) -> bytes:
            cell = _CELL.search(match["cell"])
            area = reached.get(Place(sheet, *parse_cell(cell[1].decode()))) if cell else None
            return _REFERENCE.sub(b'ref="%s"' % str(area).encode(), match[0]) if area else match[0]

        return _DYNAMIC.sub(one, text)

    return _rewritten(data, refitted)


def _rewritten(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A package with its sheets changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        names = {part: sheet for sheet, part in saved_values.sheets(old)}
        for part in old.namelist():
            text = old.read(part)
            new.writestr(part, change(names[part], text) if part in names else text)
    return file.getvalue()
