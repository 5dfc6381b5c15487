"""Chess: the texts of C.07, each with the day from which it is in force.

What a calculation must know of a text is data here: a new text is one more entry of RULE_SETS, and
where it says something new, one more field with its article.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Annotated, NamedTuple

from ...catalogue.cells import (
    describe_cell,
    is_blank,
    raise_if_error,
    to_single_cell,
    to_text,
    value_error,
)
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind


class RuleSet(NamedTuple):
    """A text of C.07, by what differs in a calculation."""

    name: str
    first_day: date
    dummy_capped: bool
    """Whether the score of the dummy opponent has an upper limit."""
    round_robin_forfeit_losses_counted: bool
    """Whether a forfeit loss in a round robin counts as a game of one's own."""
    not_for_round_robins: frozenset[str]
    """The tie-breaks that the text bars from round robins."""


ARTICLES = {
    "dummy_capped": "16.4",
    "round_robin_forfeit_losses_counted": "15.2",
    "not_for_round_robins": "8",
}
"""The article of each field in which texts differ."""

_2023 = RuleSet(
    "2023",
    date(2023, 9, 1),
    dummy_capped=False,
    round_robin_forfeit_losses_counted=True,
    not_for_round_robins=frozenset(),
)
_2024 = _2023._replace(name="2024", first_day=date(2024, 4, 1))
_2026 = RuleSet(
    "2026",
    date(2026, 3, 1),
    dummy_capped=True,
    round_robin_forfeit_losses_counted=False,
    not_for_round_robins=frozenset(("BH", "AOB", "FB")),
)

RULE_SETS = {rules.name: rules for rules in (_2023, _2024, _2026)}
"""The texts by name, oldest first."""

NEWEST = [*RULE_SETS][-1]


def differences(one: RuleSet, other: RuleSet) -> list[str]:
    """The fields in which two texts differ."""
    return [field for field in ARTICLES if getattr(one, field) != getattr(other, field)]


_WRITTEN_DATES = (
    r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})",
)
DAY_0 = date(1899, 12, 30)
"""The day that spreadsheets count from."""
_FIRST_SERIAL = 10_000
_LAST_SERIAL = 2_958_465
"""Day numbers that are dates; smaller numbers are years."""


def in_force(day: date, where: str = "rules") -> str:
    """The text in force on a tournament's first day."""
    found = [rules.name for rules in RULE_SETS.values() if rules.first_day <= day]
    if not found:
        raise value_error(
            f"{where} is {day.isoformat()}, but the first text here is in force from "
            f"{_2023.first_day.isoformat()}; say one of {', '.join(RULE_SETS)}"
        )
    return found[-1]


def parse_date(written: str) -> date | None:
    """A date as files and cells write it: ``2026-03-01``, ``2026/03/01``, ``01.03.2026``."""
    for form in _WRITTEN_DATES:
        found = re.fullmatch(form, written)
        if found:
            try:
                return date(int(found["year"]), int(found["month"]), int(found["day"]))
            except ValueError:
                return None
    return None


def _read(value: object, where: str) -> str:
    cell = to_single_cell(value, where)
    if is_blank(cell):
        return NEWEST
    if isinstance(cell, date):
        return in_force(date(cell.year, cell.month, cell.day), where)
    raise_if_error(cell)
    if isinstance(cell, (int, float)) and _FIRST_SERIAL <= cell <= _LAST_SERIAL:
        return in_force(DAY_0 + timedelta(days=int(cell)), where)
    written = to_text(cell, where).strip()
    if written in RULE_SETS:
        return written
    day = parse_date(written)
    if day:
        return in_force(day, where)
    raise value_error(
        f"{where} must be {', '.join(RULE_SETS)} or the tournament's first day; "
        f"{describe_cell(cell)} is neither"
    )


Rules = Annotated[
    str,
    Kind("a rule set or a date", _read),
    SharedHelp(
        "The text of C.07: 2023, 2024 or 2026, or the tournament's first day, which picks it.",
        {"#VALUE!": "`rules` is no text of C.07 and no day on which one is in force."},
    ),
]
