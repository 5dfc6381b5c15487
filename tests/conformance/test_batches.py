"""Calls are calculated in one workbook, or in several."""

from __future__ import annotations

from typing import Any

import pytest

from xl_tourney.conformance.hosts import recalculation


@pytest.mark.parametrize(("size", "batches"), [(None, [5]), (2, [2, 2, 1]), (9, [5])])
def test_batches(size: int | None, batches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def place_calls(calls: Any, _: Any) -> Any:
        sizes.append(len(calls))
        return ()

    monkeypatch.setattr(recalculation, "place_calls", place_calls)
    monkeypatch.setattr(recalculation, "build_workbook", lambda placed: b"")
    calculate = recalculation._calculate_by(lambda _: {}, batch_size=size)
    calls: Any = [None] * 5
    assert list(calculate(calls)) == [] and sizes == batches
