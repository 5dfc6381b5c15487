"""Who takes part, by the names in a file of results: byes, and two entrants of one name."""

from __future__ import annotations

from collections.abc import Iterable

from .results_csv import Row

BYE_NAMES = ("bye", "freilos", "spielfrei")
"""What files write for the opponent whom nobody plays."""


def is_bye(name: str) -> bool:
    """Whether a name stands for a bye: nobody plays then.

    >>> is_bye("BYE"), is_bye("Byers")
    (True, False)
    """
    return name.casefold() in BYE_NAMES


class EntrantNames:
    """What each entrant of a file is called: two of one name have their clubs behind it.

    It is made from the name and the club of everybody in the file, as often as they come; a blank
    club says nothing.
    """

    def __init__(self, entrants: Iterable[tuple[str, str]]) -> None:
        self._clubs: dict[str, dict[str, str]] = {}
        for name, club in entrants:
            clubs = self._clubs.setdefault(name.casefold(), {})
            if club:
                clubs.setdefault(club.casefold(), club)

    def find(self, row: Row, name: str, column: str) -> str:
        """What an entrant is called whose club is in a column of a row."""
        clubs, club = self._clubs[name.casefold()], row.text(column)
        if len(clubs) < 2:
            return name
        if not club:
            several = " or ".join(clubs.values())
            raise row.error(f"{name} may be the one of {several}; fill in {column}")
        return f"{name} ({clubs[club.casefold()]})"
