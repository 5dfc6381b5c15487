"""kdice: the tests of a player's finishes against a profile that is harder to beat than luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, is_omitted, to_term, where
from ...catalogue.kinds import Flag, RowOrRows
from .luck import explain_chi_square, tapl
from .record import CATEGORY, WHOLE, Finishes, Games, in_parts_of, make_record, to_profile

ZERO_SCORE = (10.0, 10.0, 10.3, 12.9, 15.5, 17.2, 19.4)
"""The typical profile of a player whose score is zero, in percent; as printed it sums to 95.3."""

BAD_EXAMPLE = (3.0, 3.0, 6.0, 20.0, 28.0, 21.0, 17.0)
"""The profile of a player known to play badly, in percent; as printed it sums to 98."""

Profile = Annotated[
    RowOrRows,
    SharedHelp(
        "The shares expected of the seven places, in percent or fractions: a row for each player, "
        "or one row for all.",
        {
            "#VALUE!": "The profile is not seven numbers.",
            "#NUM!": "A share of the profile is negative.",
            "#DIV/0!": "A place that the profile never expects was taken.",
        },
    ),
]


def _tapl_against_profile(finishes: Any, games: Any, profile: Any) -> Any:
    bad = in_parts_of(BAD_EXAMPLE, WHOLE)
    expected = where(is_omitted(profile), bad, lambda: to_profile(profile, "profile"))
    return tapl(make_record(finishes, games), expected)


@function(CATEGORY)
def TAZD(finishes: Finishes, games: Games | None = None, normalize: Flag = False) -> float:
    """The test against the zero datum: TAPL against the profile of a player whose score is zero.

    The profile is 10.0, 10.0, 10.3, 12.9, 15.5, 17.2, 19.4 percent, from about 1,000 players.

    Parameters
    ----------
    normalize
        TRUE makes the profile, which sums to 95.3 as printed, sum to 100; the finishes stay as
        they are.

    Notes
    -----
    It measures any deviation: very many 7ths or very few 1sts raise it as well, and a win can
    lower it.

    Source
    ------
    The collected works of skrumgaer, section v.

    Examples
    --------
    >>> TAZD([[12, 11, 16, 20, 18, 14, 9]], 1510)
    5493.05027271859
    >>> TAZD([[12, 11, 16, 20, 18, 14, 9]], 1510, True)
    5149.038000832725
    >>> TAZD([[10, 10, 10.3, 12.9, 15.5, 17.2, 19.4]], 1000)
    0.0
    """
    value: float = tapl(make_record(finishes, games), _zero_profile(normalize))
    return value


def _zero_profile(normalize: Any) -> Any:
    return in_parts_of(ZERO_SCORE, where(normalize, sum(ZERO_SCORE), WHOLE))


@TAZD.derivation
def _derivation_of_tazd(
    of: Subject, finishes: Sequence[Term], games: Term | None, normalize: Term
) -> Iterator[Step]:
    expected = [to_term(share) for share in _zero_profile(normalize)]
    yield from explain_chi_square(of, finishes, games, expected)


@function(CATEGORY)
def TAKBE(finishes: Finishes, games: Games | None = None, profile: Profile | None = None) -> float:
    """The test against a known bad example: TAPL against the profile of a player who plays badly.

    Parameters
    ----------
    profile
        The bad example's shares, in percent or fractions; 3, 3, 6, 20, 28, 21, 17 percent when
        left out, which sum to 98 and are used as printed.

    Source
    ------
    The collected works of skrumgaer, section iv.

    Examples
    --------
    >>> TAKBE([[3, 3, 6, 20, 28, 21, 17]], 100)
    0.0
    >>> TAKBE([7, 6, 5, 4, 4, 4, 5])
    11401.817436158477
    """
    return _tapl_against_profile(finishes, games, profile)  # type: ignore[no-any-return]


@TAKBE.derivation
def _derivation_of_profile(
    of: Subject, finishes: Sequence[Term], games: Term | None, profile: Sequence[Term] | None
) -> Iterator[Step]:
    bad = [to_term(percent) for percent in BAD_EXAMPLE]
    expected = to_profile(bad if profile is None else profile, "profile")
    yield from explain_chi_square(of, finishes, games, expected)


@function(CATEGORY)
def TAOWR(finishes: Finishes, games: Games | None, profile: Profile) -> float:
    """The test against one's own worst rating: TAPL against the profile one had then.

    Source
    ------
    The collected works of skrumgaer, section iv.

    Examples
    --------
    >>> TAOWR([[20, 17, 14, 11, 11, 11, 14]], 200, [[10, 10, 14, 16, 16, 17, 17]])
    2923.4705950409707
    >>> TAOWR([[7, 6, 5, 4, 4, 4, 5]], None, [[0, 10, 15, 18, 19, 19, 19]])
    '#DIV/0!'
    """
    return _tapl_against_profile(finishes, games, profile)  # type: ignore[no-any-return]


TAOWR.derivation(_derivation_of_profile)


@function(CATEGORY)
def TAOLZ(finishes: Finishes, games: Games | None, profile: Profile) -> float:
    """The test against one's own last zero: TAPL against the profile when the score was last zero.

    Notes
    -----
    The profile of one's last 1000 or 2000 points makes the test against those.

    Source
    ------
    The collected works of skrumgaer, section iv.

    Examples
    --------
    >>> TAOLZ([[0, 20, 20, 15, 15, 15, 15]], 200, [[0, 10, 15, 18, 19, 19, 19]])
    2077.9015061183636
    >>> TAOLZ([[2, 1, 1, 1, 1, 1, 0]], None, [[0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2]])
    1673.8426661837202
    """
    return _tapl_against_profile(finishes, games, profile)  # type: ignore[no-any-return]


TAOLZ.derivation(_derivation_of_profile)
