"""The commands that calculate and write nothing: one formula, or a workbook by every engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from ..commands import find
from ..commands.parts.declaration import Command, format_cell
from ..engines import ENGINES
from ..ooxml.package import Limits
from ..resource_limits import ResourceLimits
from .terminal.declared import declared_options, guarded, show
from .terminal.inert import inert
from .terminal.options import (
    Exit,
    command,
    json_option,
    resource_options,
    size_option,
)
from .terminal.printing import print_json, print_table

_MOST_WRONG = 10
"""How many silently wrong cells of a workbook are listed on a terminal."""


VERIFY = cast(Command, find("verify"))


@command("verify", help=VERIFY.help)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Count every workbook in a folder by what its saved values become, suite by suite.",
)
@click.option(
    "--alone",
    multiple=True,
    type=click.Choice(sorted((*ENGINES, "cellrune"))),
    help="With --suite, an engine by itself, without the rules of recalc.",
)
@click.option(
    "--stale",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="With --suite, a JSON list of saved values that are known to be stale.",
)
@declared_options("verify")
@json_option
@resource_options
@size_option
def verify_command(
    paths: tuple[Path, ...],
    suite: Path | None,
    alone: tuple[str, ...],
    stale: Path | None,
    as_json: bool,
    resources: ResourceLimits,
    limits: Limits,
    **options: Any,
) -> int:
    """Compare workbooks one by one, or count suites of them."""
    if suite:
        if paths:
            raise click.UsageError("--suite goes without other workbooks.")
        return _count_suites(suite, options["engines"], alone, stale, resources, limits, as_json)
    if not paths:
        raise click.UsageError("Name workbooks, or a folder of them with --suite.")
    if alone or stale:
        raise click.UsageError("--alone and --stale go with --suite.")
    from rich.console import Console

    status = Exit.DONE
    console = Console(stderr=True)
    for number, path in enumerate(paths, 1):
        with console.status(f"Calculating {inert(path.name)} ({number} of {len(paths)})"):
            found = guarded(VERIFY, {"book": path, **options}, resources, limits)
        show(found, as_json)
        status = max(status, found.status)
    return status


def _count_suites(
    folder: Path,
    engines: Sequence[str],
    alone: Sequence[str],
    stale: Path | None,
    resources: ResourceLimits,
    limits: Limits,
    as_json: bool,
) -> int:
    """Print what becomes of the saved values; exit 1 when one of ``recalc`` is silently wrong."""
    from rich.console import Console

    from ..recalculation.verification.suite import (
        CLASSES,
        Calculator,
        count_suite,
        find_suites,
        read_stale_cells,
    )

    engines = engines or ([] if alone else ENGINES[:1])
    calculators = [Calculator(name) for name in engines]
    calculators += [Calculator(name, is_alone=True) for name in alone]
    stale_cells = read_stale_cells(stale) if stale else ()
    options: Any = {"stale": stale_cells, "resources": resources, "limits": limits}
    counts = []
    with Console(stderr=True).status("") as status:
        for suite, books in find_suites(folder).items():
            for calculator in calculators:
                status.update(inert(f"{suite}, {calculator}: {len(books)} workbooks"))
                counts.append(count_suite(suite, books, calculator, **options))
    if as_json:
        print_json([count.to_json() for count in counts])
    else:
        found = [name for name in CLASSES if any(count.cells[name] for count in counts)]
        headings = [name.replace("_", " ") for name in found]
        print_table(
            ["suite", "calculator", "workbooks", "refused workbooks", *headings],
            [
                [one.suite, one.calculator, len(one.books), one.refused_books]
                + [one.cells[name] for name in found]
                for one in counts
            ],
        )
        wrong = [(one, book) for one in counts for book in one.books]
        for count, book in wrong:
            for cell in book.wrong[:_MOST_WRONG]:
                place = f"{count.calculator}: {book.book} {cell.cell} ={cell.formula}"
                text = f"{place}: {cell.saved!r} became {cell.calculated!r}"
                click.echo(inert(text), err=True)
    own = {str(Calculator(name)) for name in engines}
    is_wrong = any(count.cells["silently_wrong"] for count in counts if count.calculator in own)
    return Exit.DIFFERENT if is_wrong else Exit.DONE


@command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("formula")
@declared_options("recalc", "engine")
@json_option
@resource_options
def eval_command(formula: str, engine: str, as_json: bool, resources: ResourceLimits) -> None:
    """Calculate one formula, such as '=TAPL({7,6,5,4,4,4,5})', and print its value.

    It is calculated as recalc does. What an error means, and why a value is not certain, is
    printed to stderr.
    """
    from ..guarded_call import call_guarded
    from ..recalculation.evaluate import evaluate

    call = partial(evaluate, formula, engine=engine)
    rows, doubt = call_guarded(call, "The formula", resources)
    messages = [getattr(cell, "message", "") for row in rows for cell in row]
    messages.append(doubt and f"The value is not certain: {doubt}.")
    for message in dict.fromkeys(filter(None, messages)):
        click.echo(inert(message), err=True)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo("\t".join(inert(format_cell(cell)) for cell in row))
