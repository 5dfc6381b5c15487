"""The page on which one player of a kdice list is held against the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.worksheet.worksheet import Worksheet

from ...catalogue.expression import formula_of, symbol
from ...functions.kdice import luck
from ...functions.kdice.profiles import ZERO_SCORE
from ...functions.kdice.record import WHOLE, even_share, in_parts_of
from ...readers.kdice import SEATS
from ..parts import charts, pages, theme
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, InputRule, Table, name_cells, write
from .record import PERCENT
from .statistics import POINTS
from .tables import GROUP

CHOSEN = "A5"
HEADINGS = 7
"""The row of headings; the player is chosen above."""


@dataclass(frozen=True)
class Statistic:
    """A line of the page: a column of Calculation, and what it means."""

    key: str
    description: str
    lowest_leads: bool = False


STATISTICS = (
    Statistic("score", "What the leaderboard is sorted by"),
    Statistic("tapl", "Test against pure luck, for better or for worse"),
    Statistic("yates", "The same with Yates' correction, for few games"),
    Statistic("pvalue", "The chance that luck alone does at least this", lowest_leads=True),
    Statistic("qooa", "Quality of opponents: how rare the tables are by luck"),
    Statistic("tazd", "Test against a typical player whose score is 0"),
    Statistic("takbe", "Test against a known bad example"),
    Statistic("taowr", "Test against one's own worst rating"),
    Statistic("taolz", "Test against one's own last zero"),
    Statistic("ci", "Convolution integral: payoff per point of buy-in"),
    Statistic("ppg", "Points per game"),
    Statistic("gpg", "Guts per game: the average buy-in, estimated"),
    Statistic("pprg", "Points per root of games"),
    Statistic("bss", "Baseball-style standings: games behind", lowest_leads=True),
)

_GAP = "J"
_WIDTHS = {"K": 12.0, "L": 10.0, "M": 8.0, "N": 7.0, "O": 10.0, "P": 10.0, "Q": 50.0}
_HEADINGS = ("Statistic", "Player", "Place", "of", "Leader", "Median", "What it is")


# The finishes, place by place ---------------------------------------------------------------------


def _for_chosen(formula: str) -> str:
    return f'=IF(ChosenNo=0,"",{formula})'


_PLACE_NUMBER = "ROWS({upto[seat]})"


def _share_before(cells: str, unit: str) -> str:
    """The share of a place in an earlier profile of the chosen player, where there is one."""
    typed = f"INDEX({{earlier[{cells}]}},ChosenNo,{_PLACE_NUMBER})"
    return _for_chosen(f'IF({typed}="","",{typed}/INDEX({{group[{unit}]}},ChosenNo))')


def _part_of_tapl() -> str:
    """What a place adds to TAPL."""
    games, even = symbol("INDEX({group[games]},ChosenNo)"), symbol("{row[even]}")
    chi_square = games * luck.part_of_chi_square(symbol("{row[share]}") - even, even)
    return formula_of(luck.in_thousandths, chi_square, games, "Scale")


PROFILE = [
    Column("seat", "Place", width=22, align="left", style=theme.STRONG),
    Column(
        "share",
        "Player",
        _for_chosen(f"INDEX({{group[s1:s7]}},ChosenNo,{_PLACE_NUMBER})"),
        number_format=PERCENT,
        style=theme.STRONG,
    ),
    Column("even", "1/7", f"={formula_of(even_share, 'Seats')}", number_format=PERCENT),
    Column(
        "field",
        "Field",
        f'=IF(PlayersListed=0,"",INDEX({{field[f1:f7]}},1,{_PLACE_NUMBER}))',
        number_format=PERCENT,
    ),
    Column("zero", "Zero score", number_format=PERCENT, style=theme.FIXED),
    Column(
        "worst",
        "At the worst rating",
        _share_before("w1:w7", "worst_unit"),
        number_format=PERCENT,
        width=10,
    ),
    Column(
        "last_zero",
        "At the last zero",
        _share_before("z1:z7", "zero_unit"),
        number_format=PERCENT,
        width=10,
    ),
    Column(
        "times",
        "Games",
        _for_chosen("{row[share]}*INDEX({group[games]},ChosenNo)"),
        number_format="0.0",
    ),
    Column(
        "part",
        "Part of TAPL",
        _for_chosen(_part_of_tapl()),
        number_format=POINTS,
    ),
]
"""The finishes of one player, place by place, against what may be expected."""

PROFILE_INPUTS = [
    {"seat": seat, "zero": share} for seat, share in zip(SEATS, in_parts_of(ZERO_SCORE, WHOLE))
]


def make_profile_table(sheet: Worksheet) -> Table:
    """Where the table of finishes stands."""
    return Table(sheet, HEADINGS, PROFILE, len(PROFILE_INPUTS))


def fill_page(sheet: Worksheet, tables: Mapping[str, Table], chosen: str | None) -> None:
    """The cell that chooses, the statistics beside the finishes, and the chart."""
    pages.write_header(
        sheet, "One player against the field: choose the name in the tinted cell.", status=True
    )
    _write_choice(sheet, tables["players"], chosen)
    for letter, heading in zip(_WIDTHS, _HEADINGS):
        cell = sheet[f"{letter}{HEADINGS}"]
        write(cell, heading)
        align = "left" if letter in "KQ" else "right"
        theme.apply_style(cell, theme.HEADING, align=align, wrap=True)
        sheet.column_dimensions[letter].width = _WIDTHS[letter]
    sheet.column_dimensions[_GAP].width = 3
    for row, statistic in enumerate(STATISTICS, HEADINGS + 1):
        _write_statistic(sheet, row, statistic, tables)
    sheet.freeze_panes = f"A{HEADINGS + 1}"
    sheet.page_setup.fitToHeight = 1
    charts.add_profile(
        tables["profile"],
        "seat",
        ("share", "even", "field"),
        title="Finish profile against 1/7",
        axes=("Place in the game", "Share of the games"),
        text="Column chart of how often the chosen player came in each of the seven places, with "
        "lines for 1/7 and for all players together. The figures are in the table above.",
    )


def _write_choice(sheet: Worksheet, players: Table, chosen: str | None) -> None:
    """The cell with the name; it takes names of the list."""
    write(sheet["A4"], "Player")
    theme.apply_style(sheet["A4"], theme.NOTE)
    write(sheet[CHOSEN], chosen)
    theme.apply_style(sheet[CHOSEN], theme.INPUT, TEXT_FORMAT, "left", unlocked=True)
    names = f"Players!{players.span('name', players.first, players.last, '$')}"
    InputRule("list", "Choose a player of the list; they stand on the sheet Players.", names).apply(
        sheet, CHOSEN
    )
    workbook = sheet.parent
    assert workbook is not None
    name_cells(workbook, "Chosen", sheet, CHOSEN)


def _write_statistic(
    sheet: Worksheet, row: int, statistic: Statistic, tables: Mapping[str, Table]
) -> None:
    """One statistic: the player's figure, its place in the field, the leader's, the median."""
    field = f"{{group[{statistic.key}]}}"
    column = next(column for column in GROUP if column.key == statistic.key)
    own = f"L{row}"
    better = f'"<"&{own}-10^-Decimals' if statistic.lowest_leads else f'">"&{own}+10^-Decimals'
    formulas = {
        own: f'=IF(ChosenNo=0,"",INDEX({field},ChosenNo))',
        f"M{row}": f'=IF(ISNUMBER({own}),1+COUNTIF({field},{better}),"")',
        f"N{row}": f"=COUNT({field})",
        f"O{row}": f'=IF(N{row}=0,"",{"MIN" if statistic.lowest_leads else "MAX"}({field}))',
        f"P{row}": f'=IF(N{row}=0,"",MEDIAN({field}))',
    }
    write(sheet[f"K{row}"], column.heading)
    theme.apply_style(sheet[f"K{row}"], theme.STRONG, align="left")
    for cell, formula in formulas.items():
        sheet[cell] = pages.resolve_formula(formula, sheet, tables)
        number_format = {"M": "General", "N": NOT_ZERO}.get(cell[0], column.number_format)
        style = theme.STRONG if cell == own else theme.VALUE
        theme.apply_style(sheet[cell], style, number_format, "right")
    write(sheet[f"Q{row}"], statistic.description)
    theme.apply_style(sheet[f"Q{row}"], theme.VALUE, align="left")
