"""Chess: FIDE's tie-breaks (C.07) from a wall list, and its rating tables."""

from . import direct_encounter, opponents, own_results, ratings, tie_breaks

__all__ = ["direct_encounter", "opponents", "own_results", "ratings", "tie_breaks"]
