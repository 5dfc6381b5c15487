"""Random team tournaments of chess, in the wall list or on the page Games, board by board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.random_chess import FIRST
from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.chess.placing import MAX_CODES


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and the tie-breaks that its list has."""

    codes: tuple[str, ...]
    teams: int = 6
    rounds: int = 4
    boards: int = 3

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        pages = [f"Crosstable!A6:V{FIRST + self.teams - 1}", "Pairings!A8:L14"]
        return LiveVariants(
            TEMPLATES["chess"],
            folder,
            pages,
            teams=self.teams,
            rounds=self.rounds,
            boards=self.boards,
            tiebreaks=",".join(self.codes),
            categories=1,
            listed="chosen",
        )


ROOMS = (
    Room(("MPTS", "EMGSB/C1", "GPTS", "BH/C1", "SSSC", "EDE")),
    Room(("GPTS", "MPVGP", "EDEBT", "EGMSB", "BH:GP/M1", "SB:GP/C1")),
    Room(("MPTS", "EDEBB", "EMMSB/M1", "EGGSB/C1", "FB:GP", "KS:GP")),
    Room(("DE:GP", "STD:GP", "PS:GP/C1", "AOB:GP", "SSSC/K2", "WON"), boards=2),
    Room(("BBE", "MPTS", "GPTS", "KS/L+1", "PTS:GP", "TPN"), boards=4),
)


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many tournaments."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        chosen = chance.sample(room.codes, chance.randint(1, MAX_CODES))
        codes = [*chosen, *[None] * MAX_CODES][:MAX_CODES]
        scoring = chance.choice([(2, 1, 0, 1, room.boards / 2)] * 3 + [(3, 1, 0, 2, 1)])
        names = ("Win", "Draw", "Loss", "ByePoints", "ByeGamePoints")
        yield {
            **_results(room, chance),
            **{f"TieBreak{k}": code for k, code in enumerate(codes, 1)},
            **dict(zip(names, scoring)),
            "Rules": chance.choice(["2023", "2026", "2026"]),
            "System": chance.choice(["rematch", "rematch", "round-robin"]),
            "RoundShown": chance.choice([1, 2, room.rounds]),
        }


def _results(room: Room, chance: Random) -> dict[str, Any]:
    """Rounds in the wall list or on the page Games, with forfeits and byes."""
    count = chance.randint(2, room.teams)
    held = chance.choice([room.rounds, room.rounds, chance.randint(1, room.rounds)])
    wall: list[list[str | None]] = [[None] * room.rounds for _ in range(room.teams)]
    page: list[list[Any]] = []
    on_page = chance.random() < 0.5
    for column in range(held):
        ready = [p for p in range(count) if chance.random() > 0.08]
        chance.shuffle(ready)
        for p in set(range(count)) - set(ready):
            wall[p][column] = chance.choice(["Z", "H", "F"])
        while len(ready) > 1:
            white, black = ready.pop(), ready.pop()
            if on_page and chance.random() < 0.9:
                page.append(_row(room, chance, column + 1, white + 1, black + 1))
            else:
                both = _cells(room, chance, white + 1, black + 1)
                wall[white][column], wall[black][column] = both
        for p in ready:
            wall[p][column] = chance.choice(["U", "bye"])
    cells: dict[str, Any] = {}
    for number in range(room.teams):
        cells[f"Teams!C{FIRST + number}"] = f"Team {number + 1}" if number < count else None
        cells |= {f"Wall list!{c}{FIRST + number}": v for c, v in zip("CDEF", wall[number])}
    rows = room.teams // 2 * room.rounds
    blank = [None] * (5 + room.boards)
    for at, row in enumerate([*page, *[blank] * rows][:rows]):
        cells |= {f"Games!{c}{FIRST + at}": v for c, v in zip("ABCDEFGHI", row)}
    return cells


def _boards(room: Room, chance: Random) -> list[tuple[str, str, str]]:
    """Each board as the page has it, and as either side has it; most matches are close."""
    kinds = [("1-0", "1", "0"), ("0-1", "0", "1"), ("½-½", "=", "=")]
    rare = [("+--", "+", "-"), ("--+", "-", "+"), ("0-0", "0", "0"), ("---", "-", "-")]
    return [chance.choice(kinds if chance.random() < 0.93 else rare) for _ in range(room.boards)]


def _row(room: Room, chance: Random, number: int, white: int, black: int) -> list[Any]:
    boards = [written for written, _, _ in _boards(room, chance)]
    kind = chance.random()
    result = None
    if kind < 0.1:
        boards, result = [""] * room.boards, chance.choice(["+--", "--+", "---"])
    elif kind < 0.15:
        boards[chance.randrange(room.boards)] = ""
    return [number, None, f"Team {white}", *(one or None for one in boards), result, black]


def _cells(room: Room, chance: Random, white: int, black: int) -> tuple[str | None, str | None]:
    kind = chance.random()
    if kind < 0.1:
        results = chance.choice([("+", "-"), ("-", "+"), ("-", "-")])
        return f"{black}w{results[0]}", f"{white}b{results[1]}"
    if kind < 0.15:
        return f"{black}w", f"{white}b?"
    boards = _boards(room, chance)
    worth = {"1": 1.0, "+": 1.0, "=": 0.5}
    sides = []
    for side, (other, colour) in enumerate([(black, "w"), (white, chance.choice("bs"))], 1):
        own = "".join(one[side] for one in boards)
        points = f"{sum(worth.get(one, 0.0) for one in own):g}"
        if chance.random() < 0.3:
            points = points.replace("0.5", "½").replace(".5", chance.choice(["½", ",5"]))
        sides.append(f"{other}{colour}{points}/{own.replace('=', chance.choice('=d½'))}")
    return sides[0], sides[1]
