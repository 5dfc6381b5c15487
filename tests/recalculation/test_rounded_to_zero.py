"""Where the last operation of a formula leaves next to nothing, a spreadsheet gives 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recalculation.books import book, cached, raw
from xl_tourney.recalculation.recalculate import recalc


def test_the_rest_of_a_difference_is_zero(file: Path) -> None:
    """As in workbooks that Excel saved: 0.5-0.4-0.1, but not in brackets or as an argument."""
    formulas = {
        "A1": "=0.5-0.4-0.1",
        "A2": "=(0.5-0.4-0.1)",
        "A3": "=1*(0.5-0.4-0.1)",
        "A4": "=B1-B2",
        "A5": "=A4*10^16",
        "A6": "=B1-B3",
        "A7": "=SUM(B1-B2)",
        "A8": "=IF(A4=0,1,2)",
    }
    numbers = {"B1": 16777214.9999945, "B2": 16777214.99999451, "B3": 16777214.99999455}
    rest = numbers["B1"] - numbers["B2"]
    assert rest
    assert abs(rest) < 2**-26 <= abs(numbers["B1"] - numbers["B3"])
    for start in (1, 7):
        recalc(book(file, {**{k: (f, start) for k, f in formulas.items()}, **numbers}))
        found = cached(file)
        assert [found[f"A{row}"] for row in (1, 4, 5, 8)] == [0, 0, 0, 1]
        assert found["A2"] == found["A3"] == 0.5 - 0.4 - 0.1 != 0
        assert found["A6"] == numbers["B1"] - numbers["B3"] != 0
        assert found["A7"] == rest


def test_what_depends_on_such_a_zero_has_it(file: Path) -> None:
    recalc(
        book(
            file,
            {f"A{row}": ("=0.5-0.4-0.1", 0) for row in range(1, 4)} | {"B1": ("=SUM(A1:A3)", 1)},
        )
    )
    assert cached(file) == {"A1": 0, "A2": 0, "A3": 0, "B1": 0}


def test_a_saved_rest_of_rounding_stays(file: Path) -> None:
    """As in workbooks that Excel saved: the last balance of a loan, a value at its own rate."""
    saved = {"A1": -2.8421709430404007e-12, "A2": -3.066370308414974e-11, "A3": 7.0}
    formulas = {"A1": "=B1+B2", "A2": "=NPV(B3,B4:G4)", "A3": "=B1+C1"}
    numbers = {"B1": 436.8935077251601, "B2": -436.8935077251972, "C1": -436.0}
    flows = {"B3": -0.6737366751808405, "B4": -400, **dict.fromkeys(("C4", "D4", "E4"), 1)}
    flows |= {"F4": 1, "G4": 1}
    values = {cell: (formula, saved[cell]) for cell, formula in formulas.items()}
    recalc(book(file, {**values, **numbers, **flows}))
    found = cached(file)
    assert (found["A1"], found["A2"]) == (saved["A1"], saved["A2"])
    assert found["A3"] == numbers["B1"] + numbers["C1"]


def test_what_depends_on_a_saved_number_of_15_digits_is_calculated_from_it(file: Path) -> None:
    """In a workbook that Excel saved B2 and B3 are TRUE; engines give B1 other last digits."""
    formulas = {
        "B1": ("=_xlfn.CHISQ.INV.RT(A1,5)", 8.445480112856497),
        "B2": ("=ROUND(B1,12)=ROUND(A2,12)", True),
        "B3": ("=AND(B2:B2)", True),
        "B4": ("=B1+A3", 3),
    }
    recalc(book(file, {"A1": 2 / 15, "A2": 8.4454801128565, "A3": 1, **formulas}))
    found = cached(file)
    assert [found[f"B{row}"] for row in (1, 2, 3)] == [8.445480112856497, True, True]
    assert found["B4"] == 9.445480112856497


def test_an_edit_decides_though_digits_differ(file: Path) -> None:
    formulas = {
        "B1": ("=_xlfn.CHISQ.INV.RT(A1,5)", 8.445480112856497),
        "B2": ("=ROUND(B1,12)=ROUND(A2,12)", True),
        "B3": ("=B1>A2", True),
    }
    recalc(book(file, {"A1": 2 / 15, "A2": 9, **formulas}))
    found = cached(file)
    assert (found["B2"], found["B3"]) == (False, False)


def test_the_last_balance_of_a_loan_stays(file: Path) -> None:
    """Its rest is what the last digits of 360 payments leave, which engines get otherwise."""
    rate, payment, balance = 0.0035, -4897.123456789012, 1e6
    cells: dict[str, object] = {"A1": rate, "A2": 360, "A3": balance}
    book(file, {**cells, "B1": ("=PMT(A1,A2,A3)", payment)})
    recalc(file)
    payment = cached(file)["B1"] * (1 + 3e-15)
    formulas: dict[str, object] = {"B1": ("=PMT(A1,A2,A3)", payment), "C1": ("=A3", balance)}
    for row in range(2, 362):
        interest = balance * rate
        balance = balance + interest + payment
        formulas[f"C{row}"] = (f"=C{row - 1}+C{row - 1}*A$1+B$1", balance)
    assert 1e-10 < abs(balance) < 1e-5
    recalc(book(file, {**cells, **formulas}))
    found = cached(file)
    assert (found["B1"], found["C361"]) == (payment, balance)
    recalc(book(file, {**cells, **formulas, "A3": 1e6 + 1}))
    assert cached(file)["C2"] != found["C2"]


def test_the_last_summand_may_be_of_a_shared_formula(file: Path) -> None:
    """Each cell has its own last summand: of C3 it is B3, not B2."""
    first, second = 16777214.9999945, 16777214.99999451
    rows = (
        f'<row r="2"><c r="A2"><v>{first}</v></c><c r="B2"><v>{second}</v></c>'
        '<c r="C2"><f t="shared" ref="C2:C4" si="0">A2-B2</f><v>1</v></c></row>'
        f'<row r="3"><c r="A3"><v>{first}</v></c><c r="B3"><v>{second}</v></c>'
        '<c r="C3"><f t="shared" si="0"/><v>1</v></c></row>'
        f'<row r="4"><c r="A4"><v>{first - second}</v></c><c r="B4"><v>1E-300</v></c>'
        '<c r="C4"><f t="shared" si="0"/><v>1</v></c></row>'
    )
    recalc(raw(file, rows))
    found = cached(file)
    assert (found["C2"], found["C3"], found["C4"]) == (0, 0, first - second)


def test_the_last_summand_may_be_a_range_of_which_one_cell_counts(file: Path) -> None:
    """In row 3 a range that is subtracted is its cell there, where the formula is no array."""
    numbers = {"A3": 16777214.9999945, "B3": 16777214.99999451, "B2": 5, "B4": 7}
    recalc(book(file, {**numbers, "C3": ("=A3-B2:B4", 1)}))
    assert cached(file)["C3"] == 0


@pytest.mark.parametrize(
    ("formula", "flows", "stays"),
    [
        ("=IRR(L1:L3)", (-100, 50, 50.00000001), True),
        ("=IRR(L1:L3)", (-0.01, 0.005, 0.005000000001), False),  # it is no rest of such numbers
        ("=IRR(L1:L3)", (-1e9, 5e8, 5.01e8), False),  # it is too large for a rest
        ("=IRR(L1:L3)+0*SUM(N1:N9997)", (-100, 50, 50.00000001), True),
        ("=IRR(L1:L3)+0*SUM(N1:N9998)", (-100, 50, 50.00000001), False),  # too many to look at
        ("=IRR(L1:L3)+0*SUM(N1:N20000)", (-100, 50, 50.00000001), False),
    ],
)
def test_a_saved_rest_of_an_iteration_stays_beside_large_numbers(
    file: Path, formula: str, flows: tuple[float, ...], stays: bool
) -> None:
    """Two programs that search for a rate end at different rests, about 1E-11."""
    saved = -3.066370308414974e-11
    numbers = {f"L{row}": number for row, number in enumerate(flows, 1)}
    receipt = recalc(book(file, {"A2": (formula, saved), **numbers}))
    rate = cached(file)["A2"]
    assert receipt.kept == []
    assert (rate == saved) == stays
    if not stays:
        present = sum(flow / (1 + rate) ** period for period, flow in enumerate(flows))
        assert abs(present) < 1e-9 * abs(flows[0])


def test_what_rounding_leaves_in_an_empty_cell_is_named(file: Path) -> None:
    """The last balance of a loan: Excel had -6.5E-9, and the engine 1.4E-7 of 5,000."""
    cells = {"A1": 5000.25, "A2": 5000.2499998, "A3": 1e-7, "A4": 0.75, "A5": 0.7499}
    formulas = {"B1": "=A1-A2", "B2": "=A3*1", "B3": "=A4-A5", "B4": "=B1+1"}
    receipt = recalc(
        book(file, cells | {cell: (formula, "") for cell, formula in formulas.items()})
    )
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!B1", "Sheet1!B4"]
    assert abs(cached(file)["B1"] - 2e-7) < 1e-9
    saved = recalc(book(file, cells | {cell: (formula, 9) for cell, formula in formulas.items()}))
    assert saved.uncertain == []
