"""kdice: a player's record, from counts of finishes or from shares.

`finishes` holds how often a player came 1st … 7th, one player a row: counts, or shares when the
number of games stands beside them.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ...catalogue.cells import div0_error, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import (
    UNKNOWN,
    Term,
    is_omitted,
    named,
    refuse,
    refuse_negative,
    to_term,
    total,
    total_of,
    where,
    whole_part,
    width_of,
)
from ...catalogue.kinds import Row, RowNumber

CATEGORY = "kdice"
SEATS = 7
WHOLE = 100
"""What percentages add up to."""
PERCENT_ABOVE = 1.5
"""Shares that add up to more than this are percentages, else fractions."""
PERCENT_ROUNDING = 5
"""The most by which the sum of rounded percentages may differ from 100."""

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


def even_share(seats: Any = SEATS) -> Any:
    """The share of each place by pure luck."""
    return 1 / seats


def whole_of(shares: Any, above: Any = PERCENT_ABOVE, whole: Any = WHOLE) -> Any:
    """What percentages, or fractions, are of: 100 or 1."""
    return where(total(shares) > above, whole, 1)


def in_parts_of(row: Any, whole: Any) -> Any:
    """A row of numbers as parts of a whole."""
    if isinstance(row, Term) or (isinstance(whole, Term) and whole.value is UNKNOWN):
        return to_term(row) / whole
    if not isinstance(whole, Term) and whole == 1:
        return row
    return [part / whole for part in row]


def are_counts(finishes: Any, finished: Any, games: Any) -> Any:
    """Whether finishes beside a number of games are counts: whole numbers that add up to it.

    >>> are_counts([7, 6, 5, 4, 4, 4, 5], 35, 35), are_counts([0.5, 0, 0, 0, 0.5, 0, 0], 1, 1)
    (True, False)
    """
    return where(finished == games, lambda: total_of(whole_part, finishes) == finished, False)


def are_shares(finished: Any) -> Any:
    """Whether finishes that add up to so much are fractions or percentages, not counts."""
    return (finished <= PERCENT_ABOVE) + (abs(finished - WHOLE) <= PERCENT_ROUNDING) > 0


class FinishRecord(NamedTuple):
    """A player's record: the games played, and a row with the share of each place."""

    games: Any
    shares: Any


def make_record(finishes: Any, games: Any, may_be_shares: bool = False) -> FinishRecord:
    """A player's record from counts, or from shares beside the number of games.

    Whole numbers that add up to the games are counts all the same.  Without games finishes are
    counts, but those that ``may_be_shares`` only where they do not add up like shares.
    """
    require_seven_places(finishes, "finishes")
    finished = named("finished", total(finishes, exactly=True))
    refuse(finished == 0, lambda: div0_error("the finishes add up to 0"))

    def whole_without_games() -> Any:
        if not may_be_shares:
            return finished
        return where(are_shares(finished), lambda: whole_of(finishes), finished)

    def whole_of_games() -> Any:
        return where(are_counts(finishes, finished, games), finished, lambda: whole_of(finishes))

    alone = is_omitted(games)
    played = named("played", where(alone, finished, games))
    refuse_negative(played, "games")
    refuse(played == 0, lambda: div0_error("there are no games"))
    whole = where(alone, whole_without_games, whole_of_games)
    return FinishRecord(played, named("shares", in_parts_of(finishes, whole)))


def require_seven_places(row: Any, name: str) -> None:
    """Check that a row has one number for each place, none of them negative."""
    width = width_of(row)
    refuse(width != SEATS, lambda: value_error(f"{name} must have {SEATS} columns, not {width}"))
    refuse_negative(row, name)


def to_profile(shares: Any, name: str) -> Any:
    """The expected share of each place, as fractions."""
    require_seven_places(shares, name)
    return in_parts_of(shares, whole_of(shares))
