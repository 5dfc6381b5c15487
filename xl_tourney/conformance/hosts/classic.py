"""Excel on Windows without Excel: xlwings' classic path, and the VBA wrappers in front of it.

xlwings' own code runs over a stand-in for pywin32 (:mod:`.pywin32`).  The wrappers are run by
pyOpenVBA's interpreter; made up are a range, and the object that xlwings' DLL hands out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...catalogue.cells import Block
from ...functions import CATALOGUE
from ...hosts.excel import vba
from ...hosts.excel.errors import CVERR, named
from ..host import Call, Form, Host
from .pywin32 import OMITTED, FakeRange, call, classic_xlwings, com


def rows(value: Any) -> Block:
    """A result as rows of cells, from any of the forms in which one arrives."""
    if not isinstance(value, (list, tuple)):
        return [["" if value is None else value]]
    found = value if value and isinstance(value[0], (list, tuple)) else [value]
    return [list(row) for row in found]


# Through xlwings ----------------------------------------------------------------------------------


def _reference(value: Any, optional: bool) -> Any:
    """An argument is a reference; what is left out refers to an empty cell."""
    return FakeRange(com(value))


def _constant(value: Any, optional: bool) -> Any:
    """Numbers, texts and array constants in the formula; what is left out is not there."""
    if value is None and optional:
        return OMITTED
    cells = com(value)
    return cells[0] if isinstance(cells, tuple) and len(cells) == 1 else cells


def _currency(value: Any, optional: bool) -> Any:
    """Cells in a currency format; COM hands them over as decimal numbers."""
    return FakeRange(com(value, currency=True))


_WRITTEN: dict[Form, Callable[[Any, bool], Any]] = {
    "cells": _reference,
    "constants": _constant,
    "currency": _currency,
}


def _through_xlwings(calls: Sequence[Call]) -> Iterator[Block]:
    with classic_xlwings() as excel:
        for case, form in calls:
            parameters, written = CATALOGUE[case.function].parameters, _WRITTEN[form]
            given = [written(v, p.optional) for p, v in zip(parameters, case.arguments)]
            left_out = [OMITTED] * (len(parameters) - len(given))
            yield rows(call(excel, case.function, *given, *left_out))


# Through the wrappers -----------------------------------------------------------------------------

XLWINGS = """
Private current As Object
Private times As Long
Function XLPy()
    times = times + 1
    Set XLPy = current
End Function
Sub Connect(server)
    Set current = server
End Sub
Function Started()
    Started = times
End Function
"""
"""The part of xlwings' own module that the wrappers call."""


@contextmanager
def wrappers(gone: int = 0) -> Iterator[Any]:
    """An interpreter with our module in it, and xlwings' beside it.

    The first calls find the server ``gone`` so many times.
    """
    from pyopenvba.interpreter import Interpreter, VBAObject, VBARuntimeError, method

    with classic_xlwings() as excel:

        class Server(VBAObject):  # type: ignore[misc]
            """The object that xlwings serves."""

            left = gone

            @method  # type: ignore[untyped-decorator]
            def CallUDF(self, script: Any, name: Any, arguments: Any) -> Any:
                if self.left:
                    self.left -= 1
                    raise VBARuntimeError(462, "The remote server machine does not exist")
                given = tuple(map(_from_vba, arguments.items))
                return to_vba(excel.CallUDF(str(script), str(name), given))

        interpreter = Interpreter()
        interpreter.add_module(XLWINGS, name="xlwings")
        # what a file stores about a procedure is no statement, and VBA's editor hides it too
        source = re.sub(r"(?m)^Attribute \w+\.VB_.*$", "", vba.module(CATALOGUE))
        interpreter.add_module(source, name=vba.MODULE)
        interpreter.run("Connect", [Server()])
        yield interpreter


def cells(value: Any) -> Any:
    """Cells of a sheet, as VBA holds them."""
    from pyopenvba.interpreter import VBAObject, member

    class Range(VBAObject):  # type: ignore[misc]
        """A range with a value."""

        @member  # type: ignore[untyped-decorator]
        def Value2(self) -> Any:
            return to_vba(com(value))

    return Range()


def to_vba(value: Any) -> Any:
    """A value as COM hands it to VBA: an array of rows and columns, or of one row."""
    from pyopenvba.interpreter import EMPTY, VBAArray, VBAErrorValue

    if isinstance(value, (tuple, list)) and value and isinstance(value[0], (tuple, list)):
        if len(value) == len(value[0]) == 1:
            return to_vba(value[0][0])
        bounds = [(1, len(value)), (1, len(value[0]))]
        return VBAArray(bounds, items=[to_vba(cell) for column in zip(*value) for cell in column])
    if isinstance(value, (tuple, list)):
        return VBAArray([(0, len(value) - 1)], items=[to_vba(cell) for cell in value])
    error = named(value) if isinstance(value, int) and not isinstance(value, bool) else None
    if error in CVERR:
        return VBAErrorValue(CVERR[error])
    if value is None:
        return EMPTY
    return str(value) if isinstance(value, str) else value


def _from_vba(value: Any) -> Any:
    """A value as COM hands it to Python."""
    from pyopenvba.interpreter import EMPTY, MISSING, VBAArray, VBAErrorValue

    if isinstance(value, VBAArray):
        items = [_from_vba(item) for item in value.items]
        if value.dimensions == 1:
            return tuple(items)
        height = value.bounds[0][1] - value.bounds[0][0] + 1
        return tuple(zip(*(items[at : at + height] for at in range(0, len(items), height))))
    if isinstance(value, VBAErrorValue):
        return com(_ERRORS[value.number])
    if value is MISSING:
        return OMITTED
    return None if value is EMPTY else value


_ERRORS = {number: error for error, number in CVERR.items()}


def shown(value: Any) -> Block:
    """A result as its cells show it; a text such as “#N/A” is no error there."""
    from pyopenvba.interpreter import VBAArray

    items = value.items if isinstance(value, VBAArray) else [value]
    if any(isinstance(item, str) and item in CVERR for item in items):
        return [["an error that is only a text"]]
    found = _from_vba(value)
    return [[named(cell) for cell in row] for row in rows(found)]


def _through_the_wrappers(calls: Sequence[Call]) -> Iterator[Block]:
    from pyopenvba.interpreter import MISSING

    def written(value: Any, optional: bool, form: Form) -> Any:
        if form == "cells":
            return cells(value)
        return MISSING if value is None and optional else to_vba(com(value))

    with wrappers() as code:
        for case, form in calls:
            parameters = CATALOGUE[case.function].parameters
            given = [written(v, p.optional, form) for p, v in zip(parameters, case.arguments)]
            yield shown(code.run(case.function, given))


CLASSIC = Host("Excel, xlwings", _through_xlwings, tuple(_WRITTEN))
WRAPPERS = Host("Excel, VBA wrappers", _through_the_wrappers)
