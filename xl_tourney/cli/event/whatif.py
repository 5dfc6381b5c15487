"""The command that says who can still finish where."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.inert import inert, inert_json
from ..terminal.options import Exit, json_option, resource_options, size_option, verbose

if TYPE_CHECKING:
    from ...functions.race.whatif import WhatIf

WISHES = ("reach", "miss", "best", "worst")


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
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
@click.option("--anyway", is_flag=True, help="Go on although a check of the workbook fails.")
@json_option
@resource_options
@size_option
@verbose
def whatif(
    book: Path,
    team: str | None,
    wish: str,
    places: int | None,
    assumptions: tuple[str, ...],
    seconds: float,
    anyway: bool,
    as_json: bool,
    timeout: float | None,
    max_memory: int | None,
    limits: Limits,
) -> int:
    """Who can still make it: from the fixtures of a league or Tantrix workbook, with proof.

    A fixture is a row of results with two names and no score.  Ties are open: who can end level is
    taken to win the tie-break for "can", and to lose it for "certain".  The exit code is 3 when
    something that was asked for stayed unknown.
    """
    from ...guarded_call import call_guarded

    options = {"team": team, "wish": wish, "assumptions": assumptions, "seconds": seconds}
    call = partial(_what_if, book, limits, anyway, places, options)
    answer = call_guarded(call, str(book), ResourceLimits(timeout, max_memory))
    if as_json:
        import json

        click.echo(inert_json(json.dumps(answer.as_json(), ensure_ascii=False)))
    else:
        for line in answer.lines():
            click.echo(inert(line))
    return Exit.DONE if answer.is_settled else Exit.SOME_FAILED


def _what_if(
    book: Path, limits: Limits, anyway: bool, places: int | None, options: dict[str, Any]
) -> WhatIf:
    from ...errors import OptionError
    from ...functions.race.whatif import AssumptionError, what_if
    from ...whatif.remaining import read_remaining

    remaining = read_remaining(book, limits, anyway=anyway)
    try:
        return what_if(remaining.table, places or remaining.places, **options)
    except AssumptionError as error:
        raise OptionError(f"{error}.") from error
