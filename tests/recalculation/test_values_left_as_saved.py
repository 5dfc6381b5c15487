"""What the engine cannot calculate keeps its value, and is named."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, cached_of, emptied, raw
from xl_tourney.calculation.receipt import Receipt
from xl_tourney.engines import load_engine
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation import recalculation
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.recalculation.trust.policy import FormulaTrust, TrustPolicy


def kept(receipt: Receipt) -> dict[str, str]:
    return {note.cell.rpartition("!")[2]: note.message for note in receipt.kept}


def test_a_function_the_engine_lacks_keeps_its_value(file: Path, engine: str) -> None:
    receipt = recalc(
        book(
            file,
            {
                "A1": ('=CUBEVALUE("c","m")', 41),
                "A2": ("=A1+1", 0),
                "A3": ("=IFERROR(CUBEVALUE(1,2),7)", 5),
                "A4": ("=SUM(A1:A3)", 0),
                "A5": ("=COUNT(CUBEVALUE(1,2),1)", 8),
            },
        ),
        engine=engine,
    )
    assert cached(file) == {"A1": 41, "A2": 42, "A3": 5, "A4": 88, "A5": 8}
    assert kept(receipt) == dict.fromkeys(("A1", "A3", "A5"), f"{engine} has no function CUBEVALUE")
    assert receipt.calculated == 2


@pytest.mark.parametrize("value", ["", "<v/>", "<v></v>"])
def test_what_depends_on_an_empty_cell_stays_empty(file: Path, value: str) -> None:
    """A new workbook has no values: 0 in place of one would be wrong further on."""
    formulas = {"A1": "NOSUCH(1)", "B1": "A1+1", "C1": "IFERROR(B1,0)", "D1": "1+1"}
    cells = [f'<c r="{cell}"><f>{formula}</f>{value}</c>' for cell, formula in formulas.items()]
    receipt = recalc(raw(file, f'<row r="1">{"".join(cells)}</row>'))
    assert cached(file) == {"D1": 2}
    because = "it depends on Sheet1!A1, which is not calculated"
    assert kept(receipt) == {
        "A1": "formualizer has no function NOSUCH",
        "B1": because,
        "C1": because,
    }
    assert receipt.calculated == 1
    assert not receipt.uncertain


def test_a_value_that_another_engine_denies_is_not_written(file: Path) -> None:
    row = '<row r="1"><c r="A1"><f>LEFT(B1)</f>{}</c><c r="B1" t="b"><v>1</v></c></row>'
    says = {"A1": 'formualizer says "t", CellRune "T"'}
    assert kept(recalc(raw(file, row.format("<v>9</v>")))) == says
    assert cached(file)["A1"] == 9
    assert kept(recalc(raw(file, row.format("")))) == says
    assert "A1" not in cached(file)


@pytest.mark.parametrize(("formula", "is_known"), [("LEFT(B1)", True), ("LEFT(B1,1)", False)])
def test_a_formula_of_a_template_is_not_doubted(file: Path, formula: str, is_known: bool) -> None:
    row = '<c r="A1"><f>LEFT(B1)</f><v>9</v></c><c r="B1" t="b"><v>1</v></c>'
    workbook = Workbook.open(Package(raw(file, f'<row r="1">{row}</row>').read_bytes()))
    known = {"Sheet1": {"A1": formula}}
    receipt = Recalculation(workbook, load_engine(), known_formulas=known).run()
    assert (receipt.changed, len(receipt.kept)) == ((1, 0) if is_known else (0, 1))


def test_an_empty_cell_takes_a_value_that_nobody_denies(file: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Sheet1"
    sheet["A1"] = '=TAPL(INDIRECT("B1:H1"))'
    sheet["A2"] = '=SQRT(-TAPL(INDIRECT("B1:H1")))'
    sheet["A3"] = '=INDIRECT("Nope!A1")'
    for column, count in enumerate((7, 6, 5, 4, 4, 4, 5), 2):
        sheet.cell(1, column, count)
    workbook.save(file)
    receipt = recalc(file)
    assert cached(file)["A1"] == pytest.approx(270.449361513125)
    assert {note.cell: note.message for note in receipt.uncertain} == {
        "Sheet1!A1": "no other engine confirms it: CellRune has no function TAPL"
    }
    assert cached(file)["A3"] == "#REF!"
    assert kept(receipt) == {"A2": "CellRune has no function TAPL"}
    assert "A2" not in cached(file)


def test_a_kept_array_keeps_what_it_fills(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_array_formula("A1:A2", "{=NOSUCH(C1:C2)}", None, 1)
        sheet.write("A2", 2)
        sheet.write_formula("B1", "=SUM(A1:A2)")
    receipt = recalc(file)
    assert cached(file) == {"A1": 1, "A2": 2, "B1": 3}
    assert list(kept(receipt)) == ["A1"]


def test_shared_formulas_are_kept_together(file: Path) -> None:
    raw(
        file,
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">NOSUCH(B1)</f><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c><c r="B2"><f>A2*2</f></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>',
    )
    receipt = recalc(file)
    assert cached(file) == {"A1": 1, "A2": 2, "A3": 3, "B2": 4}
    assert sorted(kept(receipt)) == ["A1", "A2", "A3"]


def test_a_shared_formula_that_a_cell_says_in_its_own_words(file: Path) -> None:
    raw(
        file,
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">TP_PERCENT(50,4)</f></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0">NOSUCH(1)</f><v>3</v></c></row>',
    )
    receipt = recalc(file)
    assert (cached(file), list(kept(receipt))) == ({"A1": 62.5, "A2": 3}, ["A2"])


def test_names_are_looked_through(file: Path) -> None:
    names = {"Bad": "=NOSUCH(1)", "Worse": "=Bad+1", "Good": "=GBQ({50;105},{4;9},1)"}
    names |= {"Better": "=Good*2", "Itself": "=GBQ(Itself,1,1)"}
    cells = {"A1": ("=Worse*2", 3), "A2": "=SUM(Good)", "A3": ('="Bad"', 0), "A4": "=SUM(Better)"}
    cells["A5"] = ("=Itself+1", 5)
    receipt = recalc(book(file, cells, names))
    got = cached(file)
    assert [got[cell] for cell in ("A1", "A2", "A3", "A4")] == [3, -0.5, "Bad", -1]
    assert list(kept(receipt)) == ["A1", "A5"]


def test_names_that_move_with_the_cell_or_hold_more_than_areas(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        workbook.add_worksheet("Other").write("A1", 30)
        workbook.define_name("Left", "=Sheet1!$A1")
        workbook.define_name("Twice", "=Left*2")
        workbook.define_name("Three", "={1,2,4}")
        workbook.define_name("Sum", "=SUM(Wins[wins])")
        workbook.define_name("Other!Here", "=Other!$A$1")
        sheet.write_column("A1", [5, 6])
        sheet.add_table("D1:D3", {"name": "Wins", "columns": [{"header": "wins"}]})
        sheet.write_column("D2", [7, 8])
        formulas = ("=Left+1", "=Twice", "=SUM(Three)", "=Sum", "=Other!Here", "=IFERROR(Left,0)")
        for row, formula in enumerate(formulas):
            sheet.write_formula(row, 1, formula)
    receipt = recalc(file)
    got = cached(file)
    assert [got[f"B{row}"] for row in range(1, 7)] == [6, 12, 7, 15, 30, 0]
    assert receipt.kept == []


def test_cells_that_excel_could_not_calculate_are_calculated(file: Path, engine: str) -> None:
    receipt = recalc(
        raw(
            file,
            '<row r="1"><c r="A1" t="e"><f>TP_PERCENT(50,4)</f><v>#NAME?</v></c>'
            '<c r="B1" t="e"><f>A1+1</f><v>#NAME?</v></c></row>',
        ),
        engine=engine,
    )
    assert (cached(file), receipt.kept) == ({"A1": 62.5, "B1": 63.5}, [])


def test_calls_without_arguments_and_circles_come_to_an_end(file: Path) -> None:
    formulas = ("SUMPRODUCT()", "VLOOKUP(1)", "IF()", "COUNTIF()", "SODOS(TRUE,6:6)", "A0:B0+1")
    formulas += ("((A0 #DIV/0!))", "Sheet1!A0 #N/A")
    cells = {f"B{row}": (f"={formula}", 7) for row, formula in enumerate(formulas, 2)}
    recalc(book(file, cells))
    assert len(cached(file)) == 8


def test_a_text_that_may_be_a_number(file: Path) -> None:
    cells = {"A1": "12 %", "A2": "3-Jan", "A3": "none"}
    formulas = {"B1": ("=A1*2", 0.24), "B2": ("=A2+1", 45660), "B3": ("=A3+1", 5)}
    more = {"C1": ('="$12"+1', 13), "C2": ("=B1+1", 0)}
    receipt = recalc(book(file, cells | formulas | more))
    assert sorted(kept(receipt)) == ["B2", "C1"]
    got = cached(file)
    assert [got[cell] for cell in ("B1", "B2", "B3", "C1", "C2")] == [
        0.24,
        45660,
        "#VALUE!",
        13,
        1.24,
    ]


def test_numbers_in_a_text_have_15_digits(file: Path, engine: str) -> None:
    """Excel puts no more into a text; what it has put there is no worse than what engines put."""
    formulas = {
        "A1": ('=0.1+0.2&" of "&2/3', "0.3 of 0.666666666666667"),
        "A2": ('="TP "&-TP_PERCENT(50,4)/3', "TP -20.8333333333333"),
        "A3": ('="x"&10^21', "x1E+21"),
        "B1": ('=1/3&" of 7"', "0.333333333333333 of 6"),
        "B2": ('="12345678901234567"', "12345678901234568"),
        "B3": ('="1.00"', "1.0"),
    }
    receipt = recalc(book(file, formulas), engine=engine)
    got = cached(file)
    good = ("A1", "A2", "A3")
    assert {cell: got[cell] for cell in good} == {cell: formulas[cell][1] for cell in good}
    assert got["B1"].endswith(" of 7")
    assert (got["B2"], got["B3"], receipt.changed) == ("12345678901234567", "1.00", 3)


def test_numbers_that_agree_to_15_digits_are_equal(file: Path) -> None:
    formulas = {
        "A1": ("=0.1+0.2", 0.3),
        "A2": ("=1.1*1.1*1E16/1E16", 1.21),
        "A3": ("=4.35*100", 435),
        "B1": ('=IF(A1=0.3,"tie","none")', "tie"),
        "B2": ("=A3>=435", True),
        "B3": ("=A3<435", False),
        "B4": ("=A3>434", False),
    }
    receipt = recalc(book(file, formulas))
    got = cached(file)
    assert [got[cell] for cell in ("B1", "B2", "B3", "B4")] == ["tie", True, False, True]
    assert kept(receipt) == {}


def test_a_name_with_digits_costs_nothing(tmp_path, monkeypatch) -> None:
    """Formulas that differ in their places only are looked at once, whatever names they have."""
    assessed: list[str] = []
    assess = TrustPolicy.assess

    def count(self: TrustPolicy, formula: str, *rest: bool, **options: bool) -> FormulaTrust:
        assessed.append(formula)
        return assess(self, formula, *rest, **options)

    monkeypatch.setattr(TrustPolicy, "assess", count)
    names = {"Area1": "=Sheet1!$A$1:$A$9"}
    cells = {f"B{row}": f"=(A{row}=7)*1" for row in range(10, 60)}
    for mentioned in ("SUM($A$1:$A$9)", "SUM(Area1)", "LOG10($A$1)"):
        assessed.clear()
        formulas = {cell: f"{formula}+{mentioned}" for cell, formula in cells.items()}
        path = book(tmp_path / "book.xlsx", formulas, names)
        recalc(path, check=True)
        assert len([text for text in assessed if "=7" in text]) == 1


@pytest.mark.parametrize("value", ["", 44988])
def test_a_date_that_each_country_reads_otherwise_is_none(file: Path, value: object) -> None:
    """2/3/2023 is in February or in March."""
    dated = {"B1": ("=A1+1", value), "B2": ('=TEXT(A1,"dd/mm")', value), "B3": ("=INT(A1)", value)}
    texts = {"A1": "2/3/2023", "A2": "2023-02-03"}
    receipt = recalc(book(file, {**texts, **dated, "B4": "=A2+1"}))
    reason = "it reads a text as a number, which depends on the country of its user"
    assert kept(receipt) == dict.fromkeys(dated, reason)
    assert cached(file) == {**texts, **(dict.fromkeys(dated, value) if value else {}), "B4": 44961}


def test_the_short_name_of_september_depends_on_the_country(file: Path) -> None:
    saved = {"B1": ('=TEXT(A1,"d mmm")', "1 Sept"), "B2": ('=TEXT(A2,"mmm")', "old")}
    saved["B3"] = '=TEXT(A1,"mmm")', ""
    receipt = recalc(book(file, {"A1": 44075, "A2": 43983, **saved}))
    assert [cached(file)[cell] for cell in ("B1", "B2", "B3")] == ["1 Sept", "Jun", "Sep"]
    assert {*kept(receipt)} == {"B1"}
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!B3"]


def test_each_cell_of_an_empty_array_is_named(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_dynamic_array_formula("A1:A3", "=NOSUCH(B1:B3)")
        sheet.write_dynamic_array_formula("C1:C3", '=IFS(B1:B3=0,"none",B1:B3=1,"one")')
    receipt = recalc(emptied(file))
    assert kept(receipt).keys() == {f"{column}{row}" for column in "AC" for row in (1, 2, 3)}
    assert len(receipt.empty) == 6


def test_parts_of_seconds_in_texts_depend_on_the_country(file: Path) -> None:
    """0:0:14.9 is 14.9 seconds to Excel where the decimal sign is a point; engines read 14."""
    inputs = {"A1": "0:0:14.9", "A2": "0:00:14", "A3": 0.5, "A4": 12.25}
    read = {
        "B1": ("=A3-A3+A1", 14.9 / 86400),
        "B2": ("=TIMEVALUE(A1)", 14.9 / 86400),
        "B3": ("=-A1", -14.9 / 86400),
        "B4": ('="0:00:01.5"*2', 3 / 86400),
        "B5": ("=SUMPRODUCT(--A1:A2)", 28.9 / 86400),
        "B6": ('=VALUE(TEXT(A3,"h:mm:ss.0"))', 0.4),
    }
    others = {
        "C1": ("=A2+A3", 0),
        "C2": ('=A1&" s"', ""),
        "C3": ("=A4*2", 0),
        "C4": ("=IF(A3>1,A1*1,LEN(A1))", 0),
        "C5": ("=SUM(A1:A4)", 0),
    }
    receipt = recalc(book(file, {**inputs, **read, **others}))
    assert {cell: cached(file)[cell] for cell in read} == pytest.approx(
        {cell: value for cell, (_, value) in read.items()}
    )
    reason = "it reads a text as a number, which depends on the country of its user"
    assert kept(receipt) == dict.fromkeys(read, reason)
    assert {cell: cached(file)[cell] for cell in others} == {
        "C1": pytest.approx(0.5 + 14 / 86400),
        "C2": "0:0:14.9 s",
        "C3": 24.5,
        "C4": 8,
        "C5": 12.75,
    }


def test_dates_in_criteria_of_cells_depend_on_the_country(file: Path) -> None:
    """>03-09-2020 is after 9 March in one country, and after 3 September in another."""
    inputs = {"A1": ">03-09-2020", "A2": "3.9.2020", "A3": "FUR-BO-10001798", "A4": ">5"}
    inputs |= {"B1": 43900, "B2": 44080, "B3": "FUR-BO-10001798", "B4": "3-1"}
    read = {
        "C1": ("=COUNTIF(B1:B4,A1)", 1),
        "C2": ("=SUMIFS(B1:B4,B1:B4,A2)", 44077),
        "C3": ('=COUNTIF(B1:B4,">="&TEXT(B2,"dd-mm-yyyy"))', 1),
    }
    others = {"D1": ("=COUNTIF(B1:B4,A3)", 0), "D2": ("=SUMIF(B1:B4,A4)", 0)}
    receipt = recalc(book(file, {**inputs, **read, **others}))
    assert [cached(file)[cell] for cell in (*read, *others)] == [1, 44077, 1, 1, 87980]
    assert {*kept(receipt)} == {*read}


def test_a_fallback_that_is_not_needed_does_not_matter(file: Path) -> None:
    """``6b`` is no plain number, but only the first of both calls is used."""
    formula = "=IFERROR(VALUE(LEFT(B1))+0,VALUE(B1))"
    receipt = recalc(book(file, {"A1": (formula, 5), "B1": "6b"}))
    assert kept(receipt) == {}
    assert cached(file)["A1"] == 6
    receipt = recalc(book(file, {"A1": (formula.replace("LEFT(B1)", '"x"'), 5), "B1": "6b"}))
    assert "it reads a text as a number" in kept(receipt)["A1"]


def test_an_error_as_the_number_of_a_choice_is_right(file: Path) -> None:
    choice = '=IFERROR(CHOOSE(FIND("a",B1),1,2),7)'
    receipt = recalc(book(file, {"A1": (choice, 5), "B1": "x"}))
    assert kept(receipt) == {}
    assert cached(file)["A1"] == 7


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('COUNTIFS(D1:D3,">="&10*INT(D2/10),D1:D3,"<"&100)', 2),  # 2/10 is no date
        ("INDEX(D1:D3,0-D5,1)", 12),  # nor is 0-D5 the number 0
        ("IFERROR(VALUE(LEFT(D6,LEN(D6)-1)),0)", 0),  # FIND passes errors by ISERROR
        ('SUM(INDIRECT("D1:D3"))', 37),  # a text is no range
    ],
)
def test_what_only_looks_like_a_mistake_is_calculated(
    file: Path, formula: str, value: float
) -> None:
    cells = {"A1": (f"={formula}", 99), "D1": 5, "D2": 12, "D3": 20, "D5": -2}
    receipt = recalc(book(file, cells))
    assert kept(receipt) == {}
    assert cached(file)["A1"] == value


@pytest.mark.slow
def test_our_own_workbooks_are_calculated_without_values(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they are doubted as any other."""
    monkeypatch.setattr(recalculation, "TEMPLATE_PROPERTY", "nobody's")
    saved = Path(__file__).parents[2] / "workbooks" / "league_euro_2024_e.xlsx"
    receipt = recalc(emptied(file, saved))
    assert (receipt.kept, receipt.uncertain) == ([], [])
    before, after = (openpyxl.load_workbook(path, data_only=True) for path in (saved, file))
    assert len(before.sheetnames) > 5
    for sheet in before.sheetnames:
        assert cached_of(after[sheet]) == cached_of(before[sheet])
