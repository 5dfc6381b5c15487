"""A made workbook that carries its functions: as LAMBDA formulas, or as macros that call Python."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import ironcalc
import openpyxl
import pytest
from click.testing import CliRunner
from openpyxl.worksheet.cell_range import CellRange

from tests.hosts.test_excel_addin import assert_sound, modules
from tests.hosts.test_manifest import ROOT
from tests.same import same
from tests.sample_files import SampleFiles
from tests.stand_ins.lambdas import write_cell
from xl_tourney.cli.program import xl_tourney
from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel import xlam
from xl_tourney.hosts.excel.xlam import to_macro_workbook
from xl_tourney.hosts.lambdas.definitions import NOT_TAKEN, NOT_WRITTEN
from xl_tourney.hosts.lambdas.embedding import (
    add_called_names,
    add_defined_names,
    find_undefined_functions,
)
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow
TANTRIX = TEMPLATES["tantrix"]


def text_of(cell: Any) -> str:
    formula = getattr(cell.value, "text", cell.value)
    return formula if isinstance(formula, str) and formula.startswith("=") else ""


def cells(path: Path) -> list[tuple[int, Any, Any]]:
    """Every cell: the sheet's number, the cell, and its cached value."""
    written, values = (openpyxl.load_workbook(path, data_only=cached) for cached in (False, True))
    return [
        (at, cell, values.worksheets[at][cell.coordinate].value)
        for at, sheet in enumerate(written.worksheets)
        for row in sheet.iter_rows()
        for cell in row
    ]


def calls(formula: str) -> bool:
    """Whether a formula is the call of a function, and nothing around it."""
    found = re.match(r"=([A-Z_]+)\(", formula)
    return bool(found) and found[1] in CATALOGUE


@pytest.mark.parametrize(
    ("name", "sample"),
    [
        *(("tantrix", 0), ("league", 0), ("bridge", 0), ("kdice", 0)),
        *(("go", 1), ("chess", 1)),
    ],
)
def test_every_call_in_a_workbook_calculates_by_lambda_alone(
    name: str, sample: int, tmp_path: Path, sample_files: SampleFiles
) -> None:
    path = tmp_path / "book.xlsx"
    template = TEMPLATES[name]
    path.write_bytes(
        add_called_names(sample_files.read(template, template.samples[sample], "lambda"))
    )
    assert find_undefined_functions(path.read_bytes()) == []
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    calling, values = [], {}
    for at, cell, value in cells(path):
        values[at, cell.row, cell.column] = value
        if calls(text_of(cell)):
            calling.append((at, cell, value))
        elif text_of(cell):  # IronCalc is asked for our functions, and for arrays that fill a range
            with suppress(ironcalc.WorkbookError):
                model.clear_cell_contents(at, cell.row, cell.column)
                write_cell(model, cell.row, cell.column, value, at)
        elif cell.value is None:  # an empty cell with a style would be 0 to IronCalc
            with suppress(ironcalc.WorkbookError):  # unless a result spills over it
                model.clear_cell_contents(at, cell.row, cell.column)
    model.evaluate()
    compared = 0
    for at, cell, _ in calling:
        area = CellRange(getattr(cell.value, "ref", cell.coordinate))
        for row, column in area.cells:
            got, value = model.get_cell_value(at, row, column), values[at, row, column]
            shown = ["" if one is None else one for one in (got, value)]
            assert same(*shown, 1e-7), f"{cell.coordinate}: {text_of(cell)}"
            compared += 1
    assert compared > 20


def test_the_names_do_not_disturb_recalculation(tmp_path: Path, sample_files: SampleFiles) -> None:
    made = sample_files.read(TANTRIX, TANTRIX.samples[0], "lambda")
    path, receipts = tmp_path / "book.xlsx", []
    for data in (made, add_defined_names(made)):
        path.write_bytes(data)
        receipts.append(recalc(path, check=True))
    plain, carrying = receipts
    assert carrying.formulas == plain.formulas > 0
    assert (carrying.stale, carrying.kept, carrying.errors) == (
        plain.stale,
        plain.kept,
        plain.errors,
    )


def new(*words: str) -> str:
    said = CliRunner().invoke(xl_tourney, ["new", *words], catch_exceptions=False)
    assert said.exit_code == 0
    return said.output


def test_a_workbook_has_the_functions_that_it_calls(tmp_path: Path) -> None:
    said = new("tantrix", "--functions", "lambda", "-o", str(tmp_path / "tantrix.xlsx"))
    assert "LAMBDA" not in said
    names = set(openpyxl.load_workbook(tmp_path / "tantrix.xlsx").defined_names)
    assert {"GBQ", "TP_PERCENT", "XLT_BEHIND"} < names
    assert not names & {"MATCHPOINT", "XLT_GO", "XLT_CHESS"}


def test_a_function_that_no_lambda_defines_is_found() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0]["A1"] = "=RACE_STATUS(B1:B3,C1:E3,1)+GBQ(1,2,1)"
    book.save(file)
    assert find_undefined_functions(file.getvalue()) == ["RACE_STATUS"]


def test_a_workbook_has_its_functions_one_way(tmp_path: Path) -> None:
    words = ["new", "tantrix", "--functions", "lambda", "-o", str(tmp_path / "group.xlsm")]
    said = CliRunner().invoke(xl_tourney, words)
    assert said.exit_code == 2 and "An .xlsm calls its functions as macros" in said.output
    assert list(tmp_path.iterdir()) == []


def test_the_guide_names_what_is_no_lambda() -> None:
    text = (ROOT / "docs/how-to/excel.md").read_text(encoding="utf-8")
    section = text[text.index("## LAMBDA formulas") : text.index("## What only a person")]
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", section, re.MULTILINE))
    for reason in {*NOT_WRITTEN.values(), *NOT_TAKEN.values()}:
        named = [name for name, text in {**NOT_WRITTEN, **NOT_TAKEN}.items() if text == reason]
        assert rows[", ".join(named)] == reason


def test_a_workbook_with_its_own_wrappers(tmp_path: Path) -> None:
    new("tantrix", "--format", "xlsm", "-o", str(tmp_path / "group.xlsx"))
    assert_sound(tmp_path / "group.xlsm")
    path = tmp_path / "group.xlsm"
    assert [file.name for file in tmp_path.iterdir()] == ["group.xlsm"]
    found = modules(path)
    assert found["XLTourney.bas"].split() == xlam.format_module(CATALOGUE).split()
    assert {"XLTourneyPython.cls", "XLTourneyRibbon.cls"} <= set(found)
    assert len(found) == 4 + len(openpyxl.load_workbook(path).worksheets)
    with ZipFile(path) as package:
        types = package.read("[Content_Types].xml").decode()
    assert "sheet.macroEnabled.main+xml" in types and "vbaProject" in types


def test_libreoffice_opens_and_calculates_it(
    libreoffice: LibreOffice, tmp_path: Path, sample_files: SampleFiles
) -> None:
    path = tmp_path / "group.xlsm"
    kept = to_macro_workbook(sample_files.read(TANTRIX, TANTRIX.samples[0], "addin"))
    path.write_bytes(kept)
    receipt = recalc(path, check=True, engine="libreoffice")
    assert (receipt.stale, receipt.kept, receipt.failed) == (False, [], None)
    assert receipt.formulas > 100 and path.read_bytes() == kept


def test_its_macros_outlast_a_recalculation(tmp_path: Path) -> None:
    path = tmp_path / "group.xlsm"
    new("tantrix", "-o", str(path))
    with ZipFile(path) as package:
        before = package.read("xl/vbaProject.bin")
    assert recalc(path).stale == 0
    with ZipFile(path) as package:
        assert package.read("xl/vbaProject.bin") == before
