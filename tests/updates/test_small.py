"""What an update does to the smallest workbooks: fast, and cell by cell."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import openpyxl
import pytest

import xl_tourney
from tests.backups import backups_of
from tests.updates.conftest import tables_of
from tests.updates.test_growing import contents, rules
from xl_tourney import update
from xl_tourney.commands import find
from xl_tourney.commands.parts.running import run
from xl_tourney.errors import TourneyError
from xl_tourney.events.event import Event
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package
from xl_tourney.updates.grown_workbook import grow

pytestmark = pytest.mark.slow

TANTRIX = TEMPLATES["tantrix"]
FIRST = ("Ada,Bob,3,45,15,1", "Bob,Cy,3,40,20,1")


@pytest.fixture
def book(tmp_path: Path, matches) -> Path:
    """A group of two matches, with room for one more player and two more matches."""
    path = tmp_path / "group.xlsx"
    results = TANTRIX.read(matches(*FIRST))
    path.write_bytes(package(TANTRIX.build(results, players=4, rows=4)))
    return path


def changed(book: Path, done) -> dict[str, tuple[object, object]]:
    """The cells of tables that an update changed, by place: before and after."""
    return {str(c.cell): (c.old, c.new) for c in done.changes if c.row != "AsOf"}


def place(book: Path, name: str) -> str:
    return tables_of(book).place(name)


def test_a_correction_and_a_new_match(book, matches) -> None:
    old = book.read_bytes()
    done = update(book, matches("Ada,Bob,3,44,16,1", FIRST[1], "Dora,Cy,3,30,30,2"))
    new = zip(("player_a", "player_b", "games", "tps_a", "tps_b", "event"), ["Dora", "Cy"])
    texts = {f"results[2].{key}": (None, text) for key, text in new}
    numbers = {"games": 3, "tps_a": 30, "tps_b": 30, "event": "2"}
    assert changed(book, done) == {
        place(book, name): values
        for name, values in {
            "listed[3].name": (None, "Dora"),
            "results[0].tps_a": (45, 44),
            "results[0].tps_b": (15, 16),
            **texts,
            **{f"results[2].{key}": (None, value) for key, value in numbers.items()},
        }.items()
    }
    assert done.added == [("Setup", "Dora"), ("Results", "Dora – Cy – 2")]
    assert (done.grown, done.only_typed, done.kept_formulas, done.written) == ({}, [], [], True)
    assert done.backup and [done.backup] == backups_of(book) and done.backup.read_bytes() == old
    values = openpyxl.load_workbook(book, data_only=True)
    sheet, cell = place(book, "standings[0].tps").split("!")
    assert values[sheet][cell].value == 44  # calculated anew
    assert [change.new for change in done.changes if change.row == "AsOf"] == [
        date.today().isoformat()
    ]


def test_a_look_before_writes_nothing(book, matches) -> None:
    old = book.read_bytes()
    newer = matches("Ada,Bob,3,44,16,1", FIRST[1])
    done = update(book, newer, dry_run=True)
    assert len(changed(book, done)) == 2 and not done.written and done.backup is None
    assert book.read_bytes() == old and backups_of(book) == []
    assert update(book, newer, backup=False).backup is None
    assert backups_of(book) == []


def test_what_is_typed_is_kept_where_that_is_asked_for(book, matches) -> None:
    newer = matches("Ada,Bob,3,44,16,1", FIRST[1], "Cy,Ada,3,30,30,2")
    done = update(book, newer, keep_typed=True)
    assert set(changed(book, done)) == {
        place(book, f"results[2].{key}")
        for key in ("player_a", "player_b", "games", "tps_a", "tps_b", "event")
    }


def test_who_is_missing_in_the_file_stays(book, matches) -> None:
    done = update(book, matches(FIRST[0]))
    assert changed(book, done) == {}
    assert [text for _, text in done.only_typed + done.only_typed_results]


def test_a_name_is_put_right_wherever_it_stands(book, matches) -> None:
    data = matches("Ada,Bobby,3,45,15,1", "Bobby,Cy,3,40,20,1")
    command = find("update")
    assert command
    done = run(command, {"book": book, "data": data, "renamed": {"Bob": "Bobby"}}).result
    cells = ("listed[1].name", "results[0].player_b", "results[1].player_a")
    assert changed(book, done) == {place(book, cell): ("Bob", "Bobby") for cell in cells}


@pytest.mark.slow
def test_more_results_than_there_is_room_for(book, matches) -> None:
    more = (f"Ada,P{n},3,30,30,2" for n in range(3))
    done = update(book, matches(*FIRST, *more))
    assert done.grown.keys() == {"rows", "players"}
    assert {was for was, _ in done.grown.values()} == {4}
    assert all(now >= 5 for _, now in done.grown.values())


def test_room_is_not_made_smaller(book) -> None:
    old = book.read_bytes()
    for room in ({"rows": 3}, {"boards": 9}, {"players": 101}):
        with pytest.raises(TourneyError):
            update(book, room=room)
    assert book.read_bytes() == old


SMALL = {
    "tantrix": (
        "player_a,player_b,games,tps_a,tps_b\nAda,Bob,3,45,15\n",
        {"players": 3, "rows": 3},
    ),
    "kdice": ("player,games,p1,p2,p3,p4,p5,p6,p7\nx,35,7,6,5,4,4,4,5\n", {"rows": 2}),
    "league": (
        "home,away,home_score,away_score,round\nA,B,2,1,1\nB,A,1,0,2\n",
        {"teams": 2, "rows": 2},
    ),
}
"""Results of a game as small as they can be, and the room that they take."""


@pytest.mark.parametrize("name", SMALL)
def test_a_small_workbook_with_more_room_is_the_larger_one(name: str, tmp_path: Path) -> None:
    text, room = SMALL[name]
    template, path = TEMPLATES[name], tmp_path / "results.csv"
    path.write_text(text, "utf-8")
    results = template.read(path)
    saved = Event.open(Package(package(template.build(results, **room))))
    more = {option: size + 2 for option, size in room.items()}
    grown = openpyxl.load_workbook(io.BytesIO(grow(saved, {**saved.layout, **more}).data))
    larger = template.build(results, **more)
    found, wanted = contents(grown), contents(larger)
    for cell in {cell for cell in {*found, *wanted} if cell.endswith("!A2")}:
        found.pop(cell), wanted.pop(cell)  # it names hidden columns of the results
    assert found == wanted
    assert rules(grown).items() >= rules(larger).items()


def test_where_a_table_is_full_twice_its_rows_are_suggested() -> None:
    built = TANTRIX.build(players=5, rows=7, groups=2)
    lines = {row[0].value: row for row in built["Checks"].iter_rows()}
    for table, command in (("Setup: players", "--players 10"), ("Results: rows", "--rows 14")):
        assert f"xl-tourney update BOOK {command}" in str(lines[table][3].value)


@pytest.mark.parametrize("game", ["chess", "go", "kdice", "tantrix"])
def test_a_name_that_is_a_label_stays_a_name_in_another_language(tmp_path: Path, game: str) -> None:
    """Who is called White is added to a German workbook as White, and found there again."""
    book, data = tmp_path / "open.xlsx", tmp_path / "list.csv"
    heading, of = {
        "kdice": ("player,games,profile", f",70,{_PROFILE}"),
        "go": ("name,rank", ",1k"),
    }.get(game, ("name", ""))
    names = ["Ada", "Player 1", "Black", "White"]
    for count in (3, 4):
        data.write_text("\n".join([heading, *(name + of for name in names[:count])]), "utf-8")
        if count == 3:
            xl_tourney.new(game, book, data, language="de")
    assert [row for _, row in xl_tourney.update(book, data).added] == ["White"]
    assert {one.name for one in Event.open(book).entrants} == {*names}


_PROFILE = "29%-14%-12%-11%-11%-11%-12%"
