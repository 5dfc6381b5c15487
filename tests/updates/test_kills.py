"""A command that is killed leaves whole files: the old or the new ones, and a backup that opens.

``benchmarks/kills.py`` does it hundreds of times.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from benchmarks import kills
from benchmarks.kills import COMMANDS, kill

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks"),
]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_killed_leaves_whole_files(tmp_path, name) -> None:
    assert sum(kill(tmp_path, name, [0.9]).values()) == 1


@pytest.mark.parametrize("moment", ["at once", "in the command"])
def test_a_fork_ends_with_its_command_whatever_is_raised(tmp_path, monkeypatch, moment) -> None:
    """A fork of the tests that went on would run their rest a second time, and never be reaped."""
    tests = os.getpid()

    def interrupted(_: object) -> None:
        if moment == "at once":
            time.sleep(3600)
        raise KeyboardInterrupt

    monkeypatch.setattr(kills, "run_command", interrupted)
    try:
        process = kills.start(tmp_path, ())
        if moment == "at once":
            os.killpg(process, signal.SIGINT)
        ended = os.waitpid(process, 0)
    finally:
        if os.getpid() != tests:
            os._exit(99)
    assert os.waitstatus_to_exitcode(ended[1]) == 1
