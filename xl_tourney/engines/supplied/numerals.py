"""Numerals of other bases, and common divisors."""

from __future__ import annotations

import math
import re
from functools import reduce
from typing import Annotated, Any

from ...catalogue.cells import num_error, value_error
from .declaration import Cells, Kind, NotKnownError, Register, refuse_error, to_number, to_text

register = Register()
_SOURCE = "https://support.microsoft.com/office/engineering-functions-reference"
_DIGITS = 10
"""The digits of a numeral; a number below 0 has them all, as its complement."""
_BASES = {"BIN": 2, "OCT": 8, "HEX": 16}


def _to_numeral(value: Any) -> str:
    if isinstance(value, bool):
        raise value_error("a truth value is no numeral")
    return to_text(value)


def _to_decimal(value: Any) -> float:
    if isinstance(value, bool):
        raise value_error("a truth value is no number here")
    if value == "":
        raise NotKnownError  # Excel saved 0 and #VALUE!
    return to_number(value)


_Any = Annotated[Any, Kind(lambda value: value, is_repeated_for_arrays=False)]
_Numeral = Annotated[str, Kind(_to_numeral, is_repeated_for_arrays=False)]
_Places = Annotated[
    "float | None",
    Kind(lambda value: None if value == "" else to_number(value), is_repeated_for_arrays=False),
]


def _read(numeral: str, base: int) -> int:
    """The number that a numeral is.

    >>> _read("FFFFFFFFFF", 16), _read("1100100", 2), _read("", 8)
    (-1, 100, 0)
    """
    if not re.fullmatch(r"[0-9A-Fa-f]*", numeral) or len(numeral) > _DIGITS:
        raise num_error(f"{numeral!r} is no numeral of this base")
    number = int(numeral or "0", base)  # ValueError is #NUM!
    return number - base**_DIGITS if number >= base**_DIGITS // 2 else number


def _write(number: int, base: int, places: float | None) -> str:
    """The numeral of a number; one below 0 has ten digits whatever is asked for.

    >>> _write(100, 16, 4.0), _write(-54, 16, 2.0), _write(9, 2, None)
    ('0064', 'FFFFFFFFCA', '1001')
    """
    if not -(base**_DIGITS) // 2 <= number < base**_DIGITS // 2:
        raise num_error("the number has more digits than ten")
    digits = ""
    rest = number % base**_DIGITS
    while rest:
        rest, digit = divmod(rest, base)
        digits = "0123456789ABCDEF"[digit] + digits
    digits = digits or "0"
    if places is None or number < 0:
        return digits
    if not len(digits) <= int(places) <= _DIGITS or places < 1:
        raise num_error("the numeral has more digits than places")
    return digits.rjust(int(places), "0")


def _declare_numerals() -> None:
    for source, base in _BASES.items():

        def to_decimal(numeral: _Numeral, _base: int = base) -> float:
            return float(_read(numeral, _base))

        def from_decimal(number: _Any, places: _Places = None, _base: int = base) -> str:
            if places is not None and not 1 <= math.trunc(places) <= _DIGITS:
                raise num_error("there are 1 to 10 places")  # whatever the number is
            return _write(math.trunc(_to_decimal(number)), _base, places)

        register.add(f"{source}2DEC", to_decimal, _SOURCE)
        register.add(f"DEC2{source}", from_decimal, _SOURCE)
        for target, other in _BASES.items():

            def convert(
                numeral: _Numeral, places: _Places = None, _base: int = base, _other: int = other
            ) -> str:
                return _write(_read(numeral, _base), _other, places)

            if target != source:
                register.add(f"{source}2{target}", convert, _SOURCE)


_declare_numerals()


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
