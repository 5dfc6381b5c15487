"""The check of a proof in which criteria decide: case by case, each closed by a cut.

Our team wins all its games (to miss: it loses them), for a better result of its own never makes its
place worse.  A case says how a game ends, or whether a team ends level with ours on points.  Where
all who can be level are named, the criteria are looked at, with every score that the games left may
have; whoever is then certainly on the wrong side is taken out, and a cut shows that the others
cannot make the wish come true.

An example: A has 12 points and one game left, B has 9 and one; A won both their meetings, and
Head-to-head points decide.  Can A miss the first place?  A loses, and ends with 12.  Case 1, B is
level: then B is behind A.  Case 2, B is not level: it would need 13, and gets 12.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

from .checker import Claim, Cut, Step, proves_impossible

Bounds = tuple[Any, Any]


class Cases(NamedTuple):
    """A proof for each way in which a game can end, or a team stand to ours on points."""

    of: str
    """game or level."""
    number: int
    """The number of the game, or of the team."""
    cases: tuple[Cases | Cut, ...]
    """Of a game one for each result, best first; of a team: it is level, it is not."""


class Game(NamedTuple):
    """A game with what is known of it; the first team is at home."""

    first: int | None
    second: int | None
    result: int | None = None
    """The number of its result, as the first team sees it; None if it is open."""
    score: tuple[float, float] | None = None

    def margin(self, results: int) -> Bounds:
        """The goals of the first team less those of the second."""
        if self.score:
            return (self.score[0] - self.score[1],) * 2
        if self.result is None:
            return -inf, inf
        by = results - 1 - 2 * self.result
        most = 1 if results == 4 and self.result in (1, 2) else inf
        return (1, most) if by > 0 else (-most, -1) if by < 0 else (0, 0)

    def goals(self, side: int, results: int) -> Bounds:
        """The goals of the first team (0) or of the second (1)."""
        if self.score:
            return (self.score[side],) * 2
        won = self.result is not None and (results - 1 - 2 * self.result) * (1 - 2 * side) > 0
        return int(won), inf

    def is_possible(self, scoring: Sequence[Fraction]) -> bool:
        """Whether it can end so: its score, if there is one, has its result."""
        if self.result not in range(len(scoring)) or self.score is None:
            return self.result in range(len(scoring))
        low, high = self._replace(score=None).margin(len(scoring))
        return min(self.score) >= 0 and low <= self.score[0] - self.score[1] <= high

    def figure(self, name: str, side: int, scoring: Sequence[Fraction]) -> Bounds:
        """What the game counts for a team by a criterion."""
        results = len(scoring)
        if name.startswith("away ") and not side:
            return 0, 0
        name = name.removeprefix("away ")
        if name == "difference":
            low, high = self.margin(results)
            return (-high, -low) if side else (low, high)
        if name == "for":
            return self.goals(side, results)
        if name == "against":
            low, high = self.goals(1 - side, results)
            return -high, -low
        own = [*range(results)] if self.result is None else [self.result]
        own = [results - 1 - result for result in own] if side else own
        if name == "points":
            worth = [float(scoring[result]) for result in own]
            return min(worth), max(worth)
        wins = [2 * result < results - 1 for result in own]
        return min(wins), max(wins)


class Separated(NamedTuple):
    """Who is certainly ahead of our team, and who behind, by criteria."""

    ahead: set[int]
    behind: set[int]


def separate(
    claim: Claim, level: Collection[int], games: Sequence[Game], are_all: bool
) -> Separated:
    """Who is certainly ahead or behind among those level on points.

    ``are_all`` says that just these are level; else criteria among the tied say nothing.
    """
    tie = _Tie(level)
    for step in claim.criteria:
        while tie.left:
            if step.is_run and not (tie.is_exact and are_all):
                return tie.found
            before = len(tie.left)
            tie.follow(step, claim, games)
            goes_on = step.is_run and step.is_repeated
            if not goes_on or (tie.is_exact and len(tie.left) == before):
                break
    tie.draw(claim.keys or [None] * len(claim.points), claim.team)
    return tie.found


class _Tie:
    """Those level on points with our team, as criteria separate them."""

    def __init__(self, level: Collection[int]) -> None:
        self.found = Separated(set(), set())
        self.may_lead: set[int] = set()
        self.may_trail: set[int] = set()
        self.left = set(level)
        """Those not separated from our team yet."""
        self.is_exact = True
        """Whether it is known who is level with our team so far."""

    def follow(self, step: Step, claim: Claim, games: Sequence[Game]) -> None:
        """All figures of a criterion, or of a run of them among those who are left."""
        group = {claim.team, *self.left}
        counted = [game for game in games if not step.is_run or {*game[:2]} <= group]
        for name in step.figures:
            own = _sum(claim, counted, name, claim.team)
            for j in [*self.left]:
                self.compare(own, j, _sum(claim, counted, name, j))

    def draw(self, keys: Sequence[Any], team: int) -> None:
        """What decides after all criteria, where it is known of both."""
        for j in [*self.left]:
            if None not in (keys[team], keys[j]) and keys[team] != keys[j]:
                self.compare((0, 0), j, (1, 1) if keys[j] > keys[team] else (-1, -1))

    def compare(self, own: Bounds, j: int, its: Bounds) -> None:
        """Our figure by a criterion, and that of another team."""
        if its[0] > own[1] and j not in self.may_trail:
            self.found.ahead.add(j)
        if its[1] < own[0] and j not in self.may_lead:
            self.found.behind.add(j)
        is_separated = its[0] > own[1] or its[1] < own[0]
        is_level = its[0] == its[1] == own[0] == own[1]
        self.is_exact = self.is_exact and (is_separated or is_level)
        self.may_lead.update({j} if its[1] > own[0] else ())
        self.may_trail.update({j} if its[0] < own[1] else ())
        if is_separated or j in self.may_lead & self.may_trail:
            self.left.discard(j)


def _sum(claim: Claim, games: Sequence[Game], name: str, team: int) -> Bounds:
    """The figure of a team over some games."""
    low = high = 0
    for game in games:
        for side in (0, 1):
            if game[side] == team:
                least, most = game.figure(name, side, claim.scoring)
                low, high = low + least, high + most
    return low, high


def proves_by_cases(claim: Claim, proof: Cases | Cut) -> bool:
    """Whether the cases of a proof are all there are, and each is closed."""
    return Situation.of(claim).is_closed(proof)


@dataclass(frozen=True)
class Situation:
    """What is assumed in a case."""

    claim: Claim
    results: tuple[int | None, ...]
    """The result of each game left; None where it is open."""
    level: frozenset[int] = frozenset()
    """Teams that end level with ours on points."""
    not_level: frozenset[int] = frozenset()

    @classmethod
    def of(cls, claim: Claim) -> Situation:
        """Nothing is assumed but how our own games end."""
        last = len(claim.scoring) - 1
        best = 0 if claim.wish == "reach" else last
        return cls(
            claim,
            tuple(
                best if first == claim.team else last - best if second == claim.team else None
                for first, second in claim.games
            ),
        )

    def with_result(self, game: int, result: int) -> Situation:
        """The same with the result of a game."""
        return replace(self, results=(*self.results[:game], result, *self.results[game + 1 :]))

    def cases(self, of: str, number: int) -> list[Situation]:
        """All cases by the result of a game, or by whether a team is level."""
        if of == "game":
            return [self.with_result(number, r) for r in range(len(self.claim.scoring))]
        return [
            replace(self, level=self.level | {number}),
            replace(self, not_level=self.not_level | {number}),
        ]

    def can_be_split(self, of: str, number: int) -> bool:
        """Whether there are such cases: the game is open, or nothing is assumed of the team."""
        if of == "game":
            return 0 <= number < len(self.results) and self.results[number] is None
        return of == "level" and number in self.others - self.level - self.not_level

    def is_closed(self, proof: Cases | Cut) -> bool:
        """Whether the wish cannot come true here."""
        if self.is_vacuous:
            return True
        if isinstance(proof, Cut):
            return proves_impossible(self.reduced, proof)
        if not self.can_be_split(proof.of, proof.number):
            return False
        cases = self.cases(proof.of, proof.number)
        return len(cases) == len(proof.cases) and all(
            case.is_closed(closed) for case, closed in zip(cases, proof.cases)
        )

    @cached_property
    def others(self) -> set[int]:
        """The other teams of our group."""
        claim = self.claim
        groups = claim.groups or [0] * len(claim.points)
        return {j for j, group in enumerate(groups) if group == groups[claim.team]} - {claim.team}

    @cached_property
    def points(self) -> list[Fraction]:
        """The points with the results assumed."""
        points, scoring = list(self.claim.points), self.claim.scoring
        for (first, second), result in zip(self.claim.games, self.results):
            if result is not None:
                points[first] += scoring[result]
                if second is not None:
                    points[second] += scoring[-1 - result]
        return points

    @cached_property
    def games(self) -> list[tuple[int, int | None]]:
        """The games whose results are open."""
        pairs = zip(self.claim.games, self.results)
        return [game for game, result in pairs if result is None]

    def spread(self, team: int) -> tuple[Fraction, Fraction]:
        """The least and the most points with which a team can end."""
        own, left = self.points[team], sum(team in game for game in self.games)
        return own + left * self.claim.scoring[-1], own + left * self.claim.scoring[0]

    @cached_property
    def can_be_level(self) -> set[int]:
        """Who can end level with our team on points."""
        own = self.points[self.claim.team]
        spreads = {j: self.spread(j) for j in self.others - self.not_level}
        return {j for j, (low, high) in spreads.items() if low <= own <= high}

    @cached_property
    def is_vacuous(self) -> bool:
        """Whether what is assumed cannot be."""
        own = self.points[self.claim.team]
        always = any(self.spread(j) == (own, own) for j in self.not_level)
        return always or not self.level <= self.can_be_level

    @cached_property
    def separated(self) -> Separated:
        """Who is certainly ahead or behind among those who can be level."""
        claim = self.claim
        games = [Game(*game) for game in claim.played]
        games += [Game(*game, result) for game, result in zip(claim.games, self.results)]
        can_be = self.can_be_level
        return separate(claim, can_be, games, can_be <= self.level)

    @cached_property
    def reduced(self) -> Claim:
        """The claim that is left, by points alone.

        Who is level and on the wrong side is taken out: with so few points that it does not matter,
        and to reach with a place less.  Who is on the wrong side of a tie, if there is one, or not
        level, has a key against us.
        """
        claim, points = self.claim, self.points
        reach = claim.wish == "reach"
        against = self.separated.ahead if reach else self.separated.behind
        out = against & self.level
        keys: list[Fraction | None] = [None] * len(points)
        keys[claim.team] = Fraction(0)
        for j in (against | self.not_level) - out:
            keys[j] = Fraction(1 if reach else -1)
        for j in out:
            left = sum(j in game for game in self.games)
            points[j] = points[claim.team] - left * claim.scoring[0] - 1
        return replace(
            claim,
            points=points,
            games=self.games,
            places=claim.places - len(out) * reach,
            keys=keys,
            criteria=(),
            played=(),
        )


def proves_scores(claim: Claim, results: Sequence[Game]) -> bool:
    """Whether the results of all games left, with their scores, make the wish come true."""
    if [game[:2] for game in results] != list(claim.games):
        return False
    if not all(game.is_possible(claim.scoring) for game in results):
        return False
    if claim.criteria and not all(game.score for game in results):
        return False
    situation = Situation(claim, tuple(game.result for game in results))
    own, points = situation.points[claim.team], situation.points
    others = situation.others
    level = {j for j in others if points[j] == own}
    separated = separate(claim, level, [*(Game(*game) for game in claim.played), *results], True)
    ahead = {j for j in others if points[j] > own} | separated.ahead
    if claim.wish == "miss":
        ahead |= level - separated.behind
    return (len(ahead) < claim.places) == (claim.wish == "reach")
