"""A chess tournament as its tie-breaks see it: who met whom, what it is worth, by which text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from ...catalogue.cells import value_error
from ...catalogue.derivation import Subject
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term
from .criteria import Reference as Reference
from .criteria.arithmetic import games_each
from .rule_sets import NEWEST, RULE_SETS, RuleSet
from .wall_list import FORFEITS, INDIVIDUAL, PLAYED, ResultPoints, Round, WallList

CATEGORY = "Chess"

System = Annotated[
    Literal["swiss", "round-robin", "rr", "rematch"],
    SharedHelp(
        "swiss; round-robin (also rr), where pairings were fixed beforehand: forfeits count as "
        "games, free rounds as nothing; rematch, a Swiss in which two may meet again.",
        {"#VALUE!": "Two players met twice in a Swiss."},
    ),
]
WORTH = {
    **dict.fromkeys("1+F", "win"),
    **dict.fromkeys("=H", "draw"),
    "0": "loss",
    "U": "allocated_bye",
}
"""Which points a result, or a bye, gives; the others give none."""


class Scores(NamedTuple):
    """One score of all players round by round: points, or a team's match or game points."""

    players: Sequence[Sequence[Round]]
    points: list[list[float]]
    """The points awarded in each round."""
    final: list[float]
    win: float
    draw: float
    half_point: float
    """What a half point is of this score."""
    rounds: int


class Event:
    """A tournament: its wall list, its system, the text that is in force, what results count."""

    def __init__(
        self,
        wall_list: WallList,
        system: str = "swiss",
        rules: str | RuleSet = NEWEST,
        scoring: ResultPoints = INDIVIDUAL,
        boards: int | None = None,
    ) -> None:
        self.wall_list = wall_list
        self.players = wall_list.players
        self.rounds = wall_list.rounds
        self.round_robin = system in ("round-robin", "rr")
        self.rules = RULE_SETS[rules] if isinstance(rules, str) else rules
        self.scoring = scoring
        self.boards = boards
        self._scores: dict[tuple[Reference, bool], Scores] = {}
        if system == "swiss":
            self._check_rematches()

    def _check_rematches(self) -> None:
        """Hold a Swiss to its first rule: two players meet once, but after a forfeit again."""
        for player, rounds in enumerate(self.players):
            met: dict[int, int] = {}
            for column, one in enumerate(rounds):
                if one.opponent < 0:
                    continue
                first = met.get(one.opponent)
                if first is not None and rounds[first].result not in FORFEITS:
                    earlier, later = (self.wall_list.held_rounds[at] + 1 for at in (first, column))
                    raise value_error(
                        f"rows {player + 1} and {one.opponent + 1} met in rounds {earlier} and "
                        f"{later}; say system round-robin if that is meant, or rematch where a "
                        "Swiss allows it"
                    )
                met[one.opponent] = column

    def is_game(self, one: Round) -> bool:
        """Whether a round counts as a game against the opponent (Articles 15.2 and 16)."""
        return one.result in PLAYED or (self.round_robin and one.result in FORFEITS)

    def scores(self, reference: Reference = "MP", fore: bool = False) -> Scores:
        """A score; with ``fore``, as if every paired game of the last round were a draw."""
        known = self._scores.get((reference, fore))
        if known is None:
            made = self._game_points(fore) if reference == "GP" else self._points(fore)
            known = self._scores[reference, fore] = made
        return known

    def _rounds_with(self, fore: bool) -> Sequence[Sequence[Round]]:
        if not fore:
            return self.players
        half = (self.boards or 0) / 2
        return [
            [*rounds[:-1], rounds[-1]._replace(result="=", game_points=half)]
            if rounds and rounds[-1].opponent >= 0
            else rounds
            for rounds in self.players
        ]

    def _points(self, fore: bool) -> Scores:
        scoring = self.scoring
        worth = {result: getattr(scoring, points) for result, points in WORTH.items()}
        players = self._rounds_with(fore)
        points = [[worth.get(one.result, 0.0) for one in rounds] for rounds in players]
        return self._made(players, points, scoring.win, scoring.draw, scoring.draw)

    def _game_points(self, fore: bool) -> Scores:
        if self.boards is None:
            raise value_error("game points are for teams; say how many boards a match has")
        half = self.boards / 2
        allocated = self.scoring.bye_game_points
        worth = dict.fromkeys("+F", float(self.boards)) | {"H": half}
        worth["U"] = half if allocated is None else allocated
        players = self._rounds_with(fore)
        points = [
            [one.game_points if one.result in PLAYED else worth.get(one.result, 0.0) for one in row]
            for row in players
        ]
        return self._made(players, points, float(self.boards), half, 0.5)

    def _made(
        self,
        players: Sequence[Sequence[Round]],
        points: list[list[float]],
        win: float,
        draw: float,
        half_point: float,
    ) -> Scores:
        final = [math.fsum(row) for row in points]
        return Scores(players, points, final, win, draw, half_point, self.rounds)

    def games_each(self) -> int:
        """How many games each can play."""
        return int(games_each(self.rounds, sum(self.wall_list.is_player), self.round_robin))


class PointsFormula:
    """The formulas of everybody's points, and of what a round is worth."""

    def __init__(self, of: Subject, event: Event) -> None:
        self._of = of
        self._event = event
        scoring = of.formula("scoring") if "scoring" in of.arguments else ""
        wall_list = of.formula("wall_list")
        boards = of.formula("boards") if "boards" in of.arguments else ""
        if boards:
            self._call = f'TIEBREAK({wall_list},"PTS",,,"rematch",,{scoring},{boards})'
        else:
            self._call = f"CHESS_POINTS({wall_list},,{scoring})"

    def of(self, row: int) -> Term:
        """The points of a row after all rounds."""
        return Term(self._event.scores().final[row], self._of.element(self._call, row))
