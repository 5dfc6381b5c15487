"""The act of looking at the standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from ..ooxml.package import Package
from .parts.declaration import BOOK, Outcome, Rows, Typed, command

if TYPE_CHECKING:
    from ..events.report import Report
    from ..events.standings.table import StandingsTable


SAFE_CSV = "In a csv, an apostrophe before texts that a spreadsheet would take for formulas."


@command("An event", "Print the standings", json="--format=json")
def standings(
    book: Annotated[Package, BOOK],
    *,
    format: Annotated[
        Literal["table", "csv", "json", "markdown", "html"],
        Typed("How they are printed; html is the page that publish writes."),
    ] = "table",
    safe_csv: Annotated[bool, Typed(SAFE_CSV)] = False,
) -> Outcome[Report]:
    """Print the standings of a workbook, calculated anew; the workbook stays as it is.

    Returns
    -------
    Report
        Title, status and ``tables``: each has ``headings``, ``rows`` (texts as the sheet shows
        them) and ``cells``.

    Raises
    ------
    WorkbookError
        It cannot be read, or has no standings.
    """
    from ..events.report import make_report
    from ..events.values import describe_values
    from ..publication import formats
    from ..publication.page.content import format_page

    report = make_report(book)
    notes = [f"{book.name}: provisional. {report.status}."] if report.is_provisional else []
    if notes and not report.event.problem:  # it is one of ours
        notes += filter(None, [report.event.typed_over()])
    notes[:0] = filter(None, [describe_values(report.event.package)])
    if format == "table":
        return Outcome(report, lines=[*_lines(report)], notes=notes)
    print_as = {
        "csv": formats.format_csv,
        "json": formats.format_json,
        "markdown": formats.format_markdown,
        "html": format_page,
    }
    text = print_as[format](report)
    if safe_csv and format == "csv":
        text = formats.make_csv_inert(text)
    return Outcome(report, text, notes=notes)


def _lines(report: Report) -> Iterator[str | Rows]:
    from ..events.report import NOBODY, format_facts

    yield report.title
    if facts := format_facts(report):
        yield facts
    if not report.parts:
        yield NOBODY
    for table in report.parts:
        yield ""
        if len(report.parts) > 1:
            yield table.caption
        yield rows_of(table)


def rows_of(table: StandingsTable) -> Rows:
    """A table of standings, to show."""
    from ..publication.formats import numeric_columns

    numeric = numeric_columns(table)
    names = (
        at
        for at, column in enumerate(zip(*table.rows))
        if not numeric[at] and all(column) and len(set(column)) == len(column)
    )
    return Rows(table.headings, table.rows, numeric, key=next(names, 0))
