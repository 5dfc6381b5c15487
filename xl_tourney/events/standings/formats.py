"""The values of cells as a sheet shows them."""

from __future__ import annotations

import re

from openpyxl.cell import Cell

from ...catalogue.cells import round_as_shown

_TEXT_BEYOND = re.compile(r'\[(?P<is><|>=)(?P<limit>[0-9.]+)\]"(?P<text>[^"]*)"')
_NUMBER_FORMAT = re.compile(
    r'(?:["\\]?(?P<sign>[+\-\u2212])"?)?'
    r"(?P<whole>0|#(?=\.))(?:\.(?P<required>0*)(?P<optional>#*))?(?P<percent>%)?"
)
_FIGURE, _QUOTES = re.compile("[0#?@]|General"), re.compile(r'["\\]')


def is_number(cell: Cell) -> bool:
    """Whether a cell holds a number."""
    return isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)


def format_cell(cell: Cell) -> str:
    """A cell's value as the sheet shows it."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    return format_number(value, cell.number_format or "General")


def format_number(value: float, number_format: str) -> str:
    """A number in a format: signs, decimals, percent, thousands, a text for small or large ones.

    >>> format_number(0.5, "+0.0##;-0.0##;0.0"), format_number(-0.125, "0.0%")
    ('+0.5', '-12.5%')
    >>> format_number(0.6594, "#.000"), format_number(0, '0.0;+0.0;"–"'), format_number(0, "0;-0;–")
    ('.659', '–', '–')
    >>> format_number(-6, '+0;"−"0;0'), format_number(6, '+0;"−"0;0')
    ('−6', '+6')
    >>> format_number(0.00001, '[<0.0001]"< 0.0001";0.0000')
    '< 0.0001'
    >>> format_number(8 / 3, '[>=9999]"MAX";0.000'), format_number(9999, '[>=9999]"MAX";0.000')
    ('2.667', 'MAX')
    """
    if beyond := _TEXT_BEYOND.match(number_format):
        limit = float(beyond["limit"])
        if value < limit if beyond["is"] == "<" else value >= limit:
            return beyond["text"]
        number_format = number_format.partition(";")[2]
    sections = number_format.split(";")
    section = 1 if value < 0 else 2 if value == 0 else 0
    has_section = section < len(sections)
    if section and has_section and not _FIGURE.search(sections[section]):
        return _QUOTES.sub("", sections[section])  # LibreOffice saves "–" without quotes
    match = _NUMBER_FORMAT.search(sections[section if has_section else 0])
    if not match:
        return f"{value:.15g}"
    required, optional = match["required"] or "", match["optional"] or ""
    separator = "," if "," in match.string else ""
    magnitude = abs(value) * (100 if match["percent"] else 1)
    text = f"{round_as_shown(magnitude, len(required + optional)):{separator}f}"
    for _ in optional:
        text = text.removesuffix("0")
    if match["whole"] == "#":
        text = text.removeprefix("0")
    sign = match["sign"] or "" if has_section else "-" if value < 0 else ""
    return f"{sign}{text.removesuffix('.')}{match['percent'] or ''}"
