"""A Python without compiled packages does the same with an event, but for what it says itself."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from tests.event_commands import run_in_folders
from tests.explanations.books import WORKBOOKS, sample
from tests.templates.plain_libreoffice import make_profile
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
from xl_tourney.calculation import stamp
from xl_tourney.desk.event import enter_result
from xl_tourney.events.event import Event
from xl_tourney.explanations.explain import explain
from xl_tourney.explanations.place import pair
from xl_tourney.generator.generate import make
from xl_tourney.hosts.libreoffice import program
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing.next_round import write_pairing
from xl_tourney.pairing.request import Request
from xl_tourney.templates import TEMPLATES

EACH_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
"""A file of each sheet, as it is shown."""


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


@pytest.mark.slow
def test_the_commands_of_all_games(ran: dict[str, tuple[Ran, Ran]]) -> None:
    for game in EVENTS_OF:
        check_same(*ran[game])


@pytest.mark.slow
def test_standings_and_reasons_of_a_sample(ran: dict[str, tuple[Ran, Ran]]) -> None:
    (expected, _), (found, _) = ran["sample"]
    assert [one["out"] for one in found] == [one["out"] for one in expected]
    assert [one["err"] for one in found] == [one["err"] for one in expected]


def test_nobody_tries_other_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "calculator", lambda: calculation.AS_SAVED)
    answer = explain(sample("tantrix_2001"), "P06 over P25", with_flip=True)
    assert answer.closing == [pair.NOT_TRIED]


@pytest.mark.slow
def test_what_is_written_shows_no_old_value(tmp_path, monkeypatch) -> None:
    """A round is paired and played without an engine; a LibreOffice that only loads shows it."""
    players = tmp_path / "players.csv"
    players.write_text("name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\n", "utf-8")
    book = tmp_path / "book.xlsx"
    make(TEMPLATES["chess"], players, book, players=6, rounds=3, tiebreaks="BH,SB")
    with monkeypatch.context() as without:
        without.setattr(calculation, "_installed", lambda: calculation.AS_SAVED)
        without.setattr(stamp, "_engine", str)
        book.write_bytes(write_pairing(Event.open(book), Request(write=True))[1])
        for board, result in ((1, "0-1"), (2, "1/2")):
            asked = {"round": 1, "board": board, "result": result}
            book.write_bytes(enter_result(Package.from_path(book), asked)[0])
        assert Event.open(book).is_current
    assert not Event.open(book).is_current  # who has an engine calculates it
    (tmp_path / "sure.xlsx").write_bytes(Event.open(book).calculated.package.data)
    profile = make_profile(tmp_path / "home")
    to_folder = ("--convert-to", EACH_SHEET, "--outdir", str(tmp_path))
    program.find().run_soffice(profile, *to_folder, str(book), str(tmp_path / "sure.xlsx"))
    shown, sure = (
        {path.stem.split("-")[1]: path.read_text("utf-8") for path in tmp_path.glob(f"{name}-*")}
        for name in ("book", "sure")
    )
    assert shown == sure and {"Standings", "Calculation"} <= shown.keys()
    points = {row[3]: row[7] for row in csv.reader(shown["Standings"].splitlines())}
    assert sorted(points[name] for name in ("Ada", "Ben", "Cleo", "Dan")) == [
        "0",
        "0.5",
        "0.5",
        "1",
    ]
