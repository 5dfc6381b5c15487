"""Chess: the tie-breaks of ratings, a list of tie-break codes, and the places that it gives.

``XLT_CODE`` makes a row of eleven cells of a code: name, what is left of its text, low cuts, high
cuts, /P, /F, /R, Koya's limit in half points and in points, /U and the year of /V.  A blank cell of
the list is the code ``~``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ....catalogue.expression import formula_of
from ....functions.chess.codes import ALIASES
from ....functions.chess.criteria import arithmetic as rules
from ....functions.chess.rule_sets import RULE_SETS
from .chess_criteria import chosen, criteria, individual

_RECORDS = individual()


def _quoted(texts: Iterable[str]) -> str:
    return ",".join(f'"{text}"' for text in texts)


_NAMES = _quoted(sorted([*(one.code for one in _RECORDS), *ALIASES], key=len, reverse=True))
_WITH_MODIFIERS = [one for one in _RECORDS if one.modifiers]
_LETTERS = _quoted(one.modifiers for one in _WITH_MODIFIERS)
_MODIFIED = _quoted(one.code for one in _WITH_MODIFIERS)
_LOWER = _quoted(one.code for one in _RECORDS if one.lower_is_better)
_RATED_CODES = [one.code for one in _RECORDS if one.rated]
_RATED_NAMES = _quoted(map(str.lower, _RATED_CODES))
_RATED = chosen("word", _RATED_CODES).replace("ratings)", "rated)")
_VALUES = chosen("name", [one.code for one in _RECORDS])
_PLAIN = reduce(lambda text, old: f'IF(name="{old}", "{ALIASES[old]}", {text})', ALIASES, "name")


RATINGS = {
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
    "RATING_TIEBREAK": f"""
        LAMBDA(wall_list, ratings, what, [cut_low], [cut_high], [unrated], [rules], [system], LET(
            games, XLT_CHESS(wall_list),
            listed, XLT_RATINGS(ratings),
            word, XLT_WORD(what, "", {{"aro","tpr","ptp","apro","appo"}}),
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
            LET(rated, IF(listed=0, default, listed), IF(here, {_RATED}, ""))))))))))
    """,
}


_TABLE = """XLT_TIEBREAKS(wall_list, codes, the_ratings, the_rules, the_system,
                IF(no_unrated, "", the_unrated), the_scoring, IF(no_boards, "", the_boards))"""


LAMBDAS = (
    criteria()
    | RATINGS
    | {
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
        "XLT_CODE": f"""
        LAMBDA(text, LET(
            name, REDUCE("", {{{_NAMES}}},
                LAMBDA(found, other, IF(found="", IF(LEFT(text, LEN(other))=other, other, ""),
                    found))),
            rest, MID(text, LEN(name)+1, 99),
            plain, {_PLAIN},
            letters, IFERROR(INDEX({{{_LETTERS}}}, 1, MATCH(plain, {{{_MODIFIED}}}, 0)), ""),
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
        "XLT_TIEBREAK_VALUES": f"""
        LAMBDA(games, code, group, worth, fixed, text, listed, unrated, here, LET(
            named, LOWER(INDEX(code, 1, 1)),
            name, IF(AND(named="bh", INDEX(code, 1, 6)=1), "fb", named),
            low, INDEX(code, 1, 3),
            high, INDEX(code, 1, 4),
            forfeits, INDEX(code, 1, 5)=1,
            fore, INDEX(code, 1, 6)=1,
            year, IF(INDEX(code, 1, 11)="", text, INDEX(code, 1, 11)),
            spare, IF(INDEX(code, 1, 10)="", unrated, INDEX(code, 1, 10)),
            limit, IF(INDEX(code, 1, 9)<>"", INDEX(code, 1, 9), IF(INDEX(code, 1, 8)="", 0,
                INDEX(code, 1, 8))*INDEX(worth, 1, 2)),
            ratings, IF(listed=0, IF(spare="", 0, spare), listed),
            IF(IF(spare="", IF(OR(name={{{_RATED_NAMES}}}), SUM(here*(listed=0))>0, FALSE), FALSE),
                IF(listed<0, 0, #N/A),
                {_VALUES})))
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
        "XLT_RATED_CODES": f"""
        LAMBDA(list, SUM(MAP(list, LAMBDA(text,
            IF(OR(LOWER(INDEX(XLT_CODE(text), 1, 1))={{{_RATED_NAMES},"rtng"}}), 1, 0))))>0)
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
            IF(IF(OR(name={{{_LOWER}}}), NOT(turned), turned), -1, 1)))))),
        keys, MAKEARRAY(ROWS(table), COLUMNS(table)-1, LAMBDA(line, at, LET(
            sign, INDEX(signs, 1, at),
            value, INDEX(table, line, at+1),
            IF(sign=0, 0, IF(ISERROR(value), -1E+9, ROUND(sign*value, 9)))))),
        XLT_PLACES(keys, here))))
    """,
    }
)
