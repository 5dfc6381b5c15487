"""MMULT, which formualizer lacks: the product of two matrices."""

from __future__ import annotations

from typing import Any

from ...catalogue.cells import ErrorValue, to_block


def multiply(first: Any, second: Any) -> Any:
    """The product; ``#VALUE!`` if they do not fit, or hold anything but numbers.

    >>> multiply([[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]])
    [[17.0], [39.0]]
    >>> multiply([[1.0, 2.0]], 3.0), multiply([[1.0, None]], [[1.0], [2.0]])
    ('#VALUE!', '#VALUE!')
    """
    rows, others = to_block(first), to_block(second)
    cells = [cell for row in (*rows, *others) for cell in row]
    for cell in cells:
        if isinstance(cell, ErrorValue):
            return cell
    if len(rows[0]) != len(others) or any(type(cell) is not float for cell in cells):
        return ErrorValue("#VALUE!")
    columns = list(zip(*others))
    return [[_dot(row, column) for column in columns] for row in rows]


def _dot(row: Any, column: Any) -> float:
    """The sum of products, one after the other: Python's own sum rounds otherwise."""
    total = 0.0
    for one, other in zip(row, column):
        total += one * other
    return total
