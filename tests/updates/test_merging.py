"""Rows are found again by what identifies them, and what was typed beside stays."""

from __future__ import annotations

import pytest

from xl_tourney.events.cells import Row
from xl_tourney.templates.parts.table import Column, Table
from xl_tourney.templates.parts.workbook import new_sheet, new_workbook
from xl_tourney.updates.merging import TableRows, merge

NAME = Column("name", "Name", identifies=True)
LIST = [NAME, Column("club", "Club"), Column("r_1", "R1", begins_with_row=True)]
MATCHES = [Column("a", "A", identifies=True), Column("b", "B", identifies=True), Column("n", "N")]


def table(columns, rows: int, **options) -> Table:
    workbook = new_workbook("Title")
    return Table(new_sheet(workbook, "List"), 5, columns, rows, option="rows", **options)


def rows_of(columns, old, new, room: int = 4) -> TableRows:
    keys = [column.key for column in columns]

    def cells(table, rows):
        filled = [dict(zip(keys, row)) for row in rows]
        blank = [dict.fromkeys(keys)] * (table.rows - len(filled))
        return [Row(table, at, row) for at, row in enumerate([*filled, *blank], table.first)]

    own, newer = table(columns, room), table(columns, max(room, len(new)))
    return TableRows(own, cells(own, old), newer, cells(newer, new))


def changes(found) -> dict[str, object]:
    return {str(change.cell): change.new for change in found.changes}


def test_what_the_file_does_not_say_stays() -> None:
    rows = rows_of(LIST, [("Ada", "Kiel", None)], [(" ada ", None, "0+"), ("Bob", "Bonn", None)])
    found = merge([rows])
    assert changes(found) == {"List!C6": "0+", "List!A7": "Bob", "List!B7": "Bonn"}
    assert found.added == [("List", "Bob")] and found.only_typed == []


def test_rows_of_the_director_stay_and_are_named() -> None:
    found = merge(
        [rows_of(LIST, [("Guest", None, None), ("Ada", None, None)], [("Ada", "Kiel", "")])]
    )
    assert changes(found) == {"List!B7": "Kiel"}
    assert found.only_typed == [("List", "Guest")]


def test_opponents_get_the_numbers_that_they_have_in_the_workbook() -> None:
    old = [("Guest", None, None), ("Ada", None, None), ("Bob", None, None)]
    new = [("Bob", None, "2+/w"), ("Ada", None, "1-"), ("Cy", None, "0=")]
    found = merge([rows_of(LIST, old, new)])
    assert changes(found) == {
        "List!C8": "2+/w", "List!C7": "3-", "List!A9": "Cy", "List!C9": "0="
    }  # fmt: skip


def test_equal_rows_are_told_apart_by_their_order() -> None:
    rows = rows_of(MATCHES, [("A", "B", 1)], [("A", "B", 1), ("A", "B", 7)])
    assert changes(merge([rows])) == {"List!A7": "A", "List!B7": "B", "List!C7": 7}


def test_free_rows_behind_the_last_are_taken_before_gaps() -> None:
    old = [("A", "B", 1), (None, None, None), ("C", "D", 2)]
    found = merge([rows_of(MATCHES, old, [("E", "F", 3), ("G", "H", 4)])])
    assert [change.cell.row for change in found.changes] == [9, 9, 9, 7, 7, 7]


def test_the_room_that_is_needed_is_named() -> None:
    found = merge([rows_of(MATCHES, [("A", "B", 1)], [(f"P{n}", "Q", n) for n in range(6)])])
    assert found.needed == {"rows": 7}


@pytest.mark.parametrize(
    ("new", "asked"),
    [
        (["Jon Smith"], [("Jon Smith", ["John Smith"])]),
        (["John Smith", "Jon Smith"], []),
        (["Zoe"], []),
        (["John Smith 2"], []),
    ],
)
def test_a_name_is_asked_about_when_one_like_it_is_left_over(new, asked) -> None:
    rows = rows_of(LIST, [("John Smith", None, None)], [(name, None, None) for name in new])
    assert [(q.name, q.nearest) for q in merge([rows]).questions] == asked
    assert merge([rows], known_names=["jon smith"]).questions == []


def test_one_new_name_in_place_of_one_among_others_is_asked_about() -> None:
    """Else the games of both would stand in the workbook."""
    old = [(name, None, None) for name in ("Ann Bee", "Bo Cat", "Golds")]
    new = [(name, None, None) for name in ("Ann Bee", "Bo Cat", "Zoe")]
    rows = rows_of(LIST, old, new)
    assert [(q.name, q.nearest) for q in merge([rows]).questions] == [("Zoe", ["Golds"])]
    assert merge([rows], known_names=["zoe"]).questions == []
    assert merge([rows_of(LIST, old, [*new, ("Di", None, None)])]).questions == []


def test_blocks_find_the_boards_that_lead_them() -> None:
    boards = rows_of([Column("board", "Board", identifies=True)], [[1], [2]], [[2], [1]], 2)
    lines = [Column("ns", "NS", identifies=True), Column("ew", "EW", identifies=True)]
    keys = ["ns", "ew", "score"]
    columns = [*lines, Column("score", "Score")]

    def block(*of_lines) -> tuple[Table, list[Row]]:
        own = table(columns, 4, block=2)
        lines = (dict(zip(keys, line)) for line in (*of_lines, (None,) * 3))
        return own, [Row(own, at, line) for at, line in enumerate(lines, own.first)]

    old = block(("1", "2", 50), ("3", "4", ""), ("1", "4", 20))
    new = block(("1", "4", 30), (None,) * 3, ("3", "4", 70))
    blocks = TableRows(*old, *new)
    found = merge([blocks, boards])
    assert changes(found) == {"List!C8": 30, "List!C7": 70}
    assert found.only_typed == [("List", "1 – 2")] and not found.needed


def test_a_match_that_was_put_off_is_found_by_its_pair() -> None:
    columns = [*MATCHES[:2], Column("round", "Round", identifies=True), MATCHES[2]]
    old = [["Reds", "Blues", "1", ""], ["Reds", "Golds", "1", 2], ["Blues", "Golds", "1", ""]]
    new = [["Reds", "Blues", "8", ""], ["Reds", "Golds", "9", ""], ["Blues", "Golds", "1", 3]]
    found = merge([rows_of(columns, old, new)])
    assert changes(found) == {"List!C6": "8", "List!D8": 3} | {
        **{"List!A9": "Reds", "List!B9": "Golds", "List!C9": "9"}
    }
    assert found.only_typed == [("List", "Reds – Golds – 1")]
    twice = merge([rows_of(columns, [old[0], [*old[0][:2], "2", ""]], [new[0]])])
    assert len(twice.only_typed) == 2 and len(twice.added) == 1
