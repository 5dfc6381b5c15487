"""Prizes and boards of a chess workbook on its page; the figures are those of the four games."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.publication.test_publish import Page
from xl_tourney.events.prizes import read_boards
from xl_tourney.events.report import Report, make_report
from xl_tourney.ooxml.package import Package
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.progress import progress_of
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

pytestmark = pytest.mark.slow
PLAYERS = """no,name,club,rating,r1,r2
1,Ann,Turm,2100,3w1,2b=
2,Bo,Turm,1900,4b1,1w=
3,Cy,Lasker,1800,1b0,4w1
4,Di,Lasker,1500,2w0,3b0
"""


@pytest.fixture(scope="module")
def chess(tmp_path_factory) -> Report:
    """Four players after two rounds, with a prize for everybody and one below 1900."""
    data = tmp_path_factory.mktemp("chess") / "chess.csv"
    data.write_text(PLAYERS, "utf-8")
    template = TEMPLATES["chess"]
    workbook = template.build(template.read(data), rounds=2)
    sheet = workbook["Prizes"]
    top = next(cell.row for cell in sheet["A"] if cell.value == 1)
    sheet.cell(top, 2).value, sheet.cell(top, 3).value = "Overall", 1
    sheet.cell(top + 1, 2).value, sheet.cell(top + 1, 3).value = "Below <1900>", 2
    sheet.cell(top + 1, 5).value = 1899
    games = workbook["Games"]
    heads = next(row for row in games.iter_rows() if row[0].value == "Round")
    typed = dict(zip((cell.value for cell in heads), (cell.column for cell in heads)))
    row = heads[0].row + 1
    for heading, value in (("Round", 2), ("Board", 7), ("White", "Cy"), ("Black", "Di")):
        games.cell(row, typed[heading]).value = value
    games.cell(row, typed["Result"]).value = "1-0"
    return make_report(Package(package(workbook), "book.xlsx"))


def test_prizes_have_their_winners_and_a_choice(chess) -> None:
    overall, below = chess.event.prizes
    assert (overall.name, overall.winners) == ("Overall", ["1. Ann"])
    assert (below.name, below.winners) == ("Below <1900>", ["3. Cy", "4. Di"])
    assert below.rows == {3, 4}
    page = Page(format_page(chess))
    names = next(a["data-prizes"] for a, _ in page.all("table") if "data-prizes" in a)
    assert json.loads(str(names)) == {"0": "Overall", "1": "Below <1900>"}
    assert [a.get("data-prizes") for a, _ in page.all("tr")][1:5] == ["0", "0", "0 1", "0 1"]
    assert [text for _, text in page.all("h3") if text == "Below <1900>"]
    assert "As the table stands now." not in format_page(chess)


def test_prizes_are_not_won_while_a_round_is_played(chess) -> None:
    status = "In progress, round 2: 1 of 2 results"
    assert "As the table stands now." in format_page(replace(chess, status=status))


def test_boards_are_those_typed_and_else_by_points(chess) -> None:
    assert read_boards(chess.event.values) == {("Round 2", "3"): 7, ("Round 2", "4"): 7}
    rounds = chess.event.rounds
    found = [[(game.sides[0].text, game.board) for game in part.games] for part in rounds]
    assert [sorted(part) for part in found] == [[("1", 1), ("4", 2)], [("2", 2), ("3", 7)]]


def test_places_after_each_round_follow_the_points(chess) -> None:
    progress = progress_of(chess.parts[0], chess.event.entrants, chess.event.rounds)
    assert progress and progress.rounds == ["Round 1", "Round 2"]
    assert dict(progress.places) == {
        "player-ann": [1, 1], "player-bo": [2, 2], "player-cy": [3, 3], "player-di": [4, 4]
    }  # fmt: skip
