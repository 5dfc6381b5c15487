"""The kdice leaderboard: skrumgaer's tests of every player's finishes against luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from ...functions.kdice.luck import LEVEL_RARITIES, SCALE, YATES_CORRECTION
from ...functions.kdice.points import MISSED_GAME, MOST_GUTS, PAYOFFS
from ...functions.kdice.record import PERCENT_ABOVE, SEATS, WHOLE
from ...readers import kdice as reader
from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, WORST, PlayerProfile
from ..parts import theme
from ..parts.checks import OPTIONS, Check, read_checks
from ..parts.pages import read_first_page
from ..parts.plan import PROBLEMS, Hidden, Mark, TablePlan, WorkbookPlan, read_sheets
from ..parts.registry import Sample, row_capacity, template
from ..parts.settings import DECIMALS, About, Setting, constant, counted, one_of
from ..parts.table import InputRule
from ..parts.workbook import Functions
from . import player, small_tables, statistics
from . import tables as columns
from .record import READING, SHARES
from .statistics import FIELD_KEYS
from .tables import SORTED_BY

_SORTED_BY = ",".join(SORTED_BY)
SORT_BY = Setting(
    "SortBy",
    f"The figure that the leaderboard is sorted by: {_SORTED_BY}. Of BSS less is better; who "
    "does not have the figure comes last, without a place.",
    rule=replace(one_of(*SORTED_BY), message=f"One of {_SORTED_BY}."),
)
YATES_BELOW = Setting(
    "YatesBelow",
    "Below how many games Yates' correction is used: 35, when fewer than five finishes are "
    "due in each place; 0 for never.",
    rule=InputRule("decimal", "A number of games, from 0.", 0),
)
ROUNDING = Setting(
    "Rounding",
    "How far percentages may be from adding up to 100: seven whole percents can be 3.5 "
    "off by rounding alone.",
    3.5,
    InputRule("decimal", "A number of percent, from 0.", whole_from=0),
)

FIGURES = [
    constant("Seats", "the places of a game.", SEATS),
    constant("Scale", "TAPL is given in thousandths.", SCALE),
    constant("Whole", "percentages add up to this.", WHOLE),
    constant(
        "PercentAbove",
        "shares that add up to more than this are percentages, else fractions.",
        PERCENT_ABOVE,
    ),
    DECIMALS,
    constant(
        "YatesCorrection",
        "Yates' correction takes so many games off each difference.",
        YATES_CORRECTION,
    ),
    constant(
        "MissedGame",
        "so many games behind is each game fewer than the player with the most (BSS).",
        MISSED_GAME,
    ),
    constant("MostGuts", "GPG is at most this.", MOST_GUTS),
    *(
        constant(
            f"Payoff{seat}", f"what the {seat} place pays; the {opposite} loses as much.", payoff
        )
        for seat, opposite, payoff in zip(reader.SEATS, reversed(reader.SEATS), PAYOFFS[:3])
    ),
    constant(
        "NoFigure", "stands for a figure that a player does not have, so that it comes last.", -1e9
    ),
    constant("AffiliatedFrom", "from this PPC on, y has an affiliation.", 3),
    constant("GamesForPPC", "PPC needs at least so many games.", 20),
    counted("PlayersListed", "the players with games.", 'COUNTIF({group[key]},">0")'),
    counted(
        "ChosenNo",
        "the number of the player chosen on the sheet Player.",
        'IF(Chosen="",0,SUMPRODUCT(({group[name]}=Chosen)*{group[key]}))',
    ),
]
"""The named cells of Calculation: what the rules fix, and what is counted."""


MOST_PLAYERS = 2000


@template(
    room={"rows": 64},
    read=reader.read,
    begins="player,games,profile\nAda Example,70,20-17-14-11-11-11-16",
    asks=(),
    samples=[
        Sample(
            "kdice_2008_h1.csv",
            {
                "title": "kdice, first half of 2008",
                "note": "Percentages as the tally published them; it tells neither points nor "
                "table levels, so the scores are not adjusted.",
            },
        )
    ],
)
def kdice(
    results: Sequence[PlayerProfile] | None = None,
    functions: Functions = "native",
    *,
    rows: Annotated[
        int | None, About("Rows for players; some more than there are.", 1, MOST_PLAYERS)
    ] = None,
    sort_by: Annotated[str, SORT_BY] = "Score",
    yates_below: Annotated[int, YATES_BELOW] = 35,
) -> WorkbookPlan:
    """kdice leaderboard: TAPL, adjusted for the opponents, and skrumgaer's other statistics.

    A file of profiles has one row a player, with the columns player, games and p1 to p7 (or the
    seven in one cell, profile: 20-17-14-11-11-11-14), percentages or counts; and, where they are
    known, points, the percentages of games at each table level, l0 to l5, and the earlier profiles
    at the worst rating, w1 to w7, and at the last zero, z1 to z7.  A note says why percentages do
    not add up.
    """
    profiles = results or []
    room = row_capacity("rows", rows, len(profiles), minimum=20, spare=10, maximum=MOST_PLAYERS)

    numbers = [{"no": number} for number in range(1, room + 1)]
    typed = [_player_inputs(profile) for profile in profiles]
    earlier = [
        {**dict(zip(WORST, profile.worst)), **dict(zip(LAST_ZERO, profile.last_zero))}
        for profile in profiles
    ]
    chosen = profiles[0].player if profiles else None
    return WorkbookPlan(
        title="kdice leaderboard",
        layout={"rows": room},
        sheets=read_sheets("kdice", {"player": {"Player": player.sheet_plan(chosen)}}),
        tables={
            "players": TablePlan(
                "Players",
                columns.PLAYERS,
                room,
                _numbered(numbers, typed),
                option="rows",
                upto="name",
                looks=[PROBLEMS],
            ),
            "earlier": TablePlan(
                "Earlier", columns.EARLIER, room, _numbered(numbers, earlier), upto="name"
            ),
            "leaderboard": TablePlan(
                "Leaderboard",
                columns.LEADERBOARD,
                room,
                upto="name",
                blank="name",
                leading=("name", "score", "pvalue"),
                looks=[*_MARKS, Hidden(_empty_columns(profiles))],
            ),
            "differences": TablePlan(
                small_tables.DIFFERENCE, small_tables.DIFFERENCES, small_tables.ROWS, upto="player"
            ),
            "affiliations": TablePlan(
                small_tables.AFFILIATION,
                small_tables.AFFILIATIONS,
                small_tables.ROWS,
                upto="player",
            ),
            "profile": player.TABLE_PLAN,
            "group": TablePlan("Calculation", columns.GROUP, room, upto="name"),
            "field": TablePlan("Calculation", statistics.FIELD, 1, beside="group"),
            "standards": TablePlan(
                "Calculation",
                statistics.STANDARDS,
                1,
                statistics.STANDARDS_INPUTS,
                beside="field",
            ),
        },
        options=[
            SORT_BY.of(sort_by),
            YATES_BELOW.of(yates_below),
            ROUNDING,
        ],
        figures=FIGURES,
        words=(READING,),
        checks=CHECKS,
        no_results="PlayersListed+COUNTA({players[name:l5]},{earlier[w1:z7]})=0",
        read_me=READ_ME,
        records=[
            {
                "Player": "players[name]",
                "Finish": f"players.heads[{FINISHES[0]}:{FINISHES[-1]}]",
                "Share": f"group[{SHARES[0]}:{SHARES[-1]}]",
                "Everybody": f"field[{FIELD_KEYS[0]}:{FIELD_KEYS[-1]}]",
            }
        ],
    )


_ALERT = 'OR(ISNUMBER(SEARCH("−",{row[mark]})),ISNUMBER(SEARCH("~*",{row[mark]})))'
_IS_YATES = f'AND({{row[score_is]}}<>"",{{row[games]}}<{theme.elsewhere("YatesBelow")})'
_MARKS = [
    Mark("mark", [(_ALERT, theme.LOOK_OUT), ('LEFT({row[mark]})="="', theme.TIED)]),
    Mark("score_is", [(_IS_YATES, theme.QUIET)]),
]


def _empty_columns(profiles: Sequence[PlayerProfile]) -> dict[str, str]:
    """The columns of the leaderboard that would be empty, and when each would hold something."""
    empty: dict[str, str] = {}
    if profiles and not any(any(profile.levels) for profile in profiles):
        empty["qooa"] = "COUNTA({players[l0:l5]})>0"
    if profiles and all(profile.points is None for profile in profiles):
        empty |= dict.fromkeys(("ppg", "gpg", "pprg"), "COUNTA({players[points]})>0")
    if profiles and not any(profile.note for profile in profiles):
        empty["note"] = "COUNTA({players[note]})>0"
    return empty


def _numbered(
    numbers: Sequence[Mapping[str, object]], typed: Sequence[Mapping[str, object]]
) -> list[dict[str, object]]:
    """The rows of a table: a number in each, and what is typed into the first ones."""
    rows = [dict(row) for row in numbers]
    for row, cells in zip(rows, typed):
        row |= cells
    return rows


def _player_inputs(profile: PlayerProfile) -> dict[str, object]:
    return {
        "name": profile.player,
        "games": profile.games,
        "points": profile.points,
        "note": profile.note,
        **dict(zip(FINISHES, profile.finishes)),
        **dict(zip(LEVELS, profile.levels)),
    }


WRITTEN = read_checks("kdice")
_RARITIES = " + ".join(f"p{level}/{rarity}" for level, rarity in enumerate(LEVEL_RARITIES))

CHECKS = [
    *WRITTEN["profiles"],
    Check(
        OPTIONS,
        "=IF(ISNUMBER(YatesBelow),IF(YatesBelow>=0,0,1),1)"
        "+IF(ISNUMBER(Rounding),IF(Rounding>=0,0,1),1)+IF(OR("
        + ",".join(f'SortBy="{name}"' for name in SORTED_BY)
        + "),0,1)",
        f"SortBy: {', '.join(SORTED_BY)}; YatesBelow and Rounding: numbers from 0.",
        "Setup",
    ),
]

READ_ME = read_first_page("kdice", scale=SCALE, seats=SEATS, rarities=_RARITIES, guts=MOST_GUTS)
