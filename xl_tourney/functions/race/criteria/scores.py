"""Scores for games whose results are given, so that a team gets ahead of those level with it.

The margins are free: a team that wins may win by any number of goals.  Good scores are looked for
from some that are good as a rule (the team wins by many and loses by one; who is level with it wins
by one and loses by many), game by game, with few others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

Score = tuple[int, int]

ROUNDS = 12
"""How often the search begins anew with scores that are drawn."""


def options(result: int, results: int, many: int) -> list[Score]:
    """Scores with a result, as the first team sees it.

    >>> options(1, 3, 100)
    [(0, 0), (100, 100)]
    """
    by_points = 2 * result + 1 - results
    if not by_points:
        return [(0, 0), (many, many)]
    won = [(1, 0), (many + 1, many)]
    if not (results == 4 and result in (1, 2)):  # overtime ends with the first goal
        won += [(many, 0), (2 * many, many), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    return won if by_points < 0 else [(other, own) for own, other in won]


def find_scores(
    choices: Sequence[Sequence[Score]],
    preferred: Sequence[int],
    badness: Callable[[Sequence[Score]], int],
) -> list[Score] | None:
    """Scores with badness 0; None if none are found.

    Parameters
    ----------
    choices
        The scores that each game may have.
    preferred
        The number of the one to begin with, of each game.
    badness
        How many teams stand on the wrong side.
    """
    draw = random.Random(1)
    start = list(preferred)
    for _ in range(ROUNDS):
        at = start
        scores = [choice[k] for choice, k in zip(choices, at)]
        least = badness(scores)
        improved = True
        while least and improved:
            improved = False
            for game, choice in enumerate(choices):
                for score in choice if least else ():
                    before, scores[game] = scores[game], score
                    found = badness(scores)
                    if found < least:
                        least, improved = found, True
                    else:
                        scores[game] = before
        if not least:
            return scores
        start = [draw.randrange(len(choice)) for choice in choices]
    return None


MARGINS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500)


def with_small_margins(
    scores: Sequence[Score], badness: Callable[[Sequence[Score]], int]
) -> list[Score]:
    """Scores that are as good, with margins that are no larger than it takes, one by one.

    >>> with_small_margins([(90, 0), (7, 8)], lambda some: some[0][0] - some[0][1] < 3)
    [(3, 0), (0, 1)]
    """
    found = list(scores)
    for game, (own, other) in enumerate(scores):
        margin = abs(own - other)
        smaller = [one for one in MARGINS if one < margin] + [margin] if margin else [0]
        for one in smaller:
            found[game] = (one, 0) if own > other else (0, one)
            if not badness(found):
                break
        else:
            found[game] = (own, other)
    return found
