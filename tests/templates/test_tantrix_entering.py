"""Results typed cell by cell, as a person does: the standings of everybody else stay right."""

from __future__ import annotations

import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.test_tantrix import PUBLISHED, expected
from xl_tourney.readers.tantrix import Match, players
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["tantrix"]
NAMES = ["Ann", "Bob", "Cy", "Di", "Eve"]
PLAYED = [
    Match("Ann", "Bob", 2, 26, 14),
    Match("Cy", "Di", 2, 23, 17),
    Match("Ann", "Cy", 2, 19, 21),
]
NEXT_ROW = 3
BLANK = [None] * 5


@pytest.fixture(scope="module")
def workbook(tmp_path_factory):
    """Five players, three matches; made once."""
    rows = [*PLAYED, *(Match(name) for name in NAMES if name not in players(PLAYED))]
    built = TEMPLATE.build(rows, places=2, step=0.0, no_games="even")
    return Calculated(built, tmp_path_factory.mktemp("entering"))


@pytest.fixture
def book(workbook):
    """The same, with everything that is typed into it put back."""
    yield workbook
    rows = [cell for row in (NEXT_ROW, NEXT_ROW + 1) for cell in type_row(row, BLANK)]
    beside = [f"listed[{row}].{key}" for row in range(6) for key in ("withdrew", "settled")]
    workbook.change({**dict.fromkeys([*beside, "listed[5].name"]), **dict(rows)})
    workbook.change(
        {cell: value for n, m in enumerate(PLAYED) for cell, value in type_row(n, match_cells(m))}
        | {f"listed[{n}].name": name for n, name in enumerate(NAMES)}
        | {"Places": 2, "MeasuredFrom": "line"}
    )
    assert shown(workbook) == standings_of(PLAYED)


def match_cells(match: Match) -> list[object]:
    return [match.player_a, match.player_b, match.games, match.tps_a, match.tps_b]


def type_row(row: int, values) -> list[tuple[str, object]]:
    """The cells of a row of results, in the order in which they are typed."""
    keys = ("player_a", "player_b", "games", "tps_a", "tps_b")
    return [(f"results[{row}].{key}", value) for key, value in zip(keys, values)]


def to_play_heading(book) -> str:
    """The heading of the column that is blank where there are no fixtures."""
    return book.headings("standings", "to_play")[0]


def shown(book) -> dict[str, list[object]]:
    """Games, TPs and TP% of each player in the standings."""
    return {
        name: [games, tps, round(percent, 9) if percent != "" else ""]
        for name, games, tps, percent in book.rows("standings", "name games tps percent", 6)
        if name
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
        if not cell.endswith("tps_b"):
            assert before == shown(book) == standings_of(PLAYED), cell
    assert shown(book) == standings_of([*PLAYED, new])
    assert book["Status"] == "All checks passed"


def test_a_row_with_two_names_is_a_fixture_until_it_has_a_score(book) -> None:
    assert to_play_heading(book) == ""
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob"])))
    assert shown(book) == standings_of(PLAYED)
    assert book["Status"] == "In progress, 1 match to play"
    assert book[f"results[{NEXT_ROW}].problem"] == ""
    assert to_play_heading(book) == "Matches to play"
    to_play = {row["name"]: row["to_play"] for row in book.table("standings")[:5]}
    assert to_play == {"Ann": 0, "Bob": 1, "Cy": 0, "Di": 0, "Eve": 1}
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob", 2, 30])))
    assert book[f"results[{NEXT_ROW}].problem"].startswith("Not complete")
    assert shown(book) == standings_of(PLAYED)
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob", 2, 30, 10])))
    assert shown(book) == standings_of([*PLAYED, Match("Eve", "Bob", 2, 30, 10)])
    assert to_play_heading(book) == ""


def test_a_result_typed_beside_its_fixture_is_reported(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Eve", "Bob"])))
    book.change(dict(type_row(NEXT_ROW + 1, ["Bob", "Eve", 2, 15, 25])))
    assert book[f"results[{NEXT_ROW + 1}].problem"] == "These two have met before, or are to"
    assert shown(book) == standings_of([*PLAYED, Match("Bob", "Eve", 2, 15, 25)])


@pytest.mark.parametrize("name", ["Bye", "bye", "BYE", "Freilos"])
def test_a_bye_is_nobody(book, name) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Eve", name])) | {"listed[5].name": name})
    assert shown(book) == standings_of(PLAYED)
    assert (book["Status"], to_play_heading(book)) == ("All checks passed", "")
    book.change(dict(type_row(NEXT_ROW, ["Eve", name, 2, 40, 0])))
    assert book[f"results[{NEXT_ROW}].problem"] == "A bye has no score"
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
    assert book[f"results[{NEXT_ROW}].problem"] != "" and "need a look" in book["Status"]


def test_a_player_listed_twice_counts_once(book) -> None:
    book.change({"listed[5].name": "ann"})
    assert shown(book) == standings_of(PLAYED)
    assert "need a look" in book["Status"]


def test_who_withdraws_with_void_results_is_out_and_so_are_they(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Cy", "Eve"])))
    book.change({"listed[2].withdrew": "void"})
    rest = [match for match in PLAYED if "Cy" not in (match.player_a, match.player_b)]
    right = standings_of(rest)
    assert shown(book) == right and right["Cy"] == [0, 0, ""]
    *_, last = book.rows("standings", PUBLISHED, 5)
    assert last == ["–", "out", 3, "Cy", 0, 0, "", "", "withdrew", ""]
    assert book.column("standings", "mark", 5) == ["Q", "?=", "?=", "", "out"]
    assert book["Status"].startswith("All checks passed")
    book.change({"listed[2].withdrew": None})
    assert shown(book) == standings_of(PLAYED)


def test_results_that_stand_count_for_the_others(book) -> None:
    book.change(dict(type_row(NEXT_ROW, ["Ann", "Eve"])))
    assert book["standings[0].name"] == "Ann"
    book.change({"listed[0].withdrew": "stands"})
    assert shown(book) == standings_of(PLAYED)
    rows = {row["name"]: row for row in book.table("standings")[:5]}
    shown_of_ann = [rows["Ann"][key] for key in ("place", "mark", "gbq", "decided", "to_play")]
    assert shown_of_ann == ["–", "out", "", "withdrew", ""]
    assert [rows[name]["place"] for name in ("Cy", "Eve")] == [1, 2]
    assert rows["Eve"]["gbq"] == 0, "who moves up to the last qualifying place is measured from"


def test_a_tie_on_the_qualifying_line_is_asked_about_until_it_is_settled(book) -> None:
    book.change({"Places": 1, **dict(type_row(NEXT_ROW, ["Di", "Eve"]))})
    assert book["Status"] == "In progress, 1 match to play"
    book.change(dict(type_row(NEXT_ROW, ["Di", "Eve", 2, 28, 12])))
    marks = dict(book.rows("standings", "name mark", 5))
    assert {name: mark for name, mark in marks.items() if "?" in mark} == {"Ann": "?=", "Di": "?="}
    assert book["Status"] == (
        "All checks passed; a tie on the qualifying line is open: write who won the play-off or "
        "lot on Setup"
    )
    before = shown(book)
    book.change({"listed[3].settled": 1})
    assert shown(book) == before and book["Status"] == "All checks passed"
    assert book.rows("standings", "place mark no name", 2) == [[1, "Q", 4, "Di"], [2, "", 1, "Ann"]]
    assert book.column("standings", "decided", 2) == ["play-off", "play-off"]
    book.change({"listed[0].settled": 1})
    assert book["Status"].startswith("All checks passed; a tie")
    book.change({"listed[0].settled": 2})
    assert book["Status"] == "All checks passed"


def test_the_leader_may_be_the_one_with_nought_and_the_same_players_qualify(book) -> None:
    marks = book.column("standings", "mark", 5)
    behind = book.column("standings", "gbq", 5)
    book.change({"MeasuredFrom": "leader"})
    assert book.column("standings", "mark", 5) == marks
    assert same(book.column("standings", "gbq", 5), [b - behind[0] for b in behind])
    assert book["standings[0].gbq"] == 0


def test_the_page_of_comparison_subtracts_before_it_rounds(book) -> None:
    names = book.column("compared", "name", 5)
    leads = {name: (tps - 10 * games) / 10 for name, (games, tps, _) in shown(book).items()}
    assert book.column("standings", "name", 5) == names
    for n, name in enumerate(names):
        behind, alone, *against = book.rows("compared", "behind alone against_0:against_4", 5)[n]
        wanted = [leads[other] - leads[name] if other != name else "×" for other in names]
        assert same([against], [wanted])
        assert same(alone, 2 * behind), "two wins for each game behind if only one plays"
    book.change({"listed[0].withdrew": "void"})
    assert "Ann" not in book.column("compared", "name", 5)
