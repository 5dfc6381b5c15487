"""kdice: tests against luck, points, and comparisons with given profiles."""

from . import luck, points, profiles

__all__ = ["luck", "points", "profiles"]
