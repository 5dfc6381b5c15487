"""The kdice leaderboard: skrumgaer's tests of every player's finishes against luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ...readers import kdice as reader
from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, WORST, PlayerProfile
from ..parts import pages, published, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table
from ..parts.workbook import Functions, StandingsWorkbook
from . import pages as texts
from . import player, settings, small_tables, statistics
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
    results: Sequence[PlayerProfile] | None = None,
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
    options = [*pages.common_settings(title, note, as_of), *settings.options(sort_by, yates_below)]
    pages.write_settings(workbook, workbook["Setup"], "A", options, tables)
    beside = get_column_letter(tables["standards"].next_left)
    pages.write_settings(workbook, workbook["Calculation"], beside, settings.figures(), tables)
    nothing = "PlayersListed+COUNTA({players[name:l5]},{earlier[w1:z7]})=0"
    write_checks(workbook, workbook["Checks"], texts.CHECKS, nothing, tables)
    links = {name: purpose for name, purpose in SHEETS.items() if name != about.title}
    pages.write_read_me(about, links, texts.READ_ME)
    _finish(workbook, tables)
    pages.hide_columns(tables["leaderboard"], _empty_columns(profiles), tables)
    return workbook


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


def _player_inputs(profile: PlayerProfile) -> dict[str, object]:
    return {
        "name": profile.player,
        "games": profile.games,
        "points": profile.points,
        "note": profile.note,
        **dict(zip(FINISHES, profile.finishes)),
        **dict(zip(LEVELS, profile.levels)),
    }


def _earlier_inputs(profile: PlayerProfile) -> dict[str, object]:
    return {**dict(zip(WORST, profile.worst)), **dict(zip(LAST_ZERO, profile.last_zero))}


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
