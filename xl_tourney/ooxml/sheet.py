"""The formula cells of a sheet: what they say, and where that stands in the sheet's XML.

A sheet may have very many.  What is asked of all of them is held in columns; a :class:`Cell` is
made of one when it alone matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ..grammar.references import Area, cell_name, parse_area
from . import xml

if TYPE_CHECKING:
    from .pieces import Pieces

_TO_NEWLINES = bytes.maketrans(b' \t\r),;{}&=<>+*/^%"|-', b"\n" * 20)
"""All that can stand before a function's name, or a number, becomes the end of a line."""

_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_NUMBERED = re.compile(rb"0[\w.\x80-\xff]*\(")
"""How the name of a function ends that has a digit in it."""

NOWHERE = (-1, -1)

Span = tuple[int, int]
"""Some bytes of a part, from a position to before another."""

Patch = tuple[int, int, bytes]
"""What is to stand in place of some bytes."""


@dataclass(slots=True, eq=False)
class Cell:
    """A formula cell, or one that an array formula fills; positions are bytes, −1 for none."""

    row: int
    column: int
    start: int
    """Where ``<c`` begins."""
    type: str
    f: int = -1
    """Where ``<f`` begins."""
    v: int = -1
    """Where ``<v`` begins."""
    inline: int = -1
    """Where ``<is`` begins."""
    formula: dict[str, str] | None = None
    """The attributes of ``<f>``; None for a cell without a formula."""
    formula_text: Span = NOWHERE
    """Where the formula begins and ends."""
    value_text: Span = NOWHERE
    """Where the text inside ``<v>`` begins and ends."""
    dynamic: bool = False
    """Whether it is the first cell of a dynamic array."""

    @property
    def address(self) -> str:
        """The cell as a person reads it: ``B12``."""
        return cell_name(self.row, self.column)

    @property
    def array(self) -> Area | None:
        """The cells that its array formula fills, if it is one."""
        if self.formula and self.formula.get("t") == "array":
            return parse_area(self.formula.get("ref") or self.address)
        return None

    @property
    def shared(self) -> str | None:
        """The number of the formula that it shares with other cells."""
        if self.formula and self.formula.get("t") == "shared":
            return self.formula.get("si", "")
        return None


@dataclass
class Formulas:
    """The formula cells of a sheet by number, in the order of the file."""

    rows: list[int]
    columns: list[int]
    texts: list[bytes]
    """The formulas as they stand in the file, with their entities."""
    types: list[str]
    """The types of what they hold."""
    values: list[bytes]
    """What they hold, as it stands in ``<v>``; nothing where there is none."""
    marked: list[int]
    """Those whose ``<f>`` has attributes: they are shared, or of an array, or the like."""
    cell: Callable[[int], Cell]
    """One of them, as a whole."""

    @classmethod
    def of(cls, cells: Sequence[Cell], data: bytes) -> Formulas:
        """The columns of cells that are there."""
        return cls(
            [cell.row for cell in cells],
            [cell.column for cell in cells],
            [data[slice(*cell.formula_text)] for cell in cells],
            [cell.type for cell in cells],
            [data[slice(*cell.value_text)] if cell.inline < 0 else b"" for cell in cells],
            [at for at, cell in enumerate(cells) if cell.formula],
            cells.__getitem__,
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Cell]:
        return map(self.cell, range(len(self)))

    def areas(self, of: Iterable[int] | None = None) -> dict[int, Area]:
        """The areas that array formulas fill, all of them or some."""
        marked = self.marked if of is None else of
        return {at: area for at in marked if (area := self.cell(at).array)}


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
