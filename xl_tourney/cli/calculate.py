"""The commands that calculate and write nothing: one formula, or a workbook by every engine."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path

import click

from ..engines import ENGINES
from ..ooxml.package import Limits
from ..resource_limits import ResourceLimits
from .terminal.inert import inert
from .terminal.options import (
    Exit,
    clock_option,
    engine_option,
    json_option,
    resource_options,
    size_option,
    verbose,
)


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice(ENGINES),
    help="One of those to compare; one alone is compared with the saved values.",
)
@clock_option
@json_option
@resource_options
@size_option
@verbose
def verify_command(
    paths: tuple[Path, ...],
    engines: tuple[str, ...],
    now: datetime | None,
    as_json: bool,
    timeout: float | None,
    max_memory: int | None,
    limits: Limits,
) -> int:
    """Calculate workbooks anew and compare cell by cell: with what they hold, or engines."""
    from dataclasses import asdict

    from rich.console import Console

    from ..guarded_call import call_guarded
    from ..recalc.verification.verify import verify
    from .terminal import printing

    has_differences = False
    console = Console(stderr=True)
    for number, path in enumerate(paths, 1):
        call = partial(verify, path, engines, now=now, limits=limits)
        with console.status(f"Calculating {inert(path.name)} ({number} of {len(paths)})"):
            comparison = call_guarded(call, str(path), ResourceLimits(timeout, max_memory))
        has_differences = has_differences or not comparison.agrees
        if as_json:
            printing.print_json(asdict(comparison))
            continue
        for name, reason in comparison.refused.items():
            click.echo(inert(f"{path}: {name} is left out: {reason}"), err=True)
        if comparison.differences:
            printing.print_table(
                ["cell", *comparison.engines],
                [
                    [d.cell, *(d.values.get(name) for name in comparison.engines)]
                    for d in comparison.differences
                ],
                title=str(path),
            )
        click.echo(
            f"{inert(str(path))}: {comparison.compared} cells compared, "
            f"{len(comparison.differences)} differ, {comparison.left_out} left out"
        )
    return Exit.DIFFERENT if has_differences else Exit.DONE


@click.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("formula")
@engine_option
@json_option
@resource_options
@verbose
def eval_command(
    formula: str, engine: str, as_json: bool, timeout: float | None, max_memory: int | None
) -> None:
    """Calculate one formula, such as '=TAPL({7,6,5,4,4,4,5})', and print its value.

    What an error means is printed to stderr.
    """
    from ..guarded_call import call_guarded
    from ..recalc.evaluate import evaluate
    from .terminal import printing

    call = partial(evaluate, formula, engine=engine)
    rows = call_guarded(call, "The formula", ResourceLimits(timeout, max_memory))
    messages = [getattr(cell, "message", "") for row in rows for cell in row]
    for message in dict.fromkeys(filter(None, messages)):
        click.echo(inert(message), err=True)
    if as_json:
        printing.print_json(rows)
        return
    for row in rows:
        click.echo("\t".join(map(printing.format_cell, row)))
