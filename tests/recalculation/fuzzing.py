"""Workbooks at random, from sensible to nonsense, and what must hold of any of them."""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from tests.recalculation.books import raw
from xl_tourney.errors import TourneyError
from xl_tourney.functions import CATALOGUE
from xl_tourney.ooxml.xml import escape
from xl_tourney.recalculation.recalculate import recalc

ATOMS = (
    *("1", "-2.5", "1E9", "0.1", '"text"', '"a""b"', '"<&>"', "TRUE", "#N/A", "#DIV/0!", ""),
    *(
        "A1",
        "$B$2",
        "A1:B3",
        "C:C",
        "2:2",
        "Sheet1!A1",
        "'No Sheet'!A1",
        "[1]Book!A1",
        "Name",
        "Own",
    ),
    *("{1,2;3,4}", '{"x";"y"}', "{1}", "A1#", "@A1:A3", "Table1[wins]", "Table1[[#This Row],[x]]"),
    *("XFD1048576", "A0", "_xlpm.x", "é", "1:", ")", "(", ","),
)
FUNCTIONS = (
    *(f.name for f in CATALOGUE),
    *("SUM", "IF", "IFERROR", "SUMPRODUCT", "LEN", "ROUND", "INDEX", "NOSUCH", "CUBEVALUE", "TEXT"),
    *("_xll.GBQ", "[1]!TAPL", "TOURNEY.PLACE", "_xldudf_X_TP_PERCENT", "_xlfn.SEQUENCE", "LAMBDA"),
    *("OFFSET", "INDIRECT", "ROW", "SUBTOTAL", "RAND"),
)
OPERATORS = ("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">=", ":", " ", "%")
TYPES = ("", ' t="n"', ' t="str"', ' t="b"', ' t="e"', ' t="s"', ' t="inlineStr"', ' t="odd"')
VALUES = ("", "<v>1</v>", "<v/>", "<v>#N/A</v>", "<v>0</v>", "<v>text</v>", "<is><t>in</t></is>")
BETWEEN = ("", "", "", "", " ", "\n", "<!-- <f>1</f> -->", "<?x <c?>")


def formula(rng: Random, depth: int = 3) -> str:
    """A formula, or something like one."""
    kind = rng.randrange(4) if depth else 0
    if kind == 1:
        arguments = (formula(rng, depth - 1) for _ in range(rng.randrange(4)))
        return f"{rng.choice(FUNCTIONS)}({','.join(arguments)})"
    if kind == 2:
        return formula(rng, depth - 1) + rng.choice(OPERATORS) + formula(rng, depth - 1)
    if kind == 3:
        return f"({formula(rng, depth - 1)})"
    return rng.choice(ATOMS)


def cell(rng: Random, row: int, column: int) -> str:
    """A cell as it might stand in a sheet."""
    address = f"{'ABCDEFGH'[column]}{row}"
    where = f' r="{address}"' if rng.random() < 0.95 else ""
    if rng.random() < 0.3:
        return f"<c{where}><v>{rng.choice((1, 2.5, -3))}</v></c>"
    kind = rng.random()
    text = escape(formula(rng))
    if kind < 0.7:
        f = f"<f>{text}</f>"
    elif kind < 0.8:
        ref = rng.choice((address, f"{address}:H9", f"A1:{address}", "B2:C3"))
        f = f'<f t="array" ref="{ref}">{text}</f>'
    elif kind < 0.9:
        f = f'<f t="shared" si="{rng.randrange(3)}" ref="{address}:H9">{text}</f>'
    elif kind < 0.97:
        f = f'<f t="shared" si="{rng.randrange(3)}"/>'
    else:
        f = f"<f><![CDATA[{formula(rng).replace(']]>', '')}]]></f>"
    inside = [f, rng.choice(BETWEEN), rng.choice(VALUES)]
    if rng.random() < 0.05:
        rng.shuffle(inside)
    dynamic = ' cm="1"' if rng.random() < 0.1 else ""
    return f"<c{where}{rng.choice(TYPES)}{dynamic}>{''.join(inside)}</c>"


def workbook(rng: Random, path: Path) -> None:
    """Write a workbook; one in three is damaged afterwards."""
    rows = ""
    for row in range(1, rng.randrange(2, 7)):
        cells = "".join(cell(rng, row, column) for column in range(rng.randrange(1, 7)))
        where = f' r="{row}"' if rng.random() < 0.95 else ""
        rows += f"<row{where}>{cells}</row>{rng.choice(BETWEEN)}"
    names = f"<definedName name='Name'>{escape(formula(rng))}</definedName>"
    names += "<definedName name='Own'>Own+1</definedName>"
    sheets = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'
    raw(path, rows, workbook=f"{sheets}<definedNames>{names}</definedNames>")
    if rng.random() < 0.33:
        damage(rng, path)


def damage(rng: Random, path: Path) -> None:
    """Change some bytes of the file, or of a part inside."""
    if rng.random() < 0.5:
        path.write_bytes(_scratched(rng, path.read_bytes()))
        return
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    name = rng.choice(list(parts))
    parts[name] = _scratched(rng, parts[name])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)
    path.write_bytes(buffer.getvalue())


def _scratched(rng: Random, data: bytes) -> bytes:
    scratched = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(scratched))
        if rng.random() < 0.3:
            del scratched[at : at + rng.randrange(40)]
            scratched = scratched or bytearray(b"<")
        else:
            scratched[at] = rng.choice(b"<>&/\"'= \x00\xff[](){}Az09")
    return bytes(scratched)


def check(path: Path) -> str:
    """What must hold of any workbook whatever; says whether it was calculated or refused."""
    before = path.read_bytes()
    started = sum(os.times()[:4])
    try:
        receipt = recalc(path)
    except TourneyError as error:
        assert path.read_bytes() == before
        assert str(error).strip()
        return "refused"
    finally:
        assert sum(os.times()[:4]) - started < 30  # of a processor, with those of processes
    if receipt.written is None:
        assert path.read_bytes() == before
        return "unchanged"
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(path) as new:
        assert old.namelist() == new.namelist()
        before_and_after = {
            name: (content(old, name), content(new, name)) for name in old.namelist()
        }
        changed = [name for name, (was, now) in before_and_after.items() if was not in (None, now)]
        assert changed == ["xl/worksheets/sheet1.xml"], changed
        sheets = [ElementTree.fromstring(book.read(changed[0])) for book in (old, new)]
        assert formulas(sheets[0]) == formulas(sheets[1])
        if array_ranges(sheets[0]) == array_ranges(sheets[1]):
            assert empty_formulas(sheets[0]) == empty_formulas(sheets[1])
    return "calculated"


def content(file: zipfile.ZipFile, name: str) -> bytes | None:
    """A part; None for one that is damaged, as it may be where it has no part in calculating."""
    try:
        return file.read(name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError):
        return None


def formulas(sheet: ElementTree.Element) -> list[tuple[object, ...]]:
    """All formulas that a recalculation must leave, with their attributes."""
    return [
        (element.text, element.get("t"), element.get("si"))
        for element in sheet.iter()
        if _is_formula(element) and not _is_empty(element)
    ]


def empty_formulas(sheet: ElementTree.Element) -> int:
    """How many formulas are empty; those of cells that an array leaves go with it."""
    return sum(_is_formula(element) and _is_empty(element) for element in sheet.iter())


def array_ranges(sheet: ElementTree.Element) -> list[str | None]:
    """The ranges of arrays, which follow what they fill."""
    formulas = filter(_is_formula, sheet.iter())
    return [element.get("ref") for element in formulas if element.get("t") == "array"]


def _is_formula(element: ElementTree.Element) -> bool:
    return element.tag.rpartition("}")[2] == "f"


def _is_empty(element: ElementTree.Element) -> bool:
    return not element.text and element.get("t") is None
