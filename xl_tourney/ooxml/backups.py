"""The backups of a workbook: each state that was written over, in a folder beside it.

``open.backups/`` has workbooks such as ``open after round 3, 29 Nov 14.05.xlsx``, which says when
that state was saved.  Its ``history.jsonl`` says which act wrote over each, with the digests of
what was there and of what was written; so a change by somebody else is known.

All of the last 24 hours stay, and before that the last one of each day and after each round.  Only
what is still as it was kept is removed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, count
from operator import methodcaller
from pathlib import Path
from typing import NamedTuple

from .. import atomic
from ..errors import WriteError

SUFFIX = ".backups"
"""How the names of the folders end."""
_ALL_STAY = timedelta(hours=24)
"""How long every state stays."""
_LONGEST_NAME = 255
"""The bytes of a file's name in most file systems."""


class Keeping(NamedTuple):
    """How what is written over is kept."""

    act: str = ""
    """The command that writes."""
    describe: Callable[[bytes, datetime], tuple[str, int | None]] = lambda _, saved: (
        f", {saved:%Y-%m-%d %H.%M}",
        None,
    )
    """What stands behind the name of a workbook with a content, saved at a time; and its round."""


class Backup(NamedTuple):
    """A state of a workbook that was written over."""

    name: str
    """That of its file in the folder."""
    round: int | None
    """The last round that was over, where that is known."""
    act: str
    """The command that wrote over it, and when it did."""
    kept: str
    old: str
    """The digests of its content, and of what was written."""
    new: str


class Backups:
    """The folder with the backups of a workbook."""

    def __init__(self, book: Path) -> None:
        self.book = Path(os.path.realpath(book)) if book.is_symlink() else book
        self.folder = self.book.with_name(_fitting(self.book.stem, SUFFIX))
        self._history = self.folder / "history.jsonl"

    def read(self) -> list[Backup]:
        """Those of the workbook that are there; what was written over last stands last."""
        suffix = self.book.suffix.lower()
        return [one for one in self._read()[1] if Path(one.name).suffix.lower() == suffix]

    def is_whole(self, backup: Backup) -> bool:
        """Whether a file is what was kept."""
        with suppress(OSError):
            return digest((self.folder / backup.name).read_bytes()) == backup.old
        return False

    def keep(self, content: bytes, new: bytes, keeping: Keeping) -> Path:
        """Copy what is in the workbook before it is written over; if it is not, the copy stays."""
        atomic.refuse_link(self.folder)
        try:
            self.folder.mkdir(exist_ok=True)
            saved = datetime.fromtimestamp(int(self.book.stat().st_mtime))
        except OSError as error:
            raise WriteError(f"{self.folder}: cannot be written ({error.strerror}).") from error
        ending, number = keeping.describe(content, saved)
        copy = self._write(content, ending)
        now = str(datetime.now().replace(microsecond=0))
        self._note(Backup(copy.name, number, keeping.act, now, digest(content), digest(new)))
        return copy

    @contextmanager
    def kept(self, content: bytes, new: bytes, keeping: Keeping) -> Iterator[Path]:
        """:meth:`keep`, and write over it inside; where that fails, nothing is kept of it."""
        before, others = self._read()
        copy = self.keep(content, new, keeping)
        noted = self._history.read_bytes()
        try:
            yield copy
        except Exception:
            with suppress(OSError, WriteError):
                if not holds(new, self.book) and holds(noted, self._history):
                    atomic.write_bytes(self._history, before)
                    if copy.name not in (one.name for one in others):
                        copy.unlink()
                    if not before:
                        self._history.unlink()
                        self.folder.rmdir()
            raise

    def _write(self, content: bytes, ending: str) -> Path:
        """A copy under a name that is free; one that is there, as after a kill, is enough."""
        for more in chain([""], map(" ({})".format, count(2))):
            copy = self.folder / _fitting(self.book.stem, f"{ending}{more}{self.book.suffix}")
            try:
                atomic.write_new(copy, methodcaller("write", content))
                return copy
            except FileExistsError:
                if copy.is_file() and not copy.is_symlink() and holds(content, copy):
                    return copy
        raise AssertionError

    def _note(self, backup: Backup) -> None:
        """Add a backup to the history, and remove those that need not stay."""
        import json

        history, there = self._read()
        others = [one for one in there if one.name != backup.name]
        removed = [*_superfluous(others, datetime.fromisoformat(backup.kept))]
        stay = [*(one for one in others if one not in removed), backup]
        text = "".join(f"{json.dumps(one._asdict(), ensure_ascii=False)}\n" for one in stay)
        write, is_current = methodcaller("write", text.encode()), partial(holds, history)
        atomic.write(self._history, write, is_current=is_current)
        for one in filter(self.is_whole, removed):
            with suppress(OSError):
                (self.folder / one.name).unlink()

    def _read(self) -> tuple[bytes, list[Backup]]:
        """The history, and what it says of files that are there."""
        import json

        found = []
        history = self._history.read_bytes() if self._history.is_file() else b""
        for line in history.splitlines():
            with suppress(ValueError, TypeError):
                one = Backup(**json.loads(line))
                datetime.fromisoformat(one.kept)
                file = self.folder / Path(one.name).name
                if file.name == one.name and file.is_file() and not file.is_symlink():
                    found.append(one)
        return history, found


def _superfluous(backups: Sequence[Backup], now: datetime) -> Iterator[Backup]:
    """Those that are the last one neither of a day nor after a round, and not of today."""
    seen: set[tuple[str, str]] = set()
    for one in reversed(backups):
        kind, day = Path(one.name).suffix, one.kept[: len("2026-11-29")]
        last_of = {(kind, day), (kind, f"round {one.round}")}
        if one.kept < str(now - _ALL_STAY) and last_of <= seen:
            yield one
        seen |= last_of


def digest(content: bytes) -> str:
    """What tells contents apart."""
    import hashlib

    return hashlib.sha256(content).hexdigest()


def holds(content: bytes, file: Path) -> bool:
    """Whether a file has a content."""
    return file.read_bytes() == content


def _fitting(stem: str, ending: str) -> str:
    """A name of a file that is not too long."""
    start = os.fsencode(stem)[: _LONGEST_NAME - len(os.fsencode(ending))]
    return start.decode(errors="ignore") + ending
