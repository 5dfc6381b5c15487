"""The search for the nearest flip: trials in an open workbook, then a proof by recalculation."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from openpyxl import Workbook as Values

from ...calculation import Trial, calculator
from ...errors import EngineError, InputError
from ...events.event import Event
from ...grammar.references import CellAddress, Range
from ...ooxml.package import Package
from .changes import Alternative, Ladder, SavedResult, normalize
from .flip import ChangedCell, Flip
from .inputs import Inputs, Ranked
from .places import PairOfPlaces, PlaceColumns, ReadRange
from .results import Figure, deciding_figure, read_results

_LEVEL = 1e-5
"""A smaller difference is that of two who are level, in figures that are rounded."""
SECONDS = 30.0
"""The time limit of a search."""
PATIENCE = 0.1
"""The part of this time after which no smaller change than one that was found is looked for."""


def nearest_flip(
    workbook: Event, above: str, below: str, *, seconds: float = SECONDS
) -> Flip | None:
    """The smallest change of one result that would put one entrant above another.

    Parameters
    ----------
    workbook
        A workbook that a template made, with calculated values.
    above, below
        Two entrants of one table of standings, as it names them; the first is not below the second.
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
    return FlipFinder(workbook).search(above, below, seconds).run()


class FlipFinder:
    """A workbook that stays open, for the flips of several pairs."""

    def __init__(self, saved: Event) -> None:
        self.saved = saved
        self.inputs = Inputs(self.saved)
        self.standings = PlaceColumns(self.saved)
        self.read = reader_of(saved.values)
        self.problems = self.standings.problems(self.read)

    @cached_property
    def trial(self) -> Trial:
        """The workbook in the engine."""
        return calculator().trial(self.saved.package)

    def neighbours(self) -> Iterator[tuple[str, str]]:
        """Each entrant with the next one below, table by table, side by side."""
        for table in self.standings.tables:
            places = self.standings.places(table, self.read)
            sides = self.standings.figures(table, "side", self.read)
            order = sorted(places, key=lambda name: (str(sides.get(name)), places[name]))
            for above, below in pairwise(order):
                if sides.get(above) == sides.get(below):
                    yield above, below

    def search(self, above: str, below: str, seconds: float = SECONDS) -> FlipSearch:
        """The search for the flip of two entrants."""
        return FlipSearch(self, above, below, seconds)


class FlipSearch:
    """The search for the nearest flip of two entrants."""

    def __init__(self, finder: FlipFinder, above: str, below: str, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._patience = time.monotonic() + seconds * PATIENCE
        self._finder = finder
        self._table, names = finder.standings.find(finder.read, above, below)
        self.above, self.below = names
        places = self._places(finder.read)
        if places is None:
            raise InputError(f"{self.above} or {self.below} has no place yet.")
        if places.is_flipped:
            raise InputError(f"{self.below} is above {self.above} already.")
        self.places = places
        sides = finder.standings.figures(self._table, "side", finder.read)
        if len({sides.get(normalize(name)) for name in names}) > 1:
            raise InputError(f"{self.above} and {self.below} are not on one side of the ranking.")
        self._tried: dict[int, bool] = {}
        self.is_complete = False
        """Whether every change that is smaller than the one found was tried."""
        self.refuted = 0
        """How many changes flipped them in the open workbook, but not after recalculation."""

    @property
    def trials(self) -> int:
        """How many changes were tried."""
        return len(self._tried)

    def run(self) -> Flip | None:
        """The smallest change that flips them; the best one found when the time is up."""
        try:
            found = self._search()
            while found:
                gap = self._gap
                flip = self._prove(*found)
                if flip and self._gap == gap:
                    return flip
                if flip is None:
                    self._tried[id(found[1])] = False  # the engine was wrong in the open workbook
                    self.refuted += 1
                found = self._search()
        except EngineError:
            return None
        return None

    @cached_property
    def _results(self) -> list[SavedResult]:
        def figures(column: str) -> Mapping[str, Any]:
            return self._finder.standings.figures(self._table, column, self._finder.read)

        return read_results(self._finder.inputs, Ranked(self.above, self.below, figures))

    def smaller_than(self, flip: Flip | None) -> list[Alternative]:
        """Every change of one result that is smaller than a flip; all of them if there is none."""
        return [
            alternative
            for _, alternative in _by_size(self._results)
            if flip is None or alternative.size < flip.size
        ]

    def is_flipped(self, read: ReadRange) -> bool:
        """Whether the second is above the first, with no row wrong that was right."""
        return self._is_flip(self._places(read)) and not self._has_new_problem(read)

    def _relevant(self, results: Sequence[SavedResult]) -> list[SavedResult]:
        """The results that can matter, those of the two first.

        Where a figure of their own results separates them before all else, no others do.
        """
        names = {normalize(self.above), normalize(self.below)}
        own = [result for result in results if self._is_own(result)]
        own.sort(key=lambda result: -len(result.sides & names))
        if self._figure and self._figure.is_own and self._gap != 0:
            return own
        return own + [result for result in results if not self._is_own(result)]

    def _is_own(self, result: SavedResult) -> bool:
        return not result.sides.isdisjoint(map(normalize, (self.above, self.below)))

    def sentences(self, flip: Flip | None) -> list[str]:
        """Sentences on what was found, or that nothing was."""
        if flip:
            return flip.sentences()
        found = f"No change of one result puts {self.below} above {self.above}"
        if not self.is_complete:
            return [f"{found} among those that were tried before the time was over."]
        return [f"{found}; several at once were not tried."]

    def _search(self) -> tuple[SavedResult, Alternative] | None:
        """The smallest change: of the two entrants' own results by halving, then all smaller ones.

        An example: B is 3 goals behind.  Of the changes of B's last score by 1 to 8 goals that by 8
        flips them, so that by 4 is tried, then by 2, then by 3.  With 3 found, all changes of any
        result by 1 or 2 goals are tried.

        Where it is known what a change is worth, only those are tried that may be enough, and of
        none that is, the nearest: if it is worth something else, all are tried.
        """
        results = self._relevant(self._results)
        best: tuple[SavedResult, Alternative] | None = None
        ladders = [
            (result, ladder)
            for result in results
            if self._is_own(result)
            for ladder in result.ladders
            if ladder
        ]
        for result, ladder in sorted(ladders, key=lambda pair: pair[1][0].size):
            smaller = [a for a in ladder if best is None or a.size < best[1].size]
            if smaller and smaller[0].gains is None and (found := self._halve(smaller)):
                best = result, found
        self.is_complete = False
        nearest: tuple[float, Alternative] | None = None
        for result, alternative in _by_size(results):
            if best and alternative.size >= best[1].size:
                break
            excess, slack = self._excess(alternative), self._slack
            if excess is not None and excess < self._least:
                nearest = max(nearest or (excess, alternative), (excess, alternative), key=_first)
                continue
            if excess is not None and excess > slack and not self.refuted:
                best = result, alternative  # the proof tries it
                self._tried[id(alternative)] = True
                break
            if time.monotonic() > (self._patience if best else self._deadline):
                return best
            if self._flips(alternative):
                best = result, alternative
                break
        if nearest and not self._tried:
            read = recalculated(self._finder.saved, nearest[1].values)
            self._tried[id(nearest[1])] = self.is_flipped(read)
            if not self._has_worth(nearest[1], read):
                return self._search()
        self.is_complete = True
        return best

    def _has_worth(self, alternative: Alternative, read: ReadRange) -> bool:
        """Whether a change does to the deciding figure what was thought; if not, none is known."""
        excess, lead = self._excess(alternative), self._lead(read)
        if excess is not None and (lead is None or abs(lead + excess) > self._slack):
            self._gap = None
        return excess is None or self._gap is not None

    def _excess(self, alternative: Alternative) -> float | None:
        """By how much the second is ahead by the deciding figure after a change; None if unknown.

        It is below 0 where the change leaves the first ahead.
        """
        if alternative.gains is None or self._gap is None:
            return None
        above, below = (
            alternative.gains.get(normalize(name), 0.0) for name in (self.above, self.below)
        )
        return below - above - self._gap

    @cached_property
    def _figure(self) -> Figure | None:
        return deciding_figure(self._finder.inputs)

    @cached_property
    def _gap(self) -> float | None:
        """By how much the first is ahead in the deciding figure; None if unknown."""
        return self._lead(self._finder.read)

    def _lead(self, read: ReadRange) -> float | None:
        column = self._figure.column if self._figure else ""
        figures = self._finder.standings.figures(self._table, column, read)
        above, below = (figures.get(normalize(name)) for name in (self.above, self.below))
        if not (isinstance(above, (int, float)) and isinstance(below, (int, float))):
            return None
        return above - below

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
            trial = self._finder.trial
            trial.change(alternative.values)
            self._tried[id(alternative)] = self.is_flipped(trial.read)
            self._has_worth(alternative, trial.read)
        return self._tried[id(alternative)]

    @property
    def _least(self) -> float:
        """By how much the second has to be ahead, at the least, for a change to be tried."""
        return _LEVEL if self._figure and self._figure.is_only else -self._slack

    @property
    def _slack(self) -> float:
        return self._figure.rounding if self._figure else 0.0

    def _places(self, read: ReadRange) -> PairOfPlaces | None:
        places = self._finder.standings.places(self._table, read)
        above, below = (places.get(normalize(name)) for name in (self.above, self.below))
        return None if above is None or below is None else PairOfPlaces(above, below)

    def _shown(self, places: PairOfPlaces, read: ReadRange) -> PairOfPlaces:
        sharing = self._finder.standings.sharing
        above, below = (sharing(self._table, name, read) for name in (self.above, self.below))
        return replace(places, sharing=(above, below))

    @staticmethod
    def _is_flip(placing: PairOfPlaces | None) -> bool:
        return placing is not None and placing.is_flipped

    def _has_new_problem(self, read: ReadRange) -> bool:
        """Whether a row is wrong in another way than before."""
        return any(
            new not in ("", old)
            for old, new in zip(self._finder.problems, self._finder.standings.problems(read))
        )

    def _prove(self, result: SavedResult, alternative: Alternative) -> Flip | None:
        """The flip, if the standings show it after a recalculation of the changed workbook."""
        read = recalculated(self._finder.saved, alternative.values)
        placing = self._places(read)
        self._has_worth(alternative, read)
        if placing is None or not self.is_flipped(read):
            return None
        cells = self._finder.saved.values
        return Flip(
            self.above,
            self.below,
            (result.text,),
            (alternative.text,),
            alternative.size,
            alternative.change,
            alternative.condition,
            tuple(
                ChangedCell(cell, cells[cell.sheet].cell(cell.row, cell.column).value, value)
                for cell, value in alternative.values.items()
            ),
            self._shown(self.places, self._finder.read),
            self._shown(placing, read),
            self.is_complete,
            self.trials,
            "Pair " if any(column.key == "pair" for column in self._table.columns) else "",
        )


def _first(pair: tuple[float, Alternative]) -> float:
    return pair[0]


def _by_size(results: Sequence[SavedResult]) -> Iterator[tuple[SavedResult, Alternative]]:
    """All alternatives, smaller ones first; of one size in the order of the results."""
    found = [(result, a) for result in results for a in result.alternatives()]
    return iter(sorted(found, key=lambda pair: pair[1].size))


def recalculated(saved: Event, values: Mapping[CellAddress, Any]) -> ReadRange:
    """Reads a workbook in which some cells have other values, calculated afresh.

    Formulas that are still those of its template are tested: no second engine is asked about them.
    """
    package = Package(saved.with_values(values), saved.package.name)
    calculated = calculator().values(package, saved.formulas)
    read_saved, new = reader_of(saved.values), {**values, **calculated}

    def read(sheet: str, range_: Range) -> Sequence[Sequence[Any]]:
        return [
            [new.get(CellAddress(sheet, r, c), value) for c, value in enumerate(row, range_.left)]
            for r, row in enumerate(read_saved(sheet, range_), range_.top)
        ]

    return read


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
