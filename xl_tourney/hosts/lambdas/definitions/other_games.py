"""What all games share; games behind; kdice's season; match-points and IMPs of bridge.

The arithmetic is that of the functions; what stands here is how a LAMBDA takes its arguments, and
searches among rows: who is in the place that is measured from, which scores of a board are lower.
"""

from __future__ import annotations

from ....catalogue.cells import COMPARED_DECIMALS
from ....catalogue.expression import formula_of, lambda_body_of, symbol
from ....functions.bridge.imps import cross_imps, imps, round_datum
from ....functions.bridge.matchpoints import percent_of_top, scale_of, share_of_top
from ....functions.bridge.travellers import ARTIFICIAL_SCORES
from ....functions.kdice import points
from ....functions.ranking import TIED
from ....functions.tantrix import leads as rules

# What several games have: helper LAMBDAs, places, and the criterion that decided.

RANKING = {
    "XLT_KEYS": """
        LAMBDA(keys, order, nothing, LET(
            width, COLUMNS(keys),
            turn, IF(nothing, SEQUENCE(1, width, 1, 0), order),
            IF(COLUMNS(turn)<>width, #VALUE!,
            IF(SUM((turn=1)+(turn=-1))<width, #NUM!, XLT_ROUNDED(keys*turn)))))
    """,
    "XLT_PLACES": """
        LAMBDA(keys, here, LET(
            width, COLUMNS(keys),
            MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(line, shown, IF(shown=0, "",
                1 + SUM(here*REDUCE(0, SEQUENCE(width, 1, width, -1), LAMBDA(better, at, LET(
                    every, INDEX(keys, 0, at),
                    own, INDEX(keys, line, at),
                    (every>own) + (every=own)*better)))))))))
    """,
    "PLACE": """LET(
        sorted, XLT_KEYS(the_keys, the_order, no_order),
        IF(COLUMNS(sorted)<>COLUMNS(keys), sorted, XLT_PLACES(sorted, here)))
    """,
    "DECIDED_BY": f"""LET(
        width, COLUMNS(keys),
        sorted, XLT_KEYS(the_keys, the_order, no_order),
        IF(COLUMNS(the_labels)<>width, #VALUE!,
        IF(COLUMNS(sorted)<>width, sorted,
        MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(at, shown, IF(shown=0, "", LET(
            same, sorted=INDEX(sorted, at, 0),
            REDUCE("{TIED}", SEQUENCE(width, 1, width, -1), LAMBDA(label, key, LET(
                shared, BYROW(same + (SEQUENCE(1, width)>key), LAMBDA(own, AND(own>0)*1)),
                IF(SUM(here*shared)=1, INDEX(the_labels, 1, key), label)))))))))))
    """,
}


LAMBDAS = {
    "XLT_NUMBER": """
        LAMBDA(cell, IF(cell="", 0, IF(ISNUMBER(cell), cell, #VALUE!)))
    """,
    "XLT_NUMBERS": """
        LAMBDA(cells, MAP(cells, LAMBDA(cell, XLT_NUMBER(cell))))
    """,
    "XLT_ONE": """
        LAMBDA(argument, default, IF(ROWS(argument)*COLUMNS(argument)>1, #VALUE!,
            IF(argument="", default, argument)))
    """,
    "XLT_BLANK": """
        LAMBDA(argument, AND(IFERROR(argument="", FALSE)))
    """,
    "XLT_LINE": """
        LAMBDA(cells, IF(ROWS(cells)>1, TRANSPOSE(cells), cells))
    """,
    "XLT_ROUNDED": f"""
        LAMBDA(cells, MAP(cells, LAMBDA(cell, ROUND(cell, {COMPARED_DECIMALS}))))
    """,
    "XLT_CELL": """
        LAMBDA(cells, line, at, IF(ROWS(cells)*COLUMNS(cells)=1, cells, INDEX(cells, line, at)))
    """,
    "XLT_THERE": """
        LAMBDA(keys, BYROW(keys, LAMBDA(own, 1 - AND(own=""))))
    """,
    "XLT_FIRST_ERROR": """
        LAMBDA(cells, instead, LET(total, SUM(cells), IF(ISERROR(total), total, instead)))
    """,
    "XLT_MOD": """
        LAMBDA(numbers, divisor, numbers - divisor*INT(numbers/divisor))
    """,
    "XLT_WORD": """
        LAMBDA(argument, default, words, LET(
            word, LOWER(TRIM(XLT_ONE(argument, default))),
            IF(OR(word=words), word, #VALUE!)))
    """,
    "XLT_WHOLE": """
        LAMBDA(argument, default, LET(
            number, XLT_NUMBER(XLT_ONE(argument, default)),
            IF(number=INT(number), number, #NUM!)))
    """,
    "XLT_FLAG": """
        LAMBDA(argument, LET(
            cell, XLT_ONE(argument, FALSE),
            IF(ISLOGICAL(cell), cell, IF(ISNUMBER(cell), cell<>0, LET(
                word, UPPER(TRIM(cell)),
                IF(word="TRUE", TRUE, IF(word="FALSE", FALSE, #VALUE!)))))))
    """,
    "XLT_SPREAD": """
        LAMBDA(cells, like, LET(
            fits, OR(ROWS(cells)*COLUMNS(cells)=1,
                AND(ROWS(cells)=ROWS(like), COLUMNS(cells)=COLUMNS(like))),
            MAKEARRAY(ROWS(like), COLUMNS(like), LAMBDA(line, at,
                IF(fits, XLT_NUMBER(XLT_CELL(cells, line, at)), #VALUE!)))))
    """,
    "XLT_EMPTY": """
        LAMBDA(cells, like,
            IF(AND(ROWS(cells)=ROWS(like), COLUMNS(cells)=COLUMNS(like)),
                IFERROR(cells="", FALSE), TRUE))
    """,
    "XLT_HELD": """
        LAMBDA(cells, held, LET(
            numbers, IF(held, SEQUENCE(1, COLUMNS(cells)), ""),
            MAKEARRAY(ROWS(cells), SUM(held*1), LAMBDA(line, at,
                INDEX(cells, line, SMALL(numbers, at))))))
    """,
}


_SCALE = scale_of(symbol("the_method"))
_SHARES_OF_TOP = "word"
for _code, _given in ARTIFICIAL_SCORES.items():
    _SHARES_OF_TOP = f'IF(word="{_code}", "A{_given.ns:02.0f}{_given.ew:02.0f}", {_SHARES_OF_TOP})'
_OTHERS, _COUNTED = (symbol(name, is_array=True) for name in ("others", "counted"))
_EACH_CELL = "MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET("

BRIDGE = {
    "XLT_ARTIFICIAL": f"""
        LAMBDA(cell, LET(
            word, UPPER(TRIM(cell)),
            shares, {_SHARES_OF_TOP},
            digits, VALUE(MID(shares, 2, 4)),
            IF((LEN(shares)=5)*(shares="A" & TEXT(digits, "0000")), digits, #VALUE!)))
    """,
    "MATCHPOINT": f"""{_EACH_CELL}
        board, IF(ROWS(scores)=1, scores, INDEX(scores, 0, at)),
        score, XLT_CELL(scores, line, at),
        number, MAP(board, LAMBDA(cell, ISNUMBER(cell)*1)),
        compared, SUM(number),
        lines, SUM((board<>"")*1),
        artificial, SUM(MAP(board, LAMBDA(cell,
            IF(OR(cell="", ISNUMBER(cell)), 0, XLT_ARTIFICIAL(cell))))),
        asked, XLT_NUMBER(XLT_CELL(given_results, 1, at)),
        expected, MAX(asked, lines),
        full, {formula_of(_SCALE.top, "expected", "compared")},
        beaten, SUM(number*IF(the_side="ns", board<score, board>score)),
        equal, SUM(number*(board=score)),
        adjusted, XLT_ARTIFICIAL(score),
        percent, IF(the_side="ns", INT(adjusted/100), MOD(adjusted, 100)),
        comparison, {formula_of(_SCALE.compare, "beaten", "equal")},
        points, {formula_of(_SCALE.points, "comparison", "compared", "expected")},
        IF(score="", "",
        IF(OR(asked<0, asked<>INT(asked)), #NUM!,
        IF(ISERROR(artificial), artificial,
        IF(ISNUMBER(score), IF(the_show="points", points,
            IF(full=0, #DIV/0!, {formula_of(percent_of_top, "points", "full")})),
        IF(the_show="percent", percent,
            {formula_of(share_of_top, "percent", "full")}))))))))""",
    "XLT_BOARD": """
        LAMBDA(scores, at, LET(
            board, IF(ROWS(scores)=1, TRANSPOSE(scores), INDEX(scores, 0, at)),
            MAP(board, LAMBDA(cell, IF(cell="", "", XLT_NUMBER(cell))))))
    """,
    "XLT_DATUM": f"""
        LAMBDA(board, drop, LET(
            left, SUM((board<>"")*1) - 2*drop,
            IF(drop<0, #NUM!,
            IF(left<=0, #DIV/0!, LET(
                mean, SUM(MAP(SEQUENCE(left, 1, drop+1), LAMBDA(place, SMALL(board, place))))/left,
                {formula_of(round_datum, "mean")})))))
    """,
    "CROSS_IMPS": f"""{_EACH_CELL}
        score, XLT_CELL(scores, line, at),
        IF(IF(ISERROR(score), FALSE, score=""), "", LET(
        board, XLT_BOARD(scores, at),
        counted, (board<>"")*1,
        others, IF(board="", 0, board),
        count, SUM(counted),
        IF(ISERROR(SUM(board)), SUM(board), IF(count=1, #DIV/0!,
        IF(the_side="ns", 1, -1)
            *{formula_of(cross_imps, "score", _OTHERS, _COUNTED, "count")})))))))""",
    "BUTLER": f"""{_EACH_CELL}
        score, XLT_CELL(scores, line, at),
        IF(IF(ISERROR(score), FALSE, score=""), "", LET(
        board, XLT_BOARD(scores, at),
        IF(ISERROR(SUM(board)), SUM(board), LET(
        difference, score - XLT_DATUM(board, the_drop),
        IF(the_side="ns", 1, -1)*({formula_of(imps, "difference")}))))))))""",
}


_COUNTS = symbol("counts", is_array=True)
_GAMES = symbol("games", omitted='games=""')
_SEASON = lambda_body_of(points.season_of, _COUNTS, _GAMES)
_SIXTHS = formula_of(points.sixths_lost, "INDEX(seasons, 0, 2)", "played", "most")
_IN_GAMES = formula_of(lambda own, leader: points.in_games(own - leader), "sixths", "leader")

KDICE = {
    "XLT_SEASON": f"""
        LAMBDA(counts, games, {_SEASON})
    """,
    "BSS": f"""LET(
        lines, ROWS(finishes),
        fits, IF(no_games, TRUE, OR(ROWS(games)=1, ROWS(games)=lines)*(COLUMNS(games)=1)),
        seasons, MAKEARRAY(lines, 2, LAMBDA(at, what, IF(INDEX(here, at, 1)=0, 0,
            INDEX(XLT_SEASON(INDEX(the_finishes, at, 0),
                IF(no_games, "", XLT_CELL(the_games, at, 1))), 1, what)))),
        played, INDEX(seasons, 0, 1),
        most, MAX(IF(here, played, 0)),
        sixths, XLT_ROUNDED({_SIXTHS}),
        leader, MIN(IF(here, sixths, 1E+300)),
        IF(NOT(fits), #VALUE!,
        XLT_FIRST_ERROR(the_finishes, XLT_FIRST_ERROR(seasons, IF(here, {_IN_GAMES}, "")))))
    """,
}


_BEHIND = formula_of(rules.games_behind, "reference", "own", "to")
_WINS = formula_of(rules.checked_wins, "the_tps", "the_games", "the_win", "the_loss")
_SHARES = formula_of(rules.tp_share, "the_tps", "the_games")
_MEAN_WINS = formula_of(rules.mean_wins, "shares", "SUM(the_games)/SUM(here)")
_OVER_EVEN = formula_of(rules.games_over_even, "the_wins", "the_losses")
_WIN_SHARES = formula_of(rules.win_share, "the_wins", "the_ties", "(the_wins+the_losses+the_ties)")

LEAGUES = {
    "XLT_BEHIND": f"""
        LAMBDA(lead, standing, here, wanted, to, LET(
            first, XLT_ROUNDED(standing),
            second, XLT_ROUNDED(lead),
            number, SEQUENCE(ROWS(lead)),
            rank, MAP(first, second, number, LAMBDA(own, tied, at,
                1 + SUM(here*((first>own) + (first=own)*((second>tied)
                    + (second=tied)*(number<at)))))),
            reference, SUM(here*(rank=wanted)*lead),
            IF(OR(to<0, wanted<1, wanted>SUM(here)), #NUM!,
            MAP(lead, here, LAMBDA(own, shown, IF(shown, {_BEHIND}, ""))))))
    """,
    "GBQ": f"""LET(
        lead, {_WINS},
        shares, {_SHARES},
        IF(MIN(the_games)<0, #NUM!,
        XLT_FIRST_ERROR(lead,
        XLT_BEHIND(lead, IF(the_basis="gbq", lead, shares), here, the_places, the_step))))
    """,
    "WBQ": f"""LET(
        shares, {_SHARES},
        IF(MIN(the_games)<0, #NUM!,
        XLT_BEHIND({_MEAN_WINS}, shares, here, the_places, {rules.STEP})))
    """,
    "GAMES_BEHIND": f"""IF(MIN(the_wins, the_losses, the_ties)<0, #NUM!,
        XLT_BEHIND({_OVER_EVEN}, {_WIN_SHARES}, here, the_place, the_step))
    """,
}
LAMBDAS |= RANKING | LEAGUES | KDICE | BRIDGE
