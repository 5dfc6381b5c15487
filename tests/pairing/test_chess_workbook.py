"""A chess workbook is paired round by round; what a director says stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.backups import backups_of
from tests.pairing.files import entered, write_pairing
from xl_tourney.events.event import Event
from xl_tourney.generator.generate import make
from xl_tourney.pairing.games_page import GAME
from xl_tourney.pairing.next_round import pair_file, read_event
from xl_tourney.pairing.request import Request
from xl_tourney.readers.chess import write_trf
from xl_tourney.templates import TEMPLATES

SMALL = {"players": 8, "listed": "chosen"}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    data = tmp_path / "players.csv"
    rows = [f"{name},{2100 - 50 * at}" for at, name in enumerate(NAMES)]
    data.write_text("\n".join(["name,rating", *rows]), "utf-8")
    path = tmp_path / "cup.xlsx"
    make(TEMPLATES["chess"], data, path, **SMALL, rounds=3, tiebreaks="BH", categories=1)
    return path


def wall_list(path: Path) -> list[list[Any]]:
    return [list(player.rounds) for player in read_event(path).players]


@pytest.mark.slow
def test_a_round_is_written_where_results_are_typed(book: Path) -> None:
    paired, saved = write_pairing(book, Request(absent="gus", seed=1))
    assert [saved.backup] == backups_of(book)
    pairs = [(pair.white, pair.black) for pair in paired.pairing.pairs]
    assert wall_list(book) == [["4w"], ["5b"], ["6w"], ["1b"], ["2w"], ["3b"], ["Z"]]
    assert pairs == [(1, 4), (5, 2), (3, 6)]
    sheet = load_workbook(book, data_only=True)["Setup"]
    assert ("FirstColour", "white") in {row[:2] for row in sheet.iter_rows(values_only=True)}

    write_pairing(book, Request(1, withdrawn="Fay", seed=9))
    event = read_event(book)
    assert [row[0] for row in wall_list(book)] == ["3w", "4b", "1b", "2w", "U", "Z", "Z"]
    assert {(bye.round, bye.numbers) for bye in event.byes} == {(2, (6,)), (3, (6,))}

    entered(book, {"Games": {("Ann", "Result"): "1-0"}})
    with pytest.raises(Exception, match="Bob – Dan of round 1 has no result yet"):
        pair_file(book)
    with pytest.raises(Exception, match="has results of round 1 already, such as Ann – Cat"):
        write_pairing(book, Request(1))
    assert write_pairing(book, Request(1, force=True, seed=1))[1].written


@pytest.mark.slow
def test_a_bye_that_was_asked_for_on_the_page_games_stays(book: Path) -> None:
    saved = Event.open(book)
    row = {"round": 1, "white": "Bob", "black": "Bye", "result": "H"}
    cells = {saved.address(GAME, key, 3): value for key, value in row.items()}
    book.write_bytes(saved.with_values(cells))
    paired, _ = write_pairing(book, Request(seed=1))
    assert paired.pairing.absent == (2,)
    write_pairing(book, Request(1, seed=1))
    assert [own[0] for own in wall_list(book)] == ["5w", "H", "6b", "7w", "1b", "3w", "4b"]


@pytest.mark.slow
def test_a_workbook_without_the_page_has_pairs_in_its_wall_list(tmp_path: Path) -> None:
    data = tmp_path / "players.csv"
    data.write_text("name\nAnn\nBob\nCat\n", "utf-8")
    path = tmp_path / "cup.xlsx"
    make(TEMPLATES["chess"], data, path, **SMALL, rounds=2, games=0, tiebreaks="BH")
    write_pairing(path, Request(seed=1))
    sheet = load_workbook(path, data_only=True)["Wall list"]
    cells = {row[1]: row[2] for row in sheet.iter_rows(values_only=True) if row[1]}
    assert (cells["Ann"], cells["Bob"], cells["Cat"]) == ("2w", "1b", "U")


@pytest.mark.slow
def test_what_setup_says_counts(book: Path, tmp_path: Path) -> None:
    entered(
        book, {"Setup": {"FirstColour": "black", "KeptApart": "Ann - Dan", "Acceleration": "Baku"}}
    )
    first = pair_file(book).pairing.pairs[0]
    assert first.players == {1, 3}
    assert first.black == 1
    write_trf(read_event(book), tmp_path / "cup.trf")
    lines = (tmp_path / "cup.trf").read_text("utf-8").splitlines()
    assert "152 B" in lines
    assert "250  1.0  1.0   1   1    1    4" in lines
    assert "260   1   3    1    4" in lines
    assert pair_file(tmp_path / "cup.trf").pairing.pairs[0] == first
