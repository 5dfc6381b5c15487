"""The page on which one player of a kdice list is held against the field."""

from __future__ import annotations

from ...catalogue.expression import formula_of, symbol
from ...functions.kdice import luck
from ...functions.kdice.profiles import ZERO_SCORE
from ...functions.kdice.record import WHOLE, even_share, in_parts_of
from ...readers.kdice import SEATS
from ..parts import theme
from ..parts.plan import Cell, Profile, SheetPlan, TablePlan
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, ColumnKind, InputRule
from .record import PERCENT
from .statistics import POINTS
from .tables import GROUP, MEANINGS

CHOSEN = "A5"
HEADINGS = 7
"""The row of headings; the player is chosen above."""


LOWEST_LEADS = ("pvalue", "bss")
"""The statistics of which less is better."""

_GAP = "J"
_WIDTHS = {"K": 12.0, "L": 10.0, "M": 8.0, "N": 7.0, "O": 8.5, "P": 8.5, "Q": 34.0}
_FIGURE = 8.5
"""The width of a figure: with it the page goes onto one sheet of paper."""
_HEADINGS = ("Statistic", "Player", "Place", "of", "Leader", "Median", "What it is")


# The finishes, place by place ---------------------------------------------------------------------


_of_chosen = ColumnKind('=IF(ChosenNo=0,"",')
_for_chosen = _of_chosen.formula


_PLACE_NUMBER = "ROWS({upto[seat]})"


def _share_before(cells: str, unit: str) -> str:
    """The share of a place in an earlier profile of the chosen player, where there is one."""
    typed = f"INDEX({{earlier[{cells}]}},ChosenNo,{_PLACE_NUMBER})"
    return _for_chosen(f'IF({typed}="","",{typed}/INDEX({{group[{unit}]}},ChosenNo))')


def _part_of_tapl() -> str:
    """The part of TAPL that comes from a place."""
    games, even = symbol("INDEX({group[games]},ChosenNo)"), symbol("{row[even]}")
    chi_square = games * luck.part_of_chi_square(symbol("{row[share]}") - even, even)
    return formula_of(luck.in_thousandths, chi_square, games, "Scale")


PROFILE = [
    Column("seat", "Place", width=16.5, align="left", style=theme.STRONG),
    _of_chosen(
        "share",
        "Player",
        f"INDEX({{group[s1:s7]}},ChosenNo,{_PLACE_NUMBER})",
        number_format=PERCENT,
        width=_FIGURE,
        style=theme.STRONG,
    ),
    Column(
        "even",
        "1/7",
        f"={formula_of(even_share, 'Seats')}",
        number_format=PERCENT,
        width=_FIGURE,
    ),
    Column(
        "field",
        "Field",
        f'=IF(PlayersListed=0,"",INDEX({{field[f1:f7]}},1,{_PLACE_NUMBER}))',
        number_format=PERCENT,
        width=_FIGURE,
    ),
    Column("zero", "Zero score", number_format=PERCENT, width=_FIGURE, style=theme.FIXED),
    Column(
        "worst",
        "At the worst rating",
        _share_before("w1:w7", "worst_unit"),
        number_format=PERCENT,
        width=_FIGURE,
    ),
    Column(
        "last_zero",
        "At the last zero",
        _share_before("z1:z7", "zero_unit"),
        number_format=PERCENT,
        width=_FIGURE,
    ),
    _of_chosen(
        "times",
        "Games",
        "{row[share]}*INDEX({group[games]},ChosenNo)",
        number_format="0.0",
        width=_FIGURE,
    ),
    _of_chosen("part", "Part of TAPL", _part_of_tapl(), number_format=POINTS, width=_FIGURE),
]
"""The finishes of one player, place by place, against what may be expected."""

PROFILE_INPUTS = [
    {"seat": seat, "zero": share} for seat, share in zip(SEATS, in_parts_of(ZERO_SCORE, WHOLE))
]


TABLE_PLAN = TablePlan(
    "Player",
    PROFILE,
    len(PROFILE_INPUTS),
    PROFILE_INPUTS,
    top=HEADINGS,
    upto="",
    repeats_headings=False,
    looks=[
        Profile(
            label="seat",
            values=("share", "even", "field"),
            title="Finish profile against 1/7",
            axes=("Place in the game", "Share of the games"),
            text="Column chart of how often the chosen player came in each of the seven places, "
            "with lines for 1/7 and for all players together. The figures are in the table above.",
        ),
    ],
)


def sheet_plan(chosen: str | None) -> SheetPlan:
    """The cell that chooses, and the statistics beside the finishes."""
    rule = InputRule(
        "list", "Choose a player of the list; they stand on the sheet Players.", "{players[name]}"
    )
    cells = {
        "A4": Cell("Player"),
        CHOSEN: Cell(chosen, "", theme.INPUT, TEXT_FORMAT, align="left", name="Chosen", rule=rule),
    }
    for letter, heading in zip(_WIDTHS, _HEADINGS):
        align = "left" if letter in "KQ" else "right"
        cells[f"{letter}{HEADINGS}"] = Cell(
            heading, style=theme.HEADING, align=align, wraps=_WIDTHS[letter]
        )
    for row, key in enumerate(MEANINGS, HEADINGS + 1):
        cells |= _of_statistic(row, key)
    return SheetPlan(
        "One player against the field, with a chart. You choose the player.",
        "One player against the field: choose the name in the tinted cell.",
        cells=cells,
        widths={_GAP: 2, **_WIDTHS},
    )


def _of_statistic(row: int, key: str) -> dict[str, Cell]:
    """One statistic: the player's figure, its place in the field, the leader's, the median."""
    field = f"{{group[{key}]}}"
    column = next(column for column in GROUP if column.key == key)
    own = f"L{row}"
    better = f'"<"&{own}-10^-Decimals' if key in LOWEST_LEADS else f'">"&{own}+10^-Decimals'
    leads = "MIN" if key in LOWEST_LEADS else "MAX"
    shown = column.number_format
    figures = {
        "L": (f'=IF(ChosenNo=0,"",INDEX({field},ChosenNo))', shown),
        "M": (f'=IF(ISNUMBER({own}),1+COUNTIF({field},{better}),"")', "General"),
        "N": (f"=COUNT({field})", NOT_ZERO),
        "O": (f'=IF(N{row}=0,"",{leads}({field}))', shown),
        "P": (f'=IF(N{row}=0,"",MEDIAN({field}))', shown),
    }
    return {
        f"K{row}": Cell(column.heading, style=theme.STRONG, align="left"),
        **{
            f"{letter}{row}": Cell(
                formula=formula,
                style=theme.STRONG if letter == "L" else theme.VALUE,
                number_format=number_format,
                align="right",
            )
            for letter, (formula, number_format) in figures.items()
        },
        f"Q{row}": Cell(MEANINGS[key].note, style=theme.VALUE, align="left", wraps=_WIDTHS["Q"]),
    }
