"""Ranking: places, and the criterion that decided."""

from __future__ import annotations

LAMBDAS = {
    "XLT_KEYS": """
        LAMBDA(keys, directions, LET(
            width, COLUMNS(keys),
            turn, IF(XLT_BLANK(directions), SEQUENCE(1, width, 1, 0),
                XLT_NUMBERS(XLT_LINE(directions))),
            IF(COLUMNS(turn)<>width, #VALUE!,
            IF(SUM((turn=1)+(turn=-1))<width, #NUM!,
            XLT_ROUNDED(XLT_NUMBERS(keys)*turn)))))
    """,
    "PLACE": """
        LAMBDA(keys, [order], LET(
            width, COLUMNS(keys),
            sorted, XLT_KEYS(keys, IF(ISOMITTED(order), "", order)),
            here, XLT_THERE(keys),
            IF(COLUMNS(sorted)<>width, sorted,
            MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(at, shown, IF(shown=0, "",
                1 + SUM(here*REDUCE(0, SEQUENCE(width, 1, width, -1), LAMBDA(better, key, LET(
                    every, INDEX(sorted, 0, key),
                    own, INDEX(sorted, at, key),
                    (every>own) + (every=own)*better))))))))))
    """,
    "DECIDED_BY": """
        LAMBDA(keys, labels, [order], LET(
            width, COLUMNS(keys),
            names, XLT_LINE(labels),
            sorted, XLT_KEYS(keys, IF(ISOMITTED(order), "", order)),
            here, XLT_THERE(keys),
            IF(COLUMNS(names)<>width, #VALUE!,
            IF(COLUMNS(sorted)<>width, sorted,
            MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(at, shown, IF(shown=0, "", LET(
                same, sorted=INDEX(sorted, at, 0),
                REDUCE("tied", SEQUENCE(width, 1, width, -1), LAMBDA(label, key, LET(
                    shared, BYROW(same + (SEQUENCE(1, width)>key), LAMBDA(own, AND(own>0)*1)),
                    IF(SUM(here*shared)=1, INDEX(names, 1, key), label))))))))))))
    """,
}
