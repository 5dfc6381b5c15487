"""Files as programs and sites write them: all rows read or named, and the printed figures."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from xl_tourney.errors import InputError
from xl_tourney.functions import CATALOGUE
from xl_tourney.readers import chess
from xl_tourney.readers.bridge import travellers_csv
from xl_tourney.readers.go import wall_list_csv as go
from xl_tourney.readers.tables.source import Source, source_of
from xl_tourney.templates import TEMPLATES

FIELD = Path(__file__).parents[1] / "data" / "field"
CROSSTABLE = FIELD / "chess_results_crosstable.csv"


DATA = FIELD.parent
INDEX = json.loads(FIELD.joinpath("index.json").read_text("utf-8"))
READ = [entry for entry in INDEX if "refused" not in entry]


def count_rows(entry: dict[str, object], source: Source) -> int:
    """How many rows of a file may hold results, counted without a reader of the game."""
    text = source.file.read_bytes().decode("utf-8", "replace")
    kind = source.file.suffix
    if kind == ".trf":
        return len(re.findall(r"^001 ", text, re.MULTILINE))
    if kind == ".pgn":
        return text.count('[White "')
    if kind == ".h9":
        return sum(not line.lstrip().startswith(";") for line in text.splitlines() if line.strip())
    if entry["template"] == "bridge":
        return text.count("<TRAVELLER_LINE")
    if kind == ".xml":
        return text.count("<Player ")
    if entry["program"] == "US Chess Federation, crosstable":
        return len(re.findall(r"^ +\d+ \| ", text, re.MULTILINE))
    if entry["program"] == "openfootball, text":
        return len(re.findall(r"\d-\d \(", text))
    rows = [row for row in source.find_sheet({}).rows if any(map(str.strip, row))]
    return len(rows) - 1


def names(entries):
    return [entry["file"] for entry in entries]


def test_the_index_has_files_of_many_programs() -> None:
    real = [entry for entry in INDEX if not entry["file"].startswith("field/form_")]
    assert len(real) >= 60
    assert len({entry["program"].partition(",")[0] for entry in INDEX}) >= 15
    listed = {path.name for path in FIELD.iterdir()} - {"README.md", "index.json"}
    assert listed == {Path(file).name for file in names(INDEX) if file.startswith("field/")}


@pytest.mark.parametrize("entry", READ, ids=names(READ))
def test_every_row_of_a_real_file_is_read_or_named(entry) -> None:
    source = source_of(DATA / entry["file"])
    found = TEMPLATES[entry["template"]].read(source)
    reading = source.reading
    assert reading.rows == entry["rows"]
    assert reading.rows + len(reading.left_out) == count_rows(entry, source)
    if entry["template"] == "chess" and found.players[0].points is not None and not found.teams:
        scoring = None if found.scoring is None else "-".join(map(str, found.scoring))
        points = [p for (p,) in CATALOGUE["CHESS_POINTS"](found.wall_list, None, scoring)]
        assert points == [player.points for player in found.players]
    if entry.get("printed") == "pct":
        printed = [float(row["pct"]) for row in csv.DictReader(source.text.splitlines())]
        own = [(r.wins + r.ties / 2) / (r.wins + r.losses + r.ties) for r in found.rows]
        assert own == pytest.approx(printed, abs=1e-5)


@pytest.mark.parametrize("entry", [e for e in INDEX if "refused" in e], ids=lambda e: e["file"])
def test_a_real_file_that_is_no_list_of_results_is_refused_as_what_it_is(entry) -> None:
    with pytest.raises(InputError, match=entry["refused"]) as refused:
        TEMPLATES[entry["template"]].read(source_of(DATA / entry["file"]))
    assert Path(entry["file"]).name in str(refused.value)


def test_a_crosstable_of_chess_results_has_its_points_and_names_what_is_left_out() -> None:
    found = chess.read(CROSSTABLE)
    assert (len(found.players), found.rounds) == (40, 5)
    points = [points for (points,) in CATALOGUE["CHESS_POINTS"](found.wall_list)]
    assert points == [player.points for player in found.players]
    columns, *rows = (warning.partition(": ")[2] for warning in found.warnings)
    assert columns == ("columns that are not read: “TB1”, “TB2”, “TB3”.")
    assert rows[-3:] == [
        "“Ranking crosstable after Round 4” is left out: it stands above the headings.",
        "“You find all details to this tournament under "
        "https://chess-results.com/tnr1316880.aspx?lan=1” is left out: nobody is named in it.",
        "“Chess-Tournament-Results-Server: Chess-Results” is left out: nobody is named in it.",
    ]


@pytest.fixture
def wall_list(tmp_path):
    def of(text: str):
        path = tmp_path / "list.csv"
        path.write_text(text, encoding="utf-8")
        return chess.read(path)

    return of


@pytest.mark.parametrize("heading", ["1.Rd", "1. Runde", "Ronda 1", "1.Rde", "R1", "Тур 1", "1"])
def test_a_round_is_found_in_every_language(wall_list, heading) -> None:
    found = wall_list(f"Nr;Name;{heading}\n1;Ann;2w1\n2;Bob;1s0\n")
    assert [player.rounds for player in found.players] == [("2w1",), ("1s0",)]


def test_games_under_a_heading_that_is_no_round_are_refused(wall_list) -> None:
    with pytest.raises(InputError, match=r"column “Spiel A” holds games, such as 2w1, .*rename"):
        wall_list("Name,Spiel A\nAnn,2w1\nBob,1b0\n")


def test_opponents_may_be_named_by_a_column_of_numbers(wall_list) -> None:
    found = wall_list("SNo,Name,1.Rd\n3,Cid,1b½\n2,Bob,-1\n1,Ann,3w½\n")
    assert [player.rounds[0] for player in found.players] == ["3b=", "-1", "1w="]


def test_numbers_under_which_the_sides_disagree_are_refused(wall_list) -> None:
    with pytest.raises(InputError, match="row"):
        wall_list("SNo,Name,1.Rd\n7,Cid,1b½\n2,Bob,9w1\n1,Ann,7w0\n")


@pytest.mark.parametrize(
    "rating", ["1900", "1 900", "1,900", "1.900", "1900*", "1’900", "1\u00a0900"]
)
def test_ratings_as_people_write_them(wall_list, rating) -> None:
    assert wall_list(f"Name;Elo\nAnn;{rating}\nBob;-\n").ratings == [[1900], [None]]


@pytest.mark.parametrize(
    ("written", "rank"),
    [
        ("1 dan", "1d"),
        ("2 kyu", "2k"),
        ("6 Kyu", "6k"),
        ("1d?", "1d"),
        ("3段", "3d"),
        ("10K", "10k"),
    ],
)
def test_ranks_as_people_write_them(tmp_path, written, rank) -> None:
    path = tmp_path / "go.csv"
    path.write_text(f"name,rank\nAnn,{written}\n", encoding="utf-8")
    assert go.read(path).players[0].rank == rank


def test_a_rank_that_is_not_understood_is_refused(tmp_path) -> None:
    path = tmp_path / "go.csv"
    path.write_text("name,rank\nAnn,strong\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"go\.csv, row 2: rank must be a rank .*not “strong”"):
        go.read(path)


@pytest.mark.parametrize("contract", ["3NT", "3N", "3 SA", "3sa", "3nt", "3BA"])
def test_notrump_has_one_sign(tmp_path, contract) -> None:
    path = tmp_path / "board.csv"
    path.write_text(
        f"board,ns,ew,contract,by,tricks\n1,1,2,{contract},N,9\n1,2,1,3NT,N,8\n", encoding="utf-8"
    )
    session = travellers_csv.read(path)
    assert [line.contract for line in session.lines] == ["3NT", "3NT"]


@pytest.mark.parametrize("template", ["chess", "go"])
def test_a_line_below_the_list_is_left_out_by_name(template: str, tmp_path: Path) -> None:
    """Lists of the web end in an address or a number alone, in the first of their columns."""
    file = tmp_path / "list.csv"
    file.write_text("no,name,rating\n1,Ann,2000\n2,Bo,1900\n3\nhttps://club.example/\n", "utf-8")
    source = source_of(file)
    found = TEMPLATES[template].read(source)
    assert [player.name for player in found.players if player.name] == ["Ann", "Bo"]
    assert [said.rpartition("row ")[2] for said in source.reading.sentences()][-2:] == [
        "4: “3” is left out: nobody is named in it.",
        "5: “https://club.example/” is left out: nobody is named in it.",
    ]
