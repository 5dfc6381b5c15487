"""The Tantrix workbook, calculated: the standings are right, and stay right when inputs change."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.utils import absolute_coordinate

from tests.same import same
from tests.templates.calculated import formulas
from tests.templates.tables import Tables
from xl_tourney.errors import OptionError
from xl_tourney.functions import GBQ, TP_PERCENT
from xl_tourney.readers.tantrix import Match, TantrixGame, players, read
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.parts.registry import SAMPLES

TEMPLATE = TEMPLATES["tantrix"]
SAMPLE = TEMPLATE.read(TEMPLATE.sample)
ALL = read(SAMPLES / "tantrix_matches.csv")
PUBLISHED = "place mark no name games tps percent gbq decided to_play"
"""The columns of the standings that every workbook with one row a match has."""


def expected(matches, places, basis="tp%", step=0.5):
    """The standings computed in Python: player, games, TPs, TP%, GBQ."""
    names = players(matches)
    games = dict.fromkeys(names, 0)
    tps = dict.fromkeys(names, 0.0)
    for match in matches:
        for name, points in ((match.player_a, match.tps_a), (match.player_b, match.tps_b)):
            games[name] += match.games
            tps[name] += points
    behind = GBQ([[tps[n]] for n in names], [[games[n]] for n in names], places, basis, step)
    rows = [
        [name, games[name], tps[name], TP_PERCENT(tps[name], games[name]), gbq]
        for name, (gbq,) in zip(names, behind)
    ]
    return sorted(rows, key=lambda row: -round(row[3], 9))


def cells_of(row, match):
    """What is typed into a row of results for a match."""
    keys = ("player_a", "player_b", "games", "tps_a", "tps_b")
    return {f"results[{row}].{key}": getattr(match, key) for key in keys}


def standings(book, count):
    return book.rows("standings", "name games tps percent gbq", count)


@pytest.mark.parametrize("matches", [SAMPLE, ALL], ids=["sample", "all matches"])
@pytest.mark.parametrize(
    "options",
    [{}, {"places": 1}, {"places": 5, "basis": "gbq"}, {"places": 3, "step": 0.0}],
    ids=str,
)
def test_standings_are_those_that_the_functions_give(calculated, matches, options) -> None:
    book = calculated(TEMPLATE.build(matches, **options))
    count = len(players(matches))
    assert same(standings(book, count), expected(matches, **{"places": 2, **options}))
    assert book["Status"] == "All checks passed"


def test_the_sample_as_it_is_published(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    assert same(
        book.rows("standings", f"{PUBLISHED} against_0:against_4", 3),
        [
            [1, "Q", 3, "P08", 2, 29.6, 74, -0.5, "TP%", "", "×", 29.6, "", "", ""],
            [2, "Q", 1, "P06", 9, 94.2, 942 / 18, 0, "TP%", "", 10.4, "×", 20.8, 63, ""],
            [3, "", 2, "P07", 2, 19.2, 48, 0.5, "TP%", "", "", 19.2, "×", "", ""],
        ],
    )
    opponents = "standings", "against_0:against_4"
    assert book.headings(*opponents, above=1) == [3, 1, 2, 4, 5]
    assert book.headings(*opponents) == ["P08", "P06", "P07", "P24", "P25"]


def test_the_match_of_the_gbq_page(calculated) -> None:
    """55–5 in the first match of a group with two places: −2.5 and +2.5, the others at 0."""
    book = calculated(TEMPLATE.build([Match("A", "B", 3, 55, 5)], no_games="even"))
    book.change({"listed[2].name": "C", "listed[3].name": "D"})
    assert same(
        standings(book, 4),
        [
            ["A", 3, 55, 275 / 3, -2.5],
            ["C", 0, 0, "", 0],
            ["D", 0, 0, "", 0],
            ["B", 3, 5, 25 / 3, 2.5],
        ],
    )
    assert book.column("standings", "mark", 4) == ["Q", "?=", "?=", ""]


@pytest.mark.parametrize("basis", ["tp%", "gbq"])
def test_who_has_no_game_stands_below_who_has_six(calculated, functions, basis) -> None:
    """Others have 50% or less; GBQ is measured among those who have played."""
    matches = [Match("A", "B", 6, 70, 50), Match("B", "C", 6, 60, 60), Match("A", "C", 6, 66, 54)]
    book = calculated(TEMPLATE.build(matches, functions=functions, basis=basis))
    before = standings(book, 3)
    book.change({"listed[3].name": "Late", "listed[4].name": "Later"})
    assert standings(book, 3) == before
    assert book.rows("standings", "place mark name gbq decided", 2, start=3) == [
        [4, "=", "Late", "", "tied"],
        [4, "=", "Later", "", "tied"],
    ]
    assert book["Status"] == "All checks passed"
    book.change({"listed[4].name": None})
    assert book.rows("standings", "place mark name gbq decided", 1, start=3) == [
        [4, "", "Late", "", "games"]
    ]
    book.change({"NoGames": "even"})
    assert book.column("standings", "name", 2) == ["A", "Late"]


def test_wins_draws_and_losses_are_shown_where_one_row_is_a_game(calculated) -> None:
    games = [
        TantrixGame("A", "B", 5),
        TantrixGame("B", "A", 0),
        TantrixGame("A", "B", -3),
        TantrixGame("A", "C", 9),
        TantrixGame("C", "B"),
    ]
    book = calculated(TEMPLATE.build(games))
    shown = {row["name"]: (row["record"], row["to_play"]) for row in book.table("standings")[:3]}
    assert shown == {"A": ("2–1–1", 0), "B": ("1–1–1", 1), "C": ("0–0–1", 1)}
    assert book.headings("standings", "record to_play") == ["W–D–L", "Games to play"]


def test_three_wins_by_five_tiles_in_the_games_layout(calculated) -> None:
    """The page's section 3 a: −1.5 and +1.5, while the last place has not played."""
    book = calculated(TEMPLATE.build([TantrixGame("A", "B", 5)] * 3, no_games="even"))
    book.change({"listed[2].name": "C"})
    assert same(
        standings(book, 3),
        [["A", 3, 45, 75, -1.5], ["C", 0, 0, "", 0], ["B", 3, 15, 25, 1.5]],
    )


def test_tps_of_a_game_follow_from_margin_and_minutes(calculated) -> None:
    games = [
        TantrixGame("A", "B", 5, 16.5, 14),
        TantrixGame("B", "A", -20),
        TantrixGame("A", "B", 0, None, 15),
    ]
    book = calculated(TEMPLATE.build(games))
    points = "games tps_a tps_b"
    assert same(book.rows("results", points, 4), [[1, 13, 7], [1, 2, 18], [1, 11, 9], ["", "", ""]])
    book.change({"results[0].margin": -5, "results[0].minutes_a": None, "TimeLimit": 14})
    assert same(book.rows("results", points, 1), [[1, 6, 14]])
    assert book["Status"] == "All checks passed"


def test_options_are_live(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    book.change({"Places": 1})
    assert same(standings(book, 5), expected(SAMPLE, 1))
    book.change({"Places": 4, "Basis": "gbq", "Step": 0})
    assert same(standings(book, 5), expected(SAMPLE, 4, "gbq", 0))
    assert book.column("standings", "mark", 5) == ["Q", "Q", "Q", "Q", ""]
    book.change({"Title": "Another"})
    assert book["Standings!A1"] == "Another"


def test_a_changed_result_changes_the_order(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    book.change({"results[1].tps_a": 10.4, "results[1].tps_b": 29.6})
    changed = [replace(m, tps_a=10.4, tps_b=29.6) if m.tps_a == 29.6 else m for m in SAMPLE]
    assert same(standings(book, 5), expected(changed, 2))
    assert standings(book, 5)[0][0] == "P06"


def test_there_is_room_to_grow(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    book.change({"listed[5].name": "New", **cells_of(4, Match("new", "P08", 2, 35, 5))})
    grown = [*SAMPLE, Match("New", "P08", 2, 35, 5)]
    assert same(standings(book, 6), expected(grown, 2))
    assert book["Status"] == "All checks passed"
    assert book.headings("standings", "against_0") == ["New"]


def test_a_group_can_be_filled_in_one_player_at_a_time(opened) -> None:
    """With fewer players than places GBQ is measured from the last; later the checks say so."""
    book = opened(TEMPLATE, places=3)
    book.change({"listed[0].name": "Ann", "listed[1].name": "Bob"})
    assert same(standings(book, 2), [["Ann", 0, 0, "", 0], ["Bob", 0, 0, "", 0]])
    assert book["Status"] == "All checks passed"
    played = {"player_a": "Ann", "player_b": "Bob", "games": 2, "tps_a": 30, "tps_b": 10}
    book.change({f"results[0].{key}": value for key, value in played.items()})
    assert [row[2] for row in book["Checks!A6:C16"]] == ["OK"] * 10 + ["Look"]
    book.change({"listed[2].name": "Cleo"})
    assert book["Status"] == "All checks passed"


@pytest.mark.slow
def test_an_empty_workbook_calculates_to_blanks(calculated) -> None:
    for layout in ("match", "game"):
        workbook = TEMPLATE.build(layout=layout)
        book = calculated(workbook)
        assert book["Status"] == "No results yet"
        assert {value for row in book.table("standings") for value in row.values()} == {""}
        assert {*book.headings("standings", "against_0:against_7")} == {""}
        for sheet, cell, _ in formulas(workbook):
            value = book[f"{sheet.title}!{cell.coordinate}"]
            assert isinstance(value, (str, float, int)), (sheet.title, cell.coordinate, value)


def test_the_smallest_workbook(opened) -> None:
    book = opened(TEMPLATE, rows=1, players=1, places=1)
    book.change({"listed[0].name": "Ann"})
    assert same(
        book.rows("standings", f"{PUBLISHED} against_0"),
        [[1, "Q", 1, "Ann", 0, 0, "", 0, "games", "", "×"]],
    )


def test_a_workbook_filled_in_by_hand(opened) -> None:
    book = opened(TEMPLATE)
    filled = {f"listed[{at}].name": name for at, name in enumerate(players(SAMPLE))}
    for row, match in enumerate(SAMPLE):
        filled |= cells_of(row, match)
    assert same(standings(book.change(filled), 5), expected(SAMPLE, 2))


TIED = [
    Match("Ann", "Bob", 2, 25, 15),
    Match("Cleo", "Dora", 2, 25, 15),
    Match("Ann", "Cleo", 2, 20, 20),
    Match("Bob", "Dora", 4, 48, 32),
    Match("Eve", "Bob", 2, 20, 20),
]


@pytest.mark.parametrize(
    ("places", "marks"),
    [(1, ["?=", "?=", "", "", ""]), (2, ["Q=", "Q=", "", "", ""]), (4, ["Q=", "Q=", "Q", "Q", ""])],
)
def test_ties_are_marked_and_stay_in_the_order_of_the_list(opened, places, marks) -> None:
    book = opened(TEMPLATE, TIED, places=places)
    assert book.column("standings", "place", 5) == [1, 1, 3, 4, 5]
    assert book.column("standings", "mark", 5) == marks
    assert book.column("standings", "name", 5) == ["Ann", "Cleo", "Bob", "Eve", "Dora"]
    assert book.column("standings", "decided", 5) == ["tied", "tied", "TP%", "TP%", "TP%"]


@pytest.mark.slow
def test_equal_points_are_equal_in_whatever_order_they_were_added(calculated) -> None:
    """19.0 + 21.1 and 18.8 + 21.3 differ in the last bit, and by more once 40 is taken away."""
    ring = ["Ann", "Bob", "Cleo", "Dora", "Eve", "Fay", "Guy", "Hal"]
    matches = [
        Match(a, b, 2, round(21 + at / 10, 1), round(19 - at / 10, 1))
        for at, (a, b) in enumerate(pairwise(ring))
    ]
    book = calculated(TEMPLATE.build(matches))
    assert book.column("standings", "place", 8) == [1, 2, 2, 2, 2, 2, 2, 8]
    assert book.column("standings", "name", 8) == ring


def test_equal_percentages_are_decided_by_games_behind(calculated) -> None:
    """15 of 20 and 30 of 40 are both 75%, but the second is further ahead in games."""
    matches = [Match("Ann", "Bob", 1, 15, 5), Match("Cleo", "Dora", 2, 30, 10)]
    book = calculated(TEMPLATE.build(matches))
    assert book.rows("standings", "place name decided", 4) == [
        [1, "Cleo", "GBQ"],
        [2, "Ann", "GBQ"],
        [3, "Bob", "GBQ"],
        [4, "Dora", "GBQ"],
    ]


VALUES, COMPLETE, LISTED, ITSELF, BALANCED, MEETINGS, TWICE, BESIDE, GAMES, TPS, OPTIONS = range(11)
BROKEN = "Not calculated: some cells show an error, see Checks"


def failing_checks(book, rows):
    """The numbers of the checks that need a look."""
    checks = book[f"Checks!A6:C{rows + 5}"]
    assert all((row[1] == 0) == (row[2] == "OK") for row in checks)
    return {number for number, row in enumerate(checks) if row[2] == "Look"}


@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        ({"results[0].tps_b": None}, {COMPLETE}, "Not complete"),
        ({"results[0].tps_b": "abc"}, {COMPLETE}, "Not complete"),
        ({"results[0].games": 1.5}, {COMPLETE}, "Not complete"),
        ({"results[0].games": 0}, {COMPLETE}, "Not complete"),
        ({"results[0].player_b": None}, {COMPLETE}, "Not complete"),
        (
            {"results[0].player_b": "Nobody"},
            {LISTED, GAMES, TPS},
            "A player who is not listed on Setup",
        ),
        ({"listed[1].name": None}, {LISTED, GAMES, TPS}, "A player who is not listed on Setup"),
        ({"results[0].player_b": "P06"}, {ITSELF}, "The same player on both sides"),
        ({"results[0].tps_a": 21.8}, {BALANCED, TPS}, "TPs do not add up to 20 a game"),
        ({"results[0].games": 3}, {BALANCED, TPS}, "TPs do not add up to 20 a game"),
        ({"listed[5].name": "p06"}, {TWICE}, ""),
        ({"listed[0].withdrew": "yes"}, {BESIDE}, ""),
        ({"listed[0].settled": -1}, {BESIDE}, ""),
        ({"listed[0].settled": "x"}, {BESIDE}, ""),
        ({"results[0].player_b": "Bye"}, {COMPLETE}, "A bye has no score"),
        ({"MeasuredFrom": "me"}, {OPTIONS}, ""),
        ({"Places": 6}, {OPTIONS}, ""),
        ({"Places": 0}, {OPTIONS}, ""),
        ({"Places": 1.5}, {OPTIONS}, ""),
        ({"Places": "all"}, {OPTIONS}, ""),
        ({"Basis": "wins"}, {OPTIONS}, ""),
        ({"Step": -1}, {OPTIONS}, ""),
        ({"Step": "none"}, {OPTIONS}, ""),
    ],
    ids=str,
)
def test_every_check_fails_when_it_should(changed, functions, changes, failing, problem) -> None:
    with changed(TEMPLATE, SAMPLE, changes, functions=functions) as book:
        assert failing_checks(book, 11) == failing
        status, *typed_over = book["Status"].split("; was a name on the list changed?")
        assert status == f"{len(failing)} of 13 checks need a look: see Checks"
        assert bool(typed_over) == (LISTED in failing)
        assert book["results[0].problem"].startswith(problem) and bool(
            book["results[0].problem"]
        ) == bool(problem)


def test_every_check_passes_when_it_should(changed, functions) -> None:
    with changed(TEMPLATE, SAMPLE, {}, functions=functions) as book:
        assert book["Status"] == "All checks passed"


@pytest.mark.parametrize("changes", [{"Win": 5}, {"Win": "x"}, {"Loss": 20}], ids=str)
def test_a_win_must_be_worth_more_than_a_loss(calculated, opened, functions, changes) -> None:
    """GBQ cannot be calculated then; the function says so by an error, which outranks the rest."""
    book = opened(TEMPLATE, SAMPLE, functions=functions).change(changes)
    if functions == "native":
        assert failing_checks(book, 11) == {OPTIONS}
        assert book["Status"] == "1 of 13 checks need a look: see Checks"
    else:
        assert failing_checks(book, 11) == {VALUES, OPTIONS}
        assert book["Status"] == BROKEN


TWO_GAMES = [TantrixGame("Ann", "Bob", 5, 16.5, 14), TantrixGame("Bob", "Ann", -2)]


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"results[0].minutes_a": -1}, {COMPLETE}),
        ({"results[0].minutes_b": "late"}, {COMPLETE}),
        ({"results[0].margin": "five"}, {COMPLETE}),
        ({"TimeLimit": -1}, {OPTIONS}),
        ({"TimeLimit": None}, {OPTIONS}),
        ({"TimeLimit": "long"}, {OPTIONS}),
    ],
    ids=str,
)
def test_checks_of_games_fail_when_they_should(changed, functions, changes, failing) -> None:
    with changed(TEMPLATE, TWO_GAMES, changes, functions=functions) as book:
        assert failing_checks(book, 11) == failing
        assert book["Status"] == "1 of 13 checks need a look: see Checks"
        if failing == {COMPLETE}:
            assert book["results[0].problem"] == "Not complete, or no whole margin, or a time"


def test_every_check_of_games_passes_when_it_should(changed, functions) -> None:
    with changed(TEMPLATE, TWO_GAMES, {}, functions=functions) as book:
        assert book["Status"] == "All checks passed"


def test_an_error_in_a_computed_column_outranks_every_check(calculated, functions) -> None:
    workbook = TEMPLATE.build(SAMPLE, functions=functions)
    workbook["Calculation"][Tables(workbook.tables).place("all[0].gbq").split("!")[1]] = "=1/0"
    book = calculated(workbook)
    assert VALUES in failing_checks(book, 11)
    assert book["Status"] == BROKEN


def test_a_pairing_entered_twice_is_reported_once(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    book.change(cells_of(4, Match("P07", "P06", 2, 19.2, 20.8)))
    assert book["Checks!A11:C11"] == [
        ["No two players meet more often than they should", 1, "Look"]
    ]
    assert book["results[0].problem"] == ""
    assert book["results[4].problem"] == "These two have met before, or are to"
    assert book.change({"Meetings": 2})["Status"] == "All checks passed"


def test_by_games_a_pairing_has_as_many_as_the_results_show(calculated) -> None:
    games = [
        TantrixGame("Ann", "Bob", 3),
        TantrixGame("Bob", "Ann", 1),
        TantrixGame("Ann", "Cleo", 2),
    ]
    book = calculated(TEMPLATE.build(games))
    assert (book["Meetings"], book["Status"]) == (2, "All checks passed")
    book.change(
        {"results[3].player_a": "Bob", "results[3].player_b": "Ann", "results[3].margin": 1}
    )
    assert book["results[3].problem"] == "These two have met before, or are to"
    assert book.change({"Meetings": None})["Status"] == "All checks passed"


@pytest.mark.slow
def test_names_stay_text_whatever_they_begin_with(calculated) -> None:
    names = ["=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(A1)", "*", ">0"]
    matches = [
        Match(a, b, 2, 21 + at, 19 - at, "=1+1") for at, (a, b) in enumerate(pairwise(names))
    ]
    built = TEMPLATE.build(matches, title='=HYPERLINK("x")')
    workbook = openpyxl.load_workbook(io.BytesIO(package(built)))
    book = calculated(built)
    for place, text in [
        ("listed[0].name", names[0]),
        ("results[0].player_b", names[1]),
        ("results[0].event", "=1+1"),
    ]:
        sheet, cell = book.tables.place(place).split("!")
        assert workbook[sheet][cell].data_type == "s" and workbook[sheet][cell].value == text
    assert book["Standings!A1"] == '=HYPERLINK("x")'
    assert same(standings(book, 6), expected(matches, 2))


def test_inputs_are_checked_when_typed() -> None:
    for layout, score in (
        ("match", ("games", "tps_a", "tps_b")),
        ("game", ("margin", "minutes_a", "minutes_b")),
    ):
        workbook = TEMPLATE.build(layout=layout)
        tables = Tables(workbook.tables)
        rules = workbook["Results"].data_validations.dataValidation
        checked = {str(rule.sqref): rule for rule in rules}
        typed = {key: tables["results"].area(key) for key in ("player_a", "player_b", *score)}
        assert sorted(checked) == sorted(typed.values())
        assert all(rule.error and rule.showErrorMessage for rule in rules)
    players_list = checked[typed["player_a"]]
    names = f"Setup!{absolute_coordinate(tables['listed'].area('name'))}"
    assert (players_list.formula1, players_list.allow_blank) == (names, False)
    assert players_list.errorStyle == "warning", "a bye is no player of the list"
    assert checked[typed["margin"]].errorStyle in (None, "stop")


def test_the_chart_says_what_it_shows() -> None:
    workbook = TEMPLATE.build(SAMPLE)
    gbq = Tables(workbook.tables)["standings"].letter("gbq")
    with ZipFile(io.BytesIO(package(workbook))) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
        drawing = archive.read("xl/drawings/drawing1.xml").decode()
    for text in ("Games behind the last qualifying place", "<a:t>Player</a:t>", "below 0: ahead"):
        assert text in chart
    assert f"'Standings'!${gbq}$6:${gbq}$10" in chart
    assert 'descr="Bar chart of GBQ by player' in drawing


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 3}, "rows is 3, but the results have 4"),
        ({"players": 4}, "players is 4, but the results have 5"),
        ({"layout": "game"}, "layout is game, but one row of the results is a match"),
        ({"basis": "wins"}, "basis must be one of tp%, gbq"),
    ],
)
def test_options_that_do_not_fit_the_results(options, message) -> None:
    with pytest.raises(OptionError, match=message):
        TEMPLATE.build(SAMPLE, **options)


def test_the_samples_are_the_same_matches() -> None:
    assert set(SAMPLE) <= set(ALL)
    assert len(ALL) == 22
