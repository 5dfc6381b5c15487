"""Distributions and special functions."""

from __future__ import annotations

import math

from ...catalogue.cells import num_error
from .declaration import Register, StrictNumber, StrictWhole

register = Register()
_HANDBOOK = "Abramowitz and Stegun, Handbook of Mathematical Functions"
_LARGEST_EXPONENT = 720


@register("BESSELI", source=f"{_HANDBOOK}, 9.6.10")
def bessel_i(x: StrictNumber, n: StrictWhole) -> float:
    """The modified Bessel function I of an order: a series of numbers of one sign.

    >>> round(bessel_i(1.5, 1), 9)
    0.981666429
    """
    if n < 0 or abs(x) > _LARGEST_EXPONENT:
        raise num_error("the order is not below 0, and the value is no larger than any number")
    if x == 0:
        return float(n == 0)
    term = math.exp(n * math.log(abs(x) / 2) - math.lgamma(n + 1)) * math.copysign(1.0, x) ** n
    terms = [term]
    while abs(term) > 1e-18 * abs(terms[0]) or len(terms) < abs(x):
        term *= x * x / 4 / len(terms) / (n + len(terms))
        terms.append(term)
    return math.fsum(terms)
