"""A function's value, derivation, built-in formula and LAMBDA of the same arguments."""

from __future__ import annotations

import io
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from openpyxl import Workbook, load_workbook

from tests.explanations.test_derivations import lay_out
from tests.stand_ins.lambdas import LAMBDAS
from xl_tourney.catalogue.cells import to_block
from xl_tourney.conformance.hosts import HostCall
from xl_tourney.conformance.suite import Case
from xl_tourney.explanations.figure.derivations import ValueOrigin, figure_of_call
from xl_tourney.functions import CATALOGUE
from xl_tourney.generator.generate import made
from xl_tourney.grammar.references import CellAddress
from xl_tourney.templates import TEMPLATES

GAMES = """player_a,player_b,margin,minutes_a,minutes_b
Ann,Bob,5,16,10
Bob,Cid,11,9,9
Cid,Ann,0,9,9
"""
LEAGUE = """team,wins,losses,ties
Reds,20,15,1
Blues,16,19,1
Whites,3,5,28
"""
PROFILES = """player,games,p1,p2,p3,p4,p5,p6,p7
Ann,,7,6,5,4,4,4,5
Bob,1229,23,23,15,12,10,7,10
Cid,40,0.2,0.2,0.2,0.1,0.1,0.1,0.1
"""
TRAVELLER = """board,ns,ew,score
1,1NS,1EW,420
1,2NS,2EW,-50
1,3NS,3EW,440
"""
WALL_LIST = """name,rating,R1,R2
Ann,2100,2+,3=
Bob,2050,1-,0=
Cid,1900,0=,1=
"""
CROSSTABLE = """name,rating,r1,r2
Ann,2100,2w1,3b½
Bob,2050,1b0,U
Cid,1900,U,1w½
"""
_MARGIN = ["Margin A − B", "Minutes A", "Minutes B"]
_SCORES, _ROUNDS = ["Score NS"], "Wall list!R1:R2"
_PROFILE = ["1st:7th", "Games"]
SHEETS = {
    "TANTRIX_TP": ("tantrix", GAMES, "Results", _MARGIN, "TPs A"),
    "TP_PERCENT": ("tantrix", GAMES, "Standings", ["TPs", "Games"], "TP%"),
    "GBQ": ("tantrix", GAMES, "Standings", ["TPs", "Games"], "GBQ"),
    "TAPL": ("kdice", PROFILES, "Leaderboard", _PROFILE, "TAPL"),
    "YATES_TAPL": ("kdice", PROFILES, "Leaderboard", _PROFILE, "Yates"),
    "GAMES_BEHIND": ("league", LEAGUE, "Standings", ["W", "L", "T"], "GB"),
    "MATCHPOINT": ("bridge", TRAVELLER, "Travellers", _SCORES, "Points NS"),
    "CROSS_IMPS": ("bridge", TRAVELLER, "Travellers", _SCORES, "Cross-IMPs NS"),
    "BUTLER": ("bridge", TRAVELLER, "Travellers", _SCORES, "Butler NS"),
    "NBW": ("go", WALL_LIST, "Calculation", [_ROUNDS], "NBW"),
    "RATING_TIEBREAK": ("chess", CROSSTABLE, "Calculation", [_ROUNDS, "Rating"], "TPR"),
    "OPERA": ("go", WALL_LIST, "Calculation", [_ROUNDS, "Wall list!Rating"], "OPERA"),
}
"""For each function: template, data, sheet, the columns of its arguments, and that of its value."""
OPTIONS = {"GBQ": [2], "GAMES_BEHIND": [1], "NBW": ["down"], "RATING_TIEBREAK": ["TPR"]}
"""The arguments behind those columns."""
VARIANTS: dict[str, dict[str, Any]] = {
    "CROSS_IMPS": {"method": "cross-imps"},
    "BUTLER": {"method": "butler"},
}
"""With which options the workbook of a function is made, beside those of all of its template."""
ROOM: dict[str, dict[str, Any]] = {
    "tantrix": {"players": 4, "rows": 6, "places": 2},
    "kdice": {"rows": 4},
    "league": {"rows": 4},
    "bridge": {"pairs": 6, "boards": 2, "tables": 3},
    "go": {"rows": 4},
    "chess": {"players": 4},
}
"""Room for its data and little more, and the places that GBQ is asked for."""
TOP, ROWS = 5, 3
"""The row of headings, and how many rows are below."""


@cache
def made_once(name: str, text: str, *options: tuple[str, Any]) -> Workbook:
    """A workbook of built-in formulas with its values, for all functions that it has."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data.csv")
        data.write_text(text, encoding="utf-8")
        content, _ = made(TEMPLATES[name], data, "made.xlsx", **dict(options))
    return load_workbook(io.BytesIO(content), data_only=True)


def columns(function: str) -> tuple[list[Any], Any]:
    """The arguments of a function, and its values, in a workbook of built-in formulas."""
    name, text, title, headings, figure = SHEETS[function]
    book = made_once(name, text, *(ROOM[name] | VARIANTS.get(function, {})).items())

    def cells(place: str) -> list[list[Any]]:
        """The cells below a heading, or below all headings from one to another."""
        sheet, _, heading = place.rpartition("!")
        table = list(book[sheet or title].iter_rows(TOP, TOP + ROWS, values_only=True))
        first, _, last = heading.partition(":")
        left, right = table[0].index(first), table[0].index(last or first)
        return [list(row[left : right + 1]) for row in table[1:]]

    values = cells(figure)
    assert [row for row in values if row[0] in (None, "")] == []
    return [*map(cells, headings), *OPTIONS.get(function, [])], values


def derived(function: str, arguments: list[Any], value: Any) -> list[list[Any]]:
    """What the formula of the derivation's last step gives, for each value."""
    example = SimpleNamespace(arguments=arguments, value=value)
    declaration: Any = SimpleNamespace(name=function, help=SimpleNamespace(examples=[example]))
    book, [(call, _)] = lay_out(declaration)
    found = []
    for row, (cell,) in enumerate(value):
        origin = ValueOrigin(CellAddress("Sheet", 1, 1), call, row, 0)
        steps = figure_of_call(book, origin, cell).explain()
        found.append([book.evaluate_one(steps[-1].result.formula)])
    return found


def forms(function: str) -> dict[str, Any]:
    """The four forms of a function, rounded to what a cell shows."""
    arguments, column = columns(function)
    value = to_block(CATALOGUE[function](*arguments))
    call = HostCall(Case(function, tuple(arguments), value, "test"), "cells")
    (in_lambda,) = LAMBDAS.calculate([call])
    found = {
        "value": value,
        "derivation": derived(function, arguments, value),
        "built-in formula": column,
        "LAMBDA": in_lambda,
    }
    return {form: [round(cell, 9) for (cell,) in cells] for form, cells in found.items()}
