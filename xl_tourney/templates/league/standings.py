"""The league table as it is shown: its columns, headed as by those who follow such a league."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from ..parts import theme
from ..parts.columns import NAME_WIDTH, ORDER_OF_TEAMS, Heading
from ..parts.qualification.terms import race_headings
from ..parts.table import Column
from .feature import Rules
from .tables import BEHIND, DIFFERENCE, PERCENT, RATIO


@cache
def _written() -> Mapping[str, Heading]:
    """The headings of all leagues, as the table beside this module has them."""
    rows = (Path(__file__).parent / "headings.tsv").read_text("utf-8").splitlines()[1:]
    return {key: Heading(*texts) for key, *texts in (row.split("\t") for row in rows)}


def headings(rules: Rules) -> Mapping[str, Heading]:
    """The columns of a league table, headed as by those who follow such a league."""
    named = {
        **_written(),
        **headings_of_late(rules),
        **_headings_of_scores(rules),
        **race_headings("wins", "team"),
    }
    if rules.is_american:
        named["played"] = named["played"]._replace(short="GP")
    if rules.is_by_percentage:
        named["tied"] = Heading("T", "Tied", "Tied")
    for feature in rules.features:
        named |= feature.headings(rules)
    for key, text in rules.headings.items():
        named[key] = Heading(text, named[key].words or named[key].short, note=named[key].note)
    return named


def headings_of_late(
    rules: Rules, is_within: bool = False, is_close: bool = False
) -> Mapping[str, Heading]:
    """How won and lost are headed, and those after overtime, where these stand apart."""
    clearly, after = " in regular time", "after regular time"
    if is_close:
        clearly, after = " clearly", "closely"
    lost_apart = rules.points.has_overtime and not is_within
    won_apart = lost_apart and rules.points.overtime_win != rules.points.win
    return {
        "won": Heading("W", f"Won{clearly if won_apart else ''}", "Won"),
        "late_won": Heading("OTW", f"Won {after}", "Won OT"),
        "late_lost": Heading("OTL", f"Lost {after}", "Lost OT"),
        "lost": Heading("L", f"Lost{clearly if lost_apart else ''}", "Lost"),
    }


GOALS = {
    "scored": Heading("GF", "Goals for", "For"),
    "conceded": Heading("GA", "Goals against", "Against"),
    "difference": Heading("GD", "Goal difference", "Difference"),
}


def _headings_of_scores(rules: Rules) -> Mapping[str, Heading]:
    what = rules.scores.capitalize()
    of_scores = {
        "scored": Heading("For", what and f"{what} for"),
        "conceded": Heading("Against", what and f"{what} against"),
        "difference": Heading("Diff", f"{what} difference".strip().capitalize(), "Difference"),
    }
    ratio = Heading("Ratio", f"{what} for over {rules.scores} against")
    return {**(GOALS if rules.is_football else of_scores), "ratio": ratio}


_STRONG = ("place", "name", "points", "gb_first", "gb_place")
_ALIGN = {
    "name": "left",
    "zone": "left",
    "group_name": "left",
    "division_name": "left",
    "part": "left",
    "state": "left",
    "decided": "left",
    "place": "center",
    "mark": "center",
}
_LATE = {"won": "late_won", "lost": "late_lost"}


def shown_figure(
    key: str,
    heading: Heading,
    width: float = 6,
    number_format: str = "General",
    unless: str = "",
    late: str = "",
) -> Column:
    """A figure of the team in this row, left blank while another one is 0.

    Of games won or lost those after regular time (``late``) stand apart where they count otherwise.
    """
    found = f"INDEX({{group[{key}]}},{{row[no]}})"
    if late:
        apart = "Overtime{0}Points<>{0}Points".format("Win" if key == "won" else "Loss")
        found = f"{found}-IF({apart},INDEX({{group[{late}]}},{{row[no]}}),0)"
    if unless:
        found = f'IF(INDEX({{group[{unless}]}},{{row[no]}})=0,"",{found})'
    return heading.of(
        key,
        f'=IF({{row[no]}}="","",{found})',
        number_format=number_format,
        width=width,
        align=_ALIGN.get(key, "right"),
        style=theme.STRONG if key in _STRONG else None,
    )


def _clinched(mark: Column) -> Column:
    """The mark as American leagues print it: y, x and e where a place is settled."""
    settled_as = {"first": "y", "qualified": "x", "out": "e"}
    found = mark.formula.removeprefix('=IF({row[no]}="","",').removesuffix(")")
    letter = f'SUBSTITUTE({found},"=","")'
    for state, clinched in settled_as.items():
        letter = f'IF({{row[state]}}={{said.{state}}},"{clinched}",{letter})'
    return replace(mark, formula=f'=IF({{row[no]}}="","",{letter}&IF(RIGHT({found})="=","=",""))')


NUMBERS = ("magic_first", "out_first", "magic_place", "out_place")
"""The columns of the standings with magic and elimination numbers."""
OF_SEASON = ("left", *NUMBERS, "state")
"""The columns of the standings that need the length of the season."""
OF_RACE = ("best_place", "worst_place", "to_clinch", "to_stay")
"""The columns of the standings that need the games to come."""
OF_PERCENTAGE = ("percent", "gb_first", "gb_place", *NUMBERS)
"""The columns of a league of wins and losses."""
OF_OVERTIME = ("late_won", "late_lost")
OF_POINTS = ("scored", "conceded", "difference", "points")
"""The columns of a league of goals and points."""


def standings(rules: Rules) -> list[Column]:
    """The table of a league of games; draws stand before the losses where points are counted."""
    headed = headings(rules)
    apart = {} if rules.any(lambda feature: feature.is_late_within) else _LATE

    def shown(*keys: str, width: float = 6, number_format: str = "General") -> list[Column]:
        return [
            shown_figure(key, headed[key], width, number_format, late=apart.get(key, ""))
            for key in keys
        ]

    own = rules.first(lambda feature: feature.record) or ()
    last = ("lost", "tied") if rules.is_by_percentage else ("tied", "lost")
    usual = ("won", "late_won", "late_lost", *last)
    record = usual if rules.is_by_percentage else own or usual
    scores = [("ratio", 8.0, RATIO)] if rules.scores and "Ratio" in rules.criteria else []
    scores += rules.all(lambda feature: feature.shown(rules))
    race = OF_RACE[:2] if rules.is_bounded else OF_RACE
    columns = [
        *opening(headed, rules.is_american),
        *(shown(rules.group_key, width=rules.group_width) if rules.has_groups else ()),
        *shown("played", "to_play"),
        *shown(*record),
        *shown("scored", "conceded"),
        *shown("difference", number_format=DIFFERENCE),
        *(shown_figure(key, headed[key], width, look) for key, width, look in scores),
        *(() if own else shown("points")),
        *of_season(headed),
        *shown(*race, width=8),
        *(shown("zone", width=16) if "zone" in headed else ()),
        *closing(headed, 25),
    ]
    for feature in rules.features:
        columns = feature.in_table(columns, rules)
    return columns


def standings_of_teams(rules: Rules) -> list[Column]:
    """The same of a table of teams, which is sorted by percentage."""
    headed = headings(rules)
    record = (shown_figure(key, headed[key]) for key in ("played", "won", "lost", "tied"))
    return [*opening(headed, rules.is_american), *record, *of_season(headed), *closing(headed, 18)]


def opening(headed: Mapping[str, Heading], is_american: bool = False) -> list[Column]:
    """The place of a team, its mark and its name."""
    mark = shown_figure("mark", headed["mark"])
    return [
        shown_figure("place", headed["place"]),
        _clinched(mark) if is_american else mark,
        ORDER_OF_TEAMS,
        shown_figure("name", headed["name"], NAME_WIDTH),
    ]


def of_season(headed: Mapping[str, Heading]) -> list[Column]:
    """Percentage, games behind, and magic numbers, each blank while its counterpart is 0."""
    return [
        shown_figure("percent", headed["percent"], 6, PERCENT),
        *(shown_figure(key, headed[key], 7, BEHIND) for key in ("gb_first", "gb_place")),
        shown_figure("left", headed["left"]),
        *(
            shown_figure(key, headed[key], 9, unless=unless)
            for pair in (NUMBERS[:2], NUMBERS[2:])
            for key, unless in (pair, pair[::-1])
        ),
    ]


def closing(headed: Mapping[str, Heading], width: float) -> list[Column]:
    """What is settled, and what decided the place."""
    return [
        shown_figure("state", headed["state"], 11),
        shown_figure("decided", headed["decided"], width),
    ]
