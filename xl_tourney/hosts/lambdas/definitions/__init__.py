"""Functions as named LAMBDA formulas, which Excel 365 calculates on any machine without add-in.

Names in lower case are parameters, or names that LET defines; ``[games]`` is optional.  Names that
begin with ``XLT_`` are helper LAMBDAs.  A function stands there with its body alone, before which
:func:`~..writer.with_arguments` writes its arguments; one that no module defines is written from
its rule.  Numbers are compared to nine decimals, where the Python functions compare 15 digits.
"""

from __future__ import annotations

from ....functions import CATALOGUE
from ..writer import lambda_of, with_arguments
from . import chess, chess_codes, go, other_games

_MODULES = (other_games, go, chess, chess_codes)

_RACE = ("BEST_PLACE", "WORST_PLACE", "RACE_STATUS", "WINS_TO_CLINCH", "WINS_TO_STAY_ALIVE")
_SOLVER = "a mixed-integer program decides which results are still possible; no formula solves one"
_TEAMS = "`boards`, that is a team tournament, whose tie-breaks go by boards and matches"
NOT_WRITTEN = dict.fromkeys((*_RACE, "RACE_SCENARIO"), _SOLVER)
"""The functions that are not written as LAMBDA, each with the reason."""

_WRITTEN = {name: text.strip() for module in _MODULES for name, text in module.LAMBDAS.items()}
_BY_HAND = {
    name: text if text.startswith("LAMBDA(") else with_arguments(name, text)
    for name, text in _WRITTEN.items()
}
FROM_RULES = [name for name in CATALOGUE.names if name not in {*_BY_HAND, *NOT_WRITTEN}]
"""The functions whose LAMBDA is written from the rule as a whole."""

LAMBDAS: dict[str, str] = _BY_HAND | {name: lambda_of(name) for name in FROM_RULES}
"""The functions and their helper LAMBDAs, by name."""

FUNCTIONS = [name for name in LAMBDAS if not name.startswith("XLT_")]
"""The functions of the catalogue that are written as LAMBDA."""

NOT_TAKEN = dict.fromkeys(("TIEBREAK", "CHESS_PLACE"), _TEAMS)
"""What the LAMBDA of a function answers with an error, where the function itself does not."""
