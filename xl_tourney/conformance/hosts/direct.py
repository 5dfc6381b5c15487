"""The hosts that call a function with values: Python itself, and xlwings Server."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from ... import hosts
from ...catalogue.cells import Block, block, is_error
from ...functions import CATALOGUE
from ...hosts.excel.vba import SERVED
from ..host import Call, Host
from .classic import rows

KEY = "XLWINGS_LICENSE_KEY"


def _in_python(calls: Sequence[Call]) -> Iterator[Block]:
    for case, _ in calls:
        yield block(CATALOGUE[case.function](*case.arguments))


@contextmanager
def served() -> Iterator[Any]:
    """The module that xlwings Server serves, imported as it imports it."""
    fresh = [name for name in sys.modules if name.split(".")[0] == "xlwings"]
    with (
        mock.patch.dict(sys.modules),
        mock.patch.dict(vars(hosts)),
        mock.patch.dict(os.environ, {"XLWINGS_ON_SERVER": "true"}),
    ):
        for name in (*fresh, SERVED):
            sys.modules.pop(name, None)
        yield importlib.import_module(SERVED)


def _office(value: Any) -> Any:
    """A cell or a block as Office.js hands it over."""
    if isinstance(value, (list, tuple)):
        return [[_office(cell) for cell in row] for row in block(value)]
    if is_error(value):
        return {"type": "Error", "basicValue": value, "basicType": "Error"}
    return value


def _shown(cell: Any) -> Any:
    """A cell of a result as Excel shows it."""
    return _ERRORS[cell["errorType"]] if isinstance(cell, dict) else cell


_ERRORS = {
    "Div0": "#DIV/0!",
    "NotAvailable": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
"""How Office.js calls the errors (Excel.ErrorCellValueType)."""


def _through_server(calls: Sequence[Call]) -> Iterator[Block]:
    with served() as module:
        from xlwings import __version__
        from xlwings.server import custom_functions_call

        for case, _ in calls:
            left_out = [None] * (len(CATALOGUE[case.function].parameters) - len(case.arguments))
            given = [*map(_office, case.arguments), *left_out]
            data = {
                "func_name": case.function,
                "args": [a if isinstance(a, list) or a is None else [[a]] for a in given],
                "version": __version__,
                "client": "Office.js",
                "runtime": "1.4",
            }
            found = rows(asyncio.run(custom_functions_call(data, module)))
            yield [list(map(_shown, row)) for row in found]


def _without_key() -> str:
    if os.environ.get(KEY):
        return ""
    return f"xlwings PRO wants a licence: set {KEY} (“noncommercial”, if that is your use)."


PYTHON = Host("Python", _in_python, ("cells",))
SERVER = Host("xlwings Server", _through_server, ("cells",), absent=_without_key)
