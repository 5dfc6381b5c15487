"""Cached values: read from a sheet, converted to Python and back, and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from ...catalogue.cells import ErrorValue
from ...patterns import regex
from ...record import NamedTuple
from .. import xml
from .formula_cells import CellXml, FormulaCells
from .sheet_xml import SheetXml

_TEXT_ELEMENT = rb"(?s)<(?:[^\s:>/]+:)?t(?:\s[^>]*)?>(.*?)</"
_PHONETIC_HINT = rb"(?s)<(?:[^\s:>/]+:)?rPh\b.*?</(?:[^\s:>/]+:)?rPh>"
_FILE_ERRORS = frozenset(
    ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA")
)
"""The errors that the file format has."""


_NUMBERS_AT_ONCE = 4096
"""Numbers that are formatted in one text: with very many more it takes much memory."""


class CachedValue(NamedTuple):
    """The type and the text of a cell's value; both are empty without a cached value."""

    type: str
    text: str


class SharedStrings(Protocol):
    """A workbook with shared strings."""

    @property
    def shared_strings(self) -> Sequence[str]:
        """The texts that cells refer to by index."""
        ...


def read_cached_value(sheet: SheetXml, cell: CellXml, strings: SharedStrings) -> CachedValue:
    """The cached value of a formula cell."""
    start, end = cell.value_span
    is_read = cell.is_start >= 0 or (cell.v_start >= 0 and start < end)
    return read_value(sheet.data if is_read else b"", cell, strings)


def read_value(data: bytes, cell: CellXml, strings: SharedStrings) -> CachedValue:
    """The value of a cell of a sheet with this XML."""
    if cell.is_start >= 0:
        return CachedValue("str", xml.decode_xstring(_inline_string(data, cell)))
    if cell.v_start < 0:
        return CachedValue("", "")
    return parse_cached_value(cell.type, data[slice(*cell.value_span)], strings)


def has_value(cell: CellXml) -> bool:
    """Whether a cell has a cached value; an empty ``<v/>`` is one only where it is a text."""
    if cell.is_start >= 0:
        return True
    start, end = cell.value_span if cell.v_start >= 0 else (0, 0)
    return start < end or (cell.v_start >= 0 and cell.type == "str")


def parse_cached_value(type_: str, content: bytes, strings: SharedStrings) -> CachedValue:
    """The cached value of a cell of this type with this content of ``<v>``; none without any.

    An empty text is a value; no truth value or number is.
    """
    text = xml.decode_text(content)
    if not text and type_ != "str":
        return CachedValue("", "")
    if type_ == "s":
        texts = strings.shared_strings
        index = int(text) if text.strip().isdigit() else -1
        return CachedValue("str", texts[index] if 0 <= index < len(texts) else "")
    if type_ == "str":
        return CachedValue("str", xml.decode_xstring(text))
    return CachedValue(type_, text.strip())


def _inline_string(data: bytes, cell: CellXml) -> str:
    content = data[cell.is_start : xml.element_end(data, cell.is_start)]
    content = re.sub(_PHONETIC_HINT, b"", content)
    return "".join(xml.decode_text(match[1]) for match in re.finditer(_TEXT_ELEMENT, content))


def to_python(cached: CachedValue) -> Any:
    """A cached value in Python; None without one."""
    if cached.type == "n":
        return _parse_number(cached.text)
    if cached.type == "b":
        return cached.text in ("1", "true")
    if cached.type == "e":
        return ErrorValue(cached.text)
    return cached.text if cached.type else None


def _parse_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def from_python(value: Any) -> CachedValue:
    """A value as it is cached.

    Errors younger than the file format (``#SPILL!`` …) are written as Excel writes them:
    ``#VALUE!``.
    """
    if type(value) is str:  # also a text that reads like an error: somebody may be called #N/A
        return CachedValue("str", value)
    if isinstance(value, bool):
        return CachedValue("b", "1" if value else "0")
    if isinstance(value, (int, float)):
        return CachedValue("n", _format_block([float(value)])[0].decode())
    if isinstance(value, str):
        if isinstance(value, ErrorValue):
            return CachedValue("e", str(value) if value in _FILE_ERRORS else "#VALUE!")
        return CachedValue("str", str(value))
    return CachedValue("", "")


def format_numbers(numbers: Sequence[float]) -> Iterator[bytes]:
    """Numbers as Excel writes them in a file: the shortest texts that read back the same.

    >>> [*format_numbers([3.0, 0.1, -0.0, 1e-7, 1e21])]
    [b'3', b'0.1', b'0', b'1E-7', b'1E+21']
    """
    for start in range(0, len(numbers), _NUMBERS_AT_ONCE):
        yield from _format_block(numbers[start : start + _NUMBERS_AT_ONCE])


def _format_block(numbers: Sequence[float]) -> list[bytes]:
    lines = "\n".join([*map(repr, numbers), ""]).replace(".0\n", "\n")
    if "e" in lines or "-0" in lines:
        lines = re.sub("e([+-])0?", r"E\1", lines)
        lines = re.sub("(?m)^-0$", "0", lines)
    return lines.encode().split(b"\n")[:-1]


TOLERANCE = 1e-14
"""The relative difference of numbers that are equal to 15 digits."""


def same_number(old: float, new: float) -> bool:
    """Whether two numbers agree to the 15 significant digits that a spreadsheet keeps.

    The last of them may differ: no two programs compute a sine alike.
    """
    return abs(old - new) <= TOLERANCE * abs(new)


_NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:E[+-]?[0-9]+)?"
TEXT_DIGITS = 15
"""The significant digits of a number that Excel converts to a text."""


_DECIMAL_SIGN = regex("(?<=[0-9])[.,](?=[0-9])")


def same_text(old: str, new: str) -> bool:
    """Whether two texts are equal when the numbers in the new one have at most 15 digits.

    The old one may have been saved where numbers are written with a comma.

    >>> same_text("TP 0.3", "TP 0.30000000000000004"), same_text("1.0", "1.00")
    (True, False)
    >>> same_text("0,5 TP", "0.5 TP"), same_text("0.5 TP", "0,5 TP"), same_text("a, b", "a.")
    (True, False, False)
    >>> same_text("2,2 m: 0,5", "2,2 m: 0.5")
    True
    """
    if old == new:
        return True
    if "," in old and "." in new:
        signs, points = _DECIMAL_SIGN.findall(old), iter(_DECIMAL_SIGN.findall(new))
        with_points = _DECIMAL_SIGN.sub(lambda sign: next(points, sign[0]), old)
        is_with_points = all(a in (b, ",") for a, b in zip(signs, _DECIMAL_SIGN.findall(new)))
        if with_points != old and is_with_points and same_text(with_points, new):
            return True
    return (
        len(new) > TEXT_DIGITS
        and re.split(_NUMBER, old) == re.split(_NUMBER, new)
        and all(map(_same_number_text, re.findall(_NUMBER, old), re.findall(_NUMBER, new)))
    )


def _same_number_text(old: str, new: str) -> bool:
    if old == new:
        return True
    old_digits = old.partition("E")[0].replace(".", "").strip("0")
    is_longer = len(new.replace(".", "")) > TEXT_DIGITS >= len(old_digits)
    return is_longer and f"{float(old):.{TEXT_DIGITS}g}" == f"{float(new):.{TEXT_DIGITS}g}"


def matches_cached(cached: CachedValue, value: Any) -> bool:
    """Whether a calculated value is the cached one."""
    old = to_python(cached)
    if isinstance(value, float) and isinstance(old, float):
        return same_number(old, value)
    new = from_python(value)
    if new.type == "str" and isinstance(old, str) and "\r" in old:
        return new.text.replace("\r", "") == old.replace("\r", "")  # engines lose it, as XML does
    if new.type != cached.type:
        return False
    return value == old or same_text(cached.text, new.text)


def matches_saved(cells: FormulaCells, index: int, value: Any) -> bool:
    """:func:`matches_cached` for usual numbers and texts, without parsing ``<v>``; else False."""
    type_, cached = cells.types[index], cells.values[index]
    if type(value) is float and type_ == "n":
        try:
            return same_number(float(cached), value)
        except ValueError:  # none, or an unusual number
            return False
    return (
        type_ == "str"
        and type(value) is str
        and xml.encode_xstring(value) == cached
        and index not in cells.without_value
    )
