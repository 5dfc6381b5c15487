"""A native bar chart with a title, axis titles and a text for those who do not see it."""

from __future__ import annotations

from typing import Any

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import AxDataSource, StrRef
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.title import title_maker
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.text import CharacterProperties
from openpyxl.drawing.xdr import XDRPositiveSize2D
from openpyxl.utils import column_index_from_string

from . import theme
from .sheet import Table

WIDTH_CM = 22
EMU_PER_CM = 360_000
GRID = "D5DBE1"


def _emu(centimetres: float) -> int:
    return round(centimetres * EMU_PER_CM)


class _Described(OneCellAnchor):
    """The place of a chart, with its alternative text; openpyxl has no other way to say it."""

    tagname = OneCellAnchor.tagname
    __elements__ = OneCellAnchor.__elements__

    def __init__(self, column: int, row: int, height: float, text: str) -> None:
        self._text = text
        super().__init__(
            _from=AnchorMarker(col=column, row=row),
            ext=XDRPositiveSize2D(_emu(WIDTH_CM), _emu(height)),
        )

    def to_tree(self, *arguments: Any, **named: Any) -> Any:
        frame: Any = self.graphicFrame
        frame.nvGraphicFramePr.cNvPr.descr = self._text
        return super().to_tree(*arguments, **named)


def bars(
    table: Table, label: str, value: str, *, title: str, axes: tuple[str, str], text: str
) -> None:
    """Draw one column of a table by another below it, its first row on top."""

    def cells(key: str) -> Reference:
        column = column_index_from_string(table.letter(key))
        return Reference(table.sheet, column, table.first, column, table.last)

    chart = BarChart()
    chart.type = "bar"
    heading: Any = title_maker(title)
    heading.tx.rich.p[0].r[0].rPr = CharacterProperties(sz=1400, b=True)
    chart.title = heading
    chart.legend = None
    chart.gapWidth = 60
    chart.add_data(cells(value))
    chart.series[0].cat = AxDataSource(strRef=StrRef(f=str(cells(label))))
    chart.series[0].graphicalProperties.solidFill = theme.HEADING.paper
    chart.series[0].invertIfNegative = False
    chart.x_axis.scaling.orientation = "maxMin"
    chart.x_axis.tickLblPos = "low"
    chart.x_axis.title, chart.y_axis.title = axes
    chart.y_axis.number_format = "+0.0;-0.0;0"
    lines = GraphicalProperties(ln=LineProperties(solidFill=GRID))
    chart.y_axis.majorGridlines = ChartLines(spPr=lines)
    chart.y_axis.crosses = "max"  # below the bars, although the first is on top
    chart.x_axis.delete = chart.y_axis.delete = False
    anchor: Any = _Described(1, table.last + 1, min(20, 4 + 0.6 * table.rows), text)
    chart.anchor = anchor
    table.sheet.add_chart(chart)
