"""EGD h9 files: the wall lists of the European Go Database.

A line is a player: place (blank where it is shared), name, rank, country, club, the criteria, and
the rounds, which name opponents by their line.  Lines that begin with ``;`` are comments; some hold
metadata of the tournament (``; EV[…]``), and OpenGotha writes the names of the criteria into one.
Halves are written ½, .5, 4= or, by OpenGotha, 4?; a ``?`` alone is a figure that somebody has not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import InputError
from ..files import clean_text, decode_file, read_bytes
from .tournament import (
    MAX_NUMBER,
    MAX_ROUNDS,
    GoPlayer,
    GoTournament,
    NotPlayed,
    complete_colours,
    named_apart,
    normalize_round,
    parse_opponent,
    sum_points,
    system_of,
    without_bye,
)

NO_CLUB = "-"
"""The text in place of an unknown club."""
_HEADER = re.compile(r"\b([A-Z]{2})\[(.*)\]")
_CRITERIA_LINE = re.compile(r";.*\bclub\b:?(?P<names>.*)", re.IGNORECASE)
_CRITERION = re.compile(r"SOSOS|SODOS|CUSS|SOS-[12]|SOS|NBW|MMS|SDC|DC|CAT|EX[TR]|STS|CPS")
RANK = re.compile(r"\d{1,2}[kdp]", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<whole>-?\d+)(?:[.,](?P<decimals>\d+))?(?P<fraction>[½¼¾?=]?)")
_FRACTIONS = {"": 0.0, "?": 0.5, "=": 0.5, "½": 0.5, "¼": 0.25, "¾": 0.75}
SUPPORTED = ("NBW", "MMS", "SOS", "SOS-1", "SOS-2", "SOSOS", "SODOS", "CUSS", "DC")
_WITHOUT_EFFECT = ("CAT",)
"""Criteria that are the same for everybody: an h9 file is one category."""


@dataclass(frozen=True)
class _Line:
    """A player's line: the player, and the columns behind the club."""

    file: str
    number: int
    player: GoPlayer
    columns: list[str]

    def error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.number}: {message}.")


def read(path: Path | str) -> GoTournament:
    """Read an h9 file."""
    file = Path(path).name
    text = decode_file(read_bytes(Path(path)), ("utf-8", "cp1252", "latin-1"), file)
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    comments = [line for _, line in numbered if line.lstrip().startswith(";")]
    lines = [
        _parse_line(file, n, line) for n, line in numbered if not line.lstrip().startswith(";")
    ]
    if not lines:
        raise InputError(f"{file}: there is no player in it; is this an h9 file?")
    width = _count_criteria_columns(lines)
    named = named_apart(
        without_bye([_add_rounds(line, width) for line in lines]),
        lambda at, text: lines[at].error(text),
    )
    players, lines = complete_colours(named), lines[: len(named)]
    return _build_tournament(lines, players, width, comments)


def _parse_line(file: str, number: int, text: str) -> _Line:
    """Parse a line up to the club, and split the rest; an EGD PIN may stand at its end."""

    def make_error(message: str) -> InputError:
        return InputError(f"{file}, line {number}: {message}.")

    row, _, pin = text.partition("|")
    fields = row.split()
    first = 1 if fields and fields[0].rstrip(".").isdecimal() else 0
    rank_at = next(
        (n for n, field in enumerate(fields) if n > first and RANK.fullmatch(field)), None
    )
    if rank_at is None:
        raise make_error(
            "a name and a rank such as 5k or 3d are expected; correct or remove the line"
        )
    behind = fields[rank_at + 1 :]
    known = next((n for n, field in enumerate(behind[:2]) if _is_game(field)), 2)
    if len(behind) < known:
        raise make_error(
            "country and club are expected behind the rank; add them, XX where not known"
        )
    # OpenGotha's .tou has blanks for a licence or a club that is not known
    country, club = ["", "", *behind[:known]][-2:]
    name = clean_text(" ".join(fields[first:rank_at]).replace("_", " "), "the name", make_error)
    player = GoPlayer(
        name,
        clean_text("" if club == NO_CLUB else club, "the club", make_error),
        clean_text(country, "the country", make_error),
        fields[rank_at].lower(),
        pin=clean_text(pin, "the PIN", make_error),
    )
    return _Line(file, number, player, behind[known:])


def _is_game(field: str) -> bool:
    """Whether a text is a round such as 14+ or 2-/b3."""
    return bool(re.match(r"\d+[-+=]", field)) and normalize_round(field) is not None


def _count_criteria_columns(lines: Sequence[_Line]) -> int:
    """How many columns are criteria: up to the last one that holds a number in any line.

    ``24?`` may be 24½ or a game with player 24; in some line the criterion is a whole number.
    """
    count = 0
    for line in lines:
        if len(line.columns) != len(lines[0].columns):
            raise line.error(
                f"there are {len(line.columns)} columns behind the club, but "
                f"{len(lines[0].columns)} in line {lines[0].number}; "
                "write 0- for a round without an opponent"
            )
        for position, column in enumerate(line.columns, 1):
            if normalize_round(column) is None:
                count = max(count, position)
    rounds = len(lines[0].columns) - count
    is_list = not rounds and not any(text.strip("0.,") for one in lines for text in one.columns)
    if not (is_list or 1 <= rounds <= MAX_ROUNDS):
        raise lines[0].error(
            "rounds such as 14+ or 0- are expected at the end; add or correct them"
        )
    return count


def _add_rounds(line: _Line, width: int) -> GoPlayer:
    """The player with the entries of the rounds."""
    rounds = [normalize_round(column) or "" for column in line.columns[width:]]
    for number, entry in enumerate(rounds, 1):
        if (opponent := parse_opponent(entry)) > MAX_NUMBER:
            raise line.error(f"round {number} ({entry}) names player {opponent}; correct it")
    return replace(line.player, rounds=tuple(rounds))


def _parse_number(line: _Line, column: str) -> float:
    match = _NUMBER.fullmatch("0" if column == "?" else column)
    if not match:
        raise line.error(f"“{column}” is neither a criterion nor a round; correct it")
    return float(f"{match['whole']}.{match['decimals'] or 0}") + _FRACTIONS[match["fraction"]]


def _build_tournament(
    lines: Sequence[_Line], players: Sequence[GoPlayer], width: int, comments: Sequence[str]
) -> GoTournament:
    """The tournament: its name, its system, and the start scores deduced from its results."""
    for line in lines:
        for column in line.columns[:width]:
            _parse_number(line, column)
    metadata = {match[1]: match[2] for line in comments if (match := _HEADER.search(line))}
    criteria = _find_criteria(comments)[:width]
    score_column = next((n for n, name in enumerate(criteria) if name in ("MMS", "NBW")), 0)
    scores = [_parse_number(line, line.columns[score_column]) if width else 0.0 for line in lines]
    rounded_down = all(
        (s - sum_points(p.rounds, round_down=True)).is_integer() for s, p in zip(scores, players)
    )
    not_played: NotPlayed = "down" if rounded_down else "written"
    starts = [
        score - sum_points(p.rounds, round_down=rounded_down) for score, p in zip(scores, players)
    ]
    mcmahon = "MMS" in criteria or (not criteria and len(set(starts)) > 1)
    if "MMS" in criteria:
        criteria = [name for name in criteria if name != "NBW"]  # shown only, breaks no tie
    return GoTournament(
        players=tuple(replace(p, start=start) for p, start in zip(players, starts))
        if mcmahon
        else tuple(players),
        name=clean_text(metadata.get("EV", ""), "the name of the tournament", lines[0].error),
        system=system_of(players, mcmahon),
        criteria=tuple(name for name in criteria if name in SUPPORTED),
        left_out=tuple(n for n in criteria if n not in SUPPORTED and n not in _WITHOUT_EFFECT),
        nbw="wins" if mcmahon else not_played,
        score=not_played,
        sums=not_played,
    )


def _find_criteria(comments: Sequence[str]) -> list[str]:
    """The names of the criteria columns, if a comment lists them."""
    for comment in comments:
        match = _CRITERIA_LINE.match(comment.lstrip())
        names = _CRITERION.findall(match["names"]) if match else []
        if "MMS" in names or "NBW" in names:
            return names
    return []
