"""Small files that cost a careless program hours or gigabytes, by name, with how each must end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..recalc import books

Attack = Callable[[Path], object]


def _formulas(*formulas: str) -> Attack:
    cells = {f"A{row}": (f"={formula}", 7) for row, formula in enumerate(formulas, 1)}
    return lambda path: books.book(path, cells)


def _sheet(xml: str | bytes) -> Attack:
    return lambda path: books.raw(path, "", sheet=xml)


def _one_cell(formula: str) -> Attack:
    row = f'<row r="1"><c r="A1"><f>{formula}</f><v>7</v></c></row>'
    return lambda path: books.raw(path, row)


def _encoded(encoding: str) -> Attack:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    cell = '<row r="1"><c r="A1"><f>1+1</f><v>7</v></c></row>'
    return _sheet(f'{head}<worksheet xmlns="{books.MAIN}"><sheetData>{cell}</sheetData></worksheet>')


HEAD = f'<worksheet xmlns="{books.MAIN}"><sheetData>'
DOUBLED = ["REPT(&quot;x&quot;,9)".replace("&quot;", '"')]

CALCULATIONS: dict[str, Attack] = {
    "a text doubled 40 times": _formulas('"xxxxxxxx"', *(f"A{n}&A{n}" for n in range(1, 41))),
    "SUBSTITUTE that needs 4 GB": _formulas(
        'LEN(SUBSTITUTE(REPT("x",32767),"x",REPT("y",32767)))',
        'LEN(SUBSTITUTE(SUBSTITUTE(REPT("x",32767),"x",REPT("y",32767)),"y","zzzz"))',
    ),
    "CUMIPMT over 1E12 periods": _formulas("CUMIPMT(0.01,1E12,1000,1,1E12,0)"),
    "DDB over 1E12 periods": _formulas("DDB(1000,1,1E12,1E12-1,2)"),
    "199 GBQs over whole columns": _formulas(*(f"SUM(GBQ(B:B,C:C,{n}))" for n in range(1, 200))),
    "arrays of 10 million cells": _formulas(
        *(f"SUM(SEQUENCE(10000,1000)*{n})" for n in range(1, 20))
    ),
    "formulas without end": _formulas(*(f"SUM(SEQUENCE(300,1000)*{n})" for n in range(1, 5000))),
}
"""What an engine may not survive: it is ended at a limit, or gives a value."""

READ: dict[str, Attack] = {
    "1+1+1…, 500,000 times": _one_cell("1" + "+1" * 500_000),
    "<row <row…, 500,000 times": _sheet(HEAD + "<row " * 500_000),
    "<c r=<c r=…, 500,000 times": _sheet(HEAD + "<c r=" * 500_000),
    "AB[AB[…, 500,000 times": _one_cell("AB[" * 500_000),
    "((((…, 500,000 times": _one_cell("(" * 500_000),
    "<f> without end, 300,000 times": _sheet(HEAD + '<row r="1"><c r="A1"><f>' * 300_000),
    "hidden=, 500,000 times": _sheet(
        HEAD + '<row r="1"><c r="A1"><f>SUBTOTAL(9,B1:B9)</f></c></row><row ' + "x " * 500_000
    ),
    "an encoding of no spreadsheet program": _encoded("cp037"),
    "an encoding that is none": _encoded("idna"),
    "UTF-7": _encoded("utf-7"),
    "a formula of 9,000 characters": _one_cell("1" + "+1" * 4_500),
    "quotes that do not end": _one_cell("&quot;" * 300_001),
    "brackets of structured references": _one_cell("T[[" * 200_000 + "]]" * 200_000),
    "sheet names in quotes": _one_cell("''!" * 200_000),
    "commas": _one_cell("SUM(" + "," * 500_000 + ")"),
    "colons": _one_cell("A1" + ":A1" * 200_000),
    "comparisons": _one_cell("1" + "=1" * 300_000),
}
"""What costs a careless reader the square of its size; each must end in seconds."""
