"""The Python process that Excel starts: its command, and how it serves the functions.

The process takes nothing from the folder that Excel happens to be in, which is often the folder of
a workbook from elsewhere.
"""

from __future__ import annotations

import os
import sys
import threading
import time

from ...errors import EngineError

BOOTSTRAP = (
    "import sys,os;"
    "sys.path[:]=[p for p in sys.path if os.path.isabs(p)];"
    "os.chdir(sys.prefix);"
    "sys.stdout=sys.stderr=open(sys.argv[2],'w',1,'ascii','backslashreplace');"
    "from xl_tourney.hosts.excel.server import serve;"
    "serve(sys.argv[1],int(sys.argv[3]))"
)
"""What ``python -c`` runs, without a double quote in it; the arguments are those of :func:`serve`
with the file that takes what Python prints between them."""
_OPTIONS = ("-I", "-B")
"""Isolated: no current folder, user folder or environment variable adds to ``sys.path``."""
_SECONDS_BETWEEN_LOOKS = 2


def format_command(interpreter: str, class_id: str, log_file: str, parent: int) -> str:
    """The command as Excel gives it to Windows.

    >>> format_command("C:/python.exe", "{1}", "C:/x.log", 7).replace(BOOTSTRAP, "…")
    '"C:/python.exe" -I -B -c "…" {1} "C:/x.log" 7'
    """
    options = " ".join(_OPTIONS)
    return f'"{interpreter}" {options} -c "{BOOTSTRAP}" {class_id} "{log_file}" {parent}'


def serve(class_id: str, parent: int) -> None:
    """Serve the functions under a COM class until Excel, the parent process, ends."""
    if sys.platform != "win32":
        raise EngineError("Only Excel on Windows can call this Python.")
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    import xlwings

    xlwings.serve(class_id)


def _end_with(process_id: int) -> None:
    """End this process when another one ends: Excel may do so without releasing its objects."""
    while _is_running(process_id):
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(0)


def _is_running(process_id: int) -> bool:
    """Whether a process of Windows is running."""
    import ctypes

    synchronize, timed_out = 0x00100000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timed_out)
    finally:
        kernel.CloseHandle(handle)
