"""The search for the nearest flip: trials in an open workbook, then a proof by recalculation."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openpyxl import Workbook as Values
from openpyxl import load_workbook

from ...engines import load_engine
from ...engines.formualizer import Trial
from ...errors import EngineError, InputError
from ...export.filled_workbook import FilledWorkbook
from ...grammar.references import CellAddress, Range
from ...ooxml.package import Package
from ...ooxml.workbook import Workbook
from ...recalc.recalculate import paused_garbage_collection
from ...recalc.recalculation import Recalculation
from ...update.saved_workbook import SavedWorkbook
from .changes import Alternative, Ladder, Result, normalize
from .flip import ChangedCell, Flip
from .inputs import Inputs
from .places import Placing, ReadRange, Standings
from .results import own_figure, read_results

SECONDS = 30.0
"""How long is searched."""


def nearest_flip(
    workbook: SavedWorkbook, above: str, below: str, *, seconds: float = SECONDS
) -> Flip | None:
    """The smallest change of one result that would put one entrant above another.

    Parameters
    ----------
    workbook
        A workbook that a template made.
    above, below
        Two entrants of one table of standings; the first is not below the second.
    seconds
        How long is searched; what is found until then is given.

    Returns
    -------
    Flip
        The change, proved by recalculation; None if no change of one result is enough, or none was
        found in that time.

    Raises
    ------
    InputError
        No table of standings has both of them, or the second is above already.
    """
    return FlipSearch(workbook, above, below, seconds).run()


class FlipSearch:
    """The search for the nearest flip of two entrants."""

    def __init__(self, saved: SavedWorkbook, above: str, below: str, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        filled = FilledWorkbook.calculate(saved, "", head={}, anyway=True)
        self._saved = saved
        self._inputs = Inputs(saved, filled)
        self._standings = Standings(saved)
        self._read = read = reader_of(filled.cells)
        self._table, names = self._standings.find(read, above, below)
        self.above, self.below = names
        self._problems = self._standings.problems(read)
        self.places = self._places(read)
        if self.places is None:
            raise InputError(f"{self.above} or {self.below} has no place yet.")
        if self.places.is_flipped:
            raise InputError(f"{self.below} is above {self.above} already.")
        sides = self._standings.figures(self._table, "side", read)
        if len({sides.get(normalize(name)) for name in names}) > 1:
            raise InputError(f"{self.above} and {self.below} are not on one side of the ranking.")
        with paused_garbage_collection():
            request = Recalculation(Workbook.open(saved.package), load_engine()).request()
            self._trial = Trial(request)
        self._tried: dict[int, bool] = {}
        self.is_complete = False
        """Whether every change that is smaller than the one found was tried."""

    @property
    def trials(self) -> int:
        """How many changes were tried."""
        return len(self._tried)

    def run(self) -> Flip | None:
        """The smallest change that flips them, as far as time allows."""
        results = self._relevant(read_results(self._inputs, self.above, self.below))
        try:
            found = self._search(results)
            while found and not (flip := self._prove(*found)):
                self._tried[id(found[1])] = False  # the engine was wrong in the open workbook
                found = self._search(results)
        except EngineError:
            return None
        return flip if found else None

    def _relevant(self, results: Sequence[Result]) -> list[Result]:
        """The results that can matter, those of the two first.

        Where a figure of their own results separates them before all else, no others do.
        """
        own = [result for result in results if self._is_own(result)]
        figures = self._standings.figures(self._table, own_figure(self._inputs), self._read)
        first, second = (figures.get(normalize(name)) for name in (self.above, self.below))
        if first != second:
            return own
        return own + [result for result in results if not self._is_own(result)]

    def _is_own(self, result: Result) -> bool:
        return not result.sides.isdisjoint(map(normalize, (self.above, self.below)))

    def _search(self, results: Sequence[Result]) -> tuple[Result, Alternative] | None:
        """The smallest change of the results of the two by halving, then whatever is smaller."""
        best: tuple[Result, Alternative] | None = None
        ladders = [
            (result, ladder)
            for result in results
            if self._is_own(result)
            for ladder in result.ladders
            if ladder
        ]
        for result, ladder in sorted(ladders, key=lambda pair: pair[1][0].size):
            smaller = [a for a in ladder if best is None or a.size < best[1].size]
            if smaller and (found := self._halve(smaller)):
                best = result, found
        self.is_complete = False
        for result, alternative in _by_size(results):
            if best and alternative.size >= best[1].size:
                break
            if time.monotonic() > self._deadline:
                return best
            if self._flips(alternative):
                best = result, alternative
                break
        self.is_complete = True
        return best

    def _halve(self, ladder: Ladder) -> Alternative | None:
        """The first of a ladder that flips them, if the last one does."""
        if time.monotonic() > self._deadline or not self._flips(ladder[-1]):
            return None
        low, high = -1, len(ladder) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if self._flips(ladder[middle]):
                high = middle
            else:
                low = middle
        return ladder[high]

    def _flips(self, alternative: Alternative) -> bool:
        """Whether a change flips them in the open workbook, and makes no row wrong."""
        if id(alternative) not in self._tried:
            self._trial.change(alternative.values)
            self._tried[id(alternative)] = self._is_flip(self._places(self._trial.read))
            if self._tried[id(alternative)]:
                self._tried[id(alternative)] = not self._has_new_problem(self._trial.read)
        return self._tried[id(alternative)]

    def _places(self, read: ReadRange) -> Placing | None:
        places = self._standings.places(self._table, read)
        above, below = (places.get(normalize(name)) for name in (self.above, self.below))
        return None if above is None or below is None else Placing(above, below)

    @staticmethod
    def _is_flip(placing: Placing | None) -> bool:
        return placing is not None and placing.is_flipped

    def _has_new_problem(self, read: ReadRange) -> bool:
        """Whether a row is wrong in another way than before."""
        return any(
            new not in ("", old) for old, new in zip(self._problems, self._standings.problems(read))
        )

    def _prove(self, result: Result, alternative: Alternative) -> Flip | None:
        """The flip, if the standings show it after a recalculation of the changed workbook."""
        read = reader_of(recalculated(self._saved, alternative.values))
        placing = self._places(read)
        if placing is None or not placing.is_flipped or self._has_new_problem(read):
            return None
        cells = self._inputs.filled.cells
        assert self.places is not None
        return Flip(
            self.above,
            self.below,
            (result.text,),
            (alternative.text,),
            alternative.change,
            tuple(
                ChangedCell(cell, cells[cell.sheet].cell(cell.row, cell.column).value, value)
                for cell, value in alternative.values.items()
            ),
            self.places,
            placing,
            self.is_complete,
            self.trials,
        )


def _by_size(results: Sequence[Result]) -> Iterator[tuple[Result, Alternative]]:
    """All alternatives, smaller ones first; of one size in the order of the results."""
    found = [(result, a) for result in results for a in result.alternatives()]
    return iter(sorted(found, key=lambda pair: pair[1].size))


def recalculated(saved: SavedWorkbook, values: Mapping[CellAddress, Any]) -> Values:
    """The values of a workbook in which some cells have others, calculated afresh."""
    package = Package(saved.with_values(values), saved.package.name)
    with paused_garbage_collection():
        recalculation = Recalculation(Workbook.open(package), load_engine())
        recalculation.run()
    content = package.with_parts(recalculation.new_parts)
    return load_workbook(io.BytesIO(content), data_only=True)


def reader_of(values: Values) -> ReadRange:
    """Reads ranges of a workbook that was opened with its values."""

    def read(sheet: str, range_: Range) -> Sequence[Sequence[Any]]:
        area = {
            "min_row": range_.top,
            "min_col": range_.left,
            "max_row": range_.bottom,
            "max_col": range_.right,
        }
        return list(values[sheet].iter_rows(**area, values_only=True))

    return read
