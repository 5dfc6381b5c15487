"""Functions that LibreOffice alone has, and writes into workbooks under names of its own."""

from __future__ import annotations

import calendar
import codecs
import math
from datetime import date, timedelta
from typing import Annotated, Any

from ...catalogue.cells import ErrorValue, na_error, value_error
from .declaration import (
    AnyDay,
    Date,
    Flag,
    Kind,
    NotKnownError,
    Number,
    StrictWhole,
    Text,
    supplied,
    to_text,
)

_SOURCE = "LibreOffice's help"

_EPOCH = date(1899, 12, 30)
_MARCH_1900 = 61
"""Before it Excel counts a 29 February 1900."""


def to_date(serial: int) -> date:
    """The day of a number.

    >>> to_date(45000)
    datetime.date(2023, 3, 15)
    """
    if serial < _MARCH_1900:
        raise NotKnownError
    return _EPOCH + timedelta(serial)


def _months(start: date, end: date) -> int:
    """The whole months between two days."""
    months = (end.year - start.year) * 12 + end.month - start.month
    return months - (end.day < start.day)


@supplied("ORG.OPENOFFICE.WEEKS", source=_SOURCE)
def weeks(start: AnyDay, end: AnyDay, kind: StrictWhole) -> int:
    """The weeks between two days: of seven days, or with 1 by the calendar, from Monday on.

    >>> weeks(45000, 45012, 0), weeks(45000, 45012, 1)
    (1, 2)
    """
    if kind not in (0, 1):
        raise value_error("the kind is 0 or 1")
    if kind:
        return (end - 2) // 7 - (start - 2) // 7
    return int((end - start) / 7)


@supplied("ORG.OPENOFFICE.MONTHS", source=_SOURCE)
def months(start: Date, end: Date, kind: StrictWhole) -> int:
    """The months between two days: whole ones, or with 1 by the calendar.

    >>> months(45000, 45062, 0), months(45000, 45062, 1)
    (2, 2)
    """
    if kind not in (0, 1):
        raise value_error("the kind is 0 or 1")
    if start > end:
        return -int(months(end, start, kind))
    first, last = to_date(start), to_date(end)
    return (
        (last.year - first.year) * 12 + last.month - first.month if kind else _months(first, last)
    )


@supplied("ORG.OPENOFFICE.YEARS", source=_SOURCE)
def years(start: Date, end: Date, kind: StrictWhole) -> int:
    """The years between two days: whole ones, or with 1 by the calendar.

    >>> years(45000, 46000, 0), years(45000, 46023, 1)
    (2, 3)
    """
    if kind not in (0, 1):
        raise value_error("the kind is 0 or 1")
    if kind:
        return to_date(end).year - to_date(start).year
    return int(months(start, end, 0) / 12)


@supplied("ORG.OPENOFFICE.ISLEAPYEAR", source=_SOURCE)
def is_leap_year(day: Date) -> float:
    """1 in a leap year.

    >>> is_leap_year(45000), is_leap_year(45400)
    (0.0, 1.0)
    """
    return float(calendar.isleap(to_date(day).year))


@supplied("ORG.OPENOFFICE.DAYSINMONTH", source=_SOURCE)
def days_in_month(day: Date) -> int:
    """The days of a day's month.

    >>> days_in_month(45000)
    31
    """
    return calendar.monthrange(to_date(day).year, to_date(day).month)[1]


@supplied("ORG.OPENOFFICE.DAYSINYEAR", source=_SOURCE)
def days_in_year(day: Date) -> int:
    """The days of a day's year.

    >>> days_in_year(45000)
    365
    """
    return 365 + calendar.isleap(to_date(day).year)


@supplied("ORG.OPENOFFICE.WEEKSINYEAR", source=_SOURCE)
def weeks_in_year(day: Date) -> int:
    """The weeks of a day's year.

    >>> weeks_in_year(45000), weeks_in_year(44000)
    (52, 53)
    """
    return date(to_date(day).year, 12, 28).isocalendar()[1]


@supplied("ORG.OPENOFFICE.EASTERSUNDAY", source="Gregorian computus, Meeus, Jones and Butcher")
def easter_sunday(year: StrictWhole) -> int:
    """The day of Easter in a year.

    >>> to_date(easter_sunday(2024))
    datetime.date(2024, 3, 31)
    """
    if not 1900 <= year <= 9956:
        raise NotKnownError
    golden, (century, rest) = year % 19, divmod(year, 100)
    epact = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    shift = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * shift + 114, 31)
    return (date(year, month, day + 1) - _EPOCH).days


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


@supplied("ORG.OPENOFFICE.CONVERT", source=_SOURCE)
def convert_currency(value: Number, start: _ExactCurrency, target: _ExactCurrency) -> float:
    """An amount in another currency that the euro replaced.

    >>> round(convert_currency(100.0, "EUR", "DEM"), 9)
    195.583
    """
    if start not in _EUROS or target not in _EUROS:
        raise na_error("only currencies that the euro replaced are converted")
    return _in_currency(value, start, target)


@supplied("EUROCONVERT", source=_SOURCE)
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


@supplied("ORG.OPENOFFICE.ROT13", source=_SOURCE)
def rotate(text: Text) -> str:
    """A text with every letter 13 places further.

    >>> rotate("text")
    'grkg'
    """
    return codecs.encode(text, "rot13")


@supplied("ORG.LIBREOFFICE.RAWSUBTRACT", source=_SOURCE)
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


@supplied("ORG.LIBREOFFICE.ROUNDSIG", source=_SOURCE)
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


@supplied("ORG.OPENOFFICE.ERRORTYPE", source=_SOURCE)
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


@supplied("ORG.LIBREOFFICE.COLOR", source=_SOURCE)
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
