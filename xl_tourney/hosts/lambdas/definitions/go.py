"""Go: the wall list, scores and the sums of the opponents' scores.

A cell of the wall list becomes one number, and ``XLT_GO`` gives these numbers after both sides of
each game have been compared:

    opponent·1000000 + result·100000 + forfeit·10000 + colour·1000 + handicap + 1

The result is 3 for a win, 2 for a draw, 1 for a loss and 0 without one; the colour is 1 for black,
2 for white; 0 stands for what is not known.  The columns of rounds that have not been held are left
out; without any, there is one column of −1.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.go.opponents_scores import sodos_term, sos_term, sosos_unplayed
from ....functions.go.scores import mcmahon_score, points_of_halves
from ....functions.go.wall_list import JIGO, POINTS
from ..writer import with_arguments

_MET = formula_of(sos_term, "XLT_OPPONENTS(games, values)", "XLT_STONES(games)", "stones")
_DEFEATED = formula_of(sodos_term, "terms", "XLT_GO_POINTS(games)")
_FREE_SOS = formula_of(sosos_unplayed, "free", "COLUMNS(games)")

LAMBDAS = {
    "XLT_DIGITS": """
        LAMBDA(written, longest, LET(
            length, LEN(written),
            IF(OR(length<1, length>longest), -1, LET(
                number, IFERROR(VALUE(written), -1),
                IF(number<0, -1,
                IF(EXACT(TEXT(number, REPT("0", length)), written), number, -1))))))
    """,
    "XLT_TRIMMED": """
        LAMBDA(cell, TRIM(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(cell,
            UNICHAR(160), " "), UNICHAR(10), " "),
            UNICHAR(8722), "-"), UNICHAR(8211), "-"), UNICHAR(8212), "-")))
    """,
    "XLT_GO_CELL": """
        LAMBDA(cell, IF(cell="", 0, IF(NOT(ISTEXT(cell)), #VALUE!, LET(
            text, XLT_TRIMMED(cell),
            IF(OR(text="", text="?"), 0, LET(
            at, MIN(FIND({"+","=","-","?"}, text & "+=-?")),
            number, XLT_DIGITS(LEFT(text, at-1), 6),
            result, FIND(MID(text & " ", at, 1), " -=+? ") - 1,
            rest, MID(text, at+1, 20),
            forfeit, IF(LEFT(rest, 1)="!", 1, 0),
            tail, MID(rest, 1+forfeit, 20),
            side, LOWER(IF(LEFT(tail, 1)="/", MID(tail, 2, 20), tail)),
            colour, IF(side="", 1, IFERROR(FIND(LEFT(side, 1), "?bw"), 0)),
            stones, MID(side, 2, 20),
            handicap, IF(stones="", 0, XLT_DIGITS(stones, 2) + 1),
            IF(OR(number<0, result<1, colour=0, AND(stones<>"", handicap=0)), #VALUE!,
            IF(number=0, IF(result=4, 0, result*100000),
            number*1000000 + IF(result=4, 0, result)*100000 + forfeit*10000
                + (colour-1)*1000 + handicap))))))))
    """,
    "XLT_GO_BOTH": """
        LAMBDA(own, other, line, LET(
            result, INT(MOD(own, 1000000)/100000),
            answer, INT(MOD(other, 1000000)/100000),
            forfeit, INT(MOD(own, 100000)/10000),
            refused, INT(MOD(other, 100000)/10000),
            colour, INT(MOD(own, 10000)/1000),
            facing, INT(MOD(other, 10000)/1000),
            stones, MOD(own, 1000),
            theirs, MOD(other, 1000),
            known, MAX(stones, theirs),
            side, IF(colour>0, colour, IF(facing>0, 3-facing, 0)),
            lost, IF(AND(forfeit=0, result=1, answer=1), 1, 0),
            IF(OR(INT(other/1000000)<>line, (result=0)<>(answer=0), forfeit<>refused,
                AND(result>0, result+answer<>4, NOT(AND(result=answer, OR(forfeit=1, result=1)))),
                AND(colour>0, colour=facing),
                AND(stones>0, theirs>0, stones<>theirs),
                AND(known>1, side=0)), #VALUE!,
            own + lost*10000 - colour*1000 - stones + IF(known>1, side, colour)*1000 + known)))
    """,
    "XLT_GO": """
        LAMBDA(wall_list, LET(
            cells, MAP(wall_list, LAMBDA(cell, XLT_GO_CELL(cell))),
            held, BYCOL(cells, LAMBDA(own, SUM(own)>0)),
            XLT_FIRST_ERROR(cells, IF(OR(held), LET(
                lines, ROWS(cells),
                games, XLT_HELD(cells, held),
                MAKEARRAY(lines, COLUMNS(games), LAMBDA(line, at, LET(
                    own, INDEX(games, line, at),
                    opponent, INT(own/1000000),
                    IF(opponent=0, own,
                    IF(OR(opponent>lines, opponent=line), #VALUE!,
                    XLT_GO_BOTH(own, INDEX(games, opponent, at), line))))))),
            SEQUENCE(ROWS(cells), 1, -1, 0)))))
    """,
    "XLT_GO_RESULTS": """
        LAMBDA(games, INT(XLT_MOD(IF(games<0, 0, games), 1000000)/100000))
    """,
    "XLT_GO_FORFEITS": """
        LAMBDA(games, INT(XLT_MOD(IF(games<0, 0, games), 100000)/10000))
    """,
    "XLT_GO_POINTS": f"""
        LAMBDA(games, LET(result, XLT_GO_RESULTS(games),
            IF(result=3, {POINTS["+"]:g}, IF(result=2, {JIGO}, 0))))
    """,
    "XLT_GO_PLAYED": """
        LAMBDA(games, (games>=1000000)*(XLT_GO_RESULTS(games)>0)*(XLT_GO_FORFEITS(games)=0))
    """,
    "XLT_GO_SCORES": f"""
        LAMBDA(games, start, rule, LET(
            points, XLT_GO_POINTS(games),
            free, IF(games<1000000, points={JIGO}, FALSE),
            half, IF(rule="half", IF(games<0, 0, 1-XLT_GO_PLAYED(games)), free*1),
            earlier, SEQUENCE(COLUMNS(games)),
            upper, (earlier<=TRANSPOSE(earlier))*1,
            halves, MMULT(half, upper),
            sums, MMULT(IF(half>0, 0, points), upper)
                + {formula_of(points_of_halves, "halves", "rule")},
            problem, SUM(games) + SUM(start),
            IF(ISERROR(problem), problem, {formula_of(mcmahon_score, "start", "sums")})))
    """,
    "XLT_LAST": """
        LAMBDA(scores, wall_list, XLT_COLUMN(INDEX(scores, 0, COLUMNS(scores)), wall_list))
    """,
    "XLT_PER_PLAYER": """
        LAMBDA(values, wall_list, IF(COLUMNS(values)<>1, #VALUE!, LET(
            numbers, XLT_NUMBERS(values),
            XLT_FIRST_ERROR(numbers,
                IF(ROWS(values)=ROWS(wall_list), numbers, #VALUE!)))))
    """,
    "XLT_PER_PLAYER_OR_ONE": """
        LAMBDA(values, wall_list, IF(XLT_BLANK(values), SEQUENCE(ROWS(wall_list), 1, 0, 0),
            IF(ROWS(values)*COLUMNS(values)=1,
                XLT_NUMBER(values) + SEQUENCE(ROWS(wall_list), 1, 0, 0),
                XLT_PER_PLAYER(values, wall_list))))
    """,
    "XLT_COLUMN": """
        LAMBDA(values, wall_list, XLT_FIRST_ERROR(values, IF(XLT_THERE(wall_list), values, "")))
    """,
    "XLT_CROSSED": """
        LAMBDA(wall_list, LET(
            lines, ROWS(wall_list),
            IF(lines<>COLUMNS(wall_list), FALSE, LET(
            kinds, MAKEARRAY(1, lines*lines, LAMBDA(one, at, LET(
                line, INT((at-1)/lines) + 1,
                column, at - (line-1)*lines,
                cell, INDEX(wall_list, line, column),
                IF(line=column, 0, IF(ISERROR(cell), 2, IF(cell="", 0,
                IF(ISNUMBER(cell), 1, 2))))))),
            IFERROR(INDEX(kinds, 1, MATCH(TRUE, kinds>0, 0))=1, FALSE)))))
    """,
    "XLT_CROSS_TABLE": """
        LAMBDA(wall_list, LET(
            lines, ROWS(wall_list),
            wins, MAKEARRAY(lines, lines, LAMBDA(line, at, LET(
                cell, INDEX(wall_list, line, at),
                facing, INDEX(wall_list, at, line),
                IF(ISERROR(cell), cell,
                IF(AND(line=at, ISTEXT(cell)), 0, LET(
                number, XLT_NUMBER(cell),
                IF((cell="")<>(facing=""), #VALUE!,
                IF(OR(number<0, number>1000000, 2*number<>INT(2*number)), #NUM!,
                IF(AND(line=at, number<>0), #VALUE!, number))))))))),
            XLT_FIRST_ERROR(wins, wins)))
    """,
    "NBW": with_arguments(
        "NBW",
        """IF(XLT_CROSSED(wall_list),
            XLT_COLUMN(BYROW(XLT_CROSS_TABLE(wall_list), LAMBDA(own, SUM(own))), wall_list),
            XLT_LAST(XLT_GO_SCORES(XLT_GO(wall_list), 0, the_not_played), wall_list))""",
    ),
    "MMS": with_arguments(
        "MMS",
        """LET(first, XLT_PER_PLAYER_OR_ONE(start, wall_list),
            XLT_LAST(XLT_GO_SCORES(XLT_GO(wall_list), first, the_not_played), wall_list))""",
    ),
    "CUSS": with_arguments(
        "CUSS",
        """LET(
            games, XLT_GO(wall_list),
            first, XLT_PER_PLAYER_OR_ONE(the_start, wall_list),
            scores, XLT_GO_SCORES(games, first, the_not_played),
            XLT_COLUMN(IF(INDEX(games, 1, 1)<0, 0, 1)*BYROW(scores, LAMBDA(own, SUM(own))),
                wall_list))""",
    ),
    "XLT_STONES": """
        LAMBDA(games, IF(games<1000000, 0, LET(
            stones, XLT_MOD(games, 1000),
            IF(stones<2, 0, IF(INT(XLT_MOD(games, 10000)/1000)=1, 1, -1)*(1-stones)))))
    """,
    "XLT_OPPONENTS": """
        LAMBDA(games, scores, MAP(games, LAMBDA(game,
            IF(game<1000000, 0, INDEX(scores, INT(game/1000000), 1)))))
    """,
    "XLT_LEFT": """
        LAMBDA(terms, drop, BYROW(terms, LAMBDA(own, LET(
            out, MIN(drop, COLUMNS(own)),
            SUM(own) - IF(out=0, 0, SUM(MAP(SEQUENCE(out), LAMBDA(place, SMALL(own, place)))))))))
    """,
    "XLT_SOS": f"""
        LAMBDA(wall_list, scores, out, unplayed, stones, what, LET(
            games, XLT_GO(wall_list),
            values, XLT_PER_PLAYER(scores, wall_list),
            free, XLT_PER_PLAYER_OR_ONE(unplayed, wall_list),
            problem, SUM(games) + SUM(values) + SUM(free),
            IF(ISERROR(problem), problem, IF(out<0, #NUM!, LET(
            held, games>=0,
            terms, IF(games<1000000, free*held,
                {_MET}),
            XLT_COLUMN(IF(what="SOS", XLT_LEFT(terms, out),
            IF(what="SODOS", XLT_LEFT({_DEFEATED}, out), LET(
                sums, BYROW(terms, LAMBDA(own, SUM(own))),
                XLT_LEFT(IF(games<1000000, {_FREE_SOS}*held,
                    XLT_OPPONENTS(games, sums)), out)))), wall_list))))))
    """,
    **{
        name: with_arguments(
            name,
            f'XLT_SOS(wall_list, scores, the_drop, the_unplayed, the_handicap, "{name}")',
        )
        for name in ("SOS", "SODOS", "SOSOS")
    },
}
