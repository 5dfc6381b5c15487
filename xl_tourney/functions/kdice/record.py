"""kdice: a player's record, from counts of finishes or from shares.

`finishes` holds how often a player came 1st … 7th, one player a row: counts, or shares when the
number of games stands beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from ...catalogue.cells import div0_error, require_not_negative, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import total, total_of, where, whole_part
from ...catalogue.kinds import Row, RowNumber

CATEGORY = "kdice"
SEATS = 7
WHOLE = 100
"""What percentages add up to."""
PERCENT_ABOVE = 1.5
"""Shares that add up to more than this are percentages, else fractions."""

Finishes = Annotated[
    Row,
    SharedHelp(
        "How often the player came 1st … 7th, one player a row: counts, or with `games` shares "
        "(percent when they sum to more than 1.5, else fractions; whole numbers that add up to "
        "`games` are counts).",
        {
            "#VALUE!": "Finishes are not seven numbers.",
            "#NUM!": "A finish is negative.",
            "#DIV/0!": "The finishes add up to 0.",
        },
    ),
]
Games = Annotated[
    RowNumber,
    SharedHelp(
        "Games played, a column or one number, when finishes are shares; blank for counts.",
        {"#NUM!": "Games are negative.", "#DIV/0!": "There are no games."},
    ),
]


<<<<<<< HEAD
# Arithmetic, of numbers or of terms -------------------------------------------------------------


def even_share(seats: Any = SEATS) -> Any:
    """The share of each place by pure luck."""
    return 1 / seats
=======
class FinishRecord(NamedTuple):
    """A player's record: the games played and the share of each place."""

    games: float
    shares: Sequence[float]


def make_record(finishes: Sequence[float], games: float | None) -> FinishRecord:
    """A player's record from counts, or from shares beside the number of games.
>>>>>>> main


def are_percentages(shares: Any, above: Any = PERCENT_ABOVE) -> Any:
    """Whether shares are in percent."""
    return total(shares) > above


def whole_of(shares: Any, above: Any = PERCENT_ABOVE, whole: Any = WHOLE) -> Any:
    """What percentages, or fractions, are of: 100 or 1."""
    return where(are_percentages(shares, above), whole, 1)


def are_counts(finishes: Any, games: Any) -> Any:
    """Whether finishes beside a number of games are counts: whole numbers that add up to it.

    >>> are_counts([7, 6, 5, 4, 4, 4, 5], 35), are_counts([20, 17, 14, 11, 11, 11, 14], 35)
    (True, False)
    """
    counted = total(finishes)
    return where(counted == games, lambda: total_of(whole_part, finishes) == counted, False)


def to_fractions(shares: Sequence[Any]) -> Sequence[Any]:
    """Shares as fractions; they are percentages if they sum to more than 1.5."""
    return [share / WHOLE for share in shares] if are_percentages(shares) else shares


# A player's record --------------------------------------------------------------------------------


class FinishRecord(NamedTuple):
    """A player's record, in numbers or terms: the games played and the share of each place."""

    games: Any
    shares: Sequence[Any]


def make_record(finishes: Sequence[float], games: float | None) -> FinishRecord:
    """A player's record from counts, or from shares beside the number of games."""
    require_seven_places(finishes, "finishes")
    if not any(finishes):
        raise div0_error("the finishes add up to 0")
    if games is not None:
        require_not_negative([games], "games")
        if games == 0:
            raise div0_error("there are no games")
<<<<<<< HEAD
    return to_record(finishes, games)
=======
        if not _are_counts(finishes, games):
            return FinishRecord(games, to_fractions(finishes))
    total = math.fsum(finishes)
    return FinishRecord(total, [count / total for count in finishes])
>>>>>>> main


def to_record(finishes: Sequence[Any], games: Any) -> FinishRecord:
    """The record that finishes and games are, which have been checked.

    Whole numbers that add up to the games are counts all the same.
    """
    if games is not None and not are_counts(finishes, games):
        return FinishRecord(games, to_fractions(finishes))
    count = total(finishes, exactly=True)
    return FinishRecord(count, [finish / count for finish in finishes])


def require_seven_places(row: Sequence[float], name: str) -> None:
    """Check that a row has one number for each place, none of them negative."""
    if len(row) != SEATS:
        raise value_error(f"{name} must have {SEATS} columns, not {len(row)}")
    require_not_negative(row, name)


def to_profile(shares: Sequence[float], name: str) -> Sequence[float]:
    """The expected share of each place, as fractions."""
    require_seven_places(shares, name)
    return to_fractions(shares)
