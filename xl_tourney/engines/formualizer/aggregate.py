"""AGGREGATE of an array: the functions from 12 on, which formualizer lacks.

Errors are passed over with option 6; cells hidden, or with a SUBTOTAL of their own, nobody sees
here, so other options stay with the engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...catalogue.cells import ErrorValue, to_block
from ..base import NotCalculated
from .values import NOT_IMPLEMENTED

_NUM = ErrorValue("#NUM!")


def aggregate(number: Any, option: Any, *arguments: Any) -> Any:
    """The value of a call.

    >>> error = ErrorValue("#DIV/0!")
    >>> aggregate(14.0, 6.0, [[error], [3.0], [8.0]], 1.0), aggregate(12.0, 6.0, [[5.0, 1.0, 2.0]])
    (8.0, 2.0)
    >>> aggregate(15.0, 6.0, [[error]], 1.0), aggregate(15.0, 4.0, [[error]], 1.0)
    ('#NUM!', '#DIV/0!')
    """
    blocks, parts = (arguments[:1], arguments[1:]) if number >= 14 else (arguments, ())
    numbers: list[float] = []
    for cell in (cell for block in blocks for row in to_block(block) for cell in row):
        if isinstance(cell, NotCalculated):
            return NOT_IMPLEMENTED
        if isinstance(cell, ErrorValue):
            if option != 6:
                return cell
        elif type(cell) is float:
            numbers.append(cell)
    if number == 12:
        import statistics

        return statistics.median(numbers) if numbers else _NUM
    if len(parts) != 1:
        return ErrorValue("#VALUE!")
    numbers.sort()
    places = to_block(parts[0])
    found = [[_quantile(int(number), numbers, place) for place in row] for row in places]
    return found if type(parts[0]) is list else found[0][0]


def _quantile(function: int, numbers: Sequence[float], place: Any) -> Any:
    if isinstance(place, (ErrorValue, NotCalculated)):
        return place
    if isinstance(place, str):
        return ErrorValue("#VALUE!")
    return _QUANTILES[function](numbers, float(place or 0)) if numbers else _NUM


def _smallest(numbers: Sequence[float], k: float) -> Any:
    place = math.ceil(k)
    return numbers[place - 1] if 1 <= place <= len(numbers) else _NUM


def _largest(numbers: Sequence[float], k: float) -> Any:
    return _smallest(numbers, len(numbers) + 1 - math.ceil(k))


def _percentile(numbers: Sequence[float], part: float) -> Any:
    if not 0 <= part <= 1:
        return _NUM
    return _between(numbers, part * (len(numbers) - 1))


def _exclusive_percentile(numbers: Sequence[float], part: float) -> Any:
    place = part * (len(numbers) + 1) - 1
    return _between(numbers, place) if 0 <= place <= len(numbers) - 1 else _NUM


def _between(numbers: Sequence[float], place: float) -> float:
    below = math.floor(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (place - below) * (numbers[above] - numbers[below])


_QUANTILES: Mapping[int, Callable[[Sequence[float], float], Any]] = {
    14: _largest,
    15: _smallest,
    16: _percentile,
    17: lambda numbers, quart: _percentile(numbers, math.trunc(quart) / 4),
    18: _exclusive_percentile,
    19: lambda numbers, quart: _exclusive_percentile(numbers, math.trunc(quart) / 4),
}
