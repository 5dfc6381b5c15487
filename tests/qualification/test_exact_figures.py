"""Which workbooks get exact figures of their race."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.events.event import Event
from xl_tourney.qualification.exact_figures import with_exact_figures


class Closed(Event):
    """An event whose file must not be opened."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} is opened")


def event(tables: list[Any]) -> Event:
    found = object.__new__(Closed)
    vars(found).update(outline=SimpleNamespace(tables=tables), tables=tables)
    return found


def test_a_workbook_without_their_columns_is_not_opened() -> None:
    other: Any = SimpleNamespace(columns=[SimpleNamespace(key="name")])
    assert with_exact_figures(event([other])) is None
    theirs: Any = SimpleNamespace(columns=[*other.columns, SimpleNamespace(key="known_best_place")])
    with pytest.raises(AssertionError, match="package is opened"):
        with_exact_figures(event([other, theirs]))
