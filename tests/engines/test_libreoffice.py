"""LibreOffice as an engine: it calculates a copy, and its values go into the original."""

from __future__ import annotations

import io
import math
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import psutil
import pytest
from openpyxl import Workbook

from tests.hosts.plain_calc import formulas
from tests.processes import wait_for_end
from tests.recalculation.books import book, cached, parts, raw, rich, without_values
from xl_tourney.engines import installed_engines, load_engine
from xl_tourney.engines import libreoffice as module
from xl_tourney.engines.base import CalculationRequest
from xl_tourney.engines.libreoffice import CACHE, LibreOffice
from xl_tourney.errors import EngineError
from xl_tourney.grammar.references import Range
from xl_tourney.hosts.libreoffice import program
from xl_tourney.recalculation.evaluate import evaluate
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.verification.suite import SAVED, verify

LACKS = 'CUBEVALUE("cube",A1)'


@pytest.fixture(scope="module", autouse=True)
def _is_there(libreoffice: LibreOffice) -> None:
    """Everything here needs LibreOffice."""


def test_values_come_back_as_they_are(libreoffice) -> None:
    texts = {
        "=A1/3": 1 / 3,
        "=A1>0": True,
        "=A1=0": False,
        "=A2+1": 46113.0,  # a date is its serial number
        '=" a"&CHAR(10)&"b<&> "&"Č𝄞"': " a\nb<&> Č𝄞",
        '=""': "",
        "=A3": 0.0,
        "=1E300*10": 1e301,
        "=1/0": "#DIV/0!",
        "=NA()": "#N/A",
        "=1E308*10": "#NUM!",
        "=FOO(1)": "#NAME?",
        "=A4": "_x0041_",
    }
    cells = {"A1": 1, "A2": date(2026, 3, 31), "A4": "_x0041_"}
    got = formulas(libreoffice, list(texts), cells)
    for (text, expected), value in zip(texts.items(), got):
        if isinstance(expected, float):
            assert math.isclose(value, expected, rel_tol=1e-14), text
        else:
            assert value == expected, text
            assert isinstance(value, bool) == isinstance(expected, bool), text


def test_recalc_splices_its_values_into_the_original(tmp_path) -> None:
    path = rich(tmp_path / "rich.xlsx")
    old = parts(path)
    receipt = recalc(path, engine="libreoffice")
    new = parts(path)
    assert (receipt.engine, receipt.formulas, receipt.errors) == ("libreoffice", 1000, [])
    assert receipt.changed > 900
    changed = [name for name in old if old[name] != new[name]]
    assert changed == ["xl/worksheets/sheet1.xml", "xl/charts/chart1.xml"]
    assert without_values(old[changed[0]]) == without_values(new[changed[0]])
    assert verify(path, ["formualizer", "libreoffice"]).differences == []


def test_it_calculates_what_formualizer_lacks_and_keeps_what_it_lacks_itself(tmp_path) -> None:
    path = book(
        tmp_path / "b.xlsx",
        {
            "A1": 2, "A2": 3, "B1": 5, "B2": 7,
            "C1": ("=AREAS(A1:B2)*TP_PERCENT(45,3)", 9),
            "C2": (f"={LACKS}", "kept"),
            "C3": ("=LEN(C2)", 0),
        },
    )  # fmt: skip
    assert "Sheet1!C1" in [note.cell for note in recalc(path, check=True).kept]
    receipt = recalc(path, engine="libreoffice")
    values = cached(path)
    assert math.isclose(values["C1"], 75)
    assert (values["C2"], values["C3"]) == ("kept", 4)
    assert [note.cell for note in receipt.kept] == ["Sheet1!C2"]


def test_what_it_lacks_is_asked_once(libreoffice, monkeypatch) -> None:
    assert libreoffice.unsupported_functions(["SUM", "GBQ", "FOO", "MMULT"]) == {"FOO"}
    other = LibreOffice()
    monkeypatch.setattr(other, "calculate_values", lambda data: pytest.fail("asked again"))
    assert other.unsupported_functions(["SUM", "FOO", "MMULT"]) == {"FOO"}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("={1,2;3,4}*2", [[2, 4], [6, 8]]),
        ("=GAMES_BEHIND({100;97;90},{62;65;72},,2)", [[-3], [0], [7]]),
    ],
)
def test_one_formula_gives_all_of_its_value(formula, value) -> None:
    assert evaluate(formula, engine="libreoffice").rows == value


def spilling(path: Path, arrays: Mapping[str, str], other: str = "") -> Path:
    """A workbook with dynamic arrays over the four numbers in A1:A4, by cell in the first row."""
    numbers = [f'<c r="A{row}"><v>{row}</v></c>' for row in range(1, 5)]
    formulas = [
        f'<c r="{cell}" cm="1"><f t="array" ref="{reference}">A1:A4*2</f><v>2</v></c>'
        for cell, reference in arrays.items()
    ]
    second = {1: "".join(formulas), 3: other}
    return raw(
        path,
        "".join(
            f'<row r="{row}">{number}{second.get(row, "")}</row>'
            for row, number in enumerate(numbers, 1)
        ),
    )


def test_a_dynamic_array_takes_the_room_it_needs(tmp_path) -> None:
    path = spilling(tmp_path / "b.xlsx", {"B1": "B1:B2", "D1": "D1:D7"})
    recalc(path, engine="libreoffice")
    values, sheet = cached(path), parts(path)["xl/worksheets/sheet1.xml"]
    for column in "BD":
        shown = [values.get(f"{column}{row}") for row in range(1, 7)]
        assert shown == [2, 4, 6, 8, None, None]
        assert f'ref="{column}1:{column}4"'.encode() in sheet


def test_a_dynamic_array_stops_at_what_stands_in_its_way(tmp_path) -> None:
    path = spilling(tmp_path / "b.xlsx", {"B1": "B1"}, '<c r="B3"><v>99</v></c>')
    receipt = recalc(path, engine="libreoffice")
    assert [(note.cell, note.message) for note in receipt.errors] == [("Sheet1!B1", "#SPILL!")]
    assert cached(path)["B3"] == 99


def test_an_error_that_excel_does_not_have_keeps_the_value(tmp_path) -> None:
    path = book(
        tmp_path / "b.xlsx",
        {
            "A1": ("=SQRT(-1)", "#NUM!"),
            "A2": ("=A3+1", 7),
            "A3": ("=A2-1", 6),
            "A4": ('="x"+1', 0),
            "A5": ("=IFERROR(SQRT(-1),5)", 0),
        },
    )
    receipt = recalc(path, engine="libreoffice")
    values = cached(path)
    assert [values.get(f"A{row}") for row in range(1, 6)] == ["#NUM!", 7, 6, "#VALUE!", 5]
    assert {note.cell: note.message for note in receipt.kept} == {
        "Sheet1!A1": "LibreOffice gives it Err:502",
        "Sheet1!A2": "it refers to itself",
        "Sheet1!A3": "it refers to itself",
    }


def test_a_workbook_reaches_for_nothing_outside(libreoffice) -> None:
    asked = []

    class Web(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)

        do_HEAD = do_OPTIONS = do_PROPFIND = do_GET  # noqa: N815

    with HTTPServer(("127.0.0.1", 0), Web) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        texts = [f'=_xlfn.WEBSERVICE("{url}")', f"='{url}[x.xlsx]Sheet1'!A1"]
        texts += [f"=INDIRECT(\"'{url}[y.xlsx]Sheet1'!A1\")", f'=DDE("soffice","{url}","A1")']
        link = f'=HYPERLINK("{url}")'
        values = formulas(libreoffice, [*texts, "=1+1", link], {})
        server.shutdown()
    assert asked == []
    assert values == ["#N/A"] * 4 + [2, url]
    assert libreoffice.unsupported_functions(["_xlfn.WEBSERVICE", "DDE"]) == {
        "_xlfn.WEBSERVICE",
        "DDE",
    }


def test_two_calculations_at_once_do_not_meet(libreoffice) -> None:
    def calculated(number: int) -> Any:
        data = io.BytesIO()
        workbook = Workbook()
        workbook.worksheets[0]["A1"] = f"=TP_PERCENT({number},1)"
        workbook.save(data)
        request = CalculationRequest(data.getvalue(), {"Sheet": [Range(1, 1, 1, 1)]})
        return libreoffice.calculate(request).values["Sheet"][0][0][0]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(calculated, [10, 20])) == [50, 100]


def test_the_profile_is_made_once(libreoffice) -> None:
    folder = libreoffice._profile.folder
    before = folder.stat().st_ino
    assert LibreOffice()._profile.folder == folder
    assert list(folder.parent.glob("libreoffice-*")) == [folder]
    assert folder.stat().st_ino == before
    assert any(folder.rglob("*.pyc")), "each run would compile the functions anew"


def test_a_workbook_that_it_cannot_read_is_refused_in_a_sentence(libreoffice) -> None:
    with pytest.raises(EngineError, match="LibreOffice cannot read the workbook"):
        libreoffice.calculate_values(b"PK\x03\x04 but no more")


def test_a_program_that_does_not_end_is_stopped_with_its_children(tmp_path) -> None:
    file = tmp_path / "number"
    child = (
        "import os, time, pathlib; "
        f"pathlib.Path({str(file)!r}).write_text(str(os.getpid())); time.sleep(3600)"
    )
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with pytest.raises(EngineError, match="no answer in 1 seconds and was stopped"):
        program._run([sys.executable, "-c", parent], 1)
    with suppress(psutil.NoSuchProcess):
        wait_for_end(psutil.Process(int(file.read_text())))


def test_engines_are_compared_that_are_named(tmp_path, monkeypatch) -> None:
    path = book(tmp_path / "b.xlsx", {"A1": ("=TP_PERCENT(45,3)", 75)})
    assert installed_engines() == ("formualizer", "formulas", "libreoffice")
    assert verify(path).engines == ["formualizer", SAVED]
    assert verify(path, installed_engines()).engines == installed_engines()
    assert verify(path).agrees
    monkeypatch.setenv(program.VARIABLE, str(tmp_path / "soffice"))
    monkeypatch.setattr(module, "ENGINE", LibreOffice())
    assert installed_engines() == ("formualizer", "formulas")
    assert verify(path).compared == 1
    with pytest.raises(EngineError, match="LibreOffice was not found: install it"):
        recalc(path, engine="libreoffice")


def test_functions_that_do_not_run_are_an_error_and_leave_no_profile(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(
        module.install, "register_addin", lambda *_: None
    )  # as without LibreOffice's Python
    with pytest.raises(EngineError, match=r"does not run our functions .* python3-uno"):
        LibreOffice().unsupported_functions(["SUM"])
    assert list(tmp_path.iterdir()) == []


def test_the_engine_is_found_by_its_name() -> None:
    assert load_engine("libreoffice").name == "libreoffice"
    assert load_engine("libreoffice").version[0].isdigit()


def test_what_a_book_says_of_its_machine_is_not_of_this_one(tmp_path) -> None:
    saved = {"A1": "C:\\club\\[season.xlsx]Sheet1", "A2": "C:\\club\\", "A3": "pcdos", "A5": "club"}
    path = book(
        tmp_path / "book.xlsx",
        {
            "A1": ('=CELL("filename",A1)', saved["A1"]),
            "A2": ('=INFO("directory")', saved["A2"]),
            "A3": ('=INFO("system")', saved["A3"]),
            "A4": ('=CELL("row",A4)', 0),
            "A5": ('=MID(CELL("filename",A1),4,4)', saved["A5"]),
            "A6": ("=LEN(A2)", 0),
        },
    )
    receipt = recalc(path, engine="libreoffice")
    assert cached(path) == saved | {"A4": 4, "A6": 8}
    assert [note.cell for note in receipt.kept] == [f"Sheet1!{cell}" for cell in saved]
