"""Go tournaments: the template, its pages and tables."""

from .template import go

__all__ = ["go"]
