"""formualizer: the default engine, in Rust.

It reads the copy of the workbook by itself.  Before it calculates, our functions are registered on
its workbook, and log when they return arrays or errors; after it, values are read in whole ranges.
Arrays are given to it in single cells, which is quicker than to let it spill them: ``{=A1:A2*2}``
in C1:C2 becomes an anchor in C1, that keeps the fitted array, and its second element in C2.

The engine has no time limit, no errors of a class of its own, and it may panic: formulas that we
ask it beside the workbook are cancelled after some seconds, and what it raises becomes a sentence.
"""

from __future__ import annotations

import contextlib
import math
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue
from ...functions import CATALOGUE
from ...grammar.function_names import plain_name
from ...grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    cell_reference,
    parse_range,
)
from ..base import CalculationRequest, CalculationResult, Condition, NotCalculated, is_too_long
from ..mistakes import FORMUALIZER, REFERENCES
from ..reference_calls import NATIVELY_BROADCAST, FormulaRewriter
from .registration import ANCHOR, ELEMENT, CallLog
from .values import (
    NOT_IMPLEMENTED,
    read_range,
    value_from_engine,
    value_to_engine,
)
from .workbook import open_workbook, refusal

_NEW_PRECEDENTS = "dynamic dependency evaluation did not converge"
"""The message of the engine when it must be asked to go on."""
_MAX_EVALUATIONS = 20
"""How often it is asked to go on."""
_CONDITION_SECONDS = 2.0
"""The time limit for evaluating conditions; a thousand take a tenth of a second."""
_SECONDS_BETWEEN_LOOKS = 0.2
"""How often the time is looked at."""
_FORMULA_SECONDS = 60.0
"""The time limit for evaluating other formulas, without which cells keep their values."""
_SEE = "XL_TOURNEY_SEE"
"""A helper function that sees its argument."""
_CONDITION_SHEET = "XL_TOURNEY_CONDITION_"
"""The beginning of the names of the sheets where conditions are evaluated."""
_MAX_ELEMENTS = 1_000
"""In an array formula over more cells the engine spills pieces of the array."""
_MAX_SPILL_CELLS = 10_000
"""The largest array that the engine spills; a larger one is ``#SPILL!``."""
_MOST_ROWS_FOR_ONE = 8
"""Of a column with fewer formulas in so many rows each is asked whether it spills."""
_EQUAL = 1e-15
"""The relative change of a number in a circle that is none."""
_MAX_MESSAGES = 200
"""The number of errors for which a message is looked up."""
_MESSAGE_SECONDS = 1.0
"""The time limit for looking up messages."""
_MAX_SECONDS_FOR_MESSAGES = 4.0
"""After a longer calculation no messages are looked up."""
Values = Mapping[str, list[list[list[Any]]]]


def _are_known(functions: Sequence[str]) -> list[bool]:
    """Whether the engine knows functions; all are asked at once, for each alone takes its time.

    >>> _are_known(["SUM", "NOSUCH", "[1]Book!A1", "$B$2:A1:SUM"])
    [True, False, False, False]
    """
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("Functions")
    for row, name in enumerate(functions, 1):
        is_name = name.replace(".", "_").isidentifier()  # else of another workbook, or a range
        sheet.set_formula(row, 1, f"={name}()" if is_name else "=_()")
    workbook.evaluate_all()
    values = sheet.get_values(formualizer.RangeAddress("Functions", 1, 1, len(functions), 1))
    kinds = (value.get("kind") if isinstance(value, dict) else None for (value,) in values)
    return [kind not in ("Name", "NImpl") for kind in kinds]


_OPERATORS = frozenset(("SINGLE",))
"""Functions in a file that are written as operators before the engine gets them: ``@``."""


class Formualizer:
    """Calculates with formualizer's own reader; our functions are registered on the workbook."""

    name = "formualizer"
    mistakes = (*FORMUALIZER, *REFERENCES)
    broadcast_functions = NATIVELY_BROADCAST
    rewriter = FormulaRewriter()

    def __init__(self) -> None:
        self._is_supported: dict[str, bool] = {}

    @property
    def version(self) -> str:
        """The installed version."""
        from importlib.metadata import version

        return version("formualizer")

    def unsupported_functions(self, names: Iterable[str]) -> frozenset[str]:
        """Functions whose call the engine does not know; the installed version decides."""
        names = list(names)
        unknown = [name for name in names if name not in self._is_supported]
        if unknown:
            self._is_supported |= zip(unknown, _are_known(unknown))
            self._is_supported |= {name: True for name in unknown if plain_name(name) in _OPERATORS}
        return frozenset(name for name in names if not self._is_supported[name])

    def expand_array_formula(
        self, formula: str, anchor: CellAddress, range_: Range
    ) -> dict[tuple[int, int], str]:
        """The fitted array in its anchor, and in each other cell its element.

        The engine spills every array, and then calculates its dependents once more; that is left
        to very large arrays, of which it spills pieces.
        """
        rows, columns = range_.bottom - range_.top + 1, range_.right - range_.left + 1
        height = width = 1
        if range_.cell_count > _MAX_ELEMENTS:
            width = min(columns, _MAX_SPILL_CELLS)
            height = _MAX_SPILL_CELLS // width
        key = str(anchor).replace('"', '""')
        first = cell_reference(anchor.row, anchor.column)
        size = "" if height == width == 1 else f",{height},{width}"
        formulas = {
            (range_.top + row, range_.left + column): (
                f'{ELEMENT}("{key}",{first},{row},{column}{size})'
            )
            for row in range(0, rows, height)
            for column in range(0, columns, width)
        }
        formulas[anchor.row, anchor.column] = f'{ANCHOR}("{key}",{formula},{rows},{columns}{size})'
        return formulas

    def calculate(self, request: CalculationRequest) -> CalculationResult:
        """Load, register our functions, evaluate, and read the ranges in bulk."""
        log = CallLog()
        try:
            workbook = open_workbook(request, log)
            started = time.process_time()
            evaluate(workbook)
            seconds = time.process_time() - started
        except BaseException as error:  # a panic of the engine is no Exception
            raise refusal(error) from error
        values = {
            sheet: [read_range(workbook, sheet, range_) for range_ in ranges]
            for sheet, ranges in request.ranges.items()
        }
        candidates = [
            *request.spill_candidates,
            *(request.catalogue_spill_candidates() if log.returned_array else ()),
        ]
        spills = {
            cell: (range_, read_range(workbook, cell.sheet, range_))
            for cell in _may_spill(workbook, candidates)
            if (range_ := _spill(workbook, cell))
        }
        if log.last_message and seconds < _MAX_SECONDS_FOR_MESSAGES:
            _add_messages(workbook, request, values, log)
        return CalculationResult(
            values,
            spills,
            partial(_evaluate_operands, workbook, seconds),
            partial(_evaluate_formulas, workbook),
            partial(_iterate, workbook),
            _MAX_SPILL_CELLS,
            partial(read_range, workbook),
        )


def evaluate(workbook: formualizer.Workbook) -> None:
    """Calculate a workbook.

    The engine stops when references that are made at run time have led it to new precedents five
    times; when it is asked again, it goes on from there.
    """
    for _ in range(_MAX_EVALUATIONS - 1):
        try:
            workbook.evaluate_all()
        except Exception as error:  # the engine has no class of its own for this
            if _NEW_PRECEDENTS not in str(error):
                raise
        else:
            return
    workbook.evaluate_all()


def _evaluate_operands(
    workbook: formualizer.Workbook, calculated_in: float, operands: Sequence[Condition]
) -> list[Any]:
    """The values of parts of formulas, arrays as blocks: a helper function sees them.

    What a workbook calculates for as long as all of it takes: the engine does so each time where
    much depends on the clock, or on a function such as CELL.
    """
    seen: dict[float, Any] = {}

    def see(number: float, value: Any) -> bool:
        seen[number] = value
        return True

    workbook.register_function(_SEE, see)
    seconds = _CONDITION_SECONDS + 2 * calculated_in + len(operands) / 1000
    calls = [
        (address, f"{_SEE}({number},{text})") for number, (address, text) in enumerate(operands)
    ]
    try:
        _evaluate_formulas(workbook, calls, seconds)
    finally:
        workbook.unregister_function(_SEE)
    return [_operand(seen.get(number, NOT_IMPLEMENTED)) for number in range(len(calls))]


def _operand(value: Any) -> Any:
    """What a helper function has seen, as it is read from cells."""
    if type(value) is list:
        from ..conditions.columns import Block

        return Block.of([[*map(_operand, row)] for row in value])
    return float(value) if type(value) is int else value_from_engine(value)


def _evaluate_formulas(
    workbook: formualizer.Workbook, formulas: Sequence[Condition], seconds: float = _FORMULA_SECONDS
) -> list[Any]:
    """The values of formulas, evaluated on more sheets, each in its cell; None for a failure."""
    cells = _write_formulas(workbook, formulas)
    # where arrays stand in each other's way the engine may find no end
    stop = _cancel_after(workbook, seconds)
    try:
        workbook.evaluate_all()  # to ask for cells alone takes ten times as long
        return _read_cells(workbook, cells)
    except Exception:  # it was stopped
        return [None] * len(formulas)
    finally:
        stop()


def _cancel_after(workbook: formualizer.Workbook, seconds: float) -> Callable[[], None]:
    """Cancel a calculation after some seconds of the processor; returns what stops that.

    By the clock a busy machine would leave cells as saved that another one calculates.
    """
    deadline = time.process_time() + seconds
    is_done = threading.Event()

    def watch() -> None:
        while not is_done.wait(_SECONDS_BETWEEN_LOOKS):
            if time.process_time() > deadline:
                workbook.cancel()
                return

    threading.Thread(target=watch, daemon=True).start()
    return is_done.set


_Cells = Sequence["tuple[str, int, int] | None"]


def _write_formulas(workbook: formualizer.Workbook, formulas: Sequence[Condition]) -> _Cells:
    """The cells of more sheets that have formulas now; None for one that cannot be read."""
    used: Counter[tuple[int, int]] = Counter()
    cells: list[tuple[str, int, int] | None] = []
    for address, formula in formulas:
        row, column = address.row, address.column
        sheet = f"{_CONDITION_SHEET}{used[row, column]}"
        used[row, column] += 1
        try:
            workbook.sheet(sheet)
            workbook.set_formula(sheet, row, column, f"={formula}")
            cells.append((sheet, row, column))
        except Exception:
            cells.append(None)
    return cells


def _read_cells(workbook: formualizer.Workbook, cells: _Cells) -> list[Any]:
    return [value_from_engine(workbook.get_value(*cell)) if cell else None for cell in cells]


def _iterate(
    workbook: formualizer.Workbook, formulas: Sequence[Condition], values: Sequence[Any], count: int
) -> list[list[Any]]:
    """The values of each sweep; fewer than asked for if nothing changes any more."""
    cells = _write_formulas(workbook, formulas)
    sweeps: list[list[Any]] = []
    try:
        for _ in range(count):
            evaluate(workbook)
            new = _read_cells(workbook, cells)
            if any(map(_is_failure, new)):
                return []
            sweeps.append(new)
            if all(map(_is_same, values, new)):
                break
            for (address, _), value in zip(formulas, new):
                workbook.set_value(*address, value_to_engine(value))
            values = new
    except Exception:  # whatever it is, the cells keep their values
        return []
    return sweeps


def _is_failure(value: Any) -> bool:
    return value is None or isinstance(value, NotCalculated) or is_too_long(value)


def _is_same(one: Any, other: Any) -> bool:
    if type(one) is type(other) is float:
        return math.isclose(one, other, rel_tol=_EQUAL)
    return type(one) is type(other) and bool(one == other)


def _add_messages(
    workbook: formualizer.Workbook, request: CalculationRequest, values: Values, log: CallLog
) -> None:
    """Give errors of our functions their messages, which the engine loses.

    Their formulas are calculated once more in the last column, which hardly a workbook uses.
    """
    catalogue_call = re.compile(rf"\b({'|'.join(CATALOGUE.names)})\(", re.IGNORECASE)
    remaining = _MAX_MESSAGES
    deadline = time.monotonic() + _MESSAGE_SECONDS
    for sheet, ranges in request.ranges.items():
        for range_, rows in zip(ranges, values[sheet]):
            for row, cells in enumerate(rows, range_.top):
                for index, value in enumerate(cells):
                    if type(value) is not ErrorValue or value.message or not remaining:
                        continue
                    formula = workbook.get_formula(sheet, row, range_.left + index) or ""
                    if catalogue_call.search(formula):
                        remaining = remaining - 1 if time.monotonic() < deadline else 0
                        log.last_message = ""
                        with contextlib.suppress(Exception):  # it only costs the message
                            workbook.set_formula(sheet, row, MAX_COLUMN, formula)
                            workbook.evaluate_cell(sheet, row, MAX_COLUMN)
                        cells[index] = ErrorValue(str(value), log.last_message)


def _may_spill(
    workbook: formualizer.Workbook, candidates: Iterable[CellAddress]
) -> Iterator[CellAddress]:
    """The cells beside or above one that has a value and no formula of these.

    An array fills a cell beside its anchor, or below it, and blank elements are zeros there.
    """
    rows_by_column: dict[tuple[str, int], set[int]] = defaultdict(set)
    for sheet, row, column in candidates:
        rows_by_column[sheet, column].add(row)
    for (sheet, column), rows in rows_by_column.items():
        top, bottom = min(rows), max(rows) + 1
        if (
            bottom - top > _MOST_ROWS_FOR_ONE * len(rows)
            or column >= MAX_COLUMN
            or bottom > MAX_ROW
        ):
            yield from (CellAddress(sheet, row, column) for row in rows)
            continue
        beside = rows_by_column.get((sheet, column + 1), ())
        area = formualizer.RangeAddress(sheet, top, column, bottom, column + 1)
        values = workbook[sheet].get_values(area)
        for row, (_, right), (below, _) in zip(range(top, bottom), values, values[1:]):
            if row in rows and (
                (right is not None and row not in beside)
                or (below is not None and row + 1 not in rows)
            ):
                yield CellAddress(sheet, row, column)


def _spill(workbook: formualizer.Workbook, cell: CellAddress) -> Range | None:
    """The spill range of a cell, if it spills."""
    spill = workbook.inspect_cell(str(cell), include_values=False).cell.spill
    if spill is None or spill.extent is None:
        return None
    return parse_range(spill.extent.rpartition("!")[2])


ENGINE = Formualizer()
