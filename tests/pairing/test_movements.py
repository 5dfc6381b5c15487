"""Movements of every size: nobody meets a pair, or plays a board, a second time."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from xl_tourney.functions.bridge.movements import (
    MOVEMENTS,
    Movement,
    howell,
    mitchell,
    sets_of_boards,
)

SIZES = [(name, tables) for name, (_, sizes) in MOVEMENTS.items() for tables in sizes]


@pytest.mark.parametrize(("name", "tables"), SIZES)
def test_each_pair_meets_each_board_and_each_other_pair_at_most_once(
    name: str, tables: int
) -> None:
    movement: Movement = MOVEMENTS[name][0](tables)
    met: Counter[frozenset[int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for seats in movement:
        there = [pair for seat in seats for pair in (seat.ns, seat.ew)]
        assert sorted(there) == [*range(1, 2 * tables + 1)]
        assert [seat.table for seat in seats] == [*range(1, tables + 1)]
        for seat in seats:
            met[frozenset((seat.ns, seat.ew))] += 1
            played.update([(seat.ns, seat.boards), (seat.ew, seat.boards)])
    assert set(met.values()) == {1}
    assert set(played.values()) == {1}


def test_a_mitchell_of_an_odd_number_is_complete() -> None:
    for tables in range(3, 20, 2):
        movement = mitchell(tables)
        assert len(movement) == sets_of_boards(movement) == tables
        for seats in movement:
            assert len({seat.boards for seat in seats}) == tables
            assert all(seat.ns == seat.table for seat in seats)


def test_a_mitchell_of_an_even_number_has_a_round_less() -> None:
    for tables in range(4, 21, 2):
        assert len(mitchell(tables)) == tables - 1
        assert len(MOVEMENTS["share-and-relay"][0](tables)) == tables


def test_first_and_last_table_share_the_boards_that_are_relayed() -> None:
    for tables in range(4, 21, 2):
        for seats in MOVEMENTS["share-and-relay"][0](tables):
            sets = [seat.boards for seat in seats]
            assert sets[0] == sets[-1]
            assert len(set(sets)) == tables - 1


@pytest.mark.parametrize("tables", range(2, 9))
def test_a_howell_is_complete(tables: int) -> None:
    movement = howell(tables)
    met = {frozenset((seat.ns, seat.ew)) for seats in movement for seat in seats}
    assert met == set(map(frozenset, combinations(range(1, 2 * tables + 1), 2)))
    assert sets_of_boards(movement) == len(movement) == 2 * tables - 1
    for seats in movement:
        different = len({seat.boards for seat in seats})
        assert different == (1 if tables <= 3 else tables)
