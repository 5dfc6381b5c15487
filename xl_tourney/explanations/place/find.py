"""Where somebody is ranked: by the call that gives the place, a walk, or a column."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.expression import Term, to_term
from ...events.standings.table import StandingsTable
from ...grammar.references import CellAddress, Range
from ...templates.parts.table import Table
from ..book import Area, Book, area_of, once
from ..figure.derivations import find_origin, make_argument, outer_call
from .measures import measure_of
from .ranking import Criterion, Ranked, Ranking
from .rows import DECIDED, PLACE, StandingsRow, keys_of_columns, side_of
from .walk import walk_of

_SCORES = ("score", "total")
"""The columns that decide where no key is declared."""


def find_ranking(book: Book, player: StandingsRow) -> Ranked | None:
    """Where a player is ranked: by the call that gives the place, or by the column of the score."""
    columns = {key: at for at, key in enumerate(keys_of_columns(book, player)) if key}
    for key in (DECIDED, PLACE):
        if key in columns:
            origin = find_origin(book, player.address(columns[key]))
            if walked := walk_of(book, origin.cell):
                return walked
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
