"""The search for the nearest flip: trials in an open workbook, then a proof by recalculation."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import repeat
from typing import Any

from openpyxl import Workbook as Values

from ...calculation import Trial, calculator
from ...errors import EngineError, InputError
from ...events.adapters.adapter import adapter_of
from ...events.adapters.results import (
    Alternative,
    DecidingFigure,
    Ladder,
    Rivals,
    TypedResult,
    normalize,
)
from ...events.event import Event
from ...grammar.references import CellAddress, Range, column_number
from ...templates.parts.table import Table
from .flip import ChangedCell, Flip, PairOfPlaces

_LEVEL = 1e-5
"""A smaller difference is that of two who are level, in figures that are rounded."""
SECONDS = 30.0
"""The time limit of a search."""
PATIENCE = 0.1
"""The part of this time after which no smaller change than one that was found is looked for."""
Found = tuple[TypedResult, Alternative]
ReadRange = Callable[[str, Range], Sequence[Sequence[Any]]]
"""Gives the values of a range of a sheet, by rows."""
_IDENTITY = ("pair", "name", "names")
"""The columns of standings that say who it is; the first that a table has is unique."""


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
        self.standings = PlaceColumns(saved)
        self.read = reader_of(saved.values)
        self.problems = self.standings.problems(self.read)

    @cached_property
    def trial(self) -> Trial:
        """The workbook in the engine."""
        return calculator().trial(self.saved.package)

    def search(self, above: str, below: str, seconds: float = SECONDS) -> FlipSearch:
        """The search for the flip of two entrants."""
        return FlipSearch(self, above, below, seconds)


class FlipSearch:
    """The search for the nearest flip of two entrants."""

    def __init__(self, finder: FlipFinder, above: str, below: str, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._patience = time.monotonic() + seconds * PATIENCE
        self._finder = finder
        self._table, (self.above, self.below) = finder.standings.find(finder.read, above, below)
        places = self._places(finder.read)
        if places is None:
            raise InputError(f"{self.above} or {self.below} has no place yet.")
        if places.is_flipped:
            raise InputError(f"{self.below} is above {self.above} already.")
        self.places = places
        sides = self._rivals(finder.read).figures("side")
        if sides and sides[normalize(self.above)] != sides[normalize(self.below)]:
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
            while found := self._search():
                gap = self._gap
                flip = self._prove(*found)
                if flip and self._gap == gap:
                    return flip
                if flip is None:
                    self._tried[id(found[1])] = False  # the engine was wrong in the open workbook
                    self.refuted += 1
        except EngineError:
            return None
        return None

    # Results --------------------------------------------------------------------------------------

    @cached_property
    def results(self) -> list[TypedResult]:
        """The results that may matter to the two, theirs first."""
        event, rivals = self._finder.saved, self._rivals(self._finder.read)
        results = adapter_of(event).read_results(event, rivals)
        return sorted(results, key=lambda result: -len(result.sides & rivals.names))

    def _rivals(self, read: ReadRange) -> Rivals:
        """The two with their figures."""
        figures = partial(self._finder.standings.figures, self._table, read=read)
        return Rivals(self.above, self.below, figures)

    # Trials ---------------------------------------------------------------------------------------

    def _search(self) -> Found | None:
        """The smallest change: of the two entrants' own results by halving, then all smaller ones.

        An example: B is 3 goals behind.  Of the changes of B's last score by 1 to 8 goals that by 8
        flips them, so that by 4 is tried, then by 2, then by 3.  With 3 found, all changes of any
        result by 1 or 2 goals are tried.

        Where it is known what a change is worth, only those are tried that may be enough, and of
        none that is, the nearest: if it is worth something else, all are tried.  Where a figure of
        their own results separates the two before all else, no results of others matter.
        """
        names = {normalize(self.above), normalize(self.below)}
        results = theirs = [result for result in self.results if result.sides & names]
        if not (self._figure and self._figure.is_own and self._gap != 0):
            results = self.results
        best = self._search_by_halving(theirs)
        self.is_complete = False
        nearest: tuple[float, Alternative] | None = None
        for result, alternative in _by_size(results):
            if best and alternative.size >= best[1].size:
                break
            excess = self._excess(alternative)
            if excess is not None and excess < self._least:
                if nearest is None or excess > nearest[0]:
                    nearest = excess, alternative
                continue
            if excess is not None and excess > self._slack and not self.refuted:
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

    def _search_by_halving(self, results: Iterable[TypedResult]) -> Found | None:
        """The smallest change in ladders of which it is not known what each step is worth."""
        best: Found | None = None
        ladders = [(result, ladder) for result in results for ladder in result.ladders if ladder]
        for result, ladder in sorted(ladders, key=lambda pair: pair[1][0].size):
            smaller = [a for a in ladder if best is None or a.size < best[1].size]
            if smaller and smaller[0].gains is None and (found := self._halve(smaller)):
                best = result, found
        return best

    def _halve(self, ladder: Ladder) -> Alternative | None:
        """The first of a ladder that flips them, if the last one does."""
        if time.monotonic() > self._deadline or not self._flips(ladder[-1]):
            return None
        return ladder[bisect_left(ladder, True, hi=len(ladder) - 1, key=self._flips)]

    def _flips(self, alternative: Alternative) -> bool:
        """Whether a change flips them in the open workbook, and makes no row wrong."""
        if id(alternative) not in self._tried:
            trial = self._finder.trial
            trial.change(alternative.values)
            self._tried[id(alternative)] = self.is_flipped(trial.read)
            self._has_worth(alternative, trial.read)
        return self._tried[id(alternative)]

    def is_flipped(self, read: ReadRange) -> bool:
        """Whether the second is above the first, with no row wrong in another way than before."""
        places = self._places(read)
        return (places is not None and places.is_flipped) and not any(
            new not in ("", old)
            for old, new in zip(self._finder.problems, self._finder.standings.problems(read))
        )

    def _places(self, read: ReadRange) -> PairOfPlaces | None:
        places = self._finder.standings.places(self._table, read)
        above, below = (places.get(normalize(name)) for name in (self.above, self.below))
        return None if above is None or below is None else PairOfPlaces(above, below)

    # What a change is worth -----------------------------------------------------------------------

    @cached_property
    def _figure(self) -> DecidingFigure | None:
        """The figure that decides before all others; None where gains say nothing of it."""
        event = self._finder.saved
        return adapter_of(event).FIGURES.get(event.text("Criterion1"))

    @cached_property
    def _gap(self) -> float | None:
        """By how much the first is ahead in the deciding figure; None if unknown."""
        return self._lead(self._finder.read)

    def _lead(self, read: ReadRange) -> float | None:
        rivals, column = self._rivals(read), self._figure.column if self._figure else ""
        above, below = (rivals.number(column, normalize(name)) for name in (self.above, self.below))
        return None if above is None or below is None else above - below

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

    def _has_worth(self, alternative: Alternative, read: ReadRange) -> bool:
        """Whether a change does to the deciding figure what was thought; if not, none is known."""
        excess, lead = self._excess(alternative), self._lead(read)
        if excess is not None and (lead is None or abs(lead + excess) > self._slack):
            self._gap = None
        return excess is None or self._gap is not None

    @property
    def _least(self) -> float:
        """By how much the second has to be ahead, at the least, for a change to be tried."""
        return _LEVEL if self._figure and self._figure.is_only else -self._slack

    @property
    def _slack(self) -> float:
        return self._figure.rounding if self._figure else 0.0

    # The proof ------------------------------------------------------------------------------------

    def _prove(self, result: TypedResult, alternative: Alternative) -> Flip | None:
        """The flip, if the standings show it after a recalculation of the changed workbook."""
        read = recalculated(self._finder.saved, alternative.values)
        places = self._places(read)
        self._has_worth(alternative, read)
        if places is None or not self.is_flipped(read):
            return None
        cells = self._finder.saved.values
        return Flip(
            self.above,
            self.below,
            result.text,
            alternative,
            tuple(
                ChangedCell(cell, cells[cell.sheet].cell(cell.row, cell.column).value, value)
                for cell, value in alternative.values.items()
            ),
            self._shown(self.places, self._finder.read),
            self._shown(places, read),
            self.is_complete,
            self.trials,
            self._finder.standings.called(self._table, read),
        )

    def _shown(self, places: PairOfPlaces, read: ReadRange) -> PairOfPlaces:
        sharing = self._finder.standings.sharing
        above, below = (sharing(self._table, name, read) for name in (self.above, self.below))
        return replace(places, sharing=(above, below))


def _by_size(results: Sequence[TypedResult]) -> list[Found]:
    """All alternatives, smaller ones first; of one size in the order of the results."""
    found = [(result, a) for result in results for a in result.alternatives()]
    return sorted(found, key=lambda pair: pair[1].size)


def recalculated(saved: Event, values: Mapping[CellAddress, Any]) -> ReadRange:
    """Reads a workbook in which some cells have other values, calculated afresh.

    Formulas that are still those of its template are tested: no second engine is asked about them.
    """
    calculated = calculator().values(saved.with_result(values).package, saved.formulas)
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
        rows, columns = (range_.top, range_.bottom), (range_.left, range_.right)
        return list(values[sheet].iter_rows(*rows, *columns, values_only=True))

    return read


# Places -------------------------------------------------------------------------------------------


class PlaceColumns:
    """The columns of a workbook with places, with names, and with the faults of rows."""

    def __init__(self, saved: Event) -> None:
        found = {(t.sheet, cell.row) for t in saved.standings for cell in t.heading_cells}
        tables = [table for table in saved.tables if (table.sheet.title, table.top) in found]
        self.tables = [table for table in tables if _has(table, "place")]
        typed = [t for t in saved.tables if any(column.is_input for column in t.columns)]
        self._problems = [t for t in typed if _has(t, "problem")]

    def find(self, read: ReadRange, *entrants: str) -> tuple[Table, list[str]]:
        """The table in which all of these entrants stand, and what it calls them.

        InputError if there is none.
        """
        for table in self.tables:
            unique = _names(table, read)
            names = {
                normalize(name): str(own)
                for key in reversed(_IDENTITY)
                if _has(table, key)
                for name, own in zip(_column(table, key, read), unique)
                if name
            }
            if all(normalize(entrant) in names for entrant in entrants):
                return table, [names[normalize(entrant)] for entrant in entrants]
        both = " and ".join(entrants)
        raise InputError(f"No table of standings has {both}; write them as they stand there.")

    def called(self, table: Table, read: ReadRange) -> dict[str, str]:
        """What pairs are called: by the names of their players, where these are known."""
        if not _has(table, "pair"):
            return {}
        numbers = map(str, _column(table, "pair", read))
        names = _column(table, "names", read) if _has(table, "names") else repeat("")
        return {no: str(name) if name else f"Pair {no}" for no, name in zip(numbers, names)}

    def places(self, table: Table, read: ReadRange) -> dict[str, float]:
        """The place of everybody in a table who has one."""
        places = self.figures(table, "place", read)
        numbers = ((name, place) for name, place in places.items() if name)
        return {name: float(place) for name, place in numbers if isinstance(place, (int, float))}

    def sharing(self, table: Table, entrant: str, read: ReadRange) -> list[str]:
        """Who else has the place of an entrant."""
        keys = [key for key in ("place", "side", "group") if _has(table, key)]
        places = zip(*(_column(table, key, read) for key in keys))
        by_name = dict(zip(map(str, _names(table, read)), places))
        shared = by_name.pop(entrant)
        return [name for name, place in by_name.items() if place == shared]

    def figures(self, table: Table, key: str, read: ReadRange) -> Mapping[str, Any]:
        """The value of each entrant in a column; empty if the table has no such column."""
        if not _has(table, key):
            return {}
        return dict(zip(map(normalize, _names(table, read)), _column(table, key, read)))

    def problems(self, read: ReadRange) -> list[str]:
        """The fault of each row of inputs."""
        found = (value for table in self._problems for value in _column(table, "problem", read))
        return ["" if value is None else str(value) for value in found]


def _names(table: Table, read: ReadRange) -> list[Any]:
    return _column(table, next(key for key in _IDENTITY if _has(table, key)), read)


def _has(table: Table, key: str) -> bool:
    return any(column.key == key for column in table.columns)


def _column(table: Table, key: str, read: ReadRange) -> list[Any]:
    column = column_number(table.letter(key))
    area = Range(table.first, column, table.last, column)
    return [value for (value,) in read(table.sheet.title, area)]
