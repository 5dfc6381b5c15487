"""Go: the criteria that are sums as LAMBDAs, each written from the arithmetic of its record.

Each quantity of a game is an array: ``games`` as :mod:`.go` has them, ``score`` and ``standing``.
"""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any

from ....catalogue.expression import Term, formula_of, lambda_body_of, symbol
from ....catalogue.expression.terms import COMPARISON, UNKNOWN
from ....functions.go.criteria import CRITERIA, Criterion
from ....functions.go.rows import Game, Row, sos_term, wins
from ....functions.go.sums import SOS as SOS
from .arrays import ArraysRow

_SCORE = formula_of(
    sos_term, "XLT_OPPONENTS(games, values)", "XLT_STONES(games)", symbol("the_handicap")
)
_OF_SCORES = f"""LET(
        games, XLT_GO(wall_list),
        values, XLT_PER_PLAYER(scores, wall_list),
        free, XLT_PER_PLAYER_OR_ONE(the_unplayed, wall_list),
        problem, SUM(games) + SUM(values) + SUM(free),
        IF(ISERROR(problem), problem, IF(the_drop<0, #NUM!, LET(
        score, IF(games<1000000, free, {_SCORE}),
        XLT_COLUMN({{body}}, wall_list)))))"""
_OF_POINTS = """LET(
        games, XLT_GO(wall_list),
        first, {first},
        standing, XLT_GO_SCORES(games, first, the_not_played),
        XLT_COLUMN({body}, wall_list))"""
_OR_CROSSED = """IF(XLT_CROSSED(wall_list),
        XLT_COLUMN(XLT_TOTAL(XLT_CROSS_TABLE(wall_list)), wall_list),
        {text})"""


class _Game(Game):
    """The rounds of all rows, as arrays."""

    points, score, standing = map(symbol, ("XLT_GO_POINTS(games)", "score", "standing"))
    was_played = symbol("XLT_GO_PLAYED(games)")
    has_opponent, is_open = (
        Term(UNKNOWN, text, COMPARISON) for text in ("games>=1000000", "XLT_GO_RESULTS(games)=0")
    )

    def their(self, figure: str) -> Any:
        return symbol(f"XLT_OPPONENTS(games, {_body(CRITERIA[figure], '0')})")


class _Row(ArraysRow, Row):
    """All rows, as arrays."""

    held = "games>=0"
    rounds, unplayed, start = map(symbol, ("COLUMNS(games)", "free", "first"))
    points = symbol("INDEX(XLT_GO_SCORES(games, 0, the_not_played), 0, COLUMNS(games))")

    def __init__(self, drop: str) -> None:
        self.drop = symbol(drop)

    def game(self) -> _Game:
        """The rounds of all rows."""
        return _Game()

    def own(self, code: str) -> Any:
        return symbol(_body(CRITERIA[code], "0"))


def _body(record: Criterion, drop: str) -> str:
    return lambda_body_of(lambda: record.arithmetic(_Row(drop)))


def _written(record: Criterion) -> str:
    """The formula of a criterion's function."""
    parameters, body = signature(record.takes).parameters, _body(record, "the_drop")
    if "scores" in parameters:
        return _OF_SCORES.format(body=body)
    first = "0"
    if start := parameters.get("start"):
        name = "start" if start.default is Parameter.empty else "the_start"
        first = f"XLT_PER_PLAYER_OR_ONE({name}, wall_list)"
    text = _OF_POINTS.format(first=first, body=body)
    return _OR_CROSSED.format(text=text) if record.takes is wins else text


def criteria() -> dict[str, str]:
    """The formula of every criterion, by its code."""
    return {code: _written(record) for code, record in CRITERIA.items()}
