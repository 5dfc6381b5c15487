"""Rounding to multiples."""

from __future__ import annotations

import math

from .declaration import NotKnownError, Number, Register

register = Register()
_SOURCE = "https://support.microsoft.com/office/math-and-trigonometry-functions-reference"


def _multiple(number: float, size: float, goes_up: bool) -> float:
    if size == 0 or number == 0:
        return 0.0
    quotient = number / size
    nearest = round(quotient)
    if 0 < abs(quotient - nearest) < 1e-9 * max(1.0, abs(quotient)):
        raise NotKnownError  # whether it is a multiple is a question of the last digits
    return (math.ceil(quotient) if goes_up else math.floor(quotient)) * size


@register("CEILING.MATH", source=_SOURCE)
def ceiling(number: Number, significance: Number = 1.0, mode: Number = 0.0) -> float:
    """The next multiple up; with a mode the next away from 0.

    >>> ceiling(24.3, 5.0), ceiling(-8.1, 2.0), ceiling(-5.5, 2.0, -1.0)
    (25.0, -8.0, -6.0)
    """
    return _multiple(number, abs(significance), number > 0 or not mode)


@register("FLOOR.MATH", source=_SOURCE)
def floor(number: Number, significance: Number = 1.0, mode: Number = 0.0) -> float:
    """The next multiple down; with a mode the next towards 0.

    >>> floor(24.3, 5.0), floor(-8.1, 2.0), floor(-5.5, 2.0, -1.0)
    (20.0, -10.0, -4.0)
    """
    return _multiple(number, abs(significance), number < 0 and bool(mode))
