"""Bridge sessions: the template, its pages and tables."""

from .template import bridge

__all__ = ["bridge"]
