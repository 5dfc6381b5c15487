"""A watched folder: finds the workbooks and files of results that were saved in it.

A file of results belongs to the workbook whose name without its ending is the same: ``club.csv``
to ``club.xlsx``.  Changes are found by comparing the files with their last known versions.  The
messages of the system only say when to look, for some file systems send none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event
from typing import NamedTuple

from .. import atomic
from ..atomic import FileVersion, read_version
from ..errors import TourneyError

RESULT_SUFFIXES = (".csv", ".tsv", ".txt", ".xml", ".h9", ".trf")
"""The endings of files of results."""
SETTLED_SECONDS = 0.3
"""A file counts as written when it has been the same for this long."""
_MILLISECONDS_BETWEEN_LOOKS = 300


class FileChange(NamedTuple):
    """A file that was saved: a workbook, or results for it."""

    book: Path
    data: Path | None = None

    @property
    def file(self) -> Path:
        """The file that was saved."""
        return self.data or self.book


class Handled(NamedTuple):
    """The outcome of dealing with a change."""

    version: FileVersion | None = None
    """The version of the workbook after it was dealt with, so that our own writing is no change."""
    waits: bool = False
    """Whether the workbook is open in a spreadsheet program; it is tried again when it is not."""
    failed: bool = False
    """Whether it could not be done; it is tried again when one of the two files has changed."""


class WatchedFolder:
    """The files of a folder, with the versions that have been dealt with."""

    def __init__(self, find_books: Callable[[], Iterable[Path]]) -> None:
        self._find_books = find_books
        self._done: dict[Path, FileVersion] = {}
        self._last: dict[Path, tuple[FileVersion | None, float]] = {}
        self._waiting: dict[Path, FileVersion] = {}
        self._failed: dict[Path, FileVersion | None] = {}
        """The version of each workbook when bringing results into it failed."""

    def skip_older_results(self) -> None:
        """Treat results that are not newer than their workbook as dealt with.

        What was typed into the workbook since then is not replaced by them again.
        """
        for change in self._changes():
            version, book = read_version(change.file), read_version(change.book)
            if change.data and version and book and version.modified <= book.modified:
                self._done[change.file] = version

    def find_due(self, now: float) -> Iterator[tuple[FileChange, FileVersion]]:
        """The changes to deal with: files saved since the last time, and settled since."""
        for change in self._changes():
            book = self._settled_version(change.book, now)
            version = self._settled_version(change.file, now)
            if book is None or version is None:
                continue
            was_done = version == self._done.get(change.file)
            if was_done and self._failed.get(change.file, book) == book:
                continue
            if self._waiting.get(change.file) == version and atomic.find_lock(change.book):
                continue
            yield change, version

    def _settled_version(self, path: Path, now: float) -> FileVersion | None:
        """The version of a file that has been the same for some time."""
        version = read_version(path)
        last, since = self._last.get(path, (None, now))
        if last != version:
            since = now
        self._last[path] = version, since
        return version if now - since >= SETTLED_SECONDS else None

    def finish(self, change: FileChange, version: FileVersion, outcome: Handled) -> None:
        """Note the outcome of a change to a file of this version."""
        self._waiting.pop(change.file, None)
        self._failed.pop(change.file, None)
        if outcome.waits:
            self._waiting[change.file] = version
            return
        self._done[change.file] = version
        if outcome.version:
            self._done[change.book] = outcome.version
        if outcome.failed and change.data:
            self._failed[change.file] = read_version(change.book)

    def _changes(self) -> Iterator[FileChange]:
        """Every file that may have changed: results first, each with its workbook."""
        books = list(self._find_books())
        for book in books:
            for suffix in RESULT_SUFFIXES:
                data = book.with_suffix(suffix)
                if data.is_file():
                    yield FileChange(book, data)
        yield from map(FileChange, books)


def watch(
    folder: Path,
    find_books: Callable[[], Iterable[Path]],
    handle: Callable[[FileChange], Handled],
    stop: Event,
) -> None:
    """Deal with every workbook of a folder, then with every change, until told to stop.

    Raises
    ------
    TourneyError
        The package that watches is not installed, or the folder cannot be watched.
    """
    try:
        from watchfiles import watch as wait_for_changes
    except ImportError as error:
        raise TourneyError(
            f"{folder}: watching needs the extra; pip install 'xl-tourney[watch]'."
        ) from error
    files = WatchedFolder(find_books)
    files.skip_older_results()
    messages = wait_for_changes(
        folder,
        watch_filter=None,
        step=50,
        debounce=_MILLISECONDS_BETWEEN_LOOKS,
        rust_timeout=_MILLISECONDS_BETWEEN_LOOKS,
        yield_on_timeout=True,
        recursive=False,
        stop_event=stop,
        raise_interrupt=False,
    )
    try:
        for _ in messages:
            for change, version in files.find_due(time.monotonic()):
                if stop.is_set():
                    return
                files.finish(change, version, handle(change))
    except OSError as error:
        raise TourneyError(f"{folder}: cannot be watched ({error.strerror or error}).") from error
