"""The standings of a workbook as one self-contained web page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell

from .. import atomic
from ..defined_names import CHART, NAME, STATUS
from ..errors import WorkbookError, WriteError
from ..ooxml.package import Limits, Package
from .charts import read_charts
from .standings import Standings, find_destinations, find_standings, format_cell, read_named_cell
from .svg import format_svg

PAGE = Path(__file__).with_name("page.html")
_MINUS = "\N{MINUS SIGN}"


def publish(book: Path, page: Path, limits: Limits | None = None) -> list[Standings]:
    """Write the page of a workbook; return the tables on it.

    Raises
    ------
    WorkbookError
        The workbook cannot be read, or there is nothing in it to publish.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    if page.exists() and page.samefile(book):
        raise WriteError(f"{page}: is the workbook itself; name another file for the page.")
    package = Package.from_path(book, limits)
    html, tables = format_page(package)
    atomic.write(page, lambda file: file.write(html.encode()))
    return tables


def format_page(package: Package) -> tuple[str, list[Standings]]:
    """The page as HTML, and the tables on it."""
    try:
        values = load_workbook(io.BytesIO(package.data), data_only=True)
    except Exception as error:  # openpyxl raises whatever a damaged part makes its parser raise
        message = " ".join(str(error).split()) or repr(error)
        raise WorkbookError(
            f"{package.name}: cannot be read ({message}); save it in a spreadsheet program."
        ) from error
    tables = list(find_standings(values))
    if not tables:
        raise WorkbookError(
            f"{package.name}: there is no table of standings in it; make the workbook with "
            f"xl-tourney new, or give the table a name that begins with {NAME}."
        )
    if not any(table.cells for table in tables):
        raise WorkbookError(
            f"{package.name}: its standings are blank; fill in the results, or bring the values "
            "up to date with xl-tourney recalc."
        )
    title = read_named_cell(values, "Title") or tables[0].title
    parts: list[str] = []
    chart_count = 0
    for sheet in dict.fromkeys([*(table.sheet for table in tables), *_chart_sheets(values)]):
        for number, table in enumerate(tables):
            parts += _format_section(table, number) if table.sheet == sheet else ()
        for chart in read_charts(package, values, sheet):
            chart_count += 1
            parts.append(
                f'<figure><figcaption id="chart-{chart_count}">{escape(chart.title)}</figcaption>'
                f"{format_svg(chart, f'chart-{chart_count}')}</figure>"
            )
    page = Template(PAGE.read_text(encoding="utf-8"))
    note = tables[0].note
    return page.substitute(
        title=escape(title),
        status=_format_status(read_named_cell(values, STATUS)),
        note=f'<p class="about">{escape(note)}</p>' if note else "",
        content="\n".join(parts),
    ), tables


def _chart_sheets(values: Workbook) -> Iterator[str]:
    """The other sheets with charts of the standings."""
    for name, defined in values.defined_names.items():
        if name.startswith(CHART):
            yield from (sheet for sheet, _ in find_destinations(values, defined))


def _format_status(status: str) -> str:
    """The status of the checks, with a sign and not only a colour."""
    if not status:
        return ""
    kind, sign = "note", "–"
    if status.startswith("All"):
        kind, sign = "well", "✓"
    elif "look" in status:
        kind, sign = "alert", "!"
    return (
        f'<p class="status {kind}" role="status"><span aria-hidden="true">{sign}</span> '
        f"{escape(status)}</p>"
    )


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
    for row in table.cells:
        cells = [
            _format_cell(cell, alignments[column], column == header_column)
            for column, cell in enumerate(row)
        ]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
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
    return "number" if any(map(_is_number, cells)) else "text"


def _is_number(cell: Cell) -> bool:
    return isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)


def _format_cell(cell: Cell, alignment: str, is_row_header: bool) -> str:
    """A cell as HTML; sorting compares its unrounded value."""
    text, value = format_cell(cell), cell.value
    is_number = _is_number(cell)
    if is_number:
        text = text.replace("-", _MINUS)
    sort = f' data-value="{value!r}"' if is_number else ""
    if is_row_header:
        return f'<th scope="row" class="{alignment}"{sort}>{escape(text)}</th>'
    return f'<td class="{alignment}"{sort}>{escape(text)}</td>'
