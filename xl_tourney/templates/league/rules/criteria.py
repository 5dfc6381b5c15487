"""The criteria that a league of games is placed by, one step after the other.

The criteria stand in cells.  A step takes the next of them: each team has a figure, which separates
teams that were tied before it.  Criteria of the head-to-head look only at games among teams that
were tied when the first of a run of them was reached; where the director says so, the run is
repeated among the teams that are still tied, as long as it separates some.

An example: the criteria are Points, then HeadToHeadPoints and HeadToHeadDifference, which are a
run. A, B and C have 7 points.  In the games among the three A has 4 points, B and C have 3: A is
first. With repetition the run begins again for B and C, with the one game that they played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ....errors import OptionError
from ...parts import theme
from ...parts.columns import for_listed, if_listed, sort_key
from ...parts.table import Column, ColumnKind, computed
from ..feature import Rules
from . import opponents
from .restart import LEFT_OVER as LEFT_OVER_OF_RESTART
from .restart import STEPS as STEPS_OF_RESTART
from .restart import Restart, walked

OVERALL = {
    "Points": ("points", "Points, less those deducted."),
    "Pct": ("share", "Wins, a tie half, over games played."),
    "Behind leader": ("lead", "Games over even: half of wins less losses."),
    "Wins": ("won", "Games won."),
    "Difference": ("difference", "Scores for, less those against."),
    "For": ("scored", "Scores for."),
    "Against": ("lacking", "Scores against: fewer are better."),
    "Away for": ("away_goals", "Scores for, away from home."),
    "Away wins": ("away_wins", "Games won away from home."),
    "Points per game": ("per_game", "Points over games played."),
    "Fair play": ("fair", "The figure beside the team on Setup: more is better."),
}
"""The criteria that look at all games: the column that they read, and what they are."""

HEAD_TO_HEAD = {
    "Head-to-head points": ("points", "Points in the games among the tied."),
    "Head-to-head difference": ("ahead", "Goals for less against in the games among the tied."),
    "Head-to-head for": ("scored", "Goals for in the games among the tied."),
    "Head-to-head away for": ("abroad", "Goals for away from home in the games among the tied."),
    "Head-to-head wins": ("won", "Games won among the tied."),
}
"""The criteria that look at the games among the tied: the column they read, and what they are."""

NO_LIMIT = 9999
"""A ratio to nothing: it is above all others."""


def ratio(own: str, other: str) -> str:
    """One figure over another: a formula."""
    return f"IF({other}=0,IF({own}=0,0,{NO_LIMIT}),{own}/{other})"


def rate(runs: str, conceded: str, balls: str, faced: str) -> str:
    """Runs an over, less those of the opponents: a formula."""
    each = ((runs, balls), (conceded, faced))
    return "-".join(f"IF({over}=0,0,{of}/({over}/Balls))" for of, over in each)


PER_GAME = "Difference per game"
"""A criterion that only those leagues have whose rules name it."""


def overall(rules: Rules) -> Mapping[str, tuple[str, str]]:
    """The criteria of a league that look at all games; before any are chosen, all that may be."""
    per_game, scores = {}, {}
    if not rules.criteria or PER_GAME in rules.criteria:
        per_game = {PER_GAME: ("difference_per_game", "The difference, over games played.")}
    if rules.scores:
        what = f"{rules.scores.capitalize()} for, over those against."
        scores = {"Ratio": ("ratio", what)}
    beside, of_scores = (
        rules.by_criteria(lambda feature: feature.criteria(rules).items(), of_scores)
        for of_scores in (False, True)
    )
    return {**OVERALL, **per_game, **dict(beside), **scores, **dict(of_scores)}


def _of_figures_among_tied(
    rules: Rules,
) -> Iterator[tuple[str, tuple[str, ...], Callable[..., str]]]:
    """The criteria of figures of the games among the tied, as features bring them."""
    if rules.scores:
        yield "Head-to-head ratio", ("scored",), ratio
    yield from rules.all(lambda feature: feature.among_tied(rules))


def criteria_of(rules: Rules) -> Mapping[str, str]:
    """The criteria of a league, and what they are."""
    both = {**overall(rules), **HEAD_TO_HEAD}
    return {
        **{name: description for name, (_, description) in both.items()},
        **{
            name: f"{name[13:].capitalize()} of the games among the tied."
            for name, _, _ in _of_figures_among_tied(rules)
        },
        **{name: one.description for name, one in _of_opponents(rules).items()},
    }


def _of_opponents(rules: Rules) -> Mapping[str, opponents.AmongTied]:
    return opponents.AMONG_TIED if rules.looks_at_opponents else {}


def _first_of_opponents(rules: Rules) -> int:
    """The number of the first criterion that looks at opponents, among the head-to-head."""
    return len(criteria_of(rules)) - len(overall(rules)) - len(_of_opponents(rules)) + 1


CRITERIA = criteria_of(Rules("", ("Points",)))
"""The criteria that every league has."""
GROUP, WITHDRAWN, LOT = "Group", "Withdrawn", "Lot"
"""The names of what decides before all criteria, and after them."""

MAX_CRITERIA = 12
STEPS = 16
"""How many steps there are: some more than criteria, so that runs can be repeated."""

_STEPS = range(1, STEPS + 1)


def _steps_of(rules: Rules) -> range:
    return range(1, STEPS_OF_RESTART + 1) if rules.restart else _STEPS


def _restart(rules: Rules) -> Restart:
    return Restart(MAX_CRITERIA, rules.has_groups)


def _at_step(k: int, rules: Rules) -> str:
    """The number of the criterion that a team takes in a step, in the list."""
    return f"{{row[at_{k}]}}" if rules.restart else f"{{steps.top[at_{k}]}}"


_LAST = STEPS + 1
"""The number of the step in which the lot decides."""


def check_criteria(
    asked: Sequence[str], there: Mapping[str, str], refuse: Callable[[str], OptionError]
) -> tuple[str, ...]:
    """Criteria as they are written in a workbook."""
    known = {name.casefold(): name for name in there}
    for name in asked:
        if name.casefold() not in known:
            raise refuse(f"has “{name}”; choose among {', '.join(there)}, with commas")
    if len(asked) > MAX_CRITERIA:
        raise refuse(f"are too many: there is room for {MAX_CRITERIA} criteria, not {len(asked)}")
    return tuple(known[name.casefold()] for name in asked)


CRITERIA_COLUMNS = [
    Column("name", "Criterion", width=24, align="left", style=theme.VALUE),
    Column("description", "What it is", width=58, align="left", style=theme.VALUE),
]


def steps(rules: Rules, placed_by: str = "PlacedBy") -> Iterator[Column]:
    """One row: which criterion each step takes, and whether a run of head-to-head begins there.

    ``placed_by`` is the name of the cells with the criteria.
    """
    if rules.restart:
        yield from _restart(rules).steps(placed_by, _at, LOT)
        return
    if rules.has_groups:
        yield computed.left("name_group", "Before", f'="{GROUP}"', width=12)
    yield computed.left("name_0", "Step 0", f'="{WITHDRAWN}"', width=12)
    for k in _STEPS:
        chosen = f'INDEX({placed_by},{{row[chosen_{k}]}})&""'
        beyond = f"{{row[chosen_{k}]}}>ROWS({placed_by})"
        yield computed.left(f"name_{k}", f"Step {k}", f'=IF({beyond},"",{chosen})', width=12)
    yield computed.left(f"name_{_LAST}", f"Step {_LAST}", f'="{LOT}"', width=12)
    yield Column("chosen_1", "1. criterion no.", "=1")
    for k in _STEPS[1:]:
        b = k - 1
        repeated = (
            f'AND(HeadToHead="again",{{row[at_{b}]}}>OverallCriteria,'
            f"{{row[next_{b}]}}<=OverallCriteria,{{row[tied_{b}]}}>{{row[before_{b}]}},"
            f"{{row[tied_{b}]}}<AllSeparated)"
        )
        following = f"IF({repeated},{{row[run_{b}]}},{{row[chosen_{b}]}}+1)"
        yield Column(f"chosen_{k}", f"{k}. criterion no.", f"={following}")
    for k in _STEPS:
        yield Column(f"at_{k}", f"{k}. in the list", f"={_at(f'{{row[name_{k}]}}')}")
        upcoming = f"INDEX({placed_by},{{row[chosen_{k}]}}+1)"
        yield Column(f"next_{k}", f"{k}. next in the list", f"={_at(upcoming)}")
    for k in _STEPS:
        yield from _run(k, rules)


def _at(name: str) -> str:
    """The position of a criterion in the list; 0 if it is not there, or is not used yet."""
    found = f'MATCH({name}&"",{{criteria[name]}},0)'
    return f"IFERROR({found}*IF({found}>OverallCriteria,UseHeadToHead,1),0)"


def _run(k: int, rules: Rules) -> Iterator[Column]:
    """The run of head-to-head that a step is in, and how far the teams are separated.

    Criteria that look at opponents are no part of a run: each looks at those who are tied by then.
    """
    outside = f"{{row[at_{k}]}}<=OverallCriteria"
    goes_on = "0"
    first, before = f"{{row[chosen_{k}]}}", "SUM({group[rank_0]})"
    if k > 1:
        b = k - 1
        follows = f"{{row[at_{b}]}}>OverallCriteria,{first}={{row[chosen_{b}]}}+1"
        if rules.looks_at_opponents:
            beyond = f"MAX({{row[at_{b}]}},{{row[at_{k}]}})"
            follows += f",{beyond}<OverallCriteria+{_first_of_opponents(rules)}"
        goes_on = f"IF(AND({follows}),1,0)"
        before = f"IF({{row[goes_on_{k}]}}=1,{{row[before_{b}]}},{{row[tied_{b}]}})"
        first = f"IF({{row[goes_on_{k}]}}=1,{{row[run_{b}]}},{first})"
    yield Column(f"goes_on_{k}", f"{k}. goes on", f"=IF({outside},0,{goes_on})")
    yield Column(f"run_{k}", f"{k}. run began", f"=IF({outside},0,{first})")
    yield Column(f"before_{k}", f"{k}. separated before", f"={before}")
    yield Column(f"tied_{k}", f"{k}. separated after", f"=SUM({{group[rank_{k}]}})")


_LEFT_OVER = (
    f"IF(AND({{steps.top[tied_{STEPS}]}}<AllSeparated,"
    f"COUNTA(PlacedBy)>{{steps.top[chosen_{STEPS}]}}),1,0)"
)


def left_over(rules: Rules) -> str:
    """Whether criteria are left after the last step while teams are tied."""
    return LEFT_OVER_OF_RESTART if rules.restart else _LEFT_OVER


def among_tied(rules: Rules, room: int) -> Iterator[Column]:
    """For each game and step, whether both teams were tied when the run began.

    Whether there is a run is asked by MATCH: LibreOffice calculates a long column on several
    threads, which get #VALUE! from steps that are not calculated yet; with MATCH it uses one.
    """
    for k in _steps_of(rules):
        ranks = f"{{group[rank_{k - 1}]}}"
        tied = f"INDEX({ranks},{{row[no_home]}})=INDEX({ranks},{{row[no_away]}})"
        same = f"IF({{row[counted]}},IF({{row[no_home]}}*{{row[no_away]}},IF({tied},1,0),0),0)"
        idle, at = f"{{steps.top[run_{k}]}}", f"{{steps.top[at_{k}]}}"
        if rules.restart:
            idle, at = "{row[counted]}", f"N(INDEX({{group[at_{k}]}},{{row[no_SIDE]}}))"
        elif k > 1:
            same = f"IF({{steps.top[goes_on_{k}]}},{{row[same_{k - 1}]}},{same})"
        formula = f"=IF(ISNUMBER(MATCH(0,{idle},0)),0,{same})"
        yield Column(f"same_{k}", f"Tied before step {k}", formula)
        if rules.looks_at_opponents:
            is_taken = f"{at}>=OverallCriteria+{_first_of_opponents(rules)}"
            yield from opponents.common(k, idle, is_taken, room)


def figures(rules: Rules, room: int, across: bool = False) -> Iterator[Column]:
    """The figure of each team in each step; more is better.

    ``across`` says that teams of several divisions are placed, each with its place in its own.
    """
    yield from _counting(rules) if rules.counts_some_ties else ()
    of_step = _of_step(rules)
    if rules.looks_at_opponents:
        yield from (opponents.common_games(k, of_step) for k in _steps_of(rules))
    if rules.has_groups:  # whoever is in another group is never level
        yield for_listed("value_group", "Figure of the group", "-{row[group_no]}")
    yield for_listed("value_0", "Figure 0", "IF({row[out]}=1,0,1)")
    figures_of_all = [key for key, _ in overall(rules).values()]
    lot = "{listed.row[lot]}"
    drawn = f"IF(ISNUMBER({lot}),IF({lot}>=1,1/{lot},0),0)"
    yield from _restart(rules).chosen() if rules.restart else ()
    for k in _steps_of(rules):
        at = _at_step(k, rules)
        figure = f"INDEX({{row[{figures_of_all[0]}:{figures_of_all[-1]}]}},1,{at})"
        sides = _among_tied(k, at, rules, room, across)
        value = f"IF({at}=0,0,IF({at}>OverallCriteria,{sides},{figure}))"
        if rules.restart:
            value = _restart(rules).drawn(k, value, drawn)
        yield of_step(f"value_{k}", f"Figure {k}", sort_key(value))
    if not rules.restart:
        yield for_listed(f"value_{_LAST}", "Figure of the lot", sort_key(drawn))


def _among_tied(k: int, at: str, rules: Rules, room: int, across: bool) -> str:
    """The figure of a team in a step that looks at the games among the tied: a formula."""
    games = [key for key, _ in HEAD_TO_HEAD.values()]
    columns = f"{{matches[SIDE_{games[0]}:SIDE_{games[-1]}]}}"
    sides = _sum_among_tied(k, f"INDEX({columns},0,{at}-OverallCriteria)")
    for nth, (_, of, of_both) in enumerate(_of_figures_among_tied(rules), len(games) + 1):
        sums = (
            f"({_sum_among_tied(k, f'{{matches[{side}_{column}]}}')})"
            for column in of
            for side in ("SIDE", "OTHER")
        )
        sides = f"IF({at}=OverallCriteria+{nth},{of_both(*sums)},{sides})"
    if rules.counts_some_ties:
        sides = f"IF({{row[even_{k}]}}=1,{sides},0)"
    for nth, name in enumerate(_of_opponents(rules), _first_of_opponents(rules)):
        if name == opponents.DIVISION_FIRST and not across:
            continue
        counted, won, lost = (
            f"({_sum_among_tied(k, f'{{matches[{column}]}}')})"
            for column in ("counted", "SIDE_won", "OTHER_won")
        )
        of_met = opponents.figure(name, k, counted, won, lost, room)
        sides = f"IF({at}=OverallCriteria+{nth},{of_met},{sides})"
    return sides


def _counting(rules: Rules) -> Iterator[Column]:
    """For each team and step, whether the games among the tied count.

    They may only where all have had as many, or where two are tied.
    """
    for k in _steps_of(rules):
        rank = f"rank_{k - 1}"
        tied = f"{{group[{rank}]}},{{row[{rank}]}}"
        conditions = []
        if rules.met_equally:
            games = _sum_among_tied(k, "{matches[counted]}")
            yield _of_step(rules)(f"met_{k}", f"Games among the tied, {k}", games)
            conditions.append(f'COUNTIFS({tied},{{group[met_{k}]}},"<>"&{{row[met_{k}]}})=0')
        if rules.only_two:
            conditions.append(f"COUNTIF({tied})=2")
        even = f"IF(AND({','.join(conditions)}),1,0)"
        if k > 1 and not rules.restart:
            even = f"IF({{steps.top[goes_on_{k}]}}=1,{{row[even_{k - 1}]}},{even})"
        yield walked(f"even_{k}", f"Games between count, {k}", even)


def _of_step(rules: Rules) -> ColumnKind:
    """What columns of a step are made by: teams that begin again have each a step of their own.

    Such columns need each other by turns, which LibreOffice cannot calculate on several threads.
    """
    return walked if rules.restart else for_listed


def _sum_among_tied(k: int, cells: str) -> str:
    """A sum over the games of a team among the tied, of a column of its SIDE or of the OTHER."""
    parts = (
        f"SUMIFS({cells.replace('SIDE', side).replace('OTHER', other)},"
        f"{{matches[no_{side}]}},{{row[no]}},{{matches[same_{k}]}},1)"
        for side, other in opponents.SIDES
    )
    return "+".join(parts)


def ranks(rules: Rules) -> Iterator[Column]:
    """The place of each team after each step: tied teams have the same.

    Whether a row has a team is asked by MATCH, as in :func:`among_tied`: with groups and more than
    thirty teams LibreOffice would calculate these on several threads, too.
    """
    if rules.restart:
        yield from _restart(rules).ranks()
        return
    for k in range(_LAST + 1):
        better = f'{{group[value_{k}]}},">"&{{row[value_{k}]}}'
        place = f"1+COUNTIF({better})"
        if rules.has_groups and not k:
            ahead = '{group[value_group]},">"&{row[value_group]}'
            yield for_listed("rank_group", "Place of the group", f"1+COUNTIF({ahead})")
            of_group = "{group[rank_group]},{row[rank_group]}"
            place = f"{{row[rank_group]}}+COUNTIFS({of_group},{better})"
        if k:
            before = f"rank_{k - 1}"
            place = f"{{row[{before}]}}+COUNTIFS({{group[{before}]}},{{row[{before}]}},{better})"
        yield walked(f"rank_{k}", f"Place after {k}", place)


def placing(rules: Rules) -> Iterator[Column]:
    """The place of each team, who shares it, its row in the table, and what decided it.

    With groups all teams stand in one order, one group below the other.
    """
    has_groups = rules.has_groups
    if rules.restart:
        before = (("group", GROUP), ("0", WITHDRAWN)) if has_groups else (("0", WITHDRAWN),)
        yield from _restart(rules).placing(before)
        return
    first = "group" if has_groups else "0"
    keys = f"{{group[value_{first}:value_{_LAST}]}}"
    labels = f"{{steps[name_{first}:name_{_LAST}]}}"
    rank, order = f"{{row[rank_{_LAST}]}}", "place"
    if has_groups:  # PLACE knows no groups
        order = f"rank_{_LAST}"
        yield for_listed("place", "Place", f"{rank}-{{row[before]}}")
    else:
        yield Column("place", "Place", f"=PLACE({keys})", array=True, native=if_listed(rank))
    sharing = f"COUNTIF({{group[{order}]}},{{row[{order}]}})"
    yield for_listed("sharing", "Sharing the place", sharing, width=12)
    position = f"{{row[{order}]}}+COUNTIF({{upto[{order}]}},{{row[{order}]}})-1"
    yield for_listed("position", "Row of the table", position, width=11)
    shared = ["IF({row[size]}>1,1,0)"] if has_groups else []
    shared += [
        f"IF(COUNTIF({{group[rank_{k}]}},{{row[rank_{k}]}})>1,1,0)" for k in range(_LAST + 1)
    ]
    decided = f'IF({{row[sharing]}}>1,"tied",INDEX({labels},1,1+{"+".join(shared)})&"")'
    yield computed.left(
        "decided",
        "Decided by",
        f"=DECIDED_BY({keys},{labels})",
        array=True,
        width=24,
        native=if_listed(decided),
    )
