"""Several sessions of one event: a column for each, and the totals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from xl_tourney.functions import MATCHPOINT
from xl_tourney.readers.bridge.read import read
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["bridge"]
PAIRS = {1: (("1", "2"), ("3", "4"), ("5", "6")), 2: (("1", "4"), ("3", "2"))}
SCORES = {
    (1, 1): (420, 450, -50), (1, 2): (100, -140, -140), (2, 1): (620, 170), (2, 2): (-100, 110),
}  # fmt: skip
SESSION = Session(
    [
        TravellerLine(board, ns, ew, score, session=session)
        for (session, board), scores in SCORES.items()
        for (ns, ew), score in zip(PAIRS[session], scores)
    ],
    winners=1,
)
DUE = {1: 3, 2: 2}

STANDINGS = "place tied pair names side in_1:in_2 boards score"
"""The columns of the standings, by key."""


@pytest.fixture(scope="module", params=["native", "addin"])
def book(request, tmp_path_factory) -> Calculated:
    workbook = TEMPLATE.build(SESSION, functions=request.param)
    return Calculated(workbook, tmp_path_factory.mktemp("sessions"))


def percentages(method: str) -> dict[int, dict[str, float]]:
    """What each pair has in each session, scored by itself."""
    found: dict[int, dict[str, list[float]]] = {1: {}, 2: {}}
    for (session, _), scores in SCORES.items():
        column = [[score] for score in scores]
        for seat, side in enumerate(("NS", "EW")):
            figures = MATCHPOINT(column, method, "percent", side)
            for pair, [figure] in zip(PAIRS[session], figures):
                found[session].setdefault(pair[seat], []).append(figure)
    return {
        session: {pair: sum(figures) / len(figures) for pair, figures in pairs.items()}
        for session, pairs in found.items()
    }


@pytest.mark.parametrize("method", ["standard", "modified"])
@pytest.mark.parametrize("totals", ["percent", "points"])
def test_a_column_for_each_session_and_their_sum(book, method: str, totals: str) -> None:
    book.change({"Method": method, "SessionTotals": totals})
    heads, rows = book.headings("standings", STANDINGS), book.rows("standings", STANDINGS, 6)
    assert heads == ["Place", "Tied", "Pair", "Players", "Side", "Session 1", "Session 2",
                     "Boards", "Total"]  # fmt: skip
    shares = percentages(method)
    own = 0 if method == "modified" else 1
    worth = {n: 2 * (DUE[n] - own) * 2 / 100 if totals == "points" else 1 for n in DUE}
    expected = {
        pair: [shares[n][pair] * worth[n] if pair in shares[n] else "" for n in (1, 2)]
        for pair in "123456"
    }
    assert same({row[2]: row[5:7] for row in rows}, expected)
    sums = {
        pair: round(sum(x for x in figures if x != ""), 6) for pair, figures in expected.items()
    }
    assert same([row[8] for row in rows], sorted(sums.values(), reverse=True))
    assert same({row[2]: row[8] for row in rows}, sums)
    assert {row[2]: row[7] for row in rows} == {**dict.fromkeys("1234", 4), "5": 2, "6": 2}
    assert book["Status"] == "All checks passed"
    book.change({"Method": "standard", "SessionTotals": "percent"})


def test_the_boards_of_a_session_are_due_what_it_has(book) -> None:
    """Two tables of the second session are not factored to the three of the first."""
    shown = book.table("boards")[:4]
    assert [(row["session"], row["due"]) for row in shown] == [
        (1, 3),
        (1, 3),
        (2, 2),
        (2, 2),
    ]
    assert {row["factored"] for row in shown} == {"no"}


def test_a_board_without_its_session_is_named(book) -> None:
    before = book.rows("standings", STANDINGS, 6)
    for session in (None, 9):
        book.change({"boards[2].session": session})
        assert book["Status"] == "1 of 18 checks need a look: see Checks"
        first = [figure for figure in book.column("standings", "in_1", 6) if figure != ""]
        assert same([sorted(first)], [sorted(row[5] for row in before if row[5] != "")])
    book.change({"boards[2].session": 2})
    assert book.rows("standings", STANDINGS, 6) == before and book["Status"] == "All checks passed"
    book.change({"SessionTotals": "boards"})
    assert book["Status"] == "1 of 18 checks need a look: see Checks"
    book.change({"SessionTotals": "percent"})


def test_sessions_of_imps_are_added_up(calculated) -> None:
    book = calculated(TEMPLATE.build(replace(SESSION, method="cross-imps")))
    assert book["Status"] == "All checks passed"
    for row in book.rows("standings", STANDINGS, 6):
        assert same(row[8], round(sum(x for x in row[5:7] if x != ""), 6))


def test_sessions_of_a_file(tmp_path) -> None:
    path = tmp_path / "event.csv"
    path.write_text("session,board,ns,ew,score\n1,1,1,2,420\n2,1,1,2,50\n", "utf-8")
    session = read(path)
    assert list(session.travellers) == [(1, 1), (2, 1)]
    built = TEMPLATE.build(session)
    boards = Tables(built.tables)["boards"]
    sessions = [built["Boards"][f"{boards.letter('session')}{row}"] for row in (6, 7)]
    assert [cell.value for cell in sessions] == [1, 2]
    assert (
        built.layout["sessions"] == 2
        and TEMPLATE.build(SESSION, sessions=4).layout["sessions"] == 4
    )
    path.write_text("session,board,ns,ew,score\n1,1,1,2,420\n1,2,1,2,50\n", "utf-8")
    assert TEMPLATE.build(read(path)).layout["sessions"] == 0
