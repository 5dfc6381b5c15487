"""Arithmetic that is written once gives numbers, terms with values, and formulas alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from xl_tourney.catalogue.cells import CellError, div0_error, num_error
from xl_tourney.catalogue.expression import (
    UNKNOWN,
    Term,
    all_of,
    any_of,
    exponential,
    format_value,
    formula_of,
    greatest,
    is_omitted,
    join_cells,
    lambda_body_of,
    least,
    look_up,
    mean_of,
    named,
    nearest_multiple,
    refuse,
    refuse_negative,
    root,
    rounded,
    rounded_to_multiple,
    sign,
    symbol,
    to_term,
    total,
    total_of,
    where,
    whole_part,
    width_of,
)
from xl_tourney.catalogue.expression.terms import ORDINAL, RATIO, SIGNED, Scope

A, B = Term(7.0, "A1"), Term(2.0, "B1")
CELLS = symbol("C1:C3", is_array=True)


@pytest.mark.parametrize(
    ("rule", "value", "formula"),
    [
        (lambda a, b: a + b, 9.0, "A1+B1"),
        (lambda a, b: a - b, 5.0, "A1-B1"),
        (lambda a, b: a * b, 14.0, "A1*B1"),
        (lambda a, b: a / b, 3.5, "A1/B1"),
        (lambda a, b: a - (b - 1), 6.0, "A1-(B1-1)"),
        (lambda a, b: a + (b - 1), 8.0, "A1+B1-1"),
        (lambda a, b: a / (b / 4), 14.0, "A1/(B1/4)"),
        (lambda a, b: a * (b / 4), 3.5, "A1*B1/4"),
        (lambda a, b: (a + b) * 2, 18.0, "(A1+B1)*2"),
        (lambda a, b: 2 * (a - b), 10.0, "2*(A1-B1)"),
        (lambda a, b: 1 - a, -6.0, "1-A1"),
        (lambda a, b: 14 / a, 2.0, "14/A1"),
        (lambda a, b: 1 + a, 8.0, "1+A1"),
        (lambda a, b: -a, -7.0, "0-A1"),
        (lambda a, b: a + 0, 7.0, "A1"),
        (lambda a, b: 0 + a, 7.0, "A1"),
        (lambda a, b: a - 0, 7.0, "A1"),
        (lambda a, b: a * -1, -7.0, "A1*(-1)"),
        (lambda a, b: a * a, 49.0, "A1^2"),
        (lambda a, b: a**b, 49.0, "POWER(A1,B1)"),
        (lambda a, b: abs(b - a), 5.0, "ABS(B1-A1)"),
        (lambda a, b: a == b, False, "A1=B1"),
        (lambda a, b: a != b, True, "A1<>B1"),
        (lambda a, b: a < b, False, "A1<B1"),
        (lambda a, b: a <= 7, True, "A1<=7"),
        (lambda a, b: a > 7, False, "A1>7"),
        (lambda a, b: a >= 7, True, "A1>=7"),
        (lambda a, b: (a > b) * 2, 2, "(A1>B1)*2"),
        (lambda a, b: least(a, b, 3), 2.0, "MIN(A1,B1,3)"),
        (lambda a, b: greatest(a, b, 3), 7.0, "MAX(A1,B1,3)"),
        (lambda a, b: least([a, b]), 2.0, "MIN(A1,B1)"),
        (lambda a, b: mean_of(a, b), 4.5, "AVERAGE(A1,B1)"),
        (lambda a, b: root(a + b), 3.0, "SQRT(A1+B1)"),
        (lambda a, b: exponential(a - 7), 1.0, "EXP(A1-7)"),
        (lambda a, b: whole_part(a / b), 3, "INT(A1/B1)"),
        (lambda a, b: sign(b - a), -1, "SIGN(B1-A1)"),
        (lambda a, b: rounded(a / b, 0), 4.0, "ROUND(A1/B1,0)"),
        (lambda a, b: all_of(a > b, b > 2), False, "AND(A1>B1,B1>2)"),
        (lambda a, b: any_of(a > b, b > 2), True, "OR(A1>B1,B1>2)"),
        (lambda a, b: total([a, b]), 9.0, "SUM(A1:B1)"),
        (lambda a, b: look_up(a, (2, 7), (1, 5)), 5, "LOOKUP(A1,{2,7},{1,5})"),
    ],
)
def test_numbers_terms_and_formulas(
    rule: Callable[[Any, Any], Any], value: object, formula: str
) -> None:
    assert rule(7.0, 2.0) == value
    found = rule(A, B)
    assert (found.value, found.formula) == (value, formula)
    alone = rule(symbol("A1"), symbol("B1"))
    assert alone.value is UNKNOWN
    assert formula in formula_of(rule, "A1", "B1")


def test_what_has_no_value_cannot_decide() -> None:
    assert bool(Term(0.0, "A1")) is False and bool(A) is True
    with pytest.raises(TypeError, match=r"A1>1 has no value: use where"):
        bool(symbol("A1") > 1)
    with pytest.raises(TypeError, match=r"A1 has no value: write the rule by formula_of"):
        named("a", symbol("A1"))
    assert hash(A) == hash(7.0) and hash(symbol("A1")) == hash("A1")
    assert repr(A) == "<A1 = 7.0>" and repr(symbol("A1")) == "<A1 = ?>"


def test_arrays_stay_arrays_until_they_are_counted() -> None:
    assert (CELLS + 1).is_array and (1 - CELLS).is_array and (CELLS * CELLS).is_array
    assert (CELLS > 1).is_array and abs(CELLS).is_array and to_term([1, 2]).is_array
    assert not A.is_array and not (A + 1).is_array and not least(CELLS).is_array
    assert not total(CELLS).is_array and not width_of(CELLS).is_array
    assert where(CELLS > 1, 1, 0).is_array and not where(symbol("A1") > 1, 1, 0).is_array
    assert nearest_multiple(CELLS, 2).is_array


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-2, "-2"),
        (1e20, "1E+20"),
        (2 / 3, "2/3"),
        (-1 / 3, "-1/3"),
        (math.pi, "3.14159265358979"),
        (False, "FALSE"),
        ('a"b', '"a""b"'),
        ((1, "x"), '{1,"x"}'),
        (num_error("why"), "#NUM!"),
    ],
)
def test_values_in_formulas(value: object, text: str) -> None:
    assert to_term(value).formula == text
    assert to_term(A) is A


def test_signs_are_bound_like_operations() -> None:
    assert (A - to_term(-2)).formula == "A1-(-2)" and (to_term(-2) + A).formula == "(-2)+A1"
    assert (A / to_term(2 / 3)).formula == "A1/(2/3)" and (A * to_term(2 / 3)).formula == "A1*2/3"


def test_conditions_take_one_branch_and_show_both() -> None:
    def rule(games: Any) -> Any:
        refuse(games == 3, lambda: num_error("three"))
        refuse_negative(games, "games")
        return where(games > 0, lambda: 10 / games, lambda: div0_error("none"))

    assert rule(4) == 2.5
    errors = {
        3: "#NUM! three",
        -1: "#NUM! games must not be negative; [-−]1 is",
        0: "#DIV/0! none",
    }
    for games, error in errors.items():
        for quantity in (games, Term(games, "A1")):
            with pytest.raises(CellError, match=f"^{error}$"):
                rule(quantity)
    assert formula_of(rule, "A1") == "IF(A1=3,#NUM!,IF(A1<0,#NUM!,IF(A1>0,10/A1,#DIV/0!)))"


def test_nothing_below_zero_is_refused_in_lists_and_ranges() -> None:
    refuse_negative(0.0, "x")
    refuse_negative([0, 1], "x")
    refuse_negative((A, B), "x")
    for several in ([1, -2], (Term(1.0, "A1"), Term(-2.0, "B1")), Term(-2.0, "A1")):
        with pytest.raises(CellError, match=r"x must not be negative; [-−]2 is"):
            refuse_negative(several, "x")
    assert formula_of(lambda cells: refuse_negative(cells, "x") or 1, CELLS) == (
        "IF(MIN(C1:C3)<0,#NUM!,1)"
    )


def test_what_is_named_is_calculated_once() -> None:
    def rule(points: Any, games: Any) -> Any:
        lead = named("lead", points - games)
        refuse(lead == 9, lambda: num_error("nine"))
        half = named("lead", lead / 2)
        return where(half > 1, lambda: named("most", half + 1) * 2, half)

    assert rule(8, 2) == 8.0 and rule(3, 2) == 0.5
    assert formula_of(rule, "A1", "B1") == (
        "IF(A1-B1=9,#NUM!,IF((A1-B1)/2>1,((A1-B1)/2+1)*2,(A1-B1)/2))"
    )
    assert lambda_body_of(rule, "p", "g") == (
        "LET(lead,p-g,IF(lead=9,#NUM!,LET(lead_too,lead/2,"
        "IF(lead_too>1,LET(most,lead_too+1,most*2),lead_too))))"
    )
    two = lambda_body_of(lambda p: named("a", p + 1) * named("b", p + 2), "p")
    assert two == "LET(a,p+1,b,p+2,a*b)"
    assert Scope().around(A) is A
    assert lambda_body_of(lambda p: named("a", p + 1) + 1, CELLS) == "LET(a,C1:C3+1,a+1)"


def test_options_are_quantities_too() -> None:
    def share(points: Any, most: Any = 20) -> Any:
        return points / most

    assert formula_of(share, "A1") == "A1/20" and formula_of(share, "A1", most="Most") == "A1/Most"
    assert formula_of(share, 5.0, most=symbol("Most")) == "5/Most"
    assert formula_of(lambda: 3) == "3"


def test_what_is_left_out() -> None:
    assert is_omitted(None) is True and is_omitted(0) is False and is_omitted(A) is False
    assert is_omitted(symbol("x", omitted="no_x")).formula == "no_x"


def test_rounding_is_away_from_zero() -> None:
    for value, decimals, found in (
        *((2.5, 0, 3.0), (-2.5, 0, -3.0), (2.4, 0, 2.0), (1.005, 2, 1.01), (-0.0, 2, 0.0)),
        *(
            (12345.0, -2, 12300.0),
            (1e15 + 0.5, 0, 1e15 + 0.5),
        ),
    ):
        assert rounded(value, decimals) == found == rounded(Term(value, "A1"), decimals).value
    assert rounded_to_multiple(7, 0) == 7 and rounded_to_multiple(7.3, 0.5) == 7.5
    term = nearest_multiple(A, Term(4.0, "B1") + 0)
    assert (term.value, term.formula) == (8.0, "ROUND(ROUND(A1/B1,9),0)*B1")
    assert nearest_multiple(A, B + 1).formula == "ROUND(ROUND(A1/(B1+1),9),0)*(B1+1)"
    assert whole_part(-2.5) == -3 and whole_part(3) == 3


def test_sums_of_cells_and_of_rules() -> None:
    opposite = [1e16, 1.0, -1e16]
    assert total(opposite) == 0 and total(opposite, exactly=True) == 1
    assert total_of(lambda own: own, opposite) == 0
    assert total_of(lambda own: own, opposite, exactly=True) == 1
    assert (
        total([Term(1, "A1"), 2]).formula == "SUM(A1,2)" and total([A, B], exactly=True).value == 9
    )
    found = total_of(lambda own, due: own * due, [A, B], [10, 1], exactly=True)
    assert (found.value, found.formula) == (72.0, "A1*10+B1*1")
    assert total_of(lambda own: own > 1, CELLS).formula == "SUMPRODUCT((C1:C3>1)*1)"
    assert total_of(lambda own: (own > 1) * own, CELLS).formula == "SUMPRODUCT((C1:C3>1)*C1:C3)"
    assert width_of([1, 2]) == 2 and width_of(CELLS).formula == "COLUMNS(C1:C3)"
    assert [look_up(key, (2, 7), (1, 5), below=9) for key in (1, 2, 6, 7, 8)] == [9, 1, 1, 5, 5]


@pytest.mark.parametrize(
    ("formulas", "joined"),
    [
        ("A5 B5 C5", "A5:C5"),
        ("A5 A6 A7", "A5:A7"),
        ("S!$A$5 S!$A$6", "S!$A$5:$A$6"),
        ("A5 A7", "A5,A7"),
        ("A5 B6", "A5,B6"),
        ("A6 A5", "A6,A5"),
        ("S!A5 T!A6", "S!A5,T!A6"),
        ("A5", "A5"),
        ("A5 A6+1", "A5,A6+1"),
        ("AZ5 BA5", "AZ5:BA5"),
    ],
)
def test_cells_side_by_side_are_a_range(formulas: str, joined: str) -> None:
    assert join_cells([symbol(formula) for formula in formulas.split()]) == joined


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        (True, "", "TRUE"),
        (None, "", "blank"),
        ("", "", "blank"),
        ("Ann", "", "Ann"),
        (2.0, "", "2"),
        (-2.0004, "", "−2"),
        (0.0, "", "0"),
        (1234567.25, "", "1234567.25"),
        (0.0004, "", "0.0004"),
        (0.00049, "", "0.00049"),
        (-0.00012345, "", "−0.000123"),
        (0.6594, RATIO, ".659"),
        (1.0, RATIO, "1.000"),
        (2, SIGNED, "+2"),
        (0, SIGNED, "0"),
        (-2, SIGNED, "−2"),
        *((n, ORDINAL, f"{n}{end}") for n, end in ((1, "st"), (2, "nd"), (3, "rd"), (4, "th"))),
        *((n, ORDINAL, f"{n}th") for n in (11, 12, 13, 111, 20)),
        (21, ORDINAL, "21st"),
        (2.5, ".2f", "2.50"),
    ],
)
def test_values_in_sentences(value: object, spec: str, text: str) -> None:
    assert format_value(value, spec) == text == f"{Term(value, 'A1'):{spec}}"
