"""The commands for whole workbooks: build the samples, show them, publish standings."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..ooxml.package import Limits
from ..resource_limits import ResourceLimits
from .terminal.inert import inert
from .terminal.options import Exit, resource_options, size_option, verbose

if TYPE_CHECKING:
    from ..publish.standings import Standings

DEMO_FOLDER = "xl-tourney-demo"
DEMO_TEMPLATE = "tantrix"
"""The template whose first sample the demo prints."""
OPEN = "Open them with Excel, LibreOffice or Google Sheets; the first sheet says how."
MOST_COLUMNS = 80
"""The widest line of the demo, also on a wider terminal and in a pipe."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default="workbooks")
@click.option("--check", is_flag=True, help="Only look; exit 1 when a file is stale.")
@verbose
def build(folder: Path, check: bool) -> int:
    """Build the sample workbooks, with the data they come from."""
    from ..generator import samples

    if check:
        stale = samples.stale(folder)
        for path in stale:
            click.echo(f"{path}: is missing, stale or no sample; build anew, or remove it")
        click.echo(f"{folder}: {len(stale)} stale")
        return Exit.DIFFERENT if stale else Exit.DONE
    written = samples.build(folder)
    for path in written:
        click.echo(f"{path}: written", err=True)
    click.echo(f"{folder}: {len(written)} written, the others are current.", err=True)
    return Exit.DONE


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=DEMO_FOLDER)
@verbose
def demo(folder: Path) -> None:
    """Make a workbook of every sample, recalculate them all, and show the standings of one."""
    from rich.console import Console

    from ..generator.generate import make
    from ..recalc.recalculate import recalc
    from ..templates import TEMPLATES

    folder.mkdir(parents=True, exist_ok=True)
    samples = [(template, sample) for template in TEMPLATES for sample in template.samples]
    formulas = stale = 0
    with Console(stderr=True).status("") as progress:
        for number, (template, sample) in enumerate(samples, 1):
            progress.update(f"Making {sample.name} ({number} of {len(samples)})")
            path = folder / sample.name
            make(template, sample.path, path, **sample.options)
            receipt = recalc(path)
            formulas += receipt.formulas
            stale += receipt.changed
    total = f"{len(samples)} workbooks, {formulas:,} formulas, {stale:,} of them stale"
    shown = TEMPLATES[DEMO_TEMPLATE].samples[0].name
    others = [sample.name for _, sample in samples if sample.name != shown]
    width = min(MOST_COLUMNS, shutil.get_terminal_size().columns)
    for line in demo_lines(folder, shown, others, total, width):
        click.echo(line)


def demo_lines(
    folder: Path, shown: str, others: Sequence[str], total: str, width: int
) -> Iterator[str]:
    """What the demo prints: the standings of one workbook, the titles of the others, what next."""
    from ..publish.standings import read_standings

    for table in read_standings(folder / shown):
        yield from _wrapped(f"{shown}: {table.title}", width)
        yield from _wrapped(table.note, width)
        yield from _standings_lines(table, width)
        yield ""
    yield from _wrapped(f"Also in {folder} ({total}):", width)
    longest = max(map(len, others), default=0)
    for name in others:
        title = next(read_standings(folder / name)).title
        yield from _wrapped(f"{name:{longest}}  {title}", width, indent="  ")
    yield from _wrapped(OPEN, width)
    yield from _wrapped(f"Next: xl-tourney publish {folder / shown}, or xl-tourney new", width)


def _standings_lines(table: Standings, width: int) -> Iterator[str]:
    from .terminal.plain_table import table_lines

    columns = list(zip(*table.cells))
    numeric = [any(isinstance(cell.value, (int, float)) for cell in column) for column in columns]
    names = (
        at
        for at, column in enumerate(zip(*table.rows))
        if not numeric[at] and all(column) and len(set(column)) == len(column)
    )
    yield from table_lines(table.headings, table.rows, numeric, width, key=next(names, 0))


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of at most this width; a path or a word is never broken."""
    return textwrap.wrap(
        text,
        max(width, 2 * len(indent) + 1),
        initial_indent=indent,
        subsequent_indent=2 * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page to write; the workbook's name with .html without.",
)
@resource_options
@size_option
@verbose
def publish(
    book: Path,
    output: Path | None,
    timeout: float | None,
    max_memory: int | None,
    limits: Limits,
) -> None:
    """Write the standings of a workbook as one web page, with the values that are in it."""
    from ..guarded_call import call_guarded

    page = output or book.with_suffix(".html")
    call = partial(_write_page, book, page, limits)
    row_counts = call_guarded(call, str(book), ResourceLimits(timeout, max_memory))
    tables = "1 table" if len(row_counts) == 1 else f"{len(row_counts)} tables"
    click.echo(f"{inert(str(page))}: {tables} of standings, {sum(row_counts)} rows.", err=True)


def _write_page(book: Path, page: Path, limits: Limits) -> list[int]:
    """Write the page; return the number of rows of each table on it."""
    from ..publish.page import publish as write

    return [len(table.cells) for table in write(book, page, limits)]
