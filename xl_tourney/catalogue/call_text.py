"""A call of a function as a person types it into a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cells import is_error


def literal(value: Any) -> str:
    """A value or a block as a formula writes it; an empty cell is an empty text.

    >>> literal([[55, None], [5.5, "A+"]]), literal(True), literal("#N/A")
    ('{55,"";5.5,"A+"}', 'TRUE', '#N/A')
    """
    if isinstance(value, (list, tuple)):
        rows = value if value and isinstance(value[0], (list, tuple)) else [value]
        return "{" + ";".join(",".join(map(literal, row)) for row in rows) + "}"
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return f"{value:.15g}"
    if is_error(value):
        return str(value)
    return '"' + str(value).replace('"', '""') + '"'


def call(name: str, arguments: Sequence[Any]) -> str:
    """A call as a cell holds it; an argument of None is left out.

    >>> call("GBQ", ([[55], [5]], [[3], [3]], 1, None, 0))
    '=GBQ({55;5},{3;3},1,,0)'
    """
    written = ["" if argument is None else literal(argument) for argument in arguments]
    return f"={name}({','.join(written)})"
