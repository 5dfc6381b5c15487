"""Chess: the tie-breaks of ratings, a list of tie-break codes, and the places that it gives.

``XLT_CODE`` makes a row of eleven cells of a code: name, what is left of its text, low cuts, high
cuts, /P, /F, /R, Koya's limit in half points and in points, /U and the year of /V.  A blank cell of
the list is the code ``~``.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.chess import ratings as rules
from ....functions.chess.rule_sets import RULE_SETS

_PERCENT = formula_of(rules.score_in_percent, "halves", "count")
_PERFORMANCE = formula_of(rules.performance, "XLT_HALF_UP(SUM(rated)/count)", f"XLT_DP({_PERCENT})")
_WORTHLESS = formula_of(rules.without_points, "MIN(rated)")
_FROM = formula_of(rules.without_points, "INT(MIN(rated))")
_HALVES = "+".join(
    f"{halves}*(result={number})" for number, halves in enumerate(rules.HALVES.values(), 1)
)

RATINGS = {
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


_TABLE = """XLT_TIEBREAKS(wall_list, codes, the_ratings, the_rules, the_system,
                IF(no_unrated, "", the_unrated), the_scoring, IF(no_boards, "", the_boards))"""

LAMBDAS = RATINGS | {
    "XLT_CODE_LIST": """
        LAMBDA(codes, LET(
            text, REDUCE("", codes, LAMBDA(list, cell, LET(
                parts, TRIM(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(XLT_TRIMMED(UPPER(cell)),
                    ",", " "), ";", " "), UNICHAR(9), " ")),
                IF(list="", "", list & " ") & IF(parts="", "~", parts)))),
            spread, SUBSTITUTE(text, " ", REPT(" ", 99)),
            count, LEN(text) - LEN(SUBSTITUTE(text, " ", "")) + 1,
            IF(SUBSTITUTE(SUBSTITUTE(text, "~", ""), " ", "")="", #VALUE!,
            MAP(SEQUENCE(1, count), LAMBDA(at, TRIM(MID(spread, (at-1)*99+1, 99)))))))
    """,
    "XLT_CODE": """
        LAMBDA(text, LET(
            name, REDUCE("", {"APRO","APPO","RTNG","PTS","WIN","WON","BPG","BWG","REP","STD","TPN",
                "SNO","AOB","ARO","TPR","PTP","DE","PS","GE","BH","FB","SB","KS"},
                LAMBDA(found, other, IF(found="", IF(LEFT(text, LEN(other))=other, other, ""),
                    found))),
            rest, MID(text, LEN(name)+1, 99),
            plain, IF(name="SNO", "TPN", IF(name="GE", "REP", name)),
            letters, IFERROR(INDEX({"P","C","R","CMPF","PF","CMP","CMP","L","CMU","U","U","U","U",
                "RU"}, 1, MATCH(plain, {"DE","PS","TPN","BH","AOB","FB","SB","KS","ARO","TPR","PTP",
                "APRO","APPO","RTNG"}, 0)), ""),
            done, REDUCE(HSTACK(plain, IF(LEFT(rest, 3)=":MP", MID(rest, 4, 99), rest),
                0, 0, 0, 0, 0, "", "", "", ""), SEQUENCE(6), LAMBDA(code, at,
                XLT_CODE_STEP(code, letters))),
            IF(OR(name="", INDEX(done, 1, 2)<>""), HSTACK("", "", 0, 0, 0, 0, 0, "", "", "", ""),
                done)))
    """,
    "XLT_CODE_STEP": f"""
        LAMBDA(code, letters, LET(
            written, INDEX(code, 1, 2),
            rest, IF(ISNUMBER(FIND(LEFT(written & "?", 1), "/-")), MID(written, 2, 99), written),
            letter, LEFT(rest, 1),
            tail, MID(rest, 2, 99),
            sign, IF(letter="L", IF(LEFT(tail, 1)="-", -1, IF(LEFT(tail, 1)="+", 1, 0)), 0),
            figures, IF(sign=0, tail, MID(tail, 2, 99)),
            ends, MIN(FIND({{"/","-","C","M","K","L","U","V","P","F","R"}},
                figures & "/-CMKLUVPFR")),
            digits, LEFT(figures, ends-1),
            point, FIND(".", digits & "."),
            whole, XLT_DIGITS(LEFT(digits, point-1), IF(OR(letter={{"U","V"}}), 4, 3)),
            decimals, MID(digits, point+1, 20),
            part, IF(decimals="", 0, XLT_DIGITS(decimals, 15)),
            number, IF(sign<0, -1, 1)*(whole + part/10^LEN(decimals)),
            has_point, point<=LEN(digits),
            flag, ISNUMBER(FIND(letter, "PFR")),
            valid, IF(letter="", FALSE, IF(letter="V",
                AND(OR(whole={{{",".join(RULE_SETS)}}}), NOT(has_point)),
                IF(ISERROR(FIND(letter, letters)), FALSE,
                IF(flag, digits="",
                IF(letter="L", AND(whole>=0, part>=0, OR(NOT(has_point), decimals<>"")),
                AND(whole>=0, NOT(has_point))))))),
            place, SEQUENCE(1, 11),
            next, MID(figures, ends, 99),
            changed, IF(letter="C", place=3, IF(letter="M", (place=3) + (place=4),
                IF(letter="P", place=5, IF(letter="F", place=6, IF(letter="R", place=7,
                IF(letter="L", place=IF(has_point, 9, 8),
                IF(letter="U", place=10, place=11))))))),
            IF(OR(written="", NOT(valid)), code,
            IF(place=2, next, IF(changed, IF(flag, 1, number), code)))))
    """,
    "XLT_TIEBREAK_VALUES": """
        LAMBDA(games, code, group, worth, fixed, year, listed, unrated, here, LET(
            name, INDEX(code, 1, 1),
            low, INDEX(code, 1, 3),
            high, INDEX(code, 1, 4),
            forfeits, INDEX(code, 1, 5)=1,
            fore, OR(name="FB", INDEX(code, 1, 6)=1),
            text, IF(INDEX(code, 1, 11)="", year, INDEX(code, 1, 11)),
            spare, IF(INDEX(code, 1, 10)="", unrated, INDEX(code, 1, 10)),
            IF(name="PTS", XLT_TOTAL(XLT_WORTH(games, worth)),
            IF(name="TPN", SEQUENCE(ROWS(games)),
            IF(OR(name={"WIN","WON","BPG","BWG","REP","STD"}),
                XLT_COUNT(games, LOWER(name), fixed, text, worth),
            IF(name="PS", XLT_PROGRESSIVE(games, low, worth),
            IF(name="DE", XLT_DE(games, group, worth, fixed, forfeits),
            IF(name="KS", XLT_KOYA(games, here, fixed, worth, IF(INDEX(code, 1, 9)<>"",
                INDEX(code, 1, 9), IF(INDEX(code, 1, 8)="", 0, INDEX(code, 1, 8))
                    *INDEX(worth, 1, 2))),
            IF(OR(name={"BH","FB","AOB","SB"}), LET(
                sums, XLT_OPPOSITION(IF(fore, XLT_FORE(games), games), worth, fixed, text,
                    forfeits, name="SB", low, high),
                IF(name="AOB", XLT_AVERAGE(games, fixed, sums), sums)), LET(
            ratings, IF(listed=0, IF(spare="", 0, spare), listed),
            IF(name="RTNG", ratings,
            IF(AND(spare="", SUM(here*(listed=0))>0), IF(listed<0, 0, #N/A),
            XLT_RATED_GAMES(games, ratings, LOWER(name), low, high)))))))))))))
    """,
    "XLT_REGROUP": """
        LAMBDA(group, values, LET(
            number, SEQUENCE(ROWS(group)),
            keys, MAP(values, LAMBDA(value, IF(ISERROR(value), -1E+9, ROUND(value, 9)))),
            MAP(group, keys, LAMBDA(own, key,
                IF(own=0, 0, MIN(IF((group=own)*(keys=key), number, 1E+9)))))))
    """,
    "XLT_TIEBREAKS": """
        LAMBDA(wall_list, codes, ratings, rules, system, unrated, scoring, boards, LET(
            list, XLT_CODE_LIST(codes),
            problem, IF(ISERROR(LEN(INDEX(list, 1, 1))), LEN(INDEX(list, 1, 1)), SUM(MAP(list,
                LAMBDA(text, IF(text="~", 0, IF(INDEX(XLT_CODE(text), 1, 1)="", #VALUE!, 0)))))),
            lines, ROWS(wall_list),
            listed, IF(XLT_BLANK(ratings), SEQUENCE(lines, 1, 0, 0), XLT_RATINGS(ratings)),
            year, XLT_RULES(rules),
            kind, XLT_SYSTEM(system),
            spare, IF(XLT_BLANK(unrated), "", XLT_NUMBER(XLT_ONE(unrated, 0))),
            worth, XLT_SCORING(scoring),
            team, IF(XLT_BLANK(boards), 0, #VALUE!),
            games, XLT_CHESS(wall_list),
            wrong, problem + SUM(listed) + year + IF(ISERROR(kind), kind, 0)
                + IF(ISERROR(spare), spare, 0) + SUM(worth) + team + SUM(games),
            IF(ISERROR(wrong), wrong,
            IF(XLT_BARRED(games, system), #VALUE!,
            IF(AND(ROWS(listed)<>lines, XLT_RATED_CODES(list)), #VALUE!, LET(
            fixed, XLT_FIXED(system),
            here, XLT_THERE(wall_list),
            fitting, IF(ROWS(listed)=lines, listed, SEQUENCE(lines, 1, 0, 0)),
            points, XLT_TOTAL(XLT_WORTH(games, worth)),
            REDUCE(HSTACK(XLT_GROUPS(points, wall_list), points), list, LAMBDA(done, text,
                IF(text="~", HSTACK(done, IF(here>-1, "")), LET(
                group, INDEX(done, 0, 1),
                values, XLT_TIEBREAK_VALUES(games, XLT_CODE(text), group, worth, fixed, year,
                    fitting, spare, here),
                HSTACK(IF(SEQUENCE(1, COLUMNS(done))=1, XLT_REGROUP(group, values), done),
                    values)))))))))))
    """,
    "XLT_RATED_CODES": """
        LAMBDA(list, SUM(MAP(list, LAMBDA(text, LET(
            name, LEFT(text, 3),
            IF(OR(name={"ARO","TPR","PTP","APR","APP","RTN"}), 1, 0)))))>0)
    """,
    "TIEBREAK": f"""LET(
        table, {_TABLE},
        here, XLT_THERE(wall_list),
        first, INDEX(table, 1, 1),
        IF(ISERROR(first), first, MAKEARRAY(ROWS(table), COLUMNS(table)-2, LAMBDA(line, at,
            IF(INDEX(here, line, 1)=0, "", INDEX(table, line, at+2))))))
    """,
    "CHESS_PLACE": f"""LET(
        table, {_TABLE},
        here, XLT_THERE(wall_list),
        first, INDEX(table, 1, 1),
        IF(ISERROR(first), first, LET(
        list, XLT_CODE_LIST(codes),
        own_points, SUM(MAP(list, LAMBDA(text, IF(LEFT(text, 3)="PTS", 1, 0)))),
        signs, HSTACK(IF(own_points>0, 0, 1), MAP(list, LAMBDA(text, IF(text="~", 0, LET(
            code, XLT_CODE(text),
            name, INDEX(code, 1, 1),
            turned, INDEX(code, 1, 7)=1,
            IF(IF(OR(name={{"DE","TPN"}}), NOT(turned), AND(name="RTNG", turned)), -1, 1)))))),
        keys, MAKEARRAY(ROWS(table), COLUMNS(table)-1, LAMBDA(line, at, LET(
            sign, INDEX(signs, 1, at),
            value, INDEX(table, line, at+1),
            IF(sign=0, 0, IF(ISERROR(value), -1E+9, ROUND(sign*value, 9)))))),
        XLT_PLACES(keys, here))))
    """,
}
