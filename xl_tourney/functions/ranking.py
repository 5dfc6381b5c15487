"""Places from sort keys, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from ..catalogue.cells import num_error, round_to_15_digits, value_error
from ..catalogue.declaration import function
from ..catalogue.docstrings import SharedHelp
from ..catalogue.kinds import Labels, Line, Table

CATEGORY = "Ranking"
TIED = "tied"

Keys = Annotated[
    Table,
    SharedHelp(
        "The sort keys, most important first, one player a row; blank rows stay blank.",
        {"#VALUE!": "A key is no number."},
    ),
]
Order = Annotated[
    Line,
    SharedHelp(
        "One cell a key: 1 where higher is better (also when left out), -1 where lower is.",
        {
            "#VALUE!": "`order` has another width than `keys`.",
            "#NUM!": "`order` holds something other than 1 and -1.",
        },
    ),
]


def _to_sort_keys(
    keys: Sequence[Sequence[float]], order: Sequence[float] | None
) -> list[tuple[float, ...]]:
    """The sort key of each row: a tuple that is higher for a better row."""
    width = len(keys[0])
    directions = [1.0] * width if order is None else order
    if len(directions) != width:
        raise value_error(f"order has {len(directions)} cells, but keys have {width} columns")
    if any(direction not in (1, -1) for direction in directions):
        raise num_error("order must hold 1 (higher is better) or −1 (lower is better)")
    return [
        tuple(round_to_15_digits(key) * direction for key, direction in zip(row, directions))
        for row in keys
    ]


@function(CATEGORY)
def PLACE(keys: Keys, order: Order | None = None) -> list[float]:
    """Each row's place by several sort keys; equal rows share the better place (1-2-2-4).

    Notes
    -----
    Keys are compared as a spreadsheet compares numbers, to 15 significant digits.

    Source
    ------
    Standard competition ranking.

    Examples
    --------
    >>> PLACE([[8, 30], [7, 31], [7, 31], [7, 25]])
    [[1.0], [2.0], [2.0], [4.0]]
    >>> PLACE([[8, 30], [8, 31], [None, None]], [[1, -1]])
    [[1.0], [2.0], ['']]
    """
    rows = _to_sort_keys(keys, order)
    places: dict[tuple[float, ...], float] = {}
    for place, row in enumerate(sorted(rows, reverse=True), 1):
        places.setdefault(row, float(place))
    return [places[row] for row in rows]


@function(CATEGORY)
def DECIDED_BY(keys: Keys, labels: Labels, order: Order | None = None) -> list[str]:
    """Which key separates each row from all others: the label of the first that does.

    That is the first key at which nobody else has the same keys up to it; “tied” where somebody
    has all of them the same.

    Parameters
    ----------
    labels
        The names of the keys, one for each column of `keys`.

    Errors
    ------
    #VALUE!
        There are not as many labels as keys.

    Notes
    -----
    Keys are compared as PLACE compares them, so that rows are tied here where they share a place.
    The direction of a key makes no difference.

    Source
    ------
    The “decided by” column of a standings sheet.

    Examples
    --------
    >>> DECIDED_BY([[8, 30], [7, 31], [7, 31], [7, 25]], [["MMS", "SOS"]])
    [['MMS'], ['tied'], ['tied'], ['SOS']]
    >>> DECIDED_BY([[2, 1, 9], [2, 1, 4], [2, 3, 5]], [["wins", "losses", "tiles"]], [[1, -1, 1]])
    [['tiles'], ['tiles'], ['losses']]
    """
    if len(labels) != len(keys[0]):
        raise value_error(f"there are {len(labels)} labels, but keys have {len(keys[0])} columns")
    rows = _to_sort_keys(keys, order)
    deciding_labels = [TIED] * len(rows)
    for width in range(len(labels), 0, -1):
        counts = Counter(row[:width] for row in rows)
        for index, row in enumerate(rows):
            if counts[row[:width]] == 1:
                deciding_labels[index] = labels[width - 1]
    return deciding_labels
