"""Why one player is placed above another: the first criterion in which they differ."""

from __future__ import annotations

from .book import Book
from .explanation import Explanation
from .player import Player


def explain_pair(book: Book, above: Player, below: Player) -> Explanation:
    """What separates two players, with both accounts."""
    raise NotImplementedError
