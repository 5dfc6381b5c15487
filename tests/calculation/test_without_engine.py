"""A Python without compiled packages does the same with an event, but for what it says itself."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.event_commands import run_in_folders
from tests.explanations.books import WORKBOOKS, sample
from tests.without_engine import (
    AS_SAVED_SENTENCE,
    EVENTS_OF,
    Ran,
    check_same,
    commands_for,
    files_of,
    make_event,
    start_without,
)
from xl_tourney import calculation
from xl_tourney.explanations.explain import explain
from xl_tourney.explanations.place import pair


def _compare(games: Sequence[str], folder: Path) -> None:
    commands, others = {}, {}
    for game in games:
        here, there = folder / "here" / game, folder / "there" / game
        new = make_event(game, here)
        ((made,),) = run_in_folders({str(here): [new]}).values()
        assert made["code"] == 0, made
        commands[str(here)] = others[str(there)] = commands_for(game, here, new)
        shutil.copytree(here, there)
    expected, found = run_in_folders(commands), start_without(others)
    for here, there in zip(commands, others, strict=True):
        check_same(
            Ran(expected[here], files_of(Path(here))), Ran(found[there], files_of(Path(there)))
        )


@pytest.mark.slow
def test_the_commands_of_all_games(tmp_path: Path) -> None:
    _compare([*EVENTS_OF], tmp_path)


def test_standings_and_reasons_of_a_sample(tmp_path: Path) -> None:
    book = str(WORKBOOKS / "tantrix_euro_2001.xlsx")
    commands = {str(tmp_path): [["standings", book], ["explain", book, "P02", "--working"]]}
    (expected,), (found,) = run_in_folders(commands).values(), start_without(commands).values()
    assert [one["out"] for one in found] == [one["out"] for one in expected]
    assert [one["err"].strip() for one in found] == [AS_SAVED_SENTENCE] * 2


def test_nobody_tries_other_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "calculator", lambda: calculation.AS_SAVED)
    answer = explain(sample("tantrix_2001"), "P06 over P25", with_flip=True)
    assert answer.closing == [pair.NOT_TRIED]
