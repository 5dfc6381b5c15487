"""The command that pairs the next round."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...resource_limits import ResourceLimits
from ..terminal.inert import inert, inert_json
from ..terminal.options import Exit, json_option, resource_options, verbose

if TYPE_CHECKING:
    from ...pairing.request import Paired, Request


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    help="The round; without it the first that is not paired.",
)
@click.option(
    "--absent",
    default="",
    metavar='"A; B"',
    help="Players who do not take part, by name or number.",
)
@click.option(
    "--withdrawn",
    default="",
    metavar='"A; B"',
    help="Players who play no more; --write marks them absent in all rounds to come.",
)
@click.option("--write", is_flag=True, help="Write the pairs where the results are typed.")
@click.option("--force", is_flag=True, help="Pair a round anew although it has results.")
@click.option("--backup/--no-backup", default=True, help="Whether the old workbook is kept.")
@click.option("--seed", type=int, help="What is drawn is drawn with it; the same again with it.")
@json_option
@resource_options
@verbose
def pair(
    file: Path,
    number: int | None,
    absent: str,
    withdrawn: str,
    write: bool,
    force: bool,
    backup: bool,
    seed: int | None,
    as_json: bool,
    timeout: float | None,
    max_memory: int | None,
) -> int:
    """Pair a round: who plays whom, from the rounds before it.

    FILE is a workbook, or a TRF. Chess is paired by FIDE's Dutch system; who has a bye in the
    round, or is named by --absent, is left out. The workbook stays as it is without --write.
    """
    from ...guarded_call import call_guarded
    from ...pairing.request import Request

    request = Request(number, absent, withdrawn, seed, force)
    call = partial(_pair, file, request, write, backup)
    found, copy = call_guarded(call, str(file), ResourceLimits(timeout, max_memory))
    if as_json:
        text = json.dumps(found.pairing.to_json(found.names), ensure_ascii=False)
        click.echo(inert_json(text))
    else:
        for line in _lines(found, shutil.get_terminal_size().columns):
            click.echo(inert(line))
    for note in found.pairing.notes:
        click.echo(inert(note), err=True)
    if write:
        kept = f" The old workbook is {copy}." if copy else ""
        click.echo(inert(f"{file}: round {found.pairing.round} was written.{kept}"), err=True)
    return Exit.DONE


def _pair(file: Path, request: Request, write: bool, backup: bool) -> tuple[Paired, Path | None]:
    from ...pairing.next_round import pair_file, write_pairing

    if not write:
        return pair_file(file, request), None
    paired, saved = write_pairing(file, request, backup=backup)
    return paired, saved.backup


def _lines(found: Paired, width: int) -> Iterator[str]:
    """The pairing as a table."""
    from ..terminal.plain_table import table_lines

    yield f"Round {found.pairing.round}"
    rows = [
        [
            "" if pair.board is None else str(pair.board),
            str(pair.white),
            found.names[pair.white],
            "bye" if pair.black is None else found.names[pair.black],
            "" if pair.black is None else str(pair.black),
        ]
        for pair in found.pairing.pairs
    ]
    headings = ["Board", "No.", "White", "Black", "No."]
    yield from table_lines(headings, rows, [True, True, False, False, True], width, key=2)
    if found.pairing.absent:
        away = ", ".join(found.names[one] for one in found.pairing.absent if found.names[one])
        yield f"Not paired: {away}."
