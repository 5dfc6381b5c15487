"""A sheet's XML with its formula cells, and what their formulas have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from . import xml
from .formula_cells import Cell, Formulas
from .pieces import Pieces

_TO_NEWLINES = bytes.maketrans(b' \t\r),;{}&=<>+*/^%"|-', b"\n" * 20)
"""All that can stand before a function's name, or a number, becomes the end of a line."""

_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_NUMBERED = re.compile(rb"0[\w.\x80-\xff]*\(")
"""How the name of a function ends that has a digit in it."""


@dataclass
class Sheet:
    """A sheet's XML with the cells that recalculation may write."""

    text: xml.Source
    formulas: Formulas
    fills: list[Cell] = field(default_factory=list)
    """The cells that array formulas fill, without those that hold the formulas."""
    pieces: Pieces | None = None
    """The sheet cut at its formula cells, where they are written as nearly always."""

    @cached_property
    def all_formulas(self) -> bytes:
        """The text of every formula as it stands in the file, one a line: for a quick look."""
        return b"\n".join(self.formulas.texts)

    @property
    def shapes(self) -> list[bytes]:
        """The formulas, alike where they differ in nothing but their numbers.

        If there are functions with numbers in their names, it is just the formulas.
        """
        return self._shaped[0]

    @property
    def of_shape(self) -> dict[bytes, bytes]:
        """One of the formulas of each shape."""
        return self._shaped[1]

    @cached_property
    def _shaped(self) -> tuple[list[bytes], dict[bytes, bytes]]:
        texts = self.formulas.texts
        shapes = self.all_formulas.translate(_DIGITS).split(b"\n")
        if len(shapes) != len(texts):  # some have more than one line
            shapes = [text.translate(_DIGITS) for text in texts]
        of_shape = dict(zip(shapes, texts))
        if any(map(_NUMBERED.search, of_shape)):
            return texts, dict(zip(texts, texts))
        return shapes, of_shape

    @cached_property
    def some_formulas(self) -> bytes:
        """The same, one a line: all that they say but for numbers."""
        return b"\n".join(self.of_shape.values())

    @cached_property
    def called(self) -> frozenset[str]:
        """All that may be a function's name in the formulas: a superset, found fast."""
        before = self.some_formulas.translate(_TO_NEWLINES).split(b"(")[:-1]
        found = {text[text.rfind(b"\n") + 1 :] for text in before}
        return frozenset(name.decode("utf-8", "replace") for name in found if name)

    def words(self, cells: Iterable[int]) -> set[bytes]:
        """What stands between brackets, operators and the like in the formulas of some cells."""
        texts = self.formulas.texts
        joined = b"\n".join([texts[at] for at in cells])
        return {*joined.translate(_TO_NEWLINES).replace(b"(", b"\n").split(b"\n")}

    def formula_bytes(self, cell: Cell) -> bytes:
        """The formula as it stands in the file, with its entities."""
        start, end = cell.formula_text
        return self.text.data[start:end]

    def formula(self, cell: Cell) -> str:
        """The formula; empty for a cell that shares another's."""
        return xml.text(self.formula_bytes(cell))
