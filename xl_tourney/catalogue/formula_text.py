"""Values and calls as the text of a formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cells import is_error


def format_literal(value: Any) -> str:
    """A value or a block as a constant of a formula; an empty cell is an empty text.

    >>> format_literal([[55, None], [5.5, "A+"]]), format_literal(True), format_literal("#N/A")
    ('{55,"";5.5,"A+"}', 'TRUE', '#N/A')
    """
    if isinstance(value, (list, tuple)):
        rows = value if value and isinstance(value[0], (list, tuple)) else [value]
        return "{" + ";".join(",".join(map(format_literal, row)) for row in rows) + "}"
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return f"{value:.15g}"
    if is_error(value):
        return str(value)
    return '"' + str(value).replace('"', '""') + '"'


def format_call(name: str, arguments: Sequence[Any]) -> str:
    """A call as a formula; an argument of None is left out.

    >>> format_call("GBQ", ([[55], [5]], [[3], [3]], 1, None, 0))
    '=GBQ({55;5},{3;3},1,,0)'
    """
    texts = ["" if argument is None else format_literal(argument) for argument in arguments]
    return f"={name}({','.join(texts)})"
