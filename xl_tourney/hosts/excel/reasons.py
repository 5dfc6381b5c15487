"""The module that answers why a function gives an error: a second set of UDFs of the same names.

Each takes the position of the cell in the result, and then the arguments of the function.
``VERSION`` takes nothing and gives the version of xl-tourney.
"""

from __future__ import annotations

from typing import Any

import xlwings as xw

from ... import __version__
from ...functions import CATALOGUE, Function
from ..error_reasons import explain
from .udfs import make_udf

POSITION = ("row_offset", "column_offset")


def _make_reason(function: Function) -> Any:
    def explain_call(row_offset: float, column_offset: float, *arguments: Any) -> str:
        return explain(function, (int(row_offset), int(column_offset)), *arguments)

    return make_udf(function, explain_call, POSITION)


@xw.func
def VERSION() -> str:
    """The version of xl-tourney."""
    return __version__


globals().update({function.name: _make_reason(function) for function in CATALOGUE})
