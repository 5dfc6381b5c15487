"""A rule's arithmetic is one text: changed in one place, all four forms of a function change."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import groupby, zip_longest
from pathlib import Path

import pytest

from tests.four_forms import forms

ROOT = Path(__file__).parent.parent
CHANGES = [
    ("GBQ", "tantrix/leads.py", "WIN, LOSS = 15.0, 5.0", "WIN, LOSS = 10.0, 5.0"),
    ("TANTRIX_TP", "tantrix/points.py", "MARGIN = 4 / 3", "MARGIN = 5 / 3"),
    ("TAPL", "kdice/luck.py", "SCALE = 1000", "SCALE = 2000"),
    ("RATING_TIEBREAK", "chess/criteria/arithmetic.py", "184, 193, 202", "184, 195, 202"),
    ("YATES_TAPL", "kdice/luck.py", "YATES_CORRECTION = 0.5", "YATES_CORRECTION = 0.25"),
    ("GAMES_BEHIND", "tantrix/leads.py", "HALF = 0.5", "HALF = 1.0"),
    ("MATCHPOINT", "bridge/matchpoints.py", "WIN, ACBL_WIN = 2, 1", "WIN, ACBL_WIN = 3, 1"),
    ("CROSS_IMPS", "bridge/imps.py", "370, 430, 500", "370, 480, 500"),
    ("BUTLER", "bridge/contracts.py", "SCORE_STEP = 10", "SCORE_STEP = 100"),
    ("NBW", "go/rows.py", "whole_part(halves / 2)", "(halves / 2)"),
    ("OPERA", "go/opera.py", "con_falls_to: Any = 2700", "con_falls_to: Any = 2500"),
]
"""A function, the file of its rule, and what becomes another text there."""


Forms = dict[str, list[float]]
"""The values of a function in each form."""


def one_of_each_game() -> list[list[tuple[str, str, str, str]]]:
    """The changes in as few parts as can be: two of one part are of different games.

    No rule of a game has anything of another one, so it is by its own change that a function's
    values are others.
    """
    by_game = groupby(sorted(CHANGES, key=game), game)
    parts = zip_longest(*(list(changes) for _, changes in by_game))
    return [[change for change in part if change] for part in parts]


def game(change: tuple[str, str, str, str]) -> str:
    """The room of a rule."""
    _, file, *_ = change
    return file.partition("/")[0]


@pytest.fixture(scope="module")
def after() -> dict[str, Forms]:
    """The forms of each function by its change, in processes that find other texts in its file."""
    found: dict[str, Forms] = {}
    for part in one_of_each_game():
        lines = [[f, f"xl_tourney/functions/{file}", *texts] for f, file, *texts in part]
        done = subprocess.run(
            [sys.executable, "-m", "tests.changed_forms"],
            cwd=ROOT,
            input="\n".join(map(json.dumps, lines)),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        found |= json.loads(done.stdout)
    return found


@pytest.mark.parametrize("function", [function for function, *_ in CHANGES])
def test_one_change_of_a_rule_changes_all_four_forms(
    after: dict[str, Forms], function: str
) -> None:
    before, changed = forms(function), after[function]
    assert len(before) == 4
    for form, values in before.items():
        assert values == before["value"], form
        assert changed[form] == changed["value"] != values, form
