"""Random leagues, typed into the cells of a workbook: right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.criteria import CRITERIA, MAX_CRITERIA
from xl_tourney.templates.league.rules.files import read_rules, shipped_names
from xl_tourney.templates.league.rules.rules import HEAD_TO_HEAD


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and what one row of results is."""

    layout: str
    teams: int = 6
    rows: int = 12

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        size = {"teams": self.teams, "rows": self.rows}
        options = size if self.layout == "game" else {"rows": self.teams}
        return LiveVariants(TEMPLATES["league"], folder, layout=self.layout, **options)


_TABLE = ("name", "won", "lost", "tied")
_TEAM = ("name", "deducted", "out_after", "fair", "lot")
_GAME = ("round", "home", "away", "home_score", "away_score", "overtime")
"""The keys of the columns that are typed into."""

ROOMS = (Room("table"), Room("game"))


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many leagues."""
    chance = Random(f"{seed} {room}")
    typed = _games if room.layout == "game" else _table
    for _ in range(count):
        yield {**typed(room, chance), **_options(room, chance)}


def _names(room: Room, chance: Random) -> list[str | None]:
    """The teams; blank rows stand anywhere, and seldom a name stands twice."""
    names: list[str | None] = [f"Team {n}" for n in range(chance.randint(0, room.teams))]
    if len(names) > 2 and chance.random() < 0.1:
        names[-1] = names[0]
    names += [None] * (room.teams - len(names))
    if chance.random() < 0.3:
        chance.shuffle(names)
    return names


def _table(room: Room, chance: Random) -> dict[str, Any]:
    """Won, lost and tied of each team; often equal, seldom not as they should be."""
    most = chance.choice([1, 3, 10, 100])
    cells: dict[str, Any] = {}
    for row, name in enumerate(_names(room, chance)):
        record = [chance.choice([0, 1, None, chance.randint(0, most)]) for _ in range(3)]
        if chance.random() < 1 / 40:
            record[chance.randrange(3)] = chance.choice([-1, 1.5, "won"])
        values = [name, *(record if name else [None] * 3)]
        cells |= {f"listed[{row}].{key}": value for key, value in zip(_TABLE, values)}
    return cells


def _games(room: Room, chance: Random) -> dict[str, Any]:
    """Games of some rounds; those of a later round may stand above."""
    names = _names(room, chance)
    teams = [name for name in names if name]
    cells: dict[str, Any] = {}
    for row, name in enumerate(names):
        beside = [chance.choice([*[None] * 9, value]) for value in (3, "2", -4, 1)]
        if chance.random() < 1 / 60:
            beside[chance.choice((0, 2, 3))] = "much"
        cells |= {f"listed[{row}].{key}": value for key, value in zip(_TEAM, [name, *beside])}
    for row in range(room.rows):
        game: list[Any] = [None] * 5
        if len(teams) > 1 and chance.random() < 0.8:
            label = chance.choice(["1", "2", "3 May", None])
            game = [label, *chance.sample(teams, 2), chance.randint(0, 3), chance.randint(0, 3)]
            if chance.random() < 0.15:
                game[3:] = [None, None]
            if chance.random() < 1 / 40:
                wrong = [None, "Nobody", "Bye", game[1], -1, 2.5]
                game[chance.randrange(1, 5)] = chance.choice(wrong)
        game.append(chance.choice([None, None, None, "yes"]))
        cells |= {f"results[{row}].{key}": value for key, value in zip(_GAME, game)}
    return cells


def _options(room: Room, chance: Random) -> dict[str, Any]:
    options = {
        "Places": chance.choice([1, 1, 2, 2, 3, room.teams, chance.choice([0, 1.5, None, "all"])]),
        "SeasonGames": chance.choice([None, 30, 162, 300, chance.choice([1, 2.5, "many"])]),
    }
    if room.layout == "table":
        options["Closed"] = chance.choice(["yes", "no", "no", "no", None])
        return options
    return options | _rules(chance)


def _rules(chance: Random) -> dict[str, Any]:
    """Known rules, or criteria as they come."""
    everywhere = [
        rules
        for rules in map(read_rules, shipped_names())
        if all(name in CRITERIA for name in rules.criteria)
    ]
    rules = chance.choice(everywhere)
    criteria = list(rules.criteria)
    if chance.random() < 0.3:
        criteria = chance.sample(list(CRITERIA), chance.randint(0, MAX_CRITERIA))
    criteria += [None] * (MAX_CRITERIA - len(criteria))
    if chance.random() < 1 / 40:
        criteria[0] = "Luck"
    points = chance.choice([(3, 1, 0, 2, 1), (2, 1, 0, 2, 0), (1, 0.5, 0, 1, 0)])
    names = ("WinPoints", "DrawPoints", "LossPoints", "OvertimeWinPoints", "OvertimeLossPoints")
    return {
        **dict(zip(names, points)),
        **{f"Criterion{k}": name for k, name in enumerate(criteria, 1)},
        "HeadToHead": chance.choice(HEAD_TO_HEAD),
        "Withdrawn": chance.choice(["stand", "stand", "annul"]),
    }
