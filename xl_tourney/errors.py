"""Errors outside of cells; a message is one sentence: what is wrong, where, and what to do.

And the exit codes, with which a command tells a script of them.
"""

from __future__ import annotations

import enum
import re


class TourneyError(Exception):
    """Something that a user can mend; the message says how."""


class InputError(TourneyError):
    """A file of results cannot be read."""


class WorkbookError(TourneyError):
    """A workbook cannot be read; it stays as it is."""


class UnsafeWorkbookError(WorkbookError):
    """A workbook is built to do harm, or larger than the limits; it stays as it is."""


class EngineError(TourneyError):
    """An engine is not installed, or refuses a workbook as a whole."""


class WriteError(TourneyError):
    """A file cannot be written; what was there before is still there."""


class OptionError(TourneyError):
    """An option cannot be met; nothing was written."""


def typed_command(act: str, book: str, **options: object) -> str:
    """A command as it is typed in a terminal of any system, for what to do next.

    >>> typed_command("update", "Club cup.xlsx", rows=45)
    'xl-tourney update "Club cup.xlsx" --rows 45'
    """
    words = [act, book]
    for option, value in options.items():
        words += [f"--{option}", f"{value}"]
    typed = (word if re.fullmatch(r"[\w./:+\\-]+", word) else f'"{word}"' for word in words)
    return f"xl-tourney {' '.join(typed)}"


class Exit(enum.IntEnum):
    """How a command ended: its exit codes."""

    DONE = 0
    DIFFERENT = 1
    """``--check`` found stale values, or ``verify`` differences."""
    WRONG = 2
    """Wrong usage, or an unreadable file."""
    SOME_FAILED = 3
    """Some of several workbooks failed."""
    CLOSED = 4
    """Nobody reads the output any more."""
