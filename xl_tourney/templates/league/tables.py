"""The figures of a league: games behind, places on the line, what is settled; and a table of teams.

What is known where one row is a game stands in :mod:`games`, the table that is shown in
:mod:`standings`.
"""

from __future__ import annotations

from dataclasses import replace

from ...catalogue.expression import formula_of
from ...functions.tantrix import leads
from ..parts import theme
from ..parts.columns import (
    decided_by_column,
    for_listed,
    if_listed,
    name_of,
    places,
    qualifying,
    typed_name,
)
from ..parts.qualification.race import TemplateRace, settled, team_columns
from ..parts.table import NOT_ZERO, Column, InputRule, computed, is_duplicate, refused

PERCENT = "#.000"
BEHIND = '0.0##;+0.0##;"\N{EN DASH}"'
"""Games behind as newspapers print them: who is level has a dash, who is ahead a plus."""
DIFFERENCE = '+0;"\N{MINUS SIGN}"0;0'
RATIO = '[>=9999]"MAX";0.000'
RATE = '+0.000;"\N{MINUS SIGN}"0.000;0.000'

NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)
NAME = typed_name("Team")

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
    computed.left(
        "problem",
        "Problem",
        '=IF({group.row[incomplete]}=1,"No name, or no whole numbers from 0",'
        'IF({group.row[again]}=1,"This team stands above already",'
        'IF({group.row[over]}=1,"More games than the season has","")))',
        width=46,
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
    return for_listed(key, key.capitalize(), f'IF({typed}="",0,{typed})')


def record_figures() -> list[Column]:
    """The record of each team, as it was typed in."""
    return [
        computed.centred("no", "No.", "={listed.row[no]}", width=6),
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


def games_behind(
    native_only: bool = False, first: str = "1", last: str = "LastPlace"
) -> list[Column]:
    """Games behind the first and the last qualifying place; our function knows only Pct."""
    return [
        _games_behind("gb_first", "Behind leader", first, native_only),
        _games_behind("gb_place", "Behind the line", last, native_only),
    ]


def _games_behind(key: str, heading: str, place: str, native_only: bool) -> Column:
    """Games behind the team in a place: its games over even less one's own."""
    reference = f"INDEX({{group[lead]}},MATCH({place},{{group[position]}},0))"
    native = if_listed(formula_of(leads.games_behind, reference, "{row[lead]}", 0))
    called = f"=GAMES_BEHIND({{group[won]}},{{group[lost]}},{{group[tied]}},{place})"
    if native_only:
        return Column(key, heading, native, number_format=BEHIND, width=10)
    return Column(key, heading, called, array=True, number_format=BEHIND, width=10, native=native)


def line_columns(out: str = "0", has_next: bool = False, going_on: str = "") -> list[Column]:
    """The teams that qualify now, and those tied across the line; no team that is ``out``.

    With a rule for those next placed, the best of these qualify now, too; ``going_on`` is the mark
    where a conference says who goes on.
    """
    mark = qualifying("key", "PlacesUsed")
    formula = mark.formula.removeprefix("=")
    if has_next:
        own = f"IF({{row[key]}}=0,FALSE,{{row[key]}}=INDEX({{nexts[key]}},{_OF_GROUP}))"
        among = f'IF({{row[sharing]}}>1,"?=",IF({_GOES_ON},"Q",IF({_MAY_GO_ON},"?","")))'
        formula = f"IF({own},{among},{formula})"
    formula = if_listed(going_on).removeprefix("=") if going_on else formula
    mark = replace(mark, formula=f'=IF({out}=1,"",{formula})')
    across = if_listed('IF(LEFT({row[mark]})="?",1,0)')
    return [mark, Column("across", "Tied across the line", across, width=11)]


def left_columns(out: str = "0", win: str = "1") -> list[Column]:
    """The games that are left of the season, and the most points that they can bring."""
    left = f'IF(ISNUMBER(SeasonGames),IF({out}=1,0,SeasonGames-{{row[played]}}),"")'
    return [
        for_listed("left", "Games left", left),
        for_listed(
            "over", "Too many games", 'IF({row[left]}="",0,IF({row[left]}<0,1,0))', width=11
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
_MAY_GO_ON = f"INDEX({{nexts[place]}},{_OF_GROUP})<=N(NextBest)"
"""Whether the team of a group is among the best of those in its place, or level with one."""
_GOES_ON = (
    f"INDEX({{nexts[place]}},{_OF_GROUP})+INDEX({{nexts[sharing]}},{_OF_GROUP})-1<=N(NextBest)"
)
"""Whether it is among them for certain, whoever is level with it."""

_FINAL = (
    "IF({row[place]}>LastPlace,{said.out},IF({row[place]}+{row[sharing]}-1>LastPlace,{said.open},"
    "IF({row[place]}*{row[sharing]}=1,{said.first},{said.qualified})))"
)
"""What is settled when all games are played."""


def settled_columns(
    race: TemplateRace | None = None,
    has_groups: bool = False,
    has_next: bool = False,
    at_the_end: str = "",
) -> list[Column]:
    """Magic and elimination numbers of each team, and what is settled."""
    going_on = f"AND({_GOES_ON},{{row[sharing]}}=1)"
    goes_on = f"IF({going_on},{{said.qualified}},IF({_MAY_GO_ON},{{said.open}},{{said.out}}))"
    final = f"IF({{row[place]}}=NextPlace,{goes_on},{_FINAL})"
    by_season = (
        f'IF({{row[left]}}="","",IF(SeasonOver=1,{_FINAL},IF({{row[magic_first]}}=0,{{said.first}},'
        "IF({row[out_place]}=0,{said.out},IF({row[magic_place]}=0,{said.qualified},{said.open})))))"
    )
    if has_groups:
        of_places = at_the_end or (final if has_next else _FINAL)
        by_season = f'IF(SeasonOver=1,{of_places},"")'
    return [
        Column("magic_first", "Magic no. first", _magic("1"), width=11),
        Column("out_first", "Elim. no. first", _elimination("1"), width=11),
        Column("magic_place", "Magic no. qualify", _magic("LastPlace"), width=11),
        Column("out_place", "Elim. no. qualify", _elimination("LastPlace"), width=11),
        *(team_columns(race) if race else ()),
        for_listed.left(
            "state", "Settled", settled(by_season, race.is_bounded) if race else by_season, width=11
        ),
    ]


_KEYS = ("share", "lead", "drawn")
DRAWN = "IF(ISNUMBER({listed.row[lot]}),IF({listed.row[lot]}>=1,1/{listed.row[lot]},0),0)"

LABELS = [
    computed.left(f"name_{at}", f"Key {at}", f'="{label}"', width=14)
    for at, label in enumerate(("Pct", "GB", "Lot"))
]
"""What the table is sorted by: one row."""


WINS = formula_of(leads.wins_and_ties, "{row[won]}", "{row[tied]}", "Half")


def lead() -> Column:
    """The column of games over even, of which games behind are the differences."""
    over_even = formula_of(leads.games_over_even, "{row[won]}", "{row[lost]}", "Half")
    return for_listed("lead", "Games over even", over_even, width=11)


def group() -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    return [
        *record_figures(),
        for_listed("played", "Played", "{row[won]}+{row[lost]}+{row[tied]}"),
        for_listed("points", "Wins, a tie half", WINS, width=11),
        for_listed(
            "percent",
            "Pct",
            formula_of(leads.per_game, "{row[points]}", "{row[played]}"),
            number_format=PERCENT,
            said=SAID_OF_PERCENT,
        ),
        computed.count("refused", "No lot", f"={refused('listed', [LOT])}"),
        for_listed(
            "share",
            "Pct to sort by",
            formula_of(leads.share_to_sort_by, "{row[played]}", "{row[percent]}", "Half"),
            number_format=PERCENT,
        ),
        lead(),
        for_listed("drawn", "By lot", DRAWN, width=11),
        *places("group", _KEYS, "key"),
        *line_columns(),
        *games_behind(),
        *left_columns(),
        *settled_columns(),
        decided_by_column("group", _KEYS, f"{{steps[name_0:name_{len(LABELS) - 1}]}}"),
    ]
