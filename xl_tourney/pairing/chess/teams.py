"""The Swiss system for teams (C.04.6, text of 1 February 2026), paired by gacrux.

gacrux knows the games of a match, not its points; so each team has a player for each board here.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from ...functions.chess.wall_list import Round
from .rounds import ChessRound

SYSTEM = "fideteam"
_GAMES = {"1": "W", "=": "D", "0": "L", "+": "W", "-": "Z"}
"""The result of a board as gacrux has it."""


def as_teams(tournament: dict[str, Any], round_: ChessRound) -> dict[str, Any]:
    """A tournament for gacrux whose competitors are teams, and whose games are matches."""
    boards = round_.boards or 1
    win, draw, loss, bye, bye_games = round_.scoring
    half = boards / 2 if bye_games is None else bye_games
    system = tournament["scoreSystem"]
    points = {"W": win, "D": draw, "L": loss, "P": bye}
    games = [{**one, "id": n} for n, one in enumerate(_games(round_, boards), 1)]
    of_match: dict[tuple[int, int], list[int]] = {}
    for game in games:
        of_match.setdefault((game["round"], game.pop("match")), []).append(game["id"])
    return {
        **tournament,
        "teamTournament": True,
        "teamSize": boards,
        "pairingSystem": [SYSTEM, *round_.method],
        "topColorExplicit": True,
        "scoreSystem": {
            **system,
            "match": system["match"] | {key: Decimal(str(one)) for key, one in points.items()},
            "game": system["game"] | {"P": Decimal(str(half / boards))},
        },
        "competitors": [
            {
                **team,
                "matchPoints": Decimal(0),
                "teamId": team["cid"],
                "cplayers": [
                    {
                        "cid": _player(team["cid"], board, boards),
                        "profileId": 0,
                        "present": True,
                        "gamePoints": Decimal(0),
                        "rating": None,
                        "order": board,
                        "teamId": team["cid"],
                    }
                    for board in range(1, boards + 1)
                ],
            }
            for team in tournament["competitors"]
        ],
        "matchList": [
            {**match, "games": of_match.get((match["round"], match["white"]["cid"]), [])}
            for match in tournament["gameList"]
        ],
        "gameList": games,
    }


def _player(team: int, board: int, boards: int) -> int:
    return (team - 1) * boards + board


def _games(round_: ChessRound, boards: int) -> Iterator[dict[str, Any]]:
    """The games of every match, each once, from the side that the list of matches has first."""
    for row, own in enumerate(round_.before, 1):
        for n, cell in enumerate(own, 1):
            if cell.opponent < 0 or cell.colour == "b" or (not cell.colour and row > cell.opponent):
                continue
            other = round_.before[cell.opponent][n - 1]
            results = zip(_boards(cell, other, boards), _boards(other, cell, boards))
            for board, (mine, theirs) in enumerate(results, 1):
                first = {"cid": _player(row, board, boards), "result": _GAMES[mine]}
                last = {"cid": _player(cell.opponent + 1, board, boards), "result": _GAMES[theirs]}
                white, black = (first, last) if board % 2 else (last, first)
                yield {
                    "round": n,
                    "match": row,
                    "white": white,
                    "black": black,
                    "played": {mine, theirs} <= {"1", "=", "0"},
                    "rated": False,
                    "board": board,
                }


def _boards(own: Round, other: Round, boards: int) -> str:
    """The result of each board; where only the points are known, boards that add up to them."""
    if own.boards:
        return own.boards
    if own.result in "+-":
        return own.result * boards
    won, lost = int(own.game_points), int(other.game_points)
    halves = [points % 1 > 0 for points in (own.game_points, other.game_points)]
    first = own.colour == "w" or (not own.colour and own.opponent > other.opponent)
    text = "1" * won + "0" * lost if first else "0" * lost + "1" * won
    return (text + ("=" if halves[0] else "0" * halves[1])).ljust(boards, "0")
