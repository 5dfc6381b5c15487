"""Which columns of a list of games, or of teams, mean what; and what it is when it is neither.

Of several columns that may be the scores or the round, the values decide: scores are not the same
in all games of a team, and a round tells all games of two teams apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...results_csv import Candidate, CsvRow, CsvTable, Decide
from ..headings import Columns, normalize_heading, words, words_of
from . import refusals
from .records import goals_in
from .sides import SCORES, possible_scores

OF_TABLES = (
    *("goals_against", "goals", "goals_for", "difference"),
    *(f"overtime_{what}{more}" for what in ("wins", "losses") for more in ("", "_2")),
)
"""What a table of teams may tell beside records and points, which its numbers say."""
COLUMNS: Columns = {
    "team": words("name|club|team name|tm|squad|franchise|player"),
    "wins": ("won", "w", "win", "victories"),
    "losses": ("lost", "l", "loss", "defeats"),
    "points": words("pts|total points|points total|total"),
    "ties": ("tied", "t", "draws", "drawn", "d", "draw", "tie"),
    "home": words("team a|team 1|a|home team|home neutral|player 1"),
    "away": words(
        "player 2|team b|team 2|b|away team|visitor|visitors|visitor neutral|visiting|guest"
    ),
    "home_score": words(
        "fthg|hg|home goals|goals home|score a|score 1|runs home|points home|home points|home runs"
    ),
    "away_score": words(
        "ftag|ag|away goals|goals away|score b|score 2|runs away|points away|away points|away runs"
    ),
    "score": ("result", "final score", "score ft", "res"),
    "score_day_first": (),
    "score_month_first": (),
    "overtime": ("ot", "overtimes", "extra time", "aet"),
    "shootout": words("so|penalty shootout|penalties|pens|penalty score|score p|score penalties"),
    **dict.fromkeys(("home_shootout", "away_shootout", "home_extra", "away_extra"), ()),
    "team_id": ("id", "team no"),
    "played": ("games", "games played", "gp", "mp", "pld", "g", "p"),
    "home_id": ("id home", "home team id"),
    "away_id": ("id away", "away team id"),
    "round": words(
        "matchday|round number|week|wk|gw|md|gameweek|date|date game|game date|match date|"
        "date match|gameday|day"
    ),
    "season_games": ("season", "schedule"),
    "opponent": ("opp",),
    "group": words("pool|poule|group name|groups"),
    "home_group": words("home division|division home|home pool"),
    "away_group": words("away division|division away|away pool"),
    "sets": words("set scores|set results|sets score|games in sets"),
    "boards": words("single games|games of the match"),
    "board": words("board no|board number|rubber|rubber no"),
    "match": words("match no|match number|match id"),
    "home_second": words("home tries|tries home|home overs|overs home|home rallies|rallies home"),
    "away_second": words("away tries|tries away|away overs|overs away|away rallies|rallies away"),
    "home_wickets": words("wickets home|home wickets lost"),
    "away_wickets": words("wickets away|away wickets lost"),
    "home_bonus": words("bonus home|home bonus points|home bp"),
    "away_bonus": words("bonus away|away bonus points|away bp"),
    "home_deducted": words("deducted home|home points deducted|home penalty points"),
    "away_deducted": words("deducted away|away points deducted|away penalty points"),
    "reason": words("reason deducted|deducted for"),
    "points_deducted": words("deducted|deduction|penalty points|points deduction"),
    **dict.fromkeys(OF_TABLES, ()),
}
TEAM_COLUMNS = ("team", "wins", "losses")
GAME_COLUMNS = ("home", "away", "home_score", "away_score")
RESULTS = (*GAME_COLUMNS, "score", "score_day_first", "score_month_first")
_OF_GAMES = (*COLUMNS.keys() - {"wins", "losses", "ties", "points", "played"},)
_MOST_GAMES = 400
"""More games than a team has in any season; a year is more than that."""
_LEAST_TOTAL = 10


def _find_rounds(candidates: Sequence[Candidate], table: CsvTable) -> Candidate:
    """The column that tells the games of two teams apart, a matchday rather than a date."""
    order = [*COLUMNS["round"]]
    ordered = sorted(candidates, key=lambda one: _place(order, one.heading))
    pairs = list(zip(table.cells("home"), table.cells("away")))
    return max(ordered, key=lambda one: len({*zip(pairs, one.cells)}))


def _place(order: Sequence[str], heading: str) -> int:
    """The place of a heading among those of a field; one in another language stands behind."""
    key = normalize_heading(heading)
    return order.index(key) if key in order else -1 if key == "round" else len(order)


def _find_scores(candidates: Sequence[Candidate], table: CsvTable, side: str) -> Candidate | None:
    """The only column that may be scores; the first one where there is no other."""
    fit = [one for one in candidates if not _are_totals(table.cells(side), one.cells)]
    return _only(fit, candidates)


def _find_season(candidates: Sequence[Candidate], _: CsvTable) -> Candidate | None:
    """A column of numbers of games; a season such as 2025 or 2025/26 is none."""
    numbers = ((one, [*filter(None, one.cells)]) for one in candidates)
    fit = (one for one, texts in numbers if texts and all(map(_is_count, texts)))
    return next(fit, None)


def _is_count(text: str) -> bool:
    return text.isdecimal() and int(text) <= _MOST_GAMES


def _find_shootout(candidates: Sequence[Candidate], _: CsvTable) -> Candidate:
    """The column with scores, beside one that says yes or no."""
    return max(candidates, key=lambda one: sum("-" in cell for cell in one.cells))


def _find_counts(candidates: Sequence[Candidate], _: CsvTable) -> Candidate | None:
    """The only column of whole numbers, beside one of shares; the first one where it is alone."""
    return _only([one for one in candidates if "." not in "".join(one.cells)], candidates)


def _only(fit: Sequence[Candidate], candidates: Sequence[Candidate]) -> Candidate | None:
    return next((columns[0] for columns in (fit, candidates) if len(columns) == 1), None)


DECIDE: Mapping[str, Decide] = {
    **dict.fromkeys(("wins", "losses", "ties"), _find_counts),
    "round": _find_rounds,
    "home_score": partial(_find_scores, side="home"),
    "away_score": partial(_find_scores, side="away"),
    "season_games": _find_season,
    "shootout": _find_shootout,
    "played": refusals.find_played,
}


def _are_totals(teams: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether each team has the same number in all of its games, as final points are printed."""
    found: dict[str, list[str]] = {}
    for team, cell in zip(teams, cells):
        if cell:
            found.setdefault(team.casefold(), []).append(cell)
    several = [texts for texts in found.values() if len(texts) > 1]
    are_large = any(cell.isdecimal() and int(cell) >= _LEAST_TOTAL for cell in cells)
    return len(several) > 2 and are_large and all(len({*texts}) == 1 for texts in several)


OF_A_SIDE = ("second", "wickets", "bonus", "deducted")
"""What a game may have for each side beside its score: ``home_second`` and ``away_second``."""
_OF_GAMES_ALONE = (
    "group",
    "home_group",
    "away_group",
    "sets",
    "boards",
    "board",
    *(f"{s}_{one}" for one in OF_A_SIDE for s in ("home", "away")),
)


def refuse_unread(table: CsvTable, by_game: bool) -> None:
    """Refuse columns that tell something of a table, and that such a file cannot say."""
    if by_game and "points_deducted" in table and any(table.cells("points_deducted")):
        raise table.error(
            f"{table.describe('points_deducted')} does not say from whom: call it home_deducted or "
            "away_deducted, in the row of a game of the team"
        )
    if by_game:
        return
    groups = [row.text("group") for row in table]
    if len({*groups}) > 1:
        raise table.error(
            f"these are {len({*groups})} tables; {table.choices(table.heading_of('group'), groups)}"
        )
    for column in ("points_deducted", *_OF_GAMES_ALONE):
        if column in table and column != "group" and any(table.cells(column)):
            raise table.error(
                f"{table.describe(column)} is for results with one row a game; a table of teams is "
                "sorted by percentage. List the games, or remove the column"
            )


def are_fixtures(table: CsvTable) -> bool:
    """Whether a table has two teams a row and nothing that may be a result: games to be played."""
    if not all(side in table for side in ("home", "away")) or any(
        column in table for column in ("score", *SCORES)
    ):
        return False
    may_be = possible_scores(table.columns_beside(_OF_GAMES, list(table)))
    if may_be:
        names = " and ".join(f"“{heading}”" for heading in may_be[:2])
        fields = SCORES if len(may_be) > 1 else ("score",)
        answers = " ".join(f'--map "{h}={field}"' for h, field in zip(may_be, fields))
        raise table.error(
            f"no column is named as the scores; if {names} {'are' if len(may_be) > 1 else 'is'}, "
            f"say {answers}, else remove {'them' if len(may_be) > 1 else 'it'} to take this as "
            "games to be played"
        )
    return True


def refuse_totals(table: CsvTable) -> None:
    """Refuse points of the season that stand in place of scores."""
    for side in ("home", "away"):
        if _are_totals(table.cells(side), table.cells(f"{side}_score")):
            raise table.error(
                f"{table.describe(f'{side}_score')} is the same in all games of a team, so it is "
                f'no score of a game; say which columns are, as in --map "HEADING={side}_score"'
            )


def refuse_lists(table: CsvTable) -> None:
    """Refuse a list of one team's games."""
    if "opponent" in table and not ("home" in table and "away" in table):
        raise table.error(
            "this lists the games of one team against each opponent; a league needs all games, "
            "each once, with columns home and away"
        )


def is_list_of_teams(table: CsvTable) -> bool:
    """Whether it lists teams that have played nothing yet.

    Raises
    ------
    InputError
        There are no wins and losses, but other figures.
    """
    others = (*TEAM_COLUMNS[1:], "ties", "points", "opponent", "sets", "boards", "board", *RESULTS)
    if "team" not in table or any(column in table for column in others):
        return False
    for heading, figures in figures_of(table, list(table))[0].items():
        if any(figures):
            raise table.error(
                f"this lists {len(list(table))} teams with {heading}, but without results; add "
                "columns wins and losses, or remove it to take this as a list of teams"
            )
    return True


def has_points(table: CsvTable) -> bool:
    """Whether a table of teams has points that are summed already, and no games won and lost."""
    others = (*TEAM_COLUMNS[1:], *RESULTS)
    return "team" in table and "points" in table and not any(one in table for one in others)


_NO_FIGURES = words_of("place", "number").union(
    words("rank|pos|position|no|nr|year|gb|pct|percent|м|m|pl|rk|sıra|seed|rating|elo|founded")
)
"""Columns of numbers that do not place a team, or follow from others."""


def figures_of(
    table: CsvTable, rows: Sequence[CsvRow]
) -> tuple[dict[str, list[float]], tuple[str, ...]]:
    """The other columns of numbers of a table of teams, by their headings, and which place them.

    Points place the teams, then the difference of goals, then goals; all where nobody has games.
    """
    fields = ("team", "team_id", "wins", "losses", "ties", "played", "season_games", *OF_TABLES[1:])
    found = [("Points", [_number(row.text("points")) for row in rows])] if "points" in table else []
    if goals := goals_in([row.text("goals") for row in rows] if "goals" in table else []):
        found += [("Difference", [a - b for a, b in goals]), ("Goals", [a for a, _ in goals])]
    for name in ("difference", "goals_for"):
        if name in table:
            cells = [_number(row.text(name)) for row in rows]
            found.append((table.heading_of(name), cells))
    count = len(found)
    found += [
        (heading, [_number(cell) for cell in cells])
        for heading, cells in table.columns_beside((*fields, "points"), rows)
        if normalize_heading(heading) not in _NO_FIGURES
    ]
    named = [(" ".join(name.replace(",", " ").split()), cells) for name, cells in found]
    figures = {
        name: [cell or 0.0 for cell in cells] for name, cells in named if name and None not in cells
    }
    first = [*figures][:count] if "wins" in table else [*figures]
    return figures, tuple(first if "points" in table else ())


def _number(cell: str) -> float | None:
    """The number in a cell, a blank one 0; None where it holds something else."""
    try:
        return float(cell.replace(",", ".").replace("\N{MINUS SIGN}", "-") or 0)
    except ValueError:
        return None
