"""The command that writes LAMBDA formulas: a workbook of examples, and names for one in use."""

from __future__ import annotations

import io
import re
from pathlib import Path
from zipfile import ZipFile

import ironcalc
import openpyxl
import pytest
from click.testing import CliRunner, Result
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from tests.backups import backups_of
from tests.same import same
from xl_tourney.catalogue.cells import to_block
from xl_tourney.cli.program import xl_tourney
from xl_tourney.doctor.workbook import check_workbook
from xl_tourney.errors import WorkbookError, WriteError
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.lambdas.definitions import FUNCTIONS, LAMBDAS
from xl_tourney.hosts.lambdas.embedding import with_defined_names, with_helpers
from xl_tourney.ooxml.package import Package


def run(*words: str) -> Result:
    return CliRunner().invoke(xl_tourney, ["lambda", *words])


def parts(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def names(path: Path) -> list[str]:
    found = re.findall(r'<definedName name="(\w+)"', parts(path)["xl/workbook.xml"].decode())
    return [name for name in found if name in LAMBDAS]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A workbook in use: names, a print area, a table, a formula."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Player", "Score"], ["A", 3], ["B", "=B2-1"]):
        sheet.append(row)
    sheet.add_table(Table(displayName="Scores", ref="A1:B3"))
    sheet.print_area = "A1:B3"
    sheet.defined_names["Local"] = DefinedName("Local", attr_text="Sheet!$A$1")
    book.defined_names["Step"] = DefinedName("Step", attr_text="0.5")
    book.save(tmp_path / "club.xlsx")
    return tmp_path / "club.xlsx"


# A workbook of examples ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("examples") / "functions.xlsx"
    assert run("-o", str(path)).exit_code == 0
    return path


@pytest.mark.slow
def test_every_function_has_an_example_with_its_value(examples: Path) -> None:
    assert names(examples) == list(LAMBDAS)
    assert check_workbook(examples) == []
    model = ironcalc.load_from_xlsx(str(examples), "en", "UTC", "en")
    model.evaluate()
    sheet = openpyxl.load_workbook(examples, data_only=True).worksheets[0]
    rows = {sheet.cell(row, 1).value: row for row in range(1, sheet.max_row + 1)}
    for name in FUNCTIONS:
        top, value = rows[name] + 2, to_block(CATALOGUE[name].help.examples[0].value)
        for line, cells in enumerate(value):
            for at, cell in enumerate(cells):
                cached = sheet.cell(top + line, at + 1).value
                assert same("" if cached is None else cached, cell), name
                calculated = model.get_cell_value(0, top + line, at + 1)
                assert same("" if calculated is None else calculated, cell, 1e-7), name
        assert sheet.cell(rows[name], 3).value == CATALOGUE[name].help.summary


def test_some_functions_with_their_helpers_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.xlsx"
    assert run("imps", "PLACE", "-o", str(path)).exit_code == 0
    assert names(path) == with_helpers(["IMPS", "PLACE"])
    assert "XLT_GO" not in names(path)
    again = run("-o", str(path))
    assert "is there already" in str(again.exception) and names(path)[-1] == "IMPS"
    assert run("SOS", "-o", str(path), "--force").exit_code == 0
    assert "SOS" in names(path) and "IMPS" not in names(path)
    assert "IMPS" in names(*backups_of(path))


def test_what_is_no_lambda_has_its_reason(tmp_path: Path) -> None:
    said = str(run("RACE_STATUS", "-o", str(tmp_path / "race.xlsx")).exception)
    assert said.startswith("RACE_STATUS: is not written as LAMBDA; a mixed-integer program")
    assert "there is no such function" in str(run("GBK").exception)
    assert run("GBQ", "--into", "a.xlsx", "-o", "b.xlsx").exit_code == 2
    assert list(tmp_path.iterdir()) == []


# A workbook in use --------------------------------------------------------------------------------


def test_only_the_names_are_added(club: Path) -> None:
    before, old = parts(club), club.read_bytes()
    assert run("--into", str(club), "sos", "GBQ").exit_code == 0
    after = parts(club)
    assert [*after] == [*before]
    changed = [name for name, content in after.items() if content != before[name]]
    assert changed == ["xl/workbook.xml"]
    text = after["xl/workbook.xml"].decode()
    added = re.findall(r'<definedName name="(?:XLT_)?[A-Z_]+" comment=.*?</definedName>', text)
    for element in added:
        text = text.replace(element, "")
    assert text.encode() == before["xl/workbook.xml"]
    assert names(club) == with_helpers(["SOS", "GBQ"])
    book = openpyxl.load_workbook(club)
    assert "Step" in book.defined_names and book.worksheets[0].print_area
    assert "Local" in book.worksheets[0].defined_names
    assert check_workbook(club) == []
    (kept,) = backups_of(club)
    assert kept.read_bytes() == old


def test_names_that_are_there_stay_and_are_brought_up_to_date(club: Path) -> None:
    assert run("--into", str(club), "GBQ", "--no-backup").exit_code == 0
    once = club.read_bytes()
    said = run("--into", str(club), "GBQ")
    assert "has them already" in said.output and club.read_bytes() == once
    with ZipFile(club) as package:
        older = package.read("xl/workbook.xml").replace(b"&lt;0", b"&lt;-1")
    club.write_bytes(Package(once).with_parts({"xl/workbook.xml": older}))
    assert run("--into", str(club), "IMPS", "--no-backup").exit_code == 0
    assert b"&lt;-1" not in parts(club)["xl/workbook.xml"]
    assert names(club) == with_helpers(["GBQ", "IMPS"])
    assert [path.name for path in club.parent.iterdir()] == ["club.xlsx"]


@pytest.mark.parametrize(
    ("name", "sheet", "sentence"),
    [
        ("sos", False, "has a name sos of its own; delete or rename it"),
        ("XLT_GO", False, "has a name XLT_GO of its own;"),
        ("Sos", True, "has a name Sos of its own on sheet Sheet;"),
        ("Table", False, "has a table SOS; rename it"),
    ],
)
def test_a_name_of_the_users_own_is_not_written_over(
    club: Path, name: str, sheet: bool, sentence: str
) -> None:
    book = openpyxl.load_workbook(club)
    if name == "Table":
        book.worksheets[0].tables["Scores"].displayName = "SOS"
    else:
        owner = book.worksheets[0] if sheet else book
        owner.defined_names[name] = DefinedName(name, attr_text="Sheet!$B$1")
    book.save(club)
    old = club.read_bytes()
    error = run("--into", str(club), "SOS").exception
    assert isinstance(error, WorkbookError) and sentence in str(error)
    assert club.read_bytes() == old
    assert [path.name for path in club.parent.iterdir()] == ["club.xlsx"]
    assert run("--into", str(club), "IMPS").exit_code == 0


def test_an_open_workbook_is_left_alone(club: Path) -> None:
    club.with_name("~$club.xlsx").write_bytes(b"someone")
    assert isinstance(run("--into", str(club), "GBQ").exception, WriteError)
    assert names(club) == []


@pytest.mark.parametrize("place", ["sheets", "functionGroups", "externalReferences", "empty"])
def test_the_names_stand_where_the_schema_has_them(club: Path, place: str) -> None:
    text = parts(club)["xl/workbook.xml"].decode()
    text = re.sub(r"<definedNames>.*</definedNames>", "", text)
    element = {
        "sheets": "",
        "functionGroups": '<functionGroups builtInGroupCount="19"/>',
        "externalReferences": "<externalReferences></externalReferences>",
        "empty": "<definedNames/>",
    }[place]
    text = text.replace("</sheets>", f"</sheets>{element}")
    made = with_defined_names(
        Package(Package(club.read_bytes()).with_parts({"xl/workbook.xml": text.encode()})), ["IMPS"]
    )
    with ZipFile(io.BytesIO(made)) as package:
        result = package.read("xl/workbook.xml").decode()
    before = "</sheets>" if place == "empty" else f"</sheets>{element}"
    assert f'{before}<definedNames><definedName name="XLT_NUMBER"' in result
    assert result.count("<definedNames") == 1


def test_a_workbook_with_a_prefix_for_its_elements(club: Path) -> None:
    text = parts(club)["xl/workbook.xml"].decode()
    text = re.sub(r"<definedNames>.*</definedNames>", "", text)
    text = re.sub(r"<(/?)(?=[a-zA-Z])", r"<\1x:", text).replace("xmlns=", "xmlns:x=")
    made = with_defined_names(
        Package(Package(club.read_bytes()).with_parts({"xl/workbook.xml": text.encode()})), ["IMPS"]
    )
    assert list(openpyxl.load_workbook(io.BytesIO(made)).defined_names) == with_helpers(["IMPS"])
