"""The league table: games behind the leader and the last qualifying place, and what is settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ...errors import OptionError
from ...readers import league as reader
from ...readers.league import Game, League, Record
from ..parts import charts, pages, published, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table
from ..parts.workbook import Functions, StandingsWorkbook
from . import pages as texts
from . import race
from . import tables as columns

MOST_TEAMS = 100
MOST_GAMES = 3000


@template(
    read=reader.read,
    samples=[
        Sample(
            "league_al_1903.csv",
            {
                "title": "American League 1903",
                "note": "The final table; some of the 140 games were never played. The four "
                "qualifying places are an example.",
            },
        ),
        Sample(
            "league_npb_central_2021.csv",
            {
                "title": "NPB Central League 2021",
                "as_of": "13 October 2021",
                "note": "Games against the other league are counted, so wins need not equal "
                "losses.",
                "places": 3,
                "closed": "no",
            },
        ),
    ],
)
def league(
    results: League | None = None,
    functions: Functions = "native",
    *,
    title: Annotated[str, About("The heading of the workbook.")] = "League table",
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_GAMES)
    ] = None,
    teams: Annotated[
        int | None, About("Rows for teams, where one row is a game.", 1, MOST_TEAMS)
    ] = None,
    places: Annotated[int, About("How many places qualify.", 1)] = 4,
    season: Annotated[
        int | None, About("Games of each team in the season; the data may say it.", 1)
    ] = None,
    rounds: Annotated[
        int | None,
        About(
            "Rows for the race, the start among them; as many as the results have.",
            2,
            race.MOST_ROWS,
        ),
    ] = None,
    closed: Annotated[
        Literal["yes", "no"], About("Whether the teams play nobody else: wins equal losses.")
    ] = "yes",
    layout: Annotated[
        Literal["table", "game"] | None, About("What is typed in; the data says it, else table.")
    ] = None,
) -> StandingsWorkbook:
    """League table: games behind, magic and elimination numbers, and a chart of the race.

    A file of results is a table, with the columns team, wins, losses and, where there are any,
    ties; or it has one row a game, with home, away, home_score, away_score and, so that nothing is
    counted twice, round (a date or a number).  A column season_games says how many games each team
    has in the season.
    """
    results = results or League([])
    names = reader.teams(results)
    by_game = _by_game(results, layout)
    if teams is not None and not by_game:
        raise OptionError("teams is for one row a game; for a table of teams, give rows.")
    option, wanted = ("teams", teams) if by_game else ("rows", rows)
    listed = len(names if by_game else results)
    room = row_capacity(option, wanted, listed, minimum=8, spare=3, maximum=MOST_TEAMS)
    length = row_capacity("rows", rows, len(results), minimum=40, spare=40, maximum=MOST_GAMES)

    workbook = theme.new_workbook(title, functions)
    sheets = _sheets(by_game)
    about, *_ = (theme.new_sheet(workbook, name, landscape=name != "Read me") for name in sheets)
    shown = rounds or race.rows_for(len(reader.rounds(results)))
    if by_game:
        workbook.set_layout(layout="game", teams=room, rows=length, rounds=shown)
    else:
        workbook.set_layout(layout="table", rows=room)
    tables = _tables(workbook, by_game, room, length, shown)
    inputs = _inputs(results, names, room)
    inputs["leads"] = [{"row": number} for number in range(1, shown + 1)]
    for name, table in tables.items():
        table.write(tables, inputs.get(name, ()))

    options = [
        *pages.common_settings(title, note, as_of),
        *texts.options(places, season or results.season_games, closed, by_game),
    ]
    pages.write_settings(workbook, workbook["Setup"], "D" if by_game else "A", options, tables)
    figures = [*texts.figures(), *(texts.race_figures(shown) if by_game else ())]
    beside = get_column_letter(tables["leads" if by_game else "group"].next_left)
    pages.write_settings(workbook, workbook["Calculation"], beside, figures, tables)
    nothing = texts.nothing(by_game)
    write_checks(workbook, workbook["Checks"], texts.checks(by_game), nothing, tables)
    links = {name: purpose for name, purpose in sheets.items() if name != about.title}
    pages.write_read_me(about, links, texts.read_me(by_game))
    _finish(workbook, tables, len(names))
    if results.rows and season is None and results.season_games is None:
        _hide_columns(tables["standings"], columns.OF_SEASON)
    return workbook


def _by_game(results: League, layout: str | None) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    there = layout or "table"
    if results.rows:
        there = "game" if isinstance(results.rows[0], Game) else "table"
    if layout not in (None, there):
        row = {"game": "a game", "table": "a team"}[there]
        raise OptionError(f"layout is {layout}, but one row of the results is {row}.")
    return there == "game"


def _sheets(by_game: bool) -> dict[str, str]:
    """The sheets, and what each is for."""
    return {
        "Read me": "This page.",
        "Setup": f"{'The teams, and the' if by_game else 'The'} options: places, games of the "
        "season. You fill it in.",
        "Results": f"{'The games' if by_game else 'What each team won, lost and tied'}. "
        "You fill it in.",
        "Standings": "The table: sorted, with games behind and what is settled, and a chart.",
        **(
            {race.SHEET: "The race: games behind after each round, and a chart."} if by_game else {}
        ),
        "Checks": "Whether the results can be right; each line says where to look.",
        "Calculation": "The figures behind the table, for those who want to follow them.",
    }


def _tables(
    workbook: Workbook, by_game: bool, room: int, length: int, rounds: int
) -> dict[str, Table]:
    """Where each table stands; the teams are listed on Setup, or with their results."""
    setup, entry, standings, working = (
        workbook[name] for name in ("Setup", "Results", "Standings", "Calculation")
    )
    tables = {
        "listed": Table(setup, HEADINGS, columns.TEAMS, room, option="teams")
        if by_game
        else Table(entry, HEADINGS, columns.RECORDS, room, option="rows"),
        "standings": Table(standings, HEADINGS, columns.STANDINGS, room),
        "group": Table(working, HEADINGS, columns.group(by_game), room),
    }
    if by_game:
        listed = tables["listed"]
        names = f"Setup!{listed.span('name', listed.first, listed.last, '$')}"
        tables["results"] = Table(entry, HEADINGS, columns.games(names), length, option="rows")
        matches = Table(working, HEADINGS, columns.MATCHES, length, tables["group"].next_left)
        tables["matches"] = matches
        teams = min(room, race.MOST_TEAMS)
        tables["race"] = Table(workbook[race.SHEET], race.TOP, race.race(teams), rounds)
        tables["leads"] = Table(working, HEADINGS, race.leads(teams), rounds, matches.next_left)
    return tables


def _inputs(results: League, names: Sequence[str], room: int) -> dict[str, list[dict[str, object]]]:
    """What is written into the cells that are typed into."""
    listed: list[dict[str, object]] = [{"no": number} for number in range(1, room + 1)]
    games: list[dict[str, object]] = []
    for cells, row in zip(listed, results.rows):
        if isinstance(row, Record):
            cells |= {"name": row.team, "won": row.wins, "lost": row.losses, "tied": row.ties}
    for row in results.rows:
        if isinstance(row, Game):
            games.append(asdict(row))
    if games:
        for cells, name in zip(listed, names):
            cells["name"] = name
    return {"listed": listed, "results": games}


def _finish(workbook: Workbook, tables: Mapping[str, Table], teams: int) -> None:
    """Titles, frozen headings, marks and the chart."""
    purposes = {
        "Setup": "Write into the tinted cells.",
        "Results": "Write into the tinted cells, one row below the other.",
        "Standings": "Sorted by Pct. Q would qualify now. Games behind: above 0 is behind, below 0 "
        "ahead. A magic number of 0 is certain, an elimination number of 0 is out.",
        "Calculation": "The figures of each team, in the order of the list.",
    }
    for name, purpose in purposes.items():
        pages.write_header(workbook[name], purpose, status=name != "Calculation")
    for name, column in {"listed": "C", "results": "D", "group": "C"}.items():
        if name in tables:
            pages.freeze_headings(tables[name], column)
    pages.freeze_headings(tables["standings"], "E", blank="place")
    upto = "" if "matches" in tables else "name"
    pages.print_across(tables["group"], 3 if "matches" in tables else 2, upto)
    for table in tables.values():
        if any(column.key == "problem" for column in table.columns):
            pages.mark_problems(table)
    _finish_standings(tables["standings"], teams)
    published.name_leading_columns(tables["standings"], "name", "percent", "gb_first")
    if "matches" in tables:
        _name_records(tables["results"])
    if "race" in tables:
        race.finish(tables, teams)


def _name_records(results: Table) -> None:
    """The games of each team, from the side of either."""
    for own, other in (("home", "away"), ("away", "home")):
        published.name_record(
            Team=published.values(results, own),
            Round=published.values(results, "round"),
            Opponent=published.values(results, other),
            At=published.headings(results, own),
            Score=published.values(results, f"{own}_score"),
            Against=published.values(results, f"{other}_score"),
        )


def _hide_columns(table: Table, keys: Sequence[str]) -> None:
    """Hide columns of a sheet in which there is nothing to show."""
    for key in keys:
        table.sheet.column_dimensions[table.letter(key)].hidden = True


def _finish_standings(table: Table, teams: int) -> None:
    mark, state = (f"${table.letter(key)}{table.first}" for key in ("mark", "state"))
    line = f"ROWS({table.letter('mark')}${table.first}:{mark})=Places"
    qualified = (f'LEFT({mark})="Q"', theme.QUALIFIED)
    unsettled = (f'LEFT({mark})="?"', theme.LOOK_OUT)
    tied = (f'RIGHT({mark})="="', theme.TIED)
    settled = [
        (f'OR({state}="first",{state}="qualified")', theme.GOOD),
        (f'{state}="out"', theme.QUIET),
    ]
    theme.highlight(table.sheet, table.area("mark"), [unsettled, tied, qualified], line)
    theme.highlight(table.sheet, table.area("state"), settled, line)
    others = f"{table.area('place')} {table.area('no', 'out_place')} {table.area('decided')}"
    theme.highlight(table.sheet, others, [qualified], line)
    pages.name_standings(table)
    pages.show_note(table.sheet)
    charts.add_bars(
        table,
        "name",
        "gb_first",
        title="Games behind the leader",
        axes=("Team", "Games behind (below 0: ahead)"),
        text="Bar chart of the games behind the leader by team, in the order of the standings. "
        "The figures are in the column Behind leader of the table above.",
        rows=teams or None,
    )
