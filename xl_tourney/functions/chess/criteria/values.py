"""The values of tie-breaks in Python: a row and its games as numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, TypeAlias

from ....catalogue.cells import CellError, ErrorValue, na_error
from ...criteria import Numbers
from ..event import Event
from ..unplayed_rounds import Opposition, RoundContribution, after_cuts
from ..wall_list import Round
from . import CRITERIA, Code, Game, Reference, Row
from .arithmetic import rating_difference

Value: TypeAlias = "float | ErrorValue"
OTHER: dict[Reference, Reference] = {"MP": "GP", "GP": "MP"}


class Field:
    """All players of an event, their ratings, and the values that tie-breaks give them."""

    def __init__(
        self,
        event: Event,
        ratings: Sequence[float] | None = None,
        unrated: float | None = None,
        primary: Reference = "MP",
    ) -> None:
        self.event = event
        self.primary = primary
        """The score that ranks first."""
        self.unrated = unrated
        self._ratings = ratings
        self._values: dict[Code, list[Value]] = {}
        self._games: dict[tuple[object, ...], Sequence[Sequence[NumbersGame]]] = {}
        self._oppositions: dict[tuple[object, ...], Opposition] = {}

    @cached_property
    def listed(self) -> Sequence[float]:
        """The ratings in the list, 0 where there is none."""
        wall_list = self.event.wall_list
        if self._ratings is None:
            return [0.0] * len(wall_list.is_player)
        return wall_list.align(self._ratings, "ratings")

    def ratings(self, code: Code) -> list[float]:
        """Everybody's rating, as an unrated player counts by the code or the event; else 0."""
        unrated = self.unrated if code.unrated is None else code.unrated
        return [rating or unrated or 0.0 for rating in self.listed]

    def games(
        self, reference: Reference, of_type: type[NumbersGame]
    ) -> Sequence[Sequence[NumbersGame]]:
        """The games of all players, as objects of a type."""
        key = reference, of_type
        if key not in self._games:
            scores = self.event.scores(reference)
            self._games[key] = [
                [of_type(column, *game) for column, game in enumerate(zip(rounds, points))]
                for rounds, points in zip(self.event.players, scores.points)
            ]
        return self._games[key]

    def opposition(self, code: Code, fore: bool) -> Opposition:
        """The scores that stand for opponents."""
        key = code.reference or "MP", code.forfeits_played, fore
        if key not in self._oppositions:
            self._oppositions[key] = Opposition(self.event, *key)
        return self._oppositions[key]

    def values(self, code: Code, before: Sequence[Any] = ()) -> list[Value]:
        """Everybody's value of a code; ``before`` is what ranks before it."""
        search = code.tie_break.search
        if search and len(before):
            return self._refusal(code) or [*search.values(self, code, before)]
        if code not in self._values:
            self.event.scores(code.reference or "MP")  # which is an error for all where it is one
            found = self._refusal(code)
            if not found and search:
                found = [*search.values(self, code, before)]
            self._values[code] = found or self._calculated(code)
        return self._values[code]

    def _calculated(self, code: Code) -> list[Value]:
        arithmetic = CRITERIA[code.name].arithmetic
        assert arithmetic is not None
        row, found = NumbersRow(self, code), list[Value]()
        for player in range(len(self.event.players)):
            try:
                found.append(float(arithmetic(row.of(player))))
            except CellError as error:
                found.append(error.value)
        return found

    def _refusal(self, code: Code) -> list[Value]:
        """The errors of a tie-break of Article 10 where somebody is unrated; else nothing."""
        if not code.tie_break.rated or self.unrated is not None or code.unrated is not None:
            return []
        there = self.event.wall_list.is_player
        without = [p for p, here in enumerate(there) if here and not self.listed[p]]
        if not without:
            return []
        error = na_error(
            f"ratings, row {without[0] + 1}, is blank: with an unrated player Article 10 is "
            "not used unless the regulations say so; say unrated"
        )
        return [error.value] * len(there)


class NumbersGame(Game):
    """A round of a row, in numbers."""

    row: NumbersRow
    points: Any = 0.0
    score: Any = 0.0  # the score that stands for the opponent, where it counts

    def __init__(self, column: int, one: Round, points: float) -> None:
        self.column = column
        self.one = one
        self.points = points

    def ended(self, results: str) -> Any:
        """Whether the round has one of the results."""
        return self.one.result in results

    def has_colour(self, colour: str) -> Any:
        """Whether the game was played with a colour, or with none that is known."""
        return self.one.colour == colour

    @property
    def counts(self) -> Any:
        """Whether it is a game against an opponent."""
        return self.one.opponent >= 0 and super().counts

    @property
    def points_of_other(self) -> Any:
        """The points of the opponent in the same round."""
        scores, opponent = self.row.scores, self.one.opponent
        return scores.draw if opponent < 0 else scores.points[opponent][self.column]

    @property
    def left(self) -> Any:
        """How many rounds are left, this one included."""
        return self.row.rounds - self.column

    def made(self, reference: Reference) -> Any:
        """The match points, or game points, of the round."""
        row = self.row
        return row.field.event.scores(reference).points[row.player][self.column]

    def their(self, figure: str) -> Any:
        """A figure of the opponent."""
        return self.row.figure(figure, self.one.opponent)


class NumbersRow(Numbers, Row):
    """A player and the tournament, in numbers."""

    def __init__(self, field: Field, code: Code) -> None:
        event = field.event
        self.field = field
        self.rounds = event.rounds
        self.first, self.second = field.primary, OTHER[field.primary]
        self._count_by(code)
        self.is_round_robin = event.round_robin
        self.forfeit_losses_count = event.rules.round_robin_forfeit_losses_counted
        self.cut_low, self.cut_high = code.cut_low, code.cut_high
        self.is_fore = code.fore
        self.player = self.number = 0
        self.games: Sequence[NumbersGame] = ()

    def _count_by(self, code: Code) -> None:
        self.code = code
        self.scores = self.field.event.scores(code.reference or "MP")
        self.win, self.draw = self.scores.win, self.scores.draw
        self._figures: dict[str, Sequence[Any]] = {}

    def over(self, reference: Reference) -> NumbersRow:
        """The same player by another score."""
        row = copy(self)
        row._count_by(self.code._replace(reference=reference))
        return row.of(self.player)

    def of(self, player: int) -> NumbersRow:
        """The same for a player."""
        self.player, self.number = player, player + 1
        self.games = self.games_of(player)
        for game in self.games:
            game.row = self
        return self

    def games_of(self, player: int) -> Sequence[NumbersGame]:
        """The games of a player, which are made once for all codes."""
        return self.field.games(self.code.reference or "MP", NumbersGame)[player]

    @property
    def games_each(self) -> int:
        """How many games each can play."""
        return self.field.event.games_each()

    @property
    def rating(self) -> float:
        """The rating."""
        return float(self.figure("rating", self.player))

    @property
    def limit(self) -> float:
        """Koya's limit, in points."""
        if self.code.points is not None:
            return self.code.points
        return (self.code.half_points or 0.0) * self.scores.half_point

    @property
    def divisor(self) -> int:
        """What the code divides by, or the greatest first score by a win on all boards (13.4)."""
        first, second = map(self.field.event.scores, (self.first, self.second))
        return self.code.divisor or max(1, math.floor(first.win * self.rounds / second.win))

    def figure(self, figure: str, player: int) -> Any:
        """A figure of a player."""
        values = self._figures.get(figure)
        if values is None:
            values = self._figures[figure] = self._everybodys(figure)
        value = values[player]
        if isinstance(value, ErrorValue):
            raise CellError(value, value.message)
        return value

    def _everybodys(self, figure: str) -> Sequence[Any]:
        if figure == "points":
            return self.scores.final
        if figure == "rating":
            return self.field.ratings(self.code)
        return self.field.values(self.code_of(figure))

    def code_of(self, figure: str) -> Code:
        """The code of an opponent's figure: the same, but for what is left out."""
        score = f":{self.code.reference}" if self.code.reference else ""
        written = f"{figure}{score}"
        return self.code._replace(written=written, name=figure, cut_low=0, cut_high=0, fore=False)

    def own(self, code: str) -> Any:
        """The own value of another tie-break."""
        return self.figure(code, self.player)

    def rating_difference(self, percent: Any) -> Any:
        """The rating difference of a score in whole per cent."""
        return rating_difference(percent)

    def terms(
        self, each: Callable[[Any], Any], opposition: Opposition
    ) -> list[tuple[RoundContribution, NumbersGame]]:
        """What each round adds to a sum of opponents' scores, with its game."""
        found = []
        for term in opposition.terms(self.player):
            game = self.games[term.column]
            game.score = term.score
            found.append((term._replace(value=each(game)), game))
        return found

    def opposition(self, each: Callable[[Any], Any], fore: bool = False) -> Any:
        """The sum of something of each opponent or dummy, after the cuts."""
        terms = self.terms(each, self.field.opposition(self.code, fore))
        left = after_cuts([term for term, _ in terms], self.cut_low, self.cut_high)
        return math.fsum(term.value for term in left)
