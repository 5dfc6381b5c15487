"""The hidden rows of a sheet, which some functions pass over, and its hidden columns."""

from __future__ import annotations

import re

from ...grammar.references import MAX_COLUMN, Range
from ...record import NamedTuple

_HIDDEN_ROW = (
    rb"""<(?:\w+:)?row\s(?=[^<>]*\bhidden\s*=\s*["'](?:1|true))(?:[^<>]*?\s)?r\s*=\s*["']([0-9]+)"""
)
_ROW_WITHOUT_NUMBER = (
    rb"""<(?:\w+:)?row\s(?=[^<>]*\bhidden\s*=\s*["'](?:1|true))(?![^<>]*\sr\s*=)(?!r\s*=)"""
)
_HIDDEN_COLUMNS = rb"""<(?:\w+:)?col\s%s%s%s""" % (
    rb"""(?=[^<>]*\bhidden\s*=\s*["'](?:1|true))""",
    rb"""(?=[^<>]*\bmin\s*=\s*["']([0-9]+))""",
    rb"""(?=[^<>]*\bmax\s*=\s*["']([0-9]+))""",
)
_FILTER = rb"""<(?:\w+:)?(?:filterColumn|tableParts)\b|\sfilterMode\s*=\s*["'](?:1|true)"""


class HiddenRows(NamedTuple):
    """The hidden rows of a sheet."""

    numbers: frozenset[int]
    are_filtered: bool
    """Whether a filter may have hidden them: of the sheet, of a table, or by criteria in cells."""

    @classmethod
    def of_sheet(cls, data: bytes) -> HiddenRows:
        """Those of a sheet's XML.

        >>> HiddenRows.of_sheet(b'<row r="2" hidden="1"/><row hidden="0" r="3"/>')
        HiddenRows(numbers=frozenset({2}), are_filtered=False)
        >>> HiddenRows.of_sheet(b'<sheetPr filterMode="1"/><row r="2" hidden="1"/>').are_filtered
        True
        """
        numbers = frozenset(int(text) for text in re.findall(_HIDDEN_ROW, data))
        if re.search(_ROW_WITHOUT_NUMBER, data):
            numbers = frozenset(range(1, data.count(b"<row") + data.count(b":row") + 1))
        return cls(numbers, bool(numbers) and re.search(_FILTER, data) is not None)

    def are_in(self, range_: Range) -> bool:
        """Whether one is in a range."""
        return any(range_.top <= number <= range_.bottom for number in self.numbers)


def hidden_columns(data: bytes) -> frozenset[int]:
    """The hidden columns of a sheet's XML.

    >>> sorted(hidden_columns(b'<col min="2" max="3" hidden="1"/><col min="5" max="9"/>'))
    [2, 3]
    """
    spans = re.findall(_HIDDEN_COLUMNS, data)
    return frozenset(c for a, b in spans for c in range(int(a), min(int(b), MAX_COLUMN) + 1))


NO_HIDDEN_ROWS = HiddenRows(frozenset(), False)
