"""The cached values of a sheet: what cells say in the file, and how to make them say another thing.

Replacing a value splices new bytes into the positions that a scan found; all others stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from ..catalogue.cells import ErrorValue
from . import xml
from .formula_cells import Cell, Patch
from .sheet import Sheet

_ATTRIBUTE = re.compile(rb"""\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')""")
_PREFIX = re.compile(rb"<((?:[^\s:>/]+:)?)c")
_TEXT = rb"(?s)<(?:[^\s:>/]+:)?t(?:\s[^>]*)?>(.*?)</"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)")
_ESCAPED = "_x([0-9a-fA-F]{4})_"


class Cached(NamedTuple):
    """What a cell says: its type and its text; both empty where nothing is cached."""

    type: str
    text: str


class Strings(Protocol):
    """Who knows the texts that cells refer to by number."""

    @property
    def shared_strings(self) -> Sequence[str]:
        """The texts in their order."""
        ...


def cached(sheet: Sheet, cell: Cell, strings: Strings) -> Cached:
    """The value that a cell holds in the file."""
    data = sheet.text.data
    if cell.inline >= 0:
        return Cached("str", _inline_text(data, cell))
    if cell.v < 0:
        return Cached("", "")
    start, end = cell.value_text
    text = xml.text(data[start:end])
    if cell.type == "s":
        texts = strings.shared_strings
        at = int(text) if text.strip().isdigit() else -1
        return Cached("str", texts[at] if 0 <= at < len(texts) else "")
    if cell.type == "str":
        return Cached("str", re.sub(_ESCAPED, lambda m: chr(int(m[1], 16)), text))
    return Cached(cell.type, text.strip())


def _inline_text(data: bytes, cell: Cell) -> str:
    inside = data[cell.inline : element_end(data, cell.inline)]
    return "".join(xml.text(found[1]) for found in re.finditer(_TEXT, inside))


def element_end(data: bytes, start: int) -> int:
    """Where the element that begins at a position ends; no element of its name is inside it."""
    head = xml.tag_end(data, start)
    if data[head - 2 : head] == b"/>":
        return head
    name = data[start + 1 : head - 1].split()[0]
    return xml.tag_end(data, data.index(b"</" + name, head))


def value_of(held: Cached) -> Any:
    """A cached value as Python holds it; None where nothing is cached."""
    if held.type == "n":
        return _float(held.text)
    if held.type == "b":
        return held.text in ("1", "true")
    if held.type == "e":
        return ErrorValue(held.text)
    return held.text if held.type else None


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


_NEARLY = 1e-14


def same_number(old: float, new: float) -> bool:
    """Whether two numbers agree to the 15 significant digits that a spreadsheet keeps.

    The last of them may be another: no two programs compute a sine alike.
    """
    return abs(old - new) <= _NEARLY * abs(new)


_NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:E[+-]?[0-9]+)?"
_DIGITS = 15
"""As many significant ones Excel puts into a text."""


def same_text(old: str, new: str) -> bool:
    """Whether a text is another, with its numbers as Excel puts them there: to 15 digits.

    >>> same_text("TP 0.3", "TP 0.30000000000000004"), same_text("1.0", "1.00")
    (True, False)
    """
    return old == new or (
        re.split(_NUMBER, old) == re.split(_NUMBER, new)
        and all(map(_same_in_text, re.findall(_NUMBER, old), re.findall(_NUMBER, new)))
    )


def _same_in_text(old: str, new: str) -> bool:
    if old == new:
        return True
    held = old.partition("E")[0].replace(".", "").strip("0")
    long = len(new.replace(".", "")) > _DIGITS >= len(held)
    return long and f"{float(old):.{_DIGITS}g}" == f"{float(new):.{_DIGITS}g}"


def is_current(held: Cached, value: Any) -> bool:
    """Whether a cell already says what was calculated."""
    old = value_of(held)
    if isinstance(value, float) and isinstance(old, float):
        return same_number(old, value)
    new = encode(value)
    if new.type == "str" and isinstance(old, str) and "\r" in old:
        return new.text.replace("\r", "") == old.replace("\r", "")  # engines lose it, as XML does
    if new.type != held.type:
        return False
    return value == old or same_text(held.text, new.text)


_FILE_ERRORS = frozenset(
    ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA")
)


def encode(value: Any) -> Cached:
    """A value as a cell's type and text.

    Errors younger than the file format (``#SPILL!`` …) are written as Excel writes them:
    ``#VALUE!``.
    """
    if type(value) is str:  # also a text that reads like an error: somebody may be called #N/A
        return Cached("str", value)
    if isinstance(value, bool):
        return Cached("b", "1" if value else "0")
    if isinstance(value, (int, float)):
        return Cached("n", number_texts([float(value)])[0].decode())
    if isinstance(value, str):
        if isinstance(value, ErrorValue):
            return Cached("e", str(value) if value in _FILE_ERRORS else "#VALUE!")
        return Cached("str", str(value))
    return Cached("", "")


def number_texts(values: Iterable[float]) -> list[bytes]:
    """Numbers as Excel writes them in a file: the shortest texts that read back the same.

    >>> number_texts([3.0, 0.1, -0.0, 1e-7, 1e21])
    [b'3', b'0.1', b'0', b'1E-7', b'1E+21']
    """
    lines = re.sub(r"(?m)\.0$", "", "\n".join(map(repr, values)))
    if "e" in lines or "-0" in lines:
        lines = re.sub("e([+-])0?", r"E\1", lines)
        lines = re.sub("(?m)^-0$", "0", lines)
    return lines.encode().split(b"\n")


@lru_cache(maxsize=1024)
def text_xml(text: str) -> bytes:
    """Text as ``<v>`` holds it, with what XML cannot say escaped as the file format has it."""
    text = _UNPRINTABLE.sub(lambda m: f"_x{ord(m[0]):04X}_", text)
    return xml.escape(text).encode("utf-8", "surrogatepass")


def splice(data: bytes, patches: Iterable[Patch]) -> bytes:
    """The bytes with some stretches replaced."""
    pieces = []
    at = 0
    for start, end, new in sorted(patches):
        pieces.append(data[at:start])
        pieces.append(new)
        at = end
    pieces.append(data[at:])
    return xml.joined(pieces)


class Updates(NamedTuple):
    """What to write so that formula cells say other values."""

    texts: list[bytes]
    """What each cell is to hold; of those that are changed by patches, what they hold now."""
    types: dict[int, str]
    """The types of those that are to hold a value of another type."""
    patches: list[Patch]
    """What to replace in a sheet that is not cut at its cells, or where that does not do."""
    cells: int
    """How many change."""


def updates(
    sheet: Sheet, values: Sequence[Any], kept: Collection[int], strings: Strings
) -> Updates:
    """What to write so that the formula cells say these values."""
    formulas = sheet.formulas
    texts = formulas.values.copy()
    types: dict[int, str] = {}
    patches: list[Patch] = []
    numbers: list[int] = []
    changed = 0
    cut = sheet.pieces is not None
    marked = frozenset(formulas.marked)  # an array's first cell may get another reference, too
    for at, (value, type_, held) in enumerate(zip(values, formulas.types, texts)):
        if at in kept:
            continue
        if cut and type_ == "n" and type(value) is float:  # nearly every cell: no call for it
            try:
                is_same = abs(float(held) - value) <= _NEARLY * abs(value)
            except ValueError:  # it holds none, or a strange one
                is_same = False
            if not is_same:
                numbers.append(at)
        elif says(type_, held, value):
            continue
        elif cut and type_ == "n" and type(value) is str and value and at not in marked:
            texts[at] = text_xml(value)
            types[at] = "str"
            changed += 1
        else:
            new = update(sheet, formulas.cell(at), value, strings)
            patches += new
            changed += bool(new)
    if numbers:
        for at, text in zip(numbers, number_texts(values[at] for at in numbers)):
            texts[at] = text
    return Updates(texts, types, patches, changed + len(numbers))


def says(type_: str, held: bytes, value: Any) -> bool:
    """Whether a cell holds a number, or a text of its own, and this is it."""
    if type(value) is float and type_ == "n":
        try:
            return same_number(float(held), value)
        except ValueError:  # none, or a strange one
            return False
    return type_ == "str" and type(value) is str and text_xml(value) == held != b""


def rewritten(sheet: Sheet, updates: Updates) -> bytes:
    """The XML of a sheet with what is new."""
    texts, types, patches, _ = updates
    if sheet.pieces is None:
        return splice(sheet.text.data, patches)
    if not patches:
        return sheet.pieces.joined(texts, types)
    return splice(sheet.text.data, [*patches, *sheet.pieces.patches(texts, types)])


def update(sheet: Sheet, cell: Cell, value: Any, strings: Strings) -> list[Patch]:
    """What to replace so that a cell says a value; nothing if it says it already."""
    if type(value) is str and cell.type in ("n", "b", "e"):
        return patches(sheet, cell, value)  # text over something else
    return [] if is_current(cached(sheet, cell, strings), value) else patches(sheet, cell, value)


def patches(sheet: Sheet, cell: Cell, value: Any) -> list[Patch]:
    """What to replace so that a cell says a value; None empties it."""
    data = sheet.text.data
    new = encode(value)
    body = text_xml(new.text)
    head = data.find(b">", cell.start) + 1
    if head != cell.f:  # nearly always the formula follows at once
        head = xml.tag_end(data, cell.start)
    found = _type_patch(data, cell, head, new.type)
    start, end = cell.value_text
    if new.type and cell.v >= 0 and cell.inline < 0 and not data.endswith(b"/>", cell.v, start):
        found.append((start, end, body))
        return found
    mark = prefix(data, cell)
    v = b"<%sv>%s</%sv>" % (mark, body, mark) if new.type else b""
    if data.endswith(b"/>", cell.start, head):
        return [*found, (head - 2, head, b">" + v + b"</%sc>" % mark)] if v else found
    if cell.v >= 0:
        found.append((cell.v, element_end(data, cell.v), v))
        v = b""
    if cell.inline >= 0:
        found.append((cell.inline, element_end(data, cell.inline), v))
    elif v:
        at = element_end(data, cell.f) if cell.f >= 0 else head
        found.append((at, at, v))
    return found


def _type_patch(data: bytes, cell: Cell, head: int, type_: str) -> list[Patch]:
    """What to replace so that a ``<c …>`` tag says another type; a number needs none."""
    if type_ == cell.type:
        return []
    new = b' t="%s"' % type_.encode() if type_ not in ("n", "") else b""
    if cell.type != "n" or b"t=" in data[cell.start : head]:
        for found in _ATTRIBUTE.finditer(data, cell.start, head):
            if found[1] == b"t":
                return [(found.start(), found.end(), new)]
    end = head - (2 if data.endswith(b"/>", cell.start, head) else 1)
    return [(end, end, new)] if new else []


def reference_patch(data: bytes, cell: Cell, area: str) -> Patch:
    """The area that a formula says it fills, replaced."""
    for found in _ATTRIBUTE.finditer(data, cell.f, xml.tag_end(data, cell.f)):
        if found[1] == b"ref":
            return found.start(2), found.end(2), b'"%s"' % area.encode()
    at = xml.tag_end(data, cell.f) - 1
    return at, at, b' ref="%s"' % area.encode()


def prefix(data: bytes, cell: Cell) -> bytes:
    """The namespace prefix of a cell's elements, with its colon; nearly always there is none."""
    found = _PREFIX.match(data, cell.start)
    assert found is not None
    return found[1]
