"""The league table as it is shown: its columns, headed as by those who follow such a league."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..parts import theme
from ..parts.columns import NAME_WIDTH, ORDER_OF_TEAMS, Heading
from ..parts.qualification.terms import race_headings
from ..parts.table import Column
from .rules.rules import Rules
from .tables import BEHIND, DIFFERENCE, PERCENT, RATE, RATIO


def group_key(rules: Rules) -> str:
    """The column that says where a team is, in a table that has groups, divisions or parts."""
    return "part" if rules.split else "division_name" if rules.conferences else "group_name"


def headings(rules: Rules) -> Mapping[str, Heading]:
    """The columns of a league table, headed as by those who follow such a league."""
    goals = rules.is_football or rules.tells_shootouts
    what = rules.scores.capitalize()
    points = rules.points
    second = rules.second.capitalize()
    lost_apart = points.has_overtime and not rules.overtime_within
    won_apart = lost_apart and points.overtime_win != points.win
    in_regular_time = " in regular time" if rules.late_margin is None else " clearly"
    after = "after regular time" if rules.late_margin is None else "closely"
    named = {
        "place": Heading("Place"),
        "mark": Heading("Mark"),
        "name": Heading("Team"),
        "played": Heading("GP" if rules.is_american else "P", "Games played", "Played"),
        "to_play": Heading("To play"),
        "won": Heading("W", f"Won{in_regular_time if won_apart else ''}", "Won"),
        "late_won": Heading("OTW", f"Won {after}", "Won OT"),
        "late_lost": Heading("OTL", f"Lost {after}", "Lost OT"),
        "tied": Heading("T", "Tied", "Tied")
        if rules.is_by_percentage
        else Heading("D", "Drawn", "Drawn"),
        "lost": Heading("L", f"Lost{in_regular_time if lost_apart else ''}", "Lost"),
        "regulation_wins": Heading("RW", "Regulation wins", note="Games won in regular time."),
        "wins_before_shootouts": Heading(
            "ROW", "Regulation and overtime wins", note="Games won without a shootout."
        ),
        "scored": Heading("GF", "Goals for", "For")
        if goals
        else Heading("For", what and f"{what} for"),
        "conceded": Heading("GA", "Goals against", "Against")
        if goals
        else Heading("Against", what and f"{what} against"),
        "difference": Heading(
            "GD" if rules.is_football else "Diff",
            "Goal difference" if goals else f"{what} difference" if what else "Difference",
            "Difference",
        ),
        "group_name": Heading("Group"),
        "division_name": Heading("Division"),
        "part": Heading("Part"),
        "ratio": Heading("Ratio", f"{what} for over {rules.scores} against"),
        "second_for": Heading(f"{second} for"),
        "second_against": Heading(f"{second} against"),
        "second_difference": Heading(f"{second} diff", f"{second} difference"),
        "second_ratio": Heading(f"{second} ratio", f"{second} for over {rules.second} against"),
        "rate": Heading("NRR", "Net run rate", note="Runs an over for, less those against."),
        "bonus": Heading("BP", "Bonus points"),
        "adjusted": Heading("Adj", "Points given or taken", note="Setup has the reason."),
        "zone": Heading("Goes to"),
        "points": Heading("Pts", "Points", "Points"),
        "percent": Heading("Pct", "Winning percentage", note="Wins, a tie half, over games."),
        "gb_first": Heading(
            "GB",
            "Games behind the leader",
            "Behind leader",
            "Half of the difference in wins less losses: – is level, + is ahead.",
        ),
        "gb_place": Heading(
            "GB line",
            "Games behind the last place",
            "Behind the line",
            "Games behind the last place that qualifies: – is level, + is ahead.",
        ),
        "left": Heading("Left", "Games left of the season", "Games left"),
        "magic_first": Heading(
            "Magic no. 1st",
            "Magic number for first place",
            "Magic no. first",
            "So many wins of this team and losses of its nearest rival, together, make it first.",
        ),
        "out_first": Heading(
            "Elim. no. 1st",
            "Elimination number, first place",
            "Elim. no. first",
            "So many losses of this team and wins of the leader, together, put it out of reach.",
        ),
        "magic_place": Heading(
            "Magic no.",
            "Magic number to qualify",
            "Magic no. qualify",
            "So many wins of this team and losses of its nearest rival, together, qualify it.",
        ),
        "out_place": Heading(
            "Elim. no.",
            "Elimination number",
            "Elim. no. qualify",
            "So many losses of this team and wins of the team on the line, together, put it out.",
        ),
        **race_headings("wins", "team"),
        "decided": Heading("Decided by"),
    }
    for key, text in rules.headings.items():
        named[key] = Heading(text, named[key].words or named[key].short, note=named[key].note)
    return named


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


def _shows_ratio(rules: Rules) -> bool:
    return bool(rules.scores) and "Ratio" in rules.criteria


def standings(by_game: bool, rules: Rules) -> list[Column]:
    """The league table; draws stand before the losses where points are counted.

    The NHL's has overtime losses behind the others, and then RW and ROW.
    """
    headed = headings(rules)

    def shown(*keys: str, width: float = 6, number_format: str = "General") -> list[Column]:
        apart = _LATE if by_game and not rules.overtime_within else {}
        return [
            shown_figure(key, headed[key], width, number_format, late=apart.get(key, ""))
            for key in keys
        ]

    def number(key: str, unless: str) -> Column:
        return shown_figure(key, headed[key], 9, unless=unless)

    def of_sport() -> list[Column]:
        """The figures that not all sports have."""
        columns = shown("ratio", number_format=RATIO, width=8) if _shows_ratio(rules) else []
        if rules.overs:
            columns += shown("rate", number_format=RATE, width=8)
        elif rules.second:
            columns += shown("second_for", "second_against", width=8)
            if any(name.casefold().endswith("ratio") for name in rules.criteria):
                columns += shown("second_ratio", number_format=RATIO, width=8)
            else:
                columns += shown("second_difference", number_format=DIFFERENCE, width=8)
        columns += shown("bonus") if rules.bonus.exists else []
        return columns + (shown("adjusted") if rules.adjusts else [])

    record = shown("won", "late_won", "late_lost", "tied", "lost")
    if not by_game:
        record = shown("won", "lost", "tied")
    elif rules.is_by_percentage:
        record = shown("won", "late_won", "late_lost", "lost", "tied")
    elif rules.tells_shootouts:
        record = shown("won", "lost", "late_lost", "points", "regulation_wins")
        record += shown("wins_before_shootouts")
    goals = [*shown("scored", "conceded"), *shown("difference", number_format=DIFFERENCE)]
    goals += of_sport()
    goals += [] if rules.tells_shootouts else shown("points")
    (mark,) = shown("mark")
    return [
        *shown("place"),
        _clinched(mark) if rules.is_american else mark,
        ORDER_OF_TEAMS,
        *shown("name", width=NAME_WIDTH),
        *(
            shown(group_key(rules), width=14 if rules.conferences or rules.split else 8)
            if by_game and rules.has_groups
            else ()
        ),
        *shown("played", *(["to_play"] if by_game else [])),
        *record,
        *(goals if by_game else []),
        *shown("percent", number_format=PERCENT),
        *shown("gb_first", "gb_place", width=7, number_format=BEHIND),
        *shown("left"),
        number("magic_first", "out_first"),
        number("out_first", "magic_first"),
        number("magic_place", "out_place"),
        number("out_place", "magic_place"),
        *(shown(*(OF_RACE[:2] if rules.is_bounded else OF_RACE), width=8) if by_game else ()),
        *(shown("zone", width=16) if by_game and rules.lines else ()),
        *shown("state", width=11),
        *shown("decided", width=25 if by_game else 18),
    ]
