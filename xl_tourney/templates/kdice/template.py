"""The kdice leaderboard: skrumgaer's tests of every player's finishes against luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ...functions.kdice.luck import YATES_CORRECTION
from ...functions.kdice.points import MAX_GUTS, PAYOFFS
from ...functions.kdice.record import SEATS
from ...readers import kdice as reader
from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, WORST, Profile
from ..parts import pages, published, theme
from ..parts.checks import Check, write_checks
from ..parts.pages import HEADINGS, Setting
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import InputRule, Table
from ..parts.workbook import Functions, StandingsWorkbook
from . import player, small_tables, statistics
from . import tables as columns
from .record import SHARES
from .statistics import FIELD_KEYS

MOST_PLAYERS = 2000
SortBy = Literal["Score", "TAZD", "CI", "PPRG", "BSS"]
SHEETS = {
    "Read me": "This page.",
    "Setup": "The options. You may change them.",
    "Players": "What the profiles say: games, points, finishes, table levels. You fill it in.",
    "Earlier": "Earlier profiles, for the tests against oneself. You may fill it in.",
    "Leaderboard": "Everybody, sorted by the score, with every statistic.",
    "Player": "One player against the field, with a chart. You choose the player.",
    small_tables.DIFFERENCE: "How far two players are apart, or one from a norm. You choose them.",
    small_tables.AFFILIATION: "Who shows up at whose tables too often (PPC). You fill it in.",
    "Checks": "Whether the list can be right; each line says where to look.",
    "Calculation": "The figures behind the leaderboard, for those who want to follow them.",
}


@template(
    read=reader.read,
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
    results: Sequence[Profile] | None = None,
    functions: Functions = "native",
    *,
    title: Annotated[str, About("The heading of the workbook.")] = "kdice leaderboard",
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    rows: Annotated[
        int | None, About("Rows for players; some more than there are.", 1, MOST_PLAYERS)
    ] = None,
    sort_by: Annotated[SortBy, About("The figure that the leaderboard is sorted by.")] = "Score",
    yates_below: Annotated[int, About("Below how many games Yates' correction is used.", 0)] = 35,
) -> StandingsWorkbook:
    """kdice leaderboard: TAPL, adjusted for the opponents, and skrumgaer's other statistics.

    A file of profiles has one row a player, with the columns player, games and p1 to p7 (or the
    seven in one cell, profile: 20-17-14-11-11-11-14), percentages or counts; and, where they are
    known, points, the percentages of games at each table level, l0 to l5, and the earlier profiles
    at the worst rating, w1 to w7, and at the last zero, z1 to z7.  A note says why percentages do
    not add up.
    """
    profiles = results or []
    room = row_capacity("rows", rows, len(profiles), minimum=20, spare=10, maximum=MOST_PLAYERS)

    workbook = theme.new_workbook(title, functions)
    about, *_ = (theme.new_sheet(workbook, name, landscape=name != "Read me") for name in SHEETS)
    workbook.set_layout(rows=room)
    tables = _tables(workbook, room)
    numbers = [{"no": number} for number in range(1, room + 1)]
    inputs: dict[str, list[dict[str, object]]] = {
        "players": _numbered(numbers, [_player_inputs(profile) for profile in profiles]),
        "earlier": _numbered(numbers, [_earlier_inputs(profile) for profile in profiles]),
        "profile": player.PROFILE_INPUTS,
        "standards": statistics.STANDARDS_INPUTS,
    }
    for name, table in tables.items():
        table.write(tables, inputs.get(name, ()))

    player.fill_page(workbook["Player"], tables, profiles[0].player if profiles else None)
    options = [*pages.common_settings(title, note, as_of), *_options(sort_by, yates_below)]
    pages.write_settings(workbook, workbook["Setup"], "A", options, tables)
    beside = get_column_letter(tables["standards"].next_left)
    pages.write_settings(workbook, workbook["Calculation"], beside, _figures(), tables)
    nothing = "PlayersListed+COUNTA({players[name:l5]},{earlier[w1:z7]})=0"
    write_checks(workbook, workbook["Checks"], _CHECKS, nothing, tables)
    links = {name: purpose for name, purpose in SHEETS.items() if name != about.title}
    pages.write_read_me(about, links, _READ_ME)
    _finish(workbook, tables)
    pages.hide_columns(tables["leaderboard"], _empty_columns(profiles), tables)
    return workbook


def _empty_columns(profiles: Sequence[Profile]) -> dict[str, str]:
    """The columns of the leaderboard that would be empty, and when each would hold something."""
    empty: dict[str, str] = {}
    if profiles and not any(any(profile.levels) for profile in profiles):
        empty["qooa"] = "COUNTA({players[l0:l5]})>0"
    if profiles and all(profile.points is None for profile in profiles):
        empty |= dict.fromkeys(("ppg", "gpg", "pprg"), "COUNTA({players[points]})>0")
    if profiles and not any(profile.note for profile in profiles):
        empty["note"] = "COUNTA({players[note]})>0"
    return empty


def _tables(workbook: Workbook, room: int) -> dict[str, Table]:
    """Where each table stands; the figures of the field are beside those of the players."""
    working = workbook["Calculation"]
    group = Table(working, HEADINGS, columns.GROUP, room)
    field = Table(working, HEADINGS, statistics.FIELD, 1, group.next_left)
    players = Table(workbook["Players"], HEADINGS, columns.PLAYERS, room, option="rows")
    names = f"Players!{players.span('name', players.first, players.last, '$')}"
    return {
        "players": players,
        "earlier": Table(workbook["Earlier"], HEADINGS, columns.EARLIER, room),
        "leaderboard": Table(workbook["Leaderboard"], HEADINGS, columns.LEADERBOARD, room),
        "differences": Table(
            workbook[small_tables.DIFFERENCE],
            HEADINGS,
            small_tables.differences(names),
            small_tables.ROWS,
        ),
        "affiliations": Table(
            workbook[small_tables.AFFILIATION],
            HEADINGS,
            small_tables.AFFILIATIONS,
            small_tables.ROWS,
        ),
        "profile": player.make_profile_table(workbook["Player"]),
        "group": group,
        "field": field,
        "standards": Table(working, HEADINGS, statistics.STANDARDS, 1, field.next_left),
    }


def _numbered(
    numbers: Sequence[Mapping[str, object]], typed: Sequence[Mapping[str, object]]
) -> list[dict[str, object]]:
    """The rows of a table: a number in each, and what is typed into the first ones."""
    rows = [dict(row) for row in numbers]
    for row, cells in zip(rows, typed):
        row |= cells
    return rows


def _player_inputs(profile: Profile) -> dict[str, object]:
    return {
        "name": profile.player,
        "games": profile.games,
        "points": profile.points,
        "note": profile.note,
        **dict(zip(FINISHES, profile.finishes)),
        **dict(zip(LEVELS, profile.levels)),
    }


def _earlier_inputs(profile: Profile) -> dict[str, object]:
    return {**dict(zip(WORST, profile.worst)), **dict(zip(LAST_ZERO, profile.last_zero))}


def _options(sort_by: str, yates_below: int) -> list[Setting]:
    """The named cells that may be changed."""
    figures = ",".join(columns.SORTED_BY)
    return [
        Setting(
            "SortBy",
            f"The figure that the leaderboard is sorted by: {figures}. Of BSS less is better; who "
            "does not have the figure comes last, without a place.",
            sort_by,
            InputRule("list", f"One of {figures}.", f'"{figures}"'),
        ),
        Setting(
            "YatesBelow",
            "Below how many games Yates' correction is used: 35, when fewer than five finishes are "
            "due in each place; 0 for never.",
            yates_below,
            InputRule("decimal", "A number of games, from 0.", 0),
        ),
        Setting(
            "Rounding",
            "How far percentages may be from adding up to 100: seven whole percents can be 3.5 "
            "off by rounding alone.",
            3.5,
            InputRule("decimal", "A number of percent, from 0.", 0),
        ),
    ]


def _figures() -> list[Setting]:
    """The named cells of Calculation: what the rules fix, and what is counted."""
    return [
        Setting("Seats", "Fixed: the places of a game.", SEATS, fixed=True),
        Setting("Scale", "Fixed: TAPL is given in thousandths.", 1000, fixed=True),
        Setting("Whole", "Fixed: percentages add up to this.", 100, fixed=True),
        Setting(
            "PercentAbove",
            "Fixed: shares that add up to more than this are percentages, else fractions.",
            1.5,
            fixed=True,
        ),
        pages.DECIMALS,
        Setting(
            "YatesCorrection",
            "Fixed: Yates' correction takes so many games off each difference.",
            YATES_CORRECTION,
            fixed=True,
        ),
        Setting(
            "MissedGame",
            "Fixed: so many games behind is each game fewer than the player with the most (BSS).",
            0.5,
            fixed=True,
        ),
        Setting("MostGuts", "Fixed: GPG is at most this.", MAX_GUTS, fixed=True),
        *(
            Setting(
                f"Payoff{seat}",
                f"Fixed: what the {seat} place pays; the {opposite} loses as much.",
                payoff,
                fixed=True,
            )
            for seat, opposite, payoff in zip(reader.SEATS, reversed(reader.SEATS), PAYOFFS[:3])
        ),
        Setting(
            "NoFigure",
            "Fixed: stands for a figure that a player does not have, so that it comes last.",
            -1e9,
            fixed=True,
        ),
        Setting("AffiliatedFrom", "Fixed: from this PPC on, y has an affiliation.", 3, fixed=True),
        Setting("GamesForPPC", "Fixed: PPC needs at least so many games.", 20, fixed=True),
        Setting(
            "PlayersListed",
            "Counted: the players with games.",
            formula='=COUNTIF({group[key]},">0")',
        ),
        Setting(
            "ChosenNo",
            "Counted: the number of the player chosen on the sheet Player.",
            formula='=IF(Chosen="",0,SUMPRODUCT(({group[name]}=Chosen)*{group[key]}))',
        ),
    ]


_CHECKS = [
    Check(
        "Every player has a name, seven finishes, and numbers from 0",
        "=SUM({group[incomplete]})",
        "Fill in the row; Games is a whole number, or blank when the finishes are counts; "
        "percentages add up to at most 150. Until then the row is left out.",
        "Players",
    ),
    Check(
        "No player stands in two rows",
        "=SUM({group[again]})",
        "Remove the second row; it is left out.",
        "Players",
    ),
    Check(
        "Finishes add up, or a note says why not",
        "=SUM({group[unexplained]})",
        "Correct the percentages; where they were published so, say it in Note. They are used as "
        "they are.",
        "Players",
    ),
    Check(
        "Table levels add up to 100%",
        "=SUM({group[levels_off]})",
        "Correct the percentages; they are used as they are.",
        "Players",
    ),
    Check(
        "Earlier profiles have seven percentages that add up",
        "=SUM({group[earlier_off]})",
        "Complete or correct the profile, or leave all seven cells blank.",
        "Earlier",
    ),
    Check(
        "Everybody in the list is in the leaderboard",
        "=ABS(COUNTA({players[name]})-COUNT({leaderboard[no]}))",
        "So many players are left out: mend what the lines above say.",
        "Players",
    ),
    Check(
        "The player chosen on the sheet Player is in the leaderboard",
        '=IF(Chosen="",0,IF(ChosenNo=0,1,0))',
        "Choose another player, or correct the name.",
        "Player",
    ),
    Check(
        "The options can be used",
        "=IF(ISNUMBER(YatesBelow),IF(YatesBelow>=0,0,1),1)"
        "+IF(ISNUMBER(Rounding),IF(Rounding>=0,0,1),1)+IF(OR("
        + ",".join(f'SortBy="{name}"' for name in columns.SORTED_BY)
        + "),0,1)",
        f"SortBy: {', '.join(columns.SORTED_BY)}; YatesBelow and Rounding: numbers from 0.",
        "Setup",
    ),
]

_READ_ME = {
    pages.FILLING: [
        (
            "Players",
            "One row a player, copied from the profile page (Paste Special, as text). Finishes are "
            "percentages of Games, or fractions, or counts: counts when Games is blank, or when "
            "they add up to Games. The levels are percentages of the games at each table level, "
            "as it was when one sat down; leave all six blank when they are not known.",
        ),
        (
            "Earlier",
            "The profile from the lowest rating, and from when the score was last zero.",
        ),
        (
            "No games",
            "A name without finishes is a player who has not played: listed at the end, without a "
            "place, and without effect on the others. Who leaves stays with the games played: "
            "every figure is of one's own games.",
        ),
        ("Player", "Choose a name: the page shows the player against the field."),
        (
            "Affiliation",
            "Count games of x in which y had not sat down before. Watchers are an average at all "
            "tables of that level, without yourself; where it is not known whether y watches, "
            "leave the probability blank.",
        ),
    ],
    "What the leaderboard says": [
        (
            "Score",
            "TAPL adjusted for the opponents (QOOA × TAPL). Where no levels are known it is plain "
            "TAPL, and below YatesBelow games Yates' correction is in it. The column Score is says "
            "which; a plain score does not compare well with an adjusted one.",
        ),
        (
            "Sorted by",
            "SortBy on Setup: Score, TAZD, CI, PPRG or BSS. TAPL and TAZD also grow with play "
            "that is worse than luck: such a player keeps the place, and is marked −, with the "
            "reason.",
        ),
        (
            "TAPL",
            "1000·√games·Σ(share − 1/7)² / (1/7). It tells how far the finishes are from luck, "
            "and not in which direction: always last scores like always first.",
        ),
        (
            "Mark",
            "− the CI is below 0: the difference from luck is for the worse. * the percentages do "
            "not add up; they are used as they are. = shares the place.",
        ),
        (
            "Difference",
            "Two TAPLs are compared in standard deviations: their difference divided by 1000.",
        ),
        (
            "PPC",
            "How many times more often y shows up than by chance, in roots of what is expected; "
            "from 3 on an affiliation, friendly or hostile. It is y's passive coefficient with x, "
            "and x's active one (APC) with y. Fewer than 20 games say little.",
        ),
        ("Rounding", "Whole percents can change TAPL by a tenth. Counts are exact."),
        ("p-value", "The chance that luck alone does at least this; rough below 35 games."),
        ("QOOA", "p0/371 + p1/142 + p2/54 + p3/21 + p4/8 + p5/3, of the levels' percentages."),
        ("TAZD", "TAPL against the typical player whose score is 0: 10, 10, 10.3 … 19.4 percent."),
        ("CI", "Expected payoff per point of buy-in, from −1 to 1; top players have about 0.25."),
        (
            "GPG, PPRG",
            "Points per game over the CI, at most 6000 (n/a where one is negative and the other "
            "is not); points over √games. Both need Points.",
        ),
        (
            "BSS",
            "Games behind the leader: a sixth of a game for each place below the first, half a "
            "game for each game fewer than the player with the most.",
        ),
    ],
    pages.SOURCES: [
        ("Statistics", "The collected works of skrumgaer, last revised 25 January 2009."),
    ],
}


def _finish(workbook: Workbook, tables: Mapping[str, Table]) -> None:
    """Titles, frozen headings and marks."""
    purposes = {
        "Setup": "Write into the tinted cells.",
        "Players": "Write into the tinted cells, one row a player.",
        "Earlier": "Write into the tinted cells: profiles from the worst rating (left) and from "
        "the last zero (right), in the rows of the players.",
        "Leaderboard": "Sorted by the figure that SortBy on Setup names; Score is says what the "
        "score is. − the CI is below 0: worse than luck; * does not add up; = shares the place.",
        small_tables.DIFFERENCE: "Choose two players, or one and a norm: TAPL is in thousandths of "
        "a standard deviation.",
        small_tables.AFFILIATION: "One row for each pair: how often y sat down at tables of x, and "
        "how often that was to be expected.",
        "Calculation": "The figures of each player, in the order of the list.",
    }
    for name, purpose in purposes.items():
        pages.write_header(workbook[name], purpose, status=name != "Calculation")
    for name, column in {"players": "C", "earlier": "C", "group": "C"}.items():
        pages.freeze_headings(tables[name], column)
    for name in ("differences", "affiliations"):
        pages.freeze_headings(tables[name], "B")
    pages.freeze_headings(tables["leaderboard"], "E", blank="name")
    pages.print_across(tables["group"], 4, "name")
    board = tables["leaderboard"]
    pages.mark_problems(tables["players"])
    mark, score = (f"${board.letter(key)}{board.first}" for key in ("mark", "score_is"))
    alert = f'OR(ISNUMBER(SEARCH("−",{mark})),ISNUMBER(SEARCH("~*",{mark})))'
    tied = f'LEFT({mark})="="'
    theme.highlight(board.sheet, board.area("mark"), [(alert, theme.LOOK_OUT), (tied, theme.TIED)])
    yates = f'RIGHT({score},LEN("Yates"))="Yates"'
    theme.highlight(board.sheet, board.area("score_is"), [(yates, theme.QUIET)])
    pages.fit_on_one_page(board)
    pages.name_standings(board)
    published.name_leading_columns(board, "name", "score", "pvalue")
    published.name_record(
        Player=published.values(tables["players"], "name"),
        Finish=published.headings(tables["players"], FINISHES[0], FINISHES[-1]),
        Share=published.values(tables["group"], SHARES[0], SHARES[-1]),
        Everybody=published.values(tables["field"], FIELD_KEYS[0], FIELD_KEYS[-1]),
    )
    pages.show_note(board.sheet)
