"""Rules of how a sheet is shown and printed, and of what is drawn and noted on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...grammar.references import MAX_COLUMN, MAX_ROW
from .cell_rules import parse_range
from .formula_rules import check_formula
from .parts import MAIN, Element, Found, PartProblem, WorkbookParts, read_count

_ZOOM = (10, 400)
_MAX_BREAKS = 1_026
_MAX_PAGES = 32_767


def check_pages(root: Element, _: WorkbookParts) -> Found:
    """The problems of a sheet's views and pages."""
    yield from _check_views(root)
    yield from _check_page(root)
    yield from _check_breaks(root)


def _check_zoom(element: Element, attribute: str) -> Found:
    value = read_count(element.get(attribute, "100"))
    if value != 0 and (value is None or not _ZOOM[0] <= value <= _ZOOM[1]):
        yield attribute, f"is {element.get(attribute)}, and not between {_ZOOM[0]} and {_ZOOM[1]}"


def _check_views(root: Element) -> Found:
    for view in root.iterfind(f"{MAIN}sheetViews/{MAIN}sheetView"):
        for attribute in ("zoomScale", "zoomScaleNormal", "zoomScalePageLayoutView"):
            yield from _check_zoom(view, attribute)
        for pane in view.iterfind(f"{MAIN}pane"):
            if pane.get("state") == "frozen":
                for attribute, most in (("xSplit", MAX_COLUMN), ("ySplit", MAX_ROW)):
                    split = float(pane.get(attribute, "0"))
                    if not split.is_integer() or not 0 <= split < most:
                        yield "pane", f"is frozen at {attribute} {pane.get(attribute)}"
        for element in view.iter():
            for attribute in ("topLeftCell", "activeCell"):
                if attribute in element.attrib and parse_range(element.attrib[attribute]) is None:
                    yield attribute, f"is {element.attrib[attribute]}, which is no cell"


def _check_page(root: Element) -> Found:
    for page in root.iterfind(f"{MAIN}pageSetup"):
        yield from _check_zoom(page, "scale")
        for attribute, least in (("fitToWidth", 0), ("fitToHeight", 0), ("copies", 1)):
            value = read_count(page.get(attribute, "1"))
            if value is None or not least <= value <= _MAX_PAGES:
                yield attribute, f"is {page.get(attribute)}, and not {least} to {_MAX_PAGES}"
    for margins in root.iterfind(f"{MAIN}pageMargins"):
        for attribute, text in margins.attrib.items():
            if not 0 <= float(text) < _MAX_MARGIN:
                yield f"{attribute} margin", f"is {text}, and not 0 to {_MAX_MARGIN} inches"


_MAX_MARGIN = 49


def _check_breaks(root: Element) -> Found:
    for name, most in (("rowBreaks", MAX_ROW), ("colBreaks", MAX_COLUMN)):
        for container in root.iterfind(f"{MAIN}{name}"):
            breaks = container.findall(f"{MAIN}brk")
            if len(breaks) > _MAX_BREAKS:
                yield name, f"are more than {_MAX_BREAKS}"
            if container.get("count", str(len(breaks))) != str(len(breaks)):
                yield name, "have another count than there are"
            if any(not 1 <= (read_count(one.get("id")) or 0) < most for one in breaks):
                yield name, "are not inside of the sheet"


_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MAX_SERIES = 255
_MAX_COMMENT = 32_767
_MAX_AUTHOR = 54


def check_drawings(parts: WorkbookParts) -> Iterator[PartProblem]:
    """The problems of every chart and of every sheet's comments."""
    for sheet_part, sheet in parts.sheets():
        for part in parts.related(sheet_part, "comments"):
            if sheet.find(f"{MAIN}legacyDrawing") is None:
                yield PartProblem(sheet_part, "", "has comments, but no drawing that shows them")
            root = parts.root(part)
            for place, message in () if root is None else _check_comments(root):
                yield PartProblem(part, place, message)
        for drawing in parts.related(sheet_part, "drawing"):
            for part in parts.related(drawing, "chart"):
                root = parts.root(part)
                for place, message in () if root is None else _check_chart(root, parts):
                    yield PartProblem(part, place, message)


def _check_comments(root: Element) -> Found:
    authors = root.findall(f"{MAIN}authors/{MAIN}author")
    if any(len(author.text or "") > _MAX_AUTHOR for author in authors):
        yield "authors", f"have a name of more than {_MAX_AUTHOR} characters"
    cells: Counter[str] = Counter()
    for comment in root.iterfind(f"{MAIN}commentList/{MAIN}comment"):
        cell = comment.get("ref", "")
        cells[cell] += 1
        if parse_range(cell) is None or cells[cell] > 1:
            yield cell, "is no cell, or has two comments"
        number = read_count(comment.get("authorId"))
        if number is None or number >= len(authors):
            yield cell, f"has author {comment.get('authorId')}, who is not there"
        if sum(len(text.text or "") for text in comment.iter(f"{MAIN}t")) > _MAX_COMMENT:
            yield cell, f"has a comment of more than {_MAX_COMMENT} characters"


def _check_chart(root: Element, parts: WorkbookParts) -> Found:
    series = list(root.iter(f"{_CHART}ser"))
    if len(series) > _MAX_SERIES:
        yield "chart", f"has more than {_MAX_SERIES} series"
    for attribute in ("idx", "order"):
        values = [
            child.get("val") for one in series for child in one.findall(f"{_CHART}{attribute}")
        ]
        if len(set(values)) < len(values):
            yield "chart", f"has two series of one {attribute}"
    for formula in root.iter(f"{_CHART}f"):
        for message in check_formula(formula.text or "", parts.sheet_names):
            yield "chart", message
    for cache in (*root.iter(f"{_CHART}numCache"), *root.iter(f"{_CHART}strCache")):
        count = cache.find(f"{_CHART}ptCount")
        most = None if count is None else read_count(count.get("val"))
        points = [read_count(point.get("idx")) for point in cache.iterfind(f"{_CHART}pt")]
        if most is not None and any(point is None or point >= most for point in points):
            yield "chart", "has a point beyond the count of its points"
    axes = [
        one.get("val")
        for axis in root.iter()
        if axis.tag.endswith("Ax")
        for one in axis.findall(f"{_CHART}axId")
    ]
    used = {one.get("val") for one in root.iter(f"{_CHART}axId")} | {
        one.get("val") for one in root.iter(f"{_CHART}crossAx")
    }
    if used - set(axes):
        yield "chart", "names an axis that is not there"
