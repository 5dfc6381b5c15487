"""What an engine is: it calculates a workbook when no spreadsheet program runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from ..grammar.references import Area, Place


@dataclass(frozen=True)
class NotCalculated:
    """What stands in a cell that the engine could not calculate, and why."""

    reason: str
    circular: bool = False
    """Whether it refers to itself, or depends on a cell that does."""


class Order(NamedTuple):
    """What an engine is asked to calculate.

    The formulas of ``data`` call our functions by their plain names, leave no argument of theirs
    out, and the cells that an array formula fills are empty.
    """

    data: bytes
    """A workbook's package."""
    wanted: Mapping[str, Sequence[Area]]
    """The cells whose values are asked for, by sheet."""
    arrays: Sequence[Place] = ()
    """Formula cells of which to say whether their value takes more than one cell."""
    arrays_of_ours: Callable[[], Sequence[Place]] = list
    """The same, cells that only call one of our functions; there may be very many."""
    now: datetime | None = None
    """The clock of the run; the engine's own without it."""
    date1904: bool = False
    """Whether days are counted from 1904."""


Rows = Sequence[Sequence[Any]]
"""Values by rows: numbers, texts, booleans, None, errors, or :class:`NotCalculated`."""


class Outcome(NamedTuple):
    """What an engine gives."""

    values: Mapping[str, Sequence[Rows]]
    """For each sheet, and each of its wanted areas, the values."""
    arrays: Mapping[Place, tuple[Area, Rows]] = {}
    """Those of the asked cells whose value takes more than one cell, with the area it takes."""
    ask: Callable[[Sequence[Question]], Sequence[bool]] | None = None
    """Which of these formulas are TRUE; only engines that make mistakes are asked."""


Question = tuple[Place, str]
"""A formula as if it stood in a cell, which it does not change."""


class Call(Protocol):
    """A call in a formula."""

    @property
    def text(self) -> str:
        """The call, with its name and brackets."""
        ...

    @property
    def given(self) -> Sequence[str]:
        """Its arguments, as formulas."""
        ...


class Mistake(NamedTuple):
    """Something that an engine is known to get wrong, with a case that shows it.

    A cell that calls the function keeps its value if the engine gives it another one, unless this
    call is known to be none of the wrong ones.
    """

    function: str
    case: str
    """A formula; what it refers to stands in ``cells``."""
    excel: Any
    """What Excel gives for it."""
    right: Callable[[Call], str] | None = None
    """A formula that is TRUE where a call is right; ``"TRUE"`` or ``"FALSE"`` if that is known."""
    cells: Mapping[str, Any] = {}

    def right_of(self, call: Call) -> str:
        """When this call is right; of one that lacks arguments nothing is known."""
        try:
            return self.right(call) if self.right else "FALSE"
        except (IndexError, ValueError):
            return "FALSE"


class Engine(Protocol):
    """An engine that calculates workbooks with our functions in them."""

    name: str
    mistakes: Sequence[Mistake]
    """What it gets wrong: such cells are not left to it."""
    calls_over: frozenset[str] | None
    """The functions of one value that it calls for every value of an array; None for all."""

    @property
    def version(self) -> str:
        """The installed version."""
        ...

    def lacks(self, functions: Iterable[str]) -> frozenset[str]:
        """Which of these functions it does not have; ours it always has."""
        ...

    def array_formulas(self, formula: str, place: Place, area: Area) -> dict[tuple[int, int], str]:
        """How to write an array formula over a fixed range so that it fills just that, by cell.

        ``place`` is its first cell, which is always there; it fills those that are not.
        """
        ...

    def calculate(self, order: Order) -> Outcome:
        """Calculate a workbook; :class:`~xl_tourney.errors.EngineError` if it is refused."""
        ...
