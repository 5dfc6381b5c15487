"""Direct comparison in the go workbook, iteration by iteration, and the page of one tied group."""

from __future__ import annotations

from dataclasses import replace

import pytest
from openpyxl.formula.translate import Translator

from tests.templates.small_go import four
from tests.templates.test_go_published import table
from xl_tourney.functions import DC_PLACE, DIRECT_COMPARISON
from xl_tourney.readers.go.read import read
from xl_tourney.readers.go.tournament import GoPlayer, parse_opponent
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.registry import SAMPLES

pytestmark = pytest.mark.slow

CONGRESS = replace(read(SAMPLES / "go_egc2009.csv"), system="swiss")
ABSENT = tuple(GoPlayer(f"Absent {n}", rounds=("0-",) * 10) for n in range(1, 15))
ALONE = tuple(
    replace(
        player,
        rounds=tuple(t if parse_opponent(t) <= 4 else f"0{t[-1]}" for t in player.rounds),
    )
    for player in CONGRESS.players
)
"""The four without their games against others."""
CROWD = replace(CONGRESS, players=(*ALONE, GoPlayer("One", rounds=("0+", *["0-"] * 9)), *ABSENT))
"""The four of the congress, somebody with one win, and fourteen who were never there."""


def test_the_four_of_the_congress(built) -> None:
    book = built(CONGRESS, criteria="NBW,DC,DC")
    rows = table(book)[:4]
    assert [(row["Place"], row["Player"], row["Decided by"]) for row in rows] == [
        (n, f"P0{n}", "DC (2nd)") for n in (1, 2, 3, 4)
    ]
    assert book.rows("standings", "key_2 key_3", 4) == [[2, 1], [2, 0], [1, 1], [1, 0]]
    assert book["Status"] == "All checks passed"


def test_an_extract_as_it_is_printed(built, functions) -> None:
    """Wins and direct comparison are known; SOS and OPERA of who met outsiders are not."""
    assert CONGRESS.outsiders and CONGRESS.players[0].rounds[0] == "14+"
    book = built(CONGRESS, functions=functions)
    rows = table(book)
    assert [(row["Place"], row["NBW"], row["DC"], row["DC (2nd)"]) for row in rows] == [
        (1, 8, 2, 1), (2, 8, 2, 0), (3, 8, 1, 1), (4, 8, 1, 0)
    ]  # fmt: skip
    assert rows[0]["R1"] == "(14)+" and rows[0]["R7"] == "2+"
    assert book["Status"] == "All checks passed"
    sums = built(CONGRESS, functions=functions, criteria="NBW,SOS,DC")
    assert [(row["Place"], row["SOS"]["kind"]) for row in table(sums)] == [
        (1, "Na"), (1, "Na"), (3, "Na"), (3, "Na")
    ]  # fmt: skip
    checks = 24 if functions == "native" else 23
    assert sums["Status"] == f"1 of {checks} checks need a look: see Checks"


def test_one_comparison_leaves_two_pairs_and_its_place_none(built) -> None:
    once = built(CONGRESS, criteria="NBW,DC")
    assert [row["Place"] for row in table(once)[:4]] == [1, 1, 3, 3]
    to_the_end = table(built(CONGRESS, criteria="NBW,DC place"))[:4]
    assert [(row["Place"], row["DC place"]) for row in to_the_end] == [(n, n) for n in (1, 2, 3, 4)]


def test_the_virtual_round_robin_of_the_congress(built) -> None:
    book = built(CONGRESS, criteria="NBW,DC,DC")
    assert book.rows("detail", "against_0:against_3", 4) == [
        ["×", "7+", "9+", "10-"],
        ["7-", "×", "4+", "3+"],
        ["9-", "4-", "×", "6+"],
        ["10+", "3-", "6-", "×"],
    ]
    assert book.rows("detail", "wins step_1:step_4 next dc_place place", 4) == [
        [2, 2, 1, 0, 0, "DC 2 for places 1 to 2", 1, 1],
        [2, 2, 0, 0, 0, "DC 2 for places 1 to 2", 2, 2],
        [1, 1, 1, 0, 0, "DC 2 for places 3 to 4", 3, 3],
        [1, 1, 0, 0, 0, "DC 2 for places 3 to 4", 4, 4],
    ]
    assert book["One group!B6"] == "Every two of the 4 met."


@pytest.mark.parametrize(
    ("group", "message"), [(2, "The first 12 of 14 players."), (9, "There is no such group")]
)
def test_which_group_is_shown_is_live(built, group, message) -> None:
    book = built(CROWD, {"Group": group}, criteria="NBW,DC,DC")
    assert book["One group!B6"].startswith(message)
    shown = [player.name for player in ABSENT[:12]] if group == 2 else [""] * 12
    assert book.column("detail", "name") == shown


def test_not_every_two_met(built) -> None:
    open_ = four("2+ 0-", "1- 0+", "0- 0+")
    book = built(open_, criteria="NBW,DC")
    assert book["One group!B6"].startswith("Not every two of the 3 met: direct comparison gives 0")
    assert [row["Place"] for row in table(book)] == [1, 1, 1]
    book = built(open_, {"System": "round-robin"}, criteria="NBW,DC")
    assert book["One group!B6"] == "Not every two of the 3 met."
    assert [(row["Player"], row["Place"]) for row in table(book)] == [
        ("Ann", 1),
        ("Bob", 2),
        ("Cleo", 2),
    ]


def test_the_tied_groups_step_by_step(built) -> None:
    rows = table(built(CROWD, criteria="NBW,DC,DC"), "Tied groups")
    lists = [list(player.rounds) for player in CROWD.players]
    tied = [[8] if n < 4 else [1] if n == 4 else [0] for n in range(19)]
    steps, places = DIRECT_COMPARISON(lists, tied, "swiss", 4), DC_PLACE(lists, tied)
    assert len(rows) == 18
    for row in rows:
        entry = int(row["Entry"]) - 1
        assert [row[f"DC {k}"] for k in (1, 2, 3, 4)] == steps[entry]
        assert row["Place in the group"] == places[entry][0]
    assert [row["Group"] for row in rows] == [1] * 4 + [2] * 14
    assert [row["Tied on"] for row in rows[:5]] == ["NBW 8"] * 4 + ["NBW 0"]


def test_every_other_group_has_another_paper(calculated) -> None:
    """The first and third group are marked, the second is not, nor is a row without a group."""
    pairs = four("2= 0+ 0+", "1= 0+ 0+", "4= 0- 0+", "3= 0- 0+", "6= 0- 0-", "5= 0- 0-")
    workbook = TEMPLATES["go"].build(pairs, criteria="NBW,DC")
    sheet = workbook["Tied groups"]
    (cells, rules), *_ = (
        (str(area.sqref), [r.formula[0] for r in area.rules if "MOD(" in r.formula[0]])
        for area in sheet.conditional_formatting
        if any("MOD(" in rule.formula[0] for rule in area.rules)
    )
    (rule,), first = rules, cells.partition(":")[0]
    rows = range(sheet[first].row, sheet[first].row + 8)
    for row in rows:
        moved = Translator(f"={rule}", first).translate_formula(f"{first[0]}{row}")
        sheet[f"AZ{row}"] = f'=IF({moved[1:]},"marked","plain")'
    book = calculated(workbook)
    found = [row["Group"] for row in table(book, "Tied groups")]
    assert found == [1, 1, 2, 2, 3, 3, "", ""]
    marks = [book[f"Tied groups!AZ{row}"] for row in rows]
    assert marks == ["marked"] * 2 + ["plain"] * 2 + ["marked"] * 2 + ["plain"] * 2


def test_nobody_is_tied(built) -> None:
    book = built(four("2+ 3+ 0-", "1- 0- 3+", "0- 1- 2-"), criteria="NBW,DC")
    assert [row["Place"] for row in table(book)] == [1, 2, 3]
    message = "Nobody is tied before direct comparison."
    assert book["Tied groups!A4"] == message == book["One group!B6"]
    assert {cell for row in book.table("tied") for cell in row.values()} == {""}


def test_a_circle_stays_tied(built) -> None:
    circle = four("2+ 3- 0-", "1- 0- 3+", "0- 1+ 2-")
    assert [row["Decided by"] for row in table(built(circle, criteria="NBW,DC"))] == ["tied"] * 3
