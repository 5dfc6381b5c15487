"""Common divisors and multiples: of a blank cell they are an error."""

from __future__ import annotations

import math
from functools import reduce
from typing import Any

from ...catalogue.cells import num_error, value_error
from .declaration import Cells, NotKnownError, Register, refuse_error

register = Register()
_SOURCE = "https://support.microsoft.com/office/math-and-trigonometry-functions-reference"


def _numbers(blocks: tuple[Any, ...]) -> list[int]:
    """Whole numbers of arguments and ranges; blank cells of ranges are passed over."""
    if all(block == [[None]] for block in blocks):
        raise value_error("there is no number")
    numbers = []
    for block in blocks:
        for cell in (cell for row in block for cell in row):
            refuse_error(cell)
            if isinstance(cell, bool) or (
                isinstance(cell, str) and len(block) == len(block[0]) == 1
            ):
                raise value_error("there are numbers only")
            if isinstance(cell, str):
                raise NotKnownError
            if cell is not None:
                numbers.append(math.trunc(cell))
    if any(not 0 <= number < 2**53 for number in numbers):
        raise num_error("the numbers are not below 0")
    return numbers


@register("GCD", source=_SOURCE)
def greatest_divisor(*numbers: Cells) -> float:
    """The greatest common divisor.

    >>> greatest_divisor([[24.0]], [[36.0]]), greatest_divisor([[16.0, 32.0, 24.0]])
    (12.0, 8.0)
    """
    return float(reduce(math.gcd, _numbers(numbers), 0))


@register("LCM", source=_SOURCE)
def least_multiple(*numbers: Cells) -> float:
    """The least common multiple.

    >>> least_multiple([[24.0]], [[36.0]]), least_multiple([[16.0, 32.0, 24.0]])
    (72.0, 96.0)
    """
    found = _numbers(numbers)
    multiple = 1
    for number in found:
        multiple = multiple * number // (math.gcd(multiple, number) or 1)
    if multiple >= 2**53:
        raise num_error("the multiple is too large")
    return float(multiple if found else 0)
