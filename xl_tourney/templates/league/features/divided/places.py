"""Places that have a name, and teams in one place of their groups, such as the best thirds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....parts import theme
from ....parts.columns import NAME_WIDTH, Heading, decided_by_column, for_listed, places, sort_key
from ....parts.plan import Hidden, Mark, NamedStandings, SheetPlan, TablePlan
from ....parts.settings import Setting, counted
from ....parts.table import Column, InputRule, computed
from ...feature import OTHER, SIDES, Brought, Entries, Feature, Refuse, Rules, Size
from ...rules.criteria import LOT, check_criteria, overall
from ...standings import headings
from ...tables import DIFFERENCE

SHEET = "Across groups"
_MOST_LINES = 6
_PLACE = InputRule("whole", "A place from 1, or from the last, which is -1.", -100, 100)
_SUMS = {
    "won": "SIDE_won",
    "tied": "tied",
    "lost": "OTHER_won",
    "scored": "SIDE_scored",
    "conceded": "OTHER_scored",
    "points": "SIDE_points",
}
"""The columns of games that are summed for a team, by the key of its figure."""


@dataclass(frozen=True)
class NextPlaced(Feature):
    """How teams in the same place of their groups are ranked, such as the best thirds."""

    part, order = "next_placed", 50
    last_in_reach = "IF(N(NextBest)>0,MAX(RacePlaces,N(NextPlace)),RacePlaces)"

    place: int
    best: int = field(metadata={"least": 0})
    """How many of them go on."""
    criteria_across: tuple[str, ...] = field(default=(), metadata={"entry": "criteria"})
    equal_games: bool = False
    """Whether games against the last of larger groups are left out."""

    def completed(self, rules: Rules, refuse: Refuse) -> NextPlaced:
        if "split" in {one.part for one in rules.features}:
            raise refuse("next_placed", "ranks groups, and these are parts of one table")
        there = {name: about for name, (_, about) in overall(rules).items()}
        usual = tuple(name for name in rules.criteria if name in there)
        checked = check_criteria(
            self.criteria_across, there, lambda text: refuse("next_placed.criteria", text)
        )
        return replace(self, criteria_across=checked or usual)

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        return own if by.has_groups else None

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting(
            "NextPlace",
            "Which place of the groups is ranked across them, such as 3 for the best thirds.",
            self.place,
            InputRule("whole", "A whole number from 1.", 1, 100),
        )
        yield Setting(
            "NextBest",
            "How many of those in that place go on.",
            self.best,
            InputRule("whole", "A whole number from 0.", 0, 100),
        )

    def smallest_group(self) -> Iterator[Setting]:
        """So many games count of every team."""
        if self.equal_games:
            yield counted("SmallestGroup", "the teams of the smallest group.", "MIN({group[size]})")

    def left_out(self) -> Iterator[Column]:
        """Whether a game is one against the last of a group that is larger than others."""
        if self.equal_games:
            places = (f"INDEX({{group[place]}},{{row[no_{side}]}})" for side in SIDES)
            beyond = ",".join(f"N({place})>SmallestGroup" for place in places)
            known = "{row[no_home]}*{row[no_away]}>0"
            formula = f"=IF({{row[counted]}},IF({known},IF(OR({beyond}),1,0),0),0)"
            yield Column("short", "Against the last of a larger group", formula)

    def tables(self, rules: Rules, size: Size, beside: str) -> Mapping[str, TablePlan]:
        groups = size.groups
        labels = [*self.criteria_across, LOT]
        names = [
            computed.left(f"name_{at}", f"Key {at}", f'="{label}"', width=14)
            for at, label in enumerate(labels)
        ]
        numbers = [{"nth": number} for number in range(1, groups + 1)]
        columns = list(self._nexts(rules))
        return {
            "nexts": TablePlan("Calculation", columns, groups, numbers, beside=beside),
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

    def _nexts(self, rules: Rules) -> Iterator[Column]:
        """For each group who has the place, the figures, and the place among all of them."""

        def figure(key: str) -> str:
            if not self.equal_games or key not in _SUMS:
                return f"INDEX({{group[{key}]}},{{row[key]}})"
            return "+".join(
                f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{{row[key]}},"
                "{matches[short]},0)"
                for side in SIDES
                for column in [_SUMS[key].replace("SIDE", side).replace("OTHER", OTHER[side])]
            )

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
        difference = figure("difference") if rules.sums_differences else own
        yield for_listed("difference", "Difference", difference)
        keys = []
        for at, name in enumerate(self.criteria_across):
            of, _ = overall(rules)[name]
            known = f"{{row[{of}]}}" if of in (*_SUMS, "difference") else figure(of)
            keys.append(f"criterion_{at}")
            yield for_listed(keys[-1], name, sort_key(known))
        lot = "INDEX({listed[lot]},{row[key]})"
        keys.append("drawn")
        yield for_listed("drawn", "By lot", f"IF(ISNUMBER({lot}),IF({lot}>=1,1/{lot},0),0)")
        yield from places("nexts", keys, "key")
        yield decided_by_column("nexts", keys, f"{{next_keys[name_0:name_{len(keys) - 1}]}}")

    def sheets(self) -> Mapping[str, SheetPlan]:
        return {
            SHEET: SheetPlan(
                "Those in one place of each group, ranked across the groups.",
                "The teams in the place of their groups that Setup says, ranked across them. Q "
                "goes on.",
            )
        }


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


# Lines --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """Places with a name of their own: promotion, a play-off, relegation."""

    name: str
    first: int
    """Places are counted from 1; below 0 from the last, which is -1."""
    last: int

    @classmethod
    def read(cls, part: Entries) -> Line:
        name = part.text("name")
        first, last, lowest = (part.whole(key) for key in ("from", "to", "last"))
        part.done()
        if lowest is not None and (first, last) == (None, None):
            return cls(name, -lowest, -1)
        if first is None or lowest is not None:
            raise part.error(
                "from", "is missing; say from = 1 and to = 4, or last = 3 for the last 3"
            )
        if last is not None and last < first:
            raise part.error("to", f"is {last}, above from, {first}; change them round")
        return cls(name, first, first if last is None else last)


@dataclass(frozen=True)
class Lines(Feature):
    """The places that have a name."""

    order = 55

    lines: tuple[Line, ...] = ()

    @classmethod
    def read(cls, entries: Entries) -> Lines | None:
        lines = tuple(map(Line.read, entries.tables("line")))
        if len(lines) > _MOST_LINES:
            raise entries.error("line", f"stands {len(lines)} times; there is room for 6")
        return cls(lines) if lines else None

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        is_of_conferences = "conferences" in {one.part for one in rules.features}
        return own if by.has_groups or not is_of_conferences else None

    def settings(self, rules: Rules) -> Iterator[Setting]:
        for k, line in enumerate(self.lines, 1):
            called = "What these places are called; blank for none."
            yield Setting(f"Line{k}Name", called, line.name)
            yield Setting(f"Line{k}From", "From this place; -1 is the last.", line.first, _PLACE)
            yield Setting(f"Line{k}To", "To this place.", line.last, _PLACE)

    def of_places(self, rules: Rules) -> Iterator[Column]:
        last = "{row[size]}" if rules.has_groups and rules.group_key != "part" else "TeamsListed"
        place = "{seeds.row[seed]}" if rules.group_key == "division_name" else "{row[place]}"
        formula = '""'
        for k in range(len(self.lines), 0, -1):
            first, to = f"Line{k}From", f"Line{k}To"
            counted = f"IF(N({first})<0,{place}-{last}-1,{place})"
            inside = f"AND(ISNUMBER({first}),{counted}>=N({first}),{counted}<=N({to}))"
            formula = f'IF({inside},Line{k}Name&"",{formula})'
        yield for_listed.left("zone", "Goes to", formula, width=16)

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return {"zone": Heading("Goes to")}

    def mark(self) -> Mark:
        """The names of places, those that are counted from the last in another tint."""
        looks = []
        for k, line in enumerate(self.lines, 1):
            named = f'AND({{row[zone]}}<>"",{{row[zone]}}={theme.elsewhere(f"Line{k}Name")})'
            looks.append((named, theme.LOOK_OUT if line.first < 0 else theme.GOOD))
        return Mark("zone", looks)
