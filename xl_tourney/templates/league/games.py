"""The tables of a league in which one row is a game: results, and the figures of each team."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.expression import formula_of
from ...functions.tantrix.leads import per_game, wins_and_ties
from ..parts.columns import NAME_WIDTH, if_listed, is_bye, name_of, sum_of_both_sides
from ..parts.qualification.race import TemplateRace, game_columns, unequal_lengths
from ..parts.table import (
    NOT_ZERO,
    TEXT_FORMAT,
    Column,
    InputRule,
    is_duplicate,
    refused,
    text_column,
)
from . import groups, sports, venues
from .rules import criteria
from .rules.rules import Rules
from .tables import (
    LOT,
    NAME,
    NO,
    PERCENT,
    SAID_OF_PERCENT,
    games_behind,
    lead,
    left_columns,
    line_columns,
    settled_columns,
)
from .venues import SIDES

_TEAMS = [
    NO,
    NAME,
    Column(
        "deducted",
        "Points deducted",
        width=10,
        rule=InputRule(
            "decimal", "How many points are taken from this team; below 0: given to it.", -999, 999
        ),
    ),
    text_column(
        "out_after",
        "Out after round",
        12,
        "For a team that withdrew: the last round or date that it played in, or 0.",
    ),
    Column(
        "fair",
        "Fair play",
        rule=InputRule("decimal", "More is better: type cards as numbers below 0.", -9999, 9999),
    ),
    LOT,
]
"""The teams, and what results do not say of them."""
_OF_DEDUCTED = [
    text_column(
        "deducted_from",
        "Deducted from",
        13,
        "The date or round of Results from which on the Race counts it; blank: from the start.",
    ),
    text_column("reason", "Reason", 24, "Why points were taken from this team, or given to it."),
]


def teams(rules: Rules) -> list[Column]:
    """The columns of the list of teams."""
    no, name, deducted, *others = _TEAMS
    return [
        *(no, name),
        *([groups.TYPED] if rules.has_groups else ()),
        *(deducted, *(_OF_DEDUCTED if rules.adjusts else ()), *others),
    ]


_NOT_BY_CRITERIA = (
    "OR(AND(SUM({group[tied]})>0,COUNT(RaceScores)<>COUNT(WinPoints,DrawPoints,LossPoints)),"
    "SUMPRODUCT({matches[counted]},{matches[unknown]})>0,"
    'COUNTIF(PlacedBy,"Regulation*")>0)'
)
"""Where the race goes by points alone: a draw is worth what another result is, so that a score does
not say what it gave; games count with a team that is not listed; or it matters how games are won.
"""
_ANY_FAIR_PLAY = ",".join(f'Criterion{k}="Fair play"' for k in range(1, criteria.MAX_CRITERIA + 1))

_HAS_NO_DRAWS = "OvertimeWinPoints<>WinPoints,DrawPoints=(OvertimeWinPoints+OvertimeLossPoints)/2"
"""Whether every game is decided, if need be in overtime: two conditions."""

_BY_WINS = 'Criterion1="Wins"'


def race_of(rules: Rules) -> TemplateRace:
    """Who can still finish where: a league without ties so far is taken to have none to come.

    It goes by what places first: points, or wins. Scores that cannot be any, such as sets, and
    figures beside the score are not known of games to come: then ties are open.
    """
    alone = "TRUE" if rules.are_scores_bound or rules.second else _NOT_BY_CRITERIA
    return TemplateRace(
        is_in="IF({row[key]}=0,FALSE,{row[out]}=0)",
        points=f"IF({_BY_WINS},{{row[won]}},{{row[points]}})",
        length="{row[played]}+{row[to_play]}",
        problem='IF(COUNT(WorthOfGames)<ROWS(WorthOfGames),"the points of a result are no number",'
        f'IF(Criterion1="Pct",{unequal_lengths("group", "a percentage")},""))',
        worths=tuple(
            f"IF({_BY_WINS},{wins},{points})"
            for wins, points in (
                (1, "WinPoints"),
                (
                    0,
                    f'IF(AND(SUM({{group[tied]}})=0,OR(Criterion1="Pct",AND({_HAS_NO_DRAWS}))),'
                    "WinPoints,DrawPoints)",
                ),
                (0, "LossPoints"),
                (1, "OvertimeWinPoints"),
                (0, "OvertimeLossPoints"),
            )
        ),
        places="LastPlace",
        results="SUM({matches[counted]})",
        criteria=(
            *(
                f'IF(OR(ISNA(MATCH(Criterion{k},{{criteria[name]}},0)),{alone}),"",Criterion{k})'
                for k in range(1, criteria.MAX_CRITERIA + 1)
            ),
            'IF(HeadToHead="again","again","")',
        ),
        played="{matches[placed_home:placed_late]}",
        tiebreak="{group[race_lot]}",
        exact_but=f'IF({alone}," but for ties on points",'
        f'IF(OR({_ANY_FAIR_PLAY})," but for fair play to come",""))',
        decided_by="&".join(f"Criterion{k}" for k in range(1, criteria.MAX_CRITERIA + 1))
        + '&HeadToHead&"; "&'
        + '&"/"&'.join(
            f"SUMPRODUCT({{matches[no_{team}]}},{{results[{side}_score]}})"
            for side in SIDES
            for team in SIDES
        )
        + '&"; "&SUMPRODUCT({group[no]},{group[race_lot]})',
        is_bounded=rules.is_bounded,
        more=f"IF({_BY_WINS},0,{sports.most_bonus(rules)})",
        of="group_no" if rules.has_groups else "",
        last="IF(N(NextBest)>0,MAX(RacePlaces,N(NextPlace)),RacePlaces)"
        if rules.next_placed
        else "RacePlaces",
    )


_PROBLEM = (
    '=IF({matches.row[odd]}>0,"A score is below 0, or a time: 2:1 is 2 in one cell, 1 in the next",'
    'IF({matches.row[unclear]}=1,"Overtime is yes, OT, SO, AET or pen., or blank: no other word",'
    'IF({matches.row[incomplete]}=1,"Not complete: two teams, and a number in each score cell",'
    'IF({matches.row[itself]}=1,"A team against itself",'
    'IF({matches.row[unknown]}=1,"A team that is not listed on Setup",'
    'IF({matches.row[again]}=1,"The same teams at the same date or round, above",'
    'IF({matches.row[undecided]}=1,"A draw, and the rules have none: who won in overtime?",""'
    ")))))))"
)

_TEAM = InputRule(
    "list", "Choose a team; new teams are added on the sheet Setup.", "{listed[name]}"
)
_SCORE = InputRule("decimal", "The score of this team: a number from 0.", 0, 9999)
_OVERTIME = InputRule(
    "list",
    "yes, OT, SO, AET or pen. when it was decided after regular time; else blank.",
    '"yes"',
    is_strict=False,
)
_COUNT = InputRule("decimal", "A number from 0.", 0, 9999)
_BONUS = InputRule("decimal", "Bonus points of this team; blank: as the rules give them.", 0, 99)


def results(rules: Rules) -> list[Column]:
    """The page of results, one game a row."""
    second = rules.second.capitalize()
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
            Column(key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", _TEAM, identifies=True)
            for key, heading in (("home", "Home"), ("away", "Away"))
        ),
        Column("home_score", "Score home", rule=_SCORE, width=13),
        Column("away_score", "Score away", rule=_SCORE, width=13),
        Column("overtime", "Overtime", rule=_OVERTIME, width=11, align="center"),
        *(
            Column(f"{side}_second", f"{second} {side}", rule=_COUNT, width=11)
            for side in SIDES
            if rules.second
        ),
        *(
            Column(f"{side}_wickets", f"Wickets lost {side}", rule=_WICKETS, width=11)
            for side in SIDES
            if rules.overs
        ),
        *(
            Column(f"{side}_bonus", f"Bonus {side}", rule=_BONUS, width=10)
            for side in SIDES
            if rules.bonus.exists
        ),
        Column("problem", "Problem", _PROBLEM, width=46, align="left"),
    ]


_WICKETS = InputRule("whole", "How many were out: with 10 all overs count.", 0, 10)
_SCORES = "{results.row[home_score:away_score]}"


def _number(key: str) -> str:
    return (
        f'=IF({{results.row[{key}]}}="","",'
        f"SUMPRODUCT(({{group[name]}}=TRIM({{results.row[{key}]}}))*{{group[key]}}))"
    )


def _if_named(formula: str) -> str:
    """A formula for results and fixtures; other rows stay blank."""
    return f'=IF({{row[named]}},{formula},"")'


def _if_counted(formula: str) -> str:
    """A formula for each game that counts; other rows stay blank."""
    return f'=IF({{row[counted]}},{formula},"")'


def _flag(condition: str) -> str:
    return f"IF({condition},1,0)"


def _odd() -> str:
    """How many scores are none: below 0, or a time or a percentage.

    12:0 is half a day, and so a score in a match of chess: where the other side has no half, too.
    """
    home, away = (f"{{results.row[{side}_score]}}" for side in SIDES)
    halves = (
        f"IF(COUNT({_SCORES})<COLUMNS({_SCORES}),0,IF(MIN({_SCORES})<>Half,0,"
        f"IF(INT({home}+{away})={home}+{away},0,1)))"
    )
    scores = [Column(f"{side}_score", "", rule=_SCORE) for side in SIDES]
    refused_scores = refused("results", scores)
    return f"=IF(COUNT({_SCORES})<COUNTA({_SCORES}),0,{refused_scores}+{halves})"


_LATE = "{results.row[overtime]}"
_WORD = f'LOWER(TRIM(SUBSTITUTE(SUBSTITUTE({_LATE}&"","(",""),")","")))'


def _is_word(words: str) -> str:
    """Whether the cell holds one of the words of a named cell."""
    return f'ISNUMBER(FIND("|"&{_WORD}&"|",{words}))'


def _teams_out() -> str:
    """How many of both teams have withdrawn."""
    return "+".join(
        f"IF({{row[no_{side}]}}>0,INDEX({{group[out]}},{{row[no_{side}]}}),0)" for side in SIDES
    )


def _points(won: str, lost: str, bonus_of: str | bool = "") -> str:
    late = "{row[late]}"
    bonus = f"+{{row[{bonus_of}_bonus]}}" if bonus_of else ""
    return _if_counted(
        f"IF({{row[tied]}},DrawPoints,IF({{row[{won}]}},IF({late},OvertimeWinPoints,WinPoints),"
        f"IF({late},OvertimeLossPoints,LossPoints))){bonus}"
    )


def matches(rules: Rules) -> Iterator[Column]:
    """The games as the sums take them; rounds are numbered in the order in which they appear."""
    home, away = "TRIM({results.row[home]})", "TRIM({results.row[away]})"
    yield Column("no_home", "No. of home", _number("home"))
    yield Column("no_away", "No. of away", _number("away"))
    yield Column(
        "entry",
        "What the row is",
        '=IF(COUNTA({results.row[home:away_score]})=0,"",'
        f'IF(OR({is_bye(home)},{is_bye(away)}),"bye",'
        f'IF(OR({home}="",{away}=""),"incomplete",'
        f'IF(COUNTA({_SCORES})=0,"fixture",'
        f'IF(COUNT({_SCORES})<COLUMNS({_SCORES}),"incomplete",'
        'IF({row[odd]}+{row[unclear]}>0,"incomplete","result"))))))',
        width=12,
        align="left",
    )
    yield Column("odd", "No scores", _odd())
    yield Column(
        "overtime",
        "Overtime",
        f'=IF({_LATE}="",0,IF(ISLOGICAL({_LATE}),IF({_LATE},1,0),'
        f'IF({_is_word("OvertimeWords")},1,IF({_is_word("RegularWords")},0,""))))',
    )
    yield Column("unclear", "No word of overtime", '=IF({row[overtime]}="",1,0)')
    yield Column(
        "incomplete",
        "Not complete",
        '=IF({row[entry]}="","",IF({row[entry]}="incomplete",1,0))',
        width=12,
    )
    yield Column(
        "named",
        "Two teams",
        '=IF(OR({row[entry]}="result",{row[entry]}="fixture"),1,0)',
    )
    yield Column("itself", "Against itself", _if_named(_flag(f"{home}={away}")))
    unknown = "COUNTIF({row[no_home:no_away]},0)>0"
    yield Column("unknown", "Not listed", _if_named(_flag(unknown)))
    yield Column("label", "Round", _if_named('{results.row[round]}&""'), width=16, align="left")
    found = "INDEX({before[nth]},MATCH({row[label]},{before[label]},0))"
    new = "MAX({before[nth]})+1"
    yield Column(
        "nth",
        "Round no.",
        _if_named(f'IF({{row[label]}}="",MAX({{before[nth]}}),IFERROR({found},{new}))'),
    )
    yield Column(
        "again",
        "Entered before",
        _if_named(
            _flag(
                'IF({row[label]}="",0,COUNTIFS({upto[nth]},{row[nth]},{upto[no_home]},'
                "{row[no_home]},{upto[no_away]},{row[no_away]}))>1"
            )
        ),
    )
    yield Column("gone", "Teams withdrawn", _if_named(_teams_out()))
    annulled = 'AND(Withdrawn="annul",{row[gone]}>0)'
    yield Column(
        "counted",
        "Counts",
        f'=IF({{row[entry]}}="result",IF(OR({{row[itself]}}=1,{annulled}),0,1),0)',
    )
    open_game = "{row[itself]}+{row[unknown]}+{row[gone]}+{row[again]}=0"
    yield Column("to_play", "To play", f'=IF({{row[entry]}}="fixture",IF({open_game},1,0),0)')
    yield Column("played_nth", "Round no. if played", _if_counted("{row[nth]}"))
    home_score, away_score = "{results.row[home_score]}", "{results.row[away_score]}"
    yield Column("tied", "Tied", _if_counted(_flag(f"{home_score}={away_score}")))
    undecided = f"AND({home_score}={away_score},{_HAS_NO_DRAWS})"
    yield Column("undecided", "Draw without rule", _if_counted(_flag(undecided)))
    late = "{row[overtime]}"
    if rules.late_margin is not None:
        close = f"ABS({home_score}-{away_score})<=LateMargin"
        late = f"IF(ISNUMBER(LateMargin),IF({close},1,{late}),{late})"
    yield Column("late", "After overtime", _if_counted(late))
    if rules.tells_shootouts:
        shootout = _flag(_is_word("ShootoutWords"))
        yield Column("shootout", "After a shootout", _if_counted(shootout))
    for key, formula in (
        ("home", "{row[no_home]}"),
        ("away", "{row[no_away]}"),
        ("own", home_score),
        ("other", away_score),
        ("late", 'IF({row[late]},"yes","")'),
    ):
        yield Column(
            f"placed_{key}", f"Played: {key}", f'=IF({{row[counted]}},{formula},"")', only="addin"
        )
    for side, own, other in (
        ("home", home_score, away_score),
        ("away", away_score, home_score),
    ):
        opponent = "away" if side == "home" else "home"
        if rules.second:
            heading = f"{rules.second.capitalize()} {side}"
            figure = sports.second_of(side, rules)
            yield Column(f"{side}_second", heading, _if_counted(figure))
        if rules.bonus.exists:
            figure = sports.bonus_of(side, opponent, own, other, rules)
            yield Column(f"{side}_bonus", f"Bonus {side}", _if_counted(figure))
        points = _points(f"{side}_won", f"{opponent}_won", rules.bonus.exists and side)
        yield Column(f"{side}_points", f"Points {side}", points)
        yield Column(f"{side}_ahead", f"Difference {side}", _if_counted(f"{own}-{other}"))
        yield Column(f"{side}_scored", f"For {side}", _if_counted(own))
        abroad = "0" if side == "home" else own
        yield Column(f"{side}_abroad", f"Away from home {side}", _if_counted(abroad))
        yield Column(f"{side}_won", f"Won by {side}", _if_counted(_flag(f"{own}>{other}")))
    if rules.next_placed and rules.next_placed.equal_games:
        yield groups.is_short()
    yield Column("lead", "Home ahead", _if_counted("{row[home_won]}-{row[away_won]}"))
    yield from criteria.among_tied()
    if not rules.is_bounded:
        yield from game_columns(race_of(rules))


def _side(side: str, key: str, heading: str, column: str, *conditions: str) -> Column:
    """The sum of a team over its games on one side."""
    more = "".join(f",{condition}" for condition in conditions)
    formula = f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{{row[no]}}{more})"
    return Column(f"{side}_{key}", f"{heading} {side}", if_listed(formula))


def _record(side: str, rules: Rules) -> Iterator[Column]:
    """The record of a team at home, or away."""
    other = "away" if side == "home" else "home"
    yield _side(side, "won", "Won", f"{side}_won")
    yield _side(side, "tied", "Drawn", "tied")
    yield _side(side, "lost", "Lost", f"{other}_won")
    yield _side(side, "scored", "For", f"{side}_scored")
    yield _side(side, "conceded", "Against", f"{other}_scored")
    yield _side(side, "points", "Points", f"{side}_points")
    for won, key, heading in (
        (side, "late_won", "Won in overtime"),
        (other, "late_lost", "Lost in overtime"),
    ):
        yield _side(side, key, heading, f"{won}_won", "{matches[late]}", "1")
    if rules.bonus.exists:
        yield _side(side, "bonus", "Bonus", f"{side}_bonus")
    if rules.second:
        yield _side(side, "second_for", f"{rules.second.capitalize()} for", f"{side}_second")
        against = f"{rules.second.capitalize()} against"
        yield _side(side, "second_against", against, f"{other}_second")
    if rules.tells_shootouts:
        won, after = "Won in a shootout", ("{matches[shootout]}", "1")
        yield _side(side, "shootout_won", won, f"{side}_won", *after)


def _both(key: str, heading: str) -> Column:
    return Column(key, heading, if_listed(f"{{row[home_{key}]}}+{{row[away_{key}]}}"))


_ADJUSTED = Column("adjusted", "Given or taken", if_listed("0-N({listed.row[deducted]})"))
_FROM = Column(
    "deducted_nth",
    "Deducted from round no.",
    if_listed(
        'IFERROR(INDEX({matches[nth]},MATCH({listed.row[deducted_from]}&"",{matches[label]},0)),0)'
    ),
)


def _per_game(what: str, none: str) -> str:
    return if_listed(formula_of(per_game, what, "{row[played]}", none))


def _of_shootouts() -> Iterator[Column]:
    """Wins by how they came about, as criteria of :data:`criteria.OF_SHOOTOUTS` look at them."""
    late, shootouts = "{row[late_won]}", "{row[home_shootout_won]}-{row[away_shootout_won]}"
    yield Column("regulation_wins", "RW", if_listed(f"{{row[won]}}-{late}"))
    yield Column("wins_before_shootouts", "ROW", if_listed(f"{{row[won]}}-{shootouts}"))


def group(rules: Rules) -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    nobody = is_bye("{row[name]}")
    usable = f"AND({{row[again]}}=0,NOT({nobody}))"
    wins = f"({formula_of(wins_and_ties, '{row[won]}', '{row[tied]}', 'Half')})"
    race = race_of(rules)
    second = rules.second.capitalize()
    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        name_of("listed", "Team"),
        Column(
            "again", "Listed before", f'=IF({{row[name]}}="","",{is_duplicate("name")})', width=10
        ),
        Column("key", "No. when it counts", f"=IF({usable},{{row[no]}},0)", False, NOT_ZERO, 12),
        Column(
            "refused", "No numbers", f"={refused('listed', teams(rules))}", number_format=NOT_ZERO
        ),
        Column("out", "Withdrawn", if_listed(_flag('{listed.row[out_after]}<>""'))),
        *(groups.membership() if rules.has_groups else ()),
        *(column for side in SIDES for column in (*_record(side, rules), *venues.figures(side))),
        *(
            _both(key, heading)
            for key, heading in (
                ("tied", "Drawn"),
                ("lost", "Lost"),
                ("conceded", "Against"),
                ("late_won", "Won in overtime"),
                ("late_lost", "Lost in overtime"),
            )
        ),
        Column(
            "to_play",
            "To play",
            if_listed(sum_of_both_sides("to_play", "to_play", ("no_home", "no_away"))),
        ),
        Column("played", "Played", if_listed("{row[won]}+{row[tied]}+{row[lost]}")),
        *(groups.met() if rules.has_groups else ()),
        *([_both("bonus", "Bonus")] if rules.bonus.exists else ()),
        *([_both("second_against", f"{second} against")] if second else ()),
        *((_ADJUSTED, _FROM) if rules.adjusts else ()),
        Column(
            "percent",
            "Pct",
            _per_game(wins, '""'),
            number_format=PERCENT,
            said=SAID_OF_PERCENT,
        ),
        Column(
            "points",
            "Points",
            if_listed("{row[home_points]}+{row[away_points]}-N({listed.row[deducted]})"),
            said="{home_points} at home and {away_points} away[, less {deducted} deducted]: "
            "{points}.",
        ),
        Column("share", "Pct to sort by", _per_game(wins, "Half"), number_format=PERCENT),
        lead(),
        _both("won", "Won"),
        Column("difference", "Difference", if_listed("{row[scored]}-{row[conceded]}")),
        _both("scored", "For"),
        Column("lacking", "Against, below 0", if_listed("-{row[conceded]}")),
        Column("away_goals", "For away", if_listed("{row[away_scored]}")),
        Column("away_wins", "Won away from home", if_listed("{row[away_won]}")),
        Column("per_game", "Points per game", _per_game("{row[points]}", "0")),
        Column("fair", "Fair play", if_listed("N({listed.row[fair]})")),
        *(_of_shootouts() if rules.tells_shootouts else ()),
        *sports.figures(rules),
        Column(
            "race_lot",
            "Lot in the race",
            f"=IF(AND(ISNUMBER({{listed.row[lot]}}),NOT({_NOT_BY_CRITERIA})),"
            'IF({listed.row[lot]}>=1,-{listed.row[lot]},""),"")',
        ),
        *criteria.figures(rules),
        *criteria.ranks(rules.has_groups),
        *criteria.placing(rules.has_groups),
        *sports.zones(rules),
        *line_columns("{row[out]}", bool(rules.next_placed)),
        *games_behind(native_only=True),
        *left_columns("{row[out]}", race.most),
        *settled_columns(race, rules.has_groups, bool(rules.next_placed)),
    ]
