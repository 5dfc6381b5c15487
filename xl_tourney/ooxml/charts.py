"""What a chart keeps of the cells that it shows: its cached points, and how they are patched.

Each series refers to cells (``c:f``) and holds a copy of their values (``c:numCache``,
``c:strCache``), which previews and other programs show without calculating.  An example::

    <c:numRef><c:f>Sheet1!$A$1:$A$2</c:f>
      <c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="2"/>
        <c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef>
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from ..errors import WorkbookError
from . import xml
from .package import Package
from .sheet.formula_cells import Patch

_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CACHES = {"numRef": "numCache", "strRef": "strCache", "multiLvlStrRef": "multiLvlStrCache"}
Span = tuple[int, int]
Texts = Mapping[int, "str | None"]
"""The texts of points by their index; None of a blank one."""


class Level(NamedTuple):
    """The points of a reference, or of one level of its categories."""

    begin: int
    """Where its first point would stand."""
    points: dict[int, tuple[Span, Span]]
    """By their index: where the point is, and where its value."""


@dataclass(eq=False)
class ChartReference:
    """A reference of a chart with the points that it holds."""

    kind: str
    """numRef, strRef or multiLvlStrRef."""
    is_category: bool = False
    """Whether it names what the points are of."""
    formula: str = ""
    formula_end: int = 0
    """Behind ``</c:f>``."""
    prefix: bytes = b""
    """The prefix of the elements' names, such as ``c:``."""
    caches: list[str] = field(default_factory=list)
    """The names of its caches: one, unless a program has its own way."""
    count: int | None = None
    """How many points there are, with blank ones."""
    count_span: Span = (0, 0)
    """The element that says so."""
    levels: list[Level] = field(default_factory=list)

    @property
    def has_points(self) -> bool:
        """Whether it has a cache with points, or one that is not of its own kind."""
        return bool(self.caches) and not (self.has_own_cache and self.count == 0)

    @property
    def has_own_cache(self) -> bool:
        """Whether it has one cache, of its own kind."""
        return self.caches == [_CACHES[self.kind]]


def chart_parts(package: Package) -> list[str]:
    """The charts of a workbook, by their content type."""
    if not any("chart" in part.lower() for part in package.parts):
        return []
    types = xml.parse_tree(xml.read_part(package, "[Content_Types].xml"), package.name)
    names = (
        posixpath.normpath(element.get("PartName", "").lstrip("/"))
        for element in types.iterfind("Override")
        if element.get("ContentType") == _CHART
    )
    return [name for name in names if name in package]


def read_references(part: xml.XmlPart, workbook_name: str) -> list[ChartReference]:
    """The references of a chart; none of a pivot chart, or of one that is not well-formed.

    A pivot chart shows what its pivot table has, not the cells that it names.
    """
    reader = _ReferenceReader(part.data)
    try:
        xml.parse(part, workbook_name, reader.set_handlers)
    except WorkbookError:
        return []
    return [] if reader.is_of_pivot_table else reader.references


class _ReferenceReader:
    """Expat's handlers, with the places of what they read."""

    def __init__(self, data: bytes) -> None:
        self.references: list[ChartReference] = []
        self.is_of_pivot_table = False
        self._data = data
        self._current: ChartReference | None = None
        self._path: list[str] = []
        self._starts: list[int] = []
        self._index: int | None = None
        self._value_span = (0, 0)
        self._text: list[str] = []

    def set_handlers(self, parser: expat.XMLParserType) -> None:
        self._parser = parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = lambda text: self._text.append(text)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = xml.local_name(name)
        start = self._parser.CurrentByteIndex
        self._path.append(name)
        self._starts.append(start)
        self._text = []
        self.is_of_pivot_table |= name == "pivotSource"
        if name in _CACHES:
            self._current = ChartReference(name, self._path[-2] in ("cat", "xVal"))
            return
        reference = self._current
        if reference is None:
            return
        end = xml.tag_end(self._data, start)
        if name == "f":
            tag = self._data[start:end]
            reference.prefix = tag[1 : tag.index(b":") + 1] if b":" in tag.split()[0] else b""
        elif name in _CACHES.values():
            reference.caches.append(name)
            if name != "multiLvlStrCache":
                reference.levels.append(Level(end, {}))
        elif name == "lvl":
            reference.levels.append(Level(end, {}))
        elif name == "ptCount":
            reference.count = _count(attributes.get("val", ""))
        elif name == "pt":
            self._index = _count(attributes.get("idx", ""))
            self._value_span = (end, end)

    def _end(self, name: str) -> None:
        name = xml.local_name(name)
        self._path.pop()
        first = self._starts.pop()
        reference = self._current
        if reference is None:
            return
        end = xml.tag_end(self._data, first)
        if self._data[end - 2 : end] != b"/>":
            end = xml.tag_end(self._data, self._parser.CurrentByteIndex)
        if name == "f" and self._path[-1] == reference.kind:
            reference.formula = "".join(self._text)
            reference.formula_end = end
        elif name in ("ptCount", "formatCode") and self._path[-1] in ("numCache", "strCache"):
            reference.levels[-1] = reference.levels[-1]._replace(begin=end)
            if name == "ptCount":
                reference.count_span = (first, end)
        elif name == "v" and self._path[-1] == "pt":
            self._value_span = (first, end)
        elif name == "pt" and self._index is not None and reference.levels:
            reference.levels[-1].points[self._index] = (first, end), self._value_span
        elif name == reference.kind:
            self.references.append(reference)
            self._current = None


def _count(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def point_patches(reference: ChartReference, level: Level, texts: Texts) -> Iterator[Patch]:
    """The patches that give points these texts; None takes a point away."""
    new: dict[int, dict[int, str | None]] = {}
    for index, text in texts.items():
        span, value_span = level.points.get(index, (None, None))
        if span is None or value_span is None:
            before = [old[1] for i, (old, _) in level.points.items() if i < index]
            new.setdefault(max(before, default=level.begin), {})[index] = text
        elif text is None:
            yield *span, b""
        else:
            yield *value_span, _value(text, reference.prefix)
    for at, points in new.items():
        yield at, at, _points(points, reference.prefix)


def cache_patches(
    reference: ChartReference, levels: Sequence[Texts], count: int
) -> Iterator[Patch]:
    """The patches that give a reference these points and no others, in its cache or a new one."""
    prefix, name = reference.prefix, _CACHES[reference.kind].encode()
    content = b'<%bptCount val="%d"/>' % (prefix, count)
    if reference.caches:
        if len(levels) == len(reference.levels) == 1 and any(reference.count_span):
            yield *reference.count_span, content
            level = reference.levels[0]
            yield from point_patches(reference, level, {**dict.fromkeys(level.points), **levels[0]})
        return
    if reference.kind == "numRef":
        content = b"<%bformatCode>General</%bformatCode>" % (prefix, prefix) + content
    for points in levels:
        xml_of_points = _points(points, prefix)
        if reference.kind == "multiLvlStrRef":
            xml_of_points = b"<%blvl>%b</%blvl>" % (prefix, xml_of_points, prefix)
        content += xml_of_points
    cache = b"<%b%b>%b</%b%b>" % (prefix, name, content, prefix, name)
    yield reference.formula_end, reference.formula_end, cache


def _points(points: Texts, prefix: bytes) -> bytes:
    return b"".join(
        b'<%bpt idx="%d">%b</%bpt>' % (prefix, index, _value(text, prefix), prefix)
        for index, text in sorted(points.items())
        if text is not None
    )


def _value(text: str, prefix: bytes) -> bytes:
    return b"<%bv>%b</%bv>" % (prefix, xml.encode_xstring(text), prefix)
