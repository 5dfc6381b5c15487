"""A go tournament as every reader gives it: players, their rounds, and how they are placed.

A round is written as the go functions take it: ``14+/b3`` beat player 14 as Black with three
stones, ``10-`` lost, ``5=`` drew, ``22+!`` by forfeit, ``7?`` has no result yet; ``0+``, ``0=`` and
``0-`` are rounds without an opponent.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

System = Literal["mcmahon", "swiss", "round-robin"]
NotPlayed = Literal["written", "down", "wins", "half"]
"""What rounds without a game count, in the words of the functions NBW and MMS."""

MOST_ROUNDS = 30
WORTH = {"0+": 1.0, "0=": 0.5, "0-": 0.0}
"""What a round without an opponent counts, as it is written."""
_POINTS = {"+": 1.0, "=": 0.5, "-": 0.0, "?": 0.0}
_ROUND = re.compile(
    r"(?P<opponent>\d{1,6})(?P<result>[-+=?])(?P<forfeit>!?)/?(?:(?P<colour>[bw])(?P<stones>\d{0,2}))?",
    re.IGNORECASE | re.ASCII,
)
_LONGER_MINUS = str.maketrans("−–", "--")


@dataclass(frozen=True)
class Player:
    """A row of the wall list."""

    name: str
    club: str = ""
    country: str = ""
    rank: str = ""
    rating: float | None = None
    """The rating before the tournament (GoR)."""
    start: float = 0.0
    """The McMahon score before the first round."""
    rounds: tuple[str, ...] = ()
    """What happened in each round; opponents by their place among the players, from 1."""


@dataclass(frozen=True)
class Tournament:
    """Everything that a file says about a tournament."""

    players: tuple[Player, ...]
    name: str = ""
    system: System = "swiss"
    criteria: tuple[str, ...] = ()
    """The placement criteria in their order; none where the file does not say."""
    left_out: tuple[str, ...] = ()
    """Criteria of the file that have no counterpart here."""
    nbw: NotPlayed = "down"
    """What rounds without a game count for the number of wins."""
    score: NotPlayed = "down"
    """What they count for the score: the McMahon score, or else the wins."""
    sums: NotPlayed = "down"
    """What they count for the scores that SOS, SOSOS and SODOS add up."""

    @property
    def rounds(self) -> int:
        """How many rounds the wall list has."""
        return max((len(player.rounds) for player in self.players), default=0)


def round_of(written: str) -> str | None:
    """A round in its usual form; None where it cannot be read, blank where nothing is said.

    >>> round_of("014+B3"), round_of("22-!/w0"), round_of("0+/w0"), round_of("?"), round_of("14")
    ('14+/b3', '22-!w0', '0+', '', None)
    """
    text = written.strip().translate(_LONGER_MINUS)
    if text in ("", "?", "0?"):
        return ""
    found = _ROUND.fullmatch(text)
    if not found:
        return None
    opponent, result, forfeit, colour, stones = found.groups("")
    if int(opponent) == 0:
        return f"0{result}"
    between = forfeit or ("/" if colour else "")
    return f"{int(opponent)}{result}{between}{colour.lower()}{stones}"


def opponent_of(written: str) -> int:
    """The number of the opponent in a round in its usual form; 0 without one."""
    digits = re.match(r"\d*", written)
    return int(digits[0] or 0) if digits else 0


def points(rounds: Sequence[str], *, down: bool) -> float:
    """What a player's rounds count, those without an opponent rounded down in all if so wished."""
    free = sum(WORTH[one] for one in rounds if one in WORTH)
    games = sum(_POINTS[one.lstrip("0123456789")[0]] for one in rounds if opponent_of(one))
    return games + (math.floor(free) if down else free)


def completed(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players with the colours and stones that only the opponent's row says."""

    def told(number: int, at: int, one: str) -> str:
        other = opponent_of(one)
        if not other or one[-1] not in "+-=?!":
            return one
        rounds = players[other - 1].rounds
        answer = rounds[at] if at < len(rounds) else ""
        found = _ROUND.fullmatch(answer)
        if not found or int(found["opponent"]) != number or not found["colour"]:
            return one
        colour = "b" if found["colour"] == "w" else "w"
        return f"{one}{'' if one.endswith('!') else '/'}{colour}{found['stones']}"

    return tuple(
        replace(player, rounds=tuple(told(n, at, one) for at, one in enumerate(player.rounds)))
        for n, player in enumerate(players, 1)
    )


def everybody_met(players: Sequence[Player]) -> bool:
    """Whether every two players met, and all of them as often: a round robin."""
    met = Counter(
        (number, opponent_of(one))
        for number, player in enumerate(players, 1)
        for one in player.rounds
        if opponent_of(one)
    )
    pairs = len(players) * (len(players) - 1)
    return pairs > 0 and len(met) == pairs and len(set(met.values())) == 1
