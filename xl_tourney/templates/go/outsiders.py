"""Opponents whose rows an extract of a wall list does not have, and what cannot be known so.

An outsider has a number, but no name.  A game against one counts for the score; whatever adds up
the outsider's own score or rating is #N/A.  Native formulas give that by themselves, since the
outsider's figures are #N/A; for our functions, which take numbers, it is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..parts.table import NOT_ZERO, Column
from .rounds import (
    HAS_OPPONENT,
    IN_AN_EXTRACT,
    IS_PLAYED,
    OPPONENT,
    POINTS,
    row_of_rounds,
    sum_of_rounds,
)

_UNKNOWN = {
    "sos": "met",
    "sos_1": "met",
    "sos_2": "met",
    "sosos": "met_met",
    "sodos": "beaten",
    "opera_": "rated_by",
}
"""The column with the number of unknown terms of each criterion."""


def if_known(key: str, called: str, drop: int = 0) -> str:
    """A call of one of our functions for players all of whose terms are known; else #N/A.

    If all rounds are dropped there are no terms, and the value is known.
    """
    unknown = f"{{score[{_UNKNOWN[key]}]}}>0"
    if drop:
        unknown = f"({unknown})*(RoundsEntered>{drop})>0"
    return f"IF({unknown},NA(),{called})"


def outsider_columns(count: int) -> Iterator[Column]:
    """The columns that mark outsiders, and the players whose figures depend on one."""
    yield Column(
        "outsider",
        "Outsider",
        f'=IF({{row[name]}}="",IF(COUNT({row_of_rounds("opponent", count)})>0,NA(),""),"")',
        only="native",
        may_be_na=IN_AN_EXTRACT,
    )
    is_outsider = f'INDEX({{score[name]}},{OPPONENT})=""'

    def counted(key: str, heading: str, game: str, *unknown: str) -> Column:
        """In how many rounds with such a game something of the opponent is not known."""
        of_opponent = [f"N(INDEX({{score[{other}]}},{OPPONENT}))>0" for other in unknown]
        is_unknown = f"OR({','.join((is_outsider, *of_opponent))})"
        terms = sum_of_rounds(range(1, count + 1), f"IF({game},IF({is_unknown},1,0),0)")
        return Column(
            key,
            heading,
            f'=IF(OR(Outsiders<>"yes",{{row[name]}}=""),0,{terms})',
            number_format=NOT_ZERO,
            width=12,
            only="functions",
        )

    yield counted("met", "Met outsiders", HAS_OPPONENT)
    yield counted("met_met", "Met who met outsiders", HAS_OPPONENT, "met")
    beaten = f"IF({HAS_OPPONENT},{POINTS}>0,FALSE)"
    yield counted("beaten", "Points from outsiders", beaten)
    yield counted("played", "Played outsiders", IS_PLAYED)
    yield counted("rated", "Rated by outsiders", IS_PLAYED, "played")
    yield counted("rated_by", "Opponents rated by outsiders", IS_PLAYED, "rated")
