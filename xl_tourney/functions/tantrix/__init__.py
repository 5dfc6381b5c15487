"""Tantrix: tournament points, TP% and the “games behind” figures of the group tables."""

# In the order of the catalogue.
from . import points  # isort: skip
from . import games_behind  # isort: skip

__all__ = ["games_behind", "points"]
