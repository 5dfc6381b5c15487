"""The copy of a workbook that an engine reads: the same cells, in words that it understands.

The user's file is never written from it.  In the copy our functions have their plain names, cells
to keep are constants, and the cells that an array formula fills are empty.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ..engines import Engine
from ..functions.cells import ErrorValue
from . import cached_values, spelling, xml
from .cached_values import Patch
from .scan import Cell, Sheet
from .workbook import DefinedName

_DEEPEST_NAME = 20
_LONGEST_FORMULA = 100_000
_LEFT_OUT = re.compile(rb",\s*[,)]|\(\s*,")


def sheet_patches(
    sheet: Sheet,
    kept: Mapping[Cell, str],
    intersect: Collection[Cell],
    engine: Engine,
    names: Names,
) -> list[Patch]:
    """What the engine's copy of a sheet has in other words."""
    data = sheet.text.data
    patches: list[Patch] = []
    respell = names.stand_in(sheet) or _may_need_respelling(sheet)
    masters: dict[str, Cell] = {}
    cells = sheet.formulas
    if not (respell or kept or intersect):
        cells = [cell for cell in cells if cell.formula]
    for cell in cells:
        shared = cell.shared
        master = masters.get(shared) if shared is not None else None
        if shared is not None and master is None:
            masters[shared] = master = cell
        if cell in kept:
            patches.append((cell.f, cached_values.element_end(data, cell.f), b""))
            if cell.v < 0 and cell.inline < 0:
                patches += cached_values.patches(sheet, cell, ErrorValue("#NAME?"))
        elif master is not None and master is not cell:
            if cell in intersect or master in kept or respell:
                formula = _in_words(
                    _moved(sheet.formula(master), master.address, cell),
                    cell,
                    intersect,
                    engine,
                    names,
                )
                mark = cached_values.prefix(data, cell)
                new = b"<%sf>%s</%sf>" % (mark, _escaped(formula), mark)
                patches.append((cell.f, cached_values.element_end(data, cell.f), new))
        elif respell or cell in intersect or cell.array:
            old = sheet.formula(cell)
            formula = _in_words(old, cell, intersect, engine, names)
            if formula != old or b"<" in sheet.formula_bytes(cell):
                patches.append((*cell.formula_text, _escaped(formula)))
    return patches + _emptied_fills(sheet, kept)


def _in_words(
    formula: str, cell: Cell, intersect: Collection[Cell], engine: Engine, names: Names
) -> str:
    """A cell's formula as the engine reads it."""
    formula = spelling.for_engine(names.replaced(formula, cell))
    area = cell.array
    if area and not cell.dynamic:
        rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
        return engine.array_formula(formula, rows, columns)
    return spelling.for_one_cell(formula) if cell in intersect else formula


def _moved(formula: str, origin: str, cell: Cell) -> str:
    """A formula of one cell as another has it."""
    from openpyxl.formula.translate import Translator

    moved = Translator("=" + formula, origin=origin).translate_formula(cell.address)
    return str(moved)[1:]


class Names:
    """Defined names that call our functions, which engines do not look for there.

    In the engine's copy such a name is replaced by its formula, in brackets.
    """

    def __init__(self, names: Iterable[DefinedName]) -> None:
        self._meanings: dict[str, str] = {}
        waiting = {name.name.upper(): name.formula for name in names}
        while found := [name for name, formula in waiting.items() if self._leads_to_us(formula)]:
            self._meanings |= {name: waiting.pop(name) for name in found}

    def _leads_to_us(self, formula: str) -> bool:
        try:
            return any(
                token.value.upper() in self._meanings or spelling.calls_ours(token)
                for token in spelling.tokens(formula)
            )
        except spelling.FormulaError:
            return False

    def stand_in(self, sheet: Sheet) -> bool:
        """Whether a formula of a sheet may use one of them."""
        formulas = sheet.all_formulas.upper()
        return any(name.encode() in formulas for name in self._meanings)

    def replaced(self, formula: str, cell: Cell) -> str:
        """A formula without them; a name's own references are counted from A1."""
        if not self._meanings:
            return formula
        meanings = {name: _moved(text, "A1", cell) for name, text in self._meanings.items()}
        for _ in range(_DEEPEST_NAME):
            before, formula = formula, spelling.with_names(formula, meanings)
            if formula == before or len(formula) > _LONGEST_FORMULA:
                break
        return formula


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
    """Whether a formula may be written in another way than engines read.

    That is one of our functions by another name, or with an argument left out; or a formula in
    CDATA, or with an XML comment inside.
    """
    if b"<" in sheet.all_formulas:
        return True
    ours = {name for name in sheet.called if spelling.plain(name)}
    if any(spelling.plain(name) != name for name in ours):
        return True
    return bool(ours) and _LEFT_OUT.search(sheet.all_formulas) is not None


def _escaped(formula: str) -> bytes:
    return xml.escape(formula).encode()
