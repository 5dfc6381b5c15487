"""The tables of the league workbook: which columns they have, and the formula of each."""

from __future__ import annotations

from ..parts import theme
from ..parts.columns import (
    NAME_WIDTH,
    decided_by_column,
    if_listed,
    in_order,
    name_of,
    places,
    qualifying,
    sum_of_both_sides,
)
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, InputRule, is_duplicate

PERCENT = "0.000"
BEHIND = "+0.0##;-0.0##;0.0"

_NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)
_NAME = Column(
    "name", "Team", width=NAME_WIDTH, number_format=TEXT_FORMAT, align="left", identifies=True
)

TEAMS = [_NO, _NAME]

_COUNT = InputRule("whole", "How many games so far: a whole number from 0, or blank.", 0)

RECORDS = [
    _NO,
    _NAME,
    Column("won", "Won", rule=_COUNT),
    Column("lost", "Lost", rule=_COUNT),
    Column("tied", "Tied", rule=_COUNT),
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


def games(names: str) -> list[Column]:
    """The page of results, one game a row."""
    team = InputRule("list", "Choose a team; new teams are added on the sheet Setup.", names)
    score = InputRule("decimal", "The score of this team: a number.", -9999, 9999)
    return [
        Column(
            "round",
            "Date or round",
            width=16,
            number_format=TEXT_FORMAT,
            align="left",
            identifies=True,
        ),
        *(
            Column(key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", team, identifies=True)
            for key, heading in (("home", "Home"), ("away", "Away"))
        ),
        Column("home_score", "Score home", rule=score, width=13),
        Column("away_score", "Score away", rule=score, width=13),
        Column("problem", "Problem", _PROBLEM, width=46, align="left"),
    ]


_PROBLEM = (
    '=IF({matches.row[incomplete]}=1,"Not complete, or a score is no number",'
    'IF({matches.row[itself]}=1,"A team against itself",'
    'IF({matches.row[unknown]}=1,"A team that is not listed on Setup",'
    'IF({matches.row[again]}=1,"The same teams at the same date or round, above",""))))'
)


def _number(key: str) -> str:
    return (
        f'=IF({{results.row[{key}]}}="","",'
        f"SUMPRODUCT(({{group[name]}}={{results.row[{key}]}})*{{group[key]}}))"
    )


def _of_game(formula: str) -> str:
    """A formula for each row of results that is complete; other rows stay blank."""
    return f'=IF({{row[incomplete]}}=0,{formula},"")'


def _flag(condition: str) -> str:
    """1 or 0 for a row of results that is complete."""
    return _of_game(f"IF({condition},1,0)")


_SCORES = "{results.row[home_score:away_score]}"

MATCHES = [
    Column("no_home", "No. of home", _number("home")),
    Column("no_away", "No. of away", _number("away")),
    Column(
        "incomplete",
        "Not complete",
        '=IF(COUNTA({results.row[home:away_score]})=0,"",'
        'IF(OR({results.row[home]}="",{results.row[away]}="",'
        f"COUNT({_SCORES})<COLUMNS({_SCORES})),1,0))",
        width=12,
    ),
    Column("itself", "Against itself", _flag("{results.row[home]}={results.row[away]}")),
    Column("unknown", "Not listed", _flag("COUNTIF({row[no_home:no_away]},0)>0")),
    Column(
        "again",
        "Entered before",
        _flag(
            'IF({row[label]}="",0,COUNTIFS({upto[nth]},{row[nth]},{upto[no_home]},{row[no_home]},'
            "{upto[no_away]},{row[no_away]}))>1"
        ),
    ),
    Column("home_won", "Won by home", _flag("{results.row[home_score]}>{results.row[away_score]}")),
    Column("away_won", "Won by away", _flag("{results.row[away_score]}>{results.row[home_score]}")),
    Column("tied", "Tied", _flag("{results.row[home_score]}={results.row[away_score]}")),
    Column("lead", "Home ahead", _of_game("{row[home_won]}-{row[away_won]}")),
    Column("label", "Round", _of_game('{results.row[round]}&""'), width=16, align="left"),
    Column(
        "nth",
        "Round no.",
        _of_game(
            'IF({row[label]}="",MAX({before[nth]}),IFERROR(INDEX({before[nth]},'
            "MATCH({row[label]},{before[label]},0)),MAX({before[nth]})+1))"
        ),
    ),
]
"""The games as the sums take them; rounds are numbered in the order in which they first appear."""

_INCOMPLETE = (
    '=IF(AND({row[name]}="",COUNTA({listed.row[won:tied]})=0),"",IF({row[name]}="",1,'
    "IF(COUNT({listed.row[won:tied]})<COUNTA({listed.row[won:tied]}),1,"
    "IF(MIN({listed.row[won:tied]})<0,1,IF(AND(INT({listed.row[won]})={listed.row[won]},"
    "INT({listed.row[lost]})={listed.row[lost]},INT({listed.row[tied]})={listed.row[tied]})"
    ",0,1)))))"
)


def _counted(home: str, away: str) -> str:
    """What a team has in its games at home and away."""
    return sum_of_both_sides(home, away, ("no_home", "no_away"))


def _typed(key: str) -> str:
    return f'IF({{listed.row[{key}]}}="",0,{{listed.row[{key}]}})'


def _figures(by_game: bool) -> list[Column]:
    """The record of each team: added up from the games, or as it was typed in."""
    usable = "{row[again]}=0" if by_game else "AND({row[again]}=0,{row[incomplete]}=0)"
    won, lost, tied = (
        (
            _counted("home_won", "away_won"),
            _counted("away_won", "home_won"),
            _counted(*["tied"] * 2),
        )
        if by_game
        else map(_typed, ("won", "lost", "tied"))
    )
    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        name_of("listed", "Team"),
        *([] if by_game else [Column("incomplete", "Not complete", _INCOMPLETE, width=12)]),
        Column(
            "again", "Listed before", f'=IF({{row[name]}}="","",{is_duplicate("name")})', width=10
        ),
        Column("key", "No. when it counts", f"=IF({usable},{{row[no]}},0)", False, NOT_ZERO, 12),
        Column("won", "Won", if_listed(won)),
        Column("lost", "Lost", if_listed(lost)),
        Column("tied", "Tied", if_listed(tied)),
    ]


def _large(what: str, place: str) -> str:
    """The figure in a place among the other teams: without one's own, if that is as good."""
    ahead = f"IF({{row[{what}]}}>=LARGE({{group[{what}]}},{place}),1,0)"
    return f"LARGE({{group[{what}]}},{place}+{ahead})"


def _magic(place: str) -> str:
    """What still separates a team's points from the best that its rival for a place can reach."""
    return (
        f'=IF({{row[left]}}="","",IF(TeamsListed<={place},0,'
        f"MAX(0,INT({_large('best', place)}-{{row[points]}})+1)))"
    )


def _elimination(place: str) -> str:
    """What still separates the best a team can reach from the points that hold a place."""
    return (
        f'=IF({{row[left]}}="","",IF(TeamsListed<={place},"",'
        f"MAX(0,INT({{row[best]}}-{_large('points', place)})+1)))"
    )


def _games_behind(key: str, heading: str, place: str) -> Column:
    """Games behind the team in a place: its games over even less one's own."""
    reference = f"INDEX({{group[lead]}},MATCH({place},{{group[position]}},0))"
    return Column(
        key,
        heading,
        f"=GAMES_BEHIND({{group[won]}},{{group[lost]}},{{group[tied]}},{place})",
        array=True,
        number_format=BEHIND,
        width=10,
        native=if_listed(f"{reference}-{{row[lead]}}"),
    )


_RACE = [
    Column("played", "Played", if_listed("{row[won]}+{row[lost]}+{row[tied]}")),
    Column("points", "Wins, a tie half", if_listed("{row[won]}+Half*{row[tied]}"), width=11),
    Column(
        "percent",
        "Pct",
        if_listed('IF({row[played]}=0,"",{row[points]}/{row[played]})'),
        number_format=PERCENT,
    ),
    Column(
        "share",
        "Pct to sort by",
        if_listed("IF({row[played]}=0,Half,{row[percent]})"),
        number_format=PERCENT,
    ),
    Column("lead", "Games over even", if_listed("Half*({row[won]}-{row[lost]})"), width=11),
    *places("group", ("share", "lead"), "key"),
    qualifying("key", "PlacesUsed"),
    _games_behind("gb_first", "Behind leader", "1"),
    _games_behind("gb_place", "Behind the line", "LastPlace"),
    Column(
        "left", "Games left", if_listed('IF(ISNUMBER(SeasonGames),SeasonGames-{row[played]},"")')
    ),
    Column(
        "over",
        "Too many games",
        if_listed('IF({row[left]}="",0,IF({row[left]}<0,1,0))'),
        width=11,
    ),
    Column(
        "best", "Most it can reach", '=IF({row[left]}="","",{row[points]}+{row[left]})', width=12
    ),
    Column("magic_first", "Magic no. first", _magic("1"), width=11),
    Column("out_first", "Elim. no. first", _elimination("1"), width=11),
    Column("magic_place", "Magic no. qualify", _magic("LastPlace"), width=11),
    Column("out_place", "Elim. no. qualify", _elimination("LastPlace"), width=11),
    Column(
        "state",
        "Settled",
        '=IF({row[left]}="","",IF({row[magic_first]}=0,"first",IF({row[out_place]}=0,"out",'
        'IF({row[magic_place]}=0,"qualified","open"))))',
        width=11,
        align="left",
    ),
    decided_by_column("group", ("share", "lead"), "{standings.heads[percent:gb_first]}", "key"),
]


def group(by_game: bool) -> list[Column]:
    """Everything that is worked out for each team, in the order of the list."""
    return [*_figures(by_game), *_RACE]


def _shown(
    key: str, heading: str, width: float = 8, number_format: str = "General", unless: str = ""
) -> Column:
    """A figure of the team in this row, left blank while another one is 0."""
    found = f"INDEX({{group[{key}]}},{{row[no]}})"
    if unless:
        found = f'IF(INDEX({{group[{unless}]}},{{row[no]}})=0,"",{found})'
    strong = ("place", "name", "gb_first", "gb_place")
    align = {"name": "left", "state": "left", "decided": "left", "place": "center"}
    return Column(
        key,
        heading,
        f'=IF({{row[no]}}="","",{found})',
        number_format=number_format,
        width=width,
        align="center" if key == "mark" else align.get(key, "right"),
        style=theme.STRONG if key in strong else None,
    )


OF_SEASON = ("left", "magic_first", "out_first", "magic_place", "out_place", "state")
"""The columns of the standings that need the length of the season."""

STANDINGS = [
    _shown("place", "Place", 7),
    _shown("mark", "Mark", 7),
    in_order("TeamsListed"),
    _shown("name", "Team", NAME_WIDTH),
    _shown("played", "Played", 9),
    _shown("won", "Won"),
    _shown("lost", "Lost"),
    _shown("tied", "Tied"),
    _shown("percent", "Pct", 8, PERCENT),
    _shown("gb_first", "Behind leader", 11, BEHIND),
    _shown("gb_place", "Behind the line", 11, BEHIND),
    _shown("left", "Games left", 9),
    _shown("magic_first", "Magic no. first", 11, unless="out_first"),
    _shown("out_first", "Elim. no. first", 11, unless="magic_first"),
    _shown("magic_place", "Magic no. qualify", 11, unless="out_place"),
    _shown("out_place", "Elim. no. qualify", 11, unless="magic_place"),
    _shown("state", "Settled", 11),
    _shown("decided", "Decided by", 18),
]
