"""Standings by criteria when all games have scores: plain code, by which every answer is replayed.

It shares nothing with the search but the names of the criteria.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .rules import Criteria, Step


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
