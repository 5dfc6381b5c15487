"""``new`` of a bare list, then ``pair``, without another option: is it right, for every size?

Lists of so many names, in the door, the order and with or without the strengths that ``MIXED``
deals out by turns, become workbooks as ``new`` makes them, and are paired as by ``pair --write``.
What is wrong is printed: who plays twice or not at all, who meets again, whom the ranking does not
let meet, and what is refused although there are rules for it.

    python -m benchmarks.first_command [--games chess,go] [--sizes 2-200] [--all-doors]
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import NamedTuple

from openpyxl import Workbook

from xl_tourney.calculation import as_shown
from xl_tourney.errors import TourneyError
from xl_tourney.events.event import Event
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing.next_round import write_pairing
from xl_tourney.pairing.pairing import Pair
from xl_tourney.pairing.request import Paired, Request
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

GAMES = ("chess", "go", "league", "tantrix", "bridge", "kdice")
DOORS = {
    "chess": ("csv", "pasted", "xlsx", "trf"),
    "go": ("csv", "pasted", "xlsx", "h9"),
    **dict.fromkeys(("league", "tantrix", "bridge", "kdice"), ("csv", "pasted", "xlsx")),
}
ORDERS = ("sorted", "mixed")
FIRST = ("Ada", "Bruno", "Chloe", "Dmitri", "Esther", "Finn", "Greta", "Hugo", "Ines", "Jakub")
LAST = (
    *("Abbott", "Bergström", "Castellano", "Dvořák", "Eriksen", "Fontaine", "Grzybowski"),
    *("Hartmann", "Ivanović", "Jankauskas", "Kowalczyk", "Lindqvist", "Moretti", "Nakamura"),
    *("Oyelaran", "Petrosyan", "Quiñones", "Rasmussen", "Szabó", "Tanaka", "Uzunov"),
)
REFUSED = {
    "league": (100, "make several workbooks"),
    "tantrix": (100, "make several workbooks"),
}
"""From how many on ``new`` has no room, and what it says then."""
UNPAIRED = {
    "league": (78, "divide them into groups"),
    "bridge": (40, "make workbooks of at most 40 pairs"),
    "kdice": (0, "has no rounds to pair"),
}
"""From how many on ``pair`` has no rule, and what it says then."""


class Listed(NamedTuple):
    """A list as somebody has it."""

    game: str
    count: int
    door: str
    order: str
    is_rated: bool

    @property
    def strengths(self) -> list[int]:
        """How strong each is in the order of the list, the strongest 0; strengths may be equal."""
        places = [*range(self.count)]
        if self.order == "mixed":
            random.Random(self.count).shuffle(places)
        return places

    def rows(self) -> list[list[str]]:
        """Headings and a row each, as clubs write them."""
        names = [f"{FIRST[at % 10]} {LAST[at // 10]}" for at in self.strengths]
        if self.game == "bridge":
            return [["Player 1", "Player 2"], *([f"{one}a", f"{one}b"] for one in names)]
        if self.game == "tantrix" and self.is_rated:
            groups = [f"{['Red', 'Blue', 'Green'][at % 3]}" for at in range(self.count)]
            return [["Group", "Player"], *map(list, zip(groups, names))]
        if self.game in ("chess", "go") and self.is_rated:
            heading, strength = {"chess": ("Elo", _rating), "go": ("Rank", _rank)}[self.game]
            values = [strength(at) for at in self.strengths]
            return [["Name", heading], *map(list, zip(names, values))]
        return [["Team" if self.game == "league" else "Name"], *([one] for one in names)]

    def write(self, folder: Path) -> Path:
        """The list as a file of its door."""
        rows = self.rows()
        if self.door == "xlsx":
            book = Workbook()
            for row in rows:
                book.active.append([int(one) if one.isdecimal() else one for one in row])
            book.save(folder / "list.xlsx")
            return folder / "list.xlsx"
        if self.door == "trf":
            lines = [
                f"001 {at:4}{'':6}{name:33} {rating:>4}{'':28} 0.0 {at:4}"
                for at, (name, rating) in enumerate(_filled(rows), 1)
            ]
            text, name = "\n".join(["012 Open", *lines, ""]), "list.trf"
        elif self.door == "h9":
            lines = [
                f"{at} {name} {rank or '?'} AT Wien 0 0 0"
                for at, (name, rank) in enumerate(_filled(rows), 1)
            ]
            text, name = "\n".join(["; EV[Open]", *lines, ""]), "list.h9"
        else:
            separator = "," if self.door == "csv" else "\t"
            text = "".join(f"{separator.join(row)}\n" for row in rows)
            name = "list.csv" if self.door == "csv" else "list.txt"
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name


def _filled(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    return ((row[0], row[1] if len(row) > 1 else "") for row in rows[1:])


def _rating(strength: int) -> str:
    return str(2400 - 7 * strength)


def _rank(strength: int) -> str:
    level = 3 - strength // 3
    return f"{level}d" if level > 0 else f"{min(30, 1 - level)}k"


def begin(listed: Listed, folder: Path) -> tuple[Event, Paired | None, str]:
    """The workbook, its pairing, or the sentence that refuses one."""
    template, file = TEMPLATES[listed.game], listed.write(folder)
    has_scores = listed.game in ("chess", "go")  # others are paired from what is typed alone
    with contextlib.nullcontext() if has_scores else as_shown():
        if has_scores:
            content, _ = made(template, file, "list.xlsx", **template.room)
        else:
            content = package(template.build(template.read(file), **template.room))
        event = Event.open(Package(content, "list.xlsx"))
        try:
            paired, content = write_pairing(event, Request(seed=1))
        except TourneyError as error:
            return event, None, str(error)
        return Event.open(Package(content, "list.xlsx")), paired, ""


def wrong(listed: Listed, folder: Path) -> Iterator[str]:
    """What is not right of a list."""
    most, remedy = REFUSED.get(listed.game, (10**9, ""))
    try:
        event, paired, refused = begin(listed, folder)
    except TourneyError as error:
        if not (listed.count > most and remedy in str(error)):
            yield f"new refuses it: {error}"
        return
    if refused:
        most, remedy = UNPAIRED.get(listed.game, (10**9, ""))
        is_alone = listed.game == "bridge" and listed.count < 3
        few = min(Counter(_groups(listed)).values()) < 2
        if not ((listed.count > most and remedy in refused) or is_alone or few):
            yield f"pair refuses it: {refused}"
        return
    assert paired
    yield from _OF_GAMES[listed.game](listed, event, paired)


def _groups(listed: Listed) -> list[str]:
    rows = listed.rows()
    return [row[0] if rows[0][0] == "Group" else "" for row in rows[1:]]


def _seats(pairs: Sequence[Pair]) -> Counter[int]:
    return Counter(one for pair in pairs for one in pair.players)


def _of_round(listed: Listed, paired: Paired) -> Iterator[str]:
    """A round in which everybody has one seat, and one at most is left over."""
    (pairing,) = paired.pairings
    if _seats(pairing.pairs) != Counter(range(1, listed.count + 1)):
        yield "somebody has no seat, or two"
    if sum(pair.black is None for pair in pairing.pairs) != listed.count % 2:
        yield "not one is left over of an odd number, or one of an even number"
    if pairing.absent:
        yield "somebody is absent"


def _of_chess(listed: Listed, event: Event, paired: Paired) -> Iterator[str]:
    yield from _of_round(listed, paired)
    order = [paired.names[at] for at in range(1, listed.count + 1)]
    names = [row[0] for row in listed.rows()[1:]]
    if listed.is_rated:
        names = [name for _, name in sorted(zip(listed.strengths, names))]
    if order != names:
        yield "the ranking is not by rating"
    half = listed.count // 2
    met = {pair.players for pair in paired.pairing.pairs if pair.black}
    if met != {frozenset((at, at + half)) for at in range(1, half + 1)}:
        yield "the upper half does not meet the lower one in its order"
    colours = [pair.white <= half for pair in paired.pairing.pairs if pair.black]
    if any(one == other for one, other in pairwise(colours)):
        yield "the colours of the upper half do not alternate"


def _of_go(listed: Listed, event: Event, paired: Paired) -> Iterator[str]:
    yield from _of_round(listed, paired)
    if not listed.is_rated:
        if event.text("System") != "swiss":
            yield "without ranks it is no Swiss"
        return
    bar, floor = event.text("McMahonBar"), event.text("McMahonFloor")
    ranks = {name: _level(rank) for name, rank in _filled(listed.rows())}
    if event.text("System") != "mcmahon" or not bar:
        yield "with ranks it is no McMahon with a bar"
        return
    top = sum(level >= _level(bar) for level in ranks.values())
    rounds = min(5, listed.count - 1 + listed.count % 2) if listed.count > 3 else 5
    if not min(listed.count, rounds + 1) <= top <= 2 * rounds + 2:
        yield f"{top} are above the bar of {rounds} rounds"
    low = _level(floor) if floor else min(ranks.values())
    starts = {name: min(max(level, low), _level(bar)) for name, level in ranks.items()}
    named = {at: starts[name] for at, name in paired.names.items()}
    games = [pair for pair in paired.pairing.pairs if pair.black]
    apart = sum(named[pair.white] != named[pair.black or 0] for pair in games)
    sizes = Counter(starts.values()).values()
    if apart > sum(size % 2 for size in sizes):
        yield f"{apart} games are between groups, of which {sizes} are there"


def _level(rank: str) -> int:
    return int(rank[:-1]) if rank[-1] == "d" else 1 - int(rank[:-1])


def _of_all(listed: Listed, event: Event, paired: Paired) -> Iterator[str]:
    """In each group everybody meets everybody once, and nobody plays twice in a round."""
    groups: dict[str, list[int]] = {}
    for at, group in enumerate(_groups(listed), 1):
        groups.setdefault(group, []).append(at)
    by_name = {name: at for at, name in paired.names.items()}
    rows = [by_name[row[-1]] for row in listed.rows()[1:]]
    due = {
        frozenset(rows[at - 1] for at in two)
        for group in groups.values()
        for two in combinations(group, 2)
    }
    met = [pair.players for pairing in paired.pairings for pair in pairing.pairs if pair.black]
    if len(met) != len(due) or {*met} != due:
        yield "not everybody meets everybody of the group once"
    if any(max(_seats(pairing.pairs).values()) > 1 for pairing in paired.pairings):
        yield "somebody plays twice in a round"
    keys = ("home", "away") if listed.game == "league" else ("player_a", "player_b")
    if sum(not row.is_blank(*keys) for row in event.inputs(*keys)) != len(due):
        yield "not all games are in the workbook"
    if listed.game == "league":
        played = [p for one in paired.pairings for p in one.pairs if p.black]
        at_home = Counter(pair.white for pair in played)
        games = _seats(played)
        if any(abs(2 * at_home[team] - count) > 1 for team, count in games.items()):
            yield "somebody is at home more often than away"


def _of_bridge(listed: Listed, event: Event, paired: Paired) -> Iterator[str]:
    """Nobody meets again or plays a board again, all have as many boards, and all fit in."""
    met = [pair.players for one in paired.pairings for pair in one.pairs]
    if len(met) != len({*met}):
        yield "two pairs meet again"
    boards: dict[int, Counter[int]] = {}
    for one in paired.pairings:
        if max(_seats(one.pairs).values()) > 1:
            yield "a pair sits twice in a round"
        for pair in one.pairs:
            for who in pair.players:
                boards.setdefault(who, Counter()).update(pair.boards)
    if {*boards} != {*range(1, listed.count + 1)}:
        yield "a pair plays nothing"
    if any(max(played.values()) > 1 for played in boards.values()):
        yield "a pair plays a board again"
    counts = [sum(played.values()) for played in boards.values()]
    each = len(paired.pairing.pairs[0].boards)
    if max(counts) - min(counts) > each * (listed.count % 2):
        yield "some play more boards than others"
    if not 14 <= max(counts) <= 30:
        yield f"an evening of {max(counts)} boards"


def _of_kdice(listed: Listed, event: Event, paired: Paired) -> Iterator[str]:
    yield "there is nothing to pair"


_OF_GAMES = {
    "chess": _of_chess,
    "go": _of_go,
    "league": _of_all,
    "tantrix": _of_all,
    "bridge": _of_bridge,
    "kdice": _of_kdice,
}


def lists(
    games: Sequence[str] = GAMES, sizes: Sequence[int] = range(2, 201), all_doors: bool = False
) -> Iterator[Listed]:
    """A list of each size and game, by turns with each door, in each order, with strengths or not.

    An h9 has ranks in any case.
    """
    for game in games:
        ways = [*product(DOORS[game], ORDERS, (True, False))]
        ways = [way for way in ways if way[0] != "h9" or way[2]]
        random.Random(game).shuffle(ways)
        for at, count in enumerate(sizes):
            for way in ways if all_doors else [ways[at % len(ways)]]:
                yield Listed(game, count, *way)


def main() -> None:
    """Try the lists, and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--sizes", default="2-200")
    parser.add_argument("--all-doors", action="store_true")
    chosen = parser.parse_args()
    first, _, last = chosen.sizes.partition("-")
    sizes = range(int(first), int(last or first) + 1)
    tried: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    slowest: dict[str, tuple[float, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for listed in lists(chosen.games.split(","), sizes, chosen.all_doors):
            started = time.process_time()
            found = [*wrong(listed, Path(folder))]
            took = time.process_time() - started
            slowest[listed.game] = max(slowest.get(listed.game, (0.0, 0)), (took, listed.count))
            tried[listed.game] += 1
            bad[listed.game] += bool(found)
            for sentence in found:
                print(f"{listed}: {sentence}", flush=True)
    for game, count in tried.items():
        seconds, size = slowest[game]
        print(f"{game}: {count} lists, {bad[game]} wrong, slowest {seconds:.1f} s ({size})")


if __name__ == "__main__":
    main()
