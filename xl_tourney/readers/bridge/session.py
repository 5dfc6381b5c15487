"""A session of duplicate bridge as every reader returns it: travellers and pairs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

Method: TypeAlias = Literal["standard", "acbl", "modified", "cross-imps", "butler"]
SIDES = ("NS", "EW")


@dataclass(frozen=True)
class TravellerLine:
    """One line of a traveller: who sat where, and North-South's score or an artificial one."""

    board: int
    ns: str
    ew: str
    score: float | str | None = None
    """North-South's score; None if it follows from contract and tricks, or if there is none."""
    contract: str = ""
    by: str = ""
    tricks: int | str | None = None
    """All that were taken, or those beyond the contract: =, +1, -2."""
    score_ew: float | str | None = None
    """East-West's score, where it is not the opposite of North-South's."""
    session: int = 0
    """The number of the session, where there are several."""


@dataclass(frozen=True)
class Session:
    """The lines of all travellers of a session, and the names of its pairs."""

    lines: list[TravellerLine]
    names: Mapping[str, str] = field(default_factory=dict)
    """The players of each pair, by the number of the pair."""
    title: str = ""
    method: Method = "standard"
    """The scoring method of the boards."""
    winners: int | None = None
    """Whether all pairs are ranked together (1), or each side for itself (2)."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """The section of each pair that has one."""

    @property
    def travellers(self) -> dict[tuple[int, int], list[TravellerLine]]:
        """The lines of each board of each session, in their order."""
        found: dict[tuple[int, int], list[TravellerLine]] = {}
        for line in sorted(self.lines, key=lambda line: (line.session, line.board)):
            found.setdefault((line.session, line.board), []).append(line)
        return found

    @property
    def boards(self) -> dict[int, list[TravellerLine]]:
        """The lines of each board, in the order of the boards."""
        boards: dict[int, list[TravellerLine]] = {}
        for line in sorted(self.lines, key=lambda line: line.board):
            boards.setdefault(line.board, []).append(line)
        return boards


_AWARD = re.compile(
    r"A[+-]?|A\d{4}|PASS|P|NP|NOT PLAYED|\d+(?:\.\d+)?%(?:\s*/\s*\d+(?:\.\d+)?%)?|\d+\s*/\s*\d+"
)


def is_award(text: str) -> bool:
    """Whether a text may stand for a score: an artificial one, percentages, PASS, NP (not played).

    >>> [is_award(text) for text in ("A6040", "a+", "60/40", "60%", "pass", "A60", "420")]
    [True, True, True, True, True, False, False]
    """
    return bool(_AWARD.fullmatch(text.strip().upper()))


def qualify_by_section(
    lines: Sequence[tuple[str, TravellerLine]],
) -> tuple[list[TravellerLine], dict[str, str]]:
    """Lines with their sections as lines of pairs with a section each.

    A pair sits in the section in which it is North-South.  Where sections number their North-South
    pairs alike, each pair has its section before its number.

    >>> both = [("A", TravellerLine(1, "1", "2", 0)), ("B", TravellerLine(1, "1", "2", 50))]
    >>> lines, sections = qualify_by_section(both)
    >>> [(line.ns, line.ew) for line in lines], sections
    ([('A1', 'A2'), ('B1', 'B2')], {'A1': 'A', 'B1': 'B', 'A2': 'A', 'B2': 'B'})
    """
    seats: dict[str, set[str]] = {}
    for section, line in lines:
        seats.setdefault(line.ns, set()).add(section)
    if any(len(sections) > 1 for sections in seats.values()):
        lines = [
            (section, replace(line, ns=section + line.ns, ew=section + line.ew))
            for section, line in lines
        ]
    sections = {line.ns: section for section, line in lines if section}
    opponents: dict[str, set[str]] = {}
    for section, line in lines:
        opponents.setdefault(line.ew, set()).add(section)
    for pair, found in opponents.items():
        (section, *others) = found
        if section and not others:
            sections.setdefault(pair, section)
    return [line for _, line in lines], sections


def resolve_pairs(session: Session) -> Session:
    """The session with pair numbers that are unique, and with the number of winners.

    A number that meets itself belongs to two pairs, one in each direction.  If no pair ever changes
    direction (a Mitchell movement without arrow-switch), each direction has a winner.

    >>> two = resolve_pairs(Session([TravellerLine(1, "3", "3", 420)], {"3NS": "Ann & Bob"}))
    >>> two.lines[0].ns, two.lines[0].ew, two.winners
    ('3NS', '3EW', 2)
    """
    if any(line.ns == line.ew for line in session.lines):
        sections = {
            pair + side: section for pair, section in session.sections.items() for side in SIDES
        }
        lines = [replace(one, ns=f"{one.ns}NS", ew=f"{one.ew}EW") for one in session.lines]
        session = replace(session, lines=lines, sections=sections)
    is_one_way = {line.ns for line in session.lines}.isdisjoint(line.ew for line in session.lines)
    return replace(session, winners=session.winners or (2 if is_one_way else 1))
