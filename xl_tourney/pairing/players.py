"""Players as a person names them."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from ..errors import OptionError


def find_players(text: str, names: Mapping[int, str], option: str) -> list[int]:
    """The numbers of players who are named, or numbered, with ``;`` between them.

    >>> find_players("bob; 3", {1: "Ann", 2: "Bob", 3: "Cat"}, "--absent")
    [2, 3]
    """
    return [_find(part, names, option) for part in map(str.strip, text.split(";")) if part]


def _find(named: str, names: Mapping[int, str], option: str) -> int:
    by_name: dict[str, list[int]] = {}
    for number, name in names.items():
        by_name.setdefault(_identify(name), []).append(number)
    found = by_name.get(_identify(named), [])
    if len(found) == 1:
        return found[0]
    if found:
        numbers = " and ".join(map(str, found))
        raise OptionError(f"{option}: {named} is the name of numbers {numbers}; say the number.")
    if named.isdecimal() and int(named) in names:
        return int(named)
    nearest = get_close_matches(_identify(named), by_name, n=3, cutoff=0.5)
    near = " or ".join(f"“{names[by_name[name][0]]}”" for name in nearest)
    remedy = f"{near} is" if near else "say a name as the list has it, or a number"
    raise OptionError(f"{option}: “{named}” is not among the players; {remedy}.")


def _identify(name: str) -> str:
    return " ".join(name.split()).casefold()
