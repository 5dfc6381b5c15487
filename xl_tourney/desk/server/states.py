"""What was entered for a board, and what that means: open, entered, confirmed, or a conflict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...errors import TourneyError
from .keys import SIDES

DIRECTOR, WORKBOOK = "director", "workbook"
"""Who else may have said something: the director at the desk, and whoever typed into the file."""

Said = Mapping[str, str]
"""Who said what of a board."""


class RefusedError(TourneyError):
    """An entry is not taken; ``why`` tells a page, and ``status`` is that of the answer.

    Sentences without places are messages, which pages say in the language of their reader.
    """

    def __init__(self, why: str, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.why, self.status = why, status


class Taken(NamedTuple):
    """What an entry makes of a board."""

    said: Said
    result: str
    """What the workbook is to have."""


def current(said: Said, result: str) -> Said:
    """What was said of what the workbook has; of another result somebody typed it there."""
    if result in said.values():
        return said
    return {WORKBOOK: result} if result else {}


def state(said: Said) -> str:
    """The state of a board of which this was said.

    >>> state({}), state({"white": "1-0"}), state({"white": "1-0", "black": "1-0"})
    ('open', 'entered', 'confirmed')
    >>> state({"white": "1-0", "black": "0-1"}), state({"workbook": "1-0", "black": "1-0"})
    ('conflict', 'confirmed')
    >>> state({"director": "1-0"})
    'confirmed'
    """
    if not said:
        return "open"
    if DIRECTOR in said:
        return "confirmed"
    if len({*said.values()}) > 1:
        return "conflict"
    return "confirmed" if len(said) > 1 else "entered"


def take(said: Said, result: str, by: str, entered: str) -> Taken:
    """What an entry makes of a board whose result is ``result``; RefusedError if nothing.

    >>> take({}, "", "white", "1-0")
    Taken(said={'white': '1-0'}, result='1-0')
    >>> take({"white": "1-0"}, "1-0", "black", "0-1").result
    '1-0'
    """
    said = current(said, result)
    if by == DIRECTOR:
        return Taken({DIRECTOR: entered} if entered else {}, entered)
    if by not in SIDES or not entered:
        raise RefusedError("result", 400, "A result is wanted, and whose it is: white or black.")
    if state(said) == "confirmed":
        if entered == result:
            return Taken(said, result)
        raise RefusedError(
            "settled", 409, "Another result stands for this board; ask the director to correct it."
        )
    if state(said) == "conflict":  # which the director settles, nobody else
        return Taken(said, result)
    others = {who for who in said if who != by}
    return Taken({**said, by: entered}, result if others else entered)
