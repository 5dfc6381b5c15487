"""Functions as named LAMBDA formulas, which Excel 365 calculates on any machine without add-in.

Names in lower case are parameters, or names that LET defines; ``[games]`` is optional.  Names that
begin with ``XLT_`` are helper LAMBDAs.  Numbers are compared to nine decimals, where the Python
functions compare 15 digits.
"""

from __future__ import annotations

from . import (
    bridge,
    chess,
    chess_codes,
    chess_opponents,
    chess_ratings,
    go,
    go_comparison,
    kdice,
    ranking,
    shared,
    tantrix,
)

_MODULES = (
    *(shared, ranking, tantrix, kdice, bridge),
    *(go, go_comparison, chess, chess_opponents, chess_ratings),
    chess_codes,
)

LAMBDAS: dict[str, str] = {
    name: text for module in _MODULES for name, text in module.LAMBDAS.items()
}
"""The functions and their helper LAMBDAs, by name."""

FUNCTIONS = [name for name in LAMBDAS if not name.startswith("XLT_")]
"""The functions of the catalogue that are written as LAMBDA."""

_RACE_REASON = (
    "a mixed-integer program decides which results are still possible; no formula solves one"
)
NOT_WRITTEN = {
    **{
        name: _RACE_REASON
        for name in (
            *("BEST_PLACE", "WORST_PLACE", "RACE_STATUS"),
            *("WINS_TO_CLINCH", "WINS_TO_STAY_ALIVE", "RACE_SCENARIO"),
        )
    },
    "TIEBREAK with boards": "team tournaments have tie-breaks of their own, by boards and matches",
    "CHESS_PLACE with boards": "as TIEBREAK",
}
"""What is not written as LAMBDA, each with the reason."""
