"""The final orders of real leagues, each by the rules of its year; and of random groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations
from random import Random

import pytest

from tests.templates.league_published import (
    EXCEPTIONS,
    RANKED_APART,
    Group,
    LeagueBook,
    SeasonBook,
    is_as_published,
    published,
    seasons,
)
from xl_tourney.templates.league.feature import Rules
from xl_tourney.templates.league.rules.files import chosen_rules
from xl_tourney.templates.league.rules.rules import Points

GROUPS = {group.name: group for group in published()}
LARGE = "La Liga 2018-19"
"""The large one that is tested here; benchmarks.league_published has all."""


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return LeagueBook(tmp_path_factory.mktemp("small"), small=True)


@pytest.mark.slow
def test_every_published_group_has_its_final_order(small) -> None:
    groups = [group for group in GROUPS.values() if group.is_small]
    wrong = [group.name for group in groups if not is_as_published(group, small.standings(group))]
    assert wrong == [] and len(groups) == 124
    assert small.book["Status"] == "All checks passed"


@pytest.mark.slow
def test_a_published_league_has_its_final_order(tmp_path) -> None:
    book = LeagueBook(tmp_path, small=False)
    rows = book.standings(GROUPS[LARGE])
    assert is_as_published(GROUPS[LARGE], rows) and book.book["Status"] == "All checks passed"
    tied_by_three = [row["decided"] for row in rows if row["points"] == 50]
    assert tied_by_three == ["Head-to-head points", "Difference", "Difference"]
    assert len(GROUPS) == 138 and set(EXCEPTIONS) < set(GROUPS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "decided"),
    [
        ("World Cup 1994, Group D", ["Difference", *["Head-to-head points"] * 2, "Points"]),
        ("World Cup 1994, Group E", ["For", *["Head-to-head points"] * 2, "For"]),
        ("World Cup 1990, Group F", ["Points", "Lot", "Lot", "Points"]),
        ("World Cup 2018, Group H", ["Points", "Fair play", "Fair play", "Points"]),
        ("Euro 2024, Group C", ["Points", "Lot", "Lot", "Points"]),
        ("Euro 2024, Group E", ["Head-to-head for"] * 2 + ["Head-to-head difference"] * 2),
    ],
)
def test_decided_by_names_the_criterion(small, name, decided) -> None:
    rows = small.standings(GROUPS[name])
    assert [row["decided"] for row in rows] == decided


@pytest.mark.slow
def test_baseball_seasons_have_their_published_ranks(tmp_path) -> None:
    book = SeasonBook(tmp_path)
    apart, compared = set(), 0
    for season in seasons():
        ranks = {name: rank for rank, name, *_ in season.teams}
        compared += len(ranks)
        if book.places(season) != ranks:
            apart.add(season.name)
    assert apart == set(RANKED_APART) and compared == 430


def figures(group: Group, among: set[str], prefix: str) -> dict[str, dict[str, float]]:
    """The figures of each team in the games among some of them."""
    found = {
        team: dict.fromkeys(("points", "difference", "for", "away for"), 0.0) for team in among
    }
    for home, away, scored, conceded in group.games:
        if {home, away} <= among:
            for team, own, other in ((home, scored, conceded), (away, conceded, scored)):
                points = group.rules.points
                worth = points.win if own > other else points.draw if own == other else points.loss
                found[team]["points"] += worth
                found[team]["difference"] += own - other
                found[team]["for"] += own
                found[team]["away for"] += own if team == away else 0
    return {
        team: {f"{prefix}{key}".capitalize(): value for key, value in record.items()}
        for team, record in found.items()
    }


def tied_groups(teams: list[str], value: Callable[[str], float]) -> Iterator[list[str]]:
    """The teams in parts of equal value, the best first."""
    for figure in sorted({value(team) for team in teams}, reverse=True):
        yield [team for team in teams if value(team) == figure]


def order_by_rule(group: Group) -> list[list[str]]:
    """The final order as the regulations tell it: the tied in one list."""
    overall = figures(group, set(group.order), "")

    def separate(tied: list[str], criteria: tuple[str, ...]) -> list[list[str]]:
        if len(tied) == 1 or not criteria:
            return [tied]
        run = [name for name in criteria if name.startswith("Head-to-head")]
        if criteria[0] in run:
            rest = criteria[len(run) :]
            mini = figures(group, set(tied), "head-to-head ")
            parts = list(tied_groups(tied, lambda team: tuple(mini[team][k] for k in run)))
            again = group.rules.head_to_head == "again" and len(parts) > 1
            return [one for part in parts for one in separate(part, criteria if again else rest)]
        parts = list(tied_groups(tied, lambda team: overall[team][criteria[0]]))
        return [one for part in parts for one in separate(part, criteria[1:])]

    return separate(group.order, group.rules.criteria)


def random_group(chance: Random) -> Group:
    """Few goals, so that many are tied."""
    teams = [f"T{at}" for at in range(chance.randint(3, 6))]
    scores = chance.choice(((0, 1), (0, 1), (0, 0, 1, 1, 2)))
    pairs = combinations(teams, 2) if chance.random() < 0.7 else permutations(teams, 2)
    games = [(*pair, chance.choice(scores), chance.choice(scores)) for pair in pairs]
    mini = ["Head-to-head points", "Head-to-head difference", "Head-to-head for"]
    if chance.random() < 0.3:
        mini.append("Head-to-head away for")
    after = ["Difference", "For", "Away for"][: chance.randint(0, 3)]
    criteria = ["Points", *mini, *after] if chance.random() < 0.7 else ["Points", *after, *mini]
    mode = chance.choice(("once", "again", "again"))
    points = chance.choice((Points(), Points(2, 1, 0)))
    return Group("random", Rules("", tuple(criteria), points, mode), teams, games[:32])


def looks_again(group: Group) -> bool:
    """Whether it makes a difference that the head-to-head is repeated among those still tied."""
    rules = replace(group.rules, head_to_head="once")
    return order_by_rule(group) != order_by_rule(replace(group, rules=rules))


@pytest.mark.slow
def test_random_groups_are_placed_as_the_regulations_tell_it(small) -> None:
    chance = Random(14)
    groups = iter(lambda: random_group(chance), None)
    of_both_kinds = [*islice(groups, 30), *islice(filter(looks_again, groups), 12)]
    for group in of_both_kinds:
        expected, place = {}, 1
        for tied in order_by_rule(group):
            expected |= dict.fromkeys(tied, place)
            place += len(tied)
        assert {row["name"]: row["place"] for row in small.standings(group)} == expected, group


def test_rules_can_be_asked_for_with_changes() -> None:
    rules = chosen_rules("uefa-2024", "3-2-1-0", "points; wins", "once")
    assert rules.criteria == ("Points", "Wins") and rules.head_to_head == "once"
    assert rules.points == Points(3, 1.5, 0, 2, 1) and rules.points.has_overtime
