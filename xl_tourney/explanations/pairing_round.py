"""Why two players meet in a round, in sentences; the round is paired anew for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term
from ..errors import OptionError
from ..grammar.references import column_letters
from ..pairing.pairing import ExplainedRound, Pair, Reason
from ..readers.entrants import find_entrant, is_bye
from .book import Book
from .explanation import Explanation, Part

Name = Callable[[int], Term]
"""Gives the name of the player in a row of the list."""


def explain_pairing(book: Book, number: int, one: str, other: str) -> Explanation:
    """Why two players were paired in a round, or are in the next one; or why one has the bye.

    Raises
    ------
    OptionError
        They are not paired in that round, or the game has no such pairing.
    """
    try:
        pairing = import_module(f"...pairing.{book.template}.reasons", __name__)
    except ModuleNotFoundError:
        raise OptionError(f"{book.name}: pairings are explained for chess and go.") from None
    round_: ExplainedRound = pairing.explained_round(book.event, number)
    names, held = round_.names, round_.pairs
    rows = frozenset(
        find_entrant(name, names, "round") for name in (one, other) if not is_bye(name)
    )
    pair = next((pair for pair in held if pair.players == rows), None)
    if pair is None:
        raise OptionError(f"{book.name}: {_instead(names, held, rows, number)}")

    def term(row: int) -> Term:
        return book.term(book.event.address(("name",), "name", row))

    white, black = term(pair.white), term(pair.black) if pair.black else "the bye"
    title = step("Round {number}: {white} – {black}", number=number, white=white, black=black)
    steps = [_sentence(reason, term) for reason in round_.reasons(pair)]
    if pair.black and any(column.key == "points_1" for t in book.tables for column in t.columns):
        steps.insert(0, _points(book, number, pair, term))
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


def _points(book: Book, number: int, pair: Pair, term: Name) -> Step:
    """What both had before the round, each added up from the sheet Rounds."""

    def points(row: int) -> Term:
        if number == 1:
            return Term(0.0, "0")
        keys = [f"points_{before}" for before in (1, number - 1)]
        first, last = (book.event.address((keys[1],), key, row, typed=False) for key in keys)
        formula = f"SUM({first}:{column_letters(last.column)}{last.row})"
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
