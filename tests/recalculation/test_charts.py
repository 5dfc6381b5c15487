"""Charts show the new values: their cached points follow the cells, and nothing else changes."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from functools import partial
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from openpyxl.chart import BarChart, Reference

import xl_tourney
from tests.templates.plain_libreoffice import convert
from xl_tourney.ooxml.charts import chart_parts
from xl_tourney.ooxml.package import Package

DATA = Path(__file__).parent.parent / "data" / "charts"
POINT = re.compile(rb'<c:pt idx="(\d+)"><c:v>([^<]*)</c:v></c:pt>')


def points(book: bytes, part: str = "xl/charts/chart1.xml") -> list[tuple[str, list[str]]]:
    """The references of a chart with the texts of their points."""
    xml = zipfile.ZipFile(io.BytesIO(book)).read(part)
    return [
        (match[1].decode(), [text.decode() for _, text in POINT.findall(match[2])])
        for match in re.finditer(rb"<c:f>(.*?)</c:f>(.*?)</c:(?:num|str|multiLvlStr)Ref>", xml)
    ]


def written_by_xlsxwriter(**names: str) -> bytes:
    """A sheet of formulas without values, and a chart of them."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    sheet = book.add_worksheet("My data")
    sheet.write_column("A1", ["a", "b", "c & d", None])
    for row in range(4):
        sheet.write(row, 1, row + 1)
        sheet.write_formula(row, 2, f"=B{row + 1}*2.5")
    sheet.write_formula("D1", '="Team "&B1')
    sheet.write_formula("D2", "=1/0")
    for name, formula in names.items():
        book.define_name(name, formula)
    chart = book.add_chart({"type": "column"})
    chart.add_series(
        {
            "name": "='My data'!$D$1",
            "categories": "='My data'!$A$1:$A$4",
            "values": "='My data'!$C$1:$C$4",
        }
    )
    chart.add_series({"values": "=('My data'!$C$1:$C$2,'My data'!$D$2)"})
    for name in names:
        chart.add_series({"values": f"='My data'!{name}"})
    sheet.insert_chart("F5", chart)
    book.close()
    return file.getvalue()


def test_the_chart_of_a_new_workbook_shows_its_values() -> None:
    report = xl_tourney.recalc(written_by_xlsxwriter())
    assert report.charts == 1
    assert points(report.data) == [
        ("'My data'!$D$1", ["Team 1"]),
        ("'My data'!$A$1:$A$4", ["a", "b", "c &amp; d"]),
        ("'My data'!$C$1:$C$4", ["2.5", "5", "7.5", "10"]),
        ("('My data'!$C$1:$C$2,'My data'!$D$2)", ["2.5", "5", "#DIV/0!"]),
    ]
    again = xl_tourney.recalc(report.data)
    assert (again.charts, again.changed) == (0, 0)


def test_a_name_stands_for_its_cells_and_a_formula_is_left_alone() -> None:
    book = written_by_xlsxwriter(
        Totals="='My data'!$C$2:$C$3", Last="=OFFSET('My data'!$C$1,2,0,2,1)"
    )
    before, after = dict(points(book)), dict(points(xl_tourney.recalc(book).data))
    assert after["'My data'!Totals"] == ["5", "7.5"]
    assert after["'My data'!Last"] == before["'My data'!Last"]


def test_values_that_excel_saved_are_its_points() -> None:
    for path in sorted(DATA.glob("*.xlsx")):
        report = xl_tourney.recalc(path, check=True)
        assert (report.charts, report.ok) == (0, True), path.name


@pytest.mark.parametrize("lost", ["spoiled", "missing"])
@pytest.mark.parametrize("name", ["chart_column01.xlsx", "chart_order01.xlsx"])
def test_the_points_of_excel_come_back_byte_for_byte(name: str, lost: str) -> None:
    package = Package((DATA / name).read_bytes())
    charts = {part: package.read(part) for part in chart_parts(package)}
    caches = re.compile(rb"<c:numCache>.*?</c:numCache>")
    other = partial(POINT.sub, rb'<c:pt idx="\1"><c:v>99</c:v></c:pt>')
    lose = (lambda cache: b"") if lost == "missing" else (lambda cache: other(cache[0]))
    stale = {
        part: re.sub(rb'(<c r="\w+")><v>(\d+)</v>', rb"\1><f>\2</f><v>99</v>", package.read(part))
        for part in package.parts
        if part.startswith("xl/worksheets/sheet")
    }
    changed = {part: caches.sub(lose, data) for part, data in charts.items()}
    report = xl_tourney.recalc(package.with_parts(stale | changed))
    assert report.charts == len(charts) >= 1
    restored = Package(report.data)
    assert {part: restored.read(part) for part in charts} == charts


CHART, SHEET = "xl/charts/chart1.xml", "xl/worksheets/sheet1.xml"


def edited(package: Package, part: str, *changes: tuple[str, str]) -> Package:
    """The package with texts of a part replaced, each of which is there."""
    data = package.read(part)
    for old, new in changes:
        assert old.encode() in data, old
        data = data.replace(old.encode(), new.encode())
    return Package(package.with_parts({part: data}))


@pytest.fixture(scope="module")
def fresh() -> Package:
    """A workbook whose chart shows its values."""
    return Package(xl_tourney.recalc(written_by_xlsxwriter()).data)


STALE = ("<f>B3*2.5</f>", "<f>B3*4</f>")
"""One cell that the chart shows gets another formula: 12 in place of 7.5."""


def test_points_are_left_alone_where_no_cell_changes(fresh: Package) -> None:
    spoiled = edited(fresh, CHART, ("<c:v>7.5</c:v>", "<c:v>99</c:v>"), (">Team 1<", ">Mine<"))
    assert xl_tourney.recalc(spoiled.data).charts == 0
    report = xl_tourney.recalc(edited(edited(spoiled, SHEET, ("B2*2.5", "B2*3")), CHART).data)
    assert [text for _, found in points(report.data)[::2] for text in found] == [
        *("Mine", "2.5", "6", "99", "10")
    ]


def test_a_pivot_chart_is_not_ours(fresh: Package) -> None:
    pivot = edited(
        fresh,
        CHART,
        (
            "<c:chart>",
            '<c:pivotSource><c:name>P</c:name><c:fmtId val="0"/></c:pivotSource><c:chart>',
        ),
    )
    report = xl_tourney.recalc(edited(pivot, SHEET, STALE).data)
    assert (report.changed, report.charts) == (1, 0)
    assert Package(report.data).read(CHART) == pivot.read(CHART)


WITHOUT_LEVELS = (
    "<c:multiLvlStrRef><c:f>'My data'!$A$1:$C$4</c:f><c:multiLvlStrCache>"
    '<c:pt idx="0"><c:v>a</c:v></c:pt></c:multiLvlStrCache></c:multiLvlStrRef>'
)


@pytest.mark.parametrize(
    "change",
    [
        ("c:numCache>", "c:strCache>"),
        ("c:numCache>", "c:multiLvlStrCache>"),
        ('<c:ptCount val="4"/>', '<c:ptCount val="5"/>'),
        ('<c:ptCount val="4"/>', '<c:ptCount val="many"/>'),
        ("<c:v>7.5</c:v>", ""),
        ("<c:cat>", f"<c:cat>{WITHOUT_LEVELS}</c:cat><c:cat>"),
    ],
)
def test_what_is_no_cache_of_these_cells_loses_nothing(
    fresh: Package, change: tuple[str, str]
) -> None:
    strange = edited(fresh, CHART, change)
    report = xl_tourney.recalc(edited(strange, SHEET, STALE).data)
    assert report.changed == 1
    was, now = (package.read(CHART) for package in (strange, Package(report.data)))
    assert now.replace(b"<c:v>12</c:v>", b"<c:v>7.5</c:v>") in (was, fresh.read(CHART))


def test_a_point_keeps_its_format_and_what_is_around_it(fresh: Package) -> None:
    of_its_own = (
        '<c:pt idx="2"><c:v>7.5</c:v>',
        '<c:pt idx="2" formatCode="0.00">\n<c:v>7.5</c:v>',
    )
    without_count = edited(fresh, CHART, of_its_own, ('<c:ptCount val="4"/>', ""))
    report = xl_tourney.recalc(edited(without_count, SHEET, STALE).data)
    expected = edited(without_count, CHART, ("<c:v>7.5</c:v>", "<c:v>12</c:v>"))
    assert Package(report.data).read(CHART) == expected.read(CHART)


def test_points_come_and_go_in_their_order(fresh: Package) -> None:
    gone = edited(fresh, SHEET, ("<f>B2*2.5</f>", '<f>""</f>'), STALE)
    without = ('<c:pt idx="1"><c:v>5</c:v></c:pt><c:pt idx="2"><c:v>7.5</c:v></c:pt>', "")
    report = xl_tourney.recalc(edited(gone, CHART, without).data)
    assert dict(points(report.data))["'My data'!$C$1:$C$4"] == ["2.5", "0", "12", "10"]


@pytest.mark.parametrize(
    ("plotted", "expected"), [("1", ["2.5", "12", "10"]), ("0", ["2.5", "5", "12", "10"])]
)
def test_new_points_are_those_that_excel_plots(
    fresh: Package, plotted: str, expected: list[str]
) -> None:
    hidden = edited(fresh, SHEET, ('<row r="2"', '<row hidden="1" r="2"'), STALE)
    chart = hidden.read(CHART).replace(
        b'plotVisOnly val="1"', b'plotVisOnly val="%s"' % plotted.encode()
    )
    chart = re.sub(rb"<c:numCache>.*?</c:numCache>", b"", chart)
    report = xl_tourney.recalc(hidden.with_parts({CHART: chart}))
    assert dict(points(report.data))["'My data'!$C$1:$C$4"] == expected


def test_each_level_of_categories_is_patched_and_filtered_series_are_not(fresh: Package) -> None:
    levels = "".join(
        f'<c:lvl><c:pt idx="2"><c:v>{text}</c:v></c:pt></c:lvl>'
        for text in ("7.5", "3", "c &amp; d")
    )
    shown = (
        "<c:multiLvlStrRef><c:f>'My data'!$A$1:$C$4</c:f><c:multiLvlStrCache>"
        f'<c:ptCount val="4"/>{levels}</c:multiLvlStrCache></c:multiLvlStrRef>'
    )
    filtered = (
        '<mc:AlternateContent xmlns:mc="http://mc"><mc:Choice Requires="c15"><c:val><c:numRef>'
        "<c:extLst><c:ext><c15:sqref xmlns:c15='http://c15'>'My data'!$C$1:$C$4</c15:sqref></c:ext>"
        '</c:extLst><c:numCache><c:pt idx="2"><c:v>7.5</c:v></c:pt></c:numCache>'
        "</c:numRef></c:val></mc:Choice></mc:AlternateContent>"
    )
    book = edited(fresh, CHART, ("</c:plotArea>", f"{shown}{filtered}</c:plotArea>"))
    chart = Package(xl_tourney.recalc(edited(book, SHEET, STALE).data).data).read(CHART).decode()
    assert shown.replace("<c:v>7.5<", "<c:v>12<") in chart and filtered in chart


def test_a_hidden_column_has_no_points(fresh: Package) -> None:
    columns = '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>'
    hidden = edited(fresh, SHEET, ("<sheetData>", columns), STALE)
    chart = (
        hidden.read(CHART)
        .replace(b"$C$1:$C$4", b"$B$3:$C$3")
        .replace(b'Count val="4', b'Count val="1')
    )
    chart = re.sub(rb'<c:pt idx="[123]">.*?</c:pt>', b"", chart)
    report = xl_tourney.recalc(hidden.with_parts({CHART: chart}))
    assert dict(points(report.data))["'My data'!$B$3:$C$3"] == ["12"]


def with_a_formula(package: Package) -> bytes:
    """A cell that Excel's chart shows gets a formula, and keeps its old value."""
    sheet = package.read("xl/worksheets/sheet1.xml")
    edited = re.sub(rb'(<c r="A2"[^>]*>)<v>\d+</v>', rb"\1<f>B2*10</f><v>2</v>", sheet)
    assert edited != sheet
    return package.with_parts({"xl/worksheets/sheet1.xml": edited})


def test_a_changed_input_changes_one_point_and_nothing_else_of_excels_chart() -> None:
    package = Package((DATA / "chart_column01.xlsx").read_bytes())
    report = xl_tourney.recalc(with_a_formula(package))
    old, new = (part.read("xl/charts/chart1.xml") for part in (package, Package(report.data)))
    number = report.values["Sheet1"]["A2"]
    assert number != 2
    assert new == old.replace(
        b'<c:pt idx="1"><c:v>2</c:v></c:pt>', b'<c:pt idx="1"><c:v>%d</c:v></c:pt>' % number, 1
    )


def test_openpyxls_categories_do_not_become_zeros() -> None:
    book = openpyxl.Workbook()
    for row in range(1, 4):
        book.active.append([f"Team {row}", row, f"=B{row}^2"])
    chart = BarChart()
    chart.add_data(Reference(book.active, min_col=3, min_row=1, max_row=3))
    chart.set_categories(Reference(book.active, min_col=1, min_row=1, max_row=3))
    book.active.add_chart(chart, "E2")
    xml = zipfile.ZipFile(io.BytesIO(xl_tourney.recalc(book).data)).read("xl/charts/chart1.xml")
    assert xml.count(b"<numCache>") == 1
    assert re.findall(rb"<v>(\d+)</v>", xml) == [b"1", b"4", b"9"]


def test_hidden_rows_are_no_points_where_they_were_none() -> None:
    package = Package(xl_tourney.recalc(written_by_xlsxwriter()).data)
    sheet = package.read("xl/worksheets/sheet1.xml")
    chart = package.read("xl/charts/chart1.xml")
    hidden = re.sub(rb'<row r="2"', rb'<row hidden="1" r="2"', sheet)
    hidden = hidden.replace(b"<f>B3*2.5</f>", b"<f>B3*4</f>")
    shorter = chart.replace(
        b'<c:ptCount val="4"/><c:pt idx="0"><c:v>2.5</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt>'
        b'<c:pt idx="2"><c:v>7.5</c:v></c:pt><c:pt idx="3"><c:v>10</c:v></c:pt>',
        b'<c:ptCount val="3"/><c:pt idx="0"><c:v>2.5</c:v></c:pt>'
        b'<c:pt idx="1"><c:v>7.5</c:v></c:pt><c:pt idx="2"><c:v>10</c:v></c:pt>',
    )
    assert hidden != sheet and shorter != chart
    parts = {"xl/worksheets/sheet1.xml": hidden, "xl/charts/chart1.xml": shorter}
    report = xl_tourney.recalc(package.with_parts(parts))
    assert dict(points(report.data))["'My data'!$C$1:$C$4"] == ["2.5", "12", "10"]


@pytest.mark.slow
def test_libreoffice_opens_workbooks_with_new_points(tmp_path: Path) -> None:
    book, excels = tmp_path / "book.xlsx", tmp_path / "excels.xlsx"
    book.write_bytes(xl_tourney.recalc(written_by_xlsxwriter()).data)
    package = Package((DATA / "chart_column01.xlsx").read_bytes())
    excels.write_bytes(xl_tourney.recalc(with_a_formula(package)).data)
    convert([book, excels], tmp_path, "pdf")
    assert (tmp_path / "excels.pdf").stat().st_size > 5_000
    text = subprocess.run(
        ["pdftotext", "-layout", str(tmp_path / "book.pdf"), "-"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert text.count("Team 1") >= 2  # the cell and the legend
