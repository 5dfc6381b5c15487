"""Random kdice lists, typed into the cells of a workbook: right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants
from xl_tourney.templates import TEMPLATES

SEATS = 7
Cells = list[Any]


@dataclass(frozen=True)
class Room:
    """How many players the workbook takes."""

    rows: int

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        tables = ("profile", "players", "differences", "affiliations")
        pages = ("Player!K8:Q21", "Checks!A6:C14")
        return LiveVariants(TEMPLATES["kdice"], folder, pages, tables, rows=self.rows)


ROOMS = (Room(3), Room(9))


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many lists."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        players = [_player(number, chance) for number in range(chance.randint(0, room.rows))]
        for player in players[1:]:
            if chance.random() < 0.2:
                _tie(player, chance.choice(players), chance)
        blank: Cells = [None] * len(_COLUMNS)
        players += [blank] * (room.rows - len(players))
        if chance.random() < 0.3:
            chance.shuffle(players)
        names = [player[0] for player in players]
        yield {
            **{
                place.format(row): value
                for row, player in enumerate(players)
                for place, value in zip(_COLUMNS, player, strict=True)
            },
            **_small_pages(names, chance),
            "SortBy": chance.choice(["Score", "Score", "TAZD", "CI", "PPRG", "BSS", "luck", None]),
            "YatesBelow": chance.choice([35, 35, 0, 20, 200.5, None, -1, "never"]),
            "Rounding": chance.choice([3.5, 3.5, 0, 10, None, "some"]),
            "Chosen": chance.choice([*names, "Nobody", None]),
        }


_TYPED = ["name", "games", "points", *(f"p{n}" for n in range(1, 8))]
_TYPED += [*(f"l{n}" for n in range(6)), "note"]
_COLUMNS = [f"players[{{}}].{key}" for key in _TYPED]
_COLUMNS += [f"earlier[{{}}].{kind}{n}" for kind in "wz" for n in range(1, 8)]
"""A row of inputs: name, games, points, seven finishes, six levels, note, two profiles."""
_AFFILIATION = ("games", "times", "watchers", "seats", "probability")
_GAMES, _FINISHES, _LEVELS = 1, slice(3, 10), slice(10, 16)


def _small_pages(names: Cells, chance: Random) -> dict[str, Any]:
    """Two players to compare, or one and a norm; and who showed up at whose tables."""
    typed: dict[str, Any] = {}
    for row in range(3):
        compared = [chance.choice([*names, "Nobody", None]) for _ in range(2)]
        norm = chance.choice([None, 0, 500, "high"])
        counted = [chance.choice([None, 0, 1, 5, 20, 40, "few"]) for _ in range(4)]
        if chance.random() < 0.5:
            counted = [40, chance.randint(0, 40), 12.5, 2.5]
        watching = chance.choice([None, None, 0.5, 0, 1, 2])
        typed |= {
            f"differences[{row}].{key}": x
            for key, x in zip(("player", "other", "norm"), [*compared, norm])
        }
        typed |= {
            f"affiliations[{row}].{key}": x for key, x in zip(_AFFILIATION, [*counted, watching])
        }
    return typed


def _player(number: int, chance: Random) -> Cells:
    """The inputs of a player; one in twelve is not as it should be."""
    games, finishes = _record(chance)
    levels = [None] * 6
    if chance.random() < 0.6:
        levels = _shares(6, chance.choice([1, 100]), chance)
    earlier = [_profile(chance) for _ in range(2)]
    points = chance.choice([None, 0, chance.randint(-200, 20_000)])
    note = chance.choice([None, None, "as published"])
    name = "P0" if chance.random() < 0.05 else f"P{number}"
    if chance.random() < 0.1:
        games, finishes = chance.choice([None, 0]), chance.choice([[None] * SEATS, [0] * SEATS])
    row = [name, games, points, *finishes, *levels, note, *earlier[0], *earlier[1]]
    if chance.random() < 1 / 12:
        row[chance.randrange(len(row))] = chance.choice([None, -1, 0, 2.5, "few", 40])
    return row


def _record(chance: Random) -> tuple[float | None, Cells]:
    """Games and finishes: counts, percentages or fractions, seldom of something else."""
    most = chance.choice([1, 4, 30, 500])
    counts: Cells = [chance.randint(0, most) for _ in range(SEATS)]
    if chance.random() < 0.1:
        counts[4:] = counts[2::-1]
    if not any(counts):
        counts[chance.randrange(SEATS)] = 1
    kind = chance.choice(["counts", "counts", "percent", "whole percent", "fractions", "odd"])
    total = sum(counts)
    if kind == "counts":
        return chance.choice([None, total]), counts
    if kind == "odd":
        return chance.choice([35, 100, None]), [count + 0.5 for count in counts]
    games = chance.choice([1, 7, 34, 35, 97, 100, chance.randint(1, 3000)])
    if kind == "fractions":
        return games, [count / total for count in counts]
    percents = [100 * count / total for count in counts]
    return games, [round(value) for value in percents] if "whole" in kind else percents


def _shares(length: int, whole: int, chance: Random) -> Cells:
    """Shares that add up to a whole, seldom to somewhat more; among them blanks and zeros."""
    parts = [chance.choice([0, 0, 1, 2, 5]) for _ in range(length - 1)] + [1]
    chance.shuffle(parts)
    whole *= chance.choice([1, 1, 1, 1.02, 1.06])
    shares = [whole * part / sum(parts) for part in parts]
    return [share or chance.choice([0, None]) for share in shares]


def _profile(chance: Random) -> Cells:
    if chance.random() < 0.4:
        return [None] * SEATS
    if chance.random() < 0.1:
        return _shares(SEATS, 100, chance)
    return [share or 0 for share in _shares(SEATS, chance.choice([1, 100]), chance)]


def _tie(player: Cells, other: Cells, chance: Random) -> None:
    """Give a player the games and the levels of another, and the same finishes in any order."""
    player[_GAMES], player[_LEVELS] = other[_GAMES], other[_LEVELS]
    player[_FINISHES] = chance.sample(other[_FINISHES], SEATS)
