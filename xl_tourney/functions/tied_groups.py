"""Tied groups: players with equal rows of criteria, as a spreadsheet compares cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from decimal import Decimal
from typing import Annotated

from ..catalogue.cells import round_to_15_digits, to_block, to_number, to_text
from ..catalogue.derivation import Argument
from ..catalogue.docstrings import SharedHelp
from ..catalogue.expression import Term
from ..catalogue.kinds import Kind


def _key(cell: object, where: str) -> Hashable:
    """The comparison key of a cell: a number to 15 digits, or text without letter case."""
    if isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool):
        return round_to_15_digits(to_number(cell, where))
    return to_text(cell, where).casefold()


def _coerce_keys(value: object, where: str) -> list[Hashable]:
    return [
        tuple(_key(cell, f"{where}, row {r}, column {c},") for c, cell in enumerate(row, 1))
        for r, row in enumerate(to_block(value), 1)
    ]


def _tied_on(help: str) -> SharedHelp:
    return SharedHelp(
        f"The criteria that come before, a row for each player: players with equal rows are tied. "
        f"When it is left out {help}.",
        {"#VALUE!": "`tied_on` has not one row for each row of the wall list."},
    )


_KIND = Kind("rows of numbers or text", _coerce_keys, takes_range=True)

TiedOn = Annotated[list[Hashable], _KIND, _tied_on("all players are")]
TiedOnOrPoints = Annotated[list[Hashable], _KIND, _tied_on("players with the same points are")]


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
