"""Random bridge sessions, typed into the cells of a workbook: right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES

FIRST = 6
"""The first row of every table."""


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and the methods that it can be ranked by."""

    methods: tuple[str, ...]
    sections: str = "no"
    pairs: int = 8
    boards: int = 3
    tables: int = 4

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        lines, pairs = self.boards * self.tables, FIRST + self.pairs - 1
        pages = (
            f"Travellers!J6:P{FIRST + lines - 1}",
            f"Boards!C6:M{FIRST + self.boards - 1}",
            f"Comparison!A6:I{pairs}",
            f"Pairs!D6:X{pairs}",
            "Comparison!A4",
            "Checks!A6:C19",
        )
        return LiveVariants(
            TEMPLATES["bridge"],
            folder,
            pages,
            method=self.methods[0],
            sections=self.sections,
            pairs=self.pairs,
            boards=self.boards,
            tables=self.tables,
        )


ROOMS = (
    Room(("standard", "acbl", "modified")),
    Room(("cross-imps", "butler"), tables=6),
    Room(("standard", "acbl", "modified"), sections="yes"),
)


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many sessions."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        listed: list[Any] = [str(number) for number in range(1, room.pairs + 1)]
        listed[chance.randint(2, room.pairs) :] = []
        typed = _travellers(room, listed, chance)
        if chance.random() < 0.1:
            listed[-1] = listed[0]
        listed += [None] * (room.pairs - len(listed))
        boards: list[Any] = [*range(1, room.boards + 1)]
        if chance.random() < 0.1:
            boards[-1] = chance.choice([None, 1])
        yield {
            **{f"Setup!B{row}": pair for row, pair in enumerate(listed, FIRST)},
            **_sections(room, chance),
            **{f"Boards!B{row}": board for row, board in enumerate(boards, FIRST)},
            **typed,
            **_options(room, chance),
        }


def _sections(room: Room, chance: Random) -> dict[str, Any]:
    """The section of each pair, and whether it counts."""
    if room.sections == "no":
        return {}
    names = chance.choice([["A", "B"], ["A", "b ", "B", None], [1, 2, 3], [None], ["*", "A"]])
    cells: dict[str, Any] = {
        f"Setup!D{FIRST + at}": chance.choice(names) for at in range(room.pairs)
    }
    return cells | {"ComparedWith": chance.choice(["section", "section", "field", "Field", "all"])}


def _travellers(room: Room, listed: list[Any], chance: Random) -> dict[str, Any]:
    """The lines of all boards: often few results, often equal ones, some of them artificial."""
    cells: dict[str, Any] = {}
    scores = chance.sample([420, -50, 450, 620, -100, 100, 140, -1400, 0, 7600], 4)
    played = chance.choice([0.3, 0.8, 1])
    plain = chance.random() < 0.5
    for board in range(room.boards):
        pairs = chance.sample(listed, len(listed))
        for table in range(room.tables):
            line: list[Any] = [None] * 7
            if 2 * table + 1 < len(pairs) and chance.random() < played:
                line[:2] = pairs[2 * table : 2 * table + 2]
                line[2:] = _scored(scores, plain, chance)
            if chance.random() < 1 / 25:
                line[chance.randrange(2)] = chance.choice([None, "99", line[0], 1])
            row = FIRST + board * room.tables + table
            cells |= {f"Travellers!{letter}{row}": value for letter, value in zip("BCDEFGH", line)}
    return cells


def _scored(scores: list[int], plain: bool, chance: Random) -> list[Any]:
    """Contract, declarer, tricks, the score of North-South, seldom that of East-West."""
    if plain:
        return [None, None, None, _score(scores, chance), None]
    bid: list[Any] = [None, None, None]
    if chance.random() < 0.3:
        bid = [
            chance.choice(["4S", "3NT", "2♥x", "1C**", "PASS", "8S"]),
            chance.choice("NESW"),
            chance.choice([10, "9", "=", "+1", "-2"]),
        ]
    given = chance.choice([None] * 9 + [50, 40, -140, "A+", 0.5])
    return [*bid, None if bid[0] and chance.random() < 0.5 else _score(scores, chance), given]


_ARTIFICIAL = ["A+", "A", "A-", "a+", " A- ", "A6040", "a5050", "A6060", "A0000", "A1090"]
_WRONG = [None, "A60", "A60x0", "A604", "B6040", "420", "A++", "AA", 425, -7610, 0.5, "A 6040"]


def _score(scores: list[int], chance: Random) -> Any:
    chosen = chance.random()
    if chosen < 0.8:
        return chance.choice(scores)
    return chance.choice(_ARTIFICIAL if chosen < 0.95 else _WRONG)


def _options(room: Room, chance: Random) -> dict[str, Any]:
    options: dict[str, Any] = {
        "Method": chance.choice([*room.methods, room.methods[-1].upper()]),
        "Winners": chance.choice([1, 1, 2, 3]),
        "BoardsEach": chance.choice([None, None, 1, 2, 5, 2.5]),
        "TotalDecimals": chance.choice([None, None, 0, 1, 2, -1]),
    }
    if "standard" in room.methods:
        options["Results"] = chance.choice([None, None, 1, 3, room.tables, 10, "six"])
    else:
        options["Drop"] = chance.choice([0, 1, 1, 2, None])
        options["PlusIMPs"] = chance.choice([2, 2, 0, 3.5, None])
    return options
