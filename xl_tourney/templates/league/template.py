"""The league table: games behind the leader and the last qualifying place, and what is settled."""

from __future__ import annotations

from dataclasses import replace

from ...errors import OptionError
from ...readers import league as reader
from ...readers.league import League, LeagueGame
from ..parts.plan import WorkbookPlan
from ..parts.registry import AtLeast, Sample, template
from ..parts.workbook import Functions
from . import summed, table_of_teams
from .games import plans
from .options import USUAL, Options
from .rules.chosen import rules_for
from .rules.rules import EDITIONS


@template(
    room={"teams": 64, "rows": 64},
    read=reader.read,
    begins="home,away,round\nReds,Blues,1\nBlues,Reds,2",
    asks=("rules",),
    editions=EDITIONS,
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
    options: Options = USUAL,
    edition: str = EDITIONS[0],
) -> WorkbookPlan:
    """League table of any game: points or percentage, criteria in any order, and the race.

    A file of results is a table, with the columns team, wins, losses and, where there are any,
    ties, or with team, points and what else decides; or it lists the teams alone, for
    ``xl-tourney pair`` to write the fixtures; or it has one row a game, with home, away,
    home_score, away_score and, so that nothing is counted twice, round (a date or a number); a game
    without scores is still to be played.  A column season_games says how many games each team has
    in the season.

    Baseball has games behind, magic and elimination numbers.  The other rules count points and
    goals, and separate equal teams by the criteria of their regulations, head-to-head among them.
    """
    results = results or League([])
    results = replace(results, season_games=options.season or results.season_games)
    summed_by = summed.asked_for(results, options.layout, options.criteria)
    if summed_by:
        options = replace(options, criteria=None)
    by_game = _is_by_game(results, options.layout, options.chooses_rules)
    if not by_game and options.teams is not None and not isinstance(options.teams, AtLeast):
        raise OptionError("teams is for one row a game; for a table of teams, give rows.")
    rules = rules_for(results, options, edition)
    if by_game:
        return plans.plan(results, functions, options, rules)
    return table_of_teams.plan(results, options, rules, summed_by)


def _is_by_game(results: League, layout: str | None, rules_asked_for: bool) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    there = layout or ("game" if rules_asked_for else "table")
    if results.listed:
        there = "game"
    elif results.rows:
        there = "game" if isinstance(results.rows[0], LeagueGame) else "table"
    if layout not in (None, there):
        row = {"game": "a game", "table": "a team"}[there]
        raise OptionError(f"layout is {layout}, but one row of the results is {row}; leave it out.")
    if there == "table" and rules_asked_for:
        raise OptionError(
            "rules, points, criteria and head_to_head are for results with one row a game; a table "
            "of teams is sorted by percentage."
        )
    return there == "game"
