"""The workbook in which one row is a game: its tables, each on its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ....messages import message
from ....readers import league as reader
from ....readers.league import League, LeagueGame
from ...parts.plan import (
    PROBLEMS,
    SETTINGS,
    Hidden,
    SheetPlan,
    TablePlan,
    WorkbookPlan,
    read_sheets,
)
from ...parts.qualification import page as what_if
from ...parts.qualification.named_cells import figures as race_figures
from ...parts.registry import AtLeast, games_of_all, row_capacity
from ...parts.table import Choices
from ...parts.workbook import Functions
from .. import pages, settings, standings
from ..feature import SIDES, Rules, Size
from ..features.adjusted import Adjustments
from ..features.divided.conferences import Conferences
from ..features.divided.split import Split
from ..features.overtime import Overtime
from ..features.parts import Boards
from ..options import MOST_GAMES, MOST_TEAMS, Options
from ..rules import criteria, opponents
from . import matches, race, results, teams, venues
from .formulas import column_of_score
from .qualification import beyond_scores, race_of

GAMES_EACH = 4
"""A new workbook has room for so many games for each team that there is room for."""
_BY_PERCENTAGE = message(
    "no rules were named, so teams are placed by the percentage of wins, as in baseball; "
    "--rules names others, such as --rules uefa-2024"
)


def plan(played: League, functions: Functions, options: Options, rules: Rules) -> WorkbookPlan:
    """The workbook of these games."""
    games = [row for row in played.rows if isinstance(row, LeagueGame)]
    groups = max(len(reader.groups(played)), options.groups or 0, 1)
    names, rows = reader.teams(played), options.rows
    if divisions := rules.of(Conferences):
        names = divisions.in_order(names, reader.groups(played))
    if isinstance(rows, AtLeast):
        rows = AtLeast(GAMES_EACH * rows)
    in_groups = Counter(played.listed.values()).values()
    size = Size(
        row_capacity("teams", options.teams, len(names), minimum=8, spare=3, maximum=MOST_TEAMS),
        row_capacity(
            "rows",
            rows,
            len(games),
            minimum=40,
            spare=40,
            maximum=MOST_GAMES,
            coming=sum(map(games_of_all, in_groups)),
        ),
        max(groups, 2),
    )
    rounds = options.rounds or race.rows_for(len(reader.rounds(played)))
    raced_by, has_functions = race_of(rules), functions == "addin"
    own_page = {} if rules.is_bounded else what_if.table_plans(raced_by, *size[:2], beside="steps")
    boards = rules.of(Boards)
    return WorkbookPlan(
        title=pages.TITLE,
        layout={
            "layout": "game",
            "edition": rules.edition,
            "teams": size.teams,
            "rows": size.games,
            "rounds": rounds,
            "rules": rules.text or options.rules,
            "criteria": options.criteria,
            "points": options.points,
            "groups": groups if rules.has_groups else None,
            "boards": boards.boards if boards else None,
            "adjusted": "yes" if rules.of(Adjustments) else None,
        },
        sheets=_sheets(rules, min(size.teams, race.MOST_TEAMS), has_functions),
        tables={
            **_typed(played, names, games, size, rules),
            **_shown(played, names, games, size, rounds, rules),
            **_calculated(size, rounds, rules),
            **own_page,
        },
        options=[
            settings.PLACES.of(pages.places(options.places, rules.places, len(names))),
            settings.SEASON_GAMES.of(played.season_games),
            *settings.of_rules(rules),
        ],
        figures=[
            *settings.figures(rules),
            *settings.race_figures(rounds),
            *race_figures(raced_by, has_functions),
        ],
        words=_words(rules),
        checks=pages.checks_of_games(rules, raced_by),
        no_results=pages.nothing("{results[home:away_score]}"),
        read_me=pages.read_me(rules, "games"),
        records=records(rules),
        assumed=[_BY_PERCENTAGE]
        if options.rules is options.points is options.criteria is None
        else (),
    )


def _words(rules: Rules) -> Choices:
    """The words that formulas of games compare: what a row is, and names of criteria."""
    first = ["Points", "Pct", "Behind leader", "Points per game", "Wins"]
    by_name = [*first, "Fair play", *beyond_scores(rules)]
    return (matches.ENTRY, ("Criterion", tuple(dict.fromkeys(by_name))))


def _sheets(rules: Rules, raced: int, has_functions: bool) -> Mapping[str, SheetPlan]:
    """The sheets in their order."""
    pages_of_games = {
        name: page for feature in rules.features for name, page in feature.sheets().items()
    }
    unit = "games" if rules.is_by_percentage else "points"
    pages_of_games[venues.SHEET] = venues.SHEET_PLAN
    pages_of_games[race.SHEET] = race.sheet_plan(raced, unit, rules.group_key)
    if not rules.is_bounded:
        page = what_if.sheet_plan(race_of(rules), "{listed[name]}", has_functions)
        pages_of_games[what_if.SHEET] = page
    return read_sheets(
        "league",
        {"games": pages_of_games},
        {"Standings": {"purpose": pages.purpose(rules), "for_director": pages.order(rules)}},
        teams="The teams, and the",
        typed="The games",
        behind="games behind, " if rules.is_by_percentage else "",
    )


def records(rules: Rules) -> list[dict[str, str]]:
    """The games of each team, from the side of either."""
    return [
        {
            "Team": f"results[{own}]",
            "Round": "results[round]",
            "Opponent": f"results[{other}]",
            "At": f"results.heads[{own}]",
            "Score": column_of_score(own, rules),
            "Against": column_of_score(other, rules),
            "Points": f"matches[{own}_points]",
            "Open": "matches[to_play]",
        }
        for own, other in (SIDES, SIDES[::-1])
    ]


# What is typed ------------------------------------------------------------------------------------


def _typed(
    played: League, names: Sequence[str], games: Sequence[LeagueGame], size: Size, rules: Rules
) -> Mapping[str, TablePlan]:
    """The teams, and the games."""
    overtime = rules.of(Overtime)
    is_typed = rules.points.has_overtime and not (overtime and overtime.late_margin)
    hidden = {} if is_typed else {"overtime": "COUNTA({results[overtime]})>0"}
    return {
        "listed": TablePlan(
            "Setup",
            teams.teams(rules),
            size.teams,
            _listed(played, names, games, size, rules),
            option="teams",
            upto="name",
        ),
        "results": TablePlan(
            "Results",
            results.results(rules),
            size.games,
            [results.typed_of(game, rules) for game in games],
            option="rows",
            upto="away",
            looks=[PROBLEMS, Hidden(hidden)],
        ),
    }


def _listed(
    played: League, names: Sequence[str], games: Sequence[LeagueGame], size: Size, rules: Rules
) -> list[dict[str, object]]:
    """The teams, each with its group, and the points that were given or taken."""
    split = rules.of(Split)
    parts = split.parts_of(games, rules.points) if split else {}
    group_of = parts or reader.groups(played)
    listed: list[dict[str, object]] = [{"no": number} for number in range(1, size.teams + 1)]
    adjusted = {one.team: one for one in played.adjusted}
    for cells, name in zip(listed, names):
        cells |= {"name": name, "group": group_of.get(name)}
        if found := adjusted.get(name):
            cells |= {
                "deducted": found.deducted,
                "deducted_from": found.since,
                "reason": found.reason,
            }
    return listed


# What is shown ------------------------------------------------------------------------------------


def _shown(
    played: League,
    names: Sequence[str],
    games: Sequence[LeagueGame],
    size: Size,
    rounds: int,
    rules: Rules,
) -> Mapping[str, TablePlan]:
    """The standings, the tables of home and away, and the race."""
    shown, room = standings.standings(rules), size.teams
    raced = min(room, race.MOST_TEAMS)
    has_ties = not games or any(game.is_tied for game in games)
    hidden = _hidden(games, played.season_games is None, has_ties, rules)
    keys = {column.key for column in shown}
    looks = [
        *pages.of_standings(shown, len(names), room, rules),
        Hidden({key: when for key, when in hidden.items() if key in keys}),
        what_if.RaceNote(),
    ]
    unit = "games" if rules.is_by_percentage else "points"
    return {
        "standings": pages.standings(shown, room, rules, looks),
        "home": _venue("home", rules, room, has_ties, upto="home_name"),
        "away": _venue("away", rules, room, has_ties, beside="home"),
        "race": TablePlan(
            race.SHEET,
            race.race(raced),
            rounds,
            top=race.TOP,
            upto="after",
            blank="after",
            looks=race.looks(raced, len(names), unit),
        ),
    }


def _hidden(
    games: Sequence[LeagueGame], is_unknown: bool, has_ties: bool, rules: Rules
) -> Mapping[str, str]:
    """Columns of the standings with nothing to show, each with when it would have something."""
    to_come = any(game.home_score is None for game in games)
    keys = {
        *(standings.OF_SEASON if games and is_unknown else ()),
        *(standings.OF_POINTS if rules.is_by_percentage else (*standings.OF_PERCENTAGE, "left")),
        *(() if rules.points.has_overtime else standings.OF_OVERTIME),
        *(standings.NUMBERS if rules.has_groups or to_come else ()),
        *(standings.OF_RACE if games and not to_come else ()),
    }
    keys -= set(rules.all(lambda feature: feature.always_shown))
    may_have = {"to_play": "GamesToPlay>0"} if games and not to_come else {}
    if not has_ties and not rules.has_draws:
        may_have["tied"] = "SUM({group[tied]})>0"
    return dict.fromkeys(sorted(keys - {"state"} if to_come else keys), "") | may_have


def _venue(
    side: str, rules: Rules, room: int, has_ties: bool, beside: str = "", upto: str | None = None
) -> TablePlan:
    """The table of the games at home, or of those away."""
    return TablePlan(
        venues.SHEET,
        venues.table(side, rules),
        room,
        beside=beside,
        upto=upto,
        blank=f"{side}_place",
        looks=[venues.hidden(side, rules, has_ties)],
    )


# What is calculated -------------------------------------------------------------------------------


def _calculated(size: Size, rounds: int, rules: Rules) -> Mapping[str, TablePlan]:
    """The figures behind the tables, those of features beside the others."""
    sheet, room = "Calculation", size.teams
    described = criteria.criteria_of(rules).items()
    raced = min(room, race.MOST_TEAMS)
    met = {"encounters": opponents.encounters(room)} if rules.looks_at_opponents else {}
    of_features = (feature.tables(rules, size, "steps") for feature in rules.features)
    return {
        "criteria": TablePlan(
            "Setup",
            criteria.CRITERIA_COLUMNS,
            len(described),
            [{"name": name, "description": text} for name, text in described],
            beside=SETTINGS,
            is_printed=False,
        ),
        "group": TablePlan(sheet, teams.group(rules, room), room, upto="name"),
        "matches": TablePlan(sheet, list(matches.matches(rules, room)), size.games, beside="group"),
        "leads": TablePlan(
            sheet,
            race.leads(raced, rules),
            rounds,
            [{"row": number} for number in range(1, rounds + 1)],
            beside="matches",
        ),
        **met,
        "steps": TablePlan(
            sheet, list(criteria.steps(rules)), 1, beside="encounters" if met else "leads"
        ),
        **{name: table for tables in of_features for name, table in tables.items()},
    }
