"""Lists of games of teams as sites write them: which column is whose, and what the list is.

===============================  ===================================================
football-data.co.uk              ``HomeTeam AwayTeam FTHG FTAG FTR``
Basketball-, Hockey-Reference    ``Visitor PTS Home PTS``: a score stands behind its team
Pro-Football-Reference           ``Winner (@) Loser PtsW PtsL``: @ where the winner was away
engsoccerdata, Kaggle, nflverse  ``home visitor hgoal vgoal``, ``home_team_goals`` …
===============================  ===================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ...errors import InputError
from ..results_csv import Candidate, CsvTable
from ..values import OVERTIME, find_word
from .headings import names_of, normalize_heading
from .workbook import Rows

_SIDES = {
    **dict.fromkeys(("home", "host", "1", "heim", "thuis", "local"), "home"),
    **dict.fromkeys(("away", "visitor", "visitors", "visiting", "guest", "2"), "away"),
}
_NAMES = frozenset(("team", "club", "name", "side", "neutral", "long", "full", "squad"))
_SCORES = frozenset(("score", "scores", "goals", "goal", "pts", "points", "runs", "gls"))
_SHORT = re.compile(r"([hva])_?(?:goals?|score|pts)", re.IGNORECASE)
_WHOLE_GAME = frozenset(("ft", "full", "time", "team", "final", "total", "fulltime", "90"))
"""Words beside a score that do not make it that of a half, or an expected one."""
_BEHIND = frozenset(("pts", "g", "r", "goals", "score", "runs", "points", "sc", "t"))
"""Headings of a score that stands right behind its team."""
_LETTERS = frozenset(("h", "a", "d", "w", "l", "t", "x", "1", "2", "n"))
"""The results of a column that says who won."""
_SCORE = re.compile(r"\d+\s*[-:–]\s*\d+.*")
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-\d\d")
_LEAGUES = (
    "div",
    "league",
    "league name",
    "competition",
    "competition name",
    "tournament",
    "season",
    "season year",
    "year",
    "edition",
    "comp",
    "liga",
    "saison",
    "temporada",
    "game type",
)
"""The headings of columns that tell several leagues, or seasons, apart."""
_OTHER_LOSSES = (
    "otl",
    "ol",
    "sol",
    "otw",
    "sow",
    "ot losses",
    "so losses",
    "ot wins",
    "otn",
    "ots",
)


def _words(heading: str) -> list[str]:
    """The words of a heading: ``homeTeamGoals``, ``home_goals`` and ``Home Goals`` have some.

    >>> _words("homeTeamGoals"), _words("Visitor/Neutral"), _words("team1")
    (['home', 'team', 'goals'], ['visitor', 'neutral'], ['team', '1'])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", heading)
    return [word.casefold() for word in re.findall(r"[^\W_]+", spaced)]


def _field(heading: str) -> str:
    """The field that the words of a heading say: a side, with its name or its score.

    >>> [_field(h) for h in ("home_team", "visitor_pts", "HomeGoals", "home_xg", "home_score_ht")]
    ['home', 'away_score', 'home_score', '', '']
    >>> _field("team1"), _field("hgoal"), _field("home_team_id"), _field("Team A")
    ('home', 'home_score', '', '')
    """
    if short := _SHORT.fullmatch(heading.strip()):
        return "home_score" if short[1].lower() == "h" else "away_score"
    words = _words(heading)
    sides = {_SIDES[word] for word in words if word in _SIDES}
    rest = {word for word in words if word not in _SIDES}
    if len(sides) != 1 or len(words) < 2:
        return ""
    side = sides.pop()
    if rest <= _NAMES:
        return side
    is_score = len(rest & _SCORES) == 1 and rest <= _SCORES | _WHOLE_GAME
    return f"{side}_score" if is_score else ""


def _as_on_the_page(heading: str) -> str:
    """A heading without what pandas makes of one that stands twice, or of none.

    >>> [_as_on_the_page(heading) for heading in ("PTS.1", "Unnamed: 5", "Goals")]
    ['PTS', '', 'Goals']
    """
    return re.sub(r"^Unnamed: \d+(?:_level_\d)?$|(?<=[A-Za-z])\.\d$", "", heading.strip())


def _cells(rows: Sequence[Sequence[str]], at: int) -> set[str]:
    return {row[at].strip() for row in rows if at < len(row)} - {""}


_RECORDS = (
    *("wdl", "wtl", "sun", "guv", "wgv", "gep", "vnp", "gnp", "vnd", "ved", "wrp", "zrp", "vrp"),
    *("внп", "vut", "vof", "gbm", "vei", "勝分敗"),
)
"""Wins, ties and losses in one letter each: in English, German, Dutch, Spanish, Italian, …"""


def name_records(headings: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings of a table of teams with wins, ties and losses, by letters and by values.

    Of several languages it is the one whose letters add up to another column, the games.  Where
    no heading says team, it is the first column with a text of its own in each row.

    >>> name_records(["", "G", "V", "N", "P", "Punti"], [["Roma", "3", "2", "1", "0", "7"]])
    ['team', 'played', 'wins', 'ties', 'losses', 'Punti']
    >>> name_records(["Verein", "S", "U", "N"], [["A", "3", "2", "1"], ["B", "1", "2", "3"]])
    ['Verein', 'wins', 'ties', 'losses']
    """
    named = list(headings)
    keys = [heading.strip().strip(".").casefold() for heading in headings]
    columns = [
        [row[at].strip() if at < len(row) else "" for row in rows] for at in range(len(keys))
    ]
    numbers = [[int(c) if c.isdecimal() else -1 for c in column] for column in columns]
    found = []
    for letters in _RECORDS:
        if all(keys.count(letter) == 1 for letter in letters):
            places = [keys.index(letter) for letter in letters]
            sums = [sum(of_row) for of_row in zip(*(numbers[at] for at in places))]
            total = next(
                (at for at, of in enumerate(numbers) if at not in places and of == sums), None
            )
            found.append((total is None, places, total))
    if found and rows:
        _, places, total = min(found, key=lambda one: one[0])
        for at, name in zip(places, ("wins", "ties", "losses")):
            named[at] = name
        if total is not None:
            named[total] = "played"
    are_records = {"wins", "losses"} <= {*named} or {"w", "l"} <= {*keys}
    if are_records and not _is_known_team(named):
        for at, column in enumerate(columns):
            texts = {cell.casefold() for cell in column}
            if len(texts) == len(column) and not any(map(_is_number, texts)):
                named[at] = "team"
                break
    return named


def _is_number(text: str) -> bool:
    return not text or bool(re.fullmatch(r"[-+]?[\d.,:%]+", text))


def _is_known_team(headings: Sequence[str]) -> bool:
    """Whether a heading says team, in any language that is known."""
    names = names_of({"team": ("name", "club", "tm", "squad", "team name")})
    return any(normalize_heading(heading) in names for heading in headings)


def name_sides(headings: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings with the sides that their words, their places and the values below tell.

    >>> row = ["Oct 30", "Wizards", "84", "Cavaliers", "94", "OT"]
    >>> name_sides(["Date", "Visitor/Neutral", "PTS", "Home/Neutral", "PTS", ""], [row])
    ['Date', 'away', 'away_score', 'home', 'home_score', 'overtime']
    """
    headings = name_records([_as_on_the_page(heading) for heading in headings], rows)
    named = [_field(heading) or heading for heading in headings]
    keys = [normalize_heading(heading) for heading in named]
    sides = [
        "home" if key == "home" else "away" if key in ("away", "visitor", "visitors") else ""
        for key in keys
    ]
    for at, key in enumerate(keys[1:], 1):
        if key in _BEHIND and keys.count(key) == 2 and sides[at - 1]:
            named[at] = f"{sides[at - 1]}_score"
    scores = {"home_score", "away_score"}
    known = {normalize_heading(name) for name in named}
    has_scores = scores <= {*named} or {"fthg", "ftag"} <= known or {"hg", "ag"} <= known
    for at, heading in enumerate(headings):
        key, cells = normalize_heading(heading), _cells(rows, at)
        if not heading.strip() and cells and all(find_word(cell, OVERTIME) for cell in cells):
            named[at] = "overtime"
        elif key in ("result", "res", "ft", "score") and cells:
            is_score = any(map(_SCORE.fullmatch, cells))
            letters = {cell.casefold() for cell in cells} <= _LETTERS
            if has_scores and (letters or not is_score):
                named[at] = ""
            elif key == "ft" and is_score and not has_scores:
                named[at] = "score"
        elif key in ("season", "saison") and cells and all(map(_is_season, cells)):
            named[at] = ""
    return named


def _is_season(cell: str) -> bool:
    """Whether a text names a season, and is no number of games.

    >>> _is_season("2023"), _is_season("2023/24"), _is_season("82")
    (True, True, False)
    """
    return bool(re.fullmatch(r"(?:1[89]|20)\d\d(?:\.0)?(?:\s*[-/–]\s*\d{2,4})?", cell))


def with_home_and_away(rows: Rows, start: int) -> Rows | None:
    """A list of winners and losers with home and away in place of them; None if it is none.

    >>> rows = [["Week", "Winner/tie", "", "Loser/tie", "PtsW", "PtsL"]]
    >>> with_home_and_away(rows + [["1", "Rams", "@", "Bills", "31", "10"]], 0)[1]
    ['1', 'Bills', '', 'Rams', '10', '31']
    """
    headings = rows[start] if start < len(rows) else []
    keys = [normalize_heading(heading) for heading in headings]
    wanted = [
        next((at for at, key in enumerate(keys) if key in words), -1)
        for words in (
            ("winner", "winnertie"),
            ("loser", "losertie"),
            ("ptsw", "winnerscore", "winnerpoints", "winnerpts", "ptswin"),
            ("ptsl", "loserscore", "loserpoints", "loserpts", "ptslose"),
        )
    ]
    winner, loser = wanted[:2]
    between = range(winner + 1, max(loser, 0))
    below = rows[start + 1 :]
    places = ("", "unnamed5", "homeroad", "locationindicator", "at", "location")
    signs = (at for at in between if keys[at] in places and _cells(below, at) <= {"@", "N"})
    at_sign = next(signs, -1)
    if min(wanted) < 0 or at_sign < 0:
        return None
    texts = ("home", "away", "home_score", "away_score")
    found = [list(row) for row in rows]
    for at, text in zip(wanted, texts):
        found[start][at] = text
    for row in found[start + 1 :]:
        if len(row) > max(wanted) and row[at_sign].strip() == "@":
            row[at_sign] = ""
            for one, other in (wanted[:2], wanted[2:]):
                row[one], row[other] = row[other], row[one]
    return found


_KNOCKOUT = re.compile(
    r".*\b(?:quarter-?finals?|semi-?finals?|finals?|play-?offs?|third[- ]place.*|halbfinale|"
    r"viertelfinale|relegation)\b.*",
    re.IGNORECASE,
)


def leave_out_knockout(table: CsvTable) -> None:
    """Leave out finals and play-offs behind a league: they do not count in its table."""
    rows = list(table)
    knockout = [row for row in rows if _KNOCKOUT.fullmatch(row.text("round"))]
    if 0 < len(knockout) < len(rows) / 4:
        for row in knockout:
            table.leave_out(row, f"{row.text('round')} does not count in a table")


def refuse_several_seasons(table: CsvTable) -> None:
    """Refuse a list of several seasons or competitions, which one table cannot hold."""
    for heading in _LEAGUES:
        values = list(dict.fromkeys(filter(None, table.find_cells([heading]))))
        if len(values) > 1 and not all(value.isdecimal() and len(value) < 4 for value in values):
            shown = ", ".join(values[:4]) + (" …" if len(values) > 4 else "")
            raise InputError(
                f"{table.file}: the column “{heading}” tells {len(values)} leagues or seasons "
                f"apart ({shown}); keep the rows of one of them in a file of its own."
            )


_MOST_MONTHS = 26


def refuse_several_years(table: CsvTable, rounds: Sequence[str]) -> None:
    """Refuse games over more than two years: those of several seasons."""
    found = [match for text in rounds if (match := _ISO_DATE.match(text))]
    months = [int(match[1]) * 12 + int(match[2]) for match in found]
    if months and max(months) - min(months) > _MOST_MONTHS:
        first, last = min(months) // 12, max(months) // 12
        raise InputError(
            f"{table.file}: the games are from {first} to {last}; keep those of one season in a "
            "file of its own."
        )


def refuse_one_team(table: CsvTable, games: Sequence[tuple[str, str]]) -> None:
    """Refuse a list in which one team plays all games: there is no table of one team."""
    count = Counter(team.casefold() for game in games for team in game)
    most, played = count.most_common(1)[0] if count else ("", 0)
    if len(games) > 3 and played == len(games) and len(count) > 2:
        name = next(team for game in games for team in game if team.casefold() == most)
        raise InputError(
            f"{table.file}: {name} plays in all {played} games; these are the games of one team, "
            "so give the games of all teams of the league."
        )


def refuse_mirrored_games(table: CsvTable, games: Sequence[tuple[str, ...]]) -> None:
    """Refuse a list in which each game stands twice, once for each team."""
    there = {tuple(map(str.casefold, game)) for game in games}
    twice = sum((b, a, y, x, day) in there for a, b, x, y, day in there if day)
    if len(there) > 3 and twice > len(there) * 0.8:
        raise InputError(
            f"{table.file}: each game stands twice, once for each of its teams; keep the row of "
            "the home team only."
        )


def find_played(candidates: Sequence[Candidate], table: CsvTable) -> Candidate:
    """Of the columns that may be the games played the one that wins, losses and ties add up to."""
    counts = [map(_whole, table.cells(name)) for name in ("wins", "losses", "ties")]
    sums = [str(sum(record)) for record in zip(*counts)]
    return max(candidates, key=lambda one: sum(a == b for a, b in zip(one.cells, sums)))


def _whole(cell: str) -> int:
    return int(cell) if cell.isdecimal() else 0


def refuse_other_sums(
    table: CsvTable, rows: Sequence[tuple[int, int, int, int]], played: Sequence[str]
) -> None:
    """Refuse records whose wins, losses and ties are not the games that the table prints.

    ``rows`` are row numbers with wins, losses and ties, ``played`` the cells of the games.
    """
    for heading in _OTHER_LOSSES:
        cells = [cell for cell in table.find_cells([heading]) if cell not in ("", "0", "-")]
        if cells:
            raise InputError(
                f"{table.file}: the column “{heading}” holds results after overtime, which a "
                "table of wins, losses and ties has no place for; give the games instead."
            )
    sums = [str(sum(record)) for _, *record in rows]
    fits = sum(cell == own for cell, own in zip(played, sums))
    if table.describe("played").startswith(("P (", "G (")) and fits * 2 <= len(sums):
        return  # points or goals
    for (number, *record), cell in zip(rows, played):
        if cell.isdecimal() and sum(record) != int(cell):
            wins, losses, ties = record
            raise InputError(
                f"{table.file}, row {number}: {wins} wins, {losses} losses and {ties} ties are "
                f"not the {cell} games of the row; correct it, or say with --map which column is "
                "which."
            )
