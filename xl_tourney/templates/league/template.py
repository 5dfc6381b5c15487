"""The league table: games behind the leader and the last qualifying place, and what is settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from ...errors import OptionError
from ...readers import league as reader
from ...readers.league import League, LeagueGame, TeamRecord
from ..parts.plan import PROBLEMS, Hidden, SheetPlan, TablePlan, WorkbookPlan, read_sheets
from ..parts.qualification import page as what_if
from ..parts.qualification.named_cells import figures as race_figures
from ..parts.registry import AtLeast, Sample, row_capacity, template
from ..parts.settings import About
from ..parts.table import Choices
from ..parts.workbook import Functions
from . import pages, settings, standings, summed
from . import pages as texts
from . import tables as columns
from .divided import conferences, playoffs, split
from .games import groups as of_groups
from .games import plans, printed, race, sets, venues
from .games.matches import ENTRY
from .games.plans import Rows
from .games.qualification import beyond_scores, race_of
from .games.results import typed_of
from .rules.criteria import criteria_of
from .rules.files import chosen_rules
from .rules.rules import HeadToHead, Rules

MOST_TEAMS = 100
MOST_GAMES = 3000
MOST_USUAL_PLACES = 4
MOST_BOARDS = 40
GAMES_EACH = 4
"""A new workbook has room for so many games for each team that there is room for."""
_BY_PERCENTAGE = (
    "no rules were named, so teams are placed by the percentage of wins, as in baseball; "
    "--rules names others, such as --rules uefa-2024"
)


@template(
    room={"teams": 64, "rows": 64},
    read=reader.read,
    begins="home,away,round\nReds,Blues,1\nBlues,Reds,2",
    asks=("rules",),
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
    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_GAMES)
    ] = None,
    teams: Annotated[
        int | None, About("Rows for teams, where one row is a game.", 1, MOST_TEAMS)
    ] = None,
    places: Annotated[int | None, settings.PLACES] = None,
    season: Annotated[int | None, settings.SEASON_GAMES] = None,
    rounds: Annotated[
        int | None,
        About(
            "Rows for the race, the start among them; as many as the results have.",
            2,
            race.MOST_ROWS,
        ),
    ] = None,
    closed: Annotated[str, settings.CLOSED] = "yes",
    layout: Annotated[
        Literal["table", "game"] | None, About("What is typed in; the data says it, else table.")
    ] = None,
    rules: Annotated[
        str | None,
        About(
            "Points, criteria and more, where one row is a game: a sport or a league of the list "
            "of xl-tourney rules --league, or the path of a file; baseball if left out."
        ),
    ] = None,
    points: Annotated[
        str | None,
        About("Win-draw-loss such as 2-1-0, or with overtime such as 3-2-1-0; the rules say it."),
    ] = None,
    criteria: Annotated[
        str | None,
        About("What teams are placed by, such as Points,Difference,For; the rules say it."),
    ] = None,
    head_to_head: Annotated[HeadToHead | None, settings.HEAD_TO_HEAD] = None,
    groups: Annotated[
        int | None, About("How many groups there are, each with a table; the data says it.", 1, 32)
    ] = None,
    boards: Annotated[
        int | None,
        About(
            "How many single games a match of teams has, whose scores are added; the rules or the "
            "data say it.",
            2,
            MOST_BOARDS,
        ),
    ] = None,
    adjusted: Annotated[
        Literal["yes"] | None,
        About("Points given or taken get a reason and a date; the rules or the data say it."),
    ] = None,
) -> WorkbookPlan:
    """League table of any game: points or percentage, criteria in any order, and the race.

    A file of results is a table, with the columns team, wins, losses and, where there are any,
    ties, or with team, points and what else decides; or it has one row a game, with home, away,
    home_score, away_score and, so that nothing is counted twice, round (a date or a number); a game
    without scores is still to be played.  A column season_games says how many games each team has
    in the season.

    Baseball has games behind, magic and elimination numbers.  The other rules count points and
    goals, and separate equal teams by the criteria of their regulations, head-to-head among them.
    """
    results = results or League([])
    names = reader.teams(results)
    chosen = (rules, points, criteria, head_to_head)
    summed_by = summed.asked_for(results, layout, criteria)
    if summed_by:
        chosen = (rules, points, None, head_to_head)
    by_game = _is_by_game(results, layout, any(option is not None for option in chosen))
    if teams is not None and not by_game and not isinstance(teams, AtLeast):
        raise OptionError("teams is for one row a game; for a table of teams, give rows.")
    option, wanted = ("teams", teams) if by_game else ("rows", rows)
    listed = len(names if by_game else results)
    room = row_capacity(option, wanted, listed, minimum=8, spare=3, maximum=MOST_TEAMS)
    games = AtLeast(GAMES_EACH * rows) if isinstance(rows, AtLeast) else rows
    length = row_capacity("rows", games, len(results), minimum=40, spare=40, maximum=MOST_GAMES)

    known = replace(results, season_games=season or results.season_games)
    shown = rounds or race.rows_for(len(reader.rounds(results)))
    placed_by = _with_results(chosen_rules(*chosen), known, groups, adjusted, boards)
    if placed_by.conferences:
        names = conferences.in_order(names, reader.groups(results), placed_by.conferences)
    raced_by = race_of(placed_by)
    has_what_if = by_game and not placed_by.is_bounded
    of_them = max(len(reader.groups(known)), groups or 0, 1)
    has_functions = functions == "addin"
    parts = split.parts_of([one for one in results.rows if isinstance(one, LeagueGame)], placed_by)
    listing, typed = _inputs(results, names, room, parts, placed_by, summed_by)
    has_ties = not results.rows or any(map(_is_tied, results.rows))
    hidden = _hidden(placed_by if by_game else None, known, has_ties)
    table = (
        summed.standings(summed_by, placed_by)
        if summed_by
        else standings.standings(by_game, placed_by)
    )
    if by_game:
        table = printed.in_table(table, placed_by)
    keys = {column.key for column in table}
    sorted_table = TablePlan(
        "Standings",
        table,
        room,
        upto="name",
        blank="place",
        leading=("name", *(key for key in pages.deciding(placed_by) if key in keys)),
        looks=summed.looks(summed_by, len(names) or room)
        if summed_by
        else [
            *pages.of_standings(table, len(names), room, placed_by),
            Hidden({key: when for key, when in hidden.items() if key in keys}),
            *([what_if.RaceNote()] if by_game else ()),
        ],
    )
    if by_game:
        tables = {
            **plans.tables(
                listing, typed, sorted_table, room, length, shown, placed_by, names, has_ties
            ),
            **of_groups.tables(placed_by, max(of_them, 2), beside="steps"),
            **playoffs.tables(placed_by),
            **(what_if.table_plans(raced_by, room, length, beside="steps") if has_what_if else {}),
        }
        figures = [
            *settings.figures(placed_by),
            *settings.race_figures(shown),
            *race_figures(raced_by, has_functions),
        ]
    else:
        tables = {
            "listed": TablePlan(
                "Results",
                summed.typed(summed_by) if summed_by else columns.RECORDS,
                room,
                listing,
                option="rows",
                upto="name",
                looks=[PROBLEMS],
            ),
            "standings": sorted_table,
            "group": TablePlan(
                "Calculation",
                summed.group(summed_by) if summed_by else columns.group(),
                room,
                upto="name",
            ),
            "steps": TablePlan(
                "Calculation",
                summed.labels(summed_by) if summed_by else columns.LABELS,
                1,
                beside="group",
            ),
        }
        figures = settings.figures(None)
    return WorkbookPlan(
        title="League table",
        layout={
            "layout": "game",
            "teams": room,
            "rows": length,
            "rounds": shown,
            "rules": placed_by.text or rules,
            "criteria": criteria,
            "points": points,
            "groups": of_them if placed_by.has_groups else None,
            "boards": placed_by.boards,
            "adjusted": "yes" if placed_by.adjusts else None,
        }
        if by_game
        else {"layout": "table", "rows": room, "criteria": ",".join(summed_by) or None},
        sheets=_sheets(by_game, placed_by, has_functions, min(room, race.MOST_TEAMS), summed_by),
        tables=tables,
        options=[
            settings.PLACES.of(_places(places, placed_by if by_game else None, len(names))),
            settings.SEASON_GAMES.of(known.season_games),
            *(settings.of_rules(placed_by) if by_game else [settings.CLOSED.of(closed)]),
        ],
        figures=figures,
        words=_words(placed_by) if by_game else (),
        checks=texts.checks(
            placed_by if by_game else None, raced_by if has_what_if else None, summed_by
        ),
        no_results=texts.nothing(by_game),
        read_me=texts.read_me(by_game, placed_by, summed_by),
        records=plans.records(placed_by) if by_game else (),
        assumed=[_BY_PERCENTAGE] if by_game and rules is points is criteria is None else (),
    )


def _words(rules: Rules) -> Choices:
    """The words that formulas of games compare: what a row is, and names of criteria."""
    by_name = ["Pct", "Wins", "Fair play", *beyond_scores(rules)]
    return (ENTRY, ("Criterion", tuple(dict.fromkeys(by_name))))


def _with_results(
    rules: Rules, results: League, groups: int | None, adjusted: str | None, boards: int | None
) -> Rules:
    """The rules with what the results bring beside scores, of which nothing is left out."""
    has_groups = rules.has_groups or bool(groups) or bool(reader.groups(results))
    rules = replace(
        rules,
        has_groups=has_groups,
        next_placed=rules.next_placed if has_groups else None,
        conferences=rules.conferences if has_groups else None,
        lines=rules.lines if has_groups or not rules.conferences else (),
        playoffs=rules.playoffs
        if has_groups or not any(slot.of for one in rules.playoffs for slot in one.slots)
        else (),
        adjusts=rules.adjusts or bool(adjusted) or bool(results.adjusted),
        boards=rules.boards or boards or sets.boards_of(rules, results),
    )
    if boards and (rules.sets or rules.second):
        raise OptionError(
            "boards is for matches whose single games are added, and these rules count sets or a "
            "second figure; choose others with --rules, or leave boards out."
        )
    there = criteria_of(rules)
    rules = replace(rules, criteria=tuple(name for name in rules.criteria if name in there))
    extras_of_games = {one.brings for one in results.rows if isinstance(one, LeagueGame)} - {()}
    for what in {what for some in extras_of_games for what in some}:
        if what == "bonus" and not rules.bonus.exists:
            rules = replace(rules, bonus=replace(rules.bonus, typed=9))
        elif what == "second" and not rules.second:
            raise OptionError(
                "The results have a second figure of each side (tries, sets, points, overs), which "
                "these rules do not count; choose others with --rules, or remove the columns."
            )
        elif what == "wickets" and not rules.overs:
            raise OptionError(
                "The results have wickets, which these rules do not count; choose others with "
                "--rules, or remove the columns."
            )
    return rules


def _places(asked: int | None, rules: Rules | None, teams: int) -> int:
    """The places that qualify: as asked for, as the rules say, or as is usual."""
    usual = min(MOST_USUAL_PLACES, teams) if teams else MOST_USUAL_PLACES
    return asked or (rules and rules.places) or usual


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


def _sheets(
    by_game: bool, rules: Rules, has_functions: bool, raced: int, summed_by: Sequence[str]
) -> dict[str, SheetPlan]:
    """The sheets; a table of teams has none of those that need games."""
    of_games_only = {
        venues.SHEET: venues.SHEET_PLAN,
        race.SHEET: race.sheet_plan(
            raced,
            "games" if rules.is_by_percentage else "points",
            standings.group_key(rules) if rules.has_groups else "",
        ),
    }
    if rules.playoffs:
        of_games_only = {playoffs.SHEET: playoffs.sheet_plan(), **of_games_only}
    if rules.conferences:
        of_games_only = {conferences.SHEET: conferences.sheet_plan(), **of_games_only}
    if rules.next_placed:
        of_games_only = {of_groups.SHEET: of_groups.sheet_plan(), **of_games_only}
    if not rules.is_bounded:
        page = what_if.sheet_plan(race_of(rules), "{listed[name]}", has_functions)
        of_games_only[what_if.SHEET] = page

    of_standings = {
        "purpose": pages.QUALIFIES_NOW if summed_by else pages.purpose(rules),
        "for_director": summed.order(summed_by) if summed_by else pages.order(rules),
    }
    return read_sheets(
        "league",
        {"games": of_games_only if by_game else {}},
        {"Standings": of_standings},
        teams="The teams, and the" if by_game else "The",
        typed="The games" if by_game else "What each team won, lost and tied",
        behind="games behind, " if rules.is_by_percentage else "",
    )


def _inputs(
    results: League,
    names: Sequence[str],
    room: int,
    parts: Mapping[str, str],
    rules: Rules,
    summed_by: Sequence[str],
) -> tuple[Rows, Rows]:
    """What is typed in: the teams, which may have their results beside them, and the games."""
    listed: list[dict[str, object]] = [{"no": number} for number in range(1, room + 1)]
    known = {name.casefold(): column for name, column in results.figures.items()}
    figures = [known[name.removeprefix("-").casefold()] for name in summed_by if results.rows]
    for at, (cells, row) in enumerate(zip(listed, results.rows)):
        if isinstance(row, TeamRecord):
            cells |= {"name": row.team, "won": row.wins, "lost": row.losses, "tied": row.ties}
            cells |= {f"figure_{k}": column[at] for k, column in enumerate(figures, 1)}
    games = [typed_of(row, rules) for row in results.rows if isinstance(row, LeagueGame)]
    group_of = parts or reader.groups(results)
    for cells, name in zip(listed, names if games else ()):
        cells |= {"name": name, "group": group_of.get(name)}
        for adjustment in results.adjusted:
            if adjustment.team == name:
                cells |= {
                    "deducted": adjustment.deducted,
                    "deducted_from": adjustment.since,
                    "reason": adjustment.reason,
                }
    return listed, games


def _hidden(rules: Rules | None, results: League, has_ties: bool) -> dict[str, str]:
    """Columns of the standings with nothing to show, each with when it would have something.

    ``rules`` are those of games.
    """
    games = [row for row in results.rows if isinstance(row, LeagueGame)]
    to_come = [game for game in games if game.home_score is None]
    unknown_season = bool(results.rows) and results.season_games is None
    keys = set(standings.OF_SEASON) if unknown_season else set[str]()
    may_have = {}
    if rules:
        keys |= set(standings.OF_POINTS if rules.is_by_percentage else standings.OF_PERCENTAGE)
        keys |= set() if rules.points.has_overtime else set(standings.OF_OVERTIME)
        keys |= set() if rules.is_by_percentage else {"left"}
        keys |= set(standings.NUMBERS) if rules.has_groups else set()
        if to_come:
            keys = keys - {"state"} | set(standings.NUMBERS)
        elif games:
            keys |= set(standings.OF_RACE)
            may_have["to_play"] = "GamesToPlay>0"
        keys -= {one.key for one in printed.chosen(rules)}
    if not has_ties and not (rules and rules.has_draws):
        may_have["tied"] = "SUM({group[tied]})>0"
    return dict.fromkeys(sorted(keys), "") | may_have


def _is_tied(row: TeamRecord | LeagueGame) -> bool:
    if isinstance(row, TeamRecord):
        return row.ties > 0
    return row.home_score is not None and row.home_score == row.away_score
