"""The gate: every workbook that we write passes it, and each of many broken ones does not."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from tests.doctor.planting import (
    BOOK,
    RELATIONS,
    SHEET,
    STYLES,
    TABLE,
    TYPES,
    Planting,
    add,
    broken,
    change,
    remove,
)
from tests.sample_files import SampleFiles
from tests.templates.small import SMALL, built, choices
from xl_tourney.cli.main import xl_tourney
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.doctor.workbook import check_workbook
from xl_tourney.errors import WorkbookError
from xl_tourney.hosts.excel.xlam import build_addin, to_macro_workbook
from xl_tourney.hosts.lambdas.embedding import add_defined_names
from xl_tourney.templates import TEMPLATES, Template, package
from xl_tourney.templates.parts.workbook import Functions

ROOT = Path(__file__).parents[2]


# What we write ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "workbooks").glob("*.xlsx")), ids=lambda p: p.stem)
def test_a_native_sample_passes(path: Path) -> None:
    assert check_workbook(path) == []


@pytest.mark.parametrize("functions", ["addin", "lambda"])
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_a_sample_passes_in_every_other_variant(
    template: Template,
    functions: Functions,
    tmp_path: Path,
    sample_files: SampleFiles,
) -> None:
    data = sample_files.read(template, template.samples[0], functions)
    files = {"book.xlsx": add_defined_names(data) if functions == "lambda" else data}
    if functions == "addin":  # macros stand beside the sheets
        files["book.xlsm"] = to_macro_workbook(data)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        assert check_workbook(tmp_path / name) == []


VARIANTS = get_args(Functions)


@pytest.mark.slow
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_an_empty_workbook_passes_with_each_choice_of_each_option(
    template: Template, tmp_path: Path
) -> None:
    """In one variant after the other; the samples show each in all of them.

    A workbook has a choice of every option; the first two have the room of the template.
    """
    path, small = tmp_path / "empty.xlsx", SMALL[template.name]
    for number, chosen in enumerate([{}, {}, *choices(template)]):
        functions = VARIANTS[number % len(VARIANTS)]
        for options, book in built(template, functions, chosen, **(small if chosen else {})):
            data = package(book)
            path.write_bytes(add_defined_names(data) if functions == "lambda" else data)
            assert check_workbook(path) == [], (functions, options)


def test_the_addin_passes(tmp_path: Path) -> None:
    path = tmp_path / "xl_tourney.xlam"
    path.write_bytes(build_addin())
    assert check_workbook(path) == []


# What is broken -----------------------------------------------------------------------------------

RELATIONSHIPS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
)

BROKEN: dict[str, tuple[Planting, str]] = {
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
    "no visible sheet": (
        lambda parts: parts.update({BOOK: parts[BOOK].replace('"visible"', '"hidden"')}),
        "no sheet is visible",
    ),
    "a sheet's name with a quotation mark": (
        change(BOOK, 'name="Notes"', 'name="Notes\'"'),
        "a character that no sheet's name may have",
    ),
    "a sheet's name that Excel keeps": (
        change(BOOK, 'name="Notes"', 'name="History"'),
        "is a name that Excel keeps",
    ),
    "a sheet's number of 0": (change(BOOK, 'sheetId="2"', 'sheetId="0"'), "between 1 and 65534"),
    "a sheet's number twice": (
        change(BOOK, 'sheetId="2"', 'sheetId="1"'),
        "is the sheetId of more than one sheet",
    ),
    "a name of a sheet that is not there": (
        change(BOOK, "<definedName ", '<definedName localSheetId="2" '),
        "is of sheet number 2, which is not there",
    ),
    "a name of nothing": (
        change(BOOK, "(<definedName [^>]*>)[^<]*", r"\1"),
        "is a defined name of nothing",
    ),
    "a view of a sheet that is not there": (
        change(BOOK, 'activeTab="0"', 'activeTab="2"'),
        "is of a sheet that is not there",
    ),
    "columns that overlap": (
        change(
            SHEET,
            "<sheetData>",
            '<cols><col min="1" max="2"/><col min="2" max="3"/></cols><sheetData>',
        ),
        "overlap others, or are out of order",
    ),
    "a row twice": (change(SHEET, '<row r="3"', '<row r="2"'), "is out of order, or there twice"),
    "an unknown type": (change(SHEET, 't="n"><v>3', 't="x"><v>3'), "has the unknown type x"),
    "a truth value that is none": (
        change(SHEET, 't="n"><v>3', 't="b"><v>3'),
        "is a truth value, but holds '3'",
    ),
    "an error that is none": (
        change(SHEET, 't="n"><v>3', 't="e"><v>3'),
        "is an error, but holds '3'",
    ),
    "a formula of nothing": (change(SHEET, "B2\\+1", ""), "has a formula of nothing"),
    "an array mark without an array formula": (
        change(SHEET, '<c r="B3"', '<c r="B3" cm="1"'),
        "has an array mark, but no array formula",
    ),
    "a shared formula that begins nowhere": (
        change(SHEET, "<f>B2\\+1</f>", '<f t="shared" si="0"/>'),
        "is of shared formula 0, which does not begin above it",
    ),
    "a shared formula without a range": (
        change(SHEET, "<f>B2", '<f t="shared" si="0">B2'),
        "begins a shared formula without a range",
    ),
    "a shared formula that begins twice": (
        change(
            SHEET,
            r"<f>B2\+1</f>(.*)</sheetData>",
            r'<f t="shared" ref="B3:B4" si="0">B2+1</f>\1<row r="4"><c r="B4">'
            '<f t="shared" ref="B4" si="0">B2+1</f></c></row></sheetData>',
        ),
        "begins shared formula 0 a second time",
    ),
    "array formulas that overlap": (
        change(
            SHEET,
            '"D1:D2"(.*)<f>B2',
            r'"D1:D3"\1<f t="array" ref="B3:D3">B2',
        ),
        "overlaps another",
    ),
    "a table that the sheet does not list": (
        change(SHEET, "<tablePart [^>]*/>", ""),
        "lists 0 of 1 tables",
    ),
    "a table's name that is a cell": (
        change(TABLE, 'displayName="Standings"', 'displayName="AB12"'),
        "cannot be the name of a table",
    ),
    "a table without a range": (change(TABLE, 'ref="A1:B3"', 'ref="B"'), "has no range, but 'B'"),
    "a formula of a table's column that cannot be read": (
        change(
            TABLE,
            r'(<tableColumn id="2" name="Points")\s*/>',
            r"\1><calculatedColumnFormula>SUM(B2</calculatedColumnFormula></tableColumn>",
        ),
        "Points: has a formula that cannot be read",
    ),
    "a table without rows": (change(TABLE, 'ref="A1:B3"', 'ref="A1:B1"'), "has no row for data"),
    "a table's count of columns": (
        change(TABLE, '<tableColumns count="2"', '<tableColumns count="3"'),
        "has another count than it has columns",
    ),
    "a table's filter beside it": (
        change(TABLE, '<autoFilter ref="A1:B3"', '<autoFilter ref="A1:C3"'),
        "has a filter that is not over its columns",
    ),
    "an area that is none": (change(SHEET, 'sqref="F1:F9"', 'sqref="F"'), "is no list of ranges"),
    "a dimension that is none": (
        change(SHEET, '<dimension ref="[^"]*"', '<dimension ref="?"'),
        "is no dimension",
    ),
    "a count of validations": (
        change(SHEET, '<dataValidations count="1"', '<dataValidations count="2"'),
        "has another count than it has validations",
    ),
    "a validation without a formula": (
        change(SHEET, "<formula1>.*?</formula1>", ""),
        "has no formula",
    ),
    "a conditional format without a rule": (
        change(SHEET, "<cfRule.*?</cfRule>", ""),
        "has no rule",
    ),
    "a conditional format without a formula": (
        change(SHEET, "(<cfRule[^>]*>)<formula>.*?</formula>", r"\1"),
        "has no formula",
    ),
    "a link without a cell": (
        change(SHEET, '<hyperlink ([^>]*)ref="E1"', r'<hyperlink \1ref=""'),
        "has no cell",
    ),
    "a link's long tooltip": (
        change(SHEET, "<hyperlink ", f'<hyperlink tooltip="{"x" * 256}" '),
        "has a tooltip of more than 255 characters",
    ),
    "a count of merged cells": (
        change(SHEET, '<mergeCells count="1"', '<mergeCells count="2"'),
        "has another count than it has ranges",
    ),
    "merged cells that are one": (
        change(SHEET, 'ref="G1:H2"', 'ref="G"'),
        "is no range of merged cells",
    ),
    "a part of nothing": (
        add("xl/worksheets/_rels/sheet9.xml.rels", RELATIONSHIPS),
        "is of xl/worksheets/sheet9.xml, which is not in the package",
    ),
    "a number format twice": (
        change(STYLES, "(<numFmt [^>]*/>)", r"\1\1"),
        "is declared more than once",
    ),
    "a number format without a code": (
        change(STYLES, 'formatCode="[^"]*"', 'formatCode=""'),
        "has no code, or one that is too long",
    ),
    "a number format that is not there": (
        change(STYLES, '(<cellXfs.*?)numFmtId="0"', r'\1numFmtId="999"'),
        "has number format 999, which is not there",
    ),
    "a style of a style that is not there": (
        change(STYLES, '(<cellXfs.*?)xfId="0"', r'\1xfId="9"'),
        "has xfId 9, which is not there",
    ),
    "a sheet's number that is too large": (
        change(BOOK, 'sheetId="2"', 'sheetId="65535"'),
        "between 1 and 65534",
    ),
    "a long number format": (
        change(STYLES, 'formatCode="[^"]*"', f'formatCode="{"0" * 256}"'),
        "has no code, or one that is too long",
    ),
    "a first own number format that is not there": (
        change(STYLES, '(<cellXfs.*?)numFmtId="0"', r'\1numFmtId="166"'),
        "has number format 166, which is not there",
    ),
    "a column beyond the last": (
        change(SHEET, "<sheetData>", '<cols><col min="1" max="16385"/></cols><sheetData>'),
        "overlap others, or are out of order",
    ),
    "a cell beyond the last": (
        change(SHEET, "</sheetData>", '<row r="4"><c r="XFE4"/></row></sheetData>'),
        "is out of order, or there twice",
    ),
    "a row with its number and cells without": (
        change(SHEET, '<c r="B3"', "<c "),
        "is no cell of row 3",
    ),
    "a colour that is none": (change(STYLES, 'rgb="[^"]*"', 'rgb="red"'), "has the colour 'red'"),
    "no fonts": (
        change(STYLES, "<fonts [^>]*>.*</fonts>", '<fonts count="0"></fonts>'),
        "is empty",
    ),
    "an addin's name of a workbook": (
        change(TYPES, r"spreadsheetml\.sheet\.main", "spreadsheetml.worksheet"),
        "which is no workbook's",
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

FOUND = {
    "a content type of a missing part": 2,
    "a relationship to a missing part": 3,
    "an id of two relationships": 3,
    "a table with a column twice": 2,
    "a table that is narrower than its columns": 2,
    "a row twice": 3,
    "array formulas that overlap": 2,
    "an array mark without an array formula": 2,
    "a table that the sheet does not list": 2,
    "a number format twice": 2,
    "no fonts": 4,
    "an addin's name of a workbook": 2,
}
"""How many problems a change makes that is more than one."""

VALIDATION = "<dataValidation "
SOUND: dict[str, Planting] = {
    "a sheet's longest name": change(BOOK, 'name="Notes"', f'name="{"N" * 31}"'),
    "a sheet's largest number": change(BOOK, 'sheetId="2"', 'sheetId="65534"'),
    "a hidden sheet": change(BOOK, '(name="Notes" [^>]*)"visible"', r'\1"hidden"'),
    "a name's longest comment": change(
        BOOK, "<definedName ", f'<definedName comment="{"x" * 255}" '
    ),
    "a defined name's longest name": change(BOOK, '"Places"', f'"{"x" * 255}"'),
    "a name of the last sheet": change(BOOK, "<definedName ", '<definedName localSheetId="1" '),
    "a view of the last sheet": change(BOOK, 'activeTab="0"', 'activeTab="1"'),
    "a prefix that is declared": change(
        BOOK,
        "<workbook ",
        '<workbook xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" '
        'mc:Ignorable="x14ac" ',
    ),
    "the longest header": change(
        SHEET, "<oddHeader>.*</oddHeader>", f"<oddHeader>{'x' * 255}</oddHeader>"
    ),
    "the longest list": change(SHEET, '<formula1>"yes,no"', f'<formula1>"{"x," * 127}x"'),
    "the longest titles": change(
        SHEET, VALIDATION, f'{VALIDATION}promptTitle="{"x" * 32}" errorTitle="{"x" * 32}" '
    ),
    "the longest messages": change(
        SHEET, VALIDATION, f'{VALIDATION}prompt="{"x" * 255}" error="{"x" * 224}" '
    ),
    "a link's longest tooltip": change(SHEET, "<hyperlink ", f'<hyperlink tooltip="{"x" * 255}" '),
    "a link to a place": change(SHEET, "<hyperlink [^>]*/>", '<hyperlink ref="E1" location="A1"/>'),
    "the widest column": change(
        SHEET,
        "<sheetData>",
        '<cols><col min="1" max="1" width="255"/><col min="2" max="16384"/></cols><sheetData>',
    ),
    "the highest row": change(SHEET, '<row r="2"', '<row r="2" ht="409.5"'),
    "the longest text": change(SHEET, 't="n"><v>3', f't="str"><v>{"x" * 32_767}'),
    "truth values": change(SHEET, 't="n"><v>3', 't="b"><v>0'),
    "an error": change(SHEET, 't="n"><v>3', 't="e"><v>#N/A'),
    "rows and cells without their places": change(SHEET, '<row r="3"', "<row "),
    "a shared formula": change(
        SHEET,
        r"<f>B2\+1</f>(.*)</sheetData>",
        r'<f t="shared" ref="B3:B4" si="0">B2+1</f>\1<row r="4"><c r="B4"><f t="shared" si="0"/>'
        "</c></row></sheetData>",
    ),
    "the last row and column": change(
        SHEET, "</sheetData>", '<row r="1048576"><c r="XFD1048576"/></row></sheetData>'
    ),
    "the longest number format": change(STYLES, 'formatCode="[^"]*"', f'formatCode="{"0" * 255}"'),
    "a number format of every program": change(
        STYLES, '(<cellXfs.*?)numFmtId="0"', r'\1numFmtId="163"'
    ),
    "a colour in small letters": change(STYLES, 'rgb="[^"]*"', 'rgb="00ffcc00"'),
    "merged cells beside each other": change(
        SHEET,
        "<mergeCells.*</mergeCells>",
        '<mergeCells count="2"><mergeCell ref="G1:H2"/><mergeCell ref="G3:H3"/></mergeCells>',
    ),
}
"""Changes of the sound workbook that go as far as Excel lets them."""


def test_the_sound_workbook_passes(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, lambda parts: None))
    assert check_workbook(path) == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_workbook_does_not_pass(sound: bytes, name: str, tmp_path: Path) -> None:
    breaking, message = BROKEN[name]
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, breaking))
    found = check_workbook(path)
    assert [p for p in found if message in str(p)]
    assert len(found) == FOUND.get(name, 1)


@pytest.mark.parametrize("name", SOUND)
def test_what_excel_just_takes_passes(sound: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, SOUND[name]))
    assert check_workbook(path) == []


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


def test_the_command_says_of_which_workbooks_nothing_was_found(
    sound: bytes, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.xlsx", tmp_path / "bad.xlsx"
    good.write_bytes(sound)
    bad.write_bytes(broken(sound, BROKEN["a number that is none"][0]))
    arguments = ["doctor", str(good), str(bad)]
    result = CliRunner().invoke(xl_tourney, arguments, standalone_mode=False)
    assert result.stderr == f"{good}: nothing that Excel would repair was found.\n"


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
