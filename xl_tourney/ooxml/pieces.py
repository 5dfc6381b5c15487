"""A sheet's XML cut at its formula cells, as they are nearly always written.

One pattern cuts them all at once: each becomes a few pieces, what lies between two of them another,
and joined they are the sheet again.  So what all cells say is a slice of the pieces, and many new
values go into the sheet without a look for where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import accumulate, product

from ..grammar.references import MAX_COLUMN, MAX_ROW, column_number
from . import xml
from .formula_cells import NOWHERE, Cell, Formulas, Patch

_CELL = re.compile(
    rb'(<c r="(?=[^>]*><f)([A-Z]{1,3})([1-9][0-9]{0,6})("[^>]*><f[^>]*>))([^<]*)'
    rb"(</f><v>|(?:</f>)?(?:<v ?/?>)?)([^<]*)(?=(?:</v>)?</c>)"
)
"""A cell to before the end of its value; of its head also the column, the row and the rest."""

_HEAD, _FORMULA, _MARK, _VALUE = range(1, 5)
_EACH = 5
"""How many pieces there are to a cell: what is before it, and these."""

_ATTRIBUTE = re.compile(r'\s+([\w:.-]+)\s*=\s*"([^"]*)"')
_TYPE = re.compile(rb'\s+t\s*=\s*"[^"]*"')

Attributes = dict[str, str]


class Pieces:
    """The pieces of a sheet of tags and text alone."""

    def __init__(self, data: bytes) -> None:
        found = _CELL.split(data)
        between, heads, letters, digits, words, *inside = (found[at::8] for at in range(8))
        self._all = [b""] * (_EACH * len(heads) + 1)
        for at, pieces in enumerate((between, heads, *inside)):
            self._all[at::_EACH] = pieces
        number_of = {column: column_number(column.decode()) for column in {*letters}}
        self._columns = [number_of[column] for column in letters]
        self._rows = list(map(int, digits))
        self._told = {each: _told(each) for each in {*words}}
        self._words = [*self._told] * len(words) if len(self._told) == 1 else words
        self._there = max(number_of.values(), default=1) <= MAX_COLUMN and (
            max(self._rows, default=1) <= MAX_ROW
        )

    @classmethod
    def of(cls, data: bytes) -> Pieces | None:
        """The pieces; None if that may not be all formulas, or they are written in another way."""
        start = data.find(b"<sheetData")
        end = data.rfind(b"</sheetData>")
        found = cls(data)
        if start < 0 or len(found) != data.count(b"<f", start, end):
            return None
        before, behind = len(found._all[0]), len(found._all[-1])
        inside = not found or (before > start and len(data) - behind < end)
        return found if inside and found._is_sound() else None

    def __len__(self) -> int:
        return len(self._all) // _EACH

    def _is_sound(self) -> bool:
        """Whether the pieces hold what the pattern takes them to hold, and the cells are there."""
        words, marks = self._words, self._all[_MARK::_EACH]
        closed = {each for each in self._told if each.endswith(b"/>")}
        one = len(self._told) == 1
        for each, mark in product(self._told, {*marks}) if one else {*zip(words, marks)}:
            if self._told[each] is None or (each in closed) == mark.startswith(b"</f>"):
                return False
        formulas, values = self._all[_FORMULA::_EACH], self._all[_VALUE::_EACH]
        if any(values[at] for at in self._unvalued) or (
            closed and any(text for each, text in zip(words, formulas) if each in closed)
        ):
            return False  # text beside the elements
        return self._there

    def formulas(self) -> Formulas:
        """The formula cells."""
        marked = {words for words, told in self._told.items() if told and told[1]}
        return Formulas(
            self._rows,
            self._columns,
            self._all[_FORMULA::_EACH],
            self._every_type(),
            self._all[_VALUE::_EACH],
            [at for at, words in enumerate(self._words) if words in marked] if marked else [],
            self._cell,
        )

    def _every_type(self) -> list[str]:
        types = {*self._types.values()}
        if len(types) == 1:
            return [*types] * len(self)
        return [self._types[words] for words in self._words]

    @cached_property
    def _types(self) -> dict[bytes, str]:
        return {words: told[0].get("t", "n") for words, told in self._told.items() if told}

    @cached_property
    def _unvalued(self) -> list[int]:
        """The cells with ``<v/>``, or nothing, where a value would be."""
        marks = self._all[_MARK::_EACH]
        unvalued = {mark for mark in {*marks} if not _opens_value(mark)}
        return [at for at, mark in enumerate(marks) if mark in unvalued] if unvalued else []

    @cached_property
    def _starts(self) -> list[int]:
        """Where each piece begins."""
        return list(accumulate(map(len, self._all), initial=0))

    def _cell(self, at: int) -> Cell:
        first = at * _EACH
        starts, words = self._starts, self._words[at]
        attributes, formula = self._told[words] or ({}, {})
        f = len(words) - words.rindex(b"<f")
        v = self._all[first + _MARK].find(b"<v")
        return Cell(
            self._rows[at],
            self._columns[at],
            starts[first + _HEAD],
            self._types[words],
            starts[first + _FORMULA] - f,
            starts[first + _MARK] + v if v >= 0 else -1,
            -1,
            formula,
            (starts[first + _FORMULA], starts[first + _MARK]),
            (starts[first + _VALUE], starts[first + _EACH]) if v >= 0 else NOWHERE,
            formula.get("t") == "array" and "cm" in attributes,
        )

    def joined(self, values: list[bytes], types: Mapping[int, str]) -> bytes:
        """The sheet in which the cells hold these values, some of another type than now."""
        return xml.joined(self._with(values, types))

    def patches(self, values: list[bytes], types: Mapping[int, str]) -> list[Patch]:
        """The same as what to replace, and where."""
        found: list[Patch] = []
        spans = zip(self._starts, self._starts[1:], self._all, self._with(values, types))
        for start, end, old, new in spans:
            if new is old:
                continue
            if found and found[-1][1] == start:  # of two that are empty now the order matters
                start, _, before = found.pop()
                new = before + new
            found.append((start, end, new))
        return found

    def _with(self, values: list[bytes], types: Mapping[int, str]) -> list[bytes]:
        pieces = self._all.copy()
        pieces[_VALUE::_EACH] = values
        for at, type_ in types.items():
            words = self._words[at]
            head = pieces[at * _EACH + _HEAD].removesuffix(words)
            pieces[at * _EACH + _HEAD] = head + _retyped(words, type_)
        for at in self._unvalued:
            if values[at]:
                mark = pieces[at * _EACH + _MARK]
                pieces[at * _EACH + _MARK] = mark.partition(b"<v")[0] + b"<v>"
                pieces[at * _EACH + _VALUE] += b"</v>"
        return pieces


def _told(words: bytes) -> tuple[Attributes, Attributes] | None:
    """The attributes of a cell and of its formula; None if they are written in another way."""
    of_cell, _, of_formula = words[1:-1].rpartition(b"><f")
    of_formula = of_formula.removesuffix(b"/")
    if b"'" in words or of_cell.count(b'"') % 2 or (of_formula and not of_formula[:1].isspace()):
        return None
    return _attributes(of_cell), _attributes(of_formula)


def _attributes(words: bytes) -> Attributes:
    return {found[1]: xml.text(found[2].encode()) for found in _ATTRIBUTE.finditer(words.decode())}


def _opens_value(mark: bytes) -> bool:
    """Whether what is between a formula and a value is there for one: not ``<v/>``, or nothing."""
    return mark.endswith((b"<v>", b"<v >"))


@lru_cache(maxsize=1024)
def _retyped(words: bytes, type_: str) -> bytes:
    """The attributes of a cell that says a value of another type; a number says none."""
    of_cell, _, of_formula = words.rpartition(b"><f")
    new = b"" if type_ == "n" else b' t="%s"' % type_.encode()
    of_cell, found = _TYPE.subn(new, of_cell)
    return (of_cell if found else of_cell + new) + b"><f" + of_formula
