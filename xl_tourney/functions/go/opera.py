"""Go: performance ratings, and OPERA, the mean of the opponents' performance ratings.

Every game is compared with what the ratings let expect: 1/(e^(D/A) + 1) of a point, where D is the
opponent's rating less one's own.  A rating then moves by CON times what was won beyond that.  All
games are rated at once, first from the entry ratings and then from the ratings that this gives::

    2100 wins twice against 2100    expected 2·0.5, won 1 more    CON 16.5    pass 1: 2116.5

The second pass measures against opponents as strong as they played here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from ...catalogue.cells import ErrorValue, div0_error, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import (
    Term,
    apply,
    exponential,
    greatest,
    least,
    root,
    sign,
    total,
    where,
)
from ..wall_lists import PerPlayer
from .rows import PlayersArgument, value_of_player
from .wall_list import CATEGORY, Games, WallList, WallListGame

PASSES = 2
"""The number of passes: all games are rated from the entry ratings, then from the exit ratings."""

MAX_RATIO = 700.0
"""The ratio of a difference to A from which the expectancy is 0 to any number of digits."""

Variant = Literal["text", "program"]
Ratings = Annotated[
    PerPlayer,
    SharedHelp(
        "The entry ratings (GoR: 2100 is 1 dan), one for each row of the wall list.",
        {
            "#VALUE!": "A rating is no number, or there is not one for each row.",
            "#NUM!": "A rating is so large that it gives no number.",
        },
    ),
]


class Formula(NamedTuple):
    """The rating formula of a variant; its figures are rating points, but for slopes and stones."""

    variant: Any
    smallest_a: Any = 70
    largest_a: Any = 200
    a_falls_from: Any = 1900
    """Up to this rating A is the largest."""
    a_slope: Any = 0.1625
    """How much A falls with each rating point above."""
    smallest_con: Any = 10
    con_falls_to: Any = 2700
    """From this rating CON is the smallest."""
    con_step: Any = 100
    stone: Any = 100

    @property
    def stone_short(self) -> Any:
        """How many stones a handicap is worth less than its stones, for the missing komi."""
        return where(self.variant == "program", 0, 0.5)

    @property
    def a_at_zero(self) -> Any:
        """A at a rating of 0, before its limits."""
        return self.largest_a + self.a_slope * self.a_falls_from

    @property
    def opponents_slope(self) -> Any:
        """How much A falls with a rating point of a weaker opponent."""
        return where(self.variant == "program", 0, self.a_slope)

    def scale(self, own: Any, below: Any = 0) -> Any:
        """A, by which a difference is measured, where the lower of two ratings is so much below."""
        falling = self.a_at_zero - self.a_slope * own - self.opponents_slope * below
        return least(self.largest_a, greatest(self.smallest_a, falling))

    def con(self, rating: Any) -> Any:
        """CON, the factor of result minus expectancy."""
        below = (self.con_falls_to - rating) / self.con_step
        over = greatest(below, 0)

        def by_program() -> Any:
            square = below * below - below
            return where(square < 0, 0, lambda: greatest(0, below + root(square)))

        above_smallest = where(
            self.variant == "program", by_program, lambda: root(over * over + over)
        )
        return self.smallest_con + above_smallest

    def handicap_rating(self, stones: Any) -> Any:
        """The rating points that handicap stones add to the opponent; negative for stones taken."""
        in_full = abs(stones) - self.stone_short
        return where(stones == 0, 0, lambda: self.stone * sign(stones) * in_full)

    def expectancy(self, own: Any, opponent: Any, advantage: Any) -> Any:
        """The expected points of a game against an opponent with the advantage of a handicap."""
        difference = opponent + advantage - own
        below = least(0, difference) + greatest(0, 0 - advantage)
        ratio = difference / self.scale(own, below)
        return 1 / (exponential(least(ratio, MAX_RATIO)) + 1)

    def rate(self, own: Any, gains: Any) -> Any:
        """The rating after games with so many points more than expected."""
        return own + self.con(own) * gains


FORMULAS = {variant: Formula(variant) for variant in ("text", "program")}


def cut(rating: Any) -> Any:
    """A rating, or a mean of ratings, as an integer."""
    return apply(math.trunc, "TRUNC({0})", rating)


def _played_games(wall_list: WallList) -> list[list[WallListGame]]:
    return [
        [game for game in rounds if isinstance(game, WallListGame) and game.played]
        for rounds in wall_list.players
    ]


def rate_games(
    games: Sequence[Sequence[WallListGame]], ratings: Sequence[float], formula: Formula
) -> list[float]:
    """The ratings after all games, each game rated with the ratings before the tournament."""

    def gain(own: float, game: WallListGame) -> float:
        advantage = formula.handicap_rating(game.stones)
        return float(game.points - formula.expectancy(own, ratings[game.opponent], advantage))

    after = [
        formula.rate(own, math.fsum(gain(own, game) for game in players_games))
        for own, players_games in zip(ratings, games)
    ]
    if not all(map(math.isfinite, after)):
        raise num_error("the ratings are too large")
    return after


def _performance_ratings(
    games: Sequence[Sequence[WallListGame]], ratings: Sequence[float], variant: Variant
) -> list[int]:
    """The performance ratings of all players, truncated to integers."""
    for _ in range(PASSES):
        ratings = rate_games(games, ratings, FORMULAS[variant])
    return [cut(rating) for rating in ratings]


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
    Only games that were played count: no byes, absences or forfeits.  In a handicap game of the
    text the rating of who receives the stones is raised by 100·(stones − ½), for both players: the
    lower rating is found with it, and the two expectancies add up to 1.  In the program either
    player's opponent is shifted, by 100·stones.  The program also leaves out games against
    opponents rated below 0, which is not followed here.

    Source
    ------
    The OPERA Tiebreaker page of the wiki of Ire, section Formulation; program is what Ire itself
    calculates.

    Examples
    --------
    >>> PERFORMANCE_RATING([["2+"], ["1-"]], [[2100], [2050]])
    [[2113.0], [2035.0]]
    >>> PERFORMANCE_RATING([["2+/w5"], ["1-/b5"]], [[2400], [1850]])
    [[2408.0], [1838.0]]
    >>> PERFORMANCE_RATING([["2+"], ["1-"]], [[2100], [2050]], "program")
    [[2117.0], [2031.0]]
    """
    entry = wall_list.align(ratings, "ratings")
    return wall_list.to_column(_performance_ratings(_played_games(wall_list), entry, variant))


def _rated(
    of: Subject, wall_list: Argument, ratings: PlayersArgument, variant: Term
) -> tuple[list[list[WallListGame]], list[int]]:
    """The games that count, and everybody's performance rating."""
    games = _played_games(wall_list.parsed)
    entry = [value_of_player(of, "ratings", ratings, row).value or 0.0 for row in range(len(games))]
    return games, _performance_ratings(games, entry, variant.value)


@PERFORMANCE_RATING.derivation
def _derivation_of_performance(
    of: Subject, wall_list: Argument, ratings: PlayersArgument, variant: Term
) -> Iterator[Step]:
    games, performance = _rated(of, wall_list, ratings, variant)
    own = value_of_player(of, "ratings", ratings, of.row)
    yield step("{own} enters with {rating}.", own=of.own, rating=own)
    for game in games[of.row]:
        rating = value_of_player(of, "ratings", ratings, game.opponent)
        counts = {
            1.0: sentence("Counted is a win against {name} with {rating}."),
            0.5: sentence("Counted is a jigo against {name} with {rating}."),
            0.0: sentence("Counted is a loss against {name} with {rating}."),
        }
        yield step(counts[game.points], name=of.name(game.opponent), rating=rating)
    figure = Term(performance[of.row], of.element(of.call))
    yield step(
        "All games rated twice, and cut to an integer, give {performance}.", performance=figure
    )


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
    games = _played_games(wall_list)
    performance = _performance_ratings(games, wall_list.align(ratings, "ratings"), variant)

    def average(players_games: list[WallListGame]) -> float | ErrorValue:
        if not players_games:
            return div0_error("a player without games has no opponents").value
        total = math.fsum(performance[game.opponent] for game in players_games)
        return float(cut(total / len(players_games)))

    return wall_list.to_column([average(players_games) for players_games in games])


@OPERA.derivation
def _derivation_of_opera(
    of: Subject, wall_list: Argument, ratings: PlayersArgument, variant: Term
) -> Iterator[Step]:
    games, performance = _rated(of, wall_list, ratings, variant)
    call = f"PERFORMANCE_RATING({wall_list.formula},{of.formula('ratings')},{variant.formula})"
    met: list[Term] = []
    for game in games[of.row]:
        met.append(Term(performance[game.opponent], of.element(call, game.opponent)))
        name = of.name(game.opponent)
        yield step("{opponent} performed at {rating}.", opponent=name, rating=met[-1])
    mean = cut(total(met) / len(met))
    yield step("Their mean, cut to an integer, is {own}'s OPERA: {mean}.", own=of.own, mean=mean)
