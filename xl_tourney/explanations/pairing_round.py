"""Why two players meet in a round, in sentences; the round is paired anew for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term
from ..errors import OptionError
from ..events.event import Event
from ..exports.chess import read_tournament as read_chess
from ..exports.go import read_tournament as read_go
from ..grammar.references import CellAddress
from ..pairing.chess import reasons as chess
from ..pairing.chess.dutch import pair as pair_chess
from ..pairing.chess.rounds import chess_rounds, held_pairs, round_to_pair
from ..pairing.go import reasons as go
from ..pairing.go.event import held_round, rules_of
from ..pairing.go.field import field_of
from ..pairing.go.matching import pair as pair_go
from ..pairing.pairing import Pair, Reason
from ..readers.entrants import find_entrant, is_bye
from .book import Book
from .explanation import Explanation, Part

Name = Callable[[int], Term]
"""Gives the name of the player in a row of the list."""


class _Round(NamedTuple):
    """A round, held or to come."""

    names: Mapping[int, str]
    pairs: Sequence[Pair]
    reasons: Callable[[Pair], list[Reason]]


_NAMES = {"chess": ("name", "fide"), "go": ("name", "r_1")}
"""The columns by which the list of players is found."""


def explain_pairing(book: Book, number: int, one: str, other: str) -> Explanation:
    """Why two players were paired in a round, or are in the next one; or why one has the bye.

    Raises
    ------
    OptionError
        They are not paired in that round, or the game has no such pairing.
    """
    if book.template not in _NAMES:
        raise OptionError(f"{book.name}: pairings are explained for chess and go.")
    filled = book.event
    find = _of_chess if book.template == "chess" else _of_go
    names, held, reasons = find(filled, number)
    rows = frozenset(
        find_entrant(name, names, "round") for name in (one, other) if not is_bye(name)
    )
    pair = next((pair for pair in held if pair.players == rows), None)
    if pair is None:
        raise OptionError(f"{book.name}: {_instead(names, held, rows, number)}")
    found = reasons(pair)

    def term(row: int) -> Term:
        return book.term(filled.address(_NAMES[book.template], "name", row))

    white, black = term(pair.white), term(pair.black) if pair.black else "the bye"
    title = step("Round {number}: {white} – {black}", number=number, white=white, black=black)
    steps = [_sentence(reason, term) for reason in found]
    if pair.black and book.template == "chess":
        steps.insert(0, _points(book, filled, number, pair, term))
    return Explanation(f"round {number}: {one} – {other}", [Part(title, steps)])


def _instead(
    names: Mapping[int, str], held: Sequence[Pair], rows: frozenset[int], number: int
) -> str:
    games = [
        f"{names[pair.white]} – {names[pair.black] if pair.black else 'bye'}"
        for pair in held
        if pair.players & rows
    ]
    instead = f"it has {' and '.join(games)}" if games else "neither of them is paired"
    return f"round {number} has no such pair; {instead}."


def _of_chess(filled: Event, number: int) -> _Round:
    tournament = read_chess(filled)
    rounds = chess_rounds(tournament)
    round_ = round_to_pair(tournament, number)
    waits = tournament.waits(number)
    held = pair_chess(round_).pairs if waits else held_pairs(rounds, number)
    names = {player.number: player.name for player in tournament.players}
    return _Round(names, held, lambda pair: list(chess.reasons_of(round_, pair, held)))


def _of_go(filled: Event, number: int) -> _Round:
    tournament = read_go(filled)
    names = {row: player.name for row, player in enumerate(tournament.players, 1)}
    if tournament.system == "round-robin":
        raise OptionError(f"{filled.name}: a round robin is paired by its table of numbers.")
    rules = rules_of(filled, tournament.system)
    held = held_round(tournament, number)
    there = frozenset().union(*(pair.players for pair in held))
    away = [row for row in names if held and row not in there]
    field = field_of(tournament, number, away, mcmahon=tournament.system == "mcmahon")
    pairs = held or list(pair_go(field, rules, 0).pairs)
    return _Round(names, pairs, lambda pair: list(go.reasons_of(field, rules, pair)))


def _points(book: Book, filled: Event, number: int, pair: Pair, term: Name) -> Step:
    """What both had before the round, each added up from the sheet Rounds."""

    def points(row: int) -> Term:
        if number == 1:
            return Term(0.0, "0")
        first, last = (
            filled.address((f"points_{number - 1}",), f"points_{n}", row, typed=False)
            for n in (1, number - 1)
        )
        formula = f"SUM({first}:{_cell(last)})"
        return Term(book.evaluate_one(formula), formula)

    assert pair.black
    own = points(pair.white)
    word = "point" if own.value == 1 else "points"
    return step(
        f"Before the round {{white}} had {{own}} {word} and {{black}} {{other}}.",
        white=term(pair.white),
        own=own,
        black=term(pair.black),
        other=points(pair.black),
    )


def _cell(address: CellAddress) -> str:
    return str(address).rpartition("!")[2]


def _sentence(reason: Reason, term: Name) -> Step:
    """A reason as a sentence, with the names as terms and its article."""
    text = reason.text
    terms = {}
    for at, row in enumerate(reason.players):
        if row:
            text = text.replace(f"{{{at}}}", f"{{player_{at}}}")
            terms[f"player_{at}"] = term(row)
    text = text[:1].upper() + text[1:]
    article = f" (C.04.3, {reason.article})" if reason.article else ""
    used = {name: value for name, value in terms.items() if f"{{{name}}}" in text}
    return step(f"{text}{article}.", **used)
