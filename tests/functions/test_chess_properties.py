"""What holds for the tie-breaks of any chess tournament."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_tourney.functions import (
    BUCHHOLZ,
    CHESS_PLACE,
    CHESS_POINTS,
    DIRECT_ENCOUNTER,
    PLACE,
    PROGRESSIVE,
    SONNEBORN_BERGER,
    TIEBREAK,
)

RESULTS = [("1", "0"), ("=", "="), ("0", "1"), ("+", "-"), ("-", "-")]
CODES = "BH/C1,SB,PS,WON,STD,DE"


def random_tournament(players: int, rounds: int, seed: int) -> list[list[str]]:
    """Random pairings in which nobody meets twice, with byes and forfeits."""
    choose = random.Random(seed)
    met: set[tuple[int, int]] = set()
    rows: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = choose.sample(range(players), players)
        while order:
            white = order.pop()
            free = [other for other in order if (white, other) not in met]
            if not free or choose.random() < 0.1:
                rows[white].append(choose.choice("UHZ"))
                continue
            black = choose.choice(free)
            order.remove(black)
            met |= {(white, black), (black, white)}
            own, other = choose.choices(RESULTS, [30, 30, 30, 5, 5])[0]
            rows[white].append(f"{black + 1}w{own}")
            rows[black].append(f"{white + 1}b{other}")
    return rows


tournaments = st.builds(
    random_tournament,
    st.integers(min_value=2, max_value=12),
    st.integers(min_value=1, max_value=7),
    st.integers(min_value=0),
)


def values(column: Any) -> list[float]:
    assert isinstance(column, list), column.message
    return [cell for (cell,) in column]


def renumbered(rows: list[list[str]], order: list[int]) -> list[list[str]]:
    """The same tournament with the rows in another order."""
    place = {old + 1: new + 1 for new, old in enumerate(order)}

    def cell(written: str) -> str:
        digits = "".join(sign for sign in written.rstrip("10=+-") if sign.isdigit())
        return f"{place[int(digits)]}{written[len(digits) :]}" if digits else written

    return [[cell(written) for written in rows[old]] for old in order]


@settings(max_examples=25, deadline=None)
@given(tournaments, st.randoms(use_true_random=False))
def test_the_order_of_rows_makes_no_difference(rows: list[list[str]], choose: Any) -> None:
    order = choose.sample(range(len(rows)), len(rows))
    before = TIEBREAK(rows, CODES)
    assert isinstance(before, list)
    assert TIEBREAK(renumbered(rows, order), CODES) == [before[old] for old in order]


@settings(max_examples=25, deadline=None)
@given(tournaments)
def test_cuts_only_take_away(rows: list[list[str]]) -> None:
    sums = [values(BUCHHOLZ(rows, cut)) for cut in range(len(rows[0]) + 2)]
    for more, less in pairwise(sums):
        assert all(own >= cut for own, cut in zip(more, less))
    assert set(sums[-1]) == {0.0}
    whole = values(SONNEBORN_BERGER(rows))
    assert all(own >= cut for own, cut in zip(whole, values(SONNEBORN_BERGER(rows, 1))))


@settings(max_examples=25, deadline=None)
@given(tournaments)
def test_the_cap_of_2026_never_gives_more(rows: list[list[str]]) -> None:
    for function in (BUCHHOLZ, lambda wall, *o: SONNEBORN_BERGER(wall, 0, 0, o[-1])):
        old, new = (values(function(rows, 0, 0, "", rules)) for rules in ("2024", "2026"))
        assert all(after <= before for before, after in zip(old, new))


@settings(max_examples=25, deadline=None)
@given(tournaments)
def test_points_add_up_to_progressive_scores(rows: list[list[str]]) -> None:
    after = [values(CHESS_POINTS(rows, round_ + 1)) for round_ in range(len(rows[0]))]
    assert values(PROGRESSIVE(rows)) == [sum(scores) for scores in zip(*after)]
    assert values(CHESS_POINTS(rows)) == after[-1]


@settings(max_examples=25, deadline=None)
@given(tournaments)
def test_places_are_those_of_the_columns(rows: list[list[str]]) -> None:
    block = TIEBREAK(rows, f"PTS,{CODES}")
    assert isinstance(block, list)
    places = PLACE(block, [[1, 1, 1, 1, 1, 1, -1]])
    assert CHESS_PLACE(rows, CODES) == (places if isinstance(places, list) else [[places]])


@settings(max_examples=25, deadline=None)
@given(tournaments)
def test_direct_encounter_places_are_1_2_2_4_in_each_group(rows: list[list[str]]) -> None:
    points, places = values(CHESS_POINTS(rows)), values(DIRECT_ENCOUNTER(rows))
    for score in set(points):
        group = sorted(place for own, place in zip(points, places) if own == score)
        assert all(place == 1 + sum(other < place for other in group) for place in group)


@pytest.mark.parametrize("players", [2, 3, 8])
def test_a_round_robin_without_draws_is_ordered_by_its_winner(players: int) -> None:
    """Everybody beats all below: no ties, and direct encounter agrees with the points."""
    rows: list[list[str]] = [[] for _ in range(players)]
    for one in range(players):
        for other in range(one + 1, players):
            for row in range(players):
                cell = {one: f"{other + 1}w1", other: f"{one + 1}b0"}.get(row, "")
                rows[row].append(cell)
    tied = [[0]] * players
    places = [[float(place)] for place in range(1, players + 1)]
    assert DIRECT_ENCOUNTER(rows, tied, "rr") == CHESS_PLACE(rows, "DE", None, "", "rr") == places
