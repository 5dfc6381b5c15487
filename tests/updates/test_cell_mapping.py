"""Where the cells of a workbook go when its tables grow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from openpyxl.utils import get_column_letter

from xl_tourney.errors import WorkbookError
from xl_tourney.grammar.references import parse_range
from xl_tourney.updates.cell_mapping import CellMapping


def table(keys: str, top: int, block: int, blocks: int = 1, left: int = 1) -> Any:
    """A table of the sheet S with a row of headings and so many blocks of rows below."""
    letters = {key: get_column_letter(at) for at, key in enumerate(keys.split(), left)}
    return SimpleNamespace(
        sheet=SimpleNamespace(title="S"),
        columns=[SimpleNamespace(key=key) for key in letters],
        letter=letters.__getitem__,
        top=top,
        first=top + 1,
        last=top + block * blocks,
        rows=block * blocks,
        block=block,
    )


OLD, NEW = "no r_1 r_2 total", "no r_1 r_2 r_3 total"
GROWN = CellMapping([table(OLD, 4, 10)], [table(NEW, 4, 20)])
"""Ten players and two rounds in A5:D14 become twenty and three in A5:E24."""
BLOCKS = CellMapping([table("board ns", 1, 4, 3)], [table("board ns", 1, 6, 4)])
"""Three boards of four lines become four of six."""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((4, 4), (4, 5)),
        ((5, 1), (5, 1)),
        ((7, 2), (7, 2)),
        ((14, 4), (14, 5)),
        ((15, 1), (25, 1)),
        ((17, 4), (27, 5)),
        ((3, 4), (3, 5)),
        ((7, 5), (7, 6)),
        ((17, 7), (17, 8)),
    ],
)
def test_where_a_cell_goes_and_where_it_comes_from(
    old: tuple[int, int], new: tuple[int, int]
) -> None:
    assert GROWN.cell("S", *old) == new
    assert GROWN.source("S", *new) == old
    assert GROWN.cell("T", *old) == old == GROWN.source("T", *old)


@pytest.mark.parametrize(
    ("new", "like"), [((4, 4), (4, 3)), ((24, 4), (14, 3)), ((15, 1), (14, 1)), ((24, 5), (14, 4))]
)
def test_new_rows_look_like_the_last_and_new_rounds_like_the_last_round(
    new: tuple[int, int], like: tuple[int, int]
) -> None:
    assert GROWN.source("S", *new) == like
    assert GROWN.source_in_block("S", *new) is None


def test_blocks_grow_each_in_its_place() -> None:
    assert [BLOCKS.cell("S", row, 1)[0] for row in (1, 2, 5, 6, 9, 10, 13, 14)] == [
        *(1, 2, 5, 8, 11, 14, 17, 26)
    ]
    rows = [BLOCKS.source("S", row, 2) for row in range(2, 26)]
    first = [2, 3, 4, 4, 4, 5]
    assert rows == [(row + 4 * min(block, 2), 2) for block in range(4) for row in first]
    assert BLOCKS.source_in_block("S", 7, 2) == (5, 2)
    assert BLOCKS.source_in_block("S", 1, 2) == (1, 2)
    assert BLOCKS.source_in_block("S", 26, 2) is None


@pytest.mark.parametrize(
    ("old", "new", "as_area"),
    [
        ("B5:B14", "B5:B24", "B5:B24"),
        ("D5:D14", "E5:E24", "E5:E24"),
        ("B14", "B14", "B14"),
        ("B14:B14", "B14", "B14"),
        ("A5:C9", "A5:D9", "A5:D9"),
        ("C5:C14", "C5:C24", "C5:D24"),
        ("A5:B14", "A5:B24", "A5:B24"),
        ("A1:D17", "A1:E27", "A1:E27"),
        ("B4:B13", "B4:B13", "B4:B13"),
        ("G5:G14", "H5:H14", "H5:H14"),
        ("A1:A3", "A1:A3", "A1:A3"),
    ],
)
def test_a_range_that_ends_where_a_table_ends_does_so_again(
    old: str, new: str, as_area: str
) -> None:
    assert str(GROWN.range("S", parse_range(old))) == new
    assert GROWN.areas("S", f"{old} A:A {old}") == f"{as_area} A:A {as_area}"


@pytest.mark.parametrize(
    ("sheet", "old", "new"),
    [
        ("S", "SUM(B5:B14)+$D$7+T!A17+S!A17", "SUM(B5:B24)+$E$7+T!A17+S!A27"),
        ("T", "A17+S!A17+'S'!C$5:$C14", "A17+S!A27+'S'!C$5:$C24"),
        ("S", "COUNT(A:A)+COUNT(4:4)+Name", "COUNT(A:A)+COUNT(4:4)+Name"),
        ("S", "SUM(", "SUM("),
        ("S", '"B5:B14"', '"B5:B14"'),
    ],
)
def test_a_formula_goes_on_to_mean_the_same(sheet: str, old: str, new: str) -> None:
    assert GROWN.formula(sheet, old) == new


def test_two_tables_one_above_the_other_and_one_beside() -> None:
    old = [table("a b", 1, 3), table("c d", 8, 2), table("e", 1, 3, left=4)]
    new = [table("a b", 1, 5), table("c d", 10, 3), table("e", 1, 5, left=4)]
    both = CellMapping(old, new)
    assert [both.cell("S", row, 1) for row in (2, 6, 8, 10, 12)] == [
        *((2, 1), (8, 1), (10, 1), (12, 1), (15, 1))
    ]
    assert both.cell("S", 6, 4) == (8, 4) and both.cell("S", 6, 9) == (6, 9)


def test_a_workbook_with_other_columns_is_made_anew() -> None:
    says = "the workbook would have other columns; make a new one"
    with pytest.raises(WorkbookError, match=says):
        CellMapping([table(NEW, 4, 10)], [table(OLD, 4, 20)])
    with pytest.raises(WorkbookError, match=says):
        CellMapping([table(OLD, 4, 10)], [table(NEW, 4, 20), table(NEW, 40, 2)])
