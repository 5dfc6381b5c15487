"""``new`` of a bare list, then ``pair``, needs no option; what is refused says what to type."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.first_command import Listed, lists, wrong
from xl_tourney.errors import Exit
from xl_tourney.events.event import Event
from xl_tourney.functions.go.bar import work_out
from xl_tourney.readers.kdice import read as read_kdice

DIRECTOR = Path(__file__).parents[1] / "data/director"
FAST = [
    Listed("league", 5, "csv", "mixed", False),
    Listed("tantrix", 18, "pasted", "sorted", True),
    Listed("tantrix", 3, "xlsx", "mixed", False),
    Listed("bridge", 7, "xlsx", "mixed", False),
    Listed("bridge", 24, "csv", "sorted", False),
    Listed("kdice", 5, "pasted", "sorted", False),
]
"""A sample of all lists whose pairing needs no values."""
Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("listed", FAST, ids=str)
def test_a_bare_list_is_right(listed: Listed, tmp_path: Path) -> None:
    assert [*wrong(listed, tmp_path)] == []


SIZES = (2, 3, 5, 8, 30, 67, 200)
"""All sizes are in the benchmark."""
SLOW = [
    *lists(("chess", "go", "league", "tantrix", "bridge"), SIZES),
    *lists(("chess", "go"), (9,), all_doors=True),
]


@pytest.mark.slow
@pytest.mark.parametrize("listed", SLOW, ids=str)
def test_a_bare_list_of_any_size_and_door_is_right(listed: Listed, tmp_path: Path) -> None:
    assert [*wrong(listed, tmp_path)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "game", "said"),
    [
        ("chess_four.csv", "chess", ""),
        ("chess_unsorted_entries.csv", "chess", "ranked by rating (C.04.2): Tanaka, Tara; Schulz"),
        ("go_four.csv", "go", ""),
        ("go_players.csv", "go", "from 1k on all begin alike (the bar), who is 9k or weaker"),
        ("league_teams.csv", "league", "8 rows read: Team."),
        ("tantrix_three_groups_of_six.csv", "tantrix", "18 rows read: Group"),
        ("tantrix_two_groups.csv", "tantrix", "6 rows read: Group"),
    ],
)
def test_the_list_of_a_director(file: str, game: str, said: str, tmp_path: Path, run: Run) -> None:
    book = tmp_path / "event.xlsx"
    code, _, err = run("new", game, "--data", DIRECTOR / file, "-o", book)
    assert code == Exit.DONE and said in err
    code, _, err = run("pair", book, "--write", "--seed", 1)
    assert code == Exit.DONE, err


@pytest.mark.slow
def test_bar_and_floor_stand_on_setup(tmp_path: Path, run: Run) -> None:
    book = tmp_path / "go.xlsx"
    run("new", "go", "--data", DIRECTOR / "go_players.csv", "-o", book)
    event = Event.open(book)
    assert [event.text(name) for name in ("System", "McMahonBar", "McMahonFloor")] == [
        "mcmahon",
        "1k",
        "9k",
    ]


def test_the_bar_is_within_what_the_british_association_recommends() -> None:
    """4 to 8 players for 3 rounds, 5 to 10 for 4, 6 to 12 for 5, 7 to 15 for 6, 8 to 18 for 7."""
    ranks = [*("3d", "2d", "2d", "1d", "1d"), *(f"{kyu}k" for kyu in range(1, 21))]
    for rounds, most in ((3, 8), (4, 10), (5, 12), (6, 15), (7, 18)):
        bar = work_out(ranks, rounds).bar
        above = len(ranks) - ranks[::-1].index(str(bar))
        assert rounds + 1 <= above <= most


def test_a_profile_is_read_as_it_is_copied_and_several_in_a_row(tmp_path: Path) -> None:
    copied = (DIRECTOR / "kdice_profile_as_copied.txt").read_text("utf-8")
    lines = "red wood 7\nMember since 2008\nGames\n40\n" + "".join(
        f"{place}\n{share}%\n"
        for place, share in zip(
            ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"], (10.5, 17, 14, 13, 11, 11, 23.5)
        )
    )
    path = tmp_path / "profiles.txt"
    path.write_text(f"{copied}Last seen today\n\n{lines}", encoding="utf-8")
    first, second = read_kdice(path)
    assert (first.player, first.games, first.points) == ("Vermont", 211, 1204)
    assert first.finishes == (20, 17, 14, 11, 11, 11, 16)
    assert (second.player, second.games, second.points) == ("red wood 7", 40, None)
    assert second.finishes == (10.5, 17, 14, 13, 11, 11, 23.5)


def test_a_leaderboard_lists_its_players_with_their_points(tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.txt"
    path.write_text("Rank\tName\tPoints\tGames\n1\tVermont\t12,204\t311\n2\tRob\t9,100\t1,200\n")
    assert [(one.player, one.points, one.games) for one in read_kdice(path)] == [
        ("Vermont", 12204, None),
        ("Rob", 9100, None),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "names", "asked"),
    [
        ("league", ("--layout", "game", "--teams", "8", "--rows", "3"), "Team\n", ()),
        ("tantrix", ("--rows", "3"), "Player\n", ()),
        ("go", ("--rounds", "1"), "Name\n", ("--round", "2", "--absent", "Ann")),
        ("bridge", ("--boards", "3"), "Names\n", ()),
    ],
)
def test_the_command_of_a_refusal_works_when_it_is_pasted(
    game: str,
    options: tuple[str, ...],
    names: str,
    asked: tuple[str, ...],
    tmp_path: Path,
    run: Run,
) -> None:
    book, file = tmp_path / "Club cup.xlsx", tmp_path / "list.csv"
    file.write_text(names + "Ann\nBob\nCid\nDora\nEd\nFay\n", encoding="utf-8")
    assert run("new", game, "--data", file, *options, "-o", book)[0] == Exit.DONE
    if asked:  # the first round is held
        assert run("pair", book, "--write")[0] == Exit.DONE
    code, _, err = run("pair", book, "--write", *asked)
    assert code == Exit.WRONG and "makes more" in err
    command = err[err.index("xl-tourney ") : err.index(" makes more")]
    assert f'"{book}"' in command
    assert run(*shlex.split(command)[1:])[0] == Exit.DONE
    code, _, err = run("pair", book, "--write", *asked)
    assert "makes more" not in err


@pytest.mark.slow
def test_of_groups_is_said_what_is_true(tmp_path: Path, run: Run) -> None:
    book = tmp_path / "groups.xlsx"
    run("new", "tantrix", "--data", DIRECTOR / "tantrix_two_groups.csv", "-o", book)
    code, _, err = run("whatif", book)
    assert code == Exit.WRONG and "has several groups" in err and "fixtures" not in err
    code, _, err = run("explain", book, "Ann over Dan")
    assert code == Exit.WRONG and "Ann stands on Group A, Dan on Group B" in err
