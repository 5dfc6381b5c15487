"""The wall list of any game: a row a player, a column a round, every game entered twice.

An entry holds the opponent and the result, so that every game is entered twice, once by either
side.  The module of a game defines how its entries are written and when two sides agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar

from ..catalogue.cells import (
    BLANK,
    describe_cell,
    is_blank,
    round_to_15_digits,
    to_block,
    to_number,
    to_single_column,
    to_text,
    value_error,
)
from ..catalogue.derivation import Argument
from ..catalogue.docstrings import SharedHelp
from ..catalogue.expression import Term
from ..catalogue.kinds import Kind

R = TypeVar("R")
T = TypeVar("T")

MINUS_TO_HYPHEN = str.maketrans("−–—", "---")
"""Spreadsheets replace a typed hyphen by a longer minus."""


class Coming(Enum):
    """What the entry of a player says of a round that is still to be paired."""

    OPEN = "is to be paired"
    PAIRED = "has an opponent: the two stay a pair"
    ALLOCATED = "has the bye of the pairing: nobody else gets it"
    AWAY = "takes no part: a bye that was asked for, or an absence"


_COMING = {
    "": Coming.OPEN,
    **dict.fromkeys(("U", "0+"), Coming.ALLOCATED),
    **dict.fromkeys(("H", "F", "Z", "0=", "0-", "=", "½", "0", "-"), Coming.AWAY),
}
"""By what chess and go write without an opponent, also beside Bye on the page Games."""


BYES = (Coming.ALLOCATED, Coming.AWAY)


def coming(entry: str) -> Coming:
    """What an entry says of a round to come; whatever is no bye names an opponent."""
    return _COMING.get(entry, Coming.PAIRED)


def is_to_be_paired(entries: Iterable[Coming], has_results: bool) -> bool:
    """Whether a round is to be paired: no game has a result, and players wait for an opponent.

    Where several have the bye of the pairing they wait too, until that is put right.
    """
    found = list(entries)
    return not has_results and (found.count(Coming.OPEN) > 1 or found.count(Coming.ALLOCATED) > 1)


class WallList(Generic[R]):
    """All rounds of all players, checked against each other."""

    def __init__(
        self, players: list[list[R]], is_player: list[bool], held_rounds: Sequence[int] = ()
    ) -> None:
        self.players = players
        """Each row's rounds; all have as many, but a blank row has none."""
        self.is_player = is_player
        """Which rows hold a player; the others are blank."""
        self.held_rounds = held_rounds
        """The columns, from 0, of the rounds that have been held."""

    @property
    def rounds(self) -> int:
        """How many rounds have been held."""
        return len(self.held_rounds)

    def to_column(self, values: Sequence[T]) -> list[T | str]:
        """The values of the rows as a result column; blank for a blank row."""
        return [value if is_player else BLANK for value, is_player in zip(values, self.is_player)]

    def align(self, values: Sequence[T], name: str) -> Sequence[T]:
        """Check that another argument has one value for each row, and return it."""
        if len(values) != len(self.players):
            raise value_error(
                f"{name} has {len(values)} rows, but wall_list has {len(self.players)}"
            )
        return values

    def align_or_broadcast(self, values: Sequence[float] | None, name: str) -> Sequence[float]:
        """An argument with one value for each row, or one for all; 0 if it is omitted."""
        numbers = [0.0] if values is None else list(values)
        if len(numbers) == 1:
            numbers *= len(self.players)
        return self.align(numbers, name)


class Reader(Generic[R]):
    """The parser of a block of cells as a wall list; its errors locate the entries."""

    no_entry: R
    """The round of a blank entry; compared by identity."""
    implied_entry: R
    """The round of a blank entry where other entries show that the round has been held."""

    def __init__(self, rows: Sequence[Sequence[Any]], where: str) -> None:
        self.rows = rows
        self.where = where
        self._parsed: dict[Any, R] = {}

    def parse(self, cell: Any, r: int, c: int) -> R:
        """Parse an entry that is not blank; an error locates it."""
        raise NotImplementedError

    def reconcile(self, own: R, lists: Sequence[Sequence[R]], r: int, c: int) -> R:
        """Check a round against the opponent's entry, and complete it from there."""
        raise NotImplementedError

    def parse_wall_list(self) -> WallList[R]:
        """Parse all entries, and check that both sides of every game agree."""
        no_entry, implied_entry = self.no_entry, self.implied_entry
        lists = [[self._round(r, c) for c in range(len(row))] for r, row in enumerate(self.rows)]
        for r, rounds in enumerate(lists):
            for c, own in enumerate(rounds):
                if own is not no_entry:
                    rounds[c] = self.reconcile(own, lists, r, c)
        is_player = [not all(map(is_blank, row)) for row in self.rows]
        held_rounds = [
            c
            for c, column in enumerate(zip(*lists))
            if any(entry is not no_entry for entry in column)
        ]
        players = [
            [implied_entry if rounds[c] is no_entry else rounds[c] for c in held_rounds]
            if has_player
            else []
            for rounds, has_player in zip(lists, is_player)
        ]
        return WallList(players, is_player, held_rounds)

    def describe_entry(self, r: int, c: int) -> str:
        """The location and the content of an entry, for an error."""
        cell = self.rows[r][c]
        content = "which is blank" if is_blank(cell) else describe_cell(cell)
        return f"{self.where}, row {r + 1}, round {c + 1} ({content})"

    def check_opponent(self, opponent: int, r: int, c: int) -> None:
        """Check the opponent of an entry, a row from 0."""
        if opponent >= len(self.rows):
            raise value_error(
                f"{self.describe_entry(r, c)} names row {opponent + 1}, "
                f"but the wall list has {len(self.rows)} rows"
            )
        if opponent == r:
            raise value_error(f"{self.describe_entry(r, c)} names its own row")

    def disagreement(self, r: int, c: int, opponent: int) -> Exception:
        """The error of two entries that do not record the same game."""
        return value_error(
            f"{self.describe_entry(r, c)} and {self.describe_entry(opponent, c)} must tell the "
            "same game; correct one of them"
        )

    def _round(self, r: int, c: int) -> R:
        cell = self.rows[r][c]
        if cell is None or cell == "":
            return self.no_entry
        if not isinstance(cell, str):
            return self.parse(cell, r, c)
        entry = self._parsed.get(cell)
        if entry is None:
            entry = self._parsed[cell] = self.parse(cell, r, c)
        return entry


def read_wall_list(
    make_reader: Callable[..., Reader[R]], value: object, *options: object
) -> WallList[R]:
    """A block of cells as a wall list; every criterion of a tournament reads the same texts."""
    rows = tuple(map(tuple, to_block(value)))
    are_texts = all(type(cell) is str or cell is None for row in rows for cell in row)
    return (_read_texts if are_texts else _read)(make_reader, rows, *options)


def _read(make_reader: Callable[..., Reader[R]], *options: object) -> WallList[R]:
    return make_reader(*options).parse_wall_list()


_read_texts = lru_cache(maxsize=8)(_read)


def _coerce_column(value: object, where: str) -> list[float]:
    cells = to_single_column(value, where)
    return [to_number(cell, f"{where}, row {r},") for r, cell in enumerate(cells, 1)]


PerPlayer = Annotated[list[float], Kind("a column of numbers", _coerce_column, takes_range=True)]
PerPlayerOrOne = Annotated[
    list[float], Kind("a column of numbers, or one number", _coerce_column, takes_range=True)
]


# Tied groups: players with equal rows of criteria, as a spreadsheet compares cells.


def _tie_key(cell: object, where: str) -> Hashable:
    """The comparison key of a cell: a number to 15 digits, or text without letter case."""
    if isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool):
        return round_to_15_digits(to_number(cell, where))
    return to_text(cell, where).casefold()


def _coerce_keys(value: object, where: str) -> list[Hashable]:
    return [
        tuple(_tie_key(cell, f"{where}, row {r}, column {c},") for c, cell in enumerate(row, 1))
        for r, row in enumerate(to_block(value), 1)
    ]


def _tied_on(help: str) -> SharedHelp:
    return SharedHelp(
        f"The criteria that come before, a row for each player: players with equal rows are tied. "
        f"When it is left out {help}.",
        {"#VALUE!": "`tied_on` has not one row for each row of the wall list."},
    )


_TIED = Kind("rows of numbers or text", _coerce_keys, takes_range=True)

TiedOn = Annotated[list[Hashable], _TIED, _tied_on("all players are")]
TiedOnOrPoints = Annotated[list[Hashable], _TIED, _tied_on("players with the same points are")]


def tied_groups(keys: Sequence[Hashable], is_player: Sequence[bool]) -> list[list[int]]:
    """The rows of players, grouped by equal keys."""
    tied: defaultdict[Hashable, list[int]] = defaultdict(list)
    for player, key in enumerate(keys):
        if is_player[player]:
            tied[key].append(player)
    return list(tied.values())


def tied_keys(tied_on: Argument | Sequence[Term] | None) -> list[Hashable] | None:
    """What each player is tied on, as the rule takes it, of an argument of a derivation."""
    if isinstance(tied_on, Argument):
        keys: list[Hashable] = tied_on.parsed
        return keys
    return None if tied_on is None else [term.value for term in tied_on]
