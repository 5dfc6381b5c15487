"""Where results may be: in a folder, an archive, what is piped in, and in whatever encoding."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers import league
from xl_tourney.readers.go.read import read as read_go
from xl_tourney.readers.tables.source import Source

GAMES = "round,home,away,home_score,away_score\n1,Bées,Ants,2,1\n1,Cats,Dögs,0,3\n"


def names(path: Path) -> set[str]:
    return {name for game in league.read(Source(path)).rows for name in (game.home, game.away)}


@pytest.fixture(params=["folder", "zip"])
def place(request, tmp_path):
    """A folder or an archive with files in it."""

    def of(**files: str) -> Path:
        path = tmp_path / ("event.zip" if request.param == "zip" else "event")
        if request.param == "zip":
            with zipfile.ZipFile(path, "w") as archive:
                for name, text in files.items():
                    archive.writestr(name.replace("_", "."), text.encode())
        else:
            path.mkdir()
            for name, text in files.items():
                (path / name.replace("_", ".")).write_text(text, "utf-8")
        return path

    return of


def test_the_only_file_of_results_is_read(place) -> None:
    path = place(games_csv=GAMES, map_png="", read_md="# Hello", _hidden_csv="")
    assert names(path) == {"Bées", "Ants", "Cats", "Dögs"}
    assert Source(path).file == path / "games.csv"


def test_of_several_files_one_is_named(place) -> None:
    path = place(games_csv=GAMES, old_csv=GAMES.replace("Ants", "Wasps"))
    with pytest.raises(InputError) as error:
        Source(path).find_sheet({})
    assert str(error.value) == (
        f"{path}: there are 2 files in it: games.csv, old.csv; name one, as {path / 'games.csv'}."
    )
    assert "Wasps" in names(path / "old.csv") and "Wasps" not in names(path / "games.csv")
    with pytest.raises(InputError, match="there is no such file"):
        names(path / "new.csv")


def test_a_place_without_results_says_so(place) -> None:
    with pytest.raises(InputError, match="there is no file of results in it"):
        Source(place(map_png="")).find_sheet({})


def test_a_file_of_another_program_in_an_archive(tmp_path) -> None:
    h9 = next((Path(__file__).parents[1] / "data" / "go").rglob("rr4_u20.h9"))
    with zipfile.ZipFile(tmp_path / "cup.zip", "w") as archive:
        archive.write(h9, "cup/rr4.h9")
    assert read_go(tmp_path / "cup.zip") == read_go(h9)


def test_a_file_of_an_archive_is_no_larger_than_any(tmp_path) -> None:
    path = tmp_path / "cup.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.csv", bytes(65 * 2**20))
    with pytest.raises(InputError, match="larger than 64 MB"):
        Source(path).find_sheet({})


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_whatever_wrote_the_text(tmp_path, encoding, end) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(GAMES.replace("\n", end).encode(encoding))
    assert names(path) == {"Bées", "Ants", "Cats", "Dögs"}


def test_an_old_mac_has_its_own_letters(tmp_path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(GAMES.replace("\n", "\r").encode("mac-roman"))
    source = Source(path)
    assert {*source.find_sheet({"home": "home"}).rows[2]} >= {"Dögs"}
    assert "mac-roman" in source.reading.notes[0]


@pytest.mark.skipif(os.name == "nt", reason="there are no such devices")
def test_a_device_is_no_archive() -> None:
    with pytest.raises(InputError):
        Source(Path("/dev/null")).find_sheet({})


LINES = """\
Club cup 2026

Round 1
1.5.2026 FC 04 Ants - Bees 2:1
1.5.2026 Cats vs. Dögs 0–3 n.V.

2. Spieltag
FC 04 Ants 1 : 1 Cats
Dögs - Bees
"""


def test_games_in_lines_are_a_table(tmp_path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(LINES, "utf-8")
    source = Source(path)
    games = [(g.home, g.home_score, g.away_score, g.away) for g in league.read(source).rows]
    assert games == [
        ("FC 04 Ants", 2, 1, "Bees"),
        ("Cats", 0, 3, "Dögs"),
        ("FC 04 Ants", 1, 1, "Cats"),
        ("Dögs", None, None, "Bees"),
    ]
    assert [(left.row, left.text) for left in source.reading.left_out] == [(1, "Club cup 2026")]


@pytest.mark.parametrize(
    "line",
    [
        "Ants - Bees - Cats 2:1",
        "Ants 2:1",
        "postponed",
        "Ants - Bees 2:1 2:1",
        "Ants beat Bees 2:1",
    ],
)
def test_one_line_that_is_no_game_and_none_is_taken(tmp_path, line) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{LINES}{line}\n", "utf-8")
    with pytest.raises(InputError, match="rename a heading, or say what it means"):
        league.read(Source(path))


def test_a_numbered_list_has_names_and_points(tmp_path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("1. Ann Lee 5 pts\n2) Bob  4½\n2. Cid, 4,5 points\n", "utf-8")
    sheet = Source(path).find_sheet({"name": "name"})
    assert sheet.rows == [["name", "points"], ["Ann Lee", "5"], ["Bob", "4½"], ["Cid", "4,5"]]
    path.write_text("1. Ann 5\n2. Bob 4\n9. Cid 3\n", "utf-8")
    assert Source(path).find_sheet({"name": "name"}).rows[0] != ["name", "points"]
