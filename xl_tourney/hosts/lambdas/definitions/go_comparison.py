"""Go: direct comparison, and the ratings of OPERA.

Direct comparison keeps two numbers for each row: ``group``, the first row of its tied group, and
``above``, how many of the group have been placed above it.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of, symbol
from ....functions.go.direct_comparison import MAX_ITERATIONS
from ....functions.go.opera import PASSES, Formula, cut
from ..writer import with_arguments

_FORMULA = Formula(symbol("variant"))
_RATED = "listed"
for _ in range(PASSES):
    _RATED = f"XLT_RATED(games, {_RATED}, variant)"

LAMBDAS = {
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
    "DIRECT_COMPARISON": with_arguments(
        "DIRECT_COMPARISON",
        f"""XLT_DC(wall_list, the_tied_on, the_system,
            IF(OR(the_iterations<1, the_iterations>{MAX_ITERATIONS}), -1, the_iterations))""",
    ),
    "DC_PLACE": with_arguments("DC_PLACE", "XLT_DC(wall_list, the_tied_on, the_system, 0)"),
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
    "PERFORMANCE_RATING": with_arguments(
        "PERFORMANCE_RATING",
        "XLT_COLUMN(XLT_PERFORMANCE(wall_list, ratings, the_variant), wall_list)",
    ),
    "OPERA": with_arguments(
        "OPERA",
        f"""LET(
            after, XLT_PERFORMANCE(wall_list, ratings, the_variant),
            XLT_FIRST_ERROR(after, LET(
            games, XLT_GO(wall_list),
            played, XLT_GO_PLAYED(games),
            count, BYROW(played, LAMBDA(own, SUM(own))),
            total, BYROW(IF(played, XLT_OPPONENTS(games, after), 0), LAMBDA(own, SUM(own))),
            MAP(XLT_THERE(wall_list), count, total, LAMBDA(player, number, gained,
                IF(player=0, "", IF(number=0, #DIV/0!, {formula_of(cut, "gained/number")})))))))""",
    ),
}
