"""Rules of how a sheet is shown and printed: zoom, panes, page breaks, the page."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.references import MAX_COLUMN, MAX_ROW
from .cell_rules import parse_range
from .parts import MAIN, Element, PartProblem, WorkbookParts, read_count

_ZOOM = (10, 400)
_MAX_BREAKS = 1_026
_MAX_PAGES = 32_767

Found = Iterator[tuple[str, str]]


def check(parts: WorkbookParts) -> Iterator[PartProblem]:
    """The problems of every sheet's views and pages."""
    for part, root in parts.sheets():
        for place, message in (*_check_views(root), *_check_page(root), *_check_breaks(root)):
            yield PartProblem(part, place, message)


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
