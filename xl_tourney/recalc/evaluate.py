"""One formula, its value: a workbook of one cell."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from ..engines import ENGINES, NotCalculated, Order
from ..engines import engine as engine_named
from ..errors import InputError
from ..grammar import spelling
from ..grammar.references import Area, Place
from ..ooxml import xml
from .keeping import Keeper

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="sheet1.xml"/></Relationships>',
}
_SHEET = (
    '<worksheet xmlns="{main}"><sheetData><row r="1"><c r="A1" cm="1">'
    '<f t="array" ref="A1">{formula}</f></c></row></sheetData></worksheet>'
)


def evaluate(formula: str, *, engine: str = ENGINES[0]) -> list[list[Any]]:
    """The value of a formula, as rows of cells.

    >>> evaluate("=TAPL({5,5,5,5,5,5,5})"), evaluate("{1,2;3,4}*2")
    ([[0.0]], [[2.0, 4.0], [6.0, 8.0]])
    """
    text = formula.strip().removeprefix("=")
    calculator = engine_named(engine)
    try:
        spelled = spelling.for_engine(text)
    except spelling.FormulaError as error:
        raise InputError(f"The formula cannot be read ({error}); look at its brackets.") from error
    why = Keeper(calculator, ()).verdict(text, array=True).why_kept
    if why:
        raise InputError(f"The formula cannot be calculated: {why}.")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in _PARTS.items():
            archive.writestr(name, content)
        sheet = _SHEET.format(main=_MAIN, formula=xml.escape(spelled))
        archive.writestr("xl/sheet1.xml", sheet)
    here = Place("Sheet1", 1, 1)
    outcome = calculator.calculate(Order(file.getvalue(), {"Sheet1": [Area(1, 1, 1, 1)]}, [here]))
    rows = outcome.arrays[here][1] if here in outcome.arrays else outcome.values["Sheet1"][0]
    failed = next((c for row in rows for c in row if isinstance(c, NotCalculated)), None)
    if failed:
        raise InputError(f"The formula cannot be calculated: {failed.reason}.")
    return [list(row) for row in rows]
