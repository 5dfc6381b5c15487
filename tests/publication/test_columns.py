"""Which columns of standings a phone shows first, and what it says of short headings."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.saved import read_standings
from xl_tourney.languages import language_of, speaking
from xl_tourney.publication.page.tables import _first_columns, format_legend

EXACT = "Best and worst place are exact but for ties on points"
WORKBOOKS = Path(__file__).parents[2] / "workbooks"


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


def test_zones_have_a_key_and_exact_places_no_second_date() -> None:
    table: Any = SimpleNamespace(
        subtitle=f"{EXACT} after 8 results, as of 1.2.26.",
        caption="Standings",
        headings=["Place", "Team", "Goes to"],
        heading_cells=[SimpleNamespace(alignment=SimpleNamespace(text_rotation=0))] * 3,
        words=["Place", "Team", "Goes to"],
        rows=[["1", "Ann", "Promoted"], ["2", "Bo", ""], ["3", "Cy", "Relegated"]],
        row_header_column=1,
    )
    with speaking(language_of("de")):
        exact, zones = format_legend(table, frozenset(), is_over=False)
    assert exact == (
        '<p class="legend">Bester und schlechtester Platz sind exakt außer bei Punktgleichheit.</p>'
    )
    assert zones == (
        '<p class="legend zones"><span><b class="zone z0"></b> Aufstieg</span> '
        '<span><b class="zone z1"></b> Abstieg</span></p>'
    )


def test_what_only_a_phone_shortens_is_explained_there() -> None:
    (table,) = read_standings(WORKBOOKS / "chess_sinquefield_2014.xlsx")
    _, key, of_phone = format_legend(table, frozenset(), is_over=True)
    assert key == (
        '<p class="legend key"><dfn>Fed.</dfn> federation, <dfn>TPR</dfn> performance rating.</p>'
    )
    assert of_phone == (
        '<p class="legend key phone"><dfn>DE</dfn> Direct encounter, <dfn>WIN</dfn> Rounds won, '
        "<dfn>SB</dfn> Sonneborn-Berger, <dfn>KS</dfn> Koya.</p>"
    )
