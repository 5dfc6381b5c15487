"""The command that writes the page of a workbook."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.inert import inert
from ..terminal.options import check_suffix, resource_options, size_option, verbose

PAGE_SUFFIXES = (".html", ".htm")


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page to write; the workbook's name with .html without.",
)
@click.option(
    "--anyway",
    is_flag=True,
    help="Publish it although something is wrong; the page is marked as provisional.",
)
@resource_options
@size_option
@verbose
def publish(
    book: Path,
    output: Path | None,
    anyway: bool,
    timeout: float | None,
    max_memory: int | None,
    limits: Limits,
) -> None:
    """Write the standings of a workbook as one web page, calculated anew."""
    from ...guarded_call import call_guarded

    page = output or book.with_suffix(".html")
    check_suffix(page, PAGE_SUFFIXES)
    call = partial(_write_page, book, page, limits, anyway)
    message = call_guarded(call, str(book), ResourceLimits(timeout, max_memory))
    click.echo(inert(f"{page}: {message}"), err=True)


def _write_page(book: Path, page: Path, limits: Limits, anyway: bool) -> str:
    """Write the page; return what is on it."""
    from ...publish.page import publish as write

    report = write(book, page, limits, anyway=anyway)
    rows = sum(len(table.cells) for table in report.tables)
    tables = "1 table" if len(report.tables) == 1 else f"{len(report.tables)} tables"
    provisional = " Provisional." if report.is_provisional else ""
    return f"{tables} of standings, {rows} rows.{provisional}"
