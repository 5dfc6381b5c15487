"""How a workbook's user writes numbers: 8,16,149 in India, 816,149 elsewhere; parts of seconds.

TEXT and FIXED write numbers as the computer that calculates them does.  A file does not say which
it was, but its saved texts may show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook

_WRITES_NUMBERS = re.compile(rb"(?i)\b(?:TEXT|FIXED)\(")
_THREES = r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])"
_OF_THREES = re.compile(rb"(?<![\d,.])(?:\d{1,3},)?\d{3},\d{3}(?![\d,])")
_INDIAN = re.compile(rb"(?<![\d,.])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])")


class DigitGroups(Enum):
    """How digits are grouped."""

    UNKNOWN = "unknown"
    """No text shows it: below 100,000 all countries write the same."""
    THREES = "threes"
    """In threes: 816,149."""
    INDIAN = "Indian"
    """The last three, and before them in twos: 8,16,149."""


def digit_groups(sheets: Iterable[SheetXml]) -> DigitGroups:
    """What the saved texts of formulas that write numbers show."""
    found = DigitGroups.UNKNOWN
    for sheet in sheets:
        if not _WRITES_NUMBERS.search(sheet.distinct_formulas):
            continue
        cells = sheet.formula_cells
        for shape, formula in sheet.shapes.formulas.items():
            for index in sheet.shapes.cells[shape] if writes_numbers(formula) else ():
                value = cells.values[index]
                if cells.types[index] == "str" and b"," in value:
                    if _OF_THREES.search(value):
                        return DigitGroups.THREES
                    if _INDIAN.search(value):
                        found = DigitGroups.INDIAN
    return found


def writes_numbers(formula: str) -> bool:
    """Whether a formula calls TEXT or FIXED."""
    return _WRITES_NUMBERS.search(formula.encode()) is not None


def grouped_as_in_india(text: str, unwritten: str = "") -> str:
    """A text in which the groups of three digits are those of India; not those in another text.

    >>> grouped_as_in_india("₹816,149 of 12,345,678.90 Cr, 45,000")
    '₹8,16,149 of 1,23,45,678.90 Cr, 45,000'
    >>> grouped_as_in_india("No. 100,200 has 100,300", "100,200")
    'No. 100,200 has 1,00,300'
    """

    def grouped(match: re.Match[str]) -> str:
        digits = match[0].replace(",", "")
        if match[0] in unwritten:
            return match[0]
        pairs = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", digits[:-3])
        return f"{pairs},{digits[-3:]}"

    return re.sub(_THREES, grouped, text)


# Whether a workbook has times with parts of a second in texts, ``0:00:14.9``.
#
# Excel reads 14.9 seconds where the decimal sign of its user is a point; formualizer reads 14.

_TIME = rb":(?<=[0-9]:)[0-9]{1,2}:[0-9]{1,2}\.[0-9]"  # by its rarest character first: quicker
_OF_CELLS = re.compile(_TIME)
_OF_FORMULAS = re.compile(rb"(?i)%s|S\]?\.0" % _TIME)
"""The time itself, or the format by which TEXT writes one."""


def has_parts_of_seconds(workbook: Workbook, sheets: Iterable[SheetXml]) -> bool:
    """Whether a constant text may be such a time, or a formula on these sheets may have one."""
    return any(_OF_FORMULAS.search(sheet.distinct_formulas) for sheet in sheets) or any(
        map(_OF_CELLS.search, workbook.parts_with_texts())
    )
