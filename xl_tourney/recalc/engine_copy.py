"""The copy of a workbook that an engine reads: the same cells, in words that it understands.

The user's file is never written from it.  In the copy our functions have their plain names, cells
to keep are constants, and the cells that an array formula fills are empty.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from ..catalogue.cells import ErrorValue
from ..engines import Engine
from ..grammar import implicit_intersection, spelling
from ..grammar.references import Area, Cover, Place, cell_name, quoted
from ..grammar.structured_references import Tables
from ..ooxml import cached_values, xml
from ..ooxml.cached_values import Strings
from ..ooxml.formula_cells import Cell, Patch
from ..ooxml.sheet import Sheet
from ..ooxml.workbook import DefinedName

_DEEPEST_NAME = 20
_LONGEST_FORMULA = 100_000
_ANCHOR = r"(?i)(?:_xlfn\.)?ANCHORARRAY\((\$?[A-Z]+\$?[0-9]+)\)"
_LEFT_OUT = re.compile(rb",\s*[,)]|\(\s*,")


class Words(NamedTuple):
    """What turns a formula of a workbook into words that an engine understands."""

    engine: Engine
    names: Names
    tables: Tables

    def is_area(self, reference: str) -> bool:
        """Whether a reference or a name is more than one cell."""
        return implicit_intersection.is_area(reference) or reference.upper() in self.names.areas

    def of(self, formula: str, sheet: str, cell: Cell, intersect: bool) -> str:
        """A cell's formula as the engine reads it; one that cannot be read stays as it is.

        ``intersect`` says that it takes one value where it names an array.
        """
        try:
            return self.plain(formula, sheet, cell, intersect)
        except spelling.FormulaError:
            return formula

    def plain(self, formula: str, sheet: str, cell: Cell, intersect: bool) -> str:
        """The same; :class:`~.spelling.FormulaError` if it cannot be read."""
        formula = self.tables.plain(
            self.names.replaced(formula, cell), Place(sheet, cell.row, cell.column)
        )
        formula = spelling.for_engine(formula)
        return (
            implicit_intersection.for_one_cell(formula, self.is_area, cell.row)
            if intersect
            else formula
        )

    def needed(self, sheet: Sheet) -> bool:
        """Whether a formula of a sheet may be written in another way than engines read.

        That is one of our functions by another name, or with an argument left out; a name that
        calls one; a table; a formula in CDATA, or with an XML comment inside.
        """
        formulas = sheet.some_formulas
        if b"<" in formulas or self.names.stand_in(sheet) or (self.tables and b"[" in formulas):
            return True
        ours = {name for name in sheet.called if spelling.plain(name)}
        if any(spelling.plain(name) != name for name in ours):
            return True
        return bool(ours) and _LEFT_OUT.search(formulas) is not None


def sheet_patches(
    name: str, sheet: Sheet, kept: Collection[int], intersect: Collection[int], words: Words
) -> list[Patch]:
    """What the engine's copy of a sheet has in other words."""
    data = sheet.text.data
    patches: list[Patch] = []
    anchors = _anchors(sheet, kept)
    respell = words.needed(sheet) or bool(anchors)
    more: dict[tuple[int, int], str] = {}
    masters: dict[str, tuple[int, Cell]] = {}
    formulas = sheet.formulas
    concerned = range(len(formulas)) if respell else sorted({*formulas.marked, *kept, *intersect})
    for at in concerned:
        cell = formulas.cell(at)
        shared = cell.shared
        master = masters.setdefault(shared, (at, cell)) if shared is not None else None
        if at in kept:
            patches.append((cell.f, cached_values.element_end(data, cell.f), b""))
            if cell.v < 0 and cell.inline < 0:
                patches += cached_values.patches(sheet, cell, ErrorValue("#NAME?"))
        elif master is not None and master[0] != at:
            if at in intersect or master[0] in kept or respell:
                own = own_formula(sheet, cell, master[1])
                formula = words.of(own, name, cell, at in intersect)
                mark = cached_values.prefix(data, cell)
                new = b"<%sf>%s</%sf>" % (mark, _escaped(formula), mark)
                patches.append((cell.f, cached_values.element_end(data, cell.f), new))
        elif respell or at in intersect or cell.array:
            old = sheet.formula(cell)
            formula = words.of(old, name, cell, at in intersect)
            if anchors:
                formula = _with_areas(formula, anchors)
            if (area := cell.array) and not cell.dynamic:
                parts = words.engine.array_formulas(
                    formula, Place(name, cell.row, cell.column), area
                )
                formula = parts.pop((cell.row, cell.column))
                more |= parts
            if formula != old or b"<" in sheet.formula_bytes(cell):
                patches.append((*cell.formula_text, _escaped(formula)))
    return patches + _emptied_fills(sheet, kept) + _appended(sheet, more)


def _anchors(sheet: Sheet, kept: Collection[int]) -> dict[str, Area]:
    """The arrays whose size no engine is asked for, if a formula calls one of them by ``A1#``."""
    if b"ANCHORARRAY" not in sheet.some_formulas.upper():
        return {}
    formulas = sheet.formulas
    arrays_ = {at: formulas.cell(at) for at in formulas.areas()}
    return {
        cell.address: area
        for at, cell in arrays_.items()
        if (at in kept or not cell.dynamic) and (area := cell.array)
    }


def _with_areas(formula: str, anchors: Mapping[str, Area]) -> str:
    """A formula with the areas that the arrays of some cells fill, instead of ``A1#``.

    >>> _with_areas("SUM(_xlfn.ANCHORARRAY($J$3))", {"J3": Area(3, 10, 5, 10)})
    'SUM(J3:J5)'
    """

    def area(match: re.Match[str]) -> str:
        found = anchors.get(match[1].replace("$", "").upper())
        return str(found) if found else match[0]

    return re.sub(_ANCHOR, area, formula)


def _appended(sheet: Sheet, formulas: Mapping[tuple[int, int], str]) -> list[Patch]:
    """More cells with formulas, behind all that the file has: engines do not mind the order."""
    if not formulas:
        return []
    data = sheet.text.data
    mark = cached_values.prefix(data, sheet.formulas.cell(0))
    rows = []
    for row, cells in groupby(sorted(formulas), key=lambda at: at[0]):
        inside = b"".join(
            b'<%sc r="%s"><%sf>%s</%sf></%sc>'
            % (mark, cell_name(*at).encode(), mark, _escaped(formulas[at]), mark, mark)
            for at in cells
        )
        rows.append(b'<%srow r="%d">%s</%srow>' % (mark, row, inside, mark))
    end = data.rindex(b"</%ssheetData" % mark)
    return [(end, end, b"".join(rows))]


def _moved(formula: str, origin: str, cell: Cell) -> str:
    """A formula of one cell as another has it."""
    from openpyxl.formula.translate import Translator

    try:
        moved = Translator("=" + formula, origin=origin).translate_formula(cell.address)
    except Exception as error:  # whatever its tokenizer stumbles over
        raise spelling.FormulaError(f"it cannot be moved to {cell.address}") from error
    return str(moved)[1:]


def own_formula(sheet: Sheet, cell: Cell, master: Cell | None = None) -> str:
    """The formula of a cell, also of one that shares another's; ``#REF!`` if it leads nowhere."""
    if cell.shared is None or sheet.formula(cell):
        return sheet.formula(cell)
    if master is None:
        marked = map(sheet.formulas.cell, sheet.formulas.marked)
        master = next(other for other in marked if other.shared == cell.shared)
    try:
        return _moved(sheet.formula(master), master.address, cell)
    except spelling.FormulaError:
        return "#REF!"


def tidied(sheet: Sheet, kept: Collection[int], strings: Strings) -> list[Patch]:
    """Values that no program could misread, for an engine that refused a workbook as it is.

    Those of formulas are left out, for they are calculated; those that are kept are written anew.
    """
    patches: list[Patch] = []
    for at, cell in enumerate(sheet.formulas):
        held = cached_values.cached(sheet, cell, strings) if at in kept else None
        if held is None:
            patches += cached_values.patches(sheet, cell, None)
        elif held.type:  # without a value it has become #NAME? already
            value = cached_values.value_of(held)
            patches += cached_values.patches(sheet, cell, "" if value is None else value)
    return patches


class Names:
    """Defined names that engines do not know: their formulas stand for them, in brackets.

    Those are names that call our functions or have array constants, tables or relative references
    in them, names that depend on such, and those of one sheet where another uses them.
    """

    def __init__(self, names: Iterable[DefinedName]) -> None:
        names = list(names)
        self.areas = {
            name.name.upper() for name in names if implicit_intersection.is_area(name.formula)
        }
        self._meanings: dict[str, str] = {}
        formulas = {name.name.upper(): name.formula for name in names}
        words = [*formulas]
        users = spelling.users(formulas.values())
        unknown = [name for name, formula in formulas.items() if _is_unknown(formula)]
        while unknown:
            word = unknown.pop()
            if word not in self._meanings:
                self._meanings[word] = formulas[word]
                unknown += [words[user] for user in users.get(word, ())]
        for name in names:
            if name.sheet is not None:
                for sheet in (name.sheet, quoted(name.sheet)):
                    self._meanings[f"{sheet}!{name.name}".upper()] = name.formula

    def replaces(self) -> Collection[str]:
        """The names that formulas have others in place of, in capitals."""
        return self._meanings.keys()

    def stand_in(self, sheet: Sheet) -> bool:
        """Whether a formula of a sheet may use one of them."""
        formulas = sheet.all_formulas.upper() if self._meanings else b""
        return any(name.encode() in formulas for name in self._meanings)

    def replaced(self, formula: str, cell: Cell) -> str:
        """A formula without them; a name's own references are counted from A1."""
        for _ in range(_DEEPEST_NAME):
            text = formula.upper()
            meanings = {
                name: _moved(meaning, "A1", cell)
                for name, meaning in self._meanings.items()
                if name in text
            }
            before, formula = (
                formula,
                spelling.with_names(formula, meanings) if meanings else formula,
            )
            if formula == before or len(formula) > _LONGEST_FORMULA:
                break
        return formula


def _is_unknown(formula: str) -> bool:
    """Whether engines do not know a name with this formula, whatever its own names mean."""
    try:
        return any(
            spelling.calls_ours(token)
            or spelling.is_relative(token)
            or "[" in token.value
            or token.value == "{"
            for token in spelling.tokens(formula)
        )
    except spelling.FormulaError:
        return False


def _emptied_fills(sheet: Sheet, kept: Collection[int]) -> list[Patch]:
    """Empty the cells that array formulas fill, unless their formula keeps its values."""
    untouched = Cover(sheet.formulas.areas(kept).values() if sheet.fills else ())
    return [
        patch
        for cell in sheet.fills
        if (cell.row, cell.column) not in untouched
        for patch in cached_values.patches(sheet, cell, None)
    ]


def _escaped(formula: str) -> bytes:
    return xml.escape(formula).encode()
