"""What formulas have in common that call the same functions of cells at other places."""

from __future__ import annotations

import re

from ...grammar.references import column_number

_COLUMN = "[A-Z]{1,2}|[A-W][A-Z]{2}|X[A-E][A-Z]|XF[A-D]"
_ROW = r"[1-9]\d{0,5}"
_CELLS = re.compile(
    rf"""'[^']*'|"[^"]*"|(?<![\w.$?\\])"""
    rf"(?P<start>\$?)(?P<column>{_COLUMN})(?P<middle>\$?)(?P<row>{_ROW})"
    rf"(?::(?P<to>\$?)(?P<last_column>{_COLUMN})(?P<behind>\$?)(?P<last_row>{_ROW}))?"
    r"(?![\w.!:?\\]|\s*\()"
)
"""Texts, names of sheets in quotes, cells, and ranges of cells."""


def formula_shape(formula: str) -> str:
    """A formula but for the places of its cells; what else it says is in it, and sizes of ranges.

    Cells of one column stay cells of one column.  A formula that reads another workbook or a table
    is its own shape.

    >>> formula_shape("SUM($B6:$C9)*C6+LOG10(2)") == formula_shape("SUM($F7:$G10)*G8+LOG10(2)")
    True
    >>> formula_shape("SUM(B6:C9)*C6") in map(formula_shape, ("SUM(B6:C8)*C6", "SUM(B6:C9)*B6"))
    False
    """
    letters: dict[str, int] = {}

    def without_place(found: re.Match[str]) -> str:
        column, last = found["column"], found["last_column"]
        if column is None:
            return found[0]
        cell = f"{found['start']}\0{letters.setdefault(column, len(letters))}{found['middle']}"
        if last is None:
            return cell
        width = column_number(last) - column_number(column)
        height = int(found["last_row"]) - int(found["row"])
        return f"{cell}:{found['to']}{width}{found['behind']}{height}"

    return formula if "[" in formula else _CELLS.sub(without_place, formula)
