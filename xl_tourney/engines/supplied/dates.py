"""The functions of dates that LibreOffice writes into workbooks."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from ...catalogue.cells import value_error
from .declaration import (
    AnyDay,
    Date,
    NotKnownError,
    Register,
    StrictWhole,
)

register = Register()
_LIBREOFFICE = "LibreOffice's help, Add-in Functions"
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


@register("ORG.OPENOFFICE.WEEKS", source=_LIBREOFFICE)
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


@register("ORG.OPENOFFICE.MONTHS", source=_LIBREOFFICE)
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


@register("ORG.OPENOFFICE.YEARS", source=_LIBREOFFICE)
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


@register("ORG.OPENOFFICE.ISLEAPYEAR", source=_LIBREOFFICE)
def is_leap_year(day: Date) -> float:
    """1 in a leap year.

    >>> is_leap_year(45000), is_leap_year(45400)
    (0.0, 1.0)
    """
    return float(calendar.isleap(to_date(day).year))


@register("ORG.OPENOFFICE.DAYSINMONTH", source=_LIBREOFFICE)
def days_in_month(day: Date) -> int:
    """The days of a day's month.

    >>> days_in_month(45000)
    31
    """
    return calendar.monthrange(to_date(day).year, to_date(day).month)[1]


@register("ORG.OPENOFFICE.DAYSINYEAR", source=_LIBREOFFICE)
def days_in_year(day: Date) -> int:
    """The days of a day's year.

    >>> days_in_year(45000)
    365
    """
    return 365 + calendar.isleap(to_date(day).year)


@register("ORG.OPENOFFICE.WEEKSINYEAR", source=_LIBREOFFICE)
def weeks_in_year(day: Date) -> int:
    """The weeks of a day's year.

    >>> weeks_in_year(45000), weeks_in_year(44000)
    (52, 53)
    """
    return date(to_date(day).year, 12, 28).isocalendar()[1]


@register("ORG.OPENOFFICE.EASTERSUNDAY", source="Gregorian computus, Meeus, Jones and Butcher")
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
