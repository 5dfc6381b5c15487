"""Ranking: places, and the criterion that decided."""

from __future__ import annotations

from ....functions.ranking import TIED
from ..writer import with_arguments

LAMBDAS = {
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
