"""Formulas with data of other workbooks calculate with what their own workbook has saved of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.recalculation.books import DOCUMENT, MAIN, PACKAGE, cached, parts, raw
from xl_tourney.recalculation.recalculate import recalc

LINK = f"""<externalLink xmlns="{MAIN}" xmlns:r="{DOCUMENT}"><externalBook r:id="rId1">
<sheetNames><sheetName val="Data"/><sheetName val="It's old"/><sheetName val="Lost"/></sheetNames>
<definedNames><definedName name="Rate" refersTo="='It''s old'!$B$1"/>
<definedName name="Gone" refersTo="=#REF!"/></definedNames>
<sheetDataSet>
<sheetData sheetId="0"><row r="1"><cell r="A1"><v>5</v></cell><cell r="B1" t="str"><v>a &amp; b</v>
</cell></row><row r="3"><cell r="A3"><v>7</v></cell><cell r="B3" t="e"><v>#N/A</v></cell></row>
</sheetData>
<sheetData sheetId="1"><row r="1"><cell r="B1"><v>0.25</v></cell></row></sheetData>
<sheetData sheetId="2" refreshError="1"><row r="1"><cell r="A1"><v>3</v></cell></row></sheetData>
</sheetDataSet></externalBook></externalLink>"""

FORMULAS: dict[str, Any] = {
    "[1]Data!A1+C1": 15,
    "SUM([1]Data!$A$1:$A$9)*2": 24,
    "SUM([1]Data!A:A)": 12,
    "'[1]It''s old'!B1*8": 2,
    '[1]Data!B1&"!"': "a & b!",
    "IFERROR([1]Data!B3,1)": 1,
    "[1]!Rate*4": 1,
    "Named+1": 6,
    "Shadowed*2": 20,  # the name of the sheet, not that of the workbook
    # what is not saved keeps its value
    "[1]Data!A2+1": None,
    "SUM([1]Data!D1:E9)": None,
    "[1]Lost!A1*2": None,
    "[1]Nowhere!A1*2": None,
    "[2]Data!A1*2": None,
    "[1]!Gone*2": None,
}
"""Formulas with their values; None where the cell keeps its value."""


def linked(file: Path, formulas: Iterable[str] = FORMULAS) -> Path:
    """A workbook with a link to another."""
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><f>{formula.replace("&", "&amp;")}</f><v>-1</v></c>'
        + ('<c r="C1"><v>10</v></c>' if row == 1 else "")
        + "</row>"
        for row, formula in enumerate(formulas, 1)
    )
    workbook = (
        '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'
        '<externalReferences><externalReference r:id="rId9"/></externalReferences>'
        '<definedNames><definedName name="Named">[1]Data!$A$1</definedName>'
        '<definedName name="Shadowed" localSheetId="0">Sheet1!$C$1</definedName>'
        '<definedName name="Shadowed">[1]Data!$A$1</definedName></definedNames>'
    )
    links = f'<Relationships xmlns="{PACKAGE}/relationships">' + "".join(
        f'<Relationship Id="{id_}" Type="{DOCUMENT}/{type_}" Target="{target}"/>'
        for id_, type_, target in (
            ("rId1", "worksheet", "worksheets/sheet1.xml"),
            ("rId2", "sharedStrings", "sharedStrings.xml"),
            ("rId9", "externalLink", "externalLinks/externalLink1.xml"),
        )
    )
    return raw(
        file,
        rows,
        workbook=workbook,
        parts={
            "xl/_rels/workbook.xml.rels": f"{links}</Relationships>",
            "xl/externalLinks/externalLink1.xml": LINK,
            "xl/externalLinks/_rels/externalLink1.xml.rels": (
                f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
                f'Type="{DOCUMENT}/externalLinkPath" Target="old.xlsx" TargetMode="External"/>'
                "</Relationships>"
            ),
        },
    )


@pytest.fixture(scope="module")
def calculated(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], set[str]]:
    file = linked(tmp_path_factory.mktemp("links") / "book.xlsx")
    before = parts(file)
    receipt = recalc(file)
    changed = {name for name, data in parts(file).items() if before[name] != data}
    assert changed == {"xl/worksheets/sheet1.xml"}
    return cached(file), {note.cell for note in receipt.kept}


@pytest.mark.parametrize(("row", "formula"), [*enumerate(FORMULAS, 1)], ids=[*FORMULAS])
def test_saved_data_of_another_workbook_is_used(calculated: Any, row: int, formula: str) -> None:
    values, kept = calculated
    value = FORMULAS[formula]
    assert (values[f"A{row}"], f"Sheet1!A{row}" in kept) == (
        -1 if value is None else value,
        value is None,
    )


@pytest.mark.slow
def test_other_engines_get_the_data_too(tmp_path: Path) -> None:
    """This one lays a whole column out in a million cells, which takes it seconds."""
    formulas = [formula for formula in FORMULAS if "A:A" not in formula]
    file = linked(tmp_path / "book.xlsx", formulas)
    recalc(file, engine="formulas")
    got = cached(file)
    assert [got[f"A{row}"] for row in (1, 2, 3, 6, 8, 9)] == [15, 24, 2, 1, 20, -1]


def test_a_cell_with_data_among_cells_without(tmp_path: Path) -> None:
    formulas = ["C1", *(f"[1]Data!A{row}*2" for row in range(2, 7))]
    file = linked(tmp_path / "book.xlsx", formulas)
    recalc(file)
    assert [cached(file)[f"A{row}"] for row in range(1, 7)] == [10, -1, 14, -1, -1, -1]
