"""The rate of an annuity."""

from __future__ import annotations

import math

from ...catalogue.cells import num_error
from .declaration import NotKnownError, Number, Register

register = Register()
_SOURCE = "https://support.microsoft.com/office/financial-functions-reference"
_MAX_STEPS = 100


@register("RATE", source=_SOURCE)
def rate(
    periods: Number,
    payment: Number,
    present: Number,
    future: Number = 0.0,
    due: Number = 0.0,
    guess: Number = 0.1,
) -> float:
    """The rate of an annuity, by Newton's method; ``#NUM!`` if no money flows the other way.

    >>> round(rate(48, -200, 8000), 12), round(rate(38, 35, -250, 0), 7)
    (0.007701472488, 0.1390042)
    """
    if periods <= 0:
        raise num_error("the number of periods is above 0")
    if guess <= -1:
        raise NotKnownError
    first, last = present + payment * bool(due), future + payment * (not due)
    if not (min(first, payment, last) < 0 < max(first, payment, last)):
        raise num_error("payments in one direction alone have no rate")

    def value(x: float) -> float:
        if abs(x) < 1e-9:
            return present + payment * periods + future
        discount: float = (1 + x) ** -periods
        return present + payment * (1 + x * bool(due)) * (1 - discount) / x + future * discount

    x = guess
    for _ in range(_MAX_STEPS):
        step = 1e-6 * max(1e-3, abs(x))
        slope = (value(x + step) - value(x - step)) / (2 * step)
        if slope == 0 or not math.isfinite(slope):
            break
        new = x - value(x) / slope
        if new <= -1:
            new = (x - 1) / 2
        if abs(new - x) < 1e-14 * max(1.0, abs(x)):
            return new
        if abs(new - x) < 1e-11 and abs(value(new)) >= abs(value(x)):
            return x
        x = new
    raise NotKnownError
