"""Travellers as CSV: one row a line, the names beside."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.bridge.session import TravellerLine
from xl_tourney.readers.bridge.travellers_csv import read

HEADINGS = "board,ns,ew,score,ns_names,ew_names\n"


@pytest.fixture
def session(tmp_path):
    def of(text: str):
        path = tmp_path / "night.csv"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return of


def test_one_row_a_line(session) -> None:
    found = session(HEADINGS + "2,1,2,420,Ann & Bob,\n1,3,4,−50,,Cleo & Dora\n1,1,2,a+,,\n")
    assert found.lines == [
        TravellerLine(2, "1", "2", 420.0),
        TravellerLine(1, "3", "4", -50.0),
        TravellerLine(1, "1", "2", "a+"),
    ]
    assert found.names == {"1": "Ann & Bob", "2": "", "3": "", "4": "Cleo & Dora"}
    assert list(found.boards) == [1, 2]


def test_headings_by_other_names_and_the_contract(session) -> None:
    found = session("Bd;NS pair;EW pair;NS score;Contract;Declarer;Tricks\n3;1;2;-100;4SX;N;9\n")
    assert found.lines == [TravellerLine(3, "1", "2", -100.0, "4SX", "N", 9)]


def test_no_row_is_left_out(session) -> None:
    """Without a score it is still to play, with NP it was not; a contract gives the score."""
    rows = "1,1,2,420,,,\n2,1,2,,,,\n3,1,2,NP,,,\n4,1,2,,4♠x,N,+1\n5,1,2,,pass,,\n6,1,2,,3NT,E,−2\n"
    found = session("board,ns,ew,score,contract,by,tricks\n" + rows)
    assert [line.score for line in found.lines] == [420, None, "NP", None, None, None]
    assert [(line.contract, line.tricks) for line in found.lines[3:]] == [
        ("4♠x", "+1"), ("pass", None), ("3NT", "-2"),
    ]  # fmt: skip
    assert len(session("board,ns,ew,contract,by,tricks\n1,1,2,4S,N,10\n").lines) == 1


def test_what_each_side_is_given(session) -> None:
    rows = "1,1,2,60,40\n2,1,2,60%,30%\n3,1,2,60/40,\n4,1,2,-100,50\n5,1,2,A+,A\n"
    found = session("board,ns,ew,score,score_ew\n" + rows).lines
    assert [(line.score, line.score_ew) for line in found] == [
        (60, 40), ("60%", "30%"), ("60/40", None), (-100, 50), ("A+", "A"),
    ]  # fmt: skip


def test_sections_with_numbers_of_their_own(session) -> None:
    found = session("section,board,ns,ew,score\nA,1,1,2,420\nB,1,1,2,50\nB,1,3,4,50\n")
    assert [(line.ns, line.ew) for line in found.lines] == [
        ("A1", "A2"),
        ("B1", "B2"),
        ("B3", "B4"),
    ]
    assert found.sections == {"A1": "A", "A2": "A", "B1": "B", "B2": "B", "B3": "B", "B4": "B"}


def test_sections_that_number_on(session) -> None:
    """East-West 9 sat in both sections, and is in none."""
    found = session("section,board,ns,ew,score\nA,1,1,9,420\nB,1,3,4,50\nB,2,3,9,50\n")
    assert [(line.ns, line.ew) for line in found.lines] == [("1", "9"), ("3", "4"), ("3", "9")]
    assert found.sections == {"1": "A", "3": "B", "4": "B"}


def test_sections_of_pairs_that_sit_against_their_own_number(session) -> None:
    found = session("section,board,ns,ew,score\nA,1,1,1,420\nB,1,1,1,50\n")
    assert [(line.ns, line.ew) for line in found.lines] == [("A1NS", "A1EW"), ("B1NS", "B1EW")]
    assert found.sections["B1EW"] == "B"


@pytest.mark.parametrize(
    ("rows", "winners"),
    [("1,1,2,0\n2,3,4,0", 2), ("1,1,2,0\n2,2,3,0", 1), ("1,1,1,0\n2,1,2,0", 2)],
    ids=["nobody changes direction", "somebody does", "a number is two pairs"],
)
def test_how_many_winners(session, rows, winners) -> None:
    assert session(f"board,ns,ew,score\n{rows}\n").winners == winners


def test_a_number_that_sits_against_itself_is_two_pairs(session) -> None:
    found = session(HEADINGS + "1,1,1,420,Ann & Bob,Cleo & Dora\n2,1,2,50,,\n")
    assert [(line.ns, line.ew) for line in found.lines] == [("1NS", "1EW"), ("1NS", "2EW")]
    assert found.names == {"1NS": "Ann & Bob", "1EW": "Cleo & Dora", "2EW": ""}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("board,ns,score\n1,2,3\n", ": there is no column ew; the first row has board, ns, score"),
        ("board,ns,ew,score\n", ": there is no row below the headings; add what was played"),
        ("board,ns,ew,by\n1,1,2,N\n", ": there is no column score; the first row has board, ns"),
        ("board,ns,ew,score,tricks\n1,1,2,,ten\n", ", row 2: tricks must be a number, not “ten”"),
        ("board,ns,ew,score,score_ew\n1,1,2,60,x\n", ", row 2: score_ew must be a number"),
        ("board,ns,ew,score\n1,1,2,42x\n", ", row 2: score must be a number, not “42x”"),
        ("board,ns,ew,score\n0,1,2,420\n", ", row 2: board must be 1 or more, not 0"),
        ("board,ns,ew,score\n1.5,1,2,420\n", ", row 2: board must be a whole number"),
        (
            HEADINGS + "1,1,2,0,Ann,Bob\n2,2,1,0,Cleo,Ann\n",
            ", row 3: pair 2 is Cleo here and Bob above; correct the number or the names",
        ),
    ],
)
def test_every_fault_names_file_row_and_remedy(session, text, says) -> None:
    with pytest.raises(InputError, match=f"^night.csv{says}"):
        session(text)
