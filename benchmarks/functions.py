"""What a call of each go and bridge function costs, for growing fields."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from benchmarks import go_functions
from xl_tourney.functions import CATALOGUE

PLAYERS = (250, 500, 1000, 2000)
_REPEATS = 3


def bridge(tables: int) -> dict[str, Callable[[], object]]:
    """Each bridge function with one board that so many tables have played."""
    choose = random.Random(3)
    scores = [[10.0 * choose.randrange(-140, 141)] for _ in range(tables)]
    points = [[float(choose.randrange(2 * tables))] for _ in range(tables)]
    arguments: dict[str, tuple[object, ...]] = {
        "MATCHPOINT": (scores,),
        "NEUBERG": (points, tables - 1, tables),
        "IMPS": (scores,),
        "CROSS_IMPS": (scores,),
        "BUTLER": (scores,),
    }
    return {
        name: lambda name=name, given=given: CATALOGUE[name](*given)
        for name, given in arguments.items()
    }


def costs(fields: Callable[[int], dict[str, Callable[[], object]]]) -> dict[str, list[float]]:
    """Seconds of a call by function, one figure for each size of the field."""
    found: dict[str, list[float]] = {}
    for players in PLAYERS:
        for name, call in fields(players).items():
            found.setdefault(name, []).append(_seconds(call))
    return found


def go(players: int) -> dict[str, Callable[[], object]]:
    """Each go function with a tournament of so many players and ten rounds."""
    return go_functions.calls(players)


def _seconds(call: Callable[[], object]) -> float:
    took = []
    for _ in range(_REPEATS):
        begin = process_time()
        value = call()
        took.append(process_time() - begin)
        assert isinstance(value, list), value
    return min(took)
