"""An event in its last round: no check fails, every command works, the page says what is open."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.events.half_played import half_played
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.templates import TEMPLATES

EVENTS = {
    ("bridge", 1): ("In progress, 105 of 126 results", "105 of 126 results are in."),
    ("chess", 1): (
        "In progress, round 10: 1 of 3 results",
        "Round 10 is being played: 1 of 3 results are in.",
    ),
    ("go", 1): (
        "In progress, round 7: 2 of 4 results",
        "Round 7 is being played: 2 of 4 results are in.",
    ),
    ("league", 2): ("In progress, 2 games to play", "2 games to play."),
    ("tantrix", 1): ("In progress, 2 matches to play", "2 games to play."),
}
"""The samples, what their status says first, and what the page says to readers."""
FORMATS = {"bridge": "csv", "chess": "trf", "go": "h9", "league": "csv", "tantrix": "csv"}
AGAIN = {
    "bridge": ("--pairs", 14),
    "chess": ("--system", "round-robin", "--players", 6, "--listed", "chosen"),
    "go": ("--system", "round-robin", "--rows", 16),
    "league": ("--teams", 4, "--rows", 6),
}
"""How a workbook is made of the file; with room for its data and no more."""


@pytest.fixture(params=EVENTS, ids=lambda event: f"{event[0]}-{event[1]}")
def event(request, sample_files, tmp_path):
    """The name of the template, status, news, the number of open games; the workbook is there."""
    name, at = request.param
    template = TEMPLATES[name]
    path = sample_files.path(template, template.samples[at])
    return name, *EVENTS[request.param], half_played(path, tmp_path / "book.xlsx")


def test_every_command_works(event, run) -> None:
    name, status, news, games = event
    code, out, err = run("standings", "book.xlsx", "--format", "json")
    shown = json.loads(out)
    assert (code, shown["provisional"]) == (Exit.DONE, False)
    assert shown["status"].startswith(status)
    assert "provisional" not in err
    assert run("recalc", "book.xlsx")[0] == Exit.DONE  # as Excel saves it; the others need not

    assert run("publish", "book.xlsx", "-o", "page.html")[0] == Exit.DONE
    page = Path("page.html").read_text("utf-8")
    assert f'<span aria-hidden="true">●</span> {news}</p>' in page
    assert "is not explained" not in page
    listed = page.partition('<section id="next"')[2].partition("</section>")[0]
    assert listed.count("<tr><td") == games
    assert len(re.findall("<a href=", listed)) == 2 * games, "players are named, and led to"

    code, _, err = run("export", "book.xlsx", "--to", FORMATS[name])
    assert code == Exit.DONE, err
    (file,) = (path for path in Path().iterdir() if path.stem == "book" and path.suffix != ".xlsx")
    code, _, err = run("new", name, "--data", file, "-o", "again.xlsx", *AGAIN.get(name, ()))
    assert code == Exit.DONE and status in err, err
    player = shown["tables"][0]["texts"][0][_name_at(shown)]
    code, out, err = run("explain", "book.xlsx", player, "--working")
    assert code == Exit.DONE, err
    assert "Results of " in out or re.search(r"^ *Round \d: ", out, re.M), out


def _name_at(shown) -> int:
    headings = [column["heading"] for column in shown["tables"][0]["columns"]]
    return next(at for at, heading in enumerate(headings) if heading in ("Player", "Team", "Pair"))


def test_a_usebio_file_says_what_it_leaves_out(sample_files, tmp_path, run) -> None:
    template = TEMPLATES["bridge"]
    games = half_played(sample_files.path(template, template.samples[1]), tmp_path / "book.xlsx")
    code, _, err = run("export", "book.xlsx", "--to", "usebio")
    assert code == Exit.DONE and f"{games} lines have no score yet" in err
