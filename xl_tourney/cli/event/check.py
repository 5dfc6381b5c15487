"""The command that holds a tournament to the rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...resource_limits import ResourceLimits
from ..terminal.inert import inert, json_line
from ..terminal.options import Exit, json_option, resource_options, verbose

if TYPE_CHECKING:
    from ...pairing.chess.check import Verdict


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
@resource_options
@verbose
def check(file: Path, as_json: bool, resources: ResourceLimits) -> int:
    """Say where pairings, points or places of a chess tournament do not follow the rules.

    FILE is a TRF, or a workbook of chess. Each round is paired anew from the rounds before it by
    FIDE's Dutch system. Each problem is a sentence with the article; the exit code is 1 then.
    """
    from ...guarded_call import call_guarded

    verdict = call_guarded(partial(_check, file), str(file), resources)
    if as_json:
        click.echo(json_line(verdict.to_json()))
    else:
        for problem in verdict.problems:
            click.echo(inert(problem.text))
    for note in verdict.notes:
        click.echo(inert(note), err=True)
    count = len(verdict.problems)
    found = "all is in order" if not count else f"{count} problem{'s' * (count > 1)}"
    rounds = f"{verdict.rounds} round{'s' * (verdict.rounds != 1)}"
    click.echo(inert(f"{file}: {rounds} judged; {found}."), err=True)
    return Exit.DIFFERENT if count else Exit.DONE


def _check(file: Path) -> Verdict:
    from ...pairing.chess.check import check as judge
    from ...pairing.next_round import read_event

    return judge(read_event(file))
