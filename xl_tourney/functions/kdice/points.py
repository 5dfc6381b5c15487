"""kdice: what finishes are worth in points, in games, and as a sign of an affiliation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import mul

from ...catalogue.cells import (
    div0_error,
    na_error,
    num_error,
    require_not_negative,
    round_to_15_digits,
    value_error,
)
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, step
from ...catalogue.expression import Term, apply, to_term
from ...catalogue.kinds import ColumnOrNumber, Each, Line, Row, RowNumber, Table
from .record import CATEGORY, make_record, record_terms, require_seven_places

PAYOFFS = (60.0, 42.0, 35.0, 0.0, -35.0, -42.0, -60.0)
"""What each place pays at a zero-level table, where the buy-in is 60 points."""

MAX_GUTS = 6000.0
PERCENT_ROUNDING = 5
"""How far the sum of percentages may be from 100, because of rounding."""


@function(CATEGORY)
def KDICE_CI(finishes: Row, payoffs: Line | None = None, games: RowNumber | None = None) -> float:
    """The convolution integral: the expected payoff per point of buy-in, Σ share·payoff / payoff₁.

    It lies between −1 (always last) and 1 (always first); top players have about 0.25.

    Parameters
    ----------
    finishes
        How often the player came 1st … 7th, one player a row: counts, or shares.
    payoffs
        What each place pays, seven numbers, the first of them the buy-in; 60, 42, 35, 0, −35, −42,
        −60 when left out.
    games
        Games played, a column or one number; it settles how a row is read, as in TAPL.

    Errors
    ------
    #VALUE!
        Finishes or payoffs are not seven numbers.
    #NUM!
        A finish, games or the first payoff is negative.
    #DIV/0!
        The finishes add up to 0, there are no games, or the first place pays nothing.

    Notes
    -----
    Without games a row that sums to 1.5 or less is taken as fractions, from 95 to 105 as
    percentages (rounded, and so not 100 exactly; they are used as they are), anything else as
    counts.  The products are summed exactly, so that a symmetric profile gives 0.  The payoffs are
    exact for the tables of the two lowest levels only.

    Source
    ------
    The collected works of skrumgaer, section vi.

    Examples
    --------
    >>> KDICE_CI([20, 21, 17, 14, 10, 8, 7])
    0.2618333333333333
    >>> KDICE_CI([[1, 0, 0, 0, 0, 0, 0], [246, 241, 210, 172, 140, 105, 115]])
    [[1.0], [0.21727691890425824]]
    >>> KDICE_CI([30, 20, 15, 10, 10, 5, 7], None, 97)
    0.37542955326460486
    """
    shares = make_record(finishes, _games_of_shares(finishes) if games is None else games).shares
    paid = PAYOFFS if payoffs is None else payoffs
    if len(paid) != len(PAYOFFS):
        raise value_error(f"payoffs must be {len(PAYOFFS)} numbers, not {len(paid)}")
    require_not_negative(paid[:1], "the first payoff")
    if paid[0] == 0:
        raise div0_error("the first payoff is 0")
    return math.fsum(map(mul, shares, paid)) / paid[0]


def _games_of_shares(finishes: Sequence[float]) -> float | None:
    """Any number of games for a row of fractions or percentages; none for counts."""
    total = sum(finishes)
    return 1.0 if total <= 1.5 or abs(total - 100) <= PERCENT_ROUNDING else None


@KDICE_CI.derivation
def _derivation_of_payoffs(
    of: Subject, finishes: Sequence[Term], payoffs: Sequence[Term] | None, games: Term | None
) -> Iterator[Step]:
    played = games
    if games is None and (count := _games_of_shares([finish.value for finish in finishes])):
        played = to_term(count)
    _, shares = record_terms(finishes, played)
    paid = payoffs or [to_term(payoff) for payoff in PAYOFFS]
    parts = [share * payoff for share, payoff in zip(shares, paid)]
    terms = {f"part_{place}": part for place, part in enumerate(parts, 1)}
    listed = " + ".join(f"{{{name}}}" for name in terms)
    expected = sum(parts, to_term(0))
    yield step(
        f"The share of each place times what it pays: {listed} = {{expected}}.",
        **terms,
        expected=expected,
    )
    yield step("Over the buy-in of {buy_in} that is {ci}.", buy_in=paid[0], ci=expected / paid[0])


@function(CATEGORY)
def GPG(points_per_game: Each, ci: Each) -> float:
    """Guts per game: the average buy-in, estimated as points per game over the CI, at most 6000.

    Parameters
    ----------
    points_per_game
        Points earned per game.
    ci
        The convolution integral, as KDICE_CI gives it.

    Errors
    ------
    #NUM!
        The ratio is negative, as when points are won with a negative CI.
    #N/A
        Both are 0.

    Notes
    -----
    The text says that the CI is capped at 6000; the CI lies between −1 and 1, so the ratio is
    meant.  A player at the lowest tables only has 60.

    Source
    ------
    The collected works of skrumgaer, section vii.

    Examples
    --------
    >>> GPG(15, 0.25)
    60.0
    >>> GPG([[2000], [10], [0], [10]], [[0.25], [0], [0], [-0.05]])
    [[6000.0], [6000.0], ['#N/A'], ['#NUM!']]
    """
    if ci == points_per_game == 0:
        raise na_error("0 points per game over a CI of 0 can be anything")
    ratio = points_per_game / ci if ci else math.copysign(math.inf, points_per_game)
    require_not_negative([ratio], "points per game over the CI")
    return min(ratio, MAX_GUTS)


@GPG.derivation
def _derivation_of_guts(of: Subject, points_per_game: Term, ci: Term) -> Iterator[Step]:
    formula = f"IF({{1}}=0,{MAX_GUTS:g},MIN(({{0}})/({{1}}),{MAX_GUTS:g}))"
    guts = apply(GPG.rule, formula, points_per_game, ci)
    if ci.value == 0:
        yield step("With a CI of {ci} it is the most, {guts}.", ci=ci, guts=guts)
        return
    yield step(
        "{points} points a game over a CI of {ci}, at most {most}: {guts}.",
        points=points_per_game,
        ci=ci,
        most=MAX_GUTS,
        guts=guts,
    )


@function(CATEGORY)
def PPC(fraction: Each, watchers: Each, games: Each, probability: Each, empty_seats: Each) -> float:
    """Passive participation coefficient: fraction·√(watchers·games / (probability·empty seats)).

    Whether player y joins the tables of player x more often than by chance; from 3 on, y has an
    affiliation with x.

    Parameters
    ----------
    fraction
        The fraction, 0 to 1, of the games below in which y shows up after x.
    watchers
        The average number of watchers.
    games
        The games of x in which y had not sat down before.
    probability
        The probability, above 0 to 1, that y is watching; 1 where it is not known.
    empty_seats
        The average number of empty seats when x sits down.

    Errors
    ------
    #NUM!
        A number is negative, or the fraction or the probability is above 1.
    #DIV/0!
        The probability or the empty seats are 0.

    Notes
    -----
    It needs at least twenty games.  The same number is x's active participation coefficient with y.

    Source
    ------
    The collected works of skrumgaer, section viii.

    Examples
    --------
    >>> PPC(0.5, 20, 20, 1, 3)
    5.773502691896257
    >>> PPC(0.5, 20, 20, 1, 0)
    '#DIV/0!'
    """
    require_not_negative(
        [fraction, watchers, games, probability, empty_seats],
        "fraction, watchers, games, probability and empty_seats",
    )
    if max(fraction, probability) > 1:
        raise num_error("fraction and probability must be from 0 to 1")
    expected_seats = probability * empty_seats
    if expected_seats == 0:
        raise div0_error("probability and empty_seats must be above 0")
    return fraction * math.sqrt(watchers * games / expected_seats)


@function(CATEGORY)
def PPRG(points: Each, games: Each) -> float:
    """Points per root of games: points / √games, between total points and points per game.

    Parameters
    ----------
    points
        The total of points.
    games
        Games played.

    Errors
    ------
    #NUM!
        Games are negative.
    #DIV/0!
        There are no games.

    Source
    ------
    The collected works of skrumgaer, section ix.

    Examples
    --------
    >>> PPRG(10000, 100)
    1000.0
    >>> PPRG([[0], [500]], [[50], [0]])
    [[0.0], ['#DIV/0!']]
    """
    require_not_negative([games], "games")
    if games == 0:
        raise div0_error("there are no games")
    return points / math.sqrt(games)


@PPRG.derivation
def _derivation_of_root(of: Subject, points: Term, games: Term) -> Iterator[Step]:
    root = apply(math.sqrt, "SQRT({0})", games)
    yield step(
        "{points} points over √{games} = {root} are {value}.",
        points=points,
        games=games,
        root=root,
        value=points / root,
    )


@function(CATEGORY)
def BSS(finishes: Table, games: ColumnOrNumber | None = None) -> list[float]:
    """Baseball-style standings: games behind the leader.

    A place below the first costs a sixth of a game more than the place before it, up to a full
    game for the seventh; each game fewer than the player with the most has played costs half a
    game.  The leader has 0.

    Parameters
    ----------
    finishes
        How often each player came 1st … 7th, one player a row: counts, or with `games` shares.
        A player with none has not played yet.
    games
        Games played, a column or one number, when finishes are shares; blank for counts.

    Errors
    ------
    #VALUE!
        Finishes are not seven columns.
    #NUM!
        A finish or games are negative.
    #DIV/0!
        A player has games, but the finishes add up to 0.

    Notes
    -----
    The text's “fourth loses 4/6” is the fifth: only then does a game cost 3½ in all.

    Source
    ------
    The collected works of skrumgaer, section x.

    Examples
    --------
    >>> BSS([[7, 6, 5, 4, 4, 4, 5], [5, 5, 5, 5, 5, 5, 5], [2, 2, 2, 2, 2, 2, 2]])
    [[0.0], [1.8333333333333333], [1.8333333333333333]]
    >>> BSS([[3, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]])
    [[0.0], [1.5]]
    >>> BSS([[23, 23, 15, 12, 10, 7, 9], [20, 21, 17, 14, 10, 8, 7]], [[1229], [985]])
    [[0.0], [34.98833333333334]]
    """
    seasons = [_count_sixths(row, played) for row, played in zip(finishes, games or repeat(None))]
    most_games = max(played for played, _ in seasons)
    sixths = [round_to_15_digits(lost + 3 * (most_games - played)) for played, lost in seasons]
    leader = min(sixths)
    return [(own - leader) / 6 for own in sixths]


def _count_sixths(finishes: Sequence[float], games: float | None) -> tuple[float, float]:
    """The games that a player has played, and the sixths of a game lost in them."""
    require_seven_places(finishes, "finishes")
    if games == 0 or (games is None and not any(finishes)):
        return 0.0, 0.0
    record = make_record(finishes, games)
    lost = sum(place * share for place, share in enumerate(record.shares))
    return record.games, record.games * lost


@BSS.derivation
def _derivation_of_standings(
    of: Subject, finishes: Sequence[Sequence[Term]], games: Sequence[Term] | None
) -> Iterator[Step]:
    seasons = [
        _sixths_as_terms(row, played) for row, played in zip(finishes, games or repeat(None))
    ]
    most = max((played for played, _ in seasons), key=lambda played: float(played.value))
    costs = [lost + 3 * (most - played) for played, lost in seasons]
    leader = min(range(len(costs)), key=lambda row: float(costs[row].value))
    for row in dict.fromkeys((of.row, leader)):
        played, lost = seasons[row]
        yield step(
            "{name} lost {lost} games by places in {games}, and {fewer} by {missed} games fewer "
            "than {most}: {cost}.",
            name=of.name(row),
            lost=lost / 6,
            games=played,
            missed=most - played,
            fewer=(most - played) / 2,
            most=most,
            cost=costs[row] / 6,
        )
    yield step(
        "{leader} has lost least; {own} is {behind} games behind.",
        leader=of.name(leader),
        own=of.own,
        behind=(costs[of.row] - costs[leader]) / 6,
    )


def _sixths_as_terms(finishes: Sequence[Term], games: Term | None) -> tuple[Term, Term]:
    """What :func:`_count_sixths` gives, as terms."""
    values = [finish.value for finish in finishes]
    if (games is not None and not games) or (games is None and not any(values)):
        return games or to_term(0.0), to_term(0.0)
    played, shares = record_terms(finishes, games)
    lost = sum((place * share for place, share in enumerate(shares)), to_term(0))
    return played, played * lost
