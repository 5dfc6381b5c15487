"""Suites of saved workbooks: volatile cells, the classes of cells, and verify --suite."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
import xlsxwriter

from xl_tourney import guarded_call
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.engines.base import NotCalculated
from xl_tourney.errors import InputError
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.verification.suite import (
    ALONE,
    Calculator,
    count_book,
    count_cells,
    count_suite,
    find_suites,
    find_volatile_cells,
    read_saved_cells,
    read_stale_cells,
)
from xl_tourney.resource_limits import ResourceLimits

Cell = tuple[str, str, object]


def write(path: Path, cells: list[Cell], names: dict[str, str] | None = None) -> Path:
    """A workbook with these formulas and saved values; a text without ``=`` is a constant."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Data")
        for reference, formula, value in cells:
            if formula.startswith("{"):
                sheet.write_array_formula(reference, formula, None, value)
            elif formula.startswith("="):
                sheet.write_formula(reference.partition(":")[0], formula, None, value)
            else:
                sheet.write(reference, value)
        for name, formula in (names or {}).items():
            book.define_name(name, formula)
    return path


def volatile(path: Path) -> set[str]:
    workbook = Workbook.open(Package.from_path(path))
    return {str(cell).rpartition("!")[2] for cell in find_volatile_cells(workbook)}


def test_what_reads_a_volatile_cell_by_a_constant_offset_is_volatile(tmp_path: Path) -> None:
    cells = [("A3", "=TODAY()", 1), ("B1", "=MIN(OFFSET(A1,0,0,9,1))", 1), ("B2", "=B1+1", 2)]
    path = write(tmp_path / "book.xlsx", [*cells, ("B3", "=SUM(OFFSET(A1,0,0,2,1))", 0)])
    assert volatile(path) == {"A3", "B1", "B2"}


def test_volatile_cells_are_those_of_clock_and_chance_with_their_dependents(tmp_path) -> None:
    path = write(
        tmp_path / "book.xlsx",
        [
            ("A1", "=NOW()", 1),
            ("A2", "=A1+1", 2),
            ("A3", "=SUM(A2:A2)*2", 4),
            ("A4", "=Later", 2),
            ("A5", "=VLOOKUP(1,$A:$B,2,FALSE)", 4),
            ("A6", "=SUM(A3:AZ3)", 4),
            ("B1", '=INDIRECT("C1")', 5),
            ("B2", "=OFFSET(C1,0,0)", 5),
            ("B3", '=CELL("row",C1)', 1),
            ("B4", '=CELL("filename",C1)', ""),
            ("B5", '="NOW()"', "NOW()"),
            ("C1", "", 5),
            ("D1", "=RAND()", 0.5),
            ("D2", "=RAND1", 3),
        ],
        {"Later": "=Data!$A$2", "RAND1": "=Data!$C$1"},
    )
    assert volatile(path) == {"A1", "A2", "A3", "A4", "A5", "A6", "B4", "D1"}


def test_a_volatile_name_and_a_volatile_array_are_found(tmp_path) -> None:
    path = write(
        tmp_path / "book.xlsx",
        [
            ("A1", "=Today_", 1),
            ("B1:B3", "{=RANDARRAY(3)}", 0.5),
            ("C3", "=B3", 0.5),
            ("C4", "=B4", 0),
        ],
        {"Today_": "=TODAY()"},
    )
    assert volatile(path) == {"A1", "B1", "B2", "B3", "C3"}


def test_a_workbook_without_volatile_functions_has_no_volatile_cell(tmp_path) -> None:
    path = write(tmp_path / "book.xlsx", [("A1", "=1+1", 2), ("A2", '=INDIRECT("A1")', 2)])
    assert volatile(path) == set()


@pytest.fixture(scope="module")
def classes(tmp_path_factory) -> Path:
    """A workbook with a cell of each class."""
    return write(
        tmp_path_factory.mktemp("suite") / "first" / "book.xlsx",
        [
            ("A1", "=1+1", 2.0),
            ("A2", "=1+1", 3.0),
            ("A3", "=2/3", 0.66666666661),
            ("A4", "=NOW()", 1.0),
            ("A5", "=GETPIVOTDATA(A1,B1)", 7.0),
            ("A6", "=1+2", 4.0),
        ],
    )


def test_a_recalculation_is_counted_cell_by_cell(classes, tmp_path) -> None:
    known = tmp_path / "stale.json"
    known.write_text('[{"book": "book.xlsx", "cells": "Data!A6:B6", "reason": "typed"}]')
    count = count_book(classes, Calculator("formualizer"), read_stale_cells(known))
    assert count.cells == Counter(agreed=1, silently_wrong=1, nearly=1, volatile=1, kept=1, stale=1)
    (wrong,) = count.wrong
    assert (wrong.cell, wrong.formula, wrong.saved, wrong.calculated) == ("Data!A2", "1+1", 3, 2)
    assert list(count.left_as_saved) == ["formualizer has no function GETPIVOTDATA"]
    assert count.states == Counter(calculated=5, waiting=1)


def test_uncertain_cells_and_failures_are_no_silent_mistakes(classes) -> None:
    saved = read_saved_cells(Workbook.open(Package.from_path(classes)))
    values = {cell: entry.value for cell, entry in saved.items()}
    one, two, three, *_ = saved
    values |= {one: 5.0, two: NotCalculated("it cannot"), three: None}
    count = count_cells("book.xlsx", saved, values, uncertain={str(one)})
    assert count.cells == Counter(uncertain=1, failed=2, agreed=3)


def test_stale_cells_can_be_named_by_their_formula(classes, tmp_path) -> None:
    known = tmp_path / "stale.json"
    known.write_text('[{"book": "k.xlsx", "formula": "1+2", "reason": "typed"}]')
    count = count_book(classes, Calculator("formualizer"), read_stale_cells(known))
    assert [cell.cell for cell in count.stale] == ["Data!A6"]


@pytest.mark.parametrize(
    "text", ["{", "[1]", '[{"book": "a"}]', '[{"book": "a", "reason": 1, "cells": 2}]']
)
def test_a_file_that_is_no_list_of_stale_cells_is_refused(text, tmp_path) -> None:
    path = tmp_path / "stale.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"stale\.json: is no list of stale cells"):
        read_stale_cells(path)


@pytest.mark.parametrize("engine", ["formualizer", "formulas", "cellrune"])
def test_an_engine_alone_keeps_nothing(engine, classes) -> None:
    result = count_suite("first", [classes], Calculator(engine, is_alone=True))
    assert engine in ALONE
    assert result.calculator == f"{engine} alone"
    wrong = {"silently_wrong": 2, "failed": 1} if engine == "cellrune" else {"silently_wrong": 3}
    assert result.cells == Counter(agreed=1, nearly=1, volatile=1, **wrong)  # it says unavailable


def test_sub_folders_are_suites_and_a_workbook_that_is_none_is_refused(classes) -> None:
    folder = classes.parent.parent
    second = folder / "second" / "deeper"
    second.mkdir(parents=True, exist_ok=True)
    (second / "broken.xlsx").write_bytes(b"no zip")
    (second / "~$broken.xlsx").write_bytes(b"a lock")
    suites = find_suites(folder)
    assert {name: len(books) for name, books in suites.items()} == {"first": 1, "second": 1}
    count = count_suite("second", suites["second"], Calculator("formualizer"))
    assert (count.refused_books, dict(count.cells)) == (1, {})


def test_a_workbook_that_takes_too_long_is_refused_with_its_cells(classes, monkeypatch) -> None:
    monkeypatch.setattr(guarded_call, "_UNMEASURED_SECONDS", 0)
    resources = ResourceLimits(seconds=1e-9)
    count = count_suite("first", [classes], Calculator("formualizer"), resources=resources)
    assert (count.refused_books, count.cells) == (1, Counter(refused=6))


def test_verify_counts_a_suite(run, classes) -> None:
    code, out, err = run("verify", "--suite", classes.parent)
    assert code == Exit.DIFFERENT
    headings, row = (
        line.split() for line in out.splitlines() if "calculator" in line or "first" in line
    )
    assert "silently" in headings
    assert row == ["first", "recalc", "with", "formualizer", "1", "0", *"11112"]
    assert "book.xlsx Data!A2 =1+1: 3.0 became 2.0" in err


def test_verify_prints_a_suite_as_json(run, classes, tmp_path) -> None:
    known = tmp_path / "known.json"
    known.write_text(
        '[{"book": "book.xlsx", "cells": "A2", "reason": "typed"},'
        ' {"book": "book.xlsx", "cells": "A6", "reason": "typed"}]'
    )
    code, out, _ = run("verify", "--suite", classes.parent, "--stale", known, "--json")
    (count,) = json.loads(out)
    assert code == Exit.DONE
    assert (count["suite"], count["books"], count["cells"]["stale"]) == ("first", 1, 2)


@pytest.mark.parametrize(
    "arguments", [(), ("book.xlsx", "--suite", "."), ("book.xlsx", "--alone", "cellrune")]
)
def test_options_of_suites_are_refused_elsewhere(run, arguments) -> None:
    code, out, err = run("verify", *arguments)
    assert (code, out) == (Exit.WRONG, "") and "--suite" in err
