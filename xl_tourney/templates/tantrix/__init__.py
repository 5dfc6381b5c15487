"""Tantrix group tables: the template, its pages and tables."""

from .template import tantrix

__all__ = ["tantrix"]
