"""Native charts with a title, axis titles and a text for those who do not see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import AxDataSource, StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.title import title_maker
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.text import CharacterProperties
from openpyxl.drawing.xdr import XDRPositiveSize2D
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.pagebreak import Break

from . import theme
from .table import Table

WIDTH_CM = 22
MAX_ROWS_ABOVE = 24
"""How many rows of a table go onto one page with its chart; a longer one has it on the next."""
EMU_PER_CM = 360_000
GRID = "D5DBE1"


def _emu(centimetres: float) -> int:
    return round(centimetres * EMU_PER_CM)


class _ChartAnchor(OneCellAnchor):
    """The place of a chart, with its alternative text; openpyxl has no other way to say it."""

    tagname = OneCellAnchor.tagname
    __elements__ = OneCellAnchor.__elements__

    def __init__(
        self, column: int, row: int, height: float, text: str, width: float = WIDTH_CM
    ) -> None:
        self._text = text
        super().__init__(
            _from=AnchorMarker(col=column, row=row),
            ext=XDRPositiveSize2D(_emu(width), _emu(height)),
        )

    def to_tree(self, *arguments: Any, **named: Any) -> Any:
        frame: Any = self.graphicFrame
        frame.nvGraphicFramePr.cNvPr.descr = self._text
        return super().to_tree(*arguments, **named)


def _column_reference(table: Table, key: str, rows: int = 0) -> Reference:
    """The cells of a column, or the first ``rows`` of them."""
    column = column_index_from_string(table.letter(key))
    last = table.first + rows - 1 if rows else table.last
    return Reference(table.sheet, column, table.first, column, last)


def _make_title(title: str) -> Any:
    heading: Any = title_maker(title)
    heading.tx.rich.p[0].r[0].rPr = CharacterProperties(sz=1400, b=True)
    return heading


def _grid_lines() -> ChartLines:
    return ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=GRID)))


def add_bars(
    table: Table,
    label: str,
    value: str,
    *,
    title: str,
    axes: tuple[str, str],
    text: str,
    rows: int | None = None,
    number_format: str = "+0.0;-0.0;0",
) -> None:
    """Draw one column of a table by another below it, its first row on top.

    It shows the first ``rows`` of the table: those that are filled in; all without.
    """
    rows = rows or table.rows
    chart = BarChart()
    chart.type = "bar"
    chart.title = _make_title(title)
    chart.legend = None
    chart.gapWidth = 60
    chart.add_data(_column_reference(table, value, rows))
    names = _column_reference(table, label, rows)
    chart.series[0].cat = AxDataSource(strRef=StrRef(f=str(names)))
    chart.series[0].graphicalProperties.solidFill = theme.HEADING.paper
    chart.series[0].invertIfNegative = False
    chart.x_axis.scaling.orientation = "maxMin"
    chart.x_axis.tickLblPos = "low"
    chart.x_axis.title, chart.y_axis.title = axes
    chart.y_axis.number_format = number_format
    chart.y_axis.majorGridlines = _grid_lines()
    chart.y_axis.crosses = "max"  # below the bars, although the first is on top
    chart.x_axis.delete = chart.y_axis.delete = False
    anchor: Any = _ChartAnchor(1, table.last + 1, min(20, 4 + 0.6 * rows), text)
    chart.anchor = anchor
    table.sheet.add_chart(chart)
    if table.rows > MAX_ROWS_ABOVE:
        table.sheet.row_breaks.append(Break(table.last))
    else:
        table.sheet.page_setup.fitToHeight = 1


def _add_series(chart: Any, table: Table, label: str, key: str) -> None:
    """Give a chart one column of a table, called by its heading."""
    chart.add_data(_column_reference(table, key))
    series = chart.series[-1]
    heading = f"{table.letter(key)}${table.top}"
    series.tx = SeriesLabel(strRef=StrRef(f=f"'{table.sheet.title}'!${heading}"))
    series.cat = AxDataSource(strRef=StrRef(f=str(_column_reference(table, label))))


LINES: Sequence[tuple[str, Literal["solid", "sysDash"]]] = (
    ("B45309", "solid"),
    ("4A2C7A", "sysDash"),
)
"""The colour and the dashes of each line that columns are held against."""


def add_profile(
    table: Table,
    label: str,
    values: Sequence[str],
    *,
    title: str,
    axes: tuple[str, str],
    text: str,
) -> None:
    """Draw a column of shares as columns, and the next ones as lines to hold them against."""
    chart, over = BarChart(), LineChart()
    chart.title = _make_title(title)
    chart.gapWidth = 60
    for key, drawn in zip(values, [chart, *[over] * len(LINES)]):
        _add_series(drawn, table, label, key)
    chart.series[0].graphicalProperties.solidFill = theme.HEADING.paper
    for series, (colour, dashes) in zip(over.series, LINES):
        series.graphicalProperties.ln = LineProperties(w=28_575, solidFill=colour, prstDash=dashes)
        series.marker.symbol = "none"
        series.smooth = False
    chart.x_axis.title, chart.y_axis.title = axes
    chart.y_axis.number_format = "0%"
    chart.y_axis.scaling.min = 0
    chart.y_axis.majorGridlines = _grid_lines()
    chart.x_axis.delete = chart.y_axis.delete = False
    assert chart.legend is not None
    chart.legend.position = "b"
    chart += over
    anchor: Any = _ChartAnchor(0, table.last + 1, 10, text, width=19)
    chart.anchor = anchor
    table.sheet.add_chart(chart)


RACERS: Sequence[tuple[str, Literal["solid", "sysDash"], str]] = (
    ("1F4E5F", "solid", "circle"),
    ("B45309", "sysDash", "square"),
    ("4A2C7A", "solid", "triangle"),
    ("14532D", "sysDash", "diamond"),
    ("9D174D", "solid", "x"),
    ("0B5394", "sysDash", "plus"),
    ("6B4F1D", "solid", "star"),
    ("55606B", "sysDash", "dash"),
)
"""The colour, the dashes and the sign of each of several lines."""


def add_race(
    table: Table,
    label: str,
    values: Sequence[str],
    *,
    title: str,
    axes: tuple[str, str],
    text: str,
    row: int,
    height: float,
) -> None:
    """Draw columns of a table as lines above it; 0 is on top."""
    chart = LineChart()
    chart.title = _make_title(title)
    for key, (colour, dashes, sign) in zip(values, RACERS):
        _add_series(chart, table, label, key)
        series = chart.series[-1]
        series.graphicalProperties.ln = LineProperties(w=22_225, solidFill=colour, prstDash=dashes)
        series.marker.symbol, series.marker.size = sign, 6
        series.marker.graphicalProperties = GraphicalProperties(solidFill=colour)
        series.marker.graphicalProperties.ln = LineProperties(solidFill=colour)
        series.smooth = False
    chart.x_axis.title, chart.y_axis.title = axes
    chart.x_axis.tickLblPos = "high"  # below the lines, although 0 is on top
    chart.y_axis.scaling.orientation = "maxMin"
    chart.y_axis.scaling.min = 0
    chart.y_axis.number_format = "0.#"
    chart.y_axis.majorGridlines = _grid_lines()
    chart.x_axis.delete = chart.y_axis.delete = False
    assert chart.legend is not None
    chart.legend.position = "r"
    anchor: Any = _ChartAnchor(0, row, height, text, width=26)
    chart.anchor = anchor
    table.sheet.add_chart(chart)
