"""The cells that formulas read, with the values that the first engine has calculated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ...engines.base import CalculationResult
from ...engines.conditions.arguments import is_ambiguous_date
from ...engines.conditions.columns import MANY_COLUMNS, SheetValues, Used
from ...grammar.formula_references import precedent_ranges
from ...grammar.references import Range, merge_intervals
from ...ooxml import xml
from ...ooxml.workbook import Workbook, last_column
from ...patterns import regex

if TYPE_CHECKING:
    from ...engines.cellrune import Input

MAX_CELLS = 2_000_000
"""The most cells that are handed to another engine."""

_MAX_NEW_ROWS = 20_000
"""How many rows below those in the file an array may fill."""

MAX_SEARCHED_CELLS = 10_000
"""Among more cells no value is searched."""

_LAST_ROW = regex(rb"""\br\s*=\s*["']([0-9]+)""")


class SheetSizes:
    """The used range of each sheet of a workbook, by its file."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self.date1904 = workbook.date1904
        self._parts = {
            worksheet.name.casefold(): (worksheet.name, worksheet.part)
            for worksheet in workbook.worksheets
        }
        self._rows: dict[str, int] = {}
        self._columns: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The names of all worksheets."""
        return [name for name, _ in self._parts.values()]

    def name(self, sheet: str) -> str | None:
        """A sheet's name as the workbook writes it; None if there is no such sheet."""
        return self._parts.get(sheet.casefold(), (None, ""))[0]

    def rows(self, sheet: str) -> int:
        """The last row in use."""
        if sheet not in self._rows:
            data = self._data(sheet)
            start = max(data.rfind(b"<row"), data.rfind(b":row "))
            match = _LAST_ROW.search(data, start) if start >= 0 else None
            self._rows[sheet] = int(match[1]) if match else data.count(b"<row")
        return self._rows[sheet]

    def find(self, calculation: CalculationResult, sheet: str) -> Used | None:
        """A sheet's name, and where the last values may be; None if there is no such sheet."""
        name = self.name(sheet)
        if name is None:
            return None
        spills = calculation.spills.items()
        filled = [area for cell, (area, _) in spills if cell.sheet == name]
        bottom = max([self.rows(name), *(area.bottom for area in filled)])
        return Used(
            name, bottom, lambda: max([self.columns(name), *(area.right for area in filled)])
        )

    def columns(self, sheet: str) -> int:
        """The last column in use."""
        if sheet not in self._columns:
            self._columns[sheet] = last_column(self._data(sheet))
        return self._columns[sheet]

    def _data(self, sheet: str) -> bytes:
        return xml.read_part(self._workbook.package, self._parts[sheet.casefold()][1]).data


def read_inputs(
    ranges: Iterable[tuple[str, Range]] | None, sizes: SheetSizes, calculation: CalculationResult
) -> list[Input] | None:
    """The values of some ranges, by sheet; of all sheets without ranges.

    None if there are too many, or if the engine cannot read them.
    """
    read = calculation.read_range
    if read is None:
        return None
    if ranges is None:
        ranges = [
            (name, Range(1, 1, sizes.rows(name), sizes.columns(name))) for name in sizes.names
        ]
    values = SheetValues(read, partial(sizes.find, calculation))
    areas = list(_disjoint_areas(ranges, values))
    if sum(range_.cell_count for _, range_ in areas) > MAX_CELLS:
        return None
    from ...engines.cellrune import Input

    return [
        Input(sheet, range_, [[value] for value in values.block(sheet, range_)])
        for sheet, range_ in areas
    ]


def _disjoint_areas(
    ranges: Iterable[tuple[str, Range]], values: SheetValues
) -> Iterable[tuple[str, Range]]:
    """The used parts of ranges, each cell once, as parts of columns."""
    rows: dict[tuple[str, int], set[tuple[int, int]]] = defaultdict(set)
    for sheet, range_ in ranges:
        if used := values.used(sheet):
            top, left, bottom, right = range_
            bottom = min(bottom, used.rows + _MAX_NEW_ROWS)
            right = min(right, used.columns()) if right - left > MANY_COLUMNS else right
            for column in range(left, right + 1) if top <= bottom else ():
                rows[used.name, column].add((top, bottom))
    for (name, column), intervals in rows.items():
        for top, bottom in zip(*merge_intervals(intervals)):
            yield name, Range(top, column, bottom, column)


def values_read(
    calculation: CalculationResult, formula: str, sheet: str
) -> Iterator[list[Any] | None]:
    """The values of each range that a formula of a sheet names.

    It is None for a range of very many cells, and of an engine that cannot tell.
    """
    read = calculation.read_range
    if read is None:
        yield None
        return
    for name, range_ in precedent_ranges(formula, sheet):
        is_small = range_.cell_count <= MAX_SEARCHED_CELLS
        yield [*chain.from_iterable(read(name, range_))] if is_small else None


def reads_value(calculation: CalculationResult, formula: str, sheet: str, value: Any) -> bool:
    """Whether a value is in the cells that a formula of a sheet names, or may be."""
    return any(
        values is None or value in values for values in values_read(calculation, formula, sheet)
    )


def kind_of_cell(calculation: CalculationResult, sheet: str, reference: str) -> str:
    """The kind of a cell as an argument: with a truth value, or a date as a text, that of these."""
    found = chain.from_iterable(filter(None, values_read(calculation, reference, sheet)))
    value = next(found, None)
    if type(value) is bool:
        return "logical"
    return "text" if type(value) is str and is_ambiguous_date(value) else "cell"
