"""Files that are no workbooks, or not to be trusted: one sentence, and nothing is touched."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.recalculation.books import MAIN, book, raw
from xl_tourney.errors import EngineError, TourneyError, UnsafeWorkbookError, WorkbookError
from xl_tourney.ooxml.package import Limits, Package
from xl_tourney.recalculation.recalculate import recalc

CFB = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(504)


def refusal(file: Path, **options: object) -> str:
    """The sentence that refuses a file, without the file's name; the file is as it was."""
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(TourneyError) as caught:
        recalc(file, **options)  # type: ignore[arg-type]
    assert (file.read_bytes() if file.is_file() else b"") == before
    assert {p.name for p in file.parent.iterdir()} <= {file.name}
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert "\n" not in message and message.endswith(".")
    return message.removeprefix(f"{file}: ")


def test_a_missing_file(file: Path) -> None:
    assert refusal(file) == "there is no such file; check the name."


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "folder") == "is a folder; name a workbook in it."


@pytest.mark.parametrize("content", [b"", b"name,points\nAnn,3\n", b"PK\x05\x06" + bytes(18)])
def test_not_a_workbook(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert refusal(file).startswith("is not a workbook")


def test_an_old_workbook(file: Path) -> None:
    file.write_bytes(CFB)
    assert refusal(file) == (
        "is a workbook of Excel 97–2003 (.xls); save it as .xlsx and try again."
    )


def test_an_encrypted_workbook(file: Path) -> None:
    file.write_bytes(CFB + "EncryptedPackage".encode("utf-16-le") + bytes(128))
    assert refusal(file) == "is encrypted with a password; save it without one and try again."


@pytest.mark.parametrize(
    ("part", "reason"), [("xl/workbook.bin", "a binary workbook"), ("content.xml", "OpenDocument")]
)
def test_other_spreadsheets(file: Path, part: str, reason: str) -> None:
    relationships = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>'
    )
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(part, b"")
        if part.endswith(".bin"):
            archive.writestr("_rels/.rels", relationships)
    message = refusal(file)
    assert reason in message and message.endswith("save it as .xlsx and try again.")


@pytest.mark.parametrize("left", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_workbook(file: Path, left: float) -> None:
    whole = book(file, {"A1": "=1+1"}).read_bytes()
    file.write_bytes(whole[: int(len(whole) * left)])
    assert refusal(file).startswith("is not a workbook")


def test_damaged_bytes(file: Path) -> None:
    whole = bytearray(book(file, {f"A{row}": f"={row}+1" for row in range(1, 99)}).read_bytes())
    with zipfile.ZipFile(file) as archive:
        at = archive.getinfo("xl/worksheets/sheet1.xml").header_offset
    whole[at + 120] ^= 0xFF
    file.write_bytes(whole)
    assert "sheet1.xml is damaged" in refusal(file)


def test_damage_in_a_sheet_that_is_unpacked_ahead(file: Path) -> None:
    book(file, {"A1": "=1+1"})
    with zipfile.ZipFile(file) as opened:
        at = opened.getinfo("xl/worksheets/sheet1.xml").header_offset + 80
    data = bytearray(file.read_bytes())
    data[at : at + 40] = b"x" * 40
    package = Package(bytes(data), str(file))
    package.unpack_ahead()
    with pytest.raises(WorkbookError, match=r"sheet1\.xml is damaged"):
        recalc(package)


def test_a_sheet_that_is_unpacked_ahead_is_the_same(file: Path, tmp_path: Path) -> None:
    book(file, {"A1": "=1+1", "A2": "=A1*2"})
    package = Package.from_path(file)
    package.unpack_ahead()
    recalc(package, output=tmp_path / "ahead.xlsx")
    recalc(file)
    assert (tmp_path / "ahead.xlsx").read_bytes() == file.read_bytes()


def test_a_part_that_is_not_well_formed(file: Path) -> None:
    raw(file, '<row r="1"><c r="A1"><f>1+1</f></row>')
    assert "is not well-formed XML" in refusal(file)


@pytest.mark.parametrize("cell", ["", "1", "A0", "A1048577", "XFE1", "ZZZZZZZZ9", "A-1", "$A$1"])
def test_a_cell_that_is_nowhere(file: Path, cell: str) -> None:
    raw(file, f'<row r="1"><c r="{cell}"><f>1+1</f></c></row>')
    assert "has a cell that is nowhere" in refusal(file)


def test_a_document_type_is_refused(file: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    raw(file, "", sheet=f'{bomb}<worksheet xmlns="{MAIN}"><sheetData/>&b;<f/></worksheet>')
    assert "declares a document type" in refusal(file)


@pytest.mark.parametrize("second", ["xl/worksheets/sheet1.xml", "XL/Worksheets/Sheet1.XML"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_twice(file: Path, second: str) -> None:
    with zipfile.ZipFile(book(file, {"A1": "=1+1"}), "a") as archive:
        archive.writestr(second, b"")
    assert "twice" in refusal(file)


@pytest.mark.parametrize(
    "limits", [{name: 3} for name in Limits._fields], ids=lambda limits: next(iter(limits))
)
def test_limits(file: Path, limits: dict[str, int], monkeypatch) -> None:
    monkeypatch.setattr("xl_tourney.ooxml.package._SMALLEST_BOMB", 0)
    book(file, {f"A{row}": "=1+1" for row in range(1, 99)})
    with pytest.raises(UnsafeWorkbookError, match=f"--limit {next(iter(limits))}=… raises"):
        recalc(file, limits=Limits(**limits))
    refusal(file, limits=Limits(**limits))


def test_there_is_no_such_engine(file: Path) -> None:
    with pytest.raises(TourneyError, match="There is no engine abacus"):
        recalc(book(file, {"A1": "=1+1"}), engine="abacus")
    assert issubclass(UnsafeWorkbookError, WorkbookError)


def test_a_sheet_that_the_engine_reads_as_empty_is_left_alone(tmp_path: Path) -> None:
    file = raw(
        tmp_path / "book.xlsx",
        '<row r="1"><c r="A1"><f>B1+1</f><v>3</v></c><c r="B1"><v>2</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">B2+1</f><v>5</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>6</v></c></row>',
        workbook='<sheets><sheet name="sheet1" sheetId="1" r:id="rId1"/></sheets>',
    )
    before = file.read_bytes()
    with pytest.raises(EngineError, match="finds no formula on sheet1; try another engine"):
        recalc(file)
    assert file.read_bytes() == before
