"""The answers about a race whose places are decided by criteria.

Points alone give two answers, one with every tie won and one with every tie lost.  Where both
agree that is the answer, and they nearly always do.  Else a completion is a score for every game
left: the results that points leave open are gone through, by enumeration where they are few and by
a program where they are many, and those level on points are placed by the criteria.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..answers import Answer, Answers, Clock, ScoredResult, first_enough
from ..certificates.cases import Game as ProvedGame
from ..certificates.cases import proves_scores
from ..methods import solver
from ..methods.contest import Own, Wish
from ..methods.solver import TimeUpError, UnsettledError
from ..race import Completion, Target
from ..table import PlayedGame, RaceTable
from .comparison import Comparison, Game, Order, decided_game, open_game, scored_game
from .program import MiniTable, TieProgram
from .rules import Criteria
from .scores import ExactScores, Score, find_scores, options, with_small_margins

FEW_WAYS = 1_500
"""In how many ways the games left may end where all are gone through."""
FEW_LEVEL = (1, 2)
"""How many level teams are tried first."""
MOST_CUTS = 400
"""After how many solutions that do not stand up the program is given up."""


class _Found(NamedTuple):
    """What results of all games come to."""

    possible: bool | None
    """None where it depends on scores, and none were found."""
    results: tuple[int, ...] = ()
    """Where it is possible, the result of each game left, with its score."""
    scores: tuple[Score, ...] = ()
    level: frozenset[int] = frozenset()
    chosen: tuple[tuple[int, int], ...] = ()
    """The games whose results settle it among those who are level, with their results."""
    ahead: int = 0
    """How many may be ahead on points alone for it to be otherwise."""
    why: str = ""


class CriteriaAnswers(Answers):
    """The answers about a race with criteria; each is remembered."""

    def __init__(self, table: RaceTable) -> None:
        super().__init__(table.race())
        self.table = table
        self._strict = {
            "reach": Answers(table.race("against")),
            "miss": Answers(table.race("for")),
        }
        """The answers with every tie against what is asked for."""
        self.comparison = Comparison(Criteria.of(table.criteria), self.race.worth, table.keys)
        self._by_criteria: dict[tuple[int, Wish, Target, Own | None], Answer] = {}
        self.played = [self._played(game) for game in table.played]

    def _played(self, game: PlayedGame) -> Game:
        result = game.result(len(self.race.worth))
        return scored_game(game.first, game.second, result, (game.own, game.other))

    # One yes or no -------------------------------------------------------------------------------

    def verdict(
        self, team: int, wish: Wish, target: Target, own: Own | None, clock: Clock
    ) -> Answer:
        """Whether a team can reach (miss) a target; :class:`UnsettledError` if it is not known."""
        strict = self._strict[wish].verdict(team, wish, target, own, clock)
        if strict.possible:
            return strict
        lenient = super().verdict(team, wish, target, own, clock)
        if not lenient.possible:
            return lenient
        question = (team, wish, target, own)
        if question not in self._by_criteria:
            self._by_criteria[question] = self._settle_ties(team, wish, target, own, clock)
        return self._by_criteria[question]

    def _settle_ties(
        self, team: int, wish: Wish, target: Target, own: Own | None, clock: Clock
    ) -> Answer:
        if target.extra:
            raise UnsettledError("places across groups are decided by points alone here")
        return _Search(self, team, wish, target, own).settle(clock)

    # Numbers -------------------------------------------------------------------------------------

    def best_place(self, team: int, clock: Clock) -> int:
        """The best place that a team can end in, by all criteria."""
        low = super().best_place(team, clock)
        high = self._strict["reach"].best_place(team, clock)

        def can(place: int) -> bool:
            return self.verdict(team, "reach", self._top(place), None, clock).possible

        return first_enough(low, high, can)

    def worst_place(self, team: int, clock: Clock) -> int:
        """The worst place that a team can end in, by all criteria."""
        low = self._strict["miss"].worst_place(team, clock)
        high = super().worst_place(team, clock)

        def is_safe(place: int) -> bool:
            return not self.verdict(team, "miss", self._top(place), None, clock).possible

        return first_enough(low, high, is_safe)

    def to_clinch(self, team: int, target: Target, unit: str, clock: Clock) -> int | None:
        """The least amount with which a team reaches a target for certain; None if not even all."""
        strict = self._strict["miss"].to_clinch(team, target, unit, clock)
        lenient = super().to_clinch(team, target, unit, clock)
        return self._amount(team, "miss", target, unit, (strict, lenient), clock)

    def to_stay_alive(self, team: int, target: Target, unit: str, clock: Clock) -> int | None:
        """The least amount with which a team can reach a target; None if not even with all."""
        lenient = super().to_stay_alive(team, target, unit, clock)
        strict = self._strict["reach"].to_stay_alive(team, target, unit, clock)
        return self._amount(team, "reach", target, unit, (lenient, strict), clock)

    def _amount(
        self,
        team: int,
        wish: Wish,
        target: Target,
        unit: str,
        bounds: tuple[int | None, int | None],
        clock: Clock,
    ) -> int | None:
        amounts = self.amounts(team, unit)
        low, high = (len(amounts) if one is None else amounts.index(one) for one in bounds)
        return self.first_between(team, wish, target, unit, low, high, clock)


def answers_about(table: RaceTable) -> Answers:
    """The answers about a race: by its criteria, or by points alone where it has none."""
    return CriteriaAnswers(table) if Criteria.of(table.criteria).steps else Answers(table.race())


class _Search:
    """Whether a team can be among the first of a group (or miss that), by criteria."""

    def __init__(
        self,
        answers: CriteriaAnswers,
        team: int,
        wish: Wish,
        target: Target,
        own: Own | None,
    ) -> None:
        self.answers, self.race = answers, answers.race
        self.team, self.wish, self.target, self.own = team, wish, target, own
        self.places = target.direct
        group = target.group
        self.members = frozenset(j for j in self.race.teams if group[j] == group[team])
        self.fixtures = answers.table.games
        goals = [abs(int(game.own)) + abs(int(game.other)) for game in answers.table.played]
        self.many = 10 + sum(goals)
        """More goals than all differences so far."""
        self.depends: str = ""

    def settle(self, clock: Clock) -> Answer:
        """The answer."""
        self._clock = clock
        if len(self.race.worth) ** len(self.fixtures) <= FEW_WAYS:
            found = self._enumerate(clock)
        else:
            found = self._solve(clock)
        why = ""
        for one in found:
            if one.possible:
                return self._possible(one)
            why = why or one.why
            if one.possible is None:
                self.depends = self.depends or one.why
        if self.depends:
            raise UnsettledError(self.depends)
        return Answer(False, why=why)

    def _possible(self, found: _Found) -> Answer:
        """A yes, whose scores are played through first by other code."""
        completion = self._completion(found.results)
        claim = self.answers.table.claim(self.team, self.wish, self.target, None, self.race)
        games = [
            ProvedGame(*fixture, result, score)
            for fixture, score, result in zip(self.fixtures, found.scores, found.results)
        ]
        if not proves_scores(claim, games) or not self._is_asked_for(completion):
            raise UnsettledError("the scores found do not stand up")
        results = tuple(
            ScoredResult(result, *score) for result, score in zip(found.results, found.scores)
        )
        return Answer(True, completion, scores=results)

    def _completion(self, chosen: Sequence[int]) -> Completion:
        worth = self.race.worth
        tallies = {pair: [0] * len(worth) for pair in self.race.pairs}
        for (first, second), result in zip(self.fixtures, chosen):
            other = first if second is None else second
            if first > other:
                result = len(worth) - 1 - result
            tallies[min(first, other), max(first, other)][result] += 1
        return {pair: tuple(tally) for pair, tally in tallies.items()}

    # All results ---------------------------------------------------------------------------------

    def _enumerate(self, clock: Clock) -> Iterator[_Found]:
        for chosen in product(range(len(self.race.worth)), repeat=len(self.fixtures)):
            if clock.is_late():
                raise TimeUpError
            completion = self._completion(chosen)
            if self._is_asked_for(completion):
                yield self._judge(chosen, completion)

    def _is_asked_for(self, completion: Completion) -> bool:
        """Whether our own games go as asked."""
        if self.own is None:
            return True
        wins, gain = self.race.own_gain(self.team, completion)
        amount = wins if self.own.unit == "wins" else gain
        return amount <= self.own.amount if self.wish == "reach" else amount >= self.own.amount

    def _solve(self, clock: Clock) -> Iterator[_Found]:
        program = TieProgram(self.race, self.fixtures, self.team, self.wish, self.own, self.members)
        program.allow(self.places - (self.wish == "reach"), self._mini_table())
        cuts = 0
        for most_level in (*FEW_LEVEL, len(self.race.teams)):
            # The fewer teams are level, the fewer games decide between them.
            with program.limited(most_level):
                while (values := solver.solve(program.program, clock.left)) is not None:
                    chosen = program.chosen(values)
                    found = self._judge(chosen, self._completion(chosen))
                    yield found
                    program.forbid(found.level, found.chosen, found.ahead)
                    cuts += 1
                    if cuts > MOST_CUTS:
                        raise TimeUpError

    def _mini_table(self) -> MiniTable | None:
        """The points or wins among level teams, where these come first."""
        steps = self.answers.comparison.criteria.steps
        if not steps[0].is_run or steps[0].figures[0] not in ("points", "wins"):
            return None
        race = self.race
        worth = race.worth
        if steps[0].figures[0] == "wins":
            worth = [int(result <= race.least_win) for result in range(len(worth))]
        points: dict[tuple[int, int], int] = defaultdict(int)
        for game in self.answers.table.played:
            result = game.result(len(worth))
            if game.first is not None and game.second is not None:
                points[game.first, game.second] += worth[result]
                points[game.second, game.first] += worth[race.mirrored(result)]
        left: dict[tuple[int, int], list[int]] = defaultdict(list)
        for at, (first, second) in enumerate(self.fixtures):
            if second is not None:
                left[min(first, second), max(first, second)].append(at)
        return MiniTable(worth, points, left)

    # One list of results -------------------------------------------------------------------------

    def _judge(self, chosen: Sequence[int], completion: Completion) -> _Found:
        race, team = self.race, self.team
        totals = race.totals(completion)
        others = self.members - {team}
        ahead = sum(totals[j] > totals[team] for j in others)
        level = frozenset(j for j in others if totals[j] == totals[team])
        reach = self.wish == "reach"
        allowed = self.places - 1 - ahead if reach else self.places - ahead
        """How many of the level teams may be ahead; to miss, how many must be."""
        games = [
            decided_game(first, second, result, len(race.worth))
            for (first, second), result in zip(self.fixtures, chosen)
        ]
        if self._can(self._order(level, games), level, allowed):
            return self._with_scores(chosen, level, allowed)
        # What settles it: the results among those who are level, or all of their games.
        tied = {team, *level}
        for is_inside in (self._is_among(tied), self._touches(tied)):
            inside = [at for at, fixture in enumerate(self.fixtures) if is_inside(fixture)]
            games = [
                decided_game(*fixture, chosen[at], len(race.worth))
                if at in inside
                else open_game(*fixture, len(race.worth))
                for at, fixture in enumerate(self.fixtures)
            ]
            order = self._order(level, games)
            if not self._can(order, level, allowed):
                break
        if reach:
            most_ahead = self.places - 1 - len(order.ahead)
        else:
            most_ahead = self.places - (len(level) - len(order.behind))
        return _Found(
            False,
            level=level,
            chosen=tuple((at, chosen[at]) for at in inside),
            ahead=most_ahead,
            why=self._why(order),
        )

    def _order(self, level: frozenset[int], games: Sequence[Game]) -> Order:
        answers = self.answers
        return answers.comparison.order(self.team, level, [*answers.played, *games])

    def _can(self, order: Order, level: frozenset[int], allowed: int) -> bool:
        if self.wish == "reach":
            return len(order.ahead) <= allowed
        return len(level) - len(order.behind) >= allowed

    @staticmethod
    def _is_among(tied: set[int]) -> Callable[[tuple[int, int | None]], bool]:
        return lambda fixture: fixture[0] in tied and fixture[1] in tied

    @staticmethod
    def _touches(tied: set[int]) -> Callable[[tuple[int, int | None]], bool]:
        return lambda fixture: fixture[0] in tied or fixture[1] in tied

    def _with_scores(self, chosen: Sequence[int], level: frozenset[int], allowed: int) -> _Found:
        """Scores with which it is so, where some are found."""
        results = len(self.race.worth)
        choices = [options(result, results, self.many) for result in chosen]
        tied = {self.team, *level}
        moving = [at for at, one in enumerate(self.fixtures) if self._touches(tied)(one)]
        scores = [choice[0] for choice in choices]

        def badness(some: Sequence[Score]) -> int:
            for at, score in zip(moving, some):
                scores[at] = score
            games = [
                scored_game(first, second, result, score)
                for (first, second), result, score in zip(self.fixtures, chosen, scores)
            ]
            order = self._order(level, games)
            if self.wish == "reach":
                return max(0, len(order.ahead) - allowed)
            return max(0, allowed - (len(level) - len(order.behind)))

        preferred = [self._preferred(at, chosen[at]) for at in moving]
        found = find_scores([choices[at] for at in moving], preferred, badness)
        inside = tuple((at, chosen[at]) for at in moving)
        why = f"{self._names(level)} can be level on points, and scores would decide"
        most = -1 if self.wish == "reach" else len(self.race.teams)
        try:
            if found is None:
                found = self._exact_scores(moving, chosen, level, allowed)
        except UnsettledError:
            return _Found(None, level=level, chosen=inside, ahead=most, why=why)
        if found is None:
            return _Found(False, level=level, chosen=inside, ahead=most, why=why)
        for at, score in zip(moving, with_small_margins(found, badness)):
            scores[at] = score
        return _Found(True, tuple(chosen), tuple(scores))

    def _exact_scores(
        self, moving: Sequence[int], chosen: Sequence[int], level: frozenset[int], allowed: int
    ) -> list[Score] | None:
        answers = self.answers
        left = [decided_game(*self.fixtures[at], chosen[at], len(self.race.worth)) for at in moving]
        exact_scores = ExactScores(
            answers.comparison, self.team, answers.played, left, 4 * self.many, self._clock.left
        )
        if self.wish == "reach":
            return exact_scores.find(level, allowed, len(level))
        return exact_scores.find(level, len(level), len(level) - allowed)

    def _preferred(self, at: int, result: int) -> int:
        """The score to begin with: large where it helps the team, or hurts those level with it."""
        first, second = self.fixtures[at]
        by_points = 2 * result + 1 - len(self.race.worth)
        if not by_points or (len(self.race.worth) == 4 and result in (1, 2)):
            return 0
        winner = first if by_points < 0 else second
        is_large = self.team not in (first, second) or (winner == self.team) == (
            self.wish == "reach"
        )
        return 2 if is_large else 0

    # In words ------------------------------------------------------------------------------------

    def _names(self, teams: frozenset[int]) -> str:
        names = [self.answers.table.names[j] for j in sorted(teams)]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    def _why(self, order: Order) -> str:
        side = order.ahead if self.wish == "reach" else order.behind
        if not side:
            return ""
        j = min(side)
        names = self.answers.table.names
        where = "ahead" if self.wish == "reach" else "behind"
        return (
            f"{names[self.team]} can be level with {names[j]} on points, and {names[j]} is {where} "
            f"by {order.decided_by[j]}"
        )
