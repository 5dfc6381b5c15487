"""The explanation of a cell: of a place by the criteria, of any other figure by what gives it."""

from __future__ import annotations

from ..catalogue.derivation import Step, step
from ..grammar.references import CellAddress
from .book import Book
from .explanation import Part
from .figure.derivations import derivation_of_cell, find_origin
from .figure.plain import plain_sentence
from .place.ranking import find_ranking, ranking_of_cell
from .place.rows import DECIDED, PLACE, keys_of_columns, list_players
from .place.sentence import sentence_on_place, steps_on_place

_OF_PLACES = ("PLACE", "DECIDED_BY")
"""The functions whose figures are explained by the criteria, not by columns to sort by."""


def explain_cell(book: Book, cell: CellAddress) -> Part:
    """Why a cell has its value."""
    if place := _part_on_place(book, cell):
        return place
    part = derivation_of_cell(book, cell)
    if book.template and part.function in _OF_PLACES:
        return Part(part.title, _steps_on_place(book, cell), part.function, formula=part.formula)
    return part


def _part_on_place(book: Book, cell: CellAddress) -> Part | None:
    """Why somebody has a place, asked for by the cell with it; None for every other cell."""
    found = book.table_cell(cell)
    if found is None or found.key not in (PLACE, DECIDED):
        return None
    origin = find_origin(book, cell)
    for player in list_players(book):
        keys = keys_of_columns(book, player)
        if found.key in keys:
            own = player.address(keys.index(found.key))
            if own != cell and find_origin(book, own) != origin:
                continue
            ranked, sentence = find_ranking(book, player), sentence_on_place(book, player)
            if ranked and sentence:
                return Part(sentence, list(steps_on_place(ranked)))
    return None


def _steps_on_place(book: Book, cell: CellAddress) -> list[Step]:
    """Criterion by criterion, what separates somebody from the others."""
    ranked = ranking_of_cell(book, cell)
    steps = list(steps_on_place(ranked)) if ranked else []
    if ranked and not steps:
        return [step("{who} is alone there.", who=ranked.ranking.name(ranked.row))]
    return steps or [plain_sentence(book, cell, cell)]
