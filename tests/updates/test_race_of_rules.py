"""What is said of places to come, against all results that the games left can have.

The leagues are placed here by plain arithmetic, by rules under which points do not say everything:
teams that begin again, a cap on the difference, percentages, points for a clean sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from xl_tourney.events.event import Event
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.criteria.answers import answers_about
from xl_tourney.generator.generate import made
from xl_tourney.qualification.bounded_race import BoundedRace
from xl_tourney.qualification.saved_race import SavedRace
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

TEAMS = "ABCD"
SCORES = [(1, 0), (0, 1), (0, 0), (4, 0), (0, 4), (1, 1), (2, 1), (1, 2)]
Game = tuple[str, str, int, int]


class Case(NamedTuple):
    """Rules of a league, and the criteria that are worked out here."""

    criteria: tuple[str, ...]
    points: tuple[float, float, float] = (3, 1, 0)
    cap: int = 99
    restart: bool = False
    clean_sheet: int = 0
    draws: bool = True
    deducted: int = 0

    @property
    def text(self) -> str:
        listed = ", ".join(f'"{name}"' for name in self.criteria)
        lines = [
            'name = "Here"',
            'source = "Here."',
            f'points = "{"-".join(f"{worth:g}" for worth in self.points)}"',
            f"criteria = [{listed}]",
            *(["restart = true"] if self.restart else []),
            *([f"difference_cap = {self.cap}"] if self.cap < 99 else []),
            *([f"clean_sheet = {self.clean_sheet}"] if self.clean_sheet else []),
        ]
        return "\n".join(lines) + "\n"


CASES = {
    "begins again": Case(
        ("Wins", "Head-to-head wins", "Head-to-head difference", "For"), (2, 1, 0), restart=True
    ),
    "begins again by points": Case(
        ("Points", "Difference", "Head-to-head points", "For"), restart=True
    ),
    "cap": Case(("Points", "Difference", "For"), cap=2),
    "cap, games between": Case(("Points", "Head-to-head difference", "Difference"), cap=1),
    "percentage": Case(("Pct", "Difference"), (3, 1, 0), deducted=2),
    "over even": Case(("Behind leader", "For"), (2, 1, 0), deducted=1),
    "points, percentage": Case(("Points", "Pct", "Difference")),
    "per game": Case(("Points per game", "Difference")),
    "wins, points": Case(("Wins", "Points", "Difference")),
    "clean sheet": Case(("Points", "Difference"), clean_sheet=2),
}


def figure(name: str, team: str, among: frozenset[str], played: Sequence[Game], by: Case) -> float:
    """A criterion by plain arithmetic: more is better."""
    of_between = name.startswith("Head-to-head ")
    name = name.removeprefix("Head-to-head ").capitalize()
    inside = among if of_between else frozenset(TEAMS)
    own = [(a, b) for h, w, a, b in played if h == team and w in inside]
    own += [(b, a) for h, w, a, b in played if w == team and h in inside]
    won, tied = (sum(test(a, b) for a, b in own) for test in (int.__gt__, int.__eq__))
    lost = len(own) - won - tied
    points = sum(worth * n for worth, n in zip(by.points, (won, tied, lost)))
    points += by.clean_sheet * sum(b == 0 for _, b in own)
    points -= by.deducted if team == "A" and not of_between else 0
    return {
        "Wins": lambda: won,
        "Points": lambda: points,
        "Points per game": lambda: points / len(own),
        "Pct": lambda: (won + tied / 2) / len(own),
        "Behind leader": lambda: (won - lost) / 2,
        "Difference": lambda: sum(max(-by.cap, min(by.cap, a - b)) for a, b in own),
        "For": lambda: sum(a for a, _ in own),
    }[name]()


def placed(played: Sequence[Game], by: Case) -> Iterator[frozenset[str]]:
    """The teams from the first place on, those who share one together."""

    def parts(tied: frozenset[str], at: int, begun: bool) -> Iterator[frozenset[str]]:
        if len(tied) == 1 or at == len(by.criteria):
            yield tied
            return
        name = by.criteria[at]
        is_run = name.startswith("Head-to-head")
        # Those of the games between that follow each other look at one tie, if none begins again.
        ahead = 1
        if is_run and not by.restart:
            while at + ahead < len(by.criteria) and by.criteria[at + ahead].startswith("Head"):
                ahead += 1
        names = by.criteria[at : at + ahead]
        of = {t: tuple(round(figure(n, t, tied, played, by), 9) for n in names) for t in tied}
        best = frozenset(team for team in tied if of[team] == max(of.values()))
        if best == tied:
            yield from parts(tied, at + ahead, begun or is_run)
        elif by.restart and (begun or is_run):
            first, *_ = begin(best)
            yield first
            yield from begin(tied - first)
        else:
            for value in sorted({*of.values()}, reverse=True):
                level = frozenset(team for team in tied if of[team] == value)
                yield from parts(level, at + ahead, begun)

    def begin(tied: frozenset[str]) -> Iterator[frozenset[str]]:
        yield from parts(tied, 0, False)

    yield from begin(frozenset(TEAMS))


def reached(played: list[Game], left: list[tuple[str, str]], by: Case) -> dict[str, set[int]]:
    """The places that each team can have; where some share one, all that they share."""
    found: dict[str, set[int]] = {team: set() for team in TEAMS}
    for scores in product(SCORES, repeat=len(left)):
        games = [*played, *((*pair, *score) for pair, score in zip(left, scores))]
        before = 0
        for level in placed(games, by):
            for team in level:
                found[team] |= {*range(before + 1, before + len(level) + 1)}
            before += len(level)
    return found


def said(event: Event) -> dict[str, tuple[int, int]]:
    """The best and the worst place of each team, as the race of the workbook is worked out."""
    race = SavedRace(event) if SavedRace(event).exists else BoundedRace(event)
    table = race.read()
    answers, clock = answers_about(table), Clock(20)
    return {
        name: (answers.best_place(team, clock), answers.worst_place(team, clock))
        for team, name in enumerate(table.names)
    }


def shown(event: Event) -> dict[str, tuple[int, int]]:
    """The same as the standings show it."""
    table = event.standings[0]
    team, *places = (table.headings.index(heading) for heading in ("Team", "Best", "Worst"))
    return {row[team]: (int(row[places[0]]), int(row[places[1]])) for row in table.rows}


@pytest.mark.parametrize("name", CASES)
def test_nobody_gets_a_place_that_was_ruled_out(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    pairs = list(combinations(TEAMS, 2))
    narrowed = 0
    for seed in range(3):
        chance = Random(f"{name} {seed}")
        order = chance.sample(pairs, len(pairs))
        played = [(*pair, *chance.choice(SCORES)) for pair in order[:4]]
        left = order[4:]
        taken = next(at for at, game in enumerate(played) if game[0] == "A")  # A is at home always
        lines = ["home,away,home_score,away_score,round,home_deducted"]
        for at, game in enumerate([*played, *((*pair, "", "") for pair in left)]):
            deducted = case.deducted if case.deducted and at == taken else ""
            lines.append(",".join(map(str, (*game, at + 1, deducted))))
        data = tmp_path / f"{seed}.csv"
        data.write_text("\n".join(lines) + "\n", "utf-8")
        content, _ = made(
            TEMPLATES["league"], data, "cup.xlsx", rules=case.text, teams=4, rows=6, places=2
        )
        event = Event.open(content)
        truth = reached(played, left, case)
        for answers in (said(event), shown(event)):
            assert answers.keys() == {*TEAMS}
            for team, (best, worst) in answers.items():
                assert best <= min(truth[team]) and max(truth[team]) <= worst, (seed, team, answers)
                narrowed += (best, worst) != (1, 4)
    assert narrowed, "it says something"


@pytest.mark.parametrize("first", ["Difference", "For"])
def test_a_league_that_is_placed_by_goals_has_no_race(first: str, tmp_path: Path) -> None:
    data = tmp_path / "games.csv"
    data.write_text("home,away,home_score,away_score\nA,B,1,0\nB,A,,\n", "utf-8")
    rules = Case((first, "Points")).text
    content, _ = made(TEMPLATES["league"], data, "cup.xlsx", rules=rules, teams=4, rows=6)
    race = SavedRace(Event.open(content))
    assert not race.is_on and race.problem.startswith("the first criterion is neither points")
