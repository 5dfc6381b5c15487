"""Chess: the tie-breaks as LAMBDAs, each written from the arithmetic of its record.

A LAMBDA of a tie-break gives a column for all rows at once, so each quantity of a game is an array:
``games`` as :mod:`.chess` has them, ``points``, ``result``, ``scores``.  It takes what its formula
names of ``PARAMETERS``, and is called with the same names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ....catalogue.expression import Term, lambda_body_of, symbol, to_term
from ....catalogue.expression.terms import COMPARISON, UNKNOWN
from ....functions.chess.codes import CRITERIA, Criterion
from ....functions.chess.criteria import BLACK, Game, Row
from ....functions.chess.rule_sets import RULE_SETS
from .arrays import ArraysRow

PARAMETERS = (
    *("games", "worth", "fixed", "year", "forfeits", "fore", "low", "high", "limit", "ratings"),
    "here",
)
_OF_OPPONENTS = {"low": "0", "high": "0", "fore": "FALSE"}
"""What another tie-break is called with: none of the modifiers of the code."""
_LOSSES = ",".join(
    name for name, rules in RULE_SETS.items() if rules.round_robin_forfeit_losses_counted
)
_RESULTS = "-1=0+-?UFHZ"
"""The results by their numbers, from 1."""
_QUANTITIES = {
    "result": "XLT_MOD(games, 100)",
    "colour": "INT(XLT_MOD(games, 1000)/100)",
    "points": "XLT_WORTH(games, worth)",
    "final": "XLT_TOTAL(XLT_WORTH(games, worth))",
    "other": "XLT_OTHERS(games, worth)",
    "left": "COLUMNS(games)+1-SEQUENCE(1, COLUMNS(games))",
}
"""What is calculated before anything else, where the formula names it."""


class _Game(Game):
    """The rounds of all rows, as arrays."""

    points, points_of_other, left = map(symbol, ("points", "other", "left"))
    score: Any = None
    was_played, counts = map(symbol, ("XLT_IS_GAME(games, FALSE)", "XLT_IS_GAME(games, fixed)"))

    def __init__(self, row: _Row) -> None:
        self.row = row

    def ended(self, results: str) -> Any:
        conditions = (f"result={_RESULTS.index(result, 1)}" for result in results)
        return sum((Term(UNKNOWN, one, COMPARISON) for one in conditions), start=0)

    def has_colour(self, colour: str) -> Any:
        return Term(UNKNOWN, f"colour={2 if colour == BLACK else 0}", COMPARISON)

    def their(self, figure: str) -> Any:
        known = {"points": "final", "rating": "ratings"}
        values = known.get(figure) or call_of(CRITERIA[figure], _OF_OPPONENTS)
        return symbol(f"XLT_FACING(games, {values})")


class _Row(ArraysRow, Row):
    """All rows, as arrays."""

    held = "games>0"
    win, draw = map(symbol, ("INDEX(worth, 1, 1)", "INDEX(worth, 1, 2)"))
    rounds, games_each = map(symbol, ("COLUMNS(games)", "XLT_GAMES_EACH(games, here, fixed)"))
    rating = symbol("ratings")
    is_round_robin, is_fore = map(symbol, ("fixed", "fore"))
    forfeit_losses_count = symbol(f"OR(year={{{_LOSSES}}})")
    cut_low, cut_high, limit = map(symbol, ("low", "high", "limit"))

    def game(self) -> _Game:
        """The rounds of all rows."""
        return _Game(self)

    def own(self, code: str) -> Any:
        return symbol(call_of(CRITERIA[code], _OF_OPPONENTS))

    def rating_difference(self, percent: Any) -> Any:
        return symbol(f"MAP({percent.formula}, LAMBDA(own, XLT_DP(own)))")

    def opposition(self, each: Callable[[Any], Any], fore: bool = False) -> Any:
        game = _Game(self)
        game.score, game.points = symbol("scores"), symbol("XLT_WORTH(paired, worth)")
        return symbol(
            f"LET(paired, {'XLT_FORE(games)' if fore else 'games'}, "
            "scores, XLT_SCORES(paired, worth, fixed, year, forfeits), "
            f"XLT_AFTER_CUTS(scores, IF(scores<0, 0, {to_term(each(game)).formula}), "
            "XLT_AWAY(paired, fixed, forfeits), low, high))"
        )


def individual() -> list[Criterion]:
    """The tie-breaks that have a LAMBDA."""
    return [record for record in CRITERIA.values() if not record.teams]


def _names(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", text)))


def _written(record: Criterion) -> tuple[list[str], str]:
    """The parameters of a tie-break's LAMBDA, and its formula."""
    arithmetic = record.arithmetic
    assert arithmetic is not None
    body = lambda_body_of(lambda: arithmetic(_Row()))
    before = [f"{name}, {text}, " for name, text in _QUANTITIES.items() if name in _names(body)]
    whole = f"LET({''.join(before)}{body})" if before else body
    return [name for name in PARAMETERS if name in _names(whole)], whole


def call_of(record: Criterion, changed: dict[str, str] | None = None) -> str:
    """The call of a tie-break's LAMBDA, where its parameters have their own names."""
    if record.search:
        return record.search.call
    names, _ = _written(record)
    return f"XLT_TB_{record.code}({', '.join((changed or {}).get(name, name) for name in names)})"


def chosen(word: str, codes: list[str], otherwise: str = "#VALUE!") -> str:
    """The tie-break that a word in small letters names."""
    text = otherwise
    for code in reversed(codes):
        text = f'IF({word}="{code.lower()}", {call_of(CRITERIA[code])}, {text})'
    return text


def criteria() -> dict[str, str]:
    """The LAMBDA of every tie-break, by name."""
    found: dict[str, str] = {}
    for record in individual():
        if record.search:
            found |= record.search.lambdas or {}
        else:
            names, body = _written(record)
            found[f"XLT_TB_{record.code}"] = f"LAMBDA({', '.join(names)}, {body})"
    return found
