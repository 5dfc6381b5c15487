"""The arithmetic of chess tie-breaks, each text once: it is traced by formulas, and calculates.

One of FIDE's two rating tables gives the rating difference of a score in whole per cent, the other
the expected score of a rating difference; each is a list that is looked up, no formula.  Who makes
6 of 9 against opponents of 2400 on average::

    6 of 9 is 67 per cent     its difference is 125     performance (TPR) 2400 + 125 = 2525
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from operator import getitem
from typing import Any

from ....catalogue.cells import COMPARED_DECIMALS
from ....catalogue.expression import apply, greatest, least, rounded, sign, where, whole_part

# Games and scores ---------------------------------------------------------------------------------


def games_each(rounds: Any, players: Any, is_round_robin: Any) -> Any:
    """How many games each can play: all rounds, less the free ones of an odd round robin."""
    is_odd = players - 2 * whole_part(players / 2)
    free = where(is_round_robin * is_odd == 1, lambda: whole_part(rounds / greatest(1, players)), 0)
    return rounds - free


def least_of_koya(games: Any, win: Any, limit: Any) -> Any:
    """The score from which an opponent counts: half of the maximum, and a limit (9.2)."""
    return games * win / 2 + limit


def standard_point(own: Any, other: Any) -> Any:
    """1 for more points than somebody else, ½ for as many (7.7)."""
    return (1 + sign(own - other)) / 2


def times_counted(left: Any, held: Any, cut: Any) -> Any:
    """In how many scores after a round its points are, where so many rounds are left (7.5)."""
    scores = held - cut
    return where(scores < 0, 0, where(left < scores, left, scores))


def dummy_score(own: Any, cap: Any, is_capped: Any) -> Any:
    """The score of the dummy opponent of an unplayed round (16.4)."""
    return where(is_capped, lambda: least(own, cap), own)


def drawn_rounds(draw: Any, rounds: Any) -> Any:
    """The score of who draws in every round (16.4.2)."""
    return draw * rounds


# Ratings (B.02) -----------------------------------------------------------------------------------

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


def rating_difference(percent: Any) -> Any:
    """The rating difference dp of a score in whole per cent."""
    own_sign = where(percent >= 50, 1.0, -1.0)
    return own_sign * apply(getitem, "INDEX({0},{1}+1)", DIFFERENCES, abs(percent - 50))


def expected_percent(difference: Any) -> Any:
    """The expected score of one who is rated higher by a difference, in whole per cent."""
    steps = apply(bisect_left, "SUM(({0}<{1})*1)", LARGEST_DIFFERENCE, abs(difference))
    return 50 + sign(difference) * steps


expected_percent_again = lru_cache(maxsize=4096)(expected_percent)
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
