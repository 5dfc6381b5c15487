"""The page Games of the chess workbook: each game once, and the wall list follows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.readers.chess.tournament import ChessPlayer, ChessTournament
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.chess.games import PROBLEMS
from xl_tourney.templates.chess.rounds import WAITING

pytestmark = pytest.mark.slow

CHESS = TEMPLATES["chess"]
NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve")
WALL = (
    ("2w1", "5b½", "H"),
    ("1b0", "3w+", "4b"),
    ("4b½", "2b-", "5w1"),
    ("3w½", "U", "2w"),
    ("U", "1w½", "3b0"),
)
GAMES = (
    (1, 1, "Ann", "1-0", "Bob"),
    (1, 2, "Dora", "1/2", "3"),
    (1, None, "Eve", None, "bye"),
    (2, 1, "Eve", "½-½", "Ann"),
    (2, 2, "Bob", "+ - -", "Cy"),
    (2, None, "Bye", "U", "Dora"),
    (3, 1, "Cy", "1", "Eve"),
    (3, 2, "Dora", None, "Bob"),
    (3, None, "Ann", "h", "Bye"),
)
"""The same event on either page."""
FIGURES = "place name rating points value_1 value_2 value_3 decided tpr played"


def event(*rounds: Sequence[str]) -> ChessTournament:
    """The tournament with a wall list, or with the players alone."""
    lists = rounds or ((),) * len(NAMES)
    return ChessTournament(
        tuple(
            ChessPlayer(n, name, rating=2000 - 50 * n, rounds=tuple(cells))
            for n, (name, cells) in enumerate(zip(NAMES, lists), 1)
        )
    )


def row(at: int, *cells: object) -> dict[str, object]:
    return {f"games[{at}].{key}": cell for key, cell in zip(KEYS, cells) if cell is not None}


KEYS = ("round", "board", "white", "result", "black")
ALL = {cell: value for at, game in enumerate(GAMES) for cell, value in row(at, *game).items()}


@pytest.fixture(scope="module", params=["native", "addin"])
def entered(request, tmp_path_factory):
    """A workbook of players without a game, and its variant."""
    workbook = CHESS.build(event(), functions=request.param, rounds=3)
    return Calculated(workbook, tmp_path_factory.mktemp("entered")), request.param


@pytest.fixture
def typed(entered):
    """The workbook of players, into whose page Games the event is typed."""
    book, functions = entered
    return book.reloaded().change(ALL), functions


def test_games_give_what_the_wall_list_gives(typed, calculated) -> None:
    book, functions = typed
    wall = calculated(CHESS.build(event(*WALL), functions=functions))
    assert book.rows("standings", FIGURES, 5) == wall.rows("standings", FIGURES, 5)
    assert book["Status"] == wall["Status"] == "In progress, round 3: 1 of 2 results"
    assert book.rows("crosstable", "name r_1:r_3", 5) == wall.rows("crosstable", "name r_1:r_3", 5)
    assert book.rows("rounds", "clean_1:clean_3", 5) == [list(cells) for cells in WALL]
    assert book.column("games", "problem") == [""] * book.tables["games"].rows


def test_some_rounds_on_one_page_some_on_the_other(typed) -> None:
    book, _ = typed
    figures = book.rows("standings", FIGURES, 5)
    for at, cells in enumerate(WALL):
        book.change({f"wall[{at}].r_2": cells[1]})
    assert book.rows("standings", FIGURES, 5) == figures, "what agrees may stand on both"
    book.change({f"games[{at}].{key}": None for at in (3, 4, 5) for key in KEYS})
    assert book.rows("standings", FIGURES, 5) == figures


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ((1, None, "Ann"), PROBLEMS[0]),
        ((4, None, "Ann", None, "Bob"), PROBLEMS[1]),
        ((1.5, None, "Ann", None, "Bob"), PROBLEMS[1]),
        ((3, None, "Anna", None, "Bob"), PROBLEMS[2]),
        ((3, None, "9", None, "Bob"), PROBLEMS[2]),
        ((3, None, "Bye", None, "Bye"), PROBLEMS[4]),
        ((3, None, "Ann", None, "1"), PROBLEMS[4]),
        ((3, None, "Ann", "2-0", "Bob"), PROBLEMS[5]),
        ((3, None, "Ann", "1-0", "Bob"), PROBLEMS[6]),
        ((1, None, "Ann", "0-1", "Bob"), PROBLEMS[6]),
    ],
    ids=str,
)
def test_a_row_that_cannot_be_used_says_why(typed, game, problem) -> None:
    book, _ = typed
    figures = book.rows("standings", FIGURES, 5)
    book.change(row(len(GAMES), *game))
    assert book.column("games", "problem", len(GAMES) + 1) == [""] * len(GAMES) + [problem]
    assert "need a look" in book["Status"]
    assert book.rows("standings", FIGURES, 5) == figures, "the others stay right"


def test_both_may_lose_a_game(typed, calculated) -> None:
    book, functions = typed
    book.change({"games[4].result": "0-0", **row(len(GAMES) - 2, 3, 2, "Dora", "0 : 0", "Bob")})
    cells = [list(row) for row in WALL]
    cells[1][1:], cells[2][1], cells[3][2] = ["3w0", "4b0"], "2b0", "2w0"
    wall = calculated(CHESS.build(event(*cells), functions=functions))
    assert book["Status"] == wall["Status"] == "All checks passed"
    assert book.rows("standings", FIGURES, 5) == wall.rows("standings", FIGURES, 5)
    assert book.rows("rounds", "clean_1:clean_3", 5) == cells
    assert dict(book.rows("standings", "name points", 5)) == dict(
        zip(NAMES, (2.0, 0.0, 1.5, 1.5, 1.5))
    )


def test_the_pairings_have_the_boards_of_the_page(typed) -> None:
    book, _ = typed
    book.change({"RoundShown": 1, "games[0].board": 2, "games[1].board": 1})
    assert book.rows("pairings", "board name_white result name_black", 3) == [
        [1, "Dora", "½ - ½", "Cy"],
        [2, "Ann", "1 - 0", "Bob"],
        ["", "Eve", "bye", ""],
    ]


def test_the_standings_say_that_open_games_are_in_the_sums(typed) -> None:
    book, _ = typed
    said = "By points, then by the tie-breaks of the regulations in their order."
    open_games = " Sums over opponents, such as Buchholz, already have those of the games that are"
    assert book["Standings!A2"].startswith(said + open_games)
    book.change(row(len(GAMES) - 2, 3, 2, "Dora", "1-0", "Bob"))
    assert book["Standings!A2"] == said


def test_a_bye_asked_for_in_advance_waits_for_its_round(calculated) -> None:
    book = calculated(CHESS.build(event(*((cells[0],) for cells in WALL)), rounds=3))
    figures = book.rows("standings", FIGURES, 5)
    book.change({"wall[3].r_3": "H"})
    assert book.rows("standings", FIGURES, 5) == figures
    assert (book["RoundsHeld"], book["Status"]) == (1, "All checks passed")
    book.change({**row(0, 3, 1, "Ann", None, "Bob"), "wall[2].r_3": "Z", "wall[4].r_3": "U"})
    points = dict(book.rows("standings", "name points", 5))
    assert points["Dora"] == 1


@pytest.mark.parametrize("functions", ["native", "addin"])
@pytest.mark.slow
def test_a_game_counts_from_its_first_half_on(calculated, functions) -> None:
    """A wall list is typed cell by cell; the status says what waits, and is never red."""
    book = calculated(CHESS.build(event(), functions=functions, rounds=3))
    whole = calculated(CHESS.build(event(*WALL), functions=functions))
    for k, cells in enumerate(zip(*WALL), 1):
        for at, cell in enumerate(cells):
            if not cell[0].isdecimal() or int(cell[0]) > at + 1:
                book.change({f"wall[{at}].r_{k}": cell})
                assert "need a look" not in book["Status"], (at, k)
    assert book.rows("standings", FIGURES, 5) == whole.rows("standings", FIGURES, 5)
    assert book["Status"] == "In progress, round 3: 1 of 2 results, 6 games in one row only"
    assert book["wall[1].problem"] == WAITING and book["wall[0].problem"] == ""
    for at, cells in enumerate(WALL):
        book.change({f"wall[{at}].r_{k}": cell for k, cell in enumerate(cells, 1)})
    assert book["Status"] == whole["Status"]
