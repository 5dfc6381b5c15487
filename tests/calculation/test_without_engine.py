"""A Python without compiled packages does the same with an event, but for what it says itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.event_commands import run_in_folders
from tests.explanations.books import WORKBOOKS, sample
from tests.without_engine import (
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


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Ran, Ran]]:
    """The commands of an event of each game, and some of a sample, run here and there.

    Here the workbook of an event is made once, and there once more.
    """
    folder = tmp_path_factory.mktemp("games")
    commands, others, made = {}, {}, {}
    sample_folder = folder / "sample"
    sample_folder.mkdir()
    for game in EVENTS_OF:
        here, there = str(folder / "here" / game), str(folder / "there" / game)
        new = make_event(game, Path(here))
        made |= run_in_folders({here: [new]})
        assert made[here][0]["code"] == 0, made
        *commands[here], _ = others[there] = commands_for(game, new)
        shutil.copytree(here, there)
        shutil.copy(Path(here, "book.xlsx"), Path(here, "new.xlsx"))
    book = str(WORKBOOKS / "tantrix_euro_2001.xlsx")
    commands[str(sample_folder)] = others[str(sample_folder)] = [
        ["standings", book],
        ["explain", book, "P02", "--working"],
    ]
    expected, found = run_in_folders(commands), start_without(others)
    for here, (one,) in made.items():
        as_new = {key: str(text).replace("book.xlsx", "new.xlsx") for key, text in one.items()}
        expected[here].append({**as_new, "code": one["code"]})
    return {
        Path(here).name: (
            Ran(expected[here], files_of(Path(here))),
            Ran(found[there], files_of(Path(there))),
        )
        for here, there in zip(commands, others, strict=True)
    }


def test_the_commands_of_all_games(ran: dict[str, tuple[Ran, Ran]]) -> None:
    for game in EVENTS_OF:
        check_same(*ran[game])


def test_standings_and_reasons_of_a_sample(ran: dict[str, tuple[Ran, Ran]]) -> None:
    (expected, _), (found, _) = ran["sample"]
    assert [one["out"] for one in found] == [one["out"] for one in expected]
    assert [one["err"] for one in found] == [one["err"] for one in expected]


def test_nobody_tries_other_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "calculator", lambda: calculation.AS_SAVED)
    answer = explain(sample("tantrix_2001"), "P06 over P25", with_flip=True)
    assert answer.closing == [pair.NOT_TRIED]
