"""The players of an event: who stands in its tables, under an address that stays.

The address of a player's section is made from the name, not from the place: the link that somebody
saved after round 3 leads to the same player after round 9.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from openpyxl.cell import Cell

from ..records import MOST_LINES, Figure, PlayerRecord, Records, identify
from ..standings import StandingsTable, format_cell

MOST_PLAYERS = 2_000
"""With more players in the standings a page has no sections."""
LONGEST_ANCHOR = 60


@dataclass
class PublishedPlayer:
    """A row of the standings, and the results behind it."""

    key: tuple[str, str]
    """What tells the player from all others: the identity of a record and what it holds."""
    name: str
    table: StandingsTable
    row: list[Cell]
    table_id: str
    """The id of the table on the page."""
    anchor: str = ""
    """The id of the section on the page."""
    records: list[PlayerRecord] = field(default_factory=list)

    @property
    def place(self) -> tuple[str, int]:
        """The sheet and the row."""
        return self.table.sheet, self.row[0].row

    @property
    def rank(self) -> str:
        """The place as the table shows it."""
        return format_cell(self.row[0])


class Players:
    """The players of a page, in the order in which they stand in its tables."""

    def __init__(self, tables: Sequence[StandingsTable], records: Sequence[Records]) -> None:
        self._records = records
        self._at: dict[tuple[str, int], PublishedPlayer] = {}
        self._by_key: dict[tuple[str, str], PublishedPlayer] = {}
        lines = sum(len(record.rows) for of in records for record in of.of.values())
        rows = sum(len(table.cells) for table in tables)
        if lines > MOST_LINES or rows > MOST_PLAYERS:
            return
        for number, table in enumerate(tables):
            for row in table.cells:
                self._add(table, row, table_id(number))
        self._name_sections()

    def __iter__(self) -> Iterator[PublishedPlayer]:
        yield from {id(player): player for player in self._at.values()}.values()

    def of_row(self, table: StandingsTable, row: Sequence[Cell]) -> PublishedPlayer | None:
        """The player of a row of the standings."""
        return self._at.get((table.sheet, row[0].row))

    def opponent(self, figure: Figure) -> PublishedPlayer | None:
        """The player whom a cell of a record names."""
        for of in self._records:
            if player := self._by_key.get((of.identity, figure.opponent)):
                return player
        return None

    def named(self, name: str) -> PublishedPlayer | None:
        """The only player with this name."""
        found = [player for player in self if player.name == name]
        return found[0] if len(found) == 1 else None

    def _add(self, table: StandingsTable, row: list[Cell], table_identity: str) -> None:
        keys = [(of, key) for of in self._records if (key := _key(table, row, of)) is not None]
        name = format_cell(row[table.row_header_column]) or next((key for _, key in keys), "")
        players = (self._by_key.get((of.identity, key)) for of, key in keys)
        player = next(filter(None, players), None)
        if not player and name:
            own = next(((of.identity, key) for of, key in keys), ("", identify(name)))
            player = PublishedPlayer(own, name, table, row, table_identity)
            for of, key_of_record in keys:
                self._by_key[of.identity, key_of_record] = player
                if key_of_record in of.of:
                    player.records.append(of.of[key_of_record])
        if player:
            self._at[table.sheet, row[0].row] = player

    def _name_sections(self) -> None:
        """Give each section its id; of namesakes it has the key too, whoever stands first."""
        players = list(self)
        namesakes = Counter(_slug(player.name) for player in players)
        used: set[str] = set()
        for player in players:
            slug = _slug(player.name)
            if namesakes[slug] > 1 or not slug:
                slug = "-".join(filter(None, [slug, _slug(player.key[1])]))
            anchor = unique = f"player-{slug}"
            number = 1
            while unique in used:
                number += 1
                unique = f"{anchor}-{number}"
            used.add(unique)
            player.anchor = unique


def _slug(text: str) -> str:
    """The letters and digits of a text, for an address."""
    return "-".join(re.findall(r"\w+", text.casefold()))[:LONGEST_ANCHOR]


def table_id(number: int) -> str:
    """The id of a table of standings on the page."""
    return f"table-{number}"


def _key(table: StandingsTable, row: Sequence[Cell], records: Records) -> str | None:
    """The key of a row's record, where the table has the column with these keys."""
    plain = [re.sub(r"\W", "", identify(heading)) for heading in table.headings]
    identity = re.sub(r"\W", "", identify(records.identity))
    return identify(format_cell(row[plain.index(identity)])) if identity in plain else None
