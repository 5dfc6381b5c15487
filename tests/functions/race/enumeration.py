"""What is true of a race by going through all completions: slow, plain, and of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple


class Small(NamedTuple):
    """A race of a few whole-numbered results."""

    points: Sequence[int]
    games: Sequence[tuple[int, int | None]]
    scoring: Sequence[int]
    keys: Sequence[int | None]

    def completions(self) -> Iterator[tuple[list[int], list[list[int]]]]:
        """What everybody ends with, and which results each gets in its games."""
        last = len(self.scoring) - 1
        for results in product(range(len(self.scoring)), repeat=len(self.games)):
            totals = list(self.points)
            own: list[list[int]] = [[] for _ in self.points]
            for (first, second), result in zip(self.games, results):
                totals[first] += self.scoring[result]
                own[first].append(result)
                if second is not None:
                    totals[second] += self.scoring[last - result]
                    own[second].append(last - result)
            yield totals, own

    def ahead(self, team: int, totals: Sequence[int], hopeful: bool) -> list[int]:
        """Who is ahead of a team."""

        def tie_goes_to(other: int) -> bool:
            own, others = self.keys[team], self.keys[other]
            if own is None or others is None or own == others:
                return not hopeful
            return others > own

        return [
            other
            for other in range(len(totals))
            if other != team
            and (
                totals[other] > totals[team]
                or (totals[other] == totals[team] and tie_goes_to(other))
            )
        ]

    def places(self, team: int, hopeful: bool) -> set[int]:
        """Every place that a team can end in."""
        return {1 + len(self.ahead(team, totals, hopeful)) for totals, _ in self.completions()}

    def wins(self, results: Sequence[int]) -> int:
        """How many of some results are better for one than for the other."""
        return sum(2 * result < len(self.scoring) - 1 for result in results)

    def gain(self, results: Sequence[int]) -> int:
        """What some results are worth."""
        return sum(self.scoring[result] for result in results)

    def gains(self, team: int) -> list[int]:
        """All that a team's games can sum to."""
        left = sum(team in game for game in self.games)
        return sorted(set(map(sum, product(self.scoring, repeat=left))))

    def to_clinch(self, team: int, reached: Callable[[list[int]], bool], unit: str) -> int | None:
        """The least amount that makes sure, over all completions."""
        value = self.wins if unit == "wins" else self.gain
        missing = [
            value(own[team])
            for totals, own in self.completions()
            if not reached(self.ahead(team, totals, hopeful=False))
        ]
        amounts = self._amounts(team, unit)
        return next((one for one in amounts if one > max(missing, default=-(10**9))), None)

    def to_stay_alive(
        self, team: int, reached: Callable[[list[int]], bool], unit: str
    ) -> int | None:
        """The least amount with which it can happen, over all completions."""
        value = self.wins if unit == "wins" else self.gain
        return min(
            (
                value(own[team])
                for totals, own in self.completions()
                if reached(self.ahead(team, totals, hopeful=True))
            ),
            default=None,
        )

    def _amounts(self, team: int, unit: str) -> Sequence[int]:
        left = sum(team in game for game in self.games)
        return range(left + 1) if unit == "wins" else self.gains(team)


def reached_in_groups(
    group: Sequence[int], team: int, direct: int, extra: int, thirds: bool
) -> Callable[[list[int]], bool]:
    """Whether a team is in, by who is ahead of it."""

    def reached(ahead: list[int]) -> bool:
        count = {g: sum(group[other] == g for other in ahead) for g in set(group)}
        own = count[group[team]]
        if own < direct:
            return True
        if thirds:
            better = sum(count[g] > direct for g in count if g != group[team])
            return own == direct and better < extra
        return sum(max(0, c - direct) for c in count.values()) < extra

    return reached
