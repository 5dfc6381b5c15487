"""A call of a function in the way that Excel takes: library, process, class, function."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ....errors import EngineError
from ..server import format_command
from ..vba_connection import SECONDS_TO_ANSWER, UDF_MODULE

_FUNCTION, _ARGUMENTS, _VALUE = "TP_PERCENT", (55.0, 3.0), 55 / 60 * 100
_SECONDS_FOR_FIRST_START = 60
"""The first start after an installation compiles and is looked through by virus scanners."""

Activation = Callable[[str], Any]
"""Gives the object of a COM class that a process has registered; None while there is none."""


def call_as_excel_does(interpreter: Path, library: Path) -> float:
    """Start a Python as the add-in does, call a function, and return the seconds until its answer.

    An error says at which step it failed, and what Python printed.
    """
    return measure_call(interpreter, load_activation(library))


def load_activation(library: Path) -> Activation:
    """The function of xlwings' library that the add-in calls."""
    if sys.platform != "win32":
        raise EngineError("Only Excel on Windows can call this Python.")
    import pythoncom
    import win32com.client

    try:
        functions = ctypes.WinDLL(str(library))
    except OSError as error:
        raise EngineError(f"{library}: Windows does not load it ({error}).") from error

    def activate(class_id: str) -> Any:
        variant = ctypes.create_string_buffer(24)
        if functions.XLPyDLLActivateAuto(variant, class_id.encode("ascii"), 1) != 0:
            return None
        pointer = ctypes.c_void_p.from_buffer(variant, 8).value
        unknown = pythoncom.ObjectFromAddress(pointer, pythoncom.IID_IDispatch)
        return win32com.client.Dispatch(unknown)

    return activate


def measure_call(interpreter: Path, activate: Activation) -> float:
    """Start a Python, call a function through an activation, and return the seconds it took."""
    class_id = f"{{{uuid.uuid4()}}}".upper()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log_file = Path(folder, "xl_tourney.log")
        command = format_command(str(interpreter), class_id, str(log_file), os.getpid())
        began = time.monotonic()
        try:
            process = _start(command)
        except OSError as error:
            raise EngineError(f"{interpreter}: Windows does not start it ({error}).") from error
        try:
            server = _wait_for_server(process, class_id, activate, log_file)
            seconds = time.monotonic() - began
            value = server.CallUDF(UDF_MODULE, _FUNCTION, _ARGUMENTS)
        finally:
            process.terminate()
            process.wait()
    if abs(value - _VALUE) > 1e-9:
        raise EngineError(f"{interpreter}: {_FUNCTION} gives {value}, and not {_VALUE}.")
    return seconds


def is_slow(seconds: float) -> bool:
    """Whether a cell would give up before such a start is over."""
    return seconds > SECONDS_TO_ANSWER


def _start(command: str) -> subprocess.Popen[bytes]:
    if sys.platform == "win32":
        return subprocess.Popen(command, stdin=subprocess.DEVNULL)
    import shlex

    return subprocess.Popen(shlex.split(command), stdin=subprocess.DEVNULL)


def _wait_for_server(
    process: subprocess.Popen[bytes], class_id: str, activate: Activation, log_file: Path
) -> Any:
    last = time.monotonic() + _SECONDS_FOR_FIRST_START
    while True:
        server = activate(class_id)
        if server is not None:
            return server
        if process.poll() is not None:
            reason = "Python ended before it could answer"
        elif time.monotonic() > last:
            reason = f"Python has not answered for {_SECONDS_FOR_FIRST_START} seconds"
        else:
            time.sleep(0.05)
            continue
        printed = log_file.read_text("ascii") if log_file.is_file() else ""
        raise EngineError(f"{reason}.  It printed: {printed.strip() or 'nothing'}")
