"""The module that xlwings serves to Excel: every function of the catalogue, in one form.

The form works in classic xlwings on Windows, in xlwings Lite and in xlwings Server: names in
capitals, no default but None, every range as rows of cells with errors as text, and errors back as
text such as ``"#N/A"``.  In xlwings Lite, ``from xl_tourney.hosts.excel import *`` is all of
``main.py``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import xlwings as xw

from ..functions import CATALOGUE, Function

CATEGORY = "XL Tourney"


def exposed(function: Function) -> Callable[..., Any]:
    """A function of the catalogue as xlwings wants it."""
    call = function.from_host

    def served(*arguments: Any) -> Any:
        return call(*arguments)

    served.__name__ = served.__qualname__ = function.name
    served.__doc__ = function.help.summary
    served.__module__ = __name__
    served.__annotations__ = {}
    served.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                p.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=None if p.optional else inspect.Parameter.empty,
            )
            for p in function.parameters
        ]
    )
    result: Callable[..., Any] = xw.func(category=CATEGORY)(served)
    for p in function.parameters:
        options = {"ndim": 2} if p.kind.matrix else {}
        result = xw.arg(p.name, err_to_str=True, doc=p.help, **options)(result)
    return result


__all__ = [function.name for function in CATALOGUE]
globals().update({function.name: exposed(function) for function in CATALOGUE})
