"""The act of bringing newer results, or more room, into a workbook in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..calculation import is_shown
from ..messages import message
from ..ooxml.package import Package
from ..ooxml.saving import Saved
from .parts.declaration import (
    BACKUP,
    BOOK,
    DRY_RUN,
    About,
    Edit,
    Outcome,
    Typed,
    command,
    format_cell,
)

if TYPE_CHECKING:
    from ..updates.update import Update, Wanted

ROOM = {
    "players": "rows for players",
    "teams": "rows for teams",
    "pairs": "rows for pairs",
    "rows": "rows for results, or for players where these are one list",
    "rounds": "rounds",
    "boards": "boards",
    "tables": "lines for each board",
    "games": "rows for games, where these are a page of their own",
}
"""What there can be more room for; each template has some of them."""
HEADINGS = About(
    "What a heading of the file means, such as Home=player_a.",
    option="--map",
    metavar='"HEADING=COLUMN"',
)

ONLY = Typed(
    "The rows of the file to read: those with a text under a heading, as phase=North.",
    metavar='"HEADING=TEXT"',
)
PASSWORD = Typed("That of the file of results, if it is encrypted; else a terminal asks for it.")


@command(
    "An event",
    "Bring newer results into a workbook in use",
    menu="Bring in results…",
    asks=("data", "keep_typed"),
)
def update(
    book: Annotated[Package, BOOK],
    data: Annotated[
        Path | None,
        About(
            "The results so far: a file as for new, or a sheet of a workbook, as "
            "results.xlsx#Sheet; - is what another program pipes in, such as the clipboard.",
            label="Results",
            hint="All results so far: a list, pasted or as a file.",
            option="--data",
            metavar="FILE",
            folder=True,
            piped=True,
        ),
    ] = None,
    *,
    headings: Annotated[Mapping[str, str] | None, HEADINGS] = None,
    same: Annotated[
        Mapping[str, str] | None,
        About(
            "A name in the file, and the same player's name in the workbook.",
            label="Same player",
            metavar='"NAME=NAME"',
        ),
    ] = None,
    only: Annotated[Mapping[str, str] | None, ONLY] = None,
    renamed: Annotated[
        Mapping[str, str] | None,
        Typed("A name in the workbook that is wrong, and the right one.", metavar='"NAME=NAME"'),
    ] = None,
    known_names: Annotated[
        Sequence[str],
        About("A name that is new indeed.", label="New name", option="--new-name"),
    ] = (),
    as_of: Annotated[
        str | None, Typed("From when the results are; the date of the file without it.")
    ] = None,
    room: Annotated[
        Mapping[str, int] | None,
        About("Make room for so many {}.", label="Room for more", keys=ROOM),
    ] = None,
    keep_typed: Annotated[
        bool, About("Fill in what is blank, and replace nothing.", label="Keep what is typed")
    ] = False,
    same_event: Annotated[bool, About("The file is of this event, whatever the names.")] = False,
    password: Annotated[str | None, PASSWORD] = None,
    dry_run: Annotated[bool, DRY_RUN] = False,
    backup: Annotated[bool, BACKUP] = True,
) -> Outcome[Update]:
    """Bring newer results into a workbook that is in use; what was typed into it stays.

    Rows that are new are added, and values that are others are replaced; each is listed. The old
    workbook is kept; undo brings it back. With BOOK alone: what waits at the desk of the workbook
    comes in, and one of an earlier version, in which LibreOffice draws black boxes, gets the looks
    of today.

    Raises
    ------
    InputError
        The file cannot be read, or has a name that is nearly one in the workbook.
    WorkbookError
        The workbook is not one of ours.
    WriteError
        It is open in a spreadsheet program, or cannot be written.
    """
    from ..updates.update import Wanted

    wanted = Wanted(
        data,
        headings or {},
        same or {},
        renamed or {},
        known_names,
        as_of,
        room or {},
        keep_typed,
        same_event,
        only or {},
        password,
    )
    return changed(book, wanted, dry_run, backup)


def changed(book: Package, wanted: Wanted, dry_run: bool, backup: bool) -> Outcome[Update]:
    """What comes of a change to a workbook in use."""
    from ..updates.update import merged

    done, content = merged(book, wanted)
    is_new = content != book.data and not is_shown()

    def take(saved: Saved) -> None:
        done.backup, done.written = saved.backup, saved.written

    changes = [
        {"cell": str(change.cell), "old": change.old, "new": change.new} for change in done.changes
    ]
    return Outcome(
        done,
        read=done.reading.sentences(),
        lines=[*_lines(done)],
        notes=[f"{done.path}: {_sum_up(done, dry_run, is_new)}."],
        data={"path": str(done.path), "changes": changes, "written": is_new and not dry_run},
        edits=None if done.grown else [Edit(c.cell, c.new) for c in done.changes],
        files={} if dry_run else {done.path: content},
        backup=backup,
        on_write=take,
    )


def _lines(done: Update) -> Iterator[str]:
    """Each change."""
    if done.is_redrawn:
        yield message("tables: drawn anew, without the lines that LibreOffice blackens")
    for name, (old, new) in done.grown.items():
        yield message(f"room for {name}: {old} → {new}")
    for sheet, row in done.added:
        yield message(f"{sheet}: added {row}")
    for change in done.changes:
        if change.replaces:
            values = " → ".join(map(format_cell, (change.old, change.new)))
            yield f"{change.cell}: {values} ({change.row})"
    for change in done.kept_formulas:
        yield message(f"{change.cell}: holds a formula, which stays; the file has {change.new}")
    for sheet, row, result in done.only_typed_results:
        yield message(f"{sheet}: the file has no result of {row}; {result} stays")
    for sheet, row in done.only_typed:
        yield message(f"{sheet}: only in the workbook: {row}")


def _sum_up(done: Update, dry_run: bool, is_new: bool) -> str:
    has_news = done.added or done.changes or done.grown or done.is_redrawn
    if not (is_new or has_news):
        return message("there is nothing new")
    if not (done.added or done.changes or done.only_typed):
        room = ", ".join(f"{new} {name}" for name, (_, new) in done.grown.items())
        there = message(f"there {'would be' if dry_run else 'is'} room for {room}")
        drawn = message(f"the workbook {'would be' if dry_run else 'is'} drawn anew")
        return there if room else drawn
    left = len(done.only_typed)
    only_here = message(f"{left} row{'s' * (left != 1)} only in the workbook") if left else ""
    state = ", ".join(filter(None, [done.sum_up(), only_here]))
    return message(f"it would have {state}") if dry_run else state
