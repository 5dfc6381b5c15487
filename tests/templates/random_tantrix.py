"""Random Tantrix groups, typed into the cells of a workbook: right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES

FIRST = 6
"""The first row of every table."""
Row = list[Any]
WRONG_PLACES = (0, -1, 1.5, None, "all")


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and what one row of results is."""

    layout: str
    groups: int = 1
    players: int = 6
    rows: int = 12

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants, with WBQ shown."""
        return LiveVariants(
            TEMPLATES["tantrix"],
            folder,
            layout=self.layout,
            groups=self.groups,
            players=self.players,
            rows=self.rows,
            wbq="yes",
        )


ROOMS = (Room("match"), Room("game"), Room("match", groups=3, players=3, rows=9))


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many tournaments."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        yield _tournament(room, chance)


def _tournament(room: Room, chance: Random) -> dict[str, Any]:
    names = [_names(room.players, group, chance) for group in range(room.groups)]
    listed = [name for group in names for name in group]
    rows = [_row(room, names, chance) for _ in range(chance.randint(0, room.rows))]
    rows += [[None] * 5] * (room.rows - len(rows))
    chance.shuffle(rows)
    column = "B" if room.groups == 1 else "C"
    cells = {f"Setup!{column}{row}": name for row, name in enumerate(listed, FIRST)}
    for number, row in enumerate(rows, FIRST):
        cells |= {f"Results!{letter}{number}": value for letter, value in zip("ABCDE", row)}
    return {**cells, **_beside(room, len(listed), chance), **_options(room, chance)}


def _beside(room: Room, count: int, chance: Random) -> dict[str, Any]:
    """Who withdrew, and who won a play-off: in half of the tournaments nobody."""
    withdrew, settled = "CD" if room.groups == 1 else "DE"
    quiet = chance.random() < 0.5
    rows = range(FIRST, FIRST + count)
    return {
        f"Setup!{withdrew}{row}": None if quiet else chance.choice(["void", "stands", *[None] * 8])
        for row in rows
    } | {
        f"Setup!{settled}{row}": None if quiet else chance.choice([1, 2, *[None] * 4])
        for row in rows
    }


def _names(players: int, group: int, chance: Random) -> list[str | None]:
    """The players of a group; blank rows stand anywhere, and seldom a name stands twice."""
    count = chance.randint(0 if chance.random() < 0.1 else 2, players)
    names: list[str | None] = [f"P{group}{n}" for n in range(count)]
    if len(names) > 2 and chance.random() < 0.1:
        names[-1] = names[0]
    names += [None] * (players - count)
    if chance.random() < 0.3:
        chance.shuffle(names)
    return names


def _row(room: Room, names: list[list[str | None]], chance: Random) -> Row:
    """A match or a game; a few are not as they should be."""
    players = [name for name in chance.choice(names) if name]
    if len(players) < 2:
        return [None] * 5
    row = [*chance.sample(players, 2), *(_game if room.layout == "game" else _match)(chance)]
    if chance.random() < 1 / 8:
        return [*row[:2], *([row[2]] if room.layout == "match" else []), *[None] * 3][:5]
    if chance.random() < 1 / 25:
        row[chance.randrange(5)] = chance.choice([None, "Nobody", "Bye", row[0], -1, 0, 2.5])
    return row


def _match(chance: Random) -> Row:
    games = chance.choice([1, 1, 2, 2, 3, 4, 9])
    shared = 20 * games
    own = chance.choice([games * 10, games * 15, round(chance.uniform(-1, shared + 1), 1)])
    return [games, own, round(shared - own, 6)]


def _game(chance: Random) -> Row:
    minutes = [None, 0, 14, 15, 15.99999999999, 16, 16.5, 21.25, round(chance.uniform(0, 30), 2)]
    return [
        chance.choice([0, 1, -5, 5, 36, -99, chance.randint(-40, 40)]),
        chance.choice(minutes),
        chance.choice(minutes),
    ]


def _options(room: Room, chance: Random) -> dict[str, Any]:
    win, loss = chance.choice([(15, 5), (15, 5), (16.5, 3.5), (2, 1), (20, 0)])
    options = {
        "Places": chance.choice([1, 1, 1, 2, 2, 2, 3, room.players, chance.choice(WRONG_PLACES)]),
        "Basis": chance.choice(["tp%", "gbq", "tp%", "gbq", "tp%", "GBQ", None, "wins"]),
        "MeasuredFrom": chance.choice(["line", "line", "leader", None]),
        "Step": chance.choice(
            [0.5, 0.5, 0, 0.25, 1, 0.1, 1 / 3, None, chance.choice([-1, "none"])]
        ),
        "Win": win,
        "Loss": loss,
        "Meetings": chance.choice([None, None, 2, 12]),
        "ShowWBQ": chance.choice(["yes", "yes", "no"]),
    }
    if room.layout == "game":
        options["TimeLimit"] = chance.choice([15, 15, 15, 0, 20.5, chance.choice([None, -1])])
    if room.groups > 1:
        options["NextPlaces"] = chance.choice([0, 1, 2, 3, 1, 2, 3, chance.choice([4, None, "x"])])
    return options
