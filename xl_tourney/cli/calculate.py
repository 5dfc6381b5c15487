"""The commands that calculate and write nothing: one formula, or a workbook by every engine."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from ..engines import ENGINES
from .terminal.options import Exit, clock_option, engine_option, json_option, verbose


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice(ENGINES),
    help="One of those to compare; every installed one without it.",
)
@clock_option
@json_option
@verbose
def verify_command(
    paths: tuple[Path, ...], engines: tuple[str, ...], now: datetime | None, as_json: bool
) -> int:
    """Calculate workbooks with every engine and compare them cell by cell."""
    from dataclasses import asdict

    from ..recalc.verify import verify
    from .terminal import printing

    different = False
    for path in paths:
        found = verify(path, engines, now=now)
        different = different or not found.agrees
        if as_json:
            printing.as_json(asdict(found))
            continue
        for name, why in found.refused.items():
            click.echo(f"{path}: {name} is left out: {why}", err=True)
        if found.differences:
            printing.table(
                ["cell", *found.engines],
                [
                    [d.cell, *(d.values.get(name) for name in found.engines)]
                    for d in found.differences
                ],
                title=str(path),
            )
        click.echo(
            f"{path}: {found.compared} cells compared, {len(found.differences)} differ, "
            f"{found.left_out} left out"
        )
    return Exit.DIFFERENT if different else Exit.DONE


@click.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("formula")
@engine_option
@json_option
@verbose
def eval_command(formula: str, engine: str, as_json: bool) -> None:
    """Calculate one formula, such as '=TAPL({7,6,5,4,4,4,5})', and print its value."""
    from ..recalc.evaluate import evaluate
    from .terminal import printing

    rows = evaluate(formula, engine=engine)
    if as_json:
        printing.as_json(rows)
        return
    for row in rows:
        click.echo("\t".join(map(printing.cell_text, row)))
