"""Travellers as CSV: one row a line, the names beside."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.bridge.session import Line
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
        Line(2, "1", "2", 420.0),
        Line(1, "3", "4", -50.0),
        Line(1, "1", "2", "a+"),
    ]
    assert found.names == {"1": "Ann & Bob", "2": "", "3": "", "4": "Cleo & Dora"}
    assert list(found.boards) == [1, 2]


def test_headings_by_other_names_and_the_contract(session) -> None:
    found = session("Bd;NS pair;EW pair;NS score;Contract;Declarer;Tricks\n3;1;2;-100;4SX;N;9\n")
    assert found.lines == [Line(3, "1", "2", -100.0, "4SX", "N", 9)]


def test_a_row_without_a_score_was_not_played(session) -> None:
    assert len(session("board,ns,ew,score\n1,1,2,420\n2,1,2,\n").lines) == 1


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
        ("board,ns,ew,score\n1,1,2,\n", ": no row has a score; fill in what was played"),
        ("board,ns,ew,score\n1,1,2,A60\n", ", row 2: score must be a number, or an artificial"),
        ("board,ns,ew,score\n1,1,2,42x\n", ", row 2: score must be a number, not “42x”"),
        ("board,ns,ew,score\n0,1,2,420\n", ", row 2: board must be 1 or more, not 0"),
        ("board,ns,ew,score\n1.5,1,2,420\n", ", row 2: board must be a whole number"),
        ("board,ns,ew,score\n1,,2,420\n", ", row 2: ns is blank; fill it in"),
        (
            HEADINGS + "1,1,2,0,Ann,Bob\n2,2,1,0,Cleo,Ann\n",
            ", row 3: pair 2 is Cleo here and Bob above; correct the number or the names",
        ),
    ],
)
def test_every_fault_names_file_row_and_remedy(session, text, says) -> None:
    with pytest.raises(InputError, match=f"^night.csv{says}"):
        session(text)
