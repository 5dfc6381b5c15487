"""Distributions and special functions."""

from __future__ import annotations

import math
from bisect import bisect_left

from ...catalogue.cells import Block, num_error
from .declaration import (
    Cells,
    Flag,
    NotKnownError,
    Number,
    Register,
    Whole,
    cells_of,
    halved,
)

register = Register()
_HANDBOOK = "Abramowitz and Stegun, Handbook of Mathematical Functions"
_LARGEST_FREEDOM = 100_000
"""Above it the series are long, and logarithms lose digits."""


def beta_distribution(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (26.5.8).

    >>> round(beta_distribution(0.4, 2.0, 3.0), 12)
    0.5248
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if a + b > _LARGEST_FREEDOM:
        raise NotKnownError
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_distribution(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # Lentz's evaluation
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 2000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_zero(1 + numerator * d)
            c = _not_zero(1 + numerator / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return front * fraction / a


def _not_zero(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300


def _beta_density(x: float, a: float, b: float) -> float:
    if not 0 < x < 1:
        edge = a if x == 0 else b
        if x in (0, 1) and edge == 1:
            return b if x == 0 else a
        if x in (0, 1) and edge < 1:
            raise num_error("the density is larger than any number")
        return 0.0
    return math.exp(
        math.lgamma(a + b)
        - math.lgamma(a)
        - math.lgamma(b)
        + (a - 1) * math.log(x)
        + (b - 1) * math.log1p(-x)
    )


@register("BETADIST", source="LibreOffice's help; five arguments are Excel's")
def beta_dist(
    x: Number,
    alpha: Number,
    beta: Number,
    start: Number = 0.0,
    end: Number = 1.0,
    cumulative: Flag = True,
) -> float:
    """The beta distribution between two bounds; LibreOffice also has its density.

    >>> round(beta_dist(2.0, 8.0, 10.0, 1.0, 3.0), 9), round(beta_dist(1, 5, 3, -2, 4, False), 7)
    (0.685470581, 0.2734375)
    """
    if alpha <= 0 or beta <= 0 or start >= end or not start <= x <= end:
        raise num_error("alpha and beta are above 0, and the value lies between the bounds")
    part = (x - start) / (end - start)
    if cumulative:
        return beta_distribution(part, alpha, beta)
    return _beta_density(part, alpha, beta) / (end - start)


def _binomial(trials: int, probability: float, successes: int) -> float:
    """The probability of so many successes."""
    if probability in (0, 1):
        return float(successes == trials * probability)
    if trials > _LARGEST_FREEDOM:
        raise NotKnownError
    if min(successes, trials - successes) < 30:
        chances = math.comb(trials, successes)
        if trials < 1000:
            return chances * probability**successes * (1 - probability) ** (trials - successes)
    logarithm = (
        math.lgamma(trials + 1)
        - math.lgamma(successes + 1)
        - math.lgamma(trials - successes + 1)
        + successes * math.log(probability)
        + (trials - successes) * math.log1p(-probability)
    )
    return math.exp(logarithm)


def _binomial_up_to(trials: int, probability: float, successes: int) -> float:
    if successes >= trials or successes < 0:
        return float(successes >= trials)
    return beta_distribution(1 - probability, trials - successes, successes + 1)


@register("BINOMDIST", "BINOM.DIST", source="Excel's documentation of BINOM.DIST")
def binomial(successes: Whole, trials: Whole, probability: Number, cumulative: Flag) -> float:
    """The binomial distribution.

    >>> round(binomial(6, 10, 0.5, False), 7), binomial(0, 5, 0.0, True)
    (0.2050781, 1.0)
    """
    if not 0 <= successes <= trials or not 0 <= probability <= 1:
        raise num_error("successes are none to all of the trials, and a probability up to 1")
    if cumulative:
        return _binomial_up_to(trials, probability, successes)
    return _binomial(trials, probability, successes)


@register("BINOM.DIST.RANGE", "B", source="Excel's documentation; B is LibreOffice's name")
def binomial_range(trials: Whole, probability: Number, first: Whole, *last: Whole) -> float:
    """The probability of a number of successes, or of some numbers.

    >>> round(binomial_range(60, 0.75, 48), 9), round(binomial_range(60, 0.75, 45, 50), 9)
    (0.083974967, 0.523629793)
    """
    if len(last) > 1:
        raise NotKnownError
    end = last[0] if last else first
    if not 0 <= first <= end <= trials or not 0 <= probability <= 1:
        raise num_error("successes are none to all of the trials, and a probability up to 1")
    if end - first < 1000:
        return math.fsum(_binomial(trials, probability, k) for k in range(first, end + 1))
    below = _binomial_up_to(trials, probability, first - 1)
    return _binomial_up_to(trials, probability, end) - below


def _gamma_distribution(x: float, a: float) -> float:
    """The regularized incomplete gamma function."""
    return _lower_gamma(x, a) if x < a + 1 else 1 - _upper_gamma(x, a)


def _lower_gamma(x: float, a: float) -> float:
    """The same by its series."""
    if x <= 0:
        return 0.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    term = total = 1 / a
    n = a
    while abs(term) > 1e-17 * abs(total):
        n += 1
        term *= x / n
        total += term
    return total * front


def _upper_gamma(x: float, a: float) -> float:
    """What is missing to 1, by the continued fraction, which keeps its digits (6.5.31)."""
    if x < a + 1:
        return 1 - _lower_gamma(x, a)
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    b = x + 1 - a
    c, d = 1e300, 1 / _not_zero(b)
    fraction = d
    for i in range(1, 10000):
        numerator = -i * (i - a)
        b += 2
        d = 1 / _not_zero(numerator * d + b)
        c = _not_zero(b + numerator / c)
        fraction *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return front * fraction


@register("CHISQDIST", source="LibreOffice's help")
def chi_square_distribution(x: Number, freedom: Whole, cumulative: Flag = True) -> float:
    """The chi-square distribution, or its density.

    >>> [round(chi_square_distribution(3, 2, cumulative), 9) for cumulative in (True, False)]
    [0.77686984, 0.11156508]
    """
    if freedom < 1:
        raise num_error("there is one degree of freedom or more")
    if freedom > _LARGEST_FREEDOM:
        raise NotKnownError
    if cumulative:
        return _gamma_distribution(x / 2, freedom / 2)
    if x <= 0:
        return 0.5 if freedom == 2 and x == 0 else 0.0
    half = freedom / 2
    return math.exp((half - 1) * math.log(x / 2) - x / 2 - math.lgamma(half)) / 2


@register("CHISQ.INV", "CHISQINV", source="Excel's documentation; CHISQINV is LibreOffice's name")
def chi_square_inverse(probability: Number, freedom: Whole) -> float:
    """The value at which the chi-square distribution has a probability, by bisection.

    >>> round(chi_square_inverse(0.6, 2), 9)
    1.832581464
    """
    if freedom < 1 or not 0 <= probability < 1:
        raise num_error("a probability is below 1, and there is one degree of freedom or more")
    if freedom > _LARGEST_FREEDOM:
        raise NotKnownError
    low, high = 0.0, float(freedom)
    while _gamma_distribution(high / 2, freedom / 2) < probability:
        low, high = high, 2 * high
    return halved(low, high, lambda x: _gamma_distribution(x / 2, freedom / 2) < probability)[1]


@register("CHISQ.INV.RT", "CHIINV", source="Excel's documentation of CHISQ.INV.RT")
def chi_square_upper_inverse(probability: Number, freedom: Whole) -> float:
    """The value above which the chi-square distribution has a probability, by bisection.

    >>> round(chi_square_upper_inverse(0.050001, 10), 5)
    18.30697
    """
    if not 1 <= freedom <= 10**10 or not 0 < probability <= 1:
        raise num_error("a probability is above 0, and there is one degree of freedom or more")
    if freedom > _LARGEST_FREEDOM:
        raise NotKnownError
    low, high = 0.0, float(freedom)
    while _upper_gamma(high / 2, freedom / 2) > probability:
        low, high = high, 2 * high
    _, high = halved(low, high, lambda x: _upper_gamma(x / 2, freedom / 2) > probability, 2000)
    return high if probability < 1 else 0.0


@register("BINOM.INV", "CRITBINOM", source="Excel's documentation of BINOM.INV")
def binomial_inverse(trials: Whole, probability: Number, criterion: Number) -> float:
    """The least number of successes up to which there is at least a probability.

    >>> binomial_inverse(6, 0.5, 0.75), binomial_inverse(125, 0.0, 0.4)
    (4.0, 0.0)
    """
    if trials < 0 or not 0 < probability < 1 or not 0 < criterion < 1:
        if trials >= 0 and 0 <= probability <= 1 and 0 <= criterion <= 1:
            if criterion in (0, 1):
                raise NotKnownError  # an error, or the least or the largest number
            return float(trials * probability)
        raise num_error("probabilities lie between 0 and 1")
    low, high = -1, trials
    while high - low > 1:
        middle = (low + high) // 2
        part = _binomial_up_to(trials, probability, middle)
        if abs(part - criterion) < 1e-12:
            raise NotKnownError
        low, high = (low, middle) if part >= criterion else (middle, high)
    return float(high)


def _numbers(block: Block) -> list[float]:
    """The numbers of a block; an error in it is the value of the call."""
    return [cell for cell in cells_of(block) if type(cell) is float]


@register("FREQUENCY", source="Excel's documentation of FREQUENCY")
def frequency(data: Cells, bins: Cells) -> Block:
    """How many numbers lie in each bin, and above the last; of equal bins the first has them.

    >>> scores = [[79.0, 85.0, 78.0, 85.0, 50.0, 81.0, 95.0, 88.0, 97.0]]
    >>> frequency(scores, [[70.0], [79.0], [89.0]]), frequency(scores, [[89.0], [70.0]])
    ([[1.0], [2.0], [4.0], [2.0]], [[6.0], [1.0], [2.0]])
    """
    cells = [0.0 if cell is None else cell for row in bins for cell in row]
    limits = _numbers([cells])
    if len(limits) < len(cells):
        raise NotKnownError  # texts among the bins
    order = sorted(range(len(limits)), key=limits.__getitem__)
    ends = [limits[place] for place in order]
    counts = [0.0] * (len(limits) + 1)
    for number in _numbers(data):
        place = bisect_left(ends, number)
        counts[order[place] if place < len(order) else -1] += 1
    return [[count] for count in counts]
