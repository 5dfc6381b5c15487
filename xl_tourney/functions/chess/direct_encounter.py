"""Chess: direct encounter, the games of tied players against each other (Article 6 of C.07)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

from ...catalogue.cells import round_to_15_digits
from ...catalogue.derivation import Step, Subject, listing, step
from ...catalogue.expression import Term, sum_of_rounds
from ..wall_lists import tied_groups
from .criteria import Code, Criterion, Helper, Search, register
from .criteria.accounts import round_in_words
from .criteria.values import Field
from .event import Event, Reference
from .wall_list import FORFEITS

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


def _explain(
    of: Subject, field: Field, code: Code, figure: Term, title: str, tied: Sequence[int]
) -> Iterator[Step]:
    """The tied group, the games of one player in it, and the place."""
    event, reference = field.event, code.reference or "MP"
    met, win = encounters(event, code.forfeits_played, reference), event.scores(reference).win
    yield from among_the_tied(of, event, met, figure, tied)
    if len(tied) == 1:
        return
    for group in groups_of(of.row, tied, met, win, event.round_robin):
        if len(group) > 1:
            points, terms = points_among(of, group, met)
            yield step(f"Points in the games among them: {points}.", **terms)
    yield step(f"That is place {{figure}} among them by {title}.", figure=figure)


def among_the_tied(
    of: Subject, event: Event, met: Met, figure: Term, tied: Sequence[int]
) -> Iterator[Step]:
    """Who is level with a player, and the player's games against them."""
    others = [row for row in tied if row != of.row]
    if not others:
        yield step("Nobody is level with {own} so far: place {figure}.", own=of.own, figure=figure)
        return
    text, names = listing("other", [of.name(row) for row in others])
    yield step(f"{{own}} is level so far with {text}.", own=of.own, **names)
    for column, one in enumerate(event.players[of.row]):
        if one.opponent in others and one.opponent in met[of.row]:
            yield round_in_words(of, event, column)


_MOST_NAMED = 8
"""Of how many players of a group the points are said."""


def points_among(of: Subject, group: Sequence[int], met: Met) -> tuple[str, dict[str, object]]:
    """The players of a group with their points against each other: a part of a sentence."""
    sums = {row: math.fsum(met[row].get(other, 0.0) for other in group) for row in group}
    parts: list[str] = []
    terms: dict[str, object] = {}
    for at, row in enumerate(sorted(group, key=lambda row: -sums[row])[:_MOST_NAMED]):
        terms |= {f"name_{at}": of.name(row), f"points_{at}": sums[row]}
        parts.append(f"{{name_{at}}} {{points_{at}}}")
    return ", ".join(parts), terms


def groups_of(
    row: int, tied: Sequence[int], met: Met, win: float, all_met: bool
) -> Iterator[list[int]]:
    """The group of a player, and each smaller one in which it begins anew, to the last."""
    group = list(tied)
    while True:
        yield group
        split = _split(group, met, win, all_met)
        if len(split) == 1:
            return
        group = next(part for part in split if row in part)


# By native formulas (Article 6): the tied group is split step by step.
#
# A group is named by the place of its first player.  Where all players of a group have met, a step
# puts them in order by their points against each other (6.2).  Otherwise it places those first whom
# nobody can pass, whatever the games that were not played would have brought (6.3), and the others
# begin anew.

STEPS = 4
"""How often a group is split; a check says when another step could split it further."""


def _met(forfeits: bool) -> Helper:
    """The opponent of each round that counts: by 6.1.1 no forfeit, by 15.2 all of a round robin."""
    counts = (
        "MOD({row[kind_#]},10)<6"
        if forfeits
        else ("IF(RoundRobin=1,MOD({row[kind_#]},10)<6,MOD({row[kind_#]},10)<4)")
    )
    formula = f"=IF(N({{row[kind_#]}})<100,0,IF({counts},INT({{row[kind_#]}}/100),0))"
    return Helper("met", "R# met", formula, of_rounds=True)


def _columns(rounds: int, code: Code, group: str) -> Iterator[Helper]:
    """The group before, its parts step by step, and the place inside the group."""
    yield _met(code.forfeits_played)
    met = f"{{rounds.row[met_1:met_{rounds}]}}"

    def inside(group: str, value: str) -> str:
        """A value for each opponent in the own group; repeated games count by their average."""
        same = f"N(INDEX({{score[{group}]}},{{rounds.row[met_#]}}))={{row[{group}]}}"
        once = f"{value}/COUNTIF({met},{{rounds.row[met_#]}})"
        term = f"IF({{rounds.row[met_#]}}=0,0,IF({same},{once},0))"
        return sum_of_rounds(range(1, rounds + 1), term)

    yield Helper("group_0", "Tied for place", group)
    for at in range(1, STEPS + 1):
        before, key = f"group_{at - 1}", f"group_{at}"
        size, points, best, clear, placed = (
            f"{name}_{at}" for name in ("size", "inside", "best", "clear", "placed")
        )
        members = f"{{score[{before}]}},{{row[{before}]}}"
        counted = f"COUNTIF({members})"
        if at > 1:
            last = f"{{row[size_{at - 1}]}}"
            counted = f"IF({last}=1,1,IF({counted}={last},1,{counted}))"
        yield Helper(size, f"Step {at}: players", counted)
        alone = f"{{row[{size}]}}=1"
        own = {name: f"{{row[{name}]}}" for name in (size, points, best, clear, placed, before)}
        yield Helper(
            points,
            f"Step {at}: points inside",
            f"IF({alone},0,ROUND({inside(before, '{rounds.row[points_#]}')},9))",
        )
        missing = f"Win*({own[size]}-1-({inside(before, '1')}))"
        yield Helper(
            best,
            f"Step {at}: at best",
            f"IF({alone},0,IF(RoundRobin=1,{own[points]},ROUND({own[points]}+{missing},9)))",
        )
        above = f'COUNTIFS({members},{{score[{points}]}},">"&{own[best]})'
        below = f'COUNTIFS({members},{{score[{best}]}},"<"&{own[points]})'
        yield Helper(
            clear,
            f"Step {at}: apart from all",
            f"IF({alone},1,IF({above}+{below}={own[size]}-1,1,0))",
        )
        unclear = f'COUNTIFS({members},{{score[{clear}]}},0,{{score[{points}]}},">="&{own[points]})'
        yield Helper(
            placed,
            f"Step {at}: placed",
            f"IF(OR({alone},{own[clear]}=0),0,IF({unclear}=0,1,0))",
        )
        all_met = (
            f"ROUND(SUMIFS({{score[{best}]}},{members}),6)"
            f"=ROUND(SUMIFS({{score[{points}]}},{members}),6)"
        )
        more = f'COUNTIFS({members},{{score[{points}]}},">"&{own[points]})'
        behind = f"COUNTIFS({members},{{score[{placed}]}},1)"
        moved = f"IF({all_met},{more},IF({own[placed]}=1,{above},{behind}))"
        yield Helper(
            key,
            f"Step {at}: group",
            f"IF({alone},{own[before]},{own[before]}+{moved})",
        )
    last = f"{{row[group_{STEPS}]}}"
    left = f"COUNTIF({{score[group_{STEPS}]}},{last})"
    size = f"{{row[size_{STEPS}]}}"
    yield Helper(
        "unsettled",
        "Another step could split",
        f"IF({size}=1,0,IF(OR({left}={size},{left}=1),0,1))",
    )
    yield Helper("encounter", "DE", f"{last}-{{row[group_0]}}+1")


# By LAMBDA ----------------------------------------------------------------------------------------

_LAMBDAS = {
    "XLT_MEETINGS": """
        LAMBDA(games, fixed, forfeits, LET(
            result, XLT_MOD(games, 100),
            met, (games>=1000)*(result<=IF(fixed + forfeits, 5, 3)),
            IF(met, INT(games/1000), 0)))
    """,
    "XLT_SHARES_OF_MEETINGS": """
        LAMBDA(opponents, MAKEARRAY(ROWS(opponents), COLUMNS(opponents), LAMBDA(line, at, LET(
            own, INDEX(opponents, line, 0),
            opponent, INDEX(opponents, line, at),
            IF(opponent=0, 0, 1/SUM((own=opponent)*1))))))
    """,
    "XLT_ENCOUNTER": """
        LAMBDA(opponents, shares, points, group, above, win, fixed, LET(
            tied, XLT_TIED(opponents, 0, group, above)*shares,
            key, group*1000000 + above,
            scored, XLT_ROUNDED(XLT_TOTAL(tied*points)),
            size, MAP(key, LAMBDA(own, SUM((key=own)*1))),
            missing, XLT_ROUNDED(size - 1 - XLT_TOTAL(tied)),
            best, scored + missing*win,
            line, SEQUENCE(ROWS(key)),
            open, IF(fixed, 0*key, MAP(key, LAMBDA(own, MAX((key=own)*missing)))),
            alone, MAP(key, scored, line, LAMBDA(own, made, at,
                IF(made>MAX(IF((key=own)*(scored<=made)*(line<>at), best, -1)), 1, 0))),
            certain, MAP(key, scored, alone, LAMBDA(own, made, first,
                IF(first=0, 0, IF(SUM((key=own)*(scored>made)*(alone=0))=0, 1, 0)))),
            MAP(key, above, scored, open, certain, LAMBDA(own, place, made, some, first,
                place + IF(OR(some=0, first=1), SUM((key=own)*(scored>made)),
                    SUM((key=own)*certain))))))
    """,
    "XLT_DE": """
        LAMBDA(games, group, worth, fixed, forfeits, LET(
            opponents, XLT_MEETINGS(games, fixed, forfeits),
            shares, XLT_SHARES_OF_MEETINGS(opponents),
            points, XLT_WORTH(games, worth),
            lines, ROWS(games),
            final, REDUCE(VSTACK(0*group, 0), SEQUENCE(lines), LAMBDA(done, at,
                IF(INDEX(done, lines+1, 1)=1, done, LET(
                above, TAKE(done, lines),
                next, XLT_ENCOUNTER(opponents, shares, points, group, above, INDEX(worth, 1, 1),
                    fixed),
                VSTACK(next, IF(SUM((next<>above)*1)=0, 1, 0)))))),
            TAKE(final, lines) + 1))
    """,
}

register(
    Criterion(
        "DE",
        "direct encounter",
        "the place among the tied by their own games.",
        "6",
        modifiers="P",
        lower_is_better=True,
        search=Search(
            lambda field, code, before: direct_encounter(
                field.event, before, code.forfeits_played, code.reference or "MP"
            ),
            _explain,
            _columns,
            "{row[encounter]}",
            _LAMBDAS,
            "XLT_DE(games, group, worth, fixed, forfeits)",
        ),
    )
)
