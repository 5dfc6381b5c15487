"""Bridge: match-points and IMPs.

The arithmetic is that of the functions; what stands here is how a LAMBDA takes its arguments, and
counts the scores of a board.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, symbol, to_term
from ....functions.bridge.imps import cross_imps, imps, round_datum
from ....functions.bridge.matchpoints import (
    ACBL,
    SCALES,
    STANDARD,
    Scale,
    percent_of_top,
    share_of_top,
)
from ....functions.bridge.travellers import ARTIFICIAL_SCORES

_SCALE = Scale(symbol("win"), symbol("itself"))
_PLAIN, _MODIFIED = (
    to_term([name for name, scale in SCALES.items() if scale.counts_itself is itself]).formula
    for itself in (False, True)
)
_METHOD = f"""how, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(method), "", method), "standard"))),
            itself, OR(how={_MODIFIED}),
            win, IF(how="acbl", {ACBL.win}, {STANDARD.win}),"""
_SHARES = "word"
for _code, _given in ARTIFICIAL_SCORES.items():
    _SHARES = f'IF(word="{_code}", "A{_given.ns:02.0f}{_given.ew:02.0f}", {_SHARES})'
_OTHERS, _COUNTED = (symbol(name, is_array=True) for name in ("others", "counted"))

LAMBDAS = {
    "XLT_ARTIFICIAL": f"""
        LAMBDA(cell, LET(
            word, UPPER(TRIM(cell)),
            shares, {_SHARES},
            digits, VALUE(MID(shares, 2, 4)),
            IF((LEN(shares)=5)*(shares="A" & TEXT(digits, "0000")), digits, #VALUE!)))
    """,
    "MATCHPOINT": f"""
        LAMBDA(scores, [method], [show], [side], [results], LET(
            {_METHOD}
            what, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(show), "", show), "points"))),
            whose, UPPER(TRIM(XLT_ONE(IF(ISOMITTED(side), "", side), "NS"))),
            wanted, IF(ISOMITTED(results), 0, results),
            known, OR(itself, how={_PLAIN})*OR(what={{"points","percent"}})*OR(whose={{"NS","EW"}}),
            IF(NOT(known), #VALUE!, MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET(
                board, IF(ROWS(scores)=1, scores, INDEX(scores, 0, at)),
                score, XLT_CELL(scores, line, at),
                number, MAP(board, LAMBDA(cell, ISNUMBER(cell)*1)),
                compared, SUM(number),
                lines, SUM((board<>"")*1),
                artificial, SUM(MAP(board, LAMBDA(cell,
                    IF(OR(cell="", ISNUMBER(cell)), 0, XLT_ARTIFICIAL(cell))))),
                asked, XLT_NUMBER(XLT_CELL(wanted, 1, at)),
                expected, MAX(asked, lines),
                full, {formula_of(_SCALE.top, "expected", "compared")},
                beaten, SUM(number*IF(whose="NS", board<score, board>score)),
                equal, SUM(number*(board=score)),
                adjusted, XLT_ARTIFICIAL(score),
                percent, IF(whose="NS", INT(adjusted/100), MOD(adjusted, 100)),
                comparison, {formula_of(_SCALE.compare, "beaten", "equal")},
                points, {formula_of(_SCALE.points, "comparison", "compared", "expected")},
                IF(score="", "",
                IF(OR(asked<0, asked<>INT(asked)), #NUM!,
                IF(ISERROR(artificial), artificial,
                IF(ISNUMBER(score), IF(what="points", points,
                    IF(full=0, #DIV/0!, {formula_of(percent_of_top, "points", "full")})),
                IF(what="percent", percent, {formula_of(share_of_top, "percent", "full")})))))))))))
    """,
    "NEUBERG": f"""
        LAMBDA(matchpoints, actual, expected, [method], LET(
            {_METHOD}
            points, XLT_NUMBERS(matchpoints),
            size, ROWS(matchpoints)*COLUMNS(matchpoints),
            empty, (matchpoints="")*IF(ROWS(actual)*COLUMNS(actual)=size, actual="", TRUE)
                *IF(ROWS(expected)*COLUMNS(expected)=size, expected="", TRUE),
            IF(NOT(OR(itself, how={_PLAIN})), #VALUE!, IF(empty, "",
            MAP(points, XLT_NUMBERS(actual)+0*points, XLT_NUMBERS(expected)+0*points,
                LAMBDA(own, among, wanted,
                    IF(OR(among<0, wanted<among, among<>INT(among), wanted<>INT(wanted)), #NUM!,
                    IF(among=0, #DIV/0!,
                    IF(OR(own<0, own>{formula_of(_SCALE.top, "among")}), #NUM!,
                    {formula_of(_SCALE.neuberg, "own", "among", "wanted")})))))))))
    """,
    "XLT_IMPS": f"""
        LAMBDA(difference, {formula_of(imps, "difference")})
    """,
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
    "IMPS": """
        LAMBDA(difference, MAP(difference, LAMBDA(cell,
            IF(cell="", "", XLT_IMPS(XLT_NUMBER(cell))))))
    """,
    "CROSS_IMPS": f"""
        LAMBDA(scores, [side], LET(
            whose, XLT_WORD(IF(ISOMITTED(side), "", side), "ns", {{"ns","ew"}}),
            IF(ISERROR(whose), whose,
            MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET(
                score, XLT_CELL(scores, line, at),
                IF(IF(ISERROR(score), FALSE, score=""), "", LET(
                board, XLT_BOARD(scores, at),
                counted, (board<>"")*1,
                others, IF(board="", 0, board),
                count, SUM(counted),
                IF(ISERROR(SUM(board)), SUM(board), IF(count=1, #DIV/0!,
                IF(whose="ns", 1, -1)
                    *{formula_of(cross_imps, "score", _OTHERS, _COUNTED, "count")}))))))))))
    """,
    "BUTLER": """
        LAMBDA(scores, [side], [drop], LET(
            whose, XLT_WORD(IF(ISOMITTED(side), "", side), "ns", {"ns","ew"}),
            out, XLT_WHOLE(IF(ISOMITTED(drop), "", drop), 1),
            wrong, IF(ISERROR(whose), whose, out),
            IF(ISERROR(wrong), wrong,
            MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET(
                score, XLT_CELL(scores, line, at),
                IF(IF(ISERROR(score), FALSE, score=""), "", LET(
                board, XLT_BOARD(scores, at),
                IF(ISERROR(SUM(board)), SUM(board),
                XLT_IMPS(score-XLT_DATUM(board, out))*IF(whose="ns", 1, -1))))))))))
    """,
}
