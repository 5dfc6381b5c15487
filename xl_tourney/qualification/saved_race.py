"""The race of a calculated workbook: its teams, the games to come, and the line.

All templates with fixtures have the same columns and named cells for it, so that there is one
reader for all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..events.cells import Cells, Row, read_columns
from ..functions.race.criteria.rules import SHARES
from ..functions.race.race import Scoring, exact
from ..functions.race.table import LateWords, PlayedGame, RaceTable
from ..grammar.references import CellAddress
from ..templates.league.rules.criteria import CRITERIA, MAX_CRITERIA
from ..templates.league.rules.rules import PARTS
from ..templates.parts.qualification.race import KNOWN
from ..templates.parts.table import Table
from ..templates.parts.workbook import workbook_of

FIRST = "Criterion1"
"""The named cell of what places teams first."""


@dataclass(frozen=True)
class SavedRace:
    """The cells of a race in a calculated workbook."""

    event: Cells
    """The workbook with current values."""

    @property
    def exists(self) -> bool:
        """Whether the template has a race."""
        return self.named("RaceOn") is not None and self._has("race_home")

    @property
    def is_on(self) -> bool:
        """Whether games are left, so that there is a race."""
        return bool(self.named("RaceOn") == 1)

    @property
    def is_over(self) -> bool:
        """Whether all games are played whose points and scores say who ended where."""
        known = self.exists and not self.is_on and self._has("home_score")
        lengths = {row["race_length"] for row in self._teams("race_length")} if known else set()
        return known and (len(lengths) == 1 or (bool(lengths) and self._is_of_sums))

    @property
    def _is_of_sums(self) -> bool:
        """Whether what places first is a sum, so that not all need have had as many games."""
        return str(self.named(FIRST)).casefold() not in (*SHARES, "points per game")

    @property
    def problem(self) -> str:
        """Why the race cannot be read; empty if it can."""
        return str(self.named("RaceProblem") or "")

    @property
    def places(self) -> int:
        """The number of places that count: those above the line."""
        return int(self.named("RacePlaces") or self.named("LastPlace") or 1)

    @property
    def keeps_figures(self) -> bool:
        """Whether the workbook has cells for exact figures; one with our functions has none."""
        return self.event.cell("KnownRules") is not None

    @property
    def is_current(self) -> bool:
        """Whether its exact figures belong to its present results."""
        return bool(self.named("RaceKnown") == 1)

    def read(self) -> RaceTable:
        """The race as a table."""
        teams, at = self._teams(), self._places_of_teams()
        table = RaceTable(
            [str(row["name"]) for row in teams],
            [exact(row["race_points"]) for row in teams],
            [
                (at[int(row["race_home"])], at[int(row["race_away"])])
                for row in self._games()
                if isinstance(row["race_home"], (int, float))
            ],
            self._scoring(),
            [None] * len(teams),
            late=self._late_words(),
        )
        played = self._played(at)
        if played is None or self._points_alone(table, played):
            return table
        keys = [self._lot(row) for row in self._teams("race_lot")]
        return table._replace(criteria=self._criteria(), played=played, keys=keys)

    def _late_words(self) -> LateWords:
        """What a win is called that counts as one after overtime, such as 3:2 in sets."""
        margin = self.named("LateMargin")
        if not isinstance(margin, (int, float)):
            return LateWords()
        unit = str(self.named("ScoresCount") or "goals")
        count = f"{margin:g} {unit.removesuffix('s') if margin == 1 else unit}"
        close = f"by {count}" if margin == 1 else f"by {count} or less"
        return LateWords(close, close, f"by more than {count}")

    def _scoring(self) -> Scoring:
        """What the results of a game are worth."""
        kind = "RaceScore" if self.is_on else "RaceWorth"
        scores = [self.named(f"{kind}{n}") for n in range(1, 10) if self.event.cell(f"{kind}{n}")]
        worths = {float(score) for score in scores if isinstance(score, (int, float))}
        return Scoring.of(sorted(worths, reverse=True), float(self.named("RaceStep") or 0))

    @property
    def by_points(self) -> str:
        """A sentence on why ties are open that the criteria would decide; blank where none is."""
        if not self._has("home_score") or len(self._named_criteria) < 2:
            return ""
        why = self._points_alone(self.read(), self._played(self._places_of_teams()))
        return f"{why}: places go by points alone here, and every tie is open." if why else ""

    def _points_alone(self, table: RaceTable, played: Sequence[PlayedGame] | None) -> str:
        """Why the criteria after points are left out; blank where they are not."""
        if played is None:
            return "A game that counts has a team that is not listed"
        if len(table.scoring.values) != 3 and any(game.own == game.other for game in played):
            return "A draw is worth what another result is"
        bound = ("SetsToWin", "LateMargin", "BoardsOfMatch", "ScoreAdds")
        if self.named("ScoresCount") in PARTS or any(map(self.event.cell, bound)):
            return "A game cannot end with any score"
        if self._has("even_1"):
            return "Games between teams count in some ties only"
        if self._has("level_1"):
            return "The criteria begin again for those who are still tied"
        if self.named("DifferenceCap") is not None:
            return "A game counts by so much at most in the difference"
        if any(name not in CRITERIA for name in self._named_criteria):
            return "Some criteria look at more than scores, which is not known of games to come"
        return ""

    def _places_of_teams(self) -> dict[int, int]:
        """The place in the table of each team, by its number."""
        return {int(row["no"]): place for place, row in enumerate(self._teams())}

    @staticmethod
    def _lot(row: Mapping[str, Any]) -> Fraction | None:
        """A lot that was drawn, higher is better."""
        lot = row["race_lot"]
        return exact(lot) if isinstance(lot, (int, float)) else None

    def _criteria(self) -> list[str]:
        """What places teams that are level on points, as the functions of a race take it."""
        again = ["again"] if self.named("HeadToHead") == "again" else []
        return [*(name for name in self._named_criteria if name in CRITERIA), *again]

    @property
    def _named_criteria(self) -> list[str]:
        named = (self.named(f"Criterion{k}") for k in range(1, MAX_CRITERIA + 1))
        return [str(name) for name in named if name]

    def _played(self, at: Mapping[int, int]) -> list[PlayedGame] | None:
        """The games that count, with their scores; None where places do not follow from them."""
        if not self._has("home_score"):
            return None
        scores = ("home_scored", "away_scored")
        games = self._read("unknown", "counted", "no_home", "no_away", "late", "unknown", *scores)
        played = []
        for row in games:
            if row["counted"] != 1:
                continue
            if row["unknown"]:  # a team that is not listed
                return None
            # A team that has withdrawn stands last: to the others it is an outsider.
            home, away = (at.get(int(row[f"no_{side}"] or 0)) for side in ("home", "away"))
            if home is None and away is None:
                continue
            own, other = (float(row[score]) for score in scores)
            played.append(PlayedGame(home, away, own, other, row["late"] == 1))
        return played

    @property
    def unit(self) -> str:
        """The unit of the amounts: wins or points."""
        table = self._table("race_points")
        heading = next(c.heading for c in table.columns if c.key == "to_clinch")
        return heading.partition(" ")[0].lower()

    # The cells of exact figures -------------------------------------------------------------------

    def team_cells(self) -> list[dict[str, CellAddress]]:
        """The cells of exact figures of each team, by key, in the order of :meth:`read`."""
        return [{key: row.cell(f"known_{key}") for key in KNOWN} for row in self._teams()]

    def all_kept_cells(self) -> list[CellAddress]:
        """All cells of exact figures, also those of blank rows."""
        kept = (("race_points", KNOWN), ("race_home", ("home", "away")))
        return [
            row.cell(f"known_{key}")
            for owner, keys in kept
            for row in self._read(owner)
            for key in keys
        ]

    def game_cells(self) -> dict[CellAddress, Any]:
        """The numbers of the two teams of each game to come, by cell."""
        return {
            row.cell(f"known_{side}"): row[f"race_{side}"]
            for row in self._games()
            for side in ("home", "away")
            if isinstance(row["race_home"], (int, float))
        }

    def named(self, name: str) -> Any:
        """The value of a named cell; None if it is blank, or if there is no such name."""
        found = self.event.setting(name)
        if isinstance(found, str):
            sheet = self.event.tables[0].sheet
            return workbook_of(sheet).language.english(found, is_value=True) or None
        return found

    def _teams(self, *more: str) -> list[Row]:
        """The rows of those in the race."""
        if not self.is_on and self._has("home_score"):  # then nobody has points in a race
            rows = self._read("race_points", "no", "name", "points", "key", "out", *more)
            there = [row for row in rows if row["key"] and row["out"] == 0]
            for row in there:
                row["race_points"] = row["points"]
            return there
        rows = self._read("race_points", "no", "name", "race_points", *more)
        return [row for row in rows if row.number("race_points") is not None]

    def _games(self) -> list[Row]:
        return self._read("race_home", "race_home", "race_away")

    def _read(self, owner: str, *keys: str) -> list[Row]:
        return read_columns(self._table(owner), keys, self.event.values)

    def _has(self, key: str) -> bool:
        """Whether a table of the workbook has a column."""
        return any(column.key == key for table in self.event.tables for column in table.columns)

    def _table(self, key: str) -> Table:
        """The table that has a column, with the rows of all its parts."""
        having = [t for t in self.event.tables if any(column.key == key for column in t.columns)]
        return max(having, key=lambda table: table.rows)
