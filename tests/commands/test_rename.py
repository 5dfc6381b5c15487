"""A name is corrected wherever it is typed: in a terminal, and in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import xl_tourney
from tests.backups import backups_of
from tests.templates.small import SMALL
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.commands.workbooks.rename import rename
from xl_tourney.ooxml.package import Package

MATCHES = "player_a,player_b,games,tps_a,tps_b,event\nAda,Bob,3,45,15,1\nBob,Cy,3,40,20,1\n"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    data, made = tmp_path / "data.csv", tmp_path / "book.xlsx"
    data.write_text(MATCHES, "utf-8")
    xl_tourney.new("tantrix", made, data, **SMALL["tantrix"])
    return made


@pytest.mark.slow
def test_a_terminal_says_each_cell_and_keeps_the_old_workbook(run, book: Path) -> None:
    before = book.read_bytes()
    code, out, err = run("rename", book, "Bob", "Bobby", "--dry-run")
    assert (code, out.count("Bob → Bobby")) == (Exit.DONE, 3)
    assert "it would have 3 values replaced." in err and book.read_bytes() == before
    code, out, err = run("rename", book, "Bob", "Bobby")
    assert out.count("Bob → Bobby") == 3
    (copy,) = backups_of(book)
    old = f"The old workbook is {copy}; undo brings it back."
    assert err == f"{book}: 3 values replaced. {old}\n"
    assert copy.read_bytes() == before
    code, out, err = run("rename", book, "Bob", "Bobby")
    assert (code, out) == (Exit.WRONG, "") and "has no “Bob” that could be renamed" in err


@pytest.mark.slow
def test_a_program_gets_the_changes(run, book: Path) -> None:
    done = xl_tourney.rename(book, "Cy", "Cyd", backup=False)
    assert done.written and done.backup is None
    assert {(change.old, change.new) for change in done.changes} == {("Cy", "Cyd")}
    _, out, _ = run("rename", book, "Cyd", "Cy", "--json", "--no-backup")
    answer = json.loads(out)
    assert (answer["written"], len(answer["changes"])) == (True, 2)
    assert answer["changes"][0] == {"cell": str(done.changes[0].cell), "old": "Cyd", "new": "Cy"}


def test_the_act_itself_says_what_would_be_typed_and_writes_nothing(book: Path) -> None:
    before = book.read_bytes()
    outcome = rename(Package.from_path(book), "Bob", "Bobby")
    assert [edit.value for edit in outcome.edits] == ["Bobby"] * 3
    assert outcome.files.keys() == {book} and outcome.files[book] != before
    assert book.read_bytes() == before and not outcome.result.written
