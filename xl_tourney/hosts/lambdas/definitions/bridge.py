"""Bridge: match-points and IMPs."""

from __future__ import annotations

LAMBDAS = {
    "XLT_ARTIFICIAL": """
        LAMBDA(cell, LET(
            word, UPPER(TRIM(cell)),
            shares, IF(word="A+", "A6040", IF(word="A", "A5050", IF(word="A-", "A4060", word))),
            digits, VALUE(MID(shares, 2, 4)),
            IF((LEN(shares)=5)*(shares="A" & TEXT(digits, "0000")), digits, #VALUE!)))
    """,
    "MATCHPOINT": """
        LAMBDA(scores, [method], [show], [side], [results], LET(
            how, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(method), "", method), "standard"))),
            what, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(show), "", show), "points"))),
            whose, UPPER(TRIM(XLT_ONE(IF(ISOMITTED(side), "", side), "NS"))),
            wanted, IF(ISOMITTED(results), 0, results),
            itself, OR(how={"modified","wignall","ascherman"}),
            tie, IF(how="acbl", 0.5, 1),
            missing, IF(itself, 0, tie),
            known, OR(itself, how={"standard","acbl"})*OR(what={"points","percent"})
                *OR(whose={"NS","EW"}),
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
                among, IF(AND(itself, compared>0), compared, expected),
                full, 2*(tie*among-missing),
                below, SUM(number*(board<score)),
                equal, SUM(number*(board=score)),
                adjusted, XLT_ARTIFICIAL(score),
                percent, IF(whose="NS", INT(adjusted/100), MOD(adjusted, 100)),
                ours, tie*(2*below+equal)*among/compared - missing,
                mine, IF(whose="NS", ours, full-ours),
                IF(score="", "",
                IF(OR(asked<0, asked<>INT(asked)), #NUM!,
                IF(ISERROR(artificial), artificial,
                IF(ISNUMBER(score), IF(what="points", mine, IF(full=0, #DIV/0!, 100*mine/full)),
                IF(what="percent", percent, percent*full/100)))))))))))
    """,
    "NEUBERG": """
        LAMBDA(matchpoints, actual, expected, [method], LET(
            how, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(method), "", method), "standard"))),
            itself, OR(how={"modified","wignall","ascherman"}),
            tie, IF(how="acbl", 0.5, 1),
            missing, IF(itself, 0, tie),
            points, XLT_NUMBERS(matchpoints),
            size, ROWS(matchpoints)*COLUMNS(matchpoints),
            empty, (matchpoints="")*IF(ROWS(actual)*COLUMNS(actual)=size, actual="", TRUE)
                *IF(ROWS(expected)*COLUMNS(expected)=size, expected="", TRUE),
            IF(NOT(OR(itself, how={"standard","acbl"})), #VALUE!, IF(empty, "",
            MAP(points, XLT_NUMBERS(actual)+0*points, XLT_NUMBERS(expected)+0*points,
                LAMBDA(own, among, wanted,
                    IF(OR(among<0, wanted<among, among<>INT(among), wanted<>INT(wanted)), #NUM!,
                    IF(among=0, #DIV/0!,
                    IF(OR(own<0, own>2*(tie*among-missing)), #NUM!,
                    (own+missing)*wanted/among - missing)))))))))
    """,
    "XLT_IMPS": """
        LAMBDA(difference, SIGN(difference)*SUM((ABS(difference)>={20,50,90,130,170,220,270,320,
            370,430,500,600,750,900,1100,1300,1500,1750,2000,2250,2500,3000,3500,4000})*1))
    """,
    "XLT_BOARD": """
        LAMBDA(scores, at, LET(
            board, IF(ROWS(scores)=1, TRANSPOSE(scores), INDEX(scores, 0, at)),
            MAP(board, LAMBDA(cell, IF(cell="", "", XLT_NUMBER(cell))))))
    """,
    "XLT_DATUM": """
        LAMBDA(board, drop, LET(
            left, SUM((board<>"")*1) - 2*drop,
            IF(drop<0, #NUM!,
            IF(left<=0, #DIV/0!, LET(
                mean, SUM(MAP(SEQUENCE(left, 1, drop+1), LAMBDA(place, SMALL(board, place))))/left,
                10*SIGN(mean)*INT(ROUND(ABS(mean)/10, 9)+0.5))))))
    """,
    "IMPS": """
        LAMBDA(difference, MAP(difference, LAMBDA(cell,
            IF(cell="", "", XLT_IMPS(XLT_NUMBER(cell))))))
    """,
    "CROSS_IMPS": """
        LAMBDA(scores, [side], LET(
            whose, XLT_WORD(IF(ISOMITTED(side), "", side), "ns", {"ns","ew"}),
            IF(ISERROR(whose), whose,
            MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET(
                score, XLT_CELL(scores, line, at),
                IF(IF(ISERROR(score), FALSE, score=""), "", LET(
                board, XLT_BOARD(scores, at),
                count, SUM((board<>"")*1),
                IF(ISERROR(SUM(board)), SUM(board), IF(count=1, #DIV/0!,
                SUM(MAP(board, LAMBDA(other, IF(other="", 0, XLT_IMPS(score-other)))))
                    *IF(whose="ns", 1, -1)/(count-1)))))))))))
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
