"""Go: scores and tie-breakers from a wall list, direct comparison, OPERA."""

# In the order of the catalogue.
from . import scores  # isort: skip
from . import opponents_scores  # isort: skip
from . import direct_comparison  # isort: skip
from . import opera  # isort: skip

__all__ = ["direct_comparison", "opera", "opponents_scores", "scores"]
