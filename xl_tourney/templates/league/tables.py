"""The tables of the league workbook: which columns they have, and the formula of each.

Those of a league in which one row is a game stand beside, in :mod:`games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...catalogue.expression import formula_of
from ...functions.tantrix import leads
from ..parts import theme
from ..parts.columns import (
    NAME_WIDTH,
    Heading,
    decided_by_column,
    if_listed,
    name_of,
    order_column,
    places,
    qualifying,
)
from ..parts.qualification.race import TemplateRace, settled, team_columns
from ..parts.qualification.terms import race_headings
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, InputRule, is_duplicate, refused
from .rules.rules import Rules

PERCENT = "#.000"
BEHIND = '0.0##;+0.0##;"\N{EN DASH}"'
"""Games behind as newspapers print them: who is level has a dash, who is ahead a plus."""
DIFFERENCE = "+0;-0;0"
RATIO = '[>=9999]"MAX";0.000'
RATE = "+0.000;-0.000;0.000"

NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)
NAME = Column(
    "name", "Team", width=NAME_WIDTH, number_format=TEXT_FORMAT, align="left", identifies=True
)

LOT = Column(
    "lot",
    "Lot",
    rule=InputRule("whole", "Who won a play-off or the drawing of lots: 1 is before 2.", 1),
)

SAID_OF_PERCENT = (
    "{won} won, {lost} lost[ and {tied} tied, which count half], of {played} games: "
    "{percent:ratio}."
)

_COUNT = InputRule("whole", "How many games so far: a whole number from 0, or blank.", 0)

RECORDS = [
    NO,
    NAME,
    Column("won", "Won", rule=_COUNT),
    Column("lost", "Lost", rule=_COUNT),
    Column("tied", "Tied", rule=_COUNT),
    LOT,
    Column(
        "problem",
        "Problem",
        '=IF({group.row[incomplete]}=1,"No name, or no whole numbers from 0",'
        'IF({group.row[again]}=1,"This team stands above already",'
        'IF({group.row[over]}=1,"More games than the season has","")))',
        width=46,
        align="left",
    ),
]


_INCOMPLETE = (
    '=IF(AND({row[name]}="",COUNTA({listed.row[won:tied]})=0),"",IF({row[name]}="",1,'
    "IF(COUNT({listed.row[won:tied]})<COUNTA({listed.row[won:tied]}),1,"
    "IF(MIN({listed.row[won:tied]})<0,1,IF(AND(INT({listed.row[won]})={listed.row[won]},"
    "INT({listed.row[lost]})={listed.row[lost]},INT({listed.row[tied]})={listed.row[tied]})"
    ",0,1)))))"
)


def _typed(key: str) -> Column:
    typed = f"{{listed.row[{key}]}}"
    return Column(key, key.capitalize(), if_listed(f'IF({typed}="",0,{typed})'))


def _figures() -> list[Column]:
    """The record of each team, as it was typed in."""
    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        name_of("listed", "Team"),
        Column("incomplete", "Not complete", _INCOMPLETE, width=12),
        Column(
            "again", "Listed before", f'=IF({{row[name]}}="","",{is_duplicate("name")})', width=10
        ),
        Column(
            "key",
            "No. when it counts",
            "=IF(AND({row[again]}=0,{row[incomplete]}=0),{row[no]},0)",
            False,
            NOT_ZERO,
            12,
        ),
        *map(_typed, ("won", "lost", "tied")),
    ]


def _large(what: str, place: str) -> str:
    """The figure in a place among the other teams: without one's own, if that is as good."""
    ahead = f"IF({{row[{what}]}}>=LARGE({{group[{what}]}},{place}),1,0)"
    return f"LARGE({{group[{what}]}},{place}+{ahead})"


def _magic(place: str) -> str:
    """The magic number: a rival's most points for a place, less the team's own, and one more."""
    return (
        f'=IF({{row[left]}}="","",IF(TeamsListed<={place},0,'
        f"MAX(0,INT({_large('best', place)}-{{row[points]}})+1)))"
    )


def _elimination(place: str) -> str:
    """The elimination number: a team's most points, less those that hold a place, and one more."""
    return (
        f'=IF({{row[left]}}="","",IF(TeamsListed<={place},"",'
        f"MAX(0,INT({{row[best]}}-{_large('points', place)})+1)))"
    )


def games_behind(native_only: bool = False) -> list[Column]:
    """Games behind the first and the last qualifying place; our function knows only Pct."""
    return [
        _games_behind("gb_first", "Behind leader", "1", native_only),
        _games_behind("gb_place", "Behind the line", "LastPlace", native_only),
    ]


def _games_behind(key: str, heading: str, place: str, native_only: bool) -> Column:
    """Games behind the team in a place: its games over even less one's own."""
    reference = f"INDEX({{group[lead]}},MATCH({place},{{group[position]}},0))"
    native = if_listed(formula_of(leads.games_behind, reference, "{row[lead]}", 0))
    called = f"=GAMES_BEHIND({{group[won]}},{{group[lost]}},{{group[tied]}},{place})"
    if native_only:
        return Column(key, heading, native, number_format=BEHIND, width=10)
    return Column(key, heading, called, array=True, number_format=BEHIND, width=10, native=native)


def line_columns(out: str = "0", has_next: bool = False) -> list[Column]:
    """The teams that qualify now, and those tied across the line; no team that is ``out``.

    With a rule for those next placed, the best of these qualify now, too.
    """
    mark = qualifying("key", "PlacesUsed")
    formula = mark.formula.removeprefix("=")
    if has_next:
        own = f"IF({{row[key]}}=0,FALSE,{{row[key]}}=INDEX({{nexts[key]}},{_OF_GROUP}))"
        among = f'IF({{row[sharing]}}>1,"?=",IF({_GOES_ON},"Q",""))'
        formula = f"IF({own},{among},{formula})"
    mark = replace(mark, formula=f'=IF({out}=1,"",{formula})')
    across = if_listed('IF(LEFT({row[mark]})="?",1,0)')
    return [mark, Column("across", "Tied across the line", across, width=11)]


def left_columns(out: str = "0", win: str = "1") -> list[Column]:
    """The games that are left of the season, and the most points that they can bring."""
    left = f'IF(ISNUMBER(SeasonGames),IF({out}=1,0,SeasonGames-{{row[played]}}),"")'
    return [
        Column("left", "Games left", if_listed(left)),
        Column(
            "over",
            "Too many games",
            if_listed('IF({row[left]}="",0,IF({row[left]}<0,1,0))'),
            width=11,
        ),
        Column(
            "best",
            "Most it can reach",
            f'=IF({{row[left]}}="","",{{row[points]}}+{{row[left]}}*{win})',
            width=12,
        ),
    ]


_OF_GROUP = "MATCH({row[group_no]},{nexts[first]},0)"
"""The row of a team's group among those of all groups."""
_GOES_ON = f"INDEX({{nexts[place]}},{_OF_GROUP})<=N(NextBest)"
"""Whether the team of a group is among the best of those in its place."""

_FINAL = (
    'IF({row[place]}>LastPlace,"out",IF({row[place]}+{row[sharing]}-1>LastPlace,"open",'
    'IF({row[place]}*{row[sharing]}=1,"first","qualified")))'
)
"""What is settled when all games are played."""


_BY_SEASON = (
    f'IF({{row[left]}}="","",IF(SeasonOver=1,{_FINAL},IF({{row[magic_first]}}=0,"first",'
    'IF({row[out_place]}=0,"out",IF({row[magic_place]}=0,"qualified","open")))))'
)
"""What is settled by the number of games left alone."""


def settled_columns(
    race: TemplateRace | None = None, has_groups: bool = False, has_next: bool = False
) -> list[Column]:
    """Magic and elimination numbers of each team, and what is settled."""
    final = f'IF({{row[place]}}=NextPlace,IF({_GOES_ON},"qualified","out"),{_FINAL})'
    by_season = _BY_SEASON
    if has_groups:
        by_season = f'IF(SeasonOver=1,{final if has_next else _FINAL},"")'
    return [
        Column("magic_first", "Magic no. first", _magic("1"), width=11),
        Column("out_first", "Elim. no. first", _elimination("1"), width=11),
        Column("magic_place", "Magic no. qualify", _magic("LastPlace"), width=11),
        Column("out_place", "Elim. no. qualify", _elimination("LastPlace"), width=11),
        *(team_columns(race) if race else ()),
        Column(
            "state",
            "Settled",
            if_listed(settled(by_season, race.is_bounded) if race else by_season),
            width=11,
            align="left",
        ),
    ]


_KEYS = ("share", "lead", "drawn")
_DRAWN = "IF(ISNUMBER({listed.row[lot]}),IF({listed.row[lot]}>=1,1/{listed.row[lot]},0),0)"

LABELS = [
    Column(f"name_{at}", f"Key {at}", f'="{label}"', width=14, align="left")
    for at, label in enumerate(("Pct", "GB", "Lot"))
]
"""What the table is sorted by: one row."""


_WINS = formula_of(leads.wins_and_ties, "{row[won]}", "{row[tied]}", "Half")


def lead() -> Column:
    """The column of games over even, of which games behind are the differences."""
    over_even = formula_of(leads.games_over_even, "{row[won]}", "{row[lost]}", "Half")
    return Column("lead", "Games over even", if_listed(over_even), width=11)


def group() -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    return [
        *_figures(),
        Column("played", "Played", if_listed("{row[won]}+{row[lost]}+{row[tied]}")),
        Column("points", "Wins, a tie half", if_listed(_WINS), width=11),
        Column(
            "percent",
            "Pct",
            if_listed(formula_of(leads.per_game, "{row[points]}", "{row[played]}")),
            number_format=PERCENT,
            said=SAID_OF_PERCENT,
        ),
        Column("refused", "No lot", f"={refused('listed', [LOT])}", number_format=NOT_ZERO),
        Column(
            "share",
            "Pct to sort by",
            if_listed(
                formula_of(leads.share_to_sort_by, "{row[played]}", "{row[percent]}", "Half")
            ),
            number_format=PERCENT,
        ),
        lead(),
        Column("drawn", "By lot", if_listed(_DRAWN), width=11),
        *places("group", _KEYS, "key"),
        *line_columns(),
        *games_behind(),
        *left_columns(),
        *settled_columns(),
        decided_by_column("group", _KEYS, f"{{steps[name_0:name_{len(LABELS) - 1}]}}", "key"),
    ]


def headings(rules: Rules) -> Mapping[str, Heading]:
    """The columns of a league table, headed as by those who follow such a league."""
    goals = rules.is_football or rules.tells_shootouts
    what = rules.scores.capitalize()
    points = rules.points
    second = rules.second.capitalize()
    won_apart = points.has_overtime and points.overtime_win != points.win
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
        "lost": Heading("L", f"Lost{in_regular_time if points.has_overtime else ''}", "Lost"),
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
    "state": "left",
    "decided": "left",
    "place": "center",
    "mark": "center",
}
_LATE = {"won": "late_won", "lost": "late_lost"}


def _shown(
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
        letter = f'IF({{row[state]}}="{state}","{clinched}",{letter})'
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


def _of_race(rules: Rules) -> tuple[str, ...]:
    """The columns of the race; bounds say nothing of wins that are enough."""
    return OF_RACE[:2] if rules.is_bounded else OF_RACE


def _counts(rules: Rules, what: str) -> bool:
    """Whether a criterion that is no other figure of the table ends so."""
    return any(name.casefold().endswith(what) for name in rules.criteria)


def _shows_ratio(rules: Rules) -> bool:
    return bool(rules.scores) and "Ratio" in rules.criteria


def standings(by_game: bool, rules: Rules) -> list[Column]:
    """The league table; draws stand before the losses where points are counted.

    The NHL's has overtime losses behind the others, and then RW and ROW.
    """
    headed = headings(rules)

    def shown(*keys: str, width: float = 6, number_format: str = "General") -> list[Column]:
        return [
            _shown(
                key, headed[key], width, number_format, late=_LATE.get(key, "") if by_game else ""
            )
            for key in keys
        ]

    def number(key: str, unless: str) -> Column:
        return _shown(key, headed[key], 9, unless=unless)

    def of_sport() -> list[Column]:
        """The figures that not all sports have."""
        columns = shown("ratio", number_format=RATIO, width=8) if _shows_ratio(rules) else []
        if rules.overs:
            columns += shown("rate", number_format=RATE, width=8)
        elif rules.second:
            columns += shown("second_for", "second_against", width=8)
            if _counts(rules, "ratio"):
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
        order_column("TeamsListed"),
        *shown("name", width=NAME_WIDTH),
        *(shown("group_name", width=8) if by_game and rules.has_groups else ()),
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
        *(shown(*_of_race(rules), width=8) if by_game else ()),
        *(shown("zone", width=16) if by_game and rules.lines else ()),
        *shown("state", width=11),
        *shown("decided", width=25 if by_game else 18),
    ]
