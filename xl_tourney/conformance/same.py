"""When two results are the same: numbers to 1e-9, everything else to the letter."""

from __future__ import annotations

import math


def same(got: object, expected: object, rel: float = 1e-9) -> bool:
    """Whether a value, or rows of values, are what was expected.

    >>> same([[0.1 + 0.2, "#N/A"]], [[0.3, "#N/A"]]), same(True, 1)
    (True, False)
    """
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(got, (list, tuple))
            and len(got) == len(expected)
            and all(same(g, e, rel) for g, e in zip(got, expected))
        )
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return (
            isinstance(got, (int, float))
            and not isinstance(got, bool)
            and math.isclose(got, expected, rel_tol=rel, abs_tol=1e-9)
        )
    return got == expected
