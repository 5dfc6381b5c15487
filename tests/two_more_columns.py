"""``python -m pytest -p tests.two_more_columns``: tests run on workbooks with more columns.

Every table of every template has two more, the second one and the last.  A test that breaks finds
a column by its letter, where it should by its key.  Columns of one family, such as those of the
rounds, stay side by side, for formulas take them as one range.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xl_tourney.templates.parts import theme
from xl_tourney.templates.parts.plan.types import TablePlan
from xl_tourney.templates.parts.table import Column

BY_PLACE = "against_0"
"""The cross table of one group of go counts its own columns to the left, where they are made."""
_declare = TablePlan.__init__


def _family(column: Column) -> str:
    """What columns share that a formula takes together: r_1 and r_2, down and down_x."""
    return column.key.partition("_")[0].rstrip("0123456789")


def _with_two_more(columns: Sequence[Column]) -> list[Column]:
    if not columns or any(column.key == BY_PLACE for column in columns):
        return list(columns)
    more = [Column(f"more_{k}", f"More {k}", style=theme.VALUE, width=5) for k in (1, 2)]
    is_split = len(columns) > 1 and _family(columns[0]) == _family(columns[1])
    at = len(columns) if is_split else 1
    return [*columns[:at], more[0], *columns[at:], more[1]]


def _declare_with_two_more(
    self: TablePlan, sheet: str, columns: Sequence[Column], *others: Any, **named: Any
) -> None:
    _declare(self, sheet, _with_two_more(columns), *others, **named)


def pytest_configure() -> None:
    """Only as a plugin: to import this module, as a collection does, changes nothing."""
    TablePlan.__init__ = _declare_with_two_more  # type: ignore[method-assign]
