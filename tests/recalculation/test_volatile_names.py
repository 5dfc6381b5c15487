"""Defined names by which a formula depends on the clock, and on which cells it depends."""

from __future__ import annotations

import pytest

from xl_tourney.grammar.defined_names import DefinedName
from xl_tourney.recalculation.precedents.volatile_cells import _Names

NAMES = _Names(
    [
        DefinedName("Later", "Today+Data!$A$2"),
        DefinedName("Today", "TODAY()"),
        DefinedName("Own", "$B$3", "Data"),
        DefinedName("Both", "Own+Later"),
        DefinedName("One", "Other+Data!$C$1"),
        DefinedName("Other", "ONE"),
        DefinedName("Broken", "SUM("),
    ]
)


@pytest.mark.parametrize(
    ("formula", "is_volatile", "ranges"),
    [
        ("LATER+1", True, ["Data!A2"]),
        ("A1+D4", False, ["Page!A1", "Page!D4"]),
        ("Today", True, []),
        ("Own", False, ["Data!B3"]),
        ("Both+Own", True, ["Data!A2", "Data!B3"]),
        ("One", False, ["Data!C1"]),
        ("Broken", False, []),
        ("Unknown", False, []),
        ('"Today"', False, []),
        ('CELL("row",A1)', False, ["Page!A1"]),
        ('CELL("FileName",A1)', True, ["Page!A1"]),
        ('CELL("row")', True, []),
        ("CELL(B2,A1)", True, ["Page!A1", "Page!B2"]),
        ("CELL(1,A1)", True, ["Page!A1"]),
    ],
)
def test_what_a_formula_depends_on_by_its_names(
    formula: str, is_volatile: bool, ranges: list[str]
) -> None:
    """Names that name each other, as One and Other, are followed until nothing new comes."""
    found = NAMES.resolve(formula, "Page")
    assert found.is_volatile == is_volatile
    assert sorted(f"{sheet}!{area}" for sheet, area in found.ranges) == ranges


def test_whether_any_name_is_volatile() -> None:
    assert NAMES.has_volatile
    assert not _Names([DefinedName("Later", "Data!$A$2")]).has_volatile
