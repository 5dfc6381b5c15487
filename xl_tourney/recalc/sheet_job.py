"""A sheet on its way through an engine."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from ..engines import NotCalculated, Outcome
from ..engines.base import Rows
from ..grammar import spelling
from ..grammar.references import Area, Place, apart
from ..ooxml.sheet import Sheet
from .keeping import Findings, Keeper, look

_MAY_GIVE_ARRAY = re.compile(rb"[:{\[#]")
_LONE_CALL = re.compile(rb"([^(){}]+)\([^(){}]*\)")
_OF_ONE_VALUE = frozenset(("SUM", "COUNT", "COUNTA", "AVERAGE", "MIN", "MAX", "PRODUCT"))


@dataclass
class SheetJob:
    """A sheet, what is asked of it, and what is known of its formula cells, by their numbers."""

    name: str
    sheet: Sheet
    areas: Sequence[Area]
    """The rectangles that hold the formula cells and what they fill."""
    kept: dict[int, str]
    """The cells that keep their values, and why; no reason where there is nothing to say."""
    doubtful: Sequence[int]
    """Those that the engine may get wrong."""
    doubtful_near_whole: Sequence[int]
    """Those that it may get wrong if some number is nearly, but not quite, a whole one."""
    one_value: set[int]
    """Those whose formula takes one value of an array, as cells did before arrays spilled."""
    may_spill: Sequence[int]
    """Those whose value may take more room than the file gives it."""
    may_spill_ours: Sequence[int]
    """The same, those that only call one of our functions."""
    _seen: tuple[Outcome, list[Any], set[type]] | None = None
    """The last outcome, with its values for the formula cells, and their types."""

    @classmethod
    def of(cls, name: str, sheet: Sheet, keeper: Keeper) -> SheetJob:
        """The job for a sheet."""
        known = look(sheet, keeper)
        return cls(
            name,
            sheet,
            wanted_areas(sheet, known.kept),
            known.kept,
            known.doubtful,
            known.doubtful_near_whole,
            known.one_value,
            *_may_spill(sheet, known),
        )

    def place(self, at: int) -> Place:
        """Where a formula cell is."""
        return Place(self.name, self.sheet.formulas.rows[at], self.sheet.formulas.columns[at])

    def with_room(self, cells: Iterable[int]) -> list[Place]:
        """The places of those cells that have room to spill: no formula below, or beside them."""
        formulas = self.sheet.formulas
        found = []
        for at in cells:
            row, column = formulas.rows[at], formulas.columns[at]
            if (row + 1, column) not in self._taken or (row, column + 1) not in self._taken:
                found.append(Place(self.name, row, column))
        return found

    @cached_property
    def _taken(self) -> set[tuple[int, int]]:
        return set(zip(self.sheet.formulas.rows, self.sheet.formulas.columns))

    def values(self, outcome: Outcome) -> list[Any]:
        """What the engine gives for each formula cell."""
        if self._seen is None or self._seen[0] is not outcome:
            values = self._values(outcome)
            self._seen = outcome, values, {*map(type, values)}
        return self._seen[1]

    def _values(self, outcome: Outcome) -> list[Any]:
        formulas, given = self.sheet.formulas, outcome.values[self.name]
        if len(self.areas) == 1:
            (top, left, _, _), rows = self.areas[0], given[0]
            return [rows[r - top][c - left] for r, c in zip(formulas.rows, formulas.columns)]
        values = Given(self.areas, given)
        return [values[at] for at in zip(formulas.rows, formulas.columns)]

    def given_as(self, kind: type, outcome: Outcome) -> list[int]:
        """The cells that are not kept, for which the engine gives a value of this type."""
        values = self.values(outcome)
        if self._seen and kind not in self._seen[2]:
            return []
        return [
            at for at, value in enumerate(values) if type(value) is kind and at not in self.kept
        ]

    def given(self, outcome: Outcome) -> Given:
        """What the engine gives for any cell of the areas."""
        return Given(self.areas, outcome.values[self.name])

    def learn(self, failures: Mapping[Place, str], outcome: Outcome) -> int:
        """Note what the engine cannot calculate as the file means it; how many cells are new."""
        failed: dict[int, str] = {}
        if failures:
            for at in range(len(self.sheet.formulas)):
                why = failures.get(self.place(at))
                if why and at not in self.kept:
                    failed[at] = why
        values = self.values(outcome)
        spilling = {
            at
            for at in (*self.may_spill, *self.may_spill_ours)
            if (values[at] == "#SPILL!" or (outcome.arrays and self.place(at) in outcome.arrays))
            and at not in self.kept
            and not self.sheet.formulas.cell(at).dynamic
        }
        for at in spilling & self.one_value:
            failed[at] = "it gives an array where the file has room for one value"
        spilling -= self.one_value
        self.one_value |= spilling
        self.kept |= failed
        return len(failed) + len(spilling)


class Given:
    """The values that the engine gave for some areas, by cell.

    Areas that share a column lie one below the other, in their order.
    """

    def __init__(self, areas: Sequence[Area], given: Sequence[Rows]) -> None:
        self._tops: dict[int, list[int]] = defaultdict(list)
        self._areas: dict[int, list[tuple[Area, Rows]]] = defaultdict(list)
        for area, rows in zip(areas, given):
            for column in range(area.left, area.right + 1):
                self._tops[column].append(area.top)
                self._areas[column].append((area, rows))

    def __getitem__(self, at: tuple[int, int]) -> Any:
        row, column = at
        number = bisect_right(self._tops.get(column, ()), row) - 1
        if number >= 0:
            area, rows = self._areas[column][number]
            if row <= area.bottom:
                return rows[row - area.top][column - area.left]
        return NotCalculated("it is not part of what was calculated")


def wanted_areas(sheet: Sheet, kept: Collection[int] = ()) -> list[Area]:
    """Rectangles that hold the formula cells, and what they fill unless they are kept.

    It is one if they lie close together; else they are columns, or parts of them, in order.
    """
    formulas = sheet.formulas
    arrays = formulas.areas(at for at in formulas.marked if at not in kept).values()
    rows, columns = formulas.rows, formulas.columns
    cells = Area(min(rows), min(columns), max(rows), max(columns))
    tops, lefts, bottoms, rights = zip(cells, *arrays)
    box = Area(min(tops), min(lefts), max(bottoms), max(rights))
    if box.size <= 8 * (len(formulas) + sum(area.size for area in arrays)) + 1000:
        return [box]
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for column, row in zip(formulas.columns, formulas.rows):
        spans[column].append((row, row))
    for area in arrays:
        for column in range(area.left, area.right + 1):
            spans[column].append((area.top, area.bottom))
    return [
        Area(first, column, last, column)
        for column in sorted(spans)
        for first, last in zip(*apart(spans[column], gap=8))
    ]


def _may_spill(sheet: Sheet, known: Findings) -> tuple[list[int], list[int]]:
    """Formula cells whose value may take more room than the file gives it; and those of ours."""
    formulas, shapes = sheet.formulas, sheet.shapes
    of_shape = {shape: _spills(text) for shape, text in sheet.of_shape.items()}
    special = dict.fromkeys(known.kept, _Spills.NEVER)
    shared: dict[str, _Spills] = {}
    for at in formulas.marked:
        cell = formulas.cell(at)
        if cell.array:
            how = _Spills.ANY if cell.dynamic else _Spills.NEVER
        elif cell.shared is not None:
            how = shared.setdefault(cell.shared, of_shape[shapes[at]])
        else:
            continue
        special.setdefault(at, how)

    def all_that(spill: _Spills) -> list[int]:
        of = {shape for shape, how in of_shape.items() if how is spill}
        found = [at for at, shape in enumerate(shapes) if shape in of] if of else []
        if not special:
            return found
        marked = {at for at, how in special.items() if how is spill}
        return sorted(marked.union(at for at in found if at not in special))

    return all_that(_Spills.ANY), all_that(_Spills.OURS)


class _Spills(Enum):
    """Whether a formula may give more than one value."""

    NEVER = 0
    ANY = 1
    OURS = 2
    """It may if one of our functions does."""


def _spills(formula: bytes) -> _Spills:
    if not _MAY_GIVE_ARRAY.search(formula):
        return _Spills.NEVER
    call = _LONE_CALL.fullmatch(formula)
    name = call[1].decode() if call else ""
    if name.upper() in _OF_ONE_VALUE:
        return _Spills.NEVER
    return _Spills.OURS if spelling.plain(name) else _Spills.ANY
