"""The go workbook, calculated: it follows its cells and options."""

from __future__ import annotations

import io
from dataclasses import replace

import openpyxl
import pytest

from tests.functions.gotha import DATA
from tests.templates.calculated import formulas
from tests.templates.small_go import SMALL, four
from tests.templates.tables import Tables
from tests.templates.test_go_published import table
from xl_tourney.errors import OptionError
from xl_tourney.functions import CUSS, MMS, NBW, OPERA, PLACE, SODOS, SOS, SOSOS
from xl_tourney.readers.go.read import read
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.go.criteria import listed
from xl_tourney.templates.go.ratings import ROUNDS_A_CELL
from xl_tourney.templates.parts.registry import SAMPLES

GO = TEMPLATES["go"]
PRIX = read(SAMPLES / "go_gp2020.xml")


# Options ------------------------------------------------------------------------------------------


def criteria_shown(book) -> list[str]:
    """The headings of the criteria in the standings, from left to right."""
    head = list(table(book)[0])
    return head[head.index("Wins") + 1 : head.index("Decided by")]


@pytest.mark.slow
def test_criteria_in_any_order(built) -> None:
    book = built(SMALL, criteria="sodos, nbw")
    assert criteria_shown(book) == ["SODOS", "NBW"]
    assert [row["Player"] for row in table(book)] == ["Ann", "Cleo", "Dora", "Bob"]
    book = built(SMALL, {"Criterion1": "NBW", "Criterion2": "SOS"}, criteria="sodos, nbw")
    assert criteria_shown(book) == ["NBW", "SOS"]
    assert [row["Player"] for row in table(book)] == ["Ann", "Cleo", "Bob", "Dora"]


@pytest.mark.slow
@pytest.mark.parametrize("criterion", [c for c in listed(None) if not c.startswith("DC")])
def test_every_criterion_is_its_own_column(built, criterion) -> None:
    book = built(PRIX, {"Criterion1": criterion}, criteria="NBW")
    rows = book.rows("standings", "no place key_1", len(PRIX.players))
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
    assert {no: value for no, _, value in rows} == {
        n: value for n, (value,) in enumerate(expected, 1)
    }
    assert [place for _, place, _ in rows] == sorted(p for (p,) in PLACE(expected))


def test_results_follow_the_order_of_the_standings(built) -> None:
    assert built(SMALL, criteria="NBW").rows("standings", "name r_1:r_3", 4) == [
        ["Ann", "3+", "2+", "4="],
        ["Cleo", "4+", "1-", "3+"],
        ["Bob", "1-", "4+", "2-"],
        ["Dora", "2-", "3-", "1="],
    ]


def test_a_changed_result_changes_the_order(built) -> None:
    lost = {
        "entries[0].r_1": "2-",
        "entries[1].r_1": "1+",
        "entries[0].r_2": "3-",
        "entries[2].r_2": "1+",
    }
    book = built(SMALL, lost, criteria="NBW")
    assert book["Status"] == "All checks passed"
    assert [row["Player"] for row in table(book)] == ["Cleo", "Bob", "Ann", "Dora"]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["text", "program"])
def test_opera_in_both_variants_with_ratings_from_ranks(built, variant) -> None:
    lists = [list(player.rounds) for player in SMALL.players]
    book = built(SMALL, variant=variant)
    expected = OPERA(lists, [[1600]] * 4, variant)
    assert {row["Entry"]: row["OPERA"] for row in table(book)} == {
        n: value for n, (value,) in enumerate(expected, 1)
    }


@pytest.mark.slow
def test_opera_of_more_rounds_than_one_cell_adds_up(built) -> None:
    """A sum over many rounds is longer than a formula may be, and goes on in another column."""
    turn = {"Ann": ("2+", "3+", "4-"), "Bob": ("1-", "4+", "3+")}
    turn |= {"Cleo": ("4-", "1-", "2-"), "Dora": ("3+", "2-", "1+")}
    players = tuple(
        GoPlayer(name, rank=rank, rounds=rounds * 4)
        for (name, rounds), rank in zip(turn.items(), ("3d", "1d", "2k", "1k"))
    )
    assert len(players[0].rounds) > ROUNDS_A_CELL
    book = built(GoTournament(players), criteria="OPERA", meetings=4)
    expected = OPERA([list(player.rounds) for player in players], [[2300], [2100], [1900], [2000]])
    shown = {row["Entry"]: row["OPERA"] for row in table(book)}
    assert shown == {n: pytest.approx(value) for n, (value,) in enumerate(expected, 1)}


@pytest.mark.parametrize(
    ("rank", "rating"), [("1d", 2100), ("5d", 2500), ("1k", 2000), ("20K", 100), ("2p", 2730)]
)
def test_a_rank_stands_for_a_rating(built, rank, rating) -> None:
    assert built(SMALL, {"entries[0].rank": rank})["score[0].entry"] == rating


def test_a_player_without_games_has_no_opera_and_comes_last_by_it(built) -> None:
    book = built(four("2+", "1-", "0-"), criteria="OPERA")
    assert book.column("standings", "name", 3) == ["Bob", "Ann", "Cleo"]
    assert book.rows("standings", "key_1 decided opera no", 1, 2) == [[0, "OPERA", "", 3]]
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize(
    ("settings", "mms", "wins"),
    [
        ({}, [21, 21, 21], [0, 1, 1]),
        ({"ScoreCounts": "written", "NBWCounts": "written"}, [21, 21, 21.5], [1, 1, 1.5]),
    ],
)
def test_rounds_without_a_game_count_as_the_options_say(built, settings, mms, wins) -> None:
    byes = four("2+ 0=", "1- 0+", "0= 0=", system="mcmahon", nbw="wins")
    rows = table(built(byes, settings, criteria="MMS"))
    assert sorted(row["MMS"] for row in rows) == mms
    assert sorted(row["Wins"] for row in rows) == wins


@pytest.mark.slow
def test_columns_that_are_empty_are_hidden(calculated) -> None:
    """Criteria that are not chosen, rounds to come, and what is known of nobody."""
    players = tuple(replace(player, club="", country="") for player in SMALL.players)
    workbook = GO.build(replace(SMALL, players=players), criteria="NBW,SOS", rounds=5)
    sheet = workbook["Standings"]
    columns = (cell for cell in sheet[5] if sheet.column_dimensions[cell.column_letter].hidden)
    assert [cell.value for cell in columns] == [
        *("Club", "Co.", "R4", "R5", "Wins"),
        *(f"=Label{k}" for k in (3, 4, 5, 6)),
    ]
    book = calculated(workbook)
    assert book["Standings!A2"].startswith("By place.")
    for changes in ({"entries[0].r_4": "0+"}, {"Criterion3": "CUSS"}, {"entries[1].club": "Club"}):
        (place,) = changes
        assert book.change(changes)["Standings!A2"].startswith("A hidden column holds")
        book.change({place: None})
    empty = GO.build(rounds=3)
    shown = Tables(empty.tables)["standings"]
    assert not any(
        empty["Standings"].column_dimensions[shown.letter(f"r_{k}")].hidden for k in (1, 2, 3)
    )


@pytest.mark.slow
def test_a_mean_that_is_cut_to_0_is_as_much_as_no_mean(built) -> None:
    """Cleo's opponent is rated -0.3 in the end; that is cut to -0, which an engine sorts."""
    players = (
        GoPlayer("Ann", rank="1d", rounds=("0+", "0-")),
        GoPlayer("Bob", rounds=("3-", "3-")),
        GoPlayer("Cleo", rank="2k", rounds=("2+", "2+")),
    )
    rows = table(built(GoTournament(players), criteria="OPERA,NBW"))
    assert [(row["Player"], row["Decided by"]) for row in rows] == [
        *(("Bob", "OPERA"), ("Cleo", "NBW"), ("Ann", "NBW"))
    ]


@pytest.mark.slow
def test_there_is_room_to_grow(built) -> None:
    grown = {
        "entries[4].name": "Eve",
        "entries[4].rank": "4k",
        "entries[4].r_4": "1+",
        "entries[0].r_4": "5-",
    }
    book = built(SMALL, grown, criteria="NBW", rounds=4)
    assert book["Checks!B19"] == 0  # Eve came late
    assert book["Status"] == "In progress, 3 players without an entry in round 4"
    grown |= {f"entries[4].r_{k}": "0-" for k in (1, 2, 3)}
    grown |= {f"entries[{row}].r_4": "0-" for row in (1, 2, 3)}
    book = built(SMALL, grown, criteria="NBW", rounds=4)
    assert book["Status"] == "All checks passed"
    assert len(table(book)) == 5


@pytest.mark.slow
def test_an_empty_workbook_calculates_to_blanks(calculated) -> None:
    workbook = GO.build()
    book = calculated(workbook)
    assert book["Status"] == "No results yet"
    for name in ("standings", "tied", "detail"):
        assert {cell for row in book.table(name) for cell in row.values()} == {""}
    for sheet, cell, _ in formulas(workbook):
        value = book[f"{sheet.title}!{cell.coordinate}"]
        assert isinstance(value, (str, float, int)), (sheet.title, cell.coordinate, value)


# How it is made -----------------------------------------------------------------------------------


def test_names_stay_text_whatever_they_begin_with(calculated) -> None:
    names = ["=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(A1)", "*", ">0"]
    players = tuple(GoPlayer(name, "=1", rounds=("0+",)) for name in names)
    built = GO.build(GoTournament(players, '=HYPERLINK("x")'))
    book = calculated(built)
    sheet = openpyxl.load_workbook(io.BytesIO(package(built)))["Wall list"]
    for key, texts in (("name", names), ("club", ["=1"] * len(names))):
        places = [book.tables.place(f"entries[{at}].{key}") for at in range(len(names))]
        cells = [sheet[place.partition("!")[2]] for place in places]
        assert [(cell.value, cell.data_type) for cell in cells] == [(text, "s") for text in texts]
    assert [row["Player"] for row in table(book)] == names
    assert book["Standings!A1"] == '=HYPERLINK("x")'
    assert book["Status"] == "All checks passed"


@pytest.mark.slow
def test_formulas_are_short_enough_for_every_program() -> None:
    assert max(len(text) for _, _, text in formulas(GO.build(rounds=30, rows=12))) < 8192


@pytest.mark.slow
def test_native_formulas_take_at_most_three_times_the_cells() -> None:
    native, addin = (
        sum(1 for _ in formulas(GO.build(functions=functions, rows=20, rounds=10)))
        for functions in ("native", "addin")
    )
    assert native <= 3 * addin


def test_data_says_title_system_and_criteria() -> None:
    workbook = GO.build(read(DATA / "rr8_final.h9"))
    setup = workbook["Setup"]
    assert workbook.properties.title == "Finala CN individual 2020"
    assert [setup[f"B{row}"].value for row in range(9, 14)] == [
        *("round-robin", "NBW", "SODOS", "DC", None)
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criteria": "MMS,SDC"}, "criteria has “SDC”; choose among NBW, MMS"),
        ({"criteria": "NBW,SOS,NBW,SOS,NBW,SOS,DC"}, "There is room for 6 criteria, not 7"),
        ({"rows": 3}, "rows is 3, but the results have 4"),
        ({"rounds": 2}, "rounds is 2, but the results have 3"),
        ({"system": "league"}, "system must be one of mcmahon, swiss, round-robin"),
    ],
)
def test_options_that_do_not_fit(options, message) -> None:
    with pytest.raises(OptionError, match=message):
        GO.build(SMALL, **options)
