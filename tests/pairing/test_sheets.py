"""The sheets to print say of everybody where he plays, and against whom."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from xl_tourney import commands
from xl_tourney.cli.main import main
from xl_tourney.pairing.pairing import Pair, Pairing
from xl_tourney.pairing.request import Paired
from xl_tourney.pairing.sheets import KINDS, Heading, format_sheets
from xl_tourney.templates import TEMPLATES

NAMES = {1: "Zoe", 2: "<b>Al", 3: "Cy", 4: "Di", 5: "Eve"}
ROUND = Pairing(3, "dutch", (Pair(1, 4, 1), Pair(2, 3, 2)), absent=(5,))
EVENT = Heading("Club & Cup")


class Rows(HTMLParser):
    """The rows of all tables."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def rows(kind: str, pairing: Pairing = ROUND) -> list[list[str]]:
    return Rows(format_sheets(Paired([pairing], NAMES), EVENT, [kind])).rows


def test_by_board() -> None:
    found = rows("boards")
    assert found[0] == ["Board", "White", "Black", ""]
    assert found[1:] == [["1", "Zoe", "Di", ""], ["2", "<b>Al", "Cy", ""]]


def test_a_league_of_two_teams_has_a_home_and_no_colours() -> None:
    fixture = Pairing(1, "round-robin", (Pair(1, 4, 1),))
    sheets = format_sheets(Paired([fixture], NAMES, sides=("Home", "Away")), EVENT, ["boards"])
    assert Rows(sheets).rows[0] == ["Game", "Home", "Away", ""]


def test_by_name_everybody_is_found_once() -> None:
    assert rows("names")[1:] == [
        ["<b>Al", "2", "White", "Cy"],
        ["Cy", "2", "Black", "<b>Al"],
        ["Di", "1", "Black", "Zoe"],
        ["Eve", "", "", "not paired"],
        ["Zoe", "1", "White", "Di"],
    ]


def test_a_bye_has_neither_board_nor_slip() -> None:
    pairing = Pairing(1, "mcmahon", (Pair(1, 2, 1, handicap=3), Pair(3, None)))
    assert rows("boards", pairing)[1:] == [["1", "Zoe", "<b>Al", "3 stones"], ["", "Cy", "bye", ""]]
    assert rows("results", pairing)[1:] == [["1", "Zoe", "", "<b>Al"]]
    slips = format_sheets(Paired([pairing], NAMES), EVENT, ["slips"])
    assert slips.count('class="slip"') == 1 and "Jigo" in slips and "&lt;b&gt;Al" in slips


def test_a_tag_for_each_name_and_no_markup_of_theirs() -> None:
    text = format_sheets(Paired([ROUND], NAMES), EVENT, ["tags"])
    assert text.count('class="tag"') == 5
    assert "<b>Al" not in text and "Club &amp; Cup" in text and "<script" not in text


def test_all_kinds_of_the_command_are_there() -> None:
    made = commands.find("pair")
    assert made
    (option,) = [one for one in made.parameters if one.name == "kinds"]
    assert list(option.choices) == list(KINDS)


@pytest.mark.slow
def test_the_command_prints_a_pdf_with_the_standings_beside(tmp_path, capsys, sample_files) -> None:
    template = TEMPLATES["chess"]
    book, pdf = tmp_path / "open.xlsx", tmp_path / "round.pdf"
    shutil.copy(sample_files.path(template, template.samples[0]), book)
    options = ["--round", "5", "--force", "--pdf", str(pdf)]
    with pytest.raises(SystemExit) as stopped:
        main(["pair", str(book), *options])
    assert stopped.value.code == 0 and "to print" in capsys.readouterr().err
    printed = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    text = printed.stdout.decode()
    sheets = ("pairings by board", "pairings by name", "results", "Standings before round 5")
    assert [name for name in sheets if name not in text] == []
    by_name = text.partition("pairings by name")[2].partition("Round 5: results")[0]
    assert set(re.findall(r"^ *(P\d{3})", by_name, re.MULTILINE)) == {
        f"P{n:03}" for n in range(1, 50)
    }
