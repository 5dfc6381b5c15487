"""Limits that Microsoft has published: a defect of each kind is planted, and found.

Each names the page of Microsoft's documents that makes it one.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.doctor.planting import (
    BOOK,
    CHART,
    COMMENTS,
    NOTES,
    SHEET,
    STYLES,
    TABLE,
    Planting,
    broken,
    change,
)
from xl_tourney.doctor.workbook import check_workbook

SUPPORT = "https://support.microsoft.com/en-us/office/"
SPECS = "https://learn.microsoft.com/en-us/openspecs/"
OI29500 = SPECS + "office_standards/ms-oi29500/"
XLSB, XLS = SPECS + "office_file_formats/ms-xlsb/", SPECS + "office_file_formats/ms-xls/"

LIMITS = SUPPORT + "excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3"
FUNCTIONS = SUPPORT + "excel-functions-alphabetical-b3944572-255d-4efb-bb96-c6d90033e188"
VALIDATION = OI29500 + "0114969a-4859-443e-ae3e-0c1fdebfcc64"
FONT_NAME = OI29500 + "0e286ffd-189c-4df8-a44f-3879af50a4a2"
TABLE_STYLE = OI29500 + "ff6347f0-3c70-4374-8ceb-81fcb2b39331"
TABLE_STYLE_INFO = OI29500 + "2390d9fd-c06a-4a93-b5e4-b8ccbe237708"
TABLE_COLUMN = OI29500 + "8f4f8ebc-a085-4cef-bec9-6d6a40066513"
DEFINED_NAME = OI29500 + "16c3c118-f358-493d-a99f-4c85ca834c00"
FORMULA = OI29500 + "8ebf82e4-4fa4-43a6-9ecd-d2d793a6f4bf"
IMPLEMENTATION = OI29500 + "1fd4a662-8623-49c0-82f0-18fa91b413b8"
"""The notes on ISO/IEC 29500, and with them the parts of the standard that Excel follows."""
DV_FORMULA = XLSB + "6d5284e4-ca3c-49cd-b113-aba3f33ea9b0"
CELL_FORMULA = XLSB + "1ec6e2a4-7b5b-4fe6-a832-7d0234d85b06"
ROW = XLSB + "b68fcd32-e1bc-4c2f-8a39-26ff10c646f5"
VIEW = XLSB + "1f7959ff-c974-4de4-ab52-5664bc436506"
SHEET_FORMAT = XLSB + "0b7b9351-cb30-4e35-a206-a93102752b5a"
FORMULA_STRING = XLSB + "006f9076-8b12-4e70-bf70-cdba08aea2e6"
CF_FORMULA = XLS + "ef40c8e8-8ffe-4d72-811b-090f8123ba07"
SHARED_FORMULA = XLS + "458bbec0-cd89-4a5d-bf64-576c64896ff0"
VBA = "https://learn.microsoft.com/en-us/office/vba/api/"
PRINT_ZOOM, PRIORITY = VBA + "excel.pagesetup.zoom", VBA + "excel.formatcondition.priority"
TEXT_IN_FORMULA = SUPPORT + "concatenate-function-8f8ae884-2ca8-4f7a-b093-75d702bea31d"
"""What to do where a text is longer than 255 characters: to join shorter ones."""
ARRAYS = SUPPORT + "guidelines-and-examples-of-array-formulas-7d94a64e-3ff3-4686-9372-ecfd5caa57c7"


class Planted(NamedTuple):
    page: str
    planting: Planting
    message: str


def formula(text: str) -> Planting:
    """Another formula in place of that of B3."""
    return change(SHEET, r"B2\+1", text)


def validated(text: str, kind: str = "custom") -> Planting:
    return change(
        SHEET, 'type="list"><formula1>"yes,no"', f'type="{kind}"><formula1>{text}'.replace("\\", "")
    )


def conditional(text: str) -> Planting:
    return change(SHEET, "<formula>B2&gt;2</formula>", f"<formula>{text}</formula>")


def shared(text: str) -> Planting:
    return change(SHEET, r"<f>B2\+1</f>", f'<f t="shared" ref="B3:B4" si="0">{text}</f>')


def before(element: str, text: str) -> Planting:
    return change(SHEET, f"<{element}", f"{text}<{element}")


def page_breaks(count: int) -> str:
    breaks = "".join(f'<brk id="{n}"/>' for n in range(1, count + 1))
    return f'<rowBreaks count="{count}">{breaks}</rowBreaks>'


DEEP = "ABS(" * 65 + "1" + ")" * 65
PLANTED = {
    # a workbook
    "a sheet's name of 32 characters": Planted(
        IMPLEMENTATION, change(BOOK, '"Notes"', f'"{"N" * 32}"'), "more than 31 characters"
    ),
    "a defined name of 256 characters": Planted(
        DEFINED_NAME, change(BOOK, '"Places"', f'"{"x" * 256}"'), "cannot be a defined name"
    ),
    "a name's comment of 256 characters": Planted(
        DEFINED_NAME,
        change(BOOK, "<definedName ", f'<definedName comment="{"x" * 256}" '),
        "has a comment of more than 255 characters",
    ),
    "a name that points to a missing sheet": Planted(
        DEFINED_NAME,
        change(BOOK, "'Sheet'!", "'Results'!"),
        "refers to the sheet 'Results', which is not there",
    ),
    "a built-in name that Excel does not know": Planted(
        DEFINED_NAME, change(BOOK, '"Places"', '"_xlnm.Print_Pages"'), "is no name that Excel has"
    ),
    "print titles of no sheet": Planted(
        DEFINED_NAME, change(BOOK, '"Places"', '"_xlnm.Print_Titles"'), "is of no sheet"
    ),
    "32,768 iterations": Planted(
        LIMITS, change(BOOK, "<calcPr ", '<calcPr iterateCount="32768" '), "a number of iterations"
    ),
    # cells
    "a text without text": Planted(
        IMPLEMENTATION,
        change(SHEET, "<is><t>Ann</t></is>", ""),
        "is a text without text, which COUNTA counts",
    ),
    "a text of 32,768 characters": Planted(
        LIMITS, change(SHEET, "<t>Ann</t>", f"<t>{'x' * 32_768}</t>"), "more than 32767 characters"
    ),
    "254 line feeds in a cell": Planted(
        LIMITS, change(SHEET, "<t>Ann</t>", f"<t>a{chr(10) * 254}b</t>"), "more than 253 line feeds"
    ),
    "a formula's text of 32,768 characters": Planted(
        FORMULA_STRING,
        change(SHEET, '"B3"><f>B2\\+1</f><v />', f'"B3" t="str"><f>B2</f><v>{"x" * 32_768}</v>'),
        "more than 32767 characters",
    ),
    "a number of 1E309": Planted(
        LIMITS, change(SHEET, "<v>3</v>", "<v>1E309</v>"), "is a number beyond the largest"
    ),
    "a row below the last": Planted(
        ROW, change(SHEET, "</sheetData>", '<row r="1048577"/></sheetData>'), "is out of order"
    ),
    "a row of a style that is not there": Planted(
        ROW, change(SHEET, '<row r="2"', '<row r="2" s="99"'), "has style 99, which is not there"
    ),
    "a column of 256 characters": Planted(
        LIMITS, before("sheetData", '<cols><col min="1" max="1" width="256"/></cols>'), "wider than"
    ),
    "a row of 410 points": Planted(
        LIMITS, change(SHEET, '<row r="2"', '<row r="2" ht="410"'), "is higher than 409"
    ),
    "rows grouped 8 deep": Planted(
        SHEET_FORMAT, change(SHEET, '<row r="2"', '<row r="2" outlineLevel="8"'), "more than 7 deep"
    ),
    "columns grouped 8 deep": Planted(
        SHEET_FORMAT,
        before("sheetData", '<cols><col min="1" max="1" outlineLevel="8"/></cols>'),
        "are grouped more than 7 deep",
    ),
    # formulas
    "a formula of 8,193 characters": Planted(
        FORMULA, formula("+".join(["B2"] * 2_800)), "more than 8192 characters"
    ),
    "a text of 256 characters in a formula": Planted(
        TEXT_IN_FORMULA, formula(f'"{"x" * 256}"'), "has a text of more than 255 characters in its"
    ),
    "256 arguments": Planted(
        LIMITS, formula(f"SUM({','.join(['1'] * 256)})"), "with more than 255 arguments"
    ),
    "65 nested calls": Planted(LIMITS, formula(DEEP), "nests calls more than 64 deep"),
    "an argument too few": Planted(FUNCTIONS, formula("MID(A2,1)"), "calls MID with 2 arguments"),
    "an argument too many": Planted(
        FUNCTIONS, formula("IF(B2,1,2,3)"), "calls IF with 4 arguments"
    ),
    "a young function without its prefix": Planted(
        IMPLEMENTATION, formula("IFNA(B2,1)"), "calls IFNA without the prefix"
    ),
    "a formula of a missing sheet": Planted(
        CELL_FORMULA, formula("Results!B2"), "refers to the sheet 'Results', which is not there"
    ),
    "a reference below the last row": Planted(
        LIMITS, formula("SUM(B2:B1048577)"), "is beyond the last row or column"
    ),
    "an array constant of unequal rows": Planted(
        ARRAYS, formula("SUM({1,2;3})"), "an array constant with rows of unequal length"
    ),
    "an array constant of cells": Planted(
        ARRAYS, formula("SUM({1,B2})"), "an array constant of something that is not constant"
    ),
    "a shared formula of another sheet": Planted(
        SHARED_FORMULA, shared("Notes!A1"), "is a shared formula with a reference to a sheet"
    ),
    "a shared formula with an array constant": Planted(
        SHARED_FORMULA, shared("SUM({1,2})"), "is a shared formula with an array constant"
    ),
    "an array formula in merged cells": Planted(
        ARRAYS, change(SHEET, '"G1:H2"', '"D1:E2"'), "has an array formula in merged cells"
    ),
    "an array formula in a table": Planted(
        ARRAYS,
        change(SHEET, r"<f>B2\+1", '<f t="array" ref="B3:C3">B2:C2'),
        "has the array formula of B3:C3 in it",
    ),
    # validations
    "an error's text of 225 characters": Planted(
        VALIDATION,
        change(SHEET, "<dataValidation ", f'<dataValidation error="{"x" * 225}" '),
        "has more than 224 characters in its error",
    ),
    "a prompt of 256 characters": Planted(
        VALIDATION,
        change(SHEET, "<dataValidation ", f'<dataValidation prompt="{"x" * 256}" '),
        "has more than 255 characters in its prompt",
    ),
    "an error's title of 33 characters": Planted(
        VALIDATION,
        change(SHEET, "<dataValidation ", f'<dataValidation errorTitle="{"x" * 33}" '),
        "has more than 32 characters in its errorTitle",
    ),
    "a prompt's title of 33 characters": Planted(
        VALIDATION,
        change(SHEET, "<dataValidation ", f'<dataValidation promptTitle="{"x" * 33}" '),
        "has more than 32 characters in its promptTitle",
    ),
    "a validation of 32,768 ranges": Planted(
        VALIDATION,
        change(SHEET, 'sqref="F1:F9"', f'sqref="{" ".join(f"F{n}" for n in range(1, 32_769))}"'),
        "is of more than 32767 ranges",
    ),
    "a validation with an array constant": Planted(
        DV_FORMULA, validated("OR(F1={1,2})"), "is a validation with an array constant"
    ),
    "a validation with a union": Planted(
        DV_FORMULA, validated("COUNT((A1,B1))"), "is a validation with a union of references"
    ),
    "a validation with a cell of another sheet": Planted(
        DV_FORMULA, validated("Notes!A1&gt;1"), "is a validation with a reference to a sheet"
    ),
    "a validation with a table": Planted(
        DV_FORMULA,
        validated("Standings[Points]", "list"),
        "is a validation with a reference to a t",
    ),
    "a validation of a missing sheet": Planted(
        DV_FORMULA, validated("Results!A1:A9", "list"), "refers to the sheet 'Results', which"
    ),
    # conditional formats
    "a conditional format with an array constant": Planted(
        CF_FORMULA, conditional("OR(B2={1,2})"), "is a conditional format with an array constant"
    ),
    "a conditional format with a cell of another sheet": Planted(
        CF_FORMULA,
        conditional("Notes!A1=B2"),
        "is a conditional format with a reference to a sheet",
    ),
    "a conditional format with an intersection": Planted(
        CF_FORMULA, conditional("SUM(A1:B2 B1:B9)"), "is a conditional format with an intersection"
    ),
    "two rules of one priority": Planted(
        PRIORITY, change(SHEET, "(<cfRule.*?</cfRule>)", r"\1\1"), "which is none or there twice"
    ),
    "a rule between one value": Planted(
        IMPLEMENTATION,
        change(SHEET, 'type="expression"', 'type="cellIs" operator="between"'),
        "has 1 formula, but needs 2",
    ),
    "a scale of one colour": Planted(
        IMPLEMENTATION,
        change(
            SHEET,
            '<cfRule type="expression"(.*?)<formula>.*?</formula>',
            r'<cfRule type="colorScale"\1<colorScale><cfvo type="min"/><color rgb="FFFF0000"/>'
            "</colorScale>",
        ),
        "has a colorScale that has not 2 to 3 values",
    ),
    # looks
    "a font's name of 32 characters": Planted(
        FONT_NAME, change(STYLES, '"Calibri"', f'"{"x" * 32}"'), "more than 31 characters"
    ),
    "a font of 410 points": Planted(
        IMPLEMENTATION,
        change(STYLES, 'sz val="11"', 'sz val="410"'),
        "not between 1 and 409 points",
    ),
    "an indent of 251": Planted(
        IMPLEMENTATION,
        change(STYLES, '(<cellXfs.*?xfId="0") />', r'\1><alignment indent="251"/></xf>'),
        "has an indent of more than 250",
    ),
    "a text turned by 181": Planted(
        IMPLEMENTATION,
        change(STYLES, '(<cellXfs.*?xfId="0") />', r'\1><alignment textRotation="181"/></xf>'),
        "turns a text by 181",
    ),
    "251 number formats": Planted(
        LIMITS,
        change(
            STYLES,
            '<numFmts count="1">',
            '<numFmts count="251">'
            + "".join(f'<numFmt numFmtId="{n}" formatCode="0"/>' for n in range(165, 415)),
        ),
        "are more than 250 number formats",
    ),
    "65,491 formats of cells": Planted(
        LIMITS,
        change(
            STYLES,
            '<cellXfs count="2">',
            '<cellXfs count="65491">'
            + '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' * 65_489,
        ),
        "are more than 65490 formats of cells",
    ),
    "a table style's name of 256 characters": Planted(
        TABLE_STYLE,
        change(
            STYLES,
            '<tableStyles count="0"([^>]*) />',
            rf'<tableStyles count="1"\1><tableStyle name="{"x" * 256}"/></tableStyles>',
        ),
        "have a name of none or more than 255 characters",
    ),
    # tables
    "a table's column of 256 characters": Planted(
        TABLE_COLUMN,
        change(TABLE, '"Points"', f'"{"x" * 256}"'),
        "has a column's name of more than 255 characters",
    ),
    "a table's column with the id 0": Planted(
        TABLE_COLUMN, change(TABLE, 'id="2" name="Points"', 'id="0" name="Points"'), "has the id 0"
    ),
    "a table in a style of 256 characters": Planted(
        TABLE_STYLE_INFO,
        change(TABLE, "</table>", f'<tableStyleInfo name="{"x" * 256}"/></table>'),
        "has a style's name of none or more than 255 characters",
    ),
    # the page
    "a zoom of 401": Planted(
        VIEW, change(SHEET, "<sheetView ", '<sheetView zoomScale="401" '), "between 10 and 400"
    ),
    "a page of 9%": Planted(
        PRINT_ZOOM, before("headerFooter", '<pageSetup scale="9"/>'), "between 10 and 400"
    ),
    "1,027 page breaks": Planted(
        LIMITS, before("tableParts", page_breaks(1_027)), "are more than 1026"
    ),
    "a header of 256 characters": Planted(
        LIMITS,
        change(SHEET, "<oddHeader>.*</oddHeader>", f"<oddHeader>{'x' * 256}</oddHeader>"),
        "has a text of more than 255 characters",
    ),
    "65,531 links": Planted(
        LIMITS,
        change(
            SHEET, "<hyperlinks>", "<hyperlinks>" + '<hyperlink ref="A1" location="A1"/>' * 65_530
        ),
        "are more than 65530",
    ),
    "a link to a missing sheet": Planted(
        IMPLEMENTATION,
        change(SHEET, "<hyperlink [^>]*/>", '<hyperlink ref="E1" location="Results!A1"/>'),
        "refers to the sheet 'Results', which is not there",
    ),
    # charts and comments
    "256 series in a chart": Planted(
        LIMITS,
        change(
            CHART,
            "<ser>",
            "".join(f'<ser><idx val="{n}"/><order val="{n}"/></ser>' for n in range(1, 256))
            + "<ser>",
        ),
        "has more than 255 series",
    ),
    "a chart of a missing sheet": Planted(
        IMPLEMENTATION, change(CHART, "'Sheet'!", "Results!"), "refers to the sheet 'Results'"
    ),
    "a comment of nobody": Planted(
        IMPLEMENTATION, change(COMMENTS, 'authorId="0"', 'authorId="1"'), "has author 1, who is not"
    ),
    "two comments of one cell": Planted(
        IMPLEMENTATION,
        change(COMMENTS, "(<comment .*?</comment>)", r"\1\1"),
        "is no cell, or has two comments",
    ),
    "comments that nothing shows": Planted(
        IMPLEMENTATION, change(NOTES, "<legacyDrawing [^>]*/>", ""), "no drawing that shows them"
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_defect_is_found(sound: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, PLANTED[name].planting))
    found = check_workbook(path)
    assert [p for p in found if PLANTED[name].message in str(p)]
    assert len(found) == 1 + (name == "a table's column of 256 characters")  # and its cell differs


def test_every_defect_has_a_page_of_microsofts() -> None:
    assert len(PLANTED) >= 30
    for planted in PLANTED.values():
        assert planted.page.startswith((SUPPORT, SPECS, VBA))


JUST_TAKEN: dict[str, Planting] = {
    "a text of 255 characters in a formula": formula(f'"{"x" * 255}"'),
    "64 nested calls": formula("ABS(" * 64 + "1" + ")" * 64),
    "255 arguments": formula(f"SUM({','.join(['1'] * 255)})"),
    "the last row": formula("SUM(B2:B1048576)"),
    "a sheet in quotes, and an error": formula("IF(ISERROR('sheet'!B2),#REF!,Notes!A1)"),
    "a name of a sheet in a text": formula('"Results!A1"'),
    "253 line feeds": change(SHEET, "<t>Ann</t>", f"<t>a{chr(10) * 253}b</t>"),
    "a list of another sheet": validated("Notes!A1:A2", "list"),
    "a zoom of 400": change(SHEET, "<sheetView ", '<sheetView zoomScale="400" '),
    "1,026 page breaks": before("tableParts", page_breaks(1_026)),
    "a font of 409 points": change(STYLES, 'sz val="11"', 'sz val="409"'),
    "text that stands": change(
        STYLES, '(<cellXfs.*?xfId="0") />', r'\1><alignment textRotation="255"/></xf>'
    ),
}


@pytest.mark.parametrize("name", JUST_TAKEN)
def test_what_excel_just_takes_passes(sound: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, JUST_TAKEN[name]))
    assert check_workbook(path) == []
