"""Who takes part, by the names in a file of results: byes, and two entrants of one name."""

from __future__ import annotations

BYE_NAMES = ("bye", "freilos", "spielfrei", "exempt", "descanso", "vrij")
"""What files write for the opponent whom nobody plays."""


def is_bye(name: str) -> bool:
    """Whether a name stands for a bye: nobody plays then.

    >>> is_bye("BYE"), is_bye("(bye)"), is_bye("Byers")
    (True, True, False)
    """
    return name.strip("()[]*- .").casefold() in BYE_NAMES
