"""A rule's arithmetic is one text: changed in one place, all four forms of a function change."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.four_forms import forms

ROOT = Path(__file__).parent.parent
CHANGES = [
    ("GBQ", "tantrix/leads.py", "WIN, LOSS = 15.0, 5.0", "WIN, LOSS = 10.0, 5.0"),
    ("TANTRIX_TP", "tantrix/points.py", "MARGIN = 4 / 3", "MARGIN = 5 / 3"),
    ("TAPL", "kdice/luck.py", "SCALE = 1000", "SCALE = 2000"),
    ("RATING_TIEBREAK", "chess/ratings.py", "184, 193, 202", "184, 195, 202"),
    ("YATES_TAPL", "kdice/luck.py", "YATES_CORRECTION = 0.5", "YATES_CORRECTION = 0.25"),
    ("GAMES_BEHIND", "tantrix/leads.py", "HALF = 0.5", "HALF = 1.0"),
    ("MATCHPOINT", "bridge/matchpoints.py", "WIN, ACBL_WIN = 2, 1", "WIN, ACBL_WIN = 3, 1"),
    ("CROSS_IMPS", "bridge/imps.py", "370, 430, 500", "370, 480, 500"),
    ("BUTLER", "bridge/contracts.py", "SCORE_STEP = 10", "SCORE_STEP = 100"),
    ("NBW", "go/scores.py", "whole_part(halves / 2)", "(halves / 2)"),
    ("OPERA", "go/opera.py", "con_falls_to: Any = 2700", "con_falls_to: Any = 2500"),
]
"""A function, the file of its rule, and what becomes another text there."""


def changed_forms(function: str, file: str, old: str, new: str) -> dict[str, object]:
    """The forms of a function in a process that finds another text in one file."""
    path = f"xl_tourney/functions/{file}"
    words = [sys.executable, "-m", "tests.changed_forms", function, path, old, new]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("function", "file", "old", "new"), CHANGES)
def test_one_change_of_a_rule_changes_all_four_forms(
    function: str, file: str, old: str, new: str
) -> None:
    before = forms(function)
    after = changed_forms(function, file, old, new)
    assert len(before) == 4
    for form, values in before.items():
        assert values == before["value"], form
        assert after[form] == after["value"] != values, form
