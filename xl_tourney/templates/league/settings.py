"""The named cells of the league workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from ...functions.tantrix.leads import HALF
from ...readers.values import ANNULLED, BOTH_LOST, NO_RESULT, OVERTIME, REGULAR_TIME, WORDS
from ..parts.settings import Setting, constant, counted, one_of
from ..parts.table import InputRule
from .feature import Rules
from .rules.criteria import MAX_CRITERIA, overall
from .rules.rules import HEAD_TO_HEAD as WAYS

PLACES = Setting(
    "Places",
    "How many places qualify: for Q, for what is settled, and for GB line where that is shown.",
    rule=InputRule("whole", "A whole number from 1 to the number of teams.", 1),
    if_left_out="4, or as many as there are teams",
)
SEASON_GAMES = Setting(
    "SeasonGames",
    "How many games each team plays in the season: what is settled follows from it. Blank when it "
    "is not known, or not the same for all; a workbook made from results then hides Settled and "
    "the magic numbers on Standings: unhide them there.",
    rule=InputRule("whole", "A whole number from 1, or blank.", 1),
    if_left_out="as the data says",
)
CLOSED = Setting(
    "Closed",
    "yes when the teams play nobody else: then wins must equal losses; else no.",
    rule=one_of("yes", "no"),
)
HEAD_TO_HEAD = Setting(
    "HeadToHead",
    "once: the criteria of the head-to-head look at all teams that were tied before them. "
    "again: when they separate some, they look again at those still tied. at the end: "
    "once, and only when no game is left to play.",
    rule=one_of(*WAYS),
    if_left_out="the rules say it",
)
_NUMBER = InputRule("decimal", "How many points: a number.", -99, 99, whole_from=0)
_CRITERION = InputRule(
    "list", "Choose a criterion of the list beside, or clear the cell.", "{criteria[name]}"
)


def of_rules(rules: Rules) -> list[Setting]:
    """The named cells of points and criteria."""
    points = rules.points
    late_win = points.win if points.overtime_win is None else points.overtime_win
    late_loss = points.loss if points.overtime_loss is None else points.overtime_loss
    worth = (
        ("WinPoints", "a win", points.win),
        ("DrawPoints", "a draw", points.draw),
        ("LossPoints", "a loss", points.loss),
        ("OvertimeWinPoints", "a win that is marked in the column Overtime", late_win),
        ("OvertimeLossPoints", "a loss that is marked in the column Overtime", late_loss),
    )
    chosen = [*rules.criteria, *[None] * MAX_CRITERIA][:MAX_CRITERIA]
    return [
        *(
            Setting(name, f"Points for {what}.", value, _NUMBER, part_of="WorthOfGames")
            for name, what, value in worth
        ),
        *(
            Setting(
                f"Criterion{k}",
                "What teams are placed by first." if k == 1 else f"Criterion {k}; blank for none.",
                name,
                _CRITERION,
                part_of="PlacedBy",
            )
            for k, name in enumerate(chosen, 1)
        ),
        HEAD_TO_HEAD.of(rules.head_to_head),
        Setting(
            "Withdrawn",
            "What becomes of the results of a team that is out: they stand, or they are annulled. "
            "Its games to come are not played, and it stands last.",
            "stand",
            one_of("stand", "annulled"),
        ),
        *rules.all(lambda feature: feature.settings(rules)),
    ]


def figures(rules: Rules | None) -> list[Setting]:
    """The named cells that only calculate: what the rules of games fix, what is counted."""
    have_met = "0"
    if rules:
        have_met = rules.first(lambda feature: feature.has_met) or _ALL_HAVE_MET
    return [
        constant("Half", "a tie is half a win; a game behind is half a win and half a loss.", HALF),
        counted("TeamsListed", "the teams.", 'COUNTIF({group[key]},">0")'),
        counted(
            "PlacesUsed", "Places, or 1 where it is no number from 1.", "MAX(1,INT(N(Places)))"
        ),
        counted(
            "LastPlace", "the place that GB line is measured from.", "MIN(PlacesUsed,TeamsListed)"
        ),
        *(_game_settings(rules) if rules else ()),
        counted(
            "SeasonOver",
            "1 when all games of the season are played; where SeasonGames is blank, when "
            "no fixture is left and all have met equally often.",
            f"IF(TeamsListed=0,0,IF(ISNUMBER(SeasonGames),IF(MAX({{group[left]}})<=0,1,0),"
            f"{have_met}))",
        ),
    ]


_ALL_HAVE_MET = (
    "IF(AND(GamesToPlay=0,TeamsListed>1,MIN({group[played]})>0,"
    "MIN({group[played]})=MAX({group[played]}),"
    "MOD(MAX({group[played]}),MAX(1,TeamsListed-1))=0),1,0)"
)


def words_of(name: str, description: str, meaning: str) -> Setting:
    """A named cell with the words of a meaning, in the small letters of any program.

    LOWER may leave letters such as Ä as they are, so that VERLÄNGERUNG becomes verlÄngerung.
    """
    words = WORDS[meaning].lower().split("|")
    words += ["".join(c.lower() if c.isascii() else c for c in word.upper()) for word in words]
    return constant(name, description, f"|{'|'.join(dict.fromkeys(words))}|")


def _game_settings(rules: Rules) -> list[Setting]:
    adds = ",".join(map(str, rules.adds))
    of_scores = [
        constant(name, description, value)
        for name, description, value in (
            ("ScoresCount", "what a score counts.", rules.scores),
            ("ScoreAdds", "what a side can add to its score at once.", adds),
        )
        if value
    ]
    return [
        words_of("OvertimeWords", "what may stand in Overtime.", OVERTIME),
        words_of("RegularWords", "what stands there where there was none.", REGULAR_TIME),
        words_of("BothLostWords", "those of a game that both teams lose.", BOTH_LOST),
        words_of(
            "NoResultWords",
            "those of a game without a result: it counts as a draw.",
            NO_RESULT,
        ),
        words_of(
            "AnnulledWords",
            "those of a game that is annulled: it does not count.",
            ANNULLED,
        ),
        *rules.all(lambda feature: feature.words()),
        *of_scores,
        *rules.all(lambda feature: feature.constants(rules)),
        counted("GamesToPlay", "the fixtures without a result.", "SUM({matches[to_play]})"),
        constant(
            "OverallCriteria",
            "how many of the criteria look at all games; those that follow are of the "
            "head-to-head.",
            len(overall(rules)),
        ),
        counted(
            "UseHeadToHead",
            "0 while the head-to-head waits for the last game.",
            'IF(HeadToHead="at the end",IF(SeasonOver=0,0,1),1)',
        ),
        counted(
            "AllSeparated",
            "the sum of the places when no two teams share one.",
            "Half*TeamsListed*(TeamsListed+1)",
        ),
    ]


def race_figures(rounds_shown: int) -> list[Setting]:
    """The named cells that the race needs."""
    label = "VALUE(INDEX({matches[label]},MATCH(RoundsPlayed,{matches[played_nth]},0)))"
    return [
        constant("RoundsShown", "how many rounds the race has rows for.", rounds_shown),
        counted("RoundsPlayed", "the rounds with results.", "MAX({matches[played_nth]})"),
        counted(
            "LastRound",
            "the last round with results; blank where games have dates instead.",
            f'IFERROR(IF({label}>ROWS({{matches[label]}}),"",{label}),"")',
        ),
    ]
