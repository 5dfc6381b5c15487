"""`export` calculates first, refuses what is wrong, and writes the whole file or nothing."""

from __future__ import annotations

import openpyxl
import pytest

from tests.backups import backups_of
from xl_tourney import export
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import InputError, OptionError, WorkbookError
from xl_tourney.exports.export import formats_of
from xl_tourney.exports.formats import SUFFIXES
from xl_tourney.generator.generate import make
from xl_tourney.readers.go.h9 import read as read_h9
from xl_tourney.readers.go.opengotha import read as read_opengotha
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.readers.go.write_h9 import PlayerResult, format_h9
from xl_tourney.readers.go.write_opengotha import format_opengotha
from xl_tourney.templates import TEMPLATES

SAMPLE = TEMPLATES["go"].samples[1].path


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "final.xlsx"
    make(TEMPLATES["go"], SAMPLE, path, rounds=7)
    return path


@pytest.fixture(scope="module")
def typed_into(book):
    """The workbook with another title, a PIN, and values that are not calculated."""
    workbook = openpyxl.load_workbook(book)
    wall_list = workbook["Wall list"]
    pin = next(cell for cell in wall_list[5] if cell.value == "EGD PIN")
    wall_list.cell(6, pin.column).value = "12345678"
    path = book.with_name("typed.xlsx")
    workbook.save(path)
    return path


def test_the_formats_have_suffixes() -> None:
    writers = [formats_of(template.name) for template in TEMPLATES]
    assert {name for formats in writers for name in formats} == set(SUFFIXES)


@pytest.mark.slow
def test_a_workbook_that_nobody_calculated(typed_into, tmp_path) -> None:
    done = export(typed_into, to="h9", output=tmp_path / "final.h9", head={"PC": "RO, Cluj"})
    text = (tmp_path / "final.h9").read_bytes().decode()
    assert done.content == text.encode()
    assert "; PC[RO, Cluj]" in text
    assert "EV[Finala CN individual 2020]" in text
    assert "CL (class)" in done.notes[0]
    assert "PC" not in done.notes[0]
    read = read_h9(tmp_path / "final.h9")
    before = read_h9(SAMPLE)
    assert [p.rounds for p in read.players] == [p.rounds for p in before.players]
    assert [p.pin for p in read.players] == ["12345678", *[""] * 7]


@pytest.mark.slow
def test_games_of_the_page_games(typed_into, tmp_path) -> None:
    workbook = openpyxl.load_workbook(typed_into)
    wall_list, games = workbook["Wall list"], workbook["Games"]
    r1 = next(cell.column for cell in wall_list[5] if cell.value == "R1")
    wall_list.cell(6, r1).value = wall_list.cell(10, r1).value = None  # 5- and 1+
    for column, value in enumerate((1, None, "P005 x", "P006 x", "W+", 2), 1):
        games.cell(6, column).value = value
    book = tmp_path / "games.xlsx"
    workbook.save(book)
    export(book, to="csv", output=tmp_path / "games.csv")
    read = TEMPLATES["go"].read(tmp_path / "games.csv")
    assert [read.players[at].rounds[0] for at in (0, 4)] == ["5-/b2", "1+/w2"]


@pytest.mark.slow
def test_the_same_games_in_another_format(typed_into, tmp_path) -> None:
    export(typed_into, to="opengotha", output=tmp_path / "final.xml")
    read, before = read_opengotha(tmp_path / "final.xml"), read_h9(SAMPLE)

    def games(tournament):
        return {
            (player.name, number, tournament.players[int(entry[:-1]) - 1].name, entry[-1])
            for player in tournament.players
            for number, entry in enumerate(player.rounds)
        }

    assert games(read) == games(before)
    assert {p.pin for p in read.players} == {"", "12345678"}


@pytest.mark.slow
def test_a_format_of_another_game(book, tmp_path) -> None:
    with pytest.raises(OptionError, match="choose h9 or opengotha or csv"):
        export(book, to="trf", output=tmp_path / "final.trf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_red_status_is_refused(book, tmp_path) -> None:
    workbook = openpyxl.load_workbook(book)
    cell = next(c for c in workbook["Wall list"][6] if str(c.value)[-1:] == "+")
    cell.value = f"{str(cell.value)[:-1]}="
    wrong = tmp_path / "wrong.xlsx"
    workbook.save(wrong)
    with pytest.raises(WorkbookError, match="export it all the same with --anyway"):
        export(wrong, to="csv", output=tmp_path / "wrong.csv")
    assert not (tmp_path / "wrong.csv").exists()
    with pytest.raises(InputError, match="does not fit the opponent's"):
        export(wrong, to="opengotha", output=tmp_path / "wrong.xml", anyway=True)


@pytest.mark.slow
def test_the_command(run, book, tmp_path) -> None:
    code, _, err = run("export", book, "--to", "h9", "-o", "final.csv")
    assert code == Exit.WRONG
    assert "the name must end in .h9 or .txt; nothing was written" in err
    code, _, err = run("export", book, "--to", "csv", "-o", tmp_path / "final.csv")
    assert code == Exit.DONE, err
    assert (tmp_path / "final.csv").read_text(encoding="utf-8").startswith("name,club,country")
    code, _, err = run("export", book, "--to", "csv", "-o", tmp_path / "final.csv")
    assert code == Exit.WRONG
    assert "add --force" in err
    code, _, err = run("export", book, "--to", "csv", "-o", tmp_path / "final.csv", "--force")
    assert code == Exit.DONE, err
    (tmp_path / "final.csv").write_text("somebody's own", encoding="utf-8")
    code, _, err = run("export", book, "--to", "csv", "-o", tmp_path / "final.csv", "--force")
    *_, kept = backups_of(tmp_path / "final.csv")
    assert kept.read_text(encoding="utf-8") == "somebody's own"


def test_late_entries_are_listed_by_place() -> None:
    players = (
        GoPlayer("Ann Lee", rank="1k", rounds=("2-",)),
        GoPlayer("Bo", rank="3d", rounds=("1+",)),
    )
    tournament = GoTournament(players, "Open", criteria=("NBW",))
    text = format_h9(
        tournament, [PlayerResult(2, {"NBW": 0}), PlayerResult(1, {"NBW": 1})]
    ).content.decode()
    rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
    assert rows == [
        ["1", "Bo", "3d", "XX", "-", "1", "2+"],
        ["2", "Ann", "Lee", "1k", "XX", "-", "0", "1-"],
    ]


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((GoPlayer("Ann"), GoPlayer("ann")), "two players have this name"),
        ((GoPlayer("Ann", rank="strong", start=3.0),), "must be one such as 5k or 3d"),
        ((GoPlayer("Ann", rank="5k", start=3.5),), "whole start scores"),
        ((GoPlayer("Ann", rounds=("2+",)), GoPlayer("Bo", rounds=("0-",))), "does not say so"),
    ],
)
def test_what_opengotha_cannot_hold(players, message) -> None:
    with pytest.raises(InputError, match=message):
        format_opengotha(GoTournament(players, system="mcmahon"))


def test_byes_and_absences_keep_what_they_count(tmp_path) -> None:
    rounds = [("0+", "2+"), ("0=", "1-"), ("4=", "0-"), ("3=", "0=")]
    players = tuple(
        GoPlayer(name, rank="5k", start=25.0, rounds=r) for name, r in zip("ABCD", rounds)
    )
    tournament = GoTournament(players, system="mcmahon", criteria=("MMS",))
    path = tmp_path / "byes.xml"
    path.write_bytes(format_opengotha(tournament).content)
    assert [p.rounds for p in read_opengotha(path).players] == rounds


@pytest.mark.slow
def test_a_csv_can_be_written_so_that_no_name_is_a_formula(tmp_path) -> None:
    data = tmp_path / "league.csv"
    data.write_text("home,away,home_score,away_score\r\n=1+1,@Reds,2,1\r\n", "utf-8", newline="")
    make(TEMPLATES["league"], data, tmp_path / "league.xlsx", teams=4, rows=6)
    for safe, names in ((False, ["=1+1", "@Reds"]), (True, ["'=1+1", "'@Reds"])):
        options = {"to": "csv", "output": tmp_path / f"{safe}.csv", "safe_csv": safe}
        export(tmp_path / "league.xlsx", anyway=True, **options)
        text = (tmp_path / f"{safe}.csv").read_bytes().decode()
        assert text.splitlines()[1].startswith(",".join(names))


def test_names_and_rounds_as_go_programs_want_them() -> None:
    """Two words without a comma for the EGD, two attributes for OpenGotha; no round to come."""
    players = (
        GoPlayer("van der Berg, Piet Jan", rank="3d", rounds=("2+", "", "")),
        GoPlayer("Li Ting Ann", rank="1k", rounds=("1-", "", "")),
    )
    tournament = GoTournament(players)
    placings = [PlayerResult(1, {"NBW": 1.0}), PlayerResult(2, {"NBW": 0.0})]
    lines = format_h9(tournament, placings).content.decode().splitlines()[1:]
    assert [line.split() for line in lines] == [
        ["1", "van_der_Berg", "Piet_Jan", "3d", "XX", "-", "1", "2+"],
        ["2", "Li", "Ting_Ann", "1k", "XX", "-", "0", "1-"],
    ]
    text = format_opengotha(tournament).content.decode()
    assert 'firstName="Piet Jan"' in text and 'name="van der Berg"' in text
    assert 'blackPlayer="LITINGANN"' in text and 'roundNumber="2"' not in text
