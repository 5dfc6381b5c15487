"""The published final orders of real leagues and groups, and a workbook to type them into."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.templates.calculated import Calculated
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.criteria import MAX_CRITERIA
from xl_tourney.templates.league.rules import chosen_rules

DATA = Path(__file__).parents[1] / "data" / "league"
FIRST = 6
"""The first row of every table."""
_GAME = re.compile(r"(\d+)-(\d+):(\d+)-(\d+)")
COLUMNS = {"deducted": "C", "fair": "E", "lot": "F"}
"""Where Setup holds what no result says."""


@dataclass(frozen=True)
class Published:
    """A league or group: its games, its rules, and the final order that was published."""

    name: str
    rules: str
    points: str
    order: list[str]
    settled: dict[str, dict[str, float]]
    """By column and team: fair play, lots, points deducted."""
    games: list[tuple[str, str, int, int]]

    @property
    def teams(self) -> list[str]:
        """In an order that is not the published one."""
        return sorted(self.order, reverse=True)


def published() -> Iterator[Published]:
    """All of them."""
    with (DATA / "final_orders.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            order = row["final_order"].split("|")
            games = [
                (order[int(home) - 1], order[int(away) - 1], int(scored), int(conceded))
                for home, away, scored, conceded in _GAME.findall(row["games"])
            ]
            settled = dict(_parse_settled(text) for text in row["settled"].split(";") if text)
            yield Published(row["name"], row["rules"], row["points"], order, settled, games)


def _parse_settled(text: str) -> tuple[str, dict[str, float]]:
    column, _, figures = text.partition("=")
    pairs = (figure.rsplit(":", 1) for figure in figures.split("|"))
    return column, {team: float(number) for team, number in pairs}


class LeagueBook:
    """A workbook with room for some teams and games, into which one league after another goes."""

    def __init__(self, folder: Any, teams: int, rows: int, functions: str = "native") -> None:
        self.teams, self.rows = teams, rows
        built = TEMPLATES["league"].build(
            functions=functions, layout="game", teams=teams, rows=rows, rules="fifa-2022"
        )
        self.book = Calculated(built, folder)
        self._typed: dict[str, Any] = {}

    def type(self, league: Published) -> Calculated:
        """Type in a league, and clear what was there before."""
        changes: dict[str, Any] = {}
        for at in range(self.teams):
            team = league.teams[at] if at < len(league.teams) else None
            changes[f"Setup!B{FIRST + at}"] = team
            for key, letter in COLUMNS.items():
                changes[f"Setup!{letter}{FIRST + at}"] = league.settled.get(key, {}).get(team or "")
        for at in range(self.rows):
            game = league.games[at] if at < len(league.games) else (None,) * 4
            for letter, value in zip("BCDE", game):
                changes[f"Results!{letter}{FIRST + at}"] = value
        rules = chosen_rules(league.rules, league.points, None, None)
        changes |= {
            "WinPoints": rules.points.win,
            "OvertimeWinPoints": rules.points.win,
            "HeadToHead": rules.head_to_head,
            "Places": min(2, len(league.order)),
        }
        for k in range(MAX_CRITERIA):
            chosen = rules.criteria[k] if k < len(rules.criteria) else None
            changes[f"Criterion{k + 1}"] = chosen
        new = {k: v for k, v in changes.items() if k not in self._typed or self._typed[k] != v}
        self._typed |= new
        return self.book.change(new)

    def standings(self, league: Published) -> list[dict[str, Any]]:
        """The rows of the standings, by heading, once the league is typed in."""
        headings, *rows = self.type(league)["StandingsTable"]
        return [dict(zip(headings, row)) for row in rows[: len(league.order)]]
