"""The VBA class that starts Python, calls it, and reports why it does not answer.

It is a class because a cell can call no procedure of a class.  xlwings' own module is not part of
the files: its ``RunPython`` and ``RunFrozenPython`` would let any cell start any program.
"""

from __future__ import annotations

from pathlib import Path

from ... import __version__
from .error_codes import CVERR
from .ribbon import COMMANDS_MODULE
from .server import BOOTSTRAP

CLASS = "XLTourneyPython"
UDF_MODULE = "xl_tourney.hosts.excel.udfs"
REASONS_MODULE = "xl_tourney.hosts.excel.reasons"
SETTINGS_FILE = r"%USERPROFILE%\.xl_tourney\xl_tourney.conf"
SECONDS_TO_ANSWER = 5
"""How long a cell waits for a Python that has been started."""
SECONDS_OF_PAUSE = 60
"""How long cells are answered at once after a Python that did not answer."""


def format_class(xlwings_version: str) -> str:
    """The source of the class, for the library of a version of xlwings."""
    values = {
        "VERSION": __version__,
        "XLWINGS": xlwings_version,
        "FUNCTIONS": UDF_MODULE,
        "REASONS": REASONS_MODULE,
        "COMMANDS": COMMANDS_MODULE,
        "SETTINGS": SETTINGS_FILE,
        "ANSWER": str(SECONDS_TO_ANSWER),
        "PAUSE": str(SECONDS_OF_PAUSE),
        "BOOTSTRAP": BOOTSTRAP,
        "ERRORS": "\n".join(f'        Case "{e}": AsError = CVErr({n})' for e, n in CVERR.items()),
    }
    source = Path(__file__).with_name(f"{CLASS}.cls").read_text("utf-8")
    for name, value in values.items():
        source = source.replace(f"@{name}@", value)
    return source
