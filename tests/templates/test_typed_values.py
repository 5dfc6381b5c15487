"""Values as people type them into plain LibreOffice: what the row then says, in each template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.templates.tables import Tables
from tests.updates.typing_in_libreoffice import Input
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.readers.chess.tournament import ChessPlayer, ChessTournament
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.readers.kdice import PlayerProfile
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.readers.tantrix import Match
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

pytestmark = pytest.mark.slow

PLAYERS = 24


def _round_one(number: int, won: str, lost: str) -> tuple[str]:
    """The first round of a wall list in which 1 beat 2, 3 beat 4 and so on."""
    return (f"{number + 1}{won}",) if number % 2 else (f"{number - 1}{lost}",)


RESULTS: Mapping[str, Any] = {
    "league": League([LeagueGame("Reds", "Blues", 2, 1, f"{n}") for n in range(18)]),
    "tantrix": [Match(f"Ann {n}", "Bob", 1, 12, 8) for n in range(7)],
    "kdice": [PlayerProfile(f"P{n}", 100, (20, 17, 14, 11, 11, 11, 16)) for n in range(10)],
    "bridge": Session(
        [TravellerLine(1, f"{n}", f"{n + 20}", 420, "4S", "N", 10) for n in range(1, 8)]
    ),
    "go": GoTournament(
        tuple(
            GoPlayer(f"Ann {n}", "", "", "5k", None, 20.0, _round_one(n, "+", "-"))
            for n in range(1, PLAYERS + 1)
        ),
        "Small",
        "mcmahon",
    ),
    "chess": ChessTournament(
        tuple(
            ChessPlayer(n, f"Ann {n}", rating=1500, rounds=_round_one(n, "w1", "b0"))
            for n in range(1, PLAYERS + 1)
        )
    ),
}
TIME = "A score is below 0, or a time"
PARTS = "Not complete: two teams, and a number in each score cell"
UNLISTED = "A player who is not listed"
NO_GAMES = "Not complete, or no whole number of games"
NO_SCORE = "No score that a board can have"
LEFT_OUT = "Left out: not complete, not in numbers from 0"
NO_TOTAL = "Left out: no such Games or Points; 2:1 is taken for a time"
RANK, NUMBERS = "The rank is 5k, 3d, 1p", "Rating, Start and Out after are numbers. "
NO_NUMBER = "A number on Players is none. "
UNREADABLE, DISAGREE = "R2 cannot be read. ", "R2 and the opponent's row disagree. "
NO_ROUND, NO_PLAYER = "There is no such round.", "{} is not on the wall list"
NO_RESULT, CONFLICT = "The result cannot be read", "The wall list, or another row, says something"


def _games(sides: tuple[str, str], rows: Sequence[tuple[str, ...]]) -> list[tuple[str, str, str]]:
    """Rows of the page Games: round, both players, result, and what the row says."""
    return [
        (f"games[{at}].{key}", typed, says)
        for at, (*cells, says) in enumerate(rows)
        for key, typed in zip(("round", *sides, "result"), cells)
    ]


TYPED: Mapping[str, list[tuple[str, str, str]]] = {
    "league": [
        ("results[0].home_score", "2:1", TIME),
        ("results[1].home_score", "-1", TIME),
        ("results[2].home_score", "60%", TIME),
        ("results[3].home_score", "abgesagt", PARTS),
        ("results[4].home_score", "w/o", PARTS),
        ("results[5].home_score", "1 900", PARTS),
        ("results[6].home_score", "½", PARTS),
        ("results[7].home", "  reds ", ""),
        ("results[8].home", "Redds", "A team that is not listed on Setup"),
        ("results[9].home_score", "30:28", TIME),
        ("results[10].overtime", "no", ""),
        ("results[11].away_score", "2", "A draw, and the rules have none"),
        (
            "results[12].overtime",
            "maybe",
            "Overtime is yes, OT, SO, AET, pen., both lost, annulled, no result, or blank",
        ),
        ("results[13].overtime", "n.V.", ""),
        ("results[14].overtime", "FALSE", ""),
        ("results[15].overtime", "0", ""),
        ("results[16].home_score", "12:0", TIME),
        ("results[17].home_score", "½", PARTS),
    ],
    "tantrix": [
        ("results[0].games", "2:1", NO_GAMES),
        ("results[1].games", "-1", NO_GAMES),
        ("results[2].games", "60%", NO_GAMES),
        ("results[3].tps_a", "1 900", NO_GAMES),
        ("results[4].tps_a", "-1", "TPs do not add up"),
        ("results[5].player_a", " ann   5 ", ""),
        ("results[6].player_a", "Anne", UNLISTED),
    ],
    "kdice": [
        ("players[0].games", "2:1", NO_TOTAL),
        ("players[1].games", "-1", NO_TOTAL),
        ("players[2].games", "1 900", NO_TOTAL),
        ("players[3].p1", "60%", "Finishes do not add up"),
        ("players[4].points", "w/o", NO_TOTAL),
        ("players[5].points", "2:1", NO_TOTAL),
        ("players[6].points", "60%", NO_TOTAL),
        ("players[7].points", "12:0", NO_TOTAL),
        ("players[8].games", "60%", NO_TOTAL),
        ("players[9].p1", "1 900", LEFT_OUT),
    ],
    "bridge": [
        ("travellers[0].score", "2:1", NO_SCORE),
        ("travellers[1].score", "-1", NO_SCORE),
        ("travellers[2].score", "60%", ""),
        ("travellers[3].score", "w/o", NO_SCORE),
        ("travellers[4].contract", "3XY", "Contract, By or Tricks cannot be read"),
        ("travellers[5].ns", "99", "A pair that is not on Setup"),
        ("travellers[6].score", "1 900", NO_SCORE),
    ],
    "go": [
        ("entries[0].rank", "1 dan", ""),
        ("entries[1].rank", "6 Kyu", ""),
        ("entries[2].rank", "1d?", ""),
        ("entries[3].rank", " 3D ", ""),
        ("entries[4].rank", "strong", RANK),
        ("entries[5].rank", "2:1", RANK),
        ("entries[6].rating", "1 900", NUMBERS),
        ("entries[7].rating", "1500*", NUMBERS),
        ("entries[8].rating", "1,900", ""),
        ("entries[9].rating", "60%", NUMBERS),
        ("entries[10].start", "2:1", NUMBERS),
        ("entries[11].start", "20½", NUMBERS),
        ("entries[12].out", "2:1", NUMBERS),
        ("entries[13].r_2", "2:1", UNREADABLE),
        ("entries[14].r_2", "60%", UNREADABLE),
        ("entries[15].r_2", "1-0", UNREADABLE),
        ("entries[16].r_2", "½", UNREADABLE),
        ("entries[17].r_2", "w/o", UNREADABLE),
        ("entries[18].r_2", "99+", "R2 names nobody. "),
        ("entries[19].r_2", " 20+ ", "R2 is against the player in this row. "),
        ("entries[20].name", "  Ann  21 ", ""),
        ("entries[22].name", "ann 21", "Listed above already. "),
        *_games(
            ("black", "white"),
            [
                ("2:1", "Ann 1", "Ann 2", "B+", NO_ROUND),
                ("3", " ann  3 ", "Ann 24", "b + r", ""),
                ("3", "Ann 4", "Anne 5", "W+", NO_PLAYER.format("Black or White")),
                ("3", "Ann 7", "Ann 7", "W+", "Black and White are the same."),
                ("3", "Ann 3", "Ann 8", "W+", CONFLICT),
                ("3", "Ann 9", "Ann 11", "1:0", ""),
                ("3", "Ann 10", "Ann 12", "½-½", ""),
                ("3", "Ann 13", "Ann 15", "2:1", NO_RESULT),
                ("3", "Ann 14", "Ann 16", "60%", NO_RESULT),
                ("3", "Ann 17", "Ann 19", "w/o", NO_RESULT),
                ("3", "Ann 20", "Bye", "", ""),
            ],
        ),
    ],
    "chess": [
        ("listed[0].rating", "1 900", NO_NUMBER),
        ("listed[1].rating", "1500*", NO_NUMBER),
        ("listed[2].rating", "1,900", ""),
        ("listed[3].rating", "2:1", NO_NUMBER),
        ("listed[4].rating", "60%", NO_NUMBER),
        ("listed[5].rating", "-5", NO_NUMBER),
        ("listed[6].birth", "1990-05-17", NO_NUMBER),
        ("listed[7].birth", "90", NO_NUMBER),
        ("listed[8].birth", "1990", ""),
        ("listed[20].name", "  Ann  21 ", ""),
        ("listed[22].name", "ann 21", "Listed above already. "),
        ("wall[9].r_2", "2:1", UNREADABLE),
        ("wall[10].r_2", "60%", UNREADABLE),
        ("wall[11].r_2", "0-1", UNREADABLE),
        ("wall[12].r_2", "½-½", UNREADABLE),
        ("wall[13].r_2", "w/o", UNREADABLE),
        ("wall[14].r_2", "99w1", "R2 names nobody. "),
        ("wall[15].r_2", " 16 w 1 ", "R2 is against the player in this row. "),
        ("wall[16].r_2", "½", ""),
        ("wall[17].r_2", "bye", ""),
        ("wall[18].r_2", "20w1", DISAGREE),
        ("wall[19].r_2", "19w1", DISAGREE),
        *_games(
            ("white", "black"),
            [
                ("2:1", "Ann 1", "Ann 2", "1-0", NO_ROUND),
                ("3", " ann  3 ", "Ann 24", "1 - 0", ""),
                ("3", "Ann 4", "Anne 5", "0-1", NO_PLAYER.format("White or Black")),
                ("3", "Ann 7", "Ann 7", "0-1", "White and Black are the same."),
                ("3", "Ann 3", "Ann 8", "0-1", CONFLICT),
                ("3", "Ann 9", "Ann 11", "1:0", ""),
                ("3", "Ann 10", "Ann 12", "1/2-1/2", ""),
                ("3", "Ann 13", "Ann 15", "2:1", NO_RESULT),
                ("3", "Ann 14", "Ann 16", "60%", NO_RESULT),
                ("3", "Ann 17", "Ann 19", "w/o", NO_RESULT),
                ("3", "Ann 20", "Bye", "", ""),
            ],
        ),
    ],
}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "league": {"points": "3-2-1-0", "places": 2},
    "go": {"rounds": 3},
    "chess": {"rounds": 3},
}


@pytest.mark.parametrize("name", TYPED)
def test_a_row_says_what_is_wrong_with_what_was_typed(typist, tmp_path: Path, name) -> None:
    workbook = TEMPLATES[name].build(RESULTS[name], **OPTIONS.get(name, {}))
    tables, book = Tables(workbook.tables), tmp_path / f"{name}.xlsx"
    book.write_bytes(package(workbook))
    cells = [tuple(tables.place(place).split("!")) for place, _, _ in TYPED[name]]
    typed = [Input(text) for _, text, _ in TYPED[name]]
    typist.type_into(book, [(*cell, text) for cell, text in zip(cells, typed)])
    saved = openpyxl.load_workbook(book, data_only=True)
    said = {}
    for place, text, _ in TYPED[name]:
        row = place.partition(".")[0]
        beside = row.replace("listed", "wall") if name == "chess" else row
        sheet, cell = tables.place(f"{beside}.problem").split("!")
        said[place, text] = saved[sheet][cell].value or ""
    wanted = {(place, text): says for place, text, says in TYPED[name]}
    assert {key: says for key, says in said.items() if not says.startswith(wanted[key])} == {}
    assert {k: says for k, says in said.items() if says and not wanted[k]} == {}
    ((sheet, cell),) = saved.defined_names["Status"].destinations
    assert "need a look" in saved[sheet][cell.replace("$", "")].value
