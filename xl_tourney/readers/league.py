"""League results as CSV: the table as it stands, one row a team, or one row a game.

A row of the table has ``team``, ``wins`` and ``losses``, and may have ``ties``; a game has
``home``, ``away``, ``home_score`` and ``away_score`` (or ``score``, as in 2-1), and may have
``round``, a date or number that tells the games of two teams apart, and ``overtime``, filled in
where it was decided after regular time.  A game with neither score, or with a word such as
postponed in its place, is a fixture: still to be played.
Both may have ``season_games``, how many games each team has in the season, the same in
every row, and numbers that tell teams of one name apart: ``team_id``, or ``home_id`` and
``away_id``.  Of several columns that may be the scores or the round, the values decide: scores are
not the same in all games of a team, and a round tells all games of two teams apart.  A list of one
team's games, of teams without games, or of several leagues is refused as what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from ..errors import InputError
from .entrants import EntrantNames, is_bye
from .files import Document
from .results_csv import Candidate, CsvRow, CsvTable, Decide, format_rows
from .tables.headings import Columns, names_of, normalize_heading, words
from .tables.reading import Reading
from .tables.source import Given, Source, source_of
from .tables.teams import forms, openfootball, refusals
from .tables.teams.sides import is_time, name_sides, possible_scores
from .values import OVERTIME, REGULAR_TIME, TO_PLAY, WALKOVER, find_word, read_dates

COLUMNS: Columns = {
    "team": ("name", "club", "team name", "tm", "squad", "franchise"),
    "wins": ("won", "w", "win", "victories"),
    "losses": ("lost", "l", "loss", "defeats"),
    "ties": ("tied", "t", "draws", "drawn", "d", "draw", "tie"),
    "home": ("team a", "team 1", "a", "home team", "home neutral"),
    "away": words("team b|team 2|b|away team|visitor|visitors|visitor neutral|visiting|guest"),
    "home_score": words(
        "fthg|hg|home goals|goals home|score a|score 1|runs home|points home|home points|home runs"
    ),
    "away_score": words(
        "ftag|ag|away goals|goals away|score b|score 2|runs away|points away|away points|away runs"
    ),
    "score": ("result", "final score", "score ft"),
    "overtime": ("ot", "overtimes", "extra time", "aet", "shootout"),
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
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""

TEAM_COLUMNS = ("team", "wins", "losses")
_OF_GAMES = (*COLUMNS.keys() - {"wins", "losses", "ties", "played"},)
GAME_COLUMNS = ("home", "away", "home_score", "away_score")
_RESULTS = (*GAME_COLUMNS, "score")

_SCORES = ("home_score", "away_score")
_SCORE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[-:–x×]\s*(\d+(?:[.,]\d+)?)\s*(.*)", re.IGNORECASE)
_HALF_TIME = re.compile(r"[(\[]\s*(\d+)\s*[-:–]\s*(\d+)\s*[)\]]")
"""The score at half time, behind the final one."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*")
_MOST_GAMES = 400
"""More games than a team has in any season; a year is more than that."""
_LEAST_TOTAL = 10
_MOST_GOALS = 15
"""No more goals than in any game of football or hockey; handball and basketball have more."""


@dataclass(frozen=True)
class TeamRecord:
    """The wins, losses and ties of a team so far."""

    team: str
    wins: int
    losses: int
    ties: int = 0


@dataclass(frozen=True)
class LeagueGame:
    """One game between two teams."""

    home: str
    away: str
    home_score: float | None
    """None, like the other score, where it is still to be played."""
    away_score: float | None
    round: str = ""
    overtime: str = ""
    """Not blank where it was decided after regular time."""


@dataclass(frozen=True)
class League:
    """The table or the games of a league, and how long its season is."""

    rows: list[TeamRecord] | list[LeagueGame]
    season_games: int | None = None

    def __len__(self) -> int:
        return len(self.rows)


def read(given: Given) -> League:
    """Read a file of records or of games, told apart by the headings."""
    table = CsvTable(
        _with_table(source_of(given)),
        COLUMNS,
        _DECIDE,
        partial(name_sides, names=names_of(COLUMNS)),
    )
    _refuse_lists(table)
    is_fixtures = _are_fixtures(table)
    by_game = is_fixtures or any(column in table for column in _RESULTS)
    game_columns = GAME_COLUMNS[:2] if is_fixtures or "score" in table else GAME_COLUMNS
    table.require_columns(*((game_columns,) if by_game else (TEAM_COLUMNS, GAME_COLUMNS)))
    if by_game and all(column in table for column in TEAM_COLUMNS[1:]):
        raise InputError(
            f"{table.file}: home and away say that a row is a game, wins and losses that it is a "
            "team; leave one of them out."
        )
    if by_game:
        _refuse_totals(table)
        refusals.refuse_several_leagues(table)
    refusals.refuse_several_seasons(table)
    if by_game:
        refusals.leave_out_knockout(table)
        refusals.leave_out_unknown(table)
    rows = forms.games_of(table) if by_game else list(table)
    season_games = _parse_season_games(rows)
    sides = ("home", "away") if by_game else ("team",)
    names = EntrantNames(
        table, ((row.text(side), row.text(f"{side}_id")) for row in rows for side in sides)
    )
    if by_game:
        rows = _without_times(table, rows)
        dates = read_dates(table.cells("round"))
        written = next(iter(dates), "")
        if "/" in written or "-" in written:  # day or month first: what was decided is said
            table.reading.notes.append(f"the date “{written}” is read as {dates[written]}")
        games = [_parse_game(row, names, dates) for row in rows]
        refusals.refuse_several_years(table, [game.round for game in games])
        refusals.refuse_one_team(table, [(game.home, game.away) for game in games])
        refusals.refuse_mirrored_games(
            table,
            [
                (game.home, game.away, f"{game.home_score}", f"{game.away_score}", game.round)
                for game in games
            ],
        )
        names.ask(_met(rows))
        return League(games, season_games)
    _refuse_repeated(rows, names)
    records = [_parse_record(row, names) for row in rows]
    refusals.refuse_other_sums(
        table,
        [
            (row.number, record.wins, record.losses, record.ties)
            for row, record in zip(rows, records)
        ],
        table.cells("played"),
    )
    return League(records, season_games)


def _with_table(source: Source) -> Source:
    """A source whose rows are a table with home and away: of a text of openfootball, too."""
    if source.start.startswith(b"=") and openfootball.is_text(source.text):
        return source.with_rows(*openfootball.rows(source.text))
    looked_at = copy(source)
    looked_at.reading = Reading()
    sheet = looked_at.find_sheet(names_of({**COLUMNS, **forms.WINNERS}))
    if swapped := forms.with_home_and_away(sheet.rows, sheet.headings):
        return source.with_rows(swapped)
    found = forms.without_mirrors(sheet.rows, sheet.headings) or forms.square_of(sheet.rows)
    if found:
        rows, said = found
        source.reading.notes += [*looked_at.reading.notes, said]
        return source.with_rows(rows)
    return source


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
    return fit[0] if len(fit) == 1 else candidates[0] if len(candidates) == 1 else None


def _find_season(candidates: Sequence[Candidate], _: CsvTable) -> Candidate | None:
    """A column of numbers of games; a season such as 2025 or 2025/26 is none."""
    return next(
        (one for one in candidates if not any(map(_is_year, one.cells)) and any(one.cells)), None
    )


def _is_year(text: str) -> bool:
    return bool(text) and not (text.isdecimal() and int(text) <= _MOST_GAMES)


def _find_counts(candidates: Sequence[Candidate], _: CsvTable) -> Candidate | None:
    """The only column of whole numbers, beside one of shares; the first one where it is alone."""
    fit = [one for one in candidates if not any("." in cell for cell in one.cells)]
    return fit[0] if len(fit) == 1 else candidates[0] if len(candidates) == 1 else None


_DECIDE: Mapping[str, Decide] = {
    **dict.fromkeys(("wins", "losses", "ties"), _find_counts),
    "round": _find_rounds,
    "home_score": partial(_find_scores, side="home"),
    "away_score": partial(_find_scores, side="away"),
    "season_games": _find_season,
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


def _without_times(table: CsvTable, rows: Sequence[CsvRow]) -> list[CsvRow]:
    """The rows without the times of games to be played that stand in place of their scores.

    A text such as 15:30 is a time where all texts are, or where all scores are small.
    """
    texts = [row.text("score") for row in rows]
    scores = {text for text in texts if text and not is_time(text)}
    goals = [int(goal) for text in scores for goal in re.findall(r"\d+", text)]
    times = {text for text in texts if is_time(text)}
    if not times or max(goals, default=0) > _MOST_GOALS or (not scores and len(times) < 2):
        return list(rows)
    table.reading.notes.append(
        f"texts such as {min(times)} in {table.describe('score')} are taken for the times of games "
        "to be played"
    )
    return [
        replace(row, cells={**row.cells, "score": ""}) if text in times else row
        for row, text in zip(rows, texts)
    ]


def _are_fixtures(table: CsvTable) -> bool:
    """Whether a table has two teams a row and nothing that may be a result: games to be played."""
    if not all(side in table for side in ("home", "away")) or any(
        column in table for column in ("score", *_SCORES)
    ):
        return False
    may_be = possible_scores(table.columns_beside(_OF_GAMES, list(table)))
    if may_be:
        names = " and ".join(f"“{heading}”" for heading in may_be[:2])
        fields = _SCORES if len(may_be) > 1 else ("score",)
        answers = " ".join(f'--map "{h}={field}"' for h, field in zip(may_be, fields))
        raise InputError(
            f"{table.file}: no column is named as the scores; if {names} "
            f"{'are' if len(may_be) > 1 else 'is'}, say {answers}, else remove "
            f"{'them' if len(may_be) > 1 else 'it'} to take this as games to be played."
        )
    return True


def _refuse_totals(table: CsvTable) -> None:
    for side in ("home", "away"):
        if _are_totals(table.cells(side), table.cells(f"{side}_score")):
            raise InputError(
                f"{table.file}: {table.describe(f'{side}_score')} is the same in all games of a "
                "team, so it is no score of a game; say which columns are, as in "
                f'--map "HEADING={side}_score".'
            )


def _refuse_lists(table: CsvTable) -> None:
    """Refuse a list of one team's games, and one of teams without games."""
    if "opponent" in table and not ("home" in table and "away" in table):
        raise InputError(
            f"{table.file}: this lists the games of one team against each opponent; a league needs "
            "all games, each once, with columns home and away."
        )
    if "team" in table and not any(column in table for column in (*TEAM_COLUMNS[1:], *_RESULTS)):
        raise InputError(
            f"{table.file}: this lists {len(list(table))} teams without results; add columns wins "
            "and losses, or list the games to play, each with home and away."
        )


def _met(rows: Sequence[CsvRow]) -> Iterator[tuple[str, str]]:
    """The teams that cannot be one: they play each other, or others in the same round."""
    by_round: dict[str, list[str]] = {}
    for row in rows:
        sides = row.text("home"), row.text("away")
        yield sides
        if round_ := row.text("round"):
            by_round.setdefault(round_, []).extend(sides)
    for teams in by_round.values():
        yield from combinations(dict.fromkeys(teams), 2)


def _name(row: CsvRow, side: str, names: EntrantNames) -> str:
    return names.find(row, row.required_text(side), f"{side}_id")


def _refuse_repeated(rows: Iterable[CsvRow], names: EntrantNames) -> None:
    """Refuse a team with two rows: nobody can tell whether they are one team or two."""
    above: dict[str, int] = {}
    for row in rows:
        name = _name(row, "team", names)
        if name.casefold() in above:
            raise row.error(
                f"{name} stands in row {above[name.casefold()]} already; remove one of them, or "
                "tell two teams of one name apart in a column team_id"
            )
        above[name.casefold()] = row.number


def teams(league: League) -> list[str]:
    """Every team, in the order in which they first appear.

    >>> teams(League([LeagueGame("Reds", "Blues", 3, 1), LeagueGame("blues", "Greens", 0, 2)]))
    ['Reds', 'Blues', 'Greens']
    """
    names: dict[str, str] = {}
    for row in league.rows:
        for name in [row.home, row.away] if isinstance(row, LeagueGame) else [row.team]:
            names.setdefault(name.casefold(), name)
    return [name for name in names.values() if not is_bye(name)]


def rounds(league: League) -> list[str]:
    """Every date or round of the games, in the order in which they first appear."""
    games = (row for row in league.rows if isinstance(row, LeagueGame))
    return list(dict.fromkeys(game.round for game in games if game.round))


def _parse_season_games(rows: list[CsvRow]) -> int | None:
    """How many games each team has in the season, on which all rows must agree."""
    season: int | None = None
    for row in rows:
        if row.text("season_games"):
            games = row.required_integer("season_games")
            if games < 1 or season not in (None, games):
                above = "1 or more" if games < 1 else f"{season} as in the rows above"
                raise row.error(f"season_games must be {above}, not {games}; correct it")
            season = games
    return season


def _parse_record(row: CsvRow, names: EntrantNames) -> TeamRecord:
    ties = _parse_count(row, "ties") if row.text("ties") else 0
    wins, losses = _parse_count(row, "wins"), _parse_count(row, "losses")
    return TeamRecord(_name(row, "team", names), wins, losses, ties)


def _parse_count(row: CsvRow, column: str) -> int:
    count = row.required_integer(column)
    if count < 0:
        raise row.error(f"{column} must not be negative, and is {count}; correct it")
    return count


def _parse_game(row: CsvRow, names: EntrantNames, dates: Mapping[str, str]) -> LeagueGame:
    home, away = _name(row, "home", names), _name(row, "away", names)
    if home.casefold() == away.casefold():
        raise row.error(
            f"{home} plays against itself; correct home or away, or tell two teams of one name "
            "apart in columns home_id and away_id"
        )
    home_score, away_score, late = _parse_scores(row)
    overtime = row.text("overtime")
    meaning = find_word(overtime, OVERTIME, REGULAR_TIME)
    if overtime and meaning not in (OVERTIME, REGULAR_TIME):
        raise row.error(
            f"overtime must be yes, OT, SO, AET or pen. where a game was decided after regular "
            f"time, else blank, no or REG, not “{overtime}”; correct it"
        )
    overtime = overtime if meaning == OVERTIME else ""
    round_ = dates.get(row.text("round"), row.text("round"))
    return LeagueGame(home, away, home_score, away_score, round_, overtime or late)


def _parse_scores(row: CsvRow) -> tuple[float | None, float | None, str]:
    """Both scores of a game, none where it is still to be played; the word of overtime behind."""
    score = row.text("score")
    written = [text for text in map(row.text, ("score", *_SCORES)) if text]
    if all(find_word(text, TO_PLAY) for text in written):
        return None, None, ""
    walkover = next((text for text in written if find_word(text, WALKOVER)), None)
    if walkover:
        raise row.error(
            f"“{walkover}” does not say who won; write the score that your rules give, such as 3-0"
        )
    sides = tuple(_parse_side(row, side) for side in _SCORES if row.text(side))
    if score:
        *both, late = _parse_score(row, score)
        if sides and sides != tuple(both):
            raise row.error(
                f"score is “{score}”, but home_score and away_score are "
                f"{' and '.join(f'{side:g}' for side in sides)}; correct one of them"
            )
        return both[0], both[1], late
    return _parse_side(row, "home_score"), _parse_side(row, "away_score"), ""


def _parse_score(row: CsvRow, score: str) -> tuple[float, float, str]:
    """Both scores in a text such as 2-1, 2:1 n.V. or 2:1 (1:0), and the word of overtime in it."""
    found = _SCORE.fullmatch(score)
    if found:
        home, away = (float(text.replace(",", ".")) for text in found.group(1, 2))
        late = found[3]
        half = _HALF_TIME.search(late)
        if half and int(half[1]) <= home and int(half[2]) <= away:
            late = " ".join(late.replace(half[0], "").split())
            row.note("the scores in brackets are taken for those at half time, and not used")
        if not late or find_word(late, OVERTIME):
            return home, away, late
    name = row.heading("score")
    if _DATE.fullmatch(score):
        raise row.error(
            f"{name} is the date {score}, which a spreadsheet makes of a score such as 2-1; format "
            "the column as text, and type it again"
        )
    raise row.error(f"{name} must be two numbers such as 2-1 or 2-1 OT, not “{score}”; correct it")


def _parse_side(row: CsvRow, side: str) -> float:
    if re.fullmatch(r"\d+\s*[:\-–]\s*\d+", written := row.text(side)):
        raise row.error(
            f"{row.heading(side)} holds both scores, “{written}”; write one in each column, or say "
            f'--map "{row.heading(side)}=score" and leave the other column out'
        )
    score = row.required_number(side)
    if score < 0:
        raise row.error(f"{side} must not be negative, and is {score:g}; correct it")
    return score


def format_csv(league: League, *, by_game: bool) -> Document:
    """The table of a league, or its games, as :func:`read` takes them."""
    rows = [{**vars(row), "season_games": league.season_games} for row in league.rows]
    return format_rows(COLUMNS, rows, GAME_COLUMNS if by_game else TEAM_COLUMNS)
