"""The formats that results can be written in, and what a file with one row a game lacks."""

from __future__ import annotations

from collections.abc import Sequence

SUFFIXES = {
    "h9": (".h9", ".txt"),
    "opengotha": (".xml",),
    "usebio": (".xml",),
    "trf": (".trf", ".trfx", ".txt"),
    "csv": (".csv",),
}
"""How the names of files end, by format; the first is the usual one."""


def describe_left_out(who: str, what: str, names: Sequence[str]) -> list[str]:
    """The note on those for whom a file with one row a game has no place.

    >>> describe_left_out("team", "game", ["Reds", "Blues"])
    ['2 teams without a game are not in the file.']
    """
    if not names:
        return []
    are = (
        f"1 {who} without a {what} is"
        if len(names) == 1
        else f"{len(names)} {who}s without a {what} are"
    )
    return [f"{are} not in the file."]
