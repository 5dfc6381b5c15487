"""Errors outside of cells; a message is one sentence: what is wrong, where, and what to do.

And the exit codes, with which a command tells a script of them.
"""

from __future__ import annotations

import enum


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
