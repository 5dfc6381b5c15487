"""The criteria after points, in their order: steps over all games, and runs among the tied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....catalogue.cells import value_error

RUN = "head-to-head "
"""How the criteria begin that look only at the games among the tied."""
AGAIN = "again"
"""The word after a run that is repeated among those who are still tied."""

FIGURES = {
    "points": "the points of its games",
    "wins": "games won",
    "difference": "goals for, less those against",
    "for": "goals for",
    "against": "goals against: fewer are better",
    "away for": "goals for, away from home",
    "away wins": "games won away from home",
}
"""What a criterion counts, by its name."""

OF_THE_RACE = ("points", "pct", "behind leader", "points per game")
"""What the race itself is about: teams that are level on points are level on these."""
NOT_KNOWN = ("fair play",)
"""What games to come may change and no result says: from there on a tie is open."""


def is_known(criterion: str) -> bool:
    """Whether a race knows what a criterion counts, or that it does not matter or stays open.

    >>> [is_known(name) for name in ("Points", "Fair play", "Head-to-head wins", "Ratio")]
    [True, True, True, False]
    """
    name = criterion.casefold()
    return name in (*OF_THE_RACE, *NOT_KNOWN) or name.removeprefix(RUN) in FIGURES


class Step(NamedTuple):
    """A criterion over all games, or a run of criteria over the games among the tied."""

    figures: tuple[str, ...]
    is_run: bool
    is_repeated: bool = False


class Criteria(NamedTuple):
    """The criteria after points."""

    steps: tuple[Step, ...]
    open_from: str = ""
    """The first criterion that no result decides; all after it is open."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Criteria:
        """The criteria with these names; the word again at the end is for every run.

        >>> Criteria.of(["Points", "Head-to-head points", "again", "Difference", "Fair play"]).steps
        (Step(figures=('points',), is_run=True, is_repeated=True), \
Step(figures=('difference',), is_run=False, is_repeated=False))
        """
        steps: list[Step] = []
        open_from = ""
        for at, text in enumerate(names, 1):
            name = " ".join(text.split()).casefold()
            if not name or (name in OF_THE_RACE and not steps):
                continue
            if name == AGAIN and steps and steps[-1].is_run:
                steps[-1] = steps[-1]._replace(is_repeated=True)
                continue
            if name == AGAIN and at == len(names):
                steps = [step._replace(is_repeated=step.is_run) for step in steps]
                continue
            if name in (*NOT_KNOWN, *OF_THE_RACE):
                open_from = open_from or text.strip()
                continue
            is_run = name.startswith(RUN)
            figure = name.removeprefix(RUN)
            if figure not in FIGURES or (figure == "points" and not is_run):
                known = [*FIGURES, *(RUN + one for one in FIGURES), *NOT_KNOWN, AGAIN]
                listed = ", ".join(one.capitalize() for one in known)
                raise value_error(f"criteria, cell {at}, is “{text.strip()}”; known are {listed}")
            if open_from:
                continue
            if is_run and steps and steps[-1].is_run and not steps[-1].is_repeated:
                steps[-1] = Step((*steps[-1].figures, figure), True)
            else:
                steps.append(Step((figure,), is_run))
        return cls(tuple(steps), open_from)


def name_of(figure: str, step: Step) -> str:
    """A criterion as a person writes it.

    >>> name_of("points", Step(("points",), True))
    'head-to-head points'
    """
    return RUN * step.is_run + figure


# Standings by criteria when all games have scores: plain code, by which every answer is replayed.
#
# It shares nothing with the search but the names of the criteria.


class Score(NamedTuple):
    """A game with its score, and the points that it gave; the first team is at home."""

    first: int | None
    second: int | None
    own: float
    other: float
    points: tuple[float, float]


def ahead_of(
    team: int,
    totals: Sequence[float],
    members: Iterable[int],
    scores: Sequence[Score],
    criteria: Criteria,
    keys: Sequence[object] | None,
    ties_won: bool,
) -> list[int]:
    """Who ends ahead of a team, among members of its group.

    Parameters
    ----------
    totals
        The points of everybody at the end.
    ties_won
        Whether a tie that no criterion separates is won by the team, or lost.
    """
    ahead = [j for j in members if totals[j] > totals[team]]
    level = [j for j in members if j != team and totals[j] == totals[team]]
    for step in criteria.steps:
        level = _separate(team, level, ahead, scores, step)
    for j in level:
        own, its = (keys[team], keys[j]) if keys and not criteria.open_from else (None, None)
        if own is None or its is None or own == its:
            ahead += [] if ties_won else [j]
        elif its > own:  # type: ignore[operator]
            ahead.append(j)
    return ahead


def _separate(
    team: int, level: list[int], ahead: list[int], scores: Sequence[Score], step: Step
) -> list[int]:
    """Who is still level with a team after a step; who gets ahead is added to ``ahead``."""
    group = {team, *level}
    games = [game for game in scores if not step.is_run or {game.first, game.second} <= group]
    for figure in step.figures:
        values = {j: sum(_value(figure, game, j) for game in games) for j in (team, *level)}
        ahead += [j for j in level if values[j] > values[team]]
        level = [j for j in level if values[j] == values[team]]
    if step.is_repeated and level and len(level) + 1 < len(group):
        return _separate(team, level, ahead, scores, step)
    return level


def _value(figure: str, game: Score, team: int) -> float:
    if team not in (game.first, game.second):
        return 0
    is_away = team == game.second
    own, other = (game.other, game.own) if is_away else (game.own, game.other)
    return {
        "points": game.points[is_away],
        "wins": own > other,
        "difference": own - other,
        "for": own,
        "against": -other,
        "away for": own * is_away,
        "away wins": is_away and own > other,
    }[figure]
