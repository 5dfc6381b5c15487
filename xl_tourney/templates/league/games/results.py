"""The page of results of a league, one game a row: what is typed in."""

from __future__ import annotations

from dataclasses import asdict

from ....readers.league import LeagueGame
from ....readers.tables.teams.boards import points_of_boards, sum_of_boards
from ....readers.tables.teams.scores import count_sets, points_of_sets
from ...parts.columns import NAME_WIDTH
from ...parts.table import TEXT_FORMAT, Column, InputRule, computed
from ..feature import Rules
from ..features.parts import Parts

_PROBLEM = (
    '=IF({matches.row[odd]}>0,"A score is below 0, or a time: 2:1 is 2 in one cell, 1 in the next",'
    'IF({matches.row[unclear]}=1,"Overtime is yes, OT, SO, AET, pen., both lost, annulled, no '
    'result, or blank",'
    'IF({matches.row[incomplete]}=1,"Not complete: two teams, and a number in each score cell",'
    'IF({matches.row[itself]}=1,"A team against itself",'
    'IF({matches.row[unknown]}=1,"A team that is not listed on Setup",'
    'IF({matches.row[again]}=1,"The same teams at the same date or round, above",'
    'IF({matches.row[undecided]}=1,"A draw, and the rules have none: who won in overtime?",""'
    ")))))))"
)

_TEAM = InputRule(
    "list", "Choose a team; new teams are added on the sheet Setup.", "{listed[name]}"
)
SCORE = InputRule("decimal", "The score of this team: a number from 0.", 0, 9999)
_OVERTIME = InputRule(
    "list",
    "yes, OT, SO, AET or pen. when it was decided after regular time; both lost, annulled or no "
    "result where it was so; else blank.",
    '"yes"',
    is_strict=False,
)


def results(rules: Rules) -> list[Column]:
    """The page of results, one game a row."""
    parts = rules.of(Parts)
    problem = parts.problem_of(_PROBLEM) if parts else _PROBLEM
    return [
        Column(
            "round",
            "Date or round",
            width=16,
            number_format=TEXT_FORMAT,
            align="left",
            identifies=True,
        ),
        *(
            Column(key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", _TEAM, identifies=True)
            for key, heading in (("home", "Home"), ("away", "Away"))
        ),
        *([parts.typed_first()] if parts else ()),
        Column("home_score", "Score home", rule=SCORE, width=13),
        Column("away_score", "Score away", rule=SCORE, width=13),
        Column("overtime", "Overtime", rule=_OVERTIME, width=11, align="center"),
        *rules.all(lambda feature: feature.typed_of_game(rules)),
        computed.left("problem", "Problem", problem, width=46),
    ]


def typed_of(game: LeagueGame, rules: Rules) -> dict[str, object]:
    """What is typed of a game: its parts where they have a cell, from which the rest follows.

    Where single games are won, and not added, their scores are the second figure.
    """
    cells = asdict(game)
    sets, boards = points_of_sets(game.sets), points_of_boards(game.boards)
    of_parts = sum_of_boards(boards) if boards else count_sets(sets)
    is_given = (game.home_score, game.away_score) != of_parts
    if rules.is_in_parts and (sets or boards):
        cells |= {"sets": game.sets or game.boards, "home_second": None, "away_second": None}
        if not is_given:
            cells |= {"home_score": None, "away_score": None}
    elif rules.second and boards:
        cells |= dict(zip(("home_second", "away_second"), of_parts))
        if not is_given:
            cells |= dict(zip(("home_score", "away_score"), count_sets(boards)))
    return cells
