"""What a round of a Swiss tournament of chess is paired from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.codes import parse_code, primary_score
from ...functions.chess.wall_list import ABSENCE, INDIVIDUAL, ResultPoints, Round
from ...functions.chess.wall_list import read as read_wall_list
from ...functions.wall_lists import Coming
from ...readers.chess.pairing_records import (
    Acceleration,
    Forbidden,
    read_absent,
    read_pairing_records,
)
from ...readers.chess.tournament import ChessTournament, says
from ..pairing import Pair, refuse_contradictions


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
    """Who is to be paired."""
    first_colour: str = "w"
    """w or b: what the first player gets in round 1."""
    colour_is_known: bool = True
    """Whether the tournament tells that colour; else it was drawn."""
    scoring: ResultPoints = INDIVIDUAL
    acceleration: tuple[Acceleration, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    by_hand: tuple[Pair, ...] = ()
    """The pairs and the bye that stand already."""
    boards: int | None = None
    """How many boards a match has, where teams are paired."""
    method: tuple[str, ...] = ()
    """How the rules of a team event differ from the usual ones, as gacrux says it (C.04.6)."""

    @property
    def side(self) -> str:
        """Who is paired: player, or team."""
        return "team" if self.boards else "player"

    @property
    def absent(self) -> tuple[int, ...]:
        """The players who do not take part."""
        return tuple(row for row in range(1, len(self.before) + 1) if row not in self.present)


def chess_rounds(tournament: ChessTournament) -> list[list[Round]]:
    """The rounds of each player; an empty list for a row without a player."""
    if not tournament.rounds:
        return [[] for _ in tournament.players]
    try:
        wall_list = read_wall_list(tournament.wall_list, "the wall list", tournament.of_match)
    except CellError as error:
        raise InputError(f"{error.value.message}.") from error
    return [
        list(rounds) or [ABSENCE] * (wall_list.rounds if player.name else 0)
        for player, rounds in zip(tournament.players, wall_list.players)
    ]


def bye_above_win(tournament: ChessTournament) -> Iterator[str]:
    """A sentence where the pairing-allocated bye is worth more than a win."""
    win, _, _, bye, *_ = tournament.result_points
    if bye > win:
        yield (
            f"The pairing-allocated bye is worth {bye:g} points and a win {win:g}: it may not be "
            "worth more; correct record 162, or ByePoints on Setup."
        )


def said_of(tournament: ChessTournament, number: int) -> dict[int, Coming]:
    """What is said of each row for a round to come, in the wall list or by an announced bye."""
    cells = (tournament.cells_of(player)[number - 1 : number] for player in tournament.players)
    return {row: says("".join(cell)) for row, cell in enumerate(cells, 1)}


def held_pairs(rounds: Sequence[Sequence[Round]], number: int) -> list[Pair]:
    """The pairs that stand in a round, and who has the bye of the pairing."""
    found = []
    for row, own in enumerate(rounds, 1):
        cell = own[number - 1] if len(own) >= number else ABSENCE
        if cell.result == "U":
            found.append(Pair(row, None))
        elif cell.opponent >= 0 and (
            cell.colour == "w" or (not cell.colour and row < cell.opponent + 1)
        ):
            found.append(Pair(row, cell.opponent + 1))
    return found


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
    number = number or tournament.next_round
    held = max((len(row) for row in rounds), default=0)
    if not 1 <= number <= held + 1:
        raise InputError(f"Round {number} cannot be paired: round {held + 1} is the next one.")
    announced = tournament.announced_rounds
    if announced and number > announced >= held:
        raise InputError(f"All {announced} rounds of the tournament are paired; publish it.")
    before = tuple(
        tuple(_drawn(one) if one.result == "?" and adjourned_by(row, one) else one for one in own)
        for row, own in enumerate((row[: number - 1] for row in rounds), 1)
    )
    _refuse_open_games(before, tournament)
    said = said_of(tournament, number)
    away = {row for row, player in enumerate(tournament.players, 1) if not player.name}
    away |= set(absent) | {row for row, one in said.items() if one is Coming.AWAY}
    by_hand: list[Pair] = []
    if not tournament.waits(number):  # it is paired anew
        away |= {row for row, one in said.items() if one is Coming.OPEN}
    else:
        free = (row for row, one in said.items() if one is Coming.ALLOCATED)
        by_hand = [pair for pair in held_pairs(rounds, number) if pair.black]
        by_hand += [Pair(row, None) for row in free]
        away |= read_absent(tournament)
        present = said.keys() - away.union(*(pair.players for pair in by_hand))
        names = [player.name for player in tournament.players]
        refuse_contradictions(number, by_hand, away, len(present), names, "U")
        away |= said.keys() - present
    known_colour = _first_colour(rounds, tournament.first_colour)
    acceleration, forbidden = read_pairing_records(tournament)
    return ChessRound(
        number,
        max(announced or 0, held) if announced or number <= held else number + 1,
        before,
        frozenset(range(1, len(rounds) + 1)) - away,
        known_colour or first_colour,
        bool(known_colour),
        tournament.result_points,
        acceleration,
        forbidden,
        tuple(by_hand),
        tournament.of_match,
        _method(tournament) if tournament.of_match else (),
    )


def _method(tournament: ChessTournament) -> tuple[str, ...]:
    """Colour preferences of type B, or none (1.7), and which score is the primary one (1.2)."""
    parts = tournament.type_code.lower().split("_")
    scores = [part for part in parts if part in ("mp", "gp")]
    if not scores and primary_score([*map(parse_code, tournament.codes)]) == "GP":
        scores = ["gp", "mp"]
    colours = [part for part in parts if part in ("typeb", "nocolor")]
    return (*colours, *(["+".join(scores)] if scores else []))


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
