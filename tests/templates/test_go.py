"""The go workbook, calculated: it follows its cells, and every check fails when it should."""

from __future__ import annotations

import io
from contextlib import contextmanager

import openpyxl
import pytest

from tests.functions.gotha import DATA
from tests.templates.calculated import Calculated, formulas
from tests.templates.small_go import SMALL, four
from tests.templates.test_go_published import table
from xl_tourney.errors import OptionError
from xl_tourney.functions import CUSS, MMS, NBW, OPERA, PLACE, SODOS, SOS, SOSOS
from xl_tourney.readers.go.read import read
from xl_tourney.readers.go.tournament import Player, Tournament
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.go.rounds import FAULTS
from xl_tourney.templates.go.tables import CRITERIA
from xl_tourney.templates.parts.registry import SAMPLES

GO = TEMPLATES["go"]
PRIX = read(SAMPLES / "go_gp2020.xml")


# Options ------------------------------------------------------------------------------------------


def criteria_shown(book) -> list[str]:
    """The headings of the criteria in the standings, from left to right."""
    head = list(table(book)[0])
    return head[head.index("Wins") + 1 : head.index("Decided by")]


def test_criteria_in_any_order(built) -> None:
    book = built(SMALL, criteria="sodos, nbw")
    assert criteria_shown(book) == ["SODOS", "NBW"]
    assert [row["Player"] for row in table(book)] == ["Ann", "Cleo", "Dora", "Bob"]
    book = built(SMALL, {"Criterion1": "NBW", "Criterion2": "SOS"}, criteria="sodos, nbw")
    assert criteria_shown(book) == ["NBW", "SOS"]
    assert [row["Player"] for row in table(book)] == ["Ann", "Cleo", "Bob", "Dora"]


@pytest.mark.parametrize("criterion", [c for c in CRITERIA if not c.startswith("DC")])
def test_every_criterion_is_its_own_column(built, criterion) -> None:
    rows = built(PRIX, criteria=criterion)["Standings!A6:U30"]
    lists = [list(player.rounds) for player in PRIX.players]
    start = [[player.start] for player in PRIX.players]
    mms = MMS(lists, start, "down")
    expected = {
        "NBW": NBW(lists, "wins"),
        "MMS": mms,
        "SOS": SOS(lists, mms, 0, start, True),
        "SOS-1": SOS(lists, mms, 1, start, True),
        "SOS-2": SOS(lists, mms, 2, start, True),
        "SOSOS": SOSOS(lists, mms, 0, start, True),
        "SODOS": SODOS(lists, mms, 0, None, True),
        "CUSS": CUSS(lists, start, "down"),
        "OPERA": OPERA(lists, [[player.rating] for player in PRIX.players]),
        "Rating": [[player.rating] for player in PRIX.players],
    }[criterion]
    shown = {row[20]: row[12] for row in rows}
    assert shown == {n: value for n, (value,) in enumerate(expected, 1)}
    assert [row[0] for row in rows] == sorted(p for (p,) in PLACE(expected))


def test_results_follow_the_order_of_the_standings(built) -> None:
    shown = built(SMALL, criteria="NBW")["Standings!C6:I9"]
    assert [[row[0], *row[4:7]] for row in shown] == [
        ["Ann", "3+", "2+", "4="],
        ["Cleo", "4+", "1-", "3+"],
        ["Bob", "1-", "4+", "2-"],
        ["Dora", "2-", "3-", "1="],
    ]


def test_a_changed_result_changes_the_order(built) -> None:
    lost = {"H6": "2-", "H7": "1+", "I6": "3-", "I8": "1+"}
    book = built(SMALL, {f"Wall list!{at}": one for at, one in lost.items()}, criteria="NBW")
    assert book["Status"] == "All checks passed"
    assert [row["Player"] for row in table(book)] == ["Cleo", "Bob", "Ann", "Dora"]


@pytest.mark.parametrize("variant", ["text", "program"])
def test_opera_in_both_variants_with_ratings_from_ranks(built, variant) -> None:
    lists = [list(player.rounds) for player in SMALL.players]
    book = built(SMALL, variant=variant)
    expected = OPERA(lists, [[1600]] * 4, variant)
    assert {row["Entry"]: row["OPERA"] for row in table(book)} == {
        n: value for n, (value,) in enumerate(expected, 1)
    }


@pytest.mark.parametrize(
    ("rank", "rating"), [("1d", 2100), ("5d", 2500), ("1k", 2000), ("20K", 100), ("2p", 2730)]
)
def test_a_rank_stands_for_a_rating(built, rank, rating) -> None:
    assert built(SMALL, {"Wall list!E6": rank})["Calculation!N6"] == rating


def test_a_player_without_games_has_no_opera_and_comes_last_by_it(built) -> None:
    book = built(four("2+", "1-", "0-"), criteria="OPERA")
    assert [row[2] for row in book["Standings!A6:C8"]] == ["Bob", "Ann", "Cleo"]
    assert book["Standings!I8"] == 0
    assert book["Standings!O8:Q8"] == [["OPERA", "", 3]]
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize(
    ("words", "mms", "wins"),
    [
        ({}, [21, 21, 21], [0, 1, 1]),
        ({"ScoreCounts": "written", "NBWCounts": "written"}, [21, 21, 21.5], [1, 1, 1.5]),
    ],
)
def test_rounds_without_a_game_count_as_the_options_say(built, words, mms, wins) -> None:
    free = four("2+ 0=", "1- 0+", "0= 0=", system="mcmahon", nbw="wins")
    rows = table(built(free, words, criteria="MMS"))
    assert sorted(row["MMS"] for row in rows) == mms
    assert sorted(row["Wins"] for row in rows) == wins


def test_there_is_room_to_grow(built) -> None:
    more = {"B10": "Eve", "E10": "4k", "K10": "1+", "K6": "5-"}
    grown = {f"Wall list!{at}": value for at, value in more.items()}
    book = built(SMALL, grown, criteria="NBW", rounds=4)
    assert book["Checks!B16"] == 3 + 3  # Eve's first rounds, and the others' fourth
    grown |= {f"Wall list!{c}10": "0-" for c in "HIJ"}
    grown |= {f"Wall list!K{row}": "0-" for row in (7, 8, 9)}
    book = built(SMALL, grown, criteria="NBW", rounds=4)
    assert book["Status"] == "All checks passed"
    assert len(table(book)) == 5


def test_an_empty_workbook_calculates_to_blanks(calculated) -> None:
    workbook = GO.build()
    book = calculated(workbook)
    assert book["Status"] == "No results yet"
    for name in ("Standings!A6:Y17", "Tied groups!A6:L17", "One group!B9:V20"):
        assert {cell for row in book[name] for cell in row} == {""}
    for sheet, cell, _ in formulas(workbook):
        value = book[f"{sheet.title}!{cell.coordinate}"]
        assert isinstance(value, (str, float, int)), (sheet.title, cell.coordinate, value)


# Checks -------------------------------------------------------------------------------------------

CALCULATES = 0
(READ, LISTED, HIMSELF, TWO, AGREE, AGAIN, BALANCE, TWICE, NAMED, COMPLETE) = range(1, 11)
START, RATED, COUNTED, CHOSEN, OPTIONS, FIGURES, ENDED = range(11, 18)
REFUSED = {CALCULATES, COUNTED, FIGURES}
"""What fails besides where our functions refuse the wall list, and so give no figure at all."""
NO_CRITERION = {
    "native": {CALCULATES, CHOSEN, FIGURES, ENDED},
    "addin": {CALCULATES, CHOSEN, FIGURES},
}
"""What fails where a criterion is unknown; only native formulas are asked whether they ended."""


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """The small workbook in each variant, calculated once; changes are taken back."""
    books = {
        functions: Calculated(
            GO.build(SMALL, functions=functions, criteria="NBW,SOS,SODOS"),
            tmp_path_factory.mktemp(functions),
        )
        for functions in ("native", "addin")
    }

    @contextmanager
    def change(functions, changes):
        book = books[functions]
        before = {place: book[place] for place in changes}
        try:
            yield book.change(changes)
        finally:
            book.change({place: None if value == "" else value for place, value in before.items()})

    return change


def test_every_check_passes_when_it_should(checked, functions) -> None:
    with checked(functions, {}) as book:
        assert book["Status"] == "All checks passed"


WRONG_CELLS = [
    ({"Wall list!H6": "won"}, {READ, AGREE, BALANCE}, "R1 cannot be read."),
    ({"Wall list!H6": 2}, {READ, AGREE, BALANCE}, "R1 cannot be read."),
    ({"Wall list!H6": "40+"}, {LISTED, AGREE}, "R1 names nobody."),
    ({"Wall list!H6": "9+"}, {LISTED, AGREE}, "R1 names nobody."),
    ({"Wall list!H6": "1+"}, {HIMSELF, TWO}, "R1 is against himself."),
    (
        {"Wall list!H6": "3+"},
        {TWO, AGREE, AGAIN},
        "R1 has an opponent who meets another. R2 is against an opponent met before.",
    ),
    ({"Wall list!H6": "2-"}, {AGREE, BALANCE}, "R1 and the opponent's row disagree."),
]
"""Cells that our functions refuse, the checks that fail, and the problem of the row."""


@pytest.mark.parametrize(("changes", "failing", "problem"), WRONG_CELLS, ids=str)
def test_a_wrong_cell_is_named(checked, functions, changes, failing, problem) -> None:
    refused = REFUSED if functions == "addin" else set()
    with checked(functions, changes) as book:
        assert _failing(book) == failing | refused
        assert str(book["Wall list!K6"]).strip() == problem


WRONG_DETAILS = [
    {"H6": "2+/b3", "H7": "1-/b3"},  # both are Black
    {"H6": "2+/b3", "H7": "1-/w2"},
    {"H6": "2+/?3", "H7": "1-"},  # who took the stones is not said
    {"H6": "2+!", "H7": "1-"},
    {"H6": "2+", "H7": "1-!"},
]


@pytest.mark.parametrize("cells", WRONG_DETAILS, ids=str)
def test_rows_that_disagree_on_colours_stones_or_forfeits(checked, functions, cells) -> None:
    changes = {f"Wall list!{cell}": text for cell, text in cells.items()}
    with checked(functions, changes) as book:
        assert _failing(book) == (REFUSED if functions == "addin" else {COUNTED})
        if functions == "native":
            problems = [str(book[f"Wall list!K{row}"]) for row in (6, 7)]
            assert any(FAULTS[-1] in problem for problem in problems)


@pytest.mark.parametrize("cell", ["2+x", "2+/", "2+//", "2+!!", "2+/b3w", "2+b123", "2+w-", "0+x"])
def test_what_stands_behind_a_result_is_read(checked, functions, cell) -> None:
    with checked(functions, {"Wall list!H6": cell}) as book:
        if cell == "2+/":
            assert book["Status"] == "All checks passed"
        elif functions == "addin":
            assert _failing(book) >= REFUSED
        else:
            assert READ in _failing(book)
            assert str(book["Wall list!K6"]).startswith("R1 cannot be read.")


@pytest.mark.parametrize("cell", ["2+/?", "2+?", "2+W", "2+/w0", "2+w00"[:4], "02+", "2+/w12"])
def test_what_may_stand_behind_a_result(checked, functions, cell) -> None:
    with checked(functions, {"Wall list!H6": cell}) as book:
        assert book["Status"] == "All checks passed"


@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        (
            {
                "Wall list!J6": "2=",
                "Wall list!J7": "1=",
                "Wall list!J8": "4+",
                "Wall list!J9": "3-",
            },
            {AGAIN},
            "R3 is against an opponent met before.",
        ),
        ({"Wall list!B7": "Ann"}, {TWICE}, ""),
        ({"Wall list!B6": None}, {LISTED, NAMED, BALANCE}, "Results without a name."),
        ({"Wall list!J6": None, "Wall list!J9": None}, {COMPLETE}, ""),
        ({"System": "mcmahon", "Wall list!G6": None}, {START}, ""),
        ({"Wall list!E6": None}, {RATED}, ""),
        ({"Criterion1": "Wins"}, NO_CRITERION, ""),
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
        expected = failing[functions] if isinstance(failing, dict) else failing
        assert _failing(book) == expected
        assert str(book["Wall list!K6"]).strip() == problem


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
    rows = [row for row in book["Checks!A6:C23"] if row[2] in ("OK", "Look")]
    assert len(rows) in (17, 18)
    assert all((row[1] == 0) == (row[2] == "OK") for row in rows)
    failing = {at for at, row in enumerate(rows) if row[2] == "Look"}
    if CALCULATES in failing:
        assert book["Status"] == "Not calculated: some cells show an error, see Checks"
    elif failing:
        expected = f"{len(failing)} of {len(rows)} checks need a look: see Checks"
        assert book["Status"] == expected
    else:
        assert book["Status"] == "All checks passed"
    return failing


@pytest.mark.parametrize("column", ["SOS", "Place", "R1 game", "Rank as number"])
def test_an_error_in_a_computed_column_outranks_every_check(built, functions, column) -> None:
    workbook = GO.build(SMALL, functions=functions)
    places = [
        f"{sheet}!{cell.coordinate}"
        for sheet in ("Calculation", "Rounds")
        for cell in workbook[sheet][5]
        if cell.value == column
    ]
    (place,) = (place.replace("5", "7") for place in places)
    book = built(SMALL, {place: "=1/0", "Wall list!H6": "won"}, functions=functions)
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


def chain(count: int) -> Tournament:
    cells = {(n, 1 - n % 2): f"{n + 1}+" for n in range(1, count)}
    cells |= {(n + 1, 1 - n % 2): f"{n}-" for n in range(1, count)}
    players = (
        Player(f"Player {n}", rank="1d", rounds=tuple(cells.get((n, k), "0-") for k in (0, 1)))
        for n in range(1, count + 1)
    )
    return Tournament(tuple(players), system="round-robin")


def test_both_may_lose_by_forfeit(built) -> None:
    book = built(four("2-! 3+", "1-! 0+", "0+ 1-"), criteria="NBW")
    assert book["Status"] == "All checks passed"
    assert [row["NBW"] for row in table(book)] == [1, 1, 1]


def test_a_game_without_result_is_no_fault(built) -> None:
    book = built(four("2? 3+", "1? 0+", "0+ 1-"), criteria="NBW")
    assert book["Status"] == "All checks passed"


# How it is made -----------------------------------------------------------------------------------


def test_names_stay_text_whatever_they_begin_with(calculated) -> None:
    names = ["=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(A1)", "*", ">0"]
    players = tuple(Player(name, "=1", rounds=("0+",)) for name in names)
    built = GO.build(Tournament(players, '=HYPERLINK("x")'))
    sheet = openpyxl.load_workbook(io.BytesIO(package(built)))["Wall list"]
    assert [sheet[f"B{row}"].value for row in range(6, 12)] == names
    assert all(sheet[f"{c}{row}"].data_type == "s" for c in "BC" for row in range(6, 12))
    book = calculated(built)
    assert [row["Player"] for row in table(book)] == names
    assert book["Standings!A1"] == '=HYPERLINK("x")'
    assert book["Status"] == "All checks passed"


def test_formulas_are_short_enough_for_every_program() -> None:
    assert max(len(text) for _, _, text in formulas(GO.build(rounds=30, rows=12))) < 8192


def test_the_table_of_standings_has_a_name() -> None:
    workbook = GO.build(PRIX)
    assert workbook.defined_names["StandingsTable"].attr_text == "'Standings'!$A$5:$U$32"


def test_data_says_title_system_and_criteria() -> None:
    workbook = GO.build(read(DATA / "rr8_final.h9"))
    setup = workbook["Setup"]
    assert workbook.properties.title == "Finala CN individual 2020"
    assert [setup[f"B{row}"].value for row in range(9, 14)] == [
        *("round-robin", "NBW", "SODOS", "DC", None)
    ]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"criteria": "MMS,SDC"}, "criteria has “SDC”; choose among NBW, MMS"),
        ({"criteria": "NBW,SOS,NBW,SOS,NBW,SOS,DC"}, "There is room for 6 criteria, not 7"),
        ({"rows": 3}, "rows is 3, but the results have 4"),
        ({"rounds": 2}, "rounds is 2, but the results have 3"),
        ({"system": "league"}, "system must be one of mcmahon, swiss, round-robin"),
    ],
)
def test_options_that_do_not_fit(options, says) -> None:
    with pytest.raises(OptionError, match=says):
        GO.build(SMALL, **options)
