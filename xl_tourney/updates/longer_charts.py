"""Charts of the first rows of a table, which show late entries too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..grammar.references import (
    Range,
    column_letters,
    column_number,
    parse_range,
    unquote_sheet_name,
)
from ..ooxml import xml
from ..ooxml.charts import chart_parts
from ..ooxml.package import Package
from ..ooxml.workbook import Workbook, open_values
from ..recalculation.charts import refresh_charts
from ..templates.parts.table import Table

_REFERENCE = re.compile(
    r"(?P<start><(?:\w+:)?f>)(?P<cells>[^<]*)(?P<end></(?:\w+:)?f>)"
    r"(?P<cache>\s*<(?:\w+:)?(?P<kind>str|num)Cache>.*?</(?:\w+:)?(?P=kind)Cache>)?",
    re.DOTALL,
)
"""A reference, and the values that a spreadsheet program keeps for it."""


def with_longer_charts(package: Package, tables: Sequence[Table]) -> bytes:
    """The workbook, calculated already, with charts down to the last row that shows something.

    A chart that goes on to the end of its table, or shows something else, stays as it is.
    """
    charts = chart_parts(package)
    if not charts:
        return package.data
    ends = dict(_last_rows(package, tables))
    parts = {}
    for name in charts:
        part = xml.read_part(package, name)
        text = part.data.decode()
        longer = _REFERENCE.sub(lambda found: _longer(found, tables, ends), text)
        if longer != text:
            parts[part.name] = part.encode(longer.encode())
    if not parts:
        return package.data
    longer_charts = Package(package.with_parts(parts), package.name)
    return longer_charts.with_parts(refresh_charts(Workbook.open(longer_charts), {}, parts))


def _last_rows(package: Package, tables: Sequence[Table]) -> Iterator[tuple[int, int]]:
    """The last row of each calculated table in which a formula shows a text or a number."""
    values = open_values(package)
    for at, table in enumerate(tables):
        left, right = (column_number(table.letter(table.columns[n].key)) for n in (0, -1))
        cells = values[table.sheet.title].iter_rows(table.first, table.last, left, right)
        numbered = enumerate(cells, table.first)
        filled = [n for n, row in numbered if any(c.value not in (None, "") for c in row)]
        yield at, max(filled, default=table.first)


def _longer(found: re.Match[str], tables: Sequence[Table], ends: dict[int, int]) -> str:
    sheet, _, cells = xml.unescape(found["cells"]).rpartition("!")
    try:
        area = parse_range(cells.replace("$", ""))
    except ValueError:
        return found[0]
    named = unquote_sheet_name(sheet)
    for at, table in enumerate(tables):
        is_shorter = ends[at] > area.bottom and _begins(area, table)
        if table.sheet.title == named and is_shorter:
            column = column_letters(area.left)
            cells = f"${column}${area.top}:${column}${ends[at]}"
            return f"{found['start']}{xml.escape(f'{sheet}!{cells}')}{found['end']}"
    return found[0]


def _begins(area: Range, table: Table) -> bool:
    """Whether an area is the first rows of a column, and not all of them."""
    columns = {column_number(table.letter(column.key)) for column in table.columns}
    is_column = area.left == area.right and area.left in columns
    return is_column and area.top == table.first and area.bottom < table.last
