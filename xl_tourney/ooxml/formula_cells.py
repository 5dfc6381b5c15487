"""The formula cells of a sheet, and where each stands in the sheet's XML.

A sheet may have very many.  What is asked of all of them is held in columns; a :class:`Cell` is
made of one when it alone matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..grammar.references import Area, cell_name, parse_area

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
