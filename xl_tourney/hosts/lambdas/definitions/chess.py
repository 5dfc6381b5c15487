"""Chess: the wall list, points and the tie-breaks of a player's own results.

A cell of the wall list becomes one number, and ``XLT_CHESS`` gives these numbers after both sides
of each game have been compared:

    opponent·1000 + colour·100 + result

The colour is 1 for white, 2 for black; the result is 1 for a win, 2 for a draw, 3 for a loss, 4 and
5 for a win and a loss by forfeit, 6 for no result yet, 7 U, 8 F, 9 H, 10 Z; 0 stands for nothing.
The columns of rounds that have not been held are left out; without any, there is one column of 0.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, to_term
from ....functions.chess.event import WORTH, standard_point, times_counted
from ....functions.chess.rule_sets import DAY_0, NEWEST, RULE_SETS
from ....functions.chess.wall_list import INDIVIDUAL, ResultPoints
from ..writer import with_arguments

_INDIVIDUAL = to_term(INDIVIDUAL[:4]).formula
_CODES = "1=0+-?UFHZ"
"""The results by their numbers, from 1."""
_SCORES = ResultPoints._fields[:4]
_WORTH = "+".join(
    f"INDEX(scoring, 1, {place})*("
    + "+".join(f"(result={_CODES.index(code) + 1})" for code, of in WORTH.items() if of == score)
    + ")"
    for place, score in enumerate(_SCORES, 1)
)
_YEARS = ",".join(RULE_SETS)
_FIRST_DAYS = [(rules.first_day - DAY_0).days for rules in RULE_SETS.values()]
_DAYS = ",".join(map(str, _FIRST_DAYS))
_FORFEIT_LOSSES = ",".join(
    name for name, rules in RULE_SETS.items() if rules.round_robin_forfeit_losses_counted
)
_TIMES = formula_of(times_counted, "COLUMNS(games)+1-at", "COLUMNS(games)", "out")
_STANDARD = formula_of(standard_point, "points", "facing")

LAMBDAS = {
    "XLT_CLEAN": """
        LAMBDA(cell, LET(
            compact, REDUCE(LOWER(cell), {32,160,9,10,13,8201,8203,8239,65279}, LAMBDA(text, code,
                SUBSTITUTE(text, UNICHAR(code), ""))),
            text, SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(compact,
                UNICHAR(8722), "-"), UNICHAR(8211), "-"), UNICHAR(8212), "-"),
            IF(RIGHT(text, 1)=UNICHAR(189), LEFT(text, LEN(text)-1) & "=",
            REDUCE(text, {"1/2","0.5","0,5",".5",",5"}, LAMBDA(written, half, LET(
                before, LEN(written) - LEN(half),
                IF(before<0, written,
                IF(MID(written, before+1, 9)<>half, written,
                IF(before=0, "=",
                IF(ISNUMBER(FIND(MID(written, before, 1), "wbs-")),
                    LEFT(written, before) & "=", written))))))))))
    """,
    "XLT_BYE": """
        LAMBDA(text, IF(OR(text={"u","bye","+","-1"}), 7,
            IF(text="f", 8, IF(OR(text={"h","=","-="}), 9,
            IF(OR(text={"z","-","-0","0"}), 10, 0)))))
    """,
    "XLT_CHESS_CELL": """
        LAMBDA(cell, IF(cell="", 0, LET(
            text, XLT_CLEAN(cell),
            bye, XLT_BYE(text),
            IF(text="", 0, IF(bye>0, bye, LET(
            at, MIN(FIND({"w","b","s","-","=","u","h","f","z","+"}, text & "wbs-=uhfz+")),
            number, XLT_DIGITS(LEFT(text, at-1), 99),
            rest, MID(text, at, 20),
            first, LEFT(rest, 1),
            last, MID(rest, 2, 20),
            IF(number<0, #VALUE!,
            IF(number=0, LET(
                sign, IF(AND(first="-", last<>""), last, rest),
                IF(AND(LEN(sign)=1, sign<>""), INDEX({7,7,8,9,10,9,10}, 1,
                    FIND(sign, "u+fhz=-")), #VALUE!)),
            IF(OR(number>9999, LEN(last)>1), #VALUE!,
            IF(rest="=", number*1000 + 2, LET(
                coloured, ISNUMBER(FIND(first, "wbs")),
                signs, IF(coloured, "10=+wdl?*-", IF(first="-", "10=+wdl?-", "")),
                found, IF(AND(coloured, last=""), 8,
                    IF(last="", 0, IFERROR(FIND(last, signs), 0))),
                IF(found=0, #VALUE!,
                number*1000 + IF(coloured, IF(first="w", 100, 200), 0)
                    + INDEX({1,3,2,4,1,2,3,6,6,5}, 1,
                        found + IF(AND(NOT(coloured), found=9), 1, 0))))))))))))))
    """,
    "XLT_CHESS_BOTH": """
        LAMBDA(own, other, line, LET(
            colour, INT(XLT_MOD(own, 1000)/100),
            facing, INT(XLT_MOD(other, 1000)/100),
            result, XLT_MOD(own, 100),
            answer, XLT_MOD(other, 100),
            agrees, ISNUMBER(FIND(10*result+answer & ",", "13,22,31,33,45,54,55,66,")),
            IF(OR(INT(other/1000)<>line, NOT(agrees), AND(colour>0, colour=facing)), #VALUE!,
            own + IF(AND(colour=0, facing>0), 100*(3-facing), 0))))
    """,
    "XLT_CHESS_CELLS": """
        LAMBDA(wall_list, MAP(wall_list, LAMBDA(cell, XLT_CHESS_CELL(cell))))
    """,
    "XLT_CHESS": """
        LAMBDA(wall_list, LET(
            cells, XLT_CHESS_CELLS(wall_list),
            held, BYCOL(cells, LAMBDA(own, SUM(own)>0)),
            XLT_FIRST_ERROR(cells, LET(
            here, XLT_THERE(wall_list),
            lines, ROWS(cells),
            games, IF(OR(held), XLT_HELD(cells, held), SEQUENCE(lines, 1, 0, 0)),
            MAKEARRAY(lines, COLUMNS(games), LAMBDA(line, at, LET(
                own, INDEX(games, line, at),
                opponent, INT(own/1000),
                IF(opponent=0, IF(AND(own=0, INDEX(here, line, 1)=1, OR(held)), 10, own),
                IF(OR(opponent>lines, opponent=line), #VALUE!,
                XLT_CHESS_BOTH(own, INDEX(games, opponent, at), line))))))))))
    """,
    "XLT_SYSTEM": """
        LAMBDA(argument, XLT_WORD(argument, "swiss", {"swiss","round-robin","rr","rematch"}))
    """,
    "XLT_RULES": f"""
        LAMBDA(argument, LET(
            cell, XLT_ONE(argument, {NEWEST}),
            year, IF(ISNUMBER(cell), cell, LET(
                text, XLT_TRIMMED(cell),
                IF(ISNUMBER(SEARCH("????-*-*", text)), DATE(XLT_DIGITS(LEFT(text, 4), 4),
                    XLT_DIGITS(MID(text, 6, FIND("-", text & "-", 6)-6), 2),
                    XLT_DIGITS(MID(text, FIND("-", text & "-", 6)+1, 9), 2)),
                XLT_DIGITS(text, 4)))),
            IF(ISERROR(year), year,
            IF(OR(year={{{_YEARS}}}), year,
            IF(OR(year<{_FIRST_DAYS[0]}, year>2958465), #VALUE!,
            LOOKUP(year, {{{_DAYS}}}, {{{_YEARS}}}))))))
    """,
    "XLT_REMATCHED": """
        LAMBDA(games, LET(
            opponents, INT(games/1000),
            results, XLT_MOD(games, 100),
            firm, (opponents>0)*(results<>4)*(results<>5),
            later, SEQUENCE(COLUMNS(games)),
            SUM(MAKEARRAY(ROWS(games), 1, LAMBDA(at, one, LET(
                own, INDEX(opponents, at, 0),
                SUM((own=TRANSPOSE(own))*INDEX(firm, at, 0)*(TRANSPOSE(later)<later))))))>0))
    """,
    "XLT_BARRED": """
        LAMBDA(games, system, IF(XLT_SYSTEM(system)="swiss", XLT_REMATCHED(games), FALSE))
    """,
    "XLT_FIXED": """
        LAMBDA(system, OR(XLT_SYSTEM(system)={"round-robin","rr"}))
    """,
    "XLT_WORTH": f"""
        LAMBDA(games, scoring, LET(
            result, XLT_MOD(games, 100),
            {_WORTH}))
    """,
    "XLT_TOTAL": """
        LAMBDA(values, BYROW(values, LAMBDA(own, SUM(own))))
    """,
    "XLT_IS_GAME": """
        LAMBDA(games, fixed, LET(
            result, XLT_MOD(games, 100),
            (games>=1000)*(result>0)*(result<=IF(fixed, 5, 3))))
    """,
    "XLT_SCORING": f"""
        LAMBDA(argument, IF(XLT_BLANK(argument), {_INDIVIDUAL}, LET(
            text, SUBSTITUTE(XLT_TRIMMED(XLT_ONE(argument, "")), "1/2", UNICHAR(189)),
            parted, SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(text, ";", "-"), " ", "-"), ",", "."),
            spread, SUBSTITUTE(parted, "-", REPT(" ", 30)),
            count, LEN(parted) - LEN(SUBSTITUTE(parted, "-", "")) + 1,
            IF(OR(count<3, count>5), #VALUE!, LET(
            numbers, MAP(SEQUENCE(1, count), LAMBDA(at, LET(
                part, TRIM(MID(spread, (at-1)*30+1, 30)),
                full, SUBSTITUTE(part, UNICHAR(189), ".5"),
                point, FIND(".", full & "."),
                whole, IF(point=1, 0, XLT_DIGITS(LEFT(full, point-1), 9)),
                decimals, MID(full, point+1, 20),
                fraction, IF(decimals="", 0, XLT_DIGITS(decimals, 9)),
                IF(OR(whole<0, fraction<0, full="", full="."), #VALUE!,
                whole + fraction/10^LEN(decimals))))),
            win, INDEX(numbers, 1, 1),
            draw, INDEX(numbers, 1, 2),
            loss, INDEX(numbers, 1, 3),
            IF(ISERROR(SUM(numbers)), #VALUE!,
            IF(AND(win>draw, draw>=loss), HSTACK(win, draw, loss,
                IF(count>3, INDEX(numbers, 1, MIN(4, count)), win)), #VALUE!)))))))
    """,
    "CHESS_POINTS": with_arguments(
        "CHESS_POINTS",
        """LET(
            games, XLT_CHESS(wall_list),
            worth, XLT_SCORING(the_scoring),
            XLT_FIRST_ERROR(games, XLT_FIRST_ERROR(worth,
            IF(the_round<0, #NUM!, LET(
            points, XLT_WORTH(games, worth),
            cells, XLT_CHESS_CELLS(wall_list),
            held, BYCOL(cells, LAMBDA(own, SUM(own)>0)),
            rounds, IF(no_round, COLUMNS(games),
                SUM(held*(SEQUENCE(1, COLUMNS(held))<=the_round))),
            XLT_COLUMN(XLT_TOTAL(points*(SEQUENCE(1, COLUMNS(games))<=rounds)), wall_list))))))
        """,
    ),
    "PROGRESSIVE": with_arguments(
        "PROGRESSIVE",
        """LET(
            games, XLT_CHESS(wall_list),
            XLT_FIRST_ERROR(games, IF(the_cut<0, #NUM!,
            XLT_COLUMN(XLT_PROGRESSIVE(games, the_cut, XLT_SCORING("")), wall_list))))
        """,
    ),
    "XLT_PROGRESSIVE": f"""
        LAMBDA(games, out, worth, LET(
            rounds, SEQUENCE(1, COLUMNS(games)),
            late, MAP(rounds, LAMBDA(at, {_TIMES})),
            XLT_TOTAL(XLT_WORTH(games, worth)*late)))
    """,
    "XLT_COUNT": f"""
        LAMBDA(games, what, fixed, year, worth, LET(
            result, XLT_MOD(games, 100),
            colour, INT(XLT_MOD(games, 1000)/100),
            points, XLT_WORTH(games, worth),
            counted, XLT_IS_GAME(games, fixed)*IF(OR(year={{{_FORFEIT_LOSSES}}}), 1, result<>5),
            won, (result=1) + (result=4),
            IF(what="win", XLT_TOTAL((points=INDEX(worth, 1, 1))*(games>0)),
            IF(what="won", XLT_TOTAL(counted*won),
            IF(OR(what={{"bpg","bwg"}}),
                IF(XLT_TOTAL(counted*(colour=0))>0, #N/A,
                    XLT_TOTAL(counted*(colour=2)*IF(what="bwg", won, 1))),
            IF(what="std", LET(
                rounds, IF(games>-1, SEQUENCE(1, COLUMNS(games)), 0),
                facing, MAP(games, rounds, LAMBDA(game, at,
                    IF(game<1000, INDEX(worth, 1, 2), INDEX(points, INT(game/1000), at)))),
                XLT_TOTAL((result<>6)*(games>0)*({_STANDARD}))),
            XLT_TOTAL((games>0)*(result<>5)*(result<>9)*(result<>10))))))))
    """,
    "GAMES_COUNT": with_arguments(
        "GAMES_COUNT",
        """LET(
            games, XLT_CHESS(wall_list),
            year, XLT_RULES(the_rules),
            XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
            IF(XLT_BARRED(games, the_system), #VALUE!,
            IF(XLT_THERE(wall_list),
                XLT_COUNT(games, the_what, XLT_FIXED(the_system), year, XLT_SCORING("")), "")))))
        """,
    ),
}
