"""Chess: tie-breaks of team tournaments (Articles 12 and 13 of C.07)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

from ...catalogue.cells import value_error
from ..wall_lists import tied_groups
from .criteria.values import OTHER
from .direct_encounter import Met, encounters, places_in_groups, separate
from .event import Event, Reference
from .wall_list import PLAYED, board_points


def extended_direct_encounter(
    event: Event,
    keys: Sequence[Hashable],
    primary: Reference,
    by_boards: Sequence[str] = (),
    forfeits: bool = False,
    direct: bool = True,
) -> list[float]:
    """Everybody's place inside its tied group by EDE, and for two still equal by their boards.

    Direct encounter by the primary score, then for those still equal by the secondary one, then
    again while anything is split (13.3).  Without ``direct`` only the boards of exactly two tied
    teams decide (12).
    """
    groups = tied_groups(keys, event.wall_list.is_player)
    met = {score: encounters(event, forfeits, score) for score in OTHER}
    parts = {}
    for number, group in enumerate(groups):
        split = [list(group)]
        if direct:
            split = _to_the_end(event, split, met, primary)
        parts[number] = [
            part for tied in split for part in _by_boards(event, tied, by_boards, met[primary])
        ]
    places = places_in_groups(groups, parts)
    return [places.get(player, 0.0) for player in range(len(event.players))]


def _to_the_end(
    event: Event, parts: list[list[int]], met: dict[Reference, Met], primary: Reference
) -> list[list[int]]:
    before = 0
    while len(parts) != before:
        before = len(parts)
        for score in (primary, OTHER[primary]):
            win = event.scores(score).win
            parts = [
                part
                for tied in parts
                for part in separate(tied, met[score], win, event.round_robin)
            ]
    return parts


def _by_boards(event: Event, tied: list[int], criteria: Sequence[str], met: Met) -> list[list[int]]:
    """Two teams that are still equal, apart where a criterion of their boards says so."""
    if len(tied) != 2 or not criteria:
        return [tied]
    one, other = tied
    own, against = points_on_boards(event, one, other), points_on_boards(event, other, one)
    if not own:
        return [tied]
    for criterion in criteria:
        better = BOARD_CRITERIA[criterion]
        first, second = better(own), better(against)
        if first != second:
            return [[one], [other]] if first > second else [[other], [one]]
    return [tied]


def points_on_boards(event: Event, team: int, opponent: int) -> list[float]:
    """The points on each board of the matches over the board between two teams."""
    totals = [0.0] * (event.boards or 0)
    met = False
    for column, one in enumerate(event.players[team]):
        if one.opponent != opponent or one.result not in PLAYED:
            continue
        if not one.boards:
            number = event.wall_list.held_rounds[column] + 1
            raise value_error(
                f"wall_list, row {team + 1}, round {number} must have the result on each board, "
                "such as 14b2/1==0, to separate two teams by them"
            )
        met = True
        totals = [total + points for total, points in zip(totals, board_points(one.boards))]
    return totals if met else []


BOARD_CRITERIA: dict[str, Callable[[Sequence[float]], tuple[float, ...]]] = {
    "BC": lambda points: (-math.fsum(board * worth for board, worth in enumerate(points, 1)),),
    "TBR": tuple,
    "BBE": lambda points: tuple(math.fsum(points[:left]) for left in range(len(points) - 1, 0, -1)),
}
"""Board count (12.1), top board results, bottom boards eliminated: higher is better."""

BY_BOARDS: dict[str, tuple[bool, tuple[str, ...]]] = {
    "EDE": (True, ()),
    "EDEBT": (True, ("BC", "TBR")),
    "EDEBB": (True, ("BC", "BBE")),
    "EDET": (True, ("TBR",)),
    "EDEB": (True, ("BBE",)),
    "BC": (False, ("BC",)),
    "TBR": (False, ("TBR",)),
    "BBE": (False, ("BBE",)),
}
"""Whether a tie-break begins with direct encounter, and what then separates two teams."""
