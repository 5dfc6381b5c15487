"""The command that pairs the next round."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ... import atomic
from ...publication.picture import PRINT_MARK, print_sheets
from ...resource_limits import ResourceLimits
from ..terminal.declared import declared_options
from ..terminal.inert import inert, json_line
from ..terminal.options import (
    FILE_PATH,
    Exit,
    check_suffix,
    command,
    json_option,
    resource_options,
)

if TYPE_CHECKING:
    from ...pairing.request import Paired, Request


@command()
@click.argument("file", type=FILE_PATH)
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
@click.option(
    "--adjourned",
    default="",
    metavar='"A; B"',
    help="Players whose games without a result count as drawn, for this pairing alone.",
)
@click.option("--write", is_flag=True, help="Write the pairs where the results are typed.")
@click.option("--force", is_flag=True, help="Pair a round anew although it has results.")
@declared_options("update", "backup")
@click.option("--double", is_flag=True, help="In a round robin: everybody meets everybody twice.")
@click.option(
    "--from",
    "first_day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="In a league: the day of the first round, such as 2026-09-05.",
)
@click.option(
    "--days",
    type=click.IntRange(1),
    default=7,
    show_default=True,
    help="The days from one round of a league to the next.",
)
@click.option(
    "--apart",
    multiple=True,
    metavar='"A; B"',
    help="Teams of a league that are not at home on one day; may be repeated.",
)
@click.option(
    "--movement",
    type=click.Choice(["mitchell", "share-and-relay", "howell"]),
    help="In bridge; without it a Howell up to 8 tables with one winner, else a Mitchell.",
)
@click.option("--tables", type=click.IntRange(2), help="In bridge: how many; as the pairs need.")
@click.option(
    "--pdf",
    "sheets",
    type=FILE_PATH,
    metavar="FILE",
    help="Print it: pairings by board and by name, lists, slips; FILE.html is for any browser.",
)
@click.option(
    "--sheet",
    "kinds",
    multiple=True,
    type=click.Choice(["boards", "names", "results", "slips", "tags", "standings"]),
    help="Which sheets, in their order; tags for the names of all; may be repeated.",
)
@click.option("--browser", help="The Chromium that prints.")
@click.option("--seed", type=int, help="What is drawn is drawn with it; the same again with it.")
@json_option
@resource_options
def pair(
    file: Path,
    first_day: datetime | None,
    movement: str | None,
    write: bool,
    backup: bool,
    sheets: Path | None,
    kinds: tuple[str, ...],
    browser: str | None,
    as_json: bool,
    resources: ResourceLimits,
    **asked: Any,
) -> int:
    """Pair a round: who plays whom, from the rounds before it.

    FILE is a workbook, or a TRF. Chess is paired by FIDE's Dutch system; who has a bye in the
    round, or is named by --absent, is left out. Go is paired by McMahon or Swiss, as Setup says,
    a round robin of either by Berger tables. A league and the groups of a Tantrix event get all
    their rounds, a bridge session its movement. The workbook stays as it is without --write.
    """
    from ...guarded_call import call_guarded
    from ...pairing.request import Request

    day = first_day.date() if first_day else None
    request = Request(first_day=day, movement=movement or "", **asked)
    chromium = _check_sheets(sheets, browser)
    call = partial(_pair, file, request, write, backup, sheets is not None, kinds)
    found, copy, html, status = call_guarded(call, str(file), resources)
    if as_json:
        click.echo(json_line(found.to_json()))
    else:
        for line in _lines(found, shutil.get_terminal_size().columns):
            click.echo(inert(line))
    for note in found.pairing.notes:
        click.echo(inert(note), err=True)
    if found.results and not (write or request.force):
        note = f"{found.is_there(str(file))}; --write writes this one only with --force."
        click.echo(inert(note), err=True)
    if write:
        kept = f" The old workbook is {copy}." if copy else ""
        click.echo(inert(f"{file}: {found.what} was written.{kept}"), err=True)
    if status:
        click.echo(inert(f"{file}: {status}."), err=True)
    if sheets:
        print_sheets(html, sheets, chromium)
        click.echo(inert(f"{sheets}: to print."), err=True)
    return Exit.DONE


def _check_sheets(sheets: Path | None, browser: str | None) -> str:
    """The browser that is needed for the sheets, found before anything is written."""
    from ...chromium import find_browser

    if sheets is None:
        return ""
    check_suffix(sheets, (".pdf", ".html"))
    atomic.refuse_foreign(sheets, PRINT_MARK)
    return find_browser(browser) if sheets.suffix.lower() == ".pdf" else ""


def _pair(
    file: Path, request: Request, write: bool, backup: bool, prints: bool, kinds: tuple[str, ...]
) -> tuple[Paired, Path | None, str, str]:
    """The pairing, the copy of the old workbook, the sheets to print, and what is wrong in it."""
    from ...events.report import NOT_WRONG
    from ...events.standings.table import read_status
    from ...pairing.next_round import WORKBOOKS, pair_file, write_pairing
    from ...pairing.sheets import format_sheets, read_event

    event = read_event(file) if prints else None  # before the round is written
    if write:
        paired, saved = write_pairing(file, request, backup=backup)
        copy = saved.backup
    else:
        paired, copy = pair_file(file, request), None
    status = read_status(file) if file.suffix.lower() in WORKBOOKS else ""
    wrong = "" if status.startswith(NOT_WRONG) else status
    return paired, copy, format_sheets(paired, event, kinds) if event else "", wrong


_SIDES = {
    "round-robin": ("Home", "Away"),
    **dict.fromkeys(("mitchell", "share-and-relay", "howell"), ("NS", "EW")),
}


def _lines(found: Paired, width: int) -> Iterator[str]:
    """The pairings as tables."""
    from ..terminal.plain_table import table_lines

    names = found.names
    white, black = found.sides or _SIDES.get(found.pairing.system, ("White", "Black"))
    for at, pairing in enumerate(found.pairings):
        if at:
            yield ""
        day = f", {found.days[at].isoformat()}" if found.days else ""
        yield f"Round {pairing.round}{day}"
        if pairing.pairs[0].boards:
            headings = ["Table", white, black, "Boards"]
            rows = [
                [str(pair.board), names[pair.white], names[pair.black or 0], pair.boards_in_words]
                for pair in pairing.pairs
            ]
            numeric = [True] * 4
        else:
            headings = ["Board", "No.", white, black, "No."]
            rows = [
                [
                    "" if pair.board is None else str(pair.board),
                    str(pair.white),
                    names[pair.white],
                    "bye" if pair.black is None else names[pair.black],
                    "" if pair.black is None else str(pair.black),
                ]
                for pair in pairing.pairs
            ]
            numeric = [True, True, False, False, True]
        yield from table_lines(headings, rows, numeric, width, key=1 if numeric[2] else 2)
        if pairing.absent:
            away = ", ".join(names[one] for one in pairing.absent if names[one])
            yield f"Not paired: {away}."
