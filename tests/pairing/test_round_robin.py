"""Round robins: everybody meets everybody, and colours, homes and days are as they should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from xl_tourney.pairing.round_robin import (
    MOST_PLAYERS,
    Round,
    berger,
    drawn_numbers,
    fixtures,
    renumbered,
)


def breaks(rounds: Sequence[Round]) -> int:
    """How often somebody is at home, or away, in two rounds one after the other."""
    last: dict[int, str] = {}
    count = 0
    for pairs in rounds:
        now = {home: "H" for home, away in pairs if away} | {away: "A" for _, away in pairs if away}
        count += sum(last.get(team) == place for team, place in now.items())
        last = now
    return count


ANNEX_1 = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The tables that FIDE prints in C.05, Annex 1."""


def texts(rounds: list[Round]) -> list[str]:
    return [" ".join(f"{one}-{other}" for one, other in pairs) for pairs in rounds]


@pytest.mark.parametrize("players", ANNEX_1)
def test_the_tables_of_annex_1(players: int) -> None:
    assert texts(berger(players)) == ANNEX_1[players]


@pytest.mark.parametrize("table", [berger, fixtures])
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody(table, cycles: int) -> None:
    for players in range(2, MOST_PLAYERS + 1):
        rounds = table(players, cycles)
        assert len(rounds) == cycles * (players - 1 + players % 2)
        met = Counter(pair for pairs in rounds for pair in pairs if pair[1])
        each = Counter(frozenset(pair) for pair in met.elements())
        assert set(each.values()) == {cycles}
        assert len(each) == players * (players - 1) // 2
        assert set(met.values()) == {1}
        for pairs in rounds:
            there = [player for pair in pairs for player in pair if player]
            assert sorted(there) == [*range(1, players + 1)]
        free = Counter(one for pairs in rounds for one, other in pairs if other is None)
        assert free == (
            Counter(dict.fromkeys(range(1, players + 1), cycles)) if players % 2 else {}
        )


def test_colours_are_balanced() -> None:
    for players in range(3, MOST_PLAYERS + 1):
        whites = Counter(one for pairs in berger(players) for one, other in pairs if other)
        games = players - 1
        assert {2 * whites[player] - games for player in range(1, players + 1)} <= {-1, 0, 1}


def test_nobody_has_a_colour_three_times_in_a_row() -> None:
    for players in (4, 6, 8, 10, 12):
        colours: dict[int, str] = {}
        for pairs in berger(players, 2):
            for white, black in pairs:
                colours[white] = colours.get(white, "") + "w"
                colours[black or 0] = colours.get(black or 0, "") + "b"
        assert not any("www" in own or "bbb" in own for own in colours.values())


def test_a_league_has_as_few_breaks_as_there_can_be() -> None:
    for teams in range(4, MOST_PLAYERS + 1):
        assert breaks(fixtures(teams)) == (0 if teams % 2 else teams - 2)


def test_two_of_a_club_are_not_at_home_at_once() -> None:
    rounds = fixtures(10, 2)
    numbers, at_once = drawn_numbers(10, rounds, [(1, 2), (3, 4)], seed=7)
    assert at_once == 0
    for pairs in renumbered(rounds, numbers):
        homes = {home for home, away in pairs if away}
        assert not {1, 2} <= homes and not {3, 4} <= homes
    assert drawn_numbers(10, rounds, [(1, 2), (3, 4)], seed=7)[0] == numbers
