"""What a round of a Swiss tournament of chess is paired from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ...errors import InputError
from ...functions.chess.wall_list import INDIVIDUAL, ResultPoints, Round, scoring_of
from ...functions.chess.wall_list import read as read_wall_list
from ...readers.chess.pairing_records import (
    Acceleration,
    Forbidden,
    read_absent,
    read_pairing_records,
)
from ...readers.chess.tournament import ChessTournament

TAKES_NO_PART = frozenset("ZHF")
"""The byes that are not given by the pairing: who has one is not paired."""


@dataclass(frozen=True)
class ChessRound:
    """A round to be paired; players by their row in the wall list, from 1."""

    number: int
    """The round, from 1."""
    rounds: int
    """How many the tournament has; one more than the next one where nothing says so."""
    before: Sequence[Sequence[Round]]
    """What each player did in the rounds before; opponents by row, from 0."""
    present: frozenset[int]
    """Who takes part."""
    first_colour: str = "w"
    """w or b: what the first player gets in round 1."""
    colour_is_known: bool = True
    """Whether the tournament tells that colour; else it was drawn."""
    scoring: ResultPoints = INDIVIDUAL
    acceleration: tuple[Acceleration, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()

    @property
    def absent(self) -> tuple[int, ...]:
        """The players who do not take part."""
        return tuple(row for row in range(1, len(self.before) + 1) if row not in self.present)


def chess_rounds(tournament: ChessTournament) -> list[list[Round]]:
    """The rounds of each player; an empty list for a row without a player."""
    if not tournament.rounds:
        return [[] for _ in tournament.players]
    wall_list = read_wall_list(tournament.wall_list, "the wall list")
    return [list(rounds) if rounds else [] for rounds in wall_list.players]


def first_unpaired_round(rounds: Sequence[Sequence[Round]]) -> int:
    """The first round in which nobody has an opponent or the bye of the pairing."""
    held = max((len(row) for row in rounds), default=0)
    return next((n for n in range(1, held + 1) if not is_paired(rounds, n)), held + 1)


def is_paired(rounds: Sequence[Sequence[Round]], number: int) -> bool:
    """Whether anybody has an opponent, or the bye of the pairing, in a round."""
    column = (row[number - 1] for row in rounds if len(row) >= number)
    return any(cell.opponent >= 0 or cell.result == "U" for cell in column)


def round_to_pair(
    tournament: ChessTournament,
    number: int | None = None,
    *,
    absent: Iterable[int] = (),
    adjourned: Collection[int] = (),
    first_colour: str = "w",
) -> ChessRound:
    """What a round of a tournament is paired from: the rounds before it, and who is there.

    Parameters
    ----------
    tournament
        The tournament; of rounds that it already holds, those before ``number`` count.
    number
        The round; the first one that is not paired when left out.
    absent
        Rows of players who do not take part, beside those with a bye in the round.
    adjourned
        Rows of players whose games without a result count as drawn for the pairing.
    first_colour
        The colour of the first player in round 1, where the tournament does not tell it.

    Raises
    ------
    InputError
        A game before the round has no result, or there is no such round.
    """

    def adjourned_by(row: int, cell: Round) -> bool:
        return row in adjourned or cell.opponent + 1 in adjourned

    rounds = chess_rounds(tournament)
    number = number or first_unpaired_round(rounds)
    held = max((len(row) for row in rounds), default=0)
    if not 1 <= number <= held + 1:
        raise InputError(f"Round {number} cannot be paired: round {held + 1} is the next one.")
    announced = tournament.announced_rounds
    if announced and number > announced >= held:
        raise InputError(f"All {announced} rounds of the tournament are paired.")
    before = [
        [_drawn(cell) if cell.result == "?" and adjourned_by(row, cell) else cell for cell in own]
        for row, own in enumerate((row[: number - 1] for row in rounds), 1)
    ]
    _refuse_open_games(before, tournament)
    places = tournament.numbers
    away = set(absent) | {
        row
        for row, (player, own) in enumerate(zip(tournament.players, rounds), 1)
        if not player.name or (not own and held)
    }
    if is_paired(rounds, number):
        away |= {
            row
            for row, own in enumerate(rounds, 1)
            if len(own) < number or own[number - 1].result in TAKES_NO_PART
        }
    else:
        away |= read_absent(tournament)
    for bye in tournament.byes:
        if bye.round == number:
            away |= {places[who] for who in bye.numbers if who in places}
    known_colour = _first_colour(rounds, tournament.first_colour)
    acceleration, forbidden = read_pairing_records(tournament)
    return ChessRound(
        number,
        max(announced or 0, held) if announced or number <= held else number + 1,
        before,
        frozenset(range(1, len(rounds) + 1)) - away,
        known_colour or first_colour,
        bool(known_colour),
        scoring_of(tournament.scoring),
        acceleration,
        forbidden,
    )


def _drawn(cell: Round) -> Round:
    return cell._replace(result="=")


def _refuse_open_games(before: Sequence[Sequence[Round]], tournament: ChessTournament) -> None:
    for row, own in enumerate(before):
        for n, cell in enumerate(own, 1):
            if cell.result == "?":
                players = tournament.players
                raise InputError(
                    f"The game {players[row].name} – {players[cell.opponent].name} of round {n} "
                    "has no result yet; enter it, or name a player of it with --adjourned."
                )


def _first_colour(rounds: Sequence[Sequence[Round]], written: str) -> str:
    """The colour of the first player in round 1: as recorded, or as it was played."""
    found = re.search(r"\b(w|b)(?:hite|lack)?1?\b", written.lower())
    if found:
        return found[1]
    for own in rounds:
        if own and own[0].opponent >= 0 and own[0].colour:
            return own[0].colour
    return ""
