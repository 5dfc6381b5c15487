"""Direct encounter by native formulas (Article 6): the tied group is split step by step.

A group is named by the place of its first player.  Where all players of a group have met, a step
puts them in order by their points against each other (6.2).  Otherwise it places those first whom
nobody can pass, whatever the games that were not played would have brought (6.3), and the others
begin anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...parts.table import Column
from ..rounds import for_rounds, sum_of_rounds
from .families import if_player

STEPS = 4
"""How often a group is split; a check says when another step could split it further."""


def met_columns(rounds: int, forfeits: bool) -> Iterator[Column]:
    """The opponent of each round that counts: by 6.1.1 no forfeit, by 15.2 all of a round robin."""
    counts = (
        "MOD({row[kind_#]},10)<6"
        if forfeits
        else ("IF(RoundRobin=1,MOD({row[kind_#]},10)<6,MOD({row[kind_#]},10)<4)")
    )
    formula = f"=IF(N({{row[kind_#]}})<100,0,IF({counts},INT({{row[kind_#]}}/100),0))"
    yield from for_rounds(rounds, "met", "met", formula, only="native")


def comparison_columns(rounds: int, group: str) -> Iterator[Column]:
    """The group before, its parts step by step, and the place inside the group."""

    def column(key: str, heading: str, formula: str) -> Column:
        return Column(key, heading, if_player(formula), width=11, only="native")

    met = f"{{rounds.row[met_1:met_{rounds}]}}"

    def inside(group: str, value: str) -> str:
        """A value for each opponent in the own group; repeated games count by their average."""
        same = f"N(INDEX({{score[{group}]}},{{rounds.row[met_#]}}))={{row[{group}]}}"
        once = f"{value}/COUNTIF({met},{{rounds.row[met_#]}})"
        term = f"IF({{rounds.row[met_#]}}=0,0,IF({same},{once},0))"
        return sum_of_rounds(range(1, rounds + 1), term)

    yield column("group_0", "Tied for place", group)
    for step in range(1, STEPS + 1):
        before, key = f"group_{step - 1}", f"group_{step}"
        size, points, best, clear, placed = (
            f"{name}_{step}" for name in ("size", "inside", "best", "clear", "placed")
        )
        members = f"{{score[{before}]}},{{row[{before}]}}"
        counted = f"COUNTIF({members})"
        if step > 1:
            last = f"{{row[size_{step - 1}]}}"
            counted = f"IF({last}=1,1,IF({counted}={last},1,{counted}))"
        yield column(size, f"Step {step}: players", counted)
        alone = f"{{row[{size}]}}=1"
        own = {name: f"{{row[{name}]}}" for name in (size, points, best, clear, placed, before)}
        yield column(
            points,
            f"Step {step}: points inside",
            f"IF({alone},0,ROUND({inside(before, '{rounds.row[points_#]}')},9))",
        )
        missing = f"Win*({own[size]}-1-({inside(before, '1')}))"
        yield column(
            best,
            f"Step {step}: at best",
            f"IF({alone},0,IF(RoundRobin=1,{own[points]},ROUND({own[points]}+{missing},9)))",
        )
        above = f'COUNTIFS({members},{{score[{points}]}},">"&{own[best]})'
        below = f'COUNTIFS({members},{{score[{best}]}},"<"&{own[points]})'
        yield column(
            clear,
            f"Step {step}: apart from all",
            f"IF({alone},1,IF({above}+{below}={own[size]}-1,1,0))",
        )
        unclear = f'COUNTIFS({members},{{score[{clear}]}},0,{{score[{points}]}},">="&{own[points]})'
        yield column(
            placed,
            f"Step {step}: placed",
            f"IF(OR({alone},{own[clear]}=0),0,IF({unclear}=0,1,0))",
        )
        all_met = (
            f"ROUND(SUMIFS({{score[{best}]}},{members}),6)"
            f"=ROUND(SUMIFS({{score[{points}]}},{members}),6)"
        )
        more = f'COUNTIFS({members},{{score[{points}]}},">"&{own[points]})'
        behind = f"COUNTIFS({members},{{score[{placed}]}},1)"
        moved = f"IF({all_met},{more},IF({own[placed]}=1,{above},{behind}))"
        yield column(
            key,
            f"Step {step}: group",
            f"IF({alone},{own[before]},{own[before]}+{moved})",
        )
    last = f"{{row[group_{STEPS}]}}"
    left = f"COUNTIF({{score[group_{STEPS}]}},{last})"
    size = f"{{row[size_{STEPS}]}}"
    yield column(
        "unsettled",
        "Another step could split",
        f"IF({size}=1,0,IF(OR({left}={size},{left}=1),0,1))",
    )
    yield column("encounter", "DE", f"{last}-{{row[group_0]}}+1")
