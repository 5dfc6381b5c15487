"""Go: the wall list, scores, sums of the opponents' scores, direct comparison, OPERA.

A cell of the wall list becomes one number, and ``XLT_GO`` gives these numbers after both sides of
each game have been compared:

    opponent·1000000 + result·100000 + forfeit·10000 + colour·1000 + handicap + 1

The result is 3 for a win, 2 for a draw, 1 for a loss and 0 without one; the colour is 1 for black,
2 for white; 0 stands for what is not known.  The columns of rounds that have not been held are left
out; without any, there is one column of −1.

Direct comparison keeps two numbers for each row: ``group``, the first row of its tied group, and
``above``, how many of the group have been placed above it.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, symbol
from ....functions.go.direct_comparison import MAX_ITERATIONS
from ....functions.go.opera import PASSES, Formula, cut
from ....functions.go.rows import points_of_halves
from ....functions.go.wall_list import JIGO, POINTS
from .go_criteria import criteria

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
            IF(ISERROR(problem), problem, start+sums)))
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
    "XLT_STONES": """
        LAMBDA(games, IF(games<1000000, 0, LET(
            stones, XLT_MOD(games, 1000),
            IF(stones<2, 0, IF(INT(XLT_MOD(games, 10000)/1000)=1, 1, -1)*(1-stones)))))
    """,
    "XLT_OPPONENTS": """
        LAMBDA(games, scores, MAP(games, LAMBDA(game,
            IF(game<1000000, 0, INDEX(scores, INT(game/1000000), 1)))))
    """,
    **criteria(),
}


# Direct comparison, and the ratings of OPERA.

_FORMULA = Formula(symbol("variant"))
_RATED = "listed"
for _ in range(PASSES):
    _RATED = f"XLT_RATED(games, {_RATED}, variant)"

LAMBDAS |= {
    "XLT_TIE_KEY": """
        LAMBDA(text, cell, text & UNICHAR(10)
            & IF(ISNUMBER(cell), "#" & ROUND(cell, 9), "'" & LOWER(cell)))
    """,
    "XLT_GROUPS": """
        LAMBDA(tied_on, wall_list, LET(
            here, XLT_THERE(wall_list),
            lines, ROWS(wall_list),
            IF(AND(NOT(XLT_BLANK(tied_on)), ROWS(tied_on)<>lines), #VALUE!, LET(
            problem, IF(XLT_BLANK(tied_on), 0, REDUCE(0, tied_on, LAMBDA(total, cell,
                total + IF(ISERROR(cell), cell, 0)))),
            IF(ISERROR(problem), problem, LET(
            keys, IF(XLT_BLANK(tied_on), SEQUENCE(lines, 1, 0, 0),
                BYROW(tied_on, LAMBDA(own, REDUCE("", own,
                    LAMBDA(text, cell, XLT_TIE_KEY(text, cell)))))),
            number, SEQUENCE(lines),
            MAP(keys, here, LAMBDA(key, player,
                IF(player, MIN(IF(here*(keys=key), number, lines+1)), 0)))))))))
    """,
    "XLT_TIED": """
        LAMBDA(opponents, number, group, above, LET(
            key, group*1000000 + above,
            own, IF(opponents>0, key, 0),
            (opponents>0)*(own=MAP(opponents, LAMBDA(opponent,
                IF(opponent>0, INDEX(key, opponent, 1), -1))))))
    """,
    "XLT_MET_EQUALLY": """
        LAMBDA(opponents, number, group, LET(
            tied, XLT_TIED(opponents, number, group, 0*group),
            facing, IF(tied, opponents, 0),
            place, SEQUENCE(ROWS(group)),
            spread, MAKEARRAY(ROWS(group), 3, LAMBDA(at, what, LET(
                own, INDEX(facing, at, 0),
                often, MAP(own, LAMBDA(opponent, IF(opponent=0, 0,
                    SUM((own=opponent)*INDEX(number, at, 0))))),
                IF(what=1, MIN(IF(own>0, often, 1E+9)),
                IF(what=2, MAX(often),
                SUM(MAP(own, LAMBDA(opponent, IF(opponent=0, 0, 1/SUM((own=opponent)*1)))))))))),
            MAP(group, LAMBDA(key, LET(
                same, group=key,
                size, SUM(same*1),
                least, MIN(IF(same, INDEX(spread, 0, 1), 1E+9)),
                most, MAX(IF(same, INDEX(spread, 0, 2), 0)),
                known, MIN(IF(same, INDEX(spread, 0, 3), 1E+9)),
                IF(size=1, 1, IF(AND(least=most, known>size-1.5), 1, 0)))))))
    """,
    "XLT_COMPARED": """
        LAMBDA(opponents, points, number, group, above, swiss, valid, LET(
            wins, BYROW(XLT_TIED(opponents, number, group, above)*points, LAMBDA(own, SUM(own))),
            valid*IF(swiss, INT(wins), wins)))
    """,
    "XLT_SPLIT": """
        LAMBDA(group, above, value, MAP(group, above, value, LAMBDA(key, place, own,
            place + SUM((group=key)*(above=place)*(value>own)))))
    """,
    "XLT_DC_OPPONENTS": """
        LAMBDA(wall_list, crossed, IF(crossed, LET(
            wins, XLT_CROSS_TABLE(wall_list),
            XLT_FIRST_ERROR(wins, IF(wins+TRANSPOSE(wins)>0, SEQUENCE(1, COLUMNS(wins)), 0))), LET(
            games, XLT_GO(wall_list),
            XLT_FIRST_ERROR(games, IF(XLT_GO_RESULTS(games)>0, INT(games/1000000), 0)))))
    """,
    "XLT_DC": """
        LAMBDA(wall_list, tied_on, system, what, LET(
            crossed, XLT_CROSSED(wall_list),
            opponents, XLT_DC_OPPONENTS(wall_list, crossed),
            group, XLT_GROUPS(tied_on, wall_list),
            IF(ISERROR(SUM(opponents)), SUM(opponents),
            IF(ISERROR(SUM(group)), SUM(group),
            IF(what<0, #NUM!, LET(
            games, IF(crossed, XLT_CROSS_TABLE(wall_list), XLT_GO(wall_list)),
            points, IF(crossed, games, XLT_GO_POINTS(games)),
            number, IF(crossed, games+TRANSPOSE(games), 1+0*games),
            swiss, system<>"round-robin",
            valid, IF(swiss, XLT_MET_EQUALLY(opponents, number, group), 1+0*group),
            start, HSTACK(0*group, XLT_COMPARED(opponents, points, number, group, 0*group,
                swiss, valid)),
            here, XLT_THERE(wall_list),
            IF(what=0, XLT_DC_TO_THE_END(opponents, points, number, group, start, swiss, valid),
            IF(what=1, IF(here, INDEX(start, 0, 2), ""), LET(
            all, REDUCE(start, SEQUENCE(what-1), LAMBDA(done, at, LET(
                above, XLT_SPLIT(group, INDEX(done, 0, 1), INDEX(done, 0, COLUMNS(done))),
                HSTACK(above, MAKEARRAY(ROWS(done), COLUMNS(done)-1, LAMBDA(line, column,
                    INDEX(done, line, column+1))),
                    XLT_COMPARED(opponents, points, number, group, above, swiss, valid))))),
            MAKEARRAY(ROWS(all), what, LAMBDA(line, column,
                IF(INDEX(here, line, 1)=0, "", INDEX(all, line, column+1)))))))))))))
    """,
    "XLT_DC_TO_THE_END": """
        LAMBDA(opponents, points, number, group, start, swiss, valid, LET(
            lines, ROWS(group),
            final, REDUCE(VSTACK(start, {0,0}), SEQUENCE(lines), LAMBDA(done, at,
                IF(INDEX(done, lines+1, 1)=1, done, LET(
                above, TAKE(INDEX(done, 0, 1), lines),
                next, XLT_SPLIT(group, above, TAKE(INDEX(done, 0, 2), lines)),
                same, SUM((next<>above)*1)=0,
                VSTACK(HSTACK(next, IF(same, 0*next, XLT_COMPARED(opponents, points, number,
                    group, next, swiss, valid))), HSTACK(same*1, 0)))))),
            IF(group>0, TAKE(INDEX(final, 0, 1), lines) + 1, "")))
    """,
    "DIRECT_COMPARISON": f"""XLT_DC(wall_list, the_tied_on, the_system,
        IF(OR(the_iterations<1, the_iterations>{MAX_ITERATIONS}), -1, the_iterations))""",
    "DC_PLACE": "XLT_DC(wall_list, the_tied_on, the_system, 0)",
    "XLT_EXPECTANCY": f"""
        LAMBDA(own, opponent, stones, variant, LET(
            advantage, {formula_of(_FORMULA.handicap_rating, "stones")},
            {formula_of(_FORMULA.expectancy, "own", "opponent", "advantage")}))
    """,
    "XLT_RATED": f"""
        LAMBDA(games, ratings, variant, LET(
            gains, MAKEARRAY(ROWS(games), COLUMNS(games), LAMBDA(line, at, LET(
                game, INDEX(games, line, at),
                IF(XLT_GO_PLAYED(game),
                    XLT_GO_POINTS(game) - XLT_EXPECTANCY(INDEX(ratings, line, 1),
                        INDEX(ratings, INT(game/1000000), 1), XLT_STONES(game), variant),
                    0)))),
            MAP(ratings, BYROW(gains, LAMBDA(own, SUM(own))), LAMBDA(rating, gained,
                {formula_of(_FORMULA.rate, "rating", "gained")}))))
    """,
    "XLT_PERFORMANCE": f"""
        LAMBDA(wall_list, ratings, variant, LET(
            games, XLT_GO(wall_list),
            listed, XLT_PER_PLAYER(ratings, wall_list),
            problem, SUM(games) + SUM(listed),
            IF(ISERROR(problem), problem, LET(
            after, {_RATED},
            XLT_FIRST_ERROR(after, MAP(after, LAMBDA(rating, {formula_of(cut, "rating")})))))))
    """,
    "PERFORMANCE_RATING": "XLT_COLUMN(XLT_PERFORMANCE(wall_list, ratings, the_variant), wall_list)",
    "OPERA": f"""LET(
        after, XLT_PERFORMANCE(wall_list, ratings, the_variant),
        XLT_FIRST_ERROR(after, LET(
        games, XLT_GO(wall_list),
        played, XLT_GO_PLAYED(games),
        count, BYROW(played, LAMBDA(own, SUM(own))),
        total, BYROW(IF(played, XLT_OPPONENTS(games, after), 0), LAMBDA(own, SUM(own))),
        MAP(XLT_THERE(wall_list), count, total, LAMBDA(player, number, gained,
            IF(player=0, "", IF(number=0, #DIV/0!, {formula_of(cut, "gained/number")})))))))""",
}
