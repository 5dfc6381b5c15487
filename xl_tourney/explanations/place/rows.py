"""The rows of tables of standings, and who stands in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from openpyxl.cell import Cell

from ...catalogue.expression import Term
from ...errors import OptionError, typed_command
from ...events.games import identify
from ...events.standings.formats import format_cell
from ...events.standings.table import StandingsTable
from ...grammar.references import CellAddress
from ...templates.parts.table import Table
from ..book import Book

PLACE, DECIDED = "place", "decided"
"""The columns of the place and of what decided it."""
_SIDE = "side"
"""The column that says on which side of two winners a pair is."""
_IDENTITIES = frozenset(("Pair",))
"""The headings of columns that hold other names of players."""


class StandingsRow(NamedTuple):
    """A row of a table of standings."""

    name: str
    table: StandingsTable
    row: Sequence[Cell]

    def address(self, column: int) -> CellAddress:
        """A cell of the row."""
        cell = self.row[column]
        return CellAddress(self.table.sheet, cell.row, cell.column)


def list_players(book: Book) -> Iterator[StandingsRow]:
    """Everybody in the tables of standings, table by table."""
    for table in book.event.standings:
        header = table.row_header_column
        for row in table.cells:
            name = format_cell(row[header])
            if name:
                yield StandingsRow(name, table, row)


def find_player(book: Book, name: str) -> StandingsRow:
    """A player by name, in any letter case; OptionError with the nearest names if there is none."""
    players = list(list_players(book))
    by_name: dict[str, StandingsRow] = {}
    for player in players:
        by_name.setdefault(identify(player.name), player)
    for player in players:
        for column in _IDENTITIES & set(player.table.headings):
            number = format_cell(player.row[player.table.headings.index(column)])
            by_name.setdefault(identify(number), player)
    if found := by_name.get(identify(name)):
        return found
    nearest = get_close_matches(identify(name), by_name, n=3, cutoff=0.5)
    named = ", ".join(by_name[key].name for key in nearest)
    see = f"{typed_command('standings', book.name)} has the names."
    remedy = f"did you mean {named}?" if named else see
    raise OptionError(f"{book.name}: there is no {name} in its standings; {remedy}")


def keys_of_columns(book: Book, player: StandingsRow) -> list[str]:
    """The keys of the columns in which a player's row stands; blank for none of ours."""
    cells = (book.table_cell(player.address(column)) for column in range(len(player.row)))
    return [cell.key if cell else "" for cell in cells]


def side_of(book: Book, table: Table, at: int) -> Term | None:
    """The side of the pair in a row of a table; None if there is one winner."""
    if all(column.key != _SIDE for column in table.columns):
        return None
    side = book.term(book.cell(table, _SIDE, at))
    return side if side.value not in (None, "", "All") else None
