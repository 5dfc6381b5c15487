"""The court: each thing that is wrong is found, once, with its article; what is right passes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pairing.files import DATA
from xl_tourney.pairing.chess import criteria
from xl_tourney.pairing.chess.check import Problem, check, check_round
from xl_tourney.pairing.chess.dutch import PairedEngine, paired_engine
from xl_tourney.pairing.chess.rounds import ChessRound
from xl_tourney.readers.chess import read_trf, write_trf
from xl_tourney.readers.chess.tournament import ChessTournament


def exchanged(
    tournament: ChessTournament, number: int, one: int, other: int, turned: bool = False
) -> ChessTournament:
    """A tournament in which two Whites of a round have each other's opponents, or one turns."""
    cells = [list(player.rounds) for player in tournament.players]

    def play(white: int, black: int, result: str, reply: str) -> None:
        cells[white - 1][number - 1] = f"{black}w{result}"
        cells[black - 1][number - 1] = f"{white}b{reply}"

    games = {white: cells[white - 1][number - 1].split("w") for white in (one, other)}
    replies = {white: cells[int(black) - 1][number - 1][-1] for white, (black, _) in games.items()}
    if turned:
        black, result = games[one]
        play(int(black), one, replies[one], result)
    else:
        for white, rival in ((one, other), (other, one)):
            play(white, int(games[rival][0]), games[white][1], replies[white])
    return replace(
        tournament,
        players=tuple(
            replace(player, rounds=tuple(own)) for player, own in zip(tournament.players, cells)
        ),
        system="rematch",
    )


def pairings(tournament: ChessTournament, number: int) -> list[Problem]:
    return list(check_round(tournament, number))


@pytest.fixture(scope="module")
def thirty() -> ChessTournament:
    return read_trf(DATA / "d_0006_30x7.trf")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.trf")), ids=lambda path: path.stem)
def test_what_an_endorsed_program_paired_is_in_order(path: Path) -> None:
    verdict = check(read_trf(path))
    assert verdict.problems == []
    assert verdict.rounds == read_trf(path).rounds


def test_rounds_that_are_as_they_were_are_not_judged_again(
    thirty: ChessTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchanged_once = exchanged(thirty, 5, *whites(thirty, 5)[:2])
    problems = check(exchanged_once).problems
    judged = []

    def engine_of(round_: ChessRound) -> PairedEngine:
        judged.append(round_.number)
        return paired_engine(round_)

    monkeypatch.setattr(criteria, "paired_engine", engine_of)
    assert check(exchanged_once).problems == problems
    assert judged == []
    check(exchanged(thirty, 6, *whites(thirty, 6)[:2]))
    assert 6 in judged and not {1, 2, 3, 4} & {*judged}


def whites(tournament: ChessTournament, number: int) -> list[int]:
    return [row for row, p in enumerate(tournament.players, 1) if "w" in p.rounds[number - 1]]


@pytest.mark.slow
def test_every_exchange_of_opponents_is_found(thirty: ChessTournament) -> None:
    articles = set()
    first, *others = whites(thirty, 5)
    for other in others:
        (problem, *more) = pairings(exchanged(thirty, 5, first, other), 5)
        assert problem.kind == "pairing"
        assert {first, other} & set(problem.players)
        articles |= {one.text.rpartition("C.04.3, ")[2].strip(").") for one in (problem, *more)}
    assert {"2.1.1", "2.4.1"} <= articles


def test_two_who_have_met_may_not_meet_again() -> None:
    tournament = read_trf(DATA / "d_0009_16x9.trf")
    white = next(row for row in whites(tournament, 7) if row != 9)
    found = [
        problem.text
        for other in whites(tournament, 7)
        if other != white
        for problem in pairings(exchanged(tournament, 7, white, other), 7)
        if "2.1.1" in problem.text
    ]
    assert found and all("have met in round" in text for text in found)


def test_turned_colours_are_found_with_the_rule_of_the_colour(thirty: ChessTournament) -> None:
    white = whites(thirty, 4)[0]
    (problem,) = pairings(exchanged(thirty, 4, white, white, turned=True), 4)
    assert "has White against" in problem.text
    assert "(C.04.3, 5.2." in problem.text


def test_all_colours_of_round_1_turned_are_one_problem(thirty: ChessTournament) -> None:
    colour = "black1" if "w" in thirty.players[0].rounds[0] else "white1"
    (problem,) = pairings(replace(thirty, first_colour=colour), 1)
    assert "all colours are turned" in problem.text


def test_two_byes_in_a_round_are_found() -> None:
    tournament = read_trf(DATA / "d_0056_15x9.trf")
    white = whites(tournament, 9)[0]
    black = int(tournament.players[white - 1].rounds[8].split("w")[0])
    players = tuple(
        replace(p, rounds=(*p.rounds[:8], "U")) if p.number in (white, black) else p
        for p in tournament.players
    )
    (problem,) = pairings(replace(tournament, players=players), 9)
    assert len(problem.players) == 3
    assert "have the pairing-allocated bye; one player at most" in problem.text


def test_points_that_do_not_add_up_are_found(thirty: ChessTournament) -> None:
    first = thirty.players[0]
    wrong = replace(first, points=(first.points or 0) + 0.5)
    problems = check(replace(thirty, players=(wrong, *thirty.players[1:]))).problems
    (points,) = (one for one in problems if one.kind == "points")
    assert points.players == (1,)
    assert f"results add up to {first.points:g}" in points.text


@pytest.mark.slow
def test_places_follow_the_list_of_tie_breaks(tmp_path: Path, thirty: ChessTournament) -> None:
    path = tmp_path / "ranked.trf"
    write_trf(replace(thirty, codes=("BH/C1", "BH", "SB"), rules="2026"), path)
    ranked = read_trf(path)
    assert check(ranked).problems == []
    by_rank = sorted(ranked.players, key=lambda player: player.rank or 0)
    third, fourth = by_rank[2], by_rank[3]
    swapped = {third.number: fourth.rank, fourth.number: third.rank}
    players = tuple(replace(p, rank=swapped.get(p.number, p.rank)) for p in ranked.players)
    (problem,) = check(replace(ranked, players=players)).problems
    assert (problem.kind, set(problem.players)) == ("place", {third.number, fourth.number})
    assert "(C.07, " in problem.text


def test_a_round_robin_is_held_to_its_meetings() -> None:
    path = Path(__file__).parents[1] / "data" / "chess" / "real_07_rr.trf"
    tournament = read_trf(path)
    assert check(tournament).problems == []
    again = tuple(replace(p, rounds=(*p.rounds[:8], p.rounds[0])) for p in tournament.players)
    problems = check(replace(tournament, players=again)).problems
    assert sum(one.kind == "pairing" for one in problems) == len(again) // 2
    assert "meet again, as in round 1" in problems[0].text


@pytest.mark.slow
def test_the_command(run, tmp_path: Path, thirty: ChessTournament) -> None:
    code, out, err = run("check", DATA / "d_0023_7x5.trf")
    assert (code, out) == (0, "")
    assert "5 rounds judged; all is in order" in err
    first, second = whites(thirty, 7)[:2]
    write_trf(exchanged(thirty, 7, first, second), tmp_path / "wrong.trf")
    code, out, _ = run("check", "wrong.trf", "--json")
    assert code == 1
    problem = json.loads(out)["problems"][0]
    assert (problem["round"], problem["kind"]) == (7, "pairing")
    assert set(problem) == {"round", "kind", "players", "text"}
