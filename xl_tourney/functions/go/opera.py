"""Go: performance ratings, and OPERA, the mean of the opponents' performance ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, Literal, NamedTuple

from ...catalogue.cells import ErrorValue, no_divisor, outside
from ...catalogue.declaration import function
from ...catalogue.docstrings import Shared
from .criteria import CATEGORY
from .wall_list import Game, Games, PerPlayer, Round

PASSES = 2
"""Everything is rated from the entry ratings, and once more from the exit ratings."""

NO_CHANCE = 700.0
"""From this ratio of a difference to A the expectancy is 0 to any number of digits."""

Variant = Literal["text", "program"]
Ratings = Annotated[
    PerPlayer,
    Shared(
        "The entry ratings (GoR: 2100 is 1 dan), one for each row of the wall list.",
        {
            "#VALUE!": "A rating is no number, or there is not one for each row.",
            "#NUM!": "A rating is so large that it gives no number.",
        },
    ),
]


class Formula(NamedTuple):
    """How a variant rates a game."""

    con: Callable[[float], float]
    """How far a game can move a rating."""
    rating_for_a: Callable[[float, float], float]
    """Which of the own and the opponent's rating says how much a difference matters."""
    short: float
    """By how much a handicap is worth less than its stones, since there is no komi."""

    def advantage(self, stones: int) -> float:
        """The rating points that stones add to the opponent who gets them; below 0, to oneself."""
        return math.copysign(100 * (abs(stones) - self.short), stones) if stones else 0.0


def _text_con(rating: float) -> float:
    below = max((2700 - rating) / 100, 0.0)
    return 10 + math.sqrt(below * below + below)


def _program_con(rating: float) -> float:
    below = (2700 - rating) / 100
    square = below * below - below
    return max(10.0, 10 + below + math.sqrt(square)) if square >= 0 else 10.0


FORMULAS = {
    "text": Formula(_text_con, min, 0.5),
    "program": Formula(_program_con, lambda own, opponent: own, 0.0),
}


def a_of(rating: float) -> float:
    """A, the rating points by which a difference is measured: 200 up to 1900, 70 from 2700."""
    return min(200.0, max(70.0, 200 + (1900 - rating) * 0.1625))


def _played(rounds: Sequence[Round]) -> list[Game]:
    return [one for one in rounds if isinstance(one, Game) and one.played]


def rated(
    games: Sequence[Sequence[Game]], ratings: Sequence[float], formula: Formula
) -> list[float]:
    """Everybody's rating after all games, each player's games with the ratings before them."""

    def gain(own: float, game: Game) -> float:
        opponent = ratings[game.opponent] + formula.advantage(game.stones)
        ratio = (opponent - own) / a_of(formula.rating_for_a(own, opponent))
        return game.points - (1 / (math.exp(ratio) + 1) if ratio < NO_CHANCE else 0.0)

    after = [
        own + formula.con(own) * math.fsum(gain(own, game) for game in players_games)
        for own, players_games in zip(ratings, games)
    ]
    if not all(map(math.isfinite, after)):
        raise outside("the ratings are too large")
    return after


def _performance(
    games: Sequence[Sequence[Game]], ratings: Sequence[float], variant: Variant
) -> list[int]:
    """Everybody's performance rating, cut to an integer."""
    for _ in range(PASSES):
        ratings = rated(games, ratings, FORMULAS[variant])
    return [math.trunc(rating) for rating in ratings]


@function(CATEGORY)
def PERFORMANCE_RATING(
    wall_list: Games, ratings: Ratings, variant: Variant = "text"
) -> list[float | str]:
    """The rating after the tournament, when everything is rated twice, cut to an integer.

    Rating = entry + CON·Σ(result − expectancy), where the expectancy is 1/(e^(D/A) + 1) and D the
    opponent's rating less one's own.  The exit ratings then replace the entry ratings, and
    all games are rated once more.

    Parameters
    ----------
    variant
        text: A = 200 + (1900 − R)·0.1625 within 70…200 for the lower rating of the two, CON =
        10 + √(v² + v) with v = (2700 − R)/100, 10 from 2700 up.  program: A for the own rating,
        CON = 10 + v + √(v² − v), at least 10.

    Notes
    -----
    Only games that were played count: no byes, absences or forfeits.  In a handicap game the
    opponent's rating is shifted for the expectancy, up by what one gives and down by what one
    takes: 100·(stones − ½) in the text, 100·stones in the program.  The program also leaves out
    games against opponents rated below 0, which is not followed here.

    Source
    ------
    The OPERA Tiebreaker page of the wiki of Ire, section Formulation; program is what Ire itself
    calculates.

    Examples
    --------
    >>> PERFORMANCE_RATING([["2+"], ["1-"]], [[2100], [2050]])
    [[2113.0], [2035.0]]
    >>> PERFORMANCE_RATING([["2+"], ["1-"]], [[2100], [2050]], "program")
    [[2117.0], [2031.0]]
    """
    games = [_played(rounds) for rounds in wall_list.players]
    return wall_list.column(_performance(games, wall_list.beside(ratings, "ratings"), variant))


@function(CATEGORY)
def OPERA(wall_list: Games, ratings: Ratings, variant: Variant = "text") -> list[float | str]:
    """Opposition performance rating average: the mean of the opponents' performance ratings.

    Parameters
    ----------
    variant
        text or program, as in PERFORMANCE_RATING.

    Errors
    ------
    #DIV/0!
        A player has played no game; the other players keep their values.

    Notes
    -----
    Only games that were played count.  Performance ratings are cut to integers, and so is their
    mean.

    Source
    ------
    The OPERA Tiebreaker page of the wiki of Ire; program is what Ire itself calculates.

    Examples
    --------
    >>> OPERA([["2+", "4+", "3-"], ["1-", "3+", "4+"], ["4+", "2-", "1+"], ["3-", "1-", "2-"]],
    ...       [[2100], [2050], [1950], [1800]])
    [[1932.0], [1946.0], [1974.0], [2041.0]]
    >>> OPERA([["2+"], ["1-"], ["0+"]], [[2100], [2050], [1950]])
    [[2035.0], [2113.0], ['#DIV/0!']]
    """
    games = [_played(rounds) for rounds in wall_list.players]
    performance = _performance(games, wall_list.beside(ratings, "ratings"), variant)

    def mean(players_games: list[Game]) -> float | ErrorValue:
        if not players_games:
            return no_divisor("a player without games has no opponents").value
        met = math.fsum(performance[game.opponent] for game in players_games)
        return float(math.trunc(met / len(players_games)))

    return wall_list.column([mean(players_games) for players_games in games])
