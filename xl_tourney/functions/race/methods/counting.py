"""A proof by counting: the demand on some teams exceeds their capacity, whichever of them are lost.

An example with a point for a win: six teams with a capacity of 1 each play each other once, which
is a demand of 15, and the wish allows one of them to be lost.  The lost one can win all its 5
games; the others take 5 × 1.  That is 10 of 15: the wish cannot come true, and no case had to be
looked at by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from ..certificates.checker import Cut
from .contest import Contest


def counted_out(contest: Contest) -> Cut | None:
    """Teams whose demand exceeds their capacity with as many of them lost as the wish allows.

    It looks at all contested teams, then at fewer and fewer: each time without the team that has
    the most capacity to spare.  None if no such teams are found.
    """
    if len(contest.target.groups) > 1 or contest.varies or not contest.teams:
        return None
    demands = contest.demands()
    unit = min(one + other for one, other in zip(demands, reversed(demands)))
    may_be_lost = 0
    while may_be_lost < len(contest.teams) and contest.allows(contest.teams[: may_be_lost + 1]):
        may_be_lost += 1
    grain = contest.race.step or 1
    most_own, own_unit = contest.own_demand.most, contest.own_demand.unit
    capacity = {j: contest.capacity[j] // grain * grain for j in contest.teams}
    met = {j: {o: contest.race.games[j][o] * unit for o in capacity if o != j} for j in capacity}
    ours = {j: most_own.get(j, 0) * own_unit for j in capacity}
    elsewhere = 0
    while len(met) > may_be_lost:
        own_units = max(0, contest.own_demand.least - elsewhere)
        total = sum(sum(units.values()) for units in met.values()) // 2 + own_units * own_unit
        if 2 * total > _twice_capacity(met, ours, capacity, may_be_lost):
            return Cut(tuple(sorted(met)), together=True)
        # Without the team that has most capacity to spare the proof may succeed: it takes less
        # demand with it than capacity.
        easy = max(met, key=lambda j: capacity[j] - sum(met[j].values()) - ours[j])
        elsewhere += most_own.get(easy, 0)
        del met[easy]
        for units in met.values():
            del units[easy]
    return None


def _twice_capacity(
    met: Mapping[int, Mapping[int, int]],
    ours: Mapping[int, int],
    capacity: Mapping[int, int],
    may_be_lost: int,
) -> int:
    """Twice the greatest demand that the teams can take, with so many of them lost.

    A lost team takes all the demand of its games.  But the demand of a game between two lost teams
    counts once, so for each of ``n`` lost teams half of its ``n`` − 1 smallest games come off.
    Everything is doubled, so that the halves are whole numbers.
    """
    carried_sum, more_of = 0, []
    for j, units in met.items():
        most = sum(units.values()) + ours[j]
        carried = min(most, capacity[j])
        carried_sum += 2 * carried
        shared = accumulate(sorted(units.values()), initial=0)
        more_of.append([2 * (most - carried) - share for share in shared])
    best = 0
    for count in range(1, may_be_lost + 1):
        more = sorted((of[count - 1] for of in more_of), reverse=True)
        best = max(best, sum(more[:count]))
    return carried_sum + best
