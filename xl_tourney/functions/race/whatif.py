"""What if: who can still finish where, with some results assumed, and the proof in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .answers import Answers, BoundsOnlyError, Clock
from .criteria.answers import answers_about
from .least import in_words, least_of
from .methods.solver import UnsettledError
from .proofs import Goal, prove, question
from .race import Target, exact
from .table import PlayedGame, RaceTable

UNKNOWN = "unknown"

_NUMBER = r"\d+(?:[.,]\d+)?"
_SCORE = re.compile(
    rf"(?P<first>.+?)\s+(?P<own>{_NUMBER})\s*[-–:]\s*(?P<other>{_NUMBER})\s+(?P<second>.+)"
)


class AssumptionError(ValueError):
    """An assumed result cannot be taken; the message is one sentence that says why."""


class TeamOutlook(NamedTuple):
    """The places that a team can still reach, and the wins or points that it needs."""

    team: str
    points: float
    left: int
    status: str
    best_place: int | None
    """None, here and below, if it was not settled."""
    worst_place: int | None
    to_clinch: float | str | None
    """Empty if not even winning everything is enough."""
    to_stay_alive: float | str | None
    """Empty if the team is out."""


class GameResult(NamedTuple):
    """A game with its two results."""

    first: str
    first_points: float
    second: str | None
    second_points: float | None
    score: tuple[int, int] | None = None
    """The score, where it takes more than the result."""
    words: str = ""
    """The result as people say it, where a game has two to four of them."""

    def __str__(self) -> str:
        if self.score:
            own, other = self.score
            return f"{self.first} {own}–{other} {self.second or 'others'}"
        if self.words:
            return self.words
        second = "others" if self.second is None else self.second
        score = f"{self.first_points:g}"
        if self.second_points is not None:
            score += f"–{self.second_points:g}"
        return f"{self.first} {score} {second}"


class WhatIf(NamedTuple):
    """The answers to a question of what if."""

    places: int
    unit: str
    """The unit of the amounts: wins or points."""
    rows: list[TeamOutlook]
    team: str | None = None
    wish: Goal | None = None
    possible: bool | None = None
    """Whether the wish of the team can come true; None where it was not settled."""
    scenario: tuple[GameResult, ...] = ()
    """Results with which the wish comes true, if it can."""
    reason: str = ""
    """Why the wish cannot come true, or was not settled."""
    least: str = ""
    """The least that must happen for it, in a sentence; empty where it takes all the results."""

    @property
    def is_settled(self) -> bool:
        """Whether every question was settled."""
        asked = [cell for row in self.rows for cell in row]
        return (
            None not in asked and UNKNOWN not in asked and not (self.team and self.possible is None)
        )

    def as_json(self) -> dict[str, Any]:
        """The answers as plain data."""
        return self._asdict() | {
            "rows": [row._asdict() for row in self.rows],
            "scenario": [game._asdict() for game in self.scenario],
        }

    def lines(self) -> Iterator[str]:
        """The answers as lines for a person."""
        heads = ("team", "points", "left", "status", "best", "worst")
        amounts = (f"{self.unit} to clinch", f"{self.unit} to stay alive")
        cells = [(*heads, *amounts), *(tuple(map(_cell, row)) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        for row in cells:
            first, *others = (
                cell.ljust(width) if at == 0 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths))
            )
            yield "  ".join((first, *others)).rstrip()
        if self.team:
            yield ""
            if self.possible:
                yield f"{self.team}, {self._goal()}: {self.least or 'with these results'}"
                if self.least and len(self.scenario) > 1:
                    yield "For example:"
                if not self.least or len(self.scenario) > 1:
                    yield from (f"  {game}" for game in self.scenario)
            else:
                settled = "impossible" if self.possible is False else UNKNOWN
                yield f"{self.team}, {self._goal()}: {settled}. {_sentence(self.reason)}"

    def _goal(self) -> str:
        if self.wish in ("best", "worst"):
            return f"{self.wish} place"
        place = "first place" if self.places == 1 else f"the first {self.places}"
        return f"to {self.wish} {place}"


def what_if(
    table: RaceTable,
    places: int,
    team: str | None = None,
    wish: Goal = "reach",
    assumptions: Sequence[str] = (),
    seconds: float = 10.0,
    unit: str = "",
) -> WhatIf:
    """Who can still finish where, with some results assumed; for a team, the proof of a wish.

    An assumption is written as ``Reds 2-1 Blues``.  Who wins by it gets the best result; where a
    game has more than three results, the two numbers are the points themselves.
    """
    table = assume(table, assumptions)
    if not 1 <= places <= len(table.names):
        raise AssumptionError(
            f"places must be from 1 to {len(table.names)}, the number of teams; {places} is not"
        )
    answers = answers_about(table)
    target = Target.top(places, len(table.names))
    unit = unit or ("wins" if len(table.scoring.values) <= 4 else "points")
    clock = Clock(seconds)
    rows = []
    for number in answers.race.teams:
        clock.share(1 / (len(table.names) - number + bool(team)))
        rows.append(row_of(table, answers, number, target, unit, clock))
    found = WhatIf(places, unit, rows)
    if team is None:
        return found
    number = _number(table, team)
    clock.share(1)
    return _with_wish(found, table, answers, number, target, wish, clock)


def row_of(
    table: RaceTable, answers: Answers, team: int, target: Target, unit: str, clock: Clock
) -> TeamOutlook:
    """The places that a team can still reach, and the wins or points that it needs."""

    def amount(find: Any) -> float | str | None:
        try:
            units = find(team, target, unit, clock)
        except UnsettledError:
            return None
        if units is None:
            return ""
        return float(units) if unit == "wins" else answers.race.gained(team, units)

    def place(find: Any) -> int | None:
        try:
            return int(find(team, clock))
        except UnsettledError:
            return None

    try:
        status = answers.status(team, target, clock)
    except UnsettledError:
        status = UNKNOWN
    return TeamOutlook(
        table.names[team],
        float(table.points[team]),
        answers.race.left[team],
        status,
        place(answers.best_place),
        place(answers.worst_place),
        amount(answers.to_clinch),
        amount(answers.to_stay_alive),
    )


def _with_wish(
    found: WhatIf,
    table: RaceTable,
    answers: Answers,
    team: int,
    target: Target,
    wish: Goal,
    clock: Clock,
) -> WhatIf:
    found = found._replace(team=table.names[team], wish=wish)
    try:
        proof = prove(table, answers, team, target, wish, clock)
    except BoundsOnlyError as error:
        known = f"the place is between {error.low} and {error.high}: {error}"
        return found._replace(reason=known)
    except UnsettledError as error:
        return found._replace(reason=str(error))
    games = tuple(
        GameResult(
            table.names[first],
            float(own),
            None if second is None else table.names[second],
            None if other is None else float(other),
            None if score is None else (score.own, score.other),
            _in_words(table, first, second, own),
        )
        for (first, second), (own, other), score in zip(
            table.games, proof.results, proof.scores or [None] * len(proof.results)
        )
    )
    found = found._replace(possible=proof.possible, scenario=games, reason=proof.why)
    if not proof.possible:
        return found
    values = table.scoring.values
    results = [values.index(own) for own, _ in proof.results]
    side, target = question(table, answers, team, target, wish, clock)
    least = least_of(table, team, side, target, results, clock)
    return found._replace(least=in_words(table, team, least) if least else "")


def _in_words(table: RaceTable, first: int, second: int | None, own: Fraction) -> str:
    """The result of a game as people say it; empty where it can have more than four."""
    values = table.scoring.values
    if len(values) > 4:
        return ""
    one, other = table.names[first], "others" if second is None else table.names[second]
    result = values.index(own)
    if len(values) == 3 and result == 1:
        return f"{one} and {other} draw"
    after = " after overtime" if len(values) == 4 and result in (1, 2) else ""
    if 2 * result < len(values):
        return f"{one} beats {other}{after}"
    return f"{other} beats {one}{after}" if second is not None else f"{one} loses to others{after}"


# Assumptions --------------------------------------------------------------------------------------


def assume(table: RaceTable, assumptions: Sequence[str]) -> RaceTable:
    """The table after assumed results: their points are counted, and the games are gone."""
    points, games, played = list(table.points), list(table.games), list(table.played)
    for text in assumptions:
        first, own, other, second = _parse_assumption(table, text)
        at = next((at for at, game in enumerate(games) if set(game) == {first, second}), None)
        if at is None:
            raise AssumptionError(
                f"“{text}”: {table.names[first]} and {table.names[second]} have no game left"
            )
        del games[at]
        result = _result(table, text, own, other)
        values = table.scoring.values
        points[first] += values[result]
        points[second] += values[len(values) - 1 - result]
        is_overtime = len(values) == 4 and result in (1, 2)
        played.append(PlayedGame(first, second, float(own), float(other), is_overtime))
    return table._replace(points=points, games=games, played=played)


def _parse_assumption(table: RaceTable, text: str) -> tuple[int, Fraction, Fraction, int]:
    found = _SCORE.fullmatch(text.strip())
    if not found:
        raise AssumptionError(f"“{text}” is not written as “Reds 2-1 Blues”")
    own, other = (exact(float(found[side].replace(",", "."))) for side in ("own", "other"))
    return _number(table, found["first"]), own, other, _number(table, found["second"])


def _number(table: RaceTable, name: str) -> int:
    wanted = name.strip().casefold()
    found = [at for at, known in enumerate(table.names) if known.casefold() == wanted]
    if len(found) != 1:
        known = ", ".join(table.names)
        raise AssumptionError(f"there is no team “{name.strip()}”; the teams are {known}")
    return found[0]


def _result(table: RaceTable, text: str, own: Fraction, other: Fraction) -> int:
    """The index of the result that a score stands for, as the first team sees it."""
    values = table.scoring.values
    if len(values) > 3:
        for at, pair in enumerate(zip(values, reversed(values))):
            if pair == (own, other):
                return at
        raise AssumptionError(f"“{text}”: a game does not end with these points")
    if own == other and len(values) == 2:
        raise AssumptionError(f"“{text}”: a game does not end in a draw")
    return 0 if own > other else len(values) - 1 if own < other else 1


def _cell(value: object) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.15g}" if isinstance(value, float) else str(value) or "–"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
