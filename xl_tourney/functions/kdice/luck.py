"""kdice: skrumgaer's tests of a player's finishes against luck."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from operator import sub
from typing import Annotated

from ...catalogue.cells import div0_error, require_not_negative, value_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Quantity, Term, apply, to_term
from ...catalogue.kinds import Line, Row
from .record import (
    CATEGORY,
    SEATS,
    Finishes,
    FinishRecord,
    Games,
    fraction_terms,
    make_record,
    record_terms,
    to_fractions,
    to_profile,
)

EVEN = (1 / SEATS,) * SEATS
YATES_CORRECTION = 0.5
"""How much of a game Yates takes off each difference."""

LEVEL_RARITIES = (371, 142, 54, 21, 8, 3)

Expected = Annotated[
    Line,
    SharedHelp(
        "The share expected of each place, one number or seven, in percent or fractions; "
        "1/7 when left out.",
        {
            "#VALUE!": "The expected shares are neither one number nor seven.",
            "#NUM!": "An expected share is negative.",
            "#DIV/0!": "A place that is never expected was taken.",
        },
    ),
]
Levels = Annotated[
    Row,
    SharedHelp(
        "The share of games at each table level, lowest first, one to six columns: percent when "
        "they sum to more than 1.5, else fractions.",
        {
            "#VALUE!": "There are more than six levels.",
            "#NUM!": "A level's share is negative.",
            "#DIV/0!": "The levels add up to 0.",
        },
    ),
]


def _expected_shares(expected: Sequence[float] | None) -> Sequence[float]:
    """The expected shares of a test against luck: one number for all places, or seven."""
    if expected is None:
        return EVEN
    return to_profile(list(expected) * SEATS if len(expected) == 1 else expected, "expected")


def chi_square(
    record: FinishRecord,
    expected: Sequence[float],
    distance: Callable[[float, float], float] = sub,
) -> float:
    """Pearson's χ²: games·Σ distance²/expected, over the shares of the places."""
    total = 0.0
    for share, expected_share in zip(record.shares, expected):
        if expected_share:
            difference = distance(share, expected_share)
            total += _squared(difference, expected_share)
        elif share:
            raise div0_error("a place that is never expected was taken")
    return record.games * total


def _squared(difference: Quantity, expected: Quantity) -> Quantity:
    """What a place adds to χ² of one game."""
    return difference * difference / expected


def tapl_statistic(
    record: FinishRecord,
    expected: Sequence[float],
    distance: Callable[[float, float], float] = sub,
) -> float:
    """The statistic of TAPL and its variants: χ² over √games, in thousandths."""
    return 1000 * chi_square(record, expected, distance) / math.sqrt(record.games)


def _quality_of_opponents(levels: Sequence[float]) -> float:
    """How much rarer a player's tables are than by pure luck."""
    if len(levels) > len(LEVEL_RARITIES):
        raise value_error(
            f"levels must have at most {len(LEVEL_RARITIES)} columns, not {len(levels)}"
        )
    require_not_negative(levels, "levels")
    if not any(levels):
        raise div0_error("the levels add up to 0")
    return 100 * sum(share / rarity for share, rarity in zip(to_fractions(levels), LEVEL_RARITIES))


# Derivations --------------------------------------------------------------------------------------

Derivation = Generator[Step, None, Term]
"""Steps, and the figure that they lead to."""


def _expected_terms(expected: Sequence[Term] | None) -> list[Term]:
    if expected is None:
        return [1 / to_term(float(SEATS))] * SEATS
    return fraction_terms(list(expected) * SEATS if len(expected) == 1 else expected)


def explain_chi_square(
    of: Subject,
    finishes: Sequence[Term],
    games: Term | None,
    expected: Sequence[Term],
    factor: str = "1000·√games",
    distance: tuple[Callable[..., float], str] | None = None,
) -> Derivation:
    """χ² times a factor, place by place: over the games for TAPL, or χ² itself."""
    played, shares = record_terms(finishes, games)
    yield from _explain_shares(of, played, shares, expected)
    root = apply(math.sqrt, "SQRT({0})", played)
    times = 1000 * root if factor.startswith("1000") else played
    parts = []
    for share, due in zip(shares, expected):
        if due.value:
            difference = share - due
            if distance:
                difference = apply(distance[0], distance[1], share, due, played)
            parts.append(times * _squared(difference, due))
        else:
            parts.append(to_term(0.0))
    names = {f"part_{place}": part for place, part in enumerate(parts, 1)}
    listed = ", ".join(f"{{{name}}}" for name in names)
    less = "|share − expected| less half a game" if distance else "share − expected"
    yield step(f"The places add {factor}·({less})² / expected: {listed}.", **names)
    figure = sum(parts, to_term(0))
    yield step("Together that is {figure}.", figure=figure)
    return figure


def _explain_shares(
    of: Subject, games: Term, shares: Sequence[Term], expected: Sequence[Term]
) -> Iterator[Step]:
    terms = {f"share_{place}": share for place, share in enumerate(shares, 1)}
    listed = ", ".join(f"{{{name}:.1%}}" for name in terms)
    yield step(
        f"{{own}} came 1st to 7th in {listed} of {{games}} games.",
        own=of.own,
        **terms,
        games=games,
    )
    due = {f"due_{place}": share for place, share in enumerate(expected, 1)}
    if len({share.value for share in expected}) == 1:
        yield step("Each place is expected in {due:.1%}.", due=expected[0])
    else:
        listed = ", ".join(f"{{{name}:.1%}}" for name in due)
        yield step(f"Expected are {listed}.", **due)


def _explain_quality(levels: Sequence[Term]) -> Derivation:
    parts = [100 * share / rarity for share, rarity in zip(fraction_terms(levels), LEVEL_RARITIES)]
    terms = {f"level_{at}": part for at, part in enumerate(parts)}
    listed = " + ".join(
        f"{{{name}}} (level {at}, over {rarity})"
        for at, (name, rarity) in enumerate(zip(terms, LEVEL_RARITIES))
    )
    quality = sum(parts, to_term(0))
    yield step(
        f"The percent of the games at each level over its rarity: {listed} = {{quality}}.",
        **terms,
        quality=quality,
    )
    return quality


# Functions ----------------------------------------------------------------------------------------


@function(CATEGORY)
def TAPL(finishes: Finishes, games: Games | None = None, expected: Expected | None = None) -> float:
    """The test against pure luck: 1000·√games·Σ(share − expected)²/expected.

    Pearson's χ² against equal chances, divided by the root of the games to be expressed in
    standard deviations, in thousandths.

    Notes
    -----
    With fewer than 35 games the figure is overstated: use YATES_TAPL.  It cannot tell always first
    from always last.  Percentages are taken as they are, never made to sum to 100: whole percents
    can change the figure by a tenth.

    Source
    ------
    The collected works of skrumgaer, section i; its “160” is a slip for 1.60.

    Examples
    --------
    >>> TAPL([7, 6, 5, 4, 4, 4, 5])
    270.44936151312544
    >>> TAPL([[7, 6, 5, 4, 4, 4, 5], [20, 17, 14, 11, 11, 11, 14]], 35)
    [[270.44936151312544], [300.5368529814606]]
    >>> TAPL([[0, 0, 0, 0, 0, 0, 0]])
    '#DIV/0!'
    """
    return tapl_statistic(make_record(finishes, games), _expected_shares(expected))


@TAPL.derivation
def _derivation_of_tapl(
    of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
) -> Iterator[Step]:
    yield from explain_chi_square(of, finishes, games, _expected_terms(expected))


@function(CATEGORY)
def YATES_TAPL(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """TAPL with Yates' correction, for a player with fewer than 35 games.

    Half a game is taken off each difference before it is squared, but never more than the
    difference: 1000/√games · Σ max(|count − due| − ½, 0)²/due, where due is games·expected.

    Notes
    -----
    Meant for fewer than 35 games, when fewer than five finishes are due in each place.

    Source
    ------
    The collected works of skrumgaer, section i, third note.

    Examples
    --------
    >>> YATES_TAPL([4, 2, 1, 1, 1, 1, 0])
    1141.8081122965116
    >>> YATES_TAPL([[5, 5, 5, 5, 5, 5, 5]])
    0.0
    """
    record = make_record(finishes, games)

    def corrected_distance(share: float, expected_share: float) -> float:
        return _corrected_distance(share, expected_share, record.games)

    return tapl_statistic(record, _expected_shares(expected), corrected_distance)


def _corrected_distance(share: float, expected_share: float, games: float) -> float:
    return max(abs(share - expected_share) - YATES_CORRECTION / games, 0.0)


@YATES_TAPL.derivation
def _derivation_of_yates(
    of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
) -> Iterator[Step]:
    distance = _corrected_distance, f"MAX(ABS({{0}}-({{1}}))-{YATES_CORRECTION}/({{2}}),0)"
    due = _expected_terms(expected)
    yield from explain_chi_square(of, finishes, games, due, distance=distance)


@function(CATEGORY)
def TAPL_ORIGINAL(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """The first version of TAPL, χ² itself: games·Σ(share − expected)²/expected.

    Notes
    -----
    It grows with the games, and so compares only players who have played about as many.  The
    first version's own scale is not known; 1.60 is the χ² of the example.

    Source
    ------
    The collected works of skrumgaer, sections i and ii.

    Examples
    --------
    >>> TAPL_ORIGINAL([7, 6, 5, 4, 4, 4, 5])
    1.6
    >>> TAPL_ORIGINAL([[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 35]])
    [[6.0], [210.0]]
    """
    return chi_square(make_record(finishes, games), _expected_shares(expected))


@TAPL_ORIGINAL.derivation
def _derivation_of_original(
    of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
) -> Iterator[Step]:
    yield from explain_chi_square(of, finishes, games, _expected_terms(expected), "games")


@function(CATEGORY)
def TAPL_PVALUE(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """The chance that luck alone does at least this: χ² upper tail, 6 degrees of freedom.

    Notes
    -----
    Below 35 games, when fewer than five finishes are due in each place, it is only a rough guide.
    The expected shares should sum to 1, and whole percents need many games to be near enough.

    Source
    ------
    Pearson's goodness-of-fit test, which section i of the collected works of skrumgaer names; for
    6 degrees of freedom the tail is exp(−h)·(1 + h + h²/2), where h is half of χ².

    Examples
    --------
    >>> TAPL_PVALUE([7, 6, 5, 4, 4, 4, 5])
    0.9525774039285098
    >>> TAPL_PVALUE([[0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 3, 5, 8, 4]])
    [[0.4231900811268434], [0.008133189864816026]]
    """
    chi = chi_square(make_record(finishes, games), _expected_shares(expected))
    return _upper_tail(chi / 2)


def _upper_tail(half_chi_square: float) -> float:
    """The tail of χ² with 6 degrees of freedom."""
    tail = math.exp(-half_chi_square)
    if not tail:  # the polynomial may overflow
        return 0.0
    return tail * (1 + half_chi_square + half_chi_square * half_chi_square / 2)


@TAPL_PVALUE.derivation
def _derivation_of_chance(
    of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
) -> Iterator[Step]:
    chi = yield from explain_chi_square(of, finishes, games, _expected_terms(expected), "games")
    half = chi / 2
    tail = "EXP(0-({0}))*(1+({0})+({0})*({0})/2)"
    yield step(
        "With half of it, h = {half}, the chance exp(−h)·(1 + h + h²/2) is {chance}.",
        half=half,
        chance=apply(_upper_tail, tail, half),
    )


@function(CATEGORY)
def QOOA(levels: Levels) -> float:
    """The quality-of-opponent adjustment, from the share of games at each table level.

    How much rarer than by pure luck the player's tables are: p0/371 + p1/142 + p2/54 + p3/21 +
    p4/8 + p5/3, each p in percent.

    Source
    ------
    The collected works of skrumgaer, section iii.

    Examples
    --------
    >>> QOOA([50, 50])
    0.48688356554420864
    >>> QOOA([[0.2, 0.8]])
    0.6172886374852892
    """
    return _quality_of_opponents(levels)


@QOOA.derivation
def _derivation_of_quality(of: Subject, levels: Sequence[Term]) -> Iterator[Step]:
    yield from _explain_quality(levels)


@function(CATEGORY)
def ADJUSTED_TAPL(finishes: Finishes, levels: Levels, games: Games | None = None) -> float:
    """TAPL adjusted for the quality of the opponents: QOOA·TAPL.

    Source
    ------
    The collected works of skrumgaer, section iii.

    Examples
    --------
    >>> ADJUSTED_TAPL([7, 6, 5, 4, 4, 4, 5], [20, 80])
    166.9453178772035
    >>> ADJUSTED_TAPL([[20, 17, 14, 11, 11, 11, 14]], [[0.5, 0.5]], 35)
    146.32645455704915
    """
    return _quality_of_opponents(levels) * tapl_statistic(make_record(finishes, games), EVEN)


@ADJUSTED_TAPL.derivation
def _derivation_of_adjusted(
    of: Subject, finishes: Sequence[Term], levels: Sequence[Term], games: Term | None
) -> Iterator[Step]:
    quality = yield from _explain_quality(levels)
    tapl = yield from explain_chi_square(of, finishes, games, _expected_terms(None))
    yield step(
        "{quality} times {tapl} is {adjusted}.",
        quality=quality,
        tapl=tapl,
        adjusted=quality * tapl,
    )
