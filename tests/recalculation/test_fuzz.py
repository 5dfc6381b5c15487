"""Any workbook whatever is calculated or refused in a sentence.

``python benchmarks/fuzz.py --minutes 60`` looks for longer.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import openpyxl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.recalculation import fuzzing
from xl_tourney.engines.mistakes import CONDITIONS
from xl_tourney.grammar.spreadsheet_functions import functions_with
from xl_tourney.recalculation.recalculate import recalc


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


@pytest.mark.slow
def test_calls_with_any_number_of_arguments_end_no_run(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    names = sorted({*CONDITIONS, *functions_with("arguments", "scalar", "young")})
    for row, name in enumerate(names, 1):
        for count in range(5):
            book.worksheets[0].cell(row, 6 + count, f"={name}({','.join(['A1:B3'] * count)})")
    book.save(tmp_path / "book.xlsx")
    assert recalc(tmp_path / "book.xlsx").formulas == 5 * len(names)
