"""Criteria that look at whom a team has met: common games, a sweep, the strength of opponents.

They are those of the NFL's tie-breaking procedures.  A table says of each two teams whether they
have met.  A game is a common one of a team if all teams that are tied with it have met the
opponent, too: A, B and C are tied, all of them have met X, and only A and B have met Y; then the
games against X are common, and those against Y are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...parts.columns import for_listed
from ...parts.plan import TablePlan
from ...parts.table import Column, ColumnKind

SIDES = (("home", "away"), ("away", "home"))
"""Each side of a game, and the other one."""

OF_OPPONENTS = {
    "Strength of victory": ("victory_strength", "Winning percentage of the teams beaten."),
    "Strength of schedule": ("schedule_strength", "Winning percentage of all opponents."),
}
"""The criteria that look at all games: the column that they read, and what they are."""


SWEEP, DIVISION_FIRST = "Head-to-head sweep", "Best of its division"


class AmongTied(NamedTuple):
    """A criterion whose figure depends on who is tied when it is reached."""

    description: str
    fewest: int = 0
    """So many common games each of the tied must have; 0 where it does not look at these."""


AMONG_TIED = {
    "Common games": AmongTied(
        "Winning percentage against opponents that all of the tied have met.", 1
    ),
    "Four common games": AmongTied(
        "The same, where each of the tied has four such games or more.", 4
    ),
    SWEEP: AmongTied("Who beat all others of the tied; last, who lost to all."),
    DIVISION_FIRST: AmongTied("Before the next best of a division its best of the tied."),
}


def encounters(room: int) -> TablePlan:
    """Whether two teams have met: a row and a column a team."""
    columns = []
    for number in range(1, room + 1):
        games = "+".join(
            f"COUNTIFS({{matches[no_{side}]}},{{group.row[no]}},{{matches[no_{other}]}},{number},"
            "{matches[counted]},1)"
            for side, other in SIDES
        )
        columns.append(Column(f"with_{number}", f"Met no. {number}", f"=IF({games}>0,1,0)"))
    return TablePlan("Calculation", columns, room, beside="leads")


def _met(number: str, room: int) -> str:
    """Who has met the team with a number: a column of the table."""
    return f"INDEX({{encounters[with_1:with_{room}]}},0,{number})"


# The games ----------------------------------------------------------------------------------------


def records() -> Iterator[Column]:
    """For each game the record of both teams, in wins, and in games."""
    for side, _ in SIDES:
        number = f"{{row[no_{side}]}}"
        won, tied, played = (
            f"N(INDEX({{group[{key}]}},{number}))" for key in ("won", "tied", "played")
        )
        for key, heading, figure in (
            ("record", "Wins of", f"{won}+Half*{tied}"),
            ("length", "Games of", played),
        ):
            known = f"IF({number}=0,0,{figure})"
            yield Column(f"{side}_{key}", f"{heading} {side}", f"=IF({{row[counted]}},{known},0)")


def common(step: int, idle: str, is_taken: str, room: int) -> Iterator[Column]:
    """For each side of a game whether it is a common one, in a step that takes such a criterion.

    None is where ``idle`` is 0, and ``is_taken`` is a condition on the SIDE.  MATCH keeps
    LibreOffice from calculating the column on several threads.
    """
    ranks = f"{{group[rank_{step - 1}]}}"
    for side, other in SIDES:
        own = f"INDEX({ranks},{{row[no_{side}]}})"
        met = f"COUNTIFS({_met(f'{{row[no_{other}]}}', room)},1,{ranks},{own})"
        by_all = f"IF({{row[no_home]}}*{{row[no_away]}},IF({met}=COUNTIF({ranks},{own}),1,0),0)"
        formula = (
            f"=IF(ISNUMBER(MATCH(0,{idle},0)),0,"
            f"IF({is_taken.replace('SIDE', side)},IF({{row[counted]}},{by_all},0),0))"
        )
        yield Column(f"common_{side}_{step}", f"Common for {side}, step {step}", formula)


# The teams ----------------------------------------------------------------------------------------


def strengths() -> Iterator[Column]:
    """The winning percentage of those whom a team has beaten, and of all that it has met."""
    for (key, _), of in zip(OF_OPPONENTS.values(), ("{side}_won", "counted")):

        def total(figure: str, of: str = of) -> str:
            return "+".join(
                f"SUMIFS({{matches[{other}_{figure}]}},{{matches[no_{side}]}},{{row[no]}},"
                f"{{matches[{of.format(side=side)}]}},1)"
                for side, other in SIDES
            )

        games = total("length")
        share = f"IF({games}=0,0,({total('record')})/({games}))"
        yield for_listed(key, key.replace("_", " ").capitalize(), share)


def common_games(step: int, of_step: ColumnKind) -> Column:
    """How many common games a team has."""
    return of_step(f"common_{step}", f"Common games, {step}", _of_common("counted", step))


def _of_common(column: str, step: int) -> str:
    """The sum of a column of its side over the common games of a team."""
    return "+".join(
        f"SUMIFS({{matches[{column.format(side=side)}]}},{{matches[no_{side}]}},{{row[no]}},"
        f"{{matches[common_{side}_{step}]}},1)"
        for side, _ in SIDES
    )


def figure(criterion: str, step: int, games: str, won: str, lost: str, room: int) -> str:
    """The figure of a team by a criterion, from its ``games`` among the tied and their results."""
    rank = f"rank_{step - 1}"
    tied = f"{{group[{rank}]}},{{row[{rank}]}}"
    if criterion == SWEEP:
        met_all = f"COUNTIFS({_met('{row[no]}', room)},1,{tied})=COUNTIF({tied})-1"
        return f"IF({games}=0,0,IF({met_all},IF({won}={games},1,IF({lost}={games},-1,0)),0))"
    if criterion == DIVISION_FIRST:
        of_division = "{group[division_no]},{row[division_no]},{group[division_place]}"
        ahead = f'COUNTIFS({tied},{of_division},"<"&{{row[division_place]}})'
        return f"IF({ahead}=0,1,0)"
    common_won, drawn = _of_common("{side}_won", step), _of_common("tied", step)
    too_few = f'COUNTIFS({tied},{{group[common_{step}]}},"<{AMONG_TIED[criterion].fewest}")>0'
    return f"IF({too_few},0,({common_won}+Half*({drawn}))/{{row[common_{step}]}})"
