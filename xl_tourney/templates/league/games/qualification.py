"""Who can still finish where in a league of games, by its rules."""

from __future__ import annotations

from ....functions.race.criteria.rules import is_known
from ...parts.qualification.race import TemplateRace, unequal_lengths
from ...parts.table import word_cell
from ..feature import SIDES, Rules
from ..features.divided.groups import Grouping
from ..rules import criteria
from .formulas import column_of_score

_NOT_BY_CRITERIA = (
    "OR(AND(SUM({group[tied]})>0,COUNT(RaceScores)<>COUNT(WinPoints,DrawPoints,LossPoints)),"
    "SUMPRODUCT({matches[counted]},{matches[unknown]})>0,"
    "SUM({matches[counted]})>SUM({matches[home_won]},{matches[away_won]},{matches[tied]}),"
    "COUNTIF({matches[home_ahead]},0)>SUM({matches[tied]})"
)


def beyond_scores(rules: Rules) -> list[str]:
    """The criteria that look at more than the scores of a race tell."""
    return [name for name in criteria.criteria_of(rules) if not is_known(name)]


def not_by_criteria(rules: Rules) -> str:
    """Where the race goes by points alone, a condition.

    A draw is worth what another result is, so that a score does not say what it gave; games count
    with a team that is not listed, or a level one has a winner; or a criterion looks at more than
    the scores of a race tell, such as a ratio, or how games are won.
    """
    counts = "+".join(
        f"COUNTIF(PlacedBy,{word_cell('Criterion', name)})" for name in beyond_scores(rules)
    )
    return f"{_NOT_BY_CRITERIA},{counts}>0)" if counts else f"{_NOT_BY_CRITERIA})"


_ANY_FAIR_PLAY = ",".join(f'Criterion{k}="Fair play"' for k in range(1, criteria.MAX_CRITERIA + 1))

HAS_NO_DRAWS = (
    "OR(OvertimeWinPoints<>WinPoints,OvertimeLossPoints<>LossPoints),"
    "DrawPoints=(OvertimeWinPoints+OvertimeLossPoints)/2"
)
"""Whether every game is decided, if need be in overtime: two conditions."""

_BY_WINS = 'Criterion1="Wins"'
_BY_SHARE = 'OR(Criterion1="Pct",Criterion1="Behind leader")'
"""Wins and half of the ties over the games, which goes by wins and half of the ties where all end
with as many games; then points for a result, and those deducted, do not matter."""
_PER_GAME = f'OR({_BY_SHARE},Criterion1="Points per game")'

_READ_BOTH_WAYS = (
    "IF(AND(OvertimeWinPoints=WinPoints,OvertimeLossPoints=LossPoints),"
    "AND(WinPoints>DrawPoints,DrawPoints>=LossPoints),"
    "AND(WinPoints>OvertimeWinPoints,OvertimeWinPoints>DrawPoints,"
    "DrawPoints>OvertimeLossPoints,OvertimeLossPoints>LossPoints))"
)
"""Whether the worth of a result says what the opponent gets, see :class:`rules.Points`."""
_OTHER_POINTS = (
    '"with these points there are bounds of places alone; make the workbook anew, with --points"'
)


_ANY_DRAW = "SUM({group[tied]})>0"
_WORTHS = tuple(
    f"IF({_BY_WINS},{wins},IF({_BY_SHARE},{share},{points}))"
    for wins, share, points in (
        (1, 1, "WinPoints"),
        (
            0,
            f"IF({_ANY_DRAW},Half,1)",
            f"IF({_ANY_DRAW},DrawPoints,IF(AND({HAS_NO_DRAWS}),WinPoints,DrawPoints))",
        ),
        (0, 0, "LossPoints"),
        (1, 1, "OvertimeWinPoints"),
        (0, 0, "OvertimeLossPoints"),
    )
)
_CHOSEN = [f"Criterion{k}" for k in range(1, criteria.MAX_CRITERIA + 1)]


def _decided_by(rules: Rules) -> str:
    """What says whether a race that was worked out is that of these results and rules."""
    sums = (
        f"SUMPRODUCT({{matches[no_{team}]}},{{{column_of_score(side, rules)}}})"
        for side in SIDES
        for team in SIDES
    )
    chosen, scores, ends = "&".join(_CHOSEN), '&"/"&'.join(sums), '&"; "&'
    return f"{chosen}&HeadToHead{ends}{scores}{ends}SUMPRODUCT({{group[no]}},{{group[race_lot]}})"


def race_of(rules: Rules) -> TemplateRace:
    """Who can still finish where: a league without ties so far is taken to have none to come.

    It goes by what places first: points, wins, or wins and half of the ties. Scores that cannot be
    any, such as sets, and figures beside the score are not known of games to come: then ties are
    open.
    """
    opens_ties = rules.any(lambda feature: feature.opens_ties)
    is_alone = opens_ties or rules.are_scores_bound or rules.counts_some_ties or rules.restart
    alone = "TRUE" if is_alone else not_by_criteria(rules)
    groups = rules.of(Grouping) or Grouping()
    no_race = groups.no_race
    if not rules.is_bounded:
        no_race = f'IF(OR({_BY_WINS},{_READ_BOTH_WAYS}),"",{_OTHER_POINTS})'
    of_games = unequal_lengths("group", f'IF({_BY_SHARE},"",{no_race})')
    of_points = (
        f'IF(OR({_BY_WINS},Criterion1="Points"),{no_race},'
        '"the first criterion is neither points nor wins nor a percentage")'
    )
    extra = "+".join(one.most_extra for one in rules.features if one.extra) or "0"
    return TemplateRace(
        is_in="IF({row[key]}=0,FALSE,{row[out]}=0)",
        points=f"IF({_BY_WINS},{{row[won]}},"
        f"IF({_BY_SHARE},{{row[won]}}+Half*{{row[tied]}},{{row[points]}}))",
        length="{row[played]}+{row[to_play]}",
        problem='IF(COUNT(WorthOfGames)<ROWS(WorthOfGames),"the points of a result are no number",'
        f"IF({_PER_GAME},{of_games},{of_points}))",
        worths=_WORTHS,
        places="LastPlace",
        results="SUM({matches[counted]})",
        criteria=(
            *(
                f'IF(OR(ISNA(MATCH({name},{{criteria[name]}},0)),{alone}),"",{name})'
                for name in _CHOSEN
            ),
            'IF(HeadToHead="again","again","")',
        ),
        played="{matches[placed_home:placed_late]}",
        tiebreak="{group[race_lot]}",
        exact_but=f'IF({alone}," but for ties on points",'
        f'IF(OR({_ANY_FAIR_PLAY})," but for fair play to come",""))',
        decided_by=_decided_by(rules),
        is_bounded=rules.is_bounded,
        more=f"IF({_BY_WINS},0,{extra})",
        if_all_won=rules.first(lambda feature: feature.if_all_won) or "0",
        of="group_no" if rules.has_groups else "",
        is_counted_through=groups.is_counted_through,
        clinched=groups.clinched,
        missed=groups.missed,
        last=rules.first(lambda feature: feature.last_in_reach) or "RacePlaces",
    )
