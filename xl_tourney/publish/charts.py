"""The charts on a sheet of a saved workbook: their words, and the values in the cells they draw."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.chart.chartspace import ChartSpace
from openpyxl.chart.reader import read_chart
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.utils import range_to_tuple
from openpyxl.xml.functions import fromstring

from ..ooxml.package import Package
from ..ooxml.workbook import Workbook as Saved

Kind = Literal["bars", "columns", "lines"]
_KINDS: dict[tuple[str, str | None], Kind] = {
    ("barChart", "bar"): "bars",
    ("barChart", "col"): "columns",
    ("lineChart", None): "lines",
}
"""What can be drawn: the element of the file, its direction, and how it is called here."""


@dataclass(frozen=True)
class Series:
    """The values of one series; None where a cell is blank."""

    kind: Kind
    name: str
    values: list[float | None]


@dataclass(frozen=True)
class Chart:
    """A chart in words and figures."""

    title: str
    labels: tuple[str, str]
    """What the axes say: of the categories, of the values."""
    text: str
    """What it shows, for those who do not see it."""
    number_format: str
    categories: list[str]
    series: list[Series]
    downward: bool = False
    """Whether values grow downwards."""


class _READ:
    """How openpyxl reads drawings, which its types do not tell."""

    drawing: Any = SpreadsheetDrawing.from_tree
    space: Any = ChartSpace.from_tree
    chart: Any = staticmethod(read_chart)
    rels_path: Any = staticmethod(get_rels_path)
    drawing_type: Any = vars(SpreadsheetDrawing)["_rel_type"]


def charts(package: Package, values: Workbook, sheet: str) -> Iterator[Chart]:
    """The charts on a sheet that can be drawn, in their order."""
    part = next(entry.part for entry in Saved.open(package).sheets if entry.name == sheet)
    with ZipFile(io.BytesIO(package.data)) as archive:
        for drawing in _drawings(archive, part):
            found = _READ.drawing(fromstring(archive.read(drawing)))
            related = get_dependents(archive, _READ.rels_path(drawing))
            for anchor in (*found.absoluteAnchor, *found.oneCellAnchor, *found.twoCellAnchor):
                frame = anchor.graphicFrame
                if frame and frame.graphic.graphicData.chart:
                    target = related.get(frame.graphic.graphicData.chart.id).target
                    drawn = _READ.chart(_READ.space(fromstring(archive.read(target))))
                    chart = _chart(drawn, frame.nvGraphicFramePr.cNvPr.descr or "", values)
                    if chart.series:
                        yield chart


def _drawings(archive: ZipFile, part: str) -> list[str]:
    """The parts with what lies upon a sheet."""
    rels = _READ.rels_path(part)
    if rels not in archive.namelist():
        return []
    found = get_dependents(archive, rels).find(_READ.drawing_type)
    return [relation.target for relation in found]


def _chart(drawn: Any, text: str, values: Workbook) -> Chart:
    """The chart without the categories that nothing is drawn for."""
    series: list[Series] = []
    categories: list[str] = []
    for part in drawn._charts:
        kind = _KINDS.get((part.tagname, getattr(part, "type", None)))
        for one in part.series if kind else ():
            figures = [v if type(v) in (int, float) else None for v in _cells(values, one.val)]
            categories = categories or [
                "" if v is None else str(v) for v in _cells(values, one.cat)
            ]
            series.append(Series(kind, _name(values, one.tx), figures))  # type: ignore[arg-type]
    used = [
        at
        for at in range(max((len(one.values) for one in series), default=0))
        if any(at < len(one.values) and one.values[at] is not None for one in series)
    ]
    return Chart(
        _words(drawn.title),
        (_words(drawn.x_axis.title), _words(drawn.y_axis.title)),
        text,
        drawn.y_axis.numFmt.formatCode if drawn.y_axis.numFmt else "General",
        [categories[at] if at < len(categories) else str(at + 1) for at in used],
        [
            Series(s.kind, s.name, [s.values[at] if at < len(s.values) else None for at in used])
            for s in series
        ],
        drawn.y_axis.scaling.orientation == "maxMin",
    )


def _words(title: Any) -> str:
    """The text of a title, which may be in pieces."""
    paragraphs = title.tx.rich.p if title and title.tx and title.tx.rich else ()
    return " ".join("".join(run.t for run in paragraph.r or ()) for paragraph in paragraphs)


def _name(values: Workbook, label: Any) -> str:
    if label is None:
        return ""
    return label.v or " ".join(str(v) for v in _cells(values, label) if v is not None)


def _cells(values: Workbook, source: Any) -> list[Any]:
    """What stands in the cells that a chart refers to."""
    reference = source and (getattr(source, "numRef", None) or source.strRef)
    if not reference:
        return []
    sheet, (left, top, right, bottom) = range_to_tuple(reference.f)
    rows = values[sheet].iter_rows(top, bottom, left, right, values_only=True)
    return [value for row in rows for value in row]
