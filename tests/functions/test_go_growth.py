"""How the work of the go functions grows with the field, in operations of the interpreter."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from benchmarks import go_functions
from xl_tourney.functions import CATALOGUE, DC_PLACE

pytestmark = pytest.mark.slow

GO = [f for f in CATALOGUE if f.category == "Go"]
FEW, MANY = 30, 240


calls = cache(go_functions.calls)


@contextmanager
def counted_operations() -> Iterator[Callable[[], int]]:
    """Counts the operations of the interpreter inside the block."""
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield lambda: count
    finally:
        sys.settrace(before)


def operations(call: Callable[[], object]) -> int:
    with counted_operations() as count:
        value = call()
    assert isinstance(value, list)
    return count()


def grows_like_n_log_n(call: Callable[[int], Callable[[], object]]) -> bool:
    """Whether the work from a small field to a large one grows no faster than n·log n."""
    allowed = MANY * math.log(MANY) / (FEW * math.log(FEW))
    return operations(call(MANY)) <= allowed * operations(call(FEW))


@pytest.mark.parametrize("function", GO, ids=lambda f: f.name)
def test_the_work_grows_no_faster_than_n_log_n(function) -> None:
    assert grows_like_n_log_n(lambda players: calls(players)[function.name])


def chain(players: int) -> list[list[str]]:
    """Everybody beat the next one: direct comparison splits off one player at a time."""
    lists = [["0-", "0-"] for _ in range(players)]
    for row in range(players - 1):
        lists[row][row % 2], lists[row + 1][row % 2] = f"{row + 2}+", f"{row + 1}-"
    return lists


def test_direct_comparison_grows_no_faster_even_when_one_player_splits_off_at_a_time() -> None:
    assert DC_PLACE(chain(9), None, "round-robin") == [[float(place)] for place in range(1, 10)]
    assert grows_like_n_log_n(lambda players: lambda: DC_PLACE(chain(players), None, "round-robin"))


def test_quadratic_work_would_be_noticed() -> None:
    def quadratic(players: int) -> Callable[[], object]:
        return lambda: [one * two for one in range(players) for two in range(players)]

    assert not grows_like_n_log_n(quadratic)
