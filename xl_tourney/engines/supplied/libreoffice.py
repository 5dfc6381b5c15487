"""Functions that LibreOffice alone has, and writes into workbooks under names of its own."""

from __future__ import annotations

import codecs
import math
from typing import Annotated, Any

from ...catalogue.cells import ErrorValue, na_error, value_error
from .declaration import Flag, Kind, NotKnownError, Number, Register, StrictWhole, Text, to_text

register = Register()
_SOURCE = "LibreOffice's help"

_EUROS = {
    **{"ATS": 13.7603, "BEF": 40.3399, "DEM": 1.95583, "ESP": 166.386, "EUR": 1.0},
    **{"FIM": 5.94573, "FRF": 6.55957, "IEP": 0.787564, "ITL": 1936.27, "LUF": 40.3399},
    **{"NLG": 2.20371, "PTE": 200.482, "GRD": 340.75, "SIT": 239.64, "MTL": 0.4293},
    **{"CYP": 0.585274, "SKK": 30.126, "EEK": 15.6466, "LVL": 0.702804, "LTL": 3.4528},
}
"""What one euro was worth, by the regulations of the Council of the European Union."""
_WHOLE_CURRENCIES = ("BEF", "ESP", "GRD", "ITL", "LUF")
"""Currencies that are rounded to whole units."""

_Currency = Annotated[str, Kind(lambda value: to_text(value).upper())]
_ExactCurrency = Annotated[str, Kind(to_text)]


def _in_currency(value: float, start: str, target: str) -> float:
    if start not in _EUROS or target not in _EUROS:
        raise value_error("only currencies that the euro replaced are converted")
    return value / _EUROS[start] * _EUROS[target]


@register("ORG.OPENOFFICE.CONVERT", source=_SOURCE)
def convert_currency(value: Number, start: _ExactCurrency, target: _ExactCurrency) -> float:
    """An amount in another currency that the euro replaced.

    >>> round(convert_currency(100.0, "EUR", "DEM"), 9)
    195.583
    """
    if start not in _EUROS or target not in _EUROS:
        raise na_error("only currencies that the euro replaced are converted")
    return _in_currency(value, start, target)


@register("EUROCONVERT", source=_SOURCE)
def convert_euros(
    value: Number, start: _Currency, target: _Currency, full: Flag = False, digits: Number = 0.0
) -> float:
    """The same, rounded to the decimals of the currency unless full precision is asked for.

    >>> convert_euros(100.0, "ATS", "EUR"), convert_euros(100.0, "EUR", "BEF")
    (7.27, 4034.0)
    """
    if digits and digits < 3:
        raise value_error("the precision is 3 or more")
    if digits and start != "EUR":
        raise NotKnownError  # how the amount in euros between the two is rounded
    found = _in_currency(value, start, target)
    if full or start == target:
        return value if start == target else found
    decimals = 1 if target == "PTE" else 0 if target in _WHOLE_CURRENCIES else 2
    return round(found + math.copysign(1e-9, found), decimals)


@register("ORG.OPENOFFICE.ROT13", source=_SOURCE)
def rotate(text: Text) -> str:
    """A text with every letter 13 places further.

    >>> rotate("text")
    'grkg'
    """
    return codecs.encode(text, "rot13")


@register("ORG.LIBREOFFICE.RAWSUBTRACT", source=_SOURCE)
def subtract_raw(first: Number, *others: Number) -> float:
    """A difference without the rounding of a residue to 0.

    >>> subtract_raw(0.3, 0.1, 0.2)
    -2.7755575615628914e-17
    """
    if not others:
        raise value_error("there are two numbers or more")
    for number in others:
        first -= number
    return first


@register("ORG.LIBREOFFICE.ROUNDSIG", source=_SOURCE)
def round_to_digits(number: Number, digits: StrictWhole) -> float:
    """A number with so many significant digits.

    >>> round_to_digits(123.456, 5), round_to_digits(0.00123456, 4)
    (123.46, 0.001235)
    """
    if digits < 1:
        raise value_error("there is one digit or more")
    if number == 0:
        return 0.0
    return float(f"{number:.{digits - 1}e}")


_ERROR_NUMBERS = {
    **{"#NULL!": 521, "#DIV/0!": 532, "#VALUE!": 519, "#REF!": 524, "#NAME?": 525, "#NUM!": 503},
    "#N/A": 32767,
}


@register("ORG.OPENOFFICE.ERRORTYPE", source=_SOURCE)
def error_type(value: Annotated[Any, Kind(lambda value: value)]) -> int:
    """The number of an error; ``#N/A`` for any other value.

    >>> error_type(ErrorValue("#DIV/0!"))
    532
    """
    if not isinstance(value, ErrorValue):
        raise na_error("the value is no error")
    if value not in _ERROR_NUMBERS:
        raise NotKnownError
    return _ERROR_NUMBERS[value]


@register("ORG.LIBREOFFICE.COLOR", source=_SOURCE)
def color(red: Number, green: Number, blue: Number, alpha: Number = 0.0) -> float:
    """The number of a color.

    >>> color(0.0, 0.0, 255.0), color(255.0, 255.0, 255.0, 1.0)
    (255.0, 33554431.0)
    """
    number = 0
    for part in (alpha, red, green, blue):
        if not 0 <= part <= 255:
            raise value_error("each part is 0 to 255")
        number = number * 256 + int(part)
    return float(number)
