"""A chess event is paired: a tournament from a file, or a workbook, into which the pairs go."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import InputError, OptionError, typed_command
from ...events.event import Event
from ...exports.chess import read_tournament
from ...functions.wall_lists import BYES
from ...grammar.references import CellAddress
from ...messages import message
from ...readers.chess.tournament import ChessTournament, is_ranked
from ...readers.entrants import find_entrants
from ..games_page import WallList, cells_of_round
from ..pairing import Pairing, completed, refuse_byes
from ..request import Paired, Request
from ..round_robin import berger_round
from . import dutch
from .rounds import ChessRound, bye_above_win, chess_rounds, held_pairs, round_to_pair, said_of
from .second_opinion import note_on


def pair_tournament(tournament: ChessTournament, request: Request) -> Paired:
    """Pair a round of a tournament, by its system; players by their numbers."""
    tournament = tournament.of_teams()
    for too_much in bye_above_win(tournament):
        raise InputError(too_much)
    if tournament.system == "round-robin":
        return _pair_round_robin(tournament, request)
    return _pair_swiss(tournament, request)


def _pair_round_robin(tournament: ChessTournament, request: Request) -> Paired:
    """A round of the Berger tables (C.05, Annex 1), by the numbers of the list."""
    names = {player.number: player.name for player in tournament.players}
    players = [number for number, name in names.items() if name]
    single = len(players) - 1 + len(players) % 2
    is_double = request.double or (tournament.announced_rounds or 0) >= 2 * max(single, 1)
    number = request.number or tournament.next_round
    pairing = berger_round(players, number, 2 if is_double else 1)
    if tournament.waits(number):
        said = said_of(tournament, number)
        free = {n for n, row in tournament.numbers.items() if said[row] in BYES}
        refuse_byes(pairing, free, names)
    return Paired([pairing], names, results=_results(tournament, number))


def _pair_swiss(tournament: ChessTournament, request: Request) -> Paired:
    names = {player.number: player.name for player in tournament.players}
    places = tournament.numbers
    away = find_entrants(request.absent, names, "--absent")
    away += find_entrants(request.withdrawn, names, "--withdrawn")
    waiting = find_entrants(request.adjourned, names, "--adjourned")
    drawn = random.Random(request.seed).choice("wb")
    round_ = round_to_pair(
        tournament,
        request.number,
        absent=[places[one] for one in away],
        adjourned=[places[one] for one in waiting],
        first_colour=drawn,
    )
    found = dutch.pair(round_)
    notes = [
        *_notes(tournament, round_),
        *filter(None, [] if round_.boards else [note_on(round_, found)]),
    ]
    found = completed(found, round_.by_hand, [player.name for player in tournament.players])
    numbers = [player.number for player in tournament.players]
    pairing = replace(found.renumbered(numbers), notes=(*notes, *found.notes))
    return Paired([pairing], names, results=_results(tournament, round_.number))


_NOT_RANKED = message(
    "The numbers do not follow the ratings; C.04.2 wants them in that order before round 1"
)


def _notes(tournament: ChessTournament, round_: ChessRound) -> list[str]:
    notes = []
    if round_.number == 1 and not round_.colour_is_known:
        is_white = round_.first_colour == "w"
        notes.append(
            f"The first {'team' if round_.boards else 'player'} has "
            f"{'White' if is_white else 'Black'} in round 1: that was drawn."
        )
    if not tournament.announced_rounds and round_.rounds == round_.number + 1:
        notes.append(
            "How many rounds there are is not said (record 142, or XXR), so the round is paired as "
            "one that is not the last."
        )
    if round_.number == 1 and not is_ranked(tournament.players):
        notes.append(f"{_NOT_RANKED}.")
    return notes


def _results(tournament: ChessTournament, number: int) -> list[str]:
    """The games of a round that have a result."""
    found = []
    for row, own in enumerate(chess_rounds(tournament)):
        cell = own[number - 1] if len(own) >= number else None
        if cell and cell.opponent > row and cell.result != "?":
            one, other = (tournament.players[at].name for at in (row, cell.opponent))
            found.append(f"{one} – {other}")
    return found


def pair_workbook(book: Event, request: Request) -> Paired:
    """Pair a round of a workbook, and say what is written into its wall list."""
    tournament = read_tournament(book)
    paired = pair_tournament(tournament, request)
    number, rounds = paired.pairing.round, tournament.announced_rounds or 0
    if number > rounds:
        raise OptionError(
            f"{book.name}: has room for {rounds} rounds; "
            f"{typed_command('update', book.name, rounds=number)} makes more."
        )
    is_first = number == 1 and tournament.system != "round-robin"
    if request.write and is_first and not request.force and not is_ranked(tournament.players):
        raise OptionError(
            f"{book.name}: {_NOT_RANKED}; sort the rows of Players by rating, or add --force to "
            "keep these numbers."
        )
    cells = _cells(book, tournament, paired.pairing, request, paired.names)
    return replace(paired, cells=cells)


def _cells(
    book: Event,
    tournament: ChessTournament,
    pairing: Pairing,
    request: Request,
    names: Mapping[int, str],
) -> dict[CellAddress, Any]:
    """The round in the workbook, the absence of the withdrawn, and on Setup what was drawn."""
    stand = held_pairs(chess_rounds(tournament), pairing.round)
    found = cells_of_round(book, _WALL, pairing, request, names, stand)
    for row in find_entrants(request.withdrawn, names, "--withdrawn"):
        for number in range(pairing.round, (tournament.announced_rounds or 0) + 1):
            found[book.address(_WALL.columns, f"r_{number}", row)] = _WALL.absent
    place = book.cell("FirstColour")
    if pairing.round == 1 and not tournament.first_colour and place:
        found[place] = _first_colour(pairing.pairs)
    return found


_WALL = WallList(("r_1",), "U", "Z", lambda pair: (f"{pair.black}w", f"{pair.white}b"))


def _first_colour(pairs: Sequence[Any]) -> str:
    """The colour of the first player who has an opponent."""
    first = min((pair for pair in pairs if pair.black), key=lambda pair: min(pair.players))
    return "white" if first.white < (first.black or 0) else "black"
