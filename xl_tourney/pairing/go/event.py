"""A go workbook is paired: McMahon, Swiss or round robin; the pairs go where results are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import InputError, OptionError
from ...export.filled_workbook import FilledWorkbook
from ...export.go import read_tournament
from ...grammar.references import CellAddress
from ...readers.entrants import find_entrants
from ...readers.go.tournament import GoTournament, parse_entry
from ..games_page import GAME, games_on_page
from ..pairing import Pair, Pairing
from ..request import Paired, Request
from ..round_robin import MOST_PLAYERS, berger
from . import matching
from .field import entries_of, field_of, first_unpaired_round
from .matching import HANDICAPS, PLACES, SEEDINGS, Rules

_CHOICES = {"PairedBy": SEEDINGS, "FloatsFrom": PLACES, "StonesBy": HANDICAPS}


def pair_workbook(book: FilledWorkbook, request: Request) -> Paired:
    """Pair a round of a workbook of go, and say what is written where."""
    tournament = read_tournament(book)
    names = {row: player.name for row, player in enumerate(tournament.players, 1) if player.name}
    number = request.number or first_unpaired_round(tournament)
    room = sum(key.startswith("r_") for key in book.inputs("name", "r_1")[0])
    if number > room:
        raise OptionError(
            f"{book.name}: has room for {room} rounds; xl-tourney update --rounds {number} makes "
            "more."
        )
    if tournament.system == "round-robin":
        pairing = _pair_round_robin(names, number, request)
    else:
        away = find_entrants(request.absent, names, "--absent")
        away += find_entrants(request.withdrawn, names, "--withdrawn")
        field = field_of(
            tournament,
            number,
            away,
            adjourned=find_entrants(request.adjourned, names, "--adjourned"),
            mcmahon=tournament.system == "mcmahon",
        )
        pairing = matching.pair(field, rules_of(book, tournament.system), request.seed)
    cells = _cells(book, tournament, pairing, request, names) if request.write else {}
    return Paired([pairing], names, cells, _results(tournament, number))


def rules_of(book: FilledWorkbook, system: str) -> Rules:
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


def _pair_round_robin(names: Mapping[int, str], number: int, request: Request) -> Pairing:
    """A round by Berger's tables, by the numbers of the wall list; Black is named second."""
    players = [*names]
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise OptionError(
            f"A round robin is for 2 to {MOST_PLAYERS} players, and {len(players)} are listed."
        )
    table = berger(len(players), 2 if request.double else 1)
    if number > len(table):
        raise InputError(f"All {len(table)} rounds of the round robin are paired.")
    pairs = tuple(
        Pair(players[one - 1], other and players[other - 1], board if other else None)
        for board, (one, other) in enumerate(table[number - 1], 1)
    )
    return Pairing(number, "round-robin", pairs)


def held_round(tournament: GoTournament, number: int) -> list[Pair]:
    """The pairs of a round that was held, and who was left over."""
    found = []
    for row, cell in enumerate(entries_of(tournament, number), 1):
        game = parse_entry(cell)
        if game and (game.colour == "w" or (not game.colour and row < game.opponent)):
            found.append(Pair(row, game.opponent, None, game.stones))
        elif cell == "0+":
            found.append(Pair(row, None))
    return found


def _results(tournament: GoTournament, number: int) -> list[str]:
    """The games of a round that have a result."""
    players = tournament.players
    return [
        f"{players[row].name} – {players[game.opponent - 1].name}"
        for row, cell in enumerate(entries_of(tournament, number))
        if (game := parse_entry(cell)) and game.result != "?" and row < game.opponent - 1
    ]


def _cells(
    book: FilledWorkbook,
    tournament: GoTournament,
    pairing: Pairing,
    request: Request,
    names: Mapping[int, str],
) -> dict[CellAddress, Any]:
    """The round on the page Games where there is one, else in the wall list; byes and absences."""
    wall = ("name", "r_1")
    column = f"r_{pairing.round}"
    found: dict[CellAddress, Any] = {}
    for row, cell in enumerate(entries_of(tournament, pairing.round), 1):
        if parse_entry(cell) or cell == "0+":
            found[book.address(wall, column, row)] = None
    on_page = book.has_inputs(*GAME)
    if on_page:
        found |= games_on_page(book, pairing, names)
    for pair in pairing.pairs:
        if pair.black is None:
            free = "0-" if pairing.system == "round-robin" else "0+"
            found[book.address(wall, column, pair.white)] = free
        elif not on_page:
            stones = pair.handicap or ""
            found[book.address(wall, column, pair.white)] = f"{pair.black}?/w{stones}"
            found[book.address(wall, column, pair.black)] = f"{pair.white}?/b{stones}"
    for row in find_entrants(request.absent, names, "--absent"):
        found[book.address(wall, column, row)] = "0-"
    for row in find_entrants(request.withdrawn, names, "--withdrawn"):
        found[book.address(wall, "out", row)] = pairing.round - 1
    return found
