"""Rounds of chess: paired as an endorsed program paired them, and what a director adds to that."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.files import DATA, report, write
from xl_tourney.errors import EngineError, InputError, OptionError
from xl_tourney.pairing.chess import dutch
from xl_tourney.pairing.chess.check import check
from xl_tourney.pairing.chess.rounds import chess_rounds, held_pairs, round_to_pair
from xl_tourney.pairing.chess.second_opinion import note_on, second_opinion
from xl_tourney.pairing.next_round import pair_file
from xl_tourney.pairing.pairing import Pairing
from xl_tourney.pairing.request import Request
from xl_tourney.readers.chess import read_trf, write_trf
from xl_tourney.readers.chess.tournament import Bye, ChessPlayer, ChessTournament


def paired(path: Path, **request: Any) -> Pairing:
    return pair_file(path, Request(**request)).pairing


@pytest.mark.parametrize("path", sorted(DATA.glob("*.trf")), ids=lambda path: path.stem)
def test_every_round_is_the_one_of_the_endorsed_program(path: Path) -> None:
    tournament = read_trf(path)
    rounds = chess_rounds(tournament)
    for number in range(1, tournament.rounds + 1):
        found = dutch.pair(round_to_pair(tournament, number))
        wanted = {(pair.white, pair.black) for pair in held_pairs(rounds, number)}
        assert {(pair.white, pair.black) for pair in found.pairs} == wanted, number
        boards = [pair.board for pair in found.pairs if pair.black is not None]
        assert boards == [*range(1, len(boards) + 1)]


def test_the_second_opinion_is_the_same() -> None:
    tournament = read_trf(DATA / "d_0001_11x7.trf")
    for number in range(1, 8):
        round_ = round_to_pair(tournament, number)
        found = dutch.pair(round_)
        assert second_opinion(round_) == {pair.players for pair in found.pairs}
        assert note_on(round_, found) == ""


def test_another_opinion_is_a_note() -> None:
    tournament = read_trf(DATA / "d_0001_11x7.trf")
    round_ = round_to_pair(tournament, 2)
    found = dutch.pair(round_)
    first, second, *others = found.pairs
    exchanged = (replace(first, black=second.black), replace(second, black=first.black))
    assert "pairs this round otherwise" in note_on(
        round_, replace(found, pairs=(*exchanged, *others))
    )


def test_the_second_opinion_that_fails_a_rule_is_told_with_it(monkeypatch) -> None:
    tournament = read_trf(DATA / "d_0001_11x7.trf")
    round_ = round_to_pair(tournament, 5)
    found = dutch.pair(round_)
    wrong = {frozenset(pair) for pair in ((1, 4), (5, 7), (2, 10), (3, 9), (6, 11))} | {
        frozenset({8})
    }
    monkeypatch.setattr("xl_tourney.pairing.chess.second_opinion.second_opinion", lambda _: wrong)
    assert "fails C.04.3, 2.1.1." in note_on(round_, found)


def test_the_next_round_is_that_of_the_columns_before_it(tmp_path: Path) -> None:
    whole = read_trf(DATA / "d_0056_15x9.trf")
    for number in (1, 4, 9):
        held = replace(
            whole,
            players=tuple(replace(p, rounds=p.rounds[: number - 1]) for p in whole.players),
            announced_rounds=9,
            first_colour="w",
        )
        write_trf(held, tmp_path / "held.trf")
        found = paired(tmp_path / "held.trf")
        assert found.round == number
        wanted = paired(DATA / "d_0056_15x9.trf", number=number)
        if number > 1:
            assert found.pairs == wanted.pairs


def test_byes_that_were_requested_are_not_paired(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5, cells={3: "0000 - H", 6: "0000 - Z"}))
    found = paired(path, seed=1)
    assert found.absent == (3, 6)
    assert found.pairs == paired(write(tmp_path, report(announced=5)), absent="P3; 6", seed=1).pairs
    both = replace(read_trf(write(tmp_path, report(announced=5))), byes=(Bye("H", 1, (3, 6)),))
    write_trf(both, path)
    assert paired(path, seed=1).absent == (3, 6)


def test_the_colour_of_round_1_is_drawn_with_the_seed(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5))
    drawn = {paired(path, seed=seed).pairs[0].white for seed in range(8)}
    assert drawn == {1, 4}
    assert paired(path, seed=3) == paired(path, seed=3)
    assert "was drawn" in paired(path, seed=3).notes[0]
    path = write(tmp_path, report(announced=5) + "152 B\n")
    assert {paired(path, seed=seed).pairs[0].white for seed in range(4)} == {4}


def test_players_who_are_kept_apart_do_not_meet(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5) + "260   1   1    1    4\n152 W\n")
    assert {1, 4} not in [pair.players for pair in paired(path).pairs]
    path = write(tmp_path, report(announced=5) + "260   2   3    1    4\n152 W\n")
    assert {1, 4} in [pair.players for pair in paired(path).pairs]


def test_accelerated_points_count_for_the_pairing_alone(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5) + "250  1.0  1.0   1   1    1    2\n152 W\n")
    assert paired(path).pairs[0].players == {1, 2}


def test_a_round_waits_for_the_results_before_it(tmp_path: Path) -> None:
    games = {1: "   4 w  ", 4: "   1 b  ", 2: "   5 b 1", 5: "   2 w 0"}
    path = write(tmp_path, report(announced=5, cells={**games, 3: "0000 - U", 6: "0000 - Z"}))
    with pytest.raises(InputError, match="P1 – P4 of round 1 has no result yet"):
        paired(path)


def test_what_cannot_be_paired_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5))
    with pytest.raises(InputError, match="1 of 6 players take part; two are needed"):
        paired(path, absent="1;2;3;4;5")
    with pytest.raises(InputError, match="round 1 is the next one"):
        paired(path, number=3)
    with pytest.raises(OptionError, match="“Bop” is not among the players"):
        paired(path, absent="Bop")
    with pytest.raises(InputError, match="All 9 rounds of the tournament are paired"):
        tournament = read_trf(DATA / "d_0009_16x9.trf")
        round_to_pair(replace(tournament, announced_rounds=9))
    path = write(tmp_path, report(announced=5, players=2, cells={1: "   2 w 1", 2: "   1 b 0"}))
    with pytest.raises(InputError, match=r"some would meet again .* C\.04\.3, 1\.9\.3"):
        paired(path)


def test_the_command(run, tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5) + "152 W\n")
    code, out, _ = run("pair", path, "--absent", "P6", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["round"], found["system"], found["absent"]) == (1, "dutch", [6])
    assert found["pairs"][0] == {
        "board": 1,
        "white": 1,
        "black": 3,
        "white_name": "P1",
        "black_name": "P3",
    }
    assert found["pairs"][-1] == {
        "board": None,
        "white": 5,
        "black": None,
        "bye": "pairing-allocated",
        "white_name": "P5",
    }
    _, shown, _ = run("pair", path, "--absent", "P6")
    assert shown.splitlines()[0] == "Round 1"
    assert "bye" in shown and "Not paired: P6." in shown


def test_a_blank_row_is_nobody_who_is_not_paired(run, tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5).replace("P6", ""))
    _, shown, _ = run("pair", path)
    assert "bye" in shown and "Not paired" not in shown


def test_without_gacrux_the_extra_is_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "gacrux.pairingdutch", None)
    path = write(tmp_path, report(announced=5))
    with pytest.raises(EngineError, match=r"needs gacrux: pip install 'xl-tourney\[pair\]'"):
        paired(path)


def test_an_adjourned_game_counts_as_drawn(tmp_path: Path) -> None:
    games = {1: "   3 w  ", 3: "   1 b  ", 2: "   4 b 1", 4: "   2 w 0"}
    path = write(tmp_path, report(announced=3, players=4, cells=games))
    waiting = paired(path, adjourned="P3")
    drawn = {
        number: cell.replace("w  ", "w =").replace("b  ", "b =") for number, cell in games.items()
    }
    path = write(tmp_path, report(announced=3, players=4, cells=drawn))
    assert waiting == paired(path)


def test_records_of_javafo(tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5) + "XXC rank black1\nXXZ 2 5\nXXP 1 3\n")
    found = paired(path)
    assert found.absent == (2, 5)
    assert found.pairs[0].black == 1
    assert {1, 3} not in [pair.players for pair in found.pairs]


def test_a_whole_tournament_is_in_order(tmp_path: Path) -> None:
    """Paired round by round, with byes, forfeits, a late entry and a withdrawal; then judged."""
    draw = random.Random(5)
    cells: list[list[str]] = [[] for _ in range(12)]
    for number in range(1, 7):
        event = ChessTournament(
            tuple(
                ChessPlayer(row, f"P{row}", rounds=tuple(own)) for row, own in enumerate(cells, 1)
            ),
            announced_rounds=6,
            first_colour="W",
        )
        away = {12} if number == 1 else {3} if number == 2 else {7} if number > 3 else set()
        write_trf(event, tmp_path / "event.trf")
        found = paired(tmp_path / "event.trf", absent=";".join(map(str, away)))
        for row in away:
            cells[row - 1].append("H" if number < 4 else "Z")
        for pair in found.pairs:
            if pair.black is None:
                cells[pair.white - 1].append("U")
                continue
            white, black = draw.choice(["10", "01", "==", "10", "01", "+-"])
            cells[pair.white - 1].append(f"{pair.black}w{white}")
            cells[pair.black - 1].append(f"{pair.white}b{black}")
    event = replace(
        event,
        players=tuple(
            replace(player, rounds=tuple(own)) for player, own in zip(event.players, cells)
        ),
    )
    write_trf(event, tmp_path / "event.trf")
    verdict = check(read_trf(tmp_path / "event.trf"))
    assert (verdict.problems, verdict.rounds) == ([], 6)


def test_byes_of_the_round_that_the_points_include_already(tmp_path: Path) -> None:
    """As JaVaFo wants them: in the column of the round, and in the printed points."""
    games = {
        1: "   4 w 1",
        4: "   1 b 0",
        2: "   5 b =",
        5: "   2 w =",
        3: "   6 w 0",
        6: "   3 b 1",
    }
    byes = {2: "0000 - H", 5: "0000 - Z"}
    points = {1: 1.0, 2: 1.0, 3: 0.0, 4: 0.0, 5: 0.5, 6: 1.0}
    lines = []
    for line in report(announced=5, cells=games).splitlines():
        if line.startswith("001"):
            number = int(line[4:8])
            line = f"{line[:80]}{points[number]:>4}{line[84:]}  {byes.get(number, '')}".rstrip()
        lines.append(line)
    found = paired(write(tmp_path, "\n".join(lines)))
    assert (found.round, found.absent) == (2, (2, 5))
    assert found.pairs[0].players == {1, 6}
