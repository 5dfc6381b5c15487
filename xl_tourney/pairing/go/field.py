"""What a round of go is paired from: each player's score, opponents, colours and floats so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ...errors import InputError
from ...functions.go.wall_list import POINTS
from ...functions.wall_lists import Coming, coming, is_to_be_paired
from ...readers.go.tournament import (
    POINTS_WITHOUT_OPPONENT,
    GoPlayer,
    GoTournament,
    PlayedRound,
    parse_entry,
)

_PRO_LEVEL, _NO_LEVEL = 7, -30
"""The levels of professionals, and of who has no rank."""


@dataclass
class Standing:
    """A player before a round."""

    number: int
    """The row of the wall list, from 1."""
    player: GoPlayer
    score: float
    """The McMahon score, or the wins."""
    met: set[int] = field(default_factory=set)
    colours: int = 0
    """Games with White less games with Black, of those without handicap."""
    last_colour: str = ""
    floats: int = 0
    """How often the player met somebody with less, less how often somebody with more."""
    byes: int = 0

    @property
    def order(self) -> tuple[float, float, int]:
        """What players are ordered by: score, then rating, then their row; the first one least."""
        return -self.score, -(self.player.rating or 100 * level(self.player.rank)), self.number


def level(rank: str) -> int:
    """A rank as a number; 1 dan is 0, and each rank one.

    >>> level("3d"), level("1k"), level("20K"), level("2p"), level("?")
    (2, -1, -20, 7, -30)
    """
    digits, letter = rank.strip()[:-1], rank.strip()[-1:].lower()
    if not digits.isdecimal() or letter not in "dkp":
        return _NO_LEVEL
    return {"d": int(digits) - 1, "k": -int(digits), "p": _PRO_LEVEL}[letter]


@dataclass(frozen=True)
class Field:
    """A round to be paired."""

    number: int
    standings: Sequence[Standing]
    """All players of the list, by row."""
    present: frozenset[int]

    @property
    def playing(self) -> list[Standing]:
        """Who takes part, in the order of the scores."""
        there = (one for one in self.standings if one.number in self.present)
        return sorted(there, key=lambda one: one.order)


def entries_of(tournament: GoTournament, number: int) -> list[str]:
    """The cells of a round, by row; blank where there is none."""
    return [
        player.rounds[number - 1] if len(player.rounds) >= number else ""
        for player in tournament.players
    ]


def first_unpaired_round(tournament: GoTournament) -> int:
    """The first round that is to be paired."""
    numbers = range(1, tournament.rounds + 1)
    waits = (number for number in numbers if waits_for_pairing(tournament, number))
    return next(waits, tournament.rounds + 1)


def waits_for_pairing(tournament: GoTournament, number: int) -> bool:
    """Whether a round is to be paired: it has no result, and not all pairs are there."""
    entries = entries_of(tournament, number)
    games = filter(None, map(parse_entry, entries))
    there = (
        says(entry)
        for player, entry in zip(tournament.players, entries)
        if player.name and (player.out is None or player.out >= number)
    )
    return is_to_be_paired(there, any(game.result != "?" for game in games))


def says(entry: str) -> Coming:
    """What an entry says of a round to come; one that cannot be read says nothing."""
    is_known = parse_entry(entry) or entry in POINTS_WITHOUT_OPPONENT
    return coming(entry if is_known else "")


def field_of(
    tournament: GoTournament,
    number: int,
    absent: Collection[int] = (),
    *,
    adjourned: Collection[int] = (),
    mcmahon: bool = True,
) -> Field:
    """The field of a round, from the rounds before it.

    Who left the tournament before, or has 0- or 0= in the round, takes no part; so do players in
    ``absent``. Games without a result of players in ``adjourned`` count as jigo for the pairing.

    Raises
    ------
    InputError
        A game before the round has no result.
    """
    players = tournament.players
    standings = [
        Standing(row, player, player.start if mcmahon else 0.0)
        for row, player in enumerate(players, 1)
    ]
    for earlier in range(1, number):
        _play(standings, entries_of(tournament, earlier), earlier, adjourned)
    cells = entries_of(tournament, number)
    away = set(absent) | {
        row
        for row, (player, cell) in enumerate(zip(players, cells), 1)
        if not player.name
        or says(cell) is Coming.AWAY
        or (player.out is not None and player.out < number)
    }
    return Field(number, standings, frozenset(range(1, len(players) + 1)) - away)


def _play(
    standings: Sequence[Standing], cells: Sequence[str], number: int, adjourned: Collection[int]
) -> None:
    """Add a round to the standings."""
    before = [one.score for one in standings]
    for own, cell in zip(standings, cells):
        game = parse_entry(cell)
        if game is None:
            own.score += POINTS_WITHOUT_OPPONENT.get(cell, 0.0)
            own.byes += cell == "0+"
            continue
        if game.result == "?" and {own.number, game.opponent} & {*adjourned}:
            game = game._replace(result="=")
        if game.result == "?":
            raise InputError(
                f"The game {own.player.name} – {standings[game.opponent - 1].player.name} of round "
                f"{number} has no result yet; enter it, or name a player of it with --adjourned."
            )
        own.score += POINTS[game.result]
        _count(own, game, before[own.number - 1], before[game.opponent - 1])


def _count(own: Standing, game: PlayedRound, before: float, other: float) -> None:
    own.met.add(game.opponent)
    own.floats += (before > other) - (before < other)
    if game.colour and not game.is_forfeit:
        if not game.stones:
            own.colours += 1 if game.colour == "w" else -1
        own.last_colour = game.colour
