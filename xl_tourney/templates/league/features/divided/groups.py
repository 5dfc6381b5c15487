"""Groups in one workbook: all teams stand in one order, one group below the other.

A place is counted within the group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ....parts.columns import Heading, for_listed
from ....parts.settings import Setting
from ....parts.table import Column, text_column
from ...feature import Brought, Feature, Rules
from ...tables import games_behind
from .places import NextPlaced

MOST_GROUPS = 32


class Grouping(Feature):
    """Teams stand in groups, divisions, or parts of a table."""

    has_met: ClassVar[str] = (
        "IF(AND(GamesToPlay=0,TeamsListed>1,MIN({group[played]})>0,SUM({group[unmet]})=0),1,0)"
    )
    mark: ClassVar[str] = ""
    """Who goes on now, where that is not told by the place."""
    final: ClassVar[str] = ""
    """What is settled when all games are played, where that is not told by the place."""
    clinched: ClassVar[str] = ""
    missed: ClassVar[str] = ""
    """Whether a team goes on whatever happens, or cannot, where a place does not say it."""
    no_race: ClassVar[str] = '""'
    """Why nobody says yet who can finish where."""
    is_counted_through: ClassVar[bool] = False
    """Whether places do not begin with 1 in each group."""

    @property
    def bounds_race(self) -> bool:
        return True

    def typed(self) -> Column:
        """The group of each team on Setup."""
        return text_column("group", "Group", 9, "The group of this team, such as A.")

    def membership(self, rules: Rules) -> Iterator[Column]:
        """The group of each team; the number of a group is that of the first team listed in it."""
        typed = 'TRIM({listed.row[group]}&"")'
        named = f'IF({typed}="","(none)",{typed})'
        yield for_listed.left("group_name", "Group", named, width=9)
        first = "MATCH({row[group_name]},{group[group_name]},0)"
        yield for_listed("group_no", "Group no.", first)
        before = 'COUNTIF({group[group_no]},"<"&{row[group_no]})'
        yield for_listed("before", "In groups before", before)
        yield for_listed("size", "In the group", "COUNTIF({group[group_no]},{row[group_no]})")

    def met(self) -> Iterator[Column]:
        """Whether a team has not met all of its group equally often."""
        unmet = "IF(MOD({row[played]},MAX(1,{row[size]}-1))=0,0,1)"
        yield for_listed("unmet", "Games of the group open", unmet)

    def games_behind(self) -> list[Column]:
        """Games behind the first, and the last that qualifies."""
        last = "MIN(PlacesUsed,{row[size]})"
        return games_behind(True, "{row[before]}+1", f"{{row[before]}}+{last}")

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting("RaceGroup", "The group that the sheet Race shows; blank: the first.")


@dataclass(frozen=True)
class Groups(Grouping):
    """Groups that play for themselves."""

    order, grouped_by, group_width = 90, "group_name", 8

    groups: bool = False

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        is_other = any(isinstance(one, Grouping) and one is not own for one in rules.features)
        return cls(True) if by.has_groups and not is_other else None

    def of_game(self, rules: Rules) -> Iterator[Column]:
        if across := rules.of(NextPlaced):
            yield from across.left_out()

    def constants(self, rules: Rules) -> Iterator[Setting]:
        if across := rules.of(NextPlaced):
            yield from across.smallest_group()

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return {"group_name": Heading("Group")}
