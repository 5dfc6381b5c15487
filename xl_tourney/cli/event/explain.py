"""The command that explains a figure, a player's place, or the order of two players."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.inert import inert, json_line
from ..terminal.options import (
    WORKBOOK_SUFFIXES,
    Exit,
    check_suffix,
    json_option,
    output_option,
    resource_options,
    size_option,
    verbose,
)

if TYPE_CHECKING:
    from ...explanations.explanation import Explanation, ExplanationCheck


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("subject", required=False)
@click.option(
    "--check",
    "checks",
    is_flag=True,
    help="Evaluate the formula of every number, and say which sentences do not hold.",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Check an explanation that --json printed before, in place of a new one.",
)
@click.option(
    "--notes",
    is_flag=True,
    help="Write it into comments of cells, in a copy (-o); without SUBJECT for everybody.",
)
@output_option("Where the copy with comments is written.")
@click.option(
    "--flip/--no-flip",
    "flips",
    default=None,
    help="Of two players: also search the smallest change of one result that turns them round; "
    "done unless the first stands below the second.",
)
@click.option("--working", is_flag=True, help="Print how the answer comes about, too.")
@json_option
@resource_options
@size_option
@verbose
def explain(
    book: Path,
    subject: str | None,
    checks: bool,
    kept: Path | None,
    notes: bool,
    output: Path | None,
    flips: bool | None,
    working: bool,
    as_json: bool,
    resources: ResourceLimits,
    limits: Limits,
) -> int:
    """Why a figure is what it is, in sentences with the formula of every number.

    SUBJECT is a cell (Standings!F7; F7 alone is one of the standings), a player, "A over B", or
    "round 4: A – B", which says why these two of chess or go were paired.
    The workbook is calculated anew on a copy and stays as it is.
    """
    from ...guarded_call import call_guarded

    if notes:
        is_own = output and output.exists() and book.exists() and output.samefile(book)
        if output is None or kept is not None or is_own:
            raise click.UsageError("--notes writes a copy: name it with -o.")
        check_suffix(output, WORKBOOK_SUFFIXES)
        note = partial(_write_notes, book, limits, subject, output)
        count = call_guarded(note, str(book), resources)
        click.echo(inert(f"{output}: {count} comments."))
        return Exit.DONE
    if (subject is None) == (kept is None):
        raise click.UsageError("Ask for a cell, a player or “A over B”; or give --kept, not both.")
    call = partial(_explain, book, limits, subject, kept, checks or kept is not None, flips)
    explanation, check, of_values = call_guarded(call, str(book), resources)
    if of_values:
        click.echo(of_values, err=True)
    if as_json:
        click.echo(json_line(explanation.as_json()))
    elif kept is None:
        for line in explanation.lines(working):
            click.echo(inert(line))
    if check is None:
        return Exit.DONE
    for wrong in check.wrong:
        click.echo(inert(str(wrong)), err=True)
    click.echo(
        f"{check.sentences} sentences, {check.formulas} formulas: "
        f"{f'{len(check.wrong)} numbers are wrong' if check.wrong else 'all hold'}.",
        err=True,
    )
    return Exit.DIFFERENT if check.wrong else Exit.DONE


def _explain(
    book: Path,
    limits: Limits,
    subject: str | None,
    kept: Path | None,
    checks: bool,
    flips: bool | None,
) -> tuple[Explanation, ExplanationCheck | None, str]:
    from ...calculation import describe_values
    from ...explanations.explain import explain as answer
    from ...explanations.explain import open_book

    opened = open_book(book, limits)
    explanation = _read_kept(kept) if kept else answer(opened, subject or "", with_flip=flips)
    check = explanation.check(opened) if checks else None
    return explanation, check, describe_values()


def _write_notes(book: Path, limits: Limits, subject: str | None, output: Path) -> int:
    from ...explanations.explain import explain as answer
    from ...explanations.explain import open_book
    from ...explanations.notes import write_notes
    from ...explanations.place.rows import list_players
    from ...explanations.player import explain_player

    opened = open_book(book, limits)
    if subject is not None:
        return write_notes(opened, [answer(opened, subject)], output)
    everybody = list_players(opened) if opened.template else ()
    return write_notes(opened, (explain_player(opened, player) for player in everybody), output)


def _read_kept(path: Path) -> Any:
    import json

    from ...errors import OptionError
    from ...explanations.explanation import Explanation

    try:
        return Explanation.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OptionError(f"{path}: is no explanation that explain --json printed.") from error
