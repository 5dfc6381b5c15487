"""The wall list of a go tournament: each row a player, each column a round.

An entry holds the opponent and the result, so that every game is entered twice, once from
either side.  The two must agree; what one side leaves out, the other may say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ...catalogue.cells import (
    Block,
    is_blank,
    num_error,
    raise_if_error,
    to_block,
    to_number,
    value_error,
)
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind
from .. import wall_lists

CATEGORY = "Go"

MAX_WINS = 10**6
"""The limit of wins against one opponent in a cross table."""

JIGO = 0.5
POINTS = {"+": 1.0, "=": JIGO, "-": 0.0, "?": 0.0}
"""What the results of a wall list count."""
_OTHER_COLOUR = {"b": "w", "w": "b", "": ""}
_ENTRY = (
    r"(?i)(?P<opponent>[0-9]{1,6})(?P<result>[-+=?])(?P<forfeit>!)?/?"
    r"(?:(?P<colour>[bw?])(?P<handicap>[0-9]{1,2})?)?"
)


class WallListGame(NamedTuple):
    """A round with an opponent, from the side of one player."""

    opponent: int
    """The opponent's row, from 0."""
    points: float
    """1, ½ or 0; also 0 without a result."""
    has_result: bool = True
    """Whether the game has a result."""
    forfeit: bool = False
    colour: str = ""
    """b or w; empty if unknown."""
    handicap: int | None = None
    """The handicap stones of the game; None if unknown."""
    games: float = 1.0
    """The number of games; several in a cross table."""
    both_lost: bool = False

    @property
    def played(self) -> bool:
        """Whether the game was played to a result that tells who is stronger."""
        return self.has_result and not (self.forfeit or self.both_lost)

    @property
    def stones(self) -> int:
        """The handicap stones given to the opponent; below 0, taken."""
        stones = self.handicap or 0
        return -stones if self.colour == "b" else stones


class Unpaired(NamedTuple):
    """A round without an opponent, a bye or an absence, with the points it counts."""

    points: float = 0.0
    played: Literal[False] = False


Round: TypeAlias = "WallListGame | Unpaired"

NO_ENTRY = Unpaired()
"""The round of a blank entry; compared by identity."""


WallList = wall_lists.WallList[WallListGame | Unpaired]
"""All rounds of all players, checked against each other."""


class _GoWallListReader(wall_lists.Reader[Round]):
    """The parser of a go tournament's wall list."""

    no_entry = NO_ENTRY
    implied_entry = NO_ENTRY

    def parse(self, cell: Any, r: int, c: int) -> Round:
        """Parse an entry; ``14+!/b3`` is a win by forfeit as Black with three stones."""
        raise_if_error(cell)
        if not isinstance(cell, str):
            raise self._invalid_entry(r, c)
        text = cell.strip().translate(wall_lists.MINUS_TO_HYPHEN)
        if text in ("", "?"):
            return NO_ENTRY
        match = re.fullmatch(_ENTRY, text)
        if not match:
            raise self._invalid_entry(r, c)
        number, result, forfeit, colour, handicap = match.groups()
        if int(number) == 0:
            return NO_ENTRY if result == "?" else Unpaired(POINTS[result])
        colour = (colour or "").lower().strip("?")
        stones = None if handicap is None else int(handicap)
        opponent = int(number) - 1
        return WallListGame(
            opponent, POINTS[result], result != "?", forfeit is not None, colour, stones
        )

    def _invalid_entry(self, r: int, c: int) -> Exception:
        return value_error(
            f"{self.describe_entry(r, c)} must be text: a row with its result such as 14+, "
            "10- or 5=, 0+, 0- or 0= without an opponent, or ? for no result"
        )

    def reconcile(self, own: Round, lists: Sequence[Sequence[Round]], r: int, c: int) -> Round:
        """Check one side of a game against the other, and complete it from there."""
        if isinstance(own, Unpaired):
            return own
        self.check_opponent(own.opponent, r, c)
        other = lists[own.opponent][c]
        if not (
            isinstance(other, WallListGame) and other.opponent == r and _sides_agree(own, other)
        ):
            raise self.disagreement(r, c, own.opponent)
        if own.has_result and own.points == other.points == 0:
            own = own._replace(both_lost=True)
        handicap = own.handicap if own.handicap is not None else other.handicap
        if not handicap:
            return own
        colour = own.colour or _OTHER_COLOUR[other.colour]
        if not colour:
            raise value_error(f"{self.describe_entry(r, c)} must say who took the stones: b or w")
        return own._replace(colour=colour, handicap=handicap)


def _sides_agree(own: WallListGame, other: WallListGame) -> bool:
    """Whether the two sides of a game agree; both may lose it, or win it by forfeit."""
    if (own.has_result, own.forfeit) != (other.has_result, other.forfeit):
        return False
    alike = own.points == other.points and (own.forfeit or not own.points)
    if own.has_result and own.points + other.points != 1 and not alike:
        return False
    if own.colour and own.colour == other.colour:
        return False
    return own.handicap is None or other.handicap is None or own.handicap == other.handicap


def _is_cross_table(rows: Block) -> bool:
    """Whether a block is a cross table: square, with numbers off the diagonal."""
    if len(rows) != len(rows[0]):
        return False
    off_diagonal = (cell for r, row in enumerate(rows) for c, cell in enumerate(row) if r != c)
    first = next((cell for cell in off_diagonal if not is_blank(cell)), None)
    return isinstance(first, (int, float, Decimal)) and not isinstance(first, bool)


def _parse_cross_table(rows: Block, where: str) -> WallList:
    """Parse a cross table to a wall list, in which all games of two players are one round."""

    def wins(r: int, c: int) -> float:
        name = f"{where}, row {r + 1}, column {c + 1},"
        value = to_number(rows[r][c], name)
        if not (0 <= value <= MAX_WINS and (2 * value).is_integer()):
            raise num_error(f"{name} must be a number of wins, whole or with a half, not {value:g}")
        return value

    players: list[list[Round]] = [[] for _ in rows]
    for r, row in enumerate(rows):
        raise_if_error(row[r])
        if not (isinstance(row[r], str) or is_blank(row[r]) or wins(r, r) == 0):
            raise value_error(f"{where}, row {r + 1}, column {r + 1}, is a player against itself")
        for c in range(r):
            if is_blank(row[c]) != is_blank(rows[c][r]):
                raise value_error(
                    f"{where}, row {r + 1}, column {c + 1}, and row {c + 1}, column {r + 1}, "
                    "disagree: one is blank, the other is not"
                )
            own, other = wins(r, c), wins(c, r)
            if own + other:
                players[r].append(WallListGame(c, own, games=own + other))
                players[c].append(WallListGame(r, other, games=own + other))
    return wall_lists.WallList(players, [not all(map(is_blank, row)) for row in rows])


def read_wall_list(value: object, where: str) -> WallList:
    """Parse a block of cells as a wall list."""
    return wall_lists.read_wall_list(_GoWallListReader, value, where)


def read_wall_list_or_cross_table(value: object, where: str) -> WallList:
    """Parse a block of cells as a cross table if it is one, else as a wall list."""
    rows = to_block(value)
    return _parse_cross_table(rows, where) if _is_cross_table(rows) else read_wall_list(rows, where)


_CELLS = (
    "A row a player, a column a round: 14+ beat row 14, 10- lost, 5= drew, 5? no result yet; "
    "0+, 0-, 0= bye, absence, half-point absence; 14+/b3 colour and handicap, 22+! forfeit."
)
_ERRORS = {
    "#VALUE!": "A cell of the wall list cannot be read, names a row that is not there, or "
    "disagrees with its opponent's; the message names both.",
}

Games = Annotated[
    WallList,
    Kind("a wall list", read_wall_list, takes_range=True),
    SharedHelp(_CELLS, _ERRORS),
]
GamesOrCrossTable = Annotated[
    WallList,
    Kind("a wall list or a cross table", read_wall_list_or_cross_table, takes_range=True),
    SharedHelp(
        f"{_CELLS} Or a cross table: wins of row against column, blank where they have not met.",
        _ERRORS | {"#NUM!": "A cell of the cross table is no number of wins."},
    ),
]
