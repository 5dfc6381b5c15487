"""The series of play-offs as a file of rules writes them: pairs, teams placed anew, home games."""

from __future__ import annotations

import re
from collections.abc import Callable

from ....errors import OptionError
from .rules import Slot

Refuse = Callable[[str], OptionError]
_SLOT = re.compile(
    r"W(?P<won>\d+)|L(?P<lost>\d+)|(?:(?P<of>.*\S)\s+)?(?P<place>\d+)(?:/(?P<other>\d+))?"
)
"""W2, 3, A 1 or A 8/7."""
_MOST_ANEW = 8


def meetings(text: str, before: int, refuse: Refuse) -> list[tuple[tuple[Slot, ...], int]]:
    """The series of a text: who may play in it, and which of their pairs it is.

    ``1-8`` is one series.  Of four with commas the best meets the last, and the second the third.
    So many series stand ``before`` them.

    >>> [(len(slots), nth) for slots, nth in meetings("A 1, W1, W2, W3", 3, OptionError)]
    [(4, 1), (4, 2)]
    """
    is_anew = "," in text
    found = [_SLOT.fullmatch(side.strip()) for side in text.split("," if is_anew else "-")]
    slots = tuple(_slot(one) for one in found if one)
    fits = len(slots) in range(2, _MOST_ANEW + 1, 2) if is_anew else len(slots) == 2
    if not fits or len(slots) < len(found):
        raise refuse(
            f"has “{text}”; a pair is such as 1-8, A 1-B 2, or W1-W2 of series above, and teams "
            "that are placed anew are such as 1, W1, W2, W3: up to 8 with commas"
        )
    for slot in slots:
        if slot.number < 1 or (slot.kind != "place" and slot.number > before):
            raise refuse(f"has “{text}”; places and series above count from 1")
    if any(slot.otherwise for slot in (slots if is_anew else slots[:1])):
        raise refuse(f"has “{text}”; 8/7 stands behind the hyphen: North 1-East 8/7")
    return [(slots, nth) for nth in range(1, len(slots) // 2 + 1)]


def _slot(found: re.Match[str]) -> Slot:
    if found["won"] or found["lost"]:
        return Slot("W" if found["won"] else "L", int(found["won"] or found["lost"]))
    return Slot("place", int(found["place"]), found["of"] or "", int(found["other"] or 0))


def home_games(text: str, best_of: int, refuse: Refuse) -> str:
    """Where each game of a series is: H at the better placed, A at the other.

    >>> home_games("2-2-1-1-1", 7, OptionError)
    'HHAAHAH'
    """
    turns = text.split("-") if text else []
    if not all(turn.isdecimal() and 0 < int(turn) <= best_of for turn in turns):
        raise refuse(f"is “{text}”; it is such as 2-2-1-1-1, in turn at the better placed")
    if turns and sum(map(int, turns)) != best_of:
        raise refuse(f"is “{text}”; together these must be {best_of}, the games of the series")
    return "".join("HA"[at % 2] * int(turn) for at, turn in enumerate(turns))
