"""A session of duplicate bridge as every reader returns it: travellers and pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from ...catalogue.cells import is_error
from ...functions import MATCHPOINT

Method: TypeAlias = Literal["standard", "acbl", "modified", "cross-imps", "butler"]
SIDES = ("NS", "EW")


@dataclass(frozen=True)
class Line:
    """One line of a traveller: who sat where, and North-South's score or an artificial one."""

    board: int
    ns: str
    ew: str
    score: float | str
    contract: str = ""
    by: str = ""
    tricks: int | None = None


@dataclass(frozen=True)
class Session:
    """The lines of all travellers of a session, and the names of its pairs."""

    lines: list[Line]
    names: Mapping[str, str] = field(default_factory=dict)
    """The players of each pair, by the number of the pair."""
    title: str = ""
    method: Method = "standard"
    """The scoring method of the boards."""
    winners: int | None = None
    """Whether all pairs are ranked together (1), or each side for itself (2)."""

    @property
    def boards(self) -> dict[int, list[Line]]:
        """The lines of each board, in the order of the boards."""
        boards: dict[int, list[Line]] = {}
        for line in sorted(self.lines, key=lambda line: line.board):
            boards.setdefault(line.board, []).append(line)
        return boards


def is_artificial_score(text: str) -> bool:
    """Whether a text is an artificial score, as MATCHPOINT takes it.

    >>> [is_artificial_score(text) for text in ("A6040", "a+", "A60", "420")]
    [True, True, False, False]
    """
    return not is_error(MATCHPOINT(text, "modified", "percent"))


def resolve_pairs(session: Session) -> Session:
    """The session with pair numbers that are unique, and with the number of winners.

    A number that meets itself belongs to two pairs, one in each direction.  If no pair ever changes
    direction (a Mitchell movement without arrow-switch), each direction has a winner.

    >>> two = resolve_pairs(Session([Line(1, "3", "3", 420)], {"3NS": "Ann & Bob"}))
    >>> two.lines[0].ns, two.lines[0].ew, two.winners
    ('3NS', '3EW', 2)
    """
    if any(line.ns == line.ew for line in session.lines):
        session = replace(session, lines=list(_append_sides(session.lines)))
    is_one_way = {line.ns for line in session.lines}.isdisjoint(line.ew for line in session.lines)
    return replace(session, winners=session.winners or (2 if is_one_way else 1))


def _append_sides(lines: Iterable[Line]) -> Iterable[Line]:
    north_south, east_west = SIDES
    for line in lines:
        yield replace(line, ns=line.ns + north_south, ew=line.ew + east_west)
