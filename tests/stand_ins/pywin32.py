"""A stand-in for pywin32, enough of it for xlwings' classic path to run without Windows.

What runs is xlwings' own code, from the call that its DLL makes (``XLPython.CallUDF``) to the
function and back.  Simulated are the modules of pywin32, and a range of cells as COM passes it.
Values are in the form of COM: see :func:`to_com`.
"""

from __future__ import annotations

import ctypes
import datetime
import importlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from xl_tourney import hosts
from xl_tourney.hosts.excel.error_codes import CVERR
from xl_tourney.hosts.excel.ribbon import COMMANDS_MODULE
from xl_tourney.hosts.excel.vba_connection import REASONS_MODULE, UDF_MODULE

OMITTED = -2147352572
"""DISP_E_PARAMNOTFOUND, the value of an omitted optional argument."""

ERRORS = {text: -0x7FF60000 + number for text, number in CVERR.items()}
"""Error cells as COM passes them: 0x800A0000 plus the number of CVErr."""

_RANGE = "{00020846-0000-0000-C000-000000000046}"


def to_com(value: Any, currency: bool = False) -> Any:
    """A cell or a block in the form of COM: tuples of rows, floats, errors as numbers."""
    if isinstance(value, (list, tuple)):
        rows = value if isinstance(value[0], (list, tuple)) else [value]
        return tuple(tuple(to_com(cell, currency) for cell in row) for row in rows)
    if isinstance(value, str):
        return ERRORS.get(value, value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Decimal(repr(value)) if currency else float(value)
    return value


class FakeRange:
    """A range of a sheet: the part of a COM range that xlwings uses."""

    Row = Column = 1
    Worksheet = SimpleNamespace(Parent=SimpleNamespace(Application=SimpleNamespace(Hwnd=1)))

    def __init__(self, value: Any) -> None:
        if isinstance(value, tuple) and len(value) == len(value[0]) == 1:
            value = value[0][0]
        self.Value = value
        rows, columns = (len(value), len(value[0])) if isinstance(value, tuple) else (1, 1)
        self.Count = rows * columns
        self.Rows, self.Columns = SimpleNamespace(Count=rows), SimpleNamespace(Count=columns)
        attributes = SimpleNamespace(iid=_RANGE)
        self._oleobj_ = SimpleNamespace(
            GetTypeInfo=lambda: SimpleNamespace(GetTypeAttr=lambda: attributes)
        )

    def GetAddress(self, *_: Any) -> str:
        """The address of the range."""
        return "$A$1"


class _ComError(Exception):
    hresult = 0


def _unwrap(_: object) -> None:
    raise _ComError


def _simulate_pywin32() -> dict[str, ModuleType]:
    """The modules of pywin32 that xlwings imports, with the names that it uses."""
    contents: dict[str, dict[str, Any]] = {
        "pywintypes": {"com_error": _ComError, "TimeType": datetime.datetime, "IID": str},
        "pythoncom": {
            "ole_error": _ComError,
            "IID_IDispatch": "IDispatch",
            "IID_IEnumVARIANT": "IEnumVARIANT",
            "TypeIIDs": {"IDispatch": type("PyIDispatch", (), {})},
            "CoInitialize": lambda: None,
            "__file__": "pythoncom",
        },
        "win32api": {},
        "win32con": {},
        "win32event": {},
        "win32gui": {},
        "win32process": {"GetWindowThreadProcessId": lambda window: (1, 1)},
        "win32timezone": {},
        "win32com": {},
        "win32com.client": {name: type(name, (), {}) for name in ("CDispatch", "CoClassBaseClass")}
        | {
            "DispatchBaseClass": type("DispatchBaseClass", (), {}),
            "Dispatch": lambda wrapped, *_, **__: wrapped,
            "DispatchEx": lambda wrapped: wrapped,
        },
        "win32com.server": {},
        "win32com.server.util": {"unwrap": _unwrap, "wrap": lambda wrapped, *_, **__: wrapped},
        "win32com.server.dispatcher": {},
        "win32com.server.policy": {},
    }
    modules = {}
    for name, content in contents.items():
        module = modules[name] = ModuleType(name)
        vars(module).update(content)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    return modules


class _Library:
    """A Windows library in which every function returns 0."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return lambda *_: 0


@contextmanager
def windows_xlwings() -> Iterator[Any]:
    """The object that xlwings' DLL calls in Excel, with xlwings imported as on Windows.

    Afterwards the previously imported modules are restored.
    """
    for platform_dependent in ("PIL.ImageGrab", "numpy"):
        with suppress(ImportError):
            importlib.import_module(platform_dependent)
    loaded = [name for name in sys.modules if name.split(".")[0] == "xlwings"]
    windows = {"windll": _Library(), "oledll": SimpleNamespace(ole32=_Library(), oleacc=_Library())}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(sys.modules, _simulate_pywin32()))
        stack.enter_context(mock.patch.dict(vars(hosts)))
        for name in (*loaded, UDF_MODULE, REASONS_MODULE, COMMANDS_MODULE):
            sys.modules.pop(name, None)
        for name, library in windows.items():
            stack.enter_context(mock.patch.object(ctypes, name, library, create=True))
        stack.enter_context(mock.patch.object(ctypes, "PyDLL", _Library))
        with mock.patch.object(sys, "platform", "win32"):
            server = importlib.import_module("xlwings.com_server")
        importlib.import_module(UDF_MODULE)
        yield server.XLPython()


def call_udf(excel: Any, name: str, *arguments: Any) -> Any:
    """Call a function as a VBA wrapper does, from a cell."""
    return excel.CallUDF(UDF_MODULE, name, arguments, None, FakeRange(0.0))
