"""Scores as people enter them: contracts, percentages, two columns; the others stay right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from xl_tourney.functions.bridge.contracts import VULNERABILITY, all_contracts
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["bridge"]
TABLES = 105
SHOWN = ("by_contract", "ns_points", "ew_points", "problem")
TYPED = ("ns", "ew", "contract", "by", "tricks", "score", "score_ew")


def built(folder, workbook) -> Calculated:
    return Calculated(workbook, folder)


# Contract, declarer, tricks -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_scores(tmp_path_factory) -> Calculated:
    """A line for each contract on board 1, nobody vulnerable, and on board 4, everybody."""
    workbook = TEMPLATE.build(boards=2, tables=TABLES, pairs=2)
    tables = Tables(workbook.tables)
    workbook["Boards"][f"{tables['boards'].letter('board')}7"] = 4
    typed = [tables["travellers"].letter(key) for key in ("contract", "by", "tricks")]
    rows = [*all_contracts(), *all_contracts()]
    for row, contract in enumerate(rows, 6):
        for letter, value in zip(typed, (contract.code, "N", contract.tricks_due)):
            workbook["Travellers"][f"{letter}{row}"] = value
    return Calculated(workbook, tmp_path_factory.mktemp("contracts"))


@pytest.mark.slow
@pytest.mark.parametrize(("by", "change"), [("N", 0), ("E", -1), ("S", -6), ("W", 1)])
def test_every_contract_has_the_score_of_the_rule(all_scores, by: str, change: int) -> None:
    """At most 13 tricks are taken: a contract of seven is made with none over."""
    contracts = [*all_contracts(), *all_contracts()]
    taken = [min(13, contract.tricks_due + change) for contract in contracts]
    cells = {f"travellers[{row}].by": by for row in range(2 * TABLES)}
    cells |= {f"travellers[{row}].tricks": tricks for row, tricks in enumerate(taken)}
    found = [
        row[0] for row in all_scores.change(cells).rows("travellers", "by_contract", 2 * TABLES)
    ]
    sign = 1 if by in "NS" else -1
    assert found == [
        sign * contract.score(tricks, at >= TABLES)
        for at, (contract, tricks) in enumerate(zip(contracts, taken))
    ]


FEW = Session([TravellerLine(board, ns, ew, 100) for board in range(1, 17)
               for ns, ew in (("1", "2"), ("3", "4"))], winners=1)  # fmt: skip


@pytest.fixture(scope="module")
def few(tmp_path_factory) -> Calculated:
    """Two tables, sixteen boards."""
    return Calculated(TEMPLATE.build(FEW, tables=2), tmp_path_factory.mktemp("few"))


@pytest.fixture
def line(few):
    """What is typed into the first line of a board gives score, problem and status."""
    changed: dict[str, Any] = {}

    def type_line(board: int = 1, **cells: Any) -> list[Any]:
        row = 2 * board - 2
        changes = {
            f"travellers[{row}].{key}": cells.get(key)
            for key in TYPED
            if key not in ("ns", "ew") or key in cells
        }
        changed.update({place: few[place] for place in changes if place not in changed})
        few.change(changes)
        return [
            *(few[f"travellers[{row}].{key}"] for key in SHOWN),
            few["Status"],
        ]

    yield type_line
    few.change({place: None if value == "" else value for place, value in changed.items()})


@pytest.mark.parametrize(
    "contract",
    ["4SX", "4Sx", "4sx", "4S*", "4♠x", "4♠X", " 4 S X ", "4♠️*"],
)
def test_how_people_write_a_doubled_contract(line, contract: str) -> None:
    assert line(contract=contract, by="N", tricks=10)[0] == 590


@pytest.mark.parametrize("contract", ["3NT", "3N", "3nt", "3 NT"])
def test_how_people_write_no_trump(line, contract: str) -> None:
    assert line(contract=contract, by="S", tricks=9)[0] == 400


@pytest.mark.parametrize(
    ("tricks", "score"),
    [("10", 420), (10, 420), ("=", 420), ("+1", 450), ("-2", -100), (-2, -100), ("−2", -100),
     ("9", -50), ("+3", 510), (0, -500)],
)  # fmt: skip
def test_how_people_write_tricks(line, tricks: Any, score: int) -> None:
    by_contract, *_, problem, status = line(contract="4H", by="N", tricks=tricks)
    assert (by_contract, problem, status) == (score, "", "All checks passed")


@pytest.mark.parametrize(
    ("contract", "by", "tricks"),
    [("8S", "N", 10), ("4Z", "N", 10), ("4SXXX", "N", 10), ("4?", "N", 10), ("4S", "Q", 10),
     ("4S", "N", 14), ("4S", "N", "+4"), ("4S", "N", "-11"), ("4S", "N", 9.5), ("4S", "N", "ten"),
     ("4S", None, 10), ("4S", "N", None)],
)  # fmt: skip
def test_a_contract_that_cannot_be_read_gives_no_score(line, contract, by, tricks) -> None:
    score, *_, problem, status = line(contract=contract, by=by, tricks=tricks)
    assert score == "" and problem == "Contract, By or Tricks cannot be read"
    assert status.startswith("1 of 17 checks")


@pytest.mark.parametrize("board", range(1, 17))
def test_the_board_says_who_is_vulnerable(line, few, board: int) -> None:
    vulnerable = VULNERABILITY[board - 1]
    assert few[f"boards[{board - 1}].vulnerable"] == vulnerable
    assert line(board, contract="4S", by="N", tricks=10)[0] == (
        620 if vulnerable in ("NS", "All") else 420
    )
    assert line(board, contract="4S", by="W", tricks=9)[0] == (
        100 if vulnerable in ("EW", "All") else 50
    )


@pytest.mark.parametrize("text", ["PASS", "Pass", "p", "AP", "All pass", "passed out"])
def test_a_board_that_was_passed_out(line, few, text: str) -> None:
    """0 is better than the −50 of the others, and the others know it."""
    few.change({"travellers[1].score": -50})
    assert line(contract=text)[:4] == [0, 2, 0, ""]
    assert few["travellers[1].ns_points"] == 0
    assert line(score="pass")[1:4] == [2, 0, ""]
    few.change({"travellers[1].score": 100})


def test_a_score_that_is_not_that_of_the_contract_is_named_and_counts(line, few) -> None:
    """4♠ by North with ten tricks, but −420: a sign that was forgotten."""
    by_contract, ns, ew, problem, status = line(contract="4♠", by="N", tricks=10, score=-420)
    assert (by_contract, ns, ew) == (420, 0, 2)
    assert problem == "The score is not that of the contract"
    assert status == "1 of 17 checks need a look: see Checks"
    assert few["Checks!C11"] == "Look"
    assert line(contract="4♠", by="N", tricks=10, score=420)[3:] == ["", "All checks passed"]


def test_a_contract_alone_is_a_note(line) -> None:
    assert line(contract="4S", score=420)[3:] == ["", "All checks passed"]


# Assigned scores ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "percent"),
    [
        ({"score": 60, "score_ew": 40}, (60, 40)),
        ({"score": 50, "score_ew": 50}, (50, 50)),
        ({"score": 60, "score_ew": 60}, (60, 60)),
        ({"score": 0.6, "score_ew": 0.4}, (60, 40)),
        ({"score": 0.57}, (57, 43)),
        ({"score": "60/40"}, (60, 40)),
        ({"score": "60% / 30%"}, (60, 30)),
        ({"score": "60%"}, (60, 40)),
        ({"score": "A5050"}, (50, 50)),
        ({"score": "A+"}, (60, 40)),
        ({"score": "a-"}, (40, 60)),
        ({"score": "A+", "score_ew": "A"}, (60, 50)),
        ({"score": "A-", "score_ew": "45%"}, (40, 45)),
        ({"score": "A6040", "score_ew": 0.5}, (60, 50)),
    ],
    ids=str,
)
def test_percentages_of_both_sides(line, few, cells, percent) -> None:
    line(**cells)
    for standard in (
        few.rows("travellers", "a_ns a_ew", 1),
        few.rows("travellers", "b_ns b_ew", 1),
    ):
        assert same(standard, [list(percent)])
    assert few["travellers[0].problem"] == ""
    assert same(few.rows("travellers", "a_ns a_ew b_ns b_ew", 1, start=1), [[50, 50, 50, 50]]), (
        "alone with an artificial score"
    )


def test_each_side_its_own_score(line, few) -> None:
    """North-South get −140, East-West 50 of theirs: each is compared with what it would beat."""
    few.change({"travellers[1].score": -100})
    assert line(score=-140, score_ew=50)[1:] == [0, 0, "", "All checks passed"]
    assert same(few.rows("travellers", "ns_points ew_points", 1, start=1), [[2, 2]])
    assert line(score=-140, score_ew=140)[1:4] == [0, 2, ""]
    assert same(few.rows("travellers", "ns_points ew_points", 1, start=1), [[2, 0]])
    few.change({"travellers[1].score": 100})


def test_a_score_for_one_side_a_percentage_for_the_other(line, few) -> None:
    assert line(score="A+", score_ew=-140)[3] == ""
    assert same(few.rows("travellers", "a_ns a_ew", 2), [[60, 0], [50, 100]])


def test_a_paper_traveller_has_the_scores_of_east_west_in_their_own_column(line) -> None:
    assert line(score_ew=90)[1:] == [0, 2, "", "All checks passed"]
    assert line(score=90, score_ew=-90)[1:] == [0, 2, "", "All checks passed"]
    assert line(score_ew=-90)[1:] == [0, 2, "", "All checks passed"]
    assert line(score_ew=-110)[1:] == [2, 0, "", "All checks passed"]


@pytest.mark.parametrize(
    "cells",
    [{"score": "A60"}, {"score": "60.5%"}, {"score": 1, "score_ew": 0}, {"score": "100/0"},
     {"score": "-5/105"}, {"score": "420"}, {"score": 425}, {"score": 50, "score_ew": 425},
     {"score": "A+", "score_ew": "B"}],
    ids=str,
)  # fmt: skip
def test_scores_that_no_board_has(line, cells) -> None:
    *_, problem, status = line(**cells)
    assert problem == "No score that a board can have" and status.startswith("1 of 17")


def test_each_side_its_own_score_needs_match_points(calculated) -> None:
    book = calculated(TEMPLATE.build(FEW, method="butler", tables=2))
    book.change({"travellers[0].score": -140, "travellers[0].score_ew": 50})
    assert book["travellers[0].problem"] == "No score that a board can have"
    book.change({"travellers[0].score": 60, "travellers[0].score_ew": 40})
    assert same(book.rows("travellers", "a_ns a_ew", 1), [[2, -2]])


# Step by step -------------------------------------------------------------------------------------


def test_a_line_without_a_score_is_left_out_and_reported(line, few) -> None:
    line()
    assert few.rows("travellers", "ns_points ew_points a_ns a_ew b_ns b_ew problem", 1)[0] == [
        ""
    ] * 6 + ["Left out: no score yet"]
    assert same(
        few.rows("travellers", "ns_points ew_points a_ns a_ew", 1, start=1), [[1, 1, 50, 50]]
    )
    assert few["Status"] == "In progress, 31 of 32 results" and few["Checks!B7"] == 1
    assert line(score="NP")[1:] == ["", "", "", "All checks passed"]


def test_a_line_typed_cell_by_cell_never_hurts_the_others(few, line) -> None:
    """At every step the other table of the board, and all other boards, are as they were."""
    others = few.rows("travellers", "ns_points ew_points a_ns a_ew b_ns b_ew problem", 30, start=2)
    row = {"contract": "4S", "by": "N", "tricks": 10}
    cells: dict[str, Any] = {}
    for key, value in row.items():
        cells[key] = value
        line(**cells)
        assert (
            few.rows("travellers", "ns_points ew_points a_ns a_ew b_ns b_ew problem", 30, start=2)
            == others
        )
        assert few.rows("travellers", "ns_points ew_points", 1, start=1) == (
            [[0, 2]] if len(cells) == 3 else [[1, 1]]
        )
    assert few["Status"] == "All checks passed"


@pytest.mark.parametrize(
    ("method", "points"),
    [("standard", [0, 2]), ("acbl", [0, 1]), ("modified", [1, 3])],
)
def test_the_blank_traveller_lists_the_points(few, method: str, points: list[int]) -> None:
    """Even numbers from 0, or odd ones: the article's lists for both formulas."""
    few.change({"Method": method})
    assert [row[0] for row in few.rows("blank", "points", 2)] == points
    few.change({"Method": "standard"})
