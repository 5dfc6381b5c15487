"""kdice: a player's record, from counts of finishes or from shares.

`finishes` holds how often a player came 1st … 7th, one player a row: counts, or shares when the
number of games stands beside them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ...catalogue.cells import div0_error, require_not_negative, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, to_term
from ...catalogue.kinds import Row, RowNumber

CATEGORY = "kdice"
SEATS = 7

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


class FinishRecord(NamedTuple):
    """A player's record: the games played and the share of each place."""

    games: float
    shares: Sequence[float]


def make_record(finishes: Sequence[float], games: float | None) -> FinishRecord:
    """A player's record from counts, or from shares beside the number of games.

    Whole numbers that add up to the games are counts all the same.
    """
    require_seven_places(finishes, "finishes")
    if not any(finishes):
        raise div0_error("the finishes add up to 0")
    if games is not None:
        require_not_negative([games], "games")
        if games == 0:
            raise div0_error("there are no games")
        if not _are_counts(finishes, games):
            return FinishRecord(games, to_fractions(finishes))
    total = math.fsum(finishes)
    return FinishRecord(total, [count / total for count in finishes])


def _are_counts(finishes: Sequence[float], games: float | None) -> bool:
    return games is None or (sum(finishes) == games and not any(finish % 1 for finish in finishes))


def require_seven_places(row: Sequence[float], name: str) -> None:
    """Check that a row has one number for each place, none of them negative."""
    if len(row) != SEATS:
        raise value_error(f"{name} must have {SEATS} columns, not {len(row)}")
    require_not_negative(row, name)


def to_profile(shares: Sequence[float], name: str) -> Sequence[float]:
    """The expected share of each place, as fractions."""
    require_seven_places(shares, name)
    return to_fractions(shares)


def to_fractions(shares: Sequence[float]) -> Sequence[float]:
    """Shares as fractions; they are percentages if they sum to more than 1.5."""
    return [value / 100 for value in shares] if _are_percentages(shares) else shares


def _are_percentages(shares: Sequence[float]) -> bool:
    return sum(shares) > 1.5


def record_terms(finishes: Sequence[Term], games: Term | None) -> tuple[Term, list[Term]]:
    """The games and the shares of :func:`make_record` as terms."""
    values = [finish.value for finish in finishes]
    if games is None or _are_counts(values, games.value):
        count = sum(finishes, to_term(0))
        return count, [finish / count for finish in finishes]
    return games, fraction_terms(finishes)


def fraction_terms(shares: Sequence[Term]) -> list[Term]:
    """Shares as fractions, as terms."""
    is_percent = _are_percentages([share.value for share in shares])
    return [share / 100 for share in shares] if is_percent else list(shares)
