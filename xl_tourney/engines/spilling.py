"""Dynamic arrays for an engine that only knows array formulas over a fixed range.

Two formulas at the end of its row, ROWS and COLUMNS of the array's own, say how far it reaches;
then the range that the file gives it is made to fit.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..grammar.references import MAX_COLUMN, MAX_ROW, Area, Place, cell_name, parse_area, parse_cell
from . import saved_values
from .saved_values import Values

_DYNAMIC = re.compile(
    rb'<(?P<prefix>(?:\w+:)?)c\b(?P<cell>[^>]*\bcm="[^>]*)>\s*'
    rb'<(?:\w+:)?f\b(?P<array>[^>]*\bt="array"[^>]*)>(?P<formula>[^<]*)<'
)
_REFERENCE = re.compile(rb'\bref="([^"]*)"')
_CELL = re.compile(rb'\br="([^"]*)"')
_LAST_COLUMN = 1024
"""The last column that every LibreOffice has."""


@dataclass(frozen=True)
class Dynamic:
    """A formula whose value spills."""

    place: Place
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
                place, reference = _place(sheet, match), _REFERENCE.search(match["array"])
                if place in asked and reference:
                    found.append(Dynamic(place, parse_area(reference[1].decode())))
    return found


def measuring(data: bytes, arrays: Sequence[Dynamic]) -> bytes:
    """The workbook with the formulas that measure its dynamic arrays."""
    columns = _columns(arrays)

    def measured(sheet: str, text: bytes) -> bytes:
        for match in reversed(list(_DYNAMIC.finditer(text))):
            place = _place(sheet, match)
            if place in columns:
                end = text.index(b"</%srow>" % match["prefix"], match.end())
                text = text[:end] + _measures(match, place.row, columns[place]) + text[end:]
        return text

    return _rewritten(data, measured)


def _columns(arrays: Sequence[Dynamic]) -> dict[Place, int]:
    """Where each array is measured: the first of two columns in its own row."""
    columns: dict[Place, int] = {}
    free: dict[tuple[str, int], int] = {}
    for place in (array.place for array in arrays):
        row = place[:2]
        columns[place] = free[row] = free.get(row, _LAST_COLUMN + 1) - 2
    return columns


def _measures(match: re.Match[bytes], row: int, column: int) -> bytes:
    cells = b"".join(
        b'<c r="%s"><f t="array" ref="%s">%s(%s)</f></c>'
        % (address, address, measure, match["formula"])
        for measure, address in (
            (b"ROWS", cell_name(row, column).encode()),
            (b"COLUMNS", cell_name(row, column + 1).encode()),
        )
    )
    return re.sub(rb"<(/?)(?=\w)", rb"<\1" + match["prefix"], cells)


def _place(sheet: str, match: re.Match[bytes]) -> Place | None:
    cell = _CELL.search(match["cell"])
    return Place(sheet, *parse_cell(cell[1].decode())) if cell else None


def areas(sheets: Mapping[str, Values], arrays: Sequence[Dynamic]) -> dict[Place, Area]:
    """How far each array reaches; what cannot be measured is one value."""
    reached = {}
    for place, column in _columns(arrays).items():
        values, (_, top, left) = sheets[place.sheet], place
        height, width = (
            int(size) if isinstance(size := values.get((top, at)), float) else 1
            for at in (column, column + 1)
        )
        bottom, right = min(top + height - 1, MAX_ROW), min(left + width - 1, MAX_COLUMN)
        reached[place] = Area(top, left, bottom, right)
    return reached


def blocked(values: Values, array: Dynamic, area: Area) -> bool:
    """Whether something stands in the way of an array."""
    return any(area.covers(*cell) and not array.area.covers(*cell) for cell in values)


def fitted(data: bytes, reached: Mapping[Place, Area]) -> bytes:
    """The workbook with each dynamic array over the range that it reaches."""

    def refitted(sheet: str, text: bytes) -> bytes:
        def one(match: re.Match[bytes]) -> bytes:
            place = _place(sheet, match)
            area = reached.get(place) if place else None
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
