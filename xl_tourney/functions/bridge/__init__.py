"""Duplicate bridge: match-points, Neuberg's formula, IMPs.

Scores are from North-South's side.  Each column is a board, with a line for each table that
played it; a single row counts as one board.
"""

# In the order of the catalogue.
from . import matchpoints  # isort: skip
from . import imps  # isort: skip

__all__ = ["imps", "matchpoints"]
