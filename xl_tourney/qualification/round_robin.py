"""The race of a round robin of go or chess, whose games to come follow from its wall list.

A game to come is one that is listed without a result, or a pair that has not met as often as
everybody meets everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import Any, NamedTuple

from ..errors import WorkbookError
from ..functions.race.race import Scoring, exact
from ..functions.race.table import RaceTable
from ..templates.parts.qualification.pairs import SYSTEM
from .saved_race import SavedRace

SCORES = ("NBW", "MMS")
"""The go criteria that count wins."""


class _Cell(NamedTuple):
    """A cell of the wall list, as the sheet Rounds parses it."""

    opponent: int
    """The row of the opponent; 0 without one."""
    has_result: bool
    is_drawn: bool
    bye: Fraction
    """The points of a round without opponent."""


@dataclass(frozen=True)
class RoundRobin:
    """A calculated workbook of go or chess, read as a round robin."""

    saved: SavedRace
    game: str
    """go or chess."""
    meetings: int | None = None
    """How often everybody meets everybody; None for the number in the workbook."""

    @property
    def unit(self) -> str:
        """The unit of the amounts: wins or points."""
        return "wins" if len(self._scoring) == 2 else "points"

    @property
    def schedule(self) -> str:
        """A sentence on the games to come."""
        times = {1: "once", 2: "twice"}.get(self._meetings, f"{self._meetings} times")
        listed = len(list(self._listed()))
        count = len(self._to_come)
        return (
            f"Everybody meets everybody {times}: {count} game{'s' * (count != 1)} to come, "
            f"{listed} of them listed."
        )

    def read(self) -> RaceTable:
        """The race itself.

        Raises
        ------
        WorkbookError
            The event pairs round by round, or something in it leaves open what a game is worth;
            the message is one sentence without the name of the file.
        """
        self._refuse()
        order = {row: at for at, row in enumerate(self._players)}
        return RaceTable(
            list(self._players.values()),
            [self._points(row) for row in self._players],
            [(order[one], order[other]) for one, other in self._to_come],
            Scoring.of(self._scoring),
            [None] * len(order),
            "wins" if self.unit == "wins" else "points",
        )

    def _refuse(self) -> None:
        system = self.saved.named("System")
        if system != SYSTEM:
            raise WorkbookError(
                "this event pairs round by round; nothing can be said of games that are not fixed "
                f"yet (System on Setup is {system})"
            )
        if not self._players:
            raise WorkbookError("nobody is entered yet")
        if self.game == "go":
            self._refuse_go()
        if any(one <= other for one, other in zip(self._scoring, self._scoring[1:])):
            raise WorkbookError("a win has to be worth more than a draw, and a draw than a loss")
        byes = {
            row: sum((cell.bye for cell in self._cells[row]), Fraction()) for row in self._players
        }
        most, least = max(byes, key=byes.__getitem__), min(byes, key=byes.__getitem__)
        if byes[most] > byes[least]:
            raise WorkbookError(
                f"{self._players[most]} has more points without an opponent than "
                f"{self._players[least]}, and nothing says who gets some later; enter the rounds "
                "without a game as absences"
            )
        if not self._to_come:
            raise WorkbookError("no game is left to play; everybody has met everybody")

    def _refuse_go(self) -> None:
        first = self.saved.named("Criterion1")
        if first not in SCORES:
            raise WorkbookError(
                f"the first criterion is {first or 'blank'}; whatif takes {' or '.join(SCORES)}"
            )
        if self.saved.named("Outsiders") == "yes":
            raise WorkbookError("rows of the wall list are missing (Outsiders on Setup is yes)")
        gone = [row["gone"] for row in self.saved.event.column_values("result_1", "gone")]
        for one, other in self._to_come:
            for row in (one, other):
                if gone[row - 1] <= len(self._keys):
                    raise WorkbookError(
                        f"{self._players[row]} has left, and a game of theirs is open; enter it "
                        "with its result by forfeit"
                    )

    # The games ------------------------------------------------------------------------------------

    @cached_property
    def _to_come(self) -> list[tuple[int, int]]:
        """The pairs of rows: those that are listed, and then those that have not met."""
        listed = list(self._listed())
        met = Counter(self._pairs()) + Counter(listed)
        missing = [
            pair
            for pair in combinations(self._players, 2)
            for _ in range(self._meetings - met[pair])
        ]
        return [*listed, *missing]

    @cached_property
    def _meetings(self) -> int:
        """How often everybody meets everybody."""
        if self.meetings:
            return self.meetings
        often = max((*(Counter([*self._pairs(), *self._listed()])).values(), 1))
        if self.game == "go":
            return max(often, int(self.saved.named("Meetings") or 1))
        size = len(self._players)
        cycle = max(1, size - 1 + size % 2)
        turns, rest = divmod(len(self._keys), cycle)
        return max(often, 1 if rest else turns)

    def _listed(self) -> Iterator[tuple[int, int]]:
        """The games that are listed without a result."""
        return self._games(with_result=False)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The games that have a result."""
        return self._games(with_result=True)

    def _games(self, with_result: bool) -> Iterator[tuple[int, int]]:
        for key in range(len(self._keys)):
            for row in self._players:
                cell = self._cells[row][key]
                if row < cell.opponent and cell.has_result == with_result:
                    yield row, cell.opponent

    # The workbook ---------------------------------------------------------------------------------

    @cached_property
    def _scoring(self) -> tuple[float, ...]:
        if self.game == "chess":
            return tuple(float(self.saved.named(name) or 0) for name in ("Win", "Draw", "Loss"))
        is_drawn = any(cell.is_drawn for row in self._players for cell in self._cells[row])
        return (1.0, 0.5, 0.0) if is_drawn else (1.0, 0.0)

    def _points(self, row: int) -> Fraction:
        key = "points" if self.game == "chess" else str(self.saved.named("Criterion1")).lower()
        event = self.saved.event
        return exact(event.value(event.address(self._score, key, row, typed=False)) or 0)

    @cached_property
    def _players(self) -> dict[int, str]:
        """The players by their row of the wall list."""
        rows = self.saved.event.column_values(*self._score, "name")
        return {at: str(row["name"]) for at, row in enumerate(rows, 1) if not row.is_blank("name")}

    @property
    def _score(self) -> tuple[str]:
        """A column of the table of points."""
        return ("nbw" if self.game == "go" else "there",)

    @cached_property
    def _keys(self) -> Sequence[tuple[str, ...]]:
        """The columns of each round that say what a player did in it."""
        first, *others = ("result", "opponent") if self.game == "go" else ("kind",)
        columns = self.saved.event.table((f"{first}_1",)).columns
        rounds = [column.key for column in columns if column.key.startswith(f"{first}_")]
        return [(key, *(key.replace(first, other) for other in others)) for key in rounds]

    @cached_property
    def _cells(self) -> dict[int, list[_Cell]]:
        """The rounds of each player."""
        read = _read_go if self.game == "go" else self._read_chess
        rows = self.saved.event.column_values(*chain.from_iterable(self._keys))
        return {
            at: [read(*(row[key] for key in keys)) for keys in self._keys]
            for at, row in enumerate(rows, 1)
            if at in self._players
        }

    def _read_chess(self, kind: Any) -> _Cell:
        opponent, rest = divmod(max(0, int(kind or 0)), 100)
        result = rest % 10
        byes = {7: "Win", 8: "ByePoints", 9: "Draw"}
        bye = 0 if opponent or result not in byes else self.saved.named(byes[result]) or 0
        return _Cell(opponent, result != 6, result == 2, exact(bye))


def _read_go(result: Any, number: Any) -> _Cell:
    opponent = max(0, int(number or 0))
    bye = 0 if opponent else {1: 1, 3: 0.5}.get(result or 0, 0)
    return _Cell(opponent, result != 4, bool(opponent) and result == 3, exact(bye))
