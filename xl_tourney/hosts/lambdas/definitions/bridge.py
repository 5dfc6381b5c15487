"""Bridge: match-points and IMPs.

The arithmetic is that of the functions; what stands here is how a LAMBDA takes its arguments, and
counts the scores of a board.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, symbol
from ....functions.bridge.imps import cross_imps, imps, round_datum
from ....functions.bridge.matchpoints import percent_of_top, scale_of, share_of_top
from ....functions.bridge.travellers import ARTIFICIAL_SCORES
from ..writer import with_arguments

_SCALE = scale_of(symbol("the_method"))
_SHARES = "word"
for _code, _given in ARTIFICIAL_SCORES.items():
    _SHARES = f'IF(word="{_code}", "A{_given.ns:02.0f}{_given.ew:02.0f}", {_SHARES})'
_OTHERS, _COUNTED = (symbol(name, is_array=True) for name in ("others", "counted"))
_EACH_CELL = "MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET("

LAMBDAS = {
    "XLT_ARTIFICIAL": f"""
        LAMBDA(cell, LET(
            word, UPPER(TRIM(cell)),
            shares, {_SHARES},
            digits, VALUE(MID(shares, 2, 4)),
            IF((LEN(shares)=5)*(shares="A" & TEXT(digits, "0000")), digits, #VALUE!)))
    """,
    "MATCHPOINT": with_arguments(
        "MATCHPOINT",
        f"""{_EACH_CELL}
            board, IF(ROWS(scores)=1, scores, INDEX(scores, 0, at)),
            score, XLT_CELL(scores, line, at),
            number, MAP(board, LAMBDA(cell, ISNUMBER(cell)*1)),
            compared, SUM(number),
            lines, SUM((board<>"")*1),
            artificial, SUM(MAP(board, LAMBDA(cell,
                IF(OR(cell="", ISNUMBER(cell)), 0, XLT_ARTIFICIAL(cell))))),
            asked, XLT_NUMBER(XLT_CELL(given_results, 1, at)),
            expected, MAX(asked, lines),
            full, {formula_of(_SCALE.top, "expected", "compared")},
            beaten, SUM(number*IF(the_side="ns", board<score, board>score)),
            equal, SUM(number*(board=score)),
            adjusted, XLT_ARTIFICIAL(score),
            percent, IF(the_side="ns", INT(adjusted/100), MOD(adjusted, 100)),
            comparison, {formula_of(_SCALE.compare, "beaten", "equal")},
            points, {formula_of(_SCALE.points, "comparison", "compared", "expected")},
            IF(score="", "",
            IF(OR(asked<0, asked<>INT(asked)), #NUM!,
            IF(ISERROR(artificial), artificial,
            IF(ISNUMBER(score), IF(the_show="points", points,
                IF(full=0, #DIV/0!, {formula_of(percent_of_top, "points", "full")})),
            IF(the_show="percent", percent,
                {formula_of(share_of_top, "percent", "full")}))))))))""",
    ),
    "XLT_BOARD": """
        LAMBDA(scores, at, LET(
            board, IF(ROWS(scores)=1, TRANSPOSE(scores), INDEX(scores, 0, at)),
            MAP(board, LAMBDA(cell, IF(cell="", "", XLT_NUMBER(cell))))))
    """,
    "XLT_DATUM": f"""
        LAMBDA(board, drop, LET(
            left, SUM((board<>"")*1) - 2*drop,
            IF(drop<0, #NUM!,
            IF(left<=0, #DIV/0!, LET(
                mean, SUM(MAP(SEQUENCE(left, 1, drop+1), LAMBDA(place, SMALL(board, place))))/left,
                {formula_of(round_datum, "mean")})))))
    """,
    "CROSS_IMPS": with_arguments(
        "CROSS_IMPS",
        f"""{_EACH_CELL}
            score, XLT_CELL(scores, line, at),
            IF(IF(ISERROR(score), FALSE, score=""), "", LET(
            board, XLT_BOARD(scores, at),
            counted, (board<>"")*1,
            others, IF(board="", 0, board),
            count, SUM(counted),
            IF(ISERROR(SUM(board)), SUM(board), IF(count=1, #DIV/0!,
            IF(the_side="ns", 1, -1)
                *{formula_of(cross_imps, "score", _OTHERS, _COUNTED, "count")})))))))""",
    ),
    "BUTLER": with_arguments(
        "BUTLER",
        f"""{_EACH_CELL}
            score, XLT_CELL(scores, line, at),
            IF(IF(ISERROR(score), FALSE, score=""), "", LET(
            board, XLT_BOARD(scores, at),
            IF(ISERROR(SUM(board)), SUM(board), LET(
            difference, score - XLT_DATUM(board, the_drop),
            IF(the_side="ns", 1, -1)*({formula_of(imps, "difference")}))))))))""",
    ),
}
