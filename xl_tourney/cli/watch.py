"""The command that keeps the workbooks of a folder, and their pages, up to date."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from ..atomic import FileVersion, find_lock, read_version
from ..commands.parts.declaration import Outcome
from ..commands.parts.running import write
from ..errors import TourneyError
from ..ooxml.package import Limits
from ..resource_limits import ResourceLimits
from .terminal.declared import declared_options
from .terminal.inert import inert
from .terminal.options import FOLDER_PATH, Exit, command, resource_options, size_option

if TYPE_CHECKING:
    from ..publication.site.folder import Site, SiteEntry
    from ..updates.watch import FileChange, Handled


@command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--publish",
    "site",
    metavar="SITE",
    type=FOLDER_PATH,
    help="The folder of the pages, one a workbook, and an index of them.",
)
@click.option("--anyway", is_flag=True, help="Publish what is wrong, too, marked as provisional.")
@click.option("--keep-typed", is_flag=True, help="Fill in what is blank, and replace nothing.")
@declared_options("update", "backup")
@resource_options
@size_option
def watch(
    folder: Path,
    site: Path | None,
    anyway: bool,
    keep_typed: bool,
    backup: bool,
    resources: ResourceLimits,
    limits: Limits,
) -> int:
    """Watch a folder: when a workbook or a file of results is saved, bring all up to date.

    A file of results belongs to the workbook with the same name but for its ending: club.csv,
    club.xml, club.h9 or club.trf to club.xlsx. When it is saved, the workbook is updated from it;
    when the workbook is saved, it is calculated; after either, its page is written. Results that
    are older than their workbook wait until they are saved again.

    Results for a workbook that is open in a spreadsheet program wait until it is closed. Ctrl-C
    ends it.
    """
    from ..publication.site.folder import find_books
    from ..updates.watch import watch as watch_folder

    worker = _ChangeHandler(folder, site, anyway, keep_typed, backup, limits, resources)
    stop = Event()
    with _stopped_by_signals(stop):
        click.echo(inert(f"{folder}: watching; Ctrl-C ends it."), err=True)
        watch_folder(folder, partial(find_books, folder), worker.handle, stop)
    click.echo(inert(f"{folder}: not watched any more."), err=True)
    return Exit.DONE


@contextmanager
def _stopped_by_signals(stop: Event) -> Iterator[None]:
    """Set an event when somebody wants the process to end; what it is at is finished first."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: stop.set()) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before):
            signal.signal(number, handler)


@dataclass
class _ChangeHandler:
    """The handler of changes, which deals with each in a process of its own."""

    folder: Path
    site: Path | None
    anyway: bool
    keep_typed: bool
    backup: bool
    limits: Limits
    resources: ResourceLimits
    _entries: dict[Path, SiteEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # nothing here uses these: each fork has them already, and need not import them
        from ..explanations import standings as _explanations  # noqa: F401
        from ..publication.site import folder as _pages  # noqa: F401
        from ..recalculation import recalculate as _recalculation  # noqa: F401
        from ..updates import update as _update  # noqa: F401

    def handle(self, change: FileChange) -> Handled:
        """Deal with a change, and say so in one line."""
        from ..guarded_call import call_guarded
        from ..updates.watch import Handled

        if change.data and (lock := find_lock(change.book)):
            self._print(change, f"waits: {change.book.name} is open, says {lock}", failed=True)
            return Handled(waits=True)
        call = partial(self._bring_up_to_date, change)
        try:
            message, version, entry = call_guarded(call, str(change.file), self.resources)
        except (TourneyError, OSError) as error:
            self._print(change, str(error).removeprefix(f"{change.book}: "), failed=True)
            return Handled(failed=True)
        if entry:
            self._entries[change.book] = entry
            try:
                self._write_index()
            except (TourneyError, OSError) as error:
                self._print(change, f"the index is not new: {error}", failed=True)
        self._print(change, message, bool(entry and entry.failed))
        return Handled(version)

    def _bring_up_to_date(
        self, change: FileChange
    ) -> tuple[str, FileVersion | None, SiteEntry | None]:
        """Update or calculate the workbook of a change, and write its page.

        Returns what was done, the workbook as it was written if it was, and what is on its page.
        """
        if change.data:
            message, written = self._update(change.book, change.data)
        else:
            message, written = self._calculate(change.book)
        version = read_version(change.book) if written else None
        entry = self._publish(change.book) if self.site else None
        if entry:
            reason = entry.failed.removeprefix(f"{change.book}: ")
            message += f"; not published: {reason}" if entry.failed else "; published"
            message += "".join(f"; {reason.rstrip('.')}" for reason in entry.unexplained)
        return message, version, entry

    def _update(self, book: Path, data: Path) -> tuple[str, bool]:
        from .. import update

        done = update(book, data, keep_typed=self.keep_typed, backup=self.backup)
        left = [warning.rstrip(".") for warning in done.reading.warnings()]
        return "; ".join([done.sum_up() or "nothing new", *left]), done.written

    def _calculate(self, book: Path) -> tuple[str, bool]:
        from ..recalculation.recalculate import recalc

        is_open = bool(find_lock(book))
        receipt = recalc(book, check=is_open, limits=self.limits)
        if is_open:
            return "is open in a spreadsheet program, left as it is", False
        done = f"{receipt.changed} of {receipt.formulas} values calculated anew"
        return done, receipt.changed > 0

    def _publish(self, book: Path) -> SiteEntry:
        from ..commands.publish import complete_options
        from ..publication.site.folder import find_books, page_names, publish_book

        assert self.site
        page = self.site / page_names(list(find_books(self.folder)))[book]
        made = publish_book(book, page, complete_options(anyway=self.anyway), self.limits)
        try:
            self._write(made)
        except (TourneyError, OSError) as error:
            return replace(made.entries[0], failed=str(error))
        return made.entries[0]

    def _write(self, made: Site) -> None:
        write(Outcome(None, files=made.files, marks=made.marks, folder=self.site))

    def _write_index(self) -> None:
        from ..publication.site.folder import make_index

        assert self.site
        there = {book: entry for book, entry in self._entries.items() if book.exists()}
        self._entries = dict(sorted(there.items()))
        self._write(make_index(self.folder, self.site, list(self._entries.values())))

    def _print(self, change: FileChange, message: str, failed: bool) -> None:
        """One line for a change: to stdout, or to stderr if there is something to mend."""
        files = change.book.name if not change.data else f"{change.data.name} → {change.book.name}"
        line = " ".join(f"{files}: {message.removesuffix('.')}.".split())
        click.echo(inert(line), err=failed)
