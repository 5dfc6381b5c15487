"""A movement stands in the travellers, so that nobody types the numbers of pairs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from xl_tourney.events.event import Event
from xl_tourney.exports.bridge import read_session
from xl_tourney.generator.generate import make
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "club.xlsx"
    make(TEMPLATES["bridge"], None, path, boards=7, tables=4, pairs=8)
    return path


def test_a_howell_of_four_tables(book: Path, run) -> None:
    code, out, err = run("pair", book, "--tables", "4", "--json")
    assert code == 0 and "4 tables, 7 rounds of 1 board: 7 boards." in err
    rounds = json.loads(out)["rounds"]
    assert rounds[0]["system"] == "howell"
    assert rounds[0]["pairs"][0]["boards"] == [1]
    code, out, err = run("pair", book, "--tables", "4", "--write")
    assert code == 0, err
    session = read_session(Event.open(book).calculated)
    assert len(session.lines) == 28
    assert sorted(session.names) == [str(number) for number in range(1, 9)]
    met = Counter(frozenset((line.ns, line.ew)) for line in session.lines)
    assert len(met) == 28
    for lines in session.boards.values():
        assert sorted(pair for line in lines for pair in (line.ns, line.ew)) == sorted(
            session.names
        )


def test_what_does_not_fit_is_said(book: Path, run) -> None:
    code, _, err = run("pair", book)
    assert code == 2 and "no pairs are listed; list them on Setup" in err
    code, _, err = run("pair", book, "--tables", "5")
    assert code == 2
    assert f"7 boards, and 9 sets are played; xl-tourney update {book} --boards 9" in err
    code, _, err = run("pair", book, "--tables", "5", "--movement", "share-and-relay")
    assert code == 2 and "share-and-relay is for 4 to 20 tables (even numbers), not 5" in err
    code, _, err = run("pair", book, "--tables", "5", "--movement", "mitchell", "--write")
    assert (
        code == 2
        and f"a board has 4 lines, and 5 are needed; xl-tourney update {book} --tables 5" in err
    )


def test_of_an_odd_number_one_pair_sits_out(book: Path, run) -> None:
    """Nobody is written in the place of the missing pair."""
    saved = Event.open(book)
    filled = saved.calculated
    cells = {filled.address(("pair", "names"), "pair", at): at for at in range(1, 8)}
    book.write_bytes(saved.with_values(cells))
    code, _, err = run("pair", book, "--write")
    assert code == 0, err
    session = read_session(Event.open(book).calculated)
    pairs = [str(number) for number in range(1, 8)]
    assert [*session.names] == pairs
    boards = Counter(pair for line in session.lines for pair in (line.ns, line.ew))
    assert boards == dict.fromkeys(pairs, 6), "everybody sits out one board of seven"
    assert run("standings", book)[2] == "", "no check fails"


def test_another_movement_takes_the_scores_of_the_old_one_away(book: Path, run) -> None:
    """They would be those of other pairs; without --write it is said that there are some."""
    assert run("pair", book, "--tables", "4", "--write", "--no-backup")[0] == 0
    saved = Event.open(book)
    filled = saved.calculated
    place = filled.address(("ns", "ew", "score"), "contract", 1)
    book.write_bytes(saved.with_values({place: "3NS="}))
    code, out, err = run("pair", book, "--tables", "4")
    assert code == 0 and "– 1\n" not in out
    assert "has games in its list already, such as" in err
    assert "--write writes this one only with --force." in err
    assert run("pair", book, "--tables", "4", "--write")[0] == 2
    options = ("--tables", "4", "--write", "--force", "--movement", "mitchell")
    assert run("pair", book, *options)[0] == 0
    session = read_session(Event.open(book).calculated)
    assert len(session.lines) == 12
    assert not any(line.contract for line in session.lines)
