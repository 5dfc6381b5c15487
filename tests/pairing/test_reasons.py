"""Why two players meet: what is said of another pair is tried, and points have their formulas."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.files import DATA
from xl_tourney.errors import InputError, OptionError
from xl_tourney.explanations.explain import explain, read_book
from xl_tourney.generator.generate import make
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing.chess import dutch
from xl_tourney.pairing.chess.criteria import why_not
from xl_tourney.pairing.chess.reasons import reasons_of
from xl_tourney.pairing.chess.rounds import chess_rounds, held_pairs, round_to_pair
from xl_tourney.pairing.go import reasons as go
from xl_tourney.pairing.go.event import held_round
from xl_tourney.pairing.go.field import field_of
from xl_tourney.pairing.go.matching import Rules, pair
from xl_tourney.pairing.pairing import Pair
from xl_tourney.readers.chess import ChessPlayer, ChessTournament, read_trf
from xl_tourney.readers.chess.tournament import Bye
from xl_tourney.readers.go.read import read as read_go
from xl_tourney.templates import TEMPLATES

GO = Path(__file__).parents[1] / "data" / "go"


@pytest.mark.slow
def test_what_is_said_of_the_obvious_pair_is_so() -> None:
    """The partner who is named was met before, or the rule that is named fails with him."""
    tournament = read_trf(DATA / "d_0001_11x7.trf")
    rounds = chess_rounds(tournament)
    tried = 0
    for number in range(2, tournament.rounds + 1):
        round_ = round_to_pair(tournament, number)
        held = held_pairs(rounds, number)
        for one in held:
            for reason in reasons_of(round_, one, held):
                assert reason.article
                if "have met in round" in reason.text:
                    met = int(re.findall(r"round (\d+)", reason.text)[0])
                    first, wanted = reason.players["{1}" in reason.text], reason.players[2]
                    assert rounds[first - 1][met - 1].opponent + 1 == wanted
                    tried += 1
                elif "{2}" in reason.text:
                    assert reason.article.startswith(("2.1", "2.2", "2.3", "2.4", "3.8", "1.9"))
                    tried += 1
    assert tried > 10


@pytest.mark.slow
def test_a_pair_of_another_round_has_the_rule_that_it_breaks() -> None:
    tournament = read_trf(DATA / "d_0009_16x9.trf")
    round_ = round_to_pair(tournament, 6)
    held = held_pairs(chess_rounds(tournament), 6)
    first, second, *others = held
    exchanged = [
        Pair(first.white, second.black),
        Pair(second.white, first.black),
        *others,
    ]
    assert why_not(round_, exchanged)
    (reason, *_) = reasons_of(round_, exchanged[0], exchanged)
    assert "have met" in reason.text or reason.text.startswith("The round is not the one")


def tournament_of(*rounds: tuple[str, ...], **fields: Any) -> ChessTournament:
    players = (
        ChessPlayer(number, f"P{number}", rating=2000 - number, rounds=own)
        for number, own in enumerate(rounds, 1)
    )
    return ChessTournament(tuple(players), **{"announced_rounds": 5, **fields})


SIX = (("4w1",), ("5b0",), ("6w=",), ("1b0",), ("2w1",), ("3b=",))
"""Players 1 and 5 have a point, 3 and 6 half a point from their game, 2 and 4 none."""


def said_of(tournament: ChessTournament, *held: Pair) -> list[tuple[str, tuple[int, ...], str]]:
    """The reasons of all pairs of round 2, of a round that was held or of the right one."""
    round_ = round_to_pair(tournament, 2)
    pairs = held or dutch.pair(round_).pairs
    return [tuple(reason) for one in pairs for reason in reasons_of(round_, one, pairs)]


def test_every_pair_of_a_small_round_says_its_groups_its_colours_and_its_order() -> None:
    order = (
        "they are the two whom the order of the group has meet: number {} of its upper part, and "
        "of its lower part"
    )
    floats = (
        "floats down from the group of 0.5 points to {} in that of 0: its 2 players cannot all be "
        "paired among themselves"
    )
    assert said_of(tournament_of(*SIX)) == [
        (
            "1.3",
            (5, 1),
            "both are of the group of 1 point, {0} is number 2 and {1} number 1 of its 2",
        ),
        (
            "5.2.4",
            (5, 1),
            "{0} has had w, and strongly prefers Black; {1} has had w, and strongly prefers Black; "
            "the preference of the higher ranked player is granted",
        ),
        ("3.3", (5, 1), order.format(1)),
        ("1.4", (2, 3), f"{{1}} {floats.format('{0}')}"),
        (
            "5.2.1",
            (2, 3),
            "{0} has had b, and strongly prefers White; {1} has had w, and strongly prefers Black; "
            "both colour preferences are granted",
        ),
        ("3.3", (2, 3), order.format(1)),
        ("1.4", (6, 4), f"{{0}} {floats.format('{1}')}"),
        (
            "5.2.4",
            (6, 4),
            "{0} has had b, and strongly prefers White; {1} has had b, and strongly prefers White; "
            "the preference of the higher ranked player is granted",
        ),
        ("3.3", (6, 4), order.format(2)),
    ]


def test_another_pair_would_cost_a_colour_and_an_odd_group_floats() -> None:
    said = said_of(tournament_of(*SIX, ("U",)))
    first = "the order of the group has {1} meet {2} first, but then in the group of "
    more = "more players than necessary do not get the colour they prefer: 1 instead of 0"
    assert said[2::3][:2] == [
        ("2.4.7", (7, 1, 5), f"{first}1 point {more}"),
        ("2.4.7", (6, 5, 3), f"{first}0.5 points {more}"),
    ]
    assert said[1][2].startswith("{0} has had no colour yet; {1} has had w, and strongly prefers")
    down = "{1} floats down from the group of "
    assert [text for article, _, text in said if article == "1.4"] == [
        f"{down}1 point to {{0}} in that of 0.5: its 3 players are an odd number",
        f"{down}0.5 points to {{0}} in that of 0: its 3 players, with 1 from above, are an odd "
        "number",
    ]
    assert said[-1] == (
        "2.3.1",
        (4,),
        "{0} is left over with 0 points: nobody with less can have the bye so that all others can "
        "be paired",
    )


def faults(tournament: ChessTournament, *held: tuple[int, int | None]) -> list[tuple[Any, ...]]:
    pairs = [Pair(*one) for one in held]
    return [tuple(reason) for reason in why_not(round_to_pair(tournament, 2), pairs)]


def test_what_a_small_round_breaks() -> None:
    six = tournament_of(*SIX)
    met = "{0} and {1} have met in round 1"
    assert faults(six, (5, 1), (2, 3), (6, 4)) == []
    assert faults(six, (1, 4), (5, 2), (6, 3)) == [
        ("2.1.1", pair, met) for pair in ((1, 4), (5, 2), (6, 3))
    ]
    turned = (
        "5.2.4",
        (1, 5),
        "{0} has White against {1}, where {1} should: the preference of the higher ranked player "
        "is granted",
    )
    assert faults(six, (1, 5), (6, 3), (4, 2)) == [("2.1.1", (6, 3), met), turned]
    assert faults(six, (1, 5), (2, 3), (6, 4)) == [turned]
    later = (
        "3.8.1",
        (6, 2, 4, 3),
        "{0} – {1} and {2} – {3} instead of {1} – {3} and {0} – {2}: in the group of 0 points it "
        "is as good by every criterion, but comes later in the order of 4.2 to 4.4",
    )
    assert faults(six, (5, 1), (6, 2), (4, 3)) == [later]
    held = [Pair(5, 1), Pair(6, 2), Pair(4, 3)]
    begin = "The round is not the one of the Dutch system: "
    assert said_of(six, *held)[3:] == [(*later[:2], begin + later[2])] * 2
    seven = tournament_of(*SIX, ("U",))
    assert faults(seven, (1, 5), (4, 6), (2, 3), (7, None))[0] == (
        "2.1.2",
        (7,),
        "{0} gets the bye, but has had a bye, or a win without play, before",
    )
    (bye,) = faults(seven, (7, 1), (6, 4), (2, 3), (5, None))
    assert (bye[0], bye[2].rpartition(": ")[2]) == (
        "2.3.1",
        "somebody with 0 points could have the bye, not 1",
    )
    apart = tournament_of(*SIX, kept=("260   1   2    1    5",))
    assert ("2.1", (5, 1), "{0} and {1} are to be kept apart") in faults(
        apart, (5, 1), (2, 3), (6, 4)
    )
    later_apart = tournament_of(*SIX, kept=("260   3   5    1    5",))
    assert faults(later_apart, (5, 1), (2, 3), (6, 4)) == []


def test_what_a_round_is_paired_from() -> None:
    six = tournament_of(*SIX, kept=("XXZ 3",), byes=(Bye("H", 2, (6,)), Bye("Z", 3, (1,))))
    found = round_to_pair(six)
    assert (found.number, found.rounds, found.present) == (2, 5, {1, 2, 4, 5})
    assert found.absent == (3, 6)
    assert (found.first_colour, found.colour_is_known) == ("w", True)
    assert round_to_pair(six, absent=[1, 2]).present == {4, 5}
    first = round_to_pair(six, 1)
    assert (first.number, first.present, first.before) == (1, {1, 2, 3, 4, 5, 6}, ((),) * 6)
    unknown = tournament_of((), (), announced_rounds=None)
    assert round_to_pair(unknown, first_colour="b").first_colour == "b"
    assert not round_to_pair(unknown).colour_is_known
    assert (round_to_pair(unknown).number, round_to_pair(unknown).rounds) == (1, 2)
    for written, colour in (
        ("white1", "w"),
        ("BLACK1", "b"),
        ("black", "b"),
        ("b", "b"),
        ("x", ""),
    ):
        known = round_to_pair(tournament_of((), (), first_colour=written))
        assert (known.first_colour, known.colour_is_known) == (colour or "w", bool(colour))
    out = tournament_of(("2w1", "3w1"), ("1b0", "U"), ("U", "1b0"), ("H", "Z"))
    assert round_to_pair(out, 1).present == {1, 2, 3} and round_to_pair(out, 2).present == {1, 2, 3}
    assert round_to_pair(out).number == 3


def test_a_round_that_cannot_be_paired_yet_says_why() -> None:
    six = tournament_of(*SIX)
    with pytest.raises(InputError, match="Round 3 cannot be paired: round 2 is the next one"):
        round_to_pair(six, 3)
    with pytest.raises(InputError, match="Round -1 cannot be paired"):
        round_to_pair(six, -1)
    with pytest.raises(InputError, match="All 1 rounds of the tournament are paired"):
        round_to_pair(tournament_of(*SIX, announced_rounds=1))
    waiting = tournament_of(("2w?",), ("1b?",))
    with pytest.raises(InputError, match="The game P1 – P2 of round 1 has no result yet"):
        round_to_pair(waiting)
    for adjourned in ([1], [2]):
        before = round_to_pair(waiting, adjourned=adjourned).before
        assert [own[0].result for own in before] == ["=", "="]


def test_reasons_of_go() -> None:
    tournament = read_go(GO / "mm25_gp2020.xml")
    rules = Rules("mcmahon")
    field = field_of(tournament, 3)
    texts = [
        reason.text
        for one in pair(field, rules, 0).pairs
        for reason in go.reasons_of(field, rules, one)
    ]
    assert any("number" in text and "of their group" in text for text in texts)
    assert any("is left over: the last one of those who had no bye" in text for text in texts)
    assert any("they have met" in text or "then the round would cost" in text for text in texts)
    assert held_round(tournament, 3)


@pytest.mark.slow
def test_a_workbook_explains_its_rounds(tmp_path: Path, run) -> None:
    path = tmp_path / "cup.xlsx"
    make(TEMPLATES["chess"], DATA / "d_0023_7x5.trf", path, tiebreaks="BH", listed="chosen")
    book = read_book(Package.from_path(path))
    one, other = (
        f"Test000{number} Player000{number}"
        for number in next(
            (pair.white, pair.black)
            for pair in held_pairs(chess_rounds(read_trf(DATA / "d_0023_7x5.trf")), 3)
            if pair.black
        )
    )
    answer = explain(book, f"round 3: {one} – {other}")
    lines = list(answer.lines())
    assert lines[0] == f"Round 3: {one} – {other}"
    assert lines[1].startswith(f"  Before the round {one} had ")
    assert any("(C.04.3, 5.2." in line for line in lines)
    assert answer.check(book).wrong == []
    with pytest.raises(OptionError, match=r"round 3 has no such pair; it has .* – "):
        explain(book, f"Round 3: {one} - bye")
    code, _, err = run("explain", path, f"round 6: {one} – {other}")
    assert code == 2 and "All 5 rounds" in err
