"""Formulas that stand in no cell, over the values of a workbook."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, is_error
from ...grammar.formula_references import precedent_ranges
from ...grammar.structured_references import Tables
from .registration import CallLog, register_functions
from .values import argument_from_engine, value_to_engine
from .workbook import configuration

_SCRATCH, _CAPTURE = "XL_TOURNEY_SCRATCH", "XL_TOURNEY_CAPTURE"
"""The sheet of formulas that stand in no cell, and the function that takes their values."""


class ScratchSheet:
    """Evaluates formulas over the values of a workbook, without the workbook's own formulas.

    ``load_values`` gives the values of a sheet from A1 on, by rows.
    """

    def __init__(
        self, load_values: Callable[[str], list[list[Any]]], date1904: bool = False
    ) -> None:
        self._load_values = load_values
        config = configuration(date1904)
        self._workbook = formualizer.Workbook(config=config)
        self._workbook.set_temporal_egress("serial")
        register_functions(self._workbook, CallLog(), Tables(()), config)
        self._captured: dict[int, Any] = {}
        # a method would keep this object for ever: the collector cannot look into the engine
        self._workbook.register_function(_CAPTURE, partial(_capture, self._captured))
        self._workbook.sheet(_SCRATCH)
        self._loaded: set[str] = set()

    def evaluate(self, formulas: Sequence[str]) -> list[Any]:
        """The value of each formula, a block of rows where it is an array; None if it has none.

        References name their sheets; defined names are unknown here.
        """
        self._captured.clear()
        cells = []
        for row, formula in enumerate(formulas, 1):
            for sheet, _ in precedent_ranges(formula, _SCRATCH):
                self._load(sheet)
            with contextlib.suppress(Exception):  # it cannot be read: then it has no value
                self._workbook.set_formula(_SCRATCH, row, 1, f"={_CAPTURE}({row},{formula})")
                cells.append((_SCRATCH, row, 1))
        self._workbook.evaluate_cells(cells)
        return [self._captured.get(row) for row in range(1, len(formulas) + 1)]

    def _load(self, sheet: str) -> None:
        if sheet in self._loaded or sheet == _SCRATCH:
            return
        self._loaded.add(sheet)
        rows = self._load_values(sheet)
        self._workbook.sheet(sheet)
        if rows:
            values = [[value_to_engine(_constant(cell)) for cell in row] for row in rows]
            self._workbook.set_values_batch(sheet, 1, 1, values)


def _capture(captured: dict[int, Any], row: float, value: Any) -> float:
    captured[int(row)] = argument_from_engine(value)
    return 0.0


def _constant(cell: Any) -> Any:
    """A cell's constant; a text that spells an error is the error."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return float(cell)
    return ErrorValue(cell) if is_error(cell) else cell
