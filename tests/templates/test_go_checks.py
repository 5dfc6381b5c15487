"""Every check of the go workbook fails when it should, in native formulas and in functions."""

from __future__ import annotations

import pytest

from tests.templates.small_go import SMALL, four
from tests.templates.test_go_published import table
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.go.rounds import FAULTS
from xl_tourney.templates.go.rounds import WAITING as WAITING_TEXT

pytestmark = pytest.mark.slow

GO = TEMPLATES["go"]

CALCULATES = 0
(READ, LISTED, ONESELF, TWO, AGREE, DETAILS, OUT, WAITING, AGAIN, BALANCE) = range(1, 11)
(TWICE, NAMED, COMPLETE, NUMBERS, START, RATED, CHOSEN, ORDER, OPTIONS, FIGURES) = range(11, 21)
ENDED = 21
"""Only native formulas are asked whether they came to an end."""


@pytest.fixture
def checked(changed):
    """The small workbook in one variant, with some cells changed."""
    return lambda functions, changes: changed(
        GO, SMALL, changes, functions=functions, criteria="NBW,SOS,SODOS"
    )


def test_every_check_passes_when_it_should(checked, functions) -> None:
    with checked(functions, {}) as book:
        assert book["Status"] == "All checks passed"


WRONG_CELLS = [
    ({"entries[0].r_1": "won"}, {READ, AGREE, BALANCE}, "R1 cannot be read."),
    ({"entries[0].r_1": 2}, {READ, AGREE, BALANCE}, "R1 cannot be read."),
    ({"entries[0].r_1": "40+"}, {LISTED, AGREE}, "R1 names nobody."),
    ({"entries[0].r_1": "9+"}, {LISTED, AGREE}, "R1 names nobody."),
    ({"entries[0].r_1": "1+"}, {ONESELF, TWO}, "R1 is against the player in this row."),
    (
        {"entries[0].r_1": "3+"},
        {TWO, AGREE, AGAIN},
        "R1 has an opponent who meets another. R2 is against an opponent met before.",
    ),
    ({"entries[0].r_1": "2="}, {AGREE, BALANCE}, "R1 and the opponent's row disagree."),
]
"""Cells that our functions would refuse, the checks that fail, and the problem of the row."""


@pytest.mark.parametrize(("changes", "failing", "problem"), WRONG_CELLS, ids=str)
def test_a_wrong_cell_is_named(checked, functions, changes, failing, problem) -> None:
    with checked(functions, changes) as book:
        assert _failing(book) == failing
        assert str(book["entries[0].problem"]).strip() == problem


def test_a_game_whose_rows_disagree_is_not_counted(checked, functions) -> None:
    with checked(functions, {"entries[0].r_1": "2="}) as book:
        wins = {row["Player"]: row["NBW"] for row in table(book)}
    assert wins == {"Ann": 1.5, "Bob": 1, "Cleo": 2, "Dora": 0.5}


def test_the_first_page_says_how_far_native_formulas_go() -> None:
    pages = {functions: _first_page(functions) for functions in ("native", "addin")}
    assert all("that game is not counted, and all others are" in page for page in pages.values())
    assert "compares those still tied 8 times" in pages["native"]
    assert "Iterations" not in pages["addin"]


def _first_page(functions: str) -> str:
    rows = GO.build(SMALL, functions=functions)["Read me"].iter_rows(values_only=True)
    return " ".join(str(value) for row in rows for value in row if value)


WRONG_DETAILS = [
    ("2+/b3", "1-/b3"),  # both are Black
    ("2+/b3", "1-/w2"),
    ("2+/?3", "1-"),  # who took the stones is not known
    ("2+!", "1-"),
    ("2+", "1-!"),
]


@pytest.mark.parametrize("cells", WRONG_DETAILS, ids=str)
def test_rows_that_disagree_on_colours_stones_or_forfeits(checked, functions, cells) -> None:
    changes = {f"entries[{row}].r_1": text for row, text in enumerate(cells)}
    with checked(functions, changes) as book:
        assert _failing(book) == {DETAILS}
        problems = map(str, book.column("entries", "problem", 2))
        assert all(FAULTS[DETAILS - 1] in problem for problem in problems)


@pytest.mark.parametrize("cell", ["2+x", "2+/", "2+//", "2+!!", "2+/b3w", "2+b123", "2+w-", "0+x"])
def test_what_stands_behind_a_result_is_read(checked, functions, cell) -> None:
    with checked(functions, {"entries[0].r_1": cell}) as book:
        if cell == "2+/":
            assert book["Status"] == "All checks passed"
        else:
            assert READ in _failing(book)
            assert str(book["entries[0].problem"]).startswith("R1 cannot be read.")


@pytest.mark.parametrize("cell", ["2+/?", "2+?", "2+W", "2+/w0", "2+w00"[:4], "02+", "2+/w12"])
def test_what_may_stand_behind_a_result(checked, functions, cell) -> None:
    with checked(functions, {"entries[0].r_1": cell}) as book:
        assert book["Status"] == "All checks passed"


@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        (
            {
                "entries[0].r_3": "2=",
                "entries[1].r_3": "1=",
                "entries[2].r_3": "4+",
                "entries[3].r_3": "3-",
            },
            {AGAIN},
            "R3 is against an opponent met before.",
        ),
        ({"entries[1].name": "Ann"}, {TWICE}, ""),
        ({"entries[0].name": None}, {LISTED, NAMED, BALANCE}, "Results without a name."),
        ({"entries[0].r_2": None, "entries[2].r_2": None}, {COMPLETE}, ""),
        ({"System": "mcmahon", "entries[0].start": None}, {START}, ""),
        ({"entries[0].rank": None}, {RATED}, ""),
        ({"Criterion1": "Wins"}, {CALCULATES, CHOSEN, FIGURES}, ""),
        ({"entries[0].r_1": None}, {WAITING}, f"R1 {WAITING_TEXT}."),
        ({"entries[0].out": 2}, {OUT}, ""),
        ({"Criterion1": "DC", "Criterion2": "NBW", "Criterion3": None}, {ORDER}, ""),
        ({"Rules": "aga", "Criterion2": "DC"}, {ORDER}, ""),
        ({"Rules": "other"}, {OPTIONS}, ""),
        ({"Criterion1": None}, {CHOSEN}, ""),
        ({"Criterion2": None}, {CHOSEN}, ""),
        ({"Criterion1": "DC", "Criterion2": "SOS", "Criterion3": "DC"}, {CHOSEN}, ""),
        ({"Unplayed": "all"}, {OPTIONS}, ""),
        ({"Handicap": "maybe"}, {OPTIONS}, ""),
        (
            {"Meetings": 0},
            {OPTIONS, AGAIN},
            "R1 is against an opponent met before. "
            "R2 is against an opponent met before. R3 is against an opponent met before.",
        ),
    ],
    ids=str,
)
def test_every_check_fails_when_it_should(checked, functions, changes, failing, problem) -> None:
    with checked(functions, changes) as book:
        assert _failing(book) == failing
        assert str(book["entries[0].problem"]).strip() == problem


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"McMahonBar": "3k"}, "McMahonBar has no effect while System is swiss"),
        ({"McMahonFloor": "9k"}, "McMahonFloor has no effect while McMahonBar is blank"),
        ({"EvenFrom": "1d"}, "EvenFrom has no effect while StonesBy is none"),
        ({"StonesMost": 4}, "StonesMost has no effect while StonesBy is none"),
        ({"System": "round-robin", "FloatsFrom": "top"}, "FloatsFrom has no effect while System"),
        ({"StonesMost": 4, "StonesBy": "rank"}, ""),
    ],
    ids=str,
)
def test_an_option_without_effect_is_named(checked, functions, changes, says) -> None:
    with checked(functions, changes) as book:
        assert _failing(book) == ({OPTIONS} if says else set())
        assert book["Checks!A6:D30"][OPTIONS][3].startswith(says or "Choose from the list of each")


RANKS = ("2k", "3k", "4k", "7k", "9k", "12k", "1d", "15k", "20k")


@pytest.mark.parametrize(
    ("options", "starts"),
    [
        ({"McMahonBar": "3k", "McMahonFloor": "9k"}, [6, 6, 5, 2, 0, 0, 6, 0, 0]),
        ({"McMahonBar": None, "McMahonFloor": None}, [18, 17, 16, 13, 11, 8, 20, 5, 0]),
        ({"entries[0].start": 1, "McMahonBar": None, "McMahonFloor": None}, [1, *[0] * 8]),
        ({"System": "swiss"}, [0] * 9),
    ],
    ids=str,
)
def test_start_scores_by_rank(built, options, starts) -> None:
    players = tuple(GoPlayer(f"P{at}", rank=rank) for at, rank in enumerate(RANKS))
    book = built(GoTournament(players), criteria="MMS", rounds=1, system="mcmahon").change(options)
    assert book.column("score", "base", 9) == starts
    missing = [int("entries[0].start" in options and at > 0) for at in range(9)]
    assert book.column("score", "no_start", 9) == missing


def test_a_mcmahon_without_start_scores_is_said(tmp_path) -> None:
    workbook = GO.build(GoTournament((GoPlayer("Ann", rank="3d"),)), system="mcmahon")
    assert "from 3d on all begin alike" in workbook.assumed[0]
    for players in (GoPlayer("Ann"),), (GoPlayer("Ann", rank="3d", start=2.0),):
        assert not GO.build(GoTournament(players), system="mcmahon").assumed


@pytest.mark.parametrize(
    ("option", "refused"),
    [
        ("System", {CALCULATES}),
        ("ScoreCounts", {CALCULATES}),
        ("NBWCounts", {CALCULATES, FIGURES}),
        ("SumsCount", {CALCULATES, FIGURES}),
        ("OperaVariant", set()),
    ],
)
def test_an_unknown_option_is_named(checked, functions, option, refused) -> None:
    with checked(functions, {option: "other"}) as book:
        assert _failing(book) == {OPTIONS} | (refused if functions == "addin" else set())


def _failing(book) -> set[int]:
    """The checks that fail, each with a figure above 0; the status says how many."""
    rows = [row for row in book["Checks!A6:C30"] if row[2] in ("OK", "Look", "Open")]
    assert len(rows) in (24, 25)
    assert all((row[1] == 0) == (row[2] == "OK") for row in rows)
    faults = [row for row in rows if row[2] == "Look"]
    failing = {at for at, row in enumerate(rows[:22]) if row[2] != "OK"}
    if CALCULATES in failing:
        assert book["Status"] == "Not calculated: some cells show an error, see Checks"
    elif faults:
        expected = f"{len(faults)} of {len(rows)} checks need a look: see Checks"
        assert book["Status"] == expected
    elif any(row[2] == "Open" for row in rows):
        assert book["Status"].startswith("In progress, ")
    else:
        assert book["Status"] == "All checks passed"
    return failing


def test_an_error_in_a_computed_column_outranks_every_check(built, functions) -> None:
    workbook = GO.build(SMALL, functions=functions)
    (place,) = (
        f"Rounds!{cell.column_letter}7"
        for cell in workbook["Rounds"][5]
        if cell.value == "R1 kind of game"
    )
    book = built(SMALL, {place: "=1/0", "entries[0].r_1": "won"}, functions=functions)
    assert book["Status"] == "Not calculated: some cells show an error, see Checks"


def test_comparison_that_does_not_come_to_its_end_is_named(built, functions) -> None:
    """A chain, each beat the next: every iteration separates only the last of those left."""
    book = built(chain(12), functions=functions, criteria="DC place")
    places = [row["DC place"] for row in table(book)]
    if functions == "addin":
        assert places == list(range(1, 13)) and book["Status"] == "All checks passed"
    else:
        assert _failing(book) == {ENDED}
        assert places == [1] * 4 + list(range(5, 13))
    shorter = built(chain(8), functions=functions, criteria="DC place")
    assert [row["DC place"] for row in table(shorter)] == list(range(1, 9))
    assert shorter["Status"] == "All checks passed"


def chain(count: int) -> GoTournament:
    cells = {(n, 1 - n % 2): f"{n + 1}+" for n in range(1, count)}
    cells |= {(n + 1, 1 - n % 2): f"{n}-" for n in range(1, count)}
    players = (
        GoPlayer(f"Player {n}", rank="1d", rounds=tuple(cells.get((n, k), "0-") for k in (0, 1)))
        for n in range(1, count + 1)
    )
    return GoTournament(tuple(players), system="round-robin")


@pytest.mark.parametrize("lost", ["-!", "-"])
def test_both_may_lose(built, lost) -> None:
    book = built(four(f"2{lost} 3+", f"1{lost} 0+", "0+ 1-"), criteria="NBW,SOS,DC")
    assert book["Status"] == "All checks passed"
    assert [row["NBW"] for row in table(book)] == [1, 1, 1]


def test_a_game_without_result_is_no_fault(built) -> None:
    book = built(four("2? 3+", "1? 0+", "0+ 1-"), criteria="NBW")
    assert book["Status"] == "In progress, round 1: 0 of 1 result"
