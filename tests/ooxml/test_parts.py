"""Parts are found however their names are spelled, and one that is missing is named."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.recalculation import books
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import WorkbookError
from xl_tourney.generator.generate import make
from xl_tourney.ooxml.package import Package
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.templates import TEMPLATES

ROWS = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f><v>0</v></c></row>'
SHEET = "xl/worksheets/sheet1.xml"
RELATIONSHIPS = "xl/_rels/workbook.xml.rels"

Parts = dict[str, bytes]


def spelled(path: Path, change: Callable[[Parts], Parts]) -> Path:
    """A workbook with other parts, or other names of them."""
    parts = change(books.parts(path))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            info = zipfile.ZipInfo()
            info.filename = name
            archive.writestr(info, data)
    return path


def renamed(change: Callable[[str], str]) -> Callable[[Parts], Parts]:
    return lambda parts: {change(name): data for name, data in parts.items()}


def replaced(part: str, old: bytes, new: bytes) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        assert old in parts[part]
        return parts | {part: parts[part].replace(old, new)}

    return change


def both(*changes: Callable[[Parts], Parts]) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        for one in changes:
            parts = one(parts)
        return parts

    return change


def target(text: bytes) -> Callable[[Parts], Parts]:
    return replaced(RELATIONSHIPS, b"worksheets/sheet1.xml", text)


SPELLINGS = {
    "backslashes": renamed(lambda name: name.replace("/", "\\")),
    "backslashes in a target": target(b"worksheets\\sheet1.xml"),
    "other capitals": renamed(lambda name: name.replace("worksheets/sheet1", "Worksheets/Sheet1")),
    "other capitals of relationships": renamed(lambda name: name.replace("_rels", "_RELS")),
    "an absolute target": target(b"/xl/worksheets/sheet1.xml"),
    "a target with dots": target(b"../xl/./worksheets/sheet1.xml"),
    "a leading slash": renamed(lambda name: f"/{name}"),
    "a percent in both": both(
        renamed(lambda name: name.replace("sheet1", "sheet%201")),
        target(b"worksheets/sheet%201.xml"),
    ),
    "a percent in the target": both(
        renamed(lambda name: name.replace("sheet1", "sheet 1")),
        target(b"worksheets/sheet%201.xml"),
    ),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_part_is_found_and_keeps_its_spelling(spelling, tmp_path) -> None:
    path = spelled(books.raw(tmp_path / "book.xlsx", ROWS), SPELLINGS[spelling])
    before = list(books.parts(path))
    assert recalc(path).changed == 1
    parts = books.parts(path)
    assert list(parts) == before
    (sheet,) = (data for name, data in parts.items() if "1.xml" in name)
    assert b"<f>A1+1</f><v>2</v>" in sheet


MISSING = {
    "a sheet": (renamed(lambda name: name.replace("sheet1", "other")), f"part {SHEET} of sheet"),
    "its relationship": (target(b"theme.xml"), "part xl/theme.xml of sheet"),
    "relationships": (
        renamed(lambda name: name.replace("workbook.xml.rels", "other")),
        "the part of sheet Sheet1 is missing",
    ),
    "shared strings": (
        renamed(lambda name: name.replace("sharedStrings", "other")),
        "part xl/sharedStrings.xml of the workbook",
    ),
    "content types": (
        renamed(lambda name: name.replace("[Content_Types]", "other")),
        "part [Content_Types].xml of the package",
    ),
    "a table": (
        lambda parts: {
            **replaced(SHEET, b"A1+1", b"SUM(Games[Points])")(parts),
            "xl/worksheets/_rels/sheet1.xml.rels": parts[RELATIONSHIPS]
            .replace(b"/worksheet", b"/table", 1)
            .replace(b"worksheets/sheet1.xml", b"../tables/table1.xml"),
        },
        "part xl/tables/table1.xml of sheet Sheet1",
    ),
    "all sheets": (
        replaced("xl/workbook.xml", b"<sheet name=", b"<other name="),
        "it has no sheets",
    ),
    "what is in a sheet": (lambda parts: parts | {SHEET: b""}, f"part {SHEET} is not well-formed"),
    "XML": (lambda parts: parts | {SHEET: b"no XML"}, f"part {SHEET} is not well-formed"),
    "a worksheet": (lambda parts: parts | {SHEET: b"<html/>"}, f"part {SHEET} is no worksheet"),
}


@pytest.mark.parametrize("what", MISSING)
def test_what_is_missing_is_named_and_nothing_is_written(what, run, tmp_path) -> None:
    change, sentence = MISSING[what]
    text = '<c r="C1" t="s"><v>0</v></c></row>'
    path = books.raw(tmp_path / "book.xlsx", ROWS.replace("</row>", text), strings=["one"])
    before = spelled(path, change).read_bytes()
    for command in (("recalc", "--check"), ("recalc",), ("standings",)):
        code, out, err = run(*command, "book.xlsx")
        assert (code, out) == (Exit.WRONG, "")
        assert err.startswith(f"book.xlsx: {sentence}") and err.count("\n") == 1
    assert path.read_bytes() == before


def test_a_part_that_nothing_depends_on_may_be_missing(tmp_path) -> None:
    path = books.rich(tmp_path / "book.xlsx")
    for part in ("xl/styles.xml", "xl/charts/chart1.xml", "xl/drawings/drawing1.xml"):
        spelled(path, lambda parts, part=part: {n: d for n, d in parts.items() if n != part})
    assert recalc(path, check=True).failed is None


def test_two_spellings_of_one_part_are_refused(tmp_path) -> None:
    path = books.raw(tmp_path / "book.xlsx", ROWS)
    data = {SHEET.replace("/", "\\"): b"<worksheet/>"}
    spelled(path, lambda parts: parts | data)
    with pytest.raises(WorkbookError, match=r"holds part .* twice"):
        Package.from_path(path)


@pytest.fixture(scope="module")
def with_backslashes(tmp_path_factory) -> bytes:
    template = TEMPLATES["kdice"]
    path = tmp_path_factory.mktemp("parts") / "month.xlsx"
    make(template, template.sample, path)
    return spelled(path, SPELLINGS["backslashes"]).read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("standings", "--format", "csv"),
        ("verify",),
        ("publish", "-o", "page.html", "--anyway"),
        ("explain",),
    ],
    ids=lambda command: command[0],
)
def test_other_commands_read_backslashes_too(command, with_backslashes, run, tmp_path) -> None:
    (tmp_path / "month.xlsx").write_bytes(with_backslashes)
    name, *options = command
    subject = ["Leaderboard!A5"] if name == "explain" else []
    code, _, err = run(name, "month.xlsx", *subject, *options)
    assert code == Exit.DONE, err


def test_the_doctor_says_what_excel_does_not_read(with_backslashes, run, tmp_path) -> None:
    (tmp_path / "month.xlsx").write_bytes(with_backslashes)
    _, out, _ = run("doctor", "month.xlsx")
    assert "xl\\workbook.xml: has a backslash in its name" in out
    assert "missing" not in out and "not in the package" not in out
