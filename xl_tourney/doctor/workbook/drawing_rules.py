"""Rules of what is drawn and noted: charts, and the comments of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cell_rules import parse_range
from .formula_rules import check_formula
from .parts import MAIN, Element, PartProblem, WorkbookParts, read_count

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MAX_SERIES = 255
_MAX_COMMENT = 32_767
_MAX_AUTHOR = 54

Found = Iterator[tuple[str, str]]


def check(parts: WorkbookParts) -> Iterator[PartProblem]:
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
