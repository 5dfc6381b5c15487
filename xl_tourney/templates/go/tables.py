"""The tables of the go workbook: which columns they have, and the formula of each.

The wall list is typed in as it is published, and our functions take it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.expression import formula_of
from ...functions.go.opponents_scores import sodos_term, sosos_unplayed
from ...functions.go.scores import NotPlayed, mcmahon_score, points_of_halves
from ...readers.go.tournament import MAX_ROUNDS
from ..parts import theme
from ..parts.columns import NAME_WIDTH, typed_rounds
from ..parts.table import (
    Column,
    InputRule,
    computed,
    is_duplicate,
    refused,
    text_column,
    word_cell,
)
from .placing import before_columns, comparison_columns, for_player, if_player, place_columns
from .race import race_columns
from .ratings import rating_columns
from .rounds import (
    BALANCE,
    HAS_OPPONENT,
    IN_AN_EXTRACT,
    IS_PLAYED,
    IS_WAITING,
    MET_AGAIN,
    OPPONENT,
    POINTS,
    PROBLEMS,
    WAITING,
    per_round,
    row_of_rounds,
    sum_of_rounds,
    without_opponent,
)
from .settings import level_of, plain_rank

# Opponents whose rows an extract of a wall list does not have, and what cannot be known so.
#
# An outsider has a number, but no name.  A game against one counts for the score; whatever adds up
# the outsider's own score or rating is #N/A.  Native formulas give that by themselves, since the
# outsider's figures are #N/A; for our functions, which take numbers, it is counted here.

_UNKNOWN = {
    "sos": "met",
    "sos_1": "met",
    "sos_2": "met",
    "sosos": "met_met",
    "sodos": "beaten",
    "opera_": "rated_by",
}
"""The column with the number of unknown terms of each criterion."""


def if_known(key: str, called: str, drop: int = 0) -> str:
    """A call of one of our functions for players all of whose terms are known; else #N/A.

    If all rounds are dropped there are no terms, and the value is known.
    """
    unknown = f"{{score[{_UNKNOWN[key]}]}}>0"
    if drop:
        unknown = f"({unknown})*(RoundsEntered>{drop})>0"
    return f"IF({unknown},NA(),{called})"


def outsider_columns(count: int) -> Iterator[Column]:
    """The columns that mark outsiders, and the players whose figures depend on one."""
    yield Column(
        "outsider",
        "Outsider",
        f'=IF({{row[name]}}="",IF(COUNT({row_of_rounds("opponent", count)})>0,NA(),""),"")',
        only="native",
        may_be_na=IN_AN_EXTRACT,
    )
    is_outsider = f'INDEX({{score[name]}},{OPPONENT})=""'

    def counted(key: str, heading: str, game: str, *unknown: str) -> Column:
        """In how many rounds with such a game something of the opponent is not known."""
        of_opponent = [f"N(INDEX({{score[{other}]}},{OPPONENT}))>0" for other in unknown]
        is_unknown = f"OR({','.join((is_outsider, *of_opponent))})"
        terms = sum_of_rounds(range(1, count + 1), f"IF({game},IF({is_unknown},1,0),0)")
        return computed.count(
            key,
            heading,
            f'=IF(OR(Outsiders<>"yes",{{row[name]}}=""),0,{terms})',
            width=12,
            only="functions",
        )

    yield counted("met", "Met outsiders", HAS_OPPONENT)
    yield counted("met_met", "Met who met outsiders", HAS_OPPONENT, "met")
    yield counted("beaten", "Points from outsiders", f"IF({HAS_OPPONENT},{POINTS}>0,FALSE)")
    yield counted("played", "Played outsiders", IS_PLAYED)
    yield counted("rated", "Rated by outsiders", IS_PLAYED, "played")
    yield counted("rated_by", "Opponents rated by outsiders", IS_PLAYED, "rated")


CRITERIA = {
    "NBW": "Number of wins, a jigo ½.",
    "MMS": "McMahon score: start score and wins. Without McMahon, the wins.",
    "SOS": "Sum of the opponents' scores.",
    "SOS-1": "SOS without the lowest round.",
    "SOS-2": "SOS without the two lowest rounds.",
    "SOSOS": "Sum of the opponents' SOS.",
    "SODOS": "Sum of the defeated opponents' scores.",
    "CUSS": "Sum of the own scores after each round.",
    "OPERA": "Mean performance rating of the opponents.",
    "Rating": "The rating before the tournament.",
    "DC": "Direct comparison (AGA: face to face) of those tied so far; listed again, once more.",
    "DC place": "Direct comparison iterated to the end: the place among the tied; lower is better.",
}
"""The criteria that a tournament can be placed by, in the order of their columns."""

CRITERIA_COLUMNS = [
    Column("name", "Criterion", width=13, align="left", style=theme.VALUE),
    Column("description", "What it is", width=84, align="left", style=theme.VALUE),
]


def entries(rounds: int) -> list[Column]:
    """The wall list as it is typed in."""
    rating = InputRule(
        "decimal",
        "The rating before the tournament (GoR, 2100 is 1 dan).",
        -999,
        9999,
        decimals=3,
        halves=False,
    )
    start = InputRule("decimal", "The McMahon score before the first round.", -99, 999)
    result = InputRule(
        "textLength",
        "The opponent's No. and the result: 14+ won, 10- lost, 5= jigo, 7? not yet played; "
        "14+/b3 with colour and stones, 22+! by forfeit. 0+ bye, 0= half point, 0- absent.",
        0,
        12,
    )

    out = InputRule(
        "whole",
        "The last round of a player who leaves the tournament; 0 for one who never came.",
        0,
        MAX_ROUNDS,
    )

    return [
        Column("no", "No.", width=6, align="center", style=theme.VALUE),
        text_column("name", "Player", NAME_WIDTH, "The name of the player.", identifies=True),
        text_column("club", "Club", 10, "The club, where it is known."),
        text_column("country", "Co.", 6, "The country, in two letters."),
        text_column("rank", "Rank", 7, "The rank: 5k, 3d, 1p."),
        Column("rating", "Rating", width=9, rule=rating),
        Column("start", "Start", width=8, align="center", rule=start),
        *typed_rounds(rounds, 10, result),
        Column("out", "Out after", width=10, align="center", rule=out),
        computed.left("problem", "Problem", _problem(rounds), width=52),
        text_column("pin", "EGD PIN", 10, "The number in the European Go Database, if known."),
    ]


def _problem(rounds: int) -> str:
    """What is wrong with the row, round by round."""
    fault, again = "{rounds.row[fault_#]}", "{rounds.row[again_#]}"

    def text(number: object) -> str:
        return f'"R# "&INDEX({{problems[problem]}},{number})'

    waiting = f'IF({IS_WAITING},{text(PROBLEMS.index(WAITING) + 1)},"")'
    met_again = f"IF({again}=1,{text(PROBLEMS.index(MET_AGAIN) + 1)},{waiting})"
    of_round = f"IF({fault}>0,{text(fault)},{met_again})"
    wrong = [of_round.replace("#", str(k)) for k in range(1, rounds + 1)]
    entered_again = 'IF({score.row[again]}=1,"Listed above already. ","")'
    nameless = 'IF({score.row[nameless]}=1,"Results without a name. ","")'
    no_rank = 'IF({score.row[no_rank]}=1,"The rank is 5k, 3d, 1p or the like. ","")'
    no_number = 'IF({score.row[refused]}>0,"Rating, Start and Out after are numbers. ","")'
    faults, agains = (row_of_rounds(key, rounds) for key in ("fault", "again"))
    faults_found = f'COUNTIF({faults},">0")+SUM({agains})'
    return (
        f'=IF({faults_found}+SUM({{score.row[again:waiting]}})=0,"",'
        + "&".join([entered_again, nameless, no_rank, no_number, *wrong])
        + ")"
    )


_RANK = "{row[rank]}"
_RANK_NUMBER = f"IFERROR(VALUE(LEFT({_RANK},LEN({_RANK})-1)),0)"
_NO_RANK = f'IF({_RANK}="",0,IFERROR(IF(FIND(RIGHT({_RANK}),"dkp")*{_RANK_NUMBER}>0,0,1),1))'
_RATING = (
    "IF(ISNUMBER({entries.row[rating]}),{entries.row[rating]},"
    'IF(RIGHT({row[rank]})="d",FirstDan+RankStep*({row[grade]}-1),'
    'IF(RIGHT({row[rank]})="k",FirstDan-RankStep*{row[grade]},'
    'IF(RIGHT({row[rank]})="p",FirstPro+ProStep*({row[grade]}-1),0))))'
)


def score(count: int, rows: int, with_pairs: bool = False) -> list[Column]:
    """The figures of each player: every criterion, the chosen ones in their order, the place."""
    wall_list = f"{{rounds[{per_round('clean', count)}]}}"
    return [
        *_entry_columns(count),
        *outsider_columns(count),
        *rating_columns(count),
        *_criteria_columns(wall_list, count),
        *before_columns(),
        *comparison_columns(wall_list, rows, count),
        *place_columns(count),
        *(race_columns(count) if with_pairs else ()),
    ]


_GAP = (
    'IF({progress.top[entered_#]}=0,0,IF(#>=LastEntered,0,IF({rounds.row[opponent_#]}<>"",0,'
    "IF(COUNT({rounds.row[opponent_1:opponent_#]})>0,1,0))))"
)
"""1 for a blank cell in a round before the last, but not before the first entry of the player."""


def _entry_columns(count: int) -> list[Column]:
    """The columns of the wall list beside the games."""
    opponents, results, typed = (
        row_of_rounds(key, count) for key in ("opponent", "result", "typed_result")
    )
    cells = f"{{entries.row[{per_round('r', count)}]}}"
    mcmahon, start = 'System="mcmahon"', "{entries.row[start]}"
    no_rank = 'OR(BarLevel="",AND(McMahonBar="",{row[level]}<-29))'
    name = "{entries.row[name]}"
    numbers = refused("entries", entries(0))
    return [
        computed.centred("no", "No.", "={entries.row[no]}", width=6),
        computed.left(
            "name",
            "Player",
            f'=IF(OR({name}="",{{row[no]}}=ByeRow),"",TRIM({name}))',
            width=NAME_WIDTH,
        ),
        computed.left("rank", "Rank as it counts", f"={plain_rank('{entries.row[rank]}')}"),
        computed.count("again", "Listed before", f'=IF({{row[name]}}="",0,{is_duplicate("name")})'),
        computed.count(
            "nameless",
            "No name",
            f'=IF({name}="",IF(AND(COUNTA({cells})>0,Outsiders<>"yes"),1,0),0)',
        ),
        computed.count("no_rank", "No rank", f"={_NO_RANK}"),
        computed.count("refused", "No numbers", f"={numbers}"),
        for_player.count(
            "waiting",
            "Games without their other half",
            f'COUNTIF({results},">0")-COUNTIF({typed},">0")',
            width=12,
        ),
        for_player("gaps", "Rounds not filled in", sum_of_rounds(range(2, count), _GAP)),
        for_player(
            "missing",
            "Not in the last round",
            f'IF(LastEntered=0,1,IF(INDEX({opponents},LastEntered)="",1,0))',
        ),
        for_player("level", "Rank as level", level_of(_RANK)),
        for_player(
            "base",
            "Start score",
            f'IF({mcmahon},IF(ISNUMBER({start}),{start},IF(BarLevel="",0,'
            "MAX(FloorLevel,MIN(BarLevel,{row[level]}))-FloorLevel)),0)",
        ),
        for_player(
            "no_start", "No start score", f"IF(AND({mcmahon},NOT(ISNUMBER({start})),{no_rank}),1,0)"
        ),
        computed.count(
            "balance", "Wins less losses", f"={sum_of_rounds(range(1, count + 1), BALANCE)}"
        ),
        computed.count("grade", "Rank as number", f"={_RANK_NUMBER}"),
        Column(
            "entry",
            "Entry rating",
            if_player(_RATING),
            native=f'=IF({{row[name]}}="",{{row[outsider]}},{_RATING})',
            may_be_na=IN_AN_EXTRACT,
        ),
        for_player(
            "unplayed", "A round without opponent", 'IF(Unplayed="start",{row[base]},0)', width=12
        ),
    ]


def _criteria_columns(wall_list: str, count: int) -> list[Column]:
    """The scores, and the criteria in the order of :data:`CRITERIA` from NBW to the rating."""
    numbers = range(1, count + 1)
    terms = row_of_rounds("sos", count)
    sums = f"{wall_list},{{score[for_sums]}}"

    def array(
        key: str,
        heading: str,
        formula: str,
        native: str,
        blank: str = '""',
        may_be_na: str = "",
        derivation: str = "",
    ) -> Column:
        return Column(
            key,
            heading,
            f"={formula}",
            array=True,
            native=f'=IF({{row[nbw]}}="",{blank},{native})',
            may_be_na=may_be_na,
            derivation=derivation,
        )

    def score(key: str, heading: str, setting: str, blank: str = '""') -> Column:
        formula = f"MMS({wall_list},{{score[base]}},{setting})"
        points = formula_of(mcmahon_score, "{row[base]}", _points(setting, count))
        return array(
            key, heading, formula, points, blank, IN_AN_EXTRACT if key == "for_sums" else ""
        )

    def opponents_column(key: str, heading: str, native: str, drop: int = 0) -> Column:
        function = heading.partition("-")[0]
        unplayed = "0" if key == "sodos" else "{score[unplayed]}"
        called = f"{function}({sums},{drop},{unplayed},UseHandicap)"
        blank = "{row[outsider]}" if key == "sos" else '""'
        known = if_known(key, called, drop)
        return array(key, heading, known, native, blank, IN_AN_EXTRACT, derivation=called)

    def sum_of_opponents(value: str) -> str:
        return sum_of_rounds(numbers, f"IF({HAS_OPPONENT},{value},0)")

    opponents = f'COUNTIF({row_of_rounds("kind", count)},">0")'
    without = formula_of(sosos_unplayed, "{row[unplayed]}", "RoundsEntered")
    cumulated = sum_of_opponents(f"{{progress.top[remaining_#]}}*{POINTS}")
    opera = f"OPERA({wall_list},{{score[entry]}},OperaVariant)"
    halves_so_far = _of_halves(
        "COUNTIFS({rounds.row[opponent_1:opponent_#]},0,{rounds.row[result_1:result_#]},3)", "down"
    )
    halves = sum_of_rounds(numbers, f"{{progress.top[entered_#]}}*{halves_so_far}")
    remaining = f"{{progress[{per_round('remaining', count)}]}}"
    wins, byes = (without_opponent(count, result) for result in (1, 3))
    half_byes = _of_halves(f"SUMIFS({remaining},{byes})", "written")
    defeated = formula_of(sodos_term, "{rounds.row[sos_#]}", POINTS)
    return [
        for_player("won", "Points of games", sum_of_opponents(POINTS), only="native"),
        score("for_sums", "Score in sums", "SumsCount", "{row[outsider]}"),
        Column(
            "opera_",
            "OPERA",
            f"={if_known('opera_', opera)}",
            derivation=opera,
            array=True,
            only="functions",
            may_be_error=True,
        ),
        Column(
            "nbw",
            "NBW",
            f"=NBW({wall_list},NBWCounts)",
            array=True,
            native=if_player(
                f'IF(COUNTIF({row_of_rounds("clean", count)},"?*")=0,"",'
                f"{_points('NBWCounts', count)})"
            ),
        ),
        score("mms", "MMS", "ScoreCounts"),
        opponents_column("sos", "SOS", f"SUM({terms})"),
        opponents_column(
            "sos_1", "SOS-1", f"IF(RoundsEntered<=1,0,{{row[sos]}}-SMALL({terms},1))", 1
        ),
        opponents_column(
            "sos_2", "SOS-2", f"IF(RoundsEntered<=2,0,{{row[sos_1]}}-SMALL({terms},2))", 2
        ),
        opponents_column(
            "sosos",
            "SOSOS",
            f"(RoundsEntered-{opponents})*{without}+{sum_of_opponents(f'N(INDEX({{score[sos]}},{OPPONENT}))')}",
        ),
        opponents_column("sodos", "SODOS", sum_of_opponents(f"IF({POINTS}=0,0,{defeated})")),
        array(
            "cuss",
            "CUSS",
            f"CUSS({wall_list},{{score[base]}},ScoreCounts)",
            f"RoundsEntered*{{row[base]}}+{cumulated}+SUMIFS({remaining},{wins})"
            f'+IF(ScoreCounts="written",{half_byes},'
            f"IF(COUNTIFS({byes})=0,0,{halves}))",
        ),
        for_player(
            "opera",
            "OPERA to sort by",
            "IF(ISNUMBER({row[opera_]}),{row[opera_]},IF(ISNA({row[opera_]}),NA(),0))",
            may_be_na=IN_AN_EXTRACT,
        ),
        for_player("rating", "Rating", "{row[entry]}"),
    ]


def _of_halves(halves: str, rule: NotPlayed) -> str:
    return formula_of(lambda halves: points_of_halves(halves, rule), halves)


def _points(setting: str, count: int) -> str:
    """The points of all rounds, those without a game counted as a setting says."""
    of_halves = formula_of(points_of_halves, f"COUNTIFS({without_opponent(count, 3)})", setting)
    of_halves = of_halves.replace('="wins"', f"={word_cell('NBWCounts', 'wins')}")
    written = f"{{row[won]}}+COUNTIFS({without_opponent(count, 1)})+{of_halves}"
    if setting != "SumsCount":
        return written
    not_played = _of_halves("{progress.top[entered_#]}", "half")
    half = sum_of_rounds(range(1, count + 1), f"IF({IS_PLAYED},{POINTS},{not_played})")
    return f'IF({setting}="half",{half},{written})'
