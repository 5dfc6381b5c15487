"""The command that prints the standings of a workbook."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import WorkbookError
from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.options import resource_options, safe_csv_option, size_option, verbose

if TYPE_CHECKING:
    from ...publication.report import Report
    from ...publication.standings import StandingsTable


@click.command()
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["table", "csv", "json", "markdown", "html"]),
    default="table",
    show_default=True,
    help="How they are printed; html is the page that publish writes.",
)
@safe_csv_option
@resource_options
@size_option
@verbose
def standings(
    book: Path,
    format_name: str,
    safe_csv: bool,
    resources: ResourceLimits,
    limits: Limits,
) -> None:
    """Print the standings of a workbook, calculated anew; the workbook stays as it is."""
    from ...guarded_call import call_guarded

    width = shutil.get_terminal_size().columns
    call = partial(_format, book, limits, format_name, width, safe_csv=safe_csv)
    text, warning = call_guarded(call, str(book), resources)
    click.echo(text)
    if warning:
        click.echo(warning, err=True)


def _format(
    book: Path, limits: Limits, format_name: str, width: int, *, safe_csv: bool
) -> tuple[str, str]:
    """The standings as text, and what is wrong with them."""
    from ...calculation import describe_values
    from ...events.event import Event
    from ...publication import formats
    from ...publication.page.content import format_page
    from ...publication.report import read_report

    report = read_report(book, limits, anyway=True)
    print_as = {
        "csv": formats.format_csv,
        "json": formats.format_json,
        "markdown": formats.format_markdown,
        "html": format_page,
    }
    if format_name == "table":
        text = "\n".join(_table_lines(report, width))
    else:
        text = print_as[format_name](report)
        if safe_csv and format_name == "csv":
            text = formats.make_csv_inert(text)
    warning = f"{book}: provisional. {report.status}." if report.is_provisional else ""
    with suppress(WorkbookError):  # it is not one of ours
        saved = Event.open(book, limits) if warning else None
        warning += f"\n{saved.typed_over()}" if saved else ""
    return text, "\n".join(filter(None, (describe_values(), warning.rstrip())))


def _table_lines(report: Report, width: int) -> Iterator[str]:
    from ...publication.report import NOBODY, format_facts

    yield report.title
    if facts := format_facts(report):
        yield facts
    if not report.parts:
        yield NOBODY
    for table in report.parts:
        yield ""
        if len(report.parts) > 1:
            yield table.caption
        yield from standings_lines(table, width)


def standings_lines(table: StandingsTable, width: int) -> Iterator[str]:
    """A table of standings as lines that fit into a width, where they can."""
    from ...publication.formats import numeric_columns
    from ..terminal.plain_table import table_lines

    numeric = numeric_columns(table)
    names = (
        at
        for at, column in enumerate(zip(*table.rows))
        if not numeric[at] and all(column) and len(set(column)) == len(column)
    )
    yield from table_lines(table.headings, table.rows, numeric, width, key=next(names, 0))
