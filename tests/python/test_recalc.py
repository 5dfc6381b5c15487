"""The package as a Python program uses it: what comes in, what comes out, what is written."""

from __future__ import annotations

import inspect
import io
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

import xl_tourney


def small_workbook() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.active.title = "Scores"
    book.active.append(["Ann", 3, 4, "=B1*C1"])
    book.active.append(["Bob", 5, None, "=D1+B2"])
    return book


def as_bytes(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_the_import_is_light() -> None:
    code = (
        "import sys, xl_tourney; "
        "print(sorted(name for name in sys.modules if name.startswith('xl_tourney')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['xl_tourney']"


def test_every_name_is_there_and_typed() -> None:
    stub = Path(xl_tourney.__file__).with_suffix(".pyi").read_text("utf-8")
    for name in xl_tourney.__all__:
        assert getattr(xl_tourney, name).__doc__
        assert f" as {name}\n" in stub or f"\ndef {name}(" in stub
    assert set(xl_tourney.__all__) <= set(dir(xl_tourney))
    with pytest.raises(AttributeError, match="no attribute 'recalculate'"):
        _ = xl_tourney.recalculate


def test_only_a_backup_is_made_without_being_asked_for() -> None:
    on = [
        (name, parameter.name)
        for name in ("new", "publish", "recalc", "update")
        for parameter in inspect.signature(getattr(xl_tourney, name)).parameters.values()
        if parameter.default is True
    ]
    assert on == [("update", "backup")]


@pytest.mark.parametrize("form", ["path", "text", "bytes", "file", "openpyxl"])
def test_every_form_of_a_workbook_gives_the_same_values(form: str, tmp_path: Path) -> None:
    data = as_bytes(small_workbook())
    path = tmp_path / "book.xlsx"
    path.write_bytes(data)
    book = {
        "path": path,
        "text": str(path),
        "bytes": data,
        "file": io.BytesIO(data),
        "openpyxl": small_workbook(),
    }[form]
    report = xl_tourney.recalc(book)
    assert report.ok and (report.formulas, report.changed, report.kept) == (2, 2, [])
    assert report.values["Scores"] == {
        **{"A1": "Ann", "B1": 3, "C1": 4, "D1": 12},
        **{"A2": "Bob", "B2": 5, "D2": 17},
    }
    is_named = form in ("path", "text")
    assert (path.read_bytes() == report.data) is is_named
    assert report.receipt.written == (str(path) if is_named else None)


def test_check_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    small_workbook().save(path)
    before = path.read_bytes()
    report = xl_tourney.recalc(path, check=True)
    assert report.changed == 2 and path.read_bytes() == report.data == before


def test_the_result_goes_where_it_is_wanted(tmp_path: Path) -> None:
    target = tmp_path / "new.xlsx"
    xl_tourney.recalc(small_workbook(), output=target)
    values = openpyxl.load_workbook(target, data_only=True).active
    assert [cell.value for cell in values["D"]] == [12, 17]


def test_an_error_is_not_ok_and_is_named() -> None:
    book = small_workbook()
    book.active["E1"] = "=1/0"
    report = xl_tourney.recalc(book)
    assert not report.ok and [error.cell for error in report.errors] == ["Scores!E1"]
    found = report.as_json()
    assert (found["status"], found["total_errors"]) == ("errors_found", 1)
    assert found["error_summary"] == {"#DIV/0!": {"count": 1, "locations": ["Scores!E1"]}}


def test_what_cannot_be_calculated_is_not_ok() -> None:
    book = small_workbook()
    book.active["E1"] = '=WEBSERVICE("http://localhost/")'
    report = xl_tourney.recalc(book)
    assert not report.ok and report.as_json()["status"] == "incomplete"
    assert [kept.cell for kept in report.kept] == ["Scores!E1"]


def test_every_formula_cell_has_an_entry_and_an_empty_one_a_reason() -> None:
    book = small_workbook()
    book.active["E1"] = '=WEBSERVICE("http://localhost/")'
    book.active["E2"] = '=C2&""'
    report = xl_tourney.recalc(book)
    assert (report.values["Scores"]["E1"], report.values["Scores"]["E2"]) == (None, "")
    assert [empty.cell for empty in report.empty] == ["Scores!E1"]
    assert "WEBSERVICE" in report.empty[0].message and not report.ok
    assert "1 kept, 1 of them empty" in report.sum_up()


def test_a_report_is_a_screen() -> None:
    book = openpyxl.Workbook()
    for row in range(1, 1001):
        book.active.append([row, f'=WEBSERVICE("http://localhost/"&A{row})'])
    report = xl_tourney.recalc(book)
    assert len(report.kept) == 1000
    assert len(repr(report)) < 2000 and len(str(report)) < 2000


def test_the_receipt_says_what_the_workbook_says_of_itself() -> None:
    book = small_workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.calculation.iterate = True
    facts = {**xl_tourney.recalc(book).facts}
    assert "Openpyxl" in facts.pop("saved_by")
    assert facts == {
        "date_system": 1904,
        "decimal_sign": None,
        "digit_groups": "unknown",
        "precision_as_displayed": False,
        "iteration": {"count": 100, "max_change": 0.001},
    }


@pytest.mark.parametrize("book", [3, None, b"no workbook", io.BytesIO(b"PK\x03\x04")])
def test_what_is_no_workbook_gets_one_sentence(book: object) -> None:
    with pytest.raises(xl_tourney.TourneyError) as error:
        xl_tourney.recalc(book)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200
