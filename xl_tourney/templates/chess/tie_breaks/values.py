"""A column for every tie-break of the workbook's list, and the helper columns that each needs.

The arithmetic of a tie-break is written as native formulas: a sum becomes a term for each round,
``#`` its number.  A code with several sums has a helper column for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....catalogue.cells import na_error
from ....catalogue.expression import Term, formula_of, refuse, sum_of_rounds, symbol, to_term
from ....catalogue.expression.terms import COMPARISON, UNKNOWN
from ....functions.chess.codes import CRITERIA, Code, parse_code
from ....functions.chess.criteria import BLACK, Game, Helper, Row
from ....functions.chess.rule_sets import RULE_SETS
from ...parts.columns import for_rounds
from ...parts.table import Column
from ..codes import written
from ..rounds import ALLOCATED as BYE
from ..rounds import COLOUR, FULL, HALF, IS_GAME, KIND, OPPONENT, POINTS, RESULT
from .families import Family, WeightedSums, native_column, score_columns, sum_after_cuts

_OVER_THE_BOARD, _ALL_GAMES = "1=0", "1=0+-"
_PLAYED = f"IF({KIND}>=100,{RESULT}<4,FALSE)"
_DIGITS = {"1": 1, "=": 2, "0": 3, "+": 4, "-": 5, "?": 6}
"""The last digit of a kind with opponent, by the result."""
_BYES = {"Z": 0, "F": FULL, "U": BYE, "H": HALF}
"""The kind of a round without opponent."""


def _condition(formula: str) -> Term:
    return Term(UNKNOWN, formula, COMPARISON)


class _Game(Game):
    """A round as formulas of other sheets name it."""

    points = symbol(POINTS)
    left = symbol("{calendar.top[left_#]}")
    points_of_other = symbol(f"IF({KIND}>=100,N(INDEX({{rounds[points_#]}},{OPPONENT})),Draw)")
    score: Any = None
    row: _Row
    is_of_colours = False
    """Whether a colour was asked for, which a table says of each colour and result."""

    def __init__(self, row: _Row) -> None:
        self.row = row

    def ended(self, results: str) -> Any:
        if results in (_OVER_THE_BOARD, _ALL_GAMES):
            return symbol(f"IF({KIND}>=100,{RESULT}<{len(results) + 1},FALSE)")
        return sum(map(self._ended, results), start=0)

    def _ended(self, result: str) -> Any:
        if result in _BYES:
            return _condition(f"{KIND}={_BYES[result]}")
        digit = _DIGITS[result]
        if result in _OVER_THE_BOARD:  # no kind without an opponent ends like this
            return _condition(f"{RESULT}={digit}")
        return symbol(f"IF({KIND}>=100,{RESULT}={digit},FALSE)")

    def has_colour(self, colour: str) -> Any:
        self.is_of_colours = True
        return _condition(f"{COLOUR}={2 if colour == BLACK else 0}")

    @property
    def counts(self) -> Any:
        return symbol(IS_GAME)

    @property
    def counts_as_own(self) -> Any:
        losses = self.row.forfeit_losses_count.formula
        of_round_robin = f"IF({RESULT}=5,{losses},{RESULT}<6)"
        return symbol(f"IF({KIND}>=100,IF(RoundRobin=1,{of_round_robin},{RESULT}<4),FALSE)")

    def their(self, figure: str) -> Any:
        return symbol(f"N(INDEX({{score[{self.row.key_of(figure)}]}},{OPPONENT}))")


class _Row(Row):
    """A row of the sheet Calculation."""

    win, draw, rounds, games_each = map(symbol, ("Win", "Draw", "RoundsHeld", "GamesEach"))
    number, rating, is_round_robin = map(symbol, ("{row[no]}", "{row[rating]}", "RoundRobin"))

    def __init__(self, values: Values, code: Code, is_listed: bool) -> None:
        self.values = values
        self.is_listed = is_listed
        """Whether the code stands in the list; a figure that others need has no cuts."""
        self.code = code
        self.cut_low, self.cut_high = min(code.cut_low, values.count), code.cut_high
        self.cut_high = min(code.cut_high, values.count)
        self.is_fore = code.fore
        halves = code.half_points or 0
        self.limit = code.points if code.points is not None else halves and halves * self.draw
        losses = "ForfeitLossesCount=1"
        if code.rules:
            rules = RULE_SETS[code.rules]
            losses = str(rules.round_robin_forfeit_losses_counted).upper()
        self.forfeit_losses_count = _condition(losses)
        self.sums: dict[str, str] = {}
        """The formulas of sums by the keys of their helper columns."""

    def key_of(self, figure: str) -> str:
        """The column of a figure of all players."""
        if figure in ("points", "rating"):
            return figure
        plain = self.code._replace(name=figure, cut_low=0, cut_high=0, fore=False)
        return self.values.figure(plain)

    def _sum(self, formula: str) -> Term:
        """A sum, which is a helper column or stands where it is used."""
        for known, _, kept in KEPT:
            if formula == sum_of_rounds(self.values.numbers, kept):
                return self._helper(known, formula)
        key = self.values.keys.setdefault(formula, f"sum_{len(self.values.keys) + 1}")
        self.sums[key] = formula
        return symbol(f"{{row[{key}]}}")

    def _helper(self, key: str, formula: str) -> Term:
        heading = next((heading for known, heading, _ in KEPT if known == key), self.code.name)
        self.values.add([Helper(key, heading, formula)])
        return symbol(f"{{row[{key}]}}")

    def total(
        self,
        each: Callable[[Any], Any],
        where: Callable[[Any], Any] | None = None,
        cuts: tuple[Any, Any] | None = None,
    ) -> Any:
        game = _Game(self)
        value = to_term(each(game))
        condition = to_term(where(game)).formula if where else f"{KIND}>=0"
        if where and not condition.startswith(f"IF({KIND}>=100,"):
            condition = f"IF({KIND}>=0,{condition},FALSE)"
        if cuts and self.is_listed:
            return symbol(self._after_cuts(condition, value, cuts))
        if value.binding == COMPARISON:
            value, condition = to_term(1), f"IF({condition},{value.formula},FALSE)"
        term = f"IF({condition},{value.formula},0)"
        if game.is_of_colours:
            key = f"{self.code.name.lower()}{self.code.rules or ''}"
            counted = f"={term.replace(KIND, '(100+{row[game]})')}"
            column = Column(key, written(self.code), counted, only="native")
            self.values.need(self.values.counted, [column])
            term = f"IF({KIND}<100,0,INDEX({{counted[{key}]}},MOD({KIND},100)))"
        return self._sum(sum_of_rounds(self.values.numbers, term))

    def _after_cuts(self, condition: str, value: Term, cuts: tuple[Any, Any]) -> str:
        """A sum without the lowest and highest values, which need a column for each round."""
        values = self.values
        formula = f'=IF(N({KIND})<100,"",IF({condition},{value.formula},""))'
        key, heading = "rated", "R# opponent's rating"
        if "{score[rating]}" not in formula:
            key = values.keys.setdefault(formula, f"cut_{len(values.keys) + 1}")
            heading = f"R# {self.code.name}"
        cells = f"{{rounds.row[{key}_1:{key}_{values.count}]}}"
        formula = formula.replace("rounds.row", "row")
        values.add([Helper(key, heading, formula, of_rounds=True)])
        low, high = (f"-{name}({cells},@)" for name in ("SMALL", "LARGE"))
        lowest = "".join(low.replace("@", str(n)) for n in range(1, cuts[0] + 1))
        highest = "".join(high.replace("@", str(n)) for n in range(1, cuts[1] + 1))
        return f"(SUM({cells}){lowest}{highest})"

    def own(self, code: str) -> Any:
        cell = f"{{row[{self.key_of(code)}]}}"
        refuse(_condition(f'{cell}=""'), lambda: na_error(f"there is no {code}"))
        return symbol(cell)

    def count(self, where: Callable[[Any], Any]) -> Any:
        return self.total(lambda game: 1, where)

    def rating_difference(self, percent: Any) -> Any:
        return symbol(f"INDEX({{per_cent[dp]}},{percent.formula}+1)")

    def opposition(self, each: Callable[[Any], Any], fore: bool = False) -> Any:
        code, values = self.code, self.values
        family = Family(fore, code.forfeits_played, code.rules or "")
        for is_fore in {False, fore}:
            values.need(values.helpers, score_columns(values.count, is_fore))
        values.need(values.rounds, family.round_columns(values.count))

        def added(score: str, points: str) -> str:
            game = _Game(self)
            game.score, game.points = symbol(score), symbol(points)
            return to_term(each(game)).formula

        if added("@", "") == "@":
            sums = sum_after_cuts(family, values.count, self.cut_low, self.cut_high)
            return symbol(sums)
        weighted = WeightedSums(family, values.count, code.name.lower(), added)
        if not self.cut_low:
            return symbol(weighted.total())
        values.need(values.rounds, weighted.round_columns())
        values.need(values.helpers, weighted.cut_columns(self.cut_low, self.cut_high))
        return symbol(weighted.cut(self.cut_low, self.cut_high))


KEPT = (
    ("games", "Games over the board", f"IF({_PLAYED},1,0)"),
    ("made", "Half points made", f"IF({KIND}>=0,2*({RESULT}=1)+({RESULT}=2),0)"),
    ("met_games", "Games that count", f"IF({IS_GAME},1,0)"),
)
"""Sums that have a column of their own, with its heading, and what each round adds."""
COUNTED = 26
"""How many rows the table ``counted`` has: ten times the colour of a kind, and its result."""
_COLUMNS = {
    "ARO": ("average", "Average opponent"),
    "TPR": ("performance", "TPR"),
    "BH": ("sum", "Buchholz"),
    "FB": ("sum_fore", "Buchholz fore"),
    "PTP": ("perfect", "PTP"),
}
"""The helper columns of tie-breaks that others need, with their headings, where they have any."""
_SHORT = 200
"""Up to how many letters a round a sum stands in a formula more than once."""
_OF_TPR = ("games", "made", "average", "performance")


class Values:
    """The columns of a list of codes, each with its helper columns, none of them twice."""

    encounters: tuple[str, ...] = ("DE",)
    """How the codes begin that part those who are tied by their own games; a list has one."""
    is_rated = True
    """Whether there are tie-breaks by ratings."""

    def __init__(self, codes: Sequence[Code], rounds: int, slots: int) -> None:
        self.codes = codes
        self.count = rounds
        self.numbers = range(1, rounds + 1)
        self.slots = slots
        """How many of the codes can be chosen."""
        self.rounds: dict[str, Column] = {}
        """The helper columns of the sheet Rounds."""
        self.helpers: dict[str, Column] = {}
        """The helper columns of the sheet Calculation."""
        self.counted: dict[str, Column] = {}
        """The columns of the table that says what a game counts by its colour and result."""
        self.keys: dict[str, str] = {}
        """The keys of helper columns, by their formulas."""
        self._shown: set[str] = set()
        self.of_performance: list[Column] = []
        """The helper columns of the performance, which every workbook of players shows."""
        if self.is_rated:
            self.figure(parse_code("TPR"))
            self._shown |= {*_OF_TPR}
            self.of_performance = [self.helpers.pop(key) for key in _OF_TPR]
        self.columns = [
            native_column(f"tie_{n}", written(code), self.formula(code))
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
        return self.searched(code, group_before(self.slots))

    def searched(self, code: Code, group: str) -> list[Column]:
        """The columns of a search for each player; those for each round are taken in."""
        search = code.tie_break.search
        assert search is not None and search.columns is not None
        helpers = [*search.columns(self.count, code, group)]
        self.add(helper for helper in helpers if helper.of_rounds)
        return [
            native_column(key, heading, formula)
            for key, heading, formula, of_rounds in helpers
            if not of_rounds
        ]

    def need(self, where: dict[str, Column], columns: Iterable[Column]) -> None:
        """Add helper columns that are not there yet."""
        for column in columns:
            if column.key not in self._shown:
                where.setdefault(column.key, column)

    def add(self, helpers: Iterable[Helper]) -> None:
        """Add helper columns that a record describes."""
        for key, heading, formula, of_rounds in helpers:
            if of_rounds:
                columns = for_rounds(self.count, key, heading, formula, only="native")
                self.need(self.rounds, columns)
            else:
                self.need(self.helpers, [native_column(key, heading, formula)])

    def figure(self, code: Code) -> str:
        """The column of a tie-break that another one, or a table, needs."""
        key, heading = _COLUMNS.get(code.name, (f"of_{code.name.lower()}", code.name))
        if code.tie_break.rated:  # by every text the same, and without forfeits
            code = code._replace(rules=None, forfeits_played=False)
        suffix = "_forfeits" * code.forfeits_played + (code.rules or "")
        heading += " forfeits" * code.forfeits_played + f" {code.rules}" * bool(code.rules)
        formula = self.formula(code, is_listed=False)
        self.need(self.helpers, [native_column(f"{key}{suffix}", heading, formula)])
        return f"{key}{suffix}"

    def formula(self, code: Code, is_listed: bool = True) -> str:
        """The formula of a code; blank where there is no value."""
        record = CRITERIA[code.name]
        if record.search:
            if code.name == "DE":  # its columns follow those that rank before it
                return "0"
            assert record.search.columns
            self.add(record.search.columns(self.count, code, ""))
            return record.search.figure
        row = _Row(self, code, is_listed)
        arithmetic = record.arithmetic
        assert arithmetic is not None
        formula = formula_of(lambda: arithmetic(row)).replace("#N/A", '""')
        if record.rated:
            formula = f'IF(RatingsMissing>0,"",{formula})'
        for key, total in row.sums.items():
            place = f"{{row[{key}]}}"
            if formula.count(place) == 1:
                formula = total if formula == place else formula.replace(place, f"({total})")
            elif len(total) * formula.count(place) < _SHORT * self.count:
                formula = formula.replace(place, f"({total})")
            else:
                self.need(self.helpers, [native_column(key, f"{code.name}: {key}", total)])
        return formula


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


def begins_with(cell: str, names: Sequence[str]) -> str:
    """Whether a cell begins with one of some names."""
    tests = ",".join(f'LEFT({cell},{len(name)})="{name}"' for name in names)
    return tests if len(names) == 1 else f"OR({tests})"
