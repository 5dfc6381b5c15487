"""Go: a round as the matching of least weight over all who are present.

Each pair has a cost for every criterion, in this order; one of a criterion outweighs everything
that the criteria below it can add up to over the whole round:

1. ``again``: the two have met;
2. ``score``: the square of their difference in half points;
3. ``floats``: who has met players with less more often than players with more, or the other way,
   comes back to even: the squares of what the difference will be, added up;
4. ``place``: who meets somebody of another group stands in its middle (or at its top, or bottom);
5. ``colours``: the squares of White less Black after the round, in games without handicap;
6. ``home``: in the first rounds: the same club 2, the same country 1;
7. ``seeding``: within a group the first of the upper half meets the first of the lower half
   (``slip``), the first the last (``fold``), neighbours meet (``adjacent``), or chance decides
   (``random``): the square of how far the opponent is from that.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...errors import EngineError, InputError
from ..pairing import Pair, Pairing
from .field import Field, Standing, level

SEEDINGS = ("slip", "fold", "adjacent", "random")
PLACES = ("middle", "top", "bottom")
HANDICAPS = ("none", "score", "rank")


@dataclass(frozen=True)
class Rules:
    """How rounds are paired: what Setup says."""

    system: str = "mcmahon"
    seeding: str = "slip"
    float_from: str = "middle"
    handicap_by: str = "none"
    """none, score (the difference of the scores) or rank."""
    handicap_less: int = 1
    """How many stones less than the difference."""
    handicap_most: int = 9
    even_from: str = ""
    """From which rank on players take and give no stones; blank for none."""
    apart_rounds: int = 2
    """In how many rounds from the first players of one club, or country, are kept apart."""


class Costs(NamedTuple):
    """What a pair, or a round, costs by each criterion."""

    again: int = 0
    score: int = 0
    floats: int = 0
    place: int = 0
    colours: int = 0
    home: int = 0
    seeding: int = 0


def pair(
    field: Field, rules: Rules, seed: int | None = None, forced: frozenset[int] = frozenset()
) -> Pairing:
    """The pairing of a round; two who are ``forced`` meet.

    Raises
    ------
    InputError
        Fewer than two players take part.
    EngineError
        networkx is not installed.
    """
    playing = field.playing
    if len(playing) < 2:
        raise InputError(
            f"Round {field.number} cannot be paired: {len(playing)} players take part; two are "
            "needed."
        )
    draw = random.Random(seed)
    bye = max(playing, key=lambda one: (-one.byes, one.order)) if len(playing) % 2 else None
    paired = [one for one in playing if one is not bye]
    groups = Groups(paired, rules, draw)
    found = _least_weight(paired, field, rules, groups, forced)
    pairs = [_coloured(one, other, rules, draw) for one, other in found]
    standing = {one.number: one for one in playing}
    pairs.sort(key=lambda one: min(standing[row].order for row in one.players))
    boards = [Pair(one.white, one.black, board, one.handicap) for board, one in enumerate(pairs, 1)]
    notes = [
        f"{standing[one.white].player.name} and {standing[one.black].player.name} meet again: "
        "there is no pairing without."
        for one in boards
        if one.black and one.black in standing[one.white].met
    ]
    if bye:
        boards.append(Pair(bye.number, None))
    absent = tuple(one.number for one in field.standings if one.number not in field.present)
    return Pairing(field.number, rules.system, tuple(boards), absent, tuple(notes))


class Groups:
    """The score groups of a round: where each player stands in the own one."""

    def __init__(self, playing: Sequence[Standing], rules: Rules, draw: random.Random) -> None:
        members: dict[float, list[Standing]] = {}
        for one in playing:
            members.setdefault(one.score, []).append(one)
        if rules.seeding == "random":
            for group in members.values():
                draw.shuffle(group)
        self.at = {one.number: at for group in members.values() for at, one in enumerate(group)}
        self.size = {score: len(group) for score, group in members.items()}

    def away(self, one: Standing, where: str) -> int:
        """Twice how far a player is from the middle, the top or the bottom of the group."""
        last = self.size[one.score] - 1
        wanted = {"middle": last, "top": 0, "bottom": 2 * last}[where]
        return abs(2 * self.at[one.number] - wanted)

    def unseeded(self, one: Standing, other: Standing, seeding: str) -> int:
        """How far the two are from whom the seeding would have them meet."""
        upper, lower = sorted((self.at[one.number], self.at[other.number]))
        size = self.size[one.score]
        if seeding == "fold":
            return abs(upper + lower - (size - 1))
        distance = 1 if seeding in ("adjacent", "random") else size // 2
        return abs(lower - upper - distance)


def costs(
    one: Standing,
    other: Standing,
    field: Field,
    rules: Rules,
    groups: Groups | None = None,
    pair: Pair | None = None,
) -> Costs:
    """What a pair costs; of a held one with the colours that it had."""
    difference = round(2 * (one.score - other.score))
    stones = pair.handicap if pair else handicap(one, other, rules)
    down, up = (one, other) if difference > 0 else (other, one)
    floats = 0
    if difference:
        floats = (down.floats + 1) ** 2 + (up.floats - 1) ** 2 - down.floats**2 - up.floats**2
    colours = 0
    if not stones:
        whites = [one] if pair and pair.white == one.number else [other] if pair else [one, other]
        colours = min(_colours(white, other if white is one else one) for white in whites)
    return Costs(
        again=int(other.number in one.met),
        score=difference**2,
        floats=floats,
        place=(
            groups.away(one, rules.float_from) + groups.away(other, rules.float_from)
            if groups and difference
            else 0
        ),
        colours=colours,
        home=_same_home(one, other) if field.number <= rules.apart_rounds else 0,
        seeding=groups.unseeded(one, other, rules.seeding) ** 2 if groups and not difference else 0,
    )


def _colours(white: Standing, black: Standing) -> int:
    """How much the squares of White less Black grow."""
    return (white.colours + 1) ** 2 + (black.colours - 1) ** 2 - white.colours**2 - black.colours**2


def _same_home(one: Standing, other: Standing) -> int:
    def same(name: str) -> bool:
        mine, theirs = (getattr(own.player, name).casefold() for own in (one, other))
        return bool(mine) and mine == theirs

    return 2 if same("club") else int(same("country"))


def handicap(one: Standing, other: Standing, rules: Rules) -> int:
    """The stones of the weaker of two players; 1 is a game without komi."""
    if rules.handicap_by == "none":
        return 0
    if rules.handicap_by == "score":
        difference = abs(one.score - other.score)
    else:
        difference = abs(level(one.player.rank) - level(other.player.rank))
    if rules.even_from and level(rules.even_from) <= max(
        level(own.player.rank) for own in (one, other)
    ):
        return 0
    return max(0, min(int(difference) - rules.handicap_less, rules.handicap_most))


def _least_weight(
    playing: Sequence[Standing], field: Field, rules: Rules, groups: Groups, forced: frozenset[int]
) -> Iterable[tuple[Standing, Standing]]:
    """The pairs whose costs are least, criterion by criterion."""
    try:
        import networkx
    except ImportError:
        raise EngineError(
            "Pairing a round of go needs networkx: pip install 'xl-tourney[pair]'."
        ) from None
    table = {
        (at, to): costs(playing[at], playing[to], field, rules, groups)
        for at in range(len(playing))
        for to in range(at + 1, len(playing))
        if len({playing[at].number, playing[to].number} & forced) != 1
    }
    least = [min(column) for column in zip(*table.values())]
    span = [max(column) - low for column, low in zip(zip(*table.values()), least)]
    factors = [1]
    for width in reversed(span[1:]):
        factors.insert(0, factors[0] * (width * (len(playing) // 2) + 1))
    graph: Any = networkx.Graph()
    for (at, to), cost in table.items():
        weight = sum(factor * (own - low) for factor, own, low in zip(factors, cost, least))
        graph.add_edge(at, to, weight=-weight)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    # a set has another order on a machine of 32 bits, and what is drawn follows the order
    return [(playing[at], playing[to]) for at, to in sorted(found)]


def _coloured(one: Standing, other: Standing, rules: Rules, draw: random.Random) -> Pair:
    """The pair with its colours: Black takes the stones, else who had more Black gets White."""
    stones = handicap(one, other, rules)
    if stones:
        by_rank = rules.handicap_by == "rank"
        strength = [level(own.player.rank) if by_rank else own.score for own in (one, other)]
        white, black = (one, other) if strength[0] > strength[1] else (other, one)
        return Pair(white.number, black.number, handicap=stones)
    gain = _colours(one, other) - _colours(other, one)
    if not gain and one.last_colour != other.last_colour:
        gain = (one.last_colour == "w") - (other.last_colour == "w")
    if not gain:
        gain = draw.choice((-1, 1))
    return Pair(one.number, other.number) if gain < 0 else Pair(other.number, one.number)


def total(field: Field, pairs: Iterable[Pair], rules: Rules, groups: Groups | None = None) -> Costs:
    """What a round that was held costs; without the groups not by place and seeding."""
    standing = {one.number: one for one in field.standings}
    found = [
        costs(standing[one.white], standing[one.black], field, rules, groups, one)
        for one in pairs
        if one.black
    ]
    return Costs(*(sum(column) for column in zip(*found))) if found else Costs()
