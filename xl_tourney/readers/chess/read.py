"""The reader of chess tournaments, which detects the file format.

The crosstable of the US Chess Federation becomes a table::

    Pair | Player Name                     |Total|Round|Round|
    Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
    -----------------------------------------------------------
        1 | ANN SMITH                       |2.0  |W   2|W   3|
       ON | 15445895 / R: 1794   ->1817     |N:2  |W    |B    |

The second line of a player gives the state, the number, the ratings and the colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...errors import InputError
from ...functions.chess.wall_list import parse_round
from ..entrants import Entrant, ask_about_rows
from ..tables.source import Given, Source, source_of
from . import wall_list_csv
from .pairing_records import OWN_ACCELERATION, has_own_acceleration
from .tournament import ChessTournament
from .trf import read_trf

# The crosstable of the US Chess Federation as a table.

_USCF_HEADING = re.compile(r"^\s*Pair\s*\|\s*Player Name", re.MULTILINE | re.IGNORECASE)
_USCF_RATING = re.compile(r"R:\s*(\d{1,4})")
_USCF_NUMBER = re.compile(r"^\s*(\d{6,9})\b")


def is_crosstable(text: str) -> bool:
    """Whether a text has the heading of such a crosstable.

    >>> is_crosstable(" Pair | Player Name |Total|Round|")
    True
    """
    return bool(_USCF_HEADING.search(text))


def uscf_rows(text: str) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a player, with the lines that hold anything else.

    Each game has its colour: ``W2w`` is a win as White.
    """
    found: list[list[str]] = []
    others: list[tuple[int, str]] = []
    rounds = 0
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.strip("- \r") or cells[0] in ("Pair", "Num"):
            continue
        if len(cells) < 4:
            others.append((number, line.strip()))
        elif cells[0].isdecimal():
            rounds = max(rounds, len(cells) - 4)
            found.append([cells[0], cells[1], "", "", "", cells[2], *cells[3:-1]])
        elif found and not found[-1][2]:
            player, member = found[-1], _USCF_NUMBER.match(cells[1])
            rating = _USCF_RATING.search(cells[1])
            player[2] = cells[0] or "-"
            player[3] = member[1] if member else ""
            player[4] = rating[1] if rating else ""
            for at, colour in enumerate(cells[3:-1], 6):
                if at < len(player) and colour.lower() in ("w", "b") and player[at][-1:].isdigit():
                    player[at] = f"{player[at]}{colour.lower()}"
        else:
            others.append((number, line.strip()))
    headings = ["number", "name", "federation", "fide_number", "rating", "points"]
    return [headings + [f"R{number}" for number in range(1, rounds + 1)], *found], others


# The games of a PGN as a table: its tags, one row a game; the moves are not read.

_TAG = re.compile(r'^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$', re.MULTILINE)
_TAGS = {
    "Round": "round",
    "White": "white",
    "Black": "black",
    "Result": "result",
    "WhiteElo": "white_rating",
    "BlackElo": "black_rating",
    "WhiteTitle": "white_title",
    "BlackTitle": "black_title",
}
_NOT_KNOWN = ("?", "-")


def is_pgn(text: str) -> bool:
    """Whether a text begins as a PGN does."""
    return bool(re.match(r'\ufeff?\s*(?:%.*\n\s*)*\[(?:Event|Site|Date|White) "', text))


def pgn_rows(text: str, file: str = "the PGN") -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a game, and the games, by their numbers, that name no players.

    The games are in the order in which they began, where that is known.

    >>> tags = '[Round "1.2"]\\n[White "Ann"]\\n[Black "Bob"]\\n[Result "1-0"]\\n'
    >>> pgn_rows(tags)[0][1]
    ['1', 'Ann', 'Bob', '1-0', '', '', '', '']
    """
    games: list[dict[str, str]] = []
    for name, value in _TAG.findall(text):
        if not games or name in games[-1]:
            games.append({})
        games[-1][name] = value.replace('\\"', '"')
    _refuse_several_events(games, file)
    others = [
        (number, game.get("Event", "a game"))
        for number, game in enumerate(games, 1)
        if not {"White", "Black"} <= game.keys()
    ]
    games = [game for game in games if {"White", "Black"} <= game.keys()]
    if all("UTCDate" in game and "UTCTime" in game for game in games):
        games.sort(key=lambda game: (game["UTCDate"], game["UTCTime"]))
    for game in games:
        game["Round"] = game.get("Round", "").partition(".")[0]
    texts = [[game.get(tag, "") for tag in _TAGS] for game in games]
    made = [["" if text in _NOT_KNOWN else text for text in row] for row in texts]
    return [list(_TAGS.values()), *made], others


def _refuse_several_events(games: Sequence[Mapping[str, str]], file: str) -> None:
    """Refuse the games of several tournaments: events with more than one round each."""
    rounds: dict[str, set[str]] = {}
    for game in games:
        rounds.setdefault(game.get("Event", ""), set()).add(game.get("Round", "").partition(".")[0])
    events = [event for event, held in rounds.items() if len(held - {*_NOT_KNOWN, ""}) > 1]
    if len(events) > 1:
        shown = ", ".join(events[:3]) + (" …" if len(events) > 3 else "")
        raise InputError(
            f"{file}: these are games of {len(events)} tournaments ({shown}); keep those of one "
            "in a file of its own."
        )


def read(given: Given) -> ChessTournament:
    """Read a table, or else a Tournament Report File; two rows of one player are asked about.

    In a file of teams the rows are those of the teams: brothers and sisters play for one.
    """
    source = source_of(given)
    found = _read(source)
    if found.teams:
        return found
    entrants = [
        Entrant(
            player.name,
            player.rounds,
            (player.rating, player.birth[:4], player.fide_number, player.federation, player.sex),
        )
        for player in found.players
    ]
    ask_about_rows(source, entrants)
    return found


def _open_rounds(found: ChessTournament) -> Iterator[str]:
    """The rounds whose games have no results yet, with how many players wait for one."""
    for number in range(found.rounds):
        cells = [p.rounds[number] for p in found.players if number < len(p.rounds)]
        paired = [one for cell in cells if (one := parse_round(cell)) and one.opponent >= 0]
        if waiting := sum(one.result == "?" for one in paired):
            yield (
                f"round {number + 1}: {waiting} of {len(paired)} players have an opponent, but no "
                "result"
            )


def _read(source: Source) -> ChessTournament:
    if source.start.startswith((b"[", b"%")) and is_pgn(source.text):
        return wall_list_csv.read(source.with_rows(*pgn_rows(source.text, source.file.name)))
    if b"Player Name" in source.data and not source.is_table and is_crosstable(source.text):
        return wall_list_csv.read(source.with_rows(*uscf_rows(source.text)))
    is_trf = source.start.startswith((b"012", b"001")) or b"\n001 " in source.data
    if source.is_table or (not is_trf and source.has_headings(wall_list_csv.COLUMNS)):
        return wall_list_csv.read(source)
    found = read_trf(source.file)
    source.note_rows(len(found.players))
    source.reading.notes += list(_open_rounds(found))
    if not (found.teams or found.byes or found.kept or found.rounds):  # no number is named
        found = replace(
            found, players=wall_list_csv.ranked_by_rating(found.players, source.reading)
        )
    if has_own_acceleration(found):
        source.reading.notes.append(OWN_ACCELERATION)
    return found
