"""A value that is not proven is written if a second engine calculates it, too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import xlsxwriter

from tests.recalculation.books import book as new_book
from tests.recalculation.books import cached, emptied
from xl_tourney.engines import cellrune
from xl_tourney.engines.base import NotCalculated
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.defined_names import DefinedNames
from xl_tourney.grammar.function_names import catalogue_name
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.ooxml import xml
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.scan import scan_sheet
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.trust import second_opinion
from xl_tourney.recalculation.trust.opinion_inputs import SheetSizes
from xl_tourney.recalculation.trust.second_opinion import SecondOpinion
from xl_tourney.recalculation.trust.verified_calls import load_verified_calls
from xl_tourney.templates import TEMPLATES

SAMPLES = [
    Path(__file__).parents[2] / "workbooks" / template.samples[0].name for template in TEMPLATES
]


def book(
    path: Path,
    formulas: Mapping[str, tuple[str, Any]],
    cells: Mapping[str, Any] = {},
    names: Mapping[str, str] = {},
) -> Path:
    """Formulas with their cached values, and the cells that they read."""
    with xlsxwriter.Workbook(path, {"use_future_functions": True}) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        for address, value in cells.items():
            sheet.write(address, value)
        for address, (formula, value) in formulas.items():
            sheet.write_formula(address, f"={formula}", None, value)
        for name, formula in names.items():
            workbook.define_name(name, f"={formula}")
    return path


def kept(path: Path) -> dict[str, str]:
    return {note.cell.partition("!")[2]: note.message for note in recalc(path).kept}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "book.xlsx"


def test_the_examples_are_not_proven() -> None:
    (call,) = find_calls("ROMAN(A1,0)")
    assert load_verified_calls().correctness(call, lambda _: False) is False


def test_where_both_agree_the_value_is_written(file: Path) -> None:
    book(file, {"B1": ("ROMAN(A1,0)", "I"), "B2": ("LEN(B1)", 1)}, {"A1": 49})
    assert kept(file) == {}
    assert cached(file) == {"A1": 49, "B1": "XLIX", "B2": 4}


def test_a_format_in_a_cell_is_no_reason_to_keep_a_text(file: Path) -> None:
    formulas = {"C1": ("TEXT(A1,B1)", "stale"), "C2": ("TEXT(A1,B2)", "stale")}
    cells = {"A1": 0.5, "B1": "0.0%", "B2": "[h]:h"}
    assert kept(book(file, formulas, cells)) == {"C2": "formualizer is known to get TEXT wrong"}
    assert cached(file)["C1"] == "50.0%"


def test_the_years_between_two_dates_do_not_depend_on_their_order(file: Path) -> None:
    formulas = {"C1": ("YEARFRAC(A1,B1,1)", 99), "C2": ("YEARFRAC(B1,A1,1)", 99)}
    assert kept(book(file, formulas, {"A1": 45000, "B1": 44000})) == {}
    assert cached(file)["C1"] == cached(file)["C2"] == pytest.approx(2.7366, abs=0.01)


def test_where_they_differ_the_receipt_says_who_says_what(file: Path) -> None:
    book(file, {"B1": ("LEFT(A1)", "old"), "B2": ("LEN(B1)", 99)}, {"A1": True})
    assert kept(file) == {"B1": 'formualizer says "t", CellRune "T"'}
    assert cached(file) == {"A1": 1, "B1": "old", "B2": 3}


def test_where_only_the_second_engine_is_proven_its_value_is_written(file: Path) -> None:
    """Excel's values are from workbooks that it saved."""
    formulas = {
        "B1": ("DEC2HEX(A1,A2)", "old"),  # formualizer: #NUM!, for the places
        "B2": ("HEX2DEC(B1)", 0),
        "B3": ("DEC2OCT(B2,A2)", "old"),  # its input changes with B1
        "C1": ("IMSUM(A3,A4)", "old"),  # formualizer: #VALUE!
        "C3": ("ROMAN(A7,3)", "old"),  # formualizer: CIV
        "C4": ("LEN(C3)", 99),
    }
    cells = {"A1": -25, "A2": 1, "A3": "3+4i", "A4": "4-3i", "A7": 194}
    book(file, formulas, cells)
    assert kept(file) == {}
    assert cached(file) == cells | {
        **{"B1": "FFFFFFFFE7", "B2": -25, "B3": "7777777747"},
        **{"C1": "7+i", "C3": "CXCIV", "C4": 5},
    }


def test_an_error_of_one_engine_is_not_hidden(file: Path) -> None:
    """(-8)^(1/3) is -2 in Excel, and #NUM! in formualizer; FLOOR(0,0) is 0, and #DIV/0!."""
    formulas = {
        "B1": ("IFERROR(A1^(1/3),99)", -2),
        "B2": ("ISNUMBER(A1^(1/3))", True),
        "B3": ("IF(ISERROR(FLOOR(A3,A3)),0,1)", 1),
        "B4": ("IFERROR(VLOOKUP(A1,A1:A2,3,FALSE),7)", 6),
        "B5": ("IFERROR(A2/0,8)", 6),
    }
    book(file, formulas, {"A1": -8, "A2": 2, "A3": 0})
    assert kept(file).keys() == {"B1", "B2", "B3"}
    found = cached(file)
    assert [found[f"B{row}"] for row in range(1, 6)] == [-2, 1, 1, 7, 8]


def test_the_second_engine_is_not_believed_where_its_core_has_gaps(file: Path) -> None:
    book(file, {"B1": ("MATCH(A1,A2:A4,-1)", 1)}, {"A1": 1, "A2": 2, "A3": 9, "A4": 4})
    assert not load_verified_calls(cellrune.PACKAGE).has_proven("MATCH")
    assert cached(file)["B1"] == 1


def test_the_second_engine_is_not_believed_with_what_is_proven_for_numbers(file: Path) -> None:
    """CellRune takes a truth value for a number, and a date in a text for another one than Excel.

    The second value of each is from a workbook that Excel saved.
    """
    formulas = {
        "D1": ("LOOKUP(A1,{-1.1,2.1,3.1,4.1})", -1.1),
        "D2": ("LOOKUP(A2,{-1.1,2.1,3.1,4.1})", "#N/A"),
        "D3": ("QUARTILE(B1:B4,A1)", 0),
        "D4": ("QUARTILE(B1:B4,A3)", 2),
    }
    cells = {"A1": 3, "A2": True, "A3": "1/01/1900", "B1": 1, "B2": 2, "B3": 3, "B4": 4}
    book(file, formulas, cells)
    assert kept(file).keys() == {"D2", "D4"}
    assert [cached(file)[f"D{row}"] for row in range(1, 5)] == [2.1, "#N/A", 3.25, 2]


def test_an_error_of_both_for_an_omitted_argument_is_not_believed(file: Path) -> None:
    """Excel's value is from a workbook that it saved."""
    formulas = {"B1": ("HYPGEOM.DIST(A1,,,,)", 1), "B2": ("HYPGEOM.DIST(A2,9,2,5,TRUE)", 1)}
    book(file, formulas, {"A1": 0, "A2": 4})
    assert "not proven right with errors" in kept(file)["B1"]
    assert cached(file)["B1"] == 1
    assert cached(file)["B2"] == "#NUM!"


@pytest.mark.parametrize("formula", ["MROUND(A1,1)", "QUOTIENT(A1,A2)", "ERF(A1)", "GCD(A2,A1)"])
def test_the_analysis_toolpak_takes_no_truth_value_in_a_cell(file: Path, formula: str) -> None:
    """In Excel it is #VALUE!; to formualizer TRUE is 1."""
    book(file, {"B1": (formula, 5)}, {"A1": True, "A2": 3})
    assert "B1" in kept(file)
    book(file, {"B1": (formula, 5)}, {"A1": 1, "A2": 3})
    assert kept(file) == {}
    assert cached(file)["B1"] not in (5, "#VALUE!")


def test_a_function_that_the_second_engine_lacks_keeps_its_value(file: Path) -> None:
    book(file, {"B1": ("DOLLARDE(A1,TRUE)+TBILLEQ(A1,A1+9,0.1)", 5)}, {"A1": 43831})
    assert "CellRune" in kept(file)["B1"]
    assert cached(file)["B1"] == 5


@pytest.mark.usefixtures("libreoffice")
def test_libreoffice_gives_a_third_opinion(file: Path) -> None:
    """ROMAN is as CellRune has it, and as formualizer has what CellRune lacks."""
    formulas = {
        "B1": ("ROMAN(A1,3)", "old"),
        "B2": ("LEN(B1)", 99),
        "B3": ("DOLLARDE(A2,TRUE)+TBILLEQ(A3,A3+9,0.1)", 5.0),
    }
    book(file, formulas, {"A1": 194, "A2": 1.5, "A3": 43831})
    receipt = recalc(file, third_opinion=True)
    values = cached(file)
    assert (values["B1"], values["B2"]) == ("CXCIV", 5)
    assert [note.cell for note in receipt.kept] == ["Sheet1!B3"]
    assert "LibreOffice" in receipt.kept[0].message


def test_the_clock_and_chance_of_the_engines_are_no_disagreement(file: Path) -> None:
    formulas = {
        "B1": ("ROMAN(RANDBETWEEN(1,3000),0)", "I"),
        "B2": ("ROMAN(YEAR(NOW()),0)", "I"),
        "B3": ("ROMAN(YEAR(TODAY())+A1,0)", "I"),
        "B4": ("LEFT(RAND()<2)", "old"),
    }
    book(file, formulas, {"A1": 0})
    receipt = recalc(file, now=datetime(1999, 12, 31, 23, 59))
    assert {note.cell: note.message for note in receipt.kept} == {
        "Sheet1!B4": 'formualizer says "t", CellRune "T"'
    }
    values = cached(file)
    assert (values["B2"], values["B3"], values["B4"]) == ("MCMXCIX", "MCMXCIX", "old")
    assert values["B1"] != "I"


def test_a_proven_formula_pays_nothing(file: Path) -> None:
    book(file, {"B1": ("SUM(A1,2)*IF(A1>1,3,4)", 1)}, {"A1": 5})
    code = (
        "import sys; from pathlib import Path;"
        "from xl_tourney.recalculation.recalculate import recalc;"
        f"recalc(Path({str(file)!r})); sys.exit('cellrune' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert cached(file)["B1"] == 21


def test_an_error_in_place_of_a_value_is_doubted_also_of_a_proven_function(file: Path) -> None:
    book(
        file,
        {"B1": ("1/A1", 4), "B2": ('IFERROR(1/A1,"none")', 4), "B3": ("ISODD(A2)", "#VALUE!")},
        {"A1": 0, "A2": True},
    )
    assert kept(file) == {"B3": "CellRune says #VALUE!, and is not proven right with errors"}
    assert cached(file) | {"A2": 1} == {
        **{"A1": 0, "A2": 1, "B1": "#DIV/0!", "B2": "none", "B3": "#VALUE!"}
    }


def test_without_the_second_engine_doubtful_values_are_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cellrune, "PACKAGE", "no_such_package")
    book(file, {"B1": ("ROMAN(A1,0)", "I"), "B2": ("A1+1", 1)}, {"A1": 49})
    assert kept(file) == {"B1": "CellRune, which would be asked for a second opinion, is missing"}
    assert cached(file) == {"A1": 49, "B1": "I", "B2": 50}


def test_all_rounds_together_have_three_times_the_time_of_one(file: Path, monkeypatch) -> None:
    """Long formulas took all the time of a round, and there may be twenty rounds."""
    workbook = Workbook.open(Package.from_path(book(file, {"D1": ("=ODD(A1)", 7)})))
    opinion = SecondOpinion(Mock(), SheetSizes(workbook), Mock())
    given: list[float] = []

    def calculate(
        sheets: Any, inputs: Any, cells: Sequence[Any], seconds: float, **options: bool
    ) -> list[Any]:
        given.append(seconds)
        clock[0] += max(seconds, 0) * 0.8
        return [NotCalculated("CellRune would take too long for it")] * len(cells)

    clock = [0.0]
    monkeypatch.setattr(second_opinion, "seconds_spent", lambda: clock[0])
    monkeypatch.setattr(cellrune, "calculate_formulas", calculate)
    monkeypatch.setattr(second_opinion, "read_inputs", lambda *_: [])
    doubts = {
        second_opinion.Doubt(Mock(), row): cellrune.FormulaCell(
            CellAddress("Sheet", row, 4), "ODD(A1)", Range(row, 4, row, 4), False, [[7.0]]
        )
        for row in range(6)
    }
    for doubt, cell in doubts.items():
        opinion._ask({doubt: cell}, None, 10.0)
    assert given[:4] == [10.0, 10.0, 10.0, 6.0]
    assert sum(max(0, seconds) for seconds in given) < 40
    again = opinion._ask(doubts, None, 10.0)  # what has taken too long is not asked for again
    assert again.keys() == doubts.keys() and len(given) == 6
    assert {disagreement.stance for disagreement in again.values()} == {"silence"}


def test_names_and_whole_columns_reach_the_second_engine(file: Path) -> None:
    book(
        file,
        {"C1": ("ROMAN(Total,0)", "I"),
         "C2": ("ROMAN(SUM(A:A),0)", "I"), "C3": ("ROMAN(Sheet1!Own,0)", "")},
        {"A1": 4, "A2": 5},
        {"Total": "SUM(Sheet1!$A$1:$A$2)", "Sheet1!Own": "Sheet1!$A$2"},
    )  # fmt: skip
    assert kept(file) == {}
    assert [cached(file)[f"C{row}"] for row in (1, 2, 3)] == ["IX", "IX", "V"]


def question(formula: str, expected: Any, row: int = 1) -> cellrune.FormulaCell:
    cell = CellAddress("Sheet1", row, 2)
    return cellrune.FormulaCell(cell, formula, Range(row, 2, row, 2), False, [[expected]])


def test_one_formula_that_crashes_costs_no_other() -> None:
    endless = "LET(f,LAMBDA(g,x,g(g,x+1)),f(f,1))"
    large = "SUM(COUNTIF(SEQUENCE(1000,1000),SEQUENCE(1000,1000)))"
    formulas = ["A1+1", endless, "A1*2", large, "A1&A1", "(" * 4000 + "1" + ")" * 4000, "1+"]
    inputs = [cellrune.Input("Sheet1", Range(1, 1, 1, 1), [[5.0]])]
    cells = [question(formula, 0.0, row) for row, formula in enumerate(formulas, 1)]
    answers = cellrune.calculate_formulas(["Sheet1"], inputs, cells, 20.0)
    assert [answers[index] for index in (0, 2, 4)] == [[[6.0]], [[10.0]], [["55"]]]
    failed = [answer for answer in answers if isinstance(answer, NotCalculated)]
    assert len(failed) == 4


def test_a_formula_gets_the_expected_values_of_others() -> None:
    """The first engine is wrong in B1; B2 is judged by what it makes of that."""
    cells = [question("1+1", 3.0), question("B1*10", 30.0, 2)]
    inputs = [cellrune.Input("Sheet1", Range(1, 2, 2, 2), [[3.0], [30.0]])]
    answers = cellrune.calculate_formulas(["Sheet1"], inputs, cells, 20.0)
    assert answers == [[[2.0]], [[30.0]]]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_our_workbooks_lie_in_the_verified_calls(path: Path) -> None:
    workbook = Workbook.open(Package.from_path(path))
    names = DefinedNames(workbook.defined_names)
    verified_calls = load_verified_calls()
    unproven = set()
    asked = {"MODE"}  # of several modes the engine takes another one than Excel
    for worksheet in workbook.worksheets:
        sheet = scan_sheet(xml.read_part(workbook.package, worksheet.part), path.name)
        for formula in sheet.shapes.formulas.values():
            unproven |= {
                call.text
                for call in find_calls(formula)
                if not catalogue_name(call.name)
                and call.name not in asked
                and verified_calls.correctness(call, names.is_multi_cell) is False
            }
    assert unproven == set()


def test_what_only_the_second_engine_has_fills_empty_cells(file: Path) -> None:
    """The value is written, and uncertain; a cell with a value keeps it."""
    formulas = {"B1": "=COUPNUM(A1,A2,2,1)", "B2": "=B1*2", "B3": "=NOSUCH(1)"}
    emptied(new_book(file, {"A1": 39107, "A2": 39767, **formulas}))
    receipt = recalc(file)
    assert {note.cell: note.message for note in receipt.uncertain} == {
        "Sheet1!B1": "only CellRune calculates it: formualizer has no function COUPNUM",
        "Sheet1!B2": "it depends on Sheet1!B1, which is uncertain",
    }
    assert [note.cell for note in receipt.kept] == ["Sheet1!B3"]
    assert cached(file) == {"A1": 39107, "A2": 39767, "B1": 4, "B2": 8}
    receipt = recalc(file)
    assert (receipt.changed, len(receipt.kept)) == (0, 2)


def test_an_error_that_is_not_verified_counts_as_silence(file: Path) -> None:
    """CellRune takes no 1.5 for the first column; formualizer knows no capital Ü in SEARCH."""
    formulas = {"B1": "=DSUM(C1:C2,1.5,C1:C2)", "B2": "=B1+1", "B3": '=SEARCH("müller",A2)'}
    cells = {"A2": "MÜLLER", "C1": "n", "C2": 1}
    new_book(file, {**cells, **{k: (f, 9) for k, f in formulas.items()}})
    assert kept(file) == {
        "B1": "CellRune says #VALUE!, and is not proven right with errors",
        "B3": "formualizer says #VALUE!, CellRune 1",
    }
    receipt = recalc(emptied(file))
    assert (receipt.kept, receipt.states) == (
        [],
        {"unconfirmed": 1, "dependent": 1, "taken_alone": 1},
    )
    found = cached(file)
    assert [found[f"B{row}"] for row in (1, 2, 3)] == [1, 2, 1]


def test_a_value_in_place_of_an_error_is_of_one_cell_alone(file: Path) -> None:
    """Of 100 cells that are alike those that stand for all have 1, and another one 2."""
    names = {f"A{row}": "xMÜLLER" if row == 4 else "MÜLLER" for row in range(1, 101)}
    new_book(file, names | {f"B{row}": f'=SEARCH("müller",A{row})' for row in range(1, 101)})
    receipt = recalc(emptied(file))
    assert receipt.states == {"taken_alone": 100}
    found = cached(file)
    assert [found[f"B{row}"] for row in range(1, 101)] == [1, 1, 1, 2] + [1] * 96
