"""Records of a TRF that only the pairing needs: accelerated points, and players kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .tournament import ChessTournament

LAST = 999
"""The last round of a record that holds for all."""


class Acceleration(NamedTuple):
    """Points that players are given for the pairing alone (record 250)."""

    points: float
    first_round: int
    last_round: int
    first_player: int
    last_player: int


class Forbidden(NamedTuple):
    """Players who are kept apart (record 260)."""

    first_round: int
    last_round: int
    players: frozenset[int]


def read_pairing_records(
    tournament: ChessTournament,
) -> tuple[tuple[Acceleration, ...], tuple[Forbidden, ...]]:
    """Records 250 and XXA, 260 and XXP, which the reader keeps; players by their rows."""
    places = tournament.numbers
    accelerations, forbidden = [], []
    for line in tournament.kept:
        if line[:3] == "250":
            first_round, last_round = _span(line[14:17], line[18:21])
            first, last = _span(line[22:26], line[27:31])
            points = float(line[9:13].strip() or line[4:8].strip() or 0)
            accelerations.append(
                Acceleration(points, first_round, last_round, places[first], places[last])
            )
        elif line[:3] == "260":
            numbers = frozenset(places[int(word)] for word in line[11:].split())
            forbidden.append(Forbidden(*_span(line[4:7], line[8:11]), numbers))
        elif line[:3] == "XXP":
            numbers = frozenset(places[int(word)] for word in line[3:].split())
            forbidden.append(Forbidden(1, LAST, numbers))
        elif line[:3] == "XXA":
            place = places[int(line[4:8])]
            for n, start in enumerate(range(9, len(line), 5), 1):
                points = float(line[start : start + 4].strip() or 0)
                if points:
                    accelerations.append(Acceleration(points, n, n, place, place))
    if not accelerations and "BAKU" in tournament.type_code.upper():
        rounds = tournament.announced_rounds or tournament.rounds
        accelerations = list(baku(len(tournament.players), rounds))
    return tuple(accelerations), tuple(forbidden)


def read_absent(tournament: ChessTournament) -> set[int]:
    """The rows of players who miss the next round: records XXZ."""
    places = tournament.numbers
    numbers = (
        int(word)
        for line in tournament.kept
        if line[:3] == "XXZ"
        for word in line[3:].replace(",", " ").split()
        if word.isdecimal()
    )
    return {places[number] for number in numbers if number in places}


def _span(first: str, last: str) -> tuple[int, int]:
    """A first and a last number; the last one may be left out."""
    begin = int(first)
    return begin, int(last.strip() or 0) or begin


def baku(players: int, rounds: int) -> Iterator[Acceleration]:
    """Baku acceleration (C.04.7): the first half, rounded up to even, gets 1, later ½ a point.

    Half of the rounds are accelerated, rounded up; the first half of these with a point.

    >>> [tuple(one) for one in baku(161, 9)]
    [(1.0, 1, 3, 1, 82), (0.5, 4, 5, 1, 82)]
    """
    first_half = 2 * -(-players // 4)
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    yield Acceleration(1.0, 1, whole, 1, first_half)
    if accelerated > whole:
        yield Acceleration(0.5, whole + 1, accelerated, 1, first_half)


def is_baku(tournament: ChessTournament, accelerations: Iterable[Acceleration]) -> bool:
    """Whether accelerated points are Baku's, in the rounds that they speak of."""
    found = _points_by_round(accelerations)
    last = max((round_ for round_, _ in found), default=0)
    rounds = tournament.announced_rounds or tournament.rounds
    usual = _points_by_round(baku(len(tournament.players), rounds))
    return bool(found) and found == {key: usual[key] for key in usual if key[0] <= last}


OWN_ACCELERATION = (
    "The accelerated points of the file (250, XXA) are not Baku's, and the workbook has no place "
    "for others: xl-tourney pair FILE pairs the file by them"
)


def has_own_acceleration(tournament: ChessTournament) -> bool:
    """Whether there are accelerated points that are not Baku's."""
    accelerations, _ = read_pairing_records(tournament)
    return bool(accelerations) and not is_baku(tournament, accelerations)


def _points_by_round(accelerations: Iterable[Acceleration]) -> dict[tuple[int, int], float]:
    """The accelerated points by round and player."""
    return {
        (round_, player): one.points
        for one in accelerations
        for round_ in range(one.first_round, one.last_round + 1)
        for player in range(one.first_player, one.last_player + 1)
        if one.points
    }


def format_acceleration(accelerations: Iterable[Acceleration]) -> Iterator[str]:
    """Records 250, of players by their numbers."""
    for one in accelerations:
        yield (
            f"250 {one.points:>4.1f} {one.points:>4.1f} {one.first_round:>3} {one.last_round:>3} "
            f"{one.first_player:>4} {one.last_player:>4}"
        )


def format_forbidden(groups: Iterable[Sequence[int]], rounds: int) -> Iterator[str]:
    """Records 260, each of players who do not meet in any round."""
    for numbers in groups:
        yield f"260   1 {rounds:>3} " + " ".join(f"{number:>4}" for number in numbers)
