"""Any workbook whatever is calculated or refused in a sentence.

``python benchmarks/fuzz.py --minutes 60`` looks for longer.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.recalculation import fuzzing


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
@settings(
    max_examples=30,
    deadline=None,
    phases=[Phase.generate],
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_any_workbook_is_calculated_or_refused(rng: Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        fuzzing.workbook(rng, path)
        fuzzing.check(path)
