"""The Dutch system of FIDE (Handbook C.04.3, text of 1 February 2026), paired by gacrux.

Teams are paired by the same program, by their own system; see :mod:`.teams`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from types import ModuleType
from typing import Any

from ...errors import EngineError, InputError
from ...functions.chess.wall_list import Round
from ..pairing import Pair, Pairing
from . import teams
from .rounds import ChessRound

SYSTEM = "dutch"
_RESULTS = {
    "1": ("W", True),
    "=": ("D", True),
    "0": ("L", True),
    "U": ("P", True),
    "+": ("W", False),
    "F": ("W", False),
    "H": ("D", False),
    "-": ("Z", False),
    "Z": ("Z", False),
}
"""Each result as gacrux has it, and whether the round counts as played there."""


def pair(round_: ChessRound) -> Pairing:
    """The pairing of a round by the Dutch system.

    Raises
    ------
    InputError
        There is nobody to pair, or no pairing is left that the rules allow (C.04.3, 1.9.3).
    EngineError
        gacrux is not installed.
    """
    pairs = paired_engine(round_).pairs if round_.present or not round_.by_hand else []
    return Pairing(
        round_.number,
        teams.SYSTEM if round_.boards else SYSTEM,
        tuple(
            Pair(one["w"], one["b"] or None, number if one["b"] else None)
            for number, one in enumerate(pairs, 1)
        ),
        round_.absent,
    )


class PairedEngine:
    """gacrux after it has paired a round: its brackets, and what it knows of each player."""

    def __init__(self, engine: Any, brackets: list[dict[str, Any]]) -> None:
        self.engine = engine
        self.brackets = [bracket for bracket in brackets if bracket]
        self.players: list[dict[str, Any]] = engine.crosstable.competitors
        """What it knows of each player, by row."""
        self.scores = [float(score) for score in engine.crosstable.level2score]
        """The points of each bracket, by its level."""

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """The pairs of all brackets, by board."""
        found = [one for bracket in self.brackets for one in bracket["pairs"]]
        return sorted(found, key=lambda one: int(one["board"]))

    @property
    def bye(self) -> int | None:
        """Who is left over."""
        return next((one["w"] for one in self.pairs if not one["b"]), None)


def judged_engine(round_: ChessRound, pairs: Iterable[Pair]) -> PairedEngine:
    """The engine with a round as it was paired, whose criteria it has counted by bracket."""
    tournament = _as_tournament(round_)
    games = tournament["gameList"]
    for one in pairs:
        white = {"cid": one.white, "result": "A" if one.black else "P"}
        black = {"cid": one.black, "result": "A"} if one.black else None
        games.append(
            {
                "id": len(games) + 1,
                "round": round_.number,
                "white": white,
                "black": black,
                "played": True,
                "rated": True,
            }
        )
    engine = _engine(tournament, round_.number)
    return PairedEngine(engine, engine.compute_pairing(True, 1))


def _engine(tournament: dict[str, Any], number: int) -> Any:
    parameters = {"experimental": [], "verbose": 0}
    if tournament["teamTournament"]:
        return _import("gacrux.pairingfideteam").pairing_fideteam(tournament, number, parameters)
    return _import("gacrux.pairingdutch").pairing_dutch(tournament, number, parameters)


def paired_engine(round_: ChessRound) -> PairedEngine:
    """The engine with the round paired; raises as :func:`pair` does."""
    errors = _import("gacrux.gacruxexeptions")
    if len(round_.present) < 2:
        who = "teams" if round_.boards else "players"
        raise InputError(
            f"Round {round_.number} cannot be paired: {len(round_.present)} of "
            f"{len(round_.before)} {who} take part; two are needed."
        )
    engine = _engine(_as_tournament(round_), round_.number)
    try:
        return PairedEngine(engine, engine.compute_pairing(False, 0))
    except errors.GacruxNoLegalPairing:
        raise InputError(
            f"Round {round_.number} cannot be paired: whoever plays whom, some would meet again or "
            "get a colour that is not allowed. C.04.3, 1.9.3 leaves it to the arbiter what to do."
        ) from None
    except errors.GacruxError as error:
        raise EngineError(f"gacrux cannot pair round {round_.number}: {error}.") from error


def _import(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise EngineError(
            "Pairing a Swiss round of chess needs gacrux: pip install 'xl-tourney[pair]'."
        ) from None


def _as_tournament(round_: ChessRound) -> dict[str, Any]:
    """The tournament as gacrux takes it (its JSON for chess)."""
    chess = _import("gacrux.chessjson").chessjson()
    tournament: dict[str, Any] = chess.add_tournament(1, False, round_.rounds)
    win, draw, loss, bye = (Decimal(str(points)) for points in round_.scoring[:4])
    tournament["scoreSystem"] = {
        **tournament["scoreSystem"],
        "game": {**tournament["scoreSystem"]["game"], "W": win, "D": draw, "L": loss, "P": bye},
    }
    tournament["currentRound"] = round_.number - 1
    tournament["topColor"] = round_.first_colour
    tournament["pairingSystem"] = [SYSTEM]
    tournament["maxMeets"] = 1
    tournament["competitors"] = [
        {
            "cid": row,
            "profileId": row,
            "present": row in round_.present,
            "gamePoints": Decimal(0),
            "rank": row,
            "rating": None,
        }
        for row in range(1, len(round_.before) + 1)
    ]
    tournament["gameList"] = [{**game, "id": n} for n, game in enumerate(_games(round_), 1)]
    tournament["accelerated"] = {
        "name": "Acc",
        "values": [
            {
                "matchPoints": Decimal(str(one.points)),
                "gamePoints": Decimal(str(one.points)),
                "firstRound": one.first_round,
                "lastRound": one.last_round,
                "firstCompetitor": one.first_player,
                "lastCompetitor": one.last_player,
            }
            for one in round_.acceleration
        ],
    }
    tournament["prohibited"] = [
        {
            "firstRound": one.first_round,
            "lastRound": one.last_round,
            "competitors": sorted(one.players),
        }
        for one in round_.forbidden
    ]
    return teams.as_teams(tournament, round_) if round_.boards else tournament


def _games(round_: ChessRound) -> Iterator[dict[str, Any]]:
    """Every game and bye of the rounds before, once."""
    for row, own in enumerate(round_.before, 1):
        for n, cell in enumerate(own, 1):
            result, played = _RESULTS[cell.result]
            mine = {"cid": row, "result": result}
            if cell.opponent < 0:
                yield {"round": n, "white": mine, "black": None, "played": played, "rated": False}
            elif _is_white(cell, row):
                other = round_.before[cell.opponent][n - 1]
                theirs = {"cid": cell.opponent + 1, "result": _RESULTS[other.result][0]}
                yield {"round": n, "white": mine, "black": theirs, "played": played, "rated": True}


def _is_white(cell: Round, row: int) -> bool:
    """Whether a row has White; where no colour is known, the first of the two."""
    return cell.colour == "w" or (not cell.colour and row <= cell.opponent)
