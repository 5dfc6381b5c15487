"""The page of results, and the same results as the sums take them."""

from __future__ import annotations

from ...catalogue.expression import formula_of
from ...functions.tantrix.points import GAME_DECIMALS, game_tps, time_penalty, winner_tps
from ..parts.columns import NAME_WIDTH, is_bye
from ..parts.qualification.race import TemplateRace, game_columns, unequal_lengths
from ..parts.table import TEXT_FORMAT, Column, ColumnKind, InputRule, computed, refused

TPS = "0.0"
SHORTEST = 5
"""Minutes below that are whole: 30:00 is a time, which a spreadsheet makes 1.25."""
STEP = 1 / 10**GAME_DECIMALS
"""The step in which the TPs of a game are counted."""
RACE = TemplateRace(
    is_in="{row[plays]}=1",
    points="{row[tps]}",
    length="{row[games]}+MatchGames*{row[to_play]}",
    problem=unequal_lengths("all"),
    worths=("GameTPs*MatchGames", "0"),
    places="PlacesUsed",
    results="COUNT({matches[games]})",
    team="player",
    table="all",
    sides=("a", "b"),
    inputs=("player_a", "player_b"),
    label="event",
    step=STEP,
    unit="points",
)
"""Who can still finish where: a match of several games may split all their TPs in any way."""


def results(by_game: bool, many: bool) -> list[Column]:
    """The page of results; what is an input in one layout is calculated in the other."""
    player = InputRule(
        "list",
        "Choose a player, or write Bye; new players are added on the sheet Setup.",
        "{listed[name]}",
        is_strict=False,
    )
    games = InputRule("whole", "How many games the match had: a whole number from 1.", 1, 1000)
    tps = InputRule(
        "decimal",
        "The tournament points (TPs) of this player in the match.",
        -999,
        9999,
        decimals=None,
    )
    tiles = InputRule(
        "whole", "Tiles of player A less those of player B; below 0 when B won.", -99, 99
    )
    minutes = InputRule(
        "decimal",
        "Minutes this player took, such as 12.5, not 12:30; leave blank where not noted.",
        0,
        999,
        whole_from=SHORTEST,
        halves=False,
    )

    def name(key: str, heading: str) -> Column:
        return Column(
            key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", player, identifies=True
        )

    who = [name("player_a", "Player A"), name("player_b", "Player B")]
    event = Column(
        "event",
        "Event or note",
        width=28,
        number_format=TEXT_FORMAT,
        align="left",
        identifies=True,
    )
    problem = computed.left("problem", "Problem", _problem(by_game, many), width=46)
    if not by_game:
        points = [
            Column("games", "Games", rule=games),
            Column("tps_a", "TPs A", number_format=TPS, rule=tps),
            Column("tps_b", "TPs B", number_format=TPS, rule=tps),
        ]
        return [*who, *points, event, problem]
    game = [
        Column("margin", "Margin A − B", width=14, rule=tiles),
        Column("minutes_a", "Minutes A", width=12, rule=minutes),
        Column("minutes_b", "Minutes B", width=12, rule=minutes),
    ]
    no_numbers = refused("results", game)
    is_game = f"IF(ISNUMBER({{row[margin]}}),{no_numbers}=0,FALSE)"
    points = [
        Column("games", "Games", f'=IF({is_game},1,"")'),
        _game_tps("a", "b", "{row[margin]}"),
        _game_tps("b", "a", "-{row[margin]}"),
    ]
    return [*who, *game, event, *points, problem]


def _game_tps(own: str, other: str, margin: str) -> Column:
    """The TPs of one side of a game: by the margin, less one's own and plus the other's delay."""
    arguments = f"{margin},{{row[minutes_{own}]}},{{row[minutes_{other}]}},LimitUsed"
    delays = (f"{{matches.row[delay_{side}]}}" for side in (own, other))
    native = formula_of(game_tps, margin, "{matches.row[winner_tps]}", *delays, "GameTPs")
    return Column(
        f"tps_{own}",
        f"TPs {own.upper()}",
        f'=IF({{row[games]}}="","",TANTRIX_TP({arguments}))',
        number_format=TPS,
        native=f'=IF({{row[games]}}="","",{native})',
    )


def _game_columns() -> list[Column]:
    """The winner of a game; native: the winner's TPs, and what the time of each side costs."""

    for_game = ColumnKind('=IF({results.row[games]}="","",')

    def outcome(key: str, heading: str, sign: str) -> Column:
        return Column(key, heading, _unless_blank("games", f"IF({margin}{sign}0,1,0)"))

    def delay(side: str) -> Column:
        time = f"{{results.row[minutes_{side}]}}"
        cost = formula_of(time_penalty, time, "LimitUsed")
        return for_game(
            f"delay_{side}",
            f"Delay of {side.upper()} in TPs",
            f'IF({time}="",0,{cost})',
            width=12,
            only="native",
        )

    margin = "{results.row[margin]}"
    figures = ("WinnerTPs", "MarginTPs", "DrawTPs", "GameTPs", "GameDecimals")
    return [
        for_game(
            "winner_tps",
            "TPs of the winner",
            formula_of(winner_tps, margin, *figures),
            number_format=TPS,
            width=12,
            only="native",
        ),
        delay("a"),
        delay("b"),
        outcome("won_a", "A won", ">"),
        outcome("won_b", "B won", "<"),
        outcome("drawn", "Drawn", "="),
    ]


def _problem(by_game: bool, many: bool) -> str:
    """The first fault of a row of results."""
    incomplete = "no whole margin, or a time" if by_game else "no whole number of games"
    faults = [
        (
            "incomplete",
            f'IF({{matches.row[bye]}}=1,"A bye has no score","Not complete, or {incomplete}")',
        ),
        ("itself", '"The same player on both sides"'),
        ("unknown", '"A player who is not listed on Setup"'),
        *([("apart", '"Players of different groups"')] if many else []),
        ("unbalanced", '"TPs do not add up to "&GameTPs&" a game"'),
        ("again", '"These two have met before, or are to"'),
    ]
    parts = "".join(f"IF({{matches.row[{key}]}}=1,{text}," for key, text in faults)
    return f'={parts}""{")" * len(faults)}'


def inputs(by_game: bool) -> str:
    """The cells of a row of results that somebody types into, without the note."""
    return "player_a:minutes_b" if by_game else "player_a:tps_b"


def _score(by_game: bool) -> str:
    """The cells that hold the score of a row of results; a fixture has none."""
    return "{results.row[margin:minutes_b]}" if by_game else "{results.row[tps_a:tps_b]}"


def _unless_blank(key: str, formula: str) -> str:
    """A formula for the rows in which a column holds something."""
    return f'=IF({{row[{key}]}}="","",{formula})'


def matches(by_game: bool, many: bool) -> list[Column]:
    """The results as the sums take them: players by number, and only rows that are complete.

    A row with two names and no score is a fixture, which is to be played unless one of the two has
    withdrawn.  A match counts for nothing if one of the two has withdrawn and is void.
    """
    points = "{{results.row[{0}]}}"
    names = "{results.row[player_a]}", "{results.row[player_b]}"
    return [
        *(Column(f"no_{side}", f"No. of {side.upper()}", _number(side)) for side in "ab"),
        _flag("bye", "Bye", f"OR({','.join(is_bye(f'TRIM({name})') for name in names)})"),
        Column("incomplete", "Not complete", _incomplete(by_game), width=12),
        _flag("out", "Withdrawn", f"{_sum_of_both_players('out')}>0"),
        _flag("void", "Void", f"{_sum_of_both_players('void')}>0"),
        Column(
            "games",
            "Games",
            '=IF(AND({row[incomplete]}=0,{row[void]}=0),{results.row[games]},"")',
        ),
        Column("tps_a", "TPs A", _unless_blank("games", points.format("tps_a")), number_format=TPS),
        Column("tps_b", "TPs B", _unless_blank("games", points.format("tps_b")), number_format=TPS),
        Column(
            "to_play",
            "To play",
            f'=IF(AND({names[0]}<>"",{names[1]}<>"",{{row[bye]}}=0,{{row[out]}}=0,'
            f'COUNTA({_score(by_game)})=0),1,"")',
        ),
        Column("pairing", "Pairing", '=IF(COUNT({row[games]},{row[to_play]})=0,"",1)'),
        Column("low", "Lower No.", _unless_blank("pairing", "MIN({row[no_a:no_b]})")),
        Column("high", "Higher No.", _unless_blank("pairing", "MAX({row[no_a:no_b]})")),
        Column(
            "itself",
            "Same on both sides",
            _unless_blank("pairing", f"IF({names[0]}={names[1]},1,0)"),
            formerly=("Against himself",),
        ),
        Column(
            "unknown",
            "Not listed",
            '=IF(OR({row[bye]}=1,AND({row[incomplete]}="",{row[to_play]}="")),"",'
            "IF(COUNTIF({row[no_a:no_b]},0)>0,1,0))",
        ),
        *([_APART] if many else []),
        Column(
            "unbalanced",
            "TPs wrong",
            _unless_blank(
                "games",
                "IF(ROUND({row[tps_a]}+{row[tps_b]}-GameTPs*{row[games]},Decimals)=0,0,1)",
            ),
        ),
        Column(
            "again",
            "Met before",
            _unless_blank(
                "pairing",
                "IF(AND({row[low]}>0,ISNUMBER(Meetings)),IF(COUNTIFS("
                "{upto[low]},{row[low]},{upto[high]},{row[high]})>Meetings,1,0),0)",
            ),
        ),
        *(_game_columns() if by_game else []),
        *([] if many else game_columns(RACE)),
    ]


def _flag(key: str, heading: str, condition: str) -> Column:
    return computed.count(key, heading, f"=IF({condition},1,0)")


def _number(side: str) -> str:
    """The number of the player on one side of a row; 0 for one who is not listed."""
    name = f"{{results.row[player_{side}]}}"
    return f'=IF({name}="","",SUMPRODUCT(({{all[name]}}=TRIM({name}))*{{all[key]}}))'


def _sum_of_both_players(key: str) -> str:
    """The sum of a column over the two players of a row; 0 if one is not listed."""
    sides = "+".join(f"INDEX({{all[{key}]}},{{row[no_{side}]}})" for side in "ab")
    return f'IF(COUNTIF({{row[no_a:no_b]}},">0")=COLUMNS({{row[no_a:no_b]}}),{sides},0)'


def _incomplete(by_game: bool) -> str:
    """1 for a row that is not complete, 0 for a result, nothing for blank rows, byes, fixtures."""
    numbers, score = "{results.row[games:tps_b]}", _score(by_game)
    whole = "AND({results.row[games]}>0,INT({results.row[games]})={results.row[games]})"
    has_names = '{results.row[player_a]}<>"",{results.row[player_b]}<>""'
    return (
        f'=IF(COUNTA({{results.row[{inputs(by_game)}]}})=0,"",'
        f'IF(COUNTA({score})=0,IF(OR({{row[bye]}}=1,AND({has_names})),"",1),'
        f"IF(OR({{row[bye]}}=1,NOT(AND({has_names})),COUNT({numbers})<COLUMNS({numbers})),1,"
        f"IF({whole},0,1))))"
    )


_APART = Column(
    "apart",
    "Different groups",
    '=IF({row[low]}="","",IF({row[low]}>0,'
    "IF(INDEX({all[group]},{row[low]})=INDEX({all[group]},{row[high]}),0,1),0))",
)
