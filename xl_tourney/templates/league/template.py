"""The league table: games behind the leader and the last qualifying place, and what is settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate, get_column_letter

from ...errors import OptionError
from ...readers import league as reader
from ...readers.league import League, LeagueGame, TeamRecord
from ..parts import charts, pages, published, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.qualification import page as what_if
from ..parts.qualification import race as qualification
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table, name_cells
from ..parts.workbook import Functions, StandingsWorkbook
from . import criteria as of_criteria
from . import games as of_games
from . import pages as texts
from . import race, settings, venues
from . import tables as columns
from .rules import HeadToHead, Rules, RulesName, chosen_rules

MOST_TEAMS = 100
SETTINGS_WIDTH = 4
"""The columns of the options, and an empty one."""
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
        Sample(
            "league_euro_2024_e.csv",
            {
                "title": "UEFA EURO 2024, Group E",
                "as_of": "26 June 2024",
                "note": "All four have 4 points. Slovakia went on too, as one of the best thirds.",
                "places": 2,
                "rules": "uefa-2024",
                "teams": 4,
                "rows": 6,
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
    rules: Annotated[
        RulesName | None,
        About("Points and criteria, where one row is a game; baseball if left out."),
    ] = None,
    points: Annotated[
        str | None,
        About("Win-draw-loss such as 2-1-0, or with overtime such as 3-2-1-0; the rules say it."),
    ] = None,
    criteria: Annotated[
        str | None,
        About("What teams are placed by, such as Points,Difference,For; the rules say it."),
    ] = None,
    head_to_head: Annotated[
        HeadToHead | None,
        About("Whether criteria of the head-to-head are looked at again; the rules say it."),
    ] = None,
) -> StandingsWorkbook:
    """League table of any game: points or percentage, criteria in any order, and the race.

    A file of results is a table, with the columns team, wins, losses and, where there are any,
    ties; or it has one row a game, with home, away, home_score, away_score and, so that nothing is
    counted twice, round (a date or a number); a game without scores is still to be played.  A
    column season_games says how many games each team has in the season.

    Baseball has games behind, magic and elimination numbers.  The other rules count points and
    goals, and separate equal teams by the criteria of their regulations, head-to-head among them.
    """
    results = results or League([])
    names = reader.teams(results)
    chosen = (rules, points, criteria, head_to_head)
    by_game = _is_by_game(results, layout, any(option is not None for option in chosen))
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
    placed_by = chosen_rules(*chosen)
    if by_game:
        workbook.set_layout(
            layout="game",
            teams=room,
            rows=length,
            rounds=shown,
            rules=rules,
            criteria=criteria,
            points=points,
        )
    else:
        workbook.set_layout(layout="table", rows=room)
    tables = _tables(workbook, by_game, room, length, shown, placed_by)
    has_functions = functions == "addin"
    if by_game:
        what_if.add_tables(tables, of_games.RACE, workbook[what_if.SHEET], room, length)
    inputs = _inputs(results, names, room)
    inputs["leads"] = [{"row": number} for number in range(1, shown + 1)]
    described = of_criteria.CRITERIA.items()
    inputs["criteria"] = [{"name": name, "description": text} for name, text in described]
    for name, table in tables.items():
        table.write(tables, inputs.get(name, ()))

    options = [
        *pages.common_settings(title, note, as_of),
        *settings.options(places, season or results.season_games, closed, by_game),
        *(_rule_options(tables["criteria"], placed_by) if by_game else ()),
    ]
    beside = get_column_letter(tables["listed"].next_left) if by_game else "A"
    pages.write_settings(workbook, workbook["Setup"], beside, options, tables)
    figures = settings.figures(by_game)
    if by_game:
        figures += [
            *settings.race_figures(shown),
            *qualification.figures(of_games.RACE, has_functions),
        ]
    working = (table for table in tables.values() if table.sheet.title == "Calculation")
    beside = get_column_letter(max(table.next_left for table in working))
    pages.write_settings(workbook, workbook["Calculation"], beside, figures, tables)
    if by_game:
        _name_runs(workbook)
        qualification.name_ranges(workbook, "Calculation", len(of_games.RACE.worths))
        names_listed = tables["listed"].area("name")
        what_if.write_questions(
            workbook[what_if.SHEET],
            of_games.RACE,
            f"Setup!{absolute_coordinate(names_listed)}",
            tables,
            has_functions,
        )
        what_if.finish(tables)
    nothing = texts.nothing(by_game)
    write_checks(workbook, workbook["Checks"], texts.checks(by_game), nothing, tables)
    links = {name: purpose for name, purpose in sheets.items() if name != about.title}
    pages.write_read_me(about, links, texts.read_me(by_game, placed_by))
    _finish(workbook, tables, len(names), placed_by)
    known = replace(results, season_games=season or results.season_games)
    _hide_columns(tables, placed_by if by_game else None, known)
    return workbook


def _rule_options(listed: Table, rules: Rules) -> list[pages.Setting]:
    names = listed.span("name", listed.first, listed.last, "$")
    return settings.rule_options(rules, f"Setup!{names}")


def _name_runs(workbook: Workbook) -> None:
    """One name for the cells of all criteria, and one for those of the points."""
    for name, first, last in (
        ("PlacedBy", "Criterion1", f"Criterion{of_criteria.MAX_CRITERIA}"),
        ("WorthOfGames", "WinPoints", "OvertimeLossPoints"),
    ):
        cells = (workbook.defined_names[k].attr_text.partition("!")[2] for k in (first, last))
        name_cells(workbook, name, workbook["Setup"], ":".join(cells))


def _is_by_game(results: League, layout: str | None, rules_asked_for: bool) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    there = layout or ("game" if rules_asked_for else "table")
    if results.rows:
        there = "game" if isinstance(results.rows[0], LeagueGame) else "table"
    if layout not in (None, there):
        row = {"game": "a game", "table": "a team"}[there]
        raise OptionError(f"layout is {layout}, but one row of the results is {row}.")
    if there == "table" and rules_asked_for:
        raise OptionError(
            "rules, points, criteria and head_to_head are for results with one row a game; a table "
            "of teams is sorted by percentage."
        )
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
        **(_GAME_SHEETS if by_game else {}),
        "Checks": "Whether the results can be right; each line says where to look.",
        "Calculation": "The figures behind the table, for those who want to follow them.",
    }


_GAME_SHEETS = {
    venues.SHEET: "The games at home and those away from home, a table each.",
    race.SHEET: "The race: games or points behind after each round, and a chart.",
    what_if.SHEET: what_if.SUMMARY.format("a team"),
}


def _tables(
    workbook: Workbook, by_game: bool, room: int, length: int, rounds: int, rules: Rules
) -> dict[str, Table]:
    """Where each table stands; the teams are listed on Setup, or with their results."""
    setup, entry, standings, working = (
        workbook[name] for name in ("Setup", "Results", "Standings", "Calculation")
    )
    standing = columns.standings(by_game, rules.is_by_percentage)
    if not by_game:
        group = Table(working, HEADINGS, columns.group(), room)
        return {
            "listed": Table(entry, HEADINGS, columns.RECORDS, room, option="rows"),
            "standings": Table(standings, HEADINGS, standing, room),
            "group": group,
            "steps": Table(working, HEADINGS, columns.LABELS, 1, group.next_left),
        }
    listed = Table(setup, HEADINGS, of_games.TEAMS, room, option="teams")
    names = f"Setup!{listed.span('name', listed.first, listed.last, '$')}"
    group = Table(working, HEADINGS, of_games.group(), room)
    matches = Table(working, HEADINGS, list(of_games.matches()), length, group.next_left)
    shown = min(room, race.MOST_TEAMS)
    leads = Table(working, HEADINGS, race.leads(shown), rounds, matches.next_left)
    home = Table(workbook[venues.SHEET], HEADINGS, venues.table("home"), room)
    return {
        "listed": listed,
        "results": Table(entry, HEADINGS, of_games.results(names), length, option="rows"),
        "standings": Table(standings, HEADINGS, standing, room),
        "home": home,
        "away": Table(workbook[venues.SHEET], HEADINGS, venues.table("away"), room, home.next_left),
        "race": Table(workbook[race.SHEET], race.TOP, race.race(shown), rounds),
        "criteria": Table(
            setup,
            HEADINGS,
            of_criteria.CRITERIA_COLUMNS,
            len(of_criteria.CRITERIA),
            listed.next_left + SETTINGS_WIDTH,
        ),
        "group": group,
        "matches": matches,
        "leads": leads,
        "steps": Table(working, HEADINGS, list(of_criteria.steps()), 1, leads.next_left),
    }


def _inputs(results: League, names: Sequence[str], room: int) -> dict[str, list[dict[str, object]]]:
    """What is written into the cells that are typed into."""
    listed: list[dict[str, object]] = [{"no": number} for number in range(1, room + 1)]
    games: list[dict[str, object]] = []
    for cells, row in zip(listed, results.rows):
        if isinstance(row, TeamRecord):
            cells |= {"name": row.team, "won": row.wins, "lost": row.losses, "tied": row.ties}
    for row in results.rows:
        if isinstance(row, LeagueGame):
            games.append(asdict(row))
    if games:
        for cells, name in zip(listed, names):
            cells["name"] = name
    return {"listed": listed, "results": games}


def _finish(workbook: Workbook, tables: Mapping[str, Table], teams: int, rules: Rules) -> None:
    """Titles, frozen headings, marks and the chart."""
    by_percentage = rules.is_by_percentage
    order = "Sorted by Pct" if by_percentage else "Sorted by the criteria on Setup"
    behind = (
        " Games behind: above 0 is behind, below 0 ahead. A magic number of 0 is certain, an "
        "elimination number of 0 is out."
    )
    purposes = {
        "Setup": "Write into the tinted cells.",
        "Results": "Write into the tinted cells, one row below the other.",
        "Standings": f"{order}. Q would qualify now.{behind if by_percentage else ''}",
        "Calculation": "The figures of each team, in the order of the list.",
    }
    for name, purpose in purposes.items():
        pages.write_header(workbook[name], purpose, status=name != "Calculation")
    for name, column in {"listed": "C", "results": "D", "group": "C"}.items():
        if name in tables:
            pages.freeze_headings(tables[name], column)
    pages.freeze_headings(tables["standings"], "E", blank="place")
    for table in tables.values():
        if any(column.key == "problem" for column in table.columns):
            pages.mark_problems(table)
    _finish_standings(tables["standings"], teams, by_percentage)
    deciding = ("percent", "gb_first") if by_percentage else ("points", "difference")
    published.name_leading_columns(tables["standings"], "name", *deciding)
    if "matches" in tables:
        _name_records(tables["results"])
    if "race" in tables:
        what_if.show_note(workbook["Standings"])
        race.finish(tables, teams, "games" if by_percentage else "points")
        venues.finish(tables["home"], tables["away"])


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


def _hide_columns(tables: Mapping[str, Table], rules: Rules | None, results: League) -> None:
    """Hide columns in which there is nothing to show; ``rules`` are those of games."""
    standings = tables["standings"]
    unknown_season = bool(results.rows) and results.season_games is None
    keys = set(columns.OF_SEASON) if unknown_season else set[str]()
    if rules:
        has_overtime = rules.points.has_overtime
        other = columns.OF_POINTS if rules.is_by_percentage else columns.OF_PERCENTAGE
        keys |= {*other, *(() if has_overtime else columns.OF_OVERTIME)}
        if not has_overtime:
            typed = {"overtime": "COUNTA({results[overtime]})>0"}
            pages.hide_columns(tables["results"], typed, tables)
        has_fixtures = any(
            isinstance(row, LeagueGame) and row.home_score is None for row in results.rows
        )
        if has_fixtures:
            keys = keys - {"state"} | set(columns.NUMBERS)
        elif results.rows:
            keys |= set(columns.OF_RACE)
    for key in keys:
        standings.sheet.column_dimensions[standings.letter(key)].hidden = True


def _finish_standings(table: Table, teams: int, by_percentage: bool) -> None:
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
    before = table.columns[[column.key for column in table.columns].index("state") - 1].key
    others = f"{table.area('place')} {table.area('no', before)} {table.area('decided')}"
    theme.highlight(table.sheet, others, [qualified], line)
    pages.name_standings(table)
    pages.show_note(table.sheet)
    if by_percentage:
        charts.add_bars(
            table,
            "name",
            "gb_first",
            title="Games behind the leader",
            axes=("Team", "Games behind (below 0: ahead)"),
            text="Bar chart of the games behind the leader by team, in the order of the "
            "standings. The figures are in the column Behind leader of the table above.",
            rows=teams or None,
        )
        return
    charts.add_bars(
        table,
        "name",
        "points",
        title="Points",
        axes=("Team", "Points"),
        text="Bar chart of the points by team, in the order of the standings. The figures are in "
        "the column Points of the table above.",
        rows=teams or None,
        number_format="General",
    )
