"""The module that xlwings serves to Excel: every function of the catalogue as a UDF.

The UDFs work in classic xlwings on Windows, in xlwings Lite and in xlwings Server: names in
capitals, no default but None, every range as rows of cells with errors as text, and errors returned
as text such as ``"#N/A"``.  In xlwings Lite, ``from xl_tourney.hosts.excel import *`` is the whole
``main.py``.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import xlwings as xw

from ...catalogue.host_names import CATEGORY, to_vba_name
from ...functions import CATALOGUE, Function
from .error_codes import errors_to_text


def make_udf(
    function: Function, call: Callable[..., Any], leading: Sequence[str] = ()
) -> Callable[..., Any]:
    """An xlwings UDF that passes a function's arguments to ``call``, after some scalar ones."""

    def udf(*arguments: Any) -> Any:
        return call(*map(errors_to_text, arguments))

    udf.__name__ = udf.__qualname__ = function.name
    udf.__doc__ = function.help.summary
    udf.__module__ = __name__
    udf.__annotations__ = {}
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    udf.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, positional) for name in leading]
        + [
            inspect.Parameter(
                to_vba_name(p.name),
                positional,
                default=None if p.optional else inspect.Parameter.empty,
            )
            for p in function.parameters
        ]
    )
    for p in function.parameters:
        options = {"ndim": 2} if p.kind.takes_range else {}
        xw.arg(to_vba_name(p.name), err_to_str=True, doc=p.help, **options)(udf)
    # last, as on Windows each xw.arg sets the category back to its default
    result: Callable[..., Any] = xw.func(category=CATEGORY)(udf)
    return result


__all__ = [function.name for function in CATALOGUE]
globals().update(
    {function.name: make_udf(function, function.call_from_host) for function in CATALOGUE}
)

# Imported objects are permanent: the collector need not traverse them for every large array.
gc.freeze()
