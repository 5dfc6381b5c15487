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

from ..catalogue.cells import ErrorValue, block
from ..errors import EngineError
from ..functions import CATALOGUE, Function
from ..grammar.references import MAX_COLUMN, MAX_ROW, Area, Place, cell_name, parse_area
from .base import NotCalculated, Order, Outcome, Question
from .mistakes import FORMUALIZER

_ASKING = 2.0
"""After how many seconds it is asked no more; a thousand questions take a tenth of one."""

_ASKED = "XL_TOURNEY_ASKED_"
"""How the sheets begin where it is asked something."""

FIT = "XL_TOURNEY_FIT"
"""Our helper that makes an array fill a fixed range as Excel does."""

HELD, PART = "XL_TOURNEY_HELD", "XL_TOURNEY_PART"
"""The same for an array that is held, of which each cell takes its part."""

_LARGEST_IN_PARTS = 100_000

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
_KIND_OF = {text: kind for kind, text in _ERROR_KINDS.items()}
_FAILURES = {
    "NImpl": "the engine lacks something in it",
    "Error": "the engine cannot read its formula",
    "Cancelled": "the calculation was cut short",
}
_EXPLAINED = 200
"""How many errors are given their sentences."""

_EXPLAINING = 1.0
"""After how many seconds no more are."""
_LONG = 4.0
"""A calculation of so many seconds is not gone into again for sentences."""

_TALL = MAX_ROW - 1000

Values = Mapping[str, list[list[list[Any]]]]
_LIMITS = {"max_xml_depth": 256, "max_entries": 20_000}


class Formualizer:
    """Calculates with formualizer's native reader; our functions are registered on the workbook."""

    name = "formualizer"
    mistakes = FORMUALIZER
    calls_over = frozenset(("ATAN2", "COS", "IF", "IFERROR", "IFNA", "SIN", "TAN"))

    def __init__(self) -> None:
        self._has: dict[str, bool] = {}

    @property
    def version(self) -> str:
        """The installed version."""
        from importlib.metadata import version

        return version("formualizer")

    def lacks(self, functions: Iterable[str]) -> frozenset[str]:
        """Ask the engine itself, so that the answer fits the installed version."""
        names = list(functions)
        asked = [name for name in names if name not in self._has]
        if asked:
            workbook = formualizer.Workbook()
            sheet = workbook.sheet("Asked")
            for row, name in enumerate(asked, 1):
                try:
                    sheet.set_formula(row, 1, f"={name}()")
                    value = workbook.evaluate_cell("Asked", row, 1)
                except Exception:  # not even a name to its parser
                    value = {"kind": "Name"}
                kind = value.get("kind") if isinstance(value, dict) else None
                self._has[name] = kind not in ("Name", "NImpl")
        return frozenset(name for name in names if not self._has[name])

    def array_formulas(self, formula: str, place: Place, area: Area) -> dict[tuple[int, int], str]:
        """The engine spills every array, and then calculates all that depends on it once more.

        So the first cell holds the array, made to fit, and each cell takes its part; only a very
        large one spills.
        """
        rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
        if area.size > _LARGEST_IN_PARTS:
            return {(place.row, place.column): f"{FIT}({formula},{rows},{columns})"}
        key = str(place).replace('"', '""')
        first = cell_name(place.row, place.column)
        found = {
            (area.top + row, area.left + column): f'{PART}("{key}",{first},{row},{column})'
            for row in range(rows)
            for column in range(columns)
        }
        found[place.row, place.column] = f'{HELD}("{key}",{formula},{rows},{columns})'
        return found

    def calculate(self, order: Order) -> Outcome:
        """Load, register our functions, evaluate, and read the areas in bulk."""
        try:
            workbook = formualizer.Workbook.from_bytes(
                order.data, config=_config(order.date1904), load_limits=_LIMITS
            )
            workbook.set_temporal_egress("serial")
            if order.now:
                now = order.now
                offset = now.utcoffset()
                workbook.set_deterministic_clock(
                    now.replace(tzinfo=timezone.utc) if offset is None else now,
                    "utc" if offset is None else int(offset.total_seconds()),
                )
            given = _Given()
            _register(workbook, given)
            started = time.monotonic()
            workbook.evaluate_all()
            took = time.monotonic() - started
        except BaseException as error:  # a panic of the engine is no Exception
            raise _refused(error) from error
        values = {
            sheet: [_rows(workbook, sheet, area) for area in areas]
            for sheet, areas in order.wanted.items()
        }
        asked = [*order.arrays, *(order.arrays_of_ours() if given.array else ())]
        spilled = {place: area for place in asked if (area := _spilled(workbook, place))}
        arrays = {p: (area, _rows(workbook, p.sheet, area)) for p, area in spilled.items()}
        if given.error and took < _LONG:
            _explain(workbook, order, values, given)
        return Outcome(values, arrays, partial(_ask, workbook))


def _config(date1904: bool = False) -> formualizer.WorkbookConfig:
    """One thread: our functions need Python's lock, and threads only wait for it."""
    evaluation = formualizer.EvaluationConfig()
    evaluation.enable_parallel = False
    evaluation.date_system = "1904" if date1904 else "1900"
    return formualizer.WorkbookConfig(eval_config=evaluation)


def _refused(error: BaseException) -> BaseException:
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        return error
    return EngineError(f"formualizer refuses the workbook ({error}).")


class _Given:
    """What our functions gave: asking the engine about each cell takes long."""

    array = False
    """Whether one gave an array."""
    error = ""
    """The sentence of the last error."""


def _register(workbook: formualizer.Workbook, given: _Given) -> None:
    for function in CATALOGUE:
        workbook.register_function(function.name, _adapted(function, given))
    workbook.register_function(FIT, _fit)
    arrays: dict[str, list[list[Any]]] = {}

    def held(key: str, array: Any, rows: float, columns: float) -> Any:
        arrays[key] = _fit(array, rows, columns)
        return arrays[key][0][0]

    def part(key: str, first: Any, row: float, column: float) -> Any:
        return arrays[key][int(row)][int(column)] if key in arrays else first

    workbook.register_function(HELD, held)
    workbook.register_function(PART, part)


def _adapted(function: Function, given: _Given) -> Callable[..., Any]:
    """A function of the catalogue in the engine's form of cells."""
    call = function.from_host

    def adapted(*arguments: Any) -> Any:
        value = call(*arguments, read=_read)
        if type(value) is float:
            return value
        given.array = given.array or type(value) is list
        given.error = _message(value) or given.error
        return _to_engine(value)

    return adapted


def _message(value: Any) -> str:
    """The sentence of an error, or of the first one in an array."""
    if isinstance(value, list):
        return next((said for row in value for cell in row if (said := _message(cell))), "")
    return value.message if isinstance(value, ErrorValue) else ""


def _ask(workbook: formualizer.Workbook, questions: Sequence[Question]) -> list[bool]:
    """Which formulas are TRUE: they are calculated on sheets of their own, each in its place."""
    asked: Counter[tuple[int, int]] = Counter()
    places: dict[int, tuple[str, int, int]] = {}
    for number, (place, formula) in enumerate(questions):
        sheet = f"{_ASKED}{asked[place[1:]]}"
        asked[place[1:]] += 1
        with contextlib.suppress(Exception):  # it cannot be read: then it is not TRUE
            workbook.sheet(sheet)
            workbook.set_formula(sheet, place.row, place.column, f"={formula}")
            places[number] = sheet, place.row, place.column
    # where arrays stand in each other's way the engine may find no end
    stop = threading.Timer(_ASKING + len(places) / 1000, workbook.cancel)
    stop.start()
    try:
        values = workbook.evaluate_cells(list(places.values()))
    except Exception:  # it was stopped
        values = []
    finally:
        stop.cancel()
    true = {number for number, value in zip(places, values) if value is True}
    return [number in true for number in range(len(questions))]


def _explain(workbook: formualizer.Workbook, order: Order, values: Values, given: _Given) -> None:
    """Give errors of ours their sentences, which the engine loses: calculate them once more.

    That is done in the last column, where hardly a workbook has anything.
    """
    calls_ours = re.compile(rf"\b({'|'.join(function.name for function in CATALOGUE)})\(")
    left = _EXPLAINED
    end = time.monotonic() + _EXPLAINING
    for sheet, areas in order.wanted.items():
        for area, rows in zip(areas, values[sheet]):
            for row, cells in enumerate(rows, area.top):
                for at, value in enumerate(cells):
                    if type(value) is not ErrorValue or value.message or not left:
                        continue
                    formula = workbook.get_formula(sheet, row, area.left + at) or ""
                    if calls_ours.search(formula):
                        left = left - 1 if time.monotonic() < end else 0
                        given.error = ""
                        with contextlib.suppress(Exception):  # it only costs the sentence
                            workbook.set_formula(sheet, row, MAX_COLUMN, formula)
                            workbook.evaluate_cell(sheet, row, MAX_COLUMN)
                        cells[at] = ErrorValue(str(value), given.error)


def _read(arguments: Iterable[Any]) -> list[Any]:
    """The engine's cells as ours; whole columns without the rows below all that hold something.

    A million blank rows would be calculated one by one, and give a million blanks.
    """
    found = [_from_engine(cells) for cells in arguments]
    tall = [cells for cells in found if type(cells) is list and len(cells) > _TALL]
    if not tall:
        return found
    used = max(map(_used, tall))
    return [c[:used] if type(c) is list and len(c) > _TALL else c for c in found]


def _used(rows: list[list[Any]]) -> int:
    """How many rows there are down to the last that holds something; 1 at least."""
    for at in range(len(rows), 1, -1):
        if any(cell is not None for cell in rows[at - 1]):
            return at
    return 1


def _from_engine(value: Any) -> Any:
    if type(value) is list:
        for row in value:
            for cell in row:
                if type(cell) is dict:
                    return [[_cell(c) if type(c) is dict else c for c in row] for row in value]
        return value
    return _cell(value) if type(value) is dict else value


def _to_engine(value: Any) -> Any:
    if type(value) is float:
        return value
    if isinstance(value, list):
        return [[_to_engine(cell) for cell in row] for row in value]
    if isinstance(value, ErrorValue):
        kind = _KIND_OF.get(value, "Value")
        return {"type": "Error", "kind": kind, "message": value.message}
    return value


def _cell(value: dict[str, Any]) -> Any:
    """An error of the engine as ours."""
    kind = value.get("kind", "")
    if kind in _ERROR_KINDS:
        return ErrorValue(_ERROR_KINDS[kind], value.get("message") or "")
    message = value.get("message") or kind
    if kind == "Circ":
        return NotCalculated("it refers to itself", circular=True)
    return NotCalculated(_FAILURES.get(kind, f"the engine failed ({message})"))


def _fit(array: Any, rows: float, columns: float) -> Any:
    """An array as it fills a fixed range: one row or column repeats, what is missing is #N/A."""
    given = block(array)
    height, width = len(given), len(given[0])

    def cell(row: int, column: int) -> Any:
        row, column = row if height > 1 else 0, column if width > 1 else 0
        if row < height and column < width:
            value = given[row][column]
            return 0.0 if value is None else value
        return {"type": "Error", "kind": "Na"}

    return [[cell(r, c) for c in range(int(columns))] for r in range(int(rows))]


def _rows(workbook: formualizer.Workbook, sheet: str, area: Area) -> list[list[Any]]:
    rows = workbook[sheet].get_values(formualizer.RangeAddress(sheet, *area))
    return [[_value(c) for c in row] for row in rows]


def _value(value: Any) -> Any:
    """A value of the engine as ours; it does not hold itself to finite numbers."""
    if type(value) is float:
        return value if value - value == 0.0 else ErrorValue("#NUM!")
    return _cell(value) if type(value) is dict else value


def _spilled(workbook: formualizer.Workbook, place: Place) -> Area | None:
    spill = workbook.inspect_cell(str(place), include_values=False).cell.spill
    if spill is None or spill.extent is None:
        return None
    return parse_area(spill.extent.rpartition("!")[2])


ENGINE = Formualizer()
