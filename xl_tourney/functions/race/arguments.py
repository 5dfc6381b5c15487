"""The cells of a race: points, games, scoring, and what else the functions take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Annotated, Any

from ...catalogue.cells import (
    BLANK,
    Block,
    describe_cell,
    is_blank,
    num_error,
    raise_if_error,
    to_block,
    to_integer,
    to_number,
    to_single_cell,
    to_single_column,
    to_single_line,
    to_text,
    value_error,
)
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind, Number, Whole
from .criteria.answers import answers_about
from .criteria.rules import Criteria
from .race import MOST_GAMES, Race, Scoring, Target, exact
from .table import PlayedGame, RaceTable

DEFAULT_SCORING = (1.0, 0.0)
SECONDS = 10.0


def _numbers(value: object, where: str) -> list[Fraction | None]:
    return [
        None if is_blank(cell) else exact(to_number(cell, f"{where}, row {row},"))
        for row, cell in enumerate(to_single_column(value, where), 1)
    ]


def _line(value: object, where: str) -> list[float]:
    line = to_single_line(value, where)
    while len(line) > 1 and is_blank(line[-1]):
        del line[-1]
    return [to_number(cell, f"{where}, cell {place}") for place, cell in enumerate(line, 1)]


def _texts(value: object, where: str) -> list[str]:
    return [
        to_text(cell, f"{where}, row {row},").strip()
        for row, cell in enumerate(to_single_column(value, where), 1)
    ]


def _words(value: object, where: str) -> list[str]:
    """The texts of a row or a column; blank cells are left out."""
    line = to_single_line(value, where, "row or column")
    cells = [cell for cell in line if not is_blank(cell)]
    return [to_text(cell, f"{where}, cell {at},").strip() for at, cell in enumerate(cells, 1)]


def _may_be_zero(read: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    """A reader that takes a single 0 for an argument left out, as some hosts pass it."""

    def read_unless_zero(value: object, where: str) -> Any:
        rows = to_block(value)
        lone = rows[0][0] if len(rows) == len(rows[0]) == 1 else None
        if _is_zero(lone):
            return None
        return read(value, where)

    return read_unless_zero


def _cell(value: object, where: str) -> object:
    cell = to_single_cell(value, where)
    raise_if_error(cell)
    return cell


Points = Annotated[
    list[Fraction | None],
    Kind("a column of numbers", _numbers, takes_range=True),
    SharedHelp(
        "What each team has now (wins, points or TPs), one team a row; blank rows stay blank.",
        {"#VALUE!": "Points are no number, or not one column."},
    ),
]
Games = Annotated[
    Block,
    Kind("two columns, or a square", lambda value, where: to_block(value), takes_range=True),
    SharedHelp(
        "The games that are left: one a row, the row numbers of its two teams as in a wall list "
        "(with `names`, their names), the second blank for an opponent who is not in the table. "
        "Or N×N: how many are left of each pair, on the diagonal with others; one triangle is "
        "enough.",
        {
            "#VALUE!": "A first team is blank, a team is not in the table or plays itself, two "
            "triangles differ, or a square has another size than the table.",
            "#NUM!": "A number of games is negative or not whole, or there are over 10 000 games.",
        },
    ),
]
Places = Annotated[
    Whole,
    SharedHelp(
        "How many are in: 1 for first place; with r relegated, as many as there are teams less r.",
        {"#NUM!": "`places` is below 1 or above the number of teams (of the smallest group)."},
    ),
]
ScoringLine = Annotated[
    list[float],
    Kind("one row of numbers", _may_be_zero(_line), takes_range=True),
    SharedHelp(
        "What the results are worth, from the best to the worst: {1,0} (also when left out), "
        "{3,1,0}, {1,0.5,0}, {3,2,1,0}. The opponent gets the same counted from the end; blank "
        "cells at the end are left out.",
        {"#NUM!": "`scoring` does not fall strictly, or has fewer than two numbers."},
    ),
]
Step = Annotated[
    Number,
    SharedHelp(
        "0: only these results. Above 0: every split of the first and the last number in such "
        "steps, as {20,0} and 0.1 for TPs.",
        {"#NUM!": "`step` is negative or does not divide the first number less the last."},
    ),
]
Tiebreak = Annotated[
    list[Fraction | None],
    Kind("a column of numbers", _may_be_zero(_numbers), takes_range=True),
    SharedHelp(
        "A tie-break that is known for certain now, higher is better. Equal or blank ones, and all "
        "when it is left out, are open: taken as won for what can be, as lost for what is certain.",
        {"#VALUE!": "A tie-break is no number, or there is not one for each row of points."},
    ),
]
Names = Annotated[
    list[str],
    Kind("a column of names", _may_be_zero(_texts), takes_range=True),
    SharedHelp(
        "The teams' names, where `games` is written in names; any letter case.",
        {"#VALUE!": "There is not one name for each row of points, or two are the same."},
    ),
]
Seconds = Annotated[
    Number,
    SharedHelp(
        "How long may be searched for the whole column.",
        {"#NUM!": "`seconds` is not above 0."},
    ),
]
CriteriaNames = Annotated[
    list[str],
    Kind("a row or a column of names", _may_be_zero(_words), takes_range=True),
    SharedHelp(
        "What places those who are level on points, in its order: Wins, Difference, For, Against, "
        "Away for, Away wins, the same after Head-to-head, and Head-to-head points; the word again "
        "after a run of Head-to-head repeats it among those still level. Left out, ties are open.",
        {
            "#VALUE!": "A criterion is not known, needs `played`, or needs a scoring of two to "
            "four results.",
        },
    ),
]
Played = Annotated[
    Block,
    Kind("four or five columns", _may_be_zero(lambda value, _: to_block(value)), takes_range=True),
    SharedHelp(
        "The games played, which the criteria look at: the first team (at home), the second, the "
        "score of each; with four results of a game a fifth column, yes for overtime. Their points "
        "are in `points` already. A team whose row has no points is one outside of the table.",
        {
            "#VALUE!": "A row of `played` names no two teams, has no two scores, or is a draw "
            "that `scoring` does not know."
        },
    ),
]
Groups = Annotated[
    list[str],
    Kind("a column of names", _may_be_zero(_texts), takes_range=True),
    SharedHelp(
        "Each team's group; `places` are counted in each.",
        {"#VALUE!": "There is not one group for each team."},
    ),
]
Team = Annotated[
    Any,
    Kind("a row number or a name", _cell),
    SharedHelp(
        "The team: its row, or with `names` its name.", {"#VALUE!": "There is no such team."}
    ),
]


class RaceArguments:
    """The arguments that all functions of a race take, and the rows that its teams stand in."""

    def __init__(
        self,
        points: Points,
        games: Games,
        scoring: ScoringLine | None = None,
        step: Step = 0.0,
        tiebreak: Tiebreak | None = None,
        names: Names | None = None,
        seconds: Seconds = SECONDS,
        criteria: CriteriaNames | None = None,
        played: Played | None = None,
    ) -> None:
        if seconds <= 0:
            raise num_error(f"seconds must be above 0, not {seconds:g}")
        self.seconds = seconds
        self._height = len(points)
        """The number of rows, also of those without a team."""
        self._names = names
        self.rows = [row for row, own in enumerate(points) if own is not None]
        """The row of each team, from 0."""
        self._team = {row: team for team, row in enumerate(self.rows)}
        self._team_by_name = self._teams_by_name()
        self.scoring = Scoring.of(scoring or DEFAULT_SCORING, step)
        self.listed: list[tuple[int, int | None] | None] | None = None
        """Each row of a list of games: its teams, None for a blank row; no list, None."""
        self._fixtures = self._games(games)
        """The games left, one by one."""
        is_open = Criteria.of(criteria or []).open_from  # what comes after it decides nothing yet
        keys = None if is_open else self.beside(tiebreak, "tiebreak")
        self.keys = keys or [None] * len(self.rows)
        self.points = [own for own in points if own is not None]
        self.criteria = self._criteria(criteria or [], played)
        self.played = self._played(played) if played and self.criteria else []
        self.answers = _answers(self.table)

    @property
    def race(self) -> Race:
        """The race."""
        return self.answers.race

    def beside(self, values: Sequence[Any] | None, name: str) -> list[Any] | None:
        """A column beside the points, for the rows that hold a team."""
        if values is None:
            return None
        if len(values) != self._height:
            raise value_error(f"{name} has {len(values)} rows, but points has {self._height}")
        return [values[row] for row in self.rows]

    def column(self, values: Sequence[Any]) -> list[Any]:
        """A value for each row, blank where there is no team."""
        found = [BLANK] * self._height
        for row, value in zip(self.rows, values):
            found[row] = value
        return found

    @property
    def table(self) -> RaceTable:
        """The race as a table, for a proof."""
        return RaceTable(
            tuple(self.beside(self._names, "names") or [f"row {row + 1}" for row in self.rows]),
            tuple(self.points),
            tuple(self._fixtures),
            self.scoring,
            tuple(self.keys),
            criteria=tuple(self.criteria),
            played=tuple(self.played),
        )

    def _teams_by_name(self) -> dict[str, int] | None:
        names = self.beside(self._names, "names")
        if names is None:
            return None
        found: dict[str, int] = {}
        for team, name in enumerate(map(str.casefold, names)):
            if name in found and name:
                raise value_error(
                    f"names, row {self.rows[team] + 1}, is the name of another row too"
                )
            found[name] = team
        return found

    def team(self, cell: object, where: str) -> int:
        """The team that a cell names."""
        if self._team_by_name is not None:
            name = to_text(cell, where).strip().casefold()
            if not name or name not in self._team_by_name:
                raise value_error(
                    f"{where} names {describe_cell(cell)}, which is not among the names"
                )
            return self._team_by_name[name]
        if is_blank(cell):
            raise value_error(f"{where} must be a row number, and is blank")
        row = to_number(cell, where)
        if row - 1 not in self._team:
            raise value_error(f"{where} names row {row:g}, where there is no team")
        return self._team[int(row) - 1]

    @cached_property
    def _row_by_name(self) -> dict[str, int]:
        """The first row of each name, also of those without points."""
        rows: dict[str, int] = {}
        for row, name in enumerate(self._names or []):
            rows.setdefault(name.casefold(), row)
        return rows

    def _player(self, cell: object, where: str) -> int | None:
        """The team that a cell names; None for one whose row has no points."""
        if self._names is not None and not is_blank(cell):
            row = self._row_by_name.get(to_text(cell, where).strip().casefold(), -1)
        else:
            is_whole = isinstance(cell, int) or (isinstance(cell, float) and cell.is_integer())
            row = int(to_number(cell, where)) - 1 if is_whole else -1
        if 0 <= row < self._height and row not in self._team:
            return None
        return self.team(cell, where)

    def target(
        self,
        places: int,
        groups: list[str] | None = None,
        extra: int = 0,
        thirds: bool = False,
    ) -> Target:
        """The places that a team is to reach."""
        if extra < 0:
            raise num_error(f"extra must not be negative; {extra} is")
        own = self.beside(groups, "groups")
        if own is None:
            numbers = [0] * len(self.rows)
        else:
            own = list(map(str.casefold, own))
            if "" in own:
                raise value_error(f"groups, row {self.rows[own.index('')] + 1}, is blank")
            numbers = list(map(list(dict.fromkeys(own)).index, own))
        smallest = min(map(numbers.count, numbers), default=0)
        if not 1 <= places <= smallest:
            of = "the teams" if own is None else "the smallest group"
            raise num_error(f"places must be from 1 to {smallest} ({of}), not {places}")
        return Target(tuple(numbers), places, extra, thirds)

    # The criteria --------------------------------------------------------------------------------

    def _criteria(self, names: list[str], played: Block | None) -> list[str]:
        """The criteria that tell more than points; none if there are no others."""
        steps = Criteria.of(names).steps
        if not steps:
            return []
        figures = {figure for step in steps for figure in step.figures}
        if len(self.scoring.values) > 4:
            raise value_error(
                "criteria need a scoring of two to four results: a score must say which it is"
            )
        if played is None:
            first = next(name for name in names if Criteria.of([name]).steps)
            raise value_error(f"criteria has {first}, which needs the scores in played")
        if self.listed is None and any(figure.startswith("away") for figure in figures):
            raise value_error("criteria look at away games, so games must be a list, home first")
        return names

    def _played(self, rows: Block) -> list[PlayedGame]:
        if len(rows[0]) not in (4, 5):
            raise value_error(f"played must have four or five columns, not {len(rows[0])}")
        games = [
            self._parse_played(row, f"played, row {at},")
            for at, row in enumerate(rows, 1)
            if not all(map(is_blank, row))
        ]
        return [game for game in games if (game.first, game.second) != (None, None)]

    def _parse_played(self, row: Sequence[Any], where: str) -> PlayedGame:
        first, second = (self._player(cell, where) for cell in row[:2])
        own, other = (to_number(cell, where) for cell in row[2:4])
        overtime = len(row) == 5 and not is_blank(row[4])
        if first == second is not None:
            raise value_error(f"{where} is a team against itself")
        if own == other and len(self.scoring.values) != 3:
            raise value_error(f"{where} is a draw, which scoring does not know")
        return PlayedGame(first, second, own, other, overtime)

    # The games -----------------------------------------------------------------------------------

    def _games(self, rows: Block) -> list[tuple[int, int | None]]:
        if all(is_blank(cell) for row in rows for cell in row):
            self.listed = [None] * len(rows)
        elif len(rows[0]) == 2 and not self._is_pair_of_two(rows):
            self.listed = [self._parse_listed_game(row, at) for at, row in enumerate(rows, 1)]
        elif not len(rows) == len(rows[0]) == self._height:
            raise value_error(
                "games must be two columns, or "
                f"{self._height} × {self._height} as there are points, "
                f"not {len(rows)} × {len(rows[0])}"
            )
        counts = self._square(rows) if self.listed is None else Counter(filter(None, self.listed))
        if sum(counts.values()) > MOST_GAMES:
            raise num_error(f"there are more than {MOST_GAMES} games")
        return [*counts.elements()] if self.listed is None else [*filter(None, self.listed)]

    def _is_pair_of_two(self, rows: Block) -> bool:
        """Whether two columns are the square of two teams: {0,x;x,0}."""
        if self._height != 2 or len(rows) != 2:
            return False
        return all(_is_zero(rows[at][at]) for at in range(2))

    def _parse_listed_game(self, row: Sequence[Any], at: int) -> tuple[int, int | None] | None:
        if all(map(is_blank, row)):
            return None
        first = self.team(row[0], f"games, row {at}, first team,")
        if is_blank(row[1]):
            return first, None
        second = self.team(row[1], f"games, row {at}, second team,")
        if first == second:
            raise value_error(f"games, row {at}, is a team against itself")
        return first, second

    def _square(self, rows: Block) -> Counter[tuple[int, int | None]]:
        """How many games are left of each pair, and with outsiders."""
        games: Counter[tuple[int, int | None]] = Counter()
        for r, row in enumerate(rows):
            for c, cell in enumerate(row[: r + 1]):
                where = f"games, row {r + 1}, column {c + 1},"
                count, other = to_integer(cell, where), to_integer(rows[c][r], where)
                if count < 0 or other < 0:
                    raise num_error(f"{where} must not be negative")
                if count and other and count != other:
                    raise value_error(f"{where} is {count}, but the other triangle says {other}")
                if not (count or other):
                    continue
                if r not in self._team or c not in self._team:
                    raise value_error(f"{where} holds games of a row without a team")
                pair = self._team[c], None if c == r else self._team[r]
                games[pair] = count or other
        return Counter(dict(sorted(games.items(), key=lambda item: (item[0][0], item[0][1] or 0))))


def _is_zero(cell: object) -> bool:
    return isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool) and not cell


_answers = lru_cache(maxsize=8)(answers_about)
"""The answers about a race, shared by all functions of a sheet that ask about it."""
