"""A workbook in use takes newer results: nothing typed is lost, and what changes is said."""

from __future__ import annotations

import io
import os
import re
import time
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill

from tests.backups import backups_of
from tests.saved import read_standings, read_status
from tests.templates.plain_libreoffice import convert
from tests.updates.conftest import MATCHES, cell_of, opened, tables_of
from xl_tourney.cli.main import main
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.commands import find
from xl_tourney.commands.parts.running import run_on_open
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values
from xl_tourney.updates import update as update_module

pytestmark = pytest.mark.slow

FIRST = ("Ada,Bob,3,45,15,1", "Bob,Cy,3,40,20,1")
SMALL = ("--players", "6", "--rows", "12")


@pytest.fixture(scope="module")
def new_book(tmp_path_factory):
    """The file of a group table of two matches."""
    folder = tmp_path_factory.mktemp("new")
    results, book = folder / "matches.csv", folder / "group.xlsx"
    results.write_text("\n".join([MATCHES, *FIRST, ""]), encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["new", "tantrix", "--data", str(results), "-o", str(book), *SMALL])
    assert stopped.value.code == Exit.DONE
    return book.read_bytes()


@pytest.fixture
def book(new_book, tmp_path):
    """A group table of two matches."""
    path = tmp_path / "group.xlsx"
    path.write_bytes(new_book)
    return path


def cell(path, place: str):
    """The cell of a table, ``results[0].tps_a``, or another one, with its value."""
    sheet, reference = cell_of(path, place)
    return opened(path.read_bytes()).values[sheet][reference]


def charted_rows(content: bytes) -> set[tuple[int, int]]:
    """The first and last rows of the cells that the chart shows."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
    found = re.findall(r"\$[A-Z]+\$(\d+):\$[A-Z]+\$(\d+)", chart)
    return {(int(first), int(last)) for first, last in found}


def test_newer_results_come_in_and_the_changes_are_listed(run, book, matches) -> None:
    newer = matches("Ada,Bob,3,44,16,1", FIRST[1], "Dora,Cy,3,30,30,2")
    old = book.read_bytes()
    code, dry, err = run("update", book, "--data", newer, "--dry-run")
    assert code == Exit.DONE and "it would have 2 rows added, 2 values replaced" in err
    assert book.read_bytes() == old and backups_of(book) == []
    code, out, err = run("update", book, "--data", newer)
    assert code == Exit.DONE and out == dry
    tps_a, tps_b = (tables_of(book).place(f"results[0].tps_{side}") for side in "ab")
    assert out.splitlines() == [
        "Setup: added Dora",
        "Results: added Dora – Cy – 2",
        f"{tps_a}: 45 → 44 (Ada – Bob – 1)",
        f"{tps_b}: 15 → 16 (Ada – Bob – 1)",
    ]
    (kept,) = backups_of(book)
    assert kept.read_bytes() == old
    (table,) = read_standings(book)
    player = table.headings.index("Player")
    assert [row[player] for row in table.rows] == ["Ada", "Dora", "Bob", "Cy"]
    assert charted_rows(old) == {(6, 8)} and charted_rows(book.read_bytes()) == {(6, 9)}
    assert read_status(book) == "All checks passed"
    written = book.read_bytes()
    code, out, err = run("update", book, "--data", newer)
    assert (code, out) == (Exit.DONE, "") and "there is nothing new" in err
    assert book.read_bytes() == written
    assert "there is nothing new" in run("update", book, "--data", newer, "--dry-run")[2]


def test_nothing_new_in_an_open_workbook_is_said(book, matches) -> None:
    """Its bytes are those of another program, which draws nothing anew."""
    package = Package(with_values(Package.from_path(book), {}), "group.ods")
    found = run_on_open(find("update"), {"data": matches(*FIRST)}, package)
    assert found.notes == ["group.ods: there is nothing new."] and found.edits == []
    assert found.data["written"] is False


def test_a_workbook_without_news_is_written_where_more_is_to_be_printed(
    run, tmp_path: Path
) -> None:
    """Of whatever program; that it is drawn anew goes before the backup's name."""
    players, book = tmp_path / "players.csv", tmp_path / "cup.xlsx"
    players.write_text("name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\n", "utf-8")
    run("new", "chess", "--data", players, "-o", book, "--rounds", 3)
    convert([book], tmp_path / "saved")
    for file in (book, tmp_path / "saved" / book.name):
        before = file.read_bytes()
        said = run("update", file, "--data", players)[2]
        assert said.endswith("cup.xlsx: there is nothing new.\n")
        assert file.read_bytes() == before and backups_of(file) == []
    package = Package.from_path(book)
    cut = re.sub(rb"('Players'!\$A\$1:\$[A-Z]+)\$\d+", rb"\1$9", package.read("xl/workbook.xml"))
    book.write_bytes(package.with_parts({"xl/workbook.xml": cut}))
    said = run("update", book, "--data", players)[2]
    assert "cup.xlsx: the workbook is drawn anew. The old workbook is " in said
    assert Package.from_path(book).read("xl/workbook.xml") != cut


def test_what_was_typed_stays(run, book, matches) -> None:
    workbook = openpyxl.load_workbook(book)
    tables = tables_of(book)
    ((sheet, note),) = workbook.defined_names["Note"].destinations
    workbook[sheet][note.replace("$", "")] = "Played at the club"

    def typed(place: str):
        on_sheet, reference = cell_of(book, place)
        return workbook[on_sheet][reference]

    guest = {"player_a": "Guest", "player_b": "Ada", "games": 1, "event": "friendly"}
    guest |= {"tps_a": 5, "tps_b": 15}
    typed("listed[3].name").value = "Guest"
    for key, value in guest.items():
        typed(f"results[2].{key}").value = value
    typed("results[1].tps_a").value = "=20+20"
    typed("results[0].player_a").fill = PatternFill("solid", start_color="FF00FF")
    typed("results[0].player_a").comment = Comment("Asked for a recount", "Director")
    own = workbook.create_sheet("Money")
    first, last = (
        tables.place(f"results[{row}].tps_a") for row in (0, -1 + tables["results"].rows)
    )
    own["A1"] = f"=SUM({first}:{last.partition('!')[2]})"
    own["A2"] = f"={tables.place('standings[0].name')}"
    workbook.save(book)
    newer = matches("Ada,Bob,3,44,16,1", "Bob,Cy,3,41,19,1", "Cy,Ada,3,30,30,2")
    code, out, _ = run("update", book, "--data", newer)
    assert code == Exit.DONE
    formula = tables.place("results[1].tps_a")
    assert f"{formula}: holds a formula, which stays; the file has 41" in out
    assert "Results: only in the workbook: Guest – Ada – friendly" in out
    assert {key: cell(book, f"results[2].{key}").value for key in guest} == guest
    assert cell(book, f"{sheet}!{note.replace('$', '')}").value == "Played at the club"
    assert cell(book, "results[0].player_a").fill.start_color.rgb == "00FF00FF"
    assert cell(book, "results[0].player_a").comment.text == "Asked for a recount"
    assert cell(book, "Money!A1").value == 44 + 40 + 5 + 30
    assert cell(book, "results[3].player_a").value == "Cy"


def test_values_that_were_typed_can_be_left(run, book, matches) -> None:
    newer = matches("Ada,Bob,3,44,16,1", FIRST[1], "Cy,Ada,3,30,30,2")
    assert run("update", book, "--data", newer, "--keep-typed")[0] == Exit.DONE
    assert cell(book, "results[0].tps_a").value == 45
    assert cell(book, "results[2].player_a").value == "Cy"


def test_a_name_that_is_nearly_one_in_the_workbook_is_asked_about(run, matches, tmp_path) -> None:
    book = tmp_path / "group.xlsx"
    run("new", "tantrix", "--data", matches("John Smith,Bob,3,45,15,1"), "-o", book, *SMALL)
    old = book.read_bytes()
    newer = matches("Jon Smith,Bob,3,45,15,1")
    code, out, err = run("update", book, "--data", newer)
    assert (code, out) == (Exit.WRONG, "") and book.read_bytes() == old
    assert "“Jon Smith” is not in the workbook, but “John Smith” is" in err
    code, out, _ = run("update", book, "--data", newer, "--same", "Jon Smith=John Smith")
    assert (code, out) == (Exit.DONE, "")
    code, out, _ = run("update", book, "--data", newer, "--new-name", "Jon Smith")
    assert code == Exit.DONE and "Setup: added Jon Smith" in out


def test_a_sheet_of_a_workbook_is_read_with_headings_of_its_own(run, book, tmp_path) -> None:
    source = openpyxl.Workbook()
    source.active["A1"] = "Not this sheet"
    sheet = source.create_sheet("League night")
    for row in (
        ["Home", "Away", "games", "tps_a", "tps_b", "event"],
        ["Ada", "Bob", 3, 45, 15, 1],
        ["Bob", "Cy", 3, 40, 20, 1],
        ["Cy", "Ada", 3, 29.5, 30.5, 2],
    ):
        sheet.append(row)
    source.save(tmp_path / "night.xlsx")
    mapped = ("--map", "Home=player_a", "--map", "Away=player_b")
    code, out, _ = run("update", book, "--data", "night.xlsx#League night", *mapped)
    assert (code, out) == (Exit.DONE, "Results: added Cy – Ada – 2\n")
    assert cell(book, "results[2].tps_a").value == 29.5
    some = "night.xlsx#League night!A1:F3"
    code, _, _ = run("new", "tantrix", "--data", some, *mapped, "-o", "n.xlsx", *SMALL)
    new = [cell(tmp_path / "n.xlsx", f"results[{row}].tps_a").value for row in (0, 1, 2)]
    assert code == Exit.DONE and new == [45, 40, None]
    code, _, err = run("update", book, "--data", "night.xlsx#Other")
    assert code == Exit.WRONG and "has no sheet Other; it has Sheet, League night." in err
    code, _, err = run("update", book, "--data", "night.xlsx#League night", "--map", "X=y")
    assert code == Exit.WRONG and "has no heading “X”; it has Home, Away" in err


def test_backups_can_be_left_out(run, book, matches) -> None:
    for number, rows in enumerate((30, 31, 32), 1):
        run("update", book, "--data", matches(*FIRST, f"Cy,Ada,3,{rows},{60 - rows},2"))
        assert len(backups_of(book)) == number
    run("update", book, "--data", matches(*FIRST, "Cy,Ada,3,40,20,2"), "--no-backup")
    assert len(backups_of(book)) == 3
    for path in backups_of(book):
        assert openpyxl.load_workbook(path, read_only=True).sheetnames


@pytest.mark.parametrize("lock", ["~$group.xlsx", ".~lock.group.xlsx#"])
def test_a_workbook_that_is_open_is_left_alone(run, book, matches, lock) -> None:
    old = book.read_bytes()
    book.with_name(lock).write_text("")
    code, _, err = run("update", book, "--data", matches("Ada,Bob,3,44,16,1"))
    assert code == Exit.WRONG and "is open in a spreadsheet program" in err
    assert book.read_bytes() == old


def test_the_date_of_the_results_goes_on_unless_somebody_typed_another(run, book, matches) -> None:
    newer = matches(*FIRST, "Cy,Ada,3,40,20,2")
    os.utime(newer, (4e9, 4e9))
    run("update", book, "--data", newer)
    workbook = openpyxl.load_workbook(book, data_only=True)
    ((sheet, place),) = workbook.defined_names["AsOf"].destinations
    assert workbook[sheet][place.replace("$", "")].value.startswith("2096-10-0")
    later = matches(*FIRST, "Cy,Ada,3,41,19,2")
    run("update", book, "--data", later, "--as-of", "the last day")
    run("update", book, "--data", matches(*FIRST, "Cy,Ada,3,42,18,2"))
    assert cell(book, f"{sheet}!{place.replace('$', '')}").value == "the last day"


def test_what_cannot_be_updated_is_one_sentence(run, book, matches, tmp_path) -> None:
    openpyxl.Workbook().save(tmp_path / "plain.xlsx")
    heading = tables_of(book).place("results[-1].player_a")
    moved = openpyxl.load_workbook(book)
    moved["Results"].insert_rows(2)
    moved.save(tmp_path / "moved.xlsx")
    renamed = openpyxl.load_workbook(book)
    renamed["Results"].title = "Games"
    renamed.save(tmp_path / "renamed.xlsx")
    cases = {
        ("plain.xlsx", "--rows", "90"): "was not made by xl-tourney new",
        ("moved.xlsx", "--rows", "90"): f"{heading} is not the heading “Player A”",
        ("renamed.xlsx", "--rows", "90"): "the sheet Results is missing or has another name",
        (book, "--rows", "10"): "is not made smaller",
        (book, "--boards", "10"): "has no boards that could be more; it has --rows, --players",
        (
            book,
            "--players",
            "999",
        ): "players must be a whole number of at least 1 and of at most 100",
        (book,): "say what there is",
        (book, "--data", "none.csv"): "there is no such file",
    }
    for arguments, message in cases.items():
        files = {path: path.read_bytes() for path in tmp_path.iterdir()}
        code, out, err = run("update", *arguments)
        assert code == Exit.WRONG and message in err and out == ""
        assert err.strip().count("\n") in (0, 3)  # with the usage above
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_an_inline_string_is_replaced_as_a_whole(run, book, matches) -> None:
    from xl_tourney.ooxml.package import Package

    saved = Package.from_path(book)
    part = "xl/worksheets/sheet3.xml"
    data = saved.read(part)
    event = cell_of(book, "results[0].event")[1].encode()
    start = data.index(b'<c r="%s"' % event)
    end = data.index(b"</c>", start)
    style = data[start:end].partition(b' s="')[2].partition(b'"')[0]
    inline = b'<c r="%s" s="%s" t="inlineStr"><is><t>1</t></is>' % (event, style)
    book.write_bytes(saved.with_parts({part: data[:start] + inline + data[end:]}))
    run("update", book, "--data", matches("Ada,Bob,3,44,16,1", FIRST[1]))
    assert cell(book, "results[0].event").value == "1"
    assert openpyxl.load_workbook(io.BytesIO(book.read_bytes()))


def test_a_season_begins_with_players_and_fixtures_and_results_replace_them(
    run, matches, tmp_path
) -> None:
    """The GBQ page's example 3 a at the end: three wins by five tiles are −1.5 and +1.5."""
    (tmp_path / "players.csv").write_text("player\nAda\nBob\nCy\n", "utf-8")
    options = ("--no-games", "even", "-o", "group.xlsx", *SMALL)  # as on that page
    assert run("new", "tantrix", "--data", "players.csv", *options)[0] == Exit.DONE
    fixtures = matches("Ada,Bob,,,,R1", "Cy,Bye,,,,R1", "Bob,Cy,,,,R2", "Ada,Bye,,,,R2")
    code, out, _ = run("update", "group.xlsx", "--data", fixtures)
    assert code == Exit.DONE and out.count("Results: added") == 4
    (table,) = read_standings(tmp_path / "group.xlsx")
    name, to_play = map(table.headings.index, ("Player", "Matches to play"))
    assert {row[name]: row[to_play] for row in table.rows} == {"Ada": "1", "Bob": "2", "Cy": "1"}
    played = matches("Ada,Bob,3,45,15,R1", "Cy,Bye,,,,R1", "Bob,Cy,,,,R2", "Ada,Bye,,,,R2")
    code, out, _ = run("update", "group.xlsx", "--data", played)
    assert (code, out) == (Exit.DONE, "")
    (table,) = read_standings(tmp_path / "group.xlsx")
    name, behind = map(table.headings.index, ("Player", "GBQ"))
    assert [(row[name], row[behind]) for row in table.rows] == [
        ("Ada", "−1.5"), ("Cy", "0.0"), ("Bob", "+1.5")
    ]  # fmt: skip
    assert read_status(tmp_path / "group.xlsx") == "In progress, 1 match to play"


def test_an_update_that_takes_too_long_changes_nothing(run, book, matches, monkeypatch) -> None:
    merged = update_module.merged

    def merged_slowly(*arguments):  # the fork has it; elsewhere a start of Python takes as long
        time.sleep(20)
        return merged(*arguments)

    monkeypatch.setattr(update_module, "merged", merged_slowly)
    old = book.read_bytes()
    newer = matches("Ada,Bob,3,44,16,1", FIRST[1])
    code, _, err = run("update", book, "--data", newer, "--timeout", "0.2")
    assert code == Exit.WRONG
    assert "nothing was written" in err
    assert book.read_bytes() == old


def test_a_name_that_was_corrected_in_the_file_is_corrected_in_the_workbook(
    run, book, matches
) -> None:
    newer = matches("Adah,Bob,3,45,15,1", FIRST[1])
    code, _, err = run("update", book, "--data", newer, "--renamed", "Ada=Adah")
    assert code == Exit.DONE and "group.xlsx: 2 values replaced" in err, err
    places = ("listed[0].name", "results[0].player_a", "results[0].player_b")
    assert [cell(book, place).value for place in places] == ["Adah", "Adah", "Bob"]
    code, _, err = run("update", book, "--renamed", "Eve=Eva")
    assert code == Exit.WRONG and "has no “Eve” that could be renamed" in err
