"""The copy of a workbook that an engine reads: the same cells, in words that it understands.

The user's file is never written from it.  In the copy our functions have their plain names, cells
to keep are constants, and the cells that an array formula fills are empty.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ..engines import Engine
from ..functions.cells import ErrorValue
from . import cached_values, spelling, xml
from .cached_values import Patch
from .scan import Cell, Sheet

_LEFT_OUT = re.compile(rb",\s*[,)]|\(\s*,")


def sheet_patches(
    sheet: Sheet, kept: Mapping[Cell, str], intersect: Collection[Cell], engine: Engine
) -> list[Patch]:
    """What the engine's copy of a sheet has in other words."""
    data = sheet.text.data
    patches: list[Patch] = []
    respell = _may_need_respelling(sheet)
    masters: dict[str, Cell] = {}
    for cell in sheet.formulas:
        shared = cell.shared
        master = masters.get(shared) if shared is not None else None
        if shared is not None and master is None:
            masters[shared] = master = cell
        if cell in kept:
            patches.append((cell.f, cached_values.element_end(data, cell.f), b""))
            if cell.v < 0 and cell.inline < 0:
                patches += cached_values.patches(sheet, cell, ErrorValue("#NAME?"))
        elif master is not None and master is not cell:
            if cell in intersect or master in kept:
                formula = _in_words(_moved(sheet, master, cell), cell, intersect, engine)
                mark = cached_values.prefix(data, cell)
                new = b"<%sf>%s</%sf>" % (mark, _escaped(formula), mark)
                patches.append((cell.f, cached_values.element_end(data, cell.f), new))
        elif respell or cell in intersect or cell.array:
            old = sheet.formula(cell)
            formula = _in_words(old, cell, intersect, engine)
            if formula != old:
                patches.append((*xml.text_span(data, cell.f), _escaped(formula)))
    return patches + _emptied_fills(sheet, kept)


def _in_words(formula: str, cell: Cell, intersect: Collection[Cell], engine: Engine) -> str:
    """A cell's formula as the engine reads it."""
    formula = spelling.for_engine(formula)
    area = cell.array
    if area and not cell.dynamic:
        rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
        return engine.array_formula(formula, rows, columns)
    return spelling.for_one_cell(formula) if cell in intersect else formula


def _moved(sheet: Sheet, master: Cell, cell: Cell) -> str:
    """A shared formula as one of its cells has it."""
    from openpyxl.formula.translate import Translator

    translator = Translator("=" + sheet.formula(master), origin=master.address)
    return str(translator.translate_formula(cell.address))[1:]


def _emptied_fills(sheet: Sheet, kept: Mapping[Cell, str]) -> list[Patch]:
    """Empty the cells that array formulas fill, unless their formula keeps its values."""
    untouched = [area for cell in kept if (area := cell.array)]
    return [
        patch
        for cell in sheet.fills
        if not any(area.covers(cell.row, cell.column) for area in untouched)
        for patch in cached_values.patches(sheet, cell, None)
    ]


def _may_need_respelling(sheet: Sheet) -> bool:
    """Whether one of our functions may be called in another way than the plain one."""
    ours = {name for name in sheet.called if spelling.plain(name)}
    if any(spelling.plain(name) != name for name in ours):
        return True
    return bool(ours) and _LEFT_OUT.search(sheet.all_formulas) is not None


def _escaped(formula: str) -> bytes:
    return xml.escape(formula).encode()
