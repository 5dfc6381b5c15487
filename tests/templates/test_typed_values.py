"""Values as people type them into plain LibreOffice: what the row then says, in each template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.templates.tables import Tables
from tests.update.typing_in_libreoffice import Input, Typist, start_typist
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.readers.kdice import PlayerProfile
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.readers.tantrix import Match
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

pytestmark = pytest.mark.slow

RESULTS: Mapping[str, Any] = {
    "league": League([LeagueGame("Reds", "Blues", 2, 1, f"{n}") for n in range(18)]),
    "tantrix": [Match(f"Ann {n}", "Bob", 1, 12, 8) for n in range(7)],
    "kdice": [PlayerProfile(f"P{n}", 100, (20, 17, 14, 11, 11, 11, 16)) for n in range(10)],
    "bridge": Session(
        [TravellerLine(1, f"{n}", f"{n + 20}", 420, "4S", "N", 10) for n in range(1, 8)]
    ),
}
TIME = "A score is below 0, or a time"
PARTS = "Not complete: two teams, and a number in each score cell"
UNLISTED = "A player who is not listed"
NO_GAMES = "Not complete, or no whole number of games"
NO_SCORE = "No score that a board can have"
LEFT_OUT = "Left out: not complete, not in numbers from 0"
NO_TOTAL = "Left out: no such Games or Points; 2:1 is taken for a time"
TYPED: Mapping[str, list[tuple[str, str, str]]] = {
    "league": [
        ("results[0].home_score", "2:1", TIME),
        ("results[1].home_score", "-1", TIME),
        ("results[2].home_score", "60%", TIME),
        ("results[3].home_score", "abgesagt", PARTS),
        ("results[4].home_score", "w/o", PARTS),
        ("results[5].home_score", "1 900", PARTS),
        ("results[6].home_score", "½", PARTS),
        ("results[7].home", "  reds ", ""),
        ("results[8].home", "Redds", "A team that is not listed on Setup"),
        ("results[9].home_score", "30:28", TIME),
        ("results[10].overtime", "no", ""),
        ("results[11].away_score", "2", "A draw, and the rules have none"),
        ("results[12].overtime", "maybe", "Overtime is yes, OT, SO, AET or pen."),
        ("results[13].overtime", "n.V.", ""),
        ("results[14].overtime", "FALSE", ""),
        ("results[15].overtime", "0", ""),
        ("results[16].home_score", "12:0", TIME),
        ("results[17].home_score", "½", PARTS),
    ],
    "tantrix": [
        ("results[0].games", "2:1", NO_GAMES),
        ("results[1].games", "-1", NO_GAMES),
        ("results[2].games", "60%", NO_GAMES),
        ("results[3].tps_a", "1 900", NO_GAMES),
        ("results[4].tps_a", "-1", "TPs do not add up"),
        ("results[5].player_a", " ann   5 ", ""),
        ("results[6].player_a", "Anne", UNLISTED),
    ],
    "kdice": [
        ("players[0].games", "2:1", NO_TOTAL),
        ("players[1].games", "-1", NO_TOTAL),
        ("players[2].games", "1 900", NO_TOTAL),
        ("players[3].p1", "60%", "Finishes do not add up"),
        ("players[4].points", "w/o", NO_TOTAL),
        ("players[5].points", "2:1", NO_TOTAL),
        ("players[6].points", "60%", NO_TOTAL),
        ("players[7].points", "12:0", NO_TOTAL),
        ("players[8].games", "60%", NO_TOTAL),
        ("players[9].p1", "1 900", LEFT_OUT),
    ],
    "bridge": [
        ("travellers[0].score", "2:1", NO_SCORE),
        ("travellers[1].score", "-1", NO_SCORE),
        ("travellers[2].score", "60%", ""),
        ("travellers[3].score", "w/o", NO_SCORE),
        ("travellers[4].contract", "3XY", "Contract, By or Tricks cannot be read"),
        ("travellers[5].ns", "99", "A pair that is not on Setup"),
        ("travellers[6].score", "1 900", NO_SCORE),
    ],
}
OPTIONS: Mapping[str, Mapping[str, Any]] = {"league": {"points": "3-2-1-0", "places": 2}}


@pytest.fixture(scope="module")
def typist(tmp_path_factory, libreoffice) -> Iterator[Typist]:
    with start_typist(tmp_path_factory.mktemp("typing")) as typist:
        yield typist


@pytest.mark.parametrize("name", TYPED)
def test_a_row_says_what_is_wrong_with_what_was_typed(typist, tmp_path: Path, name) -> None:
    workbook = TEMPLATES[name].build(RESULTS[name], **OPTIONS.get(name, {}))
    tables, book = Tables(workbook.tables), tmp_path / f"{name}.xlsx"
    book.write_bytes(package(workbook))
    cells = [tuple(tables.place(place).split("!")) for place, _, _ in TYPED[name]]
    typed = [Input(text) for _, text, _ in TYPED[name]]
    typist.type_into(book, [(*cell, text) for cell, text in zip(cells, typed)])
    saved = openpyxl.load_workbook(book, data_only=True)
    said = {}
    for place, text, _ in TYPED[name]:
        sheet, cell = tables.place(f"{place.partition('.')[0]}.problem").split("!")
        said[place, text] = saved[sheet][cell].value or ""
    wanted = {(place, text): says for place, text, says in TYPED[name]}
    assert {key: says for key, says in said.items() if not says.startswith(wanted[key])} == {}
    assert {k: says for k, says in said.items() if says and not wanted[k]} == {}
    ((sheet, cell),) = saved.defined_names["Status"].destinations
    assert "need a look" in saved[sheet][cell.replace("$", "")].value
