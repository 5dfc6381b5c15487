"""A refusal by counting: some teams bear too much together, whoever of them is lost."""

from __future__ import annotations

from ..checker import Cut
from .contest import Contest


def counted_out(contest: Contest) -> Cut | None:
    """Teams that bear too much even with as many of them lost as the wish allows, if there are.

    It looks at all contested teams, then at fewer and fewer, without those that bear most easily.
    """
    if len(contest.target.groups) > 1 or contest.varies or not contest.teams:
        return None
    loads = contest.loads()
    least_sum = min(one + other for one, other in zip(loads, reversed(loads)))
    may_be_lost = 0
    while may_be_lost < len(contest.teams) and contest.allows(contest.teams[: may_be_lost + 1]):
        may_be_lost += 1
    games = contest.race.games
    teams = set(contest.teams)
    inside = {j: sum(games[j][o] for o in teams if o != j) for j in teams}
    rooms, grain = contest.hits.room, contest.race.step or 1
    limit = {j: contest.limit[j] // grain * grain for j in teams}
    elsewhere = 0
    while len(teams) > may_be_lost:
        most = {
            j: inside[j] * contest.race.win + rooms.get(j, 0) * contest.hits.load for j in teams
        }
        excess = sorted((max(0, most[j] - limit[j]) for j in teams), reverse=True)
        can_bear = sum(min(limit[j], most[j]) for j in teams) + sum(excess[:may_be_lost])
        hits = max(0, contest.hits.least - elsewhere)
        if sum(inside.values()) // 2 * least_sum + hits * contest.hits.load > can_bear:
            return Cut(tuple(sorted(teams)), together=True)
        easy = max(teams, key=lambda j: limit[j] - most[j])
        teams.remove(easy)
        elsewhere += rooms.get(easy, 0)
        del inside[easy]
        for j in teams:
            inside[j] -= games[j][easy]
    return None
