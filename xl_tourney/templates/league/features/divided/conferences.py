"""Divisions of conferences: the first of each division, then the best of the others, go on.

The standings are those of the divisions.  The page Conferences places all teams of a conference:
first the leaders of its divisions, then everybody else, each by criteria of their own.  These are
followed by the same steps as those of the divisions, in tables of the same columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from .....catalogue.expression import formula_of
from .....functions.tantrix.leads import games_behind
from ....parts import theme
from ....parts.checks import Check, read_checks
from ....parts.columns import NAME_WIDTH, Heading, for_listed, if_listed
from ....parts.plan import Hidden, Mark, NamedStandings, SheetPlan, TablePlan
from ....parts.settings import Setting
from ....parts.table import Column, InputRule, computed, text_column
from ...feature import SIDES, Brought, Feature, Refuse, Rules, Size
from ...rules import criteria
from ...standings import headings
from ...tables import BEHIND, DIFFERENCE, PERCENT
from ..overtime import Shootouts
from .groups import Grouping
from .places import Lines
from .split import Split

SHEET = "Conferences"
MOST_DIVISIONS = 16
_DIVISIONS = [
    text_column("division", "Division", 18, "A division, as it stands beside its teams."),
    text_column("conference", "Conference", 18, "The conference, or league, that it is in."),
]
_PLACES = InputRule("whole", "A whole number from 0.", 0, 100)

_SEED, _LAST_SEED = "{seeds.row[seed]}", "({seeds.row[seed]}+{seeds.row[sharing]}-1)"
"""The place in the conference, and the last of those that share it."""
_MARK = (
    f'IF({_LAST_SEED}<=ConferencePlaces,"Q",IF({_SEED}<=ConferencePlaces,"?",""))'
    '&IF({row[sharing]}>1,"=","")'
)
"""Who goes on now."""
_FINAL = (
    "IF({row[place]}*{row[sharing]}=1,{said.first},"
    f"IF({_LAST_SEED}<=ConferencePlaces,{{said.qualified}},"
    f"IF({_SEED}>ConferencePlaces,{{said.out}},{{said.open}})))"
)
"""What is settled when all games are played."""
_AMONG = "{group[conference_no]},{row[conference_no]})"
_CLINCHED = (
    "OR({row[worst_place]}<=DivisionPlaces,"
    f'COUNTIFS({{group[race_most]}},">="&{{row[race_least]}},{_AMONG}-1<'
    "ConferencePlaces-({row[others]}-1)*DivisionPlaces)"
)
"""Whether a team goes on whatever happens.

Who does not lead its division has its leaders ahead.  All other divisions may have leaders behind
it, whose places are not to be had; those who may be level or ahead are too few for the rest.
"""
_MISSED = (
    "AND({row[best_place]}>DivisionPlaces,"
    f'COUNTIFS({{group[race_least]}},">"&{{row[race_most]}},{_AMONG}>=ConferencePlaces)'
)
"""Whether a team cannot go on: it leads no division, and enough are ahead for certain."""


@dataclass(frozen=True)
class Conferences(Grouping):
    """Conferences of divisions."""

    part, order, grouped_by = "conferences", 70, "division_name"

    leaders: int = field(metadata={"least": 0})
    """So many of each division stand first in the conference."""
    places: int
    """So many of each conference go on."""
    divisions: tuple[tuple[str, str], ...] = ()
    """The name of each division, and of its conference."""
    criteria_across: tuple[str, ...] = field(default=(), metadata={"entry": "criteria"})
    """What places teams of different divisions."""

    has_met: ClassVar[str] = "0"
    mark: ClassVar[str] = _MARK
    final: ClassVar[str] = _FINAL
    clinched: ClassVar[str] = _CLINCHED
    missed: ClassVar[str] = _MISSED

    def completed(self, rules: Rules, refuse: Refuse) -> Conferences:
        if rules.of(Split):
            raise refuse(
                "conferences.leaders", "is of divisions, and this table divides; leave one"
            )
        checked = criteria.check_criteria(
            self.criteria_across,
            criteria.criteria_of(rules),
            lambda text: refuse("conferences.criteria", text),
        )
        return replace(self, criteria_across=checked or rules.criteria)

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        return own if by.has_groups else None

    def typed(self) -> Column:
        """The division of each team on Setup."""
        message = "The division of this team, such as Atlantic."
        return text_column("group", "Division", 16, message)

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting(
            "DivisionPlaces",
            "So many of each division stand first in their conference.",
            self.leaders,
            _PLACES,
        )
        yield Setting(
            "ConferencePlaces",
            "So many of each conference go on, these among them.",
            self.places,
            _PLACES,
        )
        chosen = [*self.criteria_across, *[None] * criteria.MAX_CRITERIA][: criteria.MAX_CRITERIA]
        for k, name in enumerate(chosen, 1):
            yield Setting(
                f"Seed{k}",
                f"Criterion {k} among teams of different divisions; blank for none.",
                name,
                InputRule("list", "Choose a criterion of the list beside.", "{criteria[name]}"),
                part_of="SeededBy",
            )
        yield from super().settings(rules)

    def in_order(self, names: Sequence[str], division_of: Mapping[str, str]) -> list[str]:
        """The teams in the order of their divisions in the rules, which is that of the table.

        Within a division they stay as they are, and so do those of other divisions, at the end.
        """
        order = {division.casefold(): at for at, (division, _) in enumerate(self.divisions)}
        last = len(order)
        return sorted(names, key=lambda name: order.get(division_of.get(name, "").casefold(), last))

    def membership(self, rules: Rules) -> Iterator[Column]:
        """The conference of each team, by its division."""
        yield from super().membership(rules)
        yield computed.left("division_name", "Division", "={row[group_name]}", width=16)
        row = "MATCH({row[group_name]},{divisions[division]},0)"
        found = f'IFERROR(INDEX({{divisions[conference]}},{row})&"","")'
        yield for_listed.left("conference", "Conference", found, width=16)
        number = "IFERROR(MATCH({row[conference]},{divisions[conference]},0),0)"
        only_one = (
            f'IF(COUNTA({{divisions[conference]}})=0,1,IF({{row[conference]}}="",0,{number}))'
        )
        yield for_listed("conference_no", "Conference no.", only_one)
        yield for_listed("opens", "First of its division", "IF({row[group_no]}={row[no]},1,0)")
        others = "COUNTIFS({group[conference_no]},{row[conference_no]},{group[opens]},1)"
        yield for_listed("others", "Divisions of it", others)

    def of_game(self, rules: Rules) -> Iterator[Column]:
        for what, column in (("division", "group_no"), ("conference", "conference_no")):
            home, away = (f"INDEX({{group[{column}]}},{{row[no_{side}]}})" for side in SIDES)
            same = f"IF({{row[no_home]}}*{{row[no_away]}}=0,0,IF({home}={away},1,0))"
            formula = f"=IF({{row[counted]}},{same},0)"
            yield computed.count(f"of_{what}", f"In one {what}", formula)

    def compared(self, rules: Rules) -> Iterator[Column]:
        for what in ("division", "conference"):

            def total(column: str, what: str = what) -> str:
                return "+".join(
                    f"SUMIFS({{matches[{column.format(side)}]}},{{matches[no_{side}]}},{{row[no]}},"
                    f"{{matches[of_{what}]}},1)"
                    for side in SIDES
                )

            played = total("counted")
            share = f"IF({played}=0,Half,({total('{}_won')}+Half*({total('tied')}))/({played}))"
            yield for_listed(
                f"{what}_share", f"{what.capitalize()} Pct", share, number_format=PERCENT
            )

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        return {
            "Division Pct": ("division_share", "Wins, a tie half, over games within the division."),
            "Conference Pct": ("conference_share", "The same within the conference."),
        }

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return {"division_name": Heading("Division")}

    def games_behind(self) -> list[Column]:
        """Games behind the first of the division, and the last that goes on in the conference."""
        first = "INDEX({group[lead]},MATCH({row[before]}+1,{group[position]},0))"
        behind = if_listed(formula_of(games_behind, first, "{row[lead]}", 0))
        line = if_listed("{seeds.row[behind]}")
        return [
            Column("gb_first", "Behind leader", behind, number_format=BEHIND, width=10),
            Column("gb_place", "Behind the line", line, number_format=BEHIND, width=10),
        ]

    def checks(self) -> Iterable[Check]:
        return read_checks("league")["conferences"]

    def tables(self, rules: Rules, size: Size, beside: str) -> Mapping[str, TablePlan]:
        room = size.teams
        listed = [
            {"division": division, "conference": conference}
            for division, conference in self.divisions
        ]
        called = {"group": "seeds", "steps": "seed_steps", "matches": "seed_games"}
        steps = list(criteria.steps(rules, "SeededBy"))
        return {
            "divisions": TablePlan("Setup", _DIVISIONS, MOST_DIVISIONS, listed, beside="criteria"),
            "seeds": TablePlan(
                "Calculation",
                [*_teams(rules), *_placed(rules, room)],
                room,
                beside=beside,
                aliases={**called, "teams": "group"},
            ),
            "seed_games": TablePlan(
                "Calculation",
                [*_games(rules), *criteria.among_tied(rules, room)],
                size.games,
                beside="seeds",
                aliases={**called, "played": "matches"},
            ),
            "seed_steps": TablePlan("Calculation", steps, 1, beside="seed_games", aliases=called),
            "conferences": TablePlan(
                SHEET,
                list(_table(rules)),
                room,
                upto="name",
                blank="place",
                looks=[
                    Mark(
                        "place:decided",
                        [(f"OR({','.join(_holds(sign) for sign in 'Qxy')})", theme.QUALIFIED)],
                        f"{{row[place]}}={theme.elsewhere('ConferencePlaces')}",
                    ),
                    Hidden({"row": "", "no": ""}),
                    NamedStandings(SHEET),
                ],
            ),
        }

    def sheets(self) -> Mapping[str, SheetPlan]:
        return {
            SHEET: SheetPlan(
                "The places in each conference: the leaders of its divisions, then the others.",
                "The leaders of the divisions stand first in their conference, then all others by "
                "the criteria Seed1 and so on of Setup. Q goes on.",
            )
        }


def _holds(sign: str) -> str:
    return f'LEFT({{row[mark]}})="{sign}"'


def _teams(rules: Rules) -> Iterator[Column]:
    """Of each team what the steps look at: its figures, and whether it leads its division."""
    for key in ("no", "name", "key", "out", "conference_no"):
        yield Column(key, key.capitalize(), f"={{teams.row[{key}]}}")
    leads = "IF({teams.row[place]}<=DivisionPlaces,1,0)"
    yield for_listed("leads", "Leads its division", leads)
    of_both = "{row[conference_no]}+{row[conference_no]}-{row[leads]}"
    yield for_listed("group_no", "Leaders, then others", of_both)
    yield for_listed("before", "Before", 'COUNTIF({group[group_no]},"<"&{row[group_no]})')
    yield for_listed("size", "Among them", "COUNTIF({group[group_no]},{row[group_no]})")
    for key, _ in criteria.overall(rules).values():
        yield Column(key, key.capitalize(), f"={{teams.row[{key}]}}")
    if rules.looks_at_opponents:
        yield Column("division_no", "Division no.", "={teams.row[group_no]}")
        yield Column("division_place", "Place in the division", "={teams.row[place]}")


def _games(rules: Rules) -> Iterator[Column]:
    """Of each game what the steps look at."""
    keys = [key for key, _ in criteria.HEAD_TO_HEAD.values()]
    keys += ["second"] if rules.second not in ("", "overs") else []
    of_opponents = ("tied", "home_won", "away_won") if rules.looks_at_opponents else ()
    for key in ("no_home", "no_away", "counted", *of_opponents):
        yield Column(key, key.capitalize(), f"={{played.row[{key}]}}")
    for side in SIDES:
        for key in keys:
            name = f"{side}_{key}"
            yield Column(name, name.capitalize(), f"={{played.row[{name}]}}")


def _placed(rules: Rules, room: int) -> Iterator[Column]:
    yield from criteria.figures(rules, room, across=True)
    yield from criteria.ranks(rules)
    yield from criteria.placing(rules)
    above = 'COUNTIF({group[conference_no]},"<"&{row[conference_no]})'
    yield for_listed("above", "In conferences before", above)
    yield for_listed("seed", "Place in the conference", "{row[place]}+{row[before]}-{row[above]}")
    last = "INDEX({teams[lead]},MATCH({row[above]}+ConferencePlaces,{group[position]},0))"
    behind = formula_of(games_behind, last, "{teams.row[lead]}", 0)
    out_of_reach = f'IF({{row[leads]}}=1,"",IFERROR({behind},""))'
    yield for_listed("behind", "Behind the last place", out_of_reach, number_format=BEHIND)


def _table(rules: Rules) -> Iterator[Column]:
    """The page of the conferences, sorted."""
    headed = headings(rules)

    def of(heading: Heading, key: str, table: str = "group", of: str = "", **look: Any) -> Column:
        found = f"INDEX({{{table}[{of or key}]}},{{row[no]}})"
        return heading.of(key, f'=IF({{row[no]}}="","",{found})', **look)

    at = 'IF({row[row]}>TeamsListed,"",MATCH({row[row]},{seeds[position]},0))'
    left, strong = {"align": "left"}, theme.STRONG
    yield of(Heading("Place"), "place", "seeds", "seed", width=6, align="center")
    mark = "INDEX({standings[mark]},MATCH({row[no]},{standings[no]},0))"
    yield headed["mark"].of("mark", f'=IF({{row[no]}}="","",{mark})', width=6, align="center")
    yield Column("row", "Row", "={group.row[no]}", width=6)
    yield Column("no", "No.", f"={at}", width=6)
    yield of(headed["name"], "name", width=NAME_WIDTH, style=strong, **left)
    yield of(Heading("Conference"), "conference", width=18, **left)
    yield of(headed["division_name"], "division_name", width=14, **left)
    yield of(Heading("In division"), "in_division", of="place", width=8)
    if rules.of(Lines):
        yield of(headed["zone"], "zone", width=16, **left)
    record = ("late_lost", "points") if rules.of(Shootouts) else ("tied",)
    if rules.is_by_percentage:
        record = ("tied", "percent")
    for key in ("played", "won", "lost", *record, "difference"):
        formats = {"difference": DIFFERENCE, "percent": PERCENT}
        yield of(headed[key], key, width=6, number_format=formats.get(key, "General"))
    if rules.is_by_percentage:
        behind = Heading("WCGB", "Games behind the last place that goes on")
        yield of(behind, "behind", "seeds", width=7, number_format=BEHIND)
    yield of(headed["decided"], "decided", "seeds", width=18, **left)
