"""The bridge workbook, calculated: it stays right when inputs and options change."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import fmean

import pytest

from tests.same import same
from tests.templates.calculated import formulas
from tests.templates.tables import Tables
from xl_tourney.errors import OptionError
from xl_tourney.functions import BUTLER, CROSS_IMPS, MATCHPOINT
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["bridge"]
HOWELL, MITCHELL, _ = (TEMPLATE.read(sample.path) for sample in TEMPLATE.samples)


@cache
def match_points():
    """A workbook of match-points, to be looked at."""
    return TEMPLATE.build(HOWELL)


THREE = Session(
    [
        TravellerLine(board, ns, ew, score)
        for board, scores in {1: (420, 450, -50), 2: (100, -140, -140)}.items()
        for (ns, ew), score in zip((("1", "2"), ("3", "4"), ("5", "6")), scores)
    ],
    winners=1,
)
"""Three tables, two boards, nobody moves."""


STANDINGS = "place tied pair names side boards sat_out full total most score"
COMPARISON = "pair names side score_a place_a score_b place_b change moved"
LINE = (
    "board ns ew contract by tricks score score_ew by_contract ns_points ew_points a_ns a_ew"
    " b_ns b_ew"
)
"""The columns of three tables, by key."""


def ranking(book, rows: int) -> list[list]:
    """Place, pair, boards, total and the last figure of each row of the standings."""
    figure = {"score", "per_board"}.intersection(book.tables.columns("standings", ""))
    return book.rows("standings", f"place pair boards total {figure.pop()}", rows)


# What it shows ------------------------------------------------------------------------------------


def test_both_formulas_side_by_side(opened) -> None:
    book = opened(TEMPLATE, THREE)
    scores = [420, 450, -50]
    for at, (row, score) in enumerate(
        zip(
            book.rows(
                "travellers",
                LINE,
                3,
            ),
            scores,
        )
    ):
        points, standard, modified = (
            [
                MATCHPOINT([[score] for score in scores], method, show, side)[at][0]
                for side in ("NS", "EW")
            ]
            for method, show in (
                ("standard", "points"), ("standard", "percent"), ("modified", "percent"),
            )
        )  # fmt: skip
        assert same(row[6:], [score, "", "", *points, *standard, *modified])
    assert same(
        book.rows(
            "travellers",
            "score score_ew by_contract ns_points ew_points a_ns a_ew b_ns b_ew",
            1,
            start=3,
        ),
        [[""] * 9],
    )


def test_the_ranking(opened) -> None:
    """1, 3 and 5 have 2+4, 4+1 and 0+1 of 8 points; their opponents the rest."""
    book = opened(TEMPLATE, THREE)
    assert same(
        ranking(book, 6),
        [
            [1, "6", 2, 7, 87.5],
            [2, "1", 2, 6, 75],
            [3, "3", 2, 5, 62.5],
            [4, "4", 2, 3, 37.5],
            [5, "2", 2, 2, 25],
            [6, "5", 2, 1, 12.5],
        ],
    )
    assert {row[1] for row in book.rows("standings", "place tied", 6)} == {""}


@pytest.mark.slow
def test_equal_results_share_the_place(calculated) -> None:
    flat = Session([replace(line, score=100) for line in THREE.lines], winners=1)
    book = calculated(TEMPLATE.build(flat))
    assert [row[:3] for row in book.rows("standings", "place tied pair", 6)] == [
        [1, "=", str(n)] for n in range(1, 7)
    ]


def test_two_winners_are_ranked_apart(opened) -> None:
    book = opened(TEMPLATE, THREE, winners=2)
    assert [[row[0], row[2], row[4]] for row in book.rows("standings", STANDINGS, 6)] == [
        [1, "1", "NS"], [2, "3", "NS"], [3, "5", "NS"], [1, "6", "EW"], [2, "4", "EW"],
        [3, "2", "EW"],
    ]  # fmt: skip


@pytest.mark.parametrize(("method", "top"), [("standard", 4), ("acbl", 2), ("modified", 6)])
def test_the_method_that_ranks(opened, method, top) -> None:
    book = opened(TEMPLATE, THREE).change({"Method": method})
    assert book["Status"] == "All checks passed"
    best = fmean([5 / 6, 2 / 3]) if method == "modified" else fmean([1, 0.75])
    assert same(ranking(book, 1), [[1, "6", 2, round(best * 2 * top, 6), round(best * 100, 6)]])
    assert same(book["standings[0].most"], 2 * top)


def test_a_pair_that_sat_out_keeps_its_average(calculated) -> None:
    book = calculated(TEMPLATE.build(Session(THREE.lines[:-1], winners=1)))
    [row] = [row for row in book.rows("standings", STANDINGS, 6) if row[2] == "6"]
    assert same(row[5:], [1, 1, 2, 8, 8, 100])
    book.change({"BoardsEach": 3})
    [row] = [row for row in book.rows("standings", STANDINGS, 6) if row[2] == "1"]
    assert same(row[5:8], [2, 1, 3])


def test_a_side_that_sits_out_is_raised_to_the_boards_of_the_other_by_the_acbl(calculated) -> None:
    """Each pair of North-South sits out one board of three, as at the half table of a Mitchell."""
    lines = [
        TravellerLine(board, ns, ew, score)
        for board, ns, ew, score in (
            *((1, "1", "11", 420), (1, "2", "12", 450)),
            *((2, "2", "11", -50), (2, "3", "12", -50)),
            *((3, "3", "11", 100), (3, "1", "12", 90)),
        )
    ]
    book = calculated(TEMPLATE.build(Session(lines, winners=2), method="acbl"))
    found = {row[0]: row[1:] for row in book.rows("standings", "pair boards full total score", 5)}
    assert same(found["2"], [2, 3, 2.25, 75])
    assert same(found["11"], [3, 3, 1.5, 50])
    book.change({"Method": "standard"})
    found = {row[0]: row[1:] for row in book.rows("standings", "pair boards full total score", 5)}
    assert same(found["2"], [2, 2, 3, 75])


@pytest.mark.slow
def test_a_short_board_is_factored_by_neuberg(calculated) -> None:
    book = calculated(TEMPLATE.build(Session(THREE.lines[:-1], winners=1)))
    assert same(
        book.rows("travellers", "ns_points ew_points", 2, start=4), [[3.5, 0.5], [0.5, 3.5]]
    )
    assert same(
        book.rows(
            "boards", "board results real artificial mean top factored best_a best_b", 1, start=1
        ),
        [[2, 2, 2, 0, -20, 4, "2 of 3 results", 87.5, 75]],
    )
    book.change({"Results": 6})
    assert same(book["ResultsDue"], 6)
    assert same(book.rows("travellers", "ns_points ew_points a_ns", 1, start=4), [[8, 2, 80]])


def test_artificial_scores(opened) -> None:
    book = opened(TEMPLATE, THREE).change({"travellers[0].score": "A6060"})
    assert same(
        book.rows("travellers", "ns_points ew_points a_ns a_ew b_ns b_ew", 1),
        [[2.4, 2.4, 60, 60, 60, 60]],
    )
    assert same(book.rows("boards", "results real artificial", 1), [[3, 2, 1]])
    assert book["Status"] == "All checks passed"
    assert same(
        book.change({"travellers[0].score": "A-"}).rows("travellers", "ns_points ew_points", 1),
        [[1.6, 2.4]],
    )


def test_totals_rounded_before_the_percentage(calculated) -> None:
    lines = [
        TravellerLine(1, "1", "2", 420),
        TravellerLine(1, "3", "4", 420),
        TravellerLine(1, "5", "6", 170),
        TravellerLine(2, "1", "4", 50),
        TravellerLine(2, "3", "6", 50),
        TravellerLine(2, "5", "2", 100),
        TravellerLine(3, "1", "6", -50),
        TravellerLine(3, "3", "2", 100),
    ]
    book = calculated(TEMPLATE.build(Session(lines, winners=1), method="acbl"))
    exact = {row[1]: row for row in ranking(book, 6)}
    book.change({"TotalDecimals": 0})
    for _, pair, _, total, percent in ranking(book, 6):
        assert total == int(exact[pair][3] + 0.5)
        assert same(percent, round(100 * total / 6, 6))


@pytest.mark.slow
def test_what_the_modified_formula_changes(opened) -> None:
    """With n results due a standard percentage is 50 + (modified − 50)·n/(n−1)."""
    book = opened(TEMPLATE, HOWELL)
    for row in book.rows("comparison", COMPARISON, 12):
        artificial = row[0] in ("5", "10")
        standard, modified = row[3], row[5]
        assert same(round(standard, 3), round(50 + (modified - 50) * 6 / 5, 3)) or artificial
        assert same(row[7], modified - standard) and row[8] == "same"
    assert book["Comparison!A4"] == (
        "0 of 12 pairs have another place; the largest change is 2 %; "
        "standard percentages lie 6/5 times as far from 50."
    )


def test_an_artificial_score_can_change_a_place(calculated) -> None:
    """P has 60% twice by both formulas, Q 75 or 66.7 and 50."""
    lines = [
        TravellerLine(1, "P", "a", "A+"),
        TravellerLine(1, "Q", "b", 100),
        TravellerLine(1, "X", "c", 100),
        TravellerLine(2, "P", "a", "A+"),
        TravellerLine(2, "X", "b", 100),
        TravellerLine(2, "Y", "d", 100),
        TravellerLine(3, "Q", "b", 100),
        TravellerLine(3, "X", "c", 100),
        TravellerLine(3, "Y", "d", 50),
    ]
    book = calculated(TEMPLATE.build(Session(lines, winners=2)))
    assert same(
        [[row[0], *row[3:]] for row in book.rows("comparison", COMPARISON, 2)],
        [
            ["Q", 62.5, 1, round(175 / 3, 6), 2, round(175 / 3, 6) - 62.5, "down 1"],
            ["P", 60, 2, 60, 1, 0, "up 1"],
        ],
    )
    assert book["Comparison!A4"].startswith("4 of 8 pairs have another place")


# IMPs ---------------------------------------------------------------------------------------------


def test_cross_imps_and_butler_side_by_side(calculated) -> None:
    session = replace(THREE, method="cross-imps")
    book = calculated(TEMPLATE.build(session))
    column = [[420], [450], [-50]]
    expected = [
        [cross, -cross, butler, -butler]
        for [cross], [butler] in zip(CROSS_IMPS(column), BUTLER(column))
    ]
    assert same(book.rows("travellers", "a_ns a_ew b_ns b_ew", 3), expected)
    cross = ranking(book, 6)
    book.change({"Method": "butler"})
    assert ranking(book, 6) != cross and book["Status"] == "All checks passed"
    book.change({"Drop": 0})
    assert same(book.rows("travellers", "b_ns", 3), BUTLER(column, "NS", 0))


def test_an_artificial_score_in_imps(calculated) -> None:
    book = calculated(TEMPLATE.build(replace(THREE, method="cross-imps")))
    book.change({"travellers[0].score": "A6040", "PlusIMPs": 3})
    assert same(book.rows("travellers", "a_ns a_ew", 3), [[3, -3], [11, -11], [-11, 11]])
    assert same(book.rows("travellers", "b_ns b_ew", 3), [[3, -3], ["", ""], ["", ""]])
    assert book["Status"] == "All checks passed"
    [row] = [row for row in book.rows("comparison", COMPARISON, 6) if row[0] == "3"]
    assert row[3] != "" and row[5] != ""


def test_a_board_with_one_result_has_no_imps(calculated) -> None:
    book = calculated(TEMPLATE.build(Session(THREE.lines[:4], method="butler", winners=1)))
    assert same(book.rows("travellers", "a_ns a_ew b_ns b_ew", 1, start=4), [[""] * 4])
    assert book["Status"] == "All checks passed"


def test_a_pair_with_figures_by_one_formula_only(calculated, functions) -> None:
    """Two results give cross-IMPs, but no datum without the highest and the lowest."""
    lines = [TravellerLine(1, "1", "2", 420), TravellerLine(1, "3", "4", 170)]
    session = Session(lines, method="butler", winners=1)
    book = calculated(TEMPLATE.build(session, functions=functions))
    assert book["Status"] == "All checks passed"
    assert {row[0] for row in book.rows("standings", "place", 4)} == {""}
    assert same(
        [row[3:7] for row in book.rows("comparison", COMPARISON, 4)],
        [[6, 1, "", ""], [-6, 3, "", ""], [-6, 3, "", ""], [6, 1, "", ""]],
    )


# Filling in ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_empty_workbook_calculates_to_blanks(calculated) -> None:
    for method in ("standard", "butler"):
        workbook = TEMPLATE.build(method=method)
        book = calculated(workbook)
        assert book["Status"] == "No results yet"
        for name in ("standings", "comparison"):
            assert {cell for row in book.rows(name, "") for cell in row} == {""}
        typed = [key for key in book.tables.columns("travellers", "") if key != "board"]
        assert {cell for row in book.rows("travellers", " ".join(typed)) for cell in row} == {""}
        assert [row[0] for row in book.rows("travellers", "board", 10)] == [1] * 8 + [2, 2]
        for sheet, cell, _ in formulas(workbook):
            value = book[f"{sheet.title}!{cell.coordinate}"]
            assert isinstance(value, (str, float, int)), (sheet.title, cell.coordinate, value)


@pytest.mark.slow
@pytest.mark.parametrize("number", [str, int], ids=["text", "number"])
def test_a_workbook_filled_in_by_hand(opened, number) -> None:
    """A number typed into a cell for text may arrive as a number."""
    book = opened(TEMPLATE)
    filled = {f"listed[{n - 1}].pair": str(n) for n in range(1, 7)}
    for at, line in enumerate(THREE.lines):
        row = at % 3 + 8 * (line.board - 1)
        filled |= {f"travellers[{row}].{key}": number(getattr(line, key)) for key in ("ns", "ew")}
        filled[f"travellers[{row}].score"] = line.score
    expected = ranking(opened(TEMPLATE, THREE), 6)
    assert same(ranking(book.change(filled), 6), expected)
    assert book["Status"] == "All checks passed"


def test_there_is_room_for_a_late_table_and_a_board(opened) -> None:
    book = opened(TEMPLATE, THREE)
    late = {"listed[6].pair": "7", "listed[7].pair": "8", "boards[2].board": 3}
    late |= {"travellers[3].ns": "7", "travellers[3].ew": "8", "travellers[3].score": 650}
    late |= {"travellers[8].ns": "7", "travellers[8].ew": "1", "travellers[8].score": 50}
    book.change(late)
    assert book["Status"] == "All checks passed"
    assert same(
        book.rows("travellers", "ns_points", 6, start=3),
        [[6], [17 / 3], [5 / 3], [5 / 3], [""], [3]],
    )
    assert {row[1] for row in ranking(book, 8)} == set("12345678")


def test_names_stay_text_whatever_they_begin_with(calculated) -> None:
    session = replace(THREE, names={"1": "=1+1 & @x", "2": "+a"})
    workbook = TEMPLATE.build(session, title="=Title")
    sheet, cell = Tables(workbook.tables).place("listed[0].names").split("!")
    assert workbook[sheet][cell].data_type == "s"
    book = calculated(workbook)
    assert book["Standings!A1"] == "=Title"
    assert book["standings[1].names"] == "=1+1 & @x"


# Checks -------------------------------------------------------------------------------------------

(VALUES, SCORED, COMPLETE, POSSIBLE, READ, CONTRACT, LISTED, ITSELF, ONCE, BALANCED, UNIQUE, PLAYED,
 STAYS, BOARDS, SUMS, EACH, OPTIONS) = range(17)  # fmt: skip


OPEN = {SCORED, PLAYED}
"""What is not finished, and nothing wrong."""


def states(rows):
    """The checks that are not right, by number."""
    return {at: row[2] for at, row in enumerate(rows) if row[2] != "OK"}


def status_of(failing):
    """How the status begins."""
    if failing <= OPEN:
        return "In progress, "
    return f"{len(failing)} of 17 checks need a look: see Checks"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        ({"travellers[0].ew": None}, {COMPLETE, SUMS}, "Not complete"),
        (
            {"travellers[0].score": None, "travellers[0].contract": None},
            {SCORED},
            "Left out: no score yet",
        ),
        (
            {"travellers[0].score": None, "travellers[0].tricks": "14"},
            {READ},
            "Contract, By or Tricks",
        ),
        ({"travellers[0].contract": "5Z"}, {READ}, "Contract, By or Tricks"),
        ({"travellers[0].score": 400}, {CONTRACT}, "The score is not that of the contract"),
        ({"boards[0].board": None}, {COMPLETE}, "Not complete"),
        ({"travellers[0].score": 425}, {POSSIBLE}, "No score that a board can have"),
        ({"travellers[0].score": -7610}, {POSSIBLE}, "No score that a board can have"),
        ({"travellers[0].score": "A60"}, {POSSIBLE}, "No score that a board can have"),
        ({"travellers[0].ns": "99"}, {LISTED, SUMS}, "A pair that is not on Setup"),
        ({"travellers[0].ns": "11"}, {ITSELF}, "A pair against itself"),
        ({"travellers[0].ns": "5"}, {ONCE}, "A pair has this board twice"),
        ({"travellers[0].ns_points": 5}, {BALANCED}, "Both sides do not balance"),
        ({"listed[12].pair": "1"}, {UNIQUE}, ""),
        ({"listed[12].pair": "13"}, {PLAYED}, ""),
        ({"Winners": 2}, {STAYS}, ""),
        ({"boards[1].board": 1}, {BOARDS}, ""),
        ({"travellers[0].a_ns": 5}, {BALANCED}, "Both sides do not balance"),
        ({"group[0].sum_a": 5}, {SUMS}, ""),
        ({"BoardsEach": 26}, {EACH}, ""),
        ({"BoardsEach": 27.5}, {OPTIONS}, ""),
        ({"Results": 5}, {OPTIONS}, ""),
        ({"Results": "six"}, {OPTIONS}, ""),
        ({"Winners": 3}, {OPTIONS, STAYS}, ""),
        ({"TotalDecimals": -1}, {OPTIONS}, ""),
    ],
    ids=str,
)
def test_every_check_fails_when_it_should(changed, functions, changes, failing, problem) -> None:
    with changed(TEMPLATE, HOWELL, changes, functions=functions) as book:
        rows = book["Checks!A6:C22"]
        assert states(rows) == {at: "Open" if at in OPEN else "Look" for at in failing}
        assert all((row[1] == 0) == (row[2] == "OK") for row in rows)
        assert book["Status"].startswith(status_of(failing))
        assert book["Standings!A3"] == book["Status"]
        shown = book["travellers[0].problem"]
        assert shown.startswith(problem) and bool(shown) == bool(problem)


@pytest.mark.parametrize("method", [{}, {"method": "cross-imps"}], ids=["points", "IMPs"])
def test_every_check_passes_when_it_should(changed, functions, method) -> None:
    with changed(TEMPLATE, HOWELL, {}, functions=functions, **method) as book:
        assert book["Status"] == "All checks passed"


BROKEN = "Not calculated: some cells show an error, see Checks"


@pytest.mark.slow
def test_a_method_that_nobody_knows(opened, functions) -> None:
    """Our functions have no value then, which outranks the check of the options."""
    book = opened(TEMPLATE, HOWELL, functions=functions).change({"Method": "wignal"})
    assert book["Checks!C22"] == "Look"
    native = functions == "native"
    assert book["Status"] == ("1 of 17 checks need a look: see Checks" if native else BROKEN)


def test_an_error_in_a_computed_column_outranks_every_check(calculated, functions) -> None:
    workbook = TEMPLATE.build(THREE, functions=functions)
    headings = {cell.value: cell.column_letter for cell in workbook["Travellers"][5]}
    workbook["Travellers"][f"{headings['Points NS']}6"] = "=1/0"
    book = calculated(workbook)
    assert book["Checks!C6"] == "Look"
    assert book["Status"] == book["Standings!A3"] == BROKEN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"travellers[0].ew": None}, {COMPLETE, SUMS}),
        ({"travellers[0].score": None, "travellers[0].contract": None}, {SCORED}),
        ({"travellers[0].by": "X"}, {READ}),
        ({"travellers[0].tricks": "-1"}, {CONTRACT}),
        ({"travellers[0].score_ew": -50}, {POSSIBLE}),
        ({"boards[0].board": None}, {COMPLETE}),
        ({"travellers[0].score": 425}, {POSSIBLE}),
        ({"travellers[0].score": "A60"}, {POSSIBLE}),
        ({"travellers[0].score": "A60x0"}, {POSSIBLE}),
        ({"travellers[0].ns": "99"}, {LISTED, SUMS}),
        ({"travellers[0].ns": "11"}, {ITSELF}),
        ({"travellers[0].ns": "5"}, {ONCE}),
        ({"travellers[0].a_ns": 5}, {BALANCED}),
        ({"travellers[0].b_ns": 5}, {BALANCED}),
        ({"listed[12].pair": "1"}, {UNIQUE}),
        ({"listed[12].pair": "13"}, {PLAYED}),
        ({"Winners": 2}, {STAYS}),
        ({"boards[1].board": 1}, {BOARDS}),
        ({"group[0].sum_b": 5}, {SUMS}),
        ({"BoardsEach": 26}, {EACH}),
        ({"Method": "standard"}, {OPTIONS}),
        ({"PlusIMPs": None}, {OPTIONS}),
        ({"TotalDecimals": 1.5}, {OPTIONS}),
    ],
    ids=str,
)
def test_every_check_in_imps_fails_when_it_should(changed, functions, changes, failing) -> None:
    options = {"functions": functions, "method": "cross-imps"}
    with changed(TEMPLATE, HOWELL, changes, **options) as book:
        rows = book["Checks!A6:C22"]
        assert states(rows) == {at: "Open" if at in OPEN else "Look" for at in failing}
        assert book["Status"].startswith(status_of(failing))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "native"),
    [({"PlusIMPs": "two"}, BROKEN), ({"Drop": 0.5}, "1 of 17 checks need a look: see Checks")],
    ids=str,
)
def test_options_of_imps_that_cannot_be_used(opened, functions, changes, native) -> None:
    """Our functions have no value then, which outranks the check of the options."""
    book = opened(TEMPLATE, HOWELL, functions=functions, method="cross-imps")
    book.change(changes)
    assert book["Checks!C22"] == "Look"
    assert book["Status"] == (native if functions == "native" else BROKEN)


@pytest.mark.slow
def test_a_pair_that_changes_its_side_in_a_mitchell(opened) -> None:
    book = opened(TEMPLATE, MITCHELL)
    book.change({"travellers[0].ns": "3EW", "travellers[0].ew": "2NS"})
    assert [row[0] for row in book["Checks!C6:C22"]].count("Look") == 1
    assert book["Checks!C18"] == "Look"
    assert book.change({"Winners": 1})["Status"] == "All checks passed"


# How it is made -----------------------------------------------------------------------------------


def test_a_line_parts_the_boards() -> None:
    workbook = match_points()
    board = Tables(workbook.tables)["travellers"].letter("board")
    sheet = workbook["Travellers"]
    above = {row: sheet[f"{board}{row}"].border.top.color for row in range(6, 30)}
    parted = [row for row, colour in above.items() if colour and colour.rgb == "001F4E5F"]
    assert parted == [13, 20, 27]
    assert sheet["N12"].border.bottom == sheet["N13"].border.top


@pytest.mark.slow
def test_a_large_session_has_few_formulas() -> None:
    """Forty tables, thirty boards: one array for each board and figure, a formula for each step
    from what is typed to a score.

    Native workbooks have those arrays cell by cell, and four helpers a line.
    """
    lines = [
        TravellerLine(board, f"{table}NS", f"{(table + board) % 40}EW", 10 * (table % 7))
        for board in range(30)
        for table in range(40)
    ]
    session = Session([replace(x, board=x.board + 1) for x in lines], winners=2)
    addin, native = (
        sum(1 for _ in formulas(TEMPLATE.build(session, functions=functions)))
        for functions in ("addin", "native")
    )
    assert addin < 33 * 1271 + 1900
    assert native < addin + 10 * 1271


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"tables": 5}, "tables is 5, but the results have 6; ask for more"),
        ({"boards": 26}, "boards is 26, but the results have 27"),
        ({"pairs": 11}, "pairs is 11, but the results have 12"),
        ({"winners": 3}, "winners must be a whole number of at least 1 and of at most 2"),
        ({"method": "victory"}, "method must be one of standard, acbl, modified, cross-imps"),
    ],
)
def test_options_that_do_not_fit(options, says) -> None:
    with pytest.raises(OptionError, match=says):
        TEMPLATE.build(HOWELL, **options)


@pytest.mark.slow
def test_any_session_can_be_scored_by_any_method(opened) -> None:
    book = opened(TEMPLATE, HOWELL, method="cross-imps")
    assert book["Status"] == "All checks passed"
    assert book["travellers[-1].a_ns"] == "Cross-IMPs NS"


def test_a_board_that_is_still_to_be_played_is_not_sat_out(opened) -> None:
    """Of board 2 pairs 3 and 4 have their line, and no score yet; 5 and 6 have none."""
    lines = [TravellerLine(1, a, b, score) for a, b, score in (("1", "2", 420), ("3", "4", 50))]
    lines += [TravellerLine(1, "5", "6", 50), TravellerLine(2, "1", "2", 100)]
    book = opened(TEMPLATE, Session([*lines, TravellerLine(2, "3", "4")], winners=1))
    rows = range(6)
    sat_out = {book[f"standings[{at}].pair"]: book[f"standings[{at}].sat_out"] for at in rows}
    assert sat_out == {"1": "", "2": "", "3": "", "4": "", "5": 1, "6": 1}


def hidden_columns(workbook) -> set[tuple[str, str]]:
    return {
        (sheet.title, cell.value)
        for sheet in (workbook["Standings"], workbook["Comparison"])
        for cell in sheet[5]
        if sheet.column_dimensions[cell.column_letter].hidden
    }


@pytest.mark.slow
def test_columns_that_are_empty_are_hidden(calculated) -> None:
    """With one winner there are no sides, and mostly nobody sits out; later the page says so."""
    sides = {("Standings", "Side"), ("Comparison", "Side")}
    assert hidden_columns(TEMPLATE.build(HOWELL)) == sides, "two pairs sat out a board"
    assert not hidden_columns(TEMPLATE.build(MITCHELL)) & sides
    names = {str(pair): f"Pair {pair}" for pair in range(1, 5)}
    lines = [TravellerLine(1, "1", "2", 420), TravellerLine(1, "3", "4", 170)]
    workbook = TEMPLATE.build(Session(lines, names, winners=1))
    assert hidden_columns(workbook) == sides | {("Standings", "Sat out")}
    book = calculated(workbook)
    assert book["Standings!A2"].startswith("= shares the place")
    assert book.change({"BoardsEach": 30})["Standings!A2"].startswith("A hidden column holds")
    book.change({"BoardsEach": None, "Winners": 2})
    for sheet in ("Standings", "Comparison"):
        assert book[f"{sheet}!A2"].startswith("A hidden column holds something now: select")


def test_the_chart_has_a_bar_for_each_pair_and_no_more() -> None:
    workbook = match_points()
    comparison = Tables(workbook.tables)["comparison"]
    change, pair = (comparison.letter(key) for key in ("change", "pair"))
    (chart,) = workbook["Comparison"]._charts
    (series,) = chart.series
    assert series.val.numRef.f == f"'Comparison'!${change}$6:${change}$17"
    assert series.cat.strRef.f == f"'Comparison'!${pair}$6:${pair}$17"


@pytest.mark.slow
def test_the_standings_are_one_page() -> None:
    lines = [TravellerLine(1, str(2 * n + 1), str(2 * n + 2), 10 * n) for n in range(15)]
    sheet = TEMPLATE.build(Session(lines, winners=1))["Standings"]
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1)


def test_no_pair_of_the_standings_is_left_out_when_some_have_no_figure(
    calculated, functions
) -> None:
    """Of North-South, one pair has only a result that cannot be compared."""
    lines = [
        TravellerLine(1, "1", "2", 420),
        TravellerLine(1, "3", "4", 170),
        TravellerLine(2, "5", "6", 100),
    ]
    session = Session(lines, method="cross-imps", winners=2)
    book = calculated(TEMPLATE.build(session, functions=functions))
    assert book["Status"] == "All checks passed"
    rows = book.rows("standings", "place tied pair names side", 8)
    assert [row[2] for row in rows if row[2] != ""] == ["1", "3", "4", "2", "5", "6"]
