"""The standings of a workbook as one self-contained web page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from openpyxl import Workbook
from openpyxl.cell import Cell

from .. import atomic
from ..defined_names import CHART
from ..errors import WriteError
from ..ooxml.package import Limits
from .charts import read_charts
from .formats import is_number
from .report import PASSED, Report, format_facts, read_report
from .standings import Standings, find_destinations, format_cell, split_by_side
from .svg import format_svg

PAGE = Path(__file__).with_name("page.html")
MARK, QUALIFIES = "Mark", "Q"
"""The heading of the column that marks who qualifies, and the mark."""
_MINUS = "\N{MINUS SIGN}"


def publish(
    book: Path, page: Path, limits: Limits | None = None, *, anyway: bool = False
) -> Report:
    """Write the page of a workbook, calculated anew; gives what is on it.

    Raises
    ------
    WorkbookError
        The workbook cannot be read; there is nothing in it to publish; or, without ``anyway``, its
        status is red, or a cell of its standings is an error.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    if page.exists() and page.samefile(book):
        raise WriteError(f"{page}: is the workbook itself; name another file for the page.")
    report = read_report(book, limits, anyway=anyway)
    html = format_page(report)
    atomic.write(page, lambda file: file.write(html.encode()))
    return report


def format_page(report: Report) -> str:
    """The page as HTML."""
    parts: list[str] = []
    chart_count = 0
    sheets = [*(table.sheet for table in report.tables), *_chart_sheets(report.values)]
    tables = [part for table in report.tables for part in split_by_side(table)]
    for sheet in dict.fromkeys(sheets):
        for number, table in enumerate(tables):
            parts += _format_section(table, number) if table.sheet == sheet else ()
        for chart in read_charts(report.package, report.values, sheet):
            chart_count += 1
            parts.append(
                f'<figure><figcaption id="chart-{chart_count}">{escape(chart.title)}</figcaption>'
                f"{format_svg(chart, f'chart-{chart_count}')}</figure>"
            )
    page = Template(PAGE.read_text(encoding="utf-8"))
    return page.substitute(
        title=escape(report.title),
        status="\n".join([*_format_facts(report), *_format_status(report)]),
        note=f'<p class="about">{escape(report.note)}</p>' if report.note else "",
        content="\n".join(parts),
    )


def _format_facts(report: Report) -> Iterator[str]:
    if facts := format_facts(report):
        yield f'<p class="facts">{escape(facts)}</p>'


def _chart_sheets(values: Workbook) -> Iterator[str]:
    """The other sheets with charts of the standings."""
    for name, defined in values.defined_names.items():
        if name.startswith(CHART):
            yield from (sheet for sheet, _ in find_destinations(values, defined))


def _format_status(report: Report) -> Iterator[str]:
    """The verdict of the checks, with a sign and not only a colour, and what is wrong in words."""
    if not report.status and not report.is_provisional:
        return
    kind, sign, text = "note", "–", report.status
    if report.is_provisional:
        kind, sign, text = "alert", "!", "Provisional: something is wrong with these standings."
    elif report.status.startswith(PASSED):
        kind, sign = "well", "✓"
    yield (
        f'<p class="status {kind}" role="status"><span aria-hidden="true">{sign}</span> '
        f"{escape(text)}</p>"
    )
    problems = [f"{problem.statement}: not so, {problem.found}" for problem in report.problems]
    problems += [f"{cell} shows an error" for cell in report.broken]
    if problems:
        lines = "".join(f"<li>{escape(problem)}.</li>" for problem in problems)
        yield f'<ul class="problems">{lines}</ul>'


def _format_section(table: Standings, number: int) -> Iterator[str]:
    """A table in a frame that scrolls horizontally, with its subtitle."""
    yield "<section>"
    yield (
        f'<div class="frame" role="region" aria-labelledby="table-{number}" tabindex="0"><table>'
        f'<caption id="table-{number}">{escape(table.caption)}</caption>'
    )
    alignments = [
        _alignment([row[column] for row in table.cells])
        for column in range(len(table.heading_cells))
    ]
    header_column = _row_header_column(table, alignments)
    yield "<thead><tr>"
    for heading, alignment in zip(table.heading_cells, alignments):
        turned = " turned" if (heading.alignment.text_rotation or 0) == 90 else ""
        text = escape(format_cell(heading))
        yield f'<th scope="col" class="{alignment}{turned}"><span>{text}</span></th>'
    yield "</tr></thead><tbody>"
    mark = table.headings.index(MARK) if MARK in table.headings else None
    qualified = 0
    for row in table.cells:
        cells = [
            _format_cell(cell, alignments[column], column == header_column)
            for column, cell in enumerate(row)
        ]
        qualifies = mark is not None and format_cell(row[mark]).startswith(QUALIFIES)
        qualified += qualifies
        opened = '<tr class="qualified">' if qualifies else "<tr>"
        yield f"{opened}{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
    if qualified:
        yield f'<p class="legend"><span class="qualified">{QUALIFIES}</span> qualifies</p>'
    if table.subtitle:
        yield f'<p class="says">{escape(table.subtitle)}</p>'
    yield "</section>"


def _row_header_column(table: Standings, alignments: list[str]) -> int:
    """The column of the row headers: the first with texts that are not numbers."""
    for column, alignment in enumerate(alignments):
        texts = [row[column] for row in table.rows]
        if alignment == "text" and not all(text.isdecimal() for text in texts if text):
            return column
    return 0


def _alignment(cells: list[Cell]) -> str:
    """The alignment of a column: centred as on the sheet, else by its content."""
    if cells and cells[0].alignment.horizontal == "center":
        return "middle"
    return "number" if any(map(is_number, cells)) else "text"


def _format_cell(cell: Cell, alignment: str, is_row_header: bool) -> str:
    """A cell as HTML; sorting compares its unrounded value."""
    text, value = format_cell(cell), cell.value
    numeric = is_number(cell)
    if numeric:
        text = text.replace("-", _MINUS)
    sort = f' data-value="{value!r}"' if numeric else ""
    if is_row_header:
        return f'<th scope="row" class="{alignment}"{sort}>{escape(text)}</th>'
    return f'<td class="{alignment}"{sort}>{escape(text)}</td>'
