"""Excel's ribbon: its part, its labels, and commands on an open workbook, end to end.

The VBA of the add-in runs in pyOpenVBA's interpreter over its model of Excel; what it sends goes
through xlwings' own code to the commands.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook

import xl_tourney
from tests.stand_ins.excel_window import CANCEL, YES, ExcelWindow
from tests.stand_ins.windows import PythonBehaviour, Windows
from tests.stand_ins.xlwings_classic import vba_wrappers
from xl_tourney.commands import everything
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel import ribbon, xlam
from xl_tourney.languages import LANGUAGES

Run = Callable[..., tuple[int, str, str]]
UI = "{http://schemas.microsoft.com/office/2009/07/customui}"
RESULTS = (
    "name,rating,r1\nAda,2200,+w4\nBen,2160,-w5\nCleo,2120,=w6\nDan,2080,-b1\nEve,2040,+b2\n"
    "Fay,2000,=b3\n"
)
IMAGES = {
    "FileNew",
    "SortDialog",
    "GetExternalDataFromText",
    "NameManager",
    "PrintPreviewAndPrint",
    "WebPagePreview",
    "FormulaEvaluate",
    "GoalSeek",
    "ErrorChecking",
}
"""Names that Microsoft's list of the controls of Excel 2013 has, and every newer one."""


@pytest.fixture(scope="module")
def package() -> zipfile.ZipFile:
    return zipfile.ZipFile(BytesIO(xlam.build_addin()))


@pytest.fixture(scope="module")
def tab(package: zipfile.ZipFile) -> ElementTree.Element:
    found = ElementTree.fromstring(package.read(ribbon.PART)).find(f"{UI}ribbon/{UI}tabs/{UI}tab")
    assert found is not None
    return found


@pytest.fixture
def windows() -> Iterator[Windows]:
    with vba_wrappers() as simulated:
        yield simulated


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A chess event of six after round 1."""
    folder = tmp_path_factory.mktemp("event")
    (folder / "r.csv").write_text(RESULTS, "utf-8")
    small = {"rounds": 3, "players": 6, "listed": "chosen", "tiebreaks": "BH"}
    xl_tourney.new("chess", folder / "event.xlsx", folder / "r.csv", **small)
    return (folder / "event.xlsx").read_bytes()


@pytest.fixture
def excel(run: Run, windows: Windows, event: bytes, tmp_path: Path) -> ExcelWindow:
    """That event, open in Excel; ``closed.xlsx`` is the same."""
    Path("closed.xlsx").write_bytes(event)
    Path("event.xlsx").write_bytes(event)
    return ExcelWindow(windows, Path("event.xlsx").absolute(), tmp_path)


def typed(path: str) -> dict[tuple[str, int, int], Any]:
    """The cells of a workbook that hold no formula."""
    return {
        (sheet.title, cell.row, cell.column): cell.value
        for sheet in load_workbook(path)
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None and cell.data_type != "f"
    }


def changes(before: dict[Any, Any], after: dict[Any, Any]) -> dict[Any, Any]:
    return {k: after.get(k) for k in before | after if before.get(k) != after.get(k)}


# The part -----------------------------------------------------------------------------------------


def test_the_add_in_has_the_part(package: zipfile.ZipFile) -> None:
    relations = ElementTree.fromstring(package.read("_rels/.rels"))
    (relation,) = [one for one in relations if one.get("Type", "").endswith("/ui/extensibility")]
    assert relation.get("Target") == ribbon.PART
    assert len({one.get("Id") for one in relations}) == len(relations)
    assert b'Extension="xml" ContentType="application/xml"' in package.read("[Content_Types].xml")


def test_there_is_a_button_for_every_command_that_menus_have(tab: ElementTree.Element) -> None:
    assert tab.get("id") == "XLTourney"
    buttons = [one.get("id") for one in tab.iter(f"{UI}button")]
    assert sorted(buttons) == sorted(f"XLTourney_{made.name}" for made in everything() if made.menu)


def test_the_part_keeps_to_the_rules_of_its_schema(tab: ElementTree.Element) -> None:
    nodes = list(tab.iter())
    assert len({one.get("id") for one in nodes}) == len(nodes)
    allowed = {
        "tab": {"id", "tag", "getLabel"},
        "group": {"id", "label"},
        "button": {
            "id", "tag", "size", "imageMso", "getLabel", "getSupertip", "onAction",
        },
    }  # fmt: skip
    for one in nodes:
        assert set(one.attrib) <= allowed[one.tag.removeprefix(UI)]
        assert all(1 <= len(value) <= 1024 for value in one.attrib.values())
        assert re.fullmatch(r"[A-Za-z_][\w.-]*", one.attrib["id"])
    images = [one.get("imageMso") for one in tab.iter(f"{UI}button")]
    assert set(images) <= IMAGES and len(set(images)) == len(images)


def test_the_callbacks_are_macros_with_their_arguments(tab: ElementTree.Element) -> None:
    source = xlam.format_module(CATALOGUE)
    arguments = {"onAction": "control As Object", "getLabel": r"control As Object, ByRef \w+ .*"}
    arguments["getSupertip"] = arguments["getLabel"]
    for one in tab.iter():
        for attribute, expected in arguments.items():
            if name := one.get(attribute):
                assert re.search(rf"(?m)^Public Sub {name}\({expected}\)$", source), name


def test_labels_and_tips_are_in_the_language_of_excel(
    tab: ElementTree.Element, windows: Windows, tmp_path: Path
) -> None:
    excel = ExcelWindow(windows, None, tmp_path)
    tags = {one.attrib["id"]: one.attrib["tag"] for one in tab.iter() if "tag" in one.attrib}
    assert all(tag.split("|")[1::3] == tags["XLTourney"].split("|")[1::3] for tag in tags.values())
    assert len(tags["XLTourney"].split("|")) == 1 + 3 * len(LANGUAGES)
    for code, label in (
        ("en", "Tournament"),
        ("pl", "Turniej"),
        ("ja", "大会"),
        ("sv", "Tournament"),
    ):
        excel.application.language = code
        assert excel.label(tags["XLTourney"], "XLTourneyLabel") == label
    excel.application.language = "de"
    assert excel.label(tags["XLTourney_pair"], "XLTourneyLabel") == "Nächste Runde…"
    tip = excel.label(tags["XLTourney_pair"], "XLTourneyTip")
    assert tip == "Wer in der nächsten Runde gegen wen spielt"


# Commands on an open workbook ---------------------------------------------------------------------


def test_the_next_round_is_that_of_the_command_line_and_one_step_to_undo(
    excel: ExcelWindow, run: Run
) -> None:
    before, plain = excel.cells(), typed("closed.xlsx")
    selected = excel.application.vba_get("ActiveCell").vba_get("Address")
    excel.application.language = "de"
    (said,) = excel.press("pair", "5; Ben", "")
    code, _, there = run("pair", "closed.xlsx", "--absent", "Eve; Ben", "--write", "--no-backup")
    assert code == 0, there
    made = changes(before, excel.cells())
    assert made == changes(plain, typed("closed.xlsx")) != {}
    assert said.startswith("Round 2\n") and said.endswith("\nevent.xlsx: round 2 was written.")
    boxes = [(kind, title) for kind, _, title, _ in excel.windows.interpreter.dialogs]
    assert boxes[0] == ("InputBox", "Nächste Runde") and len(boxes) == 3
    assert "\n5  Eve\n" in excel.windows.interpreter.dialogs[0][1]
    assert excel.application.vba_get("ActiveCell").vba_get("Address") == selected
    assert excel.application.undo == ("Nächste Runde", "'xl_tourney.xlam'!XLTourneyUndo")
    assert not [name for name in excel.windows.files if name.endswith(".tmp.xlsx")]
    assert excel.press("rename", "Nobody", "N")  # which leaves what is to undo
    excel.windows.run("XLTourneyUndo")
    assert excel.cells() == before


def test_whoever_cancels_changes_nothing(excel: ExcelWindow) -> None:
    before = excel.cells()
    assert excel.press("pair", "", CANCEL) == []
    assert excel.cells() == before and excel.application.undo is None
    assert not [name for name in excel.windows.files if name.endswith(".tmp.xlsx")]


def test_what_a_command_refuses_is_said_as_by_the_command_line(
    excel: ExcelWindow, run: Run
) -> None:
    (said,) = excel.press("pair", "Nobody", "")
    code, _, there = run("pair", "event.xlsx", "--absent", "Nobody")
    assert code == 2 and f"{said}\n" == there
    (said,) = excel.press("rename", "Nobody", "N")
    assert said == "event.xlsx: has no “Nobody” that could be renamed."
    assert excel.press("nothing") == ["There is no command nothing."]


def test_a_cell_that_is_locked_is_named_and_nothing_is_written(excel: ExcelWindow) -> None:
    sheet = next(one for one in excel.excel.sheets() if one.name == "Games").sheet
    sheet.vba_get("Unprotect")
    cell = sheet.vba_get("Range", ["B6"])
    cell.vba_set("Locked", True)
    sheet.vba_get("Protect")
    before = excel.cells()
    (said,) = excel.press("pair", "", "")
    assert said.startswith("Games!B6 is protected, so nothing was written: unprotect its sheet")
    assert excel.cells() == before


def test_a_text_stays_a_text(excel: ExcelWindow) -> None:
    """A name that Excel would read as a date, in cells in the format General."""
    for sheet in excel.excel.workbook.sheets_:
        sheet.vba_get("Unprotect")
        for (row, column), cell in list(sheet.cells_.items()):
            if cell.value == "Ada" and not cell.formula:
                sheet.vba_get("Cells", [row, column]).vba_set("NumberFormat", "General")
    before = excel.cells()
    excel.press("rename", "1", "May 5")
    assert set(changes(before, excel.cells()).values()) == {"May 5"}
    excel.windows.run("XLTourneyUndo")
    assert excel.cells() == before


def test_why_is_of_the_selected_cell_and_a_page_is_opened(excel: ExcelWindow) -> None:
    before = excel.cells()
    games = next(one for one in excel.excel.sheets() if one.name == "Wall list").sheet
    games.vba_get("Activate")
    games.vba_get("Range", ["B6"]).vba_get("Select")
    (said,) = excel.press("explain")
    assert said.startswith("Ada ")
    (said,) = excel.press("publish")
    page = str(Path("event.html").absolute())
    assert said.startswith("event.html: ") and excel.windows.opened == [f'"{page}"']
    assert excel.cells() == before


def test_a_new_event_is_opened_and_a_file_of_results_chosen(
    windows: Windows, tmp_path: Path
) -> None:
    """In a workbook that was never saved: its folder is the one of new workbooks."""
    excel = ExcelWindow(windows, None, tmp_path)
    excel.excel.add_workbook()
    (tmp_path / "r.csv").write_text(RESULTS, "utf-8")
    excel.application.chosen_file = str(tmp_path / "r.csv")
    said = excel.press("new", "chess", "cup.xlsx", YES, "rounds=3; players=6; listed=chosen")
    assert "cup.xlsx: " in said[-1], said
    assert excel.excel.workbook.name == "cup.xlsx"
    assert "Ada" in excel.cells().values()


def test_without_python_or_a_workbook_one_sentence_says_so(
    windows: Windows, tmp_path: Path
) -> None:
    excel = ExcelWindow(windows, None, tmp_path)
    assert excel.press("check") == [
        "Open a workbook first; for a new event an empty one is enough."
    ]
    windows.end_processes()
    windows.behaviour = PythonBehaviour("ends")
    (said,) = excel.press("check")
    assert said.startswith("Python ended before it could answer.")
