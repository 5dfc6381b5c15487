"""What both engines calculate otherwise than Excel: by its documentation, and by LibreOffice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from openpyxl.workbook.defined_name import DefinedName

from tests.recalculation.books import cached, raw
from tests.templates.plain_libreoffice import convert
from xl_tourney.recalculation.recalculate import recalc

NUMBERS = "".join(
    f'<row r="{row}" hidden="{int(row == 3)}">'
    f'<c r="A{row}"><v>{row}</v></c><c r="B{row}"><v>{2 * row}</v></c></row>'
    for row in range(1, 6)
)
"""1 to 5 in A1:A5, twice that in B1:B5; row 3 is hidden."""


def sheet_with(formulas: Mapping[str, tuple[str, Any]]) -> str:
    """Rows of numbers, and formulas with their cached values (None for none) in rows below."""
    rows = []
    for row, (formula, value) in enumerate(formulas.values(), 11):
        text = formula.replace("&", "&amp;").replace("<", "&lt;")
        type_ = ' t="e"' if str(value)[:1] == "#" else ' t="str"' if type(value) is str else ""
        saved = "" if value is None else f"<v>{value}</v>"
        rows.append(f'<row r="{row}"><c r="A{row}"{type_}><f>{text}</f>{saved}</c></row>')
    return NUMBERS + "".join(rows)


EXCEL: Mapping[str, tuple[str, Any]] = {
    formula: (formula, value)
    for formula, value in {
        # a zero has no sign
        '"x"&ROUND(-0.0001,3)': "x0",
        '-C1&""': "0",
        '"3-"&SUM(C1)': "3-0",
        'A1&"-0"': "1-0",
        # ranges of one size
        'SUMIFS(A1:A5,B1:B4,">1")': "#VALUE!",
        'COUNTIFS(A1:A5,">1",B1:B4,">1")': "#VALUE!",
        'AVERAGEIFS(A1:A5,B1:C5,">1")': "#VALUE!",
        'IFERROR(SUMIFS(A:A,B1:B5,">1"),-1)': -1,
        'SUMIFS(A2:A5,$B$1:$B$4,">=4")': 12,
        'SUMIFS(A1:A5,B1:B5,"<9")-SUM(A1:A2)': 7,
        # what is not blank, for several values
        'SUM(COUNTIFS(A1:A6,"<>",B1:B6,{2;4;5}))': 2,
        'COUNTIFS(A1:A6,"<>"&"",B1:B6,"<9")': 4,
        # compared with a constant array
        "SUMPRODUCT((A1:A3={1;2;9})*1)": 2,
        'SUMPRODUCT((A1:A3&""={"1";"x";"3"})*1)': 2,
        # one number is the place in a row or in a column, and no place in a block
        "INDEX(A1:B5,2)": "#REF!",
        "INDEX(A1:B1,2)": 2,
        "INDEX(A1:B5,2,2)": 4,
        "IFERROR(INDEX(B:C,3),-1)": -1,
        "INDEX(B1:B5,MATCH(4,A1:A5,0))": 8,
        # the array of INDEX is one in any formula
        "SUM(INDEX(LEN(A1:A5)*B1:B5,0))": 30,
        # columns side by side
        "VLOOKUP(8,CHOOSE({1,2},B1:B5,A1:A5),2,FALSE)": 4,
        'VLOOKUP("4-8",CHOOSE({1,3},A1:A5&"-"&B1:B5,C1:C5,B1:B5),2,0)': 8,
        # a lost reference
        "INDEX(#REF!,1,2)": "#REF!",
        "INDEX(#REF!,MATCH(1,A1:A5,0))": "#REF!",
        # hidden rows
        "SUBTOTAL(109,A1:A5)": 12,
        "SUBTOTAL(103,A1:B5)": 8,
        "SUBTOTAL(9,A1:A5)": 15,
        "AGGREGATE(9,5,A1:A5)": 12,
        "AGGREGATE(9,4,A1:A5)": 15,
        "AGGREGATE(B4+1,A5,A1:A5)": 12,
        "AGGREGATE(B4+1,A4,A1:A5)": 15,
        # a range from its last cell to its first, which formualizer refuses with all of the book
        "SUM(A5:A1,B$5:B4)": 33,
        'COUNTIF(A5:A$2,">2")': 3,
        "ROWS(5:2)+COLUMNS(C:A)": 7,
        # of several cells, in no array formula
        "TRANSPOSE(A1:B5)": "#VALUE!",
        "TRANSPOSE(A4)": 4,
    }.items()
}


@pytest.mark.parametrize("is_empty", [True, False])
def test_what_both_engines_calculate_otherwise(file: Path, is_empty: bool) -> None:
    formulas = {key: (key, None) for key in EXCEL} if is_empty else EXCEL
    raw(file, sheet_with(formulas))
    receipt = recalc(file)
    assert receipt.kept == []
    assert (receipt.changed == 0) is not is_empty
    values = cached(file)
    assert {formula: values[f"A{row}"] for row, formula in enumerate(EXCEL, 11)} == {
        formula: value for formula, (_, value) in EXCEL.items()
    }


@pytest.mark.slow
def test_libreoffice_says_the_same(file: Path) -> None:
    """It lacks AGGREGATE in this form, makes another error of a lost reference, and INDEX takes
    one value of an array there.
    """
    left_out = re.compile(r"#REF!|AGGREGATE|INDEX\(LEN")
    asked = {key: value for key, value in EXCEL.items() if not left_out.search(key)}
    raw(file, sheet_with({key: (key, None) for key in asked}))
    recalc(file, engine="libreoffice")
    values = cached(file)
    for row, (formula, value) in enumerate(asked.values(), 11):
        assert values[f"A{row}"] == value, formula


def test_hidden_rows_of_another_sheet(file: Path) -> None:
    """Only those of the own sheet were looked at."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet, data = workbook.add_worksheet("Sheet1"), workbook.add_worksheet("Data")
        data.write_column("A1", [1, 2, 3, 4, 5])
        data.set_row(2, None, None, {"hidden": True})
        sheet.write_formula("A1", "=SUBTOTAL(109,Data!A1:A5)", None, 1)
        sheet.write_formula("B1", "=SUBTOTAL(9,Data!A1:A5)", None, 1)
    assert recalc(file).kept == []
    assert cached(file) == {"A1": 12, "B1": 15}


def array(reference: str, formula: str, rows: list[list[Any]]) -> str:
    """The rows of an array formula from D1 on, with its values."""
    xml = ""
    for number, values in enumerate(rows, 1):
        cells = ""
        for letter, value in zip("DEF", values):
            is_first = (number, letter) == (1, "D")
            text = f'<f t="array" ref="{reference}">{formula}</f>' if is_first else ""
            cells += f'<c r="{letter}{number}">{text}<v>{value}</v></c>'
        xml += f'<row r="{number}">{cells}</row>'
    return xml


@pytest.mark.parametrize(
    ("reference", "formula", "rows"),
    [
        ("D1:D3", "ROW()", [[1], [2], [3]]),
        ("D1:F1", "COLUMN()", [[4, 5, 6]]),
        ("D1:E2", "ROW()*10+COLUMN()", [[14, 15], [24, 25]]),
        (
            "D1:F1",
            "GAMMAINV({0.1,0.5,0.9},1,2)",
            [[0.210721031315653, 1.38629436111989, 4.605170185988091]],
        ),
    ],
)
def test_arrays_over_a_range(
    file: Path, reference: str, formula: str, rows: list[list[Any]]
) -> None:
    """Each cell got the first value, although the saved ones were right."""
    raw(file, array(reference, formula, rows))
    assert recalc(file).changed == 0
    raw(file, array(reference, formula, [[0] * len(row) for row in rows]))
    recalc(file)
    found = cached(file)
    for row, values in enumerate(rows, 1):
        for letter, value in zip("DEF", values):
            assert found[f"{letter}{row}"] == pytest.approx(value, rel=1e-9)


def test_a_filter_inside_of_a_sum_is_not_intersected(file: Path) -> None:
    """Both engines were asked for one row of A1:A5, and agreed."""
    formulas = {
        "SUM(_xlfn._xlws.FILTER(A1:A5,A1:A5>1))": 14,
        "SUM(_xlfn._xlws.FILTER(B1:B5,A1:A5>3))": 18,
        "INDEX(_xlfn._xlws.SORT(A1:A5*-1),1)": -5,
    }
    raw(file, sheet_with({key: (key, 1) for key in formulas}))
    assert recalc(file).kept == []
    values = cached(file)
    assert [values[f"A{row}"] for row in (11, 12, 13)] == [*formulas.values()]


LETTERS: Mapping[str, tuple[str, Any]] = {
    'D4="MÜLLER"': ('D4="MÜLLER"', True),
    'D5<>"Я"': ('D5<>"Я"', False),
    "D1=D2": ("D1=D2", True),
    'IF(D2="émile",D1,0)': ('IF(D2="émile",D1,0)', "ÉMILE"),
    'D1>"Zoo"': ('D1>"Zoo"', None),
    "D1>D3": ("D1>D3", None),
    'D3<"Anton"': ('D3<"Anton"', True),
}
"""Comparisons of D1 "ÉMILE", D2 "Émile" and D3 "Anna"; None where nobody knows the place of É."""


@pytest.mark.parametrize("saved", [None, 5])
def test_letters_of_all_languages_are_the_same_in_capitals(file: Path, saved: Any) -> None:
    """The engine knew capitals of A to Z alone, and put É behind Z."""
    texts = {"D1": "ÉMILE", "D2": "Émile", "D3": "Anna", "D4": "Müller", "D5": "я"}
    cells = "".join(
        f'<row r="{reference[1:]}"><c r="{reference}" t="str"><v>{text}</v></c></row>'
        for reference, text in texts.items()
    )
    formulas = {key: (formula, saved) for key, (formula, _) in LETTERS.items()}
    raw(file, cells + sheet_with(formulas).removeprefix(NUMBERS))
    unknown = [f"A{row}" for row, (_, value) in enumerate(LETTERS.values(), 11) if value is None]
    receipt = recalc(file)
    named = receipt.kept if saved else receipt.uncertain
    assert [note.cell for note in named] == [f"Sheet1!{cell}" for cell in unknown]
    found = cached(file)
    values = {f"A{row}": value for row, (_, value) in enumerate(LETTERS.values(), 11)}
    assert {cell: found[cell] for cell in values} == {
        cell: value if value is not None else saved or found[cell] for cell, value in values.items()
    }


@pytest.mark.slow
def test_an_order_of_numbers_is_no_question_of_letters(file: Path) -> None:
    """What reads its own column is evaluated nowhere else."""
    formulas = {key: (key, 5) for key in ("A1<SUM($B:$B)", "A1<LARGE($B:$B,1)", "A1>MAX(A2:A5)")}
    raw(file, sheet_with(formulas))
    assert recalc(file).kept == []
    assert [cached(file)[f"A{row}"] for row in (11, 12, 13)] == [True, True, False]


def test_what_depends_on_a_country_is_named(file: Path) -> None:
    formulas = {"A11": ("DOLLAR(A1)", None), "A12": ('LEFTB("abc",B1)', None)}
    formulas |= {"A13": ("CHAR(228)", None), "A14": ("CHAR(64+A1)", None)}
    raw(file, sheet_with(formulas))
    assert {note.cell: note.message for note in recalc(file).uncertain} == {
        "Sheet1!A11": "what DOLLAR gives depends on the country of its user",
        "Sheet1!A12": "what LEFTB gives depends on the country of its user",
        "Sheet1!A13": "what CHAR gives depends on the country of its user",
    }
    assert [cached(file)[cell] for cell in ("A12", "A13", "A14")] == ["ab", "ä", "A"]
    raw(file, sheet_with({"A11": ("DOLLAR(A1)", "1,00 €"), "A12": ('LEFTB("abc",B1)', "a")}))
    before = file.read_bytes()
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!A11", "Sheet1!A12"]
    assert file.read_bytes() == before


def test_a_young_function_without_its_prefix_is_named(file: Path) -> None:
    """Excel saves #NAME? for it, and shows it until the formula is entered again.

    Then it calculates the value: where none is saved this one is written, and called uncertain.
    """
    call = "XLOOKUP(2,A1:A5,B1:B5)"
    formulas = {call: (call, "#NAME?"), "n": ("A11", "#NAME?"), "prefix": (f"_xlfn.{call}", 7)}
    raw(
        file, sheet_with(formulas | {"no value": (call, None), "inside": (f"IFERROR({call},0)", 0)})
    )
    receipt = recalc(file)
    reason = "Excel shows #NAME? for XLOOKUP, which lacks the prefix _xlfn. in the file"
    named = {"Sheet1!A11": reason, "Sheet1!A15": reason}
    assert {note.cell: note.message for note in receipt.kept} == named
    assert {note.cell: note.message for note in receipt.uncertain} == {
        "Sheet1!A12": "it depends on Sheet1!A11, which is not calculated",
        "Sheet1!A14": reason,
    }
    found = cached(file)
    assert [found[f"A{row}"] for row in range(11, 16)] == ["#NAME?", "#NAME?", 4, 4, 0]


def test_what_is_known_to_be_wrong_is_so_without_its_prefix_too(file: Path) -> None:
    raw(file, sheet_with({"": ("BINOM.DIST(-1E-10,10,0.5,TRUE)", None)}))
    assert [note.message for note in recalc(file).kept] == [
        "formualizer is known to get BINOM.DIST wrong"
    ]


@pytest.mark.slow
def test_libreoffice_does_not_know_a_young_function_without_its_prefix(file: Path) -> None:
    """It reads names of a file as Excel does."""
    call = 'CONCAT(A1:A3,"x")'
    raw(file, sheet_with({"without": (call, None), "with": (f"_xlfn.{call}", None)}))
    convert([file], file.parent / "converted")
    converted = cached(file.parent / "converted" / file.name)
    assert (converted["A11"], converted["A12"]) == ("#NAME?", "123x")
    assert [note.cell for note in recalc(file).uncertain] == ["Sheet1!A11"]
    assert cached(file)["A12"] == "123x"


def test_what_both_engines_get_wrong_is_left(file: Path) -> None:
    """Both find no rate of 13.9%."""
    formulas = {
        "RATE(48,-200,8000)": pytest.approx(0.007701472488),
        "RATE(38,35,-250,0)": None,
        "RATE(38,35,250,0)": "#NUM!",
        'MODE("1",1,2)': None,
    }
    raw(file, sheet_with({formula: (formula, None) for formula in formulas}))
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!A12", "Sheet1!A14"]
    found = cached(file)
    assert [found.get(f"A{row}") for row in range(11, 15)] == [*formulas.values()]


def test_a_false_is_written_where_no_value_is(file: Path) -> None:
    """A cell that says that it holds a truth value, and holds none, is empty."""
    raw(file, '<row r="1"><c r="A1" t="b"><f>1=2</f></c><c r="B1" t="b"><f>A1</f><v/></c></row>')
    assert recalc(file).changed == 2
    assert cached(file) == {"A1": False, "B1": False}


def test_the_text_of_each_formula_is_its_own(file: Path) -> None:
    """Formulas that read alike but for the row were one; the engine writes spaces of its own."""
    formulas = [
        ("<f>A9+1</f>", "=A9+1"),
        ('<f t="array" ref="A2">SUM(A9:A10*2)</f>', "{=SUM(A9:A10*2)}"),
        ('<f t="array" ref="A3:A4">A9:A10*2</f>', "{=A9:A10*2}"),
        ("", None),
        ("<f>(A9-1)^2</f>", "=(A9-1)^2"),
        ("<v>5</v>", "#N/A"),
    ]
    rows = (
        f'<row r="{row}"><c r="A{row}">{formula}</c>'
        f'<c r="B{row}"><f>_xlfn.FORMULATEXT(A{row})</f></c></row>'
        for row, (formula, _) in enumerate(formulas, 1)
    )
    raw(file, "".join(rows))
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!B4"]
    assert [cached(file).get(f"B{row}") for row in range(1, 7)] == [text for _, text in formulas]


def test_what_a_file_writes_otherwise_than_a_person(file: Path) -> None:
    """References to several sheets, ``@``, omitted last arguments, texts of formulas; no values."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Sheet1"
    for number, title in enumerate(("HR Q1", "Q2", "Q3"), 1):
        workbook.create_sheet(title)["B4"] = number
        workbook[title]["B5"] = "=B4*10"
    for row, number in enumerate((3, 2, 9), 1):
        sheet.cell(row, 3, number)
    workbook.defined_names["Places"] = DefinedName("Places", attr_text="Sheet1!$C$1:$C$3")
    formulas = {
        "SUM('HR Q1:Q3'!B4)": 6,
        "SUM('HR Q1:Q3'!B4:B5,1)": 67,
        "COUNT(Q2:Q3!B4)+MAX(Q3:Q2!B5)": 32,
        "MATCH(9,C1:C3,)": 3,
        "VLOOKUP(2,C1:C3,1,)": 2,
        "IFERROR(VLOOKUP(7,C1:C3,1,),5)": 5,
        "_xlfn.FORMULATEXT(Q2!B5)": "=B4*10",
        "_xlfn.FORMULATEXT(A9)": '=CONCAT("a","b")',
        '_xlfn.CONCAT("a","b")': "ab",
        "IF(_xlfn.ISFORMULA(Q2!B5),LEFT(_xlfn.FORMULATEXT(Q2!B5),2),0)": "=B",
        "IFERROR(_xlfn.FORMULATEXT(C1),_xlfn.ISFORMULA(C1))": False,
        "MATCH(2,C1:C3,FALSE)": 2,
    }
    for row, formula in enumerate(formulas, 1):
        sheet.cell(row, 1, f"={formula}")
        sheet.cell(row, 2, "=SUM(_xlfn.SINGLE(Places),_xlfn.SINGLE(C1:C3))" if row < 4 else None)
    workbook.save(file)
    receipt = recalc(file)
    assert (receipt.kept, receipt.uncertain) == ([], [])
    values = cached(file)
    assert [values[f"A{row}"] for row in range(1, len(formulas) + 1)] == [*formulas.values()]
    assert [values[f"B{row}"] for row in (1, 2, 3)] == [6, 4, 18]


def test_arrays_of_whole_columns_have_the_rows_of_the_workbook(file: Path) -> None:
    """Below them all rows are alike, and count, too; without values."""
    both = '(A:A="x")*(B:B=2)'
    formulas = {
        f"_xlfn.XLOOKUP(1,{both},C:C)": 30,
        '_xlfn.XLOOKUP(1,(\'Sheet1\'!A:A="x")*(B:B=3),C:C,"none")': "none",
        "_xlfn.XLOOKUP(TRUE,B1:B3>1,C1:C3)": 20,
        f"INDEX(C:C,MATCH(1,{both},0))": 30,
        'MATCH(1,(A:A="")*(B:B=""),0)': 4,
        f"SUMPRODUCT({both},C:C)": 30,
        'SUMPRODUCT((LEFT($A:$A,1)="x")*1)': 2,
        'SUMPRODUCT((A:A="")*1)': 2**20 - 3,
        'SUM(IF(A:A="x",B:B))': 3,
        f"IFERROR(MATCH(9,{both},0),0)": 0,
        "COUNTA(_xlfn.UNIQUE(A:A))": 3,
        "VLOOKUP(20,CHOOSE({1,2},C:C,A:A),2,FALSE)": "y",
        "COUNTA(_xlfn.UNIQUE(A2:A5))": 3,
        # what is blank in an array is counted, and in a range not
        "COUNTA(CHOOSE({1,2},A1,B9))": 2,
        "COUNTA(CHOOSE({1,2},A1:A5,B1:B5),A1:A5)": 13,
        "COUNT(CHOOSE({1,2},A1:A5,B1:B5))": 3,
        "COUNTA(CHOOSE(1,A1:A5,B1:B5))": 3,
        "COUNTA(TRANSPOSE(A2:A5))": 4,
        "COUNTA(_xlfn._xlws.SORT(A2:A5))": 4,
        "COUNTA(_xlfn.VSTACK(A2:A4,B9))": 4,
        "COUNTA(_xlfn._xlws.FILTER(A2:B5,C2:C5>90))": 1,
    }
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        for row, values in enumerate((("x", 1, 10), ("y", 2, 20), ("x", 2, 30))):
            sheet.write_row(row, 0, values)
        for row, formula in enumerate(formulas):
            sheet.write_array_formula(row, 4, row, 4, f"{{={formula}}}", None, "")
    receipt = recalc(file)
    assert (receipt.kept, receipt.uncertain) == ([], [])
    assert [cached(file)[f"E{row}"] for row in range(1, len(formulas) + 1)] == [*formulas.values()]


def test_the_next_of_several_that_is_not_listed_yet(file: Path) -> None:
    """Right values stay, and a wrong one is mended."""
    formula = "IFERROR(INDEX(A1:A5,MATCH(0,INDEX(COUNTIF({},A1:A5),0),0)),9)"
    right = {"A11": (formula.format("B3:B4"), 1), "A12": (formula.format("A1:B1"), 3)}
    raw(file, sheet_with(right | {"A13": (formula.format("A1:A5"), 9)}))
    before = file.read_bytes()
    assert recalc(file).kept == []
    assert file.read_bytes() == before
    raw(file, sheet_with({"A11": (formula.format("A1:B1"), 4)}))
    assert (recalc(file).kept, cached(file)["A11"]) == ([], 3)
