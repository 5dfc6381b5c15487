"""Matrices, with the sums in the order of the rows; frequencies, multiples and divisors."""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import reduce
from typing import Any

from ...catalogue.cells import Block, num_error, value_error
from .declaration import Cells, NotKnownError, Number, cells_of, refuse_error, supplied

_SOURCE = "https://support.microsoft.com/office/math-and-trigonometry-functions-reference"

Matrix = list[list[float]]


def _matrix(block: Block) -> Matrix:
    """A block of numbers; anything else in it is an error."""
    if {*map(type, cells_of(block))} != {float}:
        raise value_error("a matrix has numbers only")
    return block


def _square(block: Block) -> Matrix:
    matrix = _matrix(block)
    if len(matrix) != len(matrix[0]):
        raise value_error("a matrix has as many rows as columns here")
    return matrix


@supplied("MMULT", source=_SOURCE)
def multiply(first: Cells, second: Cells) -> Matrix:
    """The product of two matrices.

    >>> multiply([[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]])
    [[17.0], [39.0]]
    """
    rows, others = _matrix(first), _matrix(second)
    if len(rows[0]) != len(others):
        raise value_error("the first matrix has as many columns as the second has rows")
    columns = list(zip(*others))
    return [[_dot(row, column) for column in columns] for row in rows]


def _dot(row: list[float], column: tuple[float, ...]) -> float:
    """The sum of products, one after the other: Python's own sum rounds otherwise."""
    total = 0.0
    for one, other in zip(row, column):
        total += one * other
    return total


def _eliminate(matrix: Matrix, beside: Matrix) -> float:
    """Gauss's elimination with the largest pivots, of both sides; returns the determinant."""
    size, determinant = len(matrix), 1.0
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        if matrix[pivot][column] == 0:
            return 0.0
        if pivot != column:
            determinant = -determinant
            for side in (matrix, beside):
                side[column], side[pivot] = side[pivot], side[column]
        determinant *= matrix[column][column]
        for row in range(size):
            if row == column or (not beside[0] and row < column):
                continue
            factor = matrix[row][column] / matrix[column][column]
            for side in (matrix, beside):
                side[row] = [a - factor * b for a, b in zip(side[row], side[column])]
    return determinant


@supplied("MDETERM", source=_SOURCE)
def determinant_of(block: Cells) -> float:
    """The determinant of a matrix.

    >>> round(determinant_of([[3.0, 6.0, 1.0], [1.0, 1.0, 0.0], [3.0, 10.0, 2.0]]), 9)
    1.0
    """
    matrix = [row[:] for row in _square(block)]
    return _eliminate(matrix, [[] for _ in matrix])


@supplied("MINVERSE", source=_SOURCE)
def inverse(block: Cells) -> Matrix:
    """The inverse of a matrix; ``#NUM!`` if it has none.

    >>> inverse([[4.0, -1.0], [2.0, 0.0]])
    [[0.0, 0.5], [-1.0, 2.0]]
    """
    matrix = [row[:] for row in _square(block)]
    result = unit(len(matrix))
    if _eliminate(matrix, result) == 0:
        raise num_error("the matrix has no inverse")
    return [[cell / matrix[i][i] + 0.0 for cell in row] for i, row in enumerate(result)]


@supplied("MUNIT", source=_SOURCE)
def unit(size: Number) -> Matrix:
    """The unit matrix of a size.

    >>> unit(2.0)
    [[1.0, 0.0], [0.0, 1.0]]
    """
    count = int(size)
    if not 0 < count <= 1000:
        raise value_error("a matrix has a size above 0")
    return [[float(row == column) for column in range(count)] for row in range(count)]


def _numbers(block: Block) -> list[float]:
    """The numbers of a block; an error in it is the value of the call."""
    return [cell for cell in cells_of(block) if type(cell) is float]


@supplied("FREQUENCY", source="Excel's documentation of FREQUENCY")
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


def _multiple(number: float, size: float, goes_up: bool) -> float:
    if size == 0 or number == 0:
        return 0.0
    quotient = number / size
    nearest = round(quotient)
    if 0 < abs(quotient - nearest) < 1e-9 * max(1.0, abs(quotient)):
        raise NotKnownError  # whether it is a multiple is a question of the last digits
    return (math.ceil(quotient) if goes_up else math.floor(quotient)) * size


@supplied("CEILING.MATH", source=_SOURCE)
def ceiling(number: Number, significance: Number = 1.0, mode: Number = 0.0) -> float:
    """The next multiple up; with a mode the next away from 0.

    >>> ceiling(24.3, 5.0), ceiling(-8.1, 2.0), ceiling(-5.5, 2.0, -1.0)
    (25.0, -8.0, -6.0)
    """
    return _multiple(number, abs(significance), number > 0 or not mode)


@supplied("FLOOR.MATH", source=_SOURCE)
def floor(number: Number, significance: Number = 1.0, mode: Number = 0.0) -> float:
    """The next multiple down; with a mode the next towards 0.

    >>> floor(24.3, 5.0), floor(-8.1, 2.0), floor(-5.5, 2.0, -1.0)
    (20.0, -10.0, -4.0)
    """
    return _multiple(number, abs(significance), number < 0 and bool(mode))


def _whole_numbers(blocks: tuple[Any, ...]) -> list[int]:
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


@supplied("GCD", source=_SOURCE)
def greatest_divisor(*numbers: Cells) -> float:
    """The greatest common divisor.

    >>> greatest_divisor([[24.0]], [[36.0]]), greatest_divisor([[16.0, 32.0, 24.0]])
    (12.0, 8.0)
    """
    return float(reduce(math.gcd, _whole_numbers(numbers), 0))


@supplied("LCM", source=_SOURCE)
def least_multiple(*numbers: Cells) -> float:
    """The least common multiple.

    >>> least_multiple([[24.0]], [[36.0]]), least_multiple([[16.0, 32.0, 24.0]])
    (72.0, 96.0)
    """
    found = _whole_numbers(numbers)
    multiple = 1
    for number in found:
        multiple = multiple * number // (math.gcd(multiple, number) or 1)
    if multiple >= 2**53:
        raise num_error("the multiple is too large")
    return float(multiple if found else 0)
