"""A column for every tie-break of the workbook's list, and the helper columns that each needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....catalogue.expression import formula_of
from ....functions.chess.codes import TIE_BREAKS, Code
from ....functions.chess.event import least_of_koya, standard_point, times_counted
from ....functions.chess.rule_sets import RULE_SETS
from ...parts.columns import for_rounds
from ...parts.table import Column
from ..codes import written
from ..rounds import (
    HALF,
    IS_GAME,
    KIND,
    OPPONENT,
    POINTS,
    RESULT,
    per_round,
    sum_of_rounds,
)
from . import ratings
from .families import (
    Family,
    WeightedSums,
    for_player,
    if_player,
    native_column,
    score_columns,
    sum_after_cuts,
)

# Direct encounter by native formulas (Article 6): the tied group is split step by step.
#
# A group is named by the place of its first player.  Where all players of a group have met, a step
# puts them in order by their points against each other (6.2).  Otherwise it places those first whom
# nobody can pass, whatever the games that were not played would have brought (6.3), and the others
# begin anew.

STEPS = 4
"""How often a group is split; a check says when another step could split it further."""


def met_columns(rounds: int, forfeits: bool) -> Iterator[Column]:
    """The opponent of each round that counts: by 6.1.1 no forfeit, by 15.2 all of a round robin."""
    counts = (
        "MOD({row[kind_#]},10)<6"
        if forfeits
        else ("IF(RoundRobin=1,MOD({row[kind_#]},10)<6,MOD({row[kind_#]},10)<4)")
    )
    formula = f"=IF(N({{row[kind_#]}})<100,0,IF({counts},INT({{row[kind_#]}}/100),0))"
    yield from for_rounds(rounds, "met", "R# met", formula, only="native")


def comparison_columns(rounds: int, group: str) -> Iterator[Column]:
    """The group before, its parts step by step, and the place inside the group."""

    met = f"{{rounds.row[met_1:met_{rounds}]}}"

    def inside(group: str, value: str) -> str:
        """A value for each opponent in the own group; repeated games count by their average."""
        same = f"N(INDEX({{score[{group}]}},{{rounds.row[met_#]}}))={{row[{group}]}}"
        once = f"{value}/COUNTIF({met},{{rounds.row[met_#]}})"
        term = f"IF({{rounds.row[met_#]}}=0,0,IF({same},{once},0))"
        return sum_of_rounds(range(1, rounds + 1), term)

    yield native_column("group_0", "Tied for place", group)
    for step in range(1, STEPS + 1):
        before, key = f"group_{step - 1}", f"group_{step}"
        size, points, best, clear, placed = (
            f"{name}_{step}" for name in ("size", "inside", "best", "clear", "placed")
        )
        members = f"{{score[{before}]}},{{row[{before}]}}"
        counted = f"COUNTIF({members})"
        if step > 1:
            last = f"{{row[size_{step - 1}]}}"
            counted = f"IF({last}=1,1,IF({counted}={last},1,{counted}))"
        yield native_column(size, f"Step {step}: players", counted)
        alone = f"{{row[{size}]}}=1"
        own = {name: f"{{row[{name}]}}" for name in (size, points, best, clear, placed, before)}
        yield native_column(
            points,
            f"Step {step}: points inside",
            f"IF({alone},0,ROUND({inside(before, '{rounds.row[points_#]}')},9))",
        )
        missing = f"Win*({own[size]}-1-({inside(before, '1')}))"
        yield native_column(
            best,
            f"Step {step}: at best",
            f"IF({alone},0,IF(RoundRobin=1,{own[points]},ROUND({own[points]}+{missing},9)))",
        )
        above = f'COUNTIFS({members},{{score[{points}]}},">"&{own[best]})'
        below = f'COUNTIFS({members},{{score[{best}]}},"<"&{own[points]})'
        yield native_column(
            clear,
            f"Step {step}: apart from all",
            f"IF({alone},1,IF({above}+{below}={own[size]}-1,1,0))",
        )
        unclear = f'COUNTIFS({members},{{score[{clear}]}},0,{{score[{points}]}},">="&{own[points]})'
        yield native_column(
            placed,
            f"Step {step}: placed",
            f"IF(OR({alone},{own[clear]}=0),0,IF({unclear}=0,1,0))",
        )
        all_met = (
            f"ROUND(SUMIFS({{score[{best}]}},{members}),6)"
            f"=ROUND(SUMIFS({{score[{points}]}},{members}),6)"
        )
        more = f'COUNTIFS({members},{{score[{points}]}},">"&{own[points]})'
        behind = f"COUNTIFS({members},{{score[{placed}]}},1)"
        moved = f"IF({all_met},{more},IF({own[placed]}=1,{above},{behind}))"
        yield native_column(
            key,
            f"Step {step}: group",
            f"IF({alone},{own[before]},{own[before]}+{moved})",
        )
    last = f"{{row[group_{STEPS}]}}"
    left = f"COUNTIF({{score[group_{STEPS}]}},{last})"
    size = f"{{row[size_{STEPS}]}}"
    yield native_column(
        "unsettled",
        "Another step could split",
        f"IF({size}=1,0,IF(OR({left}={size},{left}=1),0,1))",
    )
    yield native_column("encounter", "DE", f"{last}-{{row[group_0]}}+1")


class Values:
    """The columns of a list of codes, each with its helper columns, none of them twice."""

    encounters: tuple[str, ...] = ("DE",)
    """How the codes begin that part those who are tied by their own games; a list has one."""

    def __init__(self, codes: Sequence[Code], rounds: int, slots: int) -> None:
        self.codes = codes
        self.count = rounds
        self.slots = slots
        """How many of the codes can be chosen."""
        self._numbers = range(1, rounds + 1)
        self.rounds: dict[str, Column] = {}
        """The helper columns of the sheet Rounds."""
        self.helpers: dict[str, Column] = {}
        """The helper columns of the sheet Calculation."""
        self.counted: dict[str, Column] = {}
        """The columns of the table that says what a game counts by its colour and result."""
        self.columns = [
            Column(f"tie_{n}", written(code), self._formula(code), width=11, only="native")
            for n, code in enumerate(codes, 1)
        ]

    @property
    def encounter(self) -> Code | None:
        """The direct encounter of the list, if there is one."""
        found = (code for code in self.codes if code.name.startswith(self.encounters))
        return next(found, None)

    def encounter_columns(self) -> list[Column]:
        """The columns of direct encounter, where the list has it."""
        code = self.encounter
        if code is None:
            return []
        self.need(self.rounds, met_columns(self.count, code.forfeits_played))
        return list(comparison_columns(self.count, group_before(self.slots)))

    def need(self, where: dict[str, Column], columns: Iterable[Column]) -> None:
        """Add helper columns that are not there yet."""
        for column in columns:
            where.setdefault(column.key, column)

    def _formula(self, code: Code) -> str:
        """The formula of a code; direct encounter has columns of its own."""
        return if_player({**_PLAIN, "DE": "0"}.get(code.name) or self._calculated(code))

    def _calculated(self, code: Code) -> str:
        name = code.name
        if name in ("BH", "FB", "AOB", "SB"):
            return self._value_of_opponents(code)
        if name in ("ARO", "PTP", "APRO", "APPO"):
            return self._value_of_ratings(code)
        if name == "PS":
            return self._progressive(code.cut_low)
        if name == "KS":
            return self._koya(code)
        if name in ("BPG", "BWG"):
            return self._count_with_black(code)
        if name == "WIN":
            return f"COUNTIF({{rounds.row[{per_round('points', self.count)}]}},Win)"
        return self._sum(_ROUND_BY_ROUND[name])

    def _sum(self, term: str) -> str:
        return sum_of_rounds(self._numbers, term)

    def _family(self, code: Code, fore: bool = False) -> Family:
        family = Family(fore, code.forfeits_played, code.rules or "")
        self.need(self.helpers, score_columns(self.count, False))
        if fore:
            self.need(self.helpers, score_columns(self.count, True))
        self.need(self.rounds, family.round_columns(self.count))
        return family

    def _value_of_opponents(self, code: Code) -> str:
        family = self._family(code, code.name == "FB" or code.fore)
        if code.name == "SB":
            return self._weighted(family, code.cut_low, code.cut_high)
        sums = sum_after_cuts(family, self.count, code.cut_low, code.cut_high)
        if code.name != "AOB":
            return sums
        key = family.key.replace("term", "sum")
        heading = f"Buchholz {family.key.replace('term', '').replace('_', ' ')}".strip()
        self.need(self.helpers, [for_player(key, heading, sums, only="native")])
        games = self._sum(f"IF({IS_GAME},1,0)")
        met = self._sum(f"IF({IS_GAME},N(INDEX({{score[{key}]}},{OPPONENT})),0)")
        counted = for_player("met_games", "Games that count", games, only="native")
        self.need(self.helpers, [counted])
        return f'IF({{row[met_games]}}=0,"",({met})/{{row[met_games]}})'

    def _weighted(self, family: Family, low: int, high: int) -> str:
        sums = WeightedSums(family, self.count)
        low, high = min(low, self.count), min(high, self.count)
        if not low:
            return sums.total()
        self.need(self.rounds, sums.round_columns())
        self.need(self.helpers, sums.cut_columns(low, high))
        return sums.cut(low, high)

    def _value_of_ratings(self, code: Code) -> str:
        name = code.name
        if name == "APRO":
            return ratings.average_of_opponents(self.count, "performance")
        self.need(self.rounds, ratings.rating_rounds(self.count))
        if name == "ARO":
            return ratings.average_after_cuts(self.count, code.cut_low, code.cut_high)
        self.need(self.helpers, ratings.perfect_columns(self.count))
        if name == "APPO":
            return ratings.average_of_opponents(self.count, "perfect")
        return "{row[perfect]}"

    def _progressive(self, cut: int) -> str:
        points = f"{{rounds.row[{per_round('points', self.count)}]}}"
        if not cut:
            return f"SUMPRODUCT({points},{{calendar[{per_round('left', self.count)}]}})"
        scores = formula_of(times_counted, "{calendar.top[left_#]}", "RoundsHeld", cut)
        return self._sum(f"{POINTS}*{scores}")

    def _koya(self, code: Code) -> str:
        limit = f"{code.points:g}" if code.points is not None else f"{code.half_points or 0:g}*Draw"
        least = formula_of(least_of_koya, "GamesEach", "Win", limit)
        enough = f"N(INDEX({{score[points]}},{OPPONENT}))>={least}"
        return self._sum(f"IF({IS_GAME},IF({enough},{POINTS},0),0)")

    def _count_with_black(self, code: Code) -> str:
        """Games with Black; no value where a game's colour is not known."""
        key = f"{code.name.lower()}{code.rules or ''}"
        self.need(self.counted, [_counted(code, key)])
        games = self._sum(f"IF({KIND}<100,0,INDEX({{counted[{key}]}},MOD({KIND},100)))")
        return f'IF({games}<0,"",{games})'


COUNTED = 26
"""How many rows the table ``counted`` has: ten times the colour of a kind, and its result."""


def _counted(code: Code, key: str) -> Column:
    """The count of a game with a colour and a result; far below 0 without a colour (7.3, 7.4)."""
    result, colour = "MOD({row[game]},10)", "INT({row[game]}/10)"
    losses = "ForfeitLossesCount=1"
    if code.rules:
        losses = str(RULE_SETS[code.rules].round_robin_forfeit_losses_counted).upper()
    of_round_robin = f"IF({result}=5,{losses},{result}<6)"
    counts = f"IF({result}=0,FALSE,IF(RoundRobin=1,{of_round_robin},{result}<4))"
    won = f"IF(OR({result}=1,{result}=4),1,0)" if code.name == "BWG" else "1"
    formula = f"=IF({counts},CHOOSE({colour}+1,-1000,0,{won}),0)"
    return Column(key, written(code), formula, only="native")


_PLAIN = {
    "PTS": "{row[points]}",
    "TPN": "{row[no]}",
    "RTNG": "{row[rating]}",
    "TPR": "{row[performance]}",
}
"""The tie-breaks that are columns anyway."""

_WITHOUT_OPPONENT = formula_of(standard_point, POINTS, "Draw")
_OTHER_POINTS = f"N(INDEX({{rounds[points_#]}},{OPPONENT}))"
_AGAINST = f"IF({RESULT}=6,0,{formula_of(standard_point, POINTS, _OTHER_POINTS)})"
_ROUND_BY_ROUND = {
    "WON": f"IF({KIND}>=100,IF({RESULT}=1,1,IF(AND(RoundRobin=1,{RESULT}=4),1,0)),0)",
    "REP": (f"IF(OR({KIND}<=0,{KIND}={HALF}),0,IF({KIND}>=100,IF({RESULT}=5,0,1),1))"),
    "STD": f"IF({KIND}<0,0,IF({KIND}>=100,{_AGAINST},{_WITHOUT_OPPONENT}))",
}
"""The tie-breaks that count something in each round."""


def begins_with(cell: str, names: Sequence[str]) -> str:
    """Whether a cell begins with one of some names."""
    tests = ",".join(f'LEFT({cell},{len(name)})="{name}"' for name in names)
    return tests if len(names) == 1 else f"OR({tests})"


RATED = tuple(name for name, one in TIE_BREAKS.items() if one.rated)
"""The tie-breaks of Article 10."""


def group_before(slots: int) -> str:
    """The place by points and by the codes before direct encounter."""
    place = '1+COUNTIF({score[points]},">"&{row[points]})'
    equal = "{score[points]},{row[points]}"
    for k in range(1, slots):
        before = f"before_{k}"
        better = f'COUNTIFS({equal},{{score[{before}]}},">"&{{row[{before}]}})'
        place += f"+IF(FirstDE>{k},{better},0)"
        equal += f",{{score[{before}]}},{{row[{before}]}}"
    return place
