"""kdice: skrumgaer's tests of a player's finishes against luck.

By luck each of the seven places comes in 1/7 of the games.  Pearson's χ² adds up, over the places,
(share − expected)²/expected, times the games; TAPL is 1000·χ²/√games.  Of 35 games with 7, 6, 5, 4,
4, 4, 5 finishes five are expected in each place::

    χ² = (4 + 1 + 0 + 1 + 1 + 1 + 0) / 5 = 1.6    TAPL = 1000·1.6/√35 = 270.4

Below some games half a game is taken off each difference (Yates).  A place that is never expected
and was never taken adds nothing; one that was taken has no figure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from operator import sub, truediv
from typing import Annotated, Any

from ...catalogue.cells import div0_error, value_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import (
    Term,
    any_of,
    apply,
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
from ...catalogue.kinds import Line, Row
from .record import (
    CATEGORY,
    SEATS,
    WHOLE,
    Finishes,
    FinishRecord,
    Games,
    even_share,
    in_parts_of,
    make_record,
    to_profile,
    whole_of,
)

EVEN = (even_share(),) * SEATS
_EVEN_TERM = even_share(to_term(SEATS))
SCALE = 1000
"""TAPL is given in thousandths of a standard deviation."""
YATES_CORRECTION = 0.5
"""The part of a game that Yates' correction takes off each difference."""
LEVEL_RARITIES = (371, 142, 54, 21, 8, 3)
"""The rarity of a table of each level by luck, the lowest level first."""
SURE = 1000.0
"""Half of a chi-square whose chance is 0, and whose square is still a number."""

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


# Arithmetic ---------------------------------------------------------------------------------------

Distance = Callable[[Any, Any], Any]
"""How far the share of a place is from the one expected."""


def corrected_distance(
    share: Any, expected: Any, games: Any, correction: Any = YATES_CORRECTION
) -> Any:
    """The difference of two shares, half a game nearer to 0, but never beyond it (Yates)."""
    difference, half = share - expected, correction / games
    above = (difference > half) * (difference - half)
    return above + (difference < -half) * (difference + half)


def part_of_chi_square(away: Any, due: Any) -> Any:
    """What a place adds to χ² of one game."""
    return away * away / due


def chi_square_of_a_game(shares: Any, expected: Any, distance: Distance = sub) -> Any:
    """Pearson's χ² over the games: Σ distance²/expected.

    A place that is never expected, and was not taken, adds nothing.
    """

    if isinstance(shares, Term):
        away = distance(shares, to_term(expected))
    else:
        away = [*map(distance, shares, expected)]
    return total_of(part_of_chi_square, away, _divisors(expected))


def _divisors(expected: Any) -> Any:
    """The expected shares, and 1 in place of 0."""
    if isinstance(expected, Term):
        return expected + (expected == 0) if expected.is_array else expected
    return expected if all(expected) else [due or 1 for due in expected]


def finishes_never_expected(shares: Any, expected: Any) -> Any:
    """How many places were taken that are never expected."""
    return total_of(lambda share, due: (due == 0) * (share > 0), shares, expected)


def in_thousandths(chi_square: Any, games: Any, scale: Any = SCALE) -> Any:
    """TAPL of χ², or of a part of it: over √games, in thousandths."""
    return scale * chi_square / root(games)


def upper_tail(half: Any) -> Any:
    """The chance that χ² with 6 degrees of freedom is larger, by half of it."""
    return apply(math.exp, "EXP({0})", -half) * (1 + half + half * half / 2)


def quality_of_opponents(shares: Any, rarities: Any = LEVEL_RARITIES, whole: Any = WHOLE) -> Any:
    """How much rarer a player's tables are than by pure luck."""
    return whole * total_of(truediv, shares, rarities)


def expected_shares(expected: Any) -> Any:
    """The expected shares of a test against luck: one number for all places, or seven."""
    even = EVEN if expected is None else _EVEN_TERM
    return where(
        is_omitted(expected), even, lambda: to_profile(_in_each_place(expected), "expected")
    )


def _in_each_place(expected: Any) -> Any:
    """A row with one number as a row with it seven times; other rows as they are."""
    if isinstance(expected, Term):
        width = width_of(expected)
        places = where(any_of(width == 1, width == SEATS), [1] * SEATS, 1)
        return named("given", expected * places)
    return list(expected) * SEATS if len(expected) == 1 else expected


def chi_square(record: FinishRecord, expected: Any, distance: Distance = sub) -> Any:
    """Pearson's χ² of a player's record."""
    due = named("due", expected)
    if due is not _EVEN_TERM and (isinstance(due, Term) or not all(due)):
        surprises = finishes_never_expected(record.shares, due)
        refuse(surprises > 0, lambda: div0_error("a place that is never expected was taken"))
    return record.games * chi_square_of_a_game(record.shares, due, distance)


def tapl(record: FinishRecord, expected: Any, distance: Distance = sub) -> Any:
    """The statistic of TAPL and its variants."""
    return in_thousandths(chi_square(record, expected, distance), record.games)


def _checked_quality(levels: Any) -> Any:
    width, most = width_of(levels), len(LEVEL_RARITIES)
    refuse(
        width > most, lambda: value_error(f"levels must have at most {most} columns, not {width}")
    )
    refuse_negative(levels, "levels")
    refuse(total(levels) == 0, lambda: div0_error("the levels add up to 0"))
    rarities = apply(lambda row, count: row[:count], "TAKE({0},1,{1})", LEVEL_RARITIES, width)
    return quality_of_opponents(in_parts_of(levels, whole_of(levels)), rarities)


# Derivations --------------------------------------------------------------------------------------

Derivation = Generator[Step, None, Term]
"""Steps, and the figure that they lead to."""


def _expected_terms(expected: Sequence[Term] | None) -> Sequence[Term]:
    return [_EVEN_TERM] * SEATS if expected is None else expected_shares(expected)


def explain_chi_square(
    of: Subject,
    finishes: Sequence[Term],
    games: Term | None,
    expected: Sequence[Term],
    in_standard_deviations: bool = True,
    is_corrected: bool = False,
) -> Derivation:
    """χ² place by place, in standard deviations as TAPL gives it, or itself."""
    played, shares = make_record(finishes, games)
    yield from _explain_shares(of, played, shares, expected)
    distance = partial(corrected_distance, games=played) if is_corrected else sub
    parts = [
        played * chi_square_of_a_game([share], [due], distance)
        for share, due in zip(shares, expected)
    ]
    if in_standard_deviations:
        parts = [in_thousandths(part, played) for part in parts]
    names = {f"part_{place}": part for place, part in enumerate(parts, 1)}
    listed = ", ".join(f"{{{name}}}" for name in names)
    if is_corrected:
        less = sentence("|share − expected| less half a game")
    else:
        less = sentence("share − expected")
    yield step(
        f"The places add {{scale}}·√games·({less})² / expected: {listed}."
        if in_standard_deviations
        else f"The places add games·({less})² / expected: {listed}.",
        scale=SCALE,
        **names,
    )
    figure = sum(parts, to_term(0))
    yield step("Together that is {figure}.", figure=figure)
    return figure


def _derivation_of_chi_square(
    in_standard_deviations: bool = True, is_corrected: bool = False
) -> Callable[..., Iterator[Step]]:
    def derive(
        of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
    ) -> Iterator[Step]:
        due = _expected_terms(expected)
        return explain_chi_square(of, finishes, games, due, in_standard_deviations, is_corrected)

    return derive


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
        yield step(f"The places are expected in {listed}.", **due)


def _explain_quality(levels: Sequence[Term]) -> Derivation:
    parts = [
        quality_of_opponents([share], [rarity])
        for share, rarity in zip(in_parts_of(levels, whole_of(levels)), LEVEL_RARITIES)
    ]
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
    value: float = tapl(make_record(finishes, games), expected_shares(expected))
    return value


TAPL.derivation(_derivation_of_chi_square())


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

    distance = partial(corrected_distance, games=record.games)
    return tapl(record, expected_shares(expected), distance)  # type: ignore[no-any-return]


YATES_TAPL.derivation(_derivation_of_chi_square(is_corrected=True))


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
    value: float = chi_square(make_record(finishes, games), expected_shares(expected))
    return value


TAPL_ORIGINAL.derivation(_derivation_of_chi_square(in_standard_deviations=False))


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
    half = chi_square(make_record(finishes, games), expected_shares(expected)) / 2
    return upper_tail(named("half", least(half, SURE)))  # type: ignore[no-any-return]


@TAPL_PVALUE.derivation
def _derivation_of_chance(
    of: Subject, finishes: Sequence[Term], games: Term | None, expected: Sequence[Term] | None
) -> Iterator[Step]:
    chi = yield from explain_chi_square(of, finishes, games, _expected_terms(expected), False)
    half = chi / 2
    yield step(
        "With half of it, h = {half}, the chance exp(−h)·(1 + h + h²/2) is {chance}.",
        half=half,
        chance=upper_tail(half),
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
    return _checked_quality(levels)  # type: ignore[no-any-return]


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
    quality = named("quality", _checked_quality(levels))
    even = _EVEN_TERM if isinstance(finishes, Term) else EVEN
    return quality * tapl(make_record(finishes, games), even)  # type: ignore[no-any-return]


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
