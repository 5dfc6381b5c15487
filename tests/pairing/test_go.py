"""Rounds of go: the least weight, criterion by criterion, and never worse than OpenGotha in sum."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from openpyxl import load_workbook

from benchmarks.pairing import compare_go
from tests.pairing.files import entered, write_pairing
from xl_tourney.errors import InputError, OptionError
from xl_tourney.events.event import Event
from xl_tourney.exports.go import read_tournament
from xl_tourney.generator.generate import make
from xl_tourney.pairing.go.event import _results, held_round, rules_of
from xl_tourney.pairing.go.field import (
    Field,
    Standing,
    entries_of,
    field_of,
    first_unpaired_round,
)
from xl_tourney.pairing.go.matching import Costs, Groups, Rules, costs, handicap, pair, total
from xl_tourney.pairing.go.reasons import reasons_of
from xl_tourney.pairing.next_round import pair_file
from xl_tourney.pairing.pairing import Pair
from xl_tourney.pairing.request import Request
from xl_tourney.pairing.round_robin import MOST_PLAYERS, berger_round
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.templates import TEMPLATES

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


def test_what_a_pair_costs() -> None:
    whole = field(2.5, 1, 2.5)
    higher, lower, level_ = whole.standings
    rules, groups = Rules(), Groups(whole.playing, Rules(), random.Random(1))
    assert costs(higher, lower, whole, rules) == Costs(score=9, floats=2, colours=2)
    assert costs(lower, higher, whole, rules, groups).place == 1  # both groups have a middle
    higher.floats, lower.floats = 2, 1
    assert costs(higher, lower, whole, rules).floats == 9 + 0 - 4 - 1
    higher.met.add(lower.number)
    lower.met.add(higher.number)
    assert costs(higher, lower, whole, rules).again == 1
    higher.colours, lower.colours = 1, -1
    better, worse = Pair(lower.number, higher.number), Pair(higher.number, lower.number)
    assert costs(higher, lower, whole, rules).colours == -2
    assert costs(higher, lower, whole, rules, pair=better).colours == -2
    assert costs(higher, lower, whole, rules, pair=worse).colours == 6
    assert costs(higher, lower, whole, rules, pair=Pair(1, 2, handicap=3)).colours == 0
    assert costs(higher, level_, whole, rules, groups) == Costs(colours=0, seeding=0)
    six = field(1, 1, 1, 1, 1, 1)
    for seeding, cost in (("slip", 1), ("fold", 1), ("adjacent", 9), ("random", 9)):
        groups = Groups(six.playing, Rules(), random.Random(1))
        assert costs(*six.standings[::4][:2], six, Rules(seeding=seeding), groups).seeding == cost
    alone = costs(higher, lower, whole, rules, None, better)
    assert total(whole, [better, Pair(3, None)], rules) == alone
    assert total(whole, [Pair(3, None)], rules) == Costs()


@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [
        (("Reds", "FR"), ("reds", "DE"), 2),
        (("Reds", "FR"), ("Blues", "fr"), 1),
        (("Reds", "FR"), ("Blues", "DE"), 0),
        (("", ""), ("", ""), 0),
    ],
)
def test_one_home_costs_in_the_first_rounds(
    one: tuple[str, str], other: tuple[str, str], cost: int
) -> None:
    two = [
        Standing(row, GoPlayer("", club=club, country=country), 0.0)
        for row, (club, country) in enumerate((one, other), 1)
    ]
    for number, due in ((1, cost), (2, cost), (3, 0)):
        assert costs(*two, Field(number, two, frozenset({1, 2})), Rules()).home == due


def test_where_a_float_comes_from() -> None:
    groups = Groups(field(*[1.0] * 5).playing, Rules(), random.Random(1))
    five = field(*[1.0] * 5).standings
    assert [groups.away(one, "middle") for one in five] == [4, 2, 0, 2, 4]
    assert [groups.away(one, "top") for one in five] == [0, 2, 4, 6, 8]
    assert [groups.away(one, "bottom") for one in five] == [8, 6, 4, 2, 0]


def test_the_field_of_a_round_is_what_came_before() -> None:
    players = (
        GoPlayer("A", rank="1d", start=2, rounds=("2+/b", "3+w", "0+")),
        GoPlayer("B", rank="2k", start=1, rounds=("1-/w", "4=!b", "2+")),
        GoPlayer("C", rank="1k", rounds=("4+/w2", "1-b", "0-")),
        GoPlayer("D", rank="?", rounds=("3-/b2", "2=!w", "0="), out=3),
        GoPlayer("E", rank="2p", rounds=("0+", "0=", ""), out=2),
        GoPlayer("", rounds=("", "", "")),
    )
    found = field_of(GoTournament(players), 3)
    a, b, c, d, e, _ = found.standings
    assert [one.score for one in (a, b, c, d, e)] == [4.0, 1.5, 1.0, 0.5, 1.5]
    assert [one.met for one in (a, b, c, d)] == [{2, 3}, {1, 4}, {4, 1}, {3, 2}]
    assert [one.byes for one in found.standings[:5]] == [0, 0, 0, 0, 1]
    assert [one.colours for one in (a, b, c, d)] == [0, 1, -1, 0]
    assert [one.last_colour for one in (a, b, c, d)] == ["w", "w", "b", "b"]
    assert [one.floats for one in (a, b, c, d)] == [2, 0, -1, -1]
    assert found.present == {1, 2} and [one.number for one in found.playing] == [1, 2]
    assert field_of(GoTournament(players), 3, [2]).present == {1}
    wins = field_of(GoTournament(players), 3, mcmahon=False)
    assert [one.score for one in wins.standings[:5]] == [2.0, 0.5, 1.0, 0.5, 1.5]
    assert first_unpaired_round(GoTournament(players[:5])) == 4
    assert first_unpaired_round(GoTournament((GoPlayer("A", rounds=("0+", "2+")),) * 2)) == 1
    assert entries_of(GoTournament(players), 4) == [""] * 6


def test_who_is_first_in_a_group() -> None:
    of = [
        Standing(1, GoPlayer("", rank="3k"), 1.0),
        Standing(2, GoPlayer("", rank="1d"), 1.0),
        Standing(3, GoPlayer("", rank="9k", rating=150.0), 1.0),
        Standing(4, GoPlayer("", rank="3k"), 1.0),
        Standing(5, GoPlayer("", rank="30k"), 1.5),
    ]
    assert [one.number for one in Field(1, of, frozenset(range(1, 6))).playing] == [5, 3, 2, 1, 4]


def test_black_takes_the_stones_and_who_had_black_gets_white() -> None:
    two = field(3, 1)
    by_score = Rules(handicap_by="score", handicap_less=0)
    assert pair(two, by_score, 1).pairs == (Pair(1, 2, 1, 2),)
    assert pair(two, Rules(handicap_by="score", handicap_less=1), 1).pairs[0].handicap == 1
    for last, white in (("w", 2), ("b", 1)):
        two.standings[0].last_colour, two.standings[1].last_colour = last, "bw"[last == "b"]
        assert {pair(two, Rules(), seed).pairs[0].white for seed in range(8)} == {white}
    two.standings[1].last_colour = two.standings[0].last_colour
    assert {pair(two, Rules(), seed).pairs[0].white for seed in range(8)} == {1, 2}


def test_two_who_must_meet_again_are_named() -> None:
    two = field(1, 1)
    two.standings[0].met.add(2)
    two.standings[1].met.add(1)
    standings = [*two.standings, *field(0, 0, 0).standings[2:]]
    found = pair(Field(5, standings, frozenset({1, 2})), Rules(), 1)
    (one,) = found.pairs
    assert found.notes == (
        f"P{one.white} and P{one.black} meet again: there is no pairing without.",
    )
    assert (found.round, found.absent) == (5, (3,))


def setup(**named: Any) -> Any:
    """A workbook of which Setup says this."""
    return SimpleNamespace(
        name="cup.xlsx", setting=named.get, text=lambda name: str(named.get(name) or "")
    )


def test_setup_says_how_rounds_are_paired() -> None:
    assert rules_of(setup(), "swiss") == Rules("swiss")
    said = setup(
        PairedBy="fold",
        FloatsFrom="top",
        StonesBy="rank",
        StonesLess=2.0,
        StonesMost=4,
        EvenFrom="1d",
        ApartRounds=0,
    )
    assert rules_of(said, "mcmahon") == Rules("mcmahon", "fold", "top", "rank", 2, 4, "1d", 0)
    for name, choices in (
        ("PairedBy", "slip, fold, adjacent, random"),
        ("FloatsFrom", "middle, top, bottom"),
        ("StonesBy", "none, score, rank"),
    ):
        says = f"cup.xlsx: {name} on Setup is odd; say {choices}."
        with pytest.raises(OptionError, match=re.escape(says)):
            rules_of(setup(**{name: "odd"}), "swiss")


def test_a_round_that_was_held_is_read_again() -> None:
    players = (
        GoPlayer("A", rounds=("2+/w3", "3?")),
        GoPlayer("B", rounds=("1-/b3", "0-")),
        GoPlayer("C", rounds=("0+", "1?")),
        GoPlayer("D", rounds=("5=/b", "5-")),
        GoPlayer("E", rounds=("4=/w", "4+")),
    )
    event = GoTournament(players)
    assert held_round(event, 1) == [Pair(1, 2, None, 3), Pair(3, None), Pair(5, 4)]
    assert held_round(event, 2) == [Pair(1, 3), Pair(4, 5)]
    assert _results(event, 1) == ["A – B", "D – E"]
    assert _results(event, 2) == ["D – E"]


def test_a_round_robin_goes_by_the_tables() -> None:
    names = {2: "A", 3: "B", 5: "C"}
    found = berger_round([*names], 1)
    assert (found.round, found.system) == (1, "round-robin")
    assert found.pairs == (Pair(3, 5, 1), Pair(2, None))
    assert len(berger_round([*names], 6, 2).pairs) == 2
    with pytest.raises(InputError, match="All 3 rounds of the round robin are paired"):
        berger_round([*names], 4)
    for count in (1, MOST_PLAYERS + 1):
        with pytest.raises(OptionError, match=f"for 2 to {MOST_PLAYERS} players, and {count} are"):
            berger_round(range(1, count + 1), 1)
    assert len(berger_round([1, 2], 1).pairs) == 1


def reasons(found: Field, rules: Rules, one: Pair) -> list[str]:
    return [reason.text for reason in reasons_of(found, rules, one)]


def test_why_two_players_of_go_meet() -> None:
    six = field(2, 2, 2, 2, 1, 1)
    six.standings[0].colours, six.standings[2].colours = 2, -1
    mind = "that is the pair that slip has in mind"
    assert reasons(six, Rules(), Pair(3, 1)) == [
        "both have 2 points: {0} is number 3 and {1} number 1 of the 4 of their group",
        "{0} has had Black 1 times more, {1} has had White 2 times more",
        mind,
    ]
    assert reasons(six, Rules(seeding="random"), Pair(3, 1))[2:] == []
    assert reasons(six, Rules(handicap_by="score"), Pair(4, 2, handicap=3))[1:] == [
        "{1} takes 3 stones, as Setup says",
        mind,
    ]
    six.standings[0].met.add(3)
    six.standings[2].met.add(1)
    (_, colours, last) = reasons(six, Rules(), Pair(1, 4))
    assert colours == "{0} has had White 2 times more, {1} has had White and Black equally often"
    assert last == "slip has {0} meet {2} first, but they have met"
    assert reasons(six, Rules(), Pair(4, 1))[2] == last.replace("{0}", "{1}")
    odd = field(2, 2, 2, 1)
    assert reasons(odd, Rules(), Pair(1, 4))[0] == (
        "{0} has 2 points and {1} 1: the 3 with the higher score are an odd number"
    )
    even = field(2, 2, 1, 1)
    even.standings[2].met.add(4)
    even.standings[3].met.add(3)
    (why, _, cost) = reasons(even, Rules(), Pair(1, 3))
    assert why == "{0} has 2 points and {1} 1: the round as a whole decides it"
    assert cost == (
        "slip has {0} meet {2} first, but then the round would cost 1 instead of 0 so many games "
        "between players who have met"
    )
    for byes, had in ((0, "no bye"), (2, "2 byes")):
        odd.standings[2].byes = byes
        said = f"{{0}} is left over: the last one of those who had {had}"
        assert reasons(odd, Rules(), Pair(3, None)) == [said]


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
    saved = Event.open(book)
    starts = [player.start for player in read_tournament(saved.calculated).players]
    assert starts == [5, 5, 4, 3, 1, 0, 0]
    paired, _ = write_pairing(book, Request(absent="G", seed=1))
    assert players(paired.pairing) == [{1, 2}, {3, 4}, {5, 6}]
    sheet = load_workbook(book)["Games"]
    rows = [row[:4] for row in sheet.iter_rows(values_only=True) if row[0] == 1]
    assert [row[1] for row in rows] == [1, 2, 3]
    assert [{*row[2:]} for row in rows] == [{"A", "B"}, {"C", "D"}, {"E", "F"}]
    with pytest.raises(InputError, match="of round 1 has no result yet"):
        pair_file(book)
