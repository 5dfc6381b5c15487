"""The record of workbooks that a second run skips: what is up to date, and what cannot be.

It is a SQLite file.  The key is the hash of a workbook's content with the program's version and the
options.  Volatile workbooks are never recorded.  A workbook that failed for what it is, such as a
damaged file or one that kills its process, is recorded with the reason: it would only fail again.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from .. import __version__, atomic
from ..calculation.receipt import Receipt
from ..engines import load_engine
from ..errors import WriteError
from ..ooxml.package import Limits
from ..recalculation.options import Options
from .urls import ListedUrl, url_key

_TABLES = (
    "CREATE TABLE IF NOT EXISTS up_to_date"
    " (content TEXT, run TEXT, PRIMARY KEY (content, run)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS failed"
    " (content TEXT, run TEXT, reason TEXT, PRIMARY KEY (content, run)) WITHOUT ROWID",
)
_APPLICATION, _VERSION = 0x786C7472, 1
"""What a record says of itself in its head ("xltr"), and of the form of its tables."""
_BLOCK = 1 << 20
_OPEN_TO_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened: to open a pipe without a writer would wait for one."""


class RunOutcome(NamedTuple):
    """What became of a workbook with this content in an earlier run."""

    failed: str = ""
    """Why it cannot be calculated; empty if it is up to date."""


class RunRecord:
    """The workbooks that are up to date, for one engine and one clock."""

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        limits = options.limits or Limits()
        self._largest = limits.file
        self._contents: dict[str, str] = {}
        """The content of the local workbooks that are under way."""
        engine = f"{options.engine} {load_engine(options.engine).version}"
        self._run = f"xl-tourney {__version__}, {engine}, {options.now}"
        self._run += ", strict" * options.strict + ", third opinion" * options.third_opinion
        self._run_with_limits = f"{self._run}, {limits}"
        for suffix in ("", "-wal", "-shm", "-journal"):
            atomic.refuse_link(path.with_name(path.name + suffix))
        with self._translate_errors():
            _refuse_foreign(path)
            self._database = sqlite3.connect(path, timeout=60)
            self._database.execute("PRAGMA journal_mode = WAL")  # other processes may use the file
            self._database.execute(
                "PRAGMA synchronous = NORMAL"
            )  # a lost entry is only calculated again
            for table in _TABLES:
                self._database.execute(table)
            self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._database.execute(f"PRAGMA user_version = {_VERSION}")

    def find(self, path: str | Path) -> RunOutcome | None:
        """What is recorded of a local workbook, or of a listed URL; None if nothing is."""
        listed = path if isinstance(path, ListedUrl) else None
        content = listed.version if listed else _identify_content(path, self._largest)
        if not content:
            return None
        with self._translate_errors():
            (is_up_to_date,) = self._database.execute(
                "SELECT EXISTS (SELECT 1 FROM up_to_date WHERE content = ? AND run = ?)",
                (content, self._run),
            ).fetchone()
            if is_up_to_date:
                return RunOutcome()
            failure = self._database.execute(
                "SELECT reason FROM failed WHERE content = ? AND run = ?",
                (content, self._run_with_limits),
            ).fetchone()
        if failure:
            return RunOutcome(*failure)
        if not listed:
            self._contents[str(path)] = content
        return None

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
        """Record a workbook if it is up to date now, or would only fail again."""
        first_content = self._contents.pop(receipt.path, "")
        if receipt.failed and receipt.fails_again and first_content:
            reason = receipt.failed.removeprefix(f"{receipt.path}: ").rstrip(".")
            self._insert("failed", first_content, self._run_with_limits, reason)
        if receipt.content and not (receipt.volatile or receipt.failed):
            self._insert("up_to_date", receipt.content, self._run)

    def _insert(self, table: str, *values: str) -> None:
        places = ", ".join("?" * len(values))
        with self._translate_errors(), self._database:
            self._database.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", values)

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


def _refuse_foreign(path: Path) -> None:
    """Refuse a database of another program or a newer version; not even its log is touched.

    Older versions wrote no id; a record of theirs is known by its tables.
    """
    if not path.is_file():
        return
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        ids = database.execute("SELECT * FROM pragma_application_id, pragma_user_version")
        ((application, version),) = ids
        tables = {sql for (sql,) in database.execute("SELECT sql FROM sqlite_master")}
    ours = {table.replace("IF NOT EXISTS ", "") for table in _TABLES}
    if application == _APPLICATION and version <= _VERSION:
        return
    if application or version or tables - ours:
        whose = "a newer version" if application == _APPLICATION else "another program"
        raise WriteError(f"{path}: is a database of {whose}; name another file for the record.")


def _identify_content(path: str | Path, largest: int) -> str:
    """The identity of a workbook's content; empty for what would not be read as a workbook.

    That is a file that cannot be opened, a pipe or device, or one larger than the limit.
    """
    content = hashlib.sha256()
    try:
        with os.fdopen(os.open(path, _OPEN_TO_READ), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > largest:
                return ""
            while block := file.read(_BLOCK):
                content.update(block)
    except OSError:
        return ""
    return content.hexdigest()
