"""Places within groups and beside them: random leagues against all their results."""

from __future__ import annotations

from random import Random

import pytest

from .grouped_cases import faults, random_case


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_is_true_of_all_results(seed: int) -> None:
    draw = Random(seed)
    for _ in range(10):
        assert list(faults(random_case(draw))) == []
