"""How long each go function takes for growing fields, and how much longer for twice as many.

python -m benchmarks.go_functions
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from xl_tourney.functions import CATALOGUE

PLAYERS = (1250, 2500, 5000)
ROUNDS = 10
REPEATS = 3


def wall_list(players: int, rounds: int = ROUNDS, seed: int = 1) -> list[list[str]]:
    """A random tournament: pairings, jigo, handicap, forfeits, and a bye where the field is odd."""
    choose = random.Random(seed)
    lists: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = choose.sample(range(players), players)
        for white, black in zip(order[::2], order[1::2]):
            own, other = choose.choices(["+-", "-+", "=="], [49, 49, 2])[0]
            how = choose.choices("/!", [99, 1])[0]
            stones = choose.choices([0, 3], [9, 1])[0]
            lists[white].append(f"{black + 1}{own}{how}w{stones}")
            lists[black].append(f"{white + 1}{other}{how}b{stones}")
        if players % 2:
            lists[order[-1]].append("0+")
    return lists


def calls(players: int) -> dict[str, Callable[[], object]]:
    """Each function with arguments for a field of some size."""
    field = wall_list(players)
    choose = random.Random(2)
    column = [[float(choose.randrange(1000, 2700))] for _ in field]
    start = [[float(choose.randrange(10, 40))] for _ in field]
    wins = CATALOGUE["NBW"](field)
    arguments: dict[str, tuple[object, ...]] = {
        "NBW": (field,),
        "MMS": (field, start),
        "SOS": (field, wins, 1, start, True),
        "SOSOS": (field, wins),
        "SODOS": (field, wins),
        "CUSS": (field, start),
        "DIRECT_COMPARISON": (field, wins, "round-robin", 3),
        "DC_PLACE": (field, None, "round-robin"),
        "PERFORMANCE_RATING": (field, column),
        "OPERA": (field, column),
    }
    return {
        name: lambda name=name, given=given: CATALOGUE[name](*given)
        for name, given in arguments.items()
    }


def seconds(call: Callable[[], object]) -> float:
    """The shortest of a few runs."""
    took = []
    for _ in range(REPEATS):
        begin = perf_counter()
        value = call()
        took.append(perf_counter() - begin)
        assert isinstance(value, list), value
    return min(took)


def main() -> None:
    """Print a table."""
    fields = [calls(players) for players in PLAYERS]
    print(f"{'':20}" + "".join(f"{players:>9}" for players in PLAYERS) + "    ratio")
    for name in fields[0]:
        took = [seconds(field[name]) for field in fields]
        ratio = took[-1] / took[-2]
        print(f"{name:20}" + "".join(f"{time:8.3f}s" for time in took) + f"{ratio:8.2f}×")


if __name__ == "__main__":
    main()
