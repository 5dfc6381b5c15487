"""Go: direct comparison, the wins of tied players against each other, applied again and again."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from decimal import Decimal
from typing import Annotated, Literal

from ...catalogue.cells import BLANK, block, comparable, number, outside, text
from ...catalogue.declaration import function
from ...catalogue.docstrings import Shared
from ...catalogue.kinds import Kind, Whole
from .criteria import CATEGORY
from .wall_list import Game, GamesOrCrossTable, WallList

MOST_ITERATIONS = 100

System = Literal["swiss", "mcmahon", "round-robin"]


def _key(cell: object, where: str) -> Hashable:
    """A cell such that equal ones are the same: a number, or text in any letter case."""
    if isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool):
        return comparable(number(cell, where))
    return text(cell, where).casefold()


def _keys(value: object, where: str) -> list[Hashable]:
    return [
        tuple(_key(cell, f"{where}, row {r}, column {c},") for c, cell in enumerate(row, 1))
        for r, row in enumerate(block(value), 1)
    ]


TiedOn = Annotated[
    list[Hashable],
    Kind("rows of numbers or text", _keys, matrix=True),
    Shared(
        "The criteria that come before, a row for each player: players with equal rows are tied. "
        "When it is left out all players are.",
        {"#VALUE!": "`tied_on` has not one row for each row of the wall list."},
    ),
]


class _Group:
    """Players who are still tied."""

    def __init__(self, above: int) -> None:
        self.above = above
        """How many of those first tied with them are placed above."""
        self.by_value: defaultdict[float, set[int]] = defaultdict(set)

    def parts(self) -> list[set[int]]:
        """Those whom direct comparison leaves tied, best first."""
        values = sorted((value for value, part in self.by_value.items() if part), reverse=True)
        return [self.by_value[value] for value in values]


class Comparison:
    """Groups of tied players, which direct comparison splits again and again.

    Only games inside a group are looked at.  When a group splits, its largest part stays and only
    those are compared anew who leave or who met somebody who leaves; so a game is looked at few
    times, however long groups go on splitting.
    """

    def __init__(self, wall_list: WallList, tied_on: list[Hashable] | None, system: System) -> None:
        self.group: dict[int, _Group] = {}
        """Each player's group; blank rows have none."""
        self.value: dict[int, float] = {}
        """Each player's wins against its group."""
        self._rounds = wall_list.players
        self._swiss = system != "round-robin"
        self._unsettled: list[_Group] = []
        keys = [()] * len(wall_list.there) if tied_on is None else tied_on
        tied: defaultdict[Hashable, set[int]] = defaultdict(set)
        for player, key in enumerate(wall_list.beside(keys, "tied_on")):
            if wall_list.there[player]:
                tied[key].add(player)
        for group, members in [(self._form(part, 0), part) for part in tied.values()]:
            if self._swiss and not self._met_equally_often(members):
                self.value.update(dict.fromkeys(members, 0.0))
            else:
                self._compare(members)
                self._unsettled.append(group)

    def split(self) -> bool:
        """Apply direct comparison once within every group; whether more could come of it."""
        groups, self._unsettled = self._unsettled, []
        for group in groups:
            self._split(group)
        return bool(self._unsettled)

    def _split(self, group: _Group) -> None:
        parts = group.parts()
        if len(parts) == 1:
            return
        staying = max(parts, key=len)
        leaving = []
        above = group.above
        for part in parts:
            if part is staying:
                group.above = above
            else:
                leaving.append((self._form(part, above), part))
            above += len(part)
        group.by_value = defaultdict(set, {self.value[next(iter(staying))]: staying})
        gone = set().union(*(part for _, part in leaving))
        left = {game.opponent for player in gone for game in self._met(player, group)}
        self._compare(gone)
        self._compare(left)
        self._unsettled += [group, *(new for new, _ in leaving)]

    def _form(self, members: Iterable[int], above: int) -> _Group:
        group = _Group(above)
        self.group.update(dict.fromkeys(members, group))
        return group

    def _met(self, player: int, group: _Group) -> Iterator[Game]:
        """The player's games against a group."""
        for one in self._rounds[player]:
            if isinstance(one, Game) and one.decided and self.group[one.opponent] is group:
                yield one

    def _compare(self, players: Iterable[int]) -> None:
        """Count the wins against the own group."""
        for player in players:
            group = self.group[player]
            wins = sum(game.points for game in self._met(player, group))
            if player in self.value:
                group.by_value[self.value[player]].discard(player)
            self.value[player] = math.floor(wins) if self._swiss else wins
            group.by_value[self.value[player]].add(player)

    def _met_equally_often(self, members: Collection[int]) -> bool:
        """Whether every two of a group have met, and as often as any other two."""
        often: set[float] = set()
        for player in members:
            met: defaultdict[int, float] = defaultdict(float)
            for game in self._met(player, self.group[player]):
                met[game.opponent] += game.games
            often.update(met.values())
            if len(met) < len(members) - 1 or len(often) > 1:
                return False
        return True


@function(CATEGORY)
def DIRECT_COMPARISON(
    wall_list: GamesOrCrossTable,
    tied_on: TiedOn | None = None,
    system: System = "swiss",
    iterations: Whole = 1,
) -> list[list[float | str]]:
    """Direct comparison: the number of wins against those one is tied with, a jigo ½.

    Parameters
    ----------
    system
        swiss, which mcmahon also means: all of a group get 0 unless every two of them have met,
        and equally often, and halves are rounded down.  round-robin: neither.
    iterations
        How many columns: the second compares those who are still tied after the first, and so on.

    Errors
    ------
    #NUM!
        `iterations` is not a whole number from 1 to 100.

    Notes
    -----
    A forfeit counts as its result, a game without a result as not met.  Text in `tied_on` is
    compared in any letter case, numbers to 15 significant digits.  Blank rows stay blank and belong
    to no group.

    Source
    ------
    European Go Federation, Tournament System Rules, Definition of Direct Comparison, as Sensei's
    Library, Direct Comparison, quotes it and shows it for the European Go Congress 2009.

    Examples
    --------
    >>> DIRECT_COMPARISON([["2+"], ["1-"]])
    [[1.0], [0.0]]
    >>> DIRECT_COMPARISON([[0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1], [1, 0, 0, 0]], None, "", 2)
    [[2.0, 1.0], [2.0, 0.0], [1.0, 1.0], [1.0, 0.0]]
    >>> DIRECT_COMPARISON([["2+", "3+"], ["1-", "4+"], ["4+", "1-"], ["3-", "2-"]], [2, 1, 1, 0])
    '#VALUE!'
    >>> DIRECT_COMPARISON([["2+", "3+"], ["1-", "0="], ["0=", "1-"]], None, "round-robin")
    [[2.0], [0.0], [0.0]]
    """
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise outside(f"iterations must be from 1 to {MOST_ITERATIONS}, not {iterations}")
    comparison = Comparison(wall_list, tied_on, system)
    columns = []
    for _ in range(iterations):
        columns.append([comparison.value.get(p, BLANK) for p in range(len(wall_list.there))])
        comparison.split()
    return [list(row) for row in zip(*columns)]


@function(CATEGORY)
def DC_PLACE(
    wall_list: GamesOrCrossTable, tied_on: TiedOn | None = None, system: System = "swiss"
) -> list[float | str]:
    """The place inside the tied group by direct comparison, iterated to the end.

    Those whom it leaves tied share the better place (1-2-2-4).

    Parameters
    ----------
    system
        swiss, which mcmahon also means: a group stays tied unless every two of it have met, and
        equally often, and halves are rounded down.  round-robin: neither.

    Source
    ------
    Sensei's Library, Direct Comparison, section How to do Iterative Direct Comparison.

    Examples
    --------
    >>> DC_PLACE([[0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1], [1, 0, 0, 0]])
    [[1.0], [2.0], [3.0], [4.0]]
    >>> DC_PLACE([["2+", "3+"], ["1-", "4+"], ["4+", "1-"], ["3-", "2-"]], [[2], [1], [2], [1]])
    [[1.0], [1.0], [2.0], [2.0]]
    """
    comparison = Comparison(wall_list, tied_on, system)
    while comparison.split():
        pass
    group = comparison.group
    return [group[p].above + 1 if p in group else BLANK for p in range(len(wall_list.there))]
