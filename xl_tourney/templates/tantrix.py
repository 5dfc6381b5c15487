"""The Tantrix group table: TPs, TP% and games behind the last definite qualifying place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from openpyxl import Workbook

from ..errors import OptionError
from ..readers import tantrix as reader
from ..readers.tantrix import Game, Results
from . import charts, pages, theme
from . import tantrix_tables as columns
from .pages import HEADINGS, Check, Setting
from .registry import About, Sample, room_for, template
from .sheet import TEXT_FORMAT, Rule, Table, write

MOST_ROWS = 5000
MOST_PLAYERS = 100
SHEETS = {
    "Read me": "This page.",
    "Setup": "The players, and the options: places, rounding. You fill it in.",
    "Results": "What was played. You fill it in.",
    "Standings": "The table: sorted, with everybody's scores against everybody, and a chart.",
    "Checks": "Whether the results can be right; each line says where to look.",
    "Calculation": "The sums behind the table, for those who want to follow them.",
}
PORTRAIT = ("Read me",)


@template(
    read=reader.read,
    samples=[Sample("tantrix_2001.csv", {"title": "Tantrix, four matches of 2001"})],
)
def tantrix(
    results: Results | None = None,
    *,
    title: Annotated[str, About("The heading of the workbook.")] = "Tantrix group",
    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_ROWS)
    ] = None,
    players: Annotated[
        int | None, About("Rows for players; some more than there are.", 1, MOST_PLAYERS)
    ] = None,
    places: Annotated[int, About("How many places qualify for certain.", 1)] = 2,
    basis: Annotated[Literal["tp%", "gbq"], About("By what the last of them is counted.")] = "tp%",
    step: Annotated[float, About("To what GBQ is rounded; 0: not at all.", 0)] = 0.5,
    layout: Annotated[
        Literal["match", "game"] | None, About("What one row is; the data says it, else match.")
    ] = None,
) -> Workbook:
    """Tantrix group table: the matrix of scores, TPs, TP% and games behind (GBQ).

    A file of results has one row a match, with the columns player_a, player_b, games, tps_a and
    tps_b; or one row a game, with player_a, player_b, margin (tiles of A less those of B) and,
    where they were noted, minutes_a and minutes_b, from which the TPs are calculated.  A column
    event is kept as a note.
    """
    results = results or []
    names = reader.players(results)
    by_game = _by_game(results, layout)
    room = room_for("players", players, len(names), least=8, spare=3, most=MOST_PLAYERS)
    length = room_for("rows", rows, len(results), least=40, spare=20, most=MOST_ROWS)

    workbook = theme.new_workbook(title)
    about, *_ = (theme.new_sheet(workbook, n, landscape=n not in PORTRAIT) for n in SHEETS)
    tables = _tables(workbook, by_game, room, length)
    listing = [{"no": n, "name": name} for n, name in enumerate([*names, *[None] * room][:room], 1)]
    inputs = {"listed": listing, "results": [asdict(row) for row in results]}
    for name, table in tables.items():
        table.write(tables, inputs.get(name, ()))

    options = _options(title, places, basis, step, _meetings(results, by_game), by_game)
    pages.settings(workbook, workbook["Setup"], "D", options, tables)
    pages.checks(workbook, workbook["Checks"], _CHECKS, _nothing(by_game), tables)
    links = {name: purpose for name, purpose in SHEETS.items() if name != about.title}
    pages.read_me(about, links, _read_me(by_game))
    _finish(tables, names)
    return workbook


def _tables(workbook: Workbook, by_game: bool, room: int, length: int) -> dict[str, Table]:
    """Where each table stands; on the sheet Calculation there are two side by side."""
    setup, entry, standings, working = (
        workbook[name] for name in ("Setup", "Results", "Standings", "Calculation")
    )
    listed = Table(setup, HEADINGS, columns.LISTED, room)
    names = f"Setup!{listed.span('name', listed.first, listed.last, '$')}"
    beside = len(columns.GROUP) + 2
    return {
        "listed": listed,
        "results": Table(entry, HEADINGS, columns.results(by_game, names), length),
        "standings": Table(standings, HEADINGS, columns.standings(room), room),
        "group": Table(working, HEADINGS, columns.GROUP, room),
        "matches": Table(working, HEADINGS, columns.matches(by_game), length, beside),
    }


def _by_game(results: Results, layout: str | None) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    there = ("game" if isinstance(results[0], Game) else "match") if results else layout or "match"
    if layout not in (None, there):
        raise OptionError(f"layout is {layout}, but one row of the results is a {there}.")
    return there == "game"


def _meetings(results: Results, by_game: bool) -> int | None:
    """How many rows a pairing has; by games, as many as the results show so far."""
    if not by_game:
        return 1
    pairs = Counter(frozenset((r.player_a.casefold(), r.player_b.casefold())) for r in results)
    return max(pairs.values(), default=None)


def _options(
    title: str, places: int, basis: str, step: float, meetings: int | None, by_game: bool
) -> list[Setting]:
    """The named cells: what may be changed, what the rules fix, what is counted."""
    points = Rule("decimal", "Tournament points: a number.", -999, 999)
    limit = Setting(
        "TimeLimit",
        "From how many minutes on a player's time costs points.",
        15,
        Rule("decimal", "Minutes: a number from 0.", 0),
    )
    return [
        Setting("Title", "The heading of every sheet.", title, number_format=TEXT_FORMAT),
        Setting(
            "Places",
            "How many places qualify for certain; GBQ is measured from the last of them.",
            places,
            Rule("whole", "A whole number from 1 to the number of players.", 1),
        ),
        Setting(
            "Basis",
            "By what that place is counted: tp% (as in the 2004 WTTC) or gbq (as in the Euros).",
            basis,
            Rule("list", "tp% or gbq", '"tp%,gbq"'),
        ),
        Setting(
            "Step",
            "To what GBQ is rounded: 0.5 as published; 0 leaves it unrounded.",
            step,
            Rule("decimal", "A number from 0.", 0),
        ),
        Setting(
            "Meetings",
            f"How many {'games' if by_game else 'matches'} two players have against each other; "
            "more are reported. Blank for any number.",
            meetings,
            Rule("whole", "A whole number from 1, or blank.", 1),
        ),
        Setting("Win", "The TPs of a standard win, by five tiles.", 15, points),
        Setting("Loss", "The TPs of a standard loss.", 5, points),
        *([limit] if by_game else []),
        Setting("GameTPs", "Fixed: the TPs that two players share in a game.", 20, fixed=True),
        Setting(
            "EvenShare",
            "Fixed: the TP% at which a player without games is sorted in.",
            50,
            fixed=True,
        ),
        Setting(
            "Decimals",
            "Fixed: sums of TPs are rounded to this, so that equal TPs are equal.",
            6,
            fixed=True,
        ),
        Setting("PlayersListed", "Counted: the players.", formula='=COUNTIF({group[key]},">0")'),
        Setting(
            "LastPlace",
            "Counted: the place that GBQ is measured from.",
            formula="=MIN(Places,PlayersListed)",
        ),
    ]


_CHECKS = [
    Check(
        "Every row of results is complete",
        "=SUM({matches[incomplete]})",
        "Fill in two players, a whole number of games and the numbers of both players.",
        "Results",
    ),
    Check(
        "Every player in the results is listed",
        "=SUM({matches[unknown]})",
        "Correct the spelling, or add the player to the list.",
        "Setup",
    ),
    Check(
        "Nobody plays against himself",
        "=SUM({matches[itself]})",
        "Correct one of the two names.",
        "Results",
    ),
    Check(
        "The TPs of both players add up to 20 a game",
        "=SUM({matches[unbalanced]})",
        "Correct the TPs or the number of games.",
        "Results",
    ),
    Check(
        "No two players meet more often than they should",
        "=SUM({matches[again]})",
        "Remove the row that was entered twice, or raise Meetings.",
        "Results",
    ),
    Check(
        "Nobody is listed twice",
        '=COUNTIF({group[key]},0)-COUNTIF({group[name]},"")',
        "Remove the second entry; it counts for nothing.",
        "Setup",
    ),
    Check(
        "Everybody has the games that the results say",
        "=ABS(SUM({group[games]})-SUM({matches[games]},{matches[games]}))",
        "So many games are missing in the table: look for players who are not listed.",
        "Results",
    ),
    Check(
        "All TPs are 20 times all games",
        "=ABS(ROUND(SUM({group[tps]})-GameTPs*SUM({matches[games]}),Decimals))",
        "The table is so many TPs off: mend what the lines above say.",
        "Results",
    ),
    Check(
        "The options can be used",
        "=IF(PlayersListed=0,0,"
        "IF(ISNUMBER(Places),IF(AND(Places>=1,Places<=PlayersListed,INT(Places)=Places),0,1),1)"
        '+IF(OR(Basis="",Basis="tp%",Basis="gbq"),0,1)+IF(Step="",0,IF(ISNUMBER(Step),'
        "IF(Step>=0,0,1),1))+IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),IF(Win>Loss,0,1),1))",
        "Places: 1 to the number of players; Basis: tp% or gbq; Step: from 0; Win above Loss.",
        "Setup",
    ),
]


def _nothing(by_game: bool) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNTA({{results[{columns.inputs(by_game)}]}})=0"


def _read_me(by_game: bool) -> dict[str, list[tuple[str, str]]]:
    row = (
        "One row a game: who played, the margin in tiles (of A less of B), and the minutes of "
        "each where they were noted. Games and TPs follow from that."
        if by_game
        else "One row a match: who played, how many games, and the TPs of both players."
    )
    return {
        "How to fill it in": [
            ("Setup", "Write the players into the tinted cells; say how many places qualify."),
            ("Results", row),
            (
                "Checks",
                "Look at the line at the top of each sheet; when it asks for a look, the sheet "
                "Checks says what is wrong and where.",
            ),
            (
                "Tinted cells",
                "They are for you. All others are calculated, and protected without a password.",
            ),
            ("Names", "They are taken as text, whatever they begin with."),
        ],
        "What the table says": [
            ("TP%", "Tournament points in percent of those played for. The table is sorted by it."),
            (
                "GBQ",
                "Games behind the last definite qualifying place: about how many games, won by "
                "five tiles against the player in that place, would make up the difference. Above "
                "0 is behind, below 0 is ahead. To compare two players, subtract their GBQ.",
            ),
            ("Mark", "Q qualifies, ? is tied across the qualifying line, = shares the place."),
            (
                "Decided by",
                "What separates a player from all others: TP%; at equal TP% the games behind, "
                "before they are rounded (GBQ); or nothing (tied).",
            ),
            ("No games", "A player without games is sorted in at 50%, where GBQ has him too."),
            ("Matrix", "The TPs of the player in the row against the player in the column."),
        ],
        "Where the rules come from": [
            (
                "GBQ",
                "The page on GBQ published with the Tantrix group tables, sections 1 to 3, 6 and "
                "7. It calls the measure behind GBQ “wins − losses”; it is half of that.",
            ),
            (
                "TPs",
                "The winner of a game has 12 + 4/3·√margin, at most 20; a draw is 10 each; both "
                "add up to 20. A player who reaches the time limit gives 1 TP to the opponent, "
                "and 1 more for every full minute over.",
            ),
            (
                "#NAME?",
                "In a cell, it says that the functions GBQ, PLACE and TP_PERCENT are not installed "
                "here: install xl_tourney, or let xl-tourney recalc bring the values up to date.",
            ),
        ],
    }


def _finish(tables: Mapping[str, Table], names: Sequence[str]) -> None:
    """Titles, frozen headings, the matrix' headings, marks and the chart."""
    purposes = {
        "listed": "Write into the tinted cells: one player a row, and the options beside.",
        "results": "Write into the tinted cells, one row below the other.",
        "standings": "Sorted by TP%. Q qualifies, ? is tied across the qualifying line, = shares "
        "the place. GBQ: above 0 is behind, below 0 ahead of the last qualifying place.",
        "group": "The sums of each player, in the order of Setup, and of each row of results.",
    }
    frozen = {"listed": "A", "results": "C", "standings": "E", "group": "C"}
    for name, purpose in purposes.items():
        pages.head(tables[name].sheet, purpose, status=name != "group")
        pages.furnish(tables[name], frozen[name])
    _finish_results(tables["results"])
    _finish_standings(tables["standings"], tables, names)


def _finish_results(table: Table) -> None:
    problem = f'${table.letter("problem")}{table.first}<>""'
    theme.marks(table.sheet, table.area("problem"), [(problem, theme.LOOK_OUT)])


def _finish_standings(table: Table, tables: Mapping[str, Table], names: Sequence[str]) -> None:
    against = [column.key for column in table.columns if column.key.startswith("against")]
    _head_matrix(table, tables, against)
    longest = max(map(len, names), default=12)
    table.sheet.row_dimensions[table.top].height = min(180, max(60, 7 * longest + 12))
    table.sheet.print_title_rows = f"{columns.NUMBERS}:{table.top}"
    _mark_standings(table, against)
    pages.publish(table)
    charts.bars(
        table,
        "name",
        "gbq",
        title="Games behind the last qualifying place",
        axes=("Player", "Games behind (below 0: ahead)"),
        text="Bar chart of GBQ by player in the order of the standings; bars to the left are "
        "ahead of the last qualifying place, bars to the right behind it. The figures are in the "
        "column GBQ of the table above.",
    )


def _head_matrix(table: Table, tables: Mapping[str, Table], against: Sequence[str]) -> None:
    """Above each column of the matrix the number of its player, and the name below that."""
    sheet, left = table.sheet, table.letter(against[0])
    says = sheet[f"{table.letter('decided')}{columns.NUMBERS}"]
    write(says, "TPs against No.")
    theme.dress(says, theme.NOTE, align="right")
    for key in against:
        letter = table.letter(key)
        number, name = sheet[f"{letter}{columns.NUMBERS}"], sheet[f"{letter}{table.top}"]
        nth = f"COLUMNS(${left}$1:{letter}$1)"
        number.value = pages.resolve(f"=INDEX({{standings[no]}},{nth})", sheet, tables)
        theme.dress(number, theme.NOTE, align="center")
        found = f'=IF({number.coordinate}="","",INDEX({{group[name]}},{number.coordinate}))'
        name.value = pages.resolve(found, sheet, tables)
        theme.turn(name)


def _mark_standings(table: Table, against: Sequence[str]) -> None:
    """Qualifiers, ties, the qualifying line, and the empty diagonal of the matrix."""
    sheet, mark = table.sheet, f"${table.letter('mark')}{table.first}"
    line = f"ROWS({table.letter('mark')}${table.first}:{mark})=Places"
    qualified = (f'LEFT({mark})="Q"', theme.QUALIFIED)
    unsettled = (f'LEFT({mark})="?"', theme.LOOK_OUT)
    tied = (f'RIGHT({mark})="="', theme.TIED)
    theme.marks(sheet, table.area("mark"), [unsettled, tied, qualified], line)
    others = f"{table.area('place')} {table.area('no', 'decided')}"
    theme.marks(sheet, others, [qualified], line)
    itself = f'{table.letter(against[0])}{table.first}="×"'
    theme.marks(sheet, table.area(against[0], against[-1]), [(itself, theme.QUIET)], line)
