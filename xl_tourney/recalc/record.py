"""What was found up to date before: so that a second run does only what is left.

A small SQLite file beside the run.  The key is the content of a workbook with the program's version
and the options; what depends on the clock is never recorded.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from .. import __version__
from ..errors import WriteError


def content_hash(data: bytes) -> str:
    """What a workbook's content is known by."""
    return hashlib.sha256(data).hexdigest()


class Record:
    """The workbooks that need no calculation, for one set of options."""

    def __init__(self, path: Path, options: Mapping[str, Any]) -> None:
        self._run = repr((__version__, sorted(options.items())))
        try:
            self._database = sqlite3.connect(path)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS current"
                " (content TEXT, run TEXT, PRIMARY KEY (content, run)) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise WriteError(
                f"{path}: is no record of runs ({error}); name another file."
            ) from error

    def knows(self, content: str) -> bool:
        """Whether a workbook of this content was found up to date."""
        found = self._database.execute(
            "SELECT 1 FROM current WHERE content = ? AND run = ?", (content, self._run)
        )
        return found.fetchone() is not None

    def add(self, content: str) -> None:
        """Remember that a workbook of this content is up to date."""
        with self._database:
            self._database.execute(
                "INSERT OR IGNORE INTO current VALUES (?, ?)", (content, self._run)
            )

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.close()
