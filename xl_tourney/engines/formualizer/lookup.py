"""LOOKUP in few cells, or in an array that is calculated: ``LOOKUP(2,1/(A1:A9<>""),A1:A9)``.

Excel passes over errors, and over values of another type than the one it looks for.
"""

from __future__ import annotations

from typing import Any

from ...catalogue.cells import ErrorValue, to_block
from .values import NOT_IMPLEMENTED

_NOT_FOUND = ErrorValue("#N/A")


def look_up(value: Any, vector: Any, results: Any = None) -> Any:
    """The value that LOOKUP finds.

    Where the values to search have no order the program's way of searching decides; that is known
    only if none of them is larger than the value looked for: then the last one is found.

    >>> error = ErrorValue("#DIV/0!")
    >>> look_up(2.0, [[error], [1.0], [1.0], [error]], [["a"], ["b"], ["c"], ["d"]])
    'c'
    >>> look_up(2.5, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), look_up(0.0, [[1.0, 2.0]])
    (5.0, '#N/A')
    >>> look_up(2.0, [[3.0, 1.0, 4.0]]) is NOT_IMPLEMENTED
    True
    """
    if isinstance(value, ErrorValue):
        return value
    searched, found = _vectors(to_block(vector), None if results is None else to_block(results))
    kind = type(value)
    if kind not in (float, str, bool) or len(found) < len(searched):
        return NOT_IMPLEMENTED
    same = [(index, _key(other)) for index, other in enumerate(searched) if type(other) is kind]
    key, keys = _key(value), [other for _, other in same]
    if keys != sorted(keys):
        if any(other > key for other in keys) or key in keys[:-1]:
            return NOT_IMPLEMENTED
    elif kind is str and key not in keys and not all(map(_has_one_order, (key, *keys))):
        return NOT_IMPLEMENTED  # texts are ordered by the country of the user
    below = [index for index, other in same if other <= key]
    return found[below[-1]] if below else _NOT_FOUND


def _vectors(
    block: list[list[Any]], results: list[list[Any]] | None
) -> tuple[list[Any], list[Any]]:
    """The values to search and to return: of a table its first and its last row or column."""
    if len(block[0]) > len(block):
        searched, found = block[0], block[-1]
    else:
        searched, found = [row[0] for row in block], [row[-1] for row in block]
    if results is not None:
        found = results[0] if len(results) == 1 else [row[0] for row in results]
    return searched, found


def _has_one_order(text: str) -> bool:
    """Whether a text has its place among others in every country: it has letters from A to Z only.

    >>> [_has_one_order(text) for text in ("andy", "o'neil", "äpfel", "a1")]
    [True, False, False, False]
    """
    return text.isascii() and text.isalpha()


def _key(value: Any) -> Any:
    return value.casefold() if type(value) is str else value
