"""The record of workbooks that are up to date, so that a second run skips them.

It is a SQLite file.  The key is the hash of a workbook's content with the program's version and the
options.  Volatile workbooks are never recorded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from .. import __version__
from ..engines import load_engine
from ..errors import WriteError
from ..recalc.receipt import Receipt, content_hash
from .urls import ListedUrl, url_key

_TABLE = (
    "CREATE TABLE IF NOT EXISTS up_to_date"
    " (content TEXT, run TEXT, PRIMARY KEY (content, run)) WITHOUT ROWID"
)


class RunRecord:
    """The workbooks that are up to date, for one engine and one clock."""

    def __init__(
        self,
        path: Path,
        engine: str,
        now: datetime | None,
        *,
        is_strict: bool = False,
        asks_third_engine: bool = False,
    ) -> None:
        self._path = path
        self._run = f"xl-tourney {__version__}, {engine} {load_engine(engine).version}, {now}"
        self._run += ", strict" * is_strict + ", third opinion" * asks_third_engine
        with self._translate_errors():
            self._database = sqlite3.connect(path, timeout=60)
            self._database.execute("PRAGMA journal_mode = WAL")  # other processes may use the file
            self._database.execute(
                "PRAGMA synchronous = NORMAL"
            )  # a lost entry is only calculated again
            self._database.execute(_TABLE)

    def contains(self, path: str | Path) -> bool:
        """Whether a local workbook, or a listed URL, is recorded as up to date."""
        content = path.version if isinstance(path, ListedUrl) else _identify_content(path)
        with self._translate_errors():
            cursor = self._database.execute(
                "SELECT 1 FROM up_to_date WHERE content = ? AND run = ?", (content, self._run)
            )
            return cursor.fetchone() is not None

    def known_versions(self, url: str) -> list[str]:
        """The versions of a URL's content that are recorded as up to date."""
        first, end = f"{url_key(url)} ", f"{url_key(url)}!"  # the character after a blank
        with self._translate_errors():
            cursor = self._database.execute(
                "SELECT content FROM up_to_date WHERE content > ? AND content < ? AND run = ?",
                (first, end, self._run),
            )
            return [content for (content,) in cursor]

    def add(self, receipt: Receipt) -> None:
        """Record a workbook if it is up to date now."""
        if receipt.content and not receipt.volatile and not receipt.failed:
            with self._translate_errors(), self._database:
                self._database.execute(
                    "INSERT OR IGNORE INTO up_to_date VALUES (?, ?)", (receipt.content, self._run)
                )

    def __enter__(self) -> RunRecord:
        return self

    def __exit__(self, *exception: object) -> None:
        self._database.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise WriteError(
                f"{self._path}: cannot keep the record of runs ({error}); name another file."
            ) from error


def _identify_content(path: str | Path) -> str:
    """The identity of a workbook's current content; empty if it cannot be read."""
    try:
        return content_hash(Path(path).read_bytes())
    except OSError:
        return ""
