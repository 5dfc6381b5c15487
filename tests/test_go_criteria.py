"""A criterion of go is one record, and each of its forms gives the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import go_forms
from xl_tourney.functions.go.criteria import CRITERIA, criterion
from xl_tourney.functions.go.rows import Row
from xl_tourney.templates.go.criteria import USUAL


def test_every_record_is_offered() -> None:
    assert set(USUAL) == set(CRITERIA)


@pytest.mark.parametrize("count", [2, pytest.param(24, marks=pytest.mark.slow)])
def test_each_form_of_every_record_gives_the_same(tmp_path: Path, count: int) -> None:
    book = go_forms.native_workbook(tmp_path)
    for number, typed in enumerate(go_forms.tournaments_of(count, 11)):
        found = go_forms.disagreements(book, typed, CRITERIA.values(), derivations=number < 6)
        assert found == [], typed


def test_a_record_that_cannot_be_traced_is_refused() -> None:
    def BY_IF(row: Row) -> Any:
        """Sum of the scores above 0."""
        return row.total(lambda game: game.score if game.score > 0 else 0)

    with pytest.raises(TypeError, match="has no value: use where"):
        criterion()(BY_IF)
    assert "BY_IF" not in CRITERIA


SOLOS = """
import json, tempfile
from pathlib import Path
import tests.solos
from tests import chess_forms, go_forms
from xl_tourney.functions.go.criteria import CRITERIA
from xl_tourney.hosts.lambdas.definitions import LAMBDAS
from xl_tourney.templates import TEMPLATES

with tempfile.TemporaryDirectory() as folder:
    book = go_forms.native_workbook(Path(folder))
    wrong = [
        fault
        for typed in go_forms.tournaments_of(6, 12)
        for fault in go_forms.disagreements(book, typed, [CRITERIA["SOLOS"], CRITERIA["SOS"]])
    ]
built = TEMPLATES["go"].build(rows=4)
setup = [cell.value for row in built["Setup"] for cell in row]
said = setup[setup.index("SOLOS") + 1]
wall_list = [["2+", "3-"], ["1-", "0+"], ["0=", "1+"]]
steps = chess_forms.sentences([wall_list, [[32], [31], [30]]], "SOLOS")
print(json.dumps([wrong, LAMBDAS["SOLOS"], said, built.layout["also"], steps]))
"""


def test_a_new_criterion_is_one_file_of_twelve_lines() -> None:
    """In a process of its own, which knows it from the start."""
    lines = Path(__file__).with_name("solos.py").read_text("utf-8").splitlines()
    assert len(lines) <= 12
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", SOLOS]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    wrong, formula, said, also, steps = json.loads(ran.stdout)
    assert wrong == []
    assert "XLT_GO_POINTS(games)=0" in formula
    assert said == "Sum of the scores of those who won against the player."
    assert also == "SOLOS"
    assert steps == [
        "Round 1: row 2 has 31; that does not count.",
        "Round 2: row 3 has 30; that counts 30.",
        "Together that is 30 by SOLOS.",
    ]
