"""Chess: tie-breaks of ratings (Article 10 of C.07), and FIDE's two rating tables.

One table gives the rating difference of a score in whole per cent, the other the expected score of
a rating difference; each is a list that is looked up, no formula.  Only games over the board count,
a draw as half, whatever the scoring is.  Who makes 6 of 9 against opponents of 2400 on average::

    6 of 9 is 67 per cent     its difference is 125     performance (TPR) 2400 + 125 = 2525

A perfect performance (PTP) is searched for: the lowest rating that is expected to make the score.
Where a player is unrated, and nobody says what that counts as, all of Article 10 is #N/A.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import getitem
from typing import Annotated, Any, Literal, TypeAlias

from ...catalogue.cells import (
    COMPARED_DECIMALS,
    ErrorValue,
    na_error,
    num_error,
    to_number,
    to_single_column,
    value_error,
)
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import (
    Term,
    any_of,
    apply,
    named,
    refuse,
    rounded,
    sign,
    where,
    whole_part,
)
from ...catalogue.kinds import Each, Kind, Number
from .event import Event, System, no_game
from .own_results import CATEGORY
from .rule_sets import NEWEST, Rules
from .unplayed_rounds import CutHigh, CutLow, check_cuts
from .wall_list import PLAYED, Games

DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309),
    *(322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""The rating difference of a score of 50, 51, … 100 per cent (B.02, 8.1.1)."""

LARGEST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""Up to which difference the higher rated is expected to score 50, 51, … 99 per cent (8.1.2)."""

ALL_POINTS = 800
"""How far a rating must be above all others to expect every point of them."""
HALVES = {"1": 2, "=": 1, "0": 0}
"""Twice the points of a game: a draw is half a game in every rating, whatever the scoring."""

Value: TypeAlias = "float | ErrorValue"
RatingCode = Literal["ARO", "TPR", "PTP", "APRO", "APPO"]


def rating_difference(percent: Any) -> Any:
    """The rating difference dp of a score in whole per cent."""
    own_sign = where(percent >= 50, 1.0, -1.0)
    return own_sign * apply(getitem, "INDEX({0},{1}+1)", DIFFERENCES, abs(percent - 50))


def expected_percent(difference: Any) -> Any:
    """The expected score of one who is rated higher by a difference, in whole per cent."""
    steps = apply(bisect_left, "SUM(({0}<{1})*1)", LARGEST_DIFFERENCE, abs(difference))
    return 50 + sign(difference) * steps


_expected_percent = lru_cache(maxsize=4096)(expected_percent)
"""A perfect performance is a search, which asks for the same differences again and again."""


def half_up(value: Any) -> Any:
    """The whole number next to a value, halves up."""
    return whole_part(rounded(value, COMPARED_DECIMALS) + 0.5)


def score_in_percent(halves: Any, games: Any) -> Any:
    """Half points in whole per cent of the games, halves up."""
    return whole_part((100 * halves + games) / (2 * games))


def percent_made(halves: Any) -> Any:
    """Half points as the sum of the per cents of single games."""
    return 50 * halves


def performance(average: Any, difference: Any) -> Any:
    """The average rating of the opponents and the rating difference of the score (10.2)."""
    return average + difference


def without_points(lowest: Any) -> Any:
    """The perfect performance of who has no points, by the lowest opponent (10.3)."""
    return lowest - ALL_POINTS


def _ratings(value: object, where: str) -> list[float]:
    ratings = []
    for r, cell in enumerate(to_single_column(value, where), 1):
        rating = to_number(cell, f"{where}, row {r},")
        if rating < 0:
            raise num_error(f"{where}, row {r}, must not be negative; {rating:g} is")
        ratings.append(rating)
    return ratings


Ratings = Annotated[
    list[float],
    Kind("a column of ratings", _ratings, takes_range=True),
    SharedHelp(
        "The players' ratings in the tournament's first list, one for each row; blank or 0 where "
        "a player is unrated.",
        {
            "#VALUE!": "A rating is no number, or there is not one for each row.",
            "#NUM!": "A rating is negative.",
        },
    ),
]
Unrated = Annotated[
    Number,
    SharedHelp("The rating that unrated players count with; without it all of Article 10 is #N/A."),
]


class RatedGames:
    """The games that count for ratings, and what follows from them, for every player."""

    def __init__(
        self, event: Event, ratings: Sequence[float] | None, unrated: float | None
    ) -> None:
        wall_list = event.wall_list
        listed = [0.0] * len(wall_list.is_player)
        if ratings is not None:
            listed = [*wall_list.align(ratings, "ratings")]
        without = [p for p, there in enumerate(wall_list.is_player) if there and not listed[p]]
        self.refusal: ErrorValue | None = None
        if without and unrated is None:
            self.refusal = na_error(
                f"ratings, row {without[0] + 1}, is blank: with an unrated player Article 10 is "
                "not used unless the regulations say so; say unrated"
            ).value
        self.ratings = [rating or unrated or 0.0 for rating in listed]
        self.games = [[one for one in rounds if one.result in PLAYED] for rounds in event.players]

    def value(self, code: str, cut_low: int = 0, cut_high: int = 0) -> list[Value]:
        """One of the tie-breaks of Article 10 for every player."""
        if self.refusal is not None:
            return [self.refusal] * len(self.games)
        if code == "ARO":
            return [self._average(player, cut_low, cut_high) for player in range(len(self.games))]
        if code in ("APRO", "APPO"):
            return self._of_opponents(self.value("TPR" if code == "APRO" else "PTP"))
        rated = self._performance if code == "TPR" else self._perfect
        return [
            rated(player) if games else no_game(player).value
            for player, games in enumerate(self.games)
        ]

    def _opponents(self, player: int) -> list[float]:
        return [self.ratings[game.opponent] for game in self.games[player]]

    def _average(self, player: int, cut_low: int, cut_high: int) -> Value:
        """The average rating of the opponents that cuts leave, rounded (10.1)."""
        opponents = sorted(self._opponents(player))
        left = opponents[cut_low : max(cut_low, len(opponents) - cut_high)]
        return float(half_up(math.fsum(left) / len(left))) if left else no_game(player).value

    def _half_points(self, player: int) -> int:
        return sum(HALVES[game.result] for game in self.games[player])

    def _performance(self, player: int) -> Value:
        """The tournament performance rating (10.2)."""
        games = len(self.games[player])
        average = half_up(math.fsum(self._opponents(player)) / games)
        percent = score_in_percent(self._half_points(player), games)
        return float(performance(average, rating_difference(percent)))

    def _perfect(self, player: int) -> Value:
        """The lowest rating whose expected score is at least the points made (10.3)."""
        opponents = self._opponents(player)
        points = percent_made(self._half_points(player))
        if not points:
            return float(without_points(min(opponents)))
        low = without_points(math.floor(min(opponents)))
        high = math.ceil(max(opponents)) + ALL_POINTS
        while low < high:
            middle = (low + high) // 2
            if sum(_expected_percent(middle - rating) for rating in opponents) >= points:
                high = middle
            else:
                low = middle + 1
        return float(low)

    def _of_opponents(self, values: list[Value]) -> list[Value]:
        """The mean of the opponents' values, rounded (10.4, 10.5)."""
        means: list[Value] = []
        for player, games in enumerate(self.games):
            met = [value for game in games if isinstance(value := values[game.opponent], float)]
            mean = float(half_up(math.fsum(met) / len(met))) if met else no_game(player).value
            means.append(mean)
        return means


@function(CATEGORY)
def RATING_TIEBREAK(
    wall_list: Games,
    ratings: Ratings,
    what: RatingCode,
    cut_low: CutLow = 0,
    cut_high: CutHigh = 0,
    unrated: Unrated | None = None,
    rules: Rules = NEWEST,
    system: System = "swiss",
) -> list[float | str]:
    """A tie-break of the opponents' ratings: their average, performances, perfect performances.

    Parameters
    ----------
    what
        ARO: the average rating of the opponents, rounded.  TPR: ARO and the rating difference of
        the score in per cent.  PTP: the lowest rating whose expected score is the points made.
        APRO, APPO: the average of the opponents' TPR, PTP, rounded.

    Errors
    ------
    #N/A
        A player is unrated and `unrated` is blank, or the row has no game left.
    #VALUE!
        Cuts are for ARO only.

    Notes
    -----
    Only games over the board count, also in a round robin.  Halves are rounded up.  PTP of a
    player without points is the lowest opponent less 800.

    Source
    ------
    FIDE Handbook, C.07, Articles 10.1 to 10.5, 14.1.1 and 15.2.

    Examples
    --------
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "ARO")
    [[1853.0], [1852.0], [1883.0], [1853.0]]
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "TPR")
    [[2046.0], [1852.0], [2008.0], [1053.0]]
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "PTP")
    [[2046.0], [1849.0], [2014.0], [1005.0]]
    """
    check_cuts(cut_low, cut_high)
    if (cut_low or cut_high) and what != "ARO":
        raise value_error(f"{what} takes no cuts; cut_low and cut_high must be 0")
    games = RatedGames(Event(wall_list, system, rules), ratings, unrated)
    return wall_list.to_column(games.value(what, cut_low, cut_high))


_RATED = {
    "ARO": sentence("the average rating of the opponents (Article 10.1)"),
    "TPR": sentence("the tournament performance rating (Article 10.2)"),
    "PTP": sentence("the perfect tournament performance (Article 10.3)"),
    "APRO": sentence("the average performance of the opponents (Article 10.4)"),
    "APPO": sentence("the average perfect performance of the opponents (Article 10.5)"),
}


@RATING_TIEBREAK.derivation
def _derivation_of_rating_tie_break(
    of: Subject,
    wall_list: Argument,
    ratings: Argument | Sequence[Term],
    what: Term,
    cut_low: Term,
    cut_high: Term,
    unrated: Term | None,
    rules: Term,
    system: Term,
) -> Iterator[Step]:
    event = Event(wall_list.parsed, system.value, rules.value)
    block = of.arguments["ratings"]
    assert block is not None
    listed = [float(row[0] or 0) for row in block.block]
    games = RatedGames(event, listed, unrated.value if unrated else None)
    value = games.value(what.value, cut_low.value, cut_high.value)[of.row]
    if not isinstance(value, float):
        return
    for game in games.games[of.row]:
        name, rating = of.name(game.opponent), block.at(game.opponent)
        if not rating.value:
            assert unrated is not None
            rating = unrated
        yield step("{opponent} is rated {rating}.", opponent=name, rating=rating)
    yield step(
        f"From these and the results of {{own}} follows {{figure}}: {_RATED[what.value]}.",
        own=of.own,
        figure=Term(value, of.element(of.call)),
    )


@function(CATEGORY)
def RATING_DP(p: Each) -> float:
    """The rating difference dp of a fractional score p, by FIDE's table.

    Parameters
    ----------
    p
        The score as a fraction of the games, from 0 to 1; rounded to hundredths, halves up.

    Errors
    ------
    #NUM!
        `p` is below 0 or above 1.

    Source
    ------
    FIDE Handbook, B.02, Article 8.1.1 (8.1a in older numbering).

    Examples
    --------
    >>> RATING_DP(0.75)
    193.0
    >>> RATING_DP([[0], [0.5], [0.625], [1]])
    [[-800.0], [0.0], [95.0], [800.0]]
    """
    refuse(any_of(p < 0, p > 1), lambda: num_error(f"p must be from 0 to 1, not {p:g}"))
    return rating_difference(named("percent", half_up(100 * p)))  # type: ignore[no-any-return]


@function(CATEGORY)
def EXPECTED_SCORE(difference: Each) -> float:
    """The expected score of one game, by FIDE's table.

    Parameters
    ----------
    difference
        The own rating less the opponent's; not cut off at 400.

    Source
    ------
    FIDE Handbook, B.02, Article 8.1.2 (8.1b in older numbering).

    Examples
    --------
    >>> EXPECTED_SCORE(100)
    0.64
    >>> EXPECTED_SCORE([[3], [4], [-4], [736]])
    [[0.5], [0.51], [0.49], [1.0]]
    """
    return expected_percent(difference) / 100  # type: ignore[no-any-return]
