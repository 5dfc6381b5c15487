"""Which formula cells read some others, directly or by way of more, without a look at each cell.

Cells of one shape that read what moves along with them are a block.  An example: C2 to C9 are
``=B2*$A$1+C1`` and so on.  Three relations say what they read: column B of the own row, A1, and the
row above in column C.  B5 to B7 are read by the first relation's rows 5 to 7, and so on from there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ...grammar.references import MAX_ROW, CellSet, Range, SheetRange
from ..sheets.sheet_task import SheetTask
from .formula_precedents import Evaluate, FormulaPrecedents, Written, filled_range

Cell = tuple[int, int]
"""The numbers of a sheet and of a formula cell."""

_TILE = 256
"""The rows of a column in which it is known together which relations read from there."""
_MOST_TILES = 1024
"""A relation that reads from more of them is looked at for every cell."""


class _Column:
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


class _Edge(NamedTuple):
    """A row or a column of a range: so many from the cell, or always the same."""

    is_fixed: bool
    number: int

    @classmethod
    def of(cls, edges: Sequence[int], places: Sequence[int]) -> _Edge | None:
        """What the edges have in common that cells at some places read; None if nothing.

        >>> _Edge.of([3, 9], [2, 8]), _Edge.of([3, 3], [2, 8]), _Edge.of([3, 4], [2, 8])
        (_Edge(is_fixed=False, number=1), _Edge(is_fixed=True, number=3), None)
        """
        if len({*edges}) == 1:
            return cls(True, edges[0])
        distances = {edge - place for edge, place in zip(edges, places)}
        return cls(False, *distances) if len(distances) == 1 else None

    def at(self, place: int) -> int:
        return self.number if self.is_fixed else place + self.number

    def first(self, least: int) -> int:
        """The first place whose edge is at least this one."""
        if self.is_fixed:
            return 1 if self.number >= least else MAX_ROW + 1
        return least - self.number

    def last(self, most: int) -> int:
        """The last place whose edge is at most this one."""
        if self.is_fixed:
            return MAX_ROW if self.number <= most else 0
        return most - self.number


class _Relation(NamedTuple):
    """A range that each cell of a block reads."""

    sheet: str
    top: _Edge
    left: _Edge
    bottom: _Edge
    right: _Edge

    @classmethod
    def of(cls, read: Sequence[SheetRange], places: Sequence[tuple[int, int]]) -> _Relation | None:
        """What some cells have in common that read these ranges; None if nothing."""
        rows, columns = zip(*places)
        edges = [
            _Edge.of([range_[number] for _, range_ in read], (rows, columns)[number % 2])
            for number in range(4)
        ]
        sheet, *others = {sheet for sheet, _ in read}
        top, left, bottom, right = edges
        if others or top is None or left is None or bottom is None or right is None:
            return None
        return cls(sheet, top, left, bottom, right)

    def at(self, row: int, column: int) -> SheetRange:
        """The range that a cell reads."""
        _, top, left, bottom, right = self
        return self.sheet, Range(top.at(row), left.at(column), bottom.at(row), right.at(column))

    def readers(self, read: Range) -> Range:
        """Where the cells lie that read from a range; it may be empty."""
        return Range(
            self.bottom.first(read.top),
            self.right.first(read.left),
            self.top.last(read.bottom),
            self.left.last(read.right),
        )


class _Block(NamedTuple):
    """Cells of one shape, and what they read."""

    number: int
    """The number of the sheet."""
    indexes: Sequence[int]
    rows: Sequence[int]
    columns: Sequence[int]
    relations: Sequence[_Relation] | None
    """None if it is not known what they read: it may be anything."""
    calls: Sequence[str] = ()
    """What makes references at run time in one of them."""

    def to_take(self) -> dict[int, _Column]:
        """The cells by column, each of which can be taken once."""
        found = defaultdict(list)
        for row, column, index in zip(self.rows, self.columns, self.indexes):
            found[column].append((row, index))
        return {column: _Column(cells) for column, cells in found.items()}

    def read(self, relation: _Relation) -> Range:
        """A range around all that they read by a relation."""
        (_, first), (_, last) = (
            relation.at(end(self.rows), end(self.columns))  # edges move down and right alone
            for end in (min, max)
        )
        return Range(first.top, first.left, last.bottom, last.right)


class Readers:
    """What the formula cells of some sheets read, and which cells read them; by blocks."""

    def __init__(self, tasks: Sequence[SheetTask], precedents: FormulaPrecedents) -> None:
        self.tasks = tasks
        self._precedents = precedents
        self._read: dict[Cell, Sequence[SheetRange] | None] = {}
        """What cells read that make references at run time."""
        self._places = [
            (task.sheet.formula_cells.rows, task.sheet.formula_cells.columns) for task in tasks
        ]
        """The rows and the columns of the formula cells."""
        self._areas = [
            {*task.sheet.formula_cells.kinds.arrays, *task.sheet.formula_cells.kinds.data_tables}
            for task in tasks
        ]

    def calculated_anew(self, evaluate: Evaluate) -> None:
        """Forget to what references lead that are made at run time; this evaluates them."""
        self._precedents.evaluate = evaluate
        self._read.clear()

    def read_by(self, cells: Sequence[Cell]) -> list[Sequence[SheetRange] | None]:
        """The ranges that cells read; None where that is not known."""
        missing: dict[int, list[int]] = defaultdict(list)
        for number, index in cells:
            if self._block_of[number][index].calls and (number, index) not in self._read:
                missing[number].append(index)
        for number, indexes in missing.items():
            found = self._precedents.find(self.tasks[number], indexes)
            self._read |= {(number, index): ranges for index, ranges in found.items()}
        return [self._read[cell] if cell in self._read else self._static(*cell) for cell in cells]

    def _static(self, number: int, index: int) -> Sequence[SheetRange] | None:
        relations, (rows, columns) = self._block_of[number][index].relations, self._places[number]
        if relations is None:
            return None
        return [relation.at(rows[index], columns[index]) for relation in relations]

    def dependents(
        self,
        origins: Collection[Cell],
        among: Collection[Cell] | None = None,
        *,
        as_written: bool = False,
    ) -> dict[Cell, Cell]:
        """The cells that depend on some others, each with the one that it depends on.

        They do by way of certain cells or of any.  One that is left as saved is the origin of its
        own dependents.  What is not written in a formula, or not known of it, is left out if it is
        ``as_written``.
        """
        found: dict[Cell, Cell] = {}
        waiting: list[tuple[SheetRange, Cell]] = []
        doubted = CellSet[Cell]()
        columns: dict[int, dict[int, _Column]] = {}
        blocks = self._blocks if origins and not as_written else []
        run_time = [block for block in blocks if block.calls]

        def add(cell: Cell, origin: Cell) -> None:
            if cell[1] in self.tasks[cell[0]].states.left_as_saved:
                origin = cell
            sheet, range_ = self._filled(*cell)
            waiting.append(((sheet, range_), origin))
            for place in range_.cells() if run_time else ():
                doubted.add(sheet, *place, origin)

        def take(block: _Block, within: Range, origin: Cell) -> None:
            if id(block) not in columns:
                columns[id(block)] = block.to_take()
            for column, cells in columns[id(block)].items():
                if within.left <= column <= within.right:
                    for index in cells.take(within.top, within.bottom):
                        cell = block.number, index
                        if among is None or cell in among:
                            found[cell] = origin
                            add(cell, origin)

        for origin in sorted(origins, reverse=True):  # the first one is followed first
            add(origin, origin)
        for block in blocks:
            if block.relations is None:
                take(block, Range(1, 1, MAX_ROW, MAX_ROW), min(origins))
        while waiting:
            while waiting:
                (sheet, range_), origin = waiting.pop()
                for block, relation in self._reading_near(sheet, range_):
                    take(block, relation.readers(range_), origin)
            for block in run_time:
                cells = [(block.number, index) for index in block.indexes]
                cells = [cell for cell in cells if cell not in found]
                if cells and not self._is_elsewhere(block, doubted):
                    for cell, ranges in zip(cells, self.read_by(cells)):
                        cause = min(origins) if ranges is None else doubted.first_in(ranges)
                        if cause and (among is None or cell in among):
                            found[cell] = cause
                            add(cell, cause)
        return found

    def _is_elsewhere(self, block: _Block, doubted: CellSet[Cell]) -> bool:
        """Whether no reference that is made at run time leads to one of some cells.

        OFFSET leads to the sheet of a reference that stands in its call.
        """
        if any("INDIRECT" in call.upper() for call in block.calls):
            return False
        sheets = {relation.sheet for relation in block.relations or ()}
        return not any(doubted.has_some_on(sheet) for sheet in sheets)

    def _filled(self, number: int, index: int) -> SheetRange:
        if index in self._areas[number]:
            return filled_range(self.tasks[number], index)
        row, column = (of[index] for of in self._places[number])
        return self.tasks[number].sheet_name.casefold(), Range(row, column, row, column)

    def _reading_near(self, sheet: str, read: Range) -> Iterator[tuple[_Block, _Relation]]:
        """The relations that may read from a range."""
        tiles, others = self._relations
        near = {
            id(entry[1]): entry
            for column in range(read.left, read.right + 1)
            for tile in range(read.top // _TILE, read.bottom // _TILE + 1)
            for entry in tiles.get((sheet, column, tile), ())
        }
        yield from (*near.values(), *others.get(sheet, ()))

    @cached_property
    def _relations(
        self,
    ) -> tuple[
        dict[tuple[str, int, int], list[tuple[_Block, _Relation]]],
        dict[str, list[tuple[_Block, _Relation]]],
    ]:
        """The relations by the tiles from which they read, and those that read from very many."""
        tiles = defaultdict(list)
        others = defaultdict(list)
        for block in self._blocks:
            for relation in block.relations or ():
                top, left, bottom, right = block.read(relation)
                rows = range(top // _TILE, bottom // _TILE + 1)
                if len(rows) * (right - left + 1) > _MOST_TILES:
                    others[relation.sheet].append((block, relation))
                    continue
                for column in range(left, right + 1):
                    for tile in rows:
                        tiles[relation.sheet, column, tile].append((block, relation))
        return tiles, others

    @cached_property
    def _blocks(self) -> list[_Block]:
        return [
            block
            for number, task in enumerate(self.tasks)
            for indexes in task.sheet.shapes.cells.values()
            for block in self._blocks_of(number, indexes)
        ]

    @cached_property
    def _block_of(self) -> list[dict[int, _Block]]:
        """The block of each cell, by sheet."""
        found: list[dict[int, _Block]] = [{} for _ in self.tasks]
        for block in self._blocks:
            found[block.number].update(dict.fromkeys(block.indexes, block))
        return found

    def _blocks_of(self, number: int, indexes: Sequence[int]) -> Iterator[_Block]:
        """The blocks of cells of one shape: one, but where some of them read in another way."""
        areas = self._areas[number]
        single = [index for index in indexes if index in areas] if areas else []
        waiting = [[index] for index in single]
        waiting.append([index for index in indexes if index not in areas] if single else [*indexes])
        while waiting:
            if not (cells := waiting.pop()):
                continue
            rows, columns = ([of[index] for index in cells] for of in self._places[number])
            chosen = {0, len(cells) // 2, len(cells) - 1}
            chosen |= {of.index(end(of)) for of in (rows, columns) for end in (min, max)}
            samples = {
                (rows[at], columns[at]): self._precedents.written(self.tasks[number], cells[at])
                for at in sorted(chosen)
            }
            if block := _block(number, cells, rows, columns, samples):
                yield block
            else:
                half = len(cells) // 2
                waiting += [cells[:half], cells[half:]]


def _block(
    number: int,
    indexes: Sequence[int],
    rows: Sequence[int],
    columns: Sequence[int],
    samples: dict[tuple[int, int], Written],
) -> _Block | None:
    """The block of some cells, of which some were read; None if these differ."""
    read = [written.ranges for written in samples.values()]
    known = [ranges for ranges in read if ranges is not None]
    calls = next(iter(samples.values())).calls
    if not known:
        return _Block(number, indexes, rows, columns, None, calls)
    if len(known) < len(read) or len({*map(len, known)}) > 1:
        return None
    relations = [_Relation.of(ranges, [*samples]) for ranges in zip(*known)]
    if None in relations:
        return None
    return _Block(number, indexes, rows, columns, [one for one in relations if one], calls)
