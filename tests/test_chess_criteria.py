"""A tie-break of chess is one record, and each of its forms gives the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import chess_forms
from xl_tourney.functions.chess.codes import CRITERIA, parse_code
from xl_tourney.functions.chess.criteria import Criterion, Search, register
from xl_tourney.templates.chess.codes import USUAL, individual

MODIFIED = (
    ("BH/M2", "BH/C1/P", "SB/M1", "SB/C2", "AOB/F", "AOB/P"),
    ("PS/C2", "KS/L+1", "KS/L-0.5", "ARO/C1", "ARO/M1", "FB/M1"),
    ("BH/V2024", "SB/C1/V2024", "WON/V2023", "BPG/V2023", "BWG/V2023", "TPN/R"),
)
"""Codes with modifiers beside those of the usual list."""


def test_every_record_is_offered_or_for_teams() -> None:
    offered = {parse_code(code).name for code in USUAL}
    assert offered == {record.code for record in individual()} - {"PTS"}
    assert offered | {"PTS"} == {code for code, record in CRITERIA.items() if not record.teams}


@pytest.mark.parametrize("count", [1, pytest.param(24, marks=pytest.mark.slow)])
def test_each_form_of_every_record_gives_the_same(tmp_path: Path, count: int) -> None:
    codes = ["DE", *(code for code in USUAL if code != "DE")]
    parsed = [parse_code(code) for code in codes]
    book = chess_forms.native_workbook(tmp_path, ["DE"])
    for number, typed in enumerate(chess_forms.tournaments_of(["DE"], count, 7)):
        found = chess_forms.disagreements(book, typed, parsed, derivations=number < 4)
        assert found == [], typed


@pytest.mark.slow
@pytest.mark.parametrize("codes", MODIFIED)
def test_each_form_of_modified_codes_gives_the_same(tmp_path: Path, codes: tuple[str, ...]) -> None:
    parsed = [parse_code(code) for code in codes]
    book = chess_forms.native_workbook(tmp_path, codes)
    for number, typed in enumerate(chess_forms.tournaments_of(codes, 16, 8)):
        found = chess_forms.disagreements(book, typed, parsed, derivations=number < 3)
        assert found == [], typed


def _with_if(row: Any) -> Any:
    return row.total(lambda game: 1 if game.points > 0 else 0)


def _values(field: Any, code: Any, before: Any) -> list[float]:
    return [0.0]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Criterion("KASH", "Kashdan", "nothing."), "neither arithmetic nor a search"),
        (Criterion("KASH", "Kashdan", "by if.", arithmetic=_with_if), "has no value: use where"),
        (
            Criterion("KASH", "Kashdan", "found.", search=Search(_values)),
            "without explain, columns",
        ),
        (Criterion("KASH", "Kashdan", "old.", since="1999", arithmetic=len), "is no text of C.07"),
    ],
)
def test_a_record_without_one_of_its_forms_is_refused(record: Criterion, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        register(record)
    assert "KASH" not in CRITERIA


KASHDAN = """
import json, sys, tempfile
from pathlib import Path
import tests.kashdan
from tests import chess_forms
from xl_tourney.functions.chess.codes import parse_code
from xl_tourney.hosts.lambdas.definitions import LAMBDAS
from xl_tourney.templates import TEMPLATES

codes = [parse_code(code) for code in ("KASH", "BH/C1")]
with tempfile.TemporaryDirectory() as folder:
    book = chess_forms.native_workbook(Path(folder), ["KASH", "BH/C1"])
    wrong = [
        fault
        for typed in chess_forms.tournaments_of(["KASH", "BH/C1"], 6, 9)
        for fault in chess_forms.disagreements(book, typed, codes)
    ]
setup = TEMPLATES["chess"].build(players=4, rounds=2)["Setup"]
said = [cell.value for row in setup for cell in row if "Kashdan" in str(cell.value)]
steps = chess_forms.sentences([[["2w1", "H"], ["1b0", "3w½"], ["Z", "2b½"]], "KASH"])
print(json.dumps([wrong, LAMBDAS["XLT_TB_KASH"], said, steps]))
"""


def test_a_new_tie_break_is_one_file_of_twelve_lines() -> None:
    """In a process of its own, which knows it from the start."""
    lines = Path(__file__).with_name("kashdan.py").read_text("utf-8").splitlines()
    assert len(lines) <= 12
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", KASHDAN]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    wrong, formula, said, steps = json.loads(ran.stdout)
    assert wrong == []
    assert "4*(result=1)+2*(result=2)+(result=3)" in formula
    assert said == ["Kashdan: 4 for a win over the board, 2 for a draw, 1 for a loss."]
    assert steps == [
        "Round 1: row 1 beat row 2; that counts 4.",
        "Round 2: row 1 had a bye of half a point; that does not count.",
        "Together that is 4 by KASH.",
    ]


def test_an_open_game_is_said_where_its_opponent_counts() -> None:
    rows = [["2w1", "3w"], ["1b0", "4w"], ["4w1", "1b"], ["3b0", "2b"]]
    assert chess_forms.sentences([rows, "BH"])[:2] == [
        "Round 1: row 2 has 0.",
        "Round 2: row 3 has 1; the game is still open.",
    ]
