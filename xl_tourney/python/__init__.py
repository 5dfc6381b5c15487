"""What a Python program calls: the commands as functions, on files, bytes or openpyxl workbooks.

``import xl_tourney`` has these names; docs/python.md shows them at work.
"""

from __future__ import annotations

from ..errors import (
    EngineError,
    InputError,
    OptionError,
    TourneyError,
    WorkbookError,
    WriteError,
)
from .events import explain, new, publish, standings, update, verify
from .recalculated import Recalculated, recalc

__all__ = [
    "EngineError",
    "InputError",
    "OptionError",
    "Recalculated",
    "TourneyError",
    "WorkbookError",
    "WriteError",
    "explain",
    "new",
    "publish",
    "recalc",
    "standings",
    "update",
    "verify",
]
