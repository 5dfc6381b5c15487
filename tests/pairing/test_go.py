"""Rounds of go: the least weight, criterion by criterion, and never worse than OpenGotha in sum."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from benchmarks.pairing import compare_go
from tests.pairing.files import entered
from xl_tourney.errors import InputError
from xl_tourney.export.go import read_tournament
from xl_tourney.generator.generate import make
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing.go.field import Field, Standing, field_of
from xl_tourney.pairing.go.matching import Costs, Groups, Rules, costs, handicap, pair, total
from xl_tourney.pairing.next_round import _filled, pair_file, write_pairing
from xl_tourney.pairing.pairing import Pair
from xl_tourney.pairing.request import Request
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.templates import TEMPLATES
from xl_tourney.update.saved_workbook import SavedWorkbook

DATA = Path(__file__).parents[1] / "data" / "go"


def field(*scores: float, number: int = 5, **of_all: Any) -> Field:
    standings = [
        Standing(row, GoPlayer(f"P{row}", rank=f"{row}k"), score, **of_all)
        for row, score in enumerate(scores, 1)
    ]
    return Field(number, standings, frozenset(range(1, len(scores) + 1)))


def players(found: Any) -> list[set[int]]:
    return [set(one.players) for one in found.pairs]


def test_in_sum_it_is_not_worse_than_opengotha_in_any_criterion() -> None:
    theirs, ours = compare_go(sorted(DATA.glob("*.xml")))
    assert theirs.again == ours.again == 0
    assert ours.score < theirs.score
    assert ours.floats < theirs.floats
    assert ours.colours < theirs.colours


@pytest.mark.parametrize(
    ("seeding", "wanted"),
    [
        ("slip", [{1, 4}, {2, 5}, {3, 6}]),
        ("fold", [{1, 6}, {2, 5}, {3, 4}]),
        ("adjacent", [{1, 2}, {3, 4}, {5, 6}]),
    ],
)
def test_equal_scores_are_seeded(seeding: str, wanted: list[set[int]]) -> None:
    assert players(pair(field(1, 1, 1, 1, 1, 1), Rules(seeding=seeding), 1)) == wanted


def test_chance_is_the_same_with_the_same_seed() -> None:
    rules = Rules(seeding="random")
    drawn = [players(pair(field(*[1] * 8), rules, seed)) for seed in (1, 2, 1)]
    assert drawn[0] == drawn[2] != drawn[1]


def test_nobody_meets_again_where_it_can_be_helped() -> None:
    four = field(2, 2, 1, 0)
    for one, other in ((1, 2), (3, 4)):
        four.standings[one - 1].met.add(other)
        four.standings[other - 1].met.add(one)
    assert {1, 2} not in players(pair(four, Rules(), 1))
    two = field(1, 0, met={1, 2})
    (note,) = pair(two, Rules(), 1).notes
    assert note in (
        f"P{a} and P{b} meet again: there is no pairing without." for a, b in ((1, 2), (2, 1))
    )


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    five = field(3, 2, 2, 1, 0)
    assert pair(five, Rules(), 1).pairs[-1] == Pair(5, None)
    five.standings[4].byes = 1
    assert pair(five, Rules(), 1).pairs[-1] == Pair(4, None)


def test_who_has_floated_down_does_so_again_last() -> None:
    groups = field(1, 1, 1, 0, 0, 0)
    groups.standings[1].floats = 1
    floaters = [
        min(one.players)
        for one in pair(groups, Rules(), 1).pairs
        if len({groups.standings[row - 1].score for row in one.players}) == 2
    ]
    assert floaters and floaters != [2]


def test_colours_come_back_to_even() -> None:
    two = field(1, 1)
    two.standings[0].colours = -1
    two.standings[1].colours = 1
    assert {pair(two, Rules(), seed).pairs[0].white for seed in range(6)} == {1}


def test_clubs_are_kept_apart_in_the_first_rounds() -> None:
    clubs = "ABAB"
    standings = [
        Standing(row, GoPlayer(f"P{row}", rank="1k", club=club), 0.0)
        for row, club in enumerate(clubs, 1)
    ]
    for number, wanted in ((2, False), (3, True)):
        found = pair(Field(number, standings, frozenset({1, 2, 3, 4})), Rules(), 1)
        same = [{clubs[row - 1] for row in one.players} for one in found.pairs]
        assert all(len(one) == 1 for one in same) is wanted


def test_handicaps() -> None:
    strong, weak = (
        Standing(row, GoPlayer("", rank=rank), score)
        for row, rank, score in ((1, "1d", 5.0), (2, "4k", 2.0))
    )
    rules = Rules(handicap_by="rank", handicap_less=1)
    assert handicap(strong, weak, rules) == 3
    assert handicap(strong, weak, Rules(handicap_by="score")) == 2
    assert handicap(strong, weak, Rules(handicap_by="rank", handicap_less=0, handicap_most=2)) == 2
    assert handicap(strong, weak, Rules(handicap_by="rank", even_from="1d")) == 0
    assert handicap(strong, weak, Rules()) == 0
    (game,) = pair(Field(3, [strong, weak], frozenset({1, 2})), rules, 1).pairs
    assert (game.white, game.black, game.handicap) == (1, 2, 3)


def test_it_is_the_least_of_all_pairings() -> None:
    """Every pairing of six is tried: none is better, criterion by criterion."""
    six = field(2, 2, 1.5, 1, 1, 0)
    for own, colours, floats in zip(six.standings, (1, -1, 1, 1, -2, 0), (0, 1, -1, 0, 2, 0)):
        own.colours, own.floats = colours, floats
    rules = Rules()

    def all_pairings(left: list[Standing]) -> Any:
        if not left:
            yield []
        for other in left[1:]:
            for more in all_pairings([one for one in left[1:] if one is not other]):
                yield [(left[0], other), *more]

    groups = Groups(six.playing, rules, random.Random(1))
    best = min(
        Costs(*(sum(column) for column in zip(*(costs(a, b, six, rules, groups) for a, b in one))))
        for one in all_pairings(six.playing)
    )
    found = pair(six, rules, 1).pairs
    mine = total(six, found, rules)
    assert (mine.again, mine.score, mine.floats, mine.colours) == (
        best.again,
        best.score,
        best.floats,
        best.colours,
    )


def test_a_game_without_result_is_waited_for() -> None:
    tournament = GoTournament((GoPlayer("A", rounds=("2?",)), GoPlayer("B", rounds=("1?",))))
    with pytest.raises(InputError, match="A – B of round 1 has no result yet"):
        field_of(tournament, 2)
    with pytest.raises(InputError, match="1 players take part; two are needed"):
        pair(field_of(tournament, 1, [2]), Rules())


@pytest.mark.slow
def test_a_workbook_by_mcmahon(tmp_path: Path) -> None:
    data = tmp_path / "players.csv"
    ranks = zip("ABCDEFG", ("3d", "1d", "1k", "2k", "4k", "6k", "9k"))
    data.write_text("\n".join(["name,rank", *(f"{name},{rank}" for name, rank in ranks)]), "utf-8")
    book = tmp_path / "cup.xlsx"
    make(TEMPLATES["go"], data, book, rounds=3, system="mcmahon", games=6)
    entered(book, {"Setup": {"McMahonBar": "1d", "McMahonFloor": "5k", "StonesBy": "score"}})
    saved = SavedWorkbook.open(Package.from_path(book))
    starts = [player.start for player in read_tournament(_filled(saved)).players]
    assert starts == [5, 5, 4, 3, 1, 0, 0]
    paired, _ = write_pairing(book, Request(absent="G", seed=1))
    assert players(paired.pairing) == [{1, 2}, {3, 4}, {5, 6}]
    sheet = load_workbook(book)["Games"]
    rows = [row[:4] for row in sheet.iter_rows(values_only=True) if row[0] == 1]
    assert [row[1] for row in rows] == [1, 2, 3]
    assert [{*row[2:]} for row in rows] == [{"A", "B"}, {"C", "D"}, {"E", "F"}]
    with pytest.raises(InputError, match="of round 1 has no result yet"):
        pair_file(book)
