"""Teams are paired by C.04.6, and the court holds their rounds to it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gacrux.pairingfideteam import pairing_fideteam
from gacrux.trf2json import trf2json

from tests.functions.chess import DATA
from xl_tourney.errors import InputError, OptionError
from xl_tourney.events.event import Event
from xl_tourney.exports.chess import FORMATS, read_tournament
from xl_tourney.pairing.chess.check import check
from xl_tourney.pairing.chess.event import pair_tournament
from xl_tourney.pairing.chess.reasons import explained_round
from xl_tourney.pairing.next_round import pair_file
from xl_tourney.pairing.request import Request
from xl_tourney.readers.chess import read, read_trf
from xl_tourney.readers.chess.tournament import ChessPlayer, ChessTournament
from xl_tourney.templates import TEMPLATES

SAMPLE = DATA / "trf26_team_grandmommy.trf"
CRETE = DATA / "teams_crete_2024.trf"


@pytest.fixture(scope="module")
def sample() -> ChessTournament:
    return read_trf(SAMPLE).of_teams()


def before(tournament: ChessTournament, number: int) -> ChessTournament:
    """A tournament of which the rounds from one on are not paired."""
    players = (replace(one, rounds=one.rounds[: number - 1]) for one in tournament.players)
    return replace(tournament, players=tuple(players), announced_rounds=tournament.rounds)


@pytest.mark.parametrize("number", [2, 7, 10, 13])
def test_gacrux_pairs_the_file_alike(sample: ChessTournament, number: int) -> None:
    """What it reads of the players' games, it gets here from the results of matches."""
    pairs = pair_tournament(before(sample, number), Request(number=number)).pairing.pairs
    report = trf2json()
    report.parse_file(SAMPLE.read_text(encoding="utf-8"), 0)
    event: dict[str, Any] = deepcopy(report.chessjson["event"]["tournaments"][0])
    event["currentRound"] = number - 1
    for key in ("matchList", "gameList"):
        event[key] = [one for one in event[key] if one["round"] < number]
    here: set[int] = set().union(*(pair.players for pair in pairs))
    for team in event["competitors"]:
        team["present"] = team["cid"] in here
    engine = pairing_fideteam(event, number, {"experimental": [], "verbose": 0})
    found = [
        one for bracket in engine.compute_pairing(False, 0) if bracket for one in bracket["pairs"]
    ]
    assert {(one["w"], one["b"] or None) for one in found} == {
        (pair.white, pair.black) for pair in pairs
    }


def played(rounds: int) -> ChessTournament:
    """Seven teams, paired round by round; the lower number always wins by 3 to 1."""
    players = tuple(ChessPlayer(n, f"Team {n}") for n in range(1, 8))
    event = ChessTournament(players, boards=4, announced_rounds=4, first_colour="W")
    for number in range(1, rounds + 1):
        cells = dict.fromkeys(range(1, 8), "U")
        for pair in pair_tournament(event, Request(number=number)).pairing.pairs:
            if pair.black:
                won = pair.white < pair.black
                cells[pair.white] = f"{pair.black}w{3 if won else 1}"
                cells[pair.black] = f"{pair.white}b{1 if won else 3}"
        event = with_round(event, list(cells.values()))
    return event


def with_round(event: ChessTournament, cells: Sequence[str]) -> ChessTournament:
    added = zip(event.players, cells)
    return replace(
        event, players=tuple(replace(one, rounds=(*one.rounds, cell)) for one, cell in added)
    )


def test_what_is_paired_here_passes_the_court() -> None:
    verdict = check(played(4))
    assert (verdict.problems, verdict.rounds) == ([], 4)


def test_teams_that_meet_again_are_found() -> None:
    event = played(2)
    again = [player.rounds[-1] for player in event.players]
    problems = check(replace(with_round(event, again), system="rematch")).problems
    texts = [problem.text for problem in problems if problem.round == 3]
    assert sum("have met before (C.04.6, 2.1.1)" in text for text in texts) == 3


def test_a_workbook_of_teams_is_paired_and_exported(tmp_path: Path) -> None:
    event = read(CRETE)
    path = tmp_path / "teams.xlsx"
    book = TEMPLATES["chess"].build(event, rounds=8)
    book.save(path)
    saved = Event.open(path).calculated
    assert read_tournament(saved).wall_list == event.team_wall_list
    assert (read_tournament(saved).boards, read_tournament(saved).of_match) == (6, 6)
    assert len(pair_file(saved, Request()).pairing.pairs) == 8
    with pytest.raises(OptionError, match="holds teams"):
        FORMATS["trf"](saved)
    with pytest.raises(OptionError, match="is not explained"):
        explained_round(saved, 2)


def test_a_file_of_2016_says_no_byes_of_teams() -> None:
    event = read(CRETE)
    assert sum(cell == "U" for team in event.teams for cell in team.rounds) == 7
    assert sum("taken for the bye" in warning for warning in event.warnings) == 7


def test_an_empty_workbook_of_teams_is_refused_in_its_words(tmp_path: Path) -> None:
    path = tmp_path / "teams.xlsx"
    TEMPLATES["chess"].build(teams=6, rounds=3).save(path)
    with pytest.raises(InputError, match="0 of 0 teams take part; two are needed"):
        pair_file(Event.open(path).calculated, Request())
