"""A table of teams whose points are summed already: sorted by columns, one after the other.

A criterion is a column that is typed in, such as Points or SB: more is better, or fewer where its
name is asked for with a hyphen before it.  Won, Lost and Tied are only for games behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import OptionError
from ...readers.league import League, TeamRecord
from ..parts.columns import (
    NAME_WIDTH,
    ORDER_OF_TEAMS,
    Heading,
    decided_by_column,
    for_listed,
    places,
    sort_key,
)
from ..parts.plan import Bars, Hidden, Look, Qualifying
from ..parts.table import Column, InputRule, computed, refused
from . import tables
from .feature import Rules
from .standings import headings, shown_figure

MOST = 8
"""How many criteria a table may have."""
_RULE = InputRule("decimal", "A number; blank is 0.", -999999, 999999, decimals=6)


def asked_for(results: League, layout: str | None, criteria: str | None) -> list[str]:
    """The columns that a table of teams is sorted by; none where it is sorted by percentage."""
    texts = (" ".join(one.split()) for one in (criteria or "").replace(";", ",").split(","))
    asked = [one for one in texts if one.removeprefix("-")]
    if not results.rows:
        return asked if layout == "table" else []
    records = [row for row in results.rows if isinstance(row, TeamRecord)]
    if not records:
        return []
    if not asked:
        return [*results.placed_by][:MOST]
    _check(asked, results.figures)
    return asked


def _check(asked: Sequence[str], there: Iterable[str]) -> None:
    """Each is a column of the table, and there is room for all."""
    if len(asked) > MOST:
        raise OptionError(f"criteria are too many: a table of teams is sorted by {MOST}.")
    known = {name.casefold() for name in there}
    for one in asked:
        if one.removeprefix("-").casefold() not in known:
            raise OptionError(
                f"criteria has “{one}”, and the table of teams has no such column of numbers; "
                f"choose among {', '.join(there)}, with commas."
            )


def typed(names: Sequence[str]) -> list[Column]:
    """What is typed of a team."""
    *record, lot, problem = tables.RECORDS
    figures = [
        Column(f"figure_{k}", _name(name), rule=_RULE, width=12) for k, name in enumerate(names, 1)
    ]
    return [*record, *figures, lot, problem]


def _name(criterion: str) -> str:
    return criterion.removeprefix("-")


def labels(names: Sequence[str]) -> list[Column]:
    """What the table is sorted by: one row."""
    return [
        computed.left(f"name_{at}", f"Key {at}", f'="{_name(name)}"', width=14)
        for at, name in enumerate((*names, "Lot"))
    ]


def group(names: Sequence[str]) -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    figures, keys = [], [*(f"key_{k}" for k in range(1, len(names) + 1)), "drawn"]
    for k, name in enumerate(names, 1):
        figure = f"N({{listed.row[figure_{k}]}})"
        figures.append(for_listed(f"figure_{k}", _name(name), figure))
        sign = "-" if name.startswith("-") else ""
        value = sort_key(f"{sign}{{row[figure_{k}]}}")
        figures.append(for_listed(keys[k - 1], f"{_name(name)} to sort by", value))
    figures.sort(key=lambda column: column.key.startswith("key_"))  # keys side by side
    first = "INDEX({group[figure_1]},MATCH(1,{group[position]},0))"
    count = len(names)
    return [
        *tables.record_figures(),
        for_listed("played", "Played", "{row[won]}+{row[lost]}+{row[tied]}"),
        for_listed("points", "Wins, a tie half", tables.WINS, width=11),
        computed.count(
            "refused", "No numbers", f"={refused('listed', typed(names)[-2 - count : -1])}"
        ),
        tables.lead(),
        *figures,
        for_listed("drawn", "By lot", tables.DRAWN, width=11),
        *places("group", keys, "key"),
        *tables.line_columns(),
        for_listed("behind", "Behind", f"ABS({first}-{{row[figure_1]}})"),
        *tables.games_behind(native_only=True),
        *tables.left_columns(),
        decided_by_column("group", keys, f"{{steps[name_0:name_{count}]}}"),
    ]


def standings(names: Sequence[str], rules: Rules) -> list[Column]:
    """The table, sorted."""
    headed = headings(rules)
    behind = Heading("Behind", f"{_name(names[0])} behind the first")
    return [
        *(shown_figure(key, headed[key]) for key in ("place", "mark")),
        ORDER_OF_TEAMS,
        shown_figure("name", headed["name"], NAME_WIDTH),
        *(shown_figure(key, headed[key]) for key in _RECORD),
        *(shown_figure(f"figure_{k}", _headed(name), 10) for k, name in enumerate(names, 1)),
        shown_figure("behind", behind, 8),
        *(shown_figure(key, headed[key], 8, tables.BEHIND) for key in _BEHIND),
        shown_figure("decided", headed["decided"], 18),
    ]


def _headed(criterion: str) -> Heading:
    return Heading(_name(criterion), note="Fewer are better." if criterion.startswith("-") else "")


_RECORD = ("played", "won", "lost", "tied")
_BEHIND = ("gb_first", "gb_place")


def looks(names: Sequence[str], teams: int) -> list[Look]:
    """The looks of the standings; columns of games are hidden where none are typed."""
    return [
        Qualifying("place no:gb_place decided", "Places"),
        Bars(
            label="name",
            value="figure_1",
            title=_name(names[0]),
            axes=("Team", _name(names[0])),
            text=f"Bar chart of {_name(names[0])} by team, in the order of the standings. The "
            "figures are in the table above.",
            rows=teams,
            number_format="General",
        ),
        Hidden(dict.fromkeys((*_RECORD, *_BEHIND), "SUM({group[played]})>0")),
    ]


def order(names: Sequence[str]) -> str:
    """By what the standings are sorted: the director chooses the criteria."""
    return f"Sorted by {', then '.join(map(_name, names))}."
