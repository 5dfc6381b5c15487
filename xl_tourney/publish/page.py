"""The standings of a workbook as one web page that needs nothing else."""

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
from ..ooxml.package import Package
from .charts import charts
from .standings import Standings, named, shown, tables
from .svg import svg

PAGE = Path(__file__).with_name("page.html")
_MINUS = "\N{MINUS SIGN}"


def publish(book: Path, page: Path) -> list[Standings]:
    """Write the page of a workbook; gives the tables that are on it.

    Raises
    ------
    WorkbookError
        The workbook cannot be read, or there is nothing in it to publish.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    if page.exists() and page.samefile(book):
        raise WriteError(f"{page}: is the workbook itself; name another file for the page.")
    package = Package.from_path(book)
    text, found = html(package)
    atomic.write(page, lambda file: file.write(text.encode()))
    return found


def html(package: Package) -> tuple[str, list[Standings]]:
    """The page as text, and the tables on it."""
    values = load_workbook(io.BytesIO(package.data), data_only=True)
    found = list(tables(values))
    if not found:
        raise WorkbookError(
            f"{package.name}: there is no table of standings in it; make the workbook with "
            f"xl-tourney new, or give the table a name that begins with {NAME}."
        )
    if not any(table.cells for table in found):
        raise WorkbookError(
            f"{package.name}: its standings are blank; fill in the results, or bring the values "
            "up to date with xl-tourney recalc."
        )
    title = named(values, "Title") or found[0].title
    parts: list[str] = []
    drawn = 0
    for sheet in dict.fromkeys([*(table.sheet for table in found), *_with_charts(values)]):
        for at, table in enumerate(found):
            parts += _section(table, at) if table.sheet == sheet else ()
        for chart in charts(package, values, sheet):
            drawn += 1
            parts.append(
                f'<figure><figcaption id="chart-{drawn}">{escape(chart.title)}</figcaption>'
                f"{svg(chart, f'chart-{drawn}')}</figure>"
            )
    page = Template(PAGE.read_text(encoding="utf-8"))
    note = found[0].note
    return page.substitute(
        title=escape(title),
        status=_status(named(values, STATUS)),
        note=f'<p class="about">{escape(note)}</p>' if note else "",
        content="\n".join(parts),
    ), found


def _with_charts(values: Workbook) -> Iterator[str]:
    """The other sheets whose charts belong to the standings."""
    for name, defined in values.defined_names.items():
        if name.startswith(CHART):
            yield from (sheet for sheet, _ in defined.destinations)


def _status(says: str) -> str:
    """What the checks say: a sign and words, not only a colour."""
    if not says:
        return ""
    kind, sign = "note", "–"
    if says.startswith("All"):
        kind, sign = "well", "✓"
    elif "look" in says:
        kind, sign = "alert", "!"
    return (
        f'<p class="status {kind}" role="status"><span aria-hidden="true">{sign}</span> '
        f"{escape(says)}</p>"
    )


def _section(table: Standings, number: int) -> Iterator[str]:
    """A table in a frame that scrolls sideways, and what its sheet says of it."""
    yield "<section>"
    yield (
        f'<div class="frame" role="region" aria-labelledby="table-{number}" tabindex="0"><table>'
        f'<caption id="table-{number}">{escape(table.caption)}</caption>'
    )
    kinds = [_kind([row[at] for row in table.cells]) for at in range(len(table.heads))]
    heading = _heading_column(table, kinds)
    yield "<thead><tr>"
    for head, kind in zip(table.heads, kinds):
        turned = " turned" if (head.alignment.text_rotation or 0) == 90 else ""
        yield f'<th scope="col" class="{kind}{turned}"><span>{escape(shown(head))}</span></th>'
    yield "</tr></thead><tbody>"
    for row in table.cells:
        cells = [_cell(cell, kinds[at], at == heading) for at, cell in enumerate(row)]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
    if table.says:
        yield f'<p class="says">{escape(table.says)}</p>'
    yield "</section>"


def _heading_column(table: Standings, kinds: list[str]) -> int:
    """Which column says whose row it is: the first with texts that are more than figures."""
    for at, kind in enumerate(kinds):
        texts = [row[at] for row in table.rows]
        if kind == "text" and not all(text.isdecimal() for text in texts if text):
            return at
    return 0


def _kind(cells: list[Cell]) -> str:
    """How a column is aligned: in the middle as on the sheet, else by what is in it."""
    if cells and cells[0].alignment.horizontal == "center":
        return "middle"
    return "number" if any(map(_is_number, cells)) else "text"


def _is_number(cell: Cell) -> bool:
    return isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)


def _cell(cell: Cell, kind: str, heads: bool) -> str:
    """A cell; its value as it is, before rounding, is what sorting compares."""
    text, value = shown(cell), cell.value
    number = _is_number(cell)
    if number:
        text = text.replace("-", _MINUS)
    sort = f' data-value="{value!r}"' if number else ""
    if heads:
        return f'<th scope="row" class="{kind}"{sort}>{escape(text)}</th>'
    return f'<td class="{kind}"{sort}>{escape(text)}</td>'
