"""The named cells of the bridge workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from dataclasses import replace

from ...catalogue.expression import formula_of
from ...functions.bridge.contracts import HIGHEST_SCORE, SCORE_STEP, TRICKS
from ...functions.bridge.matchpoints import FULL_PERCENT, WIN, win_of
from ...functions.bridge.travellers import ARTIFICIAL_SCORES
from ..parts.settings import DECIMALS, Needs, Setting, constant, counted, one_of
from ..parts.table import InputRule
from .scores.match_points import percent_worth
from .scoring import SessionScoring

WINNERS = Setting(
    "Winners",
    "1: all pairs are ranked together (Howell, or a Mitchell with arrow-switch). 2: each "
    "side for itself (Mitchell); a pair's side is where it sits.",
    rule=InputRule("whole", "1 or 2.", 1, 2),
    if_left_out="the data says it, else 1",
)
TOTAL_DECIMALS = Setting(
    "TotalDecimals",
    "To how many decimals totals are rounded before anything is taken from them; the ACBL "
    "takes 2. Blank: they are not rounded.",
    rule=InputRule("whole", "A whole number from 0 to 6, or blank.", 0, 6),
    if_left_out="2 by the method acbl, else blank",
)
ACBL_DECIMALS = 2
COMPARED_WITH = Setting(
    "ComparedWith",
    "With whom a score is compared: section (those of its own section) or field (all). A line "
    "is in the section of its North-South pair.",
    rule=replace(one_of("section", "field"), message="section or field."),
)
RESULTS = Setting(
    "Results",
    "How many results a board should have; boards with fewer are factored by Neuberg's "
    "formula. Blank: as many as the board with most has.",
    rule=InputRule("whole", "A whole number from 1, or blank.", 1),
)
_BOARDS_EACH = Setting(
    "BoardsEach",
    "How many boards a pair should play; totals of pairs that played fewer are raised to "
    "it. Blank: as many as the pair of its ranking that played most; by the method acbl, of both "
    "sides, so that a side that sits out is raised to the other's boards.",
    rule=InputRule("whole", "A whole number from 1, or blank.", 1),
)


def of(
    scoring: SessionScoring,
    *,
    method: str,
    winners: int,
    expected: int | None,
    decimals: int | None,
) -> list[Setting]:
    """The named cells that may be changed."""
    return [
        _method(scoring, method),
        WINNERS.of(winners),
        _BOARDS_EACH,
        TOTAL_DECIMALS.of(decimals),
        *([_SESSION_TOTALS] if scoring.sessions and scoring.is_match_points else ()),
        *([COMPARED_WITH.of(scoring.compared)] if scoring.within_sections else ()),
        *([RESULTS.of(expected)] if scoring.is_match_points else _IMP_SETTINGS),
    ]


def figures(scoring: SessionScoring) -> list[Setting]:
    """The named cells of Lines: what the rules fix, and what is counted."""
    return [*(_MATCH_POINT_FIGURES if scoring.is_match_points else _IMP_FIGURES), *_FIXED]


def _method(scoring: SessionScoring, method: str) -> Setting:
    description = (
        "The formula that ranks: standard (2 and 1 points), acbl (1 and ½) or modified "
        "(Wignall's: a score is also compared with itself)."
        if scoring.is_match_points
        else "The formula that ranks: cross-imps (mean of the IMPs against every other result) or "
        "butler (IMPs against the datum)."
    )
    methods = ",".join(scoring.methods)
    rule = InputRule("list", f"One of {methods}.", f'"{methods}"')
    return Setting("Method", description, method, rule)


_SESSION_TOTALS = Setting(
    "SessionTotals",
    "What is added up over the sessions: percent, the percentages of a pair; or points, its "
    "match-points, as if it had played the full number of boards of each.",
    "percent",
    InputRule("list", "percent or points.", '"percent,points"'),
)


_LOWER_POINTS = formula_of(win_of, "Method", "StandardPoints")
_MATCH_POINT_FIGURES = [
    constant("StandardPoints", "the standard points for each lower score.", WIN),
    Setting(
        "LowerPoints",
        "Follows from Method: the points for each lower score.",
        formula=f"={_LOWER_POINTS}",
    ),
    Setting(
        "ResultsDue",
        "Counted, or as Results says: the results that a board should have.",
        formula="=MAX(Results,FewestResults,{boards[results]})",
    ),
    Setting(
        "PercentWorth",
        "Follows: how many points one percent of a board's top is.",
        formula=f"={percent_worth('ResultsDue')}",
        number_format="0.###",
    ),
]
_IMP_FIGURES = [
    Setting(
        "Dropped",
        "Follows from Drop: how many highest and how many lowest scores are left out.",
        formula='=IF(Drop="",1,Drop)',
    ),
]
_IMP_SETTINGS = [
    Setting(
        "Drop",
        "Butler: how many of the highest and of the lowest scores the datum leaves out. Blank: 1.",
        1,
        InputRule("whole", "A whole number from 0.", 0),
        needs=Needs("Method", ("butler",), "1"),
    ),
    Setting(
        "PlusIMPs",
        "How many IMPs average plus (A+) is worth on a board; other artificial scores in "
        "proportion, A none. The conditions of contest say how many; 2 is usual for pairs.",
        2,
        InputRule("decimal", "A number of IMPs from 0.", 0),
    ),
]


_PLUS, _AVERAGE = (ARTIFICIAL_SCORES[code].ns for code in ("A+", "A"))
_FIXED = [
    constant("FullPercent", "the percentage of a full top.", FULL_PERCENT),
    constant("PlusPercent", "what A+ is in percent.", _PLUS),
    constant("AveragePercent", "what A is in percent.", _AVERAGE),
    constant("ScoreStep", "every score is a multiple of this.", SCORE_STEP),
    constant(
        "HighestScore",
        "no board scores more (one no-trump redoubled, seven down vulnerable).",
        HIGHEST_SCORE,
    ),
    constant("AllTricks", "the tricks of a board.", TRICKS),
    constant("FewestResults", "a comparison needs so many.", 2),
    DECIMALS,
    counted("PairsListed", "the pairs.", 'COUNTIF({group[key]},">0")'),
]
