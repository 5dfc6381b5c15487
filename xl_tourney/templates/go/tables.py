"""The tables of the go workbook: which columns they have, and the formula of each.

The wall list is typed in as it is published, and the functions take it as it is.  The sheet Rounds
takes every cell of it apart and holds it to the opponent's, so that a slip is found where it is.
"""

from __future__ import annotations

from ..parts import theme
from ..parts.columns import NAME_WIDTH, name_of
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, Rule, stands_above

MOST_CRITERIA = 6
STEPS = 4
"""How many iterations of direct comparison are worked out."""

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
    "DC": "Direct comparison among those tied so far; again directly below it, the next iteration.",
    "DC place": "Direct comparison iterated to the end: the place among the tied; lower is better.",
}
"""The criteria that a tournament can be placed by, in the order of their columns."""

KINDS = [
    Column("name", "Criterion", width=13, align="left", look=theme.VALUE),
    Column("says", "What it is", width=84, align="left", look=theme.VALUE),
]


def per_round(key: str, rounds: int) -> str:
    """The columns of all rounds, as formulas name them."""
    return f"{key}_1:{key}_{rounds}"


def listed(rounds: int) -> list[Column]:
    """The wall list as it is typed in."""
    rating = Rule("decimal", "The rating before the tournament (GoR, 2100 is 1 dan).", -999, 9999)
    start = Rule("decimal", "The McMahon score before the first round.", -99, 999)
    result = Rule(
        "textLength",
        "The opponent's No. and the result: 14+ won, 10- lost, 5= jigo, 7? not yet played; "
        "14+/b3 with colour and stones, 22+! by forfeit. 0+ bye, 0= half point, 0- absent.",
        0,
        12,
    )

    def text(key: str, heading: str, width: float, says: str) -> Column:
        rule = Rule("textLength", says, 0, 255)
        return Column(key, heading, "", False, TEXT_FORMAT, width, "left", rule)

    return [
        Column("no", "No.", width=6, align="center", look=theme.VALUE),
        text("name", "Player", NAME_WIDTH, "The name of the player."),
        text("club", "Club", 10, "The club, where it is known."),
        text("country", "Co.", 6, "The country, in two letters."),
        text("rank", "Rank", 7, "The rank: 5k, 3d, 1p."),
        Column("rating", "Rating", width=9, rule=rating),
        Column("start", "Start", width=8, rule=start),
        *(
            Column(f"r_{k}", f"R{k}", "", False, TEXT_FORMAT, 10, "left", result)
            for k in range(1, rounds + 1)
        ),
        Column("problem", "Problem", _problem(rounds), width=60, align="left"),
    ]


FAULTS = (
    "cannot be read",
    "names nobody",
    "is against himself",
    "has an opponent who meets another",
    "and the opponent's row disagree",
    "is against an opponent met before",
)
"""What can be wrong with a round, by its number on the sheet Rounds."""

BOTH_FORFEIT = 7
"""Not wrong: both lost, or both won, by forfeit."""


def _problem(rounds: int) -> str:
    """What is wrong with the row, round by round."""
    words = ",".join(f'"{fault}"' for fault in FAULTS)
    wrong = [
        f'IF(OR({{rounds.row[fault_{k}]}}=0,{{rounds.row[fault_{k}]}}={BOTH_FORFEIT}),"",'
        f'"R{k} "&CHOOSE({{rounds.row[fault_{k}]}},{words})&". ")'
        for k in range(1, rounds + 1)
    ]
    listed_again = 'IF({score.row[again]}=1,"Listed above already. ","")'
    nameless = 'IF({score.row[nameless]}=1,"Results without a name. ","")'
    return (
        f'=IF(SUM({{rounds.row[{per_round("fault", rounds)}]}},{{score.row[again:nameless]}})=0,"",'
        + "&".join([listed_again, nameless, *wrong])
        + ")"
    )


def rounds(count: int) -> list[Column]:
    """Every cell of the wall list, taken apart and held to the opponent's."""
    numbers = range(1, count + 1)
    made = {"code": ("code", _CODE, "General"), "fault": ("fault", _FAULT, NOT_ZERO)}
    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        *(
            Column(
                f"{key}_{k}",
                f"R{k} {heading}",
                f"={formula.replace('#', str(k))}",
                number_format=shown,
                width=9,
            )
            for key, (heading, formula, shown) in made.items()
            for k in numbers
        ),
    ]


SIGNS = "+-=?"
_CELL = "{listed.row[r_#]}"
_PLUS = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({_CELL},"-","+"),"=","+"),"?","+")'
_CODE = (
    f'IF(OR({_CELL}="",{_CELL}="?",{_CELL}="0?"),"",'
    f'IFERROR(10*VALUE(LEFT({_CELL},FIND("+",{_PLUS})-1))'
    f'+FIND(MID({_CELL},FIND("+",{_PLUS}),1),"{SIGNS}"),-1))'
)
"""Ten times the opponent's number, and 1 for a win, 2 a loss, 3 a jigo, 4 no result; below 0 where
the cell cannot be read."""

OPPONENT = "INT({0}/10)"
_RESULT = "MOD({row[code_#]},10)"
_ITS = "INDEX({rounds[code_#]},INT({row[code_#]}/10))"
_MIRRORED = f"IF({_RESULT}<3,3-{_RESULT},{_RESULT})"
_FAULT = (
    'IF({row[code_#]}="",0,IF({row[code_#]}<0,1,IF({row[code_#]}<10,0,'
    "IF({row[code_#]}>=10*ROWS({rounds[no]})+10,2,"
    'IF(INDEX({listed[name]},INT({row[code_#]}/10))="",2,'
    "IF(INT({row[code_#]}/10)={row[no]},3,"
    f'IF({_ITS}=10*{{row[no]}}+{_MIRRORED},IF(Meetings="",0,'
    'IF(COUNTIFS({row[code_1:code_#]},">="&10*INT({row[code_#]}/10),'
    '{row[code_1:code_#]},"<"&10*INT({row[code_#]}/10)+10)>Meetings,6,0)),'
    f'IF(AND({_ITS}=10*{{row[no]}}+{_RESULT},{_RESULT}<3,ISNUMBER(FIND("!",{_CELL}))),'
    f'{BOTH_FORFEIT},IF(COUNTIFS({{rounds[code_#]}},">="&10*INT({{row[code_#]}}/10),'
    '{rounds[code_#]},"<"&10*INT({row[code_#]}/10)+10)>1,4,5)))))))))'
)
"""Which fault a cell has, 0 for none."""


def _of_player(formula: str) -> str:
    """A formula for each listed player; rows without one stay blank."""
    return f'=IF({{row[name]}}="","",{formula})'


_RANK_NUMBER = "IFERROR(VALUE(LEFT({listed.row[rank]},LEN({listed.row[rank]})-1)),0)"
_RATING = (
    "IF(ISNUMBER({listed.row[rating]}),{listed.row[rating]},"
    'IF(LOWER(RIGHT({listed.row[rank]}))="d",FirstDan+RankStep*({row[grade]}-1),'
    'IF(LOWER(RIGHT({listed.row[rank]}))="k",FirstDan-RankStep*{row[grade]},'
    'IF(LOWER(RIGHT({listed.row[rank]}))="p",FirstPro+ProStep*({row[grade]}-1),0))))'
)


def score(count: int) -> list[Column]:
    """What each player has: every criterion, the chosen ones in their order, the place."""
    wall_list = f"{{listed[{per_round('r', count)}]}}"
    codes = f"{{rounds.row[{per_round('code', count)}]}}"
    sums = f"{wall_list},{{score[for_sums]}}"

    def of_opponents(key: str, heading: str, drop: int = 0) -> Column:
        function = heading.partition("-")[0]
        unplayed = "0" if key == "sodos" else "{score[unplayed]}"
        return Column(
            key, heading, f"={function}({sums},{drop},{unplayed},UseHandicap)", whole=True
        )

    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        name_of("listed", "Player"),
        Column(
            "again",
            "Listed before",
            f'=IF({{row[name]}}="",0,{stands_above("name")})',
            number_format=NOT_ZERO,
        ),
        Column(
            "nameless",
            "No name",
            f'=IF({{row[name]}}="",IF(COUNT({codes})>0,1,0),0)',
            number_format=NOT_ZERO,
        ),
        Column(
            "gaps",
            "Rounds not filled in",
            _of_player(f"RoundsHeld-COUNT({codes})"),
        ),
        Column(
            "base",
            "Start score",
            _of_player(
                'IF(AND(System="mcmahon",ISNUMBER({listed.row[start]})),{listed.row[start]},0)'
            ),
        ),
        Column(
            "no_start",
            "No start score",
            _of_player('IF(AND(System="mcmahon",NOT(ISNUMBER({listed.row[start]}))),1,0)'),
        ),
        Column(
            "balance",
            "Wins less losses",
            _of_player("+".join(_balance(k) for k in range(1, count + 1))),
        ),
        Column("grade", "Rank as number", f"={_RANK_NUMBER}", number_format=NOT_ZERO),
        Column("entry", "Entry rating", _of_player(_RATING)),
        Column(
            "unplayed",
            "A round without opponent",
            _of_player('IF(Unplayed="start",{row[base]},0)'),
            width=12,
        ),
        Column("for_sums", "Score in sums", f"=MMS({wall_list},{{score[base]}},SumsCount)", True),
        Column("opera_", "OPERA", f"=OPERA({wall_list},{{score[entry]}},OperaVariant)", whole=True),
        Column("nbw", "NBW", f"=NBW({wall_list},NBWCounts)", whole=True),
        Column("mms", "MMS", f"=MMS({wall_list},{{score[base]}},ScoreCounts)", whole=True),
        of_opponents("sos", "SOS"),
        of_opponents("sos_1", "SOS-1", 1),
        of_opponents("sos_2", "SOS-2", 2),
        of_opponents("sosos", "SOSOS"),
        of_opponents("sodos", "SODOS"),
        Column("cuss", "CUSS", f"=CUSS({wall_list},{{score[base]}},ScoreCounts)", whole=True),
        Column(
            "opera", "OPERA to sort by", _of_player("IF(ISERROR({row[opera_]}),0,{row[opera_]})")
        ),
        Column("rating", "Rating", _of_player("{row[entry]}")),
        *_placing(wall_list),
    ]


def _balance(k: int) -> str:
    """1 for a win against somebody, -1 for a loss; nothing where both lost or won by forfeit."""
    code, fault = f"{{rounds.row[code_{k}]}}", f"{{rounds.row[fault_{k}]}}"
    won = f"(MOD({code},10)=1)-(MOD({code},10)=2)"
    return f"IF(N({code})<10,0,IF({fault}={BOTH_FORFEIT},0,{won}))"


def _placing(wall_list: str) -> list[Column]:
    """Who is tied before direct comparison, what it says, the chosen criteria, the place."""
    last = MOST_CRITERIA
    chosen = range(1, last + 1)
    value = "N(INDEX({{row[nbw:rating]}},MATCH(Criterion{0},{{kinds[name]}},0)))"
    before = [
        Column(
            f"before_{k}",
            f"{k}. before comparison",
            _of_player(f'IF(OR(Criterion{k}="",AND(FirstDC>0,{k}>=FirstDC)),0,{value.format(k)})'),
            width=12,
        )
        for k in chosen
    ]
    keys = [
        Column(
            f"key_{k}",
            f"{k}. to sort by",
            _of_player(
                f'IF(OR(Criterion{k}="",FirstDC=0,{k}<FirstDC),{{row[before_{k}]}},'
                f'IF(Criterion{k}="DC",INDEX({{row[step_1:step_{STEPS}]}},MAX(1,{k}-FirstDC+1)),'
                f'IF(Criterion{k}="DC place",-{{row[dc_place]}},{value.format(k)})))'
            ),
        )
        for k in chosen
    ]
    on = "&".join(
        f'IF(OR(Criterion{k}="",AND(FirstDC>0,FirstDC<={k})),"",'
        f'"{"" if k == 1 else ", "}"&Criterion{k}&" "&{{row[key_{k}]}})'
        for k in chosen
    )
    return [
        *before,
        Column("group", "Tied for place", f"=PLACE({{score[before_1:before_{last}]}})", whole=True),
        *(Column(f"step_{k}", f"DC {k}", look=theme.VALUE) for k in range(1, STEPS + 1)),
        Column(
            "dc_place", "DC place", f"=DC_PLACE({wall_list},{{score[group]}},System)", whole=True
        ),
        *keys,
        Column(
            "broken",
            "No figure",
            _of_player(f"IF(ISERROR(SUM({{row[key_1:key_{last}]}})),1,0)"),
        ),
        Column("place", "Place", f"=PLACE({{score[key_1:key_{last}]}})", whole=True),
        Column(
            "decided",
            "Decided by",
            f"=DECIDED_BY({{score[key_1:key_{last}]}},PlacedBy)",
            whole=True,
            width=12,
            align="center",
        ),
        Column(
            "position",
            "Row of the table",
            _of_player("{row[place]}+COUNTIF({before[place]},{row[place]})"),
        ),
        Column("size", "Players in the group", _of_player("COUNTIF({score[group]},{row[group]})")),
        Column("on", "Tied on", _of_player(on), width=30, align="left"),
    ]


def steps(rounds: int) -> str:
    """The formula that fills the columns of direct comparison, an iteration each."""
    wall_list = f"{{listed[{per_round('r', rounds)}]}}"
    return f"=DIRECT_COMPARISON({wall_list},{{score[group]}},System,{STEPS})"
