"""The command that says who can still finish where."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.declared import declared_options
from ..terminal.inert import inert, json_line
from ..terminal.options import (
    FILE_PATH,
    Exit,
    command,
    json_option,
    resource_options,
    size_option,
)

if TYPE_CHECKING:
    from ...functions.race.certificates.second_opinion import ConfirmedAnswers
    from ...functions.race.whatif import WhatIf

WISHES = ("reach", "miss", "best", "worst")


@command()
@click.argument("book", type=FILE_PATH)
@click.option("--team", help="Whose wish is proved: with results, or with the reason why not.")
@click.option(
    "--wish",
    type=click.Choice(WISHES),
    default="reach",
    show_default=True,
    help="To reach the places or to miss them, or the best or the worst place.",
)
@click.option("--places", type=click.IntRange(1), help="How many places; else as on Setup.")
@click.option(
    "--meetings",
    type=click.IntRange(1),
    help="How often everybody meets everybody, in a round robin of go or chess.",
)
@click.option(
    "--assume",
    "assumptions",
    multiple=True,
    metavar='"Reds 2-1 Blues"',
    help="A result of a game that is left; may be repeated.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    help="How long is searched; what is not settled then is unknown.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Play all results through, check all proofs, and ask a second solver where installed.",
)
@click.option(
    "--write", is_flag=True, help="Write the exact figures into the workbook, where it keeps them."
)
@declared_options("update", "backup")
@click.option("--anyway", is_flag=True, help="Go on although a check of the workbook fails.")
@json_option
@resource_options
@size_option
def whatif(
    book: Path,
    places: int | None,
    meetings: int | None,
    check: bool,
    write: bool,
    backup: bool,
    anyway: bool,
    as_json: bool,
    resources: ResourceLimits,
    limits: Limits,
    **options: Any,
) -> int:
    """Who can still make it: from the fixtures of a workbook, with proof.

    A fixture is a row of results with two names and no score; in a round robin of go or chess, also
    a pair that has not met.  In a league who ends level on points is placed by the criteria on
    Setup, by any score that the games left may have.  What no criterion decides is open: a tie is
    taken as won for "can", and as lost for "certain".  The exit code is 3 when
    something that was asked for stayed unknown, and 1 when --check finds a difference.
    """
    from ...guarded_call import call_guarded

    if write and options["assumptions"]:
        raise click.UsageError("--write keeps what follows from the results; leave out --assume.")
    reading = {"limits": limits, "anyway": anyway, "meetings": meetings}
    call = partial(_what_if, book, reading, places, check, options)
    answer, opinion, notes = call_guarded(call, str(book), resources)
    if write:
        from ...updates.remaining_race import write_figures

        written = call_guarded(partial(write_figures, book, backup=backup), str(book), resources)
        state = "the exact figures were written" if written else "its figures are up to date"
        click.echo(inert(f"{book}: {state}."), err=True)
    if as_json:
        checked = {"check": asdict(opinion)} if opinion else {}
        click.echo(json_line(answer.as_json() | notes | checked))
    else:
        for line in [*notes.values(), *([""] if notes else []), *answer.lines()]:
            click.echo(inert(line))
        if opinion:
            click.echo(inert(opinion.line))
    if opinion and opinion.differences:
        for difference in opinion.differences:
            click.echo(inert(f"{book}: {difference}."), err=True)
        return Exit.DIFFERENT
    return Exit.DONE if answer.is_settled else Exit.SOME_FAILED


def _what_if(
    book: Path, reading: dict[str, Any], places: int | None, check: bool, options: dict[str, Any]
) -> tuple[WhatIf, ConfirmedAnswers | None, dict[str, str]]:
    from ...errors import OptionError
    from ...functions.race.assumptions import AssumptionError, assume
    from ...functions.race.certificates.second_opinion import second_opinion
    from ...functions.race.whatif import what_if
    from ...updates.remaining_race import read_remaining

    remaining = read_remaining(book, **reading)
    line, grouping = places or remaining.places, remaining.grouping
    if grouping and places:
        grouping = grouping.of_first(places)
    try:
        answer = what_if(remaining.table, line, unit=remaining.unit, grouping=grouping, **options)
        if not check:
            return answer, None, remaining.notes
        table = assume(remaining.table, options["assumptions"])
        return answer, second_opinion(table, line, options["seconds"], grouping), remaining.notes
    except AssumptionError as error:
        raise OptionError(f"{error}.") from error
