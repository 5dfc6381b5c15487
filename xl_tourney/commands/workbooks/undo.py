"""The act of undoing the last one."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from ...errors import OptionError, WorkbookError, WriteError
from ...ooxml.backups import Backup, Backups, digest
from ...ooxml.package import Package
from ...ooxml.saving import refuse_open_workbook
from ..parts.declaration import BOOK, About, Outcome, Rows, command


@command("An event", "Undo the last change", json="--json", replaces=True)
def undo(
    book: Annotated[Path, BOOK],
    *,
    list: Annotated[bool, About("Only list the backups that there are.")] = False,
    to: Annotated[
        str | None, About("The backup to bring back, by its name.", label="Backup", metavar="NAME")
    ] = None,
    force: Annotated[
        bool, About("Although it was changed since; that is kept, too.", label="Although changed")
    ] = False,
) -> Outcome[Sequence[Backup]]:
    """Bring a workbook back as it was before the last command that wrote over it.

    Every such command keeps what was there in the folder NAME.backups beside the workbook, under a
    name with the round and when it was saved. So does this one: a second undo takes the first one
    back. --list shows the backups, the latest first, and --to brings back any of them.

    Returns
    -------
    Sequence[Backup]
        The backup that was brought back; with ``list`` all of them.

    Raises
    ------
    WorkbookError
        There is nothing to undo, or the backup is damaged.
    OptionError
        There is no backup of that name.
    WriteError
        The workbook was changed since, is open in a spreadsheet program, or cannot be written.
    """
    backups = Backups(book)
    there = backups.read()[::-1]
    is_file = book.is_file()
    if not (is_file or there):
        Package.from_path(book)  # which says that it is missing
    package = Package.from_path(book) if is_file and zipfile.is_zipfile(book) else None
    content = package.data if package else book.read_bytes() if is_file else b""
    now = digest(content)
    last = next((one for one in there if one.old != now), None)
    if list:
        then = f"undo brings back {last.name}" if last else "there is nothing to undo"
        rows = [(one.kept[:16], one.act, str(one.round or ""), one.name) for one in there]
        headings = "Written over", "By", "Round", "As it was"
        return Outcome(
            there,
            lines=[Rows(headings, rows, [False, False, True, False])] if there else [],
            notes=[f"{book}: {then}; backups are in {backups.folder}."],
            data=[one._asdict() for one in there],
        )
    if not last:
        raise WorkbookError(f"{book}: there is nothing to undo; no backup is in {backups.folder}.")
    named = [one for one in there if to in (one.name, Path(one.name).stem)]
    if to and not named:
        raise OptionError(f"{to}: is no backup of {book}; --list names them.")
    chosen = named[0] if to else last
    refuse_open_workbook(book)
    if content and last.new != now and not force:
        raise WriteError(
            f"{book}: was changed since a command wrote it, at {last.kept}; --force takes that "
            "back, too, and keeps what is there now as a backup."
        )
    file = backups.folder / chosen.name
    if not backups.is_whole(chosen):
        raise WorkbookError(f"{file}: is damaged, or was changed; take another one with --to NAME.")
    return Outcome(
        [chosen],
        notes=[f"{book}: is again as before {chosen.act or 'that'}, from {chosen.name}."],
        data=chosen._asdict(),
        package=package,
        files={book: file.read_bytes()},
    )
