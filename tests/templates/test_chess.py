"""The chess workbook, calculated: published standings, and every check fails when it should."""

from __future__ import annotations

import csv

import pytest

from benchmarks import chess_native
from tests.templates.calculated import Calculated, formulas
from xl_tourney.errors import InputError, OptionError
from xl_tourney.readers.chess import read
from xl_tourney.readers.chess.pairing_records import OWN_ACCELERATION
from xl_tourney.readers.chess.tournament import ChessPlayer, ChessTournament
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.chess.rounds import FAULTS
from xl_tourney.templates.parts.registry import SAMPLES

CHESS = TEMPLATES["chess"]
PASSED = "All checks passed"

SMALL = ChessTournament(
    tuple(
        ChessPlayer(
            number, f"Player {number}", rating=rating, points=points, rounds=tuple(row.split())
        )
        for number, (rating, points, row) in enumerate(
            [
                (2000, 2.5, "2w1 3b½ 4w1"),
                (1900, 1.0, "1b0 4w1 3b0"),
                (1800, 2.5, "4w1 1w½ 2w1"),
                (1700, 0.0, "3b0 2b0 1b0"),
            ],
            1,
        )
    ),
    name="Four",
)


def table(book, name: str = "StandingsTable") -> list[dict[str, object]]:
    """The rows of a table of standings that hold something, by heading."""
    heading, *rows = book[name]
    return [dict(zip(heading, row)) for row in rows if row[0] != ""]


SB = "Sonneborn-Berger (SB)"

# Published standings ------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["native", "addin"])
def rapid(request, tmp_path_factory):
    """The sample of a rapid tournament, calculated."""
    event = read(SAMPLES / "chess_rapid_2025.trf")
    workbook = CHESS.build(event, functions=request.param, listed="chosen")
    return Calculated(workbook, tmp_path_factory.mktemp("rapid"))


@pytest.mark.slow
def test_the_published_tie_breaks_and_ranks(rapid) -> None:
    """147 figures as the club published them; it told three truly equal pairs apart by number."""
    with (SAMPLES / "chess_rapid_2025_published.csv").open(encoding="utf-8") as file:
        published = {int(row["no"]): row for row in csv.DictReader(file)}
    shown = table(rapid)
    assert len(shown) == len(published) == 49
    for row in shown:
        expected = published[row["No."]]
        assert [row[heading] for heading in ("Buchholz (BH)", "Buchholz Cut 1 (BH/C1)", SB)] == [
            float(expected[code]) for code in ("BH", "BH/C1", "SB")
        ]
        shared = sum(other["Place"] == row["Place"] for other in shown)
        assert 0 <= int(expected["rank"]) - row["Place"] < shared
    assert sum(row["Decided by"] == "tied" for row in shown) == 5
    assert rapid["Status"] == PASSED


@pytest.mark.slow
@pytest.mark.parametrize("functions", ["native", "addin"])
def test_a_double_round_robin_as_it_was_published(calculated, functions) -> None:
    """Direct encounter separates the fourth from the fifth."""
    sample = CHESS.samples[1]
    event = CHESS.read(sample.path)
    book = calculated(CHESS.build(event, functions=functions, listed="chosen", **sample.options))
    with sample.path.open(encoding="utf-8") as file:
        published = {int(row["place"]): row for row in csv.DictReader(file)}
    shown = table(book)
    assert [(row["Place"], row["Player"], row["Points"]) for row in shown] == [
        (place, published[place]["name"], float(published[place]["points"]))
        for place in range(1, 7)
    ]
    assert [row["Decided by"] for row in shown[3:5]] == ["Direct encounter (6)"] * 2
    assert book["Status"] == PASSED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "rules", "codes"),
    [
        ("held_swiss_5", "2026", ("BH/C1", "BH/M1", "SB/C1", "DE", "FB/C1", "TPR")),
        ("rr5_withdrawal", "2024", ("DE", "SB", "KS", "BPG", "PS/C1", "WON")),
        ("official_laxman", "2026", ("BH", "BH/C1", "SB", "AOB", "STD", "REP")),
    ],
)
def test_standings_of_the_test_data_are_those_of_chess_place(file, rules, codes) -> None:
    """The benchmark does so with every list of tie-breaks on every tournament of the data."""
    assert chess_native.agree(read(chess_native.DATA / f"{file}.trf"), rules, codes) == []


# Pages --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_crosstable_names_opponents_by_their_rank(calculated) -> None:
    book = calculated(CHESS.build(SMALL, tiebreaks="DE,BH"))
    assert [row[:4] for row in book.rows("crosstable", "r_1:r_3 points value_1:value_2", 4)] == [
        ["3w1", "2b½", "4w1", 2.5],
        ["4w1", "1w½", "3w1", 2.5],
        ["1b0", "4w1", "2b0", 1],
        ["2b0", "3b0", "1b0", 0],
    ]
    assert [row["Place"] for row in table(book)] == [1, 1, 3, 4]
    assert [row["Decided by"] for row in table(book)] == ["tied"] * 2 + ["Points (4.1)"] * 2


PAIRING = "board white name_white before_white result name_black before_black"
"""The columns of a pairing, by key."""


def test_the_pairings_of_a_round_and_who_was_free(calculated) -> None:
    players = ("2w+ 3b½", "1b- Z", "H 1w½", "U 5w+", "Z 4b-")
    event = ChessTournament(
        tuple(
            ChessPlayer(n, f"P{n}", rounds=tuple(row.split())) for n, row in enumerate(players, 1)
        )
    )
    book = calculated(CHESS.build(event))
    shown = book.rows("pairings", PAIRING, 5)
    assert shown[:2] == [
        [1, 3, "P3", 0.5, "½ - ½", "P1", 1],
        [2, 4, "P4", 1, "+ - -", "P5", 0],
    ]
    assert [shown[2][2], shown[2][4]] == ["P2", "absent"]
    book.change({"RoundShown": 1})
    shown = book.rows("pairings", PAIRING, 5)
    assert [[row[0], row[2], row[4]] for row in shown] == [
        [1, "P1", "+ - -"],
        ["", "P4", "bye"],
        ["", "P3", "half-point bye"],
        ["", "P5", "absent"],
        ["", "", ""],
    ]


@pytest.mark.slow
def test_prizes_go_to_the_best_of_each_category_once(calculated) -> None:
    book = calculated(CHESS.build(SMALL, tiebreaks="DE,SB", categories=2))
    book.change(
        {
            **{"categories[0].name": "Open", "categories[0].prizes": 2},
            **{"categories[1].name": "Below 1950", "categories[1].prizes": 1},
            "categories[1].rating_to": 1950,
        }
    )
    columns = "winner_1:winner_2"
    winners = [book.headings("winners", columns), *book.rows("winners", columns, 2)]
    assert winners[0] == ["Open", "Below 1950"]
    assert [row[0] for row in winners[1:]] == ["1. Player 1", "1. Player 3"]
    assert winners[1][1] == "3. Player 2"
    book.change({"OnePrize": "no"})
    assert book["winners[0].winner_2"] == "1. Player 3"


# Checks -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """A small workbook in both variants, calculated anew for each test."""
    options = {"tiebreaks": "BH,DE,SB,ARO", "listed": "chosen", "players": 6, "rounds": 4}
    built = {
        functions: Calculated(
            CHESS.build(SMALL, functions=functions, **options),
            tmp_path_factory.mktemp("live"),
        )
        for functions in ("native", "addin")
    }
    return lambda functions: built[functions].reloaded()


FAULTY = {
    "Every computed cell has a value": {"Win": "one"},
    "Every result can be read": {"wall[0].r_1": "2x1"},
    "Every opponent is on the list": {"wall[0].r_1": "7w1"},
    "Nobody is the opponent in their own row": {"wall[0].r_1": "1w1"},
    "Nobody meets two players in one round": {"wall[0].r_1": "3w1"},
    "The two rows of every game agree": {"wall[0].r_1": "2w½"},
    "Every game has a White and a Black": {"wall[0].r_1": "2b1"},
    "Nobody is paired twice against the same player, in a Swiss": {
        "wall[0].r_4": "2b1",
        "wall[1].r_4": "1w0",
        "wall[2].r_4": "4w1",
        "wall[3].r_4": "3b0",
    },
    "The points of all games add up to their boards": {"wall[0].r_1": "2w½"},
    "Nobody has the allocated bye (U) twice": {
        "wall[0].r_3": "U",
        "wall[0].r_2": "U",
        "wall[2].r_2": "Z",
        "wall[3].r_3": "Z",
    },
    "Everybody has an entry in every round before the last, from the first own one on": {
        "wall[0].r_2": None,
        "wall[2].r_2": "Z",
    },
    "Nobody is listed twice": {"listed[1].name": "Player 1"},
    "Every row with results has a name": {"wall[4].r_1": "Z"},
    "The points are those of the file": {"listed[0].printed": 3},
    "Every rating, year of birth and number of points is one, or blank": {
        "listed[0].rating": 0.0840278  # 2:1, typed
    },
    "All are rated, where ratings break ties": {"TieBreak1": "ARO", "listed[0].rating": None},
    "The tie-breaks are for this system": {"System": "round-robin"},
    "The tie-breaks can be used": {"TieBreak1": "BH/C7"},
    "The options can be used": {"Draw": 2},
    "Every row of Games can be used": {"games[0].white": "Nobody"},
}
OPEN = {
    "Everybody has an entry in the last round": (
        {"wall[0].r_3": None, "wall[3].r_3": "Z", "listed[0].printed": None},
        "In progress, 1 player without an entry in round 3",
    ),
    "Every game stands in both rows": (
        {"wall[0].r_3": None},
        "In progress, 1 game in one row only",
    ),
    "Everybody on the list has entries": (
        {"listed[4].name": "Late"},
        "In progress, 1 player without an entry",
    ),
    "Every game has a result": (
        {"wall[0].r_3": "4w", "wall[3].r_3": "1b"},
        "In progress, round 3: 1 of 2 results",
    ),
}
"""What is not finished is no fault."""


def failing(book) -> set[str]:
    """What the sheet Checks says must be looked at."""
    return {row[0] for row in book["Checks!A6:C30"] if row[2] in ("Look", "Open")}


@pytest.mark.slow
@pytest.mark.parametrize("functions", ["native", "addin"])
@pytest.mark.parametrize("statement", FAULTY)
def test_every_check_turns_red(live, statement, functions) -> None:
    book = live(functions)
    assert book["Status"] == PASSED
    book.change(FAULTY[statement])
    assert statement in failing(book)
    status = book["Status"]
    assert "need a look" in status or status.startswith("Not calculated")
    if statement == "Every computed cell has a value":
        assert status.startswith("Not calculated")


@pytest.mark.parametrize("functions", ["native", "addin"])
@pytest.mark.parametrize("statement", OPEN)
def test_what_is_not_finished_is_no_fault(live, statement, functions) -> None:
    changes, status = OPEN[statement]
    book = live(functions).change(changes)
    assert failing(book) == {statement} and book["Status"] == status


USABLE = [
    {"Draw": 1, "Win": 3},
    {"Loss": 0.5},  # a draw may give no more than a loss
    {"ByePoints": 0},
    {"OnePrize": "no"},
    {"Unrated": 1},
    {"TieBreak1": "SB", "TieBreak2": "BH"},
]
UNUSABLE = {
    "The options can be used": [
        {"Draw": 1},  # as much as a win
        {"Loss": 0.75},
        {"Loss": -1},
        {"ByePoints": -0.5},
        {"ByePoints": "half"},
        {"Win": None},
        {"OnePrize": "maybe"},
        {"Unrated": 0},
        {"Unrated": "1400 or so"},
        {"Rules": "2025"},
        {"System": "cup"},
    ],
    "The tie-breaks can be used": [
        {"TieBreak1": None},
        {"TieBreak2": None},  # a gap before the third
        {"TieBreak3": None},
        {"TieBreak4": "none of the list"},
    ],
}


def test_options_that_can_be_used_and_others(live) -> None:
    book = live("native")
    for changes in USABLE:
        before = {place: book[place] for place in changes}
        assert not failing(book.change(changes)) & set(UNUSABLE), changes
        book.change(before)
    for statement, cases in UNUSABLE.items():
        for changes in cases:
            before = {place: book[place] for place in changes}
            assert statement in failing(book.change(changes)), changes
            book.change({place: None if was == "" else was for place, was in before.items()})
            assert failing(book) == set(), changes


def test_every_check_is_among_them(live) -> None:
    for functions, last in (
        ("native", "Direct encounter comes to its end"),
        ("addin", "Every round can be counted"),
    ):
        statements = [row[0] for row in live(functions)["Checks!A6:A30"]]
        assert set(statements) == {*FAULTY, *OPEN, last}


def test_the_column_problem_says_which_round(live) -> None:
    wrong = ("2x1", "7w1", "1w1", "3w1", "2w=", "2b1")
    book = live("native")
    for fault, cell in zip(FAULTS, wrong, strict=True):
        book.change({"wall[0].r_1": cell})
        assert book["wall[0].problem"] == f"R1 {fault}. "


def test_what_our_functions_refuse_is_counted_by_round(live) -> None:
    book = live("addin")
    book.change({"wall[0].r_1": "2w="})
    assert "Every round can be counted" in failing(book)


@pytest.mark.slow
def test_direct_encounter_that_goes_on_is_reported(calculated) -> None:
    """A chain of draws by one game each: every step places only the first of those left."""
    count = 12
    rows = [["Z"] * 3 for _ in range(count)]
    for n in range(count - 1):  # row n beats row n + 1; the others make the points equal
        rows[n][n % 2], rows[n + 1][n % 2] = f"{n + 2}w1", f"{n + 1}b0"
    rows[0][1] = rows[0][2] = "Z"
    rows[-1][2] = "F"
    event = ChessTournament(
        tuple(ChessPlayer(n, f"P{n}", rounds=tuple(row)) for n, row in enumerate(rows, 1)),
        system="round-robin",
    )
    book = calculated(CHESS.build(event, tiebreaks="DE", listed="chosen"))
    assert failing(book) == {"Direct encounter comes to its end"}
    addin = calculated(CHESS.build(event, functions="addin", tiebreaks="DE"))
    assert addin["Status"] == PASSED


# How it is made -----------------------------------------------------------------------------------


def test_a_csv_says_who_played_whom(tmp_path, calculated) -> None:
    path = tmp_path / "two.csv"
    path.write_text("Name,Elo,Club,Born,R1\nAnn,2000,Bonn,1990,2w1\nBob,1900,Köln,2001,1b0\n")
    event = read(path)
    assert [(p.name, p.rating, p.club, p.birth) for p in event.players] == [
        ("Ann", 2000, "Bonn", "1990"),
        ("Bob", 1900, "Köln", "2001"),
    ]
    assert [row["Player"] for row in table(calculated(CHESS.build(event)))] == ["Ann", "Bob"]


def test_players_of_one_name_are_told_apart(tmp_path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("name,federation,club,r1\nAnn,GER,Kiel,2w1\nann,GER,Ulm,1b0\n", "utf-8")
    assert [player.name for player in CHESS.read(path).players] == ["Ann (Kiel)", "ann (Ulm)"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,r1\nAnn,2w1\nann,1b0\n", "two.csv, row 3: there are 2 players of the name ann"),
        ("name,r1\nAnn,2w1\nBob,1b1\n", "two.csv: the wall list, row 1, round 1"),
        ("name,r2\nAnn,2w1\n", "there is r2, but no r1"),
        ("name,rating\nAnn,good\n", "row 2: rating must be a number, not “good”"),
        ("name,rating\nAnn,-1\n", "row 2: rating must not be negative, and -1 is"),
        ("name\n", "there is no player in it"),
    ],
)
def test_a_csv_that_cannot_be_right(tmp_path, text, message) -> None:
    path = tmp_path / "two.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiebreaks": "BH,OTHER_X"}, "“OTHER_X” is not a tie-break of C.07"),
        ({"tiebreaks": "Buchholz"}, r"write codes such as BH/C1,BH,SB, of .*BH \(Buchholz\)"),
        ({"tiebreaks": "BH,EMGSB"}, "EMGSB is for teams"),
        ({"tiebreaks": "BH,BH/C1,BH/C2,SB,DE,KS,PS"}, "room for 6 tie-breaks after the points"),
        ({"tiebreaks": "SB/C3"}, "SB/C3 cuts 3, and native formulas .* at most 2; choose others"),
        ({"tiebreaks": "ARO/U1400"}, "a rating for unrated players of its own"),
        ({"tiebreaks": "DE,BH,DE/P"}, "DE and DE/P are two direct encounters"),
        ({"also": "EMGSB"}, "also: EMGSB is for teams"),
        ({"also": "SB/C3"}, "also: SB/C3 cuts 3, and native formulas .* at most 2; choose others"),
        ({"tiebreaks": "DE,BH", "also": "DE/P"}, "DE and DE/P are two direct encounters"),
        ({"rounds": 2}, "rounds is 2, but the results have 3"),
        ({"players": 3}, "players is 3, but the results have 4"),
        ({"rules": "2020"}, "rules must be one of 2023, 2024, 2026"),
    ],
)
def test_options_that_do_not_fit(options, message) -> None:
    with pytest.raises(OptionError, match=message):
        CHESS.build(SMALL, **options)


def test_what_is_not_native_is_there_with_our_functions(calculated) -> None:
    book = calculated(CHESS.build(SMALL, functions="addin", tiebreaks="SB/C3,ARO/U1400"))
    assert book["Status"] == PASSED
    assert {row["Sonneborn-Berger Cut 3 (SB/C3)"] for row in table(book)} == {0}


def test_a_file_says_text_system_and_tie_breaks() -> None:
    workbook = CHESS.build(read(SAMPLES / "chess_rapid_2025.trf"))
    setup = workbook["Setup"]
    shown = {setup[f"A{row}"].value: setup[f"B{row}"].value for row in range(6, 30)}
    assert (shown["Rules"], shown["System"], shown["Venue"]) == ("2024", "swiss", "Hobsons Bay")
    assert [shown[f"TieBreak{k}"] for k in range(1, 5)] == ["BH", "BH/C1", "SB", None]


@pytest.mark.slow
def test_formulas_are_short_enough_for_every_program() -> None:
    workbook = CHESS.build(rounds=26, players=4)
    assert max(len(text) for _, _, text in formulas(workbook)) < 8192


@pytest.mark.parametrize(("points", "is_said"), [(0.5, True), (None, False)])
def test_accelerated_points_without_a_place_are_said_on_the_first_page(points, is_said) -> None:
    lines = (f"XXA    3  {points}",) if points else ()
    players = tuple(ChessPlayer(number, f"P{number}") for number in range(1, 5))
    tournament = ChessTournament(players, announced_rounds=2, kept=lines)
    workbook = CHESS.build(tournament, players=4, listed="chosen")
    said = {cell.value for row in workbook["Read me"].iter_rows() for cell in row}
    assert (f"{OWN_ACCELERATION}." in said) == is_said
