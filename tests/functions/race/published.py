"""The cases of tests/data/race, and what is worked out for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from xl_tourney.functions.race.answers import Answers, Clock
from xl_tourney.functions.race.methods.contest import Own, Wish
from xl_tourney.functions.race.methods.solver import UnsettledError
from xl_tourney.functions.race.proofs import RaceTable
from xl_tourney.functions.race.race import Race, Scoring, Target, exact

DATA = Path(__file__).parents[2] / "data" / "race"
FAMILIES = sorted(path.stem for path in DATA.glob("*.json") if path.stem != "criteria")

STATUS = {"out": "eliminated", "clinched": "clinched", "open": "open"}
UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False)
class Case:
    """A table, the games left, and what is known about it."""

    id: str
    data: dict[str, Any]

    @cached_property
    def names(self) -> list[str]:
        return [row["team"] for row in self.data["table"]]

    @cached_property
    def games(self) -> list[tuple[int, int | None]]:
        """Every game that is left."""
        number = {name: team for team, name in enumerate(self.names)} | {None: None}
        return [
            (number[first], number[second])
            for first, second, count in self.data["remaining"]
            for _ in range(count)
        ]

    @cached_property
    def scoring(self) -> Scoring:
        return Scoring.of([float(first) for first, _ in self.data["outcomes"]])

    @cached_property
    def race(self) -> Race:
        count = len(self.names)
        games = [[0] * count for _ in range(count)]
        for first, second in self.games:
            other = first if second is None else second
            games[first][other] += 1
            games[other][first] += first != other
        ties = "open" if self.data["ties"] == "key" else self.data["ties"]
        return Race(self.table.points, games, self.scoring, self.table.keys, ties)

    @cached_property
    def table(self) -> RaceTable:
        rows = self.data["table"]
        keys = [None if row.get("key") is None else exact(row["key"]) for row in rows]
        points = [exact(float(row["points"])) for row in rows]
        return RaceTable(self.names, points, self.games, self.scoring, keys)

    @cached_property
    def target(self) -> Target:
        target, rows = self.data["target"], self.data["table"]
        if target["type"] == "top":
            return Target.top(target["k"], len(rows))
        groups = list(dict.fromkeys(row["group"] for row in rows))
        return Target(
            tuple(groups.index(row["group"]) for row in rows),
            target["direct"],
            target["extra"],
            target["extra_from"] == "next",
        )

    def figures(self, seconds: float = 60.0) -> Iterator[tuple[str, Any, Any]]:
        """Each figure that is published: its name, ours, and the published one."""
        answers = Answers(self.race)
        for team, name in enumerate(self.names):
            known = self.data["expected"].get(name, {})
            for figure, published in known.items():
                if figure in FIGURES:
                    try:
                        own = FIGURES[figure](answers, team, self.target, Clock(seconds))
                    except UnsettledError:
                        own = UNKNOWN
                    yield f"{self.id}, {name}, {figure}", own, published
                elif figure == "status_not":
                    own = FIGURES["status"](answers, team, self.target, Clock(seconds))
                    yield f"{self.id}, {name}, {figure}", own != published, True

    def questions(self) -> Iterator[tuple[int, Wish, Own | None]]:
        """Whether each team can reach and miss its target, and that with half its wins."""
        for team in self.race.teams:
            for own in (None, Own("wins", self.race.left[team] // 2)):
                yield team, "reach", own
                yield team, "miss", own


def _points(answers: Answers, team: int, units: int | None) -> float | None:
    return None if units is None else answers.race.gained(team, units)


def _controls(answers: Answers, team: int, target: Target, clock: Clock) -> bool:
    return answers.to_clinch(team, target, "wins", clock) is not None


def _tragic(answers: Answers, team: int, target: Target, clock: Clock) -> int | None:
    """From how many losses on a team is out; only without draws it follows from its wins."""
    alive = answers.to_stay_alive(team, target, "wins", clock)
    left = answers.race.left[team]
    if alive is None:
        return 0
    return left - alive + 1 if alive else None


FIGURES: dict[str, Any] = {
    "best_place": lambda a, team, _, clock: a.best_place(team, clock),
    "worst_place": lambda a, team, _, clock: a.worst_place(team, clock),
    "status": lambda a, team, target, clock: STATUS[a.status(team, target, clock)],
    "magic_wins": lambda a, team, target, clock: a.to_clinch(team, target, "wins", clock),
    "alive_wins": lambda a, team, target, clock: a.to_stay_alive(team, target, "wins", clock),
    "controls": _controls,
    "magic_points": lambda a, team, target, clock: _points(
        a, team, a.to_clinch(team, target, "points", clock)
    ),
    "alive_points": lambda a, team, target, clock: _points(
        a, team, a.to_stay_alive(team, target, "points", clock)
    ),
}


def cases(family: str) -> list[Case]:
    """The cases of a family."""
    data = json.loads((DATA / f"{family}.json").read_text("utf-8"))
    return [Case(case["id"], case) for case in data["cases"]]


def tragic_numbers(case: Case) -> Iterator[tuple[str, Any, Any]]:
    """The tragic numbers of a case without draws: ours, and the published ones."""
    answers = Answers(case.race)
    for team, name in enumerate(case.names):
        known = case.data["expected"].get(name, {})
        if "tragic_losses" in known and len(case.scoring.values) % 2 == 0:
            yield (
                f"{case.id}, {name}, tragic_losses",
                _tragic(answers, team, case.target, Clock(60.0)),
                known["tragic_losses"],
            )
