"""The comparison of values: numbers to a tolerance, everything else exactly."""

from __future__ import annotations

import math


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
