"""kdice: what finishes are worth in points, in games, and as a sign of an affiliation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import mul
from typing import Any

from ...catalogue.cells import (
    div0_error,
    na_error,
    num_error,
    round_to_15_digits,
    value_error,
)
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, step
from ...catalogue.expression import (
    UNKNOWN,
    Term,
    all_of,
    apply,
    greatest,
    is_omitted,
    least,
    named,
    refuse,
    refuse_negative,
    root,
    to_term,
    total,
    total_of,
    where,
    width_of,
)
from ...catalogue.kinds import ColumnOrNumber, Each, Line, Row, RowNumber, Table
from .record import CATEGORY, SEATS, FinishRecord, make_record, require_seven_places

PAYOFFS = (60.0, 42.0, 35.0, 0.0, -35.0, -42.0, -60.0)
"""The payoff of each place at a zero-level table, where the buy-in is 60 points."""

MOST_GUTS = 6000.0
MISSED_GAME = 0.5
"""The games behind for each game fewer than the player with the most has."""
SIXTHS = SEATS - 1
"""Into how many parts a game is divided: a seventh place costs a whole one."""


# Arithmetic ---------------------------------------------------------------------------------------


def expected_payoff(shares: Any, payoffs: Any = PAYOFFS) -> Any:
    """What the places pay on average: Σ share·payoff."""
    return total_of(mul, shares, payoffs, exactly=True)


def convolution_integral(payoff: Any, buy_in: Any) -> Any:
    """The expected payoff per point of buy-in."""
    return payoff / buy_in


def guts(points_per_game: Any, ci: Any, is_zero: Any, most: Any = MOST_GUTS) -> Any:
    """Points per game over the CI; where that is 0, as much as there can be."""
    return where(is_zero, most, lambda: least(points_per_game / ci, most))


def participation(fraction: Any, watchers: Any, games: Any, probability: Any, seats: Any) -> Any:
    """How often somebody shows up, over what is expected by chance, in roots of that."""
    return fraction * root(watchers * games / (probability * seats))


def points_per_root(points: Any, games: Any) -> Any:
    """Points over the root of games."""
    return points / root(games)


def places_below_first(shares: Any) -> Any:
    """How many places below the first a player is on average."""
    return total_of(mul, tuple(range(SEATS)), shares)


def sixths_by_places(games: Any, places: Any) -> Any:
    """The sixths of a game that a player lost by places: one for each place below the first."""
    return games * places


def sixths_lost(
    by_places: Any, games: Any, most_games: Any, missed: Any = MISSED_GAME, sixths: Any = SIXTHS
) -> Any:
    """All the sixths of a game that a player lost, also by games not played."""
    return by_places + missed * sixths * (most_games - games)


def in_games(sixths: Any, in_a_game: Any = SIXTHS) -> Any:
    """Sixths of a game as games."""
    return sixths / in_a_game


# Functions ----------------------------------------------------------------------------------------


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
    shares = make_record(finishes, games, may_be_shares=True).shares
    paid = named("paid", where(is_omitted(payoffs), PAYOFFS, payoffs))
    width = width_of(paid)
    refuse(width != SEATS, lambda: value_error(f"payoffs must be {SEATS} numbers, not {width}"))
    buy_in = named("buy_in", apply(lambda row: row[0], "INDEX({0},1)", paid))
    refuse_negative(buy_in, "the first payoff")
    refuse(buy_in == 0, lambda: div0_error("the first payoff is 0"))
    integral: float = convolution_integral(expected_payoff(shares, paid), buy_in)
    return integral


@KDICE_CI.derivation
def _derivation_of_payoffs(
    of: Subject, finishes: Sequence[Term], payoffs: Sequence[Term] | None, games: Term | None
) -> Iterator[Step]:
    _, shares = make_record(finishes, games, may_be_shares=True)
    paid = payoffs or [to_term(payoff) for payoff in PAYOFFS]
    parts = [expected_payoff([share], [payoff]) for share, payoff in zip(shares, paid)]
    terms = {f"part_{place}": part for place, part in enumerate(parts, 1)}
    listed = ", ".join(f"{{{name}}}" for name in terms)
    expected = sum(parts, to_term(0))
    yield step(
        f"The share of each place times what it pays: {listed}, together {{expected}}.",
        **terms,
        expected=expected,
    )
    ci = convolution_integral(expected, paid[0])
    yield step("Over the buy-in of {buy_in} that is {ci}.", buy_in=paid[0], ci=ci)


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
    refuse(
        all_of(ci == 0, points_per_game == 0),
        lambda: na_error("0 points per game over a CI of 0 can be anything"),
    )
    refuse(
        all_of(ci == 0, points_per_game < 0),
        lambda: num_error("points per game over a CI of 0 must not be negative"),
    )
    value: float = named("buy_in", guts(points_per_game, ci, ci == 0))
    refuse_negative(value, "points per game over the CI")
    return value


@GPG.derivation
def _derivation_of_guts(of: Subject, points_per_game: Term, ci: Term) -> Iterator[Step]:
    value = guts(points_per_game, ci, ci == 0)
    if ci.value == 0:
        yield step("With a CI of {ci} it is the most, {guts}.", ci=ci, guts=value)
        return
    yield step(
        "{points} points a game over a CI of {ci}, at most {most}: {guts}.",
        points=points_per_game,
        ci=ci,
        most=MOST_GUTS,
        guts=value,
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
    refuse_negative(
        [fraction, watchers, games, probability, empty_seats],
        "fraction, watchers, games, probability and empty_seats",
    )
    refuse(
        greatest(fraction, probability) > 1,
        lambda: num_error("fraction and probability must be from 0 to 1"),
    )
    refuse(
        probability * empty_seats == 0,
        lambda: div0_error("probability and empty_seats must be above 0"),
    )
    value: float = participation(fraction, watchers, games, probability, empty_seats)
    return value


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
    refuse_negative(games, "games")
    refuse(games == 0, lambda: div0_error("there are no games"))
    return points_per_root(points, games)  # type: ignore[no-any-return]


@PPRG.derivation
def _derivation_of_root(of: Subject, points: Term, games: Term) -> Iterator[Step]:
    yield step(
        "{points} points over √{games} = {root} are {value}.",
        points=points,
        games=games,
        root=root(games),
        value=points_per_root(points, games),
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
    seasons = [season_of(row, played) for row, played in zip(finishes, games or repeat(None))]
    most_games = max(played for played, _ in seasons)
    sixths = [round_to_15_digits(sixths_lost(lost, played, most_games)) for played, lost in seasons]
    leader = min(sixths)
    return [in_games(own - leader) for own in sixths]


def season_of(finishes: Any, games: Any) -> Any:
    """What a player has played, and the sixths of a game lost by places; nothing before that."""
    require_seven_places(finishes, "finishes")
    idle = where(is_omitted(games), lambda: total(finishes) == 0, lambda: games == 0)
    return where(idle, (0.0, 0.0), lambda: _lost_by_places(make_record(finishes, games)))


def _lost_by_places(record: FinishRecord) -> Any:
    by_places = sixths_by_places(record.games, places_below_first(record.shares))
    if isinstance(by_places, Term) and by_places.value is UNKNOWN:
        return apply(tuple, "HSTACK({0},{1})", record.games, by_places)
    return record.games, by_places


@BSS.derivation
def _derivation_of_standings(
    of: Subject, finishes: Sequence[Sequence[Term]], games: Sequence[Term] | None
) -> Iterator[Step]:
    seasons = [
        [*map(to_term, season_of(row, played))]
        for row, played in zip(finishes, games or repeat(None))
    ]
    most = max((played for played, _ in seasons), key=lambda played: float(played.value))
    costs = [sixths_lost(lost, played, most) for played, lost in seasons]
    leader = min(range(len(costs)), key=lambda row: float(costs[row].value))
    for row in dict.fromkeys((of.row, leader)):
        played, lost = seasons[row]
        yield step(
            "{name} lost {lost} games by places in {games} games."
            if played.value == most.value
            else "{name} lost {lost} games by places in {games} games, and {fewer} for {missed} "
            "games fewer than {most}: {cost}.",
            name=of.name(row),
            lost=in_games(lost),
            games=played,
            missed=most - played,
            fewer=MISSED_GAME * (most - played),
            most=most,
            cost=in_games(costs[row]),
        )
    yield step(
        "{own} has lost least, and is {behind} games behind."
        if of.row == leader
        else "{leader} has lost least; {own} is {behind} games behind.",
        leader=of.name(leader),
        own=of.own,
        behind=in_games(costs[of.row] - costs[leader]),
    )
