"""What is printed of each sheet: down to the page with the last row that holds something.

A list has room for more than is in it, and a blank page says nothing.  Where rows are typed in
below the last page that is printed, the line of purpose says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from ..table import Table
from ..workbook import workbook_of
from . import paper
from .types import TablePlan

Typed = Callable[[Table], Sequence[Mapping[str, object]]]
"""What is typed into the rows of a table."""
NOT_PRINTED = (
    "The last rows are not printed: Page Layout, Print Area, Clear (LibreOffice: Format, Print "
    "Ranges, Clear)."
)
_HINT = re.compile(r'^IF\((?:AND\()?(?:[A-Z]+\d+="",?)+\)?,"","[^"]*"\)&')
"""How the line of purpose begins where rows are not printed."""
_PROBLEM = "problem"
"""The column that says what is wrong with a row; few stand behind it."""


class Printed(NamedTuple):
    """What is printed of a sheet that is longer than a page."""

    sheet: str
    area: str
    """The cells."""
    hint: str = ""
    """A part of a formula before the line of purpose: that rows are not printed; or blank."""

    def with_purpose(self, purpose: str) -> str:
        """The formula of the line of purpose, with this hint in place of another one."""
        return self.hint + _HINT.sub("", purpose)


class _Long(NamedTuple):
    """A sheet that is longer than a page."""

    sheet: Worksheet
    columns: int
    """The last column that is printed."""
    tables: Mapping[str, Table]
    least: int
    """The last row with a cell beside the tables, such as an option."""


class Printing:
    """Finds out what is printed of each sheet of a workbook."""

    def __init__(self, plans: Mapping[str, TablePlan], tables: Mapping[str, Table]) -> None:
        self._plans = plans
        self._tables = tables
        self._long: list[_Long] = []

    def fit(self, sheets: Sequence[Worksheet], typed: Typed) -> None:
        """Set the sheets up to be printed as they are best read."""
        workbook_of(sheets[0]).for_director.append(NOT_PRINTED)
        for sheet in sheets:
            tables = {
                name: table
                for name, table in self._tables.items()
                if table.sheet is sheet and table.columns
            }
            plans = {name: self._plans[name] for name in tables}
            first = max((columns_upto(table, plans[n]) for n, table in tables.items()), default=0)
            columns, least = self._last_column(sheet, tables), _last_beside(sheet, tables)
            used = self._used(tables, typed)
            paper.fit(sheet, first, columns, used and max(used, least))
            is_shown = tables and sheet.sheet_state == "visible"
            if is_shown and paper.rows_printed(sheet, 1) < sheet.max_row:
                self._long.append(_Long(sheet, columns, tables, least))

    def of(self, typed: Typed, saved: Mapping[str, Worksheet] | None = None) -> Iterator[Printed]:
        """What is printed of sheets longer than a page; ``saved`` has those of a file."""
        for sheet, columns, tables, least in self._long:
            used = self._used(tables, typed)
            as_it_is = saved[sheet.title] if saved else None
            last = paper.rows_printed(sheet, used and max(used, least), as_it_is)
            tests = [
                f'{table.letter(key)}{last + 1}=""'
                for name, table in tables.items()
                if (key := self._plans[name].blank or self._plans[name].upto)
                and table.first < last < table.last
            ]
            hint = ""
            if tests:
                not_printed = workbook_of(sheet).language.text(NOT_PRINTED)
                condition = tests[0] if len(tests) == 1 else f"AND({','.join(tests)})"
                hint = f'IF({condition},"","{not_printed} ")&'
            yield Printed(sheet.title, paper.area(columns, last), hint)

    def _last_column(self, sheet: Worksheet, tables: Mapping[str, Table]) -> int:
        """The last column that is printed: before problems of rows, a form or a list of words."""
        printed = [table for name, table in tables.items() if self._plans[name].is_printed]
        last = sheet.max_column
        if sheet.sheet_state != "visible":
            return last
        others = [_first_column(table) for table in tables.values() if table not in printed]
        if others:
            last = min(others) - 2
        problems = [
            column_index_from_string(table.letter(_PROBLEM))
            for table in printed
            if _last_column(table) == last and any(c.key == _PROBLEM for c in table.columns)
        ]
        return min(problems) - 1 if problems else last

    def _used(self, tables: Mapping[str, Table], typed: Typed) -> int:
        """The last row that holds something, 0 if that is not known."""
        filled = {
            name: self._count_filled(name, typed) for name in tables if self._plans[name].is_printed
        }
        ends = [tables[name].first + count - 1 for name, count in filled.items()]
        return max(ends) if ends and all(filled.values()) else 0

    def _count_filled(self, name: str, typed: Typed) -> int:
        """How many rows of a table hold something; 0 where that is not known.

        A list of games has room for a whole event: of one that is blank a page is printed.
        """
        plan = self._plans[name]
        if not any(column.formula or column.is_input for column in plan.columns):
            return len(plan.inputs)
        inputs = [column.key for column in plan.columns if column.is_input]
        filled = _last_with(any, inputs, typed(self._tables[name]))
        if plan.option in ("rows", "games") and "name" not in inputs:
            return filled or 1
        room, listed = self._entrants(typed)
        if plan.is_of_entrants:
            return plan.filled or min(listed, plan.rows)
        is_of_entrants = plan.rows == room and (plan.blank or inputs)
        return max(plan.filled, filled, listed if is_of_entrants else 0)

    def _entrants(self, typed: Typed) -> tuple[int, int]:
        """The room for players, pairs or teams where they are listed, and the last of them."""
        for name, plan in self._plans.items():
            keys = [column.key for column in plan.columns if column.identifies]
            if plan.option in ("players", "pairs", "teams", "rows") and keys:
                return plan.rows, _last_with(all, keys, typed(self._tables[name]))
        return 0, 0


def _last_with(
    which: Callable[[Iterable[object]], bool], keys: Sequence[str], rows: Iterable[Any]
) -> int:
    """The last row in which any, or all, of some columns hold something; 0 for none."""
    return max((at for at, row in enumerate(rows, 1) if which(map(row.get, keys))), default=0)


def columns_upto(table: Table, plan: TablePlan) -> int:
    """The number of first columns that say who it is."""
    return column_index_from_string(table.letter(plan.upto)) if plan.upto else 0


def _last_beside(sheet: Worksheet, tables: Mapping[str, Table]) -> int:
    """The last row with a cell that is in no table."""
    in_tables = {
        column
        for table in tables.values()
        for column in range(_first_column(table), _last_column(table) + 1)
    }
    rows = (
        row
        for (row, column), cell in sheet._cells.items()
        if cell.value is not None and column not in in_tables
    )
    return max(rows, default=0)


def _first_column(table: Table) -> int:
    return column_index_from_string(table.letter(table.columns[0].key))


def _last_column(table: Table) -> int:
    return column_index_from_string(table.letter(table.columns[-1].key))
