"""What several games have: helper LAMBDAs, places, and the criterion that decided."""

from __future__ import annotations

from ....catalogue.cells import COMPARED_DECIMALS
from ....functions.ranking import TIED
from ..writer import with_arguments

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
    "PLACE": with_arguments(
        "PLACE",
        """LET(
            sorted, XLT_KEYS(the_keys, the_order, no_order),
            IF(COLUMNS(sorted)<>COLUMNS(keys), sorted, XLT_PLACES(sorted, here)))
        """,
    ),
    "DECIDED_BY": with_arguments(
        "DECIDED_BY",
        f"""LET(
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
    ),
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
LAMBDAS |= RANKING
