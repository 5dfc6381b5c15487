"""The module that xlwings serves to Excel: every function of the catalogue, in one form.

The form works in classic xlwings on Windows, in xlwings Lite and in xlwings Server: names in
capitals, no default but None, every range as rows of cells with errors as text, and errors back as
text such as ``"#N/A"``.  In xlwings Lite, ``from xl_tourney.hosts.excel import *`` is all of
``main.py``.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable
from typing import Any

import xlwings as xw

from ...catalogue.host_names import CATEGORY
from ...functions import CATALOGUE, Function
from .errors import named
from .vba import argument_name


def exposed(function: Function) -> Callable[..., Any]:
    """A function of the catalogue as xlwings wants it."""
    call = function.from_host

    def served(*arguments: Any) -> Any:
        return call(*map(named, arguments))

    served.__name__ = served.__qualname__ = function.name
    served.__doc__ = function.help.summary
    served.__module__ = __name__
    served.__annotations__ = {}
    served.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                argument_name(p.name),
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=None if p.optional else inspect.Parameter.empty,
            )
            for p in function.parameters
        ]
    )
    for p in function.parameters:
        options = {"ndim": 2} if p.kind.matrix else {}
        xw.arg(argument_name(p.name), err_to_str=True, doc=p.help, **options)(served)
    # last, as on Windows each xw.arg sets the category back to its default
    result: Callable[..., Any] = xw.func(category=CATEGORY)(served)
    return result


__all__ = [function.name for function in CATALOGUE]
globals().update({function.name: exposed(function) for function in CATALOGUE})

# What is imported stays; without this, the collector goes through all of it for every large array.
gc.freeze()
