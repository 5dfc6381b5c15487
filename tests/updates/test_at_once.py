"""Two processes write into one workbook at once: nothing is lost that was said to be done.

``benchmarks/saves_at_once.py`` does it hundreds of times, with every command.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from benchmarks.saves_at_once import run_pair, write_source

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks"),
]


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    return write_source(tmp_path_factory.mktemp("source"))


@pytest.mark.parametrize(
    "names",
    [("update", "update 2"), ("update", "lambda"), ("update", "another program, in place")],
    ids=" and ".join,
)
def test_what_two_say_is_done_is_done(names, source) -> None:
    at = random.Random(7)
    seconds: dict[str, float] = {}
    assert run_pair(names, source, at, seconds) in ("there, there", "written over later, there")
