"""The record of each entrant: the results that a template names as theirs, one line a game.

The columns of a record are cells whose hidden names begin with ``PlayerRecord``: a number, the
place of the column, and its heading, as ``PlayerRecord1_2_Opponent``.  The first column says whose
line it is.  Cells of one row hold for all rows, those of one column for all columns: so a wall list
gives a line for each player and round.  Two records with the same headings, such as those of games
from the side of each player, are one.  ``Open`` is not shown: 1 there says that the game is to be
played; of an entry of a wall list its own text does, ``12w``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.cell import Cell

from ..defined_names import RECORD
from ..messages import message
from ..ooxml.workbook import read_named_rows
from .entrants import Entrants, identity_of
from .games import (
    COLOUR,
    NO_RESULT,
    NOBODY,
    OPPONENT,
    RESULT,
    ROUND,
    Figure,
    Game,
    Line,
    Round,
    identify,
    in_order,
)
from .standings.formats import format_cell, is_number
from .standings.table import StandingsTable

OPEN = "Open"
SAID = (
    message("Round 1"),
    message("Board 1"),
    message("1–0 by forfeit"),
    message("won by forfeit"),
    message("lost by forfeit"),
    message("won, 2 stones"),
    message("lost, 2 stones"),
    message("1–0, 2 stones"),
)
"""The messages of what is put together here, with numbers in it."""
RECORD_COLUMN = re.compile(RECORD + r"(?P<number>\d+)_(?P<at>\d+)_(?P<heading>\w+)")
_ENTRY = re.compile(r"\s*(?P<opponent>\d+)(?P<result>.*)", re.DOTALL)
_RESULT = re.compile(
    r"(?P<before>[wb])?(?P<sign>[-+=?10½])?(?P<forfeit>!)?(?:/?(?P<behind>[wb])(?P<stones>\d+)?)?",
    re.IGNORECASE,
)
_SIGNS = {
    "+": message("won"), "1": "won", "-": message("lost"), "0": "lost", "=": message("drawn"),
    "½": "drawn", "?": NO_RESULT,
}  # fmt: skip
_COLOURS = {"w": message("White"), "b": message("Black")}
_ALONE = {
    "u": message("bye"), "h": message("half-point bye"), "f": message("full-point bye"),
    "z": message("absent"),
}  # fmt: skip
Cells = list[Cell]
View = tuple[list[Cells], ...]
"""Columns, each as rows of cells."""


@dataclass(frozen=True)
class Records:
    """The records of all entrants that have the same headings."""

    headings: tuple[str, ...]
    views: Sequence[View]
    """The columns from each side."""

    @cached_property
    def lines(self) -> list[tuple[View, Cells]]:
        """The lines from top to bottom, those of a row from each side."""
        height = max(len(column) for view in self.views for column in view)
        rows = ((row, view) for row in range(height) for view in self.views)
        return [(view, line) for row, view in rows for line in self._lines(view, row)]

    @cached_property
    def by_key(self) -> dict[str, list[Cells]]:
        """The lines by the key of the entrant whom they belong to."""
        found: dict[str, list[Cells]] = {}
        for _, line in self.lines:
            found.setdefault(identify(format_cell(line[0])), []).append(line)
        return found

    def _lines(self, view: View, row: int) -> Iterator[Cells]:
        """The lines of one row, one for each column of the widest cells, without blank ones."""
        if row >= max(map(len, view)):
            return
        cells = [column[min(row, len(column) - 1)] for column in view]
        asked = [
            at
            for at, column in enumerate(view)
            if (self.headings[at] == OPPONENT if OPPONENT in self.headings else len(column) > 1)
            and at > 0
        ]
        for place in range(max(map(len, cells))):
            line = [part[min(place, len(part) - 1)] for part in cells]
            if format_cell(line[0]) and any(format_cell(line[at]) for at in asked):
                yield line

    @property
    def titles(self) -> list[str]:
        """The headings as texts; the first says whose record it is."""
        return [heading.replace("_", " ") for heading in self.headings]

    @property
    def across(self) -> Iterator[str]:
        """What lines repeat as a text, such as rounds, which standings have as headings."""
        repeated = (column[0] for view in self.views for column in view if len(column) == 1)
        return (format_cell(cell) for row in repeated for cell in row)

    @cached_property
    def known(self) -> frozenset[str]:
        """The keys of those whom lines belong to."""
        first = (row[0] for view in self.views for row in view[0])
        return frozenset(identify(format_cell(cell)) for cell in first)

    @cached_property
    def has_entries(self) -> bool:
        """Whether opponents are entries of a wall list, such as ``12w+``."""
        at = self.headings.index(OPPONENT) if OPPONENT in self.headings else 0
        texts = (format_cell(line[at]) for _, line in self.lines if at)
        return any(_is_entry(text, self.known) for text in texts)

    @property
    def announced(self) -> int:
        """How many rounds there are room for, where a wall list says that."""
        is_said = ROUND in self.titles and self.has_entries
        return len(self.views[0][self.titles.index(ROUND)][0]) if is_said else 0


def read_records(workbook: Workbook) -> list[Records]:
    """The records of a workbook that was opened with its values; few workbooks have two."""
    areas: dict[int, dict[int, tuple[str, list[Cells]]]] = {}
    for name in workbook.defined_names:
        found = RECORD_COLUMN.fullmatch(name)
        if found and (rows := read_named_rows(workbook, name)):
            columns = areas.setdefault(int(found["number"]), {})
            columns[int(found["at"])] = found["heading"], rows
    views: dict[tuple[str, ...], list[View]] = {}
    for _, columns in sorted(areas.items()):
        headings, cells = zip(*(columns[at] for at in sorted(columns)))
        views.setdefault(headings, []).append(cells)
    return [Records(headings, of) for headings, of in views.items()]


def read_games(
    records: Sequence[Records], tables: Sequence[StandingsTable]
) -> tuple[Entrants, list[Round]]:
    """The entrants with their lines, and the games in the order in which they are played."""
    lines = sum(len(of.lines) for of in records)
    entrants = Entrants(tables, [identity_of(of.titles[0]) for of in records], lines)
    rounds = []
    for of in records:
        games = _collect(of, entrants)
        order = in_order([game.when for game in games])
        games.sort(key=lambda game: order.index(game.when))
        rounds += [Round(label, list(part)) for label, part in groupby(games, lambda g: g.when)]
    return entrants, rounds


def _collect(records: Records, entrants: Entrants) -> list[Game]:
    """Give each entrant the own lines; the games, each once, from the first side."""
    first, *titles = records.titles
    identity, known, has_entries = identity_of(first), records.known, records.has_entries
    of: dict[str, list[Line]] = {}
    games: list[Game] = []

    def naming(text: str, key: str) -> Figure:
        return Figure(text, entrant=entrants.named_by(identity, key, text) if key else None)

    for view, cells in records.lines:
        line, is_open = Line(), False
        for title, cell in zip(titles, cells[1:]):
            text = format_cell(cell)
            if title == OPEN:
                is_open = cell.value == 1 and view is records.views[0]
            elif title != OPPONENT:
                line[title] = Figure(text, is_number(cell))
            elif has_entries:
                entry = parse_entry(text, known)
                line[OPPONENT] = naming(entry.opponent, entry.key)
                line[COLOUR], line[RESULT] = Figure(entry.colour), Figure(entry.result)
            else:
                line[title] = naming(text, identify(text))
        own = format_cell(cells[0])
        of.setdefault(identify(own), []).append(line)
        if view is records.views[0] and OPPONENT in line:
            is_waiting = has_entries and line[OPPONENT].key and line[RESULT].text == NO_RESULT
            sides = naming(own, identify(own)), line[OPPONENT]
            games.append(Game(line.when, sides, line, is_open or bool(is_waiting)))
    for key, own_lines in of.items():
        used = [title for title in own_lines[0] if any(line[title].text for line in own_lines)]
        record = [Line((title, line[title]) for title in used) for line in own_lines]
        entrants.give(identity, key, record)
    return list(_once(games)) if has_entries else games


def _once(games: Sequence[Game]) -> Iterator[Game]:
    """Each game of a wall list once: from the side of White, or of the lower number."""
    of_pair: dict[tuple[str, frozenset[str]], list[Game]] = {}
    for game in games:
        keys = frozenset(side.key for side in game.sides)
        of_pair.setdefault((game.when, keys), []).append(game)
    for same in of_pair.values():
        whites = [game for game in same if game.line[COLOUR].text == _COLOURS["w"]]
        yield (whites or same)[0]


def _is_entry(text: str, known: Collection[str]) -> bool:
    """Whether a text is the number of an opponent with a result behind it."""
    entry = _ENTRY.fullmatch(text)
    if not entry or identify(text) in known or str(int(entry["opponent"])) not in known:
        return False
    return _RESULT.fullmatch(entry["result"].strip()) is not None


class Entry(NamedTuple):
    """An entry of a wall list in words."""

    opponent: str
    colour: str = ""
    result: str = ""
    key: str = ""
    """By what the opponent is known; blank where there is none."""


def parse_entry(text: str, known: Collection[str]) -> Entry:
    """The opponent, the colour and the result in an entry of a wall list.

    >>> parse_entry("6+/w2", {"6"})[:3]
    ('6', 'White', 'won, 2 stones')
    >>> parse_entry("12b-", {"12"})[:3], parse_entry("12w", {"12"})[:3]
    (('12', 'Black', 'lost by forfeit'), ('12', 'White', 'no result'))
    >>> parse_entry("H", set())[:3]
    ('–', '', 'half-point bye')
    """
    if identify(text) in known:
        return Entry(text, key=identify(text))
    entry = _ENTRY.fullmatch(text)
    if not entry:
        return Entry(NOBODY, "", _ALONE.get(identify(text), text))
    number, rest = str(int(entry["opponent"])), entry["result"].strip()
    key = number if number in known else ""
    opponent = key or NOBODY
    parts = _RESULT.fullmatch(rest)
    if not parts or (not key and number != "0"):
        return Entry(opponent, "", rest if key else text, key)
    result = _SIGNS.get(parts["sign"] or ("?" if parts["before"] else ""), "")
    if parts["forfeit"] or (parts["before"] and parts["sign"] in ("+", "-")):
        result += " by forfeit"
    if parts["stones"] and int(parts["stones"]):
        result += f", {int(parts['stones'])} stones"
    colour = (parts["before"] or parts["behind"] or "").lower()
    return Entry(opponent, _COLOURS.get(colour, ""), result, key)
