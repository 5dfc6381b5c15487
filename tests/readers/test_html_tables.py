"""The cells of tables in HTML, whole pages or parts of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.readers.tables.html_tables import is_html, marks_of, read
from xl_tourney.readers.tables.source import Source
from xl_tourney.templates import TEMPLATES

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


@pytest.mark.parametrize(
    ("cell", "text", "marks"),
    [
        ("<td>1", "1", {}),
        ('<td class="a b">1', "1", {"class “a”": "1", "class “b”": "1"}),
        ("<td>1<div class=cf>2 </div>", "1 2", {"class “cf”": "2"}),
        ("<td><b class=x>1</b> 2", "1 2", {"class “x”": "1"}),
        ("<td><p class=x>1<br><img class=y>2", "1 2", {"class “x”": "1 2"}),
        ("<td><s>1</s>2", "12", {"strike-through": "1"}),
        ("<td style='Text-Decoration: Line-Through'>1", "1", {"strike-through": "1"}),
        (
            "<td style='color:Red; background-color: #ff6'>1",
            "1",
            ("text in red", "background #ff6"),
        ),
        ("<td bgcolor=#eee><font color=blue>1", "1", ("background #eee", "text in blue")),
        ("<td style='border-color: red; color: '>1", "1", {}),
        ("<td>2<sup>1</sup>", "2", {"superscript": "1"}),
        ("<td><sup>1</sup>", "1", {"superscript": "1"}),
        ("<td><sup>1</sup>/<sub>2</sub>", "1/2", {"superscript": "1"}),
        ("<td>4<i style='color:red'>&hearts;</i>", "4♥", {}),
    ],
)
def test_marks_of_a_cell(cell: str, text: str, marks: dict[str, str] | tuple[str, ...]) -> None:
    (row,) = read(f"<table><tr>{cell}</table>")["table 1"]
    assert row == [text]
    found = marks_of(row[0])
    assert found == (marks if isinstance(marks, dict) else dict.fromkeys(marks, "1"))


def test_the_marks_of_a_row_are_those_of_its_cells() -> None:
    rows = read("<table><tr class=out><td>A<td rowspan=2>B<tr><td>C</table>")["table 1"]
    assert [[*map(marks_of, row)] for row in rows] == [
        [{"class “out”": "A"}, {"class “out”": "B"}],
        [{}, {"class “out”": "B"}],
    ]


VEGA = """<html><table><tr><th>#<th>Player<th>Pts<th>1<th>2</tr>
<tr><td>1<td>Ann<td>1.5<td>½<div class="cw">2 </div><td>1<div class="cf">3 </div></tr>
<tr><td>2<td>Bob<td>0.5<td>½<div class="cb">1 </div><td>0<div class="cf">4 </div></tr>
<tr><td>3<td>Cid<td>1.0<td>1<div class="cb">4 </div><td>0<div class="cf">1 </div></tr>
<tr><td>4<td>Dan<td>0.0<td>0<div class="cw">3 </div><td>0<div class="cf">2 </div></tr>
<tr><td>5<td>Eva<td>1.0<td>½<div class="cf">BYE</div><td>½<div class="cf">BYE</div></tr></table>"""


def said(game: str, path: Path, page: str) -> tuple[object, str]:
    path.write_text(page, encoding="utf-8")
    source = Source(path)
    return TEMPLATES[game].read(source), " ".join(source.reading.sentences())


def test_a_forfeit_and_the_colours_of_a_page_of_vega(tmp_path: Path) -> None:
    found, sentences = said("chess", tmp_path / "vega.html", VEGA)
    assert [player.rounds for player in found.players] == [
        ("2w=", "3-+"),
        ("1b=", "4--"),
        ("4b1", "1--"),
        ("3w0", "2--"),
        ("H", "H"),
    ]
    assert "marks" not in sentences


@pytest.mark.parametrize(
    ("days", "rules", "said_of_it"),
    [
        ("29/04/2025 - 03/06/2025", "2024", ""),
        ("05/06/2025 - 05/06/2025", "2024", ""),
        ("2026-05-01 to 2026-05-03", "2026", ""),
        ("02/03/2026 - 02/03/2026", "", "the first day is 2026-03-02 or 2026-02-03"),
        ("rounds 1 - 5", "", ""),
    ],
)
def test_the_days_above_a_crosstable_pick_the_rules(
    tmp_path: Path, days: str, rules: str, said_of_it: str
) -> None:
    page = VEGA.replace("<table>", f"<h1>Juniors</h1><h5>{days}</h5><h3>Round 2</h3><table>", 1)
    found, sentences = said("chess", tmp_path / "vega.html", page)
    assert found.rules == rules
    assert said_of_it in sentences
    assert days not in sentences or not found.start
    assert bool(TEMPLATES["chess"].build(found, is_outline=True).assumed) == (rules == "")
    assert not TEMPLATES["chess"].build(found, is_outline=True, rules="2023").assumed


@pytest.mark.parametrize(
    ("cells", "is_said"),
    [("2w1,1b0", False), ("2w,1b", False), (",", False), ("bye,", True), ("2w+,1b-", True)],
)
def test_only_rounds_that_were_not_played_count_otherwise_in_older_texts(
    tmp_path: Path, cells: str, is_said: bool
) -> None:
    first, second = cells.split(",")
    found, _ = said("chess", tmp_path / "list.csv", f"name,r1\nAnn,{first}\nBob,{second}\n")
    assert bool(TEMPLATES["chess"].build(found, is_outline=True).assumed) == is_said


@pytest.mark.parametrize(
    ("game", "page"),
    [
        ("chess", "<tr><th>Name<th>R1<tr><td>Ann<td {}>2w1<tr><td>Bob<td>1b0"),
        ("chess", "<tr><th>White<th>Black<th>Result<tr><td>A<td>B<td {}>1-0<tr><td>C<td>D<td>1-0"),
        ("go", "<tr><th>Name<th>R1<tr><td>Ann<td {}>2+<tr><td>Bob<td>1-"),
        ("league", "<tr><th>Home<th>Away<th>Score<tr><td>A<td>B<td {}>2:1<tr><td>C<td>D<td>1:1"),
        ("league", "<tr><th><th>A<th>B<th>C<tr><td>A<td>x<td {}>2:1<td>1:1<tr><td>B<td>0:1<td>x<td>"
         "3:1<tr><td>C<td>0:0<td>1:2<td>x"),
        ("kdice", "<tr><th>Player<th>Profile<tr><td>A<td {}>20-17-14-11-11-11-16<tr><td>B<td>"
         "20-17-14-11-11-11-16"),
        ("tantrix", "<tr><th>Player A<th>Player B<th>Games<th>TPs A<th>TPs B<tr><td>A<td>B<td>1"
         "<td {}>10<td>10<tr><td>C<td>D<td>1<td>20<td>0"),
        ("bridge", "<tr><th>Board<th>NS<th>EW<th>Score<tr><td>1<td>1<td>2<td {}>420<tr><td>1<td>3"
         "<td>4<td>50"),
    ],
)  # fmt: skip
def test_a_mark_that_no_reader_knows_is_named(tmp_path: Path, game: str, page: str) -> None:
    name = "class “void”"
    page = f"<table>{page}</table>"
    _, plain = said(game, tmp_path / "a.html", page.format(""))
    _, named = said(game, tmp_path / "a.html", page.format("class=void"))
    assert "marks" not in plain
    assert f"marks of the page that are not read: {name} (“" in named
    for how, mark in (
        ("strike-through", "text-decoration: line-through"),
        ("text in red", "color:red"),
    ):
        _, named = said(game, tmp_path / "a.html", page.format(f"style='{mark}'"))
        assert how in named


def test_what_is_only_the_look_of_a_column_is_not_named(tmp_path: Path) -> None:
    rows = "".join(f"<tr class=c{at % 2}><td class=p>P{at}<td><i>1</i>" for at in range(8))
    page = f"<table><tr><th>Name<th>Elo{rows}</table>"
    assert "marks" not in said("chess", tmp_path / "a.html", page)[1]
    struck = page.replace("<i>", "<s>").replace("</i>", "</s>")
    named = said("chess", tmp_path / "a.html", struck)[1]
    assert "strike-through (“1” in row 2 and 7 more)." in named
