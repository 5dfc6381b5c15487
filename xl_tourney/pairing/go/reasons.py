"""Why two players of go were paired: groups, colours, and what another pair would cost."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...errors import OptionError
from ...events.event import Event
from ...exports.go import read_tournament
from ..pairing import ExplainedRound, Pair, Reason, count_points
from .event import held_round, rules_of
from .field import Field, Standing, field_of
from .matching import Costs, Groups, Rules, pair, total

_COSTS = {
    "again": "so many games between players who have met",
    "score": "as the sum of the squared differences of score, in half points",
    "floats": "as the sum of squares by which floats grow uneven",
    "place": "as the distance of those who float from the middle of their groups",
    "colours": "as the sum of squares by which colours grow uneven",
    "home": "for games within a club or country",
    "seeding": "as the distance from the order within the groups",
}


def explained_round(event: Event, number: int) -> ExplainedRound:
    """A round of a workbook; one to come is paired."""
    tournament = read_tournament(event)
    if tournament.system == "round-robin":
        raise OptionError(f"{event.name}: a round robin is paired by its table of numbers.")
    names = {row: player.name for row, player in enumerate(tournament.players, 1)}
    rules, held = rules_of(event, tournament.system), held_round(tournament, number)
    there = frozenset().union(*(one.players for one in held))
    away = [row for row in names if held and row not in there]
    field = field_of(tournament, number, away, mcmahon=tournament.system == "mcmahon")
    pairs = held or pair(field, rules, 0).pairs
    return ExplainedRound(names, pairs, lambda one: reasons_of(field, rules, one))


def reasons_of(field: Field, rules: Rules, pair_: Pair) -> Iterator[Reason]:
    """Why a pair is as it is; ``{2}`` of a reason is the partner whom the seeding has in mind."""
    standing = {one.number: one for one in field.playing}
    if pair_.black is None:
        byes = standing[pair_.white].byes
        had = f"those who had {byes} byes" if byes else "those who had no bye"
        yield Reason("", (pair_.white,), f"{{0}} is left over: the last one of {had}")
        return
    white, black = standing[pair_.white], standing[pair_.black]
    numbers = (white.number, black.number)
    groups = Groups(field.playing, rules, random.Random(0))
    if white.score == black.score:
        places = [groups.at[number] + 1 for number in numbers]
        yield Reason(
            "",
            numbers,
            f"both have {count_points(white.score)}: {{0}} is number {places[0]} and {{1}} number "
            f"{places[1]} of the {groups.size[white.score]} of their group",
        )
    else:
        size = groups.size[max(white.score, black.score)]
        why = "the round as a whole decides it"
        if size % 2:
            why = f"the {size} with the higher score are an odd number"
        if size == 1:
            why = "nobody else has the higher score"
        yield Reason(
            "", numbers, f"{{0}} has {count_points(white.score)} and {{1}} {black.score:g}: {why}"
        )
    if pair_.handicap:
        yield Reason("", numbers, f"{{1}} takes {pair_.handicap} stones, as Setup says")
    else:
        had = f"{_colours(white, 0)}, {_colours(black, 1)}"
        if not (white.colours or black.colours):
            had = "both have had White and Black equally often"
        yield Reason("", numbers, had)
    yield from _obvious(field, rules, groups, white, black)


def _colours(one: Standing, at: int) -> str:
    """White less Black so far, in words."""
    count = abs(one.colours)
    more = "White" if one.colours > 0 else "Black"
    had = f"had {more} {count} times more" if count else "had White and Black equally often"
    return f"{{{at}}} has {had}"


def _obvious(
    field: Field, rules: Rules, groups: Groups, white: Standing, black: Standing
) -> Iterator[Reason]:
    """The partner in the own group whom the seeding has in mind, and what that pair would cost."""
    first = min((white, black), key=lambda one: one.order)
    at = 0 if first is white else 1
    mates = [one for one in field.playing if one.score == first.score and one is not first]
    if not mates or rules.seeding == "random":
        return
    wanted = min(mates, key=lambda one: (groups.unseeded(first, one, rules.seeding), one.order))
    numbers = (white.number, black.number, wanted.number)
    if wanted in (white, black):
        yield Reason("", numbers[:2], f"that is the pair that {rules.seeding} has in mind")
        return
    begin = f"{rules.seeding} has {{{at}}} meet {{2}} first, but "
    if wanted.number in first.met:
        yield Reason("", numbers, f"{begin}they have met")
        return
    forced = pair(field, rules, 0, frozenset({first.number, wanted.number}))
    free = pair(field, rules, 0)
    both = [total(field, one.pairs, rules, groups) for one in (forced, free)]
    for name in Costs._fields:
        with_it, without = (getattr(one, name) for one in both)
        if with_it != without:
            yield Reason(
                "",
                numbers,
                f"{begin}then the round would cost {with_it} instead of {without} {_COSTS[name]}",
            )
            return
