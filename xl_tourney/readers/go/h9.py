"""The wall lists that the European Go Database takes and gives: EGD h9 files.

A line is a player: place (blank where it is shared), name, rank, country, club, the criteria, and
the rounds, which name opponents by their line.  Lines that begin with ``;`` are comments; some hold
what the file says of the tournament (``; EV[…]``), and OpenGotha writes the names of the criteria
into one.  Halves are written ½, .5 or, by OpenGotha, ``?``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import InputError
from ..files import content, decoded, tidy
from .tournament import (
    MOST_ROUNDS,
    NotPlayed,
    Player,
    Tournament,
    completed,
    everybody_met,
    opponent_of,
    points,
    round_of,
)

_HEADER = re.compile(r"\b([A-Z]{2})\[(.*)\]")
_CRITERIA_LINE = re.compile(r";.*\bclub\b:?(?P<names>.*)", re.IGNORECASE)
_CRITERION = re.compile(r"SOSOS|SODOS|CUSS|SOS-[12]|SOS|NBW|MMS|SDC|DC|CAT|EX[TR]|STS|CPS")
_RANK = re.compile(r"\d{1,2}[kdp]", re.IGNORECASE)
_FIGURE = re.compile(r"(?P<whole>-?\d+)(?:[.,](?P<decimals>\d+))?(?P<part>[½¼¾?]?)")
_PARTS = {"": 0.0, "?": 0.5, "½": 0.5, "¼": 0.25, "¾": 0.75}
_KNOWN = ("NBW", "MMS", "SOS", "SOS-1", "SOS-2", "SOSOS", "SODOS", "CUSS", "DC")
_WITHOUT_EFFECT = ("CAT",)
"""An h9 file is one category: everybody has the same."""


@dataclass(frozen=True)
class _Line:
    """A player's line: who it is, and the columns behind the club."""

    file: str
    number: int
    player: Player
    columns: list[str]

    def wrong(self, what: str) -> InputError:
        return InputError(f"{self.file}, line {self.number}: {what}.")


def read(path: Path | str) -> Tournament:
    """Read an h9 file."""
    file = Path(path).name
    text = decoded(content(Path(path)), ("utf-8", "cp1252", "latin-1"))
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it in UTF-8.")
    written = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    comments = [line for _, line in written if line.lstrip().startswith(";")]
    lines = [_line(file, n, line) for n, line in written if not line.lstrip().startswith(";")]
    if not lines:
        raise InputError(f"{file}: there is no player in it; is this an h9 file?")
    width = _criteria_columns(lines)
    players = completed([_with_rounds(line, width, len(lines)) for line in lines])
    return _placed(lines, players, width, comments)


def _line(file: str, number: int, text: str) -> _Line:
    """A line up to the club, and what follows; a PIN of the EGD at its end is left out."""

    def wrong(what: str) -> InputError:
        return InputError(f"{file}, line {number}: {what}.")

    words = text.partition("|")[0].split()
    first = 1 if words and words[0].rstrip(".").isdecimal() else 0
    at = next((n for n, word in enumerate(words) if n > first and _RANK.fullmatch(word)), None)
    if at is None:
        raise wrong("a name and a rank such as 5k or 3d are expected; correct or remove the line")
    if len(words) < at + 3:
        raise wrong("country and club are expected behind the rank; add them, XX where not known")
    name = tidy(" ".join(words[first:at]).replace("_", " "), "the name", wrong)
    rank, country, club = words[at].lower(), words[at + 1], words[at + 2]
    player = Player(name, tidy(club, "the club", wrong), tidy(country, "the country", wrong), rank)
    return _Line(file, number, player, words[at + 3 :])


def _criteria_columns(lines: Sequence[_Line]) -> int:
    """How many columns are criteria: up to the last that holds a plain figure anywhere.

    ``24?`` may be 24½ or a game with player 24; in some line a criterion is whole.
    """
    width = 0
    for line in lines:
        if len(line.columns) != len(lines[0].columns):
            raise line.wrong(
                f"there are {len(line.columns)} columns behind the club, but "
                f"{len(lines[0].columns)} in line {lines[0].number}; "
                "write 0- for a round without an opponent"
            )
        for place, column in enumerate(line.columns, 1):
            if round_of(column) is None:
                width = max(width, place)
    if not 1 <= len(lines[0].columns) - width <= MOST_ROUNDS:
        raise lines[0].wrong(
            "rounds such as 14+ or 0- are expected at the end; add or correct them"
        )
    return width


def _with_rounds(line: _Line, width: int, players: int) -> Player:
    """The player with what happened in each round."""
    rounds = [round_of(column) or "" for column in line.columns[width:]]
    for number, one in enumerate(rounds, 1):
        if opponent_of(one) > players:
            raise line.wrong(
                f"round {number} ({one}) names player {opponent_of(one)}, but there are {players}; "
                "correct it"
            )
    return replace(line.player, rounds=tuple(rounds))


def _figure(line: _Line, column: str) -> float:
    found = _FIGURE.fullmatch(column)
    if not found:
        raise line.wrong(f"“{column}” is neither a criterion nor a round; correct it")
    return float(f"{found['whole']}.{found['decimals'] or 0}") + _PARTS[found["part"]]


def _placed(
    lines: Sequence[_Line], players: Sequence[Player], width: int, comments: Sequence[str]
) -> Tournament:
    """The tournament: its name, how it was played, and the start scores behind its results."""
    for line in lines:
        for column in line.columns[:width]:
            _figure(line, column)
    about = {found[1]: found[2] for line in comments if (found := _HEADER.search(line))}
    named = _criteria(comments)[:width]
    at = next((n for n, name in enumerate(named) if name in ("MMS", "NBW")), 0)
    scores = [_figure(line, line.columns[at]) if width else 0.0 for line in lines]
    down = _rounded_down(scores, players)
    counted: NotPlayed = "down" if down else "written"
    starts = [score - points(p.rounds, down=down) for score, p in zip(scores, players)]
    mcmahon = "MMS" in named or (not named and len(set(starts)) > 1)
    if "MMS" in named:
        named = [name for name in named if name != "NBW"]  # shown beside the MMS, decides nothing
    return Tournament(
        players=tuple(replace(p, start=start) for p, start in zip(players, starts))
        if mcmahon
        else tuple(players),
        name=tidy(about.get("EV", ""), "the name of the tournament", lines[0].wrong),
        system="mcmahon" if mcmahon else "round-robin" if everybody_met(players) else "swiss",
        criteria=tuple(name for name in named if name in _KNOWN),
        left_out=tuple(n for n in named if n not in _KNOWN and n not in _WITHOUT_EFFECT),
        nbw="wins" if mcmahon else counted,
        score=counted,
        sums=counted,
    )


def _criteria(comments: Sequence[str]) -> list[str]:
    """The names of the columns, where a comment says them."""
    for comment in comments:
        found = _CRITERIA_LINE.match(comment.lstrip())
        names = _CRITERION.findall(found["names"]) if found else []
        if "MMS" in names or "NBW" in names:
            return names
    return []


def _rounded_down(scores: Sequence[float], players: Sequence[Player]) -> bool:
    """Whether half points for absences were rounded down: then the start scores are whole."""
    return all((s - points(p.rounds, down=True)).is_integer() for s, p in zip(scores, players))
