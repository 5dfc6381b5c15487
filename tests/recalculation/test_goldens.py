"""Excel's own values of single formulas: no golden becomes another value without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.goldens import Golden, goldens, recalculated

SUITES = goldens()


@pytest.mark.parametrize("suite", SUITES)
def test_a_golden_is_right_or_named(suite: str, tmp_path: Path) -> None:
    outcomes = recalculated(suite, SUITES[suite], tmp_path)
    assert [str(outcome) for outcome in outcomes if outcome.kind == "silent"] == []


def test_what_is_silent_is_found(tmp_path: Path) -> None:
    wrong = Golden("SUM(A1:A2)", {"A1": 1, "A2": 2}, 4)
    assert [outcome.kind for outcome in recalculated("", [wrong], tmp_path)] == ["silent"]
