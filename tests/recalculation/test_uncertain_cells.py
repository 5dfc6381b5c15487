"""Cells that depend on a kept one are named, if that one may be out of date."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, raw
from xl_tourney.calculation.receipt import Receipt
from xl_tourney.recalculation.recalculate import recalc

STALE = {"A1": 1, "A2": ("=A1+1", 99)}
"""A2 changes."""


def uncertain(receipt: Receipt) -> dict[str, str]:
    return {note.cell.removeprefix("Sheet1!"): note.message for note in receipt.uncertain}


def because_of(cell: str, *cells: str) -> dict[str, str]:
    return dict.fromkeys(cells, f"it depends on {cell}, which is not calculated")


def test_what_depends_on_a_kept_cell_whose_input_changed_is_uncertain(file: Path) -> None:
    cells = {
        **STALE,
        "B1": ("=NOSUCH(A2)", 7),
        "C1": ("=B1+1", 0),
        "C2": ("=SUM(B1:B9)", 0),
        "C3": ("=Middle*2", 0),
        "C4": ("=C1+A2", 0),
        "C5": ("=A2*2", 0),
    }
    receipt = recalc(book(file, cells, {"Middle": "=Sheet1!$B$1"}))
    assert uncertain(receipt) == because_of("Sheet1!B1", "C1", "C2", "C3", "C4")
    got = cached(file)
    assert [got[f"C{row}"] for row in range(1, 6)] == [8, 7, 14, 10, 4]


def test_a_kept_cell_with_its_old_inputs_harms_nobody(file: Path) -> None:
    cells = {**STALE, "B1": ("=NOSUCH(D1)", 7), "C1": ("=B1+A2", 0), "B2": ("=NOSUCH(B1)", 7)}
    receipt = recalc(book(file, cells))
    assert (len(receipt.kept), uncertain(receipt)) == (2, {})


def test_what_stays_the_same_beside_a_doubted_cell_is_certain(file: Path) -> None:
    """What 3-Jan is as a number hangs on the country; C1 depends on it and does not change."""
    cells = {**STALE, "B1": "3-Jan", "B2": ("=B1*2", 0.25), "C1": ("=IF(ISNUMBER(B2),1,1)", 1)}
    receipt = recalc(book(file, cells))
    assert [note.cell for note in receipt.kept] == ["Sheet1!B2"]
    assert uncertain(receipt) == {}


def test_a_kept_cell_whose_constant_was_edited_is_out_of_date(file: Path) -> None:
    """A2 changes, and A1 is all that it reads: so A1 was edited, which NOSUCH reads, too."""
    cells = {**STALE, "B1": ("=NOSUCH(A1:A1)", 7), "C1": ("=B1+1", 8), "C2": ("=D1+1", 1)}
    assert uncertain(recalc(book(file, cells))) == because_of("Sheet1!B1", "C1")


def test_kept_cells_that_can_be_the_cause_of_a_change_are_suspect(file: Path) -> None:
    """C1 was 3 when it was saved, with other prices; C2 may have been, or A1 was edited."""
    cells = {
        **{"A1": 1, "B1": ("=NOSUCH(D1)", 8), "B2": ("=NOSUCH(D1)", 4), "B3": ("=NOSUCH(D1)", 5)},
        **{"C1": ("=B1/B2", 3), "C2": ("=B3*A1", 9), "C3": ("=C1+1", 4), "C4": ("=B2+B3", 9)},
        "C5": ("=B3+1", 6),
    }
    receipt = recalc(book(file, cells))
    assert uncertain(receipt) == {
        **because_of("Sheet1!B1", "C1", "C3"),
        **because_of("Sheet1!B2", "C4"),
        **because_of("Sheet1!B3", "C2"),
    }
    assert [cached(file)[f"C{row}"] for row in range(1, 5)] == [2, 5, 3, 9]


def test_a_kept_cell_without_a_value_is_not_certain(file: Path) -> None:
    cells = '<c r="B1"><f>NOSUCH(A1)</f></c><c r="C1"><f>IFERROR(B1,5)</f><v>5</v></c>'
    receipt = recalc(raw(file, f'<row r="1">{cells}</row>'))
    assert uncertain(receipt) == because_of("Sheet1!B1", "C1")


def test_doubt_goes_through_kept_cells_and_sheets(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet, other = workbook.add_worksheet("Sheet1"), workbook.add_worksheet("It's other")
        sheet.write("A1", 1)
        sheet.write_formula("A2", "=A1+1", None, 99)
        sheet.write_formula("B1", "=NOSUCH(A2)", None, 7)
        other.write_formula("A1", "=Sheet1!B1+1", None, 8)
        other.write_formula("A2", "=NOSUCH(A1)", None, 5)
        sheet.write_formula("D1", "='It''s other'!A2", None, 5)
        sheet.write_formula("D2", "=SUM('It''s other'!A:A)", None, 5)
        sheet.write_formula("D3", "=A2", None, 5)
    receipt = recalc(file)
    messages = {note.cell: note.message.split()[3:-4][0] for note in receipt.uncertain}
    assert set(messages) == {"'It''s other'!A1", "Sheet1!D1", "Sheet1!D2"}


@pytest.mark.parametrize(
    "formula",
    ['INDIRECT("B"&1)', "OFFSET(A1,0,1)", "SUM(OFFSET(A3,-2,0,1,2))", "SUM(A1:INDEX(A1:C1,2))"],
)
def test_references_made_at_run_time_are_followed(file: Path, formula: str) -> None:
    cells = {
        **STALE,
        "B1": ("=NOSUCH(A2)", 7),
        "B2": ("=A1+5", 6),
        "D1": (f"={formula}", 0),
        "D2": ('=INDIRECT("B"&2)', 0),
        "D3": ("=D1+1", 0),
    }
    receipt = recalc(book(file, cells))
    assert uncertain(receipt) == because_of("Sheet1!B1", "D1", "D3")
    assert cached(file)["D2"] == 6


def test_what_an_array_fills_is_followed(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write("A1", 1)
        sheet.write_formula("A2", "=A1+1", None, 99)
        sheet.write_array_formula("B1:B3", "{=NOSUCH(A2)}", None, 7)
        sheet.write_array_formula("C1:C3", "{=B1:B3*2}", None, 14)
        sheet.write_formula("D1", "=C3", None, 0)
        sheet.write_formula("D2", "=B2", None, 0)
        sheet.write_formula("D3", "=B4", None, 0)
    assert [*uncertain(recalc(file))] == ["C1", "C2", "C3", "D1", "D2"]


def test_strict_keeps_what_is_uncertain(file: Path) -> None:
    cells = {**STALE, "B1": ("=NOSUCH(A2)", 7), "C1": ("=B1+1", 5), "C2": ("=A2*2", 0)}
    receipt = recalc(book(file, cells), strict=True)
    assert cached(file) == {"A1": 1, "A2": 2, "B1": 7, "C1": 5, "C2": 4}
    assert uncertain(receipt) == {}
    assert {note.cell: note.message for note in receipt.kept}["Sheet1!C1"] == (
        "it depends on Sheet1!B1, which is not calculated"
    )


def test_a_circle_is_followed_around(file: Path) -> None:
    cells = {**STALE, "B1": ("=C1+A2", 3), "C1": ("=B1*2", 4), "D1": ("=C1+1", 0)}
    receipt = recalc(book(file, cells))
    assert uncertain(receipt) == because_of("Sheet1!C1", "D1")


@pytest.mark.slow
def test_a_long_chain_is_followed(file: Path) -> None:
    cells = {**STALE, "B1": ("=NOSUCH(A2)", 7)}
    cells |= {f"B{row}": (f"=B{row - 1}+1", 0) for row in range(2, 2000)}
    assert len(uncertain(recalc(book(file, cells)))) == 1998
