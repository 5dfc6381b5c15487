"""Rates: of an annuity, and of payments on any days."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from ...catalogue.cells import num_error
from .declaration import Cells, NotKnownError, Number, StrictNumber, cells_of, halved, supplied

_MAX_STEPS = 100


@supplied("RATE", source="https://support.microsoft.com/office/financial-functions-reference")
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
    if _changes_of_sign([first, payment, last]) > 1:
        raise NotKnownError  # there may be two rates

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


_GUESS = 0.1
_LOWEST_RATE = -0.9999999
"""Excel's value for all rates that are lower: of ``XIRR({-55,10},{100,120})``."""
_HALVINGS = 24
"""Of the first guess: so often Excel halves it, and once more for a rate that is lower."""


@supplied("XIRR", source="Excel's documentation of XIRR, and the digits of the rates that it saves")
def rate_of_payments(values: Cells, dates: Cells, *guesses: StrictNumber) -> float:
    """The rate at which payments are worth nothing.

    Excel finds it by halving its first guess, and gives the middle of the last interval: its
    example is 0.373362535, and of payments without interest it is 2.98E-09.  A guess that is 0, or
    omitted behind its comma, cannot be halved: the rate is that at which they are worth nothing.

    >>> payments = [[-10000.0, 2750.0, 4250.0, 3250.0, 2750.0]]
    >>> round(rate_of_payments(payments, [[39448.0, 39508.0, 39751.0, 39859.0, 39904.0]]), 9)
    0.373362535
    >>> rate_of_payments([[-5.0, None, 5.0]], [[39448.0, None, 39508.0]])
    2.9802322387695314e-09
    """
    (guess,) = guesses or (_GUESS,)
    paid, dated = cells_of(values), cells_of(dates)
    if len(paid) != len(dated):
        raise num_error("each payment has a day")
    pairs = [pair for pair in zip(paid, dated) if pair != (None, None)]
    if any(type(cell) is not float for pair in pairs for cell in pair):
        raise NotKnownError
    payments, days = [pay for pay, _ in pairs], [math.floor(day) for _, day in pairs]
    if not days or min(days) < days[0]:
        raise num_error("no payment is before the first")
    if not min(payments) < 0 < max(payments):
        raise num_error("payments in one direction alone have no rate")
    if guess < 0:
        raise NotKnownError
    if _changes_of_sign([payment for _, payment in sorted(zip(days, payments))]) > 1:
        raise NotKnownError  # there may be several rates
    years = [(day - days[0]) / 365 for day in days]

    def worth(rate: float) -> float:
        return math.fsum(pay * (1 + rate) ** -year for pay, year in zip(payments, years))

    root = max(float(_root(worth)), _LOWEST_RATE)
    if guess != _GUESS or not -_GUESS < root < 8 * _GUESS or abs(root - _GUESS) < 1e-9:
        return root
    unit = math.ldexp(_GUESS, -_HALVINGS - (root < _GUESS))
    intervals = math.floor(root / unit / 2 + 1e-6)
    return (2 * intervals + 1) * unit


def _changes_of_sign(numbers: list[float]) -> int:
    signs = [number > 0 for number in numbers if number]
    return sum(one != other for one, other in itertools.pairwise(signs))


def _root(function: Callable[[float], float]) -> float:
    """Where a function of a rate is 0, by halving; it has one place at most."""
    low, high = 0.0, 0.0
    is_above = function(0.0) > 0
    for power in range(1, 50):
        low, high = 2.0**-power - 1, 2.0 ** (power - 10)
        if (function(low) > 0) != is_above:
            high = 2.0 ** (1 - power) - 1
            break
        if (function(high) > 0) != is_above:
            low = 0.0 if power == 1 else 2.0 ** (power - 11)
            break
    else:
        raise NotKnownError
    is_above = function(low) > 0
    low, high = halved(low, high, lambda rate: (function(rate) > 0) == is_above)
    return high if function(low) else low
