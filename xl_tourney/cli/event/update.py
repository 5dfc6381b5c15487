"""The command that brings newer results into a workbook in use, and gives it more room."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...resource_limits import ResourceLimits
from ..terminal.inert import inert
from ..terminal.names import ask_until_clear
from ..terminal.options import (
    Exit,
    backup_option,
    headings_option,
    resource_options,
    split_pairs,
    verbose,
)

if TYPE_CHECKING:
    from ...updates.update import Update

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
"""The options for more room; each template has some of them."""


def _room_options(command: Any) -> Any:
    for name, what in reversed(ROOM.items()):
        command = click.option(
            f"--{name}", type=click.IntRange(1), help=f"Make room for so many {what}."
        )(command)
    return command


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--data",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The results so far: a file as for new, or a sheet of a workbook, as results.xlsx#Sheet.",
)
@headings_option
@click.option(
    "--same",
    multiple=True,
    metavar='"NAME=NAME"',
    help="A name in the file, and the same player's name in the workbook.",
)
@click.option(
    "--renamed",
    multiple=True,
    metavar='"NAME=NAME"',
    help="A name in the workbook that is wrong, and the right one.",
)
@click.option("--new-name", "known_names", multiple=True, help="A name that is new indeed.")
@click.option("--as-of", help="From when the results are; the date of the file without it.")
@_room_options
@click.option("--keep-typed", is_flag=True, help="Fill in what is blank, and replace nothing.")
@click.option("--same-event", is_flag=True, help="The file is of this event, whatever the names.")
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
@backup_option
@resource_options
@verbose
def update(
    book: Path,
    data: Path | None,
    headings: tuple[str, ...],
    same: tuple[str, ...],
    renamed: tuple[str, ...],
    known_names: tuple[str, ...],
    as_of: str | None,
    keep_typed: bool,
    same_event: bool,
    dry_run: bool,
    backup: bool,
    resources: ResourceLimits,
    **room: int | None,
) -> int:
    """Bring newer results into a workbook that is in use; what was typed into it stays.

    Rows that are new are added, and values that are others are replaced; each is listed. The old
    workbook is kept as BOOK.bak.xlsx. With BOOK alone: a workbook of an earlier version, in which
    LibreOffice draws black boxes, gets the looks of today.
    """
    from ...guarded_call import call_guarded
    from ...updates.update import update as bring_up_to_date

    wanted = {name: size for name, size in room.items() if size is not None}
    call = partial(
        bring_up_to_date,
        book,
        data,
        headings=split_pairs(headings, "--map"),
        renamed=split_pairs(renamed, "--renamed"),
        as_of=as_of,
        room=wanted,
        keep_typed=keep_typed,
        same_event=same_event,
        backup=backup,
        dry_run=dry_run,
    )

    def attempt(same_names: dict[str, str], new_names: list[str]) -> Update:
        named = partial(call, same=same_names, known_names=new_names)
        return call_guarded(named, str(book), resources)

    _print_update(ask_until_clear(attempt, same, known_names), dry_run)
    return Exit.DONE


def _print_update(done: Update, dry_run: bool) -> None:
    """Each change to stdout; what was read, and the sum, to stderr."""
    from ..terminal.printing import format_cell

    for line in done.reading.sentences():
        click.echo(inert(line), err=True)
    if done.is_redrawn:
        click.echo("tables: drawn anew, without the lines that LibreOffice blackens")
    for name, (old, new) in done.grown.items():
        click.echo(inert(f"room for {name}: {old} → {new}"))
    for sheet, row in done.added:
        click.echo(inert(f"{sheet}: added {row}"))
    for change in done.changes:
        if change.replaces:
            values = " → ".join(map(format_cell, (change.old, change.new)))
            click.echo(inert(f"{change.cell}: {values} ({change.row})"))
    for change in done.kept_formulas:
        click.echo(inert(f"{change.cell}: holds a formula, which stays; the file has {change.new}"))
    for sheet, row, result in done.only_typed_results:
        click.echo(inert(f"{sheet}: the file has no result of {row}; {result} stays"))
    for sheet, row in done.only_typed:
        click.echo(inert(f"{sheet}: only in the workbook: {row}"))
    left = len(done.only_typed)
    only_here = f"{left} row{'' if left == 1 else 's'} only in the workbook" if left else ""
    state = ", ".join(filter(None, [done.sum_up(), only_here]))
    if dry_run:
        state = f"it would have {state}"
    if not (done.added or done.changes or done.only_typed):
        room = ", ".join(f"{new} {name}" for name, (_, new) in done.grown.items())
        verb = "would be" if dry_run else "is"
        state = f"there {verb} room for {room}" if room else f"the workbook {verb} drawn anew"
    backup = f" The old workbook is {done.backup}." if done.backup else ""
    if not (done.written or dry_run):
        state, backup = "there is nothing new", ""
    click.echo(inert(f"{done.path}: {state}.{backup}"), err=True)
