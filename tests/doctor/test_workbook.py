"""The gate: every workbook that we write passes it, and each of many broken ones does not."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.sample_files import SAMPLES, SampleFiles
from xl_tourney.cli.main import xl_tourney
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.doctor.workbook import check_workbook
from xl_tourney.errors import WorkbookError
from xl_tourney.generator.generate import made
from xl_tourney.hosts.excel.xlam import build_addin, to_macro_workbook
from xl_tourney.hosts.lambdas.embedding import add_defined_names
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.registry import Sample
from xl_tourney.templates.parts.workbook import Functions

ROOT = Path(__file__).parents[2]


# What we write ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "workbooks").glob("*.xlsx")), ids=lambda p: p.stem)
def test_a_native_sample_passes(path: Path) -> None:
    assert check_workbook(path) == []


@pytest.mark.parametrize("functions", ["addin", "lambda"])
@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=lambda x: getattr(x, "name", ""))
def test_a_sample_passes_in_every_other_variant(
    template: Template,
    sample: Sample,
    functions: Functions,
    tmp_path: Path,
    sample_files: SampleFiles,
) -> None:
    data = sample_files.read(template, sample, functions)
    files = {"book.xlsx": add_defined_names(data) if functions == "lambda" else data}
    if functions == "addin":
        files["book.xlsm"] = to_macro_workbook(data)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        assert check_workbook(tmp_path / name) == []


@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_an_empty_workbook_passes(template: Template, tmp_path: Path) -> None:
    path = tmp_path / "empty.xlsx"
    path.write_bytes(made(template, None, "empty.xlsx")[0])
    assert check_workbook(path) == []


def test_the_addin_passes(tmp_path: Path) -> None:
    path = tmp_path / "xl_tourney.xlam"
    path.write_bytes(build_addin())
    assert check_workbook(path) == []


# What is broken -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound() -> bytes:
    """A workbook with one of everything that the rules look at."""
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Player", "Points"])
    sheet.append(["Ann", 3])
    sheet.append(["Bob", "=B2+1"])
    sheet["D1"] = ArrayFormula("D1:D2", "=B2:B3*2")
    sheet["E1"].hyperlink = "https://example.org/"
    sheet["E1"] = "rules"
    sheet["B2"].number_format = "0.000%"
    sheet.merge_cells("G1:H2")
    sheet.add_table(Table(displayName="Standings", name="Standings", ref="A1:B3"))
    choice = DataValidation(type="list", formula1='"yes,no"', showErrorMessage=True)
    choice.add("F1:F9")
    sheet.add_data_validation(choice)
    fill = PatternFill(bgColor="FFCC00", fill_type="solid")
    sheet.conditional_formatting.add("B2:B3", FormulaRule(formula=["B2>2"], fill=fill))
    sheet.oddHeader.left.text = "Standings"
    workbook.create_sheet("Notes")
    workbook.defined_names["Places"] = DefinedName("Places", attr_text="'Sheet'!$B$2")
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def change(part: str, pattern: str, replacement: str) -> Callable[[dict[str, str]], None]:
    def apply(parts: dict[str, str]) -> None:
        parts[part], count = re.subn(pattern, replacement, parts[part], count=1)
        assert count == 1, pattern

    return apply


def add(name: str, content: str = "<a/>") -> Callable[[dict[str, str]], None]:
    return lambda parts: parts.update({name: content})


def remove(name: str) -> Callable[[dict[str, str]], None]:
    return lambda parts: parts.pop(name) and None


BOOK, SHEET, STYLES = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"
TABLE, TYPES, RELATIONS = (
    "xl/tables/table1.xml",
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
)

BROKEN: dict[str, tuple[Callable[[dict[str, str]], None], str]] = {
    "a part without a content type": (add("xl/extra.dat"), "has no content type"),
    "a content type of a missing part": (remove("docProps/app.xml"), "is declared, but is not in"),
    "a relationship to a missing part": (
        change(RELATIONS, r"styles\.xml", "style.xml"),
        "leads to xl/style.xml, which is missing",
    ),
    "an id of two relationships": (
        change(RELATIONS, r'Id="rId2"', 'Id="rId1"'),
        "is the id of more than one relationship",
    ),
    "an id of no relationship": (
        change(SHEET, r'(<hyperlink [^>]*r?id=")[^"]+', r"\1rId99"),
        "is no relationship of the part",
    ),
    "a prefix that is not declared": (
        change(
            BOOK,
            "<workbook ",
            '<workbook xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
            'mc:Ignorable="x14ac" ',
        ),
        "is a prefix that may be ignored, but is not declared",
    ),
    "XML that is not well-formed": (change(SHEET, "</sheetData>", ""), "is not well-formed XML"),
    "a document type": (
        change(SHEET, "^", '<!DOCTYPE a [<!ENTITY b "c">]>'),
        "has a document type declaration",
    ),
    "elements out of order": (
        change(SHEET, r"(<sheetData>.*</sheetData>)(.*)(<mergeCells.*?</mergeCells>)", r"\3\1\2"),
        "comes too late in worksheet",
    ),
    "a sheet's name that is too long": (
        change(BOOK, 'name="Notes"', f'name="{"N" * 32}"'),
        "more than 31 characters",
    ),
    "a sheet's name with a colon": (
        change(BOOK, 'name="Notes"', 'name="No:tes"'),
        "no sheet's name",
    ),
    "a sheet's name twice": (change(BOOK, 'name="Notes"', 'name="SHEET"'), "more than one sheet"),
    "a defined name that is a cell": (
        change(BOOK, '"Places"', '"AB12"'),
        "cannot be a defined name",
    ),
    "a defined name with a space": (change(BOOK, '"Places"', '"My places"'), "cannot be a defined"),
    "a defined name twice": (
        change(BOOK, "(<definedName .*?</definedName>)", r"\1\1"),
        "is defined more than once",
    ),
    "a young function without its prefix": (
        change(SHEET, "B2\\+1", "IFNA(B2,1)"),
        "calls IFNA without the prefix _xlfn.",
    ),
    "a formula that is too long": (
        change(SHEET, "B2\\+1", "+".join(["B2"] * 3000)),
        "has a formula of more than 8192 characters",
    ),
    "a formula that cannot be read": (change(SHEET, "B2\\+1", "SUM(B2"), "cannot be read"),
    "a shared string that is not there": (
        change(SHEET, r't="n"><v>3</v>', 't="s"><v>999</v>'),
        "is shared string 999",
    ),
    "a number that is none": (change(SHEET, r"<v>3</v>", "<v>three</v>"), "is a number, but holds"),
    "a style that is not there": (
        change(SHEET, r'<c r="B2" s="\d+"', '<c r="B2" s="77"'),
        "has style 77, which is not there",
    ),
    "a count of styles": (
        change(STYLES, r'<cellXfs count="\d+"', '<cellXfs count="9"'),
        "elements, but counts 9",
    ),
    "a font that is not there": (change(STYLES, r'fontId="0"', 'fontId="9"'), "has fontId 9"),
    "cells out of order": (change(SHEET, r'<c r="A2"', '<c r="C2"'), "is out of order"),
    "a cell of another row": (change(SHEET, r'<c r="A2"', '<c r="A7"'), "is no cell of row 2"),
    "an array mark without metadata": (
        change(SHEET, r'<c r="D1"', '<c r="D1" cm="1"'),
        "has the array mark 1, which is not in the metadata",
    ),
    "an array formula of other cells": (
        change(SHEET, r'ref="D1:D2"', 'ref="D2:D3"'),
        "has an array formula of D2:D3",
    ),
    "a validation's long message": (
        change(SHEET, "<dataValidation ", f'<dataValidation prompt="{"x" * 256}" '),
        "has a prompt of more than 255 characters",
    ),
    "a validation's long list": (
        change(SHEET, '"yes,no"', f'"{",".join(["yes"] * 99)}"'),
        "has a list of more than 255 characters",
    ),
    "a conditional format that is not there": (
        change(SHEET, r'dxfId="0"', 'dxfId="5"'),
        "has format 5, which is not there",
    ),
    "a link that leads nowhere": (
        change(SHEET, r"<hyperlink [^>]*/>", '<hyperlink ref="E1"/>'),
        "leads nowhere",
    ),
    "merged cells that overlap": (
        change(
            SHEET,
            r"<mergeCells.*</mergeCells>",
            '<mergeCells count="2"><mergeCell ref="G1:H2"/><mergeCell ref="H2:I3"/></mergeCells>',
        ),
        "overlaps other merged cells",
    ),
    "merged cells in a table": (change(SHEET, '"G1:H2"', '"A2:B2"'), "is merged inside a table"),
    "a header that is too long": (
        change(SHEET, "<oddHeader>.*</oddHeader>", f"<oddHeader>{'x' * 256}</oddHeader>"),
        "has a text of more than 255 characters",
    ),
    "a table whose header cell is another": (
        change(TABLE, 'name="Points"', 'name="Score"'),
        "calls a column 'Score', but its cell has 'Points'",
    ),
    "a table with the name of a defined name": (
        change(TABLE, 'displayName="Standings"', 'displayName="Places"'),
        "is the name of another table, or a defined name",
    ),
    "a table with a column twice": (
        change(TABLE, 'name="Points"', 'name="player"'),
        "for more than one column",
    ),
    "a table that is narrower than its columns": (
        change(TABLE, 'ref="A1:B3"', 'ref="A1:A3"'),
        "has 2 columns, but its range has 1",
    ),
    "a macro workbook's type": (
        change(
            TYPES,
            r"application/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\.main\+xml",
            "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        ),
        "not that of a .xlsx file",
    ),
}


def broken(workbook: bytes, breaking: Callable[[dict[str, str]], None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    breaking(parts)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def test_the_sound_workbook_passes(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, lambda parts: None))
    assert check_workbook(path) == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_workbook_does_not_pass(sound: bytes, name: str, tmp_path: Path) -> None:
    breaking, message = BROKEN[name]
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, breaking))
    assert [p for p in check_workbook(path) if message in str(p)]


def test_argument_help_that_is_too_long_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "xl_tourney.xlam"
    help_text = r"(<x14:argumentDescription index=\"0\">)"
    with zipfile.ZipFile(io.BytesIO(build_addin())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    book = re.sub(help_text, rf"\g<1>{'x' * 256}", parts[BOOK].decode(), count=1)
    with zipfile.ZipFile(path, "w") as package:
        for name, content in (parts | {BOOK: book.encode()}).items():
            package.writestr(name, content)
    (found,) = check_workbook(path)
    assert found.message == "has an argument description of more than 255 characters"


def test_an_addin_that_is_named_as_a_workbook_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build_addin())
    messages = [problem.message for problem in check_workbook(path)]
    assert "has macros, which does not fit its extension" in messages


# The command --------------------------------------------------------------------------------------


def run_doctor(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(
        xl_tourney,
        ["doctor", *map(str, arguments)],
        standalone_mode=False,
        catch_exceptions=False,
    )
    return result.return_value, result.stdout


def test_the_command_names_what_is_wrong(sound: bytes, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.xlsx", tmp_path / "bad.xlsx"
    good.write_bytes(sound)
    bad.write_bytes(broken(sound, BROKEN["a number that is none"][0]))
    assert run_doctor(good) == (Exit.DONE, "")
    assert run_doctor(good, bad) == (
        Exit.SOME_FAILED,
        f"{bad}: xl/worksheets/sheet1.xml B2: is a number, but holds 'three'\n",
    )
    status, listed = run_doctor("--json", bad)
    assert status == Exit.SOME_FAILED and json.loads(listed)[str(bad)][0]["place"] == "B2"


def test_the_command_says_that_a_file_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "notes.xlsx"
    path.write_text("notes")
    with pytest.raises(WorkbookError, match=r"notes\.xlsx"):
        run_doctor(path)
