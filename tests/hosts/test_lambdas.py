"""The named LAMBDA formulas give what the Python functions give: calculated by IronCalc."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.same import same
from tests.stand_ins import lambdas
from xl_tourney.catalogue.cells import to_block
from xl_tourney.conformance import suite as conformance
from xl_tourney.conformance.hosts import HostCall
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.lambdas import embedding
from xl_tourney.hosts.lambdas.definitions import FUNCTIONS, LAMBDAS, NOT_TAKEN, NOT_WRITTEN
from xl_tourney.hosts.lambdas.embedding import add_defined_names, comment_of, with_helpers

DATA = Path(__file__).parents[1] / "data"
Case = tuple[str, tuple[Any, ...]]


def workbook() -> bytes:
    file = io.BytesIO()
    openpyxl.Workbook().save(file)
    return add_defined_names(file.getvalue())


def disagreeing(cases: list[Case]) -> list[str]:
    """The calls in cells that give another value than the functions in Python."""
    calls = [
        HostCall(conformance.Case(name, given, to_block(CATALOGUE[name](*given)), "test"), "cells")
        for name, given in cases
    ]
    assert calls
    return [
        f"{call.case}: {got}"
        for call, got in zip(calls, lambdas.LAMBDAS.calculate(calls), strict=True)
        if not same(got, call.case.value, lambdas.TOLERANCE)
    ]


def test_every_function_is_written_or_has_a_reason() -> None:
    assert sorted([*FUNCTIONS, *NOT_WRITTEN]) == sorted(f.name for f in CATALOGUE)
    assert set(NOT_TAKEN) <= set(FUNCTIONS) and len(NOT_WRITTEN) == 6
    for name in FUNCTIONS:
        declared = re.match(r"\s*LAMBDA\(((?:\[?[a-z_]+\]?,\s+)+)", LAMBDAS[name])
        assert declared
        expected = [f"[{p.name}]" if p.optional else p.name for p in CATALOGUE[name].parameters]
        assert re.findall(r"[^\s,]+", declared[1])[: len(expected)] == expected


@pytest.mark.parametrize("name", LAMBDAS)
def test_excel_can_hold_it(name: str) -> None:
    text = LAMBDAS[name]
    assert len(embedding.to_stored_formula(text)) < 8192
    assert text.count("(") == text.count(")")
    small = set(re.findall(r"\b[a-z_]+[0-9]*\b", re.sub(r'"[^"]*"', "", text)))
    assert not small & {"r", "c"}, "a row and a column of the other way to write references"
    assert not [word for word in small if re.fullmatch(r"[a-z]{1,3}[0-9]+", word)]
    called = re.findall(r"\b([A-Z][A-Z_]*)\(", text)
    assert not small & {function.lower() for function in called}, "Excel would call the name"


OLD = """
ABS AND AVERAGE COLUMNS DATE EXACT EXP FIND IF IFERROR INDEX INT ISERROR ISLOGICAL
ISNUMBER ISTEXT LEFT LEN LOWER LOOKUP MATCH MAX MID MIN MMULT MOD NOT OR REPT RIGHT
ROUND ROWS SEARCH SIGN SMALL SQRT SUBSTITUTE SUM SUMPRODUCT TEXT TRANSPOSE TRIM TRUNC
UPPER VALUE
"""
"""What LAMBDAs call that Excel had before it had them."""


def test_every_call_is_of_a_function_or_a_name() -> None:
    called = set(re.findall(r"\b([A-Z][A-Z_]*)\(", "".join(LAMBDAS.values())))
    old = called - set(LAMBDAS) - set(embedding._NEW_FUNCTIONS)
    assert old == set(OLD.split())
    defined = set(re.findall(r"\bXLT_[A-Z_]+", "".join(LAMBDAS.values())))
    helpers = {name for name in LAMBDAS if name.startswith("XLT_")}
    assert defined == helpers, "each helper is called, and each that is called is there"


def test_helpers_come_along() -> None:
    assert with_helpers(["IMPS"]) == [
        "XLT_NUMBER",
        "XLT_NUMBERS",
        "XLT_FIRST_ERROR",
        "XLT_EMPTY",
        "IMPS",
    ]
    assert with_helpers(FUNCTIONS) == list(LAMBDAS)
    for name in FUNCTIONS:
        needed = with_helpers([name])
        called = set(re.findall(r"\b[A-Z][A-Z_]+(?=\()", "".join(map(LAMBDAS.get, needed))))
        assert called & LAMBDAS.keys() <= set(needed)


@pytest.mark.parametrize("name", LAMBDAS)
def test_the_comment_of_a_name_is_its_help(name: str) -> None:
    comment = comment_of(name)
    assert len(comment) <= embedding.LONGEST_COMMENT and ". (xl_tourney)" in comment
    assert name not in CATALOGUE or comment.startswith(CATALOGUE[name].help.summary)


def test_the_names_stand_in_the_workbook() -> None:
    with ZipFile(io.BytesIO(workbook())) as package:
        names = re.findall(
            r'<definedName name="(\w+)" comment="[^"]+">', package.read("xl/workbook.xml").decode()
        )
    assert names == list(LAMBDAS)
    assert list(openpyxl.load_workbook(io.BytesIO(workbook())).defined_names) == list(LAMBDAS)


def test_names_of_the_workbooks_own_stay() -> None:
    book = openpyxl.Workbook()
    book.defined_names["Step"] = DefinedName("Step", attr_text="0.5")
    file = io.BytesIO()
    book.save(file)
    names = openpyxl.load_workbook(io.BytesIO(add_defined_names(file.getvalue()))).defined_names
    assert list(names) == ["Step", *LAMBDAS]
    assert "_xlop.step_" in names["GBQ"].attr_text
    assert "_xlpm.step" not in names["GBQ"].attr_text.replace("_xlpm.step_", "")


def test_errors_and_blanks() -> None:
    seven, none = [7, 6, 5, 4, 4, 4, 5], [None] * 7
    cases: list[Case] = [
        ("TAPL", ([seven, none, [0] * 7, [1, -1, 0, 0, 0, 0, 0]],)),
        ("TAPL", ([seven[:6]],)),
        ("TAPL", ([[*seven[:6], "many"]],)),
        ("TAPL", ([seven, seven], [[35], [0]])),
        ("TAPL", ([seven, seven], 35)),
        ("TAPL", ([seven, [20, 17, 14, 11, 11, 11, 14], [8.5, 4.5, 5, 4, 4, 4, 5]], 35)),
        ("YATES_TAPL", ([seven, [20, 17, 14, 11, 11, 11, 14]], [[35], [35]])),
        ("TAPL", ([seven], None, [[0.5, 0.5, 0, 0, 0, 0, 0]])),
        ("TAPL", ([[1, 1, 0, 0, 0, 0, 0]], None, [[50, 50, 0, 0, 0, 0, 0]])),
        ("TAPL", ([seven], None, [[0.5, 0.5]])),
        ("YATES_TAPL", ([none, [5] * 7],)),
        ("TAZD", ([seven, none], None, True)),
        ("QOOA", ([[0, 0], [None, None], [-1, 2], [30, 70]],)),
        ("QOOA", ([[1] * 7],)),
        ("ADJUSTED_TAPL", ([seven, none], [[20, 80], [None, None]])),
        ("KDICE_CI", ([seven, none, [0] * 7],)),
        ("KDICE_CI", ([seven, [30, 20, 15, 10, 10, 5, 7]], None, [[35], [97]])),
        ("KDICE_CI", ([seven, seven, seven], None, [[0], [-1], [None]])),
        ("KDICE_CI", ([seven], [[0, 42, 35, 0, -35, -42, -60]])),
        ("KDICE_CI", ([[20, 21, 17, 14, 10, 8, 7], seven], [[6, 4, 3, 0, -3, -4, -6]])),
        ("TP_PERCENT", ([[50], [None], [10], [5]], [[4], [None], [0], [-1]])),
        ("GBQ", ([[55], [None], [5]], [[3], [None], [3]], 1)),
        ("GBQ", ([[55], [5]], [[3], [3]], 0)),
        ("GBQ", ([[55], [5]], [[3], [-3]], 1)),
        ("GBQ", ([[55], [5]], [[3], [3]], 1, "wins")),
        ("GBQ", ([[55], [5]], [[3], [3]], 1, None, 0, 10, 10)),
        ("GBQ", ([[55], [5]], [[3], [3]], 1, "GBQ", 0, 5, 10)),
        ("GBQ", ([[55], [5]], [[3], [3]], 1, "GBQ", 0.25, 20, 0)),
        ("GBQ", ([[55], ["#N/A"]], [[3], [3]], 1)),
        ("WBQ", ([[80], [50], [None]], [[6], [5], [None]], 2)),
        ("PLACE", ([[8, 30], [None, None], [8, 31]], [[1, -1]])),
        ("PLACE", ([[8, 30], [8, 31]], [[1, 0]])),
        ("PLACE", ([[8, 30], [8, 31]], [[1, 1, 1]])),
        ("PLACE", ([[8, 30], [8, 31]], [[1], [-1]])),
        ("DECIDED_BY", ([[8, 30], [None, None], [8, 31]], [["MMS", "SOS"]])),
        ("DECIDED_BY", ([[8, 30], [8, 31]], [["MMS"]])),
        ("DECIDED_BY", ([[8, 30], [8, 31]], [["MMS", "SOS"]], [[1, 2]])),
        ("GAMES_BEHIND", ([[20], [None], [16]], [[15], [None], [19]], [[1], [None], [1]])),
        ("GAMES_BEHIND", ([[20], [16]], [[15], [-19]])),
        ("GAMES_BEHIND", ([[20], [16]], [[15], [19]], None, 3)),
        ("NEUBERG", ([[12], [13], [0], [-1]], 7, 10)),
        ("NEUBERG", ([[12], [10]], [[7], [0]], [[10], [10]], "modified")),
        ("NEUBERG", (3, 4, 3)),
        ("NEUBERG", (3, 4, 6, "rugby")),
        ("MATCHPOINT", ([[420], [-50], [None]], "rugby")),
        ("MATCHPOINT", ([[420], ["A+"], ["a6040"], ["A-"]], "acbl", "percent", "EW")),
        ("MATCHPOINT", ([[420, 100], ["A99", 50]],)),
        ("MATCHPOINT", ([[420, 100], [50, 50]], None, None, None, [[5, -1]])),
        ("MATCHPOINT", ([[420], [420]], "modified", "points", "EW", 7)),
    ]
    assert disagreeing(cases) == []
