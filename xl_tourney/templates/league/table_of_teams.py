"""A table of teams, one row a team: sorted by percentage, or by columns that are summed already."""

from __future__ import annotations

from collections.abc import Sequence

from ...readers.league import League, TeamRecord
from ..parts.plan import PROBLEMS, Hidden, Look, TablePlan, WorkbookPlan, read_sheets
from ..parts.registry import row_capacity
from ..parts.table import Column
from . import pages, settings, standings, summed, tables
from .feature import Rules
from .options import MOST_TEAMS, Options


def plan(results: League, options: Options, rules: Rules, summed_by: Sequence[str]) -> WorkbookPlan:
    """The workbook of a table of teams."""
    records = [row for row in results.rows if isinstance(row, TeamRecord)]
    teams = len({record.team for record in records})
    room = row_capacity("rows", options.rows, len(records), minimum=8, spare=3, maximum=MOST_TEAMS)
    if summed_by:
        typed, group, labels = (of(summed_by) for of in (summed.typed, summed.group, summed.labels))
        shown = summed.standings(summed_by, rules)
        looks = summed.looks(summed_by, teams or room)
        purpose, order = pages.QUALIFIES_NOW, summed.order(summed_by)
    else:
        typed, group, labels = tables.RECORDS, tables.group(), tables.LABELS
        shown = standings.standings_of_teams(rules)
        looks = _looks(results, records, shown, teams, room, rules)
        purpose, order = pages.purpose(rules), pages.order(rules)
    calculated = "Calculation"
    return WorkbookPlan(
        title=pages.TITLE,
        layout={"layout": "table", "rows": room, "criteria": ",".join(summed_by) or None},
        sheets=read_sheets(
            "league",
            {"games": {}},
            {"Standings": {"purpose": purpose, "for_director": order}},
            teams="The",
            typed="What each team won, lost and tied",
            behind="games behind, ",
        ),
        tables={
            "listed": TablePlan(
                "Results",
                typed,
                room,
                _listed(results, records, room, summed_by),
                option="rows",
                upto="name",
                looks=[PROBLEMS],
            ),
            "standings": pages.standings(shown, room, rules, looks),
            "group": TablePlan(calculated, group, room, upto="name"),
            "steps": TablePlan(calculated, labels, 1, beside="group"),
        },
        options=[
            settings.PLACES.of(pages.places(options.places, None, teams)),
            settings.SEASON_GAMES.of(results.season_games),
            settings.CLOSED.of(options.closed),
        ],
        figures=settings.figures(None),
        checks=pages.checks_of_a_table(summed_by),
        no_results=pages.nothing("{listed[name:tied]}"),
        read_me=pages.read_me(rules, "summed" if summed_by else "table"),
    )


def _listed(
    results: League, records: Sequence[TeamRecord], room: int, summed_by: Sequence[str]
) -> list[dict[str, object]]:
    """The teams with their records, and the figures that they are sorted by."""
    listed: list[dict[str, object]] = [{"no": number} for number in range(1, room + 1)]
    known = {name.casefold(): column for name, column in results.figures.items()}
    figures = [known[name.removeprefix("-").casefold()] for name in summed_by if records]
    for at, (cells, row) in enumerate(zip(listed, records)):
        cells |= {"name": row.team, "won": row.wins, "lost": row.losses, "tied": row.ties}
        cells |= {f"figure_{k}": column[at] for k, column in enumerate(figures, 1)}
    return listed


def _looks(
    results: League,
    records: Sequence[TeamRecord],
    shown: Sequence[Column],
    teams: int,
    room: int,
    rules: Rules,
) -> list[Look]:
    """Columns with nothing to show are hidden, each with when it would have something."""
    is_unknown = bool(records) and results.season_games is None
    hidden = dict.fromkeys(sorted(standings.OF_SEASON) if is_unknown else (), "")
    if records and not any(record.ties for record in records):
        hidden["tied"] = "SUM({group[tied]})>0"
    return [*pages.of_standings(shown, teams, room, rules), Hidden(hidden)]
