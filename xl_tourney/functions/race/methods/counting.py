"""A refusal by counting: some teams bear too much together, whoever of them is lost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from ..checker import Cut
from .contest import Contest


def counted_out(contest: Contest) -> Cut | None:
    """Teams that bear too much even with as many of them lost as the wish allows, if there are.

    It looks at all contested teams, then at fewer and fewer, without those that bear most easily.
    """
    if len(contest.target.groups) > 1 or contest.varies or not contest.teams:
        return None
    loads = contest.loads()
    unit = min(one + other for one, other in zip(loads, reversed(loads)))
    may_be_lost = 0
    while may_be_lost < len(contest.teams) and contest.allows(contest.teams[: may_be_lost + 1]):
        may_be_lost += 1
    grain = contest.race.step or 1
    rooms, hit = contest.hits.room, contest.hits.load
    limit = {j: contest.limit[j] // grain * grain for j in contest.teams}
    met = {j: {o: contest.race.games[j][o] * unit for o in limit if o != j} for j in limit}
    ours = {j: rooms.get(j, 0) * hit for j in limit}
    elsewhere = 0
    while len(met) > may_be_lost:
        hits = max(0, contest.hits.least - elsewhere)
        total = sum(sum(units.values()) for units in met.values()) // 2 + hits * hit
        if 2 * total > _twice_borne(met, ours, limit, may_be_lost):
            return Cut(tuple(sorted(met)), together=True)
        easy = max(met, key=lambda j: limit[j] - sum(met[j].values()) - ours[j])
        elsewhere += rooms.get(easy, 0)
        del met[easy]
        for units in met.values():
            del units[easy]
    return None


def _twice_borne(
    met: Mapping[int, Mapping[int, int]],
    ours: Mapping[int, int],
    limit: Mapping[int, int],
    may_be_lost: int,
) -> int:
    """Twice what all can bear at most, with so many of them lost.

    Who is lost bears all that its games put on it; but the units between two lost teams count once,
    so half of the smallest ones come off for each.
    """
    kept_sum, more_of = 0, []
    for j, units in met.items():
        most = sum(units.values()) + ours[j]
        kept = min(most, limit[j])
        kept_sum += 2 * kept
        shared = accumulate(sorted(units.values()), initial=0)
        more_of.append([2 * (most - kept) - share for share in shared])
    best = 0
    for count in range(1, may_be_lost + 1):
        more = sorted((of[count - 1] for of in more_of), reverse=True)
        best = max(best, sum(more[:count]))
    return kept_sum + best
