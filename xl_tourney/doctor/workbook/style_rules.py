"""Rules of styles and shared strings: counts, indexes, lengths."""

from __future__ import annotations

import re
from collections import Counter

from .cell_rules import MAX_LINE_FEEDS
from .element_order import check_order
from .parts import MAIN, Element, Found, WorkbookParts, local_name, read_count

_FIRST_OWN_FORMAT = 164
_MAX_FORMAT_CODE = 255
_MAX_TEXT = 32_767
_MAX_STYLES = 65_490
_MAX_OWN_FORMATS = 250
_MAX_FONT_NAMES = 512
_MAX_FONT_NAME = 31
_MAX_SIZE = 409
_MAX_INDENT = 250
_MAX_TURN, _UPRIGHT = 180, 255
_MAX_NAME = 255
_COLLECTIONS = (
    *("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs"),
)


def check_styles(root: Element, _: WorkbookParts) -> Found:
    """Counts, and what a format of cells is made of."""
    yield from check_order(root)
    sizes = {}
    for name in _COLLECTIONS:
        container = root.find(f"{MAIN}{name}")
        sizes[name] = 0 if container is None else len(container)
        if container is not None and container.get("count", str(len(container))) != str(
            len(container)
        ):
            yield name, f"has {len(container)} elements, but counts {container.get('count')}"
    for name in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs"):
        if not sizes[name]:
            yield name, "is empty"
    own_formats = Counter(
        element.get("numFmtId", "") for element in root.iterfind(f"{MAIN}numFmts/{MAIN}numFmt")
    )
    for number, count in own_formats.items():
        if count > 1:
            yield f"number format {number}", "is declared more than once"
    for element in root.iterfind(f"{MAIN}numFmts/{MAIN}numFmt"):
        if not 1 <= len(element.get("formatCode", "")) <= _MAX_FORMAT_CODE:
            yield f"number format {element.get('numFmtId')}", "has no code, or one that is too long"
    references = {"fontId": "fonts", "fillId": "fills", "borderId": "borders"}
    for container_name in ("cellStyleXfs", "cellXfs"):
        for index, xf in enumerate(root.iterfind(f"{MAIN}{container_name}/{MAIN}xf")):
            place = f"{container_name} {index}"
            for attribute, collection in references.items():
                value = read_count(xf.get(attribute, "0"))
                if value is None or value >= sizes[collection]:
                    yield place, f"has {attribute} {xf.get(attribute)}, which is not there"
            number = xf.get("numFmtId", "0")
            value = read_count(number)
            if value is None or (value >= _FIRST_OWN_FORMAT and number not in own_formats):
                yield place, f"has number format {number}, which is not there"
            if container_name == "cellXfs":
                value = read_count(xf.get("xfId", "0"))
                if value is None or value >= sizes["cellStyleXfs"]:
                    yield place, f"has xfId {xf.get('xfId')}, which is not there"
    for element in root.iter():
        color = element.get("rgb")
        if color is not None and not re.fullmatch(r"[0-9A-Fa-f]{8}", color):
            yield local_name(element), f"has the colour {color!r}, which is not eight hex digits"


def check_looks(root: Element, _: WorkbookParts) -> Found:
    """Limits of what a style may be."""
    count = len(root.findall(f"{MAIN}cellXfs/{MAIN}xf"))
    if count > _MAX_STYLES:
        yield "cellXfs", f"are more than {_MAX_STYLES} formats of cells"
    if len(root.findall(f"{MAIN}numFmts/{MAIN}numFmt")) > _MAX_OWN_FORMATS:
        yield "numFmts", f"are more than {_MAX_OWN_FORMATS} number formats"
    names = {name.get("val", "") for name in root.iterfind(f"{MAIN}fonts/{MAIN}font/{MAIN}name")}
    if len(names) > _MAX_FONT_NAMES:
        yield "fonts", f"are of more than {_MAX_FONT_NAMES} names"
    for name in sorted(names):
        if not 1 <= len(name) <= _MAX_FONT_NAME:
            yield "fonts", f"have a name of none or more than {_MAX_FONT_NAME} characters"
    for size in root.iter(f"{MAIN}sz"):
        if not 1 <= float(size.get("val", "0")) <= _MAX_SIZE:
            yield "fonts", f"have a size that is not between 1 and {_MAX_SIZE} points"
    for alignment in root.iter(f"{MAIN}alignment"):
        if (read_count(alignment.get("indent", "0")) or 0) > _MAX_INDENT:
            yield "alignment", f"has an indent of more than {_MAX_INDENT}"
        turn = read_count(alignment.get("textRotation", "0"))
        if turn is None or (turn > _MAX_TURN and turn != _UPRIGHT):
            yield "alignment", f"turns a text by {alignment.get('textRotation')}"
    base = len(root.findall(f"{MAIN}cellStyleXfs/{MAIN}xf"))
    for style in root.iterfind(f"{MAIN}cellStyles/{MAIN}cellStyle"):
        if not 1 <= len(style.get("name", "")) <= _MAX_NAME:
            yield "cellStyles", f"have a name of none or more than {_MAX_NAME} characters"
        number = read_count(style.get("xfId"))
        if number is None or number >= base:
            yield "cellStyles", f"have xfId {style.get('xfId')}, which is not there"
    for style in root.iterfind(f"{MAIN}tableStyles/{MAIN}tableStyle"):
        if not 1 <= len(style.get("name", "")) <= _MAX_NAME:
            yield "tableStyles", f"have a name of none or more than {_MAX_NAME} characters"


def check_strings(root: Element, _: WorkbookParts) -> Found:
    """The problems of shared strings."""
    items = root.findall(f"{MAIN}si")
    unique = read_count(root.get("uniqueCount"))
    if unique is not None and unique != len(items):
        yield "uniqueCount", f"is {unique}, but there are {len(items)}"
    for index, item in enumerate(items):
        text = "".join(text.text or "" for text in item.iter(f"{MAIN}t"))
        if len(text) > _MAX_TEXT:
            yield f"string {index}", f"is longer than {_MAX_TEXT} characters"
        if text.count("\n") > MAX_LINE_FEEDS:
            yield f"string {index}", f"has more than {MAX_LINE_FEEDS} line feeds"
