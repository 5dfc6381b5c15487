"""Chess: the tie-breaks of ratings, and FIDE's two rating tables."""

from __future__ import annotations

LAMBDAS = {
    "XLT_HALF_UP": """
        LAMBDA(number, INT(ROUND(number, 9) + 0.5))
    """,
    "XLT_DP": """
        LAMBDA(percent, IF(percent>=50, 1, -1)*INDEX({0,7,14,21,29,36,43,50,57,65,72,80,87,95,102,
            110,117,125,133,141,149,158,166,175,184,193,202,211,220,230,240,251,262,273,284,296,309,
            322,336,351,366,383,401,422,444,470,501,538,589,677,800}, 1, ABS(percent-50) + 1))
    """,
    "XLT_EXPECTED": """
        LAMBDA(difference, 50 + SIGN(difference)*SUM((ABS(difference)>{3,10,17,25,32,39,46,53,61,68,
            76,83,91,98,106,113,121,129,137,145,153,162,170,179,188,197,206,215,225,235,245,256,267,
            278,290,302,315,328,344,357,374,391,411,432,456,484,517,559,619,735})*1))
    """,
    "RATING_DP": """
        LAMBDA(p, MAP(p, LAMBDA(cell, IF(cell="", "", LET(
            share, XLT_NUMBER(cell),
            IF(OR(share<0, share>1), #NUM!, XLT_DP(XLT_HALF_UP(100*share))))))))
    """,
    "EXPECTED_SCORE": """
        LAMBDA(difference, MAP(difference, LAMBDA(cell,
            IF(cell="", "", XLT_EXPECTED(XLT_NUMBER(cell))/100))))
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
    "XLT_TPR": """
        LAMBDA(rated, halves, LET(
            count, SUM((rated<>"")*1),
            XLT_HALF_UP(SUM(rated)/count) + XLT_DP(INT((100*halves+count)/(2*count)))))
    """,
    "XLT_PTP": """
        LAMBDA(rated, halves, IF(halves=0, MIN(rated) - 800,
            1 + REDUCE(INT(MIN(rated)) - 801, 2^(16-SEQUENCE(16)), LAMBDA(under, step,
                IF(SUM(MAP(rated, LAMBDA(rating,
                    IF(rating="", 0, XLT_EXPECTED(under+step-rating)))))<50*halves,
                    under+step, under)))))
    """,
    "XLT_RATED_GAMES": """
        LAMBDA(games, ratings, what, low, high, LET(
            played, IF(XLT_IS_GAME(games, FALSE), games, 0),
            IF(OR(what={"apro","appo"}), LET(
                values, XLT_RATED_GAMES(games, ratings, IF(what="apro", "tpr", "ptp"), 0, 0),
                count, XLT_TOTAL((played>0)*1),
                total, XLT_TOTAL(XLT_FACING(played, values)),
                MAP(total, count, LAMBDA(sum, number,
                    IF(number=0, #N/A, XLT_HALF_UP(sum/number))))), LET(
            result, XLT_MOD(played, 100),
            halves, XLT_TOTAL(2*(result=1) + (result=2)),
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
