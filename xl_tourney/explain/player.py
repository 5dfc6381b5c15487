"""Why a player is where he is: the results, each criterion's figure, and who was tied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from openpyxl.cell import Cell

from ..catalogue.account import Step, Term, step
from ..errors import OptionError
from ..grammar.references import CellAddress
from ..publish.records import OPPONENT, View, identify, read_views
from ..publish.sections import row_header_column
from ..publish.standings import Standings, find_standings, format_cell
from .accounts import account_of_cell
from .book import Book
from .explanation import Explanation, Part

_EXPLAINED = frozenset(("points", "tps", "total", "score", "percent"))
"""The columns of standings that are explained although no function of ours gives them."""
_LEFT_OUT = frozenset(("place",))
"""What another column explains better: what decided the place."""
_MOST_RESULTS = 400


class Player(NamedTuple):
    """A row of a table of standings."""

    name: str
    table: Standings
    row: Sequence[Cell]

    def address(self, column: int) -> CellAddress:
        """A cell of the row."""
        cell = self.row[column]
        return CellAddress(self.table.sheet, cell.row, cell.column)


def list_players(book: Book) -> Iterator[Player]:
    """Everybody in the tables of standings, table by table."""
    for table in find_standings(book.values):
        header = row_header_column(table)
        for row in table.cells:
            name = format_cell(row[header])
            if name:
                yield Player(name, table, row)


def find_player(book: Book, name: str) -> Player:
    """A player by name, in any letter case; OptionError with the nearest names if there is none."""
    players = list(list_players(book))
    by_name: dict[str, Player] = {}
    for player in players:
        by_name.setdefault(identify(player.name), player)
    if found := by_name.get(identify(name)):
        return found
    nearest = get_close_matches(identify(name), by_name, n=3, cutoff=0.5)
    named = ", ".join(by_name[key].name for key in nearest)
    remedy = f"did you mean {named}?" if named else "see xl-tourney standings for the names."
    raise OptionError(f"{book.name}: there is no {name} in its standings; {remedy}")


def explain_player(book: Book, player: Player) -> Explanation:
    """The account of a player."""
    return Explanation(player.name, list(_parts(book, player)))


def _parts(book: Book, player: Player) -> Iterator[Part]:
    if results := list(_results(book, player)):
        name = book.term(player.address(row_header_column(player.table)))
        yield Part(step("Results of {name}", name=name), results)
    for column in range(len(player.row)):
        cell = player.address(column)
        place = book.place(cell)
        if place is None or place.key in _LEFT_OUT or book.value(cell) in (None, ""):
            continue
        part = account_of_cell(book, cell)
        if part.has_account or place.key in _EXPLAINED:
            yield part


# Results ------------------------------------------------------------------------------------------


def _results(book: Book, player: Player) -> Iterator[Step]:
    """A sentence for each line of the player's record."""
    count = 0
    for headings, views in read_views(book.values).items():
        key = _key(player, headings[0])
        if key is None:
            continue
        for row in range(max(view.height for view in views)):
            for view in views:
                for line in view.lines(row) if row < view.height else ():
                    if identify(format_cell(line[0])) == key and count < _MOST_RESULTS:
                        count += 1
                        yield _sentence(book, headings, view, line)


def _key(player: Player, heading: str) -> str | None:
    """By what the record of a player is found."""
    wanted = identify(heading).replace(" ", "")
    for column, title in enumerate(player.table.headings):
        if identify(title).rstrip(".").replace(" ", "") == wanted:
            return identify(format_cell(player.row[column]))
    return None


def _sentence(book: Book, headings: tuple[str, ...], view: View, line: list[Cell]) -> Step:
    """A line of a record as a sentence: whom it was against, and everything else that it has."""
    terms: dict[str, Term] = {}
    parts = []
    for title, cell in zip(headings[1:], line[1:]):
        if format_cell(cell):
            key = title.lower()
            terms[key] = _term(book, cell)
            label = "against" if title == OPPONENT else title.replace("_", " ").lower()
            parts.append(f"{label} {{{key}}}")
    text = ", ".join(parts)
    return step(f"{text[:1].upper()}{text[1:]}.", **terms)


def _term(book: Book, cell: Cell) -> Term:
    sheet = cell.parent
    assert sheet is not None
    return book.term(CellAddress(sheet.title, cell.row, cell.column))
