"""Who plays in a chess workbook: players, or teams whose matches have boards.

Everything that differs between the two is here; pages, places and tie-breaks are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from ....functions.chess.codes import Code, Criterion
from ...parts.checks import Check
from ...parts.plan import WorkbookPlan
from ...parts.settings import Setting
from ...parts.table import Column, InputRule, text_column
from ...parts.workbook import Functions
from .. import codes, games
from ..rounds import OF_PLAYERS, Cells
from ..tie_breaks.values import Values
from . import matches
from .tie_breaks import TeamValues

_ONLY: dict[str, Literal["addin", "no addin"]] = {"native": "no addin", "functions": "addin"}


def _in_addin(column: Column) -> Column:
    """A column that calls our functions in workbooks for the add-in alone."""
    if column.only in _ONLY:
        return replace(column, only=_ONLY[column.only])
    return replace(column, in_addin=True) if column.native else column


_POINTS = ("Win", "Draw", "Loss", "ByePoints")


class Shown(NamedTuple):
    """A score that standings show."""

    key: str
    heading: str
    words: str
    """The heading in full."""
    formula: str
    """With our functions, of the cells ``{wall_list}``."""


@dataclass(frozen=True)
class Players:
    """Players, and their games."""

    name: str = "Player"
    """The heading of their names."""
    sheet: str = "Players"
    option: str = "players"
    """The option for the number of rows."""
    usual: Sequence[str] = codes.USUAL
    in_a_swiss: Sequence[str] = ("BH/C1", "BH", "SB")
    """The tie-breaks where nobody says others."""
    in_a_round_robin: Sequence[str] = ("DE", "WIN", "SB", "KS")
    arguments: str = "{listed[rating]},Rules,System,Unrated,Scoring"
    """What our functions take after the wall list and the codes."""
    scores: Sequence[Shown] = (
        Shown("points", "Points", "", 'CHESS_POINTS({wall_list},"",Scoring)'),
    )
    """The scores that standings show; the first one ranks, where the list has none."""
    is_rated: bool = Values.is_rated
    """Whether there are tie-breaks by ratings."""
    own_points: Sequence[str] = ("PTS",)
    """The codes with which a list has the points itself."""

    encounters: tuple[str, ...] = Values.encounters
    """How the codes begin of which a native list has one."""

    @property
    def criteria(self) -> list[Criterion]:
        """The tie-breaks that there are for them."""
        return codes.individual()

    @property
    def boards(self) -> int | None:
        """How many boards a match has; None for games of players."""
        return None

    def adapted(self, plan: WorkbookPlan, functions: Functions) -> WorkbookPlan:
        """A plan as it is of players."""
        del functions
        return plan

    def values(self, listed: Sequence[Code], rounds: int, slots: int) -> Values:
        """The columns of the tie-breaks."""
        return Values(listed, rounds, slots)

    def cells(self, with_page: bool) -> Cells:
        """How their wall list is read; ``with_page`` where there is the page Games."""
        del with_page
        return OF_PLAYERS

    def result_rule(self) -> InputRule:
        """What is typed into the wall list."""
        return InputRule(
            "textLength",
            "The opponent's No., the colour and the result: 12w1 won with White, 12b½ drawn, 12w0 "
            "lost; 12w+, 12b- by forfeit; 12w not yet played. No opponent: U the bye of the "
            "pairing, H half-point bye, F full-point bye, Z absent.",
            0,
            12,
        )

    def games(self) -> list[Column]:
        """The page Games."""
        return games.games()

    def paired(self, rounds: int) -> list[Column]:
        """The page Games, parsed."""
        return games.paired(rounds)

    def listed(self) -> list[Column]:
        """What else is typed of each."""
        return []

    def refusal(self, code: Code) -> str:
        """Why a code is not for them; blank for one that is."""
        if code.tie_break not in self.criteria or code.reference == "GP":
            return f"{code.written} is for teams, and this workbook for individual players"
        return ""

    def completed(self, chosen: list[Code]) -> list[Code]:
        """A list of tie-breaks without the points, which come first anyway."""
        return chosen[1:] if chosen and chosen[0].name == "PTS" else chosen

    def scoring(self, given: Sequence[float] | None) -> list[Setting]:
        """The points of each result."""
        win, draw, loss, *bye = given or (1.0, 0.5, 0.0)
        return self._points((win, draw, loss, bye[0] if bye else win))

    def _points(self, points: Sequence[float]) -> list[Setting]:
        what = ("a win", "a draw, and for a half-point bye", "a loss", "the allocated bye (U)")
        rule = InputRule("decimal", "Points.", 0, 99)
        return [
            Setting(name, f"Points for {of}.", value, rule)
            for name, value, of in zip(_POINTS, points, what)
        ]

    def figures(self, slots: int) -> list[Setting]:
        """The named cells that only they need."""
        del slots
        return []


_LINEUP = "lineup_"
"""How the keys of columns begin that are for players, in a workbook of teams, too."""
_OF_TEAMS = '"",Rules,"rematch","",Scoring,Boards'
"""What a score of teams takes after the wall list and the code."""
_RATED = "All are rated, where ratings break ties"
"""The check that teams have no need of."""


_SAID = frozenset(
    ("statement", "remedy", "progress", "description", "message", "head", "note", "summary")
).union(("purpose", "for_director", "native", "formula"))
"""The fields of a plan in which players may be named: texts, and texts in formulas."""


_TEAM = {"player": "team", "Player": "Team"}


def _of_teams(said: Any) -> Any:
    """What a plan, or a part of it, says of players, said of teams."""
    if isinstance(said, str):
        if not said.startswith("="):
            return re.sub(r"\b[Pp]layer(?=s?\b)", lambda word: _TEAM[word[0]], said)
        return re.sub('"[^"]*"', lambda text: _of_teams(text[0]), said)
    if isinstance(said, tuple):
        return tuple(map(_of_teams, said))
    changes = {}
    for name in _SAID.intersection(vars(said)):
        changes[name] = _of_teams(getattr(said, name))
    if getattr(said, "rule", None):
        changes["rule"] = _of_teams(said.rule)
    return replace(said, **changes)


@dataclass(frozen=True)
class Teams(Players):
    """Teams, and their matches on so many boards."""

    name: str = "Team"
    sheet: str = "Teams"
    option: str = "teams"
    usual: Sequence[str] = codes.USUAL_OF_TEAMS
    in_a_swiss: Sequence[str] = ("MPTS", "EMGSB/C1", "GPTS", "BH/C1")
    in_a_round_robin: Sequence[str] = ("MPTS", "GPTS", "EDEBT", "EMGSB")
    arguments: str = "{listed[rating]},Rules,System,Unrated,Scoring,Boards"
    scores: Sequence[Shown] = tuple(
        Shown(key, code[:2], words, f'TIEBREAK({{wall_list}},"{code}",{_OF_TEAMS})')
        for key, code, words in (
            ("points", "MPTS", "Match points"),
            ("g_points", "GPTS", "Game points"),
        )
    )
    is_rated: bool = TeamValues.is_rated
    encounters: tuple[str, ...] = TeamValues.encounters
    own_points: Sequence[str] = ("PTS", "PTS:GP", "MPTS", "GPTS")
    of_match: int = 4
    """How many boards a match has."""

    @property
    def criteria(self) -> list[Criterion]:
        """The tie-breaks that there are for teams."""
        return codes.of_teams()

    @property
    def boards(self) -> int:
        """How many boards a match has."""
        return self.of_match

    def adapted(self, plan: WorkbookPlan, functions: Functions) -> WorkbookPlan:
        """The plan with the sheet Teams; LAMBDAs do not take teams, so built-in formulas do."""

        def sheet(name: str) -> str:
            return self.sheet if name == Players.sheet else name

        as_is = functions != "lambda"
        tables = {
            key: replace(
                table,
                sheet=sheet(table.sheet),
                columns=[
                    one if one.key.startswith(_LINEUP) else _of_teams(one)
                    for one in (table.columns if as_is else map(_in_addin, table.columns))
                ],
            )
            for key, table in plan.tables.items()
        }
        checks = [*plan.checks]
        keys = [column.key for column in tables["score"].columns]
        if "no_boards" in keys:
            missing = "SUM({score[no_boards]})"
            if functions == "addin":  # a list with boards that are not known has no values
                slots = sum(key.startswith("found_") for key in keys)
                found = f"INDEX({{score[found_1:found_{slots}]}},0,MAX(1,FirstDE))"
                missing = f"SUMPRODUCT(ISERROR({found})*1)"
            checks.append(
                Check(
                    "The boards that decide are known",
                    f"=IF(FirstDE=0,0,{missing})",
                    "So many teams are level but for their boards: fill in the result on each "
                    "board of their match.",
                    "Wall list",
                )
            )
        return replace(
            plan,
            sheets={sheet(name): _of_teams(one) for name, one in plan.sheets.items()},
            tables=tables,
            options=[*map(_of_teams, plan.options)],
            figures=[*map(_of_teams, plan.figures)],
            checks=[
                _of_teams(replace(check, sheet=sheet(check.sheet)))
                for check in checks
                if check.statement != _RATED
            ],
            read_me={
                heading: [_of_teams(tuple(term)) for term in terms]
                for heading, terms in plan.read_me.items()
            },
        )

    def values(self, listed: Sequence[Code], rounds: int, slots: int) -> Values:
        """The columns of the tie-breaks, over match points and game points."""
        return TeamValues(listed, rounds, slots, self.boards)

    def cells(self, with_page: bool) -> Cells:
        """How the wall list of matches is read."""
        return matches.cells(with_page)

    def result_rule(self) -> InputRule:
        """What is typed into the wall list of matches."""
        return matches.result_rule()

    def games(self) -> list[Column]:
        """The page Games, a match a row."""
        return matches.columns(self.boards)

    def paired(self, rounds: int) -> list[Column]:
        """The page Games, parsed board by board."""
        return matches.paired(rounds, self.boards)

    def listed(self) -> list[Column]:
        """The line-up, first board first, and two reserves."""
        return [
            text_column(
                f"{_LINEUP}{k}",
                f"Board {k}" if k <= self.boards else f"Reserve {k - self.boards}",
                20,
                "The name of the player; it changes nothing.",
            )
            for k in range(1, self.boards + 3)
        ]

    def refusal(self, code: Code) -> str:
        """Why a code is not for teams; blank for one that is."""
        if code.tie_break not in self.criteria:
            return f"{code.written} is for individual players, and this workbook for teams"
        return ""

    def completed(self, chosen: list[Code]) -> list[Code]:
        """The list with match points first, where it has game points only later.

        A list that has points ranks alone.
        """
        has_match_points = any(code.name in ("PTS", "MPTS") for code in chosen)
        if has_match_points or all(code.name != "GPTS" for code in chosen[1:]):
            return chosen
        return [*codes.parse_list("MPTS"), *chosen] if chosen[0].name != "GPTS" else chosen

    def scoring(self, given: Sequence[float] | None) -> list[Setting]:
        """The match points of each result, and both points of the allocated bye."""
        win, draw, loss, *byes = given or (2.0, 1.0, 0.0)
        match_points, game_points = [*byes, *(draw, self.boards / 2)[len(byes) :]][:2]
        rule = InputRule("decimal", "Points.", 0, 99)
        return [
            *self._points((win, draw, loss, match_points)),
            Setting("ByeGamePoints", "Game points for the allocated bye (U).", game_points, rule),
        ]

    def figures(self, slots: int) -> list[Setting]:
        """Boards, and which score the list has first: match points, if it does not say."""
        first = "0"
        for k in reversed(range(1, slots + 1)):
            game, match = (
                ",".join(f'TieBreak{k}="{code}"' for code in codes_)
                for codes_ in (("GPTS", "PTS:GP"), ("MPTS", "PTS"))
            )
            first = f"IF(OR({game}),1,IF(OR({match}),0,{first}))"
        of_scores = {
            "FirstWin": ("a win by the first score", "Boards", "Win"),
            "FirstDraw": ("a draw by the first score", "HalfMatch", "Draw"),
            "SecondWin": ("a win by the second score", "Win", "Boards"),
            "SecondDraw": ("a draw by the second score", "Draw", "HalfMatch"),
        }
        return [
            Setting("Boards", "The boards of a match.", self.boards, fixed=True),
            Setting("HalfMatch", "The game points of a drawn match.", formula="=Boards/2"),
            Setting("GamePointsFirst", "Whether game points come first.", formula=f"={first}"),
            *(
                Setting(
                    name,
                    f"What counts for {what}.",
                    formula=f"=IF(GamePointsFirst=1,{game},{match})",
                )
                for name, (what, game, match) in of_scores.items()
            ),
        ]
