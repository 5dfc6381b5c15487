"""The tie-breaks of C.07 that are arithmetic, in the order of its articles.

Direct encounter and the perfect performance are searches: see
:mod:`~xl_tourney.functions.chess.direct_encounter` and
:mod:`~xl_tourney.functions.chess.ratings`.
"""

from __future__ import annotations

from typing import Any

from ....catalogue.cells import na_error
from ....catalogue.derivation import sentence
from ....catalogue.expression import named, refuse, where
from . import BLACK, UNKNOWN_COLOUR, VOLUNTARY, Game, Row, criterion
from .arithmetic import (
    half_up,
    least_of_koya,
    performance,
    score_in_percent,
    standard_point,
    times_counted,
)

_CUTS = "CMP"

# Own results (Articles 4 and 7) -------------------------------------------------------------------


@criterion("PTS", "points", "in the list, it alone ranks.", "4.1", is_offered=False)
def points(row: Row) -> Any:
    """The points of all rounds."""
    return row.total(lambda game: game.points)


@criterion("WIN", "rounds won", "rounds with as many points as a win, played or not.", "7.1")
def rounds_won(row: Row) -> Any:
    """Rounds with as many points as a win."""
    return row.total(lambda game: game.points == row.win)


@criterion("WON", "games won", "over the board, without forfeits.", "7.2")
def games_won(row: Row) -> Any:
    """Games won; in a round robin also by forfeit (15.2)."""
    return row.total(lambda game: game.won + row.is_round_robin * game.ended("+"))


_NOT_KNOWN = -1000
"""What a game counts whose colour is not known: a sum with one is below 0."""


def _with_black(row: Row, each: Any) -> Any:
    """Something of each game with Black; no value where a game's colour is not known."""

    def counted(game: Game) -> Any:
        return game.has_colour(BLACK) * each(game) + game.has_colour(UNKNOWN_COLOUR) * _NOT_KNOWN

    found = named("counted", row.total(counted, lambda game: game.counts_as_own))
    refuse(found < 0, lambda: na_error(f"row {row.number} has a game whose colour is not known"))
    return found


@criterion("BPG", "games with Black", "games played with Black.", "7.3")
def games_with_black(row: Row) -> Any:
    """Games played with Black."""
    return _with_black(row, lambda game: 1)


@criterion("BWG", "wins with Black", "games won with Black.", "7.4")
def wins_with_black(row: Row) -> Any:
    """Games won with Black."""
    return _with_black(row, lambda game: game.ended("1+"))


@criterion(
    "PS", "progressive score", "the scores after each round, added up.", "7.5", modifiers="C",
)  # fmt: skip
def progressive_score(row: Row) -> Any:
    """The points of each round, as often as they are in the score after a round."""
    row.say(sentence("The points of a round count in each score from it on."))
    row.say(sentence("Of the first scores {cut} are left out (Article 14)."), cut=row.cut_low)
    return row.total(lambda game: game.points * times_counted(game.left, row.rounds, row.cut_low))


@criterion("REP", "rounds played", "rounds that the player elected to play.", "7.6")
def rounds_elected(row: Row) -> Any:
    """All rounds but those that were left unplayed voluntarily."""
    return row.total(lambda game: 1 - game.ended(VOLUNTARY))


@criterion(
    "STD", "standard points", "1 for a round with more points than the opponent, ½ for as many.",
    "7.7", since="2026",
)  # fmt: skip
def standard_points(row: Row) -> Any:
    """1 for more points in a round than the opponent got, ½ for as many."""
    return row.total(
        lambda game: standard_point(game.points, game.points_of_other),
        lambda game: 1 - game.ended("?"),
    )


@criterion(
    "TPN", "pairing number", "lower is better.", "7.8", modifiers="R", lower_is_better=True,
    since="2026",
)  # fmt: skip
def pairing_number(row: Row) -> Any:
    """The number of the row."""
    return row.number


# The opponents' scores (Articles 8 and 9) ---------------------------------------------------------


@criterion(
    "BH", "Buchholz", "the sum of the opponents' scores.", "8.1", modifiers="CMPF",
)  # fmt: skip
def buchholz(row: Row) -> Any:
    """The scores of the opponents."""
    return row.opposition(lambda game: game.score)


@criterion("AOB", "average opponents' Buchholz", "the mean of their sums.", "8.2", modifiers="PF")
def average_of_buchholz(row: Row) -> Any:
    """The mean of the opponents' Buchholz, or with /F of their fore Buchholz."""
    return row.mean(
        lambda game: where(row.is_fore, lambda: game.their("FB"), lambda: game.their("BH")),
        lambda game: game.counts,
    )


@criterion(
    "FB", "fore Buchholz", "as if every game of the last round were a draw.", "8.3",
    modifiers=_CUTS,
)  # fmt: skip
def fore_buchholz(row: Row) -> Any:
    """Buchholz before the last round: every game in it counts as a draw."""
    return row.opposition(lambda game: game.score, fore=True)


@criterion(
    "SB", "Sonneborn-Berger", "the opponents' scores times the points against them.", "9.1",
    modifiers=_CUTS,
)  # fmt: skip
def sonneborn_berger(row: Row) -> Any:
    """The scores of the opponents, times the points against them."""
    return row.opposition(lambda game: game.score * game.points)


@criterion(
    "KS", "Koya", "points against opponents with at least half of the maximum.", "9.2",
    modifiers="L",
)  # fmt: skip
def koya(row: Row) -> Any:
    """Points against the opponents who have enough points."""
    least = least_of_koya(row.games_each, row.win, row.limit)
    row.say(sentence("An opponent counts from {least} points on."), least=least)
    return row.total(
        lambda game: where(game.their("points") >= least, game.points, 0),
        lambda game: game.counts,
    )


# Ratings (Article 10) -----------------------------------------------------------------------------


@criterion(
    "ARO", "average rating of opponents", "ratings of the tournament's list.", "10.1",
    modifiers="CMU", rated=True,
)  # fmt: skip
def average_rating(row: Row) -> Any:
    """The mean of the opponents' ratings, rounded."""
    cuts = row.cut_low, row.cut_high
    mean = row.mean(lambda game: game.their("rating"), lambda game: game.was_played, cuts)
    return row.apply(half_up, mean)


@criterion(
    "TPR", "performance rating", "the opponents' average rating, more or less by the score.",
    "10.2", modifiers="U", rated=True,
)  # fmt: skip
def tournament_performance(row: Row) -> Any:
    """The average rating of the opponents, and the rating difference of the score."""
    average = row.own("ARO")
    halves = row.total(lambda game: 2 * game.won + game.drawn)
    percent = row.apply(score_in_percent, halves, row.count(lambda game: game.was_played))
    return performance(average, row.rating_difference(percent))


def _average_of_opponents(row: Row, code: str) -> Any:
    mean = row.mean(lambda game: game.their(code), lambda game: game.was_played)
    return row.apply(half_up, mean)


@criterion(
    "APRO", "average opponents' TPR", "the mean of their performance ratings.", "10.4",
    modifiers="U", rated=True,
)  # fmt: skip
def average_performance(row: Row) -> Any:
    """The mean of the opponents' performances, rounded."""
    return _average_of_opponents(row, "TPR")


@criterion(
    "APPO", "average opponents' PTP", "the mean of their perfect performances.", "10.5",
    modifiers="U", rated=True,
)  # fmt: skip
def average_perfect_performance(row: Row) -> Any:
    """The mean of the opponents' perfect performances, rounded."""
    return _average_of_opponents(row, "PTP")


@criterion("RTNG", "rating", "higher is better.", "10.6", modifiers="RU", since="2026")
def rating(row: Row) -> Any:
    """The rating."""
    return row.rating
