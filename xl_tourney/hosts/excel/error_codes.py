"""Excel's numbers of error values, in VBA's ``CVErr`` and in COM."""

from __future__ import annotations

from typing import Any

CVERR = {
    "#NULL!": 2000,
    "#DIV/0!": 2007,
    "#VALUE!": 2015,
    "#REF!": 2023,
    "#NAME?": 2029,
    "#NUM!": 2036,
    "#N/A": 2042,
    "#GETTING_DATA": 2043,
    "#SPILL!": 2045,
    "#CONNECT!": 2046,
    "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048,
    "#FIELD!": 2049,
    "#CALC!": 2050,
}
"""The number of each error that a cell can hold (Excel's XlCVError)."""

_COM_ERROR = -0x7FF60000
_TEXT_BY_COM_ERROR = {_COM_ERROR + number: text for text, number in CVERR.items()}


def errors_to_text(value: Any) -> Any:
    """A cell or rows of cells with COM's error codes replaced by the errors' text.

    xlwings does so for the seven oldest errors; a newer one would arrive as a number.

    >>> errors_to_text([[5.0, -2146826243], [None, "A+"]])
    [[5.0, '#SPILL!'], [None, 'A+']]
    """
    if not isinstance(value, list):
        return _TEXT_BY_COM_ERROR.get(value, value) if type(value) is int else value
    if value and isinstance(value[0], list):
        if int not in {type(cell) for row in value for cell in row}:
            return value
        return [errors_to_text(row) for row in value]
    return [_TEXT_BY_COM_ERROR.get(cell, cell) if type(cell) is int else cell for cell in value]
