"""kdice leaderboards: the template, its pages and tables."""

from .template import kdice

__all__ = ["kdice"]
