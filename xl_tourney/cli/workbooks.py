"""The commands for whole workbooks: build the samples, show them, publish standings."""

from __future__ import annotations

from pathlib import Path

import click

from .terminal.options import Exit, verbose

DEMO_FOLDER = "xl-tourney-demo"


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
    """Build every sample from real results, recalculate it, and show its standings."""
    from ..generator.generate import make
    from ..publish.standings import standings
    from ..recalc.recalculate import recalc
    from ..templates import TEMPLATES
    from .terminal.printing import table

    folder.mkdir(parents=True, exist_ok=True)
    for template in TEMPLATES:
        for sample in template.samples:
            path = folder / sample.name
            make(template, sample.path, path, **sample.options)
            receipt = recalc(path)
            for found in standings(path):
                title = "\n".join(filter(None, (found.title, found.note)))
                table(found.headings, found.rows, title=title)
            click.echo(
                f"{path}: {receipt.formulas} formulas recalculated, {receipt.changed} were stale.",
                err=True,
            )
    click.echo(f"Open the workbooks in {folder} with Excel or LibreOffice.", err=True)


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page to write; the workbook's name with .html without.",
)
@verbose
def publish(book: Path, output: Path | None) -> None:
    """Write the standings of a workbook as one web page, with the values that are in it."""
    from ..publish.page import publish as write

    page = output or book.with_suffix(".html")
    found = write(book, page)
    rows = sum(len(table.cells) for table in found)
    click.echo(f"{page}: {len(found)} tables of standings, {rows} rows.", err=True)
