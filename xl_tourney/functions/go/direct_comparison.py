"""Go: direct comparison, the wins of tied players against each other, iterated.

Players who are tied are a group, and only games inside it count.  Who has the same wins in it stays
tied: the group splits, and games between the parts count no more.  A pass that splits no group is
the last.  Of A, B, C, D with A>B, A>C, B>C, C>D, D>A, B>D::

    pass 1   A 2, B 2, C 1, D 1    so A and B are tied, and C and D
    pass 2   A 1, B 0; C 1, D 0    A beat B, and C beat D: all are placed

In a Swiss a group counts only if every two of it have met, all pairs equally often.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import Literal

from ...catalogue.cells import BLANK, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, counted, listing, sentence, step
from ...catalogue.expression import Term
from ...catalogue.kinds import Whole
from ..wall_lists import TiedOn, tied_groups, tied_keys
from .wall_list import CATEGORY, GamesOrCrossTable, WallList, WallListGame

MAX_ITERATIONS = 100

System = Literal["swiss", "mcmahon", "round-robin"]


class _TiedGroup:
    """Players who are still tied."""

    def __init__(self, above: int) -> None:
        self.above = above
        """How many players of the original group are placed above."""
        self.by_value: defaultdict[float, set[int]] = defaultdict(set)

    def subgroups(self) -> list[set[int]]:
        """The players with equal values, best first."""
        values = sorted(
            (value for value, members in self.by_value.items() if members), reverse=True
        )
        return [self.by_value[value] for value in values]


class Comparison:
    """The tied groups, which direct comparison splits repeatedly.

    Only games inside a group count.  When a group splits, its largest subgroup keeps the group
    object.  Only the players who leave it, and those who met them, are compared anew, so that each
    game is read few times however often groups split.
    """

    def __init__(self, wall_list: WallList, tied_on: list[Hashable] | None, system: System) -> None:
        self.group: dict[int, _TiedGroup] = {}
        """The group of each player; blank rows have none."""
        self.value: dict[int, float] = {}
        """The wins of each player against its group."""
        self._rounds = wall_list.players
        self._swiss = system != "round-robin"
        self._unresolved: list[_TiedGroup] = []
        keys = [()] * len(wall_list.is_player) if tied_on is None else tied_on
        tied = tied_groups(wall_list.align(keys, "tied_on"), wall_list.is_player)
        for group, members in [(self._create_group(members, 0), members) for members in tied]:
            if self._swiss and not self._met_equally_often(members):
                self.value.update(dict.fromkeys(members, 0.0))
            else:
                self._compare(members)
                self._unresolved.append(group)

    def split(self) -> bool:
        """Apply direct comparison once within every group; whether another pass may split more."""
        groups, self._unresolved = self._unresolved, []
        for group in groups:
            self._split_group(group)
        return bool(self._unresolved)

    def _split_group(self, group: _TiedGroup) -> None:
        subgroups = group.subgroups()
        if len(subgroups) == 1:
            return
        staying = max(subgroups, key=len)
        leaving = []
        above = group.above
        for members in subgroups:
            if members is staying:
                group.above = above
            else:
                leaving.append((self._create_group(members, above), members))
            above += len(members)
        group.by_value = defaultdict(set, {self.value[next(iter(staying))]: staying})
        leavers = set().union(*(members for _, members in leaving))
        opponents = {game.opponent for player in leavers for game in self._games(player, group)}
        self._compare(leavers)
        self._compare(opponents)
        self._unresolved += [group, *(new for new, _ in leaving)]

    def _create_group(self, members: Iterable[int], above: int) -> _TiedGroup:
        group = _TiedGroup(above)
        self.group.update(dict.fromkeys(members, group))
        return group

    def games_in_group(self, player: int) -> list[WallListGame]:
        """The player's games against those who are still tied with the player."""
        return list(self._games(player, self.group[player]))

    def _games(self, player: int, group: _TiedGroup) -> Iterator[WallListGame]:
        """The player's games against a group."""
        for game in self._rounds[player]:
            if (
                isinstance(game, WallListGame)
                and game.has_result
                and self.group[game.opponent] is group
            ):
                yield game

    def _compare(self, players: Iterable[int]) -> None:
        """Count the wins of players against their groups."""
        for player in players:
            group = self.group[player]
            wins = sum(game.points for game in self._games(player, group))
            if player in self.value:
                group.by_value[self.value[player]].discard(player)
            self.value[player] = math.floor(wins) if self._swiss else wins
            group.by_value[self.value[player]].add(player)

    def _met_equally_often(self, members: Collection[int]) -> bool:
        """Whether every two members of a group have met, and all pairs equally often."""
        counts: set[float] = set()
        for player in members:
            games: defaultdict[int, float] = defaultdict(float)
            for game in self._games(player, self.group[player]):
                games[game.opponent] += game.games
            counts.update(games.values())
            if len(games) < len(members) - 1 or len(counts) > 1:
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
    if not 1 <= iterations <= MAX_ITERATIONS:
        raise num_error(f"iterations must be from 1 to {MAX_ITERATIONS}, not {iterations}")
    comparison = Comparison(wall_list, tied_on, system)
    columns = []
    for _ in range(iterations):
        columns.append([comparison.value.get(p, BLANK) for p in range(len(wall_list.is_player))])
        comparison.split()
    return [list(row) for row in zip(*columns)]


def _tied_names(comparison: Comparison, of: Subject) -> list[Term]:
    """The other players in the group of a player."""
    group = comparison.group[of.row]
    members = [row for row, other in comparison.group.items() if other is group and row != of.row]
    return [of.name(row) for row in sorted(members)]


def _explain_group(comparison: Comparison, of: Subject) -> Iterator[Step]:
    """With whom a player is tied, and what the games among them were."""
    others = _tied_names(comparison, of)
    if not others:
        yield step("Nobody is tied with {own}.", own=of.own)
        return
    text, names = listing("other", others)
    yield step(f"{{own}} is tied with {text}.", own=of.own, **names)
    results = {
        1.0: sentence("{own} beat {opponent}."),
        0.5: sentence("{own} drew with {opponent}."),
        0.0: sentence("{own} lost to {opponent}."),
    }
    for game in comparison.games_in_group(of.row):
        if game.points in results:
            yield step(results[game.points], own=of.own, opponent=of.name(game.opponent))


@DIRECT_COMPARISON.derivation
def _derivation_of_direct_comparison(
    of: Subject,
    wall_list: Argument,
    tied_on: Argument | Sequence[Term] | None,
    system: Term,
    iterations: Term,
) -> Iterator[Step]:
    comparison = Comparison(wall_list.parsed, tied_keys(tied_on), system.value)
    for _ in range(of.column):
        comparison.split()
    yield from _explain_group(comparison, of)
    is_alone = not _tied_names(comparison, of)
    value = Term(comparison.value[of.row], f"INDEX({of.call},{of.row + 1},{of.column + 1})")
    if is_alone:
        yield step("So there is nothing to compare: {wins}.", wins=value)
        return
    yield step(
        counted(
            value, "So {own} has {wins} win among them.", "So {own} has {wins} wins among them."
        ),
        own=of.own,
        wins=value,
    )


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
    return [group[p].above + 1 if p in group else BLANK for p in range(len(wall_list.is_player))]


@DC_PLACE.derivation
def _derivation_of_dc_place(
    of: Subject, wall_list: Argument, tied_on: Argument | Sequence[Term] | None, system: Term
) -> Iterator[Step]:
    comparison = Comparison(wall_list.parsed, tied_keys(tied_on), system.value)
    yield from _explain_group(comparison, of)
    while comparison.split():
        pass
    place = Term(comparison.group[of.row].above + 1, of.element(of.call))
    yield step(
        "Iterated to the end, {own} is in place {place} of the group.", own=of.own, place=place
    )
