"""The least that must happen for a wish: few games, and of each as little as is enough.

An example: “Dunmore must beat Ashford and Fairview, and Castle Rovers must not beat Fairview; the
other 14 games do not matter.”
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product
from math import prod
from typing import NamedTuple

from ...catalogue.derivation import Step, counted, listing, sentence, step
from .answers import Clock
from .certificates.cases import Situation
from .certificates.checker import Claim
from .certificates.search import NoProofError, close
from .methods.contest import Wish
from .race import Target
from .table import RaceTable

MOST_RESULTS = 4
"""With more results of a game nothing is said in words."""
MOST_WAYS = 64
"""In so many ways at most the conditions may be met."""


Conditions = dict[int, tuple[int, ...]]
"""The results that are allowed, by the number of the game."""


class Condition(NamedTuple):
    """How a game may end."""

    game: int
    allowed: tuple[int, ...]
    """The numbers of its results, as the first team sees it."""


class Least(NamedTuple):
    """What is enough for a wish, of which nothing can be left out."""

    conditions: tuple[Condition, ...]
    is_needed: bool
    """Whether the wish cannot come true without any of them; else there are other ways, too."""


def least_of(
    table: RaceTable, team: int, wish: Wish, target: Target, results: Sequence[int], clock: Clock
) -> Least | None:
    """The least of some results that is enough; None where scores or lots count, or time is up."""
    if len(table.scoring.values) > MOST_RESULTS:
        return None
    search = _Search(table, team, wish, target, clock)
    conditions: Conditions = {game: (result,) for game, result in enumerate(results)}
    if not search.is_enough(conditions):
        return None
    # Games of others are left out first, in halves; then the conditions are made weaker.
    own = [at for at, game in enumerate(table.games) if team in game]
    search.leave_out(conditions, [at for at in conditions if at not in own])
    search.leave_out(conditions, own)
    for game in list(conditions):
        search.weaken(conditions, game)
    found = tuple(Condition(game, allowed) for game, allowed in sorted(conditions.items()))
    return None if clock.is_late() else Least(found, all(map(search.is_needed, found)))


class _Search:
    def __init__(
        self, table: RaceTable, team: int, wish: Wish, target: Target, clock: Clock
    ) -> None:
        self.table, self.clock = table, clock
        race = table.race("open" if table.criteria else "for" if wish == "reach" else "against")
        opposite: Wish = "miss" if wish == "reach" else "reach"
        self.against = table.claim(team, opposite, target, None, race)
        self.claim = table.claim(team, wish, target, None, race)

    def is_enough(self, conditions: Conditions) -> bool:
        """Whether the wish comes true whenever games end so."""
        if prod(map(len, conditions.values())) > MOST_WAYS:
            return False
        return all(
            self._is_excluded(self.against, dict(zip(conditions, results)))
            for results in product(*conditions.values())
        )

    def is_needed(self, condition: Condition) -> bool:
        """Whether the wish cannot come true when a game ends otherwise."""
        others = set(range(len(self.table.scoring.values))) - set(condition.allowed)
        return all(self._is_excluded(self.claim, {condition.game: result}) for result in others)

    def _is_excluded(self, claim: Claim, results: dict[int, int]) -> bool:
        situation = Situation.of(claim)
        assumed = tuple(results.get(at, known) for at, known in enumerate(situation.results))
        try:
            close(replace(situation, results=assumed), self.table.scoring, self.clock)
        except NoProofError:
            return False
        return True

    def leave_out(self, conditions: Conditions, games: Sequence[int]) -> None:
        """Leave out all of these games that do not matter."""
        if not games or self.clock.is_late():
            return
        without = {game: allowed for game, allowed in conditions.items() if game not in games}
        if self.is_enough(without):
            for game in games:
                del conditions[game]
        elif len(games) > 1:
            middle = len(games) // 2
            self.leave_out(conditions, games[:middle])
            self.leave_out(conditions, games[middle:])

    def weaken(self, conditions: Conditions, game: int) -> None:
        """Allow as many results of a game as is still enough."""
        (result,) = conditions[game]
        count = len(self.table.scoring.values)
        for size in range(count - 1, 1, -1):
            for allowed in (tuple(range(size)), tuple(range(count - size, count))):
                if result in allowed and self.is_enough({**conditions, game: allowed}):
                    conditions[game] = allowed
                    return


# In words -----------------------------------------------------------------------------------------


def in_words(table: RaceTable, team: int, least: Least) -> str:
    """What must happen, in a sentence."""
    rest = len(table.games) - len(least.conditions)
    if not least.conditions:
        return "It is so whatever happens."
    parts = _sorted_parts(table, team, least)
    clauses = []
    for subject, of_subject in groupby(parts, key=lambda part: part[0]):
        results = []
        for verb, some in groupby(of_subject, key=lambda part: part[1]):
            often = Counter(other for *_, other in some)
            others = [
                f"{other}{_TIMES.get(count, f' {count} times')}" for other, count in often.items()
            ]
            words = _SAID[verb][not least.is_needed].removeprefix("{who} ").removesuffix(".")
            results.append(words.format(others=_listed(others), late=table.late))
        clauses.append(f"{subject} {_listed(results)}")
    start = "" if least.is_needed else "It is enough that "
    end = {0: "", 1: "; the other game does not matter"}.get(
        rest, f"; the other {rest} games do not matter"
    )
    return f"{start}{_listed(clauses, ', and ')}{end}."


def clauses_of(table: RaceTable, team: int, least: Least) -> Iterator[Step]:
    """The same in short sentences, each of one team and what it does.

    There are none where it matters when a game ends: that leagues call as they like.
    """
    if not least.conditions:
        yield step("It is so whatever happens.")
        return
    parts = _sorted_parts(table, team, least)
    if any(verb.endswith(("at once", "late")) for _, verb, _ in parts):
        return
    if not least.is_needed:
        yield step("It is enough that this happens:")
    for (who, verb), some in groupby(parts, key=lambda part: part[:2]):
        often = Counter(other for *_, other in some)
        others = [other if count == 1 else f"{other} ({count}×)" for other, count in often.items()]
        text, terms = listing("other", others, len(others))
        yield step(_SAID[verb][not least.is_needed].replace("{others}", text), who=who, **terms)
    if rest := len(table.games) - len(least.conditions):
        one = sentence("The other game does not matter.")
        yield step(counted(rest, one, "The other {rest} games do not matter."), rest=rest)


def _sorted_parts(table: RaceTable, team: int, least: Least) -> list[tuple[str, str, str]]:
    """Who must do what to whom: first our own team."""
    said_first = list(_SAID).index
    parts = _parts(table, team, least.conditions)
    return sorted(
        parts, key=lambda part: (part[0] != table.names[team], part[0], said_first(part[1]))
    )


_TIMES = {1: "", 2: " twice"}
_SAID: Mapping[str, tuple[str, str]] = {
    "win": (sentence("{who} must beat {others}."), sentence("{who} beats {others}.")),
    "win at once": (
        "{who} must beat {others} {late.without}.",
        "{who} beats {others} {late.without}.",
    ),
    "win late": ("{who} must beat {others} {late.within}.", "{who} beats {others} {late.within}."),
    "draw": (sentence("{who} must draw with {others}."), sentence("{who} draws with {others}.")),
    "not win": (
        sentence("{who} must not beat {others}."),
        sentence("{who} does not beat {others}."),
    ),
    "not win at once": (
        "{who} must not beat {others} {late.without}.",
        "{who} does not beat {others} {late.without}.",
    ),
    "not lose": (
        sentence("{who} must not lose to {others}."),
        sentence("{who} does not lose to {others}."),
    ),
    "not lose at once": (
        "{who} must not lose to {others} {late.without}.",
        "{who} does not lose to {others} {late.without}.",
    ),
    "lose": (sentence("{who} must lose to {others}."), sentence("{who} loses to {others}.")),
    "lose late": (
        "{who} must lose to {others} {late.within}.",
        "{who} loses to {others} {late.within}.",
    ),
    "lose at once": (
        "{who} must lose to {others} {late.without}.",
        "{who} loses to {others} {late.without}.",
    ),
}
"""What is said: where it is needed, and where it is enough; what comes first is preferred."""
_ALLOWED: dict[int, dict[tuple[int, ...], str]] = {
    2: {(0,): "win", (1,): "lose"},
    3: {(0,): "win", (1,): "draw", (1, 2): "not win", (0, 1): "not lose", (2,): "lose"},
    4: {
        (0, 1): "win",
        (0,): "win at once",
        (1,): "win late",
        (1, 2, 3): "not win at once",
        (0, 1, 2): "not lose at once",
        (2, 3): "lose",
        (2,): "lose late",
        (3,): "lose at once",
    },
}
"""What the results that are allowed are called, by how many results there are."""


def _parts(
    table: RaceTable, team: int, conditions: Sequence[Condition]
) -> Iterator[tuple[str, str, str]]:
    """Who must do what to whom: told of our own team where it plays."""
    count = len(table.scoring.values)
    order = list(_SAID)
    for condition in conditions:
        first, second = table.games[condition.game]
        mirrored = tuple(sorted(count - 1 - result for result in condition.allowed))
        sides = ((first, condition.allowed), (second, mirrored))
        views = [
            (subject != team, subject is None, order.index(_ALLOWED[count][allowed]), at)
            for at, (subject, allowed) in enumerate(sides)
            if allowed in _ALLOWED[count]
        ]
        *_, verb, at = min(views)
        names = ["others" if one is None else table.names[one] for one in (first, second)]
        yield names[at], order[verb], names[1 - at]


def _listed(texts: Sequence[str], last: str = " and ") -> str:
    *others, end = texts
    return f"{', '.join(others)}{last}{end}" if others else end
