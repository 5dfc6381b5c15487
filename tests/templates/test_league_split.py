"""A table that divides after some games: parts, points carried over, and what can still happen."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.readers.league import Adjustment, League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.features.divided.split import Split
from xl_tourney.templates.league.rules.files import read_rules

RULES = """name = "A table that divides"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Rounded down", "Difference", "For"]
places = 1

[split]
after = 3
parts = ["Upper", "Lower"]
carried = "half"

[[line]]
name = "Relegated"
last = 1
"""
FIRST = [
    ("Reds", "Blues", 2, 1, "1"),
    ("Golds", "Greens", 0, 0, "1"),
    ("Reds", "Golds", 1, 1, "2"),
    ("Blues", "Greens", 3, 0, "2"),
    ("Reds", "Greens", 4, 0, "3"),
    ("Blues", "Golds", 2, 2, "3"),
]
"""Reds 7 points, Blues 4, Golds 3, Greens 1."""
THEN = [
    ("Blues", "Reds", 1, 0, "4"),
    ("Greens", "Golds", 2, 0, "4"),
    ("Reds", "Blues", None, None, "5"),
    ("Golds", "Greens", None, None, "5"),
]


def games(*rows: tuple[Any, ...]) -> list[LeagueGame]:
    return [LeagueGame(*row) for row in rows]


def book(
    folder: Path, played: list[LeagueGame], *adjusted: Adjustment, rules: str = RULES
) -> Calculated:
    league = League(played, None, adjusted)
    return Calculated(TEMPLATES["league"].build(league, rules=rules, teams=4, rows=10), folder)


def rows(calculated: Calculated, keys: str) -> list[list[Any]]:
    return calculated.rows("standings", keys, 4)


def test_until_all_have_a_part_the_table_is_whole(tmp_path: Path) -> None:
    first = book(tmp_path, games(*FIRST))
    assert rows(first, "name points part state") == [
        ["Reds", 7, "", ""],
        ["Blues", 4, "", ""],
        ["Golds", 3, "", ""],
        ["Greens", 1, "", ""],
    ]
    assert first["Divided"] == 0 and first["Status"] == "All checks passed"


def test_points_are_halved_and_nobody_leaves_its_part(tmp_path: Path) -> None:
    calculated = book(tmp_path, games(*FIRST, *THEN))
    assert rows(calculated, "place name part played points zone") == [
        [1, "Blues", "Upper", 4, 5, ""],
        [2, "Reds", "Upper", 4, 3, ""],
        [3, "Greens", "Lower", 4, 3, ""],
        [4, "Golds", "Lower", 4, 1, "Relegated"],
    ]
    assert rows(calculated, "best_place worst_place state") == [
        [1, 2, "open"],
        [1, 2, "open"],
        [3, 4, "out"],
        [3, 4, "out"],
    ]
    ended = calculated.change({f"results[{at}].{k}": 1 for at in (8, 9) for k in SCORE})
    assert rows(ended, "name points state") == [
        ["Blues", 6, "first"],
        ["Reds", 4, "out"],
        ["Greens", 4, "out"],
        ["Golds", 2, "out"],
    ]


SCORE = ("home_score", "away_score")


def test_the_half_that_was_rounded_down_is_ahead(tmp_path: Path) -> None:
    """Reds 7, halved 3, and Blues 4, halved 2: after a win of Blues and a draw both have 6."""
    level = [*FIRST, ("Blues", "Reds", 0, 0, "4"), THEN[1], ("Reds", "Blues", 0, 0, "5")]
    calculated = book(tmp_path, games(*level))
    assert rows(calculated, "name points decided")[:2] == [
        ["Reds", 5, "Points"],
        ["Blues", 4, "Points"],
    ]
    given = calculated.change({"listed[1].deducted": -1, "listed[1].deducted_from": "4"})
    assert rows(given, "name points decided")[:2] == [
        ["Reds", 5, "Rounded down"],
        ["Blues", 5, "Rounded down"],
    ]


@pytest.mark.slow
def test_points_deducted_before_are_halved_too_and_the_race_goes_by_them(tmp_path: Path) -> None:
    """Of 7 points less 2, half is 2; taken in round 4 both are gone."""
    before = book(tmp_path, games(*FIRST, *THEN), Adjustment("Reds", 2, "2"))
    after = book(tmp_path, games(*FIRST, *THEN), Adjustment("Reds", 2, "4"))
    points = [dict(rows(one, "name points"))["Reds"] for one in (before, after)]
    assert points == [2, 1]
    assert behind(before, "Reds") == {"Start": 0, "1": 0, "2": 1, "3": 0, "4": 3}
    assert behind(after, "Reds") == {"Start": 0, "1": 0, "2": 0, "3": 0, "4": 4}


def behind(calculated: Calculated, name: str) -> dict[str, float]:
    """How many points a team was behind after each round."""
    shown = [calculated[f"group[{int(n) - 1}].name"] for n in calculated["Race!B33:E33"][0] if n]
    column = f"team_{shown.index(name)}"
    return {after: points for after, points in calculated.rows("race", f"after {column}") if after}


def test_blank_is_from_the_start_in_the_race(tmp_path: Path) -> None:
    calculated = book(tmp_path, games(*FIRST), Adjustment("Blues", 2))
    assert behind(calculated, "Blues")["Start"] == 2 and behind(calculated, "Reds")["Start"] == 0


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    calculated = book(tmp_path, games(*FIRST, *THEN)).change({"listed[0].group": None})
    assert "every team has its part" in looked_at(calculated)
    assert calculated["RaceNote"].startswith("the table divides after 3 games: who can finish")
    assert rows(calculated, "best_place state") == [["", ""]] * 4
    wrong = calculated.change({"listed[0].group": "Lower"})
    assert "nobody plays a team of another part" in looked_at(wrong)


def looked_at(calculated: Calculated) -> str:
    """The checks that need a look."""
    return "; ".join(row[0] for row in calculated["Checks!A6:C26"] if row[2] == "Look")


def test_the_parts_follow_from_who_meets() -> None:
    rules = read_rules(RULES)
    split = rules.of(Split)
    assert split

    def parts(*rows: tuple[str, ...]) -> object:
        return split.parts_of(games(*rows), rules.points)

    assert parts(*FIRST) == parts(*FIRST, THEN[0]) == {}
    assert parts(*FIRST, *THEN) == {
        "Reds": "Upper",
        "Blues": "Upper",
        "Golds": "Lower",
        "Greens": "Lower",
    }


@pytest.mark.parametrize("carried", ["all", "half", "none"])
def test_random_seasons_end_where_plain_arithmetic_says(carried: str, tmp_path: Path) -> None:
    """All ways in which the last games can end lie between best and worst place."""
    chance = Random(carried)
    names = ("Reds", "Blues", "Golds", "Greens")
    goals = [(chance.randrange(4), chance.randrange(4)) for _ in range(6)]
    first = [(*pair, *g, str(n)) for n, (pair, g) in enumerate(zip(combinations(names, 2), goals))]
    text = RULES.replace('"half"', f'"{carried}"').replace('"Rounded down", ', "")
    order = ranking(first, [], carried)
    parts = order[:2], order[2:]
    then = [(*part, 1, 0, f"then {n}") for n, part in enumerate(parts)]
    last = [(*part[::-1], None, None, f"last {n}") for n, part in enumerate(parts)]
    calculated = book(tmp_path, games(*first, *then, *last), rules=text)
    assert [row[0] for row in rows(calculated, "name")] == ranking(first, then, carried)
    bounds = {name: ends for name, *ends in rows(calculated, "name best_place worst_place")}
    for ends in product([(0, 0), (0, 5), (5, 0)], repeat=2):
        played = [(home, away, *score, when) for (home, away, *_, when), score in zip(last, ends)]
        places = ranking(first, [*then, *played], carried)
        for place, name in enumerate(places, 1):
            best, worst = bounds[name]
            assert best <= place <= worst
    typed = {
        f"results[{8 + at}].{key}": goals
        for at, score in enumerate(ends)
        for key, goals in zip(SCORE, score)
    }
    assert [row[0] for row in rows(calculated.change(typed), "name")] == places


def ranking(first: list[Any], then: list[Any], carried: str) -> list[str]:
    """The order by plain arithmetic: points, difference, goals; each part by itself."""

    def sums(played: list[Any], name: str) -> tuple[int, int, int]:
        own = [
            (a, b) if name == home else (b, a)
            for home, away, a, b, _ in played
            if name in (home, away)
        ]
        points = sum(3 if a > b else 1 if a == b else 0 for a, b in own)
        return points, sum(a - b for a, b in own), sum(a for a, _ in own)

    def key(name: str) -> tuple[int, int, int]:
        (had, d1, f1), (won, d2, f2) = sums(first, name), sums(then, name)
        kept = {"all": had, "half": had // 2, "none": 0}[carried] if then else had
        return kept + won, d1 + d2, f1 + f2

    names = sorted({name for row in first for name in row[:2]}, key=list(ORDER).index)
    order = sorted(names, key=lambda name: sums(first, name), reverse=True)
    if not then:
        return order
    return [n for part in (order[:2], order[2:]) for n in sorted(part, key=key, reverse=True)]


ORDER = ("Reds", "Blues", "Golds", "Greens")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('parts = ["A", "B"]', "split.after is missing; add the number of games"),
        ('after = 3\nparts = ["A", "a"]', "split.parts must be two to 4 different names"),
        ('after = 3\nparts = ["A", "B"]\ncarried = "some"', "carried is “some”; it must be all"),
        ('after = 3\nparts = ["A", "B"]\nhalf = 1', "split.half is not known; known are after"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(more: str, message: str) -> None:
    head = RULES.partition("[split]")[0].replace('"Rounded down", ', "")
    with pytest.raises(Exception, match=message):
        read_rules(f"{head}[split]\n{more}\n")
