"""Results typed cell by cell, as a person does: the standings of everybody else stay right."""

from __future__ import annotations

import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.test_tantrix import expected
from xl_tourney.readers.tantrix import Match, players
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["tantrix"]
NAMES = ["Ann", "Bob", "Cy", "Di", "Eve"]
PLAYED = [
    Match("Ann", "Bob", 2, 26, 14),
    Match("Cy", "Di", 2, 23, 17),
    Match("Ann", "Cy", 2, 19, 21),
]
NEXT_ROW = 9
BLANK = [None] * 5


@pytest.fixture(scope="module")
def workbook(tmp_path_factory):
    """Five players, three matches; made once."""
    rows = [*PLAYED, *(Match(name) for name in NAMES if name not in players(PLAYED))]
    built = TEMPLATE.build(rows, places=2, step=0.0)
    return Calculated(built, tmp_path_factory.mktemp("entering"))


@pytest.fixture
def book(workbook):
    """The same, with everything that is typed into it put back."""
    yield workbook
    rows = [cell for row in (NEXT_ROW, NEXT_ROW + 1) for cell in type_row(row, BLANK)]
    beside = [f"Setup!{column}{row}" for row in range(6, 12) for column in "CD"]
    workbook.change({**dict.fromkeys([*beside, "Setup!B11"]), **dict(rows)})
    workbook.change(
        {
            cell: value
            for n, m in enumerate(PLAYED)
            for cell, value in type_row(6 + n, match_cells(m))
        }
        | {f"Setup!B{6 + n}": name for n, name in enumerate(NAMES)}
        | {"Places": 2, "MeasuredFrom": "line"}
    )
    assert shown(workbook) == standings_of(PLAYED)


def match_cells(match: Match) -> list[object]:
    return [match.player_a, match.player_b, match.games, match.tps_a, match.tps_b]


def type_row(row: int, values) -> list[tuple[str, object]]:
    """The cells of a row of results, in the order in which they are typed."""
    return [(f"Results!{column}{row}", value) for column, value in zip("ABCDE", values)]


def shown(book) -> dict[str, list[object]]:
    """Games, TPs and TP% of each player in the standings."""
    return {
        row[3]: [row[4], row[5], round(row[6], 9) if row[6] != "" else ""]
        for row in book["Standings!A6:I11"]
        if row[3]
    }


def standings_of(matches) -> dict[str, list[object]]:
    """The same by our functions; who has not played has no games."""
    computed = {row[0]: row[1:4] for row in expected(matches, 1)}
    return {
        name: [computed[name][0], computed[name][1], round(computed[name][2], 9)]
        if name in computed
        else [0, 0, ""]
        for name in NAMES
    }


def test_a_match_typed_cell_by_cell_counts_once_it_is_complete(book) -> None:
    new = Match("Eve", "Bob", 2, 25, 15)
    for cell, value in type_row(NEXT_ROW, match_cells(new)):
        before = shown(book)
        book.change({cell: value})
        if cell[8] != "E":
            assert before == shown(book) == standings_of(PLAYED), cell
    assert shown(book) == standings_of([*PLAYED, new])
    assert book["Status"] == "All checks passed"


def test_a_row_with_two_names_is_a_fixture_until_it_has_a_score(book) -> None:
    assert book["Standings!J5"] == ""
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob"])))
    assert shown(book) == standings_of(PLAYED)
    assert book["Status"] == "All checks passed" and book[f"Results!G{NEXT_ROW}"] == ""
    assert book["Standings!J5"] == "Matches to play"
    to_play = {row[3]: row[9] for row in book["Standings!A6:J10"]}
    assert to_play == {"Ann": 0, "Bob": 1, "Cy": 0, "Di": 0, "Eve": 1}
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob", 2, 30])))
    assert book[f"Results!G{NEXT_ROW}"].startswith("Not complete")
    assert shown(book) == standings_of(PLAYED)
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob", 2, 30, 10])))
    assert shown(book) == standings_of([*PLAYED, Match("Eve", "Bob", 2, 30, 10)])
    assert book["Standings!J5"] == ""


def test_a_result_typed_beside_its_fixture_is_reported(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob"])))
    book.change(dict(type_row(NEXT_ROW + 1, ["Bob", "Eve", 2, 15, 25])))
    assert book[f"Results!G{NEXT_ROW + 1}"] == "These two have met before, or are to"
    assert shown(book) == standings_of([*PLAYED, Match("Bob", "Eve", 2, 15, 25)])


@pytest.mark.parametrize("name", ["Bye", "bye", "BYE", "Freilos"])
def test_a_bye_is_nobody(book, name) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Eve", name])) | {"Setup!B11": name})
    assert shown(book) == standings_of(PLAYED)
    assert (book["Status"], book["Standings!J5"]) == ("All checks passed", "")
    book.change(dict(type_row(NEXT_ROW, ["Eve", name, 2, 40, 0])))
    assert book[f"Results!G{NEXT_ROW}"] == "A bye has no score"
    assert shown(book) == standings_of(PLAYED)


@pytest.mark.parametrize(
    ("typed", "concerned"),
    [
        (["Ann", "Nobody", 2, 30, 10], {"Ann"}),
        (["Ann", "Ann", 2, 30, 10], {"Ann"}),
        (["Ann", "Eve", 2, 30, 30], {"Ann", "Eve"}),
        (["Ann", "Eve", 2.5, 30, 10], set()),
        (["Ann", "Eve", "two", 30, 10], set()),
        (["Ann", None, 2, 30, 10], set()),
        ([None, None, 2, 30, 10], set()),
        (["Ann", "Bob", 2, 30, 10], {"Ann", "Bob"}),
    ],
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value),
)
def test_a_mistake_is_reported_and_concerns_nobody_else(book, typed, concerned) -> None:
    for cell, value in type_row(NEXT_ROW, typed):
        book.change({cell: value})
        found, right = shown(book), standings_of(PLAYED)
        assert {name for name in NAMES if found[name] != right[name]} <= concerned
    assert book[f"Results!G{NEXT_ROW}"] != "" and "need a look" in book["Status"]


def test_a_player_listed_twice_counts_once(book) -> None:
    book.change({"Setup!B11": "ann"})
    assert shown(book) == standings_of(PLAYED)
    assert "need a look" in book["Status"]


def test_who_withdraws_with_void_results_is_out_and_so_are_they(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Cy", "Eve"])))
    book.change({"Setup!C8": "void"})
    rest = [match for match in PLAYED if "Cy" not in (match.player_a, match.player_b)]
    right = standings_of(rest)
    assert shown(book) == right and right["Cy"] == [0, 0, ""]
    *_, last = book["Standings!A6:J10"]
    assert last == ["–", "out", 3, "Cy", 0, 0, "", "", "withdrew", ""]
    assert [row[1] for row in book["Standings!A6:B10"]] == ["Q", "?=", "?=", "", "out"]
    assert book["Status"].startswith("All checks passed")
    book.change({"Setup!C8": None})
    assert shown(book) == standings_of(PLAYED)


def test_results_that_stand_count_for_the_others(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Ann", "Eve"])))
    assert book["Standings!D6"] == "Ann"
    book.change({"Setup!C6": "stands"})
    assert shown(book) == standings_of(PLAYED)
    rows = {row[3]: row for row in book["Standings!A6:J10"]}
    assert rows["Ann"][:2] == ["–", "out"] and rows["Ann"][7:] == ["", "withdrew", ""]
    assert [rows[name][0] for name in ("Cy", "Eve")] == [1, 2]
    assert rows["Eve"][7] == 0, "who moves up to the last qualifying place is measured from"


def test_a_tie_on_the_qualifying_line_is_asked_about_until_it_is_settled(book) -> None:
    book.change({"Places": 1, **dict(type_row(NEXT_ROW, ["Di", "Eve"]))})
    assert book["Status"] == "All checks passed"
    book.change(dict(type_row(NEXT_ROW, ["Di", "Eve", 2, 28, 12])))
    assert {row[3]: row[1] for row in book["Standings!A6:D10"] if "?" in row[1]} == {
        "Ann": "?=", "Di": "?="
    }  # fmt: skip
    assert book["Status"] == (
        "All checks passed; a tie on the qualifying line is open: write who won the play-off or "
        "lot on Setup"
    )
    before = shown(book)
    book.change({"Setup!D9": 1})
    assert shown(book) == before and book["Status"] == "All checks passed"
    assert [row[:4] for row in book["Standings!A6:D7"]] == [[1, "Q", 4, "Di"], [2, "", 1, "Ann"]]
    assert [row[0] for row in book["Standings!I6:I7"]] == ["play-off", "play-off"]
    book.change({"Setup!D6": 1})
    assert book["Status"].startswith("All checks passed; a tie")
    book.change({"Setup!D6": 2})
    assert book["Status"] == "All checks passed"


def test_the_leader_may_be_the_one_with_nought_and_the_same_players_qualify(book) -> None:
    marks = [row[1] for row in book["Standings!A6:B10"]]
    behind = [row[0] for row in book["Standings!H6:H10"]]
    book.change({"MeasuredFrom": "leader"})
    assert [row[1] for row in book["Standings!A6:B10"]] == marks
    assert same([row[0] for row in book["Standings!H6:H10"]], [b - behind[0] for b in behind])
    assert book["Standings!H6"] == 0


def test_the_page_of_comparison_subtracts_before_it_rounds(book) -> None:
    names = [row[0] for row in book["Compare!C6:C10"]]
    leads = {name: (tps - 10 * games) / 10 for name, (games, tps, _) in shown(book).items()}
    assert [row[0] for row in book["Standings!D6:D10"]] == names
    for n, name in enumerate(names):
        row = book[f"Compare!D{6 + n}:J{6 + n}"][0]
        wanted = [leads[other] - leads[name] if other != name else "×" for other in names]
        assert same([row[2:]], [wanted])
        assert same(row[1], 2 * row[0]), "two wins for each game behind if only one plays"
    book.change({"Setup!C6": "void"})
    assert "Ann" not in [row[0] for row in book["Compare!C6:C10"]]
