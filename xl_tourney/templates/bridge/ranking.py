"""The bridge workbook's pairs: their sums, the standings, and what the other formula changes."""

from __future__ import annotations

from dataclasses import replace

from ..parts import theme
from ..parts.columns import for_listed, if_listed
from ..parts.table import TEXT_FORMAT, Column, ColumnKind, computed
from . import apart, sessions
from .scores import within_sections
from .scores.match_points import percent_worth
from .scoring import IMPS, PERCENT, SessionScoring, any_of, both_seats

NAMES_WIDTH = 34.0
CHANGE = '+0.00;"\N{MINUS SIGN}"0.00;0.00'


def listed(scoring: SessionScoring) -> list[Column]:
    """The pairs, as they are typed on Setup."""
    return [
        Column("no", "No.", width=6, align="center", style=theme.VALUE),
        Column("pair", "Pair", width=9, number_format=TEXT_FORMAT, align="left", identifies=True),
        Column("names", "Players", width=NAMES_WIDTH, number_format=TEXT_FORMAT, align="left"),
        *([within_sections.LISTED] if scoring.sections else ()),
    ]


# Pairs --------------------------------------------------------------------------------------------


def group(scoring: SessionScoring) -> list[Column]:
    """The sums of each pair, in the order of Setup."""
    return [
        *_WHO,
        *(within_sections.OF_PAIR if scoring.sections else ()),
        *_played(scoring),
        *(sessions.pair_columns(scoring) if scoring.sessions else ()),
        *_ranked(scoring),
        *_compared(scoring),
        *(apart.OF_PAIR if scoring.within_sections else ()),
    ]


_for_played = ColumnKind('=IF({row[boards]}=0,"",')
"""Columns of pairs that have played."""
_if_played = _for_played.formula


def _among_equals(range_: str, criterion: str) -> str:
    """How many pairs of the same ranking meet a condition."""
    return f"COUNTIFS({{group[side]}},{{row[side]}},{range_},{criterion})"


def _place(score: str) -> str:
    """The place of a pair among those it is ranked with."""
    better = _among_equals(f"{{group[{score}]}}", f'">"&{{row[{score}]}}')
    return f'=IF({{row[{score}]}}="","",1+{better})'


_WHO = [
    computed.centred("no", "No.", "={listed.row[no]}", width=6),
    computed.left("pair", "Pair", '=IF({listed.row[pair]}="","",{listed.row[pair]}&"")', width=9),
    computed.left(
        "names", "Players", '=IF({listed.row[names]}="","",{listed.row[names]})', width=NAMES_WIDTH
    ),
    computed.count(
        "key",
        "Listed first",
        '=IF({row[pair]}="",0,IF(SUMPRODUCT(({upto[pair]}={row[pair]})*{upto[no]})={row[no]},'
        "{row[no]},0))",
        width=12,
    ),
    for_listed("as_ns", "Lines as NS", "COUNTIF({lines[no_ns]},{row[no]})"),
    for_listed("as_ew", "Lines as EW", "COUNTIF({lines[no_ew]},{row[no]})"),
    computed.centred(
        "side",
        "Ranking",
        '=IF(SUM({row[as_ns:as_ew]})=0,"",IF(Winners=1,"All",IF({row[as_ns]}>0,"NS","EW")))',
    ),
]


def _played(scoring: SessionScoring) -> list[Column]:
    """Boards and sums of both formulas, then those of the one that ranks."""

    def boards(counted: str) -> str:
        return f"=IF({{row[key]}}=0,0,{both_seats(f'{{lines[{counted}]}}')})"

    def total(key: str) -> str:
        return if_listed(both_seats(f"{{travellers[{key}_#]}}"))

    chosen = f'IF(Method="{scoring.second}",{{row[{{0}}_b]}},{{row[{{0}}_a]}})'
    return [
        *(
            computed.count(f"boards_{key}", f"Boards, {heading}", boards(counted), width=13)
            for key, heading, counted in zip("ab", (scoring.a, scoring.b), scoring.counted)
        ),
        Column("sum_a", f"Sum, {scoring.a}", total("a"), number_format=PERCENT, width=13),
        Column("sum_b", f"Sum, {scoring.b}", total("b"), number_format=PERCENT, width=13),
        computed.count("boards", "Boards", "=" + chosen.replace("{0}", "boards")),
        _for_played(
            "full",
            "Full boards",
            f"IF(ISNUMBER(BoardsEach),BoardsEach,{_most_boards(scoring)})",
            width=11,
        ),
        *([_worth(scoring)] if scoring.is_match_points else ()),
        _for_played(
            "total",
            "Total",
            f"ROUND(ROUND({chosen.replace('{0}', 'sum')}/{{row[boards]}}*{{row[full]}}"
            f"{'*{row[worth]}' if scoring.is_match_points else ''},Decimals),"
            "IF(ISNUMBER(TotalDecimals),TotalDecimals,Decimals))",
            number_format=PERCENT,
            said=scoring.said_of_total,
        ),
    ]


def _most_boards(scoring: SessionScoring) -> str:
    """The boards of the pair that played most: of its ranking, by the ACBL of both sides."""
    of_ranking = "SUMPRODUCT(MAX(({group[side]}={row[side]})*{group[boards]}))"
    if not scoring.is_match_points:
        return of_ranking
    return f'IF(Method="acbl",MAX({{group[boards]}}),{of_ranking})'


def _worth(scoring: SessionScoring) -> Column:
    """How many points one percent of a board's top is for a pair."""
    worth = "PercentWorth"
    if scoring.within_sections:
        own = percent_worth("INDEX({sections[due]},1+{row[section_no]})")
        worth = f'IF(ComparedWith="section",{own},PercentWorth)'
    return _for_played("worth", "Points a percent", worth, number_format="0.###", width=11)


def _ranked(scoring: SessionScoring) -> list[Column]:
    percent = "ROUND({row[total]}/({row[full]}*{row[worth]}),Decimals)"
    if scoring.within_sections:  # totals of sections are rounded to other parts of a percent
        chosen = f'IF(Method="{scoring.second}",{{row[sum_b]}},{{row[sum_a]}})'
        exact = f"ROUND({chosen}/{{row[boards]}},Decimals)"
        percent = f"IF(ISNUMBER(TotalDecimals),{percent},{exact})"
    if scoring.sessions:
        percent = sessions.total(scoring)
    score = percent if scoring.is_match_points or scoring.sessions else "{row[total]}"
    return [
        _for_played(
            "score",
            "Ranked by",
            score,
            number_format=PERCENT,
            width=12,
            said="" if scoring.sessions else scoring.said_of_score,
        ),
        Column("place", "Place", _place("score")),
        _for_played("sharing", "Sharing it", _among_equals("{group[place]}", "{row[place]}")),
        for_listed(
            "position",
            "Position",
            'IF({row[place]}="",COUNT({group[place]})+COUNTIFS({upto[key]},">0",{upto[place]},'
            '""),IF({row[side]}="EW",COUNTIFS({group[side]},"NS",{group[place]},">0"),0)+{row[place]}'
            "+COUNTIFS({before[side]},{row[side]},{before[place]},{row[place]}))",
        ),
        Column(
            "at",
            "Pair in this row",
            '=IF({row[no]}>PairsListed,"",SUMPRODUCT(({group[position]}={row[no]})*{group[no]}))',
        ),
    ]


def _compared(scoring: SessionScoring) -> list[Column]:
    """The figure of a pair by either formula, and its place by it."""
    figures = []
    for key, heading in (("a", scoring.a), ("b", scoring.b)):
        full = f'IF({{row[full]}}="",{{row[boards_{key}]}},{{row[full]}})'
        full = "" if scoring.is_match_points else f"*{full}"
        score = f"ROUND({{row[sum_{key}]}}/{{row[boards_{key}]}}{full},Decimals)"
        figures += [
            Column(
                f"score_{key}",
                f"{heading}, {scoring.unit}",
                f'=IF({{row[boards_{key}]}}=0,"",{score})',
                number_format=PERCENT,
                width=12,
            ),
            Column(f"place_{key}", f"Place, {heading}", _place(f"score_{key}"), width=11),
        ]
    return figures


# Published tables ---------------------------------------------------------------------------------


def group_column(
    key: str, heading: str, width: float = 9, number_format: str = "General"
) -> Column:
    """A column of the group, in the order of the standings."""
    found = f'=IF({{group.row[at]}}="","",INDEX({{group[{key}]}},{{group.row[at]}}))'
    style = theme.STRONG if key in ("place", "names", "score") else None
    align = {"names": "left", "pair": "left", "section": "center"}.get(
        key, "center" if "place" in key else "right"
    )
    return Column(key, heading, found, False, number_format, width, align, style=style)


def pair_columns(scoring: SessionScoring) -> list[Column]:
    """The identity of a pair: number, players, section, side."""
    section = [group_column("section", "Section", 10)] if scoring.sections else []
    return [
        group_column("pair", "Pair", 8),
        group_column("names", "Players", NAMES_WIDTH),
        *section,
        computed.centred(
            "side",
            "Side",
            '=IF({group.row[at]}="","",IF(INDEX({group[side]},{group.row[at]})=Side_All,"",'
            "INDEX({group[side]},{group.row[at]})))",
            width=7,
        ),
    ]


def standings(scoring: SessionScoring) -> list[Column]:
    """The table that is published."""
    table = [
        group_column("place", "Place", 8),
        computed.centred(
            "tied",
            "Tied",
            '=IF({row[place]}="","",IF(INDEX({group[sharing]},{group.row[at]})>1,"=",""))',
            width=6,
        ),
        *pair_columns(scoring),
        *(
            group_column(f"in_{n}", f"Session {n}", 11, PERCENT)
            for n in range(1, scoring.sessions + 1)
        ),
        group_column("boards", "Boards", 11),
        Column(
            "sat_out",
            "Sat out",
            f'=IF({{row[place]}}="","",IF({_LEFT_OUT}>0,{_LEFT_OUT},""))',
            width=10,
        ),
        replace(group_column("full", "Full boards", 14), note=_FULL),
        _total(scoring, "total", 10),
    ]
    if scoring.sessions:
        kept = [column for column in table if column.key not in ("sat_out", "full", "total")]
        by_percent = replace(group_column("score", "Total", 11, PERCENT), note=_OF_SESSIONS)
        return [*kept, by_percent if scoring.is_match_points else _total(scoring, "score", 11)]
    if scoring.is_match_points:
        return [
            *table,
            Column(
                "most",
                "Max",
                '=IF({row[place]}="","",'
                "{row[full]}*INDEX({group[worth]},{group.row[at]})*FullPercent)",
                width=9,
                words="Most match-points possible",
                formerly=("Out of",),
            ),
            replace(group_column("score", "%", 9, PERCENT), words="Percentage"),
        ]
    per_board = '=IF({row[place]}="","",{row[total]}/{row[full]})'
    return [*table, Column("per_board", "IMPs a board", per_board, number_format=IMPS, width=9)]


_TO_PLAY = both_seats("{lines[open]}").replace("row[no]", "group.row[at]")
_LEFT_OUT = f"{{row[full]}}-{{row[boards]}}-({_TO_PLAY})"
"""The boards that others have had and a pair has not, nor is to have."""
_FULL = (
    "How many boards the session has: so many count, at the pair's average, for whoever sat out."
)
_OF_SESSIONS = (
    "The sessions added up: percentages, or match-points, as SessionTotals on Setup says."
)


def _total(scoring: SessionScoring, key: str, width: float) -> Column:
    """What a pair has scored, called as players call it."""
    heading = "MPs" if scoring.is_match_points else "IMPs"
    words = "Match-points" if scoring.is_match_points else "International match-points"
    return replace(group_column(key, heading, width, PERCENT), words=words, formerly=("Total",))


def comparison(scoring: SessionScoring) -> list[Column]:
    """Both formulas side by side, in the order of the standings."""
    one_missing = any_of('{row[score_a]}=""', '{row[score_b]}=""')
    both = f'IF({one_missing},"",'
    moved = "{row[place_a]}-{row[place_b]}"
    return [
        *pair_columns(scoring),
        group_column("score_a", f"{scoring.a} {scoring.unit}", 14, PERCENT),
        group_column("place_a", f"{scoring.a} place", 13),
        group_column("score_b", f"{scoring.b} {scoring.unit}", 14, PERCENT),
        group_column("place_b", f"{scoring.b} place", 13),
        Column(
            "change",
            f"{scoring.b} less {scoring.a}",
            f"={both}{{row[score_b]}}-{{row[score_a]}})",
            number_format=CHANGE,
            width=15,
        ),
        computed.left(
            "moved",
            f"Place by {scoring.b}",
            f'={both}IF({moved}=0,"same",IF({moved}>0,"up ","down ")&ABS({moved})))',
            width=11,
        ),
    ]
