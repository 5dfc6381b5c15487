"""Writes a go tournament as an h9 file, which the European Go Database takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import InputError
from ..files import Document
from .h9 import NO_CLUB, RANK, SUPPORTED
from .tournament import GoTournament, normalize_round, parse_opponent, split_name

NO_COUNTRY = "XX"
_HEAD = {
    "CL": "class",
    "EV": "event",
    "PC": "country and city",
    "DT": "first and last day",
    "HA": "handicap",
    "KM": "komi",
    "TM": "adjusted time",
}
"""The fields that the database wants at the head of a file."""
_NEWLINE = "\r\n"


@dataclass(frozen=True)
class PlayerResult:
    """A player's place and figures."""

    place: int
    figures: Mapping[str, float]
    """The value of each criterion."""


def format_h9(
    tournament: GoTournament,
    placings: Sequence[PlayerResult],
    head: Mapping[str, str] | None = None,
) -> Document:
    """The players by place, with their figures; ``head`` is what the file says of the event.

    Rounds that are not held yet are left out.
    Opponents are named by their line, so they have other numbers than in the tournament.
    """
    order = sorted(range(len(placings)), key=lambda at: (placings[at].place, at))
    line_of = {at: line for line, at in enumerate(order, 1)}
    criteria = _criteria(tournament)
    known = {"EV": tournament.name, **(head or {})}
    rows = [_row(tournament, at, placings[at], criteria, line_of) for at in order]
    widths = [max(map(len, column)) for column in zip(*rows)]
    names = ["Pl", "Name", "Rk", "Co", "Club", *criteria]
    lines = [
        *(f"; {code}[{known[code]}]" for code in known if known[code]),
        f"; {' '.join(names)}",
        *(
            " ".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip()
            + (f" |{pin}" if (pin := tournament.players[at].pin) else "")
            for at, row in zip(order, rows)
        ),
    ]
    missing = [f"{code} ({what})" for code, what in _HEAD.items() if not known.get(code)]
    notes = [f"The database also asks for {', '.join(missing)}; say them with --head."]
    return Document((_NEWLINE.join(lines) + _NEWLINE).encode(), notes if missing else [])


def _criteria(tournament: GoTournament) -> list[str]:
    """The criteria that are columns, the score first: readers deduce the start scores from it."""
    score = "MMS" if tournament.system == "mcmahon" else "NBW"
    others = {"MMS", "NBW"} if score == "NBW" else {"MMS"}
    supported = [name for name in tournament.criteria if name in SUPPORTED and name not in others]
    chosen = [score if name in others else name for name in tournament.criteria]
    if score not in chosen:
        return [score, *supported]
    return [name for name in dict.fromkeys(chosen) if name in SUPPORTED]


def _row(
    tournament: GoTournament,
    at: int,
    placing: PlayerResult,
    criteria: Sequence[str],
    line_of: Mapping[int, int],
) -> list[str]:
    player, held = tournament.players[at], tournament.rounds_held
    rounds = [*player.rounds[:held], *[""] * (held - len(player.rounds))]
    if not RANK.fullmatch(player.rank):
        raise InputError(
            f"{player.name}: has “{player.rank}” for a rank, and an h9 file needs one such as 5k "
            "or 3d; fill it in."
        )
    return [
        str(placing.place),
        _format_name(player.name),
        player.rank,
        player.country.replace(" ", "_") or NO_COUNTRY,
        player.club.replace(" ", "_") or NO_CLUB,
        *(f"{placing.figures.get(name, 0.0):g}" for name in criteria),
        *(_format_round(entry, line_of) for entry in rounds),
    ]


def _format_name(name: str) -> str:
    """Surname and first names as two words without a comma: ``van_der_Berg Piet``.

    A reader would take first names such as ``3d`` for the rank, which comes next in the line: they
    are joined to the surname, ``Li_3d``.
    """
    surname, first = (part.replace(" ", "_") for part in split_name(name.replace("|", "/")))
    between = "_" if RANK.fullmatch(first) else " "
    return f"{surname}{between}{first}" if first else surname


def _format_round(entry: str, line_of: Mapping[int, int]) -> str:
    """A round with the opponent's line; 0- where nothing is written."""
    entry = normalize_round(entry) or "0-"
    opponent = parse_opponent(entry)
    if not opponent:
        return entry
    return f"{line_of[opponent - 1]}{entry[len(str(opponent)) :]}"
