"""Excel on Windows without Excel: xlwings' classic path, and the VBA wrappers in front of it.

xlwings' own code runs over a stand-in for pywin32 (:mod:`.pywin32`).  The wrappers are run by
pyOpenVBA's interpreter; simulated are a range, and the object that xlwings' DLL returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from xl_tourney.catalogue.cells import Block
from xl_tourney.conformance.hosts import ArgumentForm, Host, HostCall
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel.error_codes import CVERR, errors_to_text

from .pywin32 import OMITTED, FakeRange, call_udf, to_com, windows_xlwings


def to_rows(value: Any) -> Block:
    """A result in any form as rows of cells."""
    if not isinstance(value, (list, tuple)):
        return [["" if value is None else value]]
    rows = value if value and isinstance(value[0], (list, tuple)) else [value]
    return [list(row) for row in rows]


# Through xlwings ----------------------------------------------------------------------------------


def _to_reference(value: Any, optional: bool) -> Any:
    """A reference; an omitted argument refers to an empty cell."""
    return FakeRange(to_com(value))


def _to_constant(value: Any, optional: bool) -> Any:
    """A constant of the formula; an omitted argument is missing."""
    if value is None and optional:
        return OMITTED
    cells = to_com(value)
    return cells[0] if isinstance(cells, tuple) and len(cells) == 1 else cells


def _to_currency_cells(value: Any, optional: bool) -> Any:
    """Cells in a currency format, which COM passes as decimal numbers."""
    return FakeRange(to_com(value, currency=True))


_CONVERSIONS: dict[ArgumentForm, Callable[[Any, bool], Any]] = {
    "cells": _to_reference,
    "constants": _to_constant,
    "currency": _to_currency_cells,
}


def _call_through_xlwings(calls: Sequence[HostCall]) -> Iterator[Block]:
    with windows_xlwings() as excel:
        for case, form in calls:
            parameters, convert = CATALOGUE[case.function].parameters, _CONVERSIONS[form]
            arguments = [convert(v, p.optional) for p, v in zip(parameters, case.arguments)]
            omitted = [OMITTED] * (len(parameters) - len(arguments))
            yield to_rows(call_udf(excel, case.function, *arguments, *omitted))


# Through the wrappers -----------------------------------------------------------------------------


@contextmanager
def vba_wrappers() -> Iterator[Any]:
    """A simulated Windows in which the add-in's modules run; xlwings' own server answers."""
    from .windows import Windows, load_modules

    with windows_xlwings() as excel:

        def call_udf(module: str, name: str, arguments: Any) -> Any:
            values = tuple(map(_from_vba, arguments.items))
            return to_vba(excel.CallUDF(module, name, values))

        windows = Windows(call_udf)
        load_modules(windows)
        yield windows


def make_vba_range(value: Any) -> Any:
    """A range of a sheet as a VBA object."""
    from pyopenvba.interpreter import VBAObject, member

    class VBARange(VBAObject):  # type: ignore[misc]
        """A range with a value."""

        @member  # type: ignore[untyped-decorator]
        def Value2(self) -> Any:
            return to_vba(to_com(value))

    return VBARange()


def to_vba(value: Any) -> Any:
    """A value of COM in VBA: an array of rows and columns, or of one row."""
    from pyopenvba.interpreter import EMPTY, VBAArray, VBAErrorValue

    if isinstance(value, (tuple, list)) and value and isinstance(value[0], (tuple, list)):
        if len(value) == len(value[0]) == 1:
            return to_vba(value[0][0])
        bounds = [(1, len(value)), (1, len(value[0]))]
        return VBAArray(bounds, items=[to_vba(cell) for column in zip(*value) for cell in column])
    if isinstance(value, (tuple, list)):
        return VBAArray([(0, len(value) - 1)], items=[to_vba(cell) for cell in value])
    error = (
        errors_to_text(value) if isinstance(value, int) and not isinstance(value, bool) else None
    )
    if error in CVERR:
        return VBAErrorValue(CVERR[error])
    if value is None:
        return EMPTY
    return str(value) if isinstance(value, str) else value


def _from_vba(value: Any) -> Any:
    """A value of VBA in COM's form for Python."""
    from pyopenvba.interpreter import EMPTY, MISSING, VBAArray, VBAErrorValue

    if isinstance(value, VBAArray):
        items = [_from_vba(item) for item in value.items]
        if value.dimensions == 1:
            return tuple(items)
        height = value.bounds[0][1] - value.bounds[0][0] + 1
        return tuple(zip(*(items[at : at + height] for at in range(0, len(items), height))))
    if isinstance(value, VBAErrorValue):
        return to_com(_ERROR_BY_NUMBER[value.number])
    if value is MISSING:
        return OMITTED
    return None if value is EMPTY else value


_ERROR_BY_NUMBER = {number: error for error, number in CVERR.items()}


def from_vba_result(value: Any) -> Block:
    """The cells of a result; a text such as “#N/A” instead of an error value is reported."""
    from pyopenvba.interpreter import VBAArray

    items = value.items if isinstance(value, VBAArray) else [value]
    if any(isinstance(item, str) and item in CVERR for item in items):
        return [["an error that is only a text"]]
    return [[errors_to_text(cell) for cell in row] for row in to_rows(_from_vba(value))]


def _call_through_wrappers(calls: Sequence[HostCall]) -> Iterator[Block]:
    from pyopenvba.interpreter import MISSING

    def convert(value: Any, optional: bool, form: ArgumentForm) -> Any:
        if form == "cells":
            return make_vba_range(value)
        return MISSING if value is None and optional else to_vba(to_com(value))

    with vba_wrappers() as code:
        for case, form in calls:
            parameters = CATALOGUE[case.function].parameters
            arguments = [convert(v, p.optional, form) for p, v in zip(parameters, case.arguments)]
            yield from_vba_result(code.run(case.function, arguments))


CLASSIC = Host(
    "Excel, xlwings",
    _call_through_xlwings,
    tuple(_CONVERSIONS),
    runs_in="xlwings' own code over a stand-in for pywin32, without Excel",
)
WRAPPERS = Host(
    "Excel, VBA wrappers",
    _call_through_wrappers,
    runs_in="pyOpenVBA's interpreter, without Excel",
)
