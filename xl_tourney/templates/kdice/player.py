"""The page on which one player of a kdice list is held against the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.worksheet.worksheet import Worksheet

from ..parts import charts, pages, theme
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Rule, Table, name_cells, write
from . import tables as columns

CHOSEN = "A5"
HEADINGS = 7
"""The row of headings; the player is chosen above."""


@dataclass(frozen=True)
class Statistic:
    """A line of the page: a column of Calculation, and what it says."""

    key: str
    says: str
    least_leads: bool = False


STATISTICS = (
    Statistic("score", "What the leaderboard is sorted by"),
    Statistic("tapl", "Test against pure luck, for better or for worse"),
    Statistic("yates", "The same with Yates' correction, for few games"),
    Statistic("pvalue", "The chance that luck alone does at least this", least_leads=True),
    Statistic("qooa", "Quality of opponents: how rare the tables are by luck"),
    Statistic("tazd", "Test against a typical player whose score is 0"),
    Statistic("takbe", "Test against a known bad example"),
    Statistic("taowr", "Test against one's own worst rating"),
    Statistic("taolz", "Test against one's own last zero"),
    Statistic("ci", "Convolution integral: payoff per point of buy-in"),
    Statistic("ppg", "Points per game"),
    Statistic("gpg", "Guts per game: the average buy-in, estimated"),
    Statistic("pprg", "Points per root of games"),
    Statistic("bss", "Baseball-style standings: games behind", least_leads=True),
)

_GAP = "J"
_WIDTHS = {"K": 12.0, "L": 10.0, "M": 8.0, "N": 7.0, "O": 10.0, "P": 10.0, "Q": 50.0}
_HEADINGS = ("Statistic", "Player", "Place", "of", "Leader", "Median", "What it is")


def profile(sheet: Worksheet) -> Table:
    """Where the table of finishes stands."""
    return Table(sheet, HEADINGS, columns.PROFILE, len(columns.PROFILE_INPUTS))


def fill(sheet: Worksheet, tables: Mapping[str, Table], chosen: str | None) -> None:
    """The cell that chooses, the statistics beside the finishes, and the chart."""
    pages.head(
        sheet, "One player against the field: choose the name in the tinted cell.", status=True
    )
    _choose(sheet, tables["players"], chosen)
    for letter, heading in zip(_WIDTHS, _HEADINGS):
        cell = sheet[f"{letter}{HEADINGS}"]
        write(cell, heading)
        align = "left" if letter in "KQ" else "right"
        theme.dress(cell, theme.HEADING, align=align, wrap=True)
        sheet.column_dimensions[letter].width = _WIDTHS[letter]
    sheet.column_dimensions[_GAP].width = 3
    for row, statistic in enumerate(STATISTICS, HEADINGS + 1):
        _line(sheet, row, statistic, tables)
    sheet.freeze_panes = f"A{HEADINGS + 1}"
    sheet.page_setup.fitToHeight = 1
    charts.profile(
        tables["profile"],
        "seat",
        ("share", "even", "field"),
        title="Finish profile against 1/7",
        axes=("Place in the game", "Share of the games"),
        text="Column chart of how often the chosen player came in each of the seven places, with "
        "lines for 1/7 and for all players together. The figures are in the table above.",
    )


def _choose(sheet: Worksheet, players: Table, chosen: str | None) -> None:
    """The cell with the name; it takes names of the list."""
    write(sheet["A4"], "Player")
    theme.dress(sheet["A4"], theme.NOTE)
    write(sheet[CHOSEN], chosen)
    theme.dress(sheet[CHOSEN], theme.INPUT, TEXT_FORMAT, "left", unlocked=True)
    names = f"Players!{players.span('name', players.first, players.last, '$')}"
    Rule("list", "Choose a player of the list; they stand on the sheet Players.", names).apply(
        sheet, CHOSEN
    )
    workbook = sheet.parent
    assert workbook is not None
    name_cells(workbook, "Chosen", sheet, CHOSEN)


def _line(sheet: Worksheet, row: int, statistic: Statistic, tables: Mapping[str, Table]) -> None:
    """One statistic: the player's figure, its place in the field, the leader's, the median."""
    field = f"{{group[{statistic.key}]}}"
    least = statistic.least_leads
    column = next(column for column in columns.GROUP if column.key == statistic.key)
    own = f"L{row}"
    formulas = {
        own: f'=IF(ChosenNo=0,"",INDEX({field},ChosenNo))',
        f"M{row}": f'=IF(ISNUMBER({own}),RANK({own},{field},{int(least)}),"")',
        f"N{row}": f"=COUNT({field})",
        f"O{row}": f'=IF(N{row}=0,"",{"MIN" if least else "MAX"}({field}))',
        f"P{row}": f'=IF(N{row}=0,"",MEDIAN({field}))',
    }
    write(sheet[f"K{row}"], column.heading)
    theme.dress(sheet[f"K{row}"], theme.STRONG, align="left")
    for cell, formula in formulas.items():
        sheet[cell] = pages.resolve(formula, sheet, tables)
        shown = {"M": "General", "N": NOT_ZERO}.get(cell[0], column.number_format)
        look = theme.STRONG if cell == own else theme.VALUE
        theme.dress(sheet[cell], look, shown, "right")
    write(sheet[f"Q{row}"], statistic.says)
    theme.dress(sheet[f"Q{row}"], theme.VALUE, align="left")
