"""Formulas of one shape are trusted alike, so that one of them is assessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.engines import load_engine
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.recalculation.trust.formula_shape import formula_shape
from xl_tourney.recalculation.trust.policy import TrustPolicy

WORKBOOKS = Path(__file__).parents[2] / "workbooks"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1+B1", "C7+XFD700000"),
        ("$A1&'A1'!A$2", "$B9&'A1'!B$1"),
        ('IF(A1="B1",Data!A1:B9,1)', 'IF(F5="B1",Data!F2:G10,1)'),
    ],
)
def test_places_are_no_part_of_the_shape(one: str, other: str) -> None:
    assert formula_shape(one) == formula_shape(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1+A2", "A1+B2"),
        ("A1:A9", "A1:A1"),
        ("A1:A9", "A1:B9"),
        ("$A1", "A1"),
        ('A1="A1"', 'A1="B1"'),
        ("A1*2", "A1*3"),
        ("LOG10(A1)", "LOG2(A1)"),
        ("'A1'!A1", "'B1'!A1"),
        ("A1!A1", "B1!A1"),
        ("XFE1+1", "XFF1+1"),  # names
        ("Rate.A1", "Rate.B1"),
        ("[1]Data!A1", "[1]Data!B1"),
        ("Games[A1]", "Games[B1]"),
        ("1E5", "1E6"),
    ],
)
def test_all_else_is(one: str, other: str) -> None:
    assert formula_shape(one) != formula_shape(other)


@pytest.mark.parametrize("name", ["league_euro_2024_e", "tantrix_2001"])
def test_every_formula_is_trusted_as_if_it_were_assessed_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {}
    assess = TrustPolicy.assess

    def noted(policy: TrustPolicy, formula: str, is_array: bool):
        trust = assess(policy, formula, is_array)
        found[formula, is_array] = trust, policy._assess(formula, is_array)
        return trust

    monkeypatch.setattr(TrustPolicy, "assess", noted)
    book = Workbook.open(Package.from_path(WORKBOOKS / f"{name}.xlsx"))
    Recalculation(book, load_engine())
    assert len(found) > 100
    assert {key: pair for key, pair in found.items() if pair[0] != pair[1]} == {}
