"""A sheet's rows and cells, however they are written, and written anew in other places."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from xl_tourney.errors import WorkbookError
from xl_tourney.ooxml.sheet.grid import ColumnLooks, GridCell, SheetGrid, cell_of, map_formulas
from xl_tourney.ooxml.xml import XmlPart

PACKAGE = Path(__file__).parents[2] / "xl_tourney"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = f"""<?xml version="1.0"?><!-- <c r="Z9"/> -->
<worksheet xmlns="{MAIN}"><dimension ref="A1:C3"/><cols><col min="1" max="2" width='9'/></cols>
<sheetData><row r="1" spans="1:3" ht="20"><c r="A1" s='4'/><c t="inlineStr"><is><r><rPr>
<color rgb="FF000000"></color></rPr><t>x</t></r></is></c>
<c s="2"><f ca="1">A1&lt;<![CDATA["<c>"]]></f>
<v>1</v></c></row><row><c r="B2"><f t="array" ref="B2:B3">A1:A2</f></c></row></sheetData>
<conditionalFormatting sqref="A1:C3"><cfRule type="expression"><formula>A1&gt;2</formula></cfRule>
</conditionalFormatting></worksheet>"""


def part(text: str) -> XmlPart:
    return XmlPart("xl/worksheets/sheet1.xml", text.encode())


def test_cells_are_found_however_they_are_written() -> None:
    grid = SheetGrid(part(SHEET), "x.xlsx")
    assert grid.rows == {1: {"ht": "20"}, 2: {}}
    assert [*grid.cells] == [(1, 1), (1, 2), (1, 3), (2, 2)]
    assert grid.cells[1, 1] == GridCell({"s": "4"}, b"")
    assert grid.cells[1, 2].attributes == {"t": "inlineStr"}
    assert grid.cells[1, 2].content.startswith(b"<is>") and b"x</t>" in grid.cells[1, 2].content
    formula = grid.cells[1, 3]
    assert (formula.formula, formula.formula_attributes) == ('A1<"<c>"', {"ca": "1"})
    assert formula.with_formula("B1>2", {}) == b"<f>B1&gt;2</f>\n<v>1</v>"
    assert grid.cells[2, 2].formula_attributes == {"t": "array", "ref": "B2:B3"}
    assert grid.column_looks == [ColumnLooks(1, 2, {"width": "9"})]


def test_a_sheet_is_written_with_its_cells_elsewhere() -> None:
    grid = SheetGrid(part(SHEET), "x.xlsx")
    grid.set_column_looks([ColumnLooks(1, 3, {"width": "9"})])
    grid.map_references(lambda areas: areas.replace("3", "5"), lambda formula: f"NOT({formula})")
    cell = cell_of((4, 2), {"s": "4"}, b"<v>7</v>")
    written = SheetGrid(part(grid.format([(4, {"ht": "20"}, [cell])])), "x.xlsx")
    assert written.rows == {4: {"ht": "20"}}
    assert written.cells == {(4, 2): GridCell({"s": "4"}, b"<v>7</v>")}
    assert written.column_looks == [ColumnLooks(1, 3, {"width": "9"})]
    assert '<dimension ref="A1:C5"/>' in written.before
    assert 'sqref="A1:C5"' in written.after and "<formula>NOT(A1&gt;2)</formula>" in written.after


@pytest.mark.parametrize("rows", ["<sheetData/>", "<sheetData></sheetData>"])
def test_a_sheet_without_rows(rows: str) -> None:
    grid = SheetGrid(part(f'<worksheet xmlns="{MAIN}">{rows}<x/></worksheet>'), "x.xlsx")
    assert (grid.rows, grid.cells, grid.after) == ({}, {}, "<x/></worksheet>")


@pytest.mark.parametrize(
    "text",
    [f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData/></x:worksheet>', f'<worksheet xmlns="{MAIN}"/>'],
)
def test_another_form_is_refused(text: str) -> None:
    with pytest.raises(WorkbookError, match="form not known here"):
        SheetGrid(part(text), "x.xlsx")


def test_formulas_of_cells_and_rules_are_mapped() -> None:
    mapped = map_formulas(part(SHEET), "x.xlsx", lambda cell, old: f"{old}+{cell is None:d}")
    assert mapped == (
        SHEET.replace('A1&lt;<![CDATA["<c>"]]>', 'A1&lt;"&lt;c&gt;"+0')
        .replace("A1:A2</f>", "A1:A2+0</f>")
        .replace("A1&gt;2", "A1&gt;2+1")
    )
    assert map_formulas(part(SHEET), "x.xlsx", lambda _, old: old) == SHEET


SHEET_TAG = re.compile(r"(?<!\?P)</?(?:c|f|v|row|sheetData|cols|col)(?![\w-])")
OTHER_TAGS = {
    "templates/parts/output.py": "writes a new workbook",
    "engines/libreoffice.py": "writes a workbook for an engine",
    "engines/cellrune.py": "writes one for the other engine",
    "generator/samples.py": "compares two workbooks",
    "recalculation/trust/opinion_inputs.py": "counts rows",
    "recalculation/recalculation.py": "counts cells",
}
"""Modules with tags of a sheet in their texts that change no sheet."""


@pytest.mark.slow
def test_nothing_else_reads_or_writes_the_cells_of_a_saved_sheet() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        if not SHEET_TAG.search(text):
            continue
        docstrings = set()
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                docstrings.add(node.value)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node not in docstrings:
                value = (
                    node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
                )
                if isinstance(value, str) and SHEET_TAG.search(value):
                    found.add(path.relative_to(PACKAGE).as_posix())
    inside = {path for path in found if path.startswith("ooxml/")}
    assert any(path.startswith("ooxml/sheet/") for path in inside)
    assert found - inside == set(OTHER_TAGS)
