"""What a list of games or of teams is when it is no league: each refused in a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ...results_csv import Candidate, CsvRow, CsvTable
from ..headings import normalize_heading, words, words_of
from .records import TeamRecord
from .scores import LeagueGame
from .sides import SCORES, TWO_SIDES, words_in

_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-\d\d")
_LEAGUES = words_of("league", "competition", "tournament", "season") | {
    *("div", "comp", "year", "edition", "liga", "ligue", "serie", "staffel", "saison"),
    *("temporada", "sezon", "stagione", "seizoen", "sezona", "gametype"),
}
"""The words of headings of columns that tell several leagues, or seasons, apart."""
_PARTS = frozenset(("id", "name", "code", "key", "start", "end", "date"))
"""Words beside them that say nothing else: season_id, league name."""
_SOME = {*map(str, range(1, 100))}
_OVERTIME = ("overtime_wins", "overtime_losses")
_SCORES = ("score", *SCORES)
_KNOCKOUT = re.compile(
    r".*(?:\b\w*f[ií]n[aá][lł](?:e|es|s|i)?\b|\bplay-?offs?\b|\bthird[- ]place\b|\brelegation\b"
    r"|\bround of \d+\b|\blast (?:16|32|64)\b|\b\w*финал\w*|決勝).*",
    re.IGNORECASE,
)
"""Stages behind a league: Semi-finals, Halbfinale, ćwierćfinał, полуфинал, Round of 16."""
_PLACES = words_of("note").union(
    words(
        "notes|venue|stadium|stadion|ground|location|city|ort|halle|stade|stadio|estadio|"
        "arena|referee|status"
    )
)
"""Headings of columns that name no stage, whatever they say."""


def _columns(table: CsvTable, rows: Sequence[CsvRow]) -> Iterator[tuple[str, list[str]]]:
    """The columns that hold neither teams nor scores: headings, and the texts of some rows."""
    return table.columns_beside((*TWO_SIDES, "team", *_SCORES), rows)


def leave_out_knockout(table: CsvTable) -> None:
    """Leave out finals and play-offs behind a league: they do not count in its table.

    Where all games that have scores are final, this says that they are over.
    """
    rows = list(table)
    for heading, cells in _columns(table, rows):
        if {*words_in(heading)} & _PLACES:
            continue
        knockout = [
            (row, cell) for row, cell in zip(rows, cells) if _KNOCKOUT.fullmatch(cell.strip())
        ]
        others = [row for row, cell in zip(rows, cells) if not _KNOCKOUT.fullmatch(cell.strip())]
        if 0 < len(knockout) < len(rows) / 4 and any(not row.is_blank(_SCORES) for row in others):
            for row, cell in knockout:
                table.leave_out(row, f"{cell.strip()} does not count in a table")
            return


def leave_out_last_rounds(table: CsvTable, games: Sequence[LeagueGame]) -> set[str]:
    """The rounds behind a league in which who loses is out: play-offs that no column names.

    Their rows are left out.
    All teams have the same number of games before, and the last game is one of two who have won
    since: a season that goes on has such rounds by chance, too.
    """
    rows = list(table)
    last = [game for game in games if game.round == games[-1].round]
    order = [*dict.fromkeys(game.round for game in games)]
    for first in range(len(order) - 2, 1, -1):
        later = {*order[first:]}
        lost: set[str] = set()
        won: set[str] = set()
        for game in (game for game in games if game.round in later):
            ahead = (game.home_score or 0) - (game.away_score or 0)
            if {game.home, game.away} & lost or not ahead:
                return set()
            lost.add(game.away if ahead > 0 else game.home)
            won |= {game.home if ahead > 0 else game.away} if game.round != order[-1] else set()
        earlier = (game for game in games if game.round not in later)
        before = Counter(team for game in earlier for team in (game.home, game.away))
        is_final = len(last) == 1 and {last[0].home, last[0].away} <= won
        if is_final and len({*before.values()}) == 1 and min(before.values()) > 2:
            for row, game in zip(rows, games):
                if game.round in later:
                    table.leave_out(row, "who loses in the last rounds is out: they are play-offs")
            return later
    return set()


def leave_out_unknown(table: CsvTable) -> None:
    """Leave out games whose teams are not known yet."""
    for row in table:
        if any(row.text(side).casefold() in _UNKNOWN for side in TWO_SIDES):
            table.leave_out(row, "who plays is not known yet")


_UNKNOWN = ("tbd", "tba", "tbc", "n.n.", "to be decided", "to be determined", "?", "???")


def refuse_several_seasons(table: CsvTable) -> None:
    """Refuse a list of several seasons or competitions, which one table cannot hold."""
    rows = list(table)
    for heading, cells in _columns(table, rows):
        of_heading = set(words_in(heading))
        is_league = bool(of_heading & _LEAGUES) and of_heading <= _LEAGUES | _PARTS
        is_league = is_league or normalize_heading(heading) in _LEAGUES
        values = list(dict.fromkeys(filter(None, cells)))
        are_counts = all(value.isdecimal() and len(value) < 4 for value in values)
        if is_league and len(values) > 1 and not are_counts:
            raise table.error(
                f"the column “{heading}” tells {len(values)} leagues or seasons apart; "
                f"{table.choices(heading, cells)}"
            )


def refuse_several_leagues(table: CsvTable) -> None:
    """Refuse several leagues in one file: a column says so, and their teams hardly ever meet.

    Each team has its games where the column has one text, and each text has three teams or more,
    with two games of each.
    """
    rows = [row for row in table if all(map(row.text, TWO_SIDES))]
    games = [tuple(row.text(side).casefold() for side in TWO_SIDES) for row in rows]
    groups = table.describe("group")
    for heading, cells in _columns(table, rows):
        if heading in groups and "group" in table:
            continue  # several tables in one workbook
        found = [(game, cell) for game, cell in zip(games, cells) if cell]
        often = Counter((team, cell) for game, cell in found for team in game)
        group: dict[str, str] = {}
        for (team, cell), _ in often.most_common():
            group.setdefault(team, cell)
        inside = Counter(cell for game, cell in found if all(group[team] == cell for team in game))
        size = Counter(group.values())
        leagues = [name for name, of in size.items() if of >= 3 and inside[name] >= of]
        if len(leagues) > 1 and inside.total() >= 0.9 * len(found) and len(found) > len(rows) / 2:
            raise table.error(
                f"this holds {len(leagues)} leagues whose teams never meet; "
                f"{table.choices(heading, cells)}"
            )


_MOST_MONTHS = 26


def refuse_several_years(table: CsvTable, rounds: Sequence[str]) -> None:
    """Refuse games over more than two years: those of several seasons."""
    columns = [rounds, *(cells for _, cells in _columns(table, list(table)))]
    for texts in columns:
        found = [match for text in texts if (match := _ISO_DATE.match(text))]
        months = [int(match[1]) * 12 + int(match[2]) for match in found]
        if months and max(months) - min(months) > _MOST_MONTHS:
            first, last = (month // 12 for month in (min(months), max(months) - 1))
            raise table.error(
                f"the games are from {first} to {last}; keep those of one season in a file of its "
                "own"
            )


def refuse_one_team(table: CsvTable, games: Sequence[LeagueGame]) -> None:
    """Refuse a list in which one team plays all games: there is no table of one team."""
    teams = [team for game in games for team in (game.home, game.away)]
    count = Counter(map(str.casefold, teams))
    most, played = count.most_common(1)[0] if count else ("", 0)
    if len(games) > 3 and played == len(games) and len(count) > 2:
        name = next(team for team in teams if team.casefold() == most)
        raise table.error(
            f"{name} plays in all {played} games; these are the games of one team, so give the "
            "games of all teams of the league"
        )


def refuse_mirrored_games(table: CsvTable, games: Sequence[LeagueGame]) -> None:
    """Refuse a list in which each game stands twice, once for each team."""
    there = {
        (g.home.casefold(), g.away.casefold(), g.home_score, g.away_score, g.round.casefold())
        for g in games
    }
    twice = sum((b, a, y, x, day) in there for a, b, x, y, day in there if day)
    if len(there) > 3 and twice > len(there) * 0.8:
        raise table.error(
            "each game stands twice, once for each of its teams; keep the row of the home team only"
        )


def find_played(candidates: Sequence[Candidate], table: CsvTable) -> Candidate:
    """Of the columns that may be the games played the one that wins, losses and ties add up to."""
    columns = [table.cells(name) for name in ("wins", "losses", "ties")]
    counts = [[int(cell) if cell.isdecimal() else 0 for cell in cells] for cells in columns]
    sums = [str(sum(record)) for record in zip(*counts)]
    return max(candidates, key=lambda one: sum(a == b for a, b in zip(one.cells, sums)))


def refuse_other_sums(
    table: CsvTable, rows: Sequence[CsvRow], records: Sequence[TeamRecord]
) -> None:
    """Refuse records whose wins, losses and ties are not the games that the table prints."""
    late = next((table.heading_of(one) for one in _OVERTIME if {*table.cells(one)} & _SOME), "")
    if late and "points" not in table:
        raise table.error(
            f"the column “{late}” holds results after overtime, which have no place in a "
            "percentage; add the points, or give the games instead"
        )
    played = [row.text("played") for row in rows]
    sums = [one.wins + one.losses + one.ties for one in records]
    fits = sum(cell == str(own) for cell, own in zip(played, sums))
    if table.describe("played").startswith(("P (", "G (")) and fits * 2 <= len(sums):
        return  # points or goals
    for row, one, cell, own in zip(rows, records, played, sums):
        if cell.isdecimal() and own != int(cell):
            raise row.error(
                f"{one.wins} wins, {one.losses} losses and {one.ties} ties are not the {cell} "
                "games of the row; correct it, or say with --map which column is which"
            )
