"""The charts on a sheet of a saved workbook: their texts, and the values of their cells."""

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

from ..events.event import Event

Kind = Literal["bars", "columns", "lines"]
_KINDS: dict[tuple[str, str | None], Kind] = {
    ("barChart", "bar"): "bars",
    ("barChart", "col"): "columns",
    ("lineChart", None): "lines",
}
"""The supported kinds, by the element in the file and its direction."""


@dataclass(frozen=True)
class Series:
    """The values of one series; None where a cell is blank."""

    kind: Kind
    name: str
    values: list[float | None]


@dataclass(frozen=True)
class Chart:
    """A chart as texts and numbers."""

    title: str
    labels: tuple[str, str]
    """The titles of the axes, of the categories and of the values."""
    text: str
    """The alternative text."""
    number_format: str
    categories: list[str]
    series: list[Series]
    downward: bool = False
    """Whether the axis of values is reversed."""


class _OPENPYXL:
    """openpyxl's parsers of drawings, which have no type annotations."""

    drawing: Any = SpreadsheetDrawing.from_tree
    space: Any = ChartSpace.from_tree
    chart: Any = staticmethod(read_chart)
    rels_path: Any = staticmethod(get_rels_path)
    drawing_type: Any = vars(SpreadsheetDrawing)["_rel_type"]


def read_charts(event: Event, sheet: str) -> Iterator[Chart]:
    """Read the supported charts on a sheet, in order."""
    part = event.workbook.sheet_part(sheet)
    with ZipFile(io.BytesIO(event.package.plain_data)) as archive:
        for drawing in _find_drawings(archive, part):
            content = _OPENPYXL.drawing(fromstring(archive.read(drawing)))
            relations = get_dependents(archive, _OPENPYXL.rels_path(drawing))
            for anchor in (*content.absoluteAnchor, *content.oneCellAnchor, *content.twoCellAnchor):
                frame = anchor.graphicFrame
                if frame and frame.graphic.graphicData.chart:
                    target = relations.get(frame.graphic.graphicData.chart.id).target
                    parsed = _OPENPYXL.chart(_OPENPYXL.space(fromstring(archive.read(target))))
                    chart = _build_chart(
                        parsed, frame.nvGraphicFramePr.cNvPr.descr or "", event.values
                    )
                    if chart.categories:
                        yield chart


def _find_drawings(archive: ZipFile, part: str) -> list[str]:
    """The drawing parts of a sheet."""
    rels = _OPENPYXL.rels_path(part)
    if rels not in archive.namelist():
        return []
    relations = get_dependents(archive, rels).find(_OPENPYXL.drawing_type)
    return [relation.target for relation in relations]


def _build_chart(parsed: Any, text: str, values: Workbook) -> Chart:
    """The chart without the categories that have no value in any series."""
    series: list[Series] = []
    categories: list[str] = []
    for part in parsed._charts:
        kind = _KINDS.get((part.tagname, getattr(part, "type", None)))
        for source in part.series if kind else ():
            numbers = [
                v if type(v) in (int, float) else None for v in _read_cells(values, source.val)
            ]
            categories = categories or [
                "" if v is None else str(v) for v in _read_cells(values, source.cat)
            ]
            series.append(Series(kind, _series_name(values, source.tx), numbers))  # type: ignore[arg-type]
    used = [
        index
        for index in range(max((len(s.values) for s in series), default=0))
        if any(index < len(s.values) and s.values[index] is not None for s in series)
    ]
    return Chart(
        _title_text(parsed.title),
        (_title_text(parsed.x_axis.title), _title_text(parsed.y_axis.title)),
        text,
        parsed.y_axis.numFmt.formatCode if parsed.y_axis.numFmt else "General",
        [categories[index] if index < len(categories) else str(index + 1) for index in used],
        [
            Series(
                s.kind,
                s.name,
                [s.values[index] if index < len(s.values) else None for index in used],
            )
            for s in series
        ],
        parsed.y_axis.scaling.orientation == "maxMin",
    )


def _title_text(title: Any) -> str:
    """The text of a title, which may have several runs."""
    paragraphs = title.tx.rich.p if title and title.tx and title.tx.rich else ()
    return " ".join("".join(run.t for run in paragraph.r or ()) for paragraph in paragraphs)


def _series_name(values: Workbook, label: Any) -> str:
    if label is None:
        return ""
    return label.v or " ".join(str(v) for v in _read_cells(values, label) if v is not None)


def _read_cells(values: Workbook, source: Any) -> list[Any]:
    """The values of the cells that a chart refers to."""
    reference = source and (getattr(source, "numRef", None) or source.strRef)
    if not reference:
        return []
    name, (left, top, right, bottom) = range_to_tuple(reference.f)
    sheet = values[name if name in values.sheetnames else name.replace("''", "'")]
    used_rows = sheet.iter_rows(
        top, min(bottom or 1, sheet.max_row), left, min(right or 1, sheet.max_column), True
    )
    return [value for row in used_rows for value in row]
