"""The formula cells of a workbook in the order of their precedents, and the dependents of some.

The order takes time linear in the number of formula cells and of the ranges that they refer to:
each cell is visited once, however many ranges it lies in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ...grammar.references import CellAddress, CellSet, SheetRange, columns_in

Precedents = Callable[[int], "Sequence[SheetRange] | None"]
"""The ranges that the formula of a cell refers to, by its number; None where that is not known."""


class Column:
    """The cells of a column, each of which is taken once.

    ``_next[i]`` is ``i`` while cell ``i`` is not taken, and points to a later cell when it is.  An
    example with cells in rows 3, 5 and 8: at first it is 0, 1, 2 and an end mark 3.  When rows 1 to
    6 are taken it becomes 1, 2, 2, 3, so that a second visit of row 3 goes on to row 8 at once.
    """

    def __init__(self, cells: list[tuple[int, int]]) -> None:
        cells.sort()
        self._rows = [row for row, _ in cells]
        self._numbers = [number for _, number in cells]
        self._next = list(range(len(cells) + 1))

    def take(self, top: int, bottom: int) -> Iterator[int]:
        """The cells between two rows that were not taken before."""
        index = self._first_from(bisect_left(self._rows, top))
        while index < len(self._rows) and self._rows[index] <= bottom:
            self._next[index] = index + 1
            yield self._numbers[index]
            index = self._first_from(index)

    def _first_from(self, index: int) -> int:
        next_ = self._next
        while next_[index] != index:
            next_[index] = next_[next_[index]]
            index = next_[index]
        return index


def precedents_first(
    positions: Sequence[Sequence[CellAddress]], precedents: Callable[[int], Iterable[SheetRange]]
) -> list[int]:
    """The numbers of cells in an order in which each follows its precedents, except in circles.

    ``positions`` are the cell and the cells that its array fills; sheets' names are in lower case.

    >>> from xl_tourney.grammar.references import Range
    >>> cells = [[CellAddress("s", row, 1)] for row in (1, 2, 3)]
    >>> below = [[("s", Range(2, 1, 3, 1))], [("s", Range(3, 1, 3, 1))], []]
    >>> precedents_first(cells, below.__getitem__)
    [2, 1, 0]
    """
    by_column: dict[str, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for number, addresses in enumerate(positions):
        for sheet, row, column in addresses:
            by_column[sheet][column].append((row, number))
    columns = {
        sheet: {column: Column(cells) for column, cells in sheet_columns.items()}
        for sheet, sheet_columns in by_column.items()
    }

    def not_taken(number: int) -> Iterator[int]:
        for sheet, range_ in precedents(number):
            for _, column in columns_in(columns.get(sheet, {}), range_):
                yield from column.take(range_.top, range_.bottom)

    order: list[int] = []
    is_visited = [False] * len(positions)
    for root in range(len(positions)):
        if is_visited[root]:
            continue
        is_visited[root] = True
        path = [(root, not_taken(root))]
        while path:
            number, rest = path[-1]
            for precedent in rest:
                if not is_visited[precedent]:
                    is_visited[precedent] = True
                    path.append((precedent, not_taken(precedent)))
                    break
            else:
                order.append(number)
                path.pop()
    return order


def find_dependents(
    positions: Sequence[Sequence[CellAddress]],
    precedents: Precedents,
    origins: Iterable[int],
    new_origins: Collection[int] = (),
) -> dict[int, int]:
    """Some cells and all cells that depend on them, each with the one that it depends on.

    A dependent among the ``new_origins`` is the origin of its own dependents.  A cell whose
    precedents are not known depends on every cell.

    >>> from xl_tourney.grammar.references import Range
    >>> cells = [[CellAddress("s", row, 1)] for row in (1, 2, 3, 4)]
    >>> above = [[], [("s", Range(1, 1, 1, 1))], [("s", Range(2, 1, 2, 1))], []]
    >>> find_dependents(cells, above.__getitem__, [0])
    {0: 0, 1: 0, 2: 0}
    """
    origin_of: dict[int, int] = {}
    origins_by_cell: CellSet[int] = CellSet()

    def add(number: int, origin: int) -> None:
        origin_of[number] = origin
        for position in positions[number]:
            origins_by_cell.add(*position, origin)

    for number in origins:
        add(number, number)
    order = precedents_first(positions, lambda number: precedents(number) or ())
    count = 0
    while count < len(origin_of):  # more than one pass is needed only for circles
        count = len(origin_of)
        for number in order:
            if number in origin_of:
                continue
            ranges = precedents(number)
            origin = (
                origins_by_cell.first_value()
                if ranges is None
                else origins_by_cell.first_in(ranges)
            )
            if origin is not None:
                add(number, number if number in new_origins else origin)
    return origin_of
