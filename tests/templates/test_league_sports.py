"""Published final tables of many sports: every figure and place, by the file of their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.league_sports import EVENTS


@pytest.mark.parametrize("name", EVENTS)
def test_the_table_is_as_it_was_published(name: str, tmp_path: Path) -> None:
    event = EVENTS[name]
    book = event.book(tmp_path)
    assert event.found(book) == event.published()
    if event.across:
        assert event.found_across(book) == event.published_across()
    assert book["Status"] == "All checks passed"
