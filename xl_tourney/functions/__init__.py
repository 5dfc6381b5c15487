"""The functions that a cell may call: plain Python on rows of cells, no spreadsheet library.

>>> from xl_tourney.functions import TAPL
>>> round(TAPL([7, 6, 5, 4, 4, 4, 5]))
270
"""

from __future__ import annotations

from ..catalogue.declaration import CATALOGUE, Function
from ..catalogue.parameter import Parameter
from . import bridge, chess, go, kdice, race, ranking, tantrix

__all__ = [
    "CATALOGUE",
    "Function",
    "Parameter",
    "bridge",
    "chess",
    "go",
    "kdice",
    "race",
    "ranking",
    "tantrix",
]


def __getattr__(name: str) -> Function:
    """Every function of the catalogue by its name."""
    if name.isupper() and name in CATALOGUE:
        return CATALOGUE[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
