"""The host that calls a function as xlwings Server does."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from xl_tourney import hosts
from xl_tourney.catalogue.cells import Block, is_error, to_block
from xl_tourney.conformance.hosts import Host, HostCall
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel.vba_connection import UDF_MODULE

from .xlwings_classic import to_rows

KEY = "XLWINGS_LICENSE_KEY"


@contextmanager
def xlwings_server_module() -> Iterator[Any]:
    """The module that xlwings Server serves, imported as in the server."""
    loaded = [name for name in sys.modules if name.split(".")[0] == "xlwings"]
    with (
        mock.patch.dict(sys.modules),
        mock.patch.dict(vars(hosts)),
        mock.patch.dict(os.environ, {"XLWINGS_ON_SERVER": "true"}),
    ):
        for name in (*loaded, UDF_MODULE):
            sys.modules.pop(name, None)
        yield importlib.import_module(UDF_MODULE)


def _to_office(value: Any) -> Any:
    """A cell or a block in the form of Office.js."""
    if isinstance(value, (list, tuple)):
        return [[_to_office(cell) for cell in row] for row in to_block(value)]
    if is_error(value):
        return {"type": "Error", "basicValue": value, "basicType": "Error"}
    return value


def _from_office(cell: Any) -> Any:
    """A cell of a result, with an error as text."""
    return _ERROR_BY_TYPE[cell["errorType"]] if isinstance(cell, dict) else cell


_ERROR_BY_TYPE = {
    "Div0": "#DIV/0!",
    "NotAvailable": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
"""The errors by their names in Office.js (Excel.ErrorCellValueType)."""


def _call_server(calls: Sequence[HostCall]) -> Iterator[Block]:
    with xlwings_server_module() as module:
        from xlwings import __version__
        from xlwings.server import custom_functions_call

        for case, _ in calls:
            omitted = [None] * (len(CATALOGUE[case.function].parameters) - len(case.arguments))
            arguments = [*map(_to_office, case.arguments), *omitted]
            data = {
                "func_name": case.function,
                "args": [a if isinstance(a, list) or a is None else [[a]] for a in arguments],
                "version": __version__,
                "client": "Office.js",
                "runtime": "1.4",
            }
            result = to_rows(asyncio.run(custom_functions_call(data, module)))
            yield [list(map(_from_office, row)) for row in result]


def _explain_missing_key() -> str:
    if os.environ.get(KEY):
        return ""
    return f"xlwings PRO wants a licence: set {KEY} (“noncommercial”, if that is your use)."


SERVER = Host(
    "xlwings Server",
    _call_server,
    ("cells",),
    explain_absence=_explain_missing_key,
    runs_in="xlwings' own code, without Excel",
)
