"""Workbooks as other programs, other years and other encodings write them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from tests.recalculation.books import DOCUMENT, MAIN, book, cached, parts, raw, sheet_xml
from xl_tourney.recalculation.recalculate import recalc

STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
SUM = '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>TP_PERCENT(A1*20,1)</f><v>9</v></c></row>'


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm", ".xltx", ".xltm"])
def test_every_ending(tmp_path: Path, suffix: str) -> None:
    file = raw(tmp_path / f"book{suffix}", SUM, parts={"xl/vbaProject.bin": b"\0macros\xff"})
    assert (recalc(file).changed, recalc(file).changed) == (1, 0)
    assert "<v>200</v>" in sheet_xml(file)
    assert parts(file)["xl/vbaProject.bin"] == b"\0macros\xff"


def test_strict_open_xml(file: Path) -> None:
    raw(file, "", sheet=f'<worksheet xmlns="{STRICT}"><sheetData>{SUM}</sheetData></worksheet>')
    assert recalc(file).changed == 1
    assert "<v>200</v>" in sheet_xml(file)


def test_a_workbook_that_is_strict_in_all_its_parts(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_row("A1", ["Ann", 5, 7])
        sheet.write_formula("D1", '=SUM(B1:C1)&" "&A1', None, "old")
        sheet.write_formula("E1", "=2*3", None, 6)
    old = "http://schemas.openxmlformats.org/"
    all_parts = {
        name: data.decode()
        .replace(f"{old}spreadsheetml/2006/main", STRICT)
        .replace(f"{old}officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/")
        for name, data in parts(file).items()
    }
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in all_parts.items():
            archive.writestr(name, text)
    assert recalc(file).changed == 1
    assert "<v>12 Ann</v>" in sheet_xml(file)
    assert "<v>6</v>" in sheet_xml(file)


def test_a_prefix_for_every_element(file: Path) -> None:
    rows = '<x:row r="1"><x:c r="A1"><x:f t="array" ref="A1:B1">{1,2}+1</x:f></x:c></x:row>'
    raw(file, "", sheet=f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData>'
        "</x:worksheet>")  # fmt: skip
    assert recalc(file).changed == 2
    assert (
        '<x:c r="A1"><x:f t="array" ref="A1:B1">{1,2}+1</x:f><x:v>2</x:v></x:c>'
        '<x:c r="B1"><x:v>3</x:v></x:c>' in sheet_xml(file)
    )


def test_cells_and_rows_that_do_not_say_where_they_are(file: Path) -> None:
    rows = (
        "<row><c><v>1</v></c><c><f>A1+1</f></c></row>"
        '<row r="3"><c r="B3"><f>B1+1</f></c><c><f>B3+1</f></c></row><row><c><f>C3+1</f></c></row>'
    )
    raw(file, rows)
    receipt = recalc(file)
    assert (receipt.formulas, receipt.changed, receipt.kept) == (4, 4, [])
    assert cached(file) == {"A1": 1, "B1": 2, "B3": 3, "C3": 4, "A4": 5}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "latin-1", "utf-8-sig"])
def test_other_encodings(file: Path, encoding: str) -> None:
    declared = {"latin-1": "ISO-8859-1", "utf-8-sig": "UTF-8"}.get(encoding, "UTF-16")
    text = (
        f'<?xml version="1.0" encoding="{declared}"?><worksheet xmlns="{MAIN}"><sheetData>'
        '<row r="1"><c r="A1" t="str"><f>"é"&amp;1</f><v>é</v></c><c r="B1"><f>1+1</f></c></row>'
        "</sheetData></worksheet>"
    )
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    raw(file, "", sheet=mark + text.encode(encoding))
    receipt = recalc(file)
    assert (receipt.changed, receipt.kept) == (2, [])
    after = parts(file)["xl/worksheets/sheet1.xml"]
    assert after.removeprefix(mark).decode(encoding) == text.replace(
        "<v>é</v>", "<v>é1</v>"
    ).replace("<f>1+1</f>", "<f>1+1</f><v>2</v>")


def test_dates_counted_from_1904(file: Path) -> None:
    with xlsxwriter.Workbook(file, {"date_1904": True}) as workbook:
        workbook.add_worksheet("Sheet1").write_formula("A1", "=DATE(2004,1,1)", None, 1)
        workbook.worksheets()[0].write_formula("A2", "=YEAR(36525)", None, 1)
    recalc(file)
    assert "<v>36525</v>" in sheet_xml(file)
    assert "<f>YEAR(36525)</f><v>2004</v>" in sheet_xml(file)


def test_chart_sheets_and_other_sheets_stay(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Data")
        sheet.write_formula("A1", "=TAPL({7,6,5,4,4,4,5})", None, 1)
        chart = workbook.add_chart({"type": "line"})
        chart.add_series({"values": "=Data!$A$1:$A$3"})
        workbook.add_chartsheet("Chart").set_chart(chart)
        workbook.add_worksheet("After").write_formula("A1", "=Data!A1*2", None, 1)
    before = parts(file)
    receipt = recalc(file)
    assert (receipt.kept, receipt.changed) == ([], 2)
    assert cached(file, "After")["A1"] == pytest.approx(2 * 270.44936151312544)
    changed = {name for name, data in parts(file).items() if data != before[name]}
    assert changed == {
        "xl/worksheets/sheet1.xml",
        "xl/worksheets/sheet2.xml",
        "xl/charts/chart1.xml",  # its points
    }


def test_tables_are_looked_up(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Results")
        sheet.add_table(
            "B2:E6",
            {
                "name": "Results",
                "total_row": True,
                "columns": [
                    {"header": "name", "total_string": "Total"},
                    {"header": "won [a]", "total_function": "sum"},
                    {"header": "lost"},
                    {"header": "twice", "formula": "=[@[won '[a']]]*2"},
                ],
                "data": [["Ann", 4, 1], ["Bob", 2, 3], ["Cy", 1, 3]],
            },
        )
        other = workbook.add_worksheet("Sheet1")
        for row, formula in enumerate(
            (
                "=SUM(Results[lost])",
                "=SUM(Results[[#All],[lost]])",
                "=Results[[#Headers],[twice]]",
                "=Results[[#Totals],[won '[a']]]",
                "=SUM(Results[[won '[a']]:[lost]])",
                "=SUM(Results[])",
                "=ROWS(Results[#Data])",
                "=SUM(GAMES_BEHIND(Results[won '[a']],Results[lost]))",
                "=Results[nothing]",
            )
        ):
            other.write_formula(row, 0, formula, None, 99)
    receipt = recalc(file)
    assert receipt.kept == []
    got = cached(file)
    assert [got[f"A{row}"] for row in range(1, 10)] == [
        7, 7, "twice", 7, 14, 28, 3, 4.5, "#REF!",
    ]  # fmt: skip
    assert [cached(file, "Results")[cell] for cell in ("E3", "E4", "E5", "C6")] == [8, 4, 2, 7]


def test_a_table_part_without_sense_is_no_hindrance(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.add_table("A1:B3", {"columns": [{"header": "a"}, {"header": "b"}]})
        sheet.write_formula("D1", "=1+1", None, 0)
    all_parts = parts(file)
    for nonsense in (b'ref="A1:B3"', b'ref="nowhere"'), (b"</table>", b""):
        with zipfile.ZipFile(file, "w") as archive:
            for name, data in all_parts.items():
                archive.writestr(name, data.replace(*nonsense) if "table1" in name else data)
        assert recalc(file).changed == 1
        assert "<f>1+1</f><v>2</v>" in sheet_xml(file)


def test_what_belongs_to_the_workbook_stays(file: Path, tmp_path: Path) -> None:
    extra = {
        "customXml/item1.xml": "<club xmlns='urn:x'>Ann &amp; Bob</club>",
        "_xmlsignatures/sig1.xml": "<Signature/>",
        "xl/webextensions/webextension1.xml": "<we/>",
        "xl/calcChain.xml": f'<calcChain xmlns="{MAIN}"><c r="B1" i="1"/></calcChain>',
    }
    raw(file, SUM, parts=extra)
    recalc(file)
    after = parts(file)
    assert {name: after[name].decode() for name in extra} == extra


def test_an_external_link_is_not_needed_for_our_functions(file: Path) -> None:
    rows = '<row r="1"><c r="A1"><f>[1]!TP_PERCENT(50,4)</f><v>1</v></c>'
    rows += '<c r="B1"><f>[2]Sheet1!$A$1+1</f><v>7</v></c><c r="C1"><f>A1+B1</f></c></row>'
    receipt = recalc(raw(file, rows))
    assert (cached(file)["A1"], cached(file)["B1"], cached(file)["C1"]) == (62.5, 7, 69.5)
    assert [note.cell for note in receipt.kept] == ["Sheet1!B1"]


def test_large_zip_members_are_no_hindrance(file: Path) -> None:
    """ZIP64 sizes, which some programs write for parts of any size."""
    before = parts(book(file, {"A1": "=1+1"}))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in before.items():
            with archive.open(name, "w", force_zip64=True) as part:
                part.write(data)
    recalc(file)
    assert cached(file) == {"A1": 2}


def test_data_tables_are_kept(file: Path) -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="dataTable" ref="A1:A2" dt2D="0" dtr="0" r1="B1"/><v>5</v></c>'
        "</row>" + '<row r="2"><c r="A2"><v>6</v></c><c r="B2"><f>A1+A2</f></c></row>'
    )
    receipt = recalc(raw(file, rows))
    assert cached(file) == {"A1": 5, "A2": 6, "B2": 11}
    assert [note.message for note in receipt.kept] == ["it is part of a data table"]


def test_circular_references_are_kept(file: Path) -> None:
    cells = {"A1": ("=B1+1", 4), "B1": ("=A1*2", 8), "C1": ("=SUM(A1:B1)", 0), "D1": "=2+2"}
    receipt = recalc(book(file, cells))
    assert cached(file) == {"A1": 4, "B1": 8, "C1": 12, "D1": 4}
    assert {note.cell: note.message for note in receipt.kept} == {
        "Sheet1!A1": "it refers to itself",
        "Sheet1!B1": "it refers to itself",
    }


def test_conditional_formats_and_validations_are_not_touched(file: Path) -> None:
    after = (
        '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1">'
        "<formula>_xll.GBQ(A1,1,1)&gt;NOSUCH(1)</formula></cfRule></conditionalFormatting>"
        '<dataValidations count="1"><dataValidation type="custom" sqref="A1">'
        "<formula1>GBQ(A1,1,1)</formula1></dataValidation></dataValidations>"
    )
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{SUM}</sheetData>{after}</worksheet>'
    receipt = recalc(raw(file, "", sheet=sheet))
    assert (receipt.formulas, receipt.kept) == (1, [])
    assert sheet_xml(file) == sheet.replace("<v>9</v>", "<v>200</v>")
    assert DOCUMENT  # the namespace of relationships, which stays as it is


def test_engines_get_visible_rows_alone_and_of_a_filter_nothing(file: Path) -> None:
    rows = (
        '<row r="1" hidden="1"><c r="A1"><v>5</v></c></row><row r="2"><c r="A2"><v>7</v></c></row>'
    )
    formulas = {
        "A3": ("SUBTOTAL(109,A1:A2)", 7),
        "B3": ("SUBTOTAL(9,A1:A2)", 1),
        "C3": ("SUBTOTAL(109,A2:A2)", 1),
        "D3": ("AGGREGATE(9,5,A1:A2)", 7),
    }
    cells = (
        f'<c r="{at}"><f>{text}</f><v>{value}</v></c>' for at, (text, value) in formulas.items()
    )
    rows += f'<row r="3">{"".join(cells)}</row>'
    receipt = recalc(raw(file, rows))
    assert cached(file) == {"A1": 5, "A2": 7, "A3": 7, "B3": 12, "C3": 7, "D3": 7}
    assert receipt.kept == []
    filter_ = '<autoFilter ref="A1:A2"><filterColumn colId="0"/></autoFilter>'
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{filter_}</worksheet>'
    receipt = recalc(raw(file, "", sheet=sheet))
    assert [note.cell for note in receipt.kept] == ["Sheet1!B3"]
