"""The command that writes the results of a workbook for other programs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from ...exports.formats import SUFFIXES
from ...ooxml.saving import refuse_existing
from ...resource_limits import ResourceLimits
from ..terminal.declared import declared_options
from ..terminal.inert import inert
from ..terminal.options import (
    FILE_PATH,
    Exit,
    check_suffix,
    command,
    output_option,
    resource_options,
    size_option,
    split_pairs,
)


@command()
@click.argument("book", type=FILE_PATH)
@click.option(
    "--to",
    "format_name",
    type=click.Choice(list(SUFFIXES)),
    required=True,
    help="h9 and opengotha for go, usebio for bridge, trf for chess, csv for all games.",
)
@output_option(help="The file to write; the workbook's name with the usual ending without.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option(
    "--head",
    multiple=True,
    metavar='"CODE=TEXT"',
    help='What an h9 file says of the event, such as "PC=NL, Leiden" or DT=2026-05-01,2026-05-03.',
)
@click.option(
    "--anyway", is_flag=True, help="Write it although a check fails, or a cell is an error."
)
@declared_options("standings", "safe_csv")
@resource_options
@size_option
def export(
    book: Path,
    format_name: str,
    output: Path | None,
    force: bool,
    head: tuple[str, ...],
    resources: ResourceLimits,
    **options: Any,
) -> int:
    """Write the results of a workbook as a rating office or another program takes them.

    A csv is one that xl-tourney new --data reads.
    """
    from ...guarded_call import call_guarded

    suffixes = SUFFIXES[format_name]
    target = output or book.with_suffix(suffixes[0])
    check_suffix(target, suffixes)
    refuse_existing(target, force)
    options["head"] = split_pairs(head, "--head")
    call = partial(_export, book, format_name, target, **options)
    size, notes = call_guarded(call, str(book), resources)
    for note in notes:
        click.echo(inert(note), err=True)
    click.echo(inert(f"{target}: {size:,} bytes written."), err=True)
    return Exit.DONE


def _export(book: Path, format_name: str, target: Path, **options: Any) -> tuple[int, list[str]]:
    """Write the file; return its size, and what it lacks."""
    from ...exports.export import export as write

    done = write(book, format_name, target, **options)
    return done.size, done.notes
