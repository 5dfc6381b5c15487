"""The tables of a workbook in which one row is a game, each on its sheet."""

from __future__ import annotations

from collections.abc import Sequence

from ...parts.plan import PROBLEMS, SETTINGS, Hidden, TablePlan
from ..rules import criteria, opponents
from ..feature import Rules
from . import matches, race, results, sets, teams, venues

Rows = Sequence[dict[str, object]]


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


def tables(
    listing: Rows,
    typed: Rows,
    standings: TablePlan,
    room: int,
    length: int,
    rounds: int,
    rules: Rules,
    names: Sequence[str],
    has_ties: bool,
) -> dict[str, TablePlan]:
    """The tables where one row is a game: the teams are listed on Setup."""
    shown = min(room, race.MOST_TEAMS)
    overtime_of = rules.of(Overtime)
    is_by_margin = overtime_of is not None and overtime_of.late_margin is not None
    described = criteria.criteria_of(rules).items()
    is_typed = rules.points.has_overtime and not is_by_margin
    met = {"encounters": opponents.encounters(room)} if rules.looks_at_opponents else {}
    overtime = {} if is_typed else {"overtime": "COUNTA({results[overtime]})>0"}
    return {
        "listed": TablePlan(
            "Setup", teams.teams(rules), room, listing, option="teams", upto="name"
        ),
        "results": TablePlan(
            "Results",
            results.results(rules),
            length,
            typed,
            option="rows",
            upto="away",
            looks=[PROBLEMS, Hidden(overtime)],
        ),
        "standings": standings,
        "home": _venue("home", rules, room, has_ties, upto="home_name"),
        "away": _venue("away", rules, room, has_ties, beside="home"),
        "race": TablePlan(
            race.SHEET,
            race.race(shown),
            rounds,
            top=race.TOP,
            upto="after",
            blank="after",
            looks=race.looks(shown, len(names), "games" if rules.is_by_percentage else "points"),
        ),
        "criteria": TablePlan(
            "Setup",
            criteria.CRITERIA_COLUMNS,
            len(described),
            [{"name": name, "description": text} for name, text in described],
            beside=SETTINGS,
        ),
        "group": TablePlan("Calculation", teams.group(rules, room), room, upto="name"),
        "matches": TablePlan(
            "Calculation", list(matches.matches(rules, room)), length, beside="group"
        ),
        "leads": TablePlan(
            "Calculation",
            race.leads(shown, rules),
            rounds,
            [{"row": number} for number in range(1, rounds + 1)],
            beside="matches",
        ),
        **met,
        "steps": TablePlan(
            "Calculation",
            list(criteria.steps(rules)),
            1,
            beside="encounters" if met else "leads",
        ),
    }
