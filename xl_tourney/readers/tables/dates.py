"""Dates as people write them: of games, of births, of a whole event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from .headings import words

DATE = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b(.*)")
_MONTHS = words("jan|feb|mar mär|apr|may mai|jun|jul|aug|sep|oct okt|nov|dec dez")
_FIRST_YEAR = 70
"""Two digits of a year: from here on they are of the last century."""


def month_of(name: str) -> int:
    """The month that three letters name, from 1; 0 where they name none.

    >>> month_of("Okt"), month_of("abc")
    (10, 0)
    """
    named = (at for at, names in enumerate(_MONTHS, 1) if name.casefold() in names.split())
    return next(named, 0)


def read_dates(texts: Sequence[str], follow: bool = True) -> dict[str, str]:
    """The dates of a column as 2026-03-31, in one order of day and month; none if it is unclear.

    With points the day is first.  Else the order is the one in which all are dates; if both are,
    the one in which they follow each other, if they are to ``follow``.

    >>> read_dates(["12/08/2023", "13/08/2023"])["12/08/2023"]
    '2023-08-12'
    >>> read_dates(["8/12/23", "8/13/23"])["8/12/23"], read_dates(["1/2/2023", "round 3"])
    ('2023-08-12', {})
    """
    written = list(dict.fromkeys(filter(None, texts)))
    found = [match for match in map(DATE.fullmatch, written) if match]
    if not found or len(found) < len(written):
        return {}
    orders = [(1, 3)] if all(match[2] == "." for match in found) else [(1, 3), (3, 1)]
    read = [days for order in orders if (days := _dates(found, *order))]
    in_order = [days for days in read if days == sorted(days)]
    only = read if len(read) == 1 or not follow else in_order
    (chosen,) = only if len(only) == 1 else ([],)
    return {match[0]: f"{day}{match[5]}" for match, day in zip(found, chosen)}


_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_UNTIL = re.compile(r"\s+(?:[-\u2013]|to|bis|until|au|al)\s+|\u2013")


def read_periods(text: str) -> list[tuple[date, date]]:
    """The first and the last day that a text says, in each order that day and month may have.

    >>> [first.isoformat() for first, _ in read_periods("29/04/2025 - 03/06/2025")]
    ['2025-04-29']
    >>> [first.isoformat() for first, _ in read_periods("05/06/2025 - 05/06/2025")]
    ['2025-06-05', '2025-05-06']
    >>> read_periods("2025-06-05 to 2025-06-07")[0][1].day, read_periods("Rounds 3 - 5")
    (7, [])
    """
    days = _UNTIL.split(_YEAR_FIRST.sub(r"\4.\3.\1", text.strip()))
    found = [match for match in map(DATE.fullmatch, days) if match and not match[5]]
    if len(days) != 2 or len(found) != 2:
        return []
    orders = [(1, 3)] if found[0][2] == "." else [(1, 3), (3, 1)]
    read = {(dates[0], dates[1]) for order in orders if (dates := _dates(found, *order))}
    return sorted((period for period in read if period[0] <= period[1]), reverse=True)


def _dates(found: Sequence[re.Match[str]], day: int, month: int) -> list[date]:
    """The dates, with the groups of day and month; none if one of them is no date."""
    days = []
    for match in found:
        year = int(match[4])
        if len(match[4]) == 2:
            year += 1900 if year >= _FIRST_YEAR else 2000
        try:
            days.append(date(year, int(match[month]), int(match[day])))
        except ValueError:
            return []
    return days
