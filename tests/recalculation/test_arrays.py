"""Array formulas over a fixed range, and dynamic arrays that grow, shrink or are blocked."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, emptied, raw, sheet_xml
from xl_tourney.recalculation.recalculate import recalc

NA = "#N/A"


def array_values(file: Path, formula: str, area: str, engine: str) -> list[list[object]]:
    """The values of an array formula over a fixed area, whose other cells the file lacks."""
    raw(file, f'<row r="1"><c r="A1"><f t="array" ref="{area}">{formula}</f></c></row>')
    recalc(file, engine=engine)
    got = cached(file)
    rows, columns = int(area[-1]), "ABCDEFGH"[: ord(area[-2]) - 64]
    return [[got.get(f"{column}{row + 1}") for column in columns] for row in range(rows)]


@pytest.mark.parametrize(
    ("formula", "area", "values"),
    [
        ("GBQ({55;5},{3;3},1)", "A1:A2", [[0], [5]]),
        ("GBQ({55;5},{3;3},1)", "A1:A4", [[0], [5], [NA], [NA]]),
        ("GBQ({55;5;1},{3;3;3},1)", "A1:A2", [[0], [5]]),
        ("GBQ({55;5},{3;3},1)", "A1:B3", [[0, 0], [5, 5], [NA, NA]]),
        ("MATCHPOINT({420,-50,450})", "A1:D2", [[2, 0, 4, NA], [2, 0, 4, NA]]),
        ("TAPL({5,5,5,5,5,5,5})", "A1:B2", [[0, 0], [0, 0]]),
        ("{1,2;3,4}*2", "A1:C3", [[2, 4, NA], [6, 8, NA], [NA, NA, NA]]),
        ("{1,2;3,4}", "A1:A1", [[1]]),
        ('{"a","b &amp; c"}', "A1:B1", [["a", "b & c"]]),
        ("1=1", "A1:A2", [[True], [True]]),
        ("1/0", "A1:A2", [["#DIV/0!"], ["#DIV/0!"]]),
    ],
)
def test_a_fixed_range_is_filled_as_excel_fills_it(
    file: Path, engine: str, formula: str, area: str, values: list[list[object]]
) -> None:
    assert array_values(file, formula, area, engine) == values


def test_stale_fills_are_brought_up_to_date(file: Path, engine: str) -> None:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        sheet.write_column("A1", [50, 105])
        sheet.write_column("B1", [4, 9])
        sheet.write_array_formula("D1:D2", "{=GBQ(A1:A2,B1:B2,1)}")
        sheet.write("D2", 99)
        sheet.write_formula("E1", "=SUM(D1:D2)")
    recalc(file, engine=engine)
    assert {cell: cached(file)[cell] for cell in ("D1", "D2", "E1")} == {
        "D1": 0, "D2": -0.5, "E1": -0.5,
    }  # fmt: skip


def test_missing_cells_are_put_in_their_places(file: Path) -> None:
    raw(
        file,
        '<row r="1"><c r="B1"><f t="array" ref="B1:D4">{1,2,3;4,5,6;7,8,9;10,11,12}</f></c>'
        '<c r="F1"><v>1</v></c></row>'
        '<row r="2" spans="1:6"/><row r="4"><c r="A4"><v>1</v></c><c r="C4" s="0"/></row>',
    )
    recalc(file)
    assert sheet_xml(file).partition("<sheetData>")[2].partition("</sheetData>")[0] == (
        '<row r="1"><c r="B1"><f t="array" ref="B1:D4">{1,2,3;4,5,6;7,8,9;10,11,12}</f><v>1</v></c>'
        '<c r="C1"><v>2</v></c><c r="D1"><v>3</v></c><c r="F1"><v>1</v></c></row>'
        '<row r="2" spans="1:6"><c r="B2"><v>4</v></c><c r="C2"><v>5</v></c><c r="D2"><v>6</v></c>'
        '</row><row r="3"><c r="B3"><v>7</v></c><c r="C3"><v>8</v></c><c r="D3"><v>9</v></c></row>'
        '<row r="4"><c r="A4"><v>1</v></c><c r="B4"><v>10</v></c><c r="C4" s="0"><v>11</v></c>'
        '<c r="D4"><v>12</v></c></row>'
    )
    assert recalc(file).changed == 0


# Dynamic arrays -----------------------------------------------------------------------------------


def dynamic(file: Path, formula: str, values: int, *, blocked: bool = False) -> Path:
    """A dynamic array in B1 that filled one row too many, over so many numbers in A."""
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", range(1, values + 1))
        sheet.write_dynamic_array_formula("B1:B3", f"={formula}", None, 9)
        sheet.write("B2", 99)
        sheet.write("B3", 99)
        sheet.write_formula("D1", "=SUM(B1:B9)")
        if blocked:
            sheet.write("B4", "in the way")
    return file


@pytest.mark.parametrize(("count", "area"), [(1, "B1"), (2, "B1:B2"), (3, "B1:B3"), (5, "B1:B5")])
def test_a_dynamic_array_grows_and_shrinks(file: Path, count: int, area: str) -> None:
    recalc(dynamic(file, f"A1:A{count}*10", 5))
    got = cached(file)
    assert [got.get(f"B{row}") for row in range(1, 7)] == [
        row * 10 if row <= count else None for row in range(1, 7)
    ]
    assert got["D1"] == 10 * sum(range(1, count + 1))
    assert f'ref="{area}"' in sheet_xml(file)
    assert recalc(file).changed == 0


def test_a_blocked_array_is_spill(file: Path) -> None:
    receipt = recalc(dynamic(file, "A1:A5*10", 5, blocked=True))
    got = cached(file)
    assert (got["B1"], got.get("B2"), got.get("B3"), got["B4"]) == (
        "#VALUE!", None, None, "in the way",
    )  # fmt: skip
    assert ("Sheet1!B1", "#SPILL!") in [(note.cell, note.message) for note in receipt.errors]


def test_the_cells_of_a_volatile_array_have_no_formula_of_their_own(file: Path) -> None:
    """Excel writes ``<f ca="1"/>`` into them; what reads them has their values."""
    row = (
        '<row r="1"><c r="A1" cm="1"><f t="array" aca="1" ref="A1:B1" ca="1">{}</f><v>7</v></c>'
        '<c r="B1"><f ca="1"/><v>{}</v></c></row>'
        '<row r="2"><c r="A2"><f ca="1">B1</f><v>8</v></c></row>'
    )
    assert recalc(raw(file, row.format("NOSUCH(A9)", 8))).formulas == 2
    assert cached(file) == {"A1": 7, "B1": 8, "A2": 8}
    recalc(raw(file, row.format("{1,2}", 8)))
    assert cached(file) == {"A1": 1, "B1": 2, "A2": 2}
    assert '<c r="B1"><f ca="1"/><v>2</v></c>' in sheet_xml(file)
    recalc(raw(file, row.format("1+1", 8)))
    assert cached(file) == {"A1": 2, "A2": 0}
    assert 'ca="1"/>' not in sheet_xml(file)


def test_an_array_formula_outside_of_its_range_is_kept(file: Path) -> None:
    raw(
        file,
        '<row r="3"><c r="A3"><f>B3+1</f><v>8</v></c><c r="B3"><v>7</v></c>'
        '<c r="D3"><f t="array" ref="B2:C3">ROMAN(4)*1</f><v>6</v></c></row>',
    )
    receipt = recalc(file)
    assert [(note.cell, note.message) for note in receipt.kept] == [
        ("Sheet1!D3", "its range B2:C3 does not begin in it")
    ]
    assert {cell: cached(file)[cell] for cell in ("A3", "B3", "D3")} == {"A3": 8, "B3": 7, "D3": 6}


def test_a_dynamic_array_of_one_cell_grows_to_texts(file: Path) -> None:
    """Its type and the area that it says change at once, in one tag after the other."""
    array = '<f t="array" ref="A1">{"x";"y"}</f>'
    raw(file, f'<row r="1"><c r="A1" cm="1">{array}<v/></c><c r="B1"><f>1+1</f><v/></c></row>')
    recalc(file)
    grown = '<c r="A1" cm="1" t="str"><f t="array" ref="A1:A2">{"x";"y"}</f><v>x</v></c>'
    assert grown in sheet_xml(file)
    assert cached(file) == {"A1": "x", "A2": "y", "B1": 2}


def test_the_spill_of_a_cell_is_a_range(file: Path) -> None:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", [50, 105])
        sheet.write_column("B1", [4, 9])
        sheet.write_dynamic_array_formula("D1", "=GBQ(A1:A2,B1:B2,1)")
        sheet.write_formula("E1", "=SUM(ANCHORARRAY(D1))")
    recalc(file)
    got = cached(file)
    assert (got["D1"], got["D2"], got["E1"]) == (0, -0.5, -0.5)


def test_a_plain_formula_takes_one_value_of_an_array(file: Path) -> None:
    """Before arrays spilled, a cell took the value in its own row; such files say no ``cm``."""
    raw(
        file,
        "".join(
            f'<row r="{row}"><c r="A{row}"><v>{row}</v></c>'
            f'<c r="B{row}"><f>A1:A3*10</f><v>0</v></c></row>'
            for row in (1, 2, 3)
        ),
    )
    receipt = recalc(file)
    got = cached(file)
    assert [got[f"B{row}"] for row in (1, 2, 3)] == [10, 20, 30]
    assert receipt.kept == []


def test_a_plain_formula_takes_one_cell_of_an_offset(file: Path) -> None:
    """``OFFSET(A1,0,7,1,3)`` is #VALUE! beside these cells in a workbook that Excel saved."""
    formulas = {
        ("B2", "OFFSET(A1,0,0,3,1)", 2),
        ("B3", "OFFSET(A2:A4,0,0)*10", 30),
        ("B4", "OFFSET(A1,0,0,2,1)", 9),
        ("C4", "SUM(OFFSET(A1,0,0,1+1,1))", 3),
        ("D4", "OFFSET(A1,2,0)", 3),
    }
    cells = {cell: f'<c r="{cell}"><f>{formula}</f><v>9</v></c>' for cell, formula, _ in formulas}
    raw(
        file,
        "".join(
            f'<row r="{row}"><c r="A{row}"><v>{row}</v></c>'
            + "".join(cells[cell] for cell in sorted(cells) if cell[1:] == str(row))
            + "</row>"
            for row in range(1, 5)
        ),
    )
    receipt = recalc(file)
    got = cached(file)
    assert {cell: got[cell] for cell in cells} == {cell: value for cell, _, value in formulas}
    assert [note.cell for note in receipt.kept] == ["Sheet1!B4"]  # not both say so


def test_an_array_of_choices_is_no_choice(file: Path) -> None:
    """TOROW with an array in place of a number is 1 in a workbook that Excel saved."""
    array = '<f t="array" ref="A2:B2">_xlfn.TOROW(A1:B1,A1:B1)</f><v>1</v>'
    raw(
        file,
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><v>#VALUE!</v></c></row>'
        f'<row r="2"><c r="A2" cm="1">{array}</c><c r="B2"><v>5</v></c></row>',
    )
    messages = {note.message for note in recalc(file).kept}
    assert messages == {"formualizer calls TOROW for one value, not for an array"}
    assert (cached(file)["A2"], cached(file)["B2"]) == (1, 5)


def test_a_function_of_one_value_takes_the_value_in_its_own_row(file: Path) -> None:
    raw(
        file,
        "".join(
            f'<row r="{row}"><c r="A{row}"><v>-{row}</v></c>'
            f'<c r="B{row}"><f>ABS(A:A)+SUM(A1:A2)</f></c>'
            f'<c r="C{row}"><f>SUMPRODUCT(LEN(A1:A2))</f><v>4</v></c></row>'
            for row in (1, 2)
        ),
    )
    receipt = recalc(file)
    got = cached(file)
    assert [got[cell] for cell in ("B1", "B2", "C1", "C2")] == [-2, -1, 4, 4]
    assert receipt.kept == []


@pytest.mark.parametrize("is_empty", [True, False])
def test_matrices_are_multiplied(is_empty: bool, file: Path) -> None:
    """The second engine has MMULT: its array is a constant to the first, and no blank before."""
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_row("A1", [1, 2, None, 5])
        sheet.write_row("A2", [3, 4, None, 6])
        sheet.write_array_formula("F1:F2", "{=MMULT(A1:B2,D1:D2)}", None, 1)
        sheet.write_formula("F3", "=78/F2", None, 0)
    if is_empty:
        emptied(file)
    receipt = recalc(file)
    got = cached(file)
    assert [got["F1"], got["F2"], got["F3"], receipt.kept] == [17, 39, 2, []]


def test_blanks_in_a_dynamic_array_are_0_and_an_array_without_cells_is_an_error(
    file: Path,
) -> None:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", [1, None, 3])
        sheet.write_dynamic_array_formula("B1:B3", "=A1:A3")
        sheet.write_dynamic_array_formula("D1", "=DROP(A1:A3,3)")
    receipt = recalc(file)
    got = cached(file)
    assert [got[f"B{row}"] for row in (1, 2, 3)] == [1, 0, 3]
    assert [note.cell for note in receipt.kept] == ["Sheet1!D1"]  # CellRune cannot say


def test_if_and_choose_hand_on_whole_areas(tmp_path: Path) -> None:
    file = book(
        tmp_path / "book.xlsx",
        {"A1": 1, "A2": 2, "A3": 4}
        | {"C2": "=SUM(IF(A1=1,A1:A3,0))", "D2": "=SUM(CHOOSE(2,9,A1:A3))"}
        | {"E2": "=IF(A1=1,A1:A3,0)", "F2": "=IF(A1:A3=2,7,8)"},
    )
    recalc(file)
    got = cached(file)
    assert [got[cell] for cell in ("C2", "D2", "E2", "F2")] == [7, 7, 2, 7]


def test_operators_take_the_value_of_a_column_in_their_own_row(tmp_path: Path) -> None:
    file = book(
        tmp_path / "book.xlsx",
        {"A1": "P", "B1": "R", "A2": "x", "B2": "y"}
        | {f"C{row}": '=A:A&"/"&$B$1:$B$9' for row in (1, 2, 3)},
    )
    recalc(file)
    got = cached(file)
    assert [got["C1"], got["C2"], got["C3"]] == ["P/R", "x/y", "/"]


def test_an_operator_takes_one_value_in_a_sum(file: Path) -> None:
    cells = {f"A{row}": row for row in range(1, 4)} | {f"B{row}": 10 for row in range(1, 4)}
    formulas = {
        "C2": ("=SUM(A1:A3*B1:B3)", 0),
        "D2": ("=SUM((A1:A3>1)*(B1:B3),A1:A3)", 0),
        "E2": ("=MAX(-A1:A3)+SUM(A1:A3)*2", 0),
        "F2": ("=SUMPRODUCT((A1:A3>1)*(B1:B3))", 0),
        "G2": ("=SUMPRODUCT(A1:A3*SUM(A1:A3*1))", 0),
        "C9": ("=SUM(A1:A3*B1:B3)", 0),
    }
    recalc(book(file, cells | formulas))
    got = cached(file)
    assert [got[cell] for cell in ("C2", "D2", "E2", "F2", "G2", "C9")] == [
        20,
        16,
        10,
        20,
        36,
        "#VALUE!",
    ]


def test_an_array_formula_adds_up_all_of_it(file: Path, engine: str) -> None:
    assert array_values(file, "SUM({1,2}*{3,4})", "A1:A1", engine) == [[11]]


def test_line_breaks_in_the_names_of_columns(file: Path) -> None:
    """XlsxWriter writes them as they are; a formula may have the CR before them."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.add_table("A1:A3", {"name": "T", "columns": [{"header": "the\nprice"}]})
        sheet.write_column("A2", [2, 3])
        sheet.write_formula("C1", "=SUM(T[the\r\nprice])", None, 0)
    recalc(file)
    assert cached(file)["C1"] == 5


def test_lookup_in_an_array_passes_over_its_errors(file: Path) -> None:
    """The last value that is there, as in workbooks that Excel saved; both engines say #N/A."""
    lookup = 'LOOKUP(2,1/(A1:A4<>""),B1:B4)'
    formulas = {
        "C1": f"{lookup}*2",
        "C2": "LOOKUP(1,2/(A1:A4>0),B1:B4)",  # none is that small: of errors nothing is guessed
        "C3": "LOOKUP(2.5,{1,9;2,8;3,7})",
        "C4": "LOOKUP(2,A1:A4*1,B1:B4)",  # without an order, it depends on the way of searching
    }
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_column("A1", [3, 1])
        sheet.write_column("B1", [10, 20, 30, 40])
        for address, formula in formulas.items():
            sheet.write_array_formula(address, "{=" + formula + "}", None, 99)
    receipt = recalc(file)
    values = cached(file)
    assert [values[cell] for cell in formulas] == [40, 99, 8, 99]
    assert [note.cell for note in receipt.kept] == ["Sheet1!C2", "Sheet1!C4"]


def test_arrays_are_sorted_by_several_keys(file: Path) -> None:
    """An engine that sorts by one sorts several times; CHOOSE for an array it lacks."""
    formulas = {
        'TEXTJOIN("",TRUE,SORTBY(A1:A4,B1:B4,1,C1:C4,-1))': "cbad",
        'TEXTJOIN("",TRUE,SORTBY(A1:A4,B1:B4,-1,C1:C4))': "dabc",
        'TEXTJOIN("",TRUE,SORTBY(A1:A4,B1:B4,,C1:C4,-1,A1:A4,-1))': "cbad",
        "SUM(CHOOSE(B1:B4,10,20))": 50,
    }
    with xlsxwriter.Workbook(file, {"use_future_functions": True}) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        for row, values in enumerate((("a", 1, 1), ("b", 1, 2), ("c", 1, 3), ("d", 2, 1))):
            sheet.write_row(row, 0, values)
        for row, formula in enumerate(formulas):
            sheet.write_array_formula(row, 4, row, 4, f"{{={formula}}}", None, "")
        sheet.write_dynamic_array_formula("G1:G4", "=SORTBY(A1:A4,B1:B4,-1,C1:C4,-1)")
    receipt = recalc(emptied(file))
    assert receipt.kept == []
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!E4"]
    values = cached(file)
    assert [values[f"E{row}"] for row in range(1, 5)] == [*formulas.values()]
    assert "".join(values[f"G{row}"] for row in range(1, 5)) == "dcba"
