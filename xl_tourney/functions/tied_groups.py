"""Players who are tied: those whose rows of criteria are equal, as a spreadsheet compares cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from decimal import Decimal
from typing import Annotated

from ..catalogue.cells import block, comparable, number, text
from ..catalogue.docstrings import Shared
from ..catalogue.kinds import Kind


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


def _tied_on(help: str) -> Shared:
    return Shared(
        f"The criteria that come before, a row for each player: players with equal rows are tied. "
        f"When it is left out {help}.",
        {"#VALUE!": "`tied_on` has not one row for each row of the wall list."},
    )


_KIND = Kind("rows of numbers or text", _keys, matrix=True)

TiedOn = Annotated[list[Hashable], _KIND, _tied_on("all players are")]
TiedOnOrPoints = Annotated[list[Hashable], _KIND, _tied_on("players with the same points are")]


def tied_groups(keys: Sequence[Hashable], there: Sequence[bool]) -> list[list[int]]:
    """The rows that hold players, those with equal keys together."""
    tied: defaultdict[Hashable, list[int]] = defaultdict(list)
    for player, key in enumerate(keys):
        if there[player]:
            tied[key].append(player)
    return list(tied.values())
