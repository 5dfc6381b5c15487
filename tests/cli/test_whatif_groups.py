"""Who can still make it in leagues whose workbook has bounds: groups, parts, conferences, bonus."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.templates import test_league_conferences as conferences
from tests.templates import test_league_split as split
from xl_tourney.cli.terminal.options import Exit

pytestmark = pytest.mark.slow

FIGURES = ("status", "best_place", "worst_place", "to_clinch", "to_stay_alive")
TWO_GROUPS = """home,away,home_score,away_score,group
Ann,Bo,1,0,A
Bo,Cy,3,0,A
Cy,Ann,,,A
Di,Ed,2,2,B
Ed,Flo,0,1,B
Flo,Di,,,B
"""
RULES_OF_TWO_GROUPS = """name = "Two groups"
source = "Made for this test."
points = "3-1-0"
places = 1
criteria = ["Points", "Head-to-head points", "Difference"]

[next_placed]
place = 2
best = 1
criteria = ["Points"]
"""
RUGBY = """home,away,home_score,away_score,home_tries,away_tries
Ann,Bo,20,10,4,1
Ann,Cy,20,25,2,3
Bo,Cy,,,,
"""


@pytest.fixture
def asked(run: Callable[..., tuple[int, str, str]]) -> Callable[..., dict[str, list[Any]]]:
    """The figures of each team, as the command gives them."""

    def ask(book: Path, *options: str) -> dict[str, list[Any]]:
        code, out, err = run("whatif", book, "--json", *options)
        assert code == Exit.DONE, err
        rows = json.loads(out)["rows"]
        return {row["team"]: [row[key] for key in FIGURES] for row in rows}

    return ask


@pytest.fixture
def two_groups(new: Callable[..., Path], tmp_path: Path) -> Path:
    """Two groups of three: the first go on, and the better of both seconds."""
    rules = tmp_path / "rules.toml"
    rules.write_text(RULES_OF_TWO_GROUPS, "utf-8")
    options = ("--rules", str(rules), "--teams", "6", "--rows", "6")
    return new("league", "two", TWO_GROUPS, *options)


def test_the_best_second_of_two_groups(asked, two_groups) -> None:
    """If Cy wins all of his group are level, and differences decide."""
    assert asked(two_groups) == {
        "Ann": ["open", 1, 3, 1, 0],
        "Bo": ["open", 1, 2, "", 0],
        "Cy": ["open", 1, 3, "", 1],
        "Di": ["open", 1, 3, 1, 1],
        "Ed": ["out", 2, 3, "", ""],
        "Flo": ["open", 1, 2, 1, 0],
    }


def test_why_a_second_goes_on_or_not(run, two_groups) -> None:
    _, out, _ = run("whatif", two_groups, "--team", "Ed")
    note, *_, answer = out.splitlines()
    assert note.startswith("Who goes on beside the first of each group is told by points alone")
    asked_for = "Ed, to reach first place of its group, or the 1 best of those in place 2"
    assert answer.startswith(f"{asked_for}: impossible.")
    _, out, _ = run("whatif", two_groups, "--team", "Bo")
    assert "Bo, to reach first place of its group" in out and "with these results" in out
    _, out, _ = run("whatif", two_groups, "--team", "Bo", "--wish", "best")
    assert "Bo, best place: " in out


def test_a_workbook_with_bounds_keeps_no_exact_figures(run, two_groups) -> None:
    code, _, err = run("whatif", two_groups, "--write")
    assert code == Exit.WRONG and "keeps no figures of who can still finish where" in err


def test_places_that_are_asked_for_are_those_of_each_group(asked, two_groups) -> None:
    found = asked(two_groups, "--places", "2", "--check")
    assert [found[team][0] for team in ("Ann", "Ed", "Flo")] == ["open", "open", "clinched"]
    then = asked(two_groups, "--assume", "Cy 2-0 Ann")
    assert then["Cy"][:3] == ["open", 2, 3]


def test_bonus_points_are_looked_at(asked, new) -> None:
    """Cy has 4 points: losing by seven, with four tries, is worth 2 more, as many as Ann has."""
    book = new(
        "league",
        "rugby",
        RUGBY,
        "--rules",
        "rugby-world-cup",
        "--teams",
        "3",
        "--rows",
        "3",
        "--places",
        "1",
    )
    assert asked(book) == {
        "Ann": ["open", 1, 2, "", 0],
        "Bo": ["out", 2, 3, "", ""],
        "Cy": ["open", 1, 3, 3, 2],
    }


def test_what_a_grand_slam_is_worth_is_not_known_of_a_race(run, new) -> None:
    rules = ("--rules", "rugby-six-nations", "--teams", "3", "--rows", "3")
    code, _, err = run("whatif", new("league", "slam", RUGBY, *rules))
    assert code == Exit.WRONG
    assert "Cy gets 3 points more if it wins all its games; whatif answers as soon as" in err


def test_parts_of_a_divided_table(asked, new, tmp_path) -> None:
    """Upper: Reds 3 (half of 7) and Blues 2 + 3 play once more; places below are counted on."""
    (tmp_path / "split.toml").write_text(split.RULES, "utf-8")
    games = [
        ",".join("" if one is None else str(one) for one in row)
        for row in (*split.FIRST, *split.THEN)
    ]
    text = "\n".join(["home,away,home_score,away_score,round", *games, ""])
    options = ("--rules", str(tmp_path / "split.toml"), "--teams", "4", "--rows", "10")
    book = new("league", "parts", text, *options)
    found = asked(book)
    assert {team: row[:3] for team, row in found.items()} == {
        "Reds": ["open", 1, 2],
        "Blues": ["open", 1, 2],
        "Golds": ["out", 3, 4],
        "Greens": ["out", 3, 4],
    }
    assert [found[team][3:] for team in ("Blues", "Golds")] == [[1, 0], ["", ""]]


CONFERENCES = """home,away,home_score,away_score,home division,away division
Ann,Bo,1,0,North,North
Bo,Di,1,0,North,South
Cy,Di,1,0,South,South
Ann,Cy,,,North,South
Di,Flo,,,South,East
Ed,Gus,1,0,East,West
Hal,Gus,1,0,West,West
Flo,Ed,0,1,East,East
"""


def test_wild_cards_of_conferences(run, new, asked, tmp_path) -> None:
    """Three of Ann, Bo, Cy and Di go on: all have 3 points but Di, who has a game in hand."""
    (tmp_path / "two.toml").write_text(conferences.RULES, "utf-8")
    options = ("--rules", str(tmp_path / "two.toml"), "--teams", "8", "--rows", "8")
    book = new("league", "conferences", CONFERENCES, *options)
    found = asked(book)
    assert {team: found[team][0] for team in ("Ann", "Bo", "Cy", "Di")} == {
        "Ann": "open", "Bo": "open", "Cy": "open", "Di": "open",
    }  # fmt: skip
    assert [found["Di"][key] for key in (1, 2, 3, 4)] == [1, 2, "", 1]
    then = asked(book, "--assume", "Ann 1-1 Cy")
    assert [then[team][0] for team in ("Ann", "Bo", "Cy", "Di")] == [
        "clinched",
        "open",
        "clinched",
        "open",
    ]
    _, out, _ = run("whatif", book, "--team", "Di")
    assert "Di, to reach first place of its division, or the 3 of its conference" in out


VOLLEYBALL = """home,away,home_score,away_score
Ann,Bo,3,0
Bo,Cy,3,2
Cy,Ann,,
"""


def test_a_point_for_a_loss_in_overtime(run, new, tmp_path) -> None:
    """A winner has 2 points whenever it wins, so that nobody can tell its games by its points."""
    rules = tmp_path / "overtime.toml"
    rules.write_text(RULES_OF_TWO_GROUPS.replace("3-1-0", "2-2-1-0"), "utf-8")
    games = TWO_GROUPS.replace("2,2", "2,1")
    book = new("league", "overtime", games, "--rules", str(rules), "--teams", "6", "--rows", "6")
    _, out, _ = run("whatif", book)
    assert out.startswith(
        "A loser's point takes none from the winner: places go by points alone here"
    )


def test_no_set_of_volleyball_is_overtime(run, new) -> None:
    """Ann has 3 points, Bo 2 and Cy 1: Cy is first only if it wins, and by more than a set."""
    rules = ("--rules", "volleyball-points", "--teams", "3", "--rows", "3", "--places", "1")
    book = new("league", "volleyball", VOLLEYBALL, *rules)
    _, out, _ = run("whatif", book, "--team", "Cy")
    assert out.startswith("A game cannot end with any score: places go by points alone here")
    assert out.splitlines()[-1] == (
        "Cy, to reach first place: Cy must beat Ann by more than 1 set."
    )
    _, out, _ = run("whatif", book, "--team", "Cy", "--wish", "worst")
    assert "overtime" not in out
