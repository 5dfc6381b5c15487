"""Published final tables of many sports: every figure and place, by the file of their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saved import read_standings, read_status
from tests.templates import plain_libreoffice
from tests.templates.league_sports import EVENTS
from xl_tourney.generator.generate import made
from xl_tourney.templates import TEMPLATES


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_the_table_is_as_it_was_published(name: str, tmp_path: Path) -> None:
    event = EVENTS[name]
    book = event.book(tmp_path)
    assert event.found(book) == event.published()
    if event.across:
        assert event.found_across(book) == event.published_across()
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize("name", ["champions_trophy_2017", "ice_hockey_olympics_2022"])
@pytest.mark.slow
def test_plain_libreoffice_calculates_more_than_fifty_games(
    name: str, tmp_path: Path, libreoffice: object
) -> None:
    """It calculates long columns on several threads, each with what it has by then."""
    event = EVENTS[name]
    options = {"rules": event.rules, "teams": 13, "rows": 52}
    content, _ = made(TEMPLATES["league"], event.games, "book.xlsx", **options)
    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    plain_libreoffice.convert([path], tmp_path / "saved")
    own, its = ([t.rows for t in read_standings(p)] for p in (path, tmp_path / "saved/book.xlsx"))
    assert read_status(tmp_path / "saved/book.xlsx") == "All checks passed"
    assert its == own
