"""The published final orders of real leagues and groups, and workbooks to type them into."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.templates.calculated import Calculated
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.feature import Rules
from xl_tourney.templates.league.rules.criteria import MAX_CRITERIA
from xl_tourney.templates.league.rules.files import chosen_rules

DATA = Path(__file__).parents[1] / "data" / "league"
_GAME = re.compile(r"(\d+)-(\d+):(\d+)-(\d+)")
_BESIDE = ("deducted", "fair", "lot")
"""The columns of Setup that hold what no result says."""
_GAME_COLUMNS = ("home", "away", "home_score", "away_score")
_SMALL, _LARGE = (8, 32), (20, 380)
"""The teams and games of the two sizes of workbooks."""

Games = Sequence[tuple[str, str, int, int]]
Row = dict[str, Any]

EXCEPTIONS = {
    "La Liga 2010-11": "RSSSF prints Sociedad before Levante; the three with 45 points have 7, 4 "
    "and 4 points among them, and Levante the better difference."
}
"""The final orders that differ from the one that was published."""


@dataclass(frozen=True)
class Group:
    """A league or group: its games, its rules, and the final order that was published."""

    name: str
    rules: Rules
    order: list[str]
    games: Games
    settled: dict[str, dict[str, float]] = field(default_factory=dict)
    """By column and team: fair play, lots, points deducted."""

    @property
    def is_small(self) -> bool:
        return len(self.order) <= _SMALL[0] and len(self.games) <= _SMALL[1]


def published() -> Iterator[Group]:
    """All that are in the data."""
    with (DATA / "final_orders.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            order = row["final_order"].split("|")
            games = [
                (order[int(home) - 1], order[int(away) - 1], int(scored), int(conceded))
                for home, away, scored, conceded in _GAME.findall(row["games"])
            ]
            settled = dict(_parse_settled(text) for text in row["settled"].split(";") if text)
            rules = chosen_rules(row["rules"], row["points"], None, None)
            yield Group(row["name"], rules, order, games, settled)


def _parse_settled(text: str) -> tuple[str, dict[str, float]]:
    column, _, figures = text.partition("=")
    pairs = (figure.rsplit(":", 1) for figure in figures.split("|"))
    return column, {team: float(number) for team, number in pairs}


class LeagueBook:
    """A workbook into which one group after another is typed."""

    def __init__(self, folder: Path, small: bool, functions: str = "native") -> None:
        self.teams, self.rows = _SMALL if small else _LARGE
        built = TEMPLATES["league"].build(
            functions=functions, rules="fifa-2022", teams=self.teams, rows=self.rows
        )
        self.book = Calculated(built, folder)
        self._typed: dict[str, Any] = {}

    def standings(self, group: Group) -> list[Row]:
        """The rows of the standings, by key, once the group is typed in.

        The teams are listed in an order that is not the published one.
        """
        teams = sorted(group.order, reverse=True)
        changes: dict[str, Any] = {}
        for at in range(self.teams):
            team = teams[at] if at < len(teams) else None
            changes[f"listed[{at}].name"] = team
            for key in _BESIDE:
                changes[f"listed[{at}].{key}"] = group.settled.get(key, {}).get(team or "")
        for at in range(self.rows):
            game = group.games[at] if at < len(group.games) else (None,) * 4
            for key, value in zip(_GAME_COLUMNS, game):
                changes[f"results[{at}].{key}"] = value
        self._type({**changes, **_options(group)})
        return self.book.table("standings")[: len(teams)]

    def _type(self, changes: dict[str, Any]) -> None:
        new = {k: v for k, v in changes.items() if k not in self._typed or self._typed[k] != v}
        self._typed |= new
        self.book.change(new)


def _options(group: Group) -> dict[str, Any]:
    points, chosen = group.rules.points, group.rules.criteria
    return {
        "WinPoints": points.win,
        "DrawPoints": points.draw,
        "LossPoints": points.loss,
        "OvertimeWinPoints": points.win,
        "OvertimeLossPoints": points.loss,
        "HeadToHead": group.rules.head_to_head,
        "Places": min(2, len(group.order)),
        **{
            f"Criterion{k}": chosen[k - 1] if k <= len(chosen) else None
            for k in range(1, MAX_CRITERIA + 1)
        },
    }


def is_as_published(group: Group, rows: Sequence[Row]) -> bool:
    """Whether the places are those that were published, and no two teams share one."""
    order = [row["name"] for row in rows]
    return order == group.order and [row["place"] for row in rows] == list(range(1, len(rows) + 1))


@dataclass(frozen=True)
class Season:
    """A league or division of a baseball season."""

    name: str
    teams: list[tuple[int, str, int, int]]
    """Rank, name, won and lost of each."""


def seasons() -> Iterator[Season]:
    """Every league or division of the 20 seasons."""
    with (DATA / "baseball_seasons.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        for (year, *parts), teams in groupby(
            rows, key=lambda row: (row["season"], row["league"], row["division"])
        ):
            name = " ".join([year, *filter(None, parts)])
            yield Season(
                name,
                [(int(r["rank"]), r["team"], int(r["won"]), int(r["lost"])) for r in teams],
            )


RANKED_APART = {
    "1911 AL": "Boston, 78-75, is ranked before Chicago, 77-74, with a lower percentage: both were "
    "24 games behind.",
    "2001 NL C": "Houston and St. Louis have the same record; Houston was first by head-to-head.",
    "2013 AL E": "Baltimore and New York have the same record.",
    "2013 NL E": "New York, 74-88, and Philadelphia, 73-89, are both ranked fourth.",
    "2013 NL W": "San Diego and San Francisco have the same record.",
}
"""The ranks that won and lost do not give."""


class SeasonBook:
    """A workbook with one row a team, into which one season after another is typed."""

    def __init__(self, folder: Path) -> None:
        self.book = Calculated(TEMPLATES["league"].build(layout="table", rows=12), folder)

    def places(self, season: Season) -> dict[str, int]:
        """The place of each team, once the season is typed in."""
        listed = sorted(season.teams, key=lambda team: team[1], reverse=True)
        changes: dict[str, Any] = {"Closed": "no", "Places": 1}
        for at in range(12):
            row = listed[at][1:] if at < len(listed) else (None,) * 3
            keys = ("name", "won", "lost")
            changes |= {f"listed[{at}].{key}": value for key, value in zip(keys, row)}
        found = self.book.change(changes).table("standings")
        return {row["name"]: int(row["place"]) for row in found if row["name"]}
