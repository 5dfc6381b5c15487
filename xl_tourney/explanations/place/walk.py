"""Who is ranked where teams are placed one at a time, and the criteria begin again for the others.

Each tie walks down the criteria by itself (``templates/league/rules/restart.py``), so that the
criterion of a step is another one for each team.  What separates a team from others is the last
step in which they were candidates together before one of them was placed, or was out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...grammar.references import CellAddress, Range
from ...templates.parts.table import Table
from ..book import Area, Book, once
from ..figure.derivations import make_argument
from .measures import measure_of
from .ranking import Criterion, Ranked, Ranking, Separation

_FIRST = "level_1"
"""The column that only these tables have."""


@dataclass(frozen=True)
class Walk(Ranking):
    """All who are ranked together, by the steps of their ties."""

    levels: Sequence[Sequence[object]] = ()
    """The place that is shared after each step, by row; the first before all of them."""
    ranks: Sequence[Sequence[object]] = ()
    """The same, behind it for those who are out until somebody has the place."""
    by_row: Sequence[Sequence[Criterion]] = ()
    """The criterion that each row takes in each step."""

    def separations(self, row: int) -> Iterator[Separation]:
        """The first criterion, and each that separates somebody, until nobody else is level.

        Whoever stays in the tie with the team may have another figure: they are compared anew.
        """
        for step in range(1, len(self.levels)):
            before = self._sharing(self.levels[step - 1], row)
            after = self._sharing(self.levels[step], row)
            if not before or (step > 1 and len(after) == len(before)):
                continue
            at = self._together(row, step)
            criterion, candidates = self.by_row[row][at - 1], self._sharing(self.ranks[at - 1], row)
            level = [other for other in candidates if other in after]
            if any(self.key(other, criterion) != self.key(row, criterion) for other in level):
                left = [other for other in candidates if other not in after]
                yield Separation(criterion, left, [])
            else:
                yield Separation(criterion, candidates, level)
        if after:
            compared = [one for one in self.by_row[row] if one.label.value]
            known = [one for one in compared if not one.measure.is_silent]
            yield Separation(known[-1], after, after)

    def common(self, one: int, other: int) -> tuple[list[Criterion], Criterion | None]:
        """On which criteria two are level, and the one that separates them."""
        level: dict[str, Criterion] = {}
        for step in range(1, len(self.levels)):
            if self.levels[step][one] != self.levels[step][other]:
                at = self._together(one, step, other)
                deciding = self.by_row[one][at - 1]
                level.pop(deciding.measure.name, None)
                return [*level.values()], deciding
            criterion = self.by_row[one][step - 1]
            if self.key(one, criterion) == self.key(other, criterion) and criterion.label.value:
                level.setdefault(criterion.measure.name, criterion)
        return [*level.values()], None

    def _sharing(self, of: Sequence[object], row: int) -> list[int]:
        return [other for other in self.rows if other != row and of[other] == of[row]]

    def _together(self, row: int, step: int, other: int | None = None) -> int:
        """The last step, up to one, in which a row was a candidate, together with another one."""
        asked = [row] if other is None else [row, other]
        while step > 1 and any(
            self.ranks[step - 1][r] != self.levels[step - 1][r]
            or self.ranks[step - 1][r] != self.ranks[step - 1][row]
            for r in asked
        ):
            step -= 1
        return step


def walk_of(book: Book, cell: CellAddress) -> Ranked | None:
    """The walk that gives a place; None for places that another rule gives."""
    found = book.table_cell(cell)
    if found is None or all(column.key != _FIRST for column in found.table.columns):
        return None
    walk = _walk_in(book, found.table)
    return Ranked(walk, found.at) if found.at in walk.rows else None


@once
def _walk_in(book: Book, table: Table) -> Walk:
    steps = sum(column.key.startswith("level_") for column in table.columns) - 1

    def cells(key: str, last: str = "") -> Area:
        ends = (book.cell(table, one, 0).column for one in (key, last or key))
        left, right = ends
        return Area(table.sheet.title, Range(table.first, left, table.last, right))

    def values(key: str) -> list[object]:
        return [row[0] for row in book.block(*cells(key))]

    area = cells("value_1", f"value_{steps}")
    keys = make_argument(book, str(area))
    assert keys is not None
    scores = book.event.text("ScoresCount")
    by_row = []
    rows = [at for at, level in enumerate(values("level_0")) if isinstance(level, (int, float))]
    for at in range(len(keys.block)):
        criteria = []
        for step in range(1, steps + 1) if at in rows else ():
            label = book.term(book.cell(table, f"label_{step}", at))
            measure = measure_of(book.in_english(str(label.value)))
            measure = measure.counting(scores) if scores else measure
            criteria.append(Criterion(label, measure, step - 1))
        by_row.append(criteria)
    levels, ranks = (
        [values(f"{what}_{step}") for step in range(steps + 1)] for what in ("level", "rank")
    )
    return Walk(book, keys, (), area, rows, {}, levels, ranks, by_row)
