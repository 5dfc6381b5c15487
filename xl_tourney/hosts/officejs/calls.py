"""Python's side of the add-in's page: calls of functions in, rows of cells out, as JSON.

It runs in Pyodide and imports nothing but the functions and what is made of them.
"""

from __future__ import annotations

import json
from typing import Any

from ...catalogue.cells import ErrorValue, to_block
from ...functions import CATALOGUE
from ..error_reasons import format_error


def answer(calls: str) -> str:
    """The results of calls, each ``[name, arguments]``: rows of cells.

    An error in an argument is its text.  One in a result is an object with its sentence.

    >>> answer('[["GBQ", [55, 3, 1]], ["GBQ", [55, 3, 9]]]')
    '[[[0.0]],[[{"error":"#NUM!","message":"place 9 is not among the 1 players"}]]]'
    """
    results = [_call(name, arguments) for name, arguments in json.loads(calls, parse_int=float)]
    return json.dumps(results, ensure_ascii=False, separators=(",", ":"))


def _call(name: str, arguments: list[Any]) -> list[list[Any]]:
    function = CATALOGUE[name]
    rows = to_block(function.call_from_host(*arguments))

    def to_json(cell: Any) -> Any:
        if isinstance(cell, ErrorValue):
            return {"error": str(cell), "message": format_error(function, cell)}
        return cell

    return [list(map(to_json, row)) for row in rows]
