"""The named cells of the league workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...functions.tantrix.leads import HALF
from ...readers.values import OVERTIME, REGULAR_TIME, SHOOTOUT, WORDS
from ..parts.settings import Setting, constant, counted, one_of
from ..parts.table import InputRule
from .divided import conferences, split
from .games import sports
from .games.decisions import DECISIONS, Decided
from .rules.criteria import MAX_CRITERIA, overall
from .rules.rules import HEAD_TO_HEAD as WAYS
from .rules.rules import Rules

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
        *_of_a_sport(rules),
    ]


def _of_a_sport(rules: Rules) -> Iterator[Setting]:
    """The named cells of rules that count more than scores."""
    second, bonus = rules.second, rules.bonus
    for name, what, value in (
        ("LateMargin", "A win by so much or less counts as one after overtime.", rules.late_margin),
        ("FullOvers", "The overs that count for a side when all are out.", rules.overs),
        ("MostBonus", "How many bonus points a team can get in a game.", bonus.typed),
        ("LosingBonus", "A bonus point for losing by so much or less.", bonus.lost_by),
        ("SecondBonus", f"A bonus point for so many {second} or more.", bonus.second),
        ("AheadBonus", f"A bonus point for winning by so many {second}.", bonus.second_ahead),
        ("AllWonBonus", "More points for winning all games, typed when it is so.", bonus.all_won),
    ):
        if value is not None:
            yield Setting(name, f"{what} Blank for none.", value, _AMOUNT)
    yield from Decided.of(rules).settings()
    if rules.next_placed:
        yield NEXT_PLACE.of(rules.next_placed.place)
        yield NEXT_BEST.of(rules.next_placed.best)
    yield from sports.line_settings(rules)
    if rules.split:
        yield from split.settings(rules.split)
    if rules.conferences:
        yield from conferences.settings(rules.conferences)
    if rules.has_groups:
        yield Setting("RaceGroup", "The group that the sheet Race shows; blank: the first.")


_AMOUNT = InputRule("decimal", "A number from 0, or blank.", 0, 9999)
NEXT_PLACE = Setting(
    "NextPlace",
    "Which place of the groups is ranked across them, such as 3 for the best thirds.",
    rule=InputRule("whole", "A whole number from 1.", 1, 100),
)
NEXT_BEST = Setting(
    "NextBest",
    "How many of those in that place go on.",
    rule=InputRule("whole", "A whole number from 0.", 0, 100),
)


def figures(rules: Rules | None) -> list[Setting]:
    """The named cells that only calculate: what the rules of games fix, what is counted."""
    have_met = "0"
    if rules and not rules.conferences:
        have_met = _GROUPS_HAVE_MET if rules.has_groups else _ALL_HAVE_MET
    return [
        constant("Half", "a tie is half a win; a game behind is half a win and half a loss.", HALF),
        counted("TeamsListed", "the teams.", 'COUNTIF({group[key]},">0")'),
        counted(
            "PlacesUsed", "Places, or 1 where it is no number from 1.", "MAX(1,INT(N(Places)))"
        ),
        counted(
            "LastPlace",
            "the place that GB line is measured from.",
            "MIN(PlacesUsed,TeamsListed)",
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


_SMALLEST = counted("SmallestGroup", "the teams of the smallest group.", "MIN({group[size]})")
_GROUPS_HAVE_MET = (
    "IF(AND(GamesToPlay=0,TeamsListed>1,MIN({group[played]})>0,SUM({group[unmet]})=0),1,0)"
)


def _words(meaning: str) -> str:
    """The words of a meaning as a formula finds them, in the small letters of any program.

    LOWER may leave letters such as Ä as they are, so that VERLÄNGERUNG becomes verlÄngerung.
    """
    words = WORDS[meaning].lower().split("|")
    words += ["".join(c.lower() if c.isascii() else c for c in word.upper()) for word in words]
    return f"|{'|'.join(dict.fromkeys(words))}|"


def _game_settings(rules: Rules) -> list[Setting]:
    shootouts = constant("ShootoutWords", "those of a shootout.", _words(SHOOTOUT))
    return [
        constant("OvertimeWords", "what may stand in Overtime.", _words(OVERTIME)),
        constant("RegularWords", "what stands there where there was none.", _words(REGULAR_TIME)),
        *(constant(one.words, one.description, _words(one.meaning)) for one in DECISIONS),
        *([shootouts] if rules.tells_shootouts else ()),
        *([constant("ScoresCount", "what a score counts.", rules.scores)] if rules.scores else ()),
        *(_adds("ScoreAdds", "what a side can add to its score at once.", rules.adds)),
        *(_adds("SecondAdds", "what one of the second figure adds to it.", rules.second_adds)),
        *([constant("Balls", "the balls of an over.", sports.BALLS)] if rules.overs else ()),
        *([constant("SetsToWin", "the sets that win a game.", rules.sets)] if rules.sets else ()),
        *(split.figures() if rules.split else ()),
        *([constant("BoardsOfMatch", "its single games.", rules.boards)] if rules.boards else ()),
        *([_SMALLEST] if rules.next_placed and rules.next_placed.equal_games else ()),
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


def _adds(name: str, description: str, numbers: Sequence[int]) -> list[Setting]:
    return [constant(name, description, ",".join(map(str, numbers)))] if numbers else []


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
