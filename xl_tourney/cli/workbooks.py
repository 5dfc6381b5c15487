"""The commands for whole workbooks: build the samples, show them."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ..commands.standings import rows_of
from .terminal.declared import lines_of
from .terminal.options import FOLDER_PATH, Exit, command

DEMO_FOLDER = "xl-tourney-demo"
DEMO_TEMPLATE = "tantrix"
"""The template whose first sample the demo prints."""
MOST_COLUMNS = 80
"""The widest line of the demo, also on a wider terminal and in a pipe."""


@command()
@click.argument("folder", type=FOLDER_PATH, default="workbooks")
@click.option("--check", is_flag=True, help="Only look; exit 1 when a file is stale.")
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


@command()
@click.argument("folder", type=FOLDER_PATH, default=DEMO_FOLDER)
def demo(folder: Path) -> None:
    """Make a workbook of every sample, recalculate them all, and show the standings of one."""
    from rich.console import Console

    from ..generator.generate import make
    from ..recalculation.recalculate import recalc
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
    """The lines of the demo: one workbook's standings, the titles of the others, the next step."""
    from ..events.event import Event
    from ..ooxml.package import Package

    for table in Event(Package.from_path(folder / shown)).standings:
        yield from _wrap(f"{shown}: {table.title}", width)
        yield from lines_of([rows_of(table)], width)
    yield from _wrap(f"Also in {folder} ({total}):", width)
    longest = max(map(len, others), default=0)
    for name in others:
        title = Event(Package.from_path(folder / name)).standings[0].title
        yield from _wrap(f"{name:{longest}}  {title}", width, indent="  ")
    yield from _wrap(f"Open one, or publish it: xl-tourney publish {folder / shown}", width)
    yield from _wrap("Make your own: xl-tourney new; xl-tourney alone says three ways on.", width)


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of at most this width; a path or a word is never broken."""
    return textwrap.wrap(
        text,
        max(width, 2 * len(indent) + 1),
        initial_indent=indent,
        subsequent_indent=2 * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
