"""Places from sort keys, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from ..catalogue.cells import num_error, round_to_15_digits, value_error
from ..catalogue.declaration import function
from ..catalogue.derivation import Step, Subject, listing, sentence, step
from ..catalogue.docstrings import SharedHelp
from ..catalogue.expression import Term
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
    return _places(_to_sort_keys(keys, order))


def _places(rows: Sequence[tuple[float, ...]]) -> list[float]:
    places: dict[tuple[float, ...], float] = {}
    for place, row in enumerate(sorted(rows, reverse=True), 1):
        places.setdefault(row, float(place))
    return [places[row] for row in rows]


@PLACE.derivation
def _derivation_of_place(
    of: Subject, keys: Sequence[Sequence[Term]], order: Sequence[Term] | None
) -> Iterator[Step]:
    headings = [of.heading_of("keys", column) for column in range(len(keys[0]))]
    yield from _derivation_of_keys(of, keys, order, headings)
    yield step("So the place is {place}.", place=_place_by(of, keys, order, len(headings)))


def _values(terms: Sequence[Term]) -> list[float]:
    return [term.value for term in terms]


def _place_by(
    of: Subject, keys: Sequence[Sequence[Term]], order: Sequence[Term] | None, width: int
) -> Term:
    """The place by the first keys alone."""
    directions = None if order is None else _values(order[:width])
    rows = _to_sort_keys([_values(row[:width]) for row in keys], directions)
    block = of.arguments["keys"]
    assert block is not None
    columns = block.first_columns(width) if block.first_columns else block.formula
    constant = "" if directions is None else f",{{{','.join(f'{d:g}' for d in directions)}}}"
    return Term(_places(rows)[of.row], of.element(f"PLACE({columns}{constant})"))


def _derivation_of_keys(
    of: Subject,
    keys: Sequence[Sequence[Term]],
    order: Sequence[Term] | None,
    headings: Sequence[Term],
) -> Iterator[Step]:
    """One key after the other that separates a row from some of those that are level so far."""
    rows = _to_sort_keys([_values(row) for row in keys], None if order is None else _values(order))
    own, tied = rows[of.row], list(range(len(rows)))
    for column, heading in enumerate(headings):
        level = [row for row in tied if rows[row][column] == own[column]]
        if len(level) < len(tied):
            others = _neighbours(rows, tied, of.row, column)
            sharing = [row for row in level if row != of.row]
            yield _compare(of, keys, order, heading, column, others, sharing)
        elif len(tied) > 1 and heading.value not in (None, "") and not _is_flag(rows, column):
            names, terms = listing("other", [of.name(row) for row in tied if row != of.row])
            yield step(
                f"{{heading}}: {{own}} is level with {names} at {{key}}.",
                heading=heading,
                own=of.own,
                **terms,
                key=keys[of.row][column],
            )
        tied = level


def _is_flag(rows: Sequence[tuple[float, ...]], column: int) -> bool:
    """Whether everybody has the same 0 or 1 of a key, which then says nothing."""
    return {abs(row[column]) for row in rows} in ({0}, {1})


def _neighbours(
    rows: Sequence[tuple[float, ...]], tied: Sequence[int], own: int, column: int
) -> list[int]:
    """Those of a tied group to compare a row with, the best first.

    Of all players they are those with the same key and the next on either side.
    """
    key = rows[own][column]
    others = sorted((r for r in tied if r != own), key=lambda r: rows[r][column], reverse=True)
    if len(tied) < len(rows):
        return others
    above = [row for row in others if rows[row][column] > key][-1:]
    below = [row for row in others if rows[row][column] < key][:1]
    return [*above, *(row for row in others if rows[row][column] == key), *below]


def _compare(
    of: Subject,
    keys: Sequence[Sequence[Term]],
    order: Sequence[Term] | None,
    heading: Term,
    column: int,
    others: Sequence[int],
    sharing: Sequence[int],
) -> Step:
    """The values of a key in a row and in those next to it, and the place by the keys up to it."""
    terms: dict[str, object] = {}
    parts = []
    for at, row in enumerate(others[:_MOST_COMPARED]):
        terms |= {f"name_{at}": of.name(row), f"key_{at}": keys[row][column]}
        parts.append(f"{{name_{at}}} {{key_{at}}}")
    more = len(others) - len(parts)
    parts += [f"{more} more"] if more else []
    so_far = sentence("By this {own} is alone in place {place}.")
    if sharing:
        names, shared = listing("with", [of.name(row) for row in sharing])
        terms |= shared
        so_far = f"By this {{own}} shares place {{place}} with {names}."
    return step(
        f"{{heading}}: {{own}} has {{key}}, {', '.join(parts)}. {so_far}",
        heading=heading,
        own=of.own,
        key=keys[of.row][column],
        **terms,
        place=_place_by(of, keys, order, column + 1),
    )


_MOST_COMPARED = 5


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
    return _deciding_labels(_to_sort_keys(keys, order), labels)


def _deciding_labels(rows: Sequence[tuple[float, ...]], labels: Sequence[str]) -> list[str]:
    deciding_labels = [TIED] * len(rows)
    for width in range(len(labels), 0, -1):
        counts = Counter(row[:width] for row in rows)
        for index, row in enumerate(rows):
            if counts[row[:width]] == 1:
                deciding_labels[index] = labels[width - 1]
    return deciding_labels


@DECIDED_BY.derivation
def _derivation_of_decision(
    of: Subject,
    keys: Sequence[Sequence[Term]],
    labels: Sequence[Term],
    order: Sequence[Term] | None,
) -> Iterator[Step]:
    yield from _derivation_of_keys(of, keys, order, labels)
    rows = _to_sort_keys([_values(row) for row in keys], None if order is None else _values(order))
    label = _deciding_labels(rows, [label.value for label in labels])[of.row]
    decided = Term(label, of.element(of.call))
    if label == TIED:
        yield step(
            "Nothing separates {own} from all others: {decided}.", own=of.own, decided=decided
        )
    else:
        yield step(
            "What separates {own} from all others is {decided}.", own=of.own, decided=decided
        )
