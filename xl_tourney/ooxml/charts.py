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
from xml.parsers import expat

from ..errors import WorkbookError
from . import xml
from .package import CONTENT_TYPES, Package
from .sheet.formula_cells import Patch

_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CACHES = {"numRef": "numCache", "strRef": "strCache", "multiLvlStrRef": "multiLvlStrCache"}
Span = tuple[int, int]
Levels = Sequence[Mapping[int, str]]
"""The texts of the points by their index; of categories with more levels, each level's."""


@dataclass(eq=False)
class ChartReference:
    """A reference of a chart with the points that it holds."""

    kind: str
    """numRef, strRef or multiLvlStrRef."""
    formula: str = ""
    formula_end: int = 0
    """Behind ``</c:f>``."""
    prefix: bytes = b""
    """The prefix of the elements' names, such as ``c:``."""
    cache: Span | None = None
    count: int | None = None
    """How many points there are, with blank ones."""
    count_span: Span = (0, 0)
    """The tag that says so."""
    levels: list[dict[int, str]] = field(default_factory=list)
    """The points that are there."""
    level_spans: list[Span] = field(default_factory=list)
    """From the first to behind the last point of each level."""


def chart_parts(package: Package) -> list[str]:
    """The charts of a workbook, by their content type."""
    if not any("chart" in part.lower() for part in package.parts):
        return []
    part = xml.read_part(package, package.find(CONTENT_TYPES))
    types = xml.parse_tree(part, package.name)
    names = (
        package.find(posixpath.normpath(element.get("PartName", "")))
        for element in types.iterfind("Override")
        if element.get("ContentType") == _CHART
    )
    return [name for name in names if name in package]


def read_references(part: xml.XmlPart, workbook_name: str) -> list[ChartReference]:
    """The references of a chart; none of one that is not well-formed."""
    reader = _ReferenceReader(part.data)
    try:
        xml.parse(part, workbook_name, reader.set_handlers)
    except WorkbookError:
        return []
    return reader.references


class _ReferenceReader:
    """Expat's handlers, with the places of what they read."""

    def __init__(self, data: bytes) -> None:
        self.references: list[ChartReference] = []
        self._data = data
        self._current: ChartReference | None = None
        self._path: list[str] = []
        self._point = 0
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
        self._text = []
        if name in _CACHES:
            self._current = ChartReference(name)
            return
        reference = self._current
        if reference is None:
            return
        end = xml.tag_end(self._data, start)
        if name == "f":
            tag = self._data[start:end]
            reference.prefix = tag[1 : tag.index(b":") + 1] if b":" in tag.split()[0] else b""
        elif name == _CACHES[reference.kind]:
            reference.cache = (start, start)
            if name != "multiLvlStrCache":
                self._add_level(end)
        elif name == "lvl":
            self._add_level(end)
        elif name == "ptCount":
            reference.count = int(attributes.get("val", "0"))
            reference.count_span = (start, end)
            self._move_level(reference, self._element_end(start, end))
        elif name == "formatCode":
            self._move_level(reference, xml.element_end(self._data, start))
        elif name == "pt":
            self._point = int(attributes.get("idx", "0"))

    def _element_end(self, start: int, end: int) -> int:
        is_empty = self._data[end - 2 : end] == b"/>"
        return end if is_empty else xml.element_end(self._data, start)

    def _add_level(self, at: int) -> None:
        assert self._current is not None
        self._current.levels.append({})
        self._current.level_spans.append((at, at))

    def _move_level(self, reference: ChartReference, at: int) -> None:
        """The points begin behind what stands before them."""
        if reference.level_spans and self._path[-2] != "multiLvlStrCache":
            reference.level_spans[-1] = (at, at)

    def _end(self, name: str) -> None:
        name = xml.local_name(name)
        self._path.pop()
        reference = self._current
        if reference is None:
            return
        start = self._parser.CurrentByteIndex
        is_end_tag = self._data[start : start + 2] == b"</"
        end = xml.tag_end(self._data, start) if is_end_tag else start
        if name == "f" and self._path[-1] == reference.kind:
            reference.formula = "".join(self._text)
            reference.formula_end = end
        elif name == "v" and self._path[-1] == "pt":
            reference.levels[-1][self._point] = "".join(self._text)
        elif name == "pt":
            reference.level_spans[-1] = (reference.level_spans[-1][0], end)
        elif name == _CACHES[reference.kind] and reference.cache:
            reference.cache = (reference.cache[0], end)
        elif name == reference.kind:
            self.references.append(reference)
            self._current = None


def cache_patches(reference: ChartReference, levels: Levels, count: int) -> Iterator[Patch]:
    """The patches that give a reference its points; none where it has them already."""
    prefix = reference.prefix
    if reference.cache is None:
        yield (reference.formula_end, reference.formula_end, _cache(reference, levels, count))
        return
    if len(levels) != len(reference.levels):
        yield (*reference.cache, _cache(reference, levels, count))
        return
    if count != reference.count and reference.count is not None:
        yield (*reference.count_span, b'<%bptCount val="%d"/>' % (prefix, count))
    for points, old, span in zip(levels, reference.levels, reference.level_spans):
        if points != old:
            yield (*span, _points(points, prefix))


def _cache(reference: ChartReference, levels: Levels, count: int) -> bytes:
    """A whole cache."""
    prefix, name = reference.prefix, _CACHES[reference.kind].encode()
    content = b'<%bptCount val="%d"/>' % (prefix, count)
    if reference.kind == "numRef":
        content = b"<%bformatCode>General</%bformatCode>" % (prefix, prefix) + content
    for points in levels:
        xml_of_points = _points(points, prefix)
        if reference.kind == "multiLvlStrRef":
            xml_of_points = b"<%blvl>%b</%blvl>" % (prefix, xml_of_points, prefix)
        content += xml_of_points
    return b"<%b%b>%b</%b%b>" % (prefix, name, content, prefix, name)


def _points(points: Mapping[int, str], prefix: bytes) -> bytes:
    return b"".join(
        b'<%bpt idx="%d"><%bv>%b</%bv></%bpt>'
        % (prefix, index, prefix, xml.escape(text).encode(), prefix, prefix)
        for index, text in sorted(points.items())
    )
