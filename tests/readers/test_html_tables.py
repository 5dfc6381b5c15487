"""The cells of tables in HTML, whole pages or parts of one."""

from __future__ import annotations

import pytest

from xl_tourney.readers.tables.html_tables import is_html, read

A_TABLE = "<table><tr><th>A<th>B</tr><tr><td>1<td>2</tr></table>"
CELLS = [["A", "B"], ["1", "2"]]


@pytest.mark.parametrize(
    ("start", "is_it"),
    [
        (b"<!DOCTYPE html>", True),
        (b"<!doctype  HTML ", True),
        (b"<html lang", True),
        (b"<Table>", True),
        (b"<tr><td>", True),
        (b"<tab>", False),
        (b"<?xml", False),
        (b" <html>", False),
        (b"name,points", False),
    ],
)
def test_how_a_file_of_html_begins(start: bytes, is_it: bool) -> None:
    assert is_html(start) == is_it


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (A_TABLE, CELLS),
        (A_TABLE.replace("</table>", ""), CELLS),
        (A_TABLE.replace("</tr>", ""), CELLS),
        (A_TABLE.replace("<th>B", "</th><th>B</th>"), CELLS),
        (A_TABLE.replace("<tr><th>", "<th>", 1), CELLS),
        (A_TABLE.replace(">1<", "> <b>1</b>\n <"), CELLS),
        (A_TABLE.replace(">1<", "><script>x()</script><style>y</style>1<"), CELLS),
        (A_TABLE.replace("<th>A", "</script><th>A"), CELLS),
        (A_TABLE.replace(">1<", ">1<br>2<p>3<div>4</div><li>5<"), [["A", "B"], ["1 2 3 4 5", "2"]]),
        (A_TABLE.replace(">1<", ">&lt;1&gt;&nbsp;<"), [["A", "B"], ["<1>", "2"]]),
        (f"1<br>2</td></tr></table>{A_TABLE}3<p>4", CELLS),
    ],
)
def test_cells_of_a_table(text: str, rows: list[list[str]]) -> None:
    assert read(text) == {"table 1": rows}


@pytest.mark.parametrize(
    ("cells", "rows"),
    [
        ("<tr><td colspan=2>A<td>B<tr><td>1<td>2<td>3", [["A", "", "B"], ["1", "2", "3"]]),
        ("<tr><td rowspan=2>A<td>B<tr><td>2<tr><td>3", [["A", "B"], ["A", "2"], ["3"]]),
        ("<tr><td>A<td rowspan=3>B<tr><td>1<tr><td>2", [["A", "B"], ["1", "B"], ["2", "B"]]),
        (
            "<tr><td rowspan=2 colspan=2>A<td>B<tr><td>1<tr><td>2",
            [["A", "", "B"], ["A", "", "1"], ["2"]],
        ),
        ("<tr><td colspan=0>A<td colspan=x>B<td colspan>C", [["A", "B", "C"]]),
        ("<tr><td colspan=-2>A<td rowspan=123456789>B<tr><td>1", [["A", "B"], ["1"]]),
        ("<tr><td colspan=99999999>A<td>B", [["A", *[""] * 999, "B"]]),
        ("<tr><td rowspan=2>A<td rowspan=2>B<tr><tr><td>1", [["A", "B"], ["A", "B"], ["1"]]),
    ],
)
def test_cells_over_several_columns_and_rows(cells: str, rows: list[list[str]]) -> None:
    assert read(f"<table>{cells}</table>") == {"table 1": rows}


def test_a_table_has_its_caption_or_the_heading_before_it_above() -> None:
    caption = A_TABLE.replace("<table>", "<table><caption> Round\n 1 </caption>")
    assert read(caption) == {"table 1": [["Round 1"], *CELLS]}
    two = f"<h1>Cup</h1><h3>Round <i>2</i></h3>{A_TABLE}{A_TABLE}"
    assert read(two) == {"table 1": [["Round 2"], *CELLS], "table 2": CELLS}
    assert read(f"<h6>Cup</h6>{caption}") == {"table 1": [["Round 1"], *CELLS]}
    inside = A_TABLE.replace(">1<", "><h2>1</h2><")
    assert read(inside) == {"table 1": CELLS}


def test_a_table_in_a_cell_is_one_of_its_own_and_empty_ones_do_not_count() -> None:
    inner = "<table><tr><td>x</table>"
    found = read(f"<table></table><table><tr><td></table>{A_TABLE.replace('2', '2' + inner)}")
    assert found == {"table 1": CELLS, "table 2": [["x"]]}
    assert read("<p>No table</p>") == {}
