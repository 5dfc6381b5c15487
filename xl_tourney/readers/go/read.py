"""The reader of go tournaments, which detects the file format.

The results that are sent to the American Go Association become a table of games::

    TOURNEY Spring Open, Springfield
    PLAYERS
    12345 Smith, Ann  5d
    GAMES
    12345 23456 w 0 7

A game names White and Black by their numbers, who won (w, b), the handicap and the komi.
"""

from __future__ import annotations

import re

from ...errors import InputError
from .. import xml
from ..entrants import Entrant, ask_about_rows
from ..tables.source import Given, Source, source_of
from . import h9, macmahon, opengotha, wall_list_csv
from .tournament import GoTournament

_AGA_PLAYER = re.compile(r"\s*(\d+)\s+(.+?)\s+(-?\d+(?:\.\d+)?|\d{1,2}\s*[dkDK])\b.*")
_AGA_GAME = re.compile(r"\s*(\d+)\s+(\d+)\s+([wbWB?])(?:\s+(\d+))?(?:\s+-?\d+)?\s*(?:#.*)?")
_AGA_HEADINGS = ["round", "white", "black", "result", "handicap", "white_rank", "black_rank"]


def is_aga_report(text: str) -> bool:
    """Whether a text is a report to that association."""
    parts = (rf"(?im)^\s*{part}\b" for part in ("PLAYERS", "GAMES"))
    return all(re.search(part, text) for part in parts)


def aga_rows(text: str) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a game, and the lines that are no player and no game.

    ``GAMES 2`` begins the second round.

    >>> aga_rows("PLAYERS\\n1 Smith, Ann 2d\\n2 Li, Bo 1k\\nGAMES\\n1 2 w 2 0\\n")[0][1]
    ['', 'Smith, Ann', 'Li, Bo', 'w', '2', '2d', '1k']
    """
    players: dict[str, tuple[str, str]] = {}
    found: list[list[str]] = [_AGA_HEADINGS]
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
        elif part == "PLAYERS" and (player := _AGA_PLAYER.fullmatch(line)):
            players[player[1]] = player[2], _aga_rank(player[3])
        elif part == "GAMES" and (game := _AGA_GAME.fullmatch(line)):
            sides = [players.get(number, (number, "")) for number in game.group(1, 2)]
            names, ranks = zip(*sides)
            found.append([round_, *names, game[3].lower(), game[4] or "", *ranks])
        elif part != "TOURNEY":
            others.append((at, line.strip()))
    return found, others


def _aga_rank(written: str) -> str:
    """A strength such as 3.2 as a dan, −2.8 as a kyu."""
    text = written.replace(" ", "").lower()
    if text[-1] in "dk":
        return text
    strength = float(text)
    return f"{max(1, int(abs(strength)))}{'d' if strength > 0 else 'k'}"


def read(given: Given) -> GoTournament:
    """Read a table, OpenGotha's or MacMahon's XML, AGA results, or else an EGD h9 wall list.

    Two rows that may be one player's are asked about.
    """
    source = source_of(given)
    found = _read(source)
    entrants = [
        Entrant(
            player.name, player.rounds, (player.rating, player.pin, player.rank, player.country)
        )
        for player in found.players
    ]
    ask_about_rows(source, entrants)
    return found


def _read(source: Source) -> GoTournament:
    if source.is_table:
        return wall_list_csv.read(source)
    if source.start.startswith(b"<"):
        found = _read_xml(source)
    elif b"PLAYERS" in source.data.upper() and is_aga_report(source.text):
        return wall_list_csv.read(source.with_rows(*aga_rows(source.text)))
    else:
        is_h9 = source.start.startswith(b";") or b"\n;" in source.data
        if not is_h9 and source.has_headings(wall_list_csv.COLUMNS):
            return wall_list_csv.read(source)
        if not is_h9 and (rows := wall_list_csv.split_lines(source.text)):
            return wall_list_csv.read(source.with_rows(rows))
        if not is_h9 and not re.search(r"\b\d{1,2}[kdp]\b", source.text, re.IGNORECASE):
            raise InputError(
                f"{source.file.name}: no line of it has a player's rank such as 3d or 5k, so it is "
                "no wall list; a table of final points is not enough, export the rounds."
            )
        found = h9.read(source.file)
    source.note_rows(sum(bool(player.name) for player in found.players))
    return found


def _read_xml(source: Source) -> GoTournament:
    root = xml.read(source.file)
    if macmahon.is_macmahon(root):
        return macmahon.read(source.file)
    found = opengotha.read(source.file)
    for line, name in opengotha.find_absent(root):
        source.reading.leave_out(line, name, "takes part in no round")
    return found
