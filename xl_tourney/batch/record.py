"""What was found up to date before: so that a second run does only what is left.

A small SQLite file beside the run.  The key is the content of a workbook with the program's version
and the options; what depends on the clock or on chance is never recorded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType

from .. import __version__
from ..engines import engine as engine_named
from ..errors import TourneyError, WriteError
from ..recalc.receipt import Receipt, content_hash
from .paths import is_url

_TABLE = (
    "CREATE TABLE IF NOT EXISTS up_to_date"
    " (content TEXT, run TEXT, PRIMARY KEY (content, run)) WITHOUT ROWID"
)


class Record:
    """The workbooks that need no calculation, for one engine and one clock."""

    def __init__(self, path: Path, engine: str, now: datetime | None) -> None:
        self._path = path
        self._run = f"xl-tourney {__version__}, {engine} {engine_named(engine).version}, {now}"
        with self._open_to_errors():
            self._database = sqlite3.connect(path, timeout=60)
            self._database.execute("PRAGMA journal_mode = WAL")  # others may use it too
            self._database.execute("PRAGMA synchronous = NORMAL")  # what is lost is done again
            self._database.execute(_TABLE)

    def knows(self, path: str) -> bool:
        """Whether a workbook was found up to date, as it is now."""
        content = _content(path)
        with self._open_to_errors():
            found = self._database.execute(
                "SELECT 1 FROM up_to_date WHERE content = ? AND run = ?", (content, self._run)
            )
            return found.fetchone() is not None

    def add(self, receipt: Receipt) -> None:
        """Remember a workbook, if it is up to date now."""
        if receipt.content and not receipt.volatile and not receipt.failed:
            with self._open_to_errors(), self._database:
                self._database.execute(
                    "INSERT OR IGNORE INTO up_to_date VALUES (?, ?)", (receipt.content, self._run)
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

    @contextmanager
    def _open_to_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise WriteError(
                f"{self._path}: cannot keep the record of runs ({error}); name another file."
            ) from error


def _content(path: str) -> str:
    """What a workbook's content is known by now; nothing if it cannot be read."""
    try:
        if is_url(path):
            from .remote import version

            return version(path)
        return content_hash(Path(path).read_bytes())
    except (OSError, TourneyError):
        return ""
