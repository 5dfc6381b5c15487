"""Results typed into the go workbook as people type them, cell by cell.

At every step everybody's figures are those that our functions give of what is entered so far: a
game is there as soon as one half of it is, and a mistake takes away only the game that it spoils.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from tests.templates.calculated import Calculated
from tests.templates.test_go_published import table
from xl_tourney.catalogue.cells import is_error
from xl_tourney.functions import MMS, NBW, SODOS, SOS
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.go.rounds import WAITING as WAITING_TEXT

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Fay")
ROUNDS = (
    ("2+/b", "1-/w", "4-/w2", "3+/b2", "6=", "5="),
    ("4+", "3-", "2+", "1-", "0+", "0-"),
    ("3+", "6+!", "1-", "5-", "4+", "2-!"),
)
"""The results of each round, as every row has them in the end."""
Lists = list[list[str]]
BLANK: Lists = [[""] * len(ROUNDS) for _ in NAMES]
COMPLETE: Lists = [list(row) for row in zip(*ROUNDS)]
GAMES = 9
"""The rows of the page Games."""
GAME = "round board black white result handicap"
"""What is typed into one."""


CRITERIA = {"Criterion1": "MMS", "Criterion2": "SOS", "Criterion3": "SODOS"}


class Book(Calculated):
    """What formualizer finds by INDEX among cells that depend on a spill range is one evaluation
    late, unless what it looks for is typed again; a workbook that is loaded is calculated right."""

    is_native = False

    def change(self, changes):
        super().change(changes)
        return self if self.is_native else super().change(CRITERIA)


@pytest.fixture(scope="module", params=["native", "addin"])
def book(request, tmp_path_factory) -> Book:
    players = tuple(GoPlayer(name, rank="5k", start=20.0 - n) for n, name in enumerate(NAMES))
    workbook = TEMPLATES["go"].build(
        GoTournament(players, system="mcmahon", criteria=("MMS", "SOS", "SODOS")),
        functions=request.param,
        rows=8,
        rounds=len(ROUNDS),
        games=GAMES,
    )
    book = Book(workbook, tmp_path_factory.mktemp("entering"))
    book.is_native = request.param == "native"
    return book


@pytest.fixture
def entered(book):
    """Nothing at first; what a test typed is cleared behind it."""
    yield book
    names = (*NAMES, None, None)
    filled = {"entries": (len(names), "r_1 r_2 r_3 out"), "games": (GAMES, GAME)}
    cells: dict[str, str | None] = {
        f"{table}[{row}].{key}": None
        for table, (rows, keys) in filled.items()
        for row in range(rows)
        for key in keys.split()
    }
    cells |= {f"entries[{at}].name": name for at, name in enumerate(names)}
    book.type({**cells, "Outsiders": "no"})


def cell(player: int, number: int) -> str:
    """Where the wall list has a round of a player, both from 0."""
    return f"entries[{player}].r_{number + 1}"


def cells_of(lists: Lists) -> dict[str, str | None]:
    return {
        cell(player, number): text or None
        for player, row in enumerate(lists)
        for number, text in enumerate(row)
    }


def figures(lists: Lists) -> dict[str, list[object]]:
    """Wins, MMS, SOS and SODOS by our functions, which take only what agrees."""
    start = [[20.0 - n] for n in range(len(lists))]
    mms = MMS(lists, start, "down")
    wins, sos = NBW(lists, "down"), SOS(lists, mms, 0, start, True)
    columns = (wins, mms, sos, SODOS(lists, mms, 0, None, True))
    return {
        name: [column[at][0] for column in columns]
        for at, name in enumerate(NAMES)
        if at < len(lists) and wins[at][0] != ""
    }


def shown(book: Calculated) -> dict[str, list[object]]:
    """The same figures on the sheet Standings, of those who have any."""
    return {
        row["Player"]: [row[column] for column in ("Wins", "MMS", "SOS", "SODOS")]
        for row in table(book)
        if row["Wins"] != ""
    }


def failing(book: Calculated) -> dict[str, float]:
    """The checks that ask for a look, or wait for something."""
    rows = book["Checks!A6:C30"]
    return {row[0]: row[1] for row in rows if row[2] in ("Look", "Open")}


def mirrored(text: str, row: int) -> str:
    """The other half of a game, with its details where they are a forfeit."""
    sign = {"+": "-", "-": "+", "=": "=", "?": "?"}[text.lstrip("0123456789")[0]]
    return f"{row + 1}{sign}{'!' if '!' in text else ''}"


def completed(typed: Lists) -> Lists:
    """The wall list with both halves of every game of which one is typed."""
    full = [[*row] for row in typed]
    for player, row in enumerate(typed):
        for number, text in enumerate(row):
            opponent = int(text.rstrip("bw0123456789/!").rstrip("+-=?") or 0) if text else 0
            if opponent and not typed[opponent - 1][number]:
                full[opponent - 1][number] = mirrored(text, player)
    return full


WAITING = "Every game stands in both rows"
GAPS = {
    "Everybody has an entry in every round before the last, from the first own one on",
    "Everybody has an entry in the last round",
}


@pytest.mark.slow
def test_each_half_as_it_is_typed(entered) -> None:
    """A game counts for both from its first half on, and Checks waits for the other."""
    halves = [(player, number) for player in range(len(NAMES)) for number in range(len(ROUNDS))]
    Random(14).shuffle(halves)
    typed = [[*row] for row in BLANK]
    for player, number in halves:
        typed[player][number] = COMPLETE[player][number]
        entered.change({cell(player, number): COMPLETE[player][number]})
        whole = completed(typed)
        assert shown(entered) == figures(whole), (player, number)
        half = sum(text != "" for row in whole for text in row)
        half -= sum(text != "" for row in typed for text in row)
        found = failing(entered)
        assert found.pop(WAITING, 0) == half
        assert set(found) <= GAPS
    assert entered["Status"] == "All checks passed"


def test_the_half_that_is_missing_is_named(entered) -> None:
    entered.change({cell(0, 0): "2+/b"})
    assert entered["entries[1].problem"] == f"R1 {WAITING_TEXT}. "
    assert entered.column("standings", "r_1", 2) == ["2+/b", "1-"]


MISTAKES = [
    ({(0, 0): "won"}, [(0, 0), (1, 0)], "Every result can be read"),
    ({(0, 0): "2.1+"}, [(0, 0), (1, 0)], "Every result can be read"),
    ({(0, 0): 2}, [(0, 0), (1, 0)], "Every result can be read"),
    ({(0, 0): "2+/x"}, [(0, 0), (1, 0)], "Every result can be read"),
    ({(0, 0): "20+"}, [(0, 0), (1, 0)], "Every opponent is on the list"),
    ({(0, 0): "7+"}, [(0, 0), (1, 0)], "Every opponent is on the list"),
    ({(0, 0): "1+"}, [(0, 0), (1, 0)], "Nobody is the opponent in their own row"),
    ({(0, 0): "2="}, [(0, 0), (1, 0)], "The two rows of every game agree"),
    ({(0, 0): "3+"}, [(0, 0), (1, 0)], "Nobody meets two players in one round"),
    ({(0, 0): "0+"}, [(1, 0)], "The two rows of every game agree"),
    ({(0, 0): "2+/w"}, [(0, 0), (1, 0)], "The two rows agree on colours, stones and forfeits"),
    ({(0, 0): "2+!"}, [(0, 0), (1, 0)], "The two rows agree on colours, stones and forfeits"),
    ({(2, 0): "4-/?3", (3, 0): None}, [(2, 0), (3, 0)],
     "The two rows agree on colours, stones and forfeits"),
]  # fmt: skip
"""What is typed wrong, the cells that go without a game by it, and a check that says so."""


@pytest.mark.parametrize(("typed", "spoilt", "check"), MISTAKES, ids=str)
def test_a_mistake_takes_away_only_its_own_game(entered, typed, spoilt, check) -> None:
    entered.change(cells_of(COMPLETE))
    assert shown(entered) == figures(COMPLETE) and entered["Status"] == "All checks passed"
    entered.change({cell(*at): text for at, text in typed.items()})
    left = [[*row] for row in COMPLETE]
    for player, number in typed:
        left[player][number] = "0+" if typed[player, number] == "0+" else "?"
    for player, number in spoilt:
        left[player][number] = "?"
    assert shown(entered) == figures(left)
    assert check in failing(entered)
    on_rounds = [value for row in entered["Rounds!A5:CZ15"] for value in row]
    assert len(set(on_rounds)) > 20 and not any(map(is_error, on_rounds))
    entered.change({cell(*at): COMPLETE[at[0]][at[1]] for at in typed})
    assert entered["Status"] == "All checks passed"


def test_garbage_before_anything_else_holds_no_round(entered) -> None:
    """Nobody's sums may move because somebody mistyped the first cell of a round."""
    first = [[row[0], "", ""] for row in COMPLETE]
    entered.change(cells_of(first))
    before = shown(entered)
    entered.change({cell(0, 1): "won"})
    assert shown(entered) == before
    assert set(failing(entered)) == {"Every result can be read"}


@pytest.mark.parametrize("typed", ["2−", "2–", "02-", " 2-"])
def test_a_long_minus_and_spaces_are_read(entered, typed) -> None:
    entered.change({cell(0, 0): typed, cell(1, 0): "1+"})
    assert shown(entered) == figures([["2-"], ["1+"], [""], [""], [""], [""]])


# Page Games ---------------------------------------------------------------------------------------


def rows_of_games(by_number: bool = False) -> list[tuple[int, str, str, str, object]]:
    """Every game once: round, Black, White, result, handicap."""
    name = (lambda n: str(n + 1)) if by_number else (lambda n: NAMES[n])
    return [
        (1, name(0), name(1), "B+R", None),
        (1, name(3), name(2), "b+3.5", 2),
        (1, name(4), name(5), "Jigo", None),
        (2, name(3), name(0), "W+", None),
        (2, name(1), name(2), "0-1", None),
        (2, name(4), "bye", "", None),
        (3, name(0), name(2), "B", None),
        (3, name(5), name(1), "W+F", None),
        (3, name(4), name(3), "B+0.5", None),
    ]


def game_cells(at: int, row: Sequence[object]) -> dict[str, object]:
    keys = ("round", "black", "white", "result", "handicap")
    return {f"games[{at}].{key}": value or None for key, value in zip(keys, row)}


def of_games(count: int) -> Lists:
    """The wall list of the first games."""
    lists = [[*row] for row in BLANK]
    pairs = [(1, 0, 1), (1, 3, 2), (1, 4, 5), (2, 3, 0), (2, 1, 2), (2, 4, None)]
    pairs += [(3, 0, 2), (3, 5, 1), (3, 4, 3)]
    for number, *players in pairs[:count]:
        for player in players:
            if player is not None:
                lists[player][number - 1] = COMPLETE[player][number - 1]
    return lists


@pytest.mark.slow
@pytest.mark.parametrize("by_number", [False, True], ids=["names", "numbers"])
def test_the_page_games_in_place_of_the_wall_list(entered, by_number) -> None:
    """Row by row, cell by cell: a row counts when it is complete, and for nobody before."""
    rows = rows_of_games(by_number)
    for at, row in enumerate(rows):
        typed = game_cells(at, row)
        for place in (f"games[{at}].black", f"games[{at}].round"):
            entered.change({place: typed.pop(place)})
            assert shown(entered) == figures(of_games(at))
            assert set(failing(entered)) - GAPS == {"Every row of Games can be used"}
        entered.change(typed)
        assert shown(entered) == figures(of_games(at + 1)), row
        assert set(failing(entered)) <= GAPS
    entered.change({cell(5, 1): "0-"})
    assert entered["Status"] == "All checks passed"
    shown_rounds = {row["Player"]: [row[f"R{k}"] for k in (1, 2, 3)] for row in table(entered)}
    assert [text.lstrip("0123456") for text in shown_rounds["Dora"]] == ["+/b2", "-/b", "-/w"]
    assert [text.lstrip("123456") for text in shown_rounds["Eve"]] == ["=/b", "0+", "+/b"]


def test_an_absence_written_ahead_is_no_round(entered) -> None:
    """The table stays as it is until the round is paired, also that of the sums."""
    entered.change({cell(row, k): text for k in (0, 1) for row, text in enumerate(ROUNDS[k])})
    before = shown(entered)
    assert entered["Status"] == "All checks passed"
    entered.change({cell(0, 2): "0-"})
    assert (shown(entered), entered["Status"]) == (before, "All checks passed")
    entered.change({cell(1, 2): "4?", cell(3, 2): "2?"})
    assert entered["Status"] == (
        "In progress, round 3: 0 of 1 result, 3 players without an entry in round 3"
    )


def test_a_pairing_without_result_is_still_to_play(entered) -> None:
    entered.change(game_cells(0, (1, "Ann", "Bob", "", None)))
    lists = [["2?"], ["1?"], [""], [""], [""], [""]]
    assert shown(entered) == figures(lists)
    entered.change({"games[0].result": "?"})
    assert shown(entered) == figures(lists)


WRONG_ROWS = [
    ({"games[0].black": "Anne"}, "Black or White is not on the wall list"),
    ({"games[0].black": "9"}, "Black or White is not on the wall list"),
    ({"games[0].black": "1.5"}, "Black or White is not on the wall list"),
    ({"games[0].white": "ann"}, "Black and White are the same"),
    ({"games[0].white": None}, "Fill in Round, Black and White"),
    ({"games[0].round": 4}, "There is no such round"),
    ({"games[0].round": "first"}, "There is no such round"),
    ({"games[0].result": "Ann"}, "The result cannot be read"),
    ({"games[0].handicap": "two"}, "The handicap is a whole number"),
]


@pytest.mark.parametrize(("changes", "problem"), WRONG_ROWS, ids=str)
def test_a_row_of_games_that_cannot_be_used_is_left_out(entered, changes, problem) -> None:
    rows = rows_of_games()
    for at, row in enumerate(rows):
        entered.type(game_cells(at, row))
    whole = of_games(len(rows))
    entered.change(changes)
    left = [[*row] for row in whole]
    left[0][0] = left[1][0] = ""
    assert shown(entered) == figures(left)
    assert entered["games[0].problem"].startswith(problem)
    assert failing(entered)["Every row of Games can be used"] == 1


def test_a_name_that_two_players_have_is_asked_about(entered) -> None:
    entered.change({"entries[2].name": "Ann", **game_cells(0, (1, "Ann", "Bob", "B+", None))})
    assert entered["games[0].problem"] == "Two players have this name: write the No."
    entered.change({"games[0].black": "3"})
    assert entered["games[0].problem"] == ""
    assert {row["Entry"]: row["Wins"] for row in table(entered) if row["Wins"] != ""} == {
        2: 0, 3: 1
    }  # fmt: skip


def test_what_stands_on_both_pages_has_to_agree(entered) -> None:
    """The rest of a game may stand on the other page; where they differ, the wall list counts."""
    entered.change({cell(0, 0): "2+", **game_cells(0, (1, "Ann", "Bob", "B+", None))})
    expected = figures([["2+"], ["1-"], [""], [""], [""], [""]])
    assert shown(entered) == expected and not set(failing(entered)) - GAPS
    entered.change({cell(1, 0): "1-", "games[0].result": "W+"})
    assert shown(entered) == expected
    assert entered["games[0].problem"].startswith(
        "The wall list, or another row, says something else"
    )
    assert failing(entered)["Every row of Games can be used"] == 1


def test_a_player_twice_in_a_round_of_games_keeps_the_first(entered) -> None:
    for at, row in enumerate(((1, "Ann", "Bob", "B+", None), (1, "Cleo", "Ann", "B+", None))):
        entered.change(game_cells(at, row))
    assert shown(entered) == figures([["2+"], ["1-"], ["?"], [""], [""], [""]])
    first, second = entered.column("games", "problem", 2)
    assert first == ""
    assert second.startswith("The wall list, or another row, says something else")


# Who leaves, who is not there ---------------------------------------------------------------------


def test_who_leaves_is_missed_in_no_later_round(entered) -> None:
    """The rounds played count for both; the rounds after count for nobody, and are no gaps."""
    left = [[*row] for row in COMPLETE]
    left[5][2], left[1][2] = "", "?"
    entered.change({**cells_of(COMPLETE), "entries[5].out": 2})
    assert shown(entered) == figures(left)
    assert failing(entered)["Nobody meets a player who was out by then"] == 1
    entered.change({cell(1, 2): "0+", cell(5, 2): None})
    left[1][2] = "0+"
    assert shown(entered) == figures(left)
    assert entered["Status"] == "All checks passed"


def test_a_row_that_is_called_bye_is_no_player(entered) -> None:
    entered.change({**cells_of(COMPLETE), "entries[6].name": "BYE", cell(4, 1): "7+"})
    assert shown(entered) == figures(COMPLETE)
    assert entered["Status"] == "All checks passed"
    assert [row["R2"] for row in table(entered) if row["Player"] == "Eve"] == ["0+"]


def test_an_outsider_has_a_number_and_no_name(entered) -> None:
    """Whoever met one has no SOS; everybody else's is right."""
    entered.change({**cells_of(COMPLETE), cell(4, 1): "8+", "Outsiders": "yes"})
    rows = {row["Player"]: row for row in table(entered)}
    expected = figures([*COMPLETE[:4], [*COMPLETE[4][:1], "0+", COMPLETE[4][2]], COMPLETE[5]])
    for name, row in rows.items():
        assert [row["Wins"], row["MMS"]] == expected[name][:2]
        unknown = [is_na(row["SOS"]), is_na(row["SODOS"])]
        if name == "Eve":
            assert unknown == [True, True] and row["R2"] == "(8)+"
        else:
            assert [row["SOS"], row["SODOS"]] == expected[name][2:]
    assert set(failing(entered)) == {"All chosen criteria could be calculated"}
    entered.change({cell(4, 1): "8-"})
    assert [is_na(row["SODOS"]) for row in table(entered)] == [False] * 6


def is_na(value: object) -> bool:
    return isinstance(value, Mapping) and value["kind"] == "Na"
