"""formualizer: the default engine, in Rust."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timezone
from functools import partial
from typing import Any

import formualizer

from ..catalogue.cells import ErrorValue, is_error, to_block
from ..errors import EngineError
from ..functions import CATALOGUE, Function
from ..grammar.formula_references import precedent_ranges
from ..grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    cell_reference,
    parse_range,
)
from ..grammar.structured_references import Tables
from .base import CalculationRequest, CalculationResult, Condition, NotCalculated
from .mistakes import FORMUALIZER
from .reference_calls import (
    ADDRESS,
    NUMBERS,
    TO_A1,
    ReferenceRewriter,
    consecutive_numbers,
    to_a1,
    write_address,
)
from .reference_mistakes import REFERENCE_MISTAKES

_CONDITION_SECONDS = 2.0
"""The time limit for evaluating conditions; a thousand take a tenth of a second."""

_FORMULA_SECONDS = 60.0
"""The time limit for evaluating other formulas, without which cells keep their values."""

_CONDITION_SHEET = "XL_TOURNEY_CONDITION_"
"""The beginning of the names of the sheets where conditions are evaluated."""

_SCRATCH, _CAPTURE = "XL_TOURNEY_SCRATCH", "XL_TOURNEY_CAPTURE"
"""The sheet of formulas that stand in no cell, and the function that takes their values."""

ANCHOR, ELEMENT = "XL_TOURNEY_ANCHOR", "XL_TOURNEY_ELEMENT"
"""Helper functions for the anchor of an array formula, and for other cells of its range."""

_MAX_ELEMENTS = 1_000
"""In an array formula over more cells the engine spills pieces of the array."""

_MAX_SPILL_CELLS = 10_000
"""The largest array that the engine spills; a larger one is ``#SPILL!``."""

_ERROR_KINDS = {
    "Null": "#NULL!",
    "Div": "#DIV/0!",
    "Value": "#VALUE!",
    "Ref": "#REF!",
    "Name": "#NAME?",
    "Num": "#NUM!",
    "Na": "#N/A",
    "Spill": "#SPILL!",
    "Calc": "#CALC!",
}
_KIND_OF_ERROR = {error: kind for kind, error in _ERROR_KINDS.items()}
_FAILURES = {
    "NImpl": "the engine lacks something in it",
    "Error": "the engine cannot read its formula",
    "Cancelled": "the calculation was cut short",
}
_MAX_MESSAGES = 200
"""The number of errors for which a message is looked up."""

_MESSAGE_SECONDS = 1.0
"""The time limit for looking up messages."""

_MAX_SECONDS_FOR_MESSAGES = 4.0
"""After a longer calculation no messages are looked up."""

_WHOLE_COLUMN_ROWS = MAX_ROW - 1000
"""An argument with more rows is taken for a whole column."""

Values = Mapping[str, list[list[list[Any]]]]
_NO_LIMIT = 1 << 40
_LIMITS = {
    "max_xml_depth": 256,
    **dict.fromkeys(
        ("max_entries", "max_part_bytes", "max_expanded_bytes", "max_input_bytes"), _NO_LIMIT
    ),
}
"""The package that it gets was read under our own limits."""


class Formualizer:
    """Calculates with formualizer's own reader; our functions are registered on the workbook."""

    name = "formualizer"
    mistakes = (*FORMUALIZER, *REFERENCE_MISTAKES)
    has_proven_core = True
    lifted_functions = frozenset(("ATAN2", "COS", "IF", "IFERROR", "IFNA", "SIN", "TAN"))
    rewriter = ReferenceRewriter()

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
            workbook = formualizer.Workbook()
            sheet = workbook.sheet("Functions")
            for row, name in enumerate(unknown, 1):
                try:
                    sheet.set_formula(row, 1, f"={name}()")
                    value = workbook.evaluate_cell("Functions", row, 1)
                except Exception:  # not even a name to its parser
                    value = {"kind": "Name"}
                kind = value.get("kind") if isinstance(value, dict) else None
                self._is_supported[name] = kind not in ("Name", "NImpl")
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
        log = _CallLog()
        try:
            workbook = _open(request, log)
            started = time.monotonic()
            workbook.evaluate_all()
            seconds = time.monotonic() - started
        except BaseException as error:  # a panic of the engine is no Exception
            raise _refusal(error) from error
        values = {
            sheet: [_read_range(workbook, sheet, range_) for range_ in ranges]
            for sheet, ranges in request.ranges.items()
        }
        candidates = [
            *request.spill_candidates,
            *(request.catalogue_spill_candidates() if log.returned_array else ()),
        ]
        spill_ranges = {cell: range_ for cell in candidates if (range_ := _spill(workbook, cell))}
        spills = {
            cell: (range_, _read_range(workbook, cell.sheet, range_))
            for cell, range_ in spill_ranges.items()
        }
        if log.last_message and seconds < _MAX_SECONDS_FOR_MESSAGES:
            _add_messages(workbook, request, values, log)
        return CalculationResult(
            values,
            spills,
            partial(_evaluate_conditions, workbook),
            partial(_evaluate_formulas, workbook),
            _MAX_SPILL_CELLS,
            partial(_read_range, workbook),
        )


class Trial:
    """A workbook that stays open, in which some cells get other values for a moment.

    Only what depends on them is calculated again, which is quick.  The engine is not always right
    then: what is found so has to be calculated afresh.
    """

    def __init__(self, request: CalculationRequest) -> None:
        self._original: dict[CellAddress, Any] = {}
        try:
            self._workbook = _open(request, _CallLog())
            self._workbook.evaluate_all()
        except BaseException as error:  # a panic of the engine is no Exception
            raise _refusal(error) from error

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
            raise _refusal(error) from error

    def read(self, sheet: str, range_: Range) -> list[list[Any]]:
        """The values of a range, by rows."""
        return _read_range(self._workbook, sheet, range_)


def _open(request: CalculationRequest, log: _CallLog) -> formualizer.Workbook:
    """The engine's workbook of a request, with our functions; nothing is calculated yet."""
    workbook = formualizer.Workbook.from_bytes(
        request.package, config=_config(request.date1904), load_limits=_LIMITS
    )
    workbook.set_temporal_egress("serial")
    if request.now:
        now = request.now
        offset = now.utcoffset()
        workbook.set_deterministic_clock(
            now.replace(tzinfo=timezone.utc) if offset is None else now,
            "utc" if offset is None else int(offset.total_seconds()),
        )
    _register_functions(workbook, log, request.tables or Tables(()))
    return workbook


class ScratchSheet:
    """Evaluates formulas over the values of a workbook, without the workbook's own formulas.

    ``load_values`` gives the values of a sheet from A1 on, by rows.
    """

    def __init__(
        self, load_values: Callable[[str], list[list[Any]]], date1904: bool = False
    ) -> None:
        self._load_values = load_values
        self._workbook = formualizer.Workbook(config=_config(date1904))
        self._workbook.set_temporal_egress("serial")
        _register_functions(self._workbook, _CallLog(), Tables(()))
        self._workbook.register_function(_CAPTURE, self._capture)
        self._workbook.sheet(_SCRATCH)
        self._loaded: set[str] = set()
        self._captured: dict[int, Any] = {}

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

    def _capture(self, row: float, value: Any) -> float:
        self._captured[int(row)] = _argument_from_engine(value)
        return 0.0

    def _load(self, sheet: str) -> None:
        if sheet in self._loaded or sheet == _SCRATCH:
            return
        self._loaded.add(sheet)
        rows = self._load_values(sheet)
        self._workbook.sheet(sheet)
        if rows:
            values = [[_value_to_engine(_constant(cell)) for cell in row] for row in rows]
            self._workbook.set_values_batch(sheet, 1, 1, values)


def _constant(cell: Any) -> Any:
    """A cell's constant; a text that spells an error is the error."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return float(cell)
    return ErrorValue(cell) if is_error(cell) else cell


def _config(date1904: bool = False) -> formualizer.WorkbookConfig:
    """One thread: our functions need Python's lock, and threads only wait for it."""
    evaluation = formualizer.EvaluationConfig()
    evaluation.enable_parallel = False
    evaluation.date_system = "1904" if date1904 else "1900"
    return formualizer.WorkbookConfig(eval_config=evaluation)


def _refusal(error: BaseException) -> BaseException:
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        return error
    return EngineError(f"formualizer refuses the workbook ({error}).")


class _CallLog:
    """What the catalogue's functions returned; to ask the engine for each cell takes long."""

    returned_array = False
    """Whether one returned an array."""
    last_message = ""
    """The message of the last error."""


def _register_functions(workbook: formualizer.Workbook, log: _CallLog, tables: Tables) -> None:
    for function in CATALOGUE:
        workbook.register_function(function.name, _engine_function(function, log))
    arrays: dict[str, list[list[Any]]] = {}

    def anchor(
        key: str, array: Any, rows: float, columns: float, height: float = 1, width: float = 1
    ) -> Any:
        arrays[key] = _fit(array, rows, columns)
        return element(key, None, 0, 0, height, width)

    def element(
        key: str, first: Any, row: float, column: float, height: float = 1, width: float = 1
    ) -> Any:
        if key not in arrays:
            return first
        top, left = int(row), int(column)
        if height == width == 1:
            return arrays[key][top][left]
        piece = arrays[key][top : top + int(height)]
        return [cells[left : left + int(width)] for cells in piece]

    workbook.register_function(ANCHOR, anchor)
    workbook.register_function(ADDRESS, _helper_function(write_address))
    workbook.register_function(NUMBERS, _helper_function(consecutive_numbers))
    workbook.register_function(TO_A1, _helper_function(partial(to_a1, tables)))
    workbook.register_function(ELEMENT, element)


def _helper_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function that takes and returns the engine's values."""
    return lambda *arguments: _value_to_engine(function(*map(_argument_from_engine, arguments)))


def _engine_function(function: Function, log: _CallLog) -> Callable[..., Any]:
    """A function of the catalogue that takes and returns the engine's values."""
    call_from_host = function.call_from_host

    def call(*arguments: Any) -> Any:
        value = call_from_host(*arguments, convert=_arguments_from_engine)
        if type(value) is float:
            return value
        log.returned_array = log.returned_array or type(value) is list
        log.last_message = _first_message(value) or log.last_message
        return _value_to_engine(value)

    return call


def _first_message(value: Any) -> str:
    """The message of an error, or of the first one in an array."""
    if isinstance(value, list):
        messages = (_first_message(cell) for row in value for cell in row)
        return next(filter(None, messages), "")
    return value.message if isinstance(value, ErrorValue) else ""


def _evaluate_conditions(
    workbook: formualizer.Workbook, conditions: Sequence[Condition]
) -> list[bool]:
    """Which formulas are TRUE."""
    seconds = _CONDITION_SECONDS + len(conditions) / 1000
    return [value is True for value in _evaluate_formulas(workbook, conditions, seconds)]


def _evaluate_formulas(
    workbook: formualizer.Workbook,
    formulas: Sequence[Condition],
    seconds: float = _FORMULA_SECONDS,
) -> list[Any]:
    """The values of formulas, evaluated on more sheets, each in its cell; None for a failure."""
    used: Counter[tuple[int, int]] = Counter()
    cells: dict[int, tuple[str, int, int]] = {}
    for index, (address, formula) in enumerate(formulas):
        row, column = address.row, address.column
        sheet = f"{_CONDITION_SHEET}{used[row, column]}"
        used[row, column] += 1
        with contextlib.suppress(Exception):  # it cannot be read: then it is not TRUE
            workbook.sheet(sheet)
            workbook.set_formula(sheet, row, column, f"={formula}")
            cells[index] = sheet, row, column
    # where arrays stand in each other's way the engine may find no end
    timer = threading.Timer(seconds, workbook.cancel)
    timer.start()
    try:
        workbook.evaluate_all()  # to ask for cells alone takes ten times as long
        values = [workbook.get_value(*cell) for cell in cells.values()]
    except Exception:  # it was stopped
        values = []
    finally:
        timer.cancel()
    by_index = dict(zip(cells, map(_value_from_engine, values)))
    return [by_index.get(index) for index in range(len(formulas))]


def _add_messages(
    workbook: formualizer.Workbook, request: CalculationRequest, values: Values, log: _CallLog
) -> None:
    """Give errors of our functions their messages, which the engine loses.

    Their formulas are calculated once more in the last column, which hardly a workbook uses.
    """
    catalogue_call = re.compile(
        rf"\b({'|'.join(function.name for function in CATALOGUE)})\(", re.IGNORECASE
    )
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


def _arguments_from_engine(arguments: Iterable[Any]) -> list[Any]:
    """The engine's arguments as ours; whole columns end at the last row that is not blank.

    A million blank rows would be calculated one by one, and return a million blanks.
    """
    blocks = [_argument_from_engine(argument) for argument in arguments]
    whole_columns = [
        rows for rows in blocks if type(rows) is list and len(rows) > _WHOLE_COLUMN_ROWS
    ]
    if not whole_columns:
        return blocks
    used = max(map(_used_rows, whole_columns))
    return [
        rows[:used] if type(rows) is list and len(rows) > _WHOLE_COLUMN_ROWS else rows
        for rows in blocks
    ]


def _used_rows(rows: list[list[Any]]) -> int:
    """The number of rows down to the last that is not blank; 1 at least."""
    for count in range(len(rows), 1, -1):
        if any(cell is not None for cell in rows[count - 1]):
            return count
    return 1


def _argument_from_engine(argument: Any) -> Any:
    if type(argument) is list:
        for row in argument:
            for cell in row:
                if type(cell) is dict:
                    return [
                        [_error_from_engine(c) if type(c) is dict else c for c in row]
                        for row in argument
                    ]
        return argument
    return _error_from_engine(argument) if type(argument) is dict else argument


def _value_to_engine(value: Any) -> Any:
    if type(value) is float:
        return value
    if isinstance(value, list):
        return [[_value_to_engine(cell) for cell in row] for row in value]
    if isinstance(value, ErrorValue):
        kind = _KIND_OF_ERROR.get(value, "Value")
        return {"type": "Error", "kind": kind, "message": value.message}
    return value


def _error_from_engine(error: dict[str, Any]) -> ErrorValue | NotCalculated:
    kind = error.get("kind", "")
    if kind in _ERROR_KINDS:
        return ErrorValue(_ERROR_KINDS[kind], error.get("message") or "")
    message = error.get("message") or kind
    if kind == "Circ":
        return NotCalculated("it refers to itself", is_circular=True)
    return NotCalculated(_FAILURES.get(kind, f"the engine failed ({message})"))


def _fit(array: Any, rows: float, columns: float) -> Any:
    """An array as it fills a fixed range: one row or column repeats, missing cells are #N/A."""
    source = to_block(array)
    height, width = len(source), len(source[0])

    def cell(row: int, column: int) -> Any:
        row, column = row if height > 1 else 0, column if width > 1 else 0
        if row < height and column < width:
            value = source[row][column]
            return 0.0 if value is None else value
        return {"type": "Error", "kind": "Na"}

    return [[cell(r, c) for c in range(int(columns))] for r in range(int(rows))]


def _read_range(workbook: formualizer.Workbook, sheet: str, range_: Range) -> list[list[Any]]:
    rows = workbook[sheet].get_values(formualizer.RangeAddress(sheet, *range_))
    return [[_value_from_engine(c) for c in row] for row in rows]


def _value_from_engine(value: Any) -> Any:
    """A value of the engine as ours; its numbers may be infinite."""
    if type(value) is float:
        return value if value - value == 0.0 else ErrorValue("#NUM!")
    return _error_from_engine(value) if type(value) is dict else value


def _spill(workbook: formualizer.Workbook, cell: CellAddress) -> Range | None:
    """The spill range of a cell, if it spills."""
    spill = workbook.inspect_cell(str(cell), include_values=False).cell.spill
    if spill is None or spill.extent is None:
        return None
    return parse_range(spill.extent.rpartition("!")[2])


ENGINE = Formualizer()
