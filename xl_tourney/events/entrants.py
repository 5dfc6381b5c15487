"""The entrants of an event: who stands in its tables, under an address that stays.

The address of an entrant's section is made from the name, not from the place: the link that
somebody saved after round 3 leads to the same player after round 9.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from openpyxl.cell import Cell

from .games import RESULT, ROUND, Entrant, Record, Round, identify
from .standings.formats import format_cell
from .standings.table import StandingsTable

MOST_LINES = 30_000
"""A page with more lines of records than these would be too large for a phone."""
MOST_PLAYERS = 2_000
"""With more players in the standings a page has no sections."""
LONGEST_ANCHOR = 60


class Entrants:
    """The entrants of an event, in the order in which they stand in its tables."""

    def __init__(
        self, tables: Sequence[StandingsTable] = (), identities: Sequence[str] = (), lines: int = 0
    ) -> None:
        self._identities = identities
        self._at: dict[tuple[str, int], Entrant] = {}
        self._by_key: dict[tuple[str, str], Entrant] = {}
        if lines > MOST_LINES or sum(len(table.cells) for table in tables) > MOST_PLAYERS:
            return
        for number, table in enumerate(tables):
            for row in table.cells:
                self._add(table, row, table_id(number))
        self._name_sections()

    def __iter__(self) -> Iterator[Entrant]:
        yield from {id(entrant): entrant for entrant in self._at.values()}.values()

    def of_row(self, table: StandingsTable, row: Sequence[Cell]) -> Entrant | None:
        """The entrant of a row of the standings."""
        return self._at.get((table.sheet, row[0].row))

    def named(self, name: str) -> Entrant | None:
        """The only one with this name."""
        found = [entrant for entrant in self if entrant.name == name]
        return found[0] if len(found) == 1 else None

    def named_by(self, identity: str, key: str, text: str) -> Entrant:
        """Whom a cell of a record names; somebody new where no table has the key."""
        for known in self._identities:
            if found := self._by_key.get((known, key)):
                return found
        return self._by_key.setdefault((identity, key), Entrant((identity, key), text))

    def give(self, identity: str, key: str, record: Record) -> None:
        """Give a record to the entrant whose it is."""
        if entrant := self._by_key.get((identity, key)):
            entrant.records.append(record)

    def _add(self, table: StandingsTable, row: list[Cell], table_identity: str) -> None:
        keys = [
            (identity, key)
            for identity in self._identities
            if (key := _key(table, row, identity)) is not None
        ]
        name = format_cell(row[table.row_header_column]) or next((key for _, key in keys), "")
        entrant = next(filter(None, map(self._by_key.get, keys)), None)
        if not entrant and name:
            own = next(iter(keys), ("", identify(name)))
            entrant = Entrant(own, name, table, row, table_identity)
            self._by_key |= dict.fromkeys(keys, entrant)
        if entrant:
            self._at[table.sheet, row[0].row] = entrant

    def _name_sections(self) -> None:
        """Give each section its id; of namesakes it has the key too, whoever stands first."""
        entrants = list(self)
        namesakes = Counter(_slug(entrant.name) for entrant in entrants)
        used: set[str] = set()
        for entrant in entrants:
            slug = _slug(entrant.name)
            if namesakes[slug] > 1 or not slug:
                slug = "-".join(filter(None, [slug, _slug(entrant.key[1])]))
            anchor = unique = f"player-{slug}"
            number = 1
            while unique in used:
                number += 1
                unique = f"{anchor}-{number}"
            used.add(unique)
            entrant.anchor = unique


def _slug(text: str) -> str:
    """The letters and digits of a text, for an address."""
    return "-".join(re.findall(r"\w+", text.casefold()))[:LONGEST_ANCHOR]


def table_id(number: int) -> str:
    """The id of a table of standings on a page."""
    return f"table-{number}"


def identity_of(heading: str) -> str:
    """A heading by which tables and records are matched: No. in one is No in the other."""
    return re.sub(r"\W", "", identify(heading))


def _key(table: StandingsTable, row: Sequence[Cell], identity: str) -> str | None:
    """The key of a row's record, where the table has the column with these keys."""
    plain = [*map(identity_of, table.headings)]
    return identify(format_cell(row[plain.index(identity)])) if identity in plain else None


def number_boards(
    rounds: Sequence[Round], entrants: Entrants, typed: Mapping[tuple[str, str], int]
) -> None:
    """Give the games of a wall list their boards.

    They are those that were typed, by round and player.  Of others the first board has the players
    with the most points before the round; the workbook's page of pairings has the same order.
    """
    labels = [part.label for part in rounds]
    made = {entrant.anchor: entrant.points_by_round(labels) for entrant in entrants}
    for number, part in enumerate(rounds):
        others = []
        for at, game in enumerate(part.games):
            game.board = typed.get((part.label, game.sides[0].key))
            anchors = [side.entrant.anchor for side in game.sides if side.entrant]
            is_paired = len(anchors) == 2 and all(anchors)
            if game.board is None and is_paired and ROUND in game.line and RESULT in game.line:
                points = [sum(made[anchor][:number]) for anchor in anchors]
                others.append((-max(points), -sum(points), at))
        taken = sum(game.board is not None for game in part.games)
        for board, (_, _, at) in enumerate(sorted(others), 1 + taken):
            part.games[at].board = board
