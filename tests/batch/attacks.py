"""Small files that cost a careless program hours or gigabytes, by name, with how each must end."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

from ..recalculation import books

Attack = Callable[[Path], object]
HEAD = f'<worksheet xmlns="{books.MAIN}"><sheetData>'


def _formulas(*formulas: str) -> Attack:
    cells = {f"A{row}": (f"={formula}", 7) for row, formula in enumerate(formulas, 1)}
    return lambda path: books.book(path, cells)


def _sheet(xml: str | bytes) -> Attack:
    return lambda path: books.raw(path, "", sheet=xml)


def _one_cell(formula: str) -> Attack:
    row = f'<row r="1"><c r="A1"><f>{formula}</f><v>7</v></c></row>'
    return lambda path: books.raw(path, row)


def _many(formula: str) -> Attack:
    """Twenty formulas of nearly 8,192 characters, all different."""
    times = 8_000 // len(formula)
    names = [a + b for a in "abcd" for b in "abcde"]
    cells = "".join(
        f'<c r="A{row}"><f>LEN("{name}")+{formula * times}1</f><v>7</v></c>'
        for row, name in enumerate(names, 1)
    )
    return lambda path: books.raw(path, f'<row r="1">{cells}</row>')


def _far(formula: str) -> Attack:
    """A formula over cells of which one alone, far away, has a value."""
    near = f'<row r="1"><c r="A1"><f>{formula}</f><v>7</v></c></row>'
    far = '<row r="100000"><c r="ZZ100000"><v>5</v></c></row>'
    return lambda path: books.raw(path, near + far)


def _entries(change: Callable[[str], str]) -> Attack:
    """A workbook whose zip has other names."""

    def make(path: Path) -> None:
        _one_cell("1+1")(path)
        parts = books.parts(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                info = zipfile.ZipInfo()
                info.filename = change(name)
                archive.writestr(info, data)

    return make


def _encoded(encoding: str) -> Attack:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    cell = '<row r="1"><c r="A1"><f>1+1</f><v>7</v></c></row>'
    return _sheet(
        f'{head}<worksheet xmlns="{books.MAIN}"><sheetData>{cell}</sheetData></worksheet>'
    )


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
}
"""What an engine may not survive: it must be ended at a limit."""

_COMMENT = f'<!-- {"<row " * 200_000} --><row r="1"><c r="A1"><f>SUBTOTAL(9,B1:B9)</f></c></row>'

TEXTS: dict[str, Attack] = {
    "1+1+1… of 400 kB": _one_cell("1" + "+1" * 200_000),
    "1+1+1… of 8 kB, 20 times": _many("1+"),
    "<row <row… of 1 MB": _sheet(HEAD + "<row " * 200_000),
    "<row <row… of 1 MB in a comment": _sheet(f"{HEAD}{_COMMENT}</sheetData></worksheet>"),
    "AB[AB[… of 600 kB": _one_cell("AB[" * 200_000),
    "AB[AB[… of 8 kB, 20 times": _many("AB["),
    "((((… of 200 kB": _one_cell("(" * 200_000),
    "1=1=1… of 8 kB, 20 times": _many("1="),
    ",,,,… of 8 kB, 20 times": _many(","),
    "A1:A1:… of 8 kB, 20 times": _many("A1:"),
    "quotes of 8 kB, 20 times": _many("'"),
    "an encoding of no spreadsheet program": _encoded("cp037"),
    "an encoding of host names": _encoded("idna"),
    "UTF-7": _encoded("utf-7"),
}
"""What costs a careless reader the square of its size: it must end in a few seconds."""

AREAS: dict[str, Attack] = {
    f"{formula} with one value in ZZ100000": _far(formula)
    for formula in ("SUM(B1:XFD1048576)", "SUBTOTAL(9,B:XFD)", "SUM(2:1048576)", "MATCH(5,ZZ:ZZ,0)")
}
"""What costs a careless program every cell between: it must end in a few seconds, too."""

PARTS: dict[str, Attack] = {
    "a sheet without its part": _entries(lambda name: name.replace("sheet1", "other")),
    "a package without content types": _entries(lambda name: name.replace("[Content", "[No")),
    "a sheet that is no worksheet": _sheet("<html/>"),
    "an empty sheet": _sheet(b""),
    "names with backslashes": _entries(lambda name: name.replace("/", "\\")),
    "names with other capitals": _entries(str.upper),
}
"""What a careless reader passes over: it must be said, or read."""
