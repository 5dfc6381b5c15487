"""The functions that a cell may call: plain Python on rows of cells, no spreadsheet library.

>>> from xl_tourney.functions import TAPL
>>> round(TAPL([7, 6, 5, 4, 4, 4, 5]))
270
"""

from __future__ import annotations

from ..catalogue.catalogue import CATALOGUE

__all__ = ["CATALOGUE", "Function", "Parameter"]

NAMES = {
    "bridge.matchpoints": ("MATCHPOINT", "NEUBERG"),
    "bridge.imps": ("IMPS", "CROSS_IMPS", "BUTLER"),
    "chess.scores": (
        *("CHESS_POINTS", "PROGRESSIVE", "GAMES_COUNT", "DIRECT_ENCOUNTER", "BUCHHOLZ"),
        *("SONNEBORN_BERGER", "KOYA"),
    ),
    "chess.ratings": ("RATING_TIEBREAK", "RATING_DP", "EXPECTED_SCORE"),
    "chess.tie_breaks": ("TIEBREAK", "CHESS_PLACE"),
    "go.sums": ("NBW", "MMS", "CUSS", "SOS", "SODOS", "SOSOS"),
    "go.direct_comparison": ("DIRECT_COMPARISON", "DC_PLACE"),
    "go.opera": ("PERFORMANCE_RATING", "OPERA"),
    "kdice.luck": ("TAPL", "YATES_TAPL", "TAPL_ORIGINAL", "TAPL_PVALUE", "QOOA", "ADJUSTED_TAPL"),
    "kdice.points": ("KDICE_CI", "GPG", "PPC", "PPRG", "BSS"),
    "kdice.profiles": ("TAZD", "TAKBE", "TAOWR", "TAOLZ"),
    "race.functions": (
        "BEST_PLACE",
        "WORST_PLACE",
        "RACE_STATUS",
        "WINS_TO_CLINCH",
        "WINS_TO_STAY_ALIVE",
        "RACE_SCENARIO",
    ),
    "ranking": ("PLACE", "DECIDED_BY"),
    "tantrix.points": ("TANTRIX_TP", "TP_PERCENT"),
    "tantrix.games_behind": ("GBQ", "WBQ", "GAMES_BEHIND"),
}
"""The functions that each module declares, in the order of the catalogue."""

CATALOGUE.announce(__name__, NAMES)


def __getattr__(name: str) -> object:
    """Every function of the catalogue by its name, and what a function and its parameters are."""
    if name.isupper() and name in CATALOGUE:
        return CATALOGUE[name]
    if name in ("Function", "Parameter"):
        from ..catalogue import declaration

        return getattr(declaration, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *CATALOGUE.names]
