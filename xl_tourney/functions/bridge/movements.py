"""Bridge movements: which pairs sit at which table in each round, and which boards they play.

Tables, pairs and sets of boards are numbers from 1. In a Mitchell North-South stay at their tables,
and are the pairs from 1; East-West move. In a Howell all pairs move but the last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Seat(NamedTuple):
    """A table in a round."""

    table: int
    ns: int
    ew: int
    boards: int
    """The set of boards that is played."""


Movement = list[list[Seat]]
"""The tables of each round."""

MITCHELL_TABLES, HOWELL_TABLES = range(3, 21), range(2, 9)


def mitchell(tables: int) -> Movement:
    """East-West move up a table each round, the boards down; of an even number with a skip.

    With an even number East-West skip a table after half of the rounds, since they would meet
    boards again; one round less is played then.

    >>> mitchell(3)[1]
    [Seat(table=1, ns=1, ew=6, boards=2), Seat(table=2, ns=2, ew=4, boards=3),
     Seat(table=3, ns=3, ew=5, boards=1)]
    """
    rounds = tables if tables % 2 else tables - 1
    return [
        [
            _seat(tables, table, table - moved, table + number)
            for table in range(tables)
            for moved in [number + (tables % 2 == 0 and number >= tables // 2)]
        ]
        for number in range(rounds)
    ]


def share_and_relay(tables: int) -> Movement:
    """An even number of tables without a skip: the first and the last table share their boards.

    Between the two halves lies a set that nobody plays in the round (the relay), so that all rounds
    can be played.
    """
    return [
        [
            _seat(tables, table, table - number, table + (table >= tables // 2) + number)
            for table in range(tables)
        ]
        for number in range(tables)
    ]


def _seat(tables: int, table: int, east_west: int, boards: int) -> Seat:
    return Seat(table + 1, table + 1, tables + east_west % tables + 1, boards % tables + 1)


_STARTERS = {
    2: ((1, 2, 0),),
    3: ((1, 4, 0), (2, 3, 0)),
    4: ((1, 3, 4), (2, 6, 1), (4, 5, 2)),
    5: ((1, 2, 5), (3, 7, 4), (4, 6, 2), (5, 8, 7)),
    6: ((1, 2, 3), (3, 6, 9), (4, 8, 1), (5, 10, 4), (7, 9, 5)),
    7: ((1, 2, 3), (3, 6, 9), (4, 11, 2), (5, 9, 1), (7, 12, 6), (8, 10, 5)),
    8: ((1, 3, 4), (2, 7, 9), (4, 10, 14), (5, 8, 13), (6, 14, 5), (9, 13, 7), (11, 12, 8)),
}
"""For each number of tables the pairs of the first round, and their boards, counted from 0.

The last pair meets pair 0 with boards 0. Each round all numbers grow by one, modulo the number of
rounds: the differences of the pairs are all different, and so are boards less pair, so that
everybody meets everybody and every set once. Two and three tables have no such pairs with different
boards at all tables; there all play the same boards in a round.
"""


def howell(tables: int) -> Movement:
    """Everybody meets everybody, and plays every set of boards, once.

    >>> howell(2)[0]
    [Seat(table=1, ns=4, ew=1, boards=1), Seat(table=2, ns=2, ew=3, boards=1)]
    """
    rounds = 2 * tables - 1
    return [
        [
            Seat(1, rounds + 1, number + 1, number + 1),
            *(
                Seat(table, *((who + number) % rounds + 1 for who in (one, other, boards)))
                for table, (one, other, boards) in enumerate(_STARTERS[tables], 2)
            ),
        ]
        for number in range(rounds)
    ]


MOVEMENTS: dict[str, tuple[Callable[[int], Movement], range]] = {
    "mitchell": (mitchell, MITCHELL_TABLES),
    "share-and-relay": (share_and_relay, range(4, 21, 2)),
    "howell": (howell, HOWELL_TABLES),
}
"""Each movement with the numbers of tables that it is for."""


def sets_of_boards(movement: Movement) -> int:
    """How many sets of boards a movement needs."""
    return max(seat.boards for seats in movement for seat in seats)


_USUAL_BOARDS = 24
"""About so many boards are played in an evening."""


def usual_movement(tables: int, two_winners: bool = False) -> str:
    """A Howell of few tables, where all are ranked together, and a Mitchell of more."""
    return "howell" if tables in HOWELL_TABLES and not two_winners else "mitchell"


def usual_boards(pairs: int) -> int:
    """How many boards the usual movement of so many pairs has in an evening; 0 without one.

    >>> [usual_boards(pairs) for pairs in (2, 6, 7, 12, 18, 40)]
    [0, 25, 21, 22, 27, 20]
    """
    tables = -(-pairs // 2)
    make, sizes = MOVEMENTS[usual_movement(tables)]
    if tables not in sizes:
        return 0
    sets = sets_of_boards(make(tables))
    return sets * max(1, round(_USUAL_BOARDS / sets))
