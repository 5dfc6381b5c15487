"""The promise: only cached values of formula cells change, and none for the worse."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.recalculation.books import (
    DOCUMENT,
    MAIN,
    PACKAGE,
    TABLE,
    book,
    cached,
    parts,
    raw,
    rich,
    sheet_xml,
    without_values,
)
from tests.same import same
from xl_tourney.engines import installed_engines
from xl_tourney.errors import WriteError
from xl_tourney.functions import TAPL
from xl_tourney.ooxml import package
from xl_tourney.recalculation.evaluate import evaluate
from xl_tourney.recalculation.recalculate import recalc

SHEET = "xl/worksheets/sheet1.xml"
POINTS = re.compile(rb"<c:pt idx=.*?</c:pt>")
"""What charts keep of the values of cells."""

# What changes, and what does not ------------------------------------------------------------------


def test_only_cached_values_of_formula_cells_change(file: Path) -> None:
    before = parts(rich(file))
    receipt = recalc(file)
    after = parts(file)
    assert list(before) == list(after)
    differ = [name for name in before if before[name] != after[name]]
    assert differ == [SHEET, "xl/charts/chart1.xml"]
    assert without_values(before[SHEET]) == without_values(after[SHEET])
    old, new = (POINTS.sub(b"", content["xl/charts/chart1.xml"]) for content in (before, after))
    assert old == new
    assert (receipt.formulas, receipt.kept, receipt.errors) == (4 * TABLE, [], [])
    values = cached(file, "Players")
    for row in (2, 77, TABLE + 1):
        finishes = [values[f"{column}{row}"] for column in "BCDEFGH"]
        twice = 2 * sum(finishes) + 1
        assert same(values[f"J{row}"], TAPL(finishes, 40))
        assert values[f"K{row}"] == twice
        assert values.get(f"L{row}") == ("over & <above>" if twice > 60 else None)
        assert values[f"M{row}"] is (twice > 60)


def test_nothing_to_change_is_not_written(file: Path) -> None:
    recalc(rich(file))
    before = file.stat().st_mtime_ns, file.read_bytes()
    receipt = recalc(file)
    assert (receipt.changed, receipt.written) == (0, None)
    assert (file.stat().st_mtime_ns, file.read_bytes()) == before


def test_a_number_equal_to_15_digits_is_left_alone(file: Path) -> None:
    same = '<c r="A1"><f>1/3</f><v>0.333333333333333</v></c><c r="B1"><f>0.1+0.2</f><v>.3</v></c>'
    receipt = recalc(
        raw(file, f'<row r="1">{same}<c r="C1"><f>1/3</f><v>0.3333333333333</v></c></row>')
    )
    assert receipt.changed == 1
    assert same in sheet_xml(file)


def test_check_only_looks(file: Path) -> None:
    before = book(file, {"A1": "=1+1"}).read_bytes()
    receipt = recalc(file, check=True)
    assert (receipt.changed, receipt.written, receipt.stale) == (1, None, True)
    assert file.read_bytes() == before


def test_output_goes_elsewhere(file: Path, tmp_path: Path) -> None:
    before = book(file, {"A1": "=1+1"}).read_bytes()
    other = tmp_path / "other.xlsx"
    assert recalc(file, output=other).written == str(other)
    assert (file.read_bytes(), cached(other)) == (before, {"A1": 2})


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_mode_stays(file: Path) -> None:
    book(file, {"A1": "=1+1"}).chmod(0o640)
    recalc(file)
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = book(file, {"A1": "=1+1"}).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match=r"cannot be written \(No space left on device\)\.$"):
        recalc(file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


# Values -------------------------------------------------------------------------------------------


def test_every_type_of_value(file: Path, engine: str) -> None:
    texts = ["a & b < c > d", "  spaces  ", 'say ""hi""', "Łódź 😀"]
    cells = {f"A{row}": f'="{text}"' for row, text in enumerate(texts, 1)}
    cells |= {"B1": "=1>2", "B2": "=1/0", "B3": "=0*-1", "B4": "=10^16", "B5": "=1/3", "B6": "=C9"}
    cells["B7"] = '=TP_PERCENT(0,0)&""'
    recalc(book(file, cells), engine=engine)
    got = cached(file)
    assert [got[f"A{row}"] for row in range(1, 5)] == [t.replace('""', '"') for t in texts]
    assert (got["B1"], got["B2"], got["B4"], got["B5"]) == (False, "#DIV/0!", 10**16, 1 / 3)
    assert (got["B6"], got.get("B7")) == (0, None)
    assert "<f>0*-1</f><v>0</v>" in sheet_xml(file)


def test_text_that_xml_cannot_say_is_escaped_as_the_format_has_it(file: Path) -> None:
    recalc(
        book(file, {"A1": '="_x0041_"', "A2": '=CHAR(1)&"<"', "A3": '="]]>"', "A4": "=CHAR(13)"})
    )
    for text in ("_x005F_x0041_", "_x0001_&lt;", "]]&gt;", "_x000D_"):
        assert f"<v>{text}</v>" in sheet_xml(file)
    assert recalc(file).changed == 0


def test_a_cell_of_any_form_takes_its_value(file: Path) -> None:
    cells = [
        '<c r="A1"><f>1+1</f></c>',
        '<c r="B1" t="str"><f>1+1</f><v>old</v></c>',
        '<c r="C1" t="e"><f>1+1</f><v>#NAME?</v></c>',
        '<c r="D1" t="inlineStr"><f>"x"</f><is><t>old</t></is></c>',
        "<c t='b' r='E1' ><f >1=1</f ><v >0</v ></c >",
        '<c r="F1"><f>1+1</f><v/></c>',
        '<c r="G1"><v>7</v><f>1+1</f></c>',
        '<c r="H1" t="s"><f>"new"</f><v>1</v></c>',
        '<c r="I1"><f><![CDATA[1+1]]></f><v>0</v></c>',
        '<c r="J1"><f>""</f><v>3</v></c>',
    ]
    raw(file, f'<row r="1">{"".join(cells)}</row>', strings=["zero", "one"])
    assert recalc(file).changed == len(cells)
    got = cached(file)
    assert got == {
        **dict.fromkeys(("A1", "B1", "C1", "F1", "G1", "I1"), 2),
        **{"D1": "x", "E1": True, "H1": "new"},
    }


def test_now_is_the_clock_of_the_run(file: Path) -> None:
    book(file, {"A1": "=TODAY()", "A2": "=YEAR(NOW())", "A3": "=NOW()-TODAY()"})
    recalc(file, now=datetime(2009, 1, 25, 18, 0))
    assert cached(file) == {"A1": 39838, "A2": 2009, "A3": 0.75}


def test_chance_is_another_one_in_each_run_but_for_a_given_time(file: Path) -> None:
    cells = {"A1": "=RAND()", "A2": "=RAND()", "A3": "=A1-A2", "A4": "=RANDBETWEEN(1,1000000)"}
    book(file, cells)
    draws = []
    for _ in range(2):
        recalc(file)
        values = cached(file)
        assert values["A3"] == values["A1"] - values["A2"] != 0
        draws.append((values["A1"], values["A4"]))
    assert draws[0][0] != draws[1][0] and draws[0][1] != draws[1][1]
    now = datetime(2009, 1, 25)
    recalc(file, now=now)
    assert recalc(file, now=now).changed == 0
    assert evaluate("RAND()").rows != evaluate("RAND()").rows


def test_a_number_out_of_range_is_num(file: Path) -> None:
    recalc(book(file, {"A1": "=1E308*10", "A2": "=-1E308*10"}))
    assert cached(file) == {"A1": "#NUM!", "A2": "#NUM!"}


# Spellings ----------------------------------------------------------------------------------------

SPELLINGS = [
    "GBQ",
    "gbq",
    "[1]!GBQ",
    "_xll.GBQ",
    "_XLL.gbq",
    "_xludf.GBQ",
    "_xlfn.GBQ",
    "_xldudf_TOURNEY_GBQ",
    "_xldudf_MY_CLUB_GBQ",
    "[2]!_xldudf_TOURNEY_GBQ",
    "TOURNEY.GBQ",
    "'C:\\add ins\\x.xlam'!GBQ",
]
LINK = {
    "xl/externalLinks/externalLink1.xml": f'<externalLink xmlns="{MAIN}" xmlns:r="{DOCUMENT}">'
    '<externalBook r:id="rId1"/></externalLink>',
    "xl/externalLinks/_rels/externalLink1.xml.rels": f'<Relationships xmlns="{PACKAGE}/'
    f'relationships"><Relationship Id="rId1" Type="{DOCUMENT}/externalLinkPath" '
    'Target="x.xlam" TargetMode="External"/></Relationships>',
}


def test_every_spelling_is_understood_and_stays(file: Path, engine: str) -> None:
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><f>{name}(10,1,1)</f><v>9</v></c>'
        f'<c r="B{row}"><f>SUM(1,{name}({{50;105}},{{4;9}},1),GBQ(10,1,1))</f></c></row>'
        for row, name in enumerate(SPELLINGS, 1)
    )
    receipt = recalc(raw(file, rows), engine=engine)
    assert (receipt.kept, receipt.errors) == ([], [])
    got = cached(file)
    for row, name in enumerate(SPELLINGS, 1):
        assert f"<f>{name}(10,1,1)</f>" in sheet_xml(file)
        assert (got[f"A{row}"], got[f"B{row}"]) == (0, 0.5), name


def test_engines_take_names_in_any_letter_case(file: Path, engine: str) -> None:
    """LibreOffice writes names in small letters that it does not know."""
    recalc(book(file, {"A1": "=gbq(10,1,1)", "A2": "=SUM(1,Tp_Percent(50,4))"}), engine=engine)
    got = cached(file)
    assert (got["A1"], got["A2"]) == (0, 63.5)


@pytest.mark.parametrize("link", [False, True], ids=["no link", "with its link"])
@pytest.mark.parametrize("written", [str.upper, str.lower, str.title])
def test_every_spelling_is_understood_wherever_it_stands(
    file: Path, engine: str, link: bool, written: Callable[[str], str]
) -> None:
    """In shared formulas, arrays of both kinds, names and brackets; rules are not calculated."""
    names, rows, formulas = [], [], []
    expected: dict[str, object] = {}
    for at, spelling in enumerate(SPELLINGS):
        tp, gbq, tapl, yates = (
            written(spelling.upper().replace("GBQ", name))
            for name in ("TP_PERCENT", "GBQ", "TAPL", "YATES_TAPL")
        )
        row = 3 * at + 1
        names.append(f'<definedName name="Name{at}_">{tp}(50,4)</definedName>')
        formulas += [
            f't="shared" ref="A{row}:A{row + 1}" si="{at}">{tp}($H{row},$I{row})',
            f't="array" ref="B{row}:B{row + 2}">{gbq}({{50;105}},{{4;9}},1)',
            f">Name{at}_*2",
            f'>"{gbq}(1)"&amp;MAX(1,IFERROR({tp}(50,4),0))',
            f">{tapl}({{1,2,3,4,5,6,7}})={yates}({{1,2,3,4,5,6,7}})",
        ]
        cells = [f"<f {f}</f><v>9</v></c>" for f in formulas[-5:]]
        rows.append(
            f'<row r="{row}">'
            + "".join(f'<c r="{column}{row}">{cell}' for column, cell in zip("ABCDE", cells))
            + f'<c r="H{row}"><v>50</v></c><c r="I{row}"><v>4</v></c></row>'
            f'<row r="{row + 1}"><c r="A{row + 1}"><f t="shared" si="{at}"/><v>9</v></c>'
            f'<c r="B{row + 1}"><v>9</v></c>'
            f'<c r="H{row + 1}"><v>10</v></c><c r="I{row + 1}"><v>1</v></c></row>'
            f'<row r="{row + 2}"><c r="B{row + 2}"><v>9</v></c></row>'
        )
        expected |= {f"A{row}": 62.5, f"A{row + 1}": 50, f"C{row}": 125}
        expected |= {f"B{row}": 0, f"B{row + 1}": -0.5, f"B{row + 2}": "#N/A"}
        expected |= {f"D{row}": f"{gbq}(1)62.5", f"E{row}": False}
    rules = (
        '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>'
        f"{written('_xll.GBQ')}(A1)</formula></cfRule></conditionalFormatting>"
        '<dataValidations count="1"><dataValidation type="custom" sqref="A1"><formula1>'
        f"{written('[1]!TAPL')}(A1)</formula1></dataValidation></dataValidations>"
    )
    relationships = f'<Relationship Id="rId1" Type="{DOCUMENT}/worksheet" '
    relationships += 'Target="worksheets/sheet1.xml"/>'
    if link:
        relationships += f'<Relationship Id="rId2" Type="{DOCUMENT}/externalLink" '
        relationships += 'Target="externalLinks/externalLink1.xml"/>'
    raw(
        file,
        "",
        sheet=f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(rows)}</sheetData>'
        f"{rules}</worksheet>",
        workbook='<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'
        + '<externalReferences><externalReference r:id="rId2"/></externalReferences>' * link
        + f"<definedNames>{''.join(names)}</definedNames>",
        parts={
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
            f"{relationships}</Relationships>",
            **(LINK if link else {}),
        },
    )
    before = parts(file)
    receipt = recalc(file, engine=engine)
    assert receipt.kept == []
    got = cached(file)
    assert {cell: got.get(cell) for cell in expected} == expected
    sheet = sheet_xml(file)
    assert rules in sheet and all(formula in sheet for formula in formulas)
    changed = [name for name, data in parts(file).items() if data != before[name]]
    assert changed == ["xl/worksheets/sheet1.xml"]


def test_texts_sheets_and_other_names_are_not_taken_for_ours(file: Path, engine: str) -> None:
    receipt = recalc(
        book(
            file,
            {"A1": '="_xll.GBQ(1)"', "A2": "=TAPL({7,6,5,4,4,4,5})", "A3": "=MYGBQ+1"},
            {"MYGBQ": "=3"},
        ),
        engine=engine,
    )
    assert receipt.kept == []
    got = cached(file)
    assert (got["A1"], got["A3"]) == ("_xll.GBQ(1)", 4)
    assert same(got["A2"], 270.44936151312544)


def test_omitted_arguments_take_their_defaults(file: Path, engine: str) -> None:
    table = "{50;105},{4;9},1"
    formulas = {
        "A1": f"=SUM(GBQ({table},,))",
        "A2": f'=SUM(GBQ({table},"gbq",))',
        "A3": f"=SUM(GBQ({table},,0))",
        "A4": f"=SUM(GBQ({table},,,15,))",
        "A5": f"=SUM(GBQ({table},Z9,Z9))",
        "A6": f"=SUM( GBQ( {table} , , ) )",
    }
    recalc(book(file, formulas), engine=engine)
    got = cached(file)
    assert [got[cell] for cell in formulas] == [-0.5, 0.5, -0.5, -0.5, -0.5, -0.5]


# Receipts -----------------------------------------------------------------------------------------


def test_an_error_comes_with_the_sentence_of_its_function(file: Path) -> None:
    cells = {
        "A1": "x",
        "B1": "=TP_PERCENT(A1,3)",
        "B2": "=1+GBQ({1;2},{1;2},9)",
        "B3": "=B1+1",
        "B4": "=1/0",
        "B5": "=tp_percent(A1,3)",
    }
    receipt = recalc(book(file, cells))
    assert {note.cell: note.message for note in receipt.errors} == {
        "Sheet1!B1": "#VALUE!: tps, row 1, column 1, must be a number, not “x”",
        "Sheet1!B2": "#NUM!: place 9 is not among the 2 players",
        "Sheet1!B3": "#VALUE!",
        "Sheet1!B4": "#DIV/0!",
        "Sheet1!B5": "#VALUE!: tps, row 1, column 1, must be a number, not “x”",
    }
    assert cached(file)["B1"] == "#VALUE!"


@pytest.mark.parametrize("engine", installed_engines())
def test_a_text_that_reads_like_an_error_stays_a_text(file: Path, engine: str) -> None:
    texts = (
        '<c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>#DIV/0!</t></is></c>'
        '<c r="C1" t="str"><f>"#N"&amp;"/A"</f><v>old</v></c>'
    )
    formulas = ("A1", "B1&amp;&quot;!&quot;", "C1", "ISERROR(A1)", "COUNTIF(A1:C1,&quot;*/*&quot;)")
    cells = "".join(f"<c><f>{formula}</f></c>" for formula in formulas)
    raw(file, f'<row r="1">{texts}</row><row r="2">{cells}</row>', strings=["#N/A"])
    receipt = recalc(file, engine=engine)
    assert (receipt.kept, receipt.errors) == ([], [])
    root = ElementTree.fromstring(parts(file)["xl/worksheets/sheet1.xml"])
    types = {
        cell.get("r"): cell.get("t", "n") for cell in root.iter(f"{{{MAIN}}}c") if cell.get("r")
    }
    assert (types["A1"], types["B1"], types["C1"]) == ("s", "inlineStr", "str")
    second = root.findall(f".//{{{MAIN}}}row")[1]
    assert [(cell.get("t", "n"), cell.findtext(f"{{{MAIN}}}v")) for cell in second] == [
        ("str", "#N/A"),
        ("str", "#DIV/0!!"),
        ("str", "#N/A"),
        ("b", "0"),
        ("n", "3"),
    ]


def test_nothing_is_written_when_half_of_a_sheet_cannot_be_packed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread packs the first half of a large sheet; what it raises is raised."""
    before = book(file, {f"A{row}": "=1+1" for row in range(1, 101)}).read_bytes()
    monkeypatch.setattr(package, "_LARGE_PART", 1)
    pack = package._compress

    def fails_in_a_thread(*arguments: Any) -> bytes:
        if threading.current_thread() is not threading.main_thread():
            raise MemoryError
        return pack(*arguments)

    monkeypatch.setattr(package, "_compress", fails_in_a_thread)
    with pytest.raises(MemoryError):
        recalc(file)
    assert file.read_bytes() == before
    monkeypatch.setattr(package, "_compress", pack)
    recalc(file)
    assert cached(file)["A100"] == 2


def test_a_text_longer_than_a_cell_is_an_error_where_it_begins(tmp_path) -> None:
    cells = {f"A{row}": f"=A{row - 1}&A{row - 1}" for row in range(2, 19)}
    others = {
        "B1": '=IFERROR(A17,"too long")',
        "B2": '=IFERROR(A17&"!","anew")',
        "B3": "=LEN(A15)",
        "B4": '=LEN(REPT("x",32767))',
        "B5": "=LEN(A17)",
    }
    path = book(tmp_path / "long.xlsx", {"A1": "x", **cells, **others})
    receipt = recalc(path)
    values = cached(path)
    assert [values[f"A{row}"] for row in (16, 17, 18)] == ["#VALUE!"] * 3
    assert values["A15"] == "x" * 16_384
    assert [values[f"B{row}"] for row in range(1, 6)] == [
        "too long",
        "anew",
        16_384,
        32_767,
        "#VALUE!",
    ]
    too_long = "#VALUE!: its text is longer than 32,767 characters"
    assert ("Sheet1!A16", too_long) in receipt.errors
