"""Lists of games in other forms, with home, away and the round in their place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ...results_csv import CsvRow, CsvTable
from ..headings import normalize_heading, round_in
from ..workbook import Rows


def games_of(table: CsvTable) -> list[CsvRow]:
    """The rows of games, each with its round; lines of one cell between them are left out.

    A line such as “Spieltag 2” is the round of the games below, where no column says theirs.
    """
    rows = list(table)
    teams = {row.text(s).casefold() for row in rows for s in ("home", "away") if row.text("away")}
    titles = [_title(table.filled(row), teams) for row in rows]
    above = next((text for text in reversed(table.above) if round_in(text)), "")
    title = above if any(map(round_in, titles)) else ""
    has_rounds = any(row.text("round") for row in rows)
    games = []
    for row, text in zip(rows, titles):
        if text:
            title = text
            table.leave_out(row, f"it begins {text}" if round_in(text) else "it is no game")
        elif title and not has_rounds:
            games.append(replace(row, cells={**row.cells, "round": title}))
        else:
            games.append(row)
    return games


def _title(filled: Sequence[str], teams: Collection[str]) -> str:
    """The text of a row of one cell that names no team; blank for any other row."""
    return filled[0] if len(filled) == 1 and filled[0].casefold() not in teams else ""


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
    signs = (at for at in between if keys[at] in places and _signs(below, at) <= {"@", "N"})
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


def _signs(rows: Rows, at: int) -> set[str]:
    return {row[at].strip() for row in rows if at < len(row)} - {""}
