"""Native charts with a title, axis titles and a text for those who do not see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from openpyxl.worksheet.worksheet import Worksheet

from ....defined_names import CHART
from .. import theme
from ..table import Table, name_cells
from ..workbook import workbook_of

WIDTH_CM = 22
EMU_PER_CM = 360_000
GRID = "D5DBE1"
MOST_ABOVE = 24
"""Below more rows than these nobody would look for a chart."""


def _emu(centimetres: float) -> int:
    return round(centimetres * EMU_PER_CM)


class _ChartAnchor(OneCellAnchor):
    """The place of a chart, with its alternative text; openpyxl has no other way to say it."""

    tagname = OneCellAnchor.tagname
    __elements__ = OneCellAnchor.__elements__

    def __init__(
        self, column: int, row: int, height: float, text: str, width: float = WIDTH_CM
    ) -> None:
        self.text = text
        super().__init__(
            _from=AnchorMarker(col=column, row=row),
            ext=XDRPositiveSize2D(_emu(width), _emu(height)),
        )

    def to_tree(self, *arguments: Any, **named: Any) -> Any:
        frame: Any = self.graphicFrame
        frame.nvGraphicFramePr.cNvPr.descr = self.text
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


def _set_axes(chart: Any, titles: tuple[str, str], number_format: str) -> None:
    """Name both axes, and draw lines across the second."""
    chart.x_axis.title, chart.y_axis.title = titles
    chart.y_axis.number_format = number_format
    chart.y_axis.majorGridlines = ChartLines(
        spPr=GraphicalProperties(ln=LineProperties(solidFill=GRID))
    )
    chart.x_axis.delete = chart.y_axis.delete = False


def _place(chart: Any, table: Table, anchor: _ChartAnchor) -> None:
    chart.anchor = anchor
    table.sheet.add_chart(chart)


def _add_series(chart: Any, table: Table, label: str, key: str) -> None:
    """Give a chart one column of a table, called by its heading."""
    chart.add_data(_column_reference(table, key))
    series = chart.series[-1]
    heading = f"{table.letter(key)}${table.top}"
    series.tx = SeriesLabel(strRef=StrRef(f=f"'{table.sheet.title}'!${heading}"))
    series.cat = AxDataSource(strRef=StrRef(f=str(_column_reference(table, label))))


@dataclass(frozen=True, kw_only=True)
class _Chart:
    """Columns of a table, drawn by another one."""

    label: str
    title: str
    axes: tuple[str, str]
    text: str
    """What it shows, for those who do not see it."""


@dataclass(frozen=True, kw_only=True)
class Bars(_Chart):
    """One column of a table by another, its first row on top.

    It stands below the table, or beside a long one.
    """

    value: str
    rows: int | None = None
    """How many rows it shows, such as those that are filled in; all without."""
    number_format: str = "+0.0;-0.0;0"

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        rows = self.rows or table.rows
        chart = BarChart()
        chart.type = "bar"
        chart.title = _make_title(self.title)
        chart.legend = None
        chart.gapWidth = 60
        chart.add_data(_column_reference(table, self.value, rows))
        names = _column_reference(table, self.label, rows)
        chart.series[0].cat = AxDataSource(strRef=StrRef(f=str(names)))
        chart.series[0].graphicalProperties.solidFill = theme.HEADING.paper
        chart.series[0].invertIfNegative = False
        chart.x_axis.scaling.orientation = "maxMin"
        chart.x_axis.tickLblPos = "low"
        _set_axes(chart, self.axes, self.number_format)
        chart.y_axis.crosses = "max"  # below the bars, although the first is on top
        height = min(20, 4 + 0.6 * rows)
        column, row = (1, table.last + 1)
        if table.rows > MOST_ABOVE:
            column, row = table.sheet.max_column + 1, table.top - 1
        _place(chart, table, _ChartAnchor(column, row, height, self.text))


Dashes = Literal["solid", "sysDash"]
LINES: Sequence[tuple[str, Dashes]] = (("B45309", "solid"), ("4A2C7A", "sysDash"))
"""The colour and the dashes of each line that columns are held against."""


@dataclass(frozen=True, kw_only=True)
class Profile(_Chart):
    """A column of shares as columns, and the next ones as lines to hold them against."""

    values: Sequence[str]

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        chart, over = BarChart(), LineChart()
        chart.title = _make_title(self.title)
        chart.gapWidth = 60
        for key, drawn in zip(self.values, [chart, *[over] * len(LINES)]):
            _add_series(drawn, table, self.label, key)
        chart.series[0].graphicalProperties.solidFill = theme.HEADING.paper
        for series, (colour, dashes) in zip(over.series, LINES):
            line = LineProperties(w=28_575, solidFill=colour, prstDash=dashes)
            series.graphicalProperties.ln = line
            series.marker.symbol = "none"
            series.smooth = False
        _set_axes(chart, self.axes, "0%")
        chart.y_axis.scaling.min = 0
        assert chart.legend is not None
        chart.legend.position = "b"
        chart += over
        _place(chart, table, _ChartAnchor(0, table.last + 1, 10, self.text, width=16))


RACERS: Sequence[tuple[str, Dashes, str]] = (
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


@dataclass(frozen=True, kw_only=True)
class Lines(_Chart):
    """Columns of a table as lines above it, for the page of the standings; 0 is on top."""

    values: Sequence[str]
    row: int
    """Above which row it begins."""
    height: float
    """In centimetres."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        chart = LineChart()
        chart.title = _make_title(self.title)
        for key, (colour, dashes, sign) in zip(self.values, RACERS):
            _add_series(chart, table, self.label, key)
            series, line = chart.series[-1], LineProperties(solidFill=colour)
            drawn = LineProperties(w=22_225, solidFill=colour, prstDash=dashes)
            series.graphicalProperties.ln = drawn
            series.marker.symbol, series.marker.size = sign, 6
            series.marker.graphicalProperties = GraphicalProperties(solidFill=colour, ln=line)
            series.smooth = False
        _set_axes(chart, self.axes, "0.#")
        chart.x_axis.tickLblPos = "high"  # below the lines, although 0 is on top
        chart.y_axis.scaling.orientation = "maxMin"
        chart.y_axis.scaling.min = 0
        assert chart.legend is not None
        chart.legend.position = "r"
        _place(chart, table, _ChartAnchor(0, self.row, self.height, self.text, width=24))
        name_cells(workbook_of(table.sheet), CHART, table.sheet, f"A{self.row + 1}")


def charts_of(sheet: Worksheet) -> list[Any]:
    """The charts that are drawn on a sheet; the types of openpyxl have no word for them."""
    return list(getattr(sheet, "_charts"))  # noqa: B009
