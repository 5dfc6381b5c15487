"""Chess: direct encounter, the games of tied players against each other (Article 6 of C.07)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

from ...catalogue.cells import round_to_15_digits
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, listing, step
from ...catalogue.expression import Term
from ...catalogue.kinds import Flag
from ..wall_lists import TiedOnOrPoints, tied_groups, tied_keys
from .event import Event, Reference, System
from .own_results import CATEGORY, RESULTS_IN_WORDS
from .wall_list import FORFEITS, Games

Met = Sequence[Mapping[int, float]]
"""For each player, whom it met and the points against each; the mean of repeated games (6.1.2)."""


def encounters(event: Event, forfeits: bool = False, reference: Reference = "MP") -> Met:
    """The pairs that have met; forfeits count in a round robin (15.2) or on request (6.1.1)."""
    scores = event.scores(reference)
    met: list[dict[int, float]] = []
    for player, rounds in enumerate(event.players):
        points: defaultdict[int, list[float]] = defaultdict(list)
        for column, one in enumerate(rounds):
            if one.opponent >= 0 and (event.is_game(one) or (forfeits and one.result in FORFEITS)):
                points[one.opponent].append(scores.points[player][column])
        met.append({other: math.fsum(some) / len(some) for other, some in points.items()})
    return met


def separate(group: Sequence[int], met: Met, win: float, all_met: bool) -> list[list[int]]:
    """A tied group in parts, best first, each of players whom direct encounter leaves tied.

    Where everybody has met, or a round robin is to be so, the sums order the group (6.2).  Else a
    player is first whose sum nobody can reach, whatever the missing games would give, and so on
    (6.3).  Those left over, and those still equal, are a group of their own again.
    """
    parts: list[list[int]] = []
    waiting = [list(group)]
    while waiting:
        tied = waiting.pop()
        split = _split(tied, met, win, all_met)
        if len(split) == 1:
            parts.append(tied)
        else:
            waiting += reversed(split)
    return parts


def _split(group: list[int], met: Met, win: float, all_met: bool) -> list[list[int]]:
    if len(group) == 1:
        return [group]
    inside = set(group)
    sums: dict[int, float] = {}
    best: dict[int, float] = {}
    complete = True
    for player in group:
        points = [points for other, points in met[player].items() if other in inside]
        missing = len(group) - 1 - len(points)
        complete = complete and not missing
        sums[player] = round_to_15_digits(math.fsum(points))
        best[player] = round_to_15_digits(sums[player] + missing * win)
    if complete or all_met:
        by_sum: defaultdict[float, list[int]] = defaultdict(list)
        for player in group:
            by_sum[sums[player]].append(player)
        return [by_sum[value] for value in sorted(by_sum, reverse=True)]
    placed: list[list[int]] = []
    left = sorted(group, key=lambda player: (-sums[player], -best[player]))
    while left:
        first, *others = left
        if any(sums[first] <= best[other] for other in others):
            break
        placed.append([first])
        left = others
    return [*placed, sorted(left)] if left else placed


def places_in_groups(
    groups: Sequence[Sequence[int]], parts_of: Mapping[int, list[list[int]]]
) -> dict[int, float]:
    """The place of each player inside its group (1-2-2-4), from the parts of each group."""
    places: dict[int, float] = {}
    for number, _ in enumerate(groups):
        above = 0
        for part in parts_of[number]:
            places.update(dict.fromkeys(part, above + 1.0))
            above += len(part)
    return places


def direct_encounter(
    event: Event,
    keys: Sequence[Hashable],
    forfeits: bool = False,
    reference: Reference = "MP",
) -> list[float]:
    """Everybody's place inside the group of those with equal keys."""
    met = encounters(event, forfeits, reference)
    win = event.scores(reference).win
    groups = tied_groups(keys, event.wall_list.is_player)
    parts = {n: separate(group, met, win, event.round_robin) for n, group in enumerate(groups)}
    places = places_in_groups(groups, parts)
    return [places.get(player, 0.0) for player in range(len(event.players))]


@function(CATEGORY)
def DIRECT_ENCOUNTER(
    wall_list: Games,
    tied_on: TiedOnOrPoints | None = None,
    system: System = "swiss",
    forfeits: Flag = False,
) -> list[float | str]:
    """The place inside the tied group by direct encounter (1-2-2-4).

    Only games inside the group count.  Where all of it have met, their points order it, and each
    subset still equal begins anew (6.2).  In a Swiss where not all have met, a player is first when
    nobody could pass it in the missing games, then the next one; the others begin anew (6.3).

    Parameters
    ----------
    forfeits
        TRUE counts forfeits as games also in a Swiss, for DE/P; in a round robin they always count.

    Notes
    -----
    A pair with a forfeit only has not met.  Repeated games of a pair count by their average.  A
    game without a result yet has not been played.

    Source
    ------
    FIDE Handbook, C.07, Article 6.

    Examples
    --------
    >>> DIRECT_ENCOUNTER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[1.0], [1.0], [1.0], [1.0]]
    >>> DIRECT_ENCOUNTER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], [[1], [1], [1], [0]])
    [[1.0], [3.0], [2.0], [1.0]]
    """
    event = Event(wall_list, system)
    keys: Sequence[Hashable] = event.scores().final
    if tied_on is not None:
        keys = wall_list.align(tied_on, "tied_on")
    return wall_list.to_column(direct_encounter(event, keys, forfeits))


def explain_encounter(
    of: Subject, event: Event, tied: Sequence[int], figure: Term, title: str
) -> Iterator[Step]:
    """The tied group, the games of one player in it, and the place."""
    others = [row for row in tied if row != of.row]
    if not others:
        yield step("Nobody is level with {own} so far: place {figure}.", own=of.own, figure=figure)
        return
    text, names = listing("other", [of.name(row) for row in others])
    yield step(f"{{own}} is level so far with {text}.", own=of.own, **names)
    for one in event.players[of.row]:
        if one.opponent in others and one.result in RESULTS_IN_WORDS:
            yield step(RESULTS_IN_WORDS[one.result], own=of.own, opponent=of.name(one.opponent))
    met, win = encounters(event), event.scores().win
    for group in _groups_of(of.row, list(tied), met, win, event.round_robin):
        sums = {row: math.fsum(met[row].get(other, 0.0) for other in group) for row in group}
        parts: list[str] = []
        terms: dict[str, object] = {}
        for at, row in enumerate(sorted(group, key=lambda row: -sums[row])[:_MOST_NAMED]):
            terms |= {f"name_{at}": of.name(row), f"points_{at}": sums[row]}
            parts.append(f"{{name_{at}}} {{points_{at}}}")
        yield step(f"Points in the games among them: {', '.join(parts)}.", **terms)
    yield step(f"That is place {{figure}} among them by {title}.", figure=figure)


_MOST_NAMED = 8
"""Of how many players of a group the points are said."""


def _groups_of(
    row: int, tied: list[int], met: Met, win: float, all_met: bool
) -> Iterator[list[int]]:
    """The group of a player, and each smaller one in which it begins anew."""
    while len(tied) > 1:
        yield tied
        split = _split(tied, met, win, all_met)
        if len(split) == 1:
            return
        tied = next(part for part in split if row in part)


@DIRECT_ENCOUNTER.derivation
def _derivation_of_direct_encounter(
    of: Subject,
    wall_list: Argument,
    tied_on: Argument | Sequence[Term] | None,
    system: Term,
    forfeits: Term,
) -> Iterator[Step]:
    event = Event(wall_list.parsed, system.value)
    found = tied_keys(tied_on)
    keys: Sequence[Hashable] = event.scores().final if found is None else found
    there = event.wall_list.is_player
    tied = [row for row, key in enumerate(keys) if key == keys[of.row] and there[row]]
    figure = Term(direct_encounter(event, keys, bool(forfeits.value))[of.row], of.element(of.call))
    yield from explain_encounter(of, event, tied, figure, "direct encounter (Article 6)")
