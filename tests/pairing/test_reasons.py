"""Why two players meet: what is said of another pair is tried, and points have their formulas."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pairing.files import DATA
from xl_tourney.errors import OptionError
from xl_tourney.explain.explain import explain, open_book
from xl_tourney.generator.generate import make
from xl_tourney.pairing.chess.check import held_pairs
from xl_tourney.pairing.chess.criteria import why_not
from xl_tourney.pairing.chess.reasons import reasons_of
from xl_tourney.pairing.chess.rounds import chess_rounds, round_to_pair
from xl_tourney.pairing.go import reasons as go
from xl_tourney.pairing.go.event import held_round
from xl_tourney.pairing.go.field import field_of
from xl_tourney.pairing.go.matching import Rules, pair
from xl_tourney.pairing.pairing import Pair
from xl_tourney.readers.chess import read_trf
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
    book = open_book(path)
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
