"""A sheet's XML with its formula cells, and their formulas by shape."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ...grammar.function_names import SEPARATORS_TO_LINES, names_before_brackets
from ...grammar.shapes import Shapes, shared_formula
from ...record import Record, new
from .. import xml
from .formula_cells import CellXml, FormulaCells, Span
from .segments import SheetSegments

_FORMULAS_AT_ONCE = 4096
"""Formulas that are looked at as one text: with very many more it takes much memory."""


class SheetXml(Record):
    """A sheet's XML with the cells whose values a recalculation may replace."""

    part: xml.XmlPart
    """The sheet's part, without bytes where the segments have them: they are :attr:`data`."""
    formula_cells: FormulaCells
    spill_cells: list[CellXml] = new(list)
    """The cells in the ranges of array formulas, without the anchors."""
    segments: SheetSegments | None = None
    """The XML split at its formula cells, if they are written in the usual form."""

    @cached_property
    def data(self) -> bytes:
        """The XML; few sheets need it whole beside its segments."""
        return self.part.data if self.segments is None else self.segments.xml()

    @cached_property
    def texts(self) -> Sequence[str]:
        """The formula of every cell; of one that shares another's, as it reads there.

        It is ``#REF!`` where the shared formula cannot be moved to the cell.
        """
        cells = self.formula_cells
        texts = _decoded(cells.formulas)
        for first, *others in cells.kinds.shared.values():
            followers = [index for index in others if not texts[index]]
            if not followers:
                continue
            rows, columns = (
                [of[index] for index in followers] for of in (cells.rows, cells.columns)
            )
            origin = cells.rows[first], cells.columns[first]
            for index, text in zip(followers, shared_formula(texts[first], origin, rows, columns)):
                texts[index] = text
        return texts

    @cached_property
    def groups(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """The formula cells by shape and kind, which is blank for plain formulas."""
        kinds, groups = self.formula_cells.array_kinds, defaultdict(list)
        if not kinds:
            return {(shape, ""): cells for shape, cells in self.shapes.cells.items()}
        for index, shape in enumerate(self.shapes.of_cells):
            groups[shape, kinds.get(index, "")].append(index)
        return groups

    @property
    def with_markup(self) -> Sequence[int]:
        """The cells whose formula is in CDATA, or has an XML comment inside."""
        formulas = enumerate(self.formula_cells.formulas if self.segments is None else ())
        return [index for index, formula in formulas if b"<" in formula]

    @cached_property
    def shapes(self) -> Shapes:
        """The formulas by shape."""
        return Shapes(self.texts, self.formula_cells.rows, self.formula_cells.columns)

    @cached_property
    def distinct_formulas(self) -> bytes:
        """One formula of each shape, one a line."""
        return "\n".join(self.shapes.formulas.values()).encode()

    @cached_property
    def called_names(self) -> frozenset[str]:
        """The names of the functions that formulas call, found without parsing."""
        return names_before_brackets(self.distinct_formulas)

    @cached_property
    def integers(self) -> dict[str, frozenset[bytes]]:
        """By shape the integers between brackets, operators and separators."""
        return {shape: _integers(text) for shape, text in self.shapes.formulas.items()}

    def formula_span(self, index: int) -> Span:
        """Where the text inside ``<f>`` of a formula cell stands."""
        if self.segments is None:
            return self.formula_cells.cell(index).formula_span
        return self.segments.formula_span(index)

    def formula_bytes(self, cell: CellXml) -> bytes:
        """The text inside ``<f>``, with its entities."""
        start, end = cell.formula_span
        return self.data[start:end]

    def formula(self, cell: CellXml) -> str:
        """The formula of a cell; empty if it uses the shared formula of another cell."""
        return xml.decode_text(self.formula_bytes(cell))

    def resolved_formula(self, cell: CellXml) -> str:
        """The formula of a cell, also of one that uses a shared formula."""
        if cell.shared_index is None:
            return self.formula(cell)
        return self.texts[self.formula_cells.indexes[cell.row, cell.column]]


def _blocks(formulas: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Formulas in blocks, each of which is looked at as one text."""
    for start in range(0, len(formulas), _FORMULAS_AT_ONCE):
        yield formulas[start : start + _FORMULAS_AT_ONCE]


def _decoded(formulas: Sequence[bytes]) -> list[str]:
    """The texts of formulas, without a call for each where all are of one line."""
    texts: list[str] = []
    for block in _blocks(formulas):
        text = b"\n".join(block)
        is_plain = b"<" not in text and b"\r" not in text  # quicker than a pattern
        lines = xml.unescape(text.decode()).split("\n") if is_plain else []
        texts += lines if len(lines) == len(block) else map(xml.decode_text, block)
    return texts


def _integers(formula: str) -> frozenset[bytes]:
    lines = formula.encode().translate(SEPARATORS_TO_LINES).replace(b"(", b"\n")
    return frozenset(re.findall(rb"(?m)^[0-9]+$", lines))
