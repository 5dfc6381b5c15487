"""Chess: the tie-breaks of ratings, and FIDE's two rating tables."""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.chess import ratings as rules

_PERCENT = formula_of(rules.score_in_percent, "halves", "count")
_PERFORMANCE = formula_of(rules.performance, "XLT_HALF_UP(SUM(rated)/count)", f"XLT_DP({_PERCENT})")
_WORTHLESS = formula_of(rules.without_points, "MIN(rated)")
_FROM = formula_of(rules.without_points, "INT(MIN(rated))")
_HALVES = "+".join(
    f"{halves}*(result={number})" for number, halves in enumerate(rules.HALVES.values(), 1)
)

LAMBDAS = {
    "XLT_HALF_UP": f"""
        LAMBDA(number, {formula_of(rules.half_up, "number")})
    """,
    "XLT_DP": f"""
        LAMBDA(percent, {formula_of(rules.rating_difference, "percent")})
    """,
    "XLT_EXPECTED": f"""
        LAMBDA(difference, {formula_of(rules.expected_percent, "difference")})
    """,
    "XLT_RATINGS": """
        LAMBDA(ratings, IF(COLUMNS(ratings)<>1, #VALUE!, LET(
            listed, MAP(ratings, LAMBDA(cell, LET(
                rating, XLT_NUMBER(cell),
                IF(rating<0, #NUM!, rating)))),
            XLT_FIRST_ERROR(listed, listed))))
    """,
    "XLT_ARO": """
        LAMBDA(rated, low, high, LET(
            count, SUM((rated<>"")*1) - low - high,
            IF(count<1, #N/A, XLT_HALF_UP(SUM(MAP(SEQUENCE(count, 1, low+1), LAMBDA(place,
                SMALL(rated, place))))/count))))
    """,
    "XLT_TPR": f"""
        LAMBDA(rated, halves, LET(
            count, SUM((rated<>"")*1),
            {_PERFORMANCE}))
    """,
    "XLT_PTP": f"""
        LAMBDA(rated, halves, IF(halves=0, {_WORTHLESS},
            1 + REDUCE({_FROM} - 1, 2^(16-SEQUENCE(16)), LAMBDA(under, step,
                IF(SUM(MAP(rated, LAMBDA(rating,
                    IF(rating="", 0, XLT_EXPECTED(under+step-rating)))))
                    <{formula_of(rules.percent_made, "halves")}, under+step, under)))))
    """,
    "XLT_RATED_GAMES": f"""
        LAMBDA(games, ratings, what, low, high, LET(
            played, IF(XLT_IS_GAME(games, FALSE), games, 0),
            IF(OR(what={{"apro","appo"}}), LET(
                values, XLT_RATED_GAMES(games, ratings, IF(what="apro", "tpr", "ptp"), 0, 0),
                count, XLT_TOTAL((played>0)*1),
                total, XLT_TOTAL(XLT_FACING(played, values)),
                MAP(total, count, LAMBDA(sum, number,
                    IF(number=0, #N/A, XLT_HALF_UP(sum/number))))), LET(
            result, XLT_MOD(played, 100),
            halves, XLT_TOTAL({_HALVES}),
            facing, IF(played>0, XLT_FACING(played, ratings), ""),
            MAKEARRAY(ROWS(games), 1, LAMBDA(line, one, LET(
                rated, INDEX(facing, line, 0),
                IF(AND(rated=""), #N/A,
                IF(what="aro", XLT_ARO(rated, low, high),
                IF(what="tpr", XLT_TPR(rated, INDEX(halves, line, 1)),
                XLT_PTP(rated, INDEX(halves, line, 1))))))))))))
    """,
    "RATING_TIEBREAK": """
        LAMBDA(wall_list, ratings, what, [cut_low], [cut_high], [unrated], [rules], [system], LET(
            games, XLT_CHESS(wall_list),
            listed, XLT_RATINGS(ratings),
            word, XLT_WORD(what, "", {"aro","tpr","ptp","apro","appo"}),
            low, XLT_WHOLE(IF(ISOMITTED(cut_low), "", cut_low), 0),
            high, XLT_WHOLE(IF(ISOMITTED(cut_high), "", cut_high), 0),
            refused, IF(ISOMITTED(unrated), TRUE, XLT_BLANK(unrated)),
            default, XLT_NUMBER(XLT_ONE(IF(refused, "", unrated), 0)),
            year, XLT_RULES(IF(ISOMITTED(rules), "", rules)),
            frame, IF(ISOMITTED(system), "", system),
            event, XLT_SYSTEM(frame),
            here, XLT_THERE(wall_list),
            problem, SUM(games) + SUM(listed) + IF(ISERROR(word), word, 0) + low + high + default
                + year + IF(ISERROR(event), event, 0),
            IF(ISERROR(problem), problem,
            IF(MIN(low, high)<0, #NUM!,
            IF(AND(low+high>0, word<>"aro"), #VALUE!,
            IF(XLT_BARRED(games, frame), #VALUE!,
            IF(ROWS(listed)<>ROWS(wall_list), #VALUE!,
            IF(AND(refused, SUM(here*(listed=0))>0), IF(here, #N/A, ""),
            IF(here, XLT_RATED_GAMES(games, IF(listed=0, default, listed), word, low, high),
                "")))))))))
    """,
}
