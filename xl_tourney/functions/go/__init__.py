"""Go: criteria from a wall list, direct comparison, OPERA."""

from . import criteria, direct_comparison, opera, wall_list

__all__ = ["criteria", "direct_comparison", "opera", "wall_list"]
