"""Random team events of chess, as two libraries of other authors take them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import Any

from gacrux.chessjson import chessjson
from gacrux.tiebreak import tiebreak
from tiebreak_core import team as core

from xl_tourney.functions.chess.wall_list import parse_match

Rows = list[list[str]]
BOARDS = 4


def events(count: int, seed: int, unplayed: bool) -> Iterator[Rows]:
    """Wall lists of 4 to 10 teams that meet once at most, all rounds played or not."""
    for number in range(count):
        chance = Random(f"{seed} {number}")
        teams = chance.choice([4, 6, 8, 10] if not unplayed else [5, 6, 7, 8, 9])
        yield _event(chance, teams, chance.randint(3, min(7, teams - 1)), unplayed)


def _event(chance: Random, teams: int, rounds: int, unplayed: bool) -> Rows:
    """Rounds of the circle, in a random order, of random teams."""
    size = teams + teams % 2
    order = chance.sample(range(size), size)
    rows: Rows = [[] for _ in range(size)]
    for turn in chance.sample(range(size - 1), rounds):
        circle = [order[0], *(order[1:][turn:] + order[1:][:turn])]
        for k in range(size // 2):
            one, other = circle[k], circle[-1 - k]
            if max(one, other) >= teams:
                rows[min(one, other)].append("U")
            elif unplayed and chance.random() < 0.1:
                rows[one].append(f"{other + 1}w+")
                rows[other].append(f"{one + 1}b-")
            elif unplayed and chance.random() < 0.08:
                rows[one].append(chance.choice("HZ"))
                rows[other].append(chance.choice("HZ"))
            else:
                own = [chance.choice("1=0") for _ in range(BOARDS)]
                theirs = [{"1": "0", "=": "=", "0": "1"}[result] for result in own]
                rows[one].append(_cell(other, "w", own))
                rows[other].append(_cell(one, "b", theirs))
    return rows[:teams]


def _cell(opponent: int, colour: str, boards: Sequence[str]) -> str:
    points = sum({"1": 1.0, "=": 0.5}.get(one, 0.0) for one in boards)
    return f"{opponent + 1}{colour}{points:g}/{''.join(boards)}"


def by_tiebreak_core(rows: Rows, code: str) -> list[float]:
    """The values of a code by tiebreak-core."""
    teams = _records(rows)
    form = core.TeamFormat(max_gp_per_match=float(BOARDS))
    rounds = len(rows[0])
    return [core.calculate_team(team, teams, code, rounds, form) for team in teams.values()]


def _records(rows: Rows) -> dict[int, Any]:
    teams = {}
    for number, row in enumerate(rows, 1):
        matches = []
        for n, cell in enumerate(row, 1):
            one = parse_match(cell)
            assert one and one.result in "U="  # all other rounds are for gacrux
            if one.opponent < 0:
                kind, mine, points = core.PAIRING_BYE, 1.0, BOARDS / 2
            else:
                other = parse_match(rows[one.opponent][n - 1])
                assert other
                gain = one.game_points - other.game_points
                kind, points = core.PLAYED, one.game_points
                mine = 2.0 if gain > 0 else 1.0 if gain == 0 else 0.0
            matches.append(core.TeamMatch(one.opponent + 1 or -1, n, mine, points, kind))
        total = (sum(match.mp for match in matches), sum(match.gp for match in matches))
        teams[number] = core.TeamRecord(number, *total, matches)
    return teams


_RESULTS = {"1": "W", "=": "D", "0": "L"}


def by_gacrux(rows: Rows, codes: Sequence[str]) -> list[list[float]]:
    """The values of a list of codes by gacrux, a row a team."""
    chess = chessjson()
    rounds = len(rows[0])
    tournament = chess.add_tournament(1, True, rounds)
    tournament |= {"currentRound": rounds, "teamSize": BOARDS, "tournamentType": "Team Swiss"}
    system = tournament["scoreSystem"]
    tournament["scoreSystem"] = system | {"game": system["game"] | {"P": Decimal("0.5")}}
    for number in range(1, len(rows) + 1):
        players = [
            {
                "cid": BOARDS * (number - 1) + board,
                "present": True,
                "gamePoints": Decimal(0),
                "rating": None,
                "order": board,
                "teamId": number,
            }
            for board in range(1, BOARDS + 1)
        ]
        tournament["competitors"].append(
            {
                "cid": number,
                "rank": number,
                "present": True,
                "matchPoints": Decimal(0),
                "gamePoints": Decimal(0),
                "cplayers": players,
                "teamId": number,
            }
        )
    for number, row in enumerate(rows, 1):
        for n, cell in enumerate(row, 1):
            _add_match(tournament, rows, number, n, cell)
    counted = tiebreak(tournament, rounds, None)
    found = [counted.parse_tiebreak(at, code) for at, code in enumerate(["PTS", *codes], 1)]
    for one in found:
        counted.compute_single_tiebreak(one)
    return [
        [float(counted.cmps[number]["tiebreakDetails"][at]["val"]) for at in range(1, len(found))]
        for number in range(1, len(rows) + 1)
    ]


def _add_match(tournament: dict[str, Any], rows: Rows, number: int, n: int, cell: str) -> None:
    one = parse_match(cell)
    assert one
    if one.opponent >= 0 and one.colour == "b":
        return
    match: dict[str, Any] = {"round": n, "played": one.result in "=", "games": [], "board": 1}
    match["id"] = 1000 + len(tournament["matchList"])
    if one.opponent < 0:
        letter = {"U": "P", "H": "H", "Z": "Z"}[one.result]
        match |= {
            "white": {"cid": number, "result": letter},
            "black": None,
            "played": letter == "P",
        }
    else:
        other = parse_match(rows[one.opponent][n - 1])
        assert other
        gain = one.game_points - other.game_points
        own = "W" if one.result == "+" or gain > 0 else "D" if gain == 0 else "L"
        theirs = {"W": "L", "D": "D", "L": "W"}[own] if one.result != "+" else "Z"
        match |= {
            "white": {"cid": number, "result": own},
            "black": {"cid": one.opponent + 1, "result": theirs},
        }
        for board in range(BOARDS):
            sides = (("+", "-"), (one.boards, other.boards))[one.result != "+"]
            first, last = (
                {"+": "W", "-": "Z"}.get(side) or _RESULTS[side[board]] for side in sides
            )
            white = {"cid": BOARDS * (number - 1) + board + 1, "result": first}
            black = {"cid": BOARDS * one.opponent + board + 1, "result": last}
            if board % 2:
                white, black = black, white
            game = {
                "id": len(tournament["gameList"]) + 1,
                "round": n,
                "white": white,
                "black": black,
                "played": one.result != "+",
                "rated": True,
                "board": board + 1,
            }
            tournament["gameList"].append(game)
            match["games"].append(game["id"])
    tournament["matchList"].append(match)
