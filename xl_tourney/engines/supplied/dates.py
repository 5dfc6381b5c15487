"""Dates: what DATEDIF counts, and the functions of dates that LibreOffice writes into workbooks."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import Annotated, Any

from ...catalogue.cells import Block, ErrorValue, num_error, value_error
from .declaration import (
    AnyDay,
    Cells,
    Date,
    Kind,
    NotKnownError,
    Register,
    StrictWhole,
    to_day,
    to_number,
    to_text,
)

register = Register()
_LIBREOFFICE = "LibreOffice's help, Add-in Functions"
_EPOCH = date(1899, 12, 30)
_MARCH_1900 = 61
"""Before it Excel counts a 29 February 1900."""

_Unit = Annotated[str, Kind(to_text, is_repeated_for_arrays=False)]


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


@register("DATEDIF", source="https://support.microsoft.com/office/datedif-function")
def date_difference(start: Date, end: Date, unit: _Unit) -> int:
    """The days, months or years between two days.

    "yd" is not known where the years of the start and of the end give two counts.

    >>> first, last = 36892, 37316  # 1 January 2001, 1 March 2002
    >>> [date_difference(first, last, unit) for unit in ("Y", "M", "D", "YM", "YD")]
    [1, 14, 424, 2, 59]
    >>> date_difference(40968, 41333, "yd")  # 29 February 2012, 28 February 2013
    365
    """
    if start > end:
        raise num_error("the end is before the start")
    first, last = to_date(start), to_date(end)
    months = _months(first, last)
    counts = {"D": end - start, "M": months, "Y": months // 12, "YM": months % 12}
    kind = unit.upper()
    if kind in counts:
        return counts[kind]
    if kind == "MD":
        if last.day >= first.day:
            return last.day - first.day
        if first.day > 28 or last.month == 3:
            raise NotKnownError  # in which year a February is meant differs
        return (last - _moved(first, months)).days
    if kind != "YD":
        raise num_error(f"there is no unit {unit}")
    is_before = (last.month, last.day) < (first.month, first.day)
    try:
        in_first_year = date(first.year + is_before, last.month, last.day) - first
        in_last_year = last - date(last.year - is_before, first.month, first.day)
    except ValueError:  # a 29 February that is none
        raise NotKnownError from None
    if in_first_year != in_last_year:
        raise NotKnownError
    return in_last_year.days


def _moved(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    last = calendar.monthrange(day.year + years, month + 1)[1]
    return date(day.year + years, month + 1, min(day.day, last))


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


_MAX_DAYS = 200_000
_Weekend = Annotated[Any, Kind(lambda value: value, is_repeated_for_arrays=False)]


def _weekend(value: Any) -> frozenset[int]:
    """The days of the week that are off, Monday as 0: by a number, or by a text like 0000011.

    >>> sorted(_weekend(1.0)), sorted(_weekend(11.0)), sorted(_weekend("0000110"))
    ([5, 6], [6], [4, 5])
    """
    if value is None:
        return frozenset((5, 6))
    if value == "":
        raise NotKnownError  # it is omitted before holidays: Excel does not mean 1
    if isinstance(value, str) and not isinstance(value, ErrorValue):
        if len(value) != 7 or {*value} - {*"01"}:
            raise value_error("a weekend has seven digits, each 0 or 1")
        return frozenset(day for day, digit in enumerate(value) if digit == "1")
    number = int(to_number(value))
    if 1 <= number <= 7:
        return frozenset(((number + 4) % 7, (number + 5) % 7))
    if 11 <= number <= 17:
        return frozenset(((number - 5) % 7,))
    raise num_error("a weekend is 1 to 7, or 11 to 17")


def _holidays(blocks: tuple[Block, ...]) -> frozenset[int]:
    cells = [cell for block in blocks for row in block for cell in row]
    return frozenset(to_day(cell) for cell in cells if cell is not None)


@register(
    "NETWORKDAYS.INTL", source="https://support.microsoft.com/office/networkdays-intl-function"
)
def count_workdays(start: Date, end: Date, weekend: _Weekend = None, *holidays: Cells) -> int:
    """The workdays between two days, both of them counted.

    >>> count_workdays(38718, 38748, 1.0), count_workdays(38776, 38748, 1.0)
    (22, -21)
    """
    off, free = _weekend(weekend), _holidays(holidays)
    first, last = sorted((start, end))
    if first < _MARCH_1900 or last - first > _MAX_DAYS:
        raise NotKnownError
    days = (day for day in range(first, last + 1) if (day - 2) % 7 not in off)
    count = sum(day not in free for day in days)
    return count if start <= end else -count


@register("WORKDAY.INTL", source="https://support.microsoft.com/office/workday-intl-function")
def add_workdays(start: Date, days: StrictWhole, weekend: _Weekend = None, *holidays: Cells) -> int:
    """The day so many workdays after another one, or before it.

    >>> add_workdays(40909, 30, 17.0), add_workdays(40909, 90, 11.0)
    (40944, 41013)
    """
    off, free = _weekend(weekend), _holidays(holidays)
    if len(off) == 7:
        raise value_error("a week has a workday")
    if abs(days) > _MAX_DAYS or start + 2 * days < _MARCH_1900:
        raise NotKnownError
    day, step = start, 1 if days > 0 else -1
    while days:
        day += step
        if (day - 2) % 7 not in off and day not in free:
            days -= step
    return day
