"""A sheet's XML with its formula cells, and the patterns of their formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...grammar.formula_references import move_formula
from ...grammar.function_names import SEPARATORS_TO_LINES, names_before_brackets
from ...grammar.shapes import Shapes, shared_formula
from ...grammar.syntax_tree import FormulaError
from ...patterns import regex
from .. import xml
from .formula_cells import CellXml, FormulaCells
from .segments import SheetSegments

_DIGITS_TO_ZERO = bytes.maketrans(b"123456789", b"0" * 9)
_FORMULAS_AT_ONCE = 4096
"""Formulas that are looked at as one text: with very many more it takes much memory."""
_NAME_WITH_DIGIT = regex(rb"0[\w.\x80-\xff]*\(")
"""The end of a function's name that has a digit in it, in a pattern."""


@dataclass(eq=False, repr=False)
class SheetXml:
    """A sheet's XML with the cells whose values a recalculation may replace."""

    part: xml.XmlPart
    """The sheet's part, without bytes where the segments have them: they are :attr:`data`."""
    formula_cells: FormulaCells
    spill_cells: list[CellXml] = field(default_factory=list)
    """The cells in the ranges of array formulas, without the anchors."""
    segments: SheetSegments | None = None
    """The XML split at its formula cells, if they are written in the usual form."""

    @cached_property
    def data(self) -> bytes:
        """The XML; few sheets need it whole beside its segments."""
        return self.part.data if self.segments is None else self.segments.xml()

    @cached_property
    def formulas(self) -> Sequence[bytes]:
        """The text of every formula, with its entities; of a shared one, that in its first cell."""
        formulas, shared = self.formula_cells.formulas, self.formula_cells.kinds.shared
        if not shared:
            return formulas
        formulas = formulas.copy()
        for first, *others in shared.values():
            for index in others:
                formulas[index] = formulas[index] or formulas[first]
        return formulas

    @cached_property
    def texts(self) -> Sequence[str]:
        """The formula of every cell; of one that shares another's, as it reads there.

        It is ``#REF!`` where the shared formula cannot be moved to the cell.
        """
        cells = self.formula_cells
        texts = _decoded(cells.formulas)
        for first, *others in cells.kinds.shared.values():
            followers = [index for index in others if not texts[index]]
            rows, columns = (
                [of[index] for index in followers] for of in (cells.rows, cells.columns)
            )
            origin = cells.rows[first], cells.columns[first]
            for index, text in zip(followers, shared_formula(texts[first], origin, rows, columns)):
                texts[index] = text
        return texts

    @cached_property
    def shapes(self) -> Shapes:
        """The formulas by shape."""
        return Shapes(self.texts, self.formula_cells.rows, self.formula_cells.columns)

    @property
    def patterns(self) -> Sequence[bytes]:
        """For each formula its pattern: the text with every digit replaced by 0.

        If a function's name has a digit in it, the pattern of each formula is its text.
        """
        return self._patterns[0]

    @property
    def formula_by_pattern(self) -> dict[bytes, bytes]:
        """For each pattern one of its formulas."""
        return self._patterns[1]

    @cached_property
    def _patterns(self) -> tuple[Sequence[bytes], dict[bytes, bytes]]:
        formulas = self.formulas
        patterns = xml.deduplicated(_without_digits(formulas))
        formula_by_pattern = dict(zip(patterns, formulas))
        if any(map(_NAME_WITH_DIGIT.search, formula_by_pattern)):
            return formulas, dict(zip(formulas, formulas))
        return patterns, formula_by_pattern

    @cached_property
    def distinct_formulas(self) -> bytes:
        """One formula of each pattern, one a line: a formula that differs in digits is left out."""
        return b"\n".join(self.formula_by_pattern.values())

    def may_mention(self, names: Iterable[str]) -> bool:
        """Whether a formula may hold one of some names in capitals, whatever digits are in it."""
        text = self.distinct_formulas.upper().translate(_DIGITS_TO_ZERO)
        return any(
            not name.isascii() or name.encode().translate(_DIGITS_TO_ZERO) in text for name in names
        )

    @cached_property
    def called_names(self) -> frozenset[str]:
        """The names of the functions that formulas call, found without parsing."""
        return names_before_brackets(self.distinct_formulas)

    def integers(self, indexes: Iterable[int]) -> set[bytes]:
        """The integers between brackets, operators and separators in some formulas."""
        found: set[bytes] = set()
        for block in _blocks([self.formulas[index] for index in indexes]):
            lines = b"\n".join(block).translate(SEPARATORS_TO_LINES).replace(b"(", b"\n")
            found.update(re.findall(rb"(?m)^[0-9]+$", lines))
        return found

    def formula_bytes(self, cell: CellXml) -> bytes:
        """The text inside ``<f>``, with its entities."""
        start, end = cell.formula_span
        return self.data[start:end]

    def formula(self, cell: CellXml) -> str:
        """The formula of a cell; empty if it uses the shared formula of another cell."""
        return xml.decode_text(self.formula_bytes(cell))

    @cached_property
    def _masters(self) -> dict[str | None, tuple[str, str]]:
        """The formula and the reference of the first cell of each shared formula."""
        shared = self.formula_cells.kinds.shared.items()
        masters = {key: self.formula_cells.cell(indexes[0]) for key, indexes in shared}
        return {key: (self.formula(cell), cell.reference) for key, cell in masters.items()}

    def resolved_formula(self, cell: CellXml) -> str:
        """The formula of a cell, also of one that uses a shared formula.

        It is ``#REF!`` if the shared formula cannot be moved to the cell.
        """
        formula = self.formula(cell)
        if cell.shared_index is None or formula:
            return formula
        try:
            return move_formula(*self._masters[cell.shared_index], cell.reference)
        except FormulaError:
            return "#REF!"


def _blocks(formulas: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Formulas in blocks, each of which is looked at as one text."""
    for start in range(0, len(formulas), _FORMULAS_AT_ONCE):
        yield formulas[start : start + _FORMULAS_AT_ONCE]


def _decoded(formulas: Sequence[bytes]) -> list[str]:
    """The texts of formulas, without a call for each where none has an entity."""
    texts: list[str] = []
    for block in _blocks(formulas):
        text = b"\n".join(block)
        lines = [] if re.search(rb"[&<\r]", text) else text.decode().split("\n")
        texts += lines if len(lines) == len(block) else map(xml.decode_text, block)
    return texts


def _without_digits(formulas: Sequence[bytes]) -> Iterator[bytes]:
    """Formulas with every digit replaced by 0."""
    for block in _blocks(formulas):
        patterns = b"\n".join(block).translate(_DIGITS_TO_ZERO).split(b"\n")
        if len(patterns) == len(block):
            yield from patterns
        else:  # some have more than one line
            yield from (formula.translate(_DIGITS_TO_ZERO) for formula in block)
