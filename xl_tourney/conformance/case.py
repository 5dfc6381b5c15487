"""A case of the suite: a call, its expected value, and whether a value is that.

Numbers are compared to a tolerance, everything else exactly.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..catalogue.cells import Block, is_error, to_block
from ..catalogue.formula_text import format_call


class Case(NamedTuple):
    """A call, and its expected value."""

    function: str
    arguments: tuple[Any, ...]
    """Numbers, texts, rows of cells; None is an empty cell, or an argument left out."""
    value: Block
    rule: str
    """The origin of the case: ``example``, ``published``, or the convention that it tests."""

    def __str__(self) -> str:
        return self.formula

    @property
    def formula(self) -> str:
        """The call with its arguments as constants."""
        return format_call(self.function, self.arguments)

    @property
    def has_constants(self) -> bool:
        """Whether the arguments can be constants; errors and published tables stand in cells."""
        cells = (cell for argument in self.arguments for row in to_block(argument) for cell in row)
        return self.rule != "published" and not any(map(is_error, cells))


def values_match(actual: object, expected: object, tolerance: float = 1e-9) -> bool:
    """Whether a value, or rows of values, are what was expected.

    >>> values_match([[0.1 + 0.2, "#N/A"]], [[0.3, "#N/A"]])
    True
    >>> values_match(True, 1), values_match(1, True)
    (False, False)
    """
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(actual, (list, tuple))
            and len(actual) == len(expected)
            and all(values_match(a, e, tolerance) for a, e in zip(actual, expected))
        )
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return (
            isinstance(actual, (int, float))
            and not isinstance(actual, bool)
            and math.isclose(actual, expected, rel_tol=tolerance, abs_tol=1e-9)
        )
    return actual == expected and isinstance(actual, bool) == isinstance(expected, bool)
