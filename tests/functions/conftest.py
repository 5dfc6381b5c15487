"""What the tests against published figures share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.same import same


@pytest.fixture
def disagreeing(
    capsys: pytest.CaptureFixture[str],
) -> Callable[[str, Iterable[tuple[str, Any, Any]]], list[str]]:
    """Which of some figures (name, got, published) disagree; says how many agree."""

    def compare(title: str, figures: Iterable[tuple[str, Any, Any]]) -> list[str]:
        compared = list(figures)
        assert compared, f"{title}: there is nothing to compare"
        others = [
            f"{name}: {got}, not {published}"
            for name, got, published in compared
            if not same(got, published)
        ]
        with capsys.disabled():
            print(f"\n{title}: {len(compared) - len(others)} of {len(compared)} figures agree")
        return others

    return compare
