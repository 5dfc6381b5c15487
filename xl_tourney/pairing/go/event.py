"""A go workbook is paired: McMahon, Swiss or round robin; the pairs go where results are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...catalogue.cells import CellError
from ...errors import InputError, OptionError, typed_command
from ...events.event import Event
from ...exports.go import read_tournament
from ...functions.go.wall_list import read_wall_list
from ...functions.wall_lists import BYES
from ...grammar.references import CellAddress
from ...readers.entrants import find_entrants
from ...readers.go.tournament import GoTournament, parse_entry
from ..games_page import WallList, cells_of_round
from ..pairing import Pair, Pairing, completed, refuse_byes, refuse_contradictions
from ..request import Paired, Request
from ..round_robin import berger_round
from . import matching
from .field import entries_of, field_of, first_unpaired_round, says, waits_for_pairing
from .matching import HANDICAPS, PLACES, SEEDINGS, Rules

_CHOICES = {"PairedBy": SEEDINGS, "FloatsFrom": PLACES, "StonesBy": HANDICAPS}


def pair_workbook(book: Event, request: Request) -> Paired:
    """Pair a round of a workbook of go, and say what is written where."""
    return pair_listed(book, read_tournament(book), request)


def pair_listed(book: Event, tournament: GoTournament, request: Request) -> Paired:
    """Pair a round of a tournament that a workbook holds."""
    names = {row: player.name for row, player in enumerate(tournament.players, 1) if player.name}
    number = request.number or first_unpaired_round(tournament)
    room = sum(key.startswith("r_") for key in book.inputs("name", "r_1")[0])
    if number > room:
        raise OptionError(
            f"{book.name}: has room for {room} rounds; "
            f"{typed_command('update', book.name, rounds=number)} makes more."
        )
    if tournament.system == "round-robin":
        pairing = berger_round([*names], number, 2 if request.double else 1)
        entries = enumerate(entries_of(tournament, number), 1)
        if waits_for_pairing(tournament, number):
            refuse_byes(pairing, {row for row, one in entries if says(one) in BYES}, names)
    else:
        away = find_entrants(request.absent, names, "--absent")
        away += find_entrants(request.withdrawn, names, "--withdrawn")
        by_hand = _by_hand(tournament, number)
        stand = frozenset().union(*(pair.players for pair in by_hand))
        field = field_of(
            tournament,
            number,
            {*away, *stand},
            adjourned=find_entrants(request.adjourned, names, "--adjourned"),
            mcmahon=tournament.system == "mcmahon",
        )
        listed = [player.name for player in tournament.players]
        refuse_contradictions(number, by_hand, away, len(field.present), listed, _WALL.bye)
        pairing = matching.pair(field, rules_of(book, tournament.system), request.seed)
        pairing = completed(pairing, by_hand, listed)
    cells = _cells(book, tournament, pairing, request, names) if request.write else {}
    return Paired([pairing], names, cells, _results(tournament, number))


def rules_of(book: Event, system: str) -> Rules:
    """What Setup says; of an older workbook, which does not, what is usual."""
    usual = Rules()

    def said(name: str, otherwise: Any) -> Any:
        value = book.setting(name)
        return otherwise if value is None else type(otherwise)(value)

    for name, choices in _CHOICES.items():
        if said(name, choices[0]) not in choices:
            raise OptionError(
                f"{book.name}: {name} on Setup is {book.text(name)}; say {', '.join(choices)}."
            )
    return Rules(
        system,
        said("PairedBy", usual.seeding),
        said("FloatsFrom", usual.float_from),
        said("StonesBy", usual.handicap_by),
        said("StonesLess", usual.handicap_less),
        said("StonesMost", usual.handicap_most),
        said("EvenFrom", usual.even_from),
        said("ApartRounds", usual.apart_rounds),
    )


def held_round(tournament: GoTournament, number: int) -> list[Pair]:
    """The pairs that stand in a round, and who was left over."""
    found = []
    for row, cell in enumerate(entries_of(tournament, number), 1):
        game = parse_entry(cell)
        if game and (game.colour == "w" or (not game.colour and row < game.opponent)):
            found.append(Pair(row, game.opponent, None, game.stones))
        elif cell == "0+":
            found.append(Pair(row, None))
    return found


def _by_hand(tournament: GoTournament, number: int) -> list[Pair]:
    """The pairs and the bye that stand in a round which is yet to be paired."""
    if not waits_for_pairing(tournament, number):
        return []
    column = [[entry] for entry in entries_of(tournament, number)]
    try:  # both sides of a pair have to name each other
        read_wall_list(column, f"Round {number} of the wall list")
    except CellError as error:
        raise InputError(f"{error.value.message}.") from error
    return held_round(tournament, number)


def _results(tournament: GoTournament, number: int) -> list[str]:
    """The games of a round that have a result."""
    players = tournament.players
    return [
        f"{players[row].name} – {players[game.opponent - 1].name}"
        for row, cell in enumerate(entries_of(tournament, number))
        if (game := parse_entry(cell)) and game.result != "?" and row < game.opponent - 1
    ]


def _cells(
    book: Event,
    tournament: GoTournament,
    pairing: Pairing,
    request: Request,
    names: Mapping[int, str],
) -> dict[CellAddress, Any]:
    """The round in the workbook, and after which round the withdrawn are out."""
    stand = held_round(tournament, pairing.round)
    found = cells_of_round(book, _WALL, pairing, request, names, stand)
    for row in find_entrants(request.withdrawn, names, "--withdrawn"):
        found[book.address(_WALL.columns, "out", row)] = pairing.round - 1
    return found


def _codes(pair: Pair) -> tuple[str, str]:
    stones = pair.handicap or ""
    return f"{pair.black}?/w{stones}", f"{pair.white}?/b{stones}"


_WALL = WallList(("name", "r_1"), "0+", "0-", _codes)
