"""An update that is killed leaves the old workbook or the new one, and a backup that opens.

``benchmarks/update_kills.py`` does it a hundred times.
"""

from __future__ import annotations

import pytest

from benchmarks.update_kills import kill_updates

pytestmark = pytest.mark.slow


def test_an_update_that_is_killed_leaves_a_whole_workbook(tmp_path) -> None:
    found = kill_updates(tmp_path, [0.8, 0.97])
    assert sum(found.values()) == 2
