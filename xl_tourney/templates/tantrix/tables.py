"""The players of the Tantrix workbook: how they are listed, their sums, and games behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...catalogue.expression import formula_of, nearest_multiple
from ...functions.tantrix.leads import games_behind, mean_wins, share_to_sort_by, standard_wins
from ...functions.tantrix.points import tp_percent
from ..parts import theme
from ..parts.columns import (
    NAME_WIDTH,
    decided_by_column,
    for_listed,
    if_listed,
    is_bye,
    places,
    qualifying,
    sum_of_both_sides,
    typed_name,
)
from ..parts.qualification.race import settled, team_columns
from ..parts.table import TEXT_FORMAT, Column, ColumnKind, InputRule, computed, refused
from .results import RACE, TPS

BEHIND = '+0.0##;"\N{MINUS SIGN}"0.0##;0.0'
OUT = "out"
"""The mark of who has withdrawn."""
VOID, STANDS = "void", "stands"
WITHDREW = ("Withdrew", (VOID, STANDS))
"""The treatment of the results of a player who withdraws."""
SORTED_BY = ("begun", "share", "lead", "settled")
DECIDED_LABELS = "DecidedLabels"
"""The named cells that say what each of these is."""

_NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)
_GROUP = Column("group", "Group", number_format=TEXT_FORMAT, align="left", style=theme.VALUE)
_NAME = typed_name("Player")
_BESIDE = [
    Column(
        "withdrew",
        "Withdrew",
        width=11,
        align="left",
        number_format=TEXT_FORMAT,
        rule=InputRule(
            "list",
            f"Blank, or what becomes of the results of a player who withdrew: {VOID} or {STANDS}.",
            f'"{VOID},{STANDS}"',
        ),
    ),
    Column(
        "settled",
        "Play-off or lot",
        width=11,
        rule=InputRule(
            "whole", "Who is tied: 1 for the winner of the play-off or lot, 2 for the next.", 1, 999
        ),
    ),
]


def listed(many: bool) -> list[Column]:
    """The list of players, which somebody fills in."""
    return [_NO, *([_GROUP] if many else []), _NAME, *_BESIDE]


def _both_sides(as_a: str, as_b: str) -> str:
    """The sum of a player as player A and as player B."""
    return sum_of_both_sides(as_a, as_b, ("no_a", "no_b"))


_for_in = ColumnKind('=IF({row[plays]}=0,"",')
"""Columns of players who are listed and have not withdrawn; other rows stay blank."""
_for_begun = ColumnKind("=IF({row[begun]}=1,", ',"")')
"""Columns of players who play on and have played; other rows stay blank."""
_if_begun = _for_begun.formula


def _sort_key(formula: str) -> str:
    return if_listed(f"IF({{row[out]}}=1,OutShare,{formula})")


_STANDARD_WINS = formula_of(standard_wins, "{row[tps]}", "{row[games]}", "Win", "Loss")


def _sums(by_game: bool) -> list[Column]:
    """The columns of the games that a player has played and has yet to play."""
    wins, draws, losses = (
        _both_sides(*sides)
        for sides in (("won_a", "won_b"), ("drawn", "drawn"), ("won_b", "won_a"))
    )
    record = for_listed(
        "record",
        "W\N{EN DASH}D\N{EN DASH}L",
        f'{wins}&"\N{EN DASH}"&{draws}&"\N{EN DASH}"&{losses}',
    )
    return [
        for_listed("games", "Games", _both_sides("games", "games")),
        *([record] if by_game else []),
        for_listed("to_play", "To play", _both_sides("to_play", "to_play")),
        for_listed(
            "tps", "TPs", f"ROUND({_both_sides('tps_a', 'tps_b')},Decimals)", number_format=TPS
        ),
        for_listed(
            "percent",
            "TP%",
            "TP_PERCENT({row[tps]},{row[games]})",
            number_format=TPS,
            native=formula_of(tp_percent, "{row[tps]}", "{row[games]}", "FullPercent", "GameTPs"),
        ),
        for_listed.count(
            "begun",
            "Has played",
            'IF({row[plays]}=0,0,IF(OR({row[games]}>0,NoGames="even",MAX({group[games]})=0),1,0))',
        ),
        Column(
            "share",
            "TP% to sort by",
            _sort_key(formula_of(share_to_sort_by, "{row[games]}", "{row[percent]}", "EvenShare")),
            number_format=TPS,
        ),
        Column(
            "lead",
            "Standard wins to sort by",
            _sort_key(f"IF(WinLessLoss=0,0,{_STANDARD_WINS})"),
            number_format="0.00",
            width=10,
        ),
        for_listed(
            "settled",
            "Play-off to sort by",
            "IF(N({listed.row[settled]})>0,1/{listed.row[settled]},0)",
            number_format="0.00",
            width=10,
        ),
    ]


def group(many: bool, wbq: bool, by_game: bool) -> list[Column]:
    """The sums of each player, and what follows from them within a group."""
    last = "MIN(LineUsed,SUM({group[begun]}))" if many else "LastPlace"
    label = computed.left("group", "Group", "={listed.row[group]}")
    mark = qualifying("key", "PlacesUsed")
    return [
        *([label] if many else []),
        computed.centred("no", "No.", "={listed.row[no]}", width=6),
        computed.left(
            "name",
            "Player",
            f'=IF({is_bye("TRIM({listed.row[name]})")},"",TRIM({{listed.row[name]}}))',
            width=NAME_WIDTH,
        ),
        computed.count(
            "key",
            "Counts as No.",
            '=IF({row[name]}="",0,IF(SUMPRODUCT(({all.upto[name]}={row[name]})*{all.upto[no]})={row[no]},'
            "{row[no]},0))",
        ),
        computed.count("out", "Withdrawn", '=IF({row[key]}=0,0,IF({listed.row[withdrew]}="",0,1))'),
        computed.count("refused", "No numbers", f"={refused('listed', _BESIDE)}"),
        computed.count(
            "void",
            "Results void",
            "=IF({row[out]}=0,0,IF({listed.row[withdrew]}=Withdrew_void,1,0))",
        ),
        computed.count("plays", "Plays on", "=IF({row[key]}=0,0,IF({row[out]}=1,0,1))"),
        *_sums(by_game),
        *places("group", SORTED_BY, "key"),
        replace(mark, formula=f'=IF({{row[out]}}=1,"{OUT}",{mark.formula[1:]})'),
        *_gbq(last),
        *(_wbq(last) if wbq else []),
        decided_by_column("group", SORTED_BY, DECIDED_LABELS),
        *(_next_place() if many else []),
        _open_tie(["mark", *(["next_mark"] if many else [])]),
        *([] if many else [*team_columns(RACE), _SETTLED]),
    ]


_SETTLED = for_listed.left("state", "Settled", settled('""'), width=11)


def _open_tie(marks: Sequence[str]) -> Column:
    """1 for who is tied across a qualifying line."""
    is_open = ",".join(f'LEFT({{row[{mark}]}},1)="?"' for mark in marks)
    return computed.count("open_tie", "Tied across a line", f"=IF(OR({is_open}),1,0)")


def _remaining_player_column(key: str, heading: str) -> Column:
    """A column of the players who play on and have played, as a function takes it."""
    return _for_begun(f"{key}_in", heading, f"{{row[{key}]}}", only="functions")


def _gbq(last: str) -> list[Column]:
    """Games behind the player in the last qualifying place, counted by TP% or by games behind."""
    by_percent = f"INDEX({{group[lead]}},MATCH({last},{{group[position]}},0))"
    reference = f'IF(Basis="gbq",LARGE({{group[lead_in]}},{last}),{by_percent})'
    behind = formula_of(games_behind, "{row[reference]}", "{row[lead]}", "StepUsed")
    return [
        _for_begun("lead_in", "Standard wins of who has played", "{row[lead]}"),
        _for_in(
            "reference",
            "Standard wins of the last place",
            reference,
            number_format="0.00",
            width=12,
        ),
        _remaining_player_column("tps", "TPs of who plays on"),
        _remaining_player_column("games", "Games of who plays on"),
        Column(
            "gbq",
            "GBQ",
            f"=GBQ({{group[tps_in]}},{{group[games_in]}},{last},BasisUsed,StepUsed,Win,Loss)",
            True,
            BEHIND,
            native=_if_begun(behind),
        ),
    ]


def _wbq(last: str) -> list[Column]:
    """The 2003 WTTC's games behind: by the mean number of games, and by TP%."""
    reference = f"INDEX({{group[share]}},MATCH({last},{{group[position]}},0))"
    mean = "SUMIFS({group[games]},{group[begun]},1)/SUM({group[begun]})"
    behind = formula_of(mean_wins, "({row[reference_share]}-{row[share]})", mean, "EvenShare")
    return [
        _for_in(
            "reference_share",
            "TP% of the last place",
            reference,
            number_format=TPS,
            width=12,
            only="native",
        ),
        Column(
            "wbq",
            "WBQ",
            f"=WBQ({{group[tps_in]}},{{group[games_in]}},{last})",
            True,
            BEHIND,
            native=_if_begun(formula_of(nearest_multiple, behind, "HalfGame")),
        ),
    ]


def _next_place() -> list[Column]:
    """The players who may be the next placed of a group: all who share that place, with their rows.

    Where several share it, none of them has it yet, whoever stands first in the list.
    """

    for_candidate = ColumnKind('=IF({row[next_group]}=0,"",')

    shares_it = "AND({row[place]}<=PlacesUsed+1,{row[place]}+{row[sharing]}-1>=PlacesUsed+1)"
    mark = "INDEX({next[mark]},{row[next_group]})"
    at = "{row[next_place]}"
    return [
        computed.count(
            "next_group",
            "Group of who may be next placed",
            f"=IF({{row[plays]}}=0,0,IF({shares_it},"
            "SUMPRODUCT(({next[group]}={row[group]})*{next[row]}),0))",
            width=12,
        ),
        for_candidate(
            "next_place",
            "Row among the next placed",
            "INDEX({next[position]},{row[next_group]})",
            width=12,
        ),
        for_candidate(
            "next_mark",
            "Mark among the next placed",
            f"IF({{row[sharing]}}=1,{mark},"
            f'IF(OR(LEFT({mark},1)="Q",LEFT({mark},1)="?"),"?","")&"=")',
            width=12,
        ),
        for_candidate(
            "next_row",
            "Row of the page of the next placed",
            f'1+COUNTIF({{all[next_place]}},"<"&{at})'
            f'+COUNTIFS({{all[next_place]}},{at},{{all[position]}},"<"&{{row[position]}})',
            width=12,
        ),
        Column(
            "next_no",
            "No. of who stands in that row",
            '=IF(ROWS({all.upto[no]})>COUNT({all[next_row]}),"",'
            "MATCH(ROWS({all.upto[no]}),{all[next_row]},0))",
            width=12,
        ),
    ]


def _next_value(key: str) -> str:
    return f'=IF({{row[no]}}=0,"",INDEX({{all[{key}]}},{{row[no]}}))'


NEXT: Sequence[Column] = [
    Column("row", "Group No.", style=theme.VALUE),
    Column("group", "Group", number_format=TEXT_FORMAT, align="left", style=theme.VALUE),
    Column(
        "no",
        "No. of the next placed",
        "=SUMPRODUCT(({all[group]}={row[group]})*({all[position]}=PlacesUsed+1)*{all[plays]}*{all[no]})",
    ),
    computed.count("begun", "Has played", _next_value("begun")),
    Column("share", "TP% to sort by", _next_value("share"), number_format=TPS),
    Column("lead", "Standard wins to sort by", _next_value("lead"), number_format="0.00"),
    Column("settled", "Play-off to sort by", _next_value("settled"), number_format="0.00"),
    *places("next", SORTED_BY, "no"),
    qualifying("no", "N(NextPlaces)"),
]
"""The next place of each group, with the figures that all who share it have."""
