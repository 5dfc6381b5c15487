"""A function's value, derivation, built-in formula and LAMBDA of the same arguments, as JSON.

``python -m tests.four_forms GBQ`` takes the package that is found first, which may be a copy with
a rule that was changed.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from openpyxl import load_workbook

from tests.explain.test_derivations import lay_out
from xl_tourney.catalogue.cells import to_block
from xl_tourney.conformance.hosts import ironcalc
from xl_tourney.conformance.hosts.base import HostCall
from xl_tourney.conformance.suite import Case
from xl_tourney.explain.derivations import ValueOrigin, derivation_of_call
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
_MARGIN = ["Margin A − B", "Minutes A", "Minutes B"]
SHEETS = {
    "TANTRIX_TP": ("tantrix", GAMES, "Results", _MARGIN, "TPs A"),
    "TP_PERCENT": ("tantrix", GAMES, "Standings", ["TPs", "Games"], "TP%"),
    "GBQ": ("tantrix", GAMES, "Standings", ["TPs", "Games"], "GBQ"),
    "GAMES_BEHIND": ("league", LEAGUE, "Standings", ["Won", "Lost", "Tied"], "Behind leader"),
}
"""For each function: template, data, sheet, the columns of its arguments, and that of its value."""
OPTIONS = {"GBQ": [2], "GAMES_BEHIND": [1]}
"""The arguments behind those columns."""


def columns(function: str) -> tuple[list[Any], Any]:
    """The arguments of a function, and its values, in a workbook of built-in formulas."""
    name, text, title, headings, figure = SHEETS[function]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data.csv")
        data.write_text(text, encoding="utf-8")
        content, _ = made(TEMPLATES[name], data, "made.xlsx", places=2)
    sheet = load_workbook(io.BytesIO(content), data_only=True)[title]
    table = list(sheet.iter_rows(min_row=5, values_only=True))
    at = {heading: number for number, heading in enumerate(table[0])}
    rows = [row for row in table[1:4] if row[at[figure]] not in (None, "")]
    assert len(rows) == 3, table

    def column(heading: str) -> list[list[Any]]:
        return [[row[at[heading]]] for row in rows]

    return [*map(column, headings), *OPTIONS.get(function, [])], column(figure)


def derived(function: str, arguments: list[Any], value: Any) -> list[list[Any]]:
    """What the formula of the derivation's last step gives, for each value."""
    example = SimpleNamespace(arguments=arguments, value=value)
    declaration: Any = SimpleNamespace(name=function, help=SimpleNamespace(examples=[example]))
    book, [(call, _)] = lay_out(declaration)
    found = []
    for row, (cell,) in enumerate(value):
        origin = ValueOrigin(CellAddress("Sheet", 1, 1), call, row, 0)
        steps, _ = derivation_of_call(book, origin, cell)
        found.append([book.evaluate_one(steps[-1].result.formula)])
    return found


def forms(function: str) -> dict[str, Any]:
    """The four forms of a function, rounded to what a cell shows."""
    arguments, column = columns(function)
    value = to_block(CATALOGUE[function](*arguments))
    call = HostCall(Case(function, tuple(arguments), value, "test"), "cells")
    (in_lambda,) = ironcalc.LAMBDAS.calculate([call])
    found = {
        "value": value,
        "derivation": derived(function, arguments, value),
        "built-in formula": column,
        "LAMBDA": in_lambda,
    }
    return {form: [round(cell, 9) for (cell,) in cells] for form, cells in found.items()}


if __name__ == "__main__":
    print(json.dumps(forms(sys.argv[1])))
