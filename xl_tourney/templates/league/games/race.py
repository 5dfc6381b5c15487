"""The race of a league: games or points behind after each round, for the first teams.

The teams stand side by side in the order of the standings; the number of each is above its
heading.  The race shows the last rounds: as many as it has rows.  Before the first one all teams
are level, but for points deducted.
"""

from __future__ import annotations

from openpyxl.utils import get_column_letter

from ....catalogue.expression import formula_of
from ....functions.tantrix.leads import games_over_even
from ...parts import theme
from ...parts.plan import Cell, EmptyColumns, Lines, Look, RowHeights, SheetPlan
from ...parts.registry import Usual
from ...parts.table import TEXT_FORMAT, Column, computed
from ..feature import Rules
from ..features.adjusted import Adjustments
from ..features.divided.split import Split
from ..tables import BEHIND

SHEET = "Race"
MOST_TEAMS = 8
"""How many lines of a chart can be told apart."""
ROWS, MOST_ROWS = 12, 200
"""The rows of the race before there are any rounds, and the most that it has."""
TOP = 34
"""The row of headings, below the chart."""
CHART_ROW = 4
CHART_CM = 14
HEADING_HEIGHT = 34


def rows_for(rounds: int) -> int:
    """How many rows the race has: one for each round and one for the start."""
    return min(MOST_ROWS, rounds + 1) if rounds else Usual(ROWS)


def race(teams: int) -> list[Column]:
    """Games or points behind the best of these teams after each round."""
    every = f"{{leads.row[team_0:team_{teams - 1}]}}"
    return [
        computed.left(
            "after",
            "After",
            '=IF({leads.row[after]}<0,"",IF({leads.row[after]}=0,"Start",'
            "INDEX({matches[label]},MATCH({leads.row[after]},{matches[nth]},0))))",
            number_format=TEXT_FORMAT,
            width=16,
            style=theme.STRONG,
        ),
        *(
            Column(
                f"team_{at}",
                "",
                f'=IF(OR({_number(at)}="",{{leads.row[after]}}<0),"",'
                f"MAX({every})-{{leads.row[team_{at}]}})",
                number_format=BEHIND,
                width=14,
                head=_head(at),
            )
            for at in range(teams)
        ),
    ]


def leads(teams: int, rules: Rules) -> list[Column]:
    """The points, or games over even, that each of the teams has after each round."""
    return [
        Column("row", "Row of the race", width=10, style=theme.VALUE),
        Column("after", "After round", "=RoundsPlayed-RoundsShown+{row[row]}", width=10),
        *(
            Column(f"team_{at}", "", lead, width=12, head=_head(at))
            for at in range(teams)
            for lead in [_lead(f"{SHEET}!{_number(at)}", rules)]
        ),
    ]


def _number(at: int) -> str:
    """Where the number of a team stands; the first column of the race holds the rounds."""
    return f"{get_column_letter(at + 2)}${TOP - 1}"


def _lead(number: str, rules: Rules) -> str:
    """Points so far, less those deducted; games over even where Pct comes first."""

    def total(side: str, column: str) -> str:
        return (
            f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{number},"
            '{matches[played_nth]},"<="&{row[after]})'
        )

    points = f"{total('home', 'home_points')}+{total('away', 'away_points')}-"
    deducted = f"N(INDEX({{listed[deducted]}},{number}))"
    if rules.of(Adjustments):
        deducted = f"IF(INDEX({{group[deducted_nth]}},{number})>{{row[after]}},0,{deducted})"
    points += deducted
    if rules.of(Split):
        gone = f"INDEX({{group[given_up]}},{number})"
        points += f"-IF(AND(FirstDivided>0,{{row[after]}}>=FirstDivided),{gone},0)"
    over_even = formula_of(games_over_even, total("home", "lead"), total("away", "lead"), "Half")
    return f'=IF({number}="","",IF(Criterion1="Pct",{over_even},{points}))'


def _head(at: int) -> str:
    """The heading of a team's column: its name."""
    number = f"{SHEET}!{_number(at)}"
    return f'=IF({number}="","",INDEX({{group[name]}},{number}))'


def sheet_plan(teams: int, unit: str, groups: str = "") -> SheetPlan:
    """The page; above each team its number, in the order of the standings.

    ``unit`` is what the teams are behind by: games or points; ``groups`` the column of the
    standings with the group of each, where there are groups.
    """
    cells = {
        "A4": Cell(
            formula='=IF(RoundsPlayed=0,"Give each game a date or a round: they make the race."'
            ',"")',
            style=theme.STATUS,
        ),
        f"A{TOP - 1}": Cell("No. on Setup"),
    }
    for at in range(teams):
        nth = f"COLUMNS($B$1:{get_column_letter(at + 2)}$1)"
        found = f'=IF({nth}>TeamsListed,"",INDEX({{standings[no]}},{nth}))'
        if groups:  # those of one group, the first if nobody says another
            column = f"{{standings[{groups}]}}"
            first = f'IF(RaceGroup="",1,IFERROR(MATCH(RaceGroup&"",{column},0),0))'
            size = f"COUNTIF({column},INDEX({column},{first}))"
            inside = f"IF(TeamsListed=0,FALSE,IF({first}=0,FALSE,{nth}<={size}))"
            found = f'=IF({inside},INDEX({{standings[no]}},{first}+{nth}-1),"")'
        cells[_number(at).replace("$", "")] = Cell(formula=found, align="right")
    return SheetPlan(
        "The race: games or points behind after each round, and a chart.",
        f"{unit.capitalize()} behind after each round, of the first teams of the table: measured "
        "from the one that is ahead of the others.",
        cells=cells,
    )


def looks(teams: int, listed: int, unit: str) -> list[Look]:
    """The looks of the table of the race, and its chart.

    It has lines for the teams that are listed already; with none, for all that there is room for.
    """
    keys = [f"team_{at}" for at in range(teams)]
    return [
        RowHeights(HEADING_HEIGHT, heading_only=True),
        EmptyColumns(f"{keys[0]}:{keys[-1]}"),
        Lines(
            label="after",
            values=keys[: listed or None],
            title=f"The race: {unit} behind after each round",
            axes=("Date or round", f"{unit.capitalize()} behind"),
            text=f"Line chart of the {unit} behind after each round, one line for each of the "
            "first teams of the standings; the leader is on top. The figures are in the table "
            "below.",
            row=CHART_ROW,
            height=CHART_CM,
        ),
    ]
