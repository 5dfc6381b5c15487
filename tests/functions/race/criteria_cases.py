"""Contests placed by criteria: published ones, random ones, and all their scores by enumeration."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.criteria.answers import CriteriaAnswers
from xl_tourney.functions.race.methods.solver import UnsettledError
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import PlayedGame, RaceTable

FILE = Path(__file__).parents[2] / "data" / "race" / "criteria.json"
HEAD = "head_"

Case = dict[str, Any]
Placing = list[list[str]]
"""Who shares each place, best first."""


@cache
def published() -> list[Case]:
    return json.loads(FILE.read_text("utf-8"))["cases"]


def place(case: Case, scores: Sequence[Sequence[int]]) -> Placing:
    """The order of a contest when the games left end with these scores: the rules, literally."""
    games = [[*game[:4], *game[4:5]] for game in case["played"]]
    games += [[*game[:2], *score] for game, score in zip(case["left"], scores)]
    best, worst = case["scoring"][0], case["scoring"][-1]

    def figure(name: str, team: str, among: list[list[Any]]) -> float:
        found = 0.0
        for home, away, own, other, *overtime in among:
            if team not in (home, away):
                continue
            mine, its = (own, other) if team == home else (other, own)
            if name == "points":
                if mine == its:
                    found += case["scoring"][1]
                elif overtime and overtime[0]:
                    found += case["scoring"][1 if mine > its else 2]
                else:
                    found += best if mine > its else worst
            else:
                found += {
                    "wins": mine > its,
                    "difference": mine - its,
                    "for": mine,
                    "away_for": mine * (team == away),
                }[name]
        return found

    def groups(group: list[str], key: Any) -> list[list[str]]:
        values = {team: key(team) for team in group}
        return [
            [t for t in group if values[t] == v] for v in sorted({*values.values()}, reverse=True)
        ]

    def order(group: list[str], criteria: list[str]) -> Placing:
        if len(group) == 1 or not criteria:
            return [group]
        if not criteria[0].startswith(HEAD):
            parts = groups(group, lambda team: figure(criteria[0], team, games))
            return [found for part in parts for found in order(part, criteria[1:])]
        run = next((k for k, c in enumerate(criteria) if not c.startswith(HEAD)), len(criteria))
        among = [game for game in games if {*game[:2]} <= {*group}]
        names = [name.removeprefix(HEAD) for name in criteria[:run]]
        parts = groups(group, lambda team: tuple(figure(name, team, among) for name in names))
        later = criteria if case["again"] and len(parts) > 1 else criteria[run:]
        return [found for part in parts for found in order(part, later)]

    return order(case["teams"], case["criteria"])


def places(placing: Placing, team: str) -> tuple[int, int]:
    """The best and the worst place of a team: it wins or loses what is still a tie."""
    before = 0
    for group in placing:
        if team in group:
            return before + 1, before + len(group)
        before += len(group)
    raise AssertionError(team)


_NAMES = {
    "points": "Points",
    "wins": "Wins",
    "difference": "Difference",
    "for": "For",
    "away_for": "Away for",
}


class Contest(NamedTuple):
    """A case as the program takes it."""

    case: Case
    answers: CriteriaAnswers

    @classmethod
    def of(cls, case: Case) -> Contest:
        at = {team: number for number, team in enumerate(case["teams"])}
        names = []
        for name in case["criteria"]:
            inside = name.startswith(HEAD)
            word = _NAMES[name.removeprefix(HEAD)]
            names.append(f"Head-to-head {word.lower()}" if inside else word)
        if case["again"]:
            last = max(k for k, name in enumerate(names) if name.startswith("Head"))
            names.insert(last + 1, "again")
        scoring = Scoring.of(case["scoring"])
        points = [exact(0)] * len(at)
        played = []
        for home, away, own, other, *overtime in case["played"]:
            late = bool(overtime and overtime[0])
            played.append(PlayedGame(at[home], at[away], own, other, late))
            result = 1 if own == other or late else 0
            values = scoring.values
            first, second = values[result], values[-1 - result]
            if own < other:
                first, second = second, first
            points[at[home]] += first
            points[at[away]] += second
        left = [(at[home], at[away]) for home, away, *_ in case["left"]]
        keys = [None] * len(at)
        table = RaceTable(case["teams"], points, left, scoring, keys, "points", names, played)
        return cls(case, CriteriaAnswers(table))

    def figures(self, seconds: float = 20) -> Iterator[tuple[str, str, Any]]:
        """Team, name and value of each figure."""
        answers, clock = self.answers, Clock(seconds)
        target = Target.top(self.case["places"], len(self.case["teams"]))
        for number, team in enumerate(self.case["teams"]):
            for name, find in (
                ("best_place", lambda n=number: answers.best_place(n, clock)),
                ("worst_place", lambda n=number: answers.worst_place(n, clock)),
                ("status", lambda n=number: answers.status(n, target, clock)),
                ("magic_wins", lambda n=number: answers.to_clinch(n, target, "wins", clock)),
                ("alive_wins", lambda n=number: answers.to_stay_alive(n, target, "wins", clock)),
            ):
                try:
                    yield team, name, find()
                except UnsettledError as why:
                    yield team, name, f"unknown: {why}"


RULES: dict[str, tuple[list[float], list[str], bool]] = {
    "FIFA 2022": (
        [3, 1, 0],
        ["points", "difference", "for", "head_points", "head_difference", "head_for"],
        False,
    ),
    "UEFA 2024": (
        [3, 1, 0],
        ["points", "head_points", "head_difference", "head_for", "difference", "for"],
        True,
    ),
    "La Liga": (
        [3, 1, 0],
        ["points", "head_points", "head_difference", "difference", "for"],
        False,
    ),
    "Serie A": (
        [2, 1, 0],
        ["points", "head_points", "head_difference", "difference", "for"],
        False,
    ),
    "series": ([1, 0], ["points", "head_wins", "difference"], True),
    "halves": ([1, 0.5, 0], ["points", "head_points", "wins"], True),
}
WIDE = [
    (0, 0),
    (1, 1),
    (1, 0),
    (0, 1),
    (2, 0),
    (0, 2),
    (2, 1),
    (1, 2),
    (3, 0),
    (0, 3),
    (9, 0),
    (0, 9),
]
"""The scores that an enumeration tries for each game."""


def random_case(chance: random.Random, most_left: int) -> Case:
    """A contest in which all meet once or twice, with some games left."""
    rules = chance.choice([*RULES])
    scoring, criteria, again = RULES[rules]
    teams = ["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir"][: chance.randint(3, 6)]
    pairs = [(a, b) for a in teams for b in teams if a < b]
    if len(teams) < 5 and chance.random() < 0.6:
        pairs += [(b, a) for a, b in pairs]
    chance.shuffle(pairs)
    left = pairs[: chance.randint(0, most_left)]
    played = []
    for home, away in pairs[len(left) :]:
        own, other = chance.choice([0, 0, 1, 1, 2, 3]), chance.choice([0, 0, 1, 1, 2])
        if len(scoring) == 2 and own == other:
            own += 1
        played.append([home, away, own, other])
    return {
        "scoring": scoring,
        "criteria": criteria,
        "again": again,
        "places": chance.randint(1, len(teams) - 1),
        "teams": teams,
        "played": played,
        "left": left,
    }


def enumerated(case: Case) -> dict[str, tuple[int, int]]:
    """The best and worst place of each team over all combinations of some scores."""
    choices = [score for score in WIDE if len(case["scoring"]) > 2 or score[0] != score[1]]
    found: dict[str, tuple[int, int]] = {}
    for scores in product(choices, repeat=len(case["left"])):
        placing = place(case, scores)
        for team in case["teams"]:
            best, worst = places(placing, team)
            known = found.get(team, (best, worst))
            found[team] = min(best, known[0]), max(worst, known[1])
    return found


def faults(case: Case) -> Iterator[str]:
    """What the answers say of a contest that is not so."""
    contest = Contest.of(case)
    truth = enumerated(case)
    values = {(team, name): value for team, name, value in contest.figures()}
    for number, team in enumerate(case["teams"]):
        best, worst = values[team, "best_place"], values[team, "worst_place"]
        if isinstance(best, str) or isinstance(worst, str):
            yield f"depends: {team} {best} {worst}"
            continue
        for place_, side, wish in ((best, 0, "reach"), (worst, 1, "miss")):
            if place_ == truth[team][side]:
                continue
            # Another place than the enumeration's needs scores that it did not try.
            if (place_ > truth[team][side]) == (side == 0):
                yield f"false: {team} {place_} is not {truth[team][side]}"
                continue
            target = Target.top(place_ - side, len(case["teams"]))
            answer = contest.answers.verdict(number, wish, target, None, Clock(20))
            assert answer.scores
            shown = places(place(case, [score[1:3] for score in answer.scores]), team)
            if shown[side] != place_:
                yield f"false: {team} {place_} is not what {answer.scores} gives, {shown}"
        in_ = "clinched" if worst <= case["places"] else "open"
        status = "out" if best > case["places"] else in_
        if values[team, "status"] != status:
            yield f"false: {team} is {values[team, 'status']}, not {status}"
