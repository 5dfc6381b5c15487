"""A sheet says the same whether a pattern finds its formula cells or expat tells of them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.recalculation import books, fuzzing
from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.errors import TourneyError
from xl_tourney.ooxml import xml
from xl_tourney.ooxml.sheet import scan
from xl_tourney.ooxml.sheet.cached_values import CachedValue, read_cached_value
from xl_tourney.ooxml.sheet.formula_cells import CellXml
from xl_tourney.ooxml.sheet.sheet_xml import SheetXml
from xl_tourney.ooxml.sheet.value_updates import apply_updates, compare_values

WORKBOOKS = Path(__file__).parents[2] / "workbooks"
TEXTS = "<v> padded </v>", "<v>2</v>", "<v/>", "<v></v>", ""
HEADS = '<c r="{}">', '<c r="{}" s="1">', '<c r="{}" t="str">', '<c s="a>b" r="{}">', "<c r='{}'>"
FORMULAS = "<f>A1>B1</f>", '<f t="shared" si="0"/>', "<f/>", '<f ca="1">NOW()</f>', "<f>x&#65;</f>"


def sheets(path: Path) -> Iterator[xml.XmlPart]:
    with zipfile.ZipFile(path) as file:
        for part in file.namelist():
            if part.startswith("xl/worksheets/sheet"):
                yield xml.XmlPart(part, file.read(part))


def columns(sheet: SheetXml) -> tuple[list[object], ...]:
    formula_cells = sheet.formula_cells
    names = CellXml.__slots__
    cells: list[object] = [[getattr(cell, name) for name in names] for cell in formula_cells]
    return (
        cells,
        *(formula_cells.rows, formula_cells.columns, formula_cells.formulas),
        *(formula_cells.types, formula_cells.values, vars(formula_cells.kinds)),
    )


def both_ways(text: xml.XmlPart) -> bool:
    """Hold the two to each other; whether the pattern found its way through."""
    by_pattern = scan.scan_by_pattern(text, "book")
    if by_pattern is not None:
        assert columns(by_pattern) == columns(scan.scan_by_expat(text, "book"))
    return by_pattern is not None


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(WORKBOOKS.glob("*.xlsx")), ids=lambda path: path.stem)
def test_sheets_of_the_ready_made_workbooks(path: Path) -> None:
    assert sum(map(both_ways, sheets(path))) > 0


def test_a_workbook_with_everything(tmp_path: Path) -> None:
    assert set(map(both_ways, sheets(books.rich(tmp_path / "rich.xlsx")))) == {True}


def test_cells_in_every_form_that_a_program_may_write() -> None:
    rng = Random(1)
    found = 0
    for _ in range(300):
        cells = [
            rng.choice(HEADS).format(f"A{row}") + rng.choice(FORMULAS) + rng.choice(TEXTS)
            for row in range(1, rng.randrange(2, 5))
        ]
        rows = "".join(f"<row r='{at}'>{cell}</c></row>" for at, cell in enumerate(cells, 1))
        data = f'<worksheet xmlns="{books.MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        found += both_ways(xml.XmlPart("sheet", data.encode()))
    assert 30 < found < 300


@pytest.mark.parametrize(
    "aside",
    [
        '<!-- <c r="A1"><f>1</f><v>1</v></c> -->',
        "<?x <f> ?>",
        '<x:y xmlns:x="urn:x" xmlns="urn:other"><c r="A1"><f>1</f></c></x:y>',
    ],
)
def test_what_is_no_cell_is_passed_over(aside: str) -> None:
    row = '<row r="1"><c r="A1"><f>1+1</f><v>0</v></c></row>'
    data = f'<worksheet xmlns="{books.MAIN}"><sheetData>{row}{aside}</sheetData></worksheet>'
    sheet = scan.scan_sheet(xml.XmlPart("sheet", data.encode()), "book")
    assert sheet.formula_cells.formulas == [b"1+1"]


def test_workbooks_at_random(tmp_path: Path) -> None:
    found = 0
    for seed in range(150):
        fuzzing.workbook(Random(seed), tmp_path / "book.xlsx")
        try:
            found += sum(map(both_ways, sheets(tmp_path / "book.xlsx")))
        except (TourneyError, ValueError, NotImplementedError, zipfile.BadZipFile):
            continue
    assert found


VALUES = 1.5, -0.0, 2.0, 1e21, "", "text", "a & b\n", True, ErrorValue("#N/A"), None


def written(sheet: SheetXml, values: list[object], kept: set[int]) -> tuple[bytes, int]:
    updates = compare_values(sheet, values, kept, NoStrings())
    part = apply_updates(sheet, updates)
    return part if isinstance(part, bytes) else b"".join(part), updates.changed


class NoStrings:
    shared_strings = ()


def test_values_are_written_alike_whether_the_sheet_is_cut_at_its_cells_or_not() -> None:
    rng = Random(2)
    cut = 0
    for _ in range(500):
        cells = [
            rng.choice(HEADS[:4]).format(f"A{row}") + rng.choice(FORMULAS) + rng.choice(TEXTS)
            for row in range(1, rng.randrange(2, 6))
        ]
        rows = "".join(f"<row r='{at}'>{cell}</c></row>" for at, cell in enumerate(cells, 1))
        data = f'<worksheet xmlns="{books.MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        text = xml.XmlPart("sheet", data.encode())
        by_pattern = scan.scan_by_pattern(text, "book")
        if by_pattern is None:
            continue
        values = [rng.choice(VALUES) for _ in cells]
        kept = {at for at in range(len(cells)) if rng.random() < 0.1}
        assert written(by_pattern, values, kept) == written(
            scan.scan_by_expat(text, "book"), values, kept
        )
        cut += 1
    assert cut > 50


def small_sheet(*cells: str) -> SheetXml:
    row = f'<row r="1">{"".join(cells)}</row>'
    text = f'<worksheet xmlns="{books.MAIN}"><sheetData>{row}</sheetData></worksheet>'
    sheet = scan.scan_by_pattern(xml.XmlPart("sheet", text.encode()), "book")
    assert sheet
    return sheet


def test_an_empty_text_is_read_without_the_sheet_beside_its_segments() -> None:
    """A large sheet of our templates has tens of thousands, and is long."""
    sheet = small_sheet('<c r="A1" t="str"><f>B1&amp;""</f><v></v></c>')
    (cell,) = sheet.formula_cells
    assert read_cached_value(sheet, cell, NoStrings()) == CachedValue("str", "")
    assert "data" not in vars(sheet)


def test_integers_are_found_by_shape() -> None:
    letters = "ABCDE"
    sheet = small_sheet(*(f'<c r="{a}1"><f>G{n}+{n}0</f></c>' for n, a in enumerate(letters, 1)))
    found = [sheet.integers[shape] for shape in sheet.shapes.of_cells]
    assert found == [{b"10"}, {b"20"}, {b"30"}, {b"40"}, {b"50"}]
