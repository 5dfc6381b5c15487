"""What a chart keeps of the cells that it shows: its cached points, and how they are patched.

Each series refers to cells (``c:f``) and holds a copy of their values (``c:numCache``,
``c:strCache``), which previews and other programs show without calculating.  An example::

    <c:numRef><c:f>Sheet1!$A$1:$A$2</c:f>
      <c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="2"/>
        <c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef>
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import WorkbookError
from ..patterns import regex
from . import xml
from .package import CONTENT_TYPES, Package
from .sheet.formula_cells import Patch

_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CACHES = {"numRef": "numCache", "strRef": "strCache", "multiLvlStrRef": "multiLvlStrCache"}
Span = tuple[int, int]
_PIVOT_SOURCE = regex(rb"<(?:\w+:)?pivotSource\b")
_REFERENCE = regex(
    rb"(?s)(<(?:\w+:)?(?:cat|xVal)>\s*)?<((?:\w+:)?)(numRef|strRef|multiLvlStrRef)(?:\s[^>]*)?>"
    rb"(.*?)</\2\3>"
)
_FORMULA = regex(rb"<(?:\w+:)?f(?:\s[^>]*)?>([^<]*)</(?:\w+:)?f>")
_COUNT_ELEMENT = (
    rb"""<(?:\w+:)?ptCount\s+val\s*=\s*["'](\d+)["']\s*(?:/>|>\s*</(?:\w+:)?ptCount>)"""
)
_COUNT = regex(_COUNT_ELEMENT)
_HEAD = regex(
    rb"<(?:\w+:)?((?:num|str|multiLvlStr)Cache)\b[^>]*>|</(?:\w+:)?formatCode>|" + _COUNT_ELEMENT
)
"""What stands before the first point."""
_LEVEL = regex(rb"(?s)<(?:\w+:)?lvl>(.*?)</(?:\w+:)?lvl>")
_POINT = regex(
    rb"""<(?:\w+:)?pt\s[^>]*?\bidx\s*=\s*["'](\d+)["'][^>]*>\s*"""
    rb"((?:<(?:\w+:)?v(?:\s*/>|>[^<]*</(?:\w+:)?v>))?)\s*</(?:\w+:)?pt>"
)
Texts = Mapping[int, "str | None"]
"""The texts of points by their index; None of a blank one."""


class Level(NamedTuple):
    """The points of a reference, or of one level of its categories."""

    begin: int
    """Where its first point would stand."""
    points: dict[int, tuple[Span, Span]]
    """By their index: where the point is, and where its value."""


@dataclass(frozen=True, eq=False)
class ChartReference:
    """A reference of a chart with the points that it holds."""

    kind: str
    """numRef, strRef or multiLvlStrRef."""
    is_category: bool
    """Whether it names what the points are of."""
    formula: str
    formula_end: int
    """Behind ``</c:f>``."""
    prefix: bytes
    """The prefix of the elements' names, such as ``c:``."""
    caches: list[str]
    """The names of its caches: one, unless a program has its own way."""
    count: int | None
    """How many points there are, with blank ones."""
    count_span: Span
    """The element that says so."""
    levels: list[Level]

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
    if not package.may_have_charts:
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
    """The references of a chart; none of a pivot chart, or of one that is not well-formed.

    A pivot chart shows what its pivot table has, not the cells that it names.  Nor has one with
    comments or CDATA any, in which a ``<`` may begin no tag.
    """
    try:
        xml.parse(part, workbook_name)
    except WorkbookError:
        return []
    if b"<!" in part.data or _PIVOT_SOURCE.search(part.data):
        return []
    return [_reference(part.data, found) for found in _REFERENCE.finditer(part.data)]


def _reference(data: bytes, found: re.Match[bytes]) -> ChartReference:
    category, prefix, kind, _ = found.groups()
    span = found.span(4)
    formula = _FORMULA.search(data, *span)
    count = _COUNT.search(data, *span)
    heads = [*_HEAD.finditer(data, *span)]
    caches = [head[1].decode() for head in heads if head[1]]
    levels = [level.span(1) for level in _LEVEL.finditer(data, *span)]
    if caches and caches != [_CACHES["multiLvlStrRef"]]:
        levels = [(heads[-1].end(), span[1])]
    return ChartReference(
        kind.decode(),
        category is not None,
        xml.decode_text(formula[1]) if formula else "",
        formula.end() if formula else 0,
        prefix,
        caches,
        int(count[1]) if count else None,
        count.span() if count else (0, 0),
        [
            Level(
                start, {int(p[1]): (p.span(), p.span(2)) for p in _POINT.finditer(data, start, end)}
            )
            for start, end in levels
        ],
    )


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
