"""League results as CSV: the table as it stands, one row a team, or one row a game.

A game with neither score is a fixture, still to be played; a row with a ``board`` is a single game
of a match of teams.  A list of one team's games, or of several leagues is refused as what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations

from .entrants import EntrantNames, is_bye
from .files import Document
from .results_csv import CsvRow, CsvTable, format_rows
from .tables.dates import read_dates
from .tables.headings import names_of, normalize_heading
from .tables.reading import Reading
from .tables.source import Given, Sheet, Source, source_of
from .tables.teams import forms, lines, openfootball, refusals, unnamed
from .tables.teams.boards import add_boards, find_matches, sum_of_boards, text_of_boards
from .tables.teams.columns import (
    COLUMNS,
    DECIDE,
    GAME_COLUMNS,
    OF_A_SIDE,
    RESULTS,
    TEAM_COLUMNS,
    are_fixtures,
    figures_of,
    has_points,
    is_list_of_teams,
    refuse_lists,
    refuse_totals,
    refuse_unread,
)
from .tables.teams.records import TeamRecord as TeamRecord
from .tables.teams.scores import LeagueGame as LeagueGame
from .tables.teams.scores import (
    after_regular_time,
    are_added,
    parse_scores,
    parse_sets,
    with_scores_of_dates,
    without_times,
)
from .tables.teams.sides import SCORES, TWO_SIDES, name_sides
from .tables.workbook import Rows
from .values import ANNULLED, BOTH_LOST, NO_RESULT, OVERTIME, REGULAR_TIME, find_word

DECIDED = BOTH_LOST, ANNULLED, NO_RESULT
"""What may become of a game beside its score."""


@dataclass(frozen=True)
class Adjustment:
    """Points that were taken from a team, or given to it where they are below 0."""

    team: str
    deducted: float
    since: str = ""
    """The round or date from which on it counts."""
    reason: str = ""


@dataclass(frozen=True)
class League:
    """The table or the games of a league, and how long its season is."""

    rows: list[TeamRecord] | list[LeagueGame]
    season_games: int | None = None
    adjusted: tuple[Adjustment, ...] = ()
    """One for each team that has any."""
    figures: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Other columns of numbers of a table of teams, points first: they may place the teams."""
    placed_by: tuple[str, ...] = ()
    """Those of them that do; none where teams are placed by percentage."""
    listed: Mapping[str, str] = field(default_factory=dict)
    """The teams of a list without games, each with its group; blank where there is none."""

    def __len__(self) -> int:
        return len(self.rows or self.listed)


def read(given: Given) -> League:
    """Read a file of records or of games, told apart by the headings."""
    table = CsvTable(
        _with_table(source_of(given)), COLUMNS, DECIDE, partial(name_sides, names=names_of(COLUMNS))
    )
    refuse_lists(table)
    if is_list_of_teams(table):
        return _list_of_teams(table)
    is_fixtures = are_fixtures(table)
    by_game = is_fixtures or any(column in table for column in RESULTS)
    by_game = by_game or "sets" in table or "boards" in table
    refuse_unread(table, by_game)
    has_scores = is_fixtures or any(one in table for one in ("score", "sets", "boards"))
    game_columns = GAME_COLUMNS[:2] if has_scores else GAME_COLUMNS
    if by_game or not has_points(table):
        table.require_columns(*((game_columns,) if by_game else (TEAM_COLUMNS, GAME_COLUMNS)))
    if by_game and all(column in table for column in TEAM_COLUMNS[1:]):
        raise table.error(
            "home and away say that a row is a game, wins and losses that it is a team; leave one "
            "of them out"
        )
    if by_game:
        refuse_totals(table)
        refusals.refuse_several_leagues(table)
    refusals.refuse_several_seasons(table)
    if by_game:
        refusals.leave_out_knockout(table)
        refusals.leave_out_unknown(table)
    rows = forms.games_of(table) if by_game else forms.without_short_names(table, list(table))
    season_games = _parse_season_games(rows)
    sides = TWO_SIDES if by_game else ("team",)
    names = EntrantNames(
        table, ((row.text(side), row.text(f"{side}_id")) for row in rows for side in sides)
    )
    if by_game:
        rows = without_times(table, with_scores_of_dates(table, rows))
        is_added = are_added(rows)
        dates = read_dates(table.cells("round"))
        written = next(iter(dates), "")
        if "/" in written or "-" in written:  # day or month first: what was decided is said
            table.reading.notes.append(f"the date “{written}” is read as {dates[written]}")
        games = [_parse_game(row, names, dates, is_added) for row in rows]
        if "board" not in table and (later := refusals.leave_out_last_rounds(table, games)):
            both = [(row, game) for row, game in zip(rows, games) if game.round not in later]
            rows, games = [row for row, _ in both], [game for _, game in both]
        if "board" in table:
            rows, games = _add_boards(table, rows, games)
        refusals.refuse_several_years(table, [game.round for game in games])
        refusals.refuse_one_team(table, games)
        refusals.refuse_mirrored_games(table, games)
        names.ask(_met(rows))
        _refuse_two_groups(rows, games)
        return League(games, season_games, _adjustments(rows, games))
    _refuse_repeated(rows, names)
    records = [_parse_record(row, names, has_points(table)) for row in rows]
    refusals.refuse_other_sums(table, rows, records)
    figures, placed_by = figures_of(table, rows)
    return League(records, season_games, figures=figures, placed_by=placed_by)


def _with_lines(source: Source, rows: Rows, sheet: Sheet) -> Source:
    """A source with other rows than a sheet, perhaps one more, which keep the numbers they had."""
    made = source.with_rows(rows)
    first = next((at for at, both in enumerate(zip(rows, sheet.rows)) if both[0] != both[1]), 0)
    more = len(rows) - len(sheet.rows)
    made.lines = [(sheet.place, at + 1 - more * (at >= first)) for at in range(len(rows))]
    return made


_WHO = {"team", "home", "away", "winner", "loser", "opponent"}
"""The fields of which a table of results has one."""


def _list_of_teams(table: CsvTable) -> League:
    """A league that is to be played: a row is a team."""
    rows = list(table)
    names = EntrantNames(table, ((row.text("team"), row.text("team_id")) for row in rows))
    _refuse_repeated(rows, names)
    return League([], listed={_name(row, "team", names): row.text("group") for row in rows})


def _with_table(source: Source) -> Source:
    """A source whose rows are a table with home and away: of a text of openfootball, too."""
    if source.start.startswith(b"=") and openfootball.is_text(source.text):
        return source.with_rows(*openfootball.rows(source.text))
    if source.is_plain_text and (games := lines.rows(source.text)):
        return source.with_rows(*games)
    looked_at = copy(source)
    looked_at.reading = Reading()
    known = names_of({**COLUMNS, **forms.WINNERS})
    sheet = looked_at.find_sheet(known)
    headings = [*chain(*sheet.rows[sheet.headings : sheet.headings + 1])]
    below = sheet.rows[sheet.headings + 1 :]
    fields = {known.get(normalize_heading(one), one) for one in name_sides(headings, below, known)}
    rows = unnamed.with_numbered_columns(sheet.rows, sheet.headings)
    if len(rows) > len(sheet.rows) and known.keys().isdisjoint(map(normalize_heading, headings)):
        source.reading.notes += [*looked_at.reading.notes, "it has no headings"]
        fields = {*name_sides(rows[sheet.headings], sheet.rows[sheet.headings :], known)}
        if {"team", "wins"} <= fields:
            return _with_lines(source, rows, sheet)
    if not fields & _WHO or any(key not in headings for key in source.headings if key.isdecimal()):
        file, given = source.file.name, source.headings
        if unnamed_games := unnamed.with_headings(sheet.rows, file, given):
            rows, sentence, source.headings = unnamed_games
            source.reading.notes += [*looked_at.reading.notes, sentence]
            return _with_lines(source, rows, sheet)
    if swapped := forms.with_home_and_away(sheet.rows, sheet.headings):
        return source.with_rows(swapped)
    found = (
        forms.with_sets(sheet.rows, sheet.headings)
        or forms.without_mirrors(sheet.rows, sheet.headings)
        or forms.square_of(sheet.rows)
    )
    if found:
        rows, description = found
        source.reading.marks = looked_at.reading.marks
        source.reading.notes += [*looked_at.reading.notes, description]
        return source.with_rows(rows)
    return source


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
    names = {team.casefold(): team for team in league.listed}
    for row in league.rows:
        for name in [row.home, row.away] if isinstance(row, LeagueGame) else [row.team]:
            names.setdefault(name.casefold(), name)
    return [name for name in names.values() if not is_bye(name)]


def groups(league: League) -> dict[str, str]:
    """The group of each team by name; empty where all are in one."""
    games = [row for row in league.rows if isinstance(row, LeagueGame)]
    found = {team: group for team, group in league.listed.items() if group}
    found |= {team: group for game in games for team, group in game.groups}
    return found if len({*map(str.casefold, found.values())}) > 1 else {}


def _refuse_two_groups(rows: Sequence[CsvRow], games: Sequence[LeagueGame]) -> None:
    """Refuse a team that stands in two groups: its games would be in neither table."""
    found: dict[str, tuple[str, int]] = {}
    for row, game in zip(rows, games):
        for team, own in game.groups:
            group, above = found.setdefault(team.casefold(), (own, row.number))
            if group.casefold() != own.casefold():
                raise row.error(
                    f"{team} is in group {own} here and in group {group} in row {above}; "
                    "correct one of them, or leave the group of games between groups blank; of two "
                    f"stages {rows[0].choices('group')}"
                )


def _adjustments(rows: Sequence[CsvRow], games: Sequence[LeagueGame]) -> tuple[Adjustment, ...]:
    """Points given or taken, in the row of a game of the team; those of one team are added."""
    found: dict[str, Adjustment] = {}
    for row, game in zip(rows, games):
        for side, team in (("home", game.home), ("away", game.away)):
            points = row.optional_number(f"{side}_deducted")
            if not points:
                continue
            before = found.get(team, Adjustment(team, 0, game.round))
            reason = row.text("reason")
            reasons = [text for text in (before.reason, reason) if text]
            since = before.since if team in found else game.round
            found[team] = Adjustment(team, before.deducted + points, since, "; ".join(reasons))
    return tuple(found.values())


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


def _parse_record(row: CsvRow, names: EntrantNames, has_points: bool) -> TeamRecord:
    if has_points:
        return TeamRecord(_name(row, "team", names), 0, 0)
    late = [
        sum(_parse_count(row, one) for one in (f"overtime_{what}", f"overtime_{what}_2"))
        for what in ("wins", "losses")
    ]
    wins, losses = (_parse_count(row, what, required=True) for what in ("wins", "losses"))
    name, ties = _name(row, "team", names), _parse_count(row, "ties")
    return TeamRecord(name, wins + late[0], losses + late[1], ties)


def _parse_count(row: CsvRow, column: str, required: bool = False) -> int:
    if not required and row.text(column) in ("", "-", "–"):
        return 0
    count = row.required_integer(column)
    if count < 0:
        raise row.error(f"{column} must not be negative, and is {count}; correct it")
    return count


def _parse_game(
    row: CsvRow, names: EntrantNames, dates: Mapping[str, str], is_added: bool
) -> LeagueGame:
    home, away = _name(row, "home", names), _name(row, "away", names)
    if home.casefold() == away.casefold():
        raise row.error(
            f"{home} plays against itself; correct home or away, or tell two teams of one name "
            "apart in columns home_id and away_id"
        )
    if (is_bye(home) or is_bye(away)) and not all(map(row.text, SCORES)):  # pages print one score
        row = row.with_cells(dict.fromkeys(SCORES, ""))
    home_score, away_score, late = parse_scores(row)
    (home_score, away_score), decided = after_regular_time(row, (home_score, away_score), is_added)
    overtime = decided or row.text("overtime")
    meaning = find_word(overtime, OVERTIME, REGULAR_TIME, *DECIDED)
    named = {row.text("home").casefold(): home, row.text("away").casefold(): away}
    if winner := named.get(overtime.casefold()):
        ahead = (home_score or 0) - (away_score or 0)
        if (ahead < 0) if winner == home else (ahead > 0):
            raise row.error(
                f"overtime names {winner} as the winner, who is behind; correct the score, or "
                "the name"
            )
        overtime, meaning = winner, OVERTIME
    if overtime and not meaning:
        raise row.error(
            f"overtime must be yes, OT, SO, AET or pen. where a game was decided after regular "
            f"time, or both lost, annulled or no result, else blank, no or REG, not "
            f"“{overtime}”; correct it"
        )
    overtime = "" if meaning == REGULAR_TIME else overtime
    round_ = dates.get(row.text("round"), row.text("round"))
    others = {
        f"{side}_{what}": row.optional_number(f"{side}_{what}")
        for what in OF_A_SIDE[:-1]
        for side in TWO_SIDES
    }
    group, home_group, away_group = map(row.text, ("group", "home_group", "away_group"))
    if home_group and home_group == away_group:
        group, home_group, away_group = home_group, "", ""
    if row.text("sets"):
        (home_score, away_score), points = parse_sets(row, (home_score, away_score))
        others |= dict(zip(("home_second", "away_second"), points))
    if row.text("boards"):
        home_score, away_score = add_boards(row, (home_score, away_score))
    return LeagueGame(
        home,
        away,
        home_score,
        away_score,
        round_,
        overtime or late,
        **others,
        group=group,
        home_group=home_group,
        away_group=away_group,
        sets=row.text("sets"),
        boards=row.text("boards"),
    )


def _add_boards(
    table: CsvTable, rows: Sequence[CsvRow], games: Sequence[LeagueGame]
) -> tuple[list[CsvRow], list[LeagueGame]]:
    """The matches of a list whose rows are single games, each with the first of its rows."""
    matches = find_matches(table, rows, games)
    return (
        [rows[match[0]] for match in matches],
        [_match_of([games[at] for at in match]) for match in matches],
    )


def _match_of(games: Sequence[LeagueGame]) -> LeagueGame:
    """The match of single games, from the side of the team that is at home in the first."""
    first = games[0]
    scores = []
    for game in games:
        if game.home_score is not None and game.away_score is not None:
            score = game.home_score, game.away_score
            scores.append(score if game.home == first.home else score[::-1])
    if not scores:
        return first
    home, away = sum_of_boards(scores)
    return replace(
        first,
        home_score=home,
        away_score=away,
        sets="",
        home_second=None,
        away_second=None,
        boards=text_of_boards(scores),
    )


def format_csv(league: League, *, by_game: bool) -> Document:
    """The table of a league, or its games, as :func:`read` takes them."""
    rows = [{**vars(row), "season_games": league.season_games} for row in league.rows]
    if league.figures:
        return _format_figures(league, rows)
    for adjustment in league.adjusted:  # in the row of a game of the team, at its date
        name = adjustment.team.casefold()
        of_team = [
            (row, side)
            for row in rows
            for side in TWO_SIDES
            if str(row.get(side, "")).casefold() == name
        ]
        at_date = [(row, side) for row, side in of_team if row["round"] == adjustment.since]
        for row, side in (at_date or of_team)[:1]:
            row |= {f"{side}_deducted": adjustment.deducted, "reason": adjustment.reason}
    return format_rows(COLUMNS, rows, GAME_COLUMNS if by_game else TEAM_COLUMNS)


def _format_figures(league: League, rows: Sequence[dict[str, object]]) -> Document:
    """A table of points that are summed; without games where nobody has any."""
    counts = (*TEAM_COLUMNS[1:], "ties")
    has_games = any(row[key] for row in rows for key in counts)
    for at, row in enumerate(rows):
        row |= {name: column[at] for name, column in league.figures.items()}
        row |= {} if has_games else dict.fromkeys(counts)
    columns = {**COLUMNS, **dict.fromkeys(league.figures, ())}
    return format_rows(columns, rows, TEAM_COLUMNS if has_games else TEAM_COLUMNS[:1])
