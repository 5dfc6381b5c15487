"""A go tournament as every reader returns it: players, rounds, and placement criteria.

A round is written as in the wall list of the go functions: ``14+/b3`` is a win against player 14 as
Black with three stones, ``10-`` a loss, ``5=`` a jigo, ``22+!`` a win by forfeit, ``7?`` a game
without a result yet; ``0+``, ``0=`` and ``0-`` are rounds without an opponent.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ...errors import InputError
from ...functions.go.wall_list import POINTS
from ..entrants import is_bye, tell_apart
from ..tables.headings import words

System = Literal["mcmahon", "swiss", "round-robin"]
NotPlayed = Literal["written", "down", "wins", "half"]
"""How rounds without a game are counted: the argument not_played of NBW and MMS."""

MAX_ROUNDS = 30
MAX_NUMBER = 2000
"""The highest number of a player, also of one whose row is missing."""
POINTS_WITHOUT_OPPONENT = {f"0{sign}": POINTS[sign] for sign in "+=-"}
"""The points of a round without an opponent."""
_ROUND = re.compile(
    r"(?P<opponent>\d{1,6})(?P<result>[-+=?])(?P<forfeit>!?)/?(?:(?P<colour>[bw])(?P<stones>\d{0,2}))?",
    re.IGNORECASE | re.ASCII,
)
_MINUS_TO_HYPHEN = str.maketrans("−–", "--")


@dataclass(frozen=True)
class GoPlayer:
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
    """The entry of each round; opponents by their position among the players, from 1."""
    pin: str = ""
    """The number in the European Go Database."""
    out: int | None = None
    """The last round of a player who left the tournament."""


@dataclass(frozen=True)
class GoTournament:
    """The players of a tournament, and how they are placed.

    In an extract of a wall list rows are missing: those between others are players without a name,
    and opponents may have higher numbers than there are players.
    """

    players: tuple[GoPlayer, ...]
    name: str = ""
    system: System = "swiss"
    criteria: tuple[str, ...] = ()
    """The placement criteria in order; empty if the file does not name them."""
    left_out: tuple[str, ...] = ()
    """Criteria of the file that are not supported here."""
    nbw: NotPlayed = "down"
    """How rounds without a game are counted for the number of wins."""
    score: NotPlayed = "down"
    """How they are counted for the score: the McMahon score, or else the wins."""
    sums: NotPlayed = "down"
    """How they are counted for the scores that SOS, SOSOS and SODOS add up."""

    @property
    def rounds(self) -> int:
        """How many rounds the wall list has."""
        return max((len(player.rounds) for player in self.players), default=0)

    @property
    def rounds_held(self) -> int:
        """How many rounds have begun: up to the last one in which anybody has an opponent.

        Where nobody has one, up to the last entry.
        """
        entries = [pair for player in self.players for pair in enumerate(player.rounds, 1)]
        paired = [number for number, entry in entries if parse_opponent(entry)]
        return max(paired or (number for number, entry in entries if entry.strip()), default=0)

    @property
    def highest_number(self) -> int:
        """The highest number of a player, also of one whose row is missing."""
        return max(len(self.players), *self._opponents, 0)

    @property
    def outsiders(self) -> bool:
        """Whether a row names an opponent whose own row is missing."""
        listed = {number for number, player in enumerate(self.players, 1) if player.name}
        return not self._opponents <= listed

    @property
    def _opponents(self) -> set[int]:
        return {parse_opponent(entry) for p in self.players for entry in p.rounds} - {0}


def normalize_round(text: str) -> str | None:
    """The canonical form of a round's entry; None if it is invalid, blank without a result.

    >>> [normalize_round(text) for text in ("014+B3", "22-!/w0", "0+/w0", "?", "14")]
    ['14+/b3', '22-!w0', '0+', '', None]
    """
    text = text.strip().translate(_MINUS_TO_HYPHEN)
    if text in ("", "?", "0?"):
        return ""
    match = _ROUND.fullmatch(text)
    if not match:
        return None
    opponent, result, forfeit, colour, stones = match.groups("")
    if int(opponent) == 0:
        return f"0{result}"
    separator = forfeit or ("/" if colour else "")
    return f"{int(opponent)}{result}{separator}{colour.lower()}{stones}"


class PlayedRound(NamedTuple):
    """A round with an opponent."""

    opponent: int
    """The opponent's position among the players, from 1."""
    result: str
    is_forfeit: bool
    colour: str
    """b or w; blank if unknown."""
    stones: int
    """The handicap; 0 also if unknown."""


def parse_entry(entry: str) -> PlayedRound | None:
    """A round's entry; None without an opponent.

    >>> parse_entry("14+!b3")
    PlayedRound(opponent=14, result='+', is_forfeit=True, colour='b', stones=3)
    """
    match = _ROUND.fullmatch(entry)
    if not match or int(match["opponent"]) == 0:
        return None
    opponent, result, forfeit, colour, stones = match.groups("")
    return PlayedRound(int(opponent), result, bool(forfeit), colour.lower(), int(stones or 0))


def parse_opponent(entry: str) -> int:
    """The number of the opponent in a round's canonical entry; 0 without one.

    >>> [parse_opponent(entry) for entry in ("14+!b3", "0+", "H", "")]
    [14, 0, 0, 0]
    """
    digits = re.match(r"\d*", entry)
    return int(digits[0] or 0) if digits else 0


def sum_points(rounds: Sequence[str], *, round_down: bool) -> float:
    """A player's points; with ``round_down`` those without an opponent are rounded down in sum."""
    unpaired = sum(POINTS_WITHOUT_OPPONENT.get(entry, 0.0) for entry in rounds)
    games = sum(POINTS[entry.lstrip("0123456789")[0]] for entry in rounds if parse_opponent(entry))
    return games + (math.floor(unpaired) if round_down else unpaired)


def named_apart(
    players: Sequence[GoPlayer], make_error: Callable[[int, str], InputError]
) -> list[GoPlayer]:
    """The players, with a club, a country or an EGD PIN behind a name that several of them have."""
    marks = [[getattr(player, key) for player in players] for key in ("club", "country", "pin")]
    names = tell_apart([player.name for player in players], marks, make_error)
    return [replace(player, name=name) for player, name in zip(players, names)]


def without_bye(players: Sequence[GoPlayer]) -> list[GoPlayer]:
    """The players without one that is called Bye; a game against it is a round without opponent.

    Whoever stands below keeps the number, so that a row without a name may be left.
    """
    byes = {at for at, player in enumerate(players, 1) if is_bye(player.name)}

    def entry(text: str) -> str:
        return normalize_round(f"0{text.lstrip('0123456789')[0]}") or ""

    left = [
        GoPlayer("")
        if at in byes
        else replace(
            player,
            rounds=tuple(entry(t) if parse_opponent(t) in byes else t for t in player.rounds),
        )
        for at, player in enumerate(players, 1)
    ]
    while left and not left[-1].name:
        left.pop()
    return left


def complete_colours(players: Sequence[GoPlayer]) -> tuple[GoPlayer, ...]:
    """The players with the colours and stones that only the opponent's row records."""

    def complete(player: int, column: int, entry: str) -> str:
        opponent = parse_opponent(entry)
        if not 0 < opponent <= len(players) or entry[-1] not in "+-=?!":
            return entry
        rounds = players[opponent - 1].rounds
        match = _ROUND.fullmatch(rounds[column]) if column < len(rounds) else None
        if not match or int(match["opponent"]) != player or not match["colour"]:
            return entry
        colour = "b" if match["colour"] == "w" else "w"
        return f"{entry}{'' if entry.endswith('!') else '/'}{colour}{match['stones']}"

    return tuple(
        replace(
            player,
            rounds=tuple(complete(n, column, entry) for column, entry in enumerate(player.rounds)),
        )
        for n, player in enumerate(players, 1)
    )


def system_of(players: Sequence[GoPlayer], mcmahon: bool = False) -> System:
    """The system of a tournament, in which everybody may have met everybody."""
    return "mcmahon" if mcmahon else "round-robin" if is_round_robin(players) else "swiss"


def is_round_robin(players: Sequence[GoPlayer]) -> bool:
    """Whether every two players met, and all pairs equally often."""
    met = Counter(
        (number, parse_opponent(entry))
        for number, player in enumerate(players, 1)
        for entry in player.rounds
        if parse_opponent(entry)
    )
    pairs = len(players) * (len(players) - 1)
    among = all(opponent <= len(players) for _, opponent in met)
    return pairs > 0 and among and len(met) == pairs and len(set(met.values())) == 1


# Surnames and first names, as the files of go programs keep them apart.

_PARTICLES = frozenset(
    words(
        "van|von|der|den|de|di|da|do|dos|du|del|della|la|le|el|al|ten|ter|te|zu|"
        "zum|zur|vom|af|av|ben|bin|'t"
    )
)
"""Words in small letters that begin a surname."""


def split_name(name: str) -> tuple[str, str]:
    """Surname and first names.

    A comma stands between them; else the surname is the words in capitals before others, the first
    word, or that with the particles before it.

    >>> split_name("van der Berg, Piet"), split_name("van der Berg Piet"), split_name("Li Ting Ann")
    (('van der Berg', 'Piet'), ('van der Berg', 'Piet'), ('Li', 'Ting Ann'))
    >>> split_name("VAN DIJK Jan"), split_name("de Boer"), split_name("Ada")
    (('VAN DIJK', 'Jan'), ('de Boer', ''), ('Ada', ''))
    """
    before, comma, behind = name.partition(",")
    if comma and before.strip():
        return " ".join(before.split()), " ".join(behind.replace(",", " ").split())
    words = name.split()
    particles = next((n for n, word in enumerate(words) if word not in _PARTICLES), 0)
    capitals = next((n for n, word in enumerate(words) if not word.isupper()), 0)
    at = max(particles + 1, capitals)
    return " ".join(words[:at]), " ".join(words[at:])
