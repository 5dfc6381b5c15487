"""The two formulas by which every line of a traveller is scored, side by side.

Match-points by the standard and the modified one, in percent; or IMPs against the other results and
by Butler.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..parts.table import Column

POINTS, PERCENT, IMPS, MEAN = "0.0", "0.00", "0.00", "0"
SIDES = ("NS", "EW")
IS_NUMBER = "<1000000000"
"""The criterion by which COUNTIFS finds numbers."""


@dataclass(frozen=True)
class SessionScoring:
    """The two formulas ``a`` and ``b`` of a kind of session, and what their figures are called."""

    methods: tuple[str, ...]
    a: str
    b: str
    """The heading of each formula."""
    second: str
    """The method that ranks by the second formula; the others rank by the first."""
    unit: str
    number_format: str
    """The number format of a figure of a line."""
    counted: tuple[str, str]
    """Which lines each formula has a figure for."""
    sections: bool = False
    """Whether pairs have a section, within which their scores may be compared."""

    sessions: int = 0
    """How many sessions there is room for, if there can be more than one."""
    compared: str = "field"
    """With whom a score is compared at first: the section or the field."""

    @property
    def is_match_points(self) -> bool:
        """Whether scores are compared by match-points, and not by IMPs."""
        return self.second == "modified"

    @property
    def said_of_total(self) -> str:
        """What explanations say of a pair's total."""
        points = "match-points" if self.is_match_points else "IMPs"
        return (
            "{boards} of {full} boards were played; "
            f"for {{full}} boards that is {{total}} {points}."
        )

    @property
    def said_of_score(self) -> str:
        """What explanations say of what ranks a pair."""
        if not self.is_match_points:
            return ""
        return "{total} match-points on {full} boards are {score:.2f}% of the most possible."

    @property
    def within_sections(self) -> bool:
        """Whether scores can be compared within sections; those of several sessions are not."""
        return self.sections and self.is_match_points and not self.sessions

    def results_due(self, line: str = "") -> str:
        """The results that the board of a line should have; ``line`` is where Lines stands."""
        return f"{{{line}row[due]}}" if self.sessions else "ResultsDue"


MATCH_POINTS = SessionScoring(
    ("standard", "acbl", "modified"), "Standard", "Modified", "modified", "%", POINTS,
    ("played", "played"),
)  # fmt: skip
BY_IMPS = SessionScoring(
    ("cross-imps", "butler"), "Cross-IMPs", "Butler", "butler", "IMPs", IMPS,
    ("counts_a", "counts_b"),
)  # fmt: skip


def both_seats(cells: str, same: str = "") -> str:
    """The sum of a pair over both sides, ``#`` in ``cells``; of all lines or the ``same``."""
    return "+".join(
        f"SUMIFS({cells.replace('#', seat)},{{lines[no_{seat}]}},{{row[no]}}{same})"
        for seat in ("ns", "ew")
    )


def any_of(*conditions: str) -> str:
    """Whether one of them holds; OR also reads texts, and not every program reads them alike."""
    return f"({')+('.join(conditions)})>0"


def all_of(*conditions: str) -> str:
    """Whether all of them hold."""
    return f"({')*('.join(conditions)})>0"


def is_one_of(text: str, texts: tuple[str, ...]) -> str:
    """Whether a text is one of some."""
    return any_of(*(f'{text}="{one}"' for one in texts))


def choose(*cases: tuple[str, str], otherwise: str = '""') -> str:
    """The value of the first case whose condition holds."""
    opened = "".join(f"IF({condition},{value}," for condition, value in cases)
    return f"{opened}{otherwise}{')' * len(cases)}"


def by_cases(
    key: str, heading: str, *cases: tuple[str, str], otherwise: str = '""', **look: Any
) -> Column:
    """A column with the value of the first case whose condition holds."""
    return Column(key, heading, f"={choose(*cases, otherwise=otherwise)}", **look)
