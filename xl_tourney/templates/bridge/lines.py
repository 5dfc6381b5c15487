"""The lines of the travellers as the sums take them: pairs by number, scores by kind.

In native workbooks the helper columns of MATCHPOINT, CROSS_IMPS and BUTLER stand here.
"""

from __future__ import annotations

from ...catalogue.expression import Term, formula_of, symbol
from ...functions.bridge.contracts import SCORE_STEP
from ...functions.bridge.imps import IMP_SCALE, cross_imps, imps, round_datum
from ..parts import theme
from ..parts.table import Column, computed, word_cell
from . import sessions
from .scores import match_points, within_sections
from .scores.typed_scores import typed_scores
from .scoring import IMPS, SessionScoring
from .travellers import PROBLEMS

_UNSCORED = word_cell("Line", PROBLEMS["unscored"])


def lines(scoring: SessionScoring) -> list[Column]:
    """The lines as the sums take them: pairs by number, and only scores that can be scored."""
    return [
        Column("block", "Block", style=theme.VALUE),
        Column("no_ns", "No. of NS", _number_of("{travellers.row[ns]}"), width=13),
        Column("no_ew", "No. of EW", _number_of("{travellers.row[ew]}"), width=13),
        computed.count("open", "To be played", f"=IF({{travellers.row[problem]}}={_UNSCORED},1,0)"),
        *typed_scores(scoring),
        *sessions.line_columns(scoring),
        *(match_points.helpers() if scoring.is_match_points else _IN_IMPS),
        *(within_sections.lines(scoring) if scoring.within_sections else ()),
    ]


def _number_of(pair: str) -> str:
    """The number of a pair in the list; 0 for one that is not there."""
    return f'=IF({pair}="","",SUMPRODUCT(({{group[pair]}}={pair}&"")*{{group[key]}}))'


def _helper(key: str, heading: str, formula: str) -> Column:
    return Column(key, heading, formula, width=12, only="native")


# IMPs ---------------------------------------------------------------------------------------------


def _score_to_compare(key: str, heading: str, too_few: str) -> Column:
    """The scores of boards that have enough of them; one function call takes a board of them."""
    real = "INDEX({boards[real]},{row[block]})"
    formula = f'=IF(ISNUMBER({{row[score]}}),IF({real}{too_few},"",{{row[score]}}),"")'
    return Column(key, heading, formula, width=14)


def _if_score(key: str, formula: str) -> str:
    """A formula for lines whose score is compared."""
    return f'=IF({{row[{key}]}}="","",{formula})'


_SCALE, _STEP = symbol("{scale[imp1:imp24]}", is_array=True), Term(SCORE_STEP, "ScoreStep")
_NUMBERS, _COUNTS = (symbol(f"{{block[{key}]}}", is_array=True) for key in ("number", "is_crossed"))
_RESULTS = "SUM({block[is_crossed]})"
_CROSS = formula_of(cross_imps, "{row[crossed]}", _NUMBERS, _COUNTS, _RESULTS, _SCALE)
_MEAN = "SUM({block[in_datum]})/(COUNT({block[datum]})-Dropped-Dropped)"
_FROM_DATUM = symbol("{row[datum]}") - symbol("{row[datum_score]}")
_IN_DATUM = (
    "{row[datum]}*MAX(0,MIN({row[not_above]},COUNT({block[datum]})-Dropped)"
    "-MAX({row[below]},Dropped))/({row[not_above]}-{row[below]})"
)


def _of_datum(key: str, heading: str, formula: str) -> Column:
    return _helper(key, heading, _if_score("datum", formula))


_IN_IMPS = [
    _score_to_compare("crossed", "Score to compare", "<FewestResults"),
    _score_to_compare("datum", "Score for Butler", "<=Dropped+Dropped"),
    _helper("is_crossed", "Compared", "=IF(ISNUMBER({row[crossed]}),1,0)"),
    _helper("number", "Its number", "=IF(ISNUMBER({row[crossed]}),{row[crossed]},0)"),
    Column(
        "cross",
        "Cross-IMPs",
        "=CROSS_IMPS({block[crossed]})",
        True,
        IMPS,
        12,
        native=_if_score("crossed", _CROSS),
    ),
    _of_datum("below", "Lower", 'COUNTIF({block[datum]},"<"&{row[datum]})'),
    _of_datum("not_above", "Not higher", 'COUNTIF({block[datum]},"<="&{row[datum]})'),
    _of_datum("in_datum", "In the datum", _IN_DATUM),
    _of_datum("datum_score", "Datum", formula_of(round_datum, _MEAN, _STEP)),
    Column(
        "butler",
        "Butler",
        '=BUTLER({block[datum]},"NS",Dropped)',
        True,
        native=_if_score("datum", formula_of(imps, _FROM_DATUM, _SCALE)),
    ),
    Column("counts_a", "In cross-IMPs", '=IF(ISNUMBER({travellers.row[a_ns]}),1,"")', width=16),
    Column("counts_b", "In Butler", '=IF(ISNUMBER({travellers.row[b_ns]}),1,"")', width=12),
]
"""Each score against the others, and against the datum.

The lowest and highest scores are dropped from the datum.  If some of several equal scores are
dropped, each of these counts in part: with two of three dropped, each counts one third.
"""

SCALE = [
    Column(f"imp{imps}", f"{imps} IMPs from", width=8, style=theme.FIXED, only="native")
    for imps in range(1, len(IMP_SCALE) + 1)
]
"""One row, the table of Law 78B: the least difference for 1, 2 … 24 IMPs."""

SCALE_INPUTS: list[dict[str, object]] = [
    {column.key: least for column, least in zip(SCALE, IMP_SCALE)}
]
