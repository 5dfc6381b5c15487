"""The interface of an engine: a request to calculate a workbook, and its result."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ..catalogue.cells import MAX_TEXT, ErrorValue
from ..grammar.references import CellAddress, Range
from ..record import Record, Value

if TYPE_CHECKING:
    from datetime import datetime

    from ..grammar.structured_references import Tables


HELPER_PREFIX = "XL_TOURNEY_"
"""The beginning of the names of our helper functions, which only engines' formulas call."""

BROADCAST = f"{HELPER_PREFIX}BROADCAST"
"""The helper function that calls a scalar function, by its name, for every value of arrays."""

KEEP = f"{HELPER_PREFIX}KEEP"
"""The same where it stands in a call of that helper: it gives the handle of its array."""

SHARE, SHARED_RANGES = f"{HELPER_PREFIX}SHARE", f"{HELPER_PREFIX}RANGES"
"""The helper function that keeps a range and gives its handle, and the sheet where it is called."""

ADDRESS, TO_A1 = f"{HELPER_PREFIX}ADDRESS", f"{HELPER_PREFIX}TO_A1"
"""Helper functions: ADDRESS, and the reference of a text in A1 notation."""

NUMBERS, PLACE = f"{HELPER_PREFIX}NUMBERS", f"{HELPER_PREFIX}PLACE"
"""Consecutive numbers in rows or columns; ROW, COLUMN, ROWS or COLUMNS of a text's reference."""


class NotCalculated(Value):
    """The value of a cell that the engine cannot calculate."""

    reason: str
    is_circular: bool = False
    """Whether the cell is part of a circular reference, or depends on one."""


class CalculationRequest(Record):
    """A workbook to calculate, and the cells whose values are requested.

    Its formulas call the catalogue's functions by plain names and omit none of their arguments.
    Cells in the range of an array formula, other than its anchor, are empty.
    """

    package: bytes
    """The workbook's file."""
    ranges: Mapping[str, Sequence[Range]]
    """The cells whose values are requested, by sheet."""
    spill_candidates: Sequence[CellAddress] = ()
    """Formula cells whose spill range is requested, if they spill."""
    catalogue_spill_candidates: Callable[[], Sequence[CellAddress]] = list
    """More candidates, whose formulas are one call of the catalogue; there may be very many."""
    now: datetime | None = None
    """The value of NOW; without it the engine's own clock."""
    date1904: bool = False
    """Whether dates are counted from 1904."""
    tables: Tables | None = None
    """The tables that texts may refer to."""
    seed: int = 0
    """The seed of RAND: the same seed gives the same numbers."""
    shared_ranges: Sequence[str] = ()
    """The ranges whose handles formulas have: the first is in A1 of a sheet, the next in A2."""


def draw_seed() -> int:
    """A seed by chance."""
    return int.from_bytes(os.urandom(8), "big")


Rows = Sequence[Sequence[Any]]
"""Values by rows: numbers, texts, booleans, None, errors, or :class:`NotCalculated`."""


def rows_in(values: Mapping[tuple[int, int], Any], range_: Range, missing: Any = None) -> Rows:
    """The values of a range, of values by row and column."""
    columns = range(range_.left, range_.right + 1)
    return [
        [values.get((row, column), missing) for column in columns]
        for row in range(range_.top, range_.bottom + 1)
    ]


RangeReader: TypeAlias = "Callable[[str, Range], Rows]"
"""Reads the calculated values of a sheet's range, also of cells without a formula."""

Condition = tuple[CellAddress, str]
"""A formula, evaluated as if it stood in a cell, which does not change.

Its references name their sheets.
"""


def _nothing(formulas: Sequence[Condition]) -> Sequence[Any]:
    return [None] * len(formulas)


class CalculationResult(Record):
    """The values that an engine calculates."""

    values: Mapping[str, Sequence[Rows]]
    """For each sheet the values of its requested ranges."""
    spills: Mapping[CellAddress, tuple[Range, Rows]] = {}
    """For each candidate that spills, its spill range and the values there."""
    evaluate_operands: Callable[[Sequence[Condition]], Sequence[Any]] = _nothing
    """The values of parts of formulas, blocks for arrays; only engines with mistakes need it."""
    evaluate_formulas: Callable[[Sequence[Condition]], Sequence[Any]] = _nothing
    """The values of formulas, None where that fails; only engines with limits need it."""
    iterate: Callable[[Sequence[Condition], Sequence[Any], int], list[list[Any]]] | None = None
    """Sweeps: formulas are calculated, in their cells, which hold some values at first, and their
    values take the place of these, at most so many times, until nothing changes."""
    max_spill_cells: int | None = None
    """The largest array that the engine spills; a larger one is ``#SPILL!``.  None: no limit."""
    read_range: RangeReader | None = None
    """The values of any range; without it no other engine can be asked for a second opinion."""

    @cached_property
    def near_integers(self) -> frozenset[bytes]:
        """The integers that values equal to 15 digits, but not to 17.

        An example: with 2.9999999999999996 in A1, ``=A1<3`` is FALSE in a spreadsheet, which
        compares 15 digits, and TRUE in an engine that compares all.
        """
        return frozenset(
            b"%d" % abs(round(value))
            for ranges in self.values.values()
            for rows in ranges
            for row in rows
            for value in row
            if type(value) is float
            and (part := value % 1.0)  # nearly all are integers, or far from one
            and not (0.00001 < part < 0.99999 and abs(value) < 1e9)
            and 0 < abs(value - round(value)) <= 1e-14 * abs(value)
        )


TOO_LONG = f"its text is longer than {MAX_TEXT:,} characters"


def is_too_long(value: object) -> bool:
    """Whether a value is a text longer than a cell can hold; Excel gives ``#VALUE!`` for it."""
    return isinstance(value, str) and len(value) > MAX_TEXT


TOLERANCE = 1e-9
"""The relative difference of numbers that two engines call the same."""


def values_agree(one: Any, other: Any) -> bool:
    """Whether two engines give the same value: numbers to 1e-9, everything else exactly.

    A blank result is shown, and counted, as 0.

    >>> values_agree(1.0, 1.0 + 1e-12), values_agree("a", "A"), values_agree(True, 1.0)
    (True, False, False)
    """
    if not type(one) is type(other) is float:
        one, other = (0.0 if value is None else value for value in (one, other))
        if isinstance(one, bool) or isinstance(other, bool):
            return one is other
        if not (isinstance(one, (int, float)) and isinstance(other, (int, float))):
            return isinstance(one, ErrorValue) == isinstance(other, ErrorValue) and one == other
    return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=1e-12)


def rows_agree(ones: Rows, others: Rows) -> bool:
    """Whether two engines give all cells of a range the same values."""
    return len(ones) == len(others) and all(
        len(one) == len(other) and all(map(values_agree, one, other))
        for one, other in zip(ones, others)
    )
