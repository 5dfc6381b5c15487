"""Round robins: who meets whom in which round, where everybody meets everybody.

Players are numbers from 1; of an odd field one is free in each round, paired with None.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import combinations

from ..errors import InputError, OptionError
from .pairing import Pair, Pairing

Round = list[tuple[int, int | None]]
"""The pairs of a round: White or home first; the free one last, with None."""

MOST_PLAYERS = 40
MOST_LISTED = 100
"""The most whose games are written all at once: a league, or a group of Tantrix."""
_TRIES = 500
"""How many drawings of the numbers are tried, so that two of a club are not at home at once."""


def berger(players: int, cycles: int = 1) -> list[Round]:
    """The rounds of FIDE's Berger tables (C.05, Annex 1), by board, White first.

    In each further cycle colours are turned; the last two rounds of the first one change places
    then, so that nobody has a colour three times in a row.

    >>> berger(6)[:2]
    [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)]]
    >>> berger(3)
    [[(2, 3), (1, None)], [(1, 2), (3, None)], [(3, 1), (2, None)]]
    """
    field = players + players % 2
    others = field - 1
    rounds = []
    for number in range(1, field):
        # the partner of the last number: 1, then half the field further each round
        first = (number - 1) * (field // 2) % others
        pairs = [(first + 1, field) if number % 2 else (field, first + 1)]
        pairs += [
            ((first + step) % others + 1, (first - step) % others + 1)
            for step in range(1, field // 2)
        ]
        rounds.append(_without(players, pairs))
    found = _repeated(rounds, cycles)
    if cycles > 1 and field > 2:
        found[field - 3 : field - 1] = found[field - 2], found[field - 3]
    return found


def berger_round(players: Sequence[int], number: int, cycles: int = 1) -> Pairing:
    """A round of these tables, by the numbers of the players in their order."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise OptionError(
            f"A round robin is for 2 to {MOST_PLAYERS} players, and {len(players)} are listed; "
            "choose another System on Setup."
        )
    rounds = berger(len(players), cycles)
    if number > len(rounds):
        raise InputError(
            f"All {len(rounds)} rounds of the round robin are paired; --double has more."
        )
    return pairing_of(
        number,
        [(players[one - 1], other and players[other - 1]) for one, other in rounds[number - 1]],
    )


def pairing_of(number: int, pairs: Round) -> Pairing:
    """The pairs of a round on their boards."""
    boards = enumerate(pairs, 1)
    seated = (Pair(one, other, board if other else None) for board, (one, other) in boards)
    return Pairing(number, "round-robin", tuple(seated))


def fixtures(teams: int, cycles: int = 1) -> list[Round]:
    """The rounds of a league, home first, by the circle method.

    Home and away alternate for everybody as far as they can: of an even field only two alternate
    always, and the others have one break each, n − 2 in all; of an odd one nobody has any. Each
    further cycle has the first one's rounds with home and away turned.

    >>> fixtures(4)
    [[(4, 1), (2, 3)], [(2, 4), (3, 1)], [(4, 3), (1, 2)]]
    """
    field = teams + teams % 2
    others = field - 1
    rounds = []
    for number in range(others):
        pairs = [(field, number + 1) if number % 2 == 0 else (number + 1, field)]
        for step in range(1, field // 2):
            above, below = (number + step) % others + 1, (number - step) % others + 1
            pairs.append((above, below) if step % 2 else (below, above))
        rounds.append(_without(teams, pairs))
    return _repeated(rounds, cycles)


def _without(players: int, pairs: Iterable[tuple[int, int]]) -> Round:
    """A round in which a number above those of the players means that the other one is free."""
    played: Round = [pair for pair in pairs if max(pair) <= players]
    free: Round = [(min(pair), None) for pair in pairs if max(pair) > players]
    return played + free


def _repeated(rounds: list[Round], cycles: int) -> list[Round]:
    turned: list[Round] = [
        [(black, white) if black else (white, black) for white, black in pairs] for pairs in rounds
    ]
    return [pairs for cycle in range(cycles) for pairs in (turned if cycle % 2 else rounds)]


def drawn_numbers(
    players: int, rounds: Sequence[Round], apart: Iterable[Sequence[int]], seed: int | None
) -> tuple[list[int], int]:
    """Who gets which number of the table, drawn; and how often two of one club are both at home.

    ``apart`` are groups of players who share a place to play. The drawing with the fewest homes at
    once, of some hundred, is taken; without groups the first one.
    """
    groups = [tuple(group) for group in apart]
    draw = random.Random(seed)
    homes = [{home for home, away in pairs if away} for pairs in rounds]
    best: tuple[int, list[int]] | None = None
    for _ in range(_TRIES if groups else 1):
        numbers = list(range(1, players + 1))
        draw.shuffle(numbers)  # numbers[k] is that of player k + 1
        at_once = sum(
            numbers[one - 1] in at_home and numbers[other - 1] in at_home
            for group in groups
            for one, other in combinations(group, 2)
            for at_home in homes
        )
        if best is None or at_once < best[0]:
            best = at_once, numbers
        if not at_once:
            break
    assert best is not None
    return best[1], best[0]


def renumbered(rounds: Sequence[Round], numbers: Sequence[int]) -> list[Round]:
    """The rounds with the players in place of their numbers in the table."""
    player = {number: at for at, number in enumerate(numbers, 1)}
    return [[(player[one], other and player[other]) for one, other in pairs] for pairs in rounds]


def dates(first: date, days: int, count: int) -> list[date]:
    """The days of so many rounds.

    >>> [day.isoformat() for day in dates(date(2026, 9, 5), 7, 3)]
    ['2026-09-05', '2026-09-12', '2026-09-19']
    """
    return [first + timedelta(days=days * number) for number in range(count)]
