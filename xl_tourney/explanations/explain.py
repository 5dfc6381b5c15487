"""Answers to questions about a workbook: a cell, a player, or one player over another."""

from __future__ import annotations

import re

from ..catalogue.derivation import Step, step
from ..errors import OptionError
from ..events.event import Event
from ..grammar.references import CellAddress, parse_cell_reference, unquote_sheet_name
from ..ooxml.package import Package
from .book import Book
from .explanation import Explanation, Part
from .figure.derivations import derivation_of_cell, find_origin
from .figure.plain import plain_sentence
from .place.find import find_ranking, ranking_of_cell
from .place.rows import DECIDED, PLACE, find_player, keys_of_columns, list_players
from .place.sentence import part_on_place, steps_on_place
from .player import explain_player

_CELL = re.compile(r"(?:(?P<sheet>.+)!)?(?P<cell>\$?[A-Za-z]{1,3}\$?\d+)")
_ROUND = re.compile(
    r"round\s+(?P<round>\d+)\s*:\s*(?P<one>.+?)\s+[-–]\s+(?P<other>.+)", re.IGNORECASE
)
_OVER = re.compile(r"(?P<above>.+?)\s+over\s+(?P<below>.+)", re.IGNORECASE)


def read_book(book: Event | Package, is_calculated: bool = False) -> Book:
    """A workbook, calculated anew on a copy unless it is already; one of ours with its tables."""
    event = Event(book) if isinstance(book, Package) else book
    return Book(event if is_calculated else event.calculated)


def explain(book: Book, subject: str, with_flip: bool | None = False) -> Explanation:
    """Answer a question about a workbook; of two players also with the nearest flip.

    None for ``with_flip`` is: unless the question has to be turned round.
    """
    subject = subject.strip()
    is_player = bool(book.template) and _is_player(book, subject)
    if (found := _CELL.fullmatch(subject)) and not is_player:
        sheet = _sheet(book, found["sheet"])
        row, column = parse_cell_reference(found["cell"].replace("$", ""))
        return Explanation(subject, [explain_cell(book, CellAddress(sheet, row, column))])
    if not book.template:
        raise OptionError(f"{book.problem} Of a cell, such as Sheet1!B2, the formula is traced.")
    if (found := _ROUND.fullmatch(subject)) and not is_player:
        from .pairing_round import explain_pairing  # few questions need who can be paired

        return explain_pairing(book, int(found["round"]), found["one"], found["other"])
    if (found := _OVER.fullmatch(subject)) and not is_player:
        from .place.pair import explain_pair  # nor the search for flips

        above, below = (find_player(book, found[side]) for side in ("above", "below"))
        return explain_pair(book, above, below, with_flip)
    return explain_player(book, find_player(book, subject))


def _is_player(book: Book, name: str) -> bool:
    try:
        find_player(book, name)
    except OptionError:
        return False
    return True


def _sheet(book: Book, name: str | None) -> str:
    """The sheet of a cell; without one that of the standings, or the first."""
    if name is None:
        return next((table.sheet for table in book.event.standings), book.values.sheetnames[0])
    name = unquote_sheet_name(name)
    for sheet in book.values.sheetnames:
        if sheet.casefold() == name.casefold():
            return sheet
    raise OptionError(
        f"{book.name}: there is no sheet {name}; it has {', '.join(book.values.sheetnames)}."
    )


# A cell -------------------------------------------------------------------------------------------

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
            if find_ranking(book, player) and (part := part_on_place(book, player)):
                return part
    return None


def _steps_on_place(book: Book, cell: CellAddress) -> list[Step]:
    """Criterion by criterion, what separates somebody from the others."""
    ranked = ranking_of_cell(book, cell)
    steps = list(steps_on_place(ranked)) if ranked else []
    if ranked and not steps:
        return [step("{who} is alone there.", who=ranked.ranking.name(ranked.row))]
    return steps or [plain_sentence(book, cell, cell)]
