"""Random chess tournaments, typed into the cells of a workbook: small, and full of what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.chess.placing import MAX_CODES

FIRST = 6
"""The first row of every table."""


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and the tie-breaks that its list has."""

    codes: tuple[str, ...]
    players: int = 7
    rounds: int = 4

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        pages = [f"Crosstable!A6:V{FIRST + self.players - 1}", "Pairings!A8:L14"]
        return LiveVariants(
            TEMPLATES["chess"],
            folder,
            pages,
            players=self.players,
            rounds=self.rounds,
            tiebreaks=",".join(self.codes),
            categories=1,
            listed="chosen",
        )


ROOMS = (
    Room(("BH/C1", "BH/M1", "SB/C1", "DE", "FB/C1", "KS")),
    Room(("SB/M1", "AOB", "DE/P", "PS/C1", "BH/C1/P", "SB/C2/V2024")),
    Room(("WIN", "WON", "BPG", "BWG", "STD", "REP")),
    Room(("ARO/C1", "TPR", "PTP", "APRO", "TPN", "RTNG")),
)


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many tournaments."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        cells = _wall_list(room, chance)
        yield {**cells, **_options(room, chance)}


def _options(room: Room, chance: Random) -> dict[str, Any]:
    chosen = chance.sample(room.codes, chance.randint(1, MAX_CODES))
    scoring = chance.choice([(1, 0.5, 0, 1)] * 4 + [(3, 1, 0, 3), (3, 1, 0, 1), (1, 0.5, 0, 0.5)])
    codes = [*chosen, *[None] * MAX_CODES][:MAX_CODES]
    return {
        **{f"TieBreak{k}": code for k, code in enumerate(codes, 1)},
        **dict(zip(("Win", "Draw", "Loss", "ByePoints"), scoring)),
        "Rules": chance.choice(["2023", "2024", "2026", "2026"]),
        "System": chance.choice(["rematch", "rematch", "round-robin"]),
        "Unrated": chance.choice([None, 1400]),
        "RoundShown": chance.choice([1, 2, 3, room.rounds, None]),
    }


def _wall_list(room: Room, chance: Random) -> dict[str, Any]:
    """Rounds with games, forfeits, byes of every kind; players come late and leave early."""
    count = chance.randint(2, room.players)
    held = chance.choice([room.rounds, room.rounds, chance.randint(1, room.rounds)])
    rows: list[list[str | None]] = [[None] * room.rounds for _ in range(room.players)]
    come = [chance.choice([0, 0, 0, 0, 1, held - 1]) for _ in range(count)]
    leave = [chance.choice([held, held, held, held, held - 1, 1]) for _ in range(count)]
    small = chance.random() < 0.4  # everybody meets everybody, and most are equal
    for column in range(held):
        if chance.random() < 0.04:
            continue  # a round that is not held
        ready = [p for p in range(count) if come[p] <= column < leave[p]]
        chance.shuffle(ready)
        if small:
            ready = _circle(sorted(ready), column)
        for p in range(count):
            if p not in ready:
                rows[p][column] = chance.choice(["Z", "-", "H", None, "0000 - Z", "z"])
        while len(ready) > 1 and chance.random() > 0.06:
            white, black = ready.pop(0), ready.pop()
            rows[white][column], rows[black][column] = _game(chance, white + 1, black + 1, small)
        for p in ready:
            rows[p][column] = chance.choice(["U", "U", "H", "F", "Z", "+", "=", "bye", "0-u", "½"])
    _fill_blank_rows(rows[:count])
    rated = chance.random() < 0.7
    cells: dict[str, Any] = {}
    for number in range(room.players):
        there = number < count
        rating = chance.choice([1400, 1805, 2000, chance.randint(1000, 2800)])
        typed = {
            "C": f"Player {number + 1}" if there else None,
            "E": rating if there and (rated or chance.random() < 0.5) else None,
        }
        cells |= {f"Players!{letter}{FIRST + number}": v for letter, v in typed.items()}
        letters = "CDEFGHIJK"[: room.rounds]
        cells |= {f"Wall list!{c}{FIRST + number}": v for c, v in zip(letters, rows[number])}
    return cells


def _circle(players: list[int], column: int) -> list[int]:
    """The players as a round robin seats them."""
    first, *others = players or [-1]
    turn = column % max(1, len(others))
    return [first, *others[turn:], *others[:turn]] if players else []


def _fill_blank_rows(rows: list[list[str | None]]) -> None:
    """Whoever has no entry at all was absent in the first round, so that he is a player."""
    for row in rows:
        if not any(row):
            row[0] = "Z"


def _game(chance: Random, white: int, black: int, draws: bool) -> tuple[str, str]:
    """A game as both of its rows write it; one of them may not say the colour."""
    kind = chance.random()
    if kind < 0.12:
        results = chance.choice([("+", "-"), ("-", "+"), ("-", "-")])
    elif kind < 0.16:
        results = ("", "")
    elif kind < 0.2:
        results = ("0", "0")
    else:
        half = chance.choice(["½", "=", "0.5", "1/2", "0,5"])
        results = chance.choice([("1", "0"), ("0", "1")] + [(half, "=")] * (4 if draws else 1))
    own, other = f"{black}w{results[0]}", f"{white}{chance.choice('bs')}{results[1]}"
    if chance.random() < 0.1 and results[0] in ("1", "0", "+", "-"):
        own = own.replace("w", "-")
    if chance.random() < 0.05:
        other = f" {other.upper()} "
    return own, other
