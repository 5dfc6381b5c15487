"""Results that are assumed, as a person types them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from .race import exact
from .table import PlayedGame, RaceTable

_NUMBER = r"\d+(?:[.,]\d+)?"
_SCORE = re.compile(
    rf"(?P<first>.+?)\s+(?P<own>{_NUMBER})\s*[-–:]\s*(?P<other>{_NUMBER})\s+(?P<second>.+)"
)


class AssumptionError(ValueError):
    """An assumed result cannot be taken; the message is one sentence that says why."""


def assume(table: RaceTable, assumptions: Sequence[str]) -> RaceTable:
    """The table after assumed results: their points are counted, and the games are gone."""
    points, games, played = list(table.points), list(table.games), list(table.played)
    for text in assumptions:
        first, own, other, second = _parse_assumption(table, text)
        at = next((at for at, game in enumerate(games) if set(game) == {first, second}), None)
        if at is None:
            raise AssumptionError(
                f"“{text}”: {table.names[first]} and {table.names[second]} have no game left"
            )
        del games[at]
        result = _result(table, text, own, other)
        values = table.scoring.values
        points[first] += values[result]
        points[second] += values[len(values) - 1 - result]
        is_overtime = len(values) == 4 and result in (1, 2)
        played.append(PlayedGame(first, second, float(own), float(other), is_overtime))
    return table._replace(points=points, games=games, played=played)


def _parse_assumption(table: RaceTable, text: str) -> tuple[int, Fraction, Fraction, int]:
    found = _SCORE.fullmatch(text.strip())
    if not found:
        raise AssumptionError(f"“{text}” is not written as “Reds 2-1 Blues”")
    own, other = (exact(float(found[side].replace(",", "."))) for side in ("own", "other"))
    return number_of(table, found["first"]), own, other, number_of(table, found["second"])


def number_of(table: RaceTable, name: str) -> int:
    """The number of a team by its name, in large or small letters."""
    wanted = name.strip().casefold()
    found = [at for at, known in enumerate(table.names) if known.casefold() == wanted]
    if len(found) != 1:
        known = ", ".join(table.names)
        raise AssumptionError(f"there is no team “{name.strip()}”; the teams are {known}")
    return found[0]


def _result(table: RaceTable, text: str, own: Fraction, other: Fraction) -> int:
    """The index of the result that a score stands for, as the first team sees it."""
    values = table.scoring.values
    if len(values) > 3:
        for at, pair in enumerate(zip(values, reversed(values))):
            if pair == (own, other):
                return at
        raise AssumptionError(f"“{text}”: a game does not end with these points")
    if own == other and len(values) == 2:
        raise AssumptionError(f"“{text}”: a game does not end in a draw")
    return 0 if own > other else len(values) - 1 if own < other else 1
