"""The race of a league whose workbook has bounds alone: groups, bonus points, points of losers.

Its results are listed here one by one, each with what it gives to both sides; and who goes on from
groups, conferences or parts of a table is told by a :class:`Grouping`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ..errors import WorkbookError
from ..events.cells import Row
from ..functions.race.race import Scoring, exact
from ..functions.race.table import Grouping, PlayedGame, RaceTable
from .saved_race import SavedRace

MOST_BONUS = 4
"""Of more bonus points than these only none and all are looked at: what is between decides nothing
about a place."""


@dataclass(frozen=True)
class BoundedRace(SavedRace):
    """The cells of such a race in a calculated workbook."""

    @property
    def unit(self) -> str:
        """The unit of the amounts: wins, or points where a win gives several numbers of them."""
        return "points" if any(self._most_bonus()) or self._clean_sheet else "wins"

    def read(self) -> RaceTable:
        """The race as a table.

        Raises
        ------
        WorkbookError
            What its results are worth is not known; the message is one sentence without the file.
        """
        more = self.named("AllWonBonus")
        rows = self._teams("tied", "lost", "to_play") if isinstance(more, (int, float)) else []
        for row in rows:
            if row["to_play"] and not row["tied"] + row["lost"]:
                raise WorkbookError(
                    f"{row['name']} gets {more:g} points more if it wins all its games; whatif "
                    "answers as soon as nobody can, and Standings have bounds"
                )
        return super().read()

    @property
    def grouping(self) -> Grouping | None:
        """Which teams are placed among themselves, and who goes on; None for one table."""
        if not self._has("group_no"):
            return None
        is_split, has_conferences = self._has("part_no"), self._has("conference_no")
        keys = (
            "group_no",
            "part" if is_split else "group_name",
            *(["conference"] * has_conferences),
        )
        rows = sorted(self._teams(*keys), key=lambda row: row["no"])
        names = [str(row[keys[1]] or "") for row in rows]
        order = [name for _, name in sorted({(row["group_no"], n) for row, n in zip(rows, names)})]
        direct = int(self.named("LastPlace") or 1)
        if is_split:
            return Grouping(names, names, order, direct, is_counted_through=True)
        if has_conferences:
            pools = [str(row["conference"] or "") for row in rows]
            of_pool = int(self.named("ConferencePlaces") or 0)
            return Grouping(names, pools, order, int(self.named("DivisionPlaces") or 0), of_pool)
        best, next_place = (int(self.named(name) or 0) for name in ("NextBest", "NextPlace"))
        if not best:
            return Grouping(names, names, order, direct)
        by_points = next_place == direct + 1 and not self._has("short")
        one = [""] * len(names)
        return Grouping(names, one, order, direct, None, best, next_place, by_points)

    def _scoring(self) -> Scoring:
        win, draw, loss, late_win, late_loss = (
            float(self.named(f"RaceWorth{n}") or 0) for n in range(1, 6)
        )
        of_win, of_draw, of_loss = self._most_bonus()
        won = [(win, loss)] + (
            [(late_win, late_loss)] if (late_win, late_loss) != (win, loss) else []
        )
        if not win >= late_win > late_loss >= loss:
            raise WorkbookError("a win has to be worth more than a loss, in overtime, too")
        clean = self._clean_sheet
        sheets = dict.fromkeys((clean, 0))  # what a win gives most comes first
        wins = [
            (own + more + sheet, other + its)
            for own, other in won
            for its, more, sheet in product(_bonus(of_loss), _bonus(of_win)[::-1], sheets)
        ]
        draws = [draw + more for more in _bonus(of_draw)[::-1]] if draw not in (win, loss) else []
        level = [(own, other) for own in draws for other in draws[::-1]]
        if clean and level:  # of both sides, or of neither
            both = [(own + clean, other + clean) for own, other in level]
            half = (len(level) + 1) // 2
            level = [*both[:half], *level, *both[-half:]]
        results = [*wins, *level, *((other, own) for own, other in wins[::-1])]
        return Scoring(tuple(exact(own) for own, _ in results))

    @property
    def _clean_sheet(self) -> float:
        """The points for a game in which nothing is conceded."""
        found = self.named("CleanSheetPoints")
        return float(found) if isinstance(found, (int, float)) and not self._goes_by_wins else 0

    @property
    def _goes_by_wins(self) -> bool:
        return bool(self.named("Criterion1") == "Wins")

    def _most_bonus(self) -> tuple[int, int, int]:
        """The most bonus points of who wins, of both in a draw, and of who loses."""
        if not self._has("home_bonus") or self._goes_by_wins:
            return 0, 0, 0
        typed = self.named("MostBonus")
        if isinstance(typed, (int, float)):
            return int(typed), int(typed), int(typed)
        names = ("LosingBonus", "SecondBonus", "AheadBonus")
        lost_by, second, ahead = (isinstance(self.named(n), (int, float)) for n in names)
        return second + ahead, int(second), lost_by + second

    def _points_alone(self, table: RaceTable, played: Sequence[PlayedGame] | None) -> str:
        if any(self._most_bonus()) or self._clean_sheet:
            return "A score does not say the bonus points"
        if len(set(table.scoring.values)) < len(table.scoring.values):
            return "A loser's point takes none from the winner"
        return super()._points_alone(table, played)

    def _games(self) -> list[Row]:
        games = self._read("unknown", "to_play", "no_home", "no_away")
        for row in games:
            row |= {"race_home": row["no_home"], "race_away": row["no_away"]}
        return [row for row in games if row["to_play"] == 1]


def _bonus(most: int) -> list[int]:
    return list(range(most + 1)) if most <= MOST_BONUS else [0, most]
