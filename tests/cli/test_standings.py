"""The printed standings: every form has the same cells, and the JSON is as its schema says."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import jsonschema
import openpyxl
import pytest

from tests.saved import read_standings
from xl_tourney.cli.terminal.options import Exit

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WORKBOOKS = ROOT / "workbooks"
SCHEMA = json.loads((ROOT / "docs/reference/schemas/standings.schema.json").read_text("utf-8"))


@pytest.fixture
def printed(run):
    """What the command prints to stdout and to stderr."""

    def printed(*arguments: object) -> tuple[str, str]:
        code, out, err = run("standings", *arguments)
        assert code == Exit.DONE
        return out, err

    return printed


@pytest.mark.parametrize(
    "name", ["tantrix_2001", "tantrix_euro_2001", "bridge_howell", "go_egc2009", "league_al_1903"]
)
def test_the_json_is_as_its_schema_says(printed, name) -> None:
    book = WORKBOOKS / f"{name}.xlsx"
    out, err = printed(book, "--format", "json")
    content = json.loads(out)
    jsonschema.validate(content, SCHEMA)
    assert err == "" and content["provisional"] is False and content["problems"] == []
    tables = list(read_standings(book))
    assert [table["texts"] for table in content["tables"]] == [table.rows for table in tables]
    for table in content["tables"]:
        assert len(table["rows"]) == len(table["texts"])
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}


@pytest.mark.slow
def test_every_form_has_the_same_cells(printed) -> None:
    book = WORKBOOKS / "tantrix_2001.xlsx"
    (table,) = read_standings(book)
    assert list(csv.reader(io.StringIO(printed(book, "--format", "csv")[0]))) == [
        table.headings,
        *table.rows,
    ]
    lines = printed(book, "--format", "markdown")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[2:]]
    assert cells[0][:4] == table.headings[:4] and len(cells) == 2 + len(table.rows)
    assert [row[3] for row in cells[2:]] == [row[3] for row in table.rows]
    out = printed(book)[0]
    assert out.startswith(table.title.partition(",")[0])
    assert all(row[3] in out for row in table.rows)
    assert "<table " in printed(book, "--format", "html")[0]


def test_markup_in_a_name_is_escaped(printed, tmp_path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["Place", "Player"], [1, "A|B *C*"]):
        sheet.append(row)
    book.defined_names["StandingsTable"] = openpyxl.workbook.defined_name.DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$B$2"
    )
    book.save(tmp_path / "own.xlsx")
    out = printed(tmp_path / "own.xlsx", "--format", "markdown")[0]
    assert out.splitlines()[-1] == r"| 1 | A\|B \*C\* |"


@pytest.mark.slow
def test_what_is_wrong_goes_to_stderr(printed, run, tmp_path) -> None:
    matches = tmp_path / "matches.csv"
    matches.write_text("player_a,player_b,games,tps_a,tps_b\nAda,Bob,3,40,19\n", "utf-8")
    run("new", "tantrix", "--data", matches, "-o", "group.xlsx", "--players", 4, "--rows", 6)
    out, err = printed(tmp_path / "group.xlsx", "--format", "json")
    content = json.loads(out)
    jsonschema.validate(content, SCHEMA)
    assert content["provisional"] is True
    assert {"statement": "The TPs of both players add up to 20 a game", "found": "1"} in content[
        "problems"
    ]
    assert "provisional. 2 of 13 checks need a look" in err


def test_a_safe_csv_holds_no_formulas(printed, tmp_path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["Place", "Player", "Behind"], [1, '=HYPERLINK("x","y")', -2.5], [2, "@Ann", 0]):
        sheet.append(row)
    sheet["B2"].data_type = "s"
    book.defined_names["StandingsTable"] = openpyxl.workbook.defined_name.DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$C$3"
    )
    book.save(tmp_path / "own.xlsx")
    plain = printed(tmp_path / "own.xlsx", "--format", "csv")[0].splitlines()
    safe = printed(tmp_path / "own.xlsx", "--format", "csv", "--safe-csv")[0].splitlines()
    assert plain[1:] == ['1,"=HYPERLINK(""x"",""y"")",-2.5', "2,@Ann,0"]
    assert safe[1:] == ['1,"\'=HYPERLINK(""x"",""y"")",-2.5', "2,'@Ann,0"]


def test_two_winners_are_two_tables_that_say_their_side(printed) -> None:
    out, _ = printed(WORKBOOKS / "bridge_mitchell.xlsx")
    assert "Standings: North–South" in out and "Standings: East–West" in out
    assert " Side " not in out
