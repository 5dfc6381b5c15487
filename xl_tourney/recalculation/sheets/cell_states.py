"""The state of each formula cell: what is decided of it so far, and which state may follow.

There is one state a cell.  It says what the cell is to others while the workbook is calculated,
whether its saved value stays in the file, and what the receipt says of it; the receipt counts
these states.  ``docs/explanation/values.md`` has them as a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from ...record import NamedTuple


class State(Enum):
    """What is decided of a formula cell; the receipt counts them by these names."""

    CALCULATED = "calculated"
    """It has the engine's value."""
    UNCONFIRMED = "unconfirmed"
    """It has the engine's value, which no other engine confirms."""
    DEPENDENT = "dependent"
    """It has the engine's value, and depends on a cell that is not certain."""
    CORRECTED = "corrected"
    """It has the value that a spreadsheet shows, and not the engine's."""
    CUT = "cut"
    """Its circle is calculated from its saved value, which is a fixed point."""
    ITERATED = "iterated"
    """Its circle was no fixed point: it is calculated as often as the file says."""
    TAKEN = "taken"
    """It has the second engine's value, which is verified."""
    TAKEN_ALONE = "taken_alone"
    """It has the second engine's value, or a corrected one, which no other engine confirms."""
    WAITING = "waiting"
    """It is left as saved, until another engine calculates what this one lacks."""
    DENIED = "denied"
    """It is left as saved, for no other engine confirms the engine's value."""
    LEFT = "left"
    """It is left as saved for another reason."""
    SAME = "same"
    """It is left as saved, for the engine's value is the same to nine digits."""

    @property
    def is_left_as_saved(self) -> bool:
        """Whether its saved value stays, and is a constant for other cells."""
        return self in _LEFT_AS_SAVED

    @property
    def is_kept(self) -> bool:
        """Whether the receipt names it among those left as saved."""
        return self in KEPT

    @property
    def is_uncertain(self) -> bool:
        """Whether it has a new value that the receipt calls uncertain."""
        return self in UNCERTAIN


_LEFT_AS_SAVED = frozenset((State.WAITING, State.DENIED, State.LEFT, State.SAME))
_TAKEN = frozenset((State.TAKEN, State.TAKEN_ALONE))
_WITH_OWN_VALUE = _TAKEN | {State.CORRECTED, State.CUT, State.ITERATED}
"""The states of cells that have another value than the engine's: a constant for other cells."""

KEPT = _LEFT_AS_SAVED - {State.SAME}
UNCERTAIN = frozenset((State.UNCONFIRMED, State.DEPENDENT, State.ITERATED, State.TAKEN_ALONE))

_LAST = frozenset((State.DEPENDENT, State.DENIED, State.LEFT, State.SAME))

MAY_FOLLOW: Mapping[State, frozenset[State]] = {
    State.CALCULATED: frozenset(State) - {State.CALCULATED},
    State.UNCONFIRMED: frozenset(State) - {State.CALCULATED},
    State.WAITING: _TAKEN,
    **{state: _TAKEN | _LAST | {state} for state in _WITH_OWN_VALUE},
    State.CUT: _TAKEN | _LAST | {State.CUT, State.ITERATED},
    **dict.fromkeys(_LAST, frozenset[State]()),
}
"""Which states may follow each; none follows the last ones, so that nothing goes on for ever.

What is unconfirmed is calculated again in each round (:meth:`CellStates.doubt_again`).
"""


class CellState(NamedTuple):
    """The state of a cell, with what belongs to it."""

    state: State = State.CALCULATED
    reason: str = ""
    """Why it is left as saved, or uncertain."""
    value: Any = None
    """The value that it has in place of the engine's."""
    lacking: str = ""
    """Why the engine cannot calculate it; empty if it can."""
    takings: int = 0
    """How often a value was taken from another engine."""


_CALCULATED = CellState()


class CellStates:
    """The states of the formula cells of a sheet by index; cells without one are calculated.

    >>> states = CellStates()
    >>> states.change(7, State.WAITING, "formualizer has no function VDB")
    >>> states.change(7, State.TAKEN_ALONE, "only CellRune calculates it", 4.5)
    >>> states[7].lacking, states.own_values, states.left_as_saved
    ('formualizer has no function VDB', {7: 4.5}, set())
    """

    def __init__(self) -> None:
        self._states: dict[int, CellState] = {}
        self.left_as_saved: set[int] = set()
        """The cells whose saved value stays."""
        self.own_values: dict[int, Any] = {}
        """The values of cells that have another one than the engine's."""

    def __getitem__(self, index: int) -> CellState:
        return self._states.get(index, _CALCULATED)

    def __bool__(self) -> bool:
        """Whether there are cells that are not simply calculated."""
        return bool(self._states)

    def __iter__(self) -> Iterator[tuple[int, CellState]]:
        """The cells that are not simply calculated, in order."""
        return iter(sorted(self._states.items()))

    def having(self, *states: State) -> list[int]:
        """The cells in one of some states, in order."""
        return sorted(index for index, found in self._states.items() if found.state in states)

    def change(self, index: int, state: State, reason: str = "", value: Any = None) -> None:
        """Give a cell another state, one that may follow that which it has."""
        before = self[index]
        if state not in MAY_FOLLOW[before.state]:
            raise ValueError(f"{state.name} does not follow {before.state.name}")
        lacking = reason if state is State.WAITING else before.lacking
        takings = before.takings + (state in _TAKEN)
        self._states[index] = CellState(state, reason, value, lacking, takings)
        if state.is_left_as_saved:
            self.left_as_saved.add(index)
        else:
            self.left_as_saved.discard(index)
        if state in _WITH_OWN_VALUE:
            self.own_values[index] = value
        else:
            self.own_values.pop(index, None)

    def change_all(self, reasons: Mapping[int, str], state: State) -> None:
        """Give some cells the same state, each for its reason."""
        for index, reason in reasons.items():
            self.change(index, state, reason)

    def correct(self, index: int, value: Any) -> None:
        """Give a cell the value that a spreadsheet shows; what is unconfirmed stays so."""
        state, reason, *_ = self[index]
        if state is State.UNCONFIRMED:
            state = State.TAKEN_ALONE
        elif state not in _WITH_OWN_VALUE:
            state, reason = State.CORRECTED, ""
        self.change(index, state, reason, value)

    def doubt_again(self) -> None:
        """Let cells be calculated whose values nobody has confirmed: they are asked for anew."""
        for index in self.having(State.UNCONFIRMED):
            del self._states[index]
