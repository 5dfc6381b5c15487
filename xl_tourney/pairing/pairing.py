"""The pairing of a round: who plays whom, on which board, and who does not play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..errors import InputError

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


def refuse_contradictions(
    number: int,
    by_hand: Sequence[Pair],
    absent: Collection[int],
    left: int,
    names: Sequence[str],
    bye: str,
) -> None:
    """Refuse what a director typed into a round to come where it cannot be.

    ``left`` players are still to be paired; ``bye`` is how the bye of the pairing is written.
    """
    free = [names[pair.white - 1] for pair in by_hand if pair.black is None]
    gone = [names[row - 1] for pair in by_hand for row in pair.players if row in absent]
    has_bye = f"the bye of the pairing ({bye})"
    if len(free) > 1:
        what = f"{' and '.join(free)} have {has_bye}, and one at most is left over; empty one cell"
    elif gone:
        what = f"{gone[0]} takes no part, but has an opponent or {has_bye}; empty that cell first"
    elif free and left % 2:
        what = (
            f"{free[0]} has {has_bye}, but {left} are left to be paired, of whom one more would be "
            "left over; empty that cell, or name with --absent who else is missing"
        )
    else:
        return
    raise InputError(f"Round {number} cannot be paired: {what}.")


def refuse_byes(pairing: Pairing, free: AbstractSet[int], names: Mapping[int, str]) -> None:
    """Refuse a round of a table in which somebody meets an opponent, but has a bye as typed."""
    for pair in pairing.pairs:
        if pair.black and (who := free & pair.players):
            raise InputError(
                f"Round {pairing.round} cannot be paired: {names[min(who)]} has a bye or an "
                f"absence in it, but the table has {names[pair.white]} – {names[pair.black]}; "
                "empty that cell, and enter a forfeit as the result."
            )


def completed(pairing: Pairing, by_hand: Sequence[Pair], names: Sequence[str]) -> Pairing:
    """The pairing with the pairs and the bye that a director typed, on boards below."""
    games = [pair for pair in (*pairing.pairs, *by_hand) if pair.black]
    byes = [pair for pair in (*pairing.pairs, *by_hand) if not pair.black]
    boards = [replace(pair, board=board) for board, pair in enumerate(games, 1)]
    notes = [
        f"{names[pair.white - 1]} – {names[pair.black - 1] if pair.black else 'bye'} stays, as it "
        "was typed."
        for pair in by_hand
    ]
    paired = {row for pair in by_hand for row in pair.players}
    absent = tuple(row for row in pairing.absent if row not in paired)
    return replace(pairing, pairs=(*boards, *byes), absent=absent, notes=(*pairing.notes, *notes))


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


def count_points(points: float) -> str:
    """Points in words.

    >>> count_points(1), count_points(0.5), count_points(2.0)
    ('1 point', '0.5 points', '2 points')
    """
    return f"{float(points):g} point{'s' * (points != 1)}"


class Reason(NamedTuple):
    """Why a round is as it is, or why it is not as it should be."""

    article: str
    """Of C.04.3; blank where there is no text of law."""
    players: tuple[int, ...]
    """Rows of the wall list."""
    text: str
    """A clause in which ``{0}``, ``{1}`` … stand for the players."""


class ExplainedRound(NamedTuple):
    """A round, held or to come, whose pairs can be explained."""

    names: Mapping[int, str]
    pairs: Sequence[Pair]
    reasons: Callable[[Pair], Iterator[Reason]]
