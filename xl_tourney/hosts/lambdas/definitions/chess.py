"""Chess: the wall list, points, and the tie-breaks of own results and of opponents' scores.

A cell of the wall list becomes one number, and ``XLT_CHESS`` gives these numbers after both sides
of each game have been compared:

    opponent·1000 + colour·100 + result

The colour is 1 for white, 2 for black; the result is 1 for a win, 2 for a draw, 3 for a loss, 4 and
5 for a win and a loss by forfeit, 6 for no result yet, 7 U, 8 F, 9 H, 10 Z; 0 stands for nothing.
The columns of rounds that have not been held are left out; without any, there is one column of 0.

``games`` are these numbers, ``worth`` the points for a win, a draw, a loss and a pairing-allocated
bye; ``fixed`` is TRUE in a round robin.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, to_term
from ....functions.chess.codes import CRITERIA
from ....functions.chess.criteria import arithmetic
from ....functions.chess.event import WORTH
from ....functions.chess.rule_sets import DAY_0, NEWEST, RULE_SETS
from ....functions.chess.wall_list import INDIVIDUAL, ResultPoints
from .chess_criteria import call_of, chosen

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
_COUNTS = chosen("the_what", ["WIN", "WON", "BPG", "BWG", "STD"], call_of(CRITERIA["REP"]))
_BUCHHOLZ = chosen("the_kind", ["BH", "FB"], call_of(CRITERIA["AOB"]))

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
    "CHESS_POINTS": """LET(
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
    "PROGRESSIVE": f"""LET(
        games, XLT_CHESS(wall_list),
        XLT_FIRST_ERROR(games, IF(the_cut<0, #NUM!,
        LET(
        worth, XLT_SCORING(""),
        low, the_cut,
        XLT_COLUMN({call_of(CRITERIA["PS"])}, wall_list)))))
    """,
    "GAMES_COUNT": f"""LET(
        games, XLT_CHESS(wall_list),
        year, XLT_RULES(the_rules),
        XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
        IF(XLT_BARRED(games, the_system), #VALUE!,
        LET(fixed, XLT_FIXED(the_system), worth, XLT_SCORING(""),
            IF(XLT_THERE(wall_list), {_COUNTS}, ""))))))
    """,
}


# The opponents' scores, and direct encounter.

_CAPPED = ",".join(name for name, text in RULE_SETS.items() if text.dummy_capped)
_BY_DRAWS = formula_of(arithmetic.drawn_rounds, "INDEX(worth, 1, 2)", "COLUMNS(games)")
_GAMES_EACH = formula_of(arithmetic.games_each, "rounds", "count", "fixed")

LAMBDAS |= {
    "XLT_ADJUSTED": """
        LAMBDA(games, worth, LET(
            result, XLT_MOD(games, 100),
            points, XLT_WORTH(games, worth),
            away, (result=9) + (result=10),
            stays, (games>0)*(1 - away - (result=5)),
            rounds, SEQUENCE(COLUMNS(games)),
            ends, MMULT(stays, (rounds>=TRANSPOSE(rounds))*1)=0,
            XLT_TOTAL(points + ends*away*(INDEX(worth, 1, 2)-points))))
    """,
    "XLT_SCORES": f"""
        LAMBDA(games, worth, fixed, year, forfeits, LET(
            result, XLT_MOD(games, 100),
            final, XLT_TOTAL(XLT_WORTH(games, worth)),
            adjusted, IF(fixed, final, XLT_ADJUSTED(games, worth)),
            facing, XLT_FACING(games, adjusted),
            meets, (games>=1000)*IF(fixed + forfeits, 1, (result<>4)*(result<>5)),
            most, {_BY_DRAWS},
            cap, IF(OR(year={{{_CAPPED}}}), IF(games>=1000, facing, most), 1E+9),
            IF(meets, facing, IF(fixed + (games=0), -1, IF(final<cap, final, cap)))))
    """,
    "XLT_FACING": """
        LAMBDA(games, values, MAP(games, LAMBDA(game,
            IF(game<1000, 0, INDEX(values, INT(game/1000), 1)))))
    """,
    "XLT_WITHOUT": """
        LAMBDA(left, cut, LET(
            rounds, SEQUENCE(1, COLUMNS(left)),
            left*(rounds<>MIN(IF(cut, rounds, 1E+9)))))
    """,
    "XLT_CUT_LOW": """
        LAMBDA(left, scores, values, away, IF(SUM(left)=0, left, LET(
            score, MIN(IF(left, scores, 1E+9)),
            value, MIN(IF(left*(scores=score), values, 1E+9)),
            least, MIN(IF(left*away, values, 1E+9)),
            own, MIN(IF(left*away*(values=least), scores, 1E+9)),
            lowest, IF(AND(SUM(left*away)>0, least>=value),
                left*away*(values=least)*(scores=own),
                left*(scores=score)*(values=value)),
            XLT_WITHOUT(left, lowest))))
    """,
    "XLT_CUT_HIGH": """
        LAMBDA(left, scores, values, IF(SUM(left)=0, left, LET(
            score, MAX(IF(left, scores, -1)),
            value, MAX(IF(left*(scores=score), values, -1)),
            XLT_WITHOUT(left, left*(scores=score)*(values=value)))))
    """,
    "XLT_AFTER_CUTS": """
        LAMBDA(scores, values, away, low, high, MAKEARRAY(ROWS(scores), 1, LAMBDA(line, one, LET(
            own, INDEX(scores, line, 0),
            added, INDEX(values, line, 0),
            missed, INDEX(away, line, 0),
            all, (own>=0)*1,
            most, COLUMNS(scores),
            left, IF(low=0, all, REDUCE(all, SEQUENCE(MIN(low, most)), LAMBDA(kept, at,
                XLT_CUT_LOW(kept, own, added, missed)))),
            last, IF(high=0, left, REDUCE(left, SEQUENCE(MIN(high, most)), LAMBDA(kept, at,
                XLT_CUT_HIGH(kept, own, added)))),
            SUM(last*added)))))
    """,
    "XLT_AWAY": """
        LAMBDA(games, fixed, forfeits, LET(
            result, XLT_MOD(games, 100),
            meets, (games>=1000)*IF(fixed + forfeits, 1, (result<>4)*(result<>5)),
            (1-meets)*((result=5) + (result=9) + (result=10))))
    """,
    "XLT_OTHERS": """
        LAMBDA(games, worth, LET(
            points, XLT_WORTH(games, worth),
            rounds, IF(games>-1, SEQUENCE(1, COLUMNS(games)), 0),
            MAP(games, rounds, LAMBDA(game, at,
                IF(game<1000, INDEX(worth, 1, 2), INDEX(points, INT(game/1000), at))))))
    """,
    "XLT_BETWEEN": """
        LAMBDA(values, low, high, MAKEARRAY(ROWS(values), 1, LAMBDA(line, one, LET(
            own, INDEX(values, line, 0),
            count, SUM((own<>"")*1) - low - high,
            IF(count<1, 0, SUM(MAP(SEQUENCE(count, 1, low+1), LAMBDA(place,
                SMALL(own, place)))))))))
    """,
    "XLT_FORE": """
        LAMBDA(games, IF((SEQUENCE(1, COLUMNS(games))=COLUMNS(games))*(games>=1000),
            games - XLT_MOD(games, 100) + 2, games))
    """,
    "BUCHHOLZ": f"""LET(
        games, XLT_CHESS(wall_list),
        year, XLT_RULES(the_rules),
        XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
        IF(MIN(the_cut_low, the_cut_high)<0, #NUM!,
        IF(XLT_BARRED(games, the_system), #VALUE!,
        IF(AND(LEFT(the_kind, 1)="a", the_cut_low+the_cut_high>0), #VALUE!, LET(
        fixed, XLT_FIXED(the_system),
        worth, XLT_SCORING(""),
        forfeits, FALSE,
        fore, the_kind="aob/f",
        low, the_cut_low,
        high, the_cut_high,
        IF(XLT_THERE(wall_list), {_BUCHHOLZ}, ""))))))))
    """,
    "SONNEBORN_BERGER": f"""LET(
        games, XLT_CHESS(wall_list),
        year, XLT_RULES(the_rules),
        XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
        IF(MIN(the_cut_low, the_cut_high)<0, #NUM!,
        IF(XLT_BARRED(games, the_system), #VALUE!,
        LET(
        fixed, XLT_FIXED(the_system),
        worth, XLT_SCORING(""),
        forfeits, FALSE,
        low, the_cut_low,
        high, the_cut_high,
        XLT_COLUMN({call_of(CRITERIA["SB"])}, wall_list)))))))
    """,
    "XLT_GAMES_EACH": f"""
        LAMBDA(games, here, fixed, LET(
            rounds, IF(SUM(games)=0, 0, COLUMNS(games)),
            count, SUM(here),
            {_GAMES_EACH}))
    """,
    "KOYA": f"""LET(
        games, XLT_CHESS(wall_list),
        XLT_FIRST_ERROR(games, IF(XLT_BARRED(games, the_system), #VALUE!,
        LET(
        here, XLT_THERE(wall_list),
        fixed, XLT_FIXED(the_system),
        worth, XLT_SCORING(""),
        limit, the_limit/2,
        XLT_COLUMN({call_of(CRITERIA["KS"])}, wall_list)))))
    """,
    "DIRECT_ENCOUNTER": """LET(
        games, XLT_CHESS(wall_list),
        XLT_FIRST_ERROR(games, IF(XLT_BARRED(games, the_system), #VALUE!, LET(
        worth, XLT_SCORING(""),
        keys, IF(no_tied_on, XLT_TOTAL(XLT_WORTH(games, worth)), tied_on),
        group, XLT_GROUPS(keys, wall_list),
        XLT_FIRST_ERROR(group, IF(group>0,
            XLT_DE(games, group, worth, XLT_FIXED(the_system), the_forfeits), ""))))))
    """,
}
