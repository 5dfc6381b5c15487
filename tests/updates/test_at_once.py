"""Two processes write into one workbook at once: nothing is lost that was said to be done.

``benchmarks/saves_at_once.py`` does it hundreds of times, with every command.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from benchmarks.saves_at_once import measure

pytestmark = pytest.mark.slow

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks"),
]


@pytest.mark.parametrize(
    "names",
    [("update", "update 2"), ("update", "lambda"), ("update", "another program, in place")],
    ids=" and ".join,
)
def test_what_two_say_is_done_is_done(names) -> None:
    found = measure([names], 2, seed=7)[names]
    assert sum(found.values()) == 2
    assert set(found) <= {"there, there", "written over later, there"}, Counter(found)
