"""The pairing of a round: who plays whom, on which board, and who does not play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ALLOCATED = "pairing-allocated"
"""The bye of the player who is left over."""


@dataclass(frozen=True)
class Pair:
    """Two players, or the one who is left over."""

    white: int
    """The player's number, from 1: the row in the wall list; in a TRF the starting number.

    In a league who is at home, in bridge the pair North-South.
    """
    black: int | None
    """The opponent; None for the bye."""
    board: int | None = None
    """The board, from 1; None for the bye."""
    handicap: int = 0
    """Stones that Black gets at go."""
    boards: tuple[int, ...] = ()
    """In bridge: the boards that are played at the table ``board``."""

    @property
    def boards_in_words(self) -> str:
        """The boards of a set: ``3 – 4``."""
        first, last = self.boards[0], self.boards[-1]
        return str(first) if first == last else f"{first} – {last}"

    @property
    def players(self) -> frozenset[int]:
        """The one or two who are paired."""
        return frozenset({self.white} if self.black is None else {self.white, self.black})


@dataclass(frozen=True)
class Pairing:
    """Who plays whom in a round."""

    round: int
    system: str
    """dutch, mcmahon, swiss, round-robin; in bridge the name of the movement."""
    pairs: tuple[Pair, ...]
    absent: tuple[int, ...] = ()
    """Players of the list who are not paired."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """A sentence for each thing that the director should know."""

    def to_json(self, names: Mapping[int, str]) -> dict[str, Any]:
        """The pairing as programs take it; players by number, with their names beside."""
        return {
            "round": self.round,
            "system": self.system,
            "pairs": [_pair_to_json(pair, names) for pair in self.pairs],
            "absent": list(self.absent),
            "notes": list(self.notes),
        }

    def renumbered(self, numbers: Sequence[int]) -> Pairing:
        """The same pairing with other numbers: that of row 1 comes first."""

        def number(row: int | None) -> int | None:
            return None if row is None else numbers[row - 1]

        pairs = tuple(
            Pair(numbers[pair.white - 1], number(pair.black), pair.board, pair.handicap)
            for pair in self.pairs
        )
        absent = tuple(numbers[row - 1] for row in self.absent)
        return Pairing(self.round, self.system, pairs, absent, self.notes)


def _pair_to_json(pair: Pair, names: Mapping[int, str]) -> dict[str, Any]:
    found: dict[str, Any] = {"board": pair.board, "white": pair.white, "black": pair.black}
    if pair.black is None:
        found["bye"] = ALLOCATED
    elif pair.handicap:
        found["handicap"] = pair.handicap
    if pair.boards:
        found["boards"] = list(pair.boards)
    found["white_name"] = names.get(pair.white, "")
    if pair.black is not None:
        found["black_name"] = names.get(pair.black, "")
    return found
