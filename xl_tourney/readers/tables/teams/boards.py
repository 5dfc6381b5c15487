"""Matches of teams that are made of single games, whose scores are added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...results_csv import CsvRow, CsvTable
from .scores import LeagueGame, Scores, without_fractions

_BOARD = re.compile(r"(\d*[.,]?\d+)[-:–−](\d*[.,]?\d+)")


def points_of_boards(text: str) -> list[tuple[float, float]]:
    """The score of each single game in a text; none where it cannot be read.

    >>> points_of_boards("1-0 ½-½ 0:1 4½-3½"), points_of_boards("won")
    ([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (4.5, 3.5)], [])
    """
    plain = without_fractions(re.sub(r"\s*([-:–−])\s*", r"\1", text.strip()).replace("=", "½-½"))
    found = [_BOARD.fullmatch(one.replace(",", ".")) for one in re.split(r"[\s;]+", plain)]
    return [(float(one[1]), float(one[2])) for one in found if one] if all(found) else []


def text_of_boards(games: Sequence[tuple[float, float]]) -> str:
    """Single games as they are typed into one cell.

    >>> text_of_boards([(1, 0), (0.5, 0.5), (4.5, 3)])
    '1-0 ½-½ 4½-3'
    """
    return " ".join("-".join(map(_with_half, game)) for game in games)


def sum_of_boards(games: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The score of a match of teams, which its single games give."""
    return sum(own for own, _ in games), sum(other for _, other in games)


def _with_half(points: float) -> str:
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}½" if half == 0.5 else f"{points:g}"


def add_boards(row: CsvRow, scores: Scores) -> Scores:
    """The scores of a match: those that are given, or the sums of its single games."""
    games = points_of_boards(row.text("boards"))
    if not games:
        raise row.error(
            f"{row.heading('boards')} must be the score of each single game such as 1-0 ½-½ 0-1, "
            f"not “{row.text('boards')}”; correct it"
        )
    return scores if scores != (None, None) else sum_of_boards(games)


def find_matches(
    table: CsvTable, rows: Sequence[CsvRow], games: Sequence[LeagueGame]
) -> list[list[int]]:
    """The rows of each match in a list whose rows are single games: by number, from 0."""
    found: dict[tuple[object, ...], dict[str, int]] = {}
    for at, (row, game) in enumerate(zip(rows, games)):
        teams = frozenset((game.home.casefold(), game.away.casefold()))
        match = found.setdefault((game.round, row.text("match").casefold(), teams), {})
        board = row.required_text("board").casefold()
        if board in match:
            raise row.error(
                f"{row.heading('board')} {board} of {game.home} against {game.away} stands in row "
                f"{rows[match[board]].number} already; correct it, or tell two matches apart in a "
                "column match"
            )
        match[board] = at
    table.reading.notes.append(f"{len(games)} single games are read as {len(found)} matches")
    return [[*match.values()] for match in found.values()]
