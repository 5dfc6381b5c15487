"""Columns that several templates have: names, places, and rows of the sorted table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ...catalogue.cells import COMPARED_DECIMALS as COMPARED_DECIMALS
from ...catalogue.expression import sum_of_rounds as sum_of_rounds
from ...readers.entrants import BYE_NAMES
from . import theme
from .table import TEXT_FORMAT, Column, ColumnKind, InputRule, computed

NAME_WIDTH = 21.0


class Heading(NamedTuple):
    """How a community heads a column: the short form, what it means, and what it was before."""

    short: str
    words: str = ""
    formerly: str = ""
    note: str = ""

    def of(self, key: str, formula: str, **look: Any) -> Column:
        """A column with this heading."""
        formerly = (self.formerly,) if self.formerly else ()
        return Column(
            key, self.short, formula, words=self.words, note=self.note, formerly=formerly, **look
        )


def is_bye(cell: str) -> str:
    """Whether a cell names a bye."""
    return "OR({})".format(",".join(f'{cell}="{name}"' for name in BYE_NAMES))


def sort_key(value: str) -> str:
    """A number as native formulas compare it.

    COUNTIF takes its criterion as text; a key rounded like this is the same number as its text.
    And COUNTIF takes -0 for less than 0, so 0 is added.
    """
    return f"ROUND({value},{COMPARED_DECIMALS})+0"


for_listed = ColumnKind('=IF({row[key]}=0,"",')
"""Columns that stay blank in rows whose column ``key`` is 0."""
if_listed = for_listed.formula


def per_round(key: str, rounds: int) -> str:
    """The columns of all rounds, as formulas name them."""
    return f"{key}_1:{key}_{rounds}"


def for_rounds(
    rounds: int, key: str, heading: str, formula: str = "", width: float = 9, **look: Any
) -> list[Column]:
    """A column for each round, ``#`` its number."""
    columns = []
    for k in range(1, rounds + 1):
        name, head, own = (text.replace("#", str(k)) for text in (f"{key}_#", heading, formula))
        columns.append(Column(name, head, own, width=width, **look))
    return columns


def typed_rounds(rounds: int, width: float, rule: InputRule) -> list[Column]:
    """The cells of a wall list: each begins with the number of the opponent."""
    look = Column("", "", "", False, TEXT_FORMAT, width, "left", rule, begins_with_row=True)
    return [replace(look, key=f"r_{k}", heading=f"R{k}") for k in range(1, rounds + 1)]


def looked_up(
    table: str, key: str, heading: str, width: float, align: str = "right", **look: Any
) -> Column:
    """A figure of another table for the player whose number this row has."""
    formula = f'=IF({{row[no]}}="","",INDEX({{{table}[{key}]}},{{row[no]}}))'
    style = theme.STRONG if key in ("name", "place") else None
    return Column(key, heading, formula, width=width, align=align, style=style, **look)


def sum_of_both_sides(first: str, second: str, sides: tuple[str, str]) -> str:
    """The sum of a player, or team, over all matches, on either side of them.

    ``first`` and ``second`` are the columns of ``matches`` to add, ``sides`` those with the number
    of the player on that side.
    """
    return "+".join(
        f"SUMIFS({{matches[{column}]}},{{matches[{side}]}},{{row[no]}})"
        for column, side in zip((first, second), sides)
    )


def name_of(table: str, heading: str) -> Column:
    """The name that is typed into the same row of a table, without blanks around it."""
    typed = f"{{{table}.row[name]}}"
    formula = f'=IF({typed}="","",TRIM({typed}))'
    return computed.left("name", heading, formula, width=NAME_WIDTH)


def typed_name(heading: str) -> Column:
    """The name of an entrant, as it is typed in."""
    return Column("name", heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", identifies=True)


def progress_of_round(k: int) -> Column:
    """What the status says of a round with games without a result: ``, round 4: 3 of 6 results``.

    The columns ``games_4`` and ``open_4`` beside it count its games, and those without a result.
    """
    games, still_open = f"{{row[games_{k}]}}", f"{{row[open_{k}]}}"
    text = f'", round {k}: "&{games}-{still_open}&" of "&{games}&IF({games}=1," result"," results")'
    return Column(f"progress_{k}", f"R{k} in progress", f'=IF({still_open}=0,"",{text})')


def progress_of_rounds(table: str, rounds: int) -> str:
    """The same of all rounds, for the ``progress`` of a check."""
    return "&".join(f"{{{table}.top[progress_{k}]}}" for k in range(1, rounds + 1))


ORDER_OF_PLAYERS = (
    computed.centred("row", "Row of the table", "={score.row[no]}", width=9),
    computed.centred(
        "no",
        "No.",
        '=IF({row[row]}>PlayersListed,"",MATCH({row[row]},{score[position]},0))',
        width=6,
    ),
)
"""The players in the order of their places, by the row of the table ``score``."""


def rank_columns(table: str, keys: Sequence[str], counts: str) -> list[Column]:
    """Native helper columns: each key as it is compared, and the place by the keys up to it.

    ``keys`` are the columns of ``table`` to sort by, the most important first, more is better.
    Rows in which the column ``counts`` is 0 stay blank.
    """
    columns = []
    for number, key in enumerate(keys, 1):
        compared, rank, before = f"compared_{number}", f"rank_{number}", f"rank_{number - 1}"
        better = f'{{{table}[{compared}]}},">"&{{row[{compared}]}}'
        place = f"1+COUNTIF({better})"
        if number > 1:
            tied = f"{{{table}[{before}]}},{{row[{before}]}}"
            place = f"{{row[{before}]}}+COUNTIFS({tied},{better})"
        for name, heading, formula in (
            (compared, f"Key {number} compared", sort_key(f"{{row[{key}]}}")),
            (rank, f"Place by {number} keys", place),
        ):
            blank = f'=IF({{row[{counts}]}}=0,"",{formula})'
            columns.append(Column(name, heading, blank, width=11, only="native"))
    return columns


def decided_by_column(table: str, keys: Sequence[str], labels: str) -> Column:
    """The label of the first key that separates a row from all others.

    ``labels`` are the cells with the names of the keys, in one row or column.  Needs
    :func:`rank_columns`.
    """
    shared = [
        f"COUNTIF({{{table}[rank_{number}]}},{{row[rank_{number}]}})>1"
        for number in range(1, len(keys) + 1)
    ]
    deciding = "1" + "".join(f"+IF({other},1,0)" for other in shared[:-1])
    decided = f'IF({shared[-1]},"tied",INDEX({labels},{deciding})&"")'
    block = keys[0] if len(keys) == 1 else f"{keys[0]}:{keys[-1]}"
    return computed.left(
        "decided",
        "Decided by",
        f"=DECIDED_BY({{{table}[{block}]}},{labels})",
        array=True,
        width=12,
        native=if_listed(decided),
    )


def places(table: str, keys: Sequence[str], counts: str) -> list[Column]:
    """The place of each row by other columns, how many share it, and its row when sorted.

    The ``keys`` must stand side by side.  Rows in which the column ``counts`` is 0 stay blank.
    """

    def counted(formula: str) -> str:
        return f'=IF({{row[{counts}]}}=0,"",{formula})'

    block = keys[0] if len(keys) == 1 else f"{keys[0]}:{keys[-1]}"
    return [
        *rank_columns(table, keys, counts),
        Column(
            "place",
            "Place",
            f"=PLACE({{{table}[{block}]}})",
            array=True,
            native=counted(f"{{row[rank_{len(keys)}]}}"),
        ),
        Column(
            "sharing",
            "Sharing the place",
            counted(f"COUNTIF({{{table}[place]}},{{row[place]}})"),
            width=12,
        ),
        Column(
            "position",
            "Row of the table",
            counted("{row[place]}+COUNTIF({upto[place]},{row[place]})-1"),
            width=11,
        ),
    ]


def qualifying(counts: str, limit: str) -> Column:
    """The mark: Q inside the places that qualify, ? for a tie across the line, = for shared."""
    within = (
        f'IF({{row[place]}}+{{row[sharing]}}-1<={limit},"Q",IF({{row[place]}}<={limit},"?",""))'
    )
    tied = 'IF({row[sharing]}>1,"=","")'
    return computed.centred("mark", "Mark", f'=IF({{row[{counts}]}}=0,"",{within}&{tied})')


ORDER_OF_TEAMS = computed.centred(
    "no",
    "No.",
    '=IF({group.row[no]}>TeamsListed,"",MATCH({group.row[no]},{group[position]},0))',
    width=6,
)
"""The number of the team in this row of the sorted table."""
