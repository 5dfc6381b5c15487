"""The named LAMBDA formulas give what the Python functions give: calculated by IronCalc."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import ironcalc
import openpyxl
import pytest
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from tests.same import same
from xl_tourney.functions import CATALOGUE
from xl_tourney.functions.cells import block
from xl_tourney.functions.formula import call
from xl_tourney.hosts import lambdas
from xl_tourney.hosts.lambdas import FUNCTIONS, LAMBDAS, with_names

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = [(n, e.arguments, e.value) for n in FUNCTIONS for e in CATALOGUE[n].help.examples]
WIDE = 40
"""How far from the arguments' cells the result's cells begin."""

Case = tuple[str, tuple[Any, ...]]


def workbook() -> bytes:
    file = io.BytesIO()
    openpyxl.Workbook().save(file)
    return with_names(file.getvalue())


@pytest.fixture(scope="module")
def calculated(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Any]]:
    """The values of many calls, each with its arguments in cells or in the formula."""
    path = tmp_path_factory.mktemp("lambda") / "book.xlsx"
    path.write_bytes(workbook())

    def values(cases: list[Case], in_cells: bool = True) -> list[Any]:
        model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
        places = []
        top = 1
        for name, arguments in cases:
            formula = in_sheet(model, name, arguments, top) if in_cells else call(name, arguments)
            model.set_user_input(0, top, WIDE, formula)
            height = max((len(block(argument)) for argument in arguments), default=1)
            places.append((top, height, len(block(arguments[0])[0])))
            top += height + 1
        model.evaluate()
        return [
            [
                [model.get_cell_value(0, top + row, WIDE + at) for at in range(width)]
                for row in range(height)
            ]
            for top, height, width in places
        ]

    return values


def in_sheet(model: Any, name: str, arguments: tuple[Any, ...], top: int) -> str:
    """Write the arguments side by side; gives the formula that refers to them."""
    left, references = 1, []
    for argument in arguments:
        cells = block(argument)
        for line, row in enumerate(cells):
            for at, cell in enumerate(row):
                write(model, top + line, left + at, cell)
        end = f"{get_column_letter(left + len(cells[0]) - 1)}{top + len(cells) - 1}"
        references.append(f"{get_column_letter(left)}{top}:{end}")
        left += len(cells[0])
    assert left < WIDE
    return f"={name}({','.join(references)})"


def write(model: Any, line: int, at: int, cell: Any, sheet: int = 0) -> None:
    if isinstance(cell, bool):
        model.update_cell_with_bool(sheet, line, at, cell)
    elif isinstance(cell, (int, float)):
        model.update_cell_with_number(sheet, line, at, float(cell))
    elif cell is not None:
        model.set_user_input(sheet, line, at, cell)


def cells(value: Any, shape: list[list[Any]]) -> list[list[Any]]:
    """A value of Python as the cells of a result's place, which may be larger."""
    rows = block(value)
    return [
        [
            rows[line][at] if line < len(rows) and at < len(rows[0]) else ""
            for at in range(len(shape[0]))
        ]
        for line in range(len(shape))
    ]


def shown(found: list[list[Any]]) -> list[list[Any]]:
    return [["" if cell is None else cell for cell in row] for row in found]


def disagreeing(cases: list[Case], found: list[Any]) -> list[str]:
    assert cases
    return [
        f"{call(name, arguments)}: {got}, not {CATALOGUE[name](*arguments)}"
        for (name, arguments), got in zip(cases, found)
        if not same(shown(got), cells(CATALOGUE[name](*arguments), got), rel=1e-7)
    ]


def test_the_functions_are_of_the_catalogue() -> None:
    assert {
        *("GBQ", "WBQ", "TAPL", "YATES_TAPL", "QOOA", "ADJUSTED_TAPL", "TAZD"),
        *("KDICE_CI", "MATCHPOINT", "TP_PERCENT", "PLACE"),
        *("NEUBERG", "GAMES_BEHIND", "DECIDED_BY"),
    } == set(FUNCTIONS)
    for name in FUNCTIONS:
        declared = re.match(r"\s*LAMBDA\(((?:\[?[a-z]+\]?, )+)", LAMBDAS[name])
        assert declared
        expected = [f"[{p.name}]" if p.optional else p.name for p in CATALOGUE[name].parameters]
        assert declared[1].removesuffix(", ").split(", ")[: len(expected)] == expected


@pytest.mark.parametrize("name", LAMBDAS)
def test_excel_can_hold_it(name: str) -> None:
    text = LAMBDAS[name]
    assert len(lambdas.stored(text)) < 8192
    assert text.count("(") == text.count(")")
    small = set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", text)))
    assert not small & {"r", "c"}, "a row and a column of the other way to write references"
    assert not [word for word in small if re.fullmatch(r"[a-z]{1,3}[0-9]+", word)]


def test_every_call_is_of_a_function_or_a_name() -> None:
    called = set(re.findall(r"\b([A-Z][A-Z_]*)\(", "".join(LAMBDAS.values())))
    old = called - set(LAMBDAS) - lambdas._NEW
    assert old == {
        *("ABS", "AND", "COLUMNS", "IF", "INDEX", "INT", "ISERROR", "ISNUMBER", "LEN", "LOWER"),
        *("MAX", "MID", "MIN", "MOD", "NOT", "OR", "ROUND", "ROWS", "SIGN", "SQRT", "SUM", "TEXT"),
        *("TRANSPOSE", "TRIM", "UPPER", "VALUE"),
    }


def test_the_names_stand_in_the_workbook() -> None:
    with ZipFile(io.BytesIO(workbook())) as package:
        names = re.findall(r'<definedName name="(\w+)">', package.read("xl/workbook.xml").decode())
    assert names == list(LAMBDAS)
    assert list(openpyxl.load_workbook(io.BytesIO(workbook())).defined_names) == list(LAMBDAS)


def test_names_of_the_workbooks_own_stay() -> None:
    book = openpyxl.Workbook()
    book.defined_names["Step"] = DefinedName("Step", attr_text="0.5")
    file = io.BytesIO()
    book.save(file)
    names = openpyxl.load_workbook(io.BytesIO(with_names(file.getvalue()))).defined_names
    assert list(names) == ["Step", *LAMBDAS]
    assert "_xlop.step_" in names["GBQ"].attr_text
    assert "_xlpm.step" not in names["GBQ"].attr_text.replace("_xlpm.step_", "")


@pytest.mark.parametrize("in_cells", [True, False])
def test_every_example(calculated: Callable[..., list[Any]], in_cells: bool) -> None:
    cases = [(name, arguments) for name, arguments, _ in EXAMPLES]
    assert disagreeing(cases, calculated(cases, in_cells)) == []


def test_errors_and_blanks(calculated: Callable[..., list[Any]]) -> None:
    seven, none = [7, 6, 5, 4, 4, 4, 5], [None] * 7
    cases: list[Case] = [
        ("TAPL", ([seven, none, [0] * 7, [1, -1, 0, 0, 0, 0, 0]],)),
        ("TAPL", ([seven[:6]],)),
        ("TAPL", ([[*seven[:6], "many"]],)),
        ("TAPL", ([seven, seven], [[35], [0]])),
        ("TAPL", ([seven, seven], 35)),
        ("TAPL", ([seven], None, [[0.5, 0.5, 0, 0, 0, 0, 0]])),
        ("TAPL", ([[1, 1, 0, 0, 0, 0, 0]], None, [[50, 50, 0, 0, 0, 0, 0]])),
        ("TAPL", ([seven], None, [[0.5, 0.5]])),
        ("YATES_TAPL", ([none, [5] * 7],)),
        ("TAZD", ([seven, none], None, True)),
        ("QOOA", ([[0, 0], [None, None], [-1, 2], [30, 70]],)),
        ("QOOA", ([[1] * 7],)),
        ("ADJUSTED_TAPL", ([seven, none], [[20, 80], [None, None]])),
        ("KDICE_CI", ([seven, none, [0] * 7],)),
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
    assert disagreeing(cases, calculated(cases)) == []


def test_real_tantrix_tables(calculated: Callable[..., list[Any]]) -> None:
    cases: list[Case] = []
    pages = json.loads((DATA / "tantrix/gbq_cases.json").read_text("utf-8"))
    for case in (case for case in pages["cases"] if "players" in case):
        games, tps = ([[row[at]] for row in case["players"]] for at in (1, 2))
        cases.append(("TP_PERCENT", (tps, games)))
        for places in range(1, len(tps) + 1):
            cases.append(("GBQ", (tps, games, places)))
            cases.append(("GBQ", (tps, games, places, "gbq", 0)))
            cases.append(("WBQ", (tps, games, places)))
        cases.append(("PLACE", ([[*a, *b] for a, b in zip(tps, games)], [[1, -1]])))
    assert len(cases) > 50
    assert disagreeing(cases, calculated(cases)) == []


def test_real_kdice_profiles(calculated: Callable[..., list[Any]]) -> None:
    with (DATA / "kdice/tally_2008_h1.csv").open(encoding="utf-8", newline="") as file:
        players = list(csv.DictReader(file))
    shares = [[float(player[f"p{place}"]) for place in range(1, 8)] for player in players]
    games = [[float(player["games"])] for player in players]
    levels = [[share[0], 100 - share[0]] for share in shares]
    cases: list[Case] = [
        ("TAPL", (shares, games)),
        ("TAPL", (shares,)),
        ("YATES_TAPL", (shares, games)),
        ("TAZD", (shares, games, True)),
        ("QOOA", (levels,)),
        ("ADJUSTED_TAPL", (shares, levels, games)),
        ("KDICE_CI", (shares,)),
    ]
    assert disagreeing(cases, calculated(cases)) == []


def test_real_bridge_sessions(calculated: Callable[..., list[Any]]) -> None:
    events = json.loads((DATA / "bridge/events.json").read_text("utf-8"))
    boards = [
        [[line[event["line_fields"].index("ns_score_or_Axxyy")]] for line in board["lines"]]
        for event in events
        if event["event_type"] == "MP_PAIRS"
        for board in event["boards"]
    ]
    options = [(), ("acbl", "percent"), ("modified", "percent", "EW")]
    cases: list[Case] = [
        ("MATCHPOINT", (board, *options[at % len(options)])) for at, board in enumerate(boards)
    ]
    assert len(cases) > 50
    assert disagreeing(cases, calculated(cases)) == []
