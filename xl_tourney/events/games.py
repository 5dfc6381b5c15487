"""What an event is made of: entrants, and the games that refer to them, round by round.

A workbook has a record for each entrant: a line a game, from the entrant's side.  So the game of
Ann and Bo in round 1 has two lines; it is one :class:`Game`, with the line of White, of who plays
at home, or of North-South::

    Ann    Round 1, opponent Bo, White, won       Game("Round 1", (Ann, Bo), the first line)
    Bo     Round 1, opponent Ann, Black, lost
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from openpyxl.cell import Cell

from ..messages import message
from .standings.formats import format_cell
from .standings.table import NO_TABLE, StandingsTable

OPPONENT, RESULT, ROUND, POINTS = "Opponent", "Result", "Round", "Points"
COLOUR = message("Colour")
NO_RESULT = message("no result")
NOBODY = "–"
"""The text in place of an opponent's name where there is none."""
Outcome = Literal["won", "drawn", "lost"]
State = Literal["open", "played", "forfeit", "bye"]
_WHEN = (ROUND, "Board", "Event")
"""The headings of columns that say which game it is."""
_SCORES = (("Score", "Against"), ("TPs", "Against"))
"""The headings of what either side of a game made."""
_SIGNS: dict[Outcome, str] = {"won": "1–0", "drawn": "½–½", "lost": "0–1"}
_WORTH: dict[Outcome | None, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0, None: 0.0}
LAST = 5
"""The form of a player are so many games."""


def identify(text: str) -> str:
    """An entrant's name or number as a key of records, without letter case and outer spaces."""
    return text.strip().casefold()


@dataclass(frozen=True)
class Figure:
    """A cell of a record."""

    text: str
    is_number: bool = False
    entrant: Entrant | None = field(default=None, repr=False)
    """Whom the text names."""

    @property
    def key(self) -> str:
        """What the text names an entrant by; blank where it names none."""
        return identify(self.text) if self.entrant else ""

    @property
    def number(self) -> float | None:
        """The number that the text is; None where it is none."""
        try:
            return float(self.text.replace(",", ""))
        except ValueError:
            return None


class Line(dict[str, Figure]):
    """A line of a record: a game as one entrant sees it, by heading."""

    @property
    def when(self) -> str:
        """Which game it is about: ``Round 4``, ``Board 12``."""
        for title in _WHEN:
            text = self[title].text if title in self else ""
            if text:
                number = text.removeprefix(title[0])
                return f"{title} {number}" if number.isdecimal() else text
        return ""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for whose line it is; None where it did not."""
        text = self[RESULT].text if RESULT in self else ""
        for outcome in _SIGNS:
            if text.startswith(outcome):
                return outcome
        own, other = (figure.number for figure in self._scores or (Figure(""), Figure("")))
        if own is None or other is None:
            return None
        return "won" if own > other else "lost" if own < other else "drawn"

    @property
    def result(self) -> str:
        """The result from the side of the line, such as 2–1, 1–0 or ½–½.

        >>> Line(Result=Figure("won by forfeit")).result, Line(Result=Figure("bye")).result
        ('1–0 by forfeit', 'bye')
        >>> Line(Score=Figure("2", True), Against=Figure("1", True)).result
        '2–1'
        """
        if RESULT in self:
            text = self[RESULT].text
            for outcome, sign in _SIGNS.items():
                if text.startswith(outcome):
                    return f"{sign}{text.removeprefix(outcome)}"
            return "" if text == NO_RESULT else text
        scores = self._scores
        return "–".join(figure.text for figure in scores) if scores and scores[0].text else ""

    @property
    def points(self) -> float:
        """The points of the record, or a point for a win."""
        points = self[POINTS].number if POINTS in self else None
        return _WORTH[self.outcome] if points is None else points

    @property
    def opponent(self) -> Entrant | None:
        """Whom it was against, where that is somebody of the standings."""
        entrant = self[OPPONENT].entrant if OPPONENT in self else None
        return entrant if entrant and entrant.anchor else None

    @property
    def _scores(self) -> tuple[Figure, Figure] | None:
        for own, other in _SCORES:
            if own in self and other in self:
                return self[own], self[other]
        return None


Record: TypeAlias = list[Line]
"""The lines of one entrant, without columns that are blank in all of them."""


@dataclass(eq=False)
class Entrant:
    """A player, a team or a pair: a row of the standings, and the results behind it."""

    key: tuple[str, str]
    """What tells the entrant from all others: the identity of a record and what it holds."""
    name: str
    table: StandingsTable = NO_TABLE
    """The table of standings where the entrant stands first; an empty one for who is in records
    alone, and has no section either."""
    row: Sequence[Cell] = ()
    table_id: str = ""
    """The id of the table on a page."""
    anchor: str = ""
    """The id of the entrant's section on a page."""
    records: list[Record] = field(default_factory=list, repr=False)

    @property
    def place(self) -> tuple[str, int]:
        """The sheet and the row."""
        return self.table.sheet, self.row[0].row

    @property
    def rank(self) -> str:
        """The place as the table shows it."""
        return format_cell(self.row[0])

    @property
    def lines(self) -> list[Line]:
        """The lines of all records."""
        return [line for record in self.records for line in record]

    @property
    def form(self) -> list[Outcome]:
        """How the last games ended; the latest stands last."""
        games = (line for line in self.lines if OPPONENT in line and line[OPPONENT].entrant)
        return [outcome for line in games if (outcome := line.outcome)][-LAST:]

    def points_by_round(self, labels: Sequence[str]) -> list[float]:
        """What was made in each round."""
        made = dict.fromkeys(labels, 0.0)
        for line in self.lines:
            if (label := line.when) in made:
                made[label] += line.points
        return list(made.values())


@dataclass(eq=False)
class Game:
    """A game as everybody sees it: once, from the side of White, of the home team, of NS."""

    when: str
    """Its round, board or event; blank where nothing says that."""
    sides: tuple[Figure, Figure]
    """Who plays: White first, or who plays at home, or North-South."""
    line: Line
    """The line in the record of the first of them."""
    is_open: bool = False
    """Whether it is to be played."""
    board: int | None = None
    """The board of a game of a wall list."""

    @property
    def is_alone(self) -> bool:
        """Whether it is no game, but a bye, or the absence of a player."""
        return self.sides[1].text in ("", NOBODY)

    @property
    def result(self) -> str:
        """The result from the side of the first."""
        return self.line.result

    @property
    def state(self) -> State:
        """Whether it is to be played, was played or decided without play, or is none."""
        if self.is_alone:
            return "bye"
        return "open" if self.is_open else "forfeit" if "forfeit" in self.result else "played"


@dataclass(frozen=True)
class Round:
    """The games of a round, or of a day, a board or an event."""

    label: str
    games: Sequence[Game]

    @property
    def is_open(self) -> bool:
        """Whether a game of it is to be played."""
        return any(game.is_open for game in self.games)

    @property
    def is_begun(self) -> bool:
        """Whether a game of it has been played: who has a bye is known before."""
        return not all(game.is_open or game.is_alone for game in self.games)


_NUMBERED = re.compile(r"(\w+ )?\d+|\d{4}-\d\d-\d\d")
"""A round whose place in the order its label says."""


def in_order(labels: Sequence[str]) -> list[str]:
    """The rounds by their numbers or days where all have one: ``Round 4`` before ``Round 12``."""
    found = list(dict.fromkeys(labels))
    return sorted(found, key=_numbers) if all(map(_NUMBERED.fullmatch, found)) else found


def _numbers(text: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", text)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
