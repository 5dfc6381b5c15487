"""A command that is killed leaves whole files: the old or the new ones, and a backup that opens.

``benchmarks/kills.py`` does it hundreds of times.
"""

from __future__ import annotations

import sys

import pytest

from benchmarks.kills import COMMANDS, kill

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks"),
]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_killed_leaves_whole_files(tmp_path, name) -> None:
    assert sum(kill(tmp_path, name, [0.7, 0.95]).values()) == 2
