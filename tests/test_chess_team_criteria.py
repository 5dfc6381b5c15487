"""Tie-breaks of teams: the derivation of every code ends with its value, and says of whom."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.chess_forms import faults_of_derivations, lay_out
from tests.functions.team_judges import BOARDS, events
from xl_tourney.explanations.figure.derivations import ValueOrigin, figure_of_call
from xl_tourney.functions import TIEBREAK
from xl_tourney.functions.chess.codes import CRITERIA
from xl_tourney.grammar.references import CellAddress

CODES = [
    "MPTS", "GPTS", "MPVGP", "EMMSB", "EMGSB/C1", "EGMSB/M1", "EGGSB/P", "SSSC", "SSSC/K2",
    "BC", "TBR", "BBE", "EDE", "EDEBT", "EDEBB/P", "EDET", "EDEB", "BH:GP", "AOB:GP", "KS:GP",
    "SB:GP/C1", "PS:GP", "DE:GP", "PTS:GP", "FB:GP",
]  # fmt: skip
LISTS = [[first, code] for first, code in product(("MPTS", "GPTS"), CODES)]


def arguments_of(rows: Any, codes: Any) -> list[Any]:
    return [rows, ",".join(codes), None, "2026", "swiss", None, None, BOARDS]


def said(rows: Any, codes: list[str], team: int) -> list[str]:
    """What is said of a team's value of the last code."""
    arguments = arguments_of(rows, codes)
    book, call = lay_out(arguments)
    value = TIEBREAK(*arguments)[team][-1]
    origin = ValueOrigin(CellAddress("Sheet", 1, 20), call, team, len(codes) - 1)
    return [*map(str, figure_of_call(book, origin, value).explain())]


def test_every_code_of_teams_is_asked() -> None:
    asked = {code.partition("/")[0] for code in CODES}
    assert asked >= {code for code, record in CRITERIA.items() if record.teams}


@pytest.mark.parametrize("unplayed", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_derivations_end_with_the_value(unplayed: bool) -> None:
    for rows, chosen in zip(events(6, 55, unplayed), (LISTS[k::6] for k in range(6))):
        for codes in chosen:
            arguments = arguments_of(rows, codes)
            assert faults_of_derivations(arguments, TIEBREAK(*arguments)) == [], (codes, rows)


ROWS = [
    ["2w2/1=0=", "3b3/111-"],
    ["1b2/0=1=", "4w3/1110"],
    ["4w1/1000", "1w1/000+"],
    ["3b3/0111", "2b1/0001"],
]


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (["GPTS"], [
            "Round 1: row 1 drew with row 2; that counts 2.",
            "Round 2: row 1 beat row 3; that counts 3.",
            "Together that is 5 by GPTS (Article 11).",
        ]),
        (["EMGSB"], [
            "Round 1: row 2 has 3; times 2 that is 6.",
            "Round 2: row 3 has 0.",
        ]),
        (["SSSC"], [
            "row 1 has 5 by PTS:GP (Article 4.1).",
            "row 1 has 3 by BH:MP (Article 8.1).",
            "Buchholz is divided by 1.",
        ]),
        (["MPTS", "EDEBT"], [
            "row 1 is level so far with row 2.",
            "Round 1: row 1 drew with row 2.",
            "Match points in the matches among them: row 1 1, row 2 1.",
            "Game points in the matches among them: row 1 2, row 2 2.",
            "Board by board row 1 made 1, 0.5, 0 and 0.5, row 2 0, 0.5, 1 and 0.5.",
            "Board count, where less is better: row 1 4, row 2 6 (BC).",
            "That is place 1 among them by EDEBT (Article 13.3.2).",
        ]),
        (["MPTS", "TBR"], ["Board 1 is the first that differs: row 1 1, row 2 0 (TBR)."]),
        (["MPTS", "BBE"], ["On the boards 1 to 2: row 1 1.5, row 2 0.5 (BBE)."]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_team(codes: list[str], expected: list[str]) -> None:
    found = said(ROWS, codes, 0)
    assert [one for one in found if one in expected] == expected, found
