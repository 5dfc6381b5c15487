"""The workbook of a chess tournament: FIDE's tie-breaks in the regulation's own order."""

from .template import chess

__all__ = ["chess"]
