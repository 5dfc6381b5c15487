"""Tie-breaks of teams: the same columns over match points or game points, and what teams add.

A tie-break of players is calculated from columns such as ``points``, ``adjusted`` or ``term_1``.
Over another score the same columns stand there again, each under the key of that score::

    BH      term_1 = … {score[adjusted]} …        over match points
    BH:GP   g_term_1 = … {score[g_adjusted]} …    over game points

What is first and second in the regulation's list is the choice of the director; so EDE and SSSC go
over two more scores, which follow it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ....catalogue.expression import sum_of_rounds
from ....functions.chess.codes import Code, parse_code
from ....functions.chess.direct_encounter import STEPS
from ....functions.chess.teams import BY_BOARDS
from ...parts.columns import for_rounds
from ...parts.table import Column
from ..tie_breaks.families import if_player, native_column
from ..tie_breaks.values import KEPT, Values, group_before


class Score(NamedTuple):
    """A score of teams."""

    key: str
    """What the keys of its columns begin with."""
    words: str
    win: str
    """The formula of what a match won is worth."""
    draw: str
    half_point: str
    """The formula of what Koya's limit counts by."""


MATCH = Score("", "", "Win", "Draw", "Draw")
GAME = Score("g_", "game points", "Boards", "HalfMatch", "0.5")
FIRST = Score("p_", "first score", "FirstWin", "FirstDraw", "FirstDraw")
SECOND = Score("s_", "second score", "SecondWin", "SecondDraw", "SecondDraw")
_SCORES = {"M": MATCH, "G": GAME, "MP": MATCH, "GP": GAME, None: MATCH}
_PLAIN = {
    "PTS": MATCH,
    "MPTS": MATCH,
    "GPTS": GAME,
    "MPVGP": SECOND,
}
_SHARED = ("last_game", *(key for key, _, _ in KEPT))
"""Columns that are the same for every score."""


def over(columns: Mapping[str, Column], terms: Score, weights: Score) -> Callable[[str, bool], str]:
    """How a key of the columns, or of what they are made of, is called over another score.

    The opponents count with their ``terms``, the own results with their ``weights``.
    """

    def key_over(key: str, is_weighted: bool) -> str:
        if re.fullmatch(r"points(_\d+)?", key):
            return f"{(weights if is_weighted else terms).key}{key}"
        if key not in columns or key in _SHARED:
            return key
        return f"{terms.key}{weights.key if key.startswith('sb') else ''}{key}"

    return key_over


class Renamed:
    """Columns of match points over other scores."""

    def __init__(self, columns: Mapping[str, Column], terms: Score, weights: Score) -> None:
        self._key = over(columns, terms, weights)
        self._terms = terms

    def formula(self, text: str, is_weighted: bool) -> str:
        """A formula with the cells and points of the scores."""

        def cells(found: re.Match[str]) -> str:
            keys = (self._key(key, is_weighted) for key in found[2].split(":"))
            return f"{{{found[1]}[{':'.join(keys)}]}}"

        text = re.sub(r"\{([\w.]+)\[([^\]]*)\]\}", cells, text)
        text = re.sub(r"\bWin\b", self._terms.win, text)
        return re.sub(r"\bDraw\b", self._terms.draw, text)

    def column(self, column: Column) -> Column:
        """A column under its own key."""
        is_weighted = column.key.startswith("sb")
        key = self._key(column.key, is_weighted)
        words = f" of {self._terms.words}" if self._terms.words else ""
        heading = f"{column.heading}{words}"
        return replace(
            column, key=key, heading=heading, formula=self.formula(column.formula, is_weighted)
        )


class _Plain(Values):
    """The columns of codes over match points."""

    is_rated = False


class TeamValues(Values):
    """The columns of a list of codes of teams."""

    encounters = ("DE", "EDE", "BC", "TBR", "BBE")
    is_rated = False

    def __init__(self, codes: Sequence[Code], rounds: int, slots: int, boards: int) -> None:
        self.boards = boards
        super().__init__(codes, rounds, slots)

    def formula(self, code: Code, is_listed: bool = True) -> str:
        """The formula of a code over the score that it names."""
        if code.name.startswith(self.encounters):
            return "0"
        if code.name in _PLAIN:
            score = GAME if code.reference == "GP" else _PLAIN[code.name]
            self._need_order(score)
            return f"{{row[{score.key}points]}}"
        if code.name == "SSSC":
            return self._strength_combination(code)
        if code.name.endswith("MSB") or code.name.endswith("GSB"):
            terms, weights = _SCORES[code.name[1]], _SCORES[code.name[2]]
            return self._over(code._replace(name="SB"), terms, weights)
        score = _SCORES[code.reference]
        return self._over(code, score, score)

    def _over(self, code: Code, terms: Score, weights: Score) -> str:
        """The formula of a code of players over other scores; its helper columns are taken in."""
        self._need_order(terms)
        plain = _Plain([], self.count, 0)
        plain.keys = self.keys
        formula = plain.formula(code)
        renamed = Renamed({**plain.helpers, **plain.rounds}, terms, weights)
        self.need(self.helpers, map(renamed.column, plain.helpers.values()))
        self.need(self.rounds, map(renamed.column, plain.rounds.values()))
        self.need(self.counted, plain.counted.values())
        if code.name == "KS":
            formula = formula.replace("*Draw", f"*{terms.half_point}")
        return renamed.formula(formula, code.name == "SB")

    def _need_order(self, score: Score) -> None:
        """The columns of the score that the list has first, or of the other one."""
        if score in (FIRST, SECOND):
            one, other = (GAME, MATCH) if score is FIRST else (MATCH, GAME)
            points = (
                f"=IF(GamePointsFirst=1,{{row[{one.key}points_#]}},{{row[{other.key}points_#]}})"
            )
            heading = f"R# {score.words}"
            self.need(self.rounds, for_rounds(self.count, f"{score.key}points", heading, points))
            total = f"IF(GamePointsFirst=1,{{row[{one.key}points]}},{{row[{other.key}points]}})"
            key = f"{score.key}points"
            self.need(self.helpers, [native_column(key, score.words.capitalize(), total)])

    def _strength_combination(self, code: Code) -> str:
        """The second score, and Buchholz by the first one over a divisor (13.4)."""
        self._need_order(SECOND)
        buchholz = self._over(code._replace(name="BH"), FIRST, FIRST)
        divisor = code.divisor or "MAX(1,INT(FirstWin*RoundsHeld/SecondWin))"
        return f"{{row[s_points]}}+({buchholz})/{divisor}"

    # Direct encounter ---------------------------------------------------------------------------

    def encounter_columns(self) -> list[Column]:
        """The place among the tied by direct encounter, and by the boards of two teams."""
        code = self.encounter
        if code is None:
            return []
        plain = self.searched(parse_code("DE/P" if code.forfeits_played else "DE"), "")
        direct, criteria = BY_BOARDS.get(code.name, (True, ()))
        if code.name == "DE":
            stages: tuple[Score, ...] = (_SCORES[code.reference],)
        else:
            stages = (FIRST, SECOND, FIRST) if direct else ()
        for score in (FIRST, *stages):
            self._need_order(score)
        group = group_before(self.slots).replace("[points]", f"[{FIRST.key}points]")
        return [*self._stages(stages, group, plain), *self._board_columns(stages, criteria)]

    def _added(self, term: str) -> str:
        return sum_of_rounds(self.numbers, term)

    def _stages(
        self, stages: tuple[Score, ...], group: str, plain: Sequence[Column]
    ) -> Iterator[Column]:
        """Direct encounter by one score after the other, each to its end (13.3)."""
        if not stages:
            yield native_column("tied_0", "Tied for place", group)
            yield native_column("unsettled", "Another step could split", "0")
            return
        unsettled = []
        for number, score in enumerate(stages):
            if number:
                group = f"{{row[{_stage(number - 1, f'group_{STEPS}')}]}}"
            made = [column for column in plain if column.key != "encounter"]
            by_key = {column.key: column for column in made}
            renamed = Renamed(by_key, score._replace(key=f"e{number}_"), MATCH)
            points = f"{score.key}points_"
            for column in map(renamed.column, made):
                formula = column.formula.replace(f"[e{number}_points_", f"[{points}")
                if column.key == _stage(number, "group_0"):
                    formula = if_player(group)
                yield replace(column, formula=formula)
            unsettled.append(f"{{row[{_stage(number, 'unsettled')}]}}")
        if len(stages) > 1:
            last, first = (_stage(len(stages) - 1, f"group_{step}") for step in (STEPS, 0))
            left = f"COUNTIF({{score[{last}]}},{{row[{last}]}})"
            before = f"COUNTIF({{score[{first}]}},{{row[{first}]}})"
            unsettled.append(f"IF(OR({left}=1,{left}={before}),0,1)")
        yield native_column("unsettled", "Another step could split", f"MAX({','.join(unsettled)})")

    def _board_columns(
        self, stages: tuple[Score, ...], criteria: tuple[str, ...]
    ) -> Iterator[Column]:
        """For two teams that are still tied what their boards say of them (12), and the place."""
        first = _stage(0, "group_0") if stages else "tied_0"
        last = _stage(len(stages) - 1, f"group_{STEPS}") if stages else "tied_0"
        behind = "0"
        for criterion in reversed(criteria):
            key = criterion.lower()
            points = for_rounds(
                self.count,
                key,
                f"R# {criterion}",
                _of_boards(criterion, self.boards),
                only="native",
            )
            self.need(self.rounds, points)
            own = f"{{row[{key}]}}"
            other = f"SUMIFS({{score[{key}]}},{{score[{last}]}},{{row[{last}]}})-{own}"
            behind = f"IF({own}<{other},1,IF({own}>{other},0,{behind}))"
        for criterion in criteria:
            same = f"N(INDEX({{score[{last}]}},{{rounds.row[met_#]}}))={{row[{last}]}}"
            term = (
                f"IF({{rounds.row[met_#]}}=0,0,IF({same},{{rounds.row[{criterion.lower()}_#]}},0))"
            )
            yield native_column(criterion.lower(), f"{criterion} of two teams", self._added(term))
        two = f"COUNTIF({{score[{last}]}},{{row[{last}]}})=2"
        if criteria:
            known = "IF({rounds.row[met_#]}=0,0,IF(" + (
                f"N(INDEX({{score[{last}]}},{{rounds.row[met_#]}}))={{row[{last}]}},"
                'IF({rounds.row[game_#]}="",0,IF({rounds.row[boards_#]}="",1,0)),0))'
            )
            missing = f"IF({two},IF({self._added(known)}>0,1,0),0)"
            yield native_column("no_boards", "Boards that decide, not known", missing)
        place = f"{{row[{last}]}}-{{row[{first}]}}+1"
        yield native_column(
            "encounter", "DE", f"{place}+IF({two},{behind},0)" if criteria else place
        )


def _stage(number: int, key: str) -> str:
    return f"e{number}_{key}"


def _of_boards(criterion: str, boards: int) -> str:
    """What a match says by a criterion of its boards, as one number: more is better.

    Half points on the boards are digits: TBR of 1, ½ and 0 is 210.  Where as much is left with one
    board less, the team with less on that board was better before; so BBE takes its digits off.
    """
    weights = {
        "BC": [-k for k in range(1, boards + 1)],
        "TBR": [10 ** (boards - k) for k in range(1, boards + 1)],
        "BBE": [10**boards - (10**k if k > 1 else 0) for k in range(1, boards)],
    }[criterion]
    sign = 'FIND(MID({row[boards_#]},@,1),"0-=1+")'
    terms = (
        f"{weight}*CHOOSE({sign.replace('@', str(k))},0,0,1,2,2)"
        for k, weight in enumerate(weights, 1)
    )
    return f'=IF({{row[boards_#]}}="",0,IF({{row[game_#]}}="",0,{"+".join(terms)}))'
