"""How a sentence says that it is a message: ``docs/messages.py`` finds it by that."""

from __future__ import annotations


def message(english: str) -> str:
    """A text that is said later, maybe in another language: so the list of messages has it.

    What code puts into it has a place there: ``f"{path}: {rows} rows read."``.
    """
    return english
