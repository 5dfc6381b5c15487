"""Go tournaments built from their files: criteria and places are those that were published."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.functions.gotha import DATA, TOURNAMENTS, Tournament, figure, h9_rows, load
from tests.templates.calculated import Calculated
from xl_tourney.readers.go.read import read
from xl_tourney.readers.go.tournament import GoTournament
from xl_tourney.templates import TEMPLATES

GO = TEMPLATES["go"]
WITHOUT_SDC = "swiss16_cdfa_sdc"
"""Placed by OpenGotha's SDC, which is no criterion here."""


def table(book: Any, name: str = "Standings", top: int = 5) -> list[dict[str, Any]]:
    """The rows of a table that hold anything, by their headings."""
    head, *rows = book[f"{name}!A{top}:AZ{top + 60}"]
    named = [(at, text) for at, text in enumerate(head) if text != ""]
    return [{text: row[at] for at, text in named} for row in rows if any(c != "" for c in row)]


def label(row: dict[str, Any]) -> str:
    return str(row["Player"]).split()[0]


def opengotha(label: str) -> dict[str, dict[str, Any]]:
    """OpenGotha's figures of each player, of those who came to any round."""
    published: Tournament = load(label)
    ids = published.criteria["id"]
    figures = {name: [figure(text) for text in published.criteria[name]] for name in COLUMNS}
    places = [int(place) for place in published.criteria["place"]]
    return {
        player: {"place": places[at], **{name: figures[name][at] for name in COLUMNS}}
        for at, player in enumerate(ids)
    }


COLUMNS = (
    *("NBW", "SOSW", "SOSW-1", "SOSW-2", "SODOSW", "SOSOSW", "CUSSW"),
    *("MMS", "SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSOSM", "CUSSM"),
)


def opengotha_column(name: str, mcmahon: bool) -> str | None:
    """OpenGotha's name of a criterion; its direct comparison follows another rule."""
    if name in ("NBW", "MMS"):
        return name
    base, _, drop = name.partition("-")
    column = base + ("M" if mcmahon else "W") + (f"-{drop}" if drop else "")
    return column if column in COLUMNS else None


@pytest.fixture(scope="module")
def of_file(tmp_path_factory):
    """The tournament of a file, and its workbook, calculated."""

    @cache
    def of_file(file: str) -> tuple[GoTournament, Calculated]:
        tournament = read(DATA / file)
        if file == "mm15_jigo_byes.h9":
            tournament = replace(tournament, sums="half")  # an h9 file does not say so
        return tournament, Calculated(GO.build(tournament), tmp_path_factory.mktemp("go"))

    return of_file


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["xml", "h9"])
@pytest.mark.parametrize("name", TOURNAMENTS)
def test_criteria_and_places_are_opengothas(of_file, name, kind) -> None:
    tournament, book = of_file(f"{name}.{kind}")
    rows = table(book)
    published = opengotha(name)
    assert {label(row) for row in rows} <= set(published)
    assert len(rows) == len(tournament.players)
    mcmahon = tournament.system == "mcmahon"
    compared = [c for c in tournament.criteria if opengotha_column(c, mcmahon)]
    assert compared
    for row in rows:
        expected = published[label(row)]
        for criterion in compared:
            column = opengotha_column(criterion, mcmahon)
            assert row[criterion] == expected[column], (label(row), criterion)
        if name != WITHOUT_SDC:
            assert row["Place"] == expected["place"], label(row)
    assert book["Status"] == "All checks passed"


def test_what_cannot_be_expressed_is_said(calculated) -> None:
    tournament = read(DATA / f"{WITHOUT_SDC}.xml")
    assert tournament.left_out == ("SDC",)
    workbook = GO.build(tournament)
    texts = [c.value for row in workbook["Read me"].iter_rows() for c in row if c.value]
    assert any("placed by SDC" in str(text) for text in texts)
    others = [name for name in TOURNAMENTS if read(DATA / f"{name}.xml").left_out]
    assert others == [WITHOUT_SDC]


W_COLUMNS = ["NBW", "SOS", "SOS-1", "SOS-2", "SODOS", "SOSOS", "CUSS"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TOURNAMENTS)
def test_every_criterion_that_the_settings_express_is_opengothas(of_file, name) -> None:
    tournament, book = of_file(f"{name}.xml")
    mcmahon = tournament.system == "mcmahon"
    published = opengotha(name)
    criteria = [*W_COLUMNS[1:], *(["MMS"] if mcmahon else ["NBW"])]
    headings, compared = book.headings("score", ""), 0
    for player, cells in zip(book.column("score", "name"), book.rows("score", "")):
        if player == "":
            continue
        expected, row = published[str(player).split()[0]], dict(zip(headings, cells))
        for criterion in criteria:
            column = opengotha_column(criterion, mcmahon)
            assert row[criterion] == expected[column], (player, criterion)
            compared += 1
    assert compared == 7 * len(tournament.players)


COUNTED_AS_BYES = [41, 42, 45, 48]
"""Rows whose `0=` the list's own figures count as a won bye."""


@pytest.mark.slow
def test_the_list_of_the_egd_but_for_the_byes_it_does_not_show(calculated) -> None:
    tournament = read(DATA / "egd_T190420D.h9")
    assert (tournament.system, tournament.criteria) == ("mcmahon", ("MMS", "SOS", "SODOS"))
    rows = table(calculated(GO.build(tournament)))
    published = [[float(row[at]) for at in (6, 7, 8, 9)] for row in h9_rows("egd_T190420D")]
    by_entry = {int(row["Entry"]): row for row in rows}
    assert len(by_entry) == len(published) == 48
    for column, at in (("MMS", 0), ("Wins", 1), ("SOS", 2), ("SODOS", 3)):
        others = [n for n, row in by_entry.items() if row[column] != published[n - 1][at]]
        assert sorted(others) == ([] if column == "MMS" else COUNTED_AS_BYES)
    agreed = [row for n, row in sorted(by_entry.items()) if n not in COUNTED_AS_BYES]
    assert [row["No."] for row in agreed] == sorted(row["No."] for row in agreed)
