"""League tables: the template, its pages and tables."""

from .template import league

__all__ = ["league"]
