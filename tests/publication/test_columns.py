"""Which columns of standings a phone shows first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.publication.page.tables import _first_columns


@pytest.mark.parametrize(
    ("leading", "headings", "first"),
    [
        ((), "Pl|Name|Club|W|T|P", {0, 1, 3, 5}),
        ((4,), "Pl|Name|Club|W|T|P", {0, 1, 4}),
    ],
)
def test_place_name_and_what_decides_come_first(
    leading: tuple[int, ...], headings: str, first: set[int]
) -> None:
    table: Any = SimpleNamespace(leading_columns=leading, headings=headings.split("|"))
    kinds = ["number", "text", "text", "number", "text", "number", "number"]
    assert _first_columns(table, 1, dict(enumerate(kinds))) == first
