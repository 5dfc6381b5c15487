"""Lists of games in other forms, with home, away and the round in their place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations

from ...results_csv import CsvRow, CsvTable
from ...values import TO_PLAY, find_word
from ..headings import normalize_heading, round_in, words_of
from ..workbook import Rows, texts_of
from .sides import SCORES, TWO_SIDES, is_score, side_of


def games_of(table: CsvTable) -> list[CsvRow]:
    """The rows of games, each with its round; lines of one cell between them are left out.

    A line such as “Spieltag 2” is the round of the games below, where no column says theirs.
    """
    rows = list(table)
    teams = {row.text(s).casefold() for row in rows for s in ("home", "away") if row.text("away")}
    titles = [_title(table.filled(row), teams) for row in rows]
    above = next((text for text in reversed(table.above) if round_in(text)), "")
    title = above if any(map(round_in, titles)) else ""
    has_rounds = any(row.text("round") for row, text in zip(rows, titles) if not text)
    games = []
    for row, text in zip(rows, titles):
        if text:
            title = text
            table.leave_out(row, f"it begins {text}" if round_in(text) else "it is no game")
        elif title and not has_rounds:
            games.append(row.with_cells({"round": title}))
        else:
            games.append(row)
    return games


_SHORT_NAME = re.compile(r"((?P<first>[A-Z])[A-Z]{1,3})\s*((?P=first)[\w.]*[a-z].*)")


def without_short_names(table: CsvTable, rows: Sequence[CsvRow]) -> list[CsvRow]:
    """The rows without the abbreviations that stand before all of their teams: MIA Miami."""
    names = [_SHORT_NAME.fullmatch(row.text("team")) for row in rows]
    found = [name for name in names if name]
    if len(found) < max(2, len(rows)) or len({name[1] for name in found}) < len(rows):
        return list(rows)
    table.reading.notes.append(
        f"abbreviations such as {found[0][1]} are not read as parts of names"
    )
    return [row.with_cells({"team": name[3]}) for row, name in zip(rows, found)]


def _title(filled: Sequence[str], teams: Collection[str]) -> str:
    """The text of a row of one cell that names no team; blank for any other row."""
    return filled[0] if len(filled) == 1 and filled[0].casefold() not in teams else ""


WINNERS = {"winner": ("winner/tie",), "loser": ("loser/tie",)}
"""Headings of a list of winners and losers."""


def with_home_and_away(rows: Rows, start: int) -> Rows | None:
    """A list of winners and losers with home and away in place of them; None if it is none.

    >>> rows = [["Week", "Winner/tie", "", "Loser/tie", "PtsW", "PtsL"]]
    >>> with_home_and_away(rows + [["1", "Rams", "@", "Bills", "31", "10"]], 0)[1]
    ['1', 'Bills', '', 'Rams', '10', '31']
    """
    keys, wanted = _find_columns(
        rows,
        start,
        ("winner", "winnertie"),
        ("loser", "losertie"),
        ("ptsw", "winnerscore", "winnerpoints", "winnerpts", "ptswin"),
        ("ptsl", "loserscore", "loserpoints", "loserpts", "ptslose"),
    )
    winner, loser = wanted[:2]
    between = range(winner + 1, max(loser, 0))
    below = rows[start + 1 :]
    places = ("", "unnamed5", "homeroad", "locationindicator", "at", "location")
    signs = (at for at in between if keys[at] in places and texts_of(below, at) <= {"@", "N"})
    at_sign = next(signs, -1)
    if min(wanted) < 0 or at_sign < 0:
        return None
    found = _with_fields(rows, start, wanted)
    for row in found[start + 1 :]:
        if len(row) > max(wanted) and row[at_sign].strip() == "@":
            row[at_sign] = ""
            _change_sides(row, wanted)
    return found


def _find_columns(
    rows: Rows, start: int, *headings: Collection[str]
) -> tuple[list[str], list[int]]:
    """All headings, normalized, and the first column with one of each; -1 where there is none."""
    keys = [*map(normalize_heading, rows[start] if start < len(rows) else [])]
    return keys, [next((at for at, key in enumerate(keys) if key in of), -1) for of in headings]


def _with_fields(rows: Rows, start: int, places: Sequence[int]) -> Rows:
    """The rows, with the headings of both teams and both scores in these columns."""
    found = [list(row) for row in rows]
    for at, text in zip(places, (*TWO_SIDES, *SCORES)):
        found[start][at] = text
    return found


def _change_sides(row: list[str], places: Sequence[int]) -> None:
    for one, other in (places[:2], places[2:]):
        row[one], row[other] = row[other], row[one]


def square_of(rows: Rows) -> tuple[Rows, str] | None:
    """A square of teams, each row one's home games, as a list, with a sentence; None if it is none.

    The columns stand in the order of the rows, whatever short names they have.  A square that has
    each game twice, also as 1-2 for 2-1, is of one game between any two.

    >>> rows = [["", "R", "B", "G"], ["Reds", "", "2-1", "0-0"], ["Blues", "1-1", "x", ""]]
    >>> square_of([*rows, ["Golds", "", "3-0", "-"]])[0][1:]
    [['Reds', 'Blues', '2-1'], ['Reds', 'Golds', '0-0'], ['Blues', 'Reds', '1-1'],
     ['Blues', 'Golds', ''], ['Golds', 'Reds', ''], ['Golds', 'Blues', '3-0']]
    """
    for top, left in ((top, left) for top in range(1, min(len(rows), 20)) for left in range(1, 6)):
        names = [row[left - 1].strip() for row in rows[top:] if len(row) >= left]
        size = next((at for at, name in enumerate(names) if not name), len(names))
        square = [[*row[left : left + size]] for row in rows[top : top + size]]
        if size < 3 or len({*names[:size]}) < size or not _is_square(square):
            continue
        teams = names[:size]
        pairs = list(permutations(range(size), 2))
        if all(square[b][a] == _turned(square[a][b]) for a, b in pairs):
            pairs = [(a, b) for a, b in pairs if a < b]
        games = [
            [teams[a], teams[b], square[a][b] if is_score(square[a][b]) else ""] for a, b in pairs
        ]
        description = f"a square of {size} teams, whose rows are taken for their home games"
        return [["home", "away", "score"], *games], description
    return None


def _is_square(square: Rows) -> bool:
    size = len(square)
    if any(len(row) < size for row in square[:-1]) or len(square[-1]) < size - 1:
        return False
    square[-1] += [""] * (size - len(square[-1]))
    cells = [square[a][b] for a, b in permutations(range(size), 2)]
    return (
        sum(map(is_score, cells)) >= size
        and all(is_score(cell) or find_word(cell, TO_PLAY) for cell in cells)
        and not any(is_score(square[at][at]) for at in range(size))
    )


def _turned(score: str) -> str:
    """A score as the other side has it: 1-2 for 2-1."""
    found = re.fullmatch(r"(\d+)(\s*[^\d\s]+\s*)(\d+)", score.strip())
    return f"{found[3]}{found[2]}{found[1]}" if found else score


_SET = re.compile(
    r"(?<![^\W\d_])(?:set|satz|game|parcial|manche|szett|сет|sæt|s|g)[ _.]?([1-9])(?!\d)",
    re.IGNORECASE,
)
_POINTS_OF_SETS = re.compile(r"\d+\s*[-:–]\s*\d+(?:\s*\(\d+\))?")


def with_sets(rows: Rows, start: int) -> tuple[Rows, str] | None:
    """A list whose sets have columns of their own, with all in one; None if there are none.

    >>> head = ["Home", "Away", "p1_set1", "p2_set1", "p1_set2", "p2_set2"]
    >>> with_sets([head, ["Ann", "Bo", "6", "4", "7", "5"]], 0)[0]
    [['Home', 'Away', 'sets', '', '', ''], ['Ann', 'Bo', '6-4 7-5', '', '', '']]
    """
    headings = rows[start] if start < len(rows) else []
    places: dict[tuple[int, str], int] = {}
    for at, heading in enumerate(headings):
        if found := _SET.search(heading):
            rest = f"{heading[: found.start()]} {heading[found.end() :]}"
            side = side_of(rest)
            cells = texts_of(rows[start + 1 :], at)
            if side is not None and all(
                map(str.isdecimal if side else _POINTS_OF_SETS.fullmatch, cells)
            ):
                places.setdefault((int(found[1]), side), at)
    numbers = sorted({number for number, _ in places})
    sides = [sides for sides in (("",), TWO_SIDES) if {*sides} == {side for _, side in places}]
    if len(numbers) < 2 or not sides or len(places) != len(numbers) * len(sides[0]):
        return None
    used = [*places.values()]
    made = [[*row] for row in rows]
    for row in made[start + 1 :]:
        row += [""] * (max(used) + 1 - len(row)) if len(row) > min(used) else []
        if len(row) > max(used):
            sets = ["-".join(row[places[n, side]].strip() for side in sides[0]) for n in numbers]
            row[min(used)] = " ".join(re.sub(r"\s+", "", one) for one in sets if one.strip("-"))
            for at in {*used} - {min(used)}:
                row[at] = ""
    for at in used:
        made[start][at] = "sets" if at == min(used) else ""
    shown = f"{headings[used[0]].strip()} … {headings[used[-1]].strip()}"
    return made, f"{shown} are read as the points of {len(numbers)} sets"


_VENUES = {
    **dict.fromkeys(("h", "vs", *words_of("home")), "home"),
    **dict.fromkeys(("a", "at", *words_of("away")), "away"),
}
_FOR = ("gf", "goalsfor", "pointsfor", "pf", "rf", "runsfor", "scorefor", "teamscore", "scored")
_AGAINST = (
    *("ga", "goalsagainst", "pointsagainst", "pa", "ra", "runsagainst", "scoreagainst"),
    *("opponentscore", "oppscore", "conceded"),
)


def without_mirrors(rows: Rows, start: int) -> tuple[Rows, str] | None:
    """A list with a row for each team of a game, home or away, as a list of games; None if none.

    >>> head = ["Team", "Venue", "Opponent", "GF", "GA"]
    >>> both = [["Reds", "Home", "Blues", "2", "1"], ["Blues", "Away", "Reds", "1", "2"]]
    >>> without_mirrors([head, *both], 0)[0]
    [['home', 'Venue', 'away', 'home_score', 'away_score'], ['Reds', 'Home', 'Blues', '2', '1']]
    """
    below = rows[start + 1 :]
    opponents = words_of("opponent") | {"opp"}
    keys, places = _find_columns(rows, start, words_of("team", "club"), opponents, _FOR, _AGAINST)
    sides = [at for at in range(len(keys)) if _are_venues(texts_of(below, at))]
    if min(places) < 0 or len(sides) != 1:
        return None
    found = _with_fields(rows, start, places)
    at_home: list[list[str]] = []
    away: list[list[str]] = []
    for row in found[start + 1 :]:
        is_away = len(row) > max(places) and _VENUES.get(normalize_heading(row[sides[0]])) == "away"
        if is_away:
            _change_sides(row, places)
        (away if is_away else at_home).append(row)
    there = Counter(tuple(row[at] for at in places) for row in at_home if len(row) > max(places))
    alone = []
    for row in away:
        game = tuple(row[at] for at in places)
        if there[game]:
            there[game] -= 1
        else:
            alone.append(row)
    description = (
        f"each game may stand twice, once for each team; of {len(found) - start - 1} rows "
        f"{len(at_home) + len(alone)} are used"
    )
    return [*found[: start + 1], *at_home, *alone], description


def _are_venues(cells: set[str]) -> bool:
    """Whether all texts say home or away, and both are said."""
    return {_VENUES.get(normalize_heading(cell), cell) for cell in cells} == {"home", "away"}
