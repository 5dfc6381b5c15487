"""Workbooks that are built to do harm, or so odd that they do: bounded time, never a traceback."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recalculation.books import MAIN, book, cached, parts, raw, sheet_xml
from tests.steps import at_most
from xl_tourney.errors import TourneyError
from xl_tourney.ooxml.package import Limits
from xl_tourney.recalculation.recalculate import recalc


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "book.xlsx"


@pytest.fixture(autouse=True)
def _steps_are_few() -> Iterator[None]:
    """Whatever it is, it does not take long."""
    with at_most(15_000_000):
        yield


def one_cell(file: Path, formula: str, value: str = "7") -> Path:
    return raw(
        file,
        f'<row r="1"><c r="A1"><f>{formula}</f><v>{value}</v></c>'
        '<c r="B1"><f>1+1</f><v>0</v></c></row>',
    )


def safely(file: Path) -> None:
    """Recalculated, or refused in a sentence; the file is whole."""
    before = file.read_bytes()
    try:
        recalc(file)
    except TourneyError as error:
        assert "\n" not in str(error).rstrip()
        assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("opening", ["(", "SUM(", "-", "{", "IF(A1,", "GBQ("])
@pytest.mark.parametrize("depth", [100, 10_000])
def test_a_formula_nested_deep(file: Path, opening: str, depth: int) -> None:
    closing = ")" if "(" in opening else "}" if opening == "{" else ""
    safely(one_cell(file, opening * depth + "1" + closing * depth))


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "=",
        "(",
        ")",
        '"',
        "'",
        "1+",
        "{1,2",
        "[",
        "A1:",
        "GBQ(",
        "GBQ(]",
        "#",
        "@",
        "!A1",
        "\x7f",
    ],
)
def test_a_formula_that_is_none(file: Path, formula: str) -> None:
    safely(one_cell(file, formula))


def test_a_formula_that_cannot_be_read_keeps_its_value(file: Path) -> None:
    receipt = recalc(one_cell(file, "SUM(1"))
    assert cached(file) == {"A1": 7, "B1": 2}
    assert [note.cell for note in receipt.kept] == ["Sheet1!A1"]


@pytest.mark.parametrize("count", [2, 30])
def test_names_that_refer_to_each_other(file: Path, count: int) -> None:
    names = {f"Name{n}_": f"=Name{(n + 1) % count}_+GBQ(1,1,1)" for n in range(count)}
    safely(book(file, {"A1": ("=Name0_*2", 7), "B1": ("=1+1", 0)}, names))


@pytest.mark.slow
def test_names_that_double_each_time(file: Path) -> None:
    names = {f"Name{n}_": f"=Name{n + 1}_+Name{n + 1}_" for n in range(40)}
    names["Name40_"] = "=TAPL({7,6,5,4,4,4,5})"
    safely(book(file, {"A1": ("=Name0_", 7), "B1": ("=1+1", 0)}, names))


@pytest.mark.slow
@pytest.mark.parametrize(
    "last", ["TP_PERCENT(50,4)", "NOSUCH(1)", 'COUNTIF(Sheet1!$C$1:$C$3,"<>5")']
)
def test_a_long_chain_of_names(file: Path, last: str) -> None:
    names = {f"Name{n}_": f"=Name{n + 1}_+1" for n in range(3000)} | {"Name3000_": f"={last}"}
    book(file, {"A1": ("=Name0_", 7), "A2": ("=Name2990_", 7), "B1": ("=1+1", 0)}, names)
    receipt = recalc(file)
    values = cached(file)
    assert all(len(note.message) < 100 for note in receipt.kept)
    assert receipt.kept[0].cell == "Sheet1!A1"
    assert (values["A1"], values["B1"]) == (7, 2)
    assert values["A2"] == (72.5 if last.startswith("TP") else 7)


def test_an_array_over_the_whole_sheet(file: Path) -> None:
    raw(
        file,
        '<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">1</f><v>7</v></c></row>',
    )
    receipt = recalc(file)
    assert [note.message for note in receipt.kept] == ["it fills more than 1,000,000 cells"]


def test_formulas_in_the_corners(file: Path) -> None:
    raw(
        file,
        '<row r="1"><c r="A1"><f>XFD1048576+1</f></c></row>'
        '<row r="1048576"><c r="XFD1048576"><f>1+1</f></c></row>',
    )
    recalc(file)
    assert "<v>3</v>" in sheet_xml(file)


@pytest.mark.slow
def test_a_sheet_that_unpacks_to_gigabytes(file: Path) -> None:
    raw(file, "")
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet2.xml", b" " * (64 << 20))
    with pytest.raises(TourneyError, match="unpacks to more than 1,000 times its size"):
        recalc(file)


def test_a_part_that_lies_about_its_size(file: Path) -> None:
    data = bytearray(book(file, {f"A{row}": "=1+1" for row in range(1, 500)}).read_bytes())
    with zipfile.ZipFile(file) as archive:
        info = archive.getinfo("xl/worksheets/sheet1.xml")
    size = info.file_size.to_bytes(4, "little")
    at = data.index(size, data.index(b"PK\x01\x02"))
    data[at : at + 4] = (50).to_bytes(4, "little")
    file.write_bytes(data)
    safely(file)


@pytest.mark.parametrize(
    "name", ["../../outside.xml", "/etc/passwd", "C:\\x.xml", "xl/./a", "a\0b"]
)
def test_part_names_that_are_paths(file: Path, name: str) -> None:
    with zipfile.ZipFile(book(file, {"A1": "=1+1"}), "a") as archive:
        archive.writestr(zipfile.ZipInfo(name), b"x")
    safely(file)
    assert not (file.parent.parent / "outside.xml").exists()


@pytest.mark.parametrize(
    "target", ["../../../../etc/passwd", "http://example.org/x", "", "%2e%2e/x"]
)
def test_relationships_that_lead_outside(file: Path, target: str) -> None:
    all_parts = parts(book(file, {"A1": "=1+1"}))
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in all_parts.items():
            archive.writestr(name, data.replace(b"worksheets/sheet1.xml", target.encode()))
    safely(file)


def test_deep_xml(file: Path) -> None:
    deep = "<x>" * 100_000 + "</x>" * 100_000
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData/>{deep}<f/></worksheet>'
    safely(raw(file, "", sheet=sheet))


def test_many_shared_formulas_without_a_master(file: Path) -> None:
    cells = "".join(
        f'<row r="{row}"><c r="A{row}"><f t="shared" si="{row % 7}"/><v>{row}</v></c></row>'
        for row in range(1, 2000)
    )
    safely(raw(file, cells))


def test_shared_formulas_that_point_off_the_sheet(file: Path) -> None:
    safely(
        raw(
            file,
            '<row r="3"><c r="C3"><f t="shared" ref="A1:C3" si="0">_xll.GBQ(A1,1,1)</f></c></row>'
            '<row r="4"><c r="A4"><f t="shared" si="0"/></c></row>',
        )
    )


def test_whole_columns(file: Path) -> None:
    cells: dict[str, object] = {"A1": 50, "A2": 105, "B1": 4, "B2": 9, "C1": "=SUM(GBQ(A:A,B:B,1))"}
    recalc(book(file, cells))
    assert cached(file)["C1"] == -0.5


@pytest.mark.slow
def test_a_long_chain(file: Path) -> None:
    cells: dict[str, object] = {"A1": 1}
    cells |= {f"A{row}": f"=A{row - 1}+1" for row in range(2, 20_001)}
    recalc(book(file, cells))
    assert cached(file)["A20000"] == 20_000


@pytest.mark.slow
def test_formulas_that_lie_far_apart(file: Path) -> None:
    columns = "ABCDEFGHIJKLM"
    cells = {f"{columns[n % 13]}{10 * n}": "=1+1" for n in range(1, 8001)}
    receipt = recalc(book(file, cells))
    assert (receipt.changed, receipt.kept) == (8000, [])
    assert sheet_xml(file).count("<f>1+1</f><v>2</v>") == 8000


@pytest.mark.slow
@pytest.mark.parametrize(("function", "kept"), [("NOSUCH", 4_000), ("MATCHPOINT", 0)])
def test_many_array_formulas(file: Path, function: str, kept: int) -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}"><f t="array" ref="A{n}:B{n}">{function}(C{n}:D{n})</f>'
        f'<v>{n}</v></c><c r="B{n}"><v>{n}</v></c><c r="C{n}"><v>1</v></c></row>'
        for n in range(1, 4_001)
    )
    assert len(recalc(raw(file, rows)).kept) == kept


@pytest.mark.slow
def test_array_formulas_over_each_other(file: Path) -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}"><f t="array" ref="A{n}:B{n + 4999}">C{n}*2</f><v>7</v></c></row>'
        for n in range(1, 1001)
    )
    receipt = recalc(raw(file, rows))
    assert {note.message for note in receipt.kept} == {
        "with it arrays would fill more than 1,000,000 cells"
    }
    assert len(receipt.kept) == 900


@pytest.mark.parametrize(
    "attributes",
    ['t="array"', 't="array" ref="nowhere"', 't="array" ref=""', 't="shared"', 't="x"'],
)
def test_formulas_with_odd_attributes(file: Path, attributes: str) -> None:
    raw(file, f'<row r="1"><c r="A1"><f {attributes}>1+1</f><v>0</v></c></row>')
    safely(file)


def test_two_cells_in_one_place(file: Path) -> None:
    safely(raw(file, '<row r="1"><c r="A1"><f>1+1</f></c><c r="A1"><f>2+2</f></c></row>'))


def test_limits_have_defaults() -> None:
    limits = Limits()
    assert limits.parts < 100_000 and limits.unpacked <= 4 << 30


def test_many_sheets_on_one_part(file: Path) -> None:
    """Each would be calculated as a sheet of its own: 20,000 of them took a minute."""
    before = parts(book(file, {"A1": ("=1+1", 0)}))
    workbook = before["xl/workbook.xml"].decode()
    sheet = re.search("<sheet [^>]*/>", workbook)[0]
    name = re.search('name="([^"]*)"', sheet)[1]
    many = "".join(sheet.replace(f'name="{name}"', f'name="S{n}"') for n in range(20_000))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in before.items():
            archive.writestr(
                part, data if part != "xl/workbook.xml" else workbook.replace(sheet, many)
            )
    with pytest.raises(TourneyError, match="sheets S0 and S1 are one part; it is left as it is"):
        recalc(file)


def test_a_sum_over_the_whole_sheet(file: Path) -> None:
    book(file, {f"A{row}": (f"=SUM(B{row}:XFD1048576)", 7) for row in range(1, 21)})
    safely(file)


@pytest.mark.slow
def test_sums_of_thousands_of_ones(file: Path) -> None:
    """Too deep for both engines: they stay, and are named."""
    cells = "".join(
        f'<c r="{column}1"><f>{at}{"+1" * 4_000}</f><v>7</v></c>'
        for at, column in enumerate("ABCDEFGHIJ")
    )
    raw(file, f'<row r="1">{cells}</row>')
    safely(file)
    assert cached(file)["J1"] == 7
    assert [note.message for note in recalc(file).kept] == [
        "the engine cannot read its formula"
    ] * 10


@pytest.mark.slow
def test_thousands_of_functions_that_are_not_there(file: Path) -> None:
    """The engine was asked for each by itself, which took half a millisecond."""
    cells = "".join(
        f'<row r="{row}"><c r="A{row}"><f>NOSUCH{row}(B1)</f><v>7</v></c></row>'
        for row in range(1, 10_001)
    )
    raw(file, cells)
    safely(file)
    assert cached(file)["A9999"] == 7
