"""Work is counted in calls, not in seconds: as many on a busy machine as on a quiet one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """No more calls are made within, of Python's functions and of compiled ones."""
    with Profile(subcalls=False) as profile:
        yield
    made = sum(entry.callcount for entry in profile.getstats())
    assert made <= calls, f"{made:,} calls"
