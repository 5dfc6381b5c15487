"""Several groups in one workbook, the next placed of all groups, teams, and WBQ."""

from __future__ import annotations

import pytest

from tests.same import same
from tests.templates.test_tantrix import cells_of, expected, failing_checks, standings
from xl_tourney.errors import InputError, OptionError
from xl_tourney.functions import WBQ
from xl_tourney.readers.tantrix import Match, players, read
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.registry import SAMPLES

TEMPLATE = TEMPLATES["tantrix"]
EURO = read(SAMPLES / "tantrix_euro_2001.csv")
NEXT = [
    [1, "Q", "P07", "D", 2, 19.2, 48, 1],
    [2, "Q", "P02", "A", 2, 18.8, 47, 0.5],
    [3, "", "P04", "C", 2, 11.8, 29.5, 1.5],
    [4, "", "P10", "B", 2, 11.4, 28.5, 1.5],
]


def group(book, label, count):
    return book.rows(f"Group {label}", "name games tps percent gbq", count)


@pytest.fixture
def euro(calculated):
    return calculated(TEMPLATE.build(EURO, places=1, next_places=2))


def test_each_group_of_the_euro_has_its_own_standings(euro) -> None:
    for label in "ABCD":
        matches = [match for match in EURO if match.group == label]
        count = len(players(matches))
        assert same(group(euro, label, count), expected(matches, 1)), label
        assert euro[f"Group {label}[{count}].place"] == ""
    assert euro["Status"] == "All checks passed"


def test_the_matrix_of_a_group_is_that_of_its_players(euro) -> None:
    matrix = "Group D", "against_0:against_3"
    assert euro.headings(*matrix, above=1) == [27, 26, 25, ""]
    assert euro.headings(*matrix) == ["P08", "P07", "P06", ""]
    assert same(
        euro.rows("Group D", "against_0:against_2", 3),
        [["×", "", 29.6], ["", "×", 19.2], [10.4, 20.8, "×"]],
    )


def test_the_best_next_placed_are_sorted_by_tp_percent(euro) -> None:
    assert same(euro.rows("best", "place mark name group games tps percent gbq", 4), NEXT)


def test_how_many_of_them_qualify_is_live(euro) -> None:
    euro.change({"NextPlaces": 3})
    assert euro.column("best", "mark", 4) == ["Q", "Q", "Q", ""]
    euro.change({"Places": 2})
    assert same(
        euro.rows("best", "place mark name group", 4),
        [[1, "Q", "P05", "A"], [2, "Q", "P06", "D"], ["", "", "", ""], ["", "", "", ""]],
    )


def test_a_tie_across_the_line_is_marked(euro) -> None:
    euro.change({"NextPlaces": 1, "results[0].tps_a": 20.8, "results[0].tps_b": 19.2})
    assert same(
        euro.rows("best", "place mark name group", 2),
        [[1, "?=", "P02", "A"], [1, "?=", "P07", "D"]],
    )


def test_three_equal_players_across_the_line_all_show_it(calculated) -> None:
    """The next placed of three groups, for two places."""
    matches = [
        Match(f"{label}1", f"{label}2", 2, 25, 15, group=label) for label in ("A", "B", "C", "D")
    ]
    book = calculated(TEMPLATE.build(matches, places=1, next_places=2))
    assert book.column("best", "mark", 5) == ["?="] * 4 + [""]
    book.change({"results[0].tps_a": 26, "results[0].tps_b": 14})
    assert book.rows("best", "mark name", 4) == [
        ["?=", "B2"], ["?=", "C2"], ["?=", "D2"], ["", "A2"]
    ]  # fmt: skip
    book.change({"results[1].tps_a": 20, "results[1].tps_b": 20})
    assert book.column("best", "mark", 6) == ["?=", "?=", "?=", "?=", "", ""]


EQUAL = [
    Match("Ann", "Bob", 2, 30, 10, group="A"),
    Match("Ann", "Cy", 2, 30, 10, group="A"),
    Match("Ann", "Di", 2, 30, 10, group="A"),
    Match("Eve", "Fay", 2, 36, 4, group="B"),
]


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_stands_first_in_the_file_a_shared_next_place_is_marked(calculated, first) -> None:
    order = [*EQUAL[first:3], *EQUAL[:first], EQUAL[3]]
    book = calculated(TEMPLATE.build(order, places=1, next_places=1))
    rows = book.rows("best", "place mark name group", 4)
    assert {tuple(row) for row in rows[:3]} == {
        (1, "?=", name, "A") for name in ("Bob", "Cy", "Di")
    }
    assert rows[3] == [2, "", "Fay", "B"]
    assert book["Status"].startswith("All checks passed; a tie on the qualifying line is open")
    at = {name: n for n, name in enumerate(book.column("listed", "name", 4))}
    book.change({f"listed[{at['Cy']}].settled": 1})
    assert book.rows("best", "place mark name group", 3) == [
        [1, "Q", "Cy", "A"],
        [2, "", "Fay", "B"],
        ["", "", "", ""],
    ]
    assert book.rows("Group A", "place mark no name", 2)[1] == [2, "", at["Cy"] + 1, "Cy"]
    assert book["Status"] == "All checks passed"


def test_any_two_of_a_group_are_compared_on_a_page(euro) -> None:
    assert euro.column("compared", "name", 3) == ["P01", "P02", "P05"]
    euro.change({"CompareGroup": "D"})
    assert same(
        euro.rows("compared", "place no name behind alone against_0:against_3", 3),
        [
            [1, 27, "P08", 0, 0, "×", -1.04, -1.84, ""],
            [2, 26, "P07", 1.04, 2.08, 1.04, "×", -0.8, ""],
            [3, 25, "P06", 1.84, 3.68, 1.84, 0.8, "×", ""],
        ],
    )
    assert euro["Compare!A2"].startswith("Group D: how many games, each won by five tiles")


VALUES, COMPLETE, LISTED, ITSELF, APART, BALANCED, MEETINGS, TWICE, BESIDE, GAMES, TPS, OPTIONS = (
    range(12)
)


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"results[0].player_b": "P10"}, {APART}),
        ({"listed[3].name": "P10"}, {APART, TWICE}),
        ({"NextPlaces": 5}, {OPTIONS}),
        ({"NextPlaces": 0.5}, {OPTIONS}),
        ({"Places": 3}, {OPTIONS}),
    ],
    ids=str,
)
def test_every_check_of_groups_fails_when_it_should(
    calculated, functions, changes, failing
) -> None:
    euro = calculated(TEMPLATE.build(EURO, functions=functions, places=1, next_places=2))
    euro.change(changes)
    assert failing_checks(euro, 12) == failing
    assert euro["Status"].startswith(f"{len(failing)} of 13")
    if failing == {APART}:
        assert euro["results[0].problem"] == "Players of different groups"


def test_groups_can_be_filled_in_by_hand(calculated) -> None:
    workbook = TEMPLATE.build(groups=3, players=4, places=1)
    assert workbook.sheetnames[3:7] == ["Group A", "Group B", "Group C", "Next placed"]
    book = calculated(workbook)
    assert book["Status"] == "No results yet"
    for page in ("Group C", "best"):
        assert {value for row in book.table(page) for value in row.values()} == {""}
    book.change({"listed[4].name": "Ann", "listed[5].name": "Bob"})
    book.change(cells_of(0, Match("Bob", "Ann", 2, 25, 15)))
    assert same(group(book, "B", 2), [["Bob", 2, 25, 62.5, 0], ["Ann", 2, 15, 37.5, 1]])
    assert same(book.rows("best", "place mark name group", 1), [[1, "", "Ann", "B"]])


def test_groups_have_sheets_of_their_own_whatever_they_are_called() -> None:
    labels = ["A", "a/b", "x" * 40, "It's"]
    matches = [Match(f"P{n}", f"Q{n}", 1, 15, 5, "", label) for n, label in enumerate(labels)]
    names = TEMPLATE.build(matches).sheetnames[3:7]
    assert names == ["Group A", "Group 2 a b", f"Group 3 {'x' * 20}", "Group It's"]


def test_wbq_is_shown_when_asked_for(calculated) -> None:
    book = calculated(TEMPLATE.build(EURO, wbq="yes", places=1))
    matches = [match for match in EURO if match.group == "D"]
    rows = expected(matches, 1)
    behind = WBQ([[row[2]] for row in rows], [[row[1]] for row in rows], 1)
    assert same(book.rows("Group D", "wbq", 3), behind)
    assert book.headings("Group D", "gbq wbq decided") == ["GBQ", "WBQ", "Decided by"]
    assert book.change({"ShowWBQ": "no"}).column("Group D", "wbq", 3) == ["", "", ""]


def test_players_and_groups_of_the_options_must_fit() -> None:
    with pytest.raises(OptionError, match="groups is 3, but the results have 4"):
        TEMPLATE.build(EURO, groups=3)
    with pytest.raises(OptionError, match="players is 2, but the results have 3"):
        TEMPLATE.build(EURO, players=2)


def written(folder, text: str):
    path = folder / "results.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_team_has_the_games_of_its_players(calculated, tmp_path) -> None:
    path = written(
        tmp_path,
        "team_a,player_a,team_b,player_b,games,tps_a,tps_b,event\n"
        "Reds,Ann,Blues,Cy,2,25,15,R1\n"
        "Blues,Di,Reds,Bob,2,22,18,\n",
    )
    results = read(path)
    assert results == [
        Match("Reds", "Blues", 2, 25, 15, "R1", by="Ann – Cy"),
        Match("Blues", "Reds", 2, 22, 18, by="Di – Bob"),
    ]
    book = calculated(TEMPLATE.build(results, places=1))
    assert book.column("results", "event", 2) == ["R1: Ann – Cy", "Di – Bob"]
    assert (book["Meetings"], book["Status"]) == (2, "All checks passed")
    assert same(
        standings(book, 2),
        [["Reds", 4, 43, 53.75, 0], ["Blues", 4, 37, 46.25, 0.5]],
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("Ann,Bob,1,15,5,A\nBob,Cy,1,15,5,B\n", "row 3: Bob is in group B here and in A above"),
        ("Ann,Bob,1,15,5,\n", "row 2: group is blank"),
    ],
)
def test_a_group_that_cannot_be_is_refused(rows, message, tmp_path) -> None:
    with pytest.raises(InputError, match=message):
        read(written(tmp_path, f"player_a,player_b,games,tps_a,tps_b,group\n{rows}"))
