"""The engine's workbook: opened from a request, or on trial, or of formulas in no cell."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, is_error
from ...errors import EngineError
from ...grammar.formula_references import precedent_ranges
from ...grammar.function_names import reads_at_run_time
from ...grammar.references import MAX_COLUMN, CellAddress, Range
from ...grammar.structured_references import Tables
from ..base import SHARE, SHARED_RANGES, CalculationRequest
from .registration import CallLog, register_functions
from .values import argument_from_engine, read_range, value_to_engine

_NO_LIMIT = 1 << 40
_LIMITS = {
    "max_xml_depth": 256,
    **dict.fromkeys(
        ("max_entries", "max_part_bytes", "max_expanded_bytes", "max_input_bytes"), _NO_LIMIT
    ),
}
"""The package that it gets was read under our own limits."""
_SCRATCH, _CAPTURE = "XL_TOURNEY_SCRATCH", "XL_TOURNEY_CAPTURE"
"""The sheet of formulas that stand in no cell, and the function that takes their values."""


def open_workbook(request: CalculationRequest, log: CallLog) -> formualizer.Workbook:
    """The engine's workbook of a request, with our functions; nothing is calculated yet."""
    config = configuration(request.date1904, request.seed)
    workbook = formualizer.Workbook.from_bytes(request.package, config=config, load_limits=_LIMITS)
    workbook.set_temporal_egress("serial")
    if request.now:
        from datetime import timezone

        now = request.now
        offset = now.utcoffset()
        workbook.set_deterministic_clock(
            now.replace(tzinfo=timezone.utc) if offset is None else now,
            "utc" if offset is None else int(offset.total_seconds()),
        )
    register_functions(workbook, log, request.tables or Tables(()), config, request.date1904)
    if request.shared_ranges:
        workbook.sheet(SHARED_RANGES)
        for row, range_ in enumerate(request.shared_ranges, 1):
            workbook.set_formula(SHARED_RANGES, row, 1, f"={SHARE}({row},{range_})")
    return workbook


def configuration(date1904: bool = False, seed: int = 0) -> formualizer.WorkbookConfig:
    """One thread: our functions need Python's lock, and threads only wait for it.

    What refers to itself only in a branch of IF that is not taken is no circular reference.
    """
    evaluation = formualizer.EvaluationConfig()
    evaluation.enable_parallel = False
    evaluation.workbook_seed = seed
    evaluation.cycle_detection = "runtime"
    evaluation.date_system = "1904" if date1904 else "1900"
    return formualizer.WorkbookConfig(eval_config=evaluation)


def refusal(error: BaseException) -> BaseException:
    """The exception that is raised for an error of the engine."""
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        return error
    return EngineError(f"formualizer refuses the workbook ({error}).")


class ScratchSheet:
    """Evaluates formulas over the values of a workbook, without the workbook's own formulas.

    ``load_values`` gives the values of some columns of a sheet, the first and the last by number,
    by rows from the first row on.  Only columns that a formula refers to are asked for: an engine
    takes a kilobyte for each cell.
    """

    def __init__(
        self, load_values: Callable[[str, int, int], list[list[Any]]], date1904: bool = False
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
        self._loaded: dict[str, set[int]] = {}
        """The columns that were loaded, by sheet."""

    def evaluate(self, formulas: Sequence[str]) -> list[Any]:
        """The value of each formula, a block of rows where it is an array; None if it has none.

        References name their sheets; defined names are unknown here.
        """
        self._captured.clear()
        cells = []
        for row, formula in enumerate(formulas, 1):
            may_refer_to_any = reads_at_run_time(formula)
            for sheet, (_, left, _, right) in precedent_ranges(formula, _SCRATCH):
                self._load(sheet, *((1, MAX_COLUMN) if may_refer_to_any else (left, right)))
            with contextlib.suppress(Exception):  # it cannot be read: then it has no value
                self._workbook.set_formula(_SCRATCH, row, 1, f"={_CAPTURE}({row},{formula})")
                cells.append((_SCRATCH, row, 1))
        self._workbook.evaluate_cells(cells)
        return [self._captured.get(row) for row in range(1, len(formulas) + 1)]

    def _load(self, sheet: str, left: int, right: int) -> None:
        if sheet == _SCRATCH:
            return
        if sheet not in self._loaded:
            self._loaded[sheet] = set()
            self._workbook.sheet(sheet)
        missing = {*range(left, right + 1)} - self._loaded[sheet]
        if not missing:
            return
        self._loaded[sheet] |= missing
        left, right = min(missing), max(missing)
        values = [
            [value_to_engine(_constant(cell)) for cell in row]
            for row in self._load_values(sheet, left, right)
        ]
        if any(values):
            self._workbook.set_values_batch(sheet, 1, left, values)


def _capture(captured: dict[int, Any], row: float, value: Any) -> float:
    captured[int(row)] = argument_from_engine(value)
    return 0.0


def _constant(cell: Any) -> Any:
    """A cell's constant; a text that spells an error is the error."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return float(cell)
    return ErrorValue(cell) if is_error(cell) else cell


class Trial:
    """A workbook that stays open, in which some cells get other values for a moment.

    Only what depends on them is calculated again, which is quick.  The engine is not always right
    then: what is found so has to be calculated afresh.
    """

    def __init__(self, request: CalculationRequest) -> None:
        self._original: dict[CellAddress, Any] = {}
        self._given: Mapping[CellAddress, Any] = {}
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
            if cell not in self._given or self._given[cell] != value:
                self._workbook.set_value(*cell, value)
        self._given = dict(values)
        for cell in restored:
            del self._original[cell]
        try:
            self._workbook.evaluate_all()
        except BaseException as error:  # a panic of the engine is no Exception
            raise refusal(error) from error

    def read(self, sheet: str, range_: Range) -> list[list[Any]]:
        """The values of a range, by rows."""
        return read_range(self._workbook, sheet, range_)
