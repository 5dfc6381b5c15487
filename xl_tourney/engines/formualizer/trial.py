"""A trial: the values of a workbook when some of its cells are changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...grammar.references import CellAddress, Range
from ..base import CalculationRequest
from .registration import CallLog
from .workbook import open_workbook, read_range, refusal


class Trial:
    """A workbook that stays open, in which some cells get other values for a moment.

    Only what depends on them is calculated again, which is quick.  The engine is not always right
    then: what is found so has to be calculated afresh.
    """

    def __init__(self, request: CalculationRequest) -> None:
        self._original: dict[CellAddress, Any] = {}
        try:
            self._workbook = open_workbook(request, CallLog())
            self._workbook.evaluate_all()
        except BaseException as error:  # a panic of the engine is no Exception
            raise refusal(error) from error

    def change(self, values: Mapping[CellAddress, Any]) -> None:
        """Give cells other values; those that were changed before have their own again."""
        restored = {cell: value for cell, value in self._original.items() if cell not in values}
        for cell in values:
            if cell not in self._original:
                self._original[cell] = self._workbook.get_value(*cell)
        for cell, value in {**restored, **values}.items():
            self._workbook.set_value(*cell, value)
        for cell in restored:
            del self._original[cell]
        try:
            self._workbook.evaluate_all()
        except BaseException as error:  # a panic of the engine is no Exception
            raise refusal(error) from error

    def read(self, sheet: str, range_: Range) -> list[list[Any]]:
        """The values of a range, by rows."""
        return read_range(self._workbook, sheet, range_)
