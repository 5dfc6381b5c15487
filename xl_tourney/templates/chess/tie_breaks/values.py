"""A column for every tie-break of the workbook's list, and the helper columns that each needs.

The arithmetic of a tie-break is written as native formulas: a sum becomes a term for each round,
``#`` its number.  A code with several sums has a helper column for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....catalogue.expression import Term, formula_of, sum_of_rounds, symbol, to_term
from ....catalogue.expression.terms import COMPARISON, UNKNOWN
from ....functions.chess.codes import CRITERIA, Code
from ....functions.chess.criteria import BLACK, Game, Helper, Row
from ....functions.chess.rule_sets import RULE_SETS
from ...parts.columns import for_rounds
from ...parts.table import Column
from ..codes import written
from ..rounds import ALLOCATED as BYE
from ..rounds import COLOUR, FULL, HALF, IS_GAME, KIND, OPPONENT, POINTS, RESULT
from .families import Family, WeightedSums, native_column, score_columns, sum_after_cuts

_OVER_THE_BOARD, _ALL_GAMES = "1=0", "1=0+-"
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

    def __init__(self, values: Values, code: Code) -> None:
        self.values = values
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
        key = self.values.keys.setdefault(formula, f"sum_{len(self.values.keys) + 1}")
        self.sums[key] = formula
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
        numbers = range(1, self.values.count + 1)
        if cuts and cuts != (0, 0):
            return self._sum(self._after_cuts(condition, value, cuts))
        if value.binding == COMPARISON:
            value, condition = to_term(1), f"IF({condition},{value.formula},FALSE)"
        term = f"IF({condition},{value.formula},0)"
        return self._sum(sum_of_rounds(numbers, term))

    def _after_cuts(self, condition: str, value: Term, cuts: tuple[Any, Any]) -> str:
        """A sum without the lowest and highest values, which need a column for each round."""
        values = self.values
        formula = f'=IF(N({KIND})<100,"",IF({condition},{value.formula},""))'
        key = values.keys.setdefault(formula, f"cut_{len(values.keys) + 1}")
        cells = f"{{rounds.row[{key}_1:{key}_{values.count}]}}"
        formula = formula.replace("rounds.row", "row")
        values.add([Helper(key, f"R# values of {self.code.name}", formula, of_rounds=True)])
        low, high = (f"-{name}({cells},@)" for name in ("SMALL", "LARGE"))
        lowest = "".join(low.replace("@", str(n)) for n in range(1, cuts[0] + 1))
        highest = "".join(high.replace("@", str(n)) for n in range(1, cuts[1] + 1))
        return f"IF(COUNT({cells})<{sum(cuts)},0,SUM({cells}){lowest}{highest})"

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


class Values:
    """The columns of a list of codes, each with its helper columns, none of them twice."""

    def __init__(self, codes: Sequence[Code], rounds: int, slots: int) -> None:
        self.codes = codes
        self.count = rounds
        self.slots = slots
        """How many of the codes can be chosen."""
        self.rounds: dict[str, Column] = {}
        """The helper columns of the sheet Rounds."""
        self.helpers: dict[str, Column] = {}
        """The helper columns of the sheet Calculation."""
        self.keys: dict[str, str] = {}
        """The keys of helper columns, by their formulas."""
        self.columns = [
            native_column(f"tie_{n}", written(code), self._formula(code))
            for n, code in enumerate(codes, 1)
        ]

    @property
    def encounter(self) -> Code | None:
        """The direct encounter of the list, if there is one."""
        return next((code for code in self.codes if code.name == "DE"), None)

    def need(self, where: dict[str, Column], columns: Iterable[Column]) -> None:
        """Add helper columns that are not there yet."""
        for column in columns:
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
        suffix = "_forfeits" * code.forfeits_played + (code.rules or "")
        key = f"of_{code.name.lower()}{suffix}"
        if key not in self.helpers:
            self.need(self.helpers, [native_column(key, code.name, self._formula(code))])
        return key

    def _formula(self, code: Code) -> str:
        """The formula of a code; blank where there is no value."""
        record = CRITERIA[code.name]
        if record.search:
            if code.name == "DE":  # its columns follow those that rank before it
                return "0"
            assert record.search.columns
            self.add(record.search.columns(self.count, code, ""))
            return record.search.figure
        row = _Row(self, code)
        arithmetic = record.arithmetic
        assert arithmetic is not None
        formula = formula_of(lambda: arithmetic(row)).replace("#N/A", '""')
        if record.rated:
            formula = f'IF(RatingsMissing>0,"",{formula})'
        for key, total in row.sums.items():
            if formula == f"{{row[{key}]}}" and len(row.sums) == 1:
                return total
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


def encounter_columns(values: Values, slots: int) -> list[Column]:
    """Direct encounter, where the list has it: the columns behind those that rank before it."""
    code = values.encounter
    search = code and code.tie_break.search
    if code is None or search is None or search.columns is None:
        return []
    helpers = [*search.columns(values.count, code, group_before(slots))]
    values.add(helper for helper in helpers if helper.of_rounds)
    return [
        native_column(key, heading, formula)
        for key, heading, formula, of_rounds in helpers
        if not of_rounds
    ]
