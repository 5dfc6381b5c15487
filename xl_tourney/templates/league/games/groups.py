"""Groups in one workbook, and teams in the same place of them ranked, such as the best thirds.

All teams stand in one order, one group below the other; a place is counted within the group.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...parts import theme
from ...parts.columns import (
    NAME_WIDTH,
    Heading,
    decided_by_column,
    for_listed,
    places,
    sort_key,
)
from ...parts.plan import Hidden, Mark, NamedStandings, SheetPlan, TablePlan
from ...parts.table import Column, computed, text_column
from ..rules.criteria import LOT, overall
from ..rules.rules import Rules
from ..standings import headings
from ..tables import DIFFERENCE
from .venues import SIDES

SHEET = "Across groups"
MOST_GROUPS = 32
TYPED = text_column("group", "Group", 9, "The group of this team, such as A.")
"""The group of each team on Setup."""


def membership() -> Iterator[Column]:
    """The group of each team; the number of a group is that of the first team listed in it."""
    typed = 'TRIM({listed.row[group]}&"")'
    named = f'IF({typed}="","(none)",{typed})'
    yield for_listed.left("group_name", "Group", named, width=9)
    first = "MATCH({row[group_name]},{group[group_name]},0)"
    yield for_listed("group_no", "Group no.", first)
    yield for_listed("before", "In groups before", 'COUNTIF({group[group_no]},"<"&{row[group_no]})')
    yield for_listed("size", "In the group", "COUNTIF({group[group_no]},{row[group_no]})")


def met() -> Iterator[Column]:
    """Whether a team has not met all of its group equally often."""
    unmet = "IF(MOD({row[played]},MAX(1,{row[size]}-1))=0,0,1)"
    yield for_listed("unmet", "Games of the group open", unmet)


# Across the groups --------------------------------------------------------------------------------

_SUMS = {
    "won": ("{side}_won",),
    "tied": ("tied",),
    "lost": ("{other}_won",),
    "scored": ("{side}_scored",),
    "conceded": ("{other}_scored",),
    "points": ("{side}_points",),
}
"""The columns of games that are summed for a team, by the key of its figure."""


def is_short() -> Column:
    """Whether a game is one against the last of a group that is larger than others."""
    places = (f"INDEX({{group[place]}},{{row[no_{side}]}})" for side in SIDES)
    beyond = ",".join(f"N({place})>SmallestGroup" for place in places)
    known = "{row[no_home]}*{row[no_away]}>0"
    formula = f"=IF({{row[counted]}},IF({known},IF(OR({beyond}),1,0),0),0)"
    return Column("short", "Against the last of a larger group", formula)


def tables(rules: Rules, groups: int, beside: str) -> dict[str, TablePlan]:
    """The table of those in one place, and the figures behind it; none without a rule for it."""
    if not rules.next_placed:
        return {}
    labels = [*rules.next_placed.criteria, LOT]
    names = [
        computed.left(f"name_{at}", f"Key {at}", f'="{label}"', width=14)
        for at, label in enumerate(labels)
    ]
    numbers = [{"nth": number} for number in range(1, groups + 1)]
    return {
        "nexts": TablePlan("Calculation", list(_nexts(rules)), groups, numbers, beside=beside),
        "next_keys": TablePlan("Calculation", names, 1, beside="nexts"),
        "across": TablePlan(
            SHEET,
            list(_table(rules)),
            groups,
            upto="name",
            blank="place",
            looks=[
                Mark(
                    "place:decided",
                    [('LEFT({row[mark]})="Q"', theme.QUALIFIED)],
                    f"{{row[place]}}={theme.elsewhere('NextBest')}",
                ),
                Hidden({"row": "", "at": ""}),
                NamedStandings("Across"),
            ],
        ),
    }


def _nexts(rules: Rules) -> Iterator[Column]:
    """For each group who has the place, the figures, and the place among all of them."""
    assert rules.next_placed
    equal = rules.next_placed.equal_games

    def figure(key: str) -> str:
        if not equal or key not in _SUMS:
            return f"INDEX({{group[{key}]}},{{row[key]}})"
        parts = []
        for side in SIDES:
            column = _SUMS[key][0].format(side=side, other="away" if side == "home" else "home")
            parts.append(
                f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{{row[key]}},"
                "{matches[short]},0)"
            )
        return "+".join(parts)

    yield Column("nth", "Group", width=10, style=theme.VALUE)
    above = 'COUNTIF({group[group_no]},"<="&MAX({before[first]}))'
    found = f"IFERROR(SMALL({{group[group_no]}},1+{above}),0)"
    yield Column("first", "Its first team", f"={found}")
    for key, heading in (("before", "Teams before"), ("size", "Teams")):
        found = f"INDEX({{group[{key}]}},{{row[first]}})"
        yield Column(key, heading, f"=IF({{row[first]}}=0,0,{found})")
    found = "MATCH({row[before]}+NextPlace,{group[position]},0)"
    yield Column("key", "Team no.", f"=IF({{row[size]}}<N(NextPlace),0,IFERROR({found},0))")
    for key in _SUMS:
        yield for_listed(key, key.capitalize(), figure(key))
    yield for_listed("played", "Played", "{row[won]}+{row[tied]}+{row[lost]}")
    own = "{row[scored]}-{row[conceded]}"
    capped = rules.difference_cap is not None
    yield for_listed("difference", "Difference", figure("difference") if capped else own)
    keys = []
    for at, name in enumerate(rules.next_placed.criteria):
        of, _ = overall(rules)[name]
        known = f"{{row[{of}]}}" if of in (*_SUMS, "difference") else figure(of)
        keys.append(f"criterion_{at}")
        yield for_listed(keys[-1], name, sort_key(known))
    lot = "INDEX({listed[lot]},{row[key]})"
    keys.append("drawn")
    yield for_listed("drawn", "By lot", f"IF(ISNUMBER({lot}),IF({lot}>=1,1/{lot},0),0)")
    yield from places("nexts", keys, "key")
    yield decided_by_column("nexts", keys, f"{{next_keys[name_0:name_{len(keys) - 1}]}}")


def _table(rules: Rules) -> Iterator[Column]:
    """The table across the groups, sorted."""
    headed = headings(rules)
    at = 'IF({row[row]}>COUNTIF({nexts[key]},">0"),"",MATCH({row[row]},{nexts[position]},0))'

    def shown(heading: Heading, key: str, value: str, **look: Any) -> Column:
        return heading.of(key, f'=IF({{row[at]}}="","",{value})', **look)

    def figure(key: str) -> str:
        return f"INDEX({{nexts[{key}]}},{{row[at]}})"

    def team(key: str) -> str:
        return f"INDEX({{group[{key}]}},{figure('key')})"

    within = (
        'IF({row[place]}+{sharing}-1<=N(NextBest),"Q",IF({row[place]}<=N(NextBest),"?",""))'
    ).replace("{sharing}", figure("sharing"))
    yield shown(headed["place"], "place", figure("place"), width=6, align="center")
    yield shown(headed["mark"], "mark", within, width=6, align="center")
    yield Column("row", "Row", "={nexts.row[nth]}", width=6)
    yield Column("at", "Row of the groups", f"={at}", width=6)
    strong = theme.STRONG
    yield shown(headed["name"], "name", team("name"), width=NAME_WIDTH, align="left", style=strong)
    yield shown(Heading("Group"), "group", team("group_name"), width=9, align="left")
    for key in ("played", "won", "tied", "lost", "scored", "conceded", "difference", "points"):
        number_format = DIFFERENCE if key == "difference" else "General"
        yield shown(headed[key], key, figure(key), width=6, number_format=number_format)
    yield shown(headed["decided"], "decided", figure("decided"), width=18, align="left")


def sheet_plan() -> SheetPlan:
    """The page of the table across the groups."""
    return SheetPlan(
        "Those in one place of each group, ranked across the groups.",
        "The teams in the place of their groups that Setup says, ranked across them. Q goes on.",
    )
