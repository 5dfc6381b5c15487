"""All who are ranked together, the criteria in their order, and what separates whom.

An example: A, B and C have 4 points, B and C also the same Buchholz.  What separates A from the
others is Buchholz; B shares 4 points with two others, and the Buchholz with C.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ...catalogue.cells import round_to_15_digits
from ...catalogue.derivation import Argument
from ...catalogue.expression import Term, to_term
from ...events.standings.table import StandingsTable
from ...grammar.references import CellAddress, Range
from ...templates.parts.table import Table
from ..book import Area, Book, area_of, once
from ..figure.derivations import (
    ValueOrigin,
    find_origin,
    follow,
    make_argument,
    outer_call,
)
from .measures import Measure, measure_of
from .rows import DECIDED, PLACE, StandingsRow, keys_of_columns, side_of

_SCORES = ("score", "total")
"""The columns that decide where no key is declared."""
_MOST_CELLS = 12
"""Through how many cells the figure behind a sort key is looked for."""


class Criterion(NamedTuple):
    """A criterion, and the column of the sort keys that has its figures."""

    label: Term
    measure: Measure
    column: int


class Separation(NamedTuple):
    """A criterion, and who was level before it and is still level after it."""

    criterion: Criterion
    before: Sequence[int]
    after: Sequence[int]
    """Both without the one it is about."""


@dataclass(frozen=True)
class Ranking:
    """All who are ranked together, by row of the sort keys."""

    book: Book
    keys: Argument
    criteria: Sequence[Criterion]
    area: Area
    """The cells of the sort keys."""
    rows: Sequence[int]
    """The rows that somebody stands in."""
    names: dict[int, Term] = field(default_factory=dict)
    """Who stands in a row, where the tables beside the sort keys do not say it."""

    def name(self, row: int) -> Term:
        """Who stands in a row."""
        if row in self.names:
            return self.names[row]
        return self.book.name_in_row(self.area.cell(row))

    def figure(self, row: int, criterion: Criterion) -> Term:
        """The figure of a criterion as tables show it: a sort key may be its opposite."""
        key = self.keys.at(row, criterion.column)
        if not isinstance(key.value, (int, float)) or key.value >= 0:
            return key
        cell = self.area.cell(row, criterion.column)
        origin = ValueOrigin(cell, self.book.formula(cell))
        for _ in range(_MOST_CELLS):
            following = follow(self.book, origin, signs=True)
            if following is None:
                break
            if following.cell != origin.cell:
                shown = self.book.term(following.cell)
                if shown.value == -key.value:
                    return shown
            origin = following
        return key

    def key(self, row: int, criterion: Criterion) -> float:
        """What is compared."""
        return self._compared[row][criterion.column]

    @cached_property
    def _compared(self) -> list[list[float]]:
        return [
            [
                round_to_15_digits(value) if isinstance(value, (int, float)) else float("-inf")
                for value in row
            ]
            for row in self.keys.block
        ]

    def separations(self, row: int) -> Iterator[Separation]:
        """The first criterion, and each that separates somebody, until nobody else is level."""
        before = [other for other in self.rows if other != row]
        is_first = True
        for criterion in self.criteria:
            if not before:
                return
            own = self.key(row, criterion)
            after = [other for other in before if self.key(other, criterion) == own]
            if criterion.measure.is_partition:
                before = after
                continue
            is_flag = bool(criterion.measure.without)
            separates = len(after) < len(before)
            if (separates and not own) if is_flag else (separates or is_first):
                yield Separation(criterion, before, after)
                is_first = False
            before = after

    def common(self, one: int, other: int) -> tuple[list[Criterion], Criterion | None]:
        """On which criteria two are level, and the first that separates them."""
        level: list[Criterion] = []
        for criterion in self.criteria:
            if self.key(one, criterion) != self.key(other, criterion):
                return level, criterion
            is_nothing = criterion.measure.is_silent and not self.key(one, criterion)
            if not (is_nothing or criterion.measure.without or criterion.measure.is_partition):
                level.append(criterion)
        return level, None


class Ranked(NamedTuple):
    """Somebody's row among all who are ranked together."""

    ranking: Ranking
    row: int


def find_ranking(book: Book, player: StandingsRow) -> Ranked | None:
    """Where a player is ranked: by the call that gives the place, or by the column of the score."""
    columns = {key: at for at, key in enumerate(keys_of_columns(book, player)) if key}
    for key in (DECIDED, PLACE):
        if key in columns:
            origin = find_origin(book, player.address(columns[key]))
            ranking = _ranking_of_call(book, origin.formula)
            if ranking:
                if not ranking.names and "!" not in ranking.name(ranking.rows[0]).formula:
                    ranking.names.update(_names_in_table(book, player.table, columns[key]))
                return Ranked(ranking, origin.row) if origin.row in ranking.rows else None
    for key in _SCORES:
        if key in columns:
            return _rank_by_column(book, player, columns[key])
    return None


def ranking_of_cell(book: Book, cell: CellAddress) -> Ranked | None:
    """Where a cell with a place is ranked; None where its criteria are not shown to readers.

    Where tables of standings are placed by the same keys, these say what the criteria are called.
    """
    origin = find_origin(book, cell)
    ranking = _ranking_of_call(book, origin.formula)
    if ranking is None or origin.row not in ranking.rows:
        return None
    for table in book.event.standings:
        for row in table.cells[:1]:
            known = find_ranking(book, StandingsRow("", table, row))
            if known and known.ranking.keys.formula == ranking.keys.formula:
                return Ranked(known.ranking, origin.row)
    cells = (area_of(criterion.label.formula) for criterion in ranking.criteria)
    is_shown = all(area is None or book.is_shown(area.cell()) for area in cells)
    return Ranked(ranking, origin.row) if is_shown else None


def _names_in_table(book: Book, table: StandingsTable, column: int) -> Iterator[tuple[int, Term]]:
    """Who stands in which row of the sort keys, by a published table."""
    for row in table.cells:
        player = StandingsRow("", table, row)
        if book.value(player.address(column)) not in (None, ""):
            name = book.name_in_row(player.address(table.row_header_column))
            yield find_origin(book, player.address(column)).row, name


@once
def _ranking_of_call(book: Book, formula: str) -> Ranking | None:
    """The ranking by a call of DECIDED_BY or PLACE; None for another formula."""
    call = outer_call(formula) if formula else None
    if call is None or call.name.upper() not in ("DECIDED_BY", "PLACE"):
        return None
    keys = make_argument(book, call.arguments[0].text)
    area = book.area(call.arguments[0].text)
    if keys is None or area is None:
        return None
    is_decided_by = call.name.upper() == "DECIDED_BY"
    labels = make_argument(book, call.arguments[1].text) if is_decided_by else None
    criteria = []
    scores = book.event.text("ScoresCount")
    for at in range(len(keys.block[0])):
        if labels is not None:
            label = labels.at(*((0, at) if len(labels.block[0]) > 1 else (at, 0)))
        else:
            label = book.heading(area.cell(column=at)) or to_term("What the table is sorted by")
        if label.value not in (None, ""):
            measure = measure_of(book.in_english(str(label.value)))
            measure = measure.counting(scores) if scores else measure
            criteria.append(Criterion(label, measure, at))
    rows = [at for at, row in enumerate(keys.block) if any(v not in (None, "") for v in row)]
    return Ranking(book, keys, criteria, area, rows)


def _rank_by_column(book: Book, player: StandingsRow, column: int) -> Ranked | None:
    """The ranking by a column of the published table, each side for itself."""
    address = player.address(column)
    found = book.table_cell(address)
    if found is None or book.value(address) in (None, ""):
        return None
    table = found.table
    heading = player.table.heading_cells[column]
    cell = CellAddress(player.table.sheet, heading.row, heading.column)
    label = Term(player.table.headings[column], str(cell))
    column_range = Range(table.first, address.column, table.last, address.column)
    area = Area(table.sheet.title, column_range)
    ranking = _ranking_of_column(book, label, table, area, _side_in(book, table, found.at))
    return Ranked(ranking, found.at) if found.at in ranking.rows else None


@once
def _ranking_of_column(book: Book, label: Term, table: Table, area: Area, side: object) -> Ranking:
    """All who have a figure in a column, on one side."""
    keys = make_argument(book, str(area))
    assert keys is not None
    rows = [
        at
        for at, (value,) in enumerate(keys.block)
        if isinstance(value, (int, float)) and side in (None, _side_in(book, table, at))
    ]
    criterion = Criterion(label, measure_of(book.in_english(str(label.value))), 0)
    return Ranking(book, keys, [criterion], area, rows)


def _side_in(book: Book, table: Table, at: int) -> object:
    side = side_of(book, table, at)
    return side and side.value
