"""The results that are sent to the American Go Association, as a table of games.

::

    TOURNEY Spring Open, Springfield
    PLAYERS
    12345 Smith, Ann  5d
    GAMES
    12345 23456 w 0 7

A game names White and Black by their numbers, who won (w, b), the handicap and the komi.
"""

from __future__ import annotations

import re

_PLAYER = re.compile(r"\s*(\d+)\s+(.+?)\s+(-?\d+(?:\.\d+)?|\d{1,2}\s*[dkDK])\b.*")
_GAME = re.compile(r"\s*(\d+)\s+(\d+)\s+([wbWB?])(?:\s+(\d+))?(?:\s+-?\d+)?\s*(?:#.*)?")
HEADINGS = ["round", "white", "black", "result", "handicap", "white_rank", "black_rank"]


def is_report(text: str) -> bool:
    """Whether a text is such a report."""
    return bool(re.search(r"^\s*PLAYERS\b", text, re.MULTILINE | re.IGNORECASE)) and bool(
        re.search(r"^\s*GAMES\b", text, re.MULTILINE | re.IGNORECASE)
    )


def rows(text: str) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a game, and the lines that are no player and no game.

    ``GAMES 2`` begins the second round.

    >>> rows("PLAYERS\\n1 Smith, Ann 2d\\n2 Li, Bo 1k\\nGAMES\\n1 2 w 2 0\\n")[0][1]
    ['', 'Smith, Ann', 'Li, Bo', 'w', '2', '2d', '1k']
    """
    players: dict[str, tuple[str, str]] = {}
    found: list[list[str]] = [HEADINGS]
    others: list[tuple[int, str]] = []
    part, round_ = "", ""
    for at, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.lstrip().startswith("#"):
            continue
        if words[0].upper() in ("TOURNEY", "PLAYERS", "GAMES"):
            part = words[0].upper()
            number = re.search(r"\d+", line) if part == "GAMES" else None
            round_ = number[0] if number else ""
        elif part == "PLAYERS" and (player := _PLAYER.fullmatch(line)):
            players[player[1]] = player[2], _rank(player[3])
        elif part == "GAMES" and (game := _GAME.fullmatch(line)):
            sides = [players.get(number, (number, "")) for number in game.group(1, 2)]
            names, ranks = zip(*sides)
            found.append([round_, *names, game[3].lower(), game[4] or "", *ranks])
        elif part != "TOURNEY":
            others.append((at, line.strip()))
    return found, others


def _rank(written: str) -> str:
    """A strength such as 3.2 as a dan, −2.8 as a kyu."""
    text = written.replace(" ", "").lower()
    if text[-1] in "dk":
        return text
    strength = float(text)
    return f"{max(1, int(abs(strength)))}{'d' if strength > 0 else 'k'}"
