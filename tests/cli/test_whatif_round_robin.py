"""Who can still make it in round robins of go and chess, against all completions of small ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xl_tourney.cli.terminal.options import Exit

pytestmark = pytest.mark.slow

GO = """name,r1,r2,r3,r4,r5
Ann,2+,3+,4?,,
Bob,1-,4+,3-,,
Cleo,4+,1-,2+,,
Dora,3-,2-,1?,,
Eve,6+,,,,
Fay,5-,,,,
"""
"""After three rounds, the games of Eve and Fay against the others are still to be paired."""
CHESS = """name,r1,r2,r3
Ann,2w1,3b½,4w
Bob,1b0,4w1,3b
Cleo,4b½,1w½,2w
Dora,3w½,2b0,1b
"""
TWICE = """name,r1,r2,r3,r4
Ann,2w1,3b½,Z,2b
Bob,1b0,Z,3w1,1w
Cleo,Z,1w½,2b0,Z
"""
SMALL = {
    "go": ("--games", "0", "--rows", "6"),
    "chess": ("--listed", "chosen", "--tiebreaks", "WIN", "--players", "4"),
}
"""What makes a workbook quick to calculate."""
Wins = tuple[float, float]


def places(points: list[float], games: list[tuple[int, int]], results: list[Wins]) -> Iterator:
    """The points after each completion."""
    for ends in product(results, repeat=len(games)):
        found = list(points)
        for (one, other), (own, theirs) in zip(games, ends):
            found[one] += own
            found[other] += theirs
        yield found, ends


def enumerate_all(
    points: list[float], games: list[tuple[int, int]], results: list[Wins]
) -> list[tuple[int, int, str, float | str]]:
    """Best and worst place, what is settled of the first one, and the gain that is enough."""
    completed = list(places(points, games, results))
    rows: list[tuple[int, int, str, float | str]] = []
    for team in range(len(points)):
        hopeful = [1 + sum(p > end[team] for p in end) for end, _ in completed]
        fearful = [sum(p >= end[team] for p in end) for end, _ in completed]
        gains = [end[team] - points[team] for end, _ in completed]
        enough = [
            gain
            for gain in sorted(set(gains))
            if all(worst == 1 for worst, own in zip(fearful, gains) if own >= gain)
        ]
        best, worst = min(hopeful), max(fearful)
        status = "clinched" if worst == 1 else "out" if best > 1 else "open"
        rows.append((best, worst, status, enough[0] if enough else ""))
    return rows


@pytest.fixture
def new(new) -> Callable[..., Path]:
    """Make a workbook that is quick to calculate."""
    return lambda template, name, data, *options: new(
        template, name, data, *SMALL[template], *options
    )


@pytest.fixture
def go(new) -> Path:
    book: Path = new("go", "go", GO, "--system", "round-robin")
    return book


@pytest.fixture
def chess(new) -> Path:
    book: Path = new("chess", "chess", CHESS, "--system", "round-robin")
    return book


def rows_of(out: str) -> list[tuple[int, int, str, float | str]]:
    keys = ("best_place", "worst_place", "status", "to_clinch")
    return [tuple(row[key] for key in keys) for row in json.loads(out)["rows"]]


def test_go_counts_pairs_that_are_not_fixed_yet(run, go) -> None:
    games = [(0, 3), *((one, other) for one in range(4) for other in (4, 5))]
    code, out, err = run("whatif", go, "--json", "--anyway")
    answer = json.loads(out)
    assert (code, answer["unit"]) == (Exit.DONE, "wins"), err
    assert answer["schedule"] == (
        "Everybody meets everybody once: 9 games to come, 1 of them listed."
    )
    assert [row["points"] for row in answer["rows"]] == [2, 1, 2, 0, 1, 0]
    assert [row["left"] for row in answer["rows"]] == [3, 2, 2, 3, 4, 4]
    assert rows_of(out) == enumerate_all([2, 1, 2, 0, 1, 0], games, [(1, 0), (0, 1)])


def test_chess_counts_draws_and_takes_fixtures_although_their_check_fails(run, chess) -> None:
    games = [(0, 3), (1, 2)]
    code, out, err = run("whatif", chess, "--json", "--check")
    answer = json.loads(out)
    assert (code, answer["unit"], answer["check"]["differences"]) == (Exit.DONE, "points", []), err
    assert answer["schedule"] == (
        "Everybody meets everybody once: 2 games to come, 2 of them listed."
    )
    results = [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]
    assert rows_of(out) == enumerate_all([1.5, 1, 1, 0.5], games, results)


def test_the_points_of_a_chess_workbook_are_its_own(run, chess) -> None:
    book = with_settings(chess, "three", Win=3, Draw=1)
    code, out, err = run("whatif", book, "--json")
    results = [(3.0, 0.0), (1.0, 1.0), (0.0, 3.0)]
    assert code == Exit.DONE, err
    assert rows_of(out) == enumerate_all([4, 3, 2, 1], [(0, 3), (1, 2)], results)


def test_a_double_round_robin_is_known_by_its_rounds_or_by_the_option(run, new) -> None:
    book = new("chess", "twice", TWICE, "--system", "round-robin", "--rounds", "6")
    games = [(0, 1), (0, 2), (1, 2)]
    results = [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]
    code, out, err = run("whatif", book, "--json")
    assert code == Exit.DONE, err
    assert json.loads(out)["schedule"].startswith("Everybody meets everybody twice: 3 games")
    assert rows_of(out) == enumerate_all([1.5, 1, 0.5], games, results)
    code, out, _ = run("whatif", book, "--meetings", "3", "--json")
    assert json.loads(out)["schedule"].startswith("Everybody meets everybody 3 times: 6 games")


def test_the_proof_and_an_assumption(run, chess) -> None:
    code, out, _ = run("whatif", chess, "--team", "Dora", "--assume", "Bob 1-1 Cleo")
    assert code == Exit.DONE
    assert "Dora, to reach first place: Dora must beat Ann.\n" in out
    code, out, _ = run("whatif", chess, "--team", "Dora", "--assume", "Bob 1-0 Cleo")
    assert "Dora, to reach first place: impossible." in out


PAIRED_LATER = "pairs round by round; nothing can be said of games that are not fixed yet"


@pytest.mark.parametrize(
    ("game", "settings", "sentence"),
    [
        ("go", {"System": "mcmahon"}, PAIRED_LATER),
        ("chess", {"System": "swiss"}, PAIRED_LATER),
        ("go", {"Criterion1": "SOS"}, "the first criterion is SOS; whatif takes NBW or MMS"),
        ("go", {"Outsiders": "yes"}, "rows of the wall list are missing"),
        ("chess", {"Win": 0}, "a win has to be worth more than a draw"),
    ],
)
def test_a_setting_without_an_answer_is_a_sentence(game, settings, sentence, run, request) -> None:
    book = with_settings(request.getfixturevalue(game), sentence[:20], **settings)
    refused(run("whatif", book), book, sentence)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (CHESS.replace("w\n", "w1\n").replace("b\n", "b0\n"), "everybody has met everybody"),
        (TWICE.replace("Z", "U", 1), "Ann has more points without an opponent than Bob"),
    ],
    ids=["all played", "byes differ"],
)
def test_results_that_leave_no_answer_are_a_sentence(data, sentence, run, new) -> None:
    book = new("chess", sentence[:9], data, "--system", "round-robin")
    refused(run("whatif", book), book, sentence)


def test_who_has_left_is_named(run, go) -> None:
    book = go.with_name("left.xlsx")
    workbook = load_workbook(go)
    sheet = workbook["Wall list"]
    heading = next(cell for row in sheet for cell in row if cell.value == "Out after")
    sheet.cell(heading.row + 4, heading.column).value = 3
    workbook.save(book)
    refused(run("whatif", book), book, "Dora has left, and a game of theirs is open")


def refused(answer: tuple[int, str, str], book: Path, sentence: str) -> None:
    code, _, err = answer
    assert code == Exit.WRONG
    assert err.startswith(f"{book}: ") and sentence in err and err.count("\n") == 1


def with_settings(book: Path, name: str, **settings: object) -> Path:
    """A copy of a workbook with other settings."""
    workbook = load_workbook(book)
    for key, value in settings.items():
        ((sheet, cell),) = workbook.defined_names[key].destinations
        workbook[sheet][cell].value = value
    copy = book.with_name(f"{name}.xlsx")
    workbook.save(copy)
    return copy


def test_there_is_nothing_to_write(run, chess) -> None:
    code, _, err = run("whatif", chess, "--write")
    assert code == Exit.WRONG
    assert "keeps no figures" in err
