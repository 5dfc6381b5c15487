"""The cells whose values depend on the clock, on chance or on the machine, with their dependents.

INDIRECT and OFFSET are not among them: they are calculated often, but their values depend on cells
alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...grammar.calls import parse_calls
from ...grammar.defined_names import DefinedName
from ...grammar.formula_references import precedent_ranges
from ...grammar.function_names import plain_name
from ...grammar.references import CellAddress, Range
from ...grammar.tokens import FormulaError, is_operand, tokenize
from ...ooxml import xml
from ...ooxml.sheet.scan import scan_sheet
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook

VOLATILE_FUNCTIONS = frozenset(("INFO", "NOW", "RAND", "RANDARRAY", "RANDBETWEEN", "RTD", "TODAY"))
"""The functions that are volatile whatever their arguments; CELL is for some of them."""

_MAY_BE_VOLATILE = re.compile(rf"(?i)(?:{'|'.join(VOLATILE_FUNCTIONS)}|CELL)\s*\(")
_FILE_NAME_ARGUMENT = '"filename"'
_MAX_DEPTH = 20
"""How deep names may refer to names."""


def is_volatile_formula(formula: str) -> bool:
    """Whether a formula itself calls a volatile function.

    >>> formulas = "A1+NOW()", 'CELL("filename",A1)', 'CELL("row",A1)', "INDIRECT(A1)", '"NOW()"'
    >>> [is_volatile_formula(formula) for formula in formulas]
    [True, True, False, False, False]
    """
    if not _MAY_BE_VOLATILE.search(formula):
        return False
    try:
        calls = parse_calls(formula)
    except FormulaError:
        return True
    return any(
        (name := plain_name(call.name)) in VOLATILE_FUNCTIONS
        or (name == "CELL" and _is_volatile_cell_call(call.arguments))
        for call in calls
    )


def _is_volatile_cell_call(arguments: list[str]) -> bool:
    """CELL is about the file, or without a reference about the cell that changed last."""
    information = arguments[0].casefold() if arguments else ""
    is_constant = information.startswith('"')
    return len(arguments) < 2 or not is_constant or information == _FILE_NAME_ARGUMENT


def find_volatile_cells(workbook: Workbook) -> set[CellAddress]:
    """The volatile formula cells of a workbook and all of their dependents."""
    sheets = [
        (worksheet.name, scan_sheet(part, workbook.package.name))
        for worksheet in workbook.worksheets
        if b"f" in (part := xml.read_part(workbook.package, worksheet.part)).data
    ]
    names = _Names(workbook.defined_names)
    if not names.has_volatile and not any(
        _MAY_BE_VOLATILE.search(sheet.joined_formulas.decode("utf-8", "replace"))
        for _, sheet in sheets
    ):
        return set()
    return _Dependents(workbook, sheets, names).find()


class _Resolved(NamedTuple):
    """What a formula depends on."""

    is_volatile: bool
    ranges: list[tuple[str, Range]]


class _Names:
    """The defined names of a workbook, resolved to the ranges that they refer to."""

    def __init__(self, names: Iterable[DefinedName]) -> None:
        self._by_name: dict[str, list[DefinedName]] = defaultdict(list)
        for name in names:
            self._by_name[name.name.upper()].append(name)
        self.has_volatile = any(
            is_volatile_formula(name.formula)
            for entries in self._by_name.values()
            for name in entries
        )

    def resolve(self, formula: str, sheet: str, depth: int = 0) -> _Resolved:
        """The ranges of a formula of a sheet, also those of the names in it."""
        is_volatile = is_volatile_formula(formula)
        ranges = precedent_ranges(formula, sheet)
        if self._by_name and depth < _MAX_DEPTH:
            for name in self._names_in(formula):
                inner = self.resolve(name.formula, name.scope or sheet, depth + 1)
                is_volatile = is_volatile or inner.is_volatile
                ranges += inner.ranges
        return _Resolved(is_volatile, ranges)

    def _names_in(self, formula: str) -> Iterator[DefinedName]:
        try:
            tokens = tokenize(formula)
        except FormulaError:
            return
        for token in tokens:
            if is_operand(token):
                yield from self._by_name.get(token.value.rpartition("!")[2].upper(), ())


class _Dependents:
    """The graph of formula cells, walked from the volatile ones to their dependents."""

    def __init__(
        self, workbook: Workbook, sheets: Iterable[tuple[str, SheetXml]], names: _Names
    ) -> None:
        self._found: set[CellAddress] = set()
        self._array_ranges: dict[CellAddress, Range] = {}
        # for each sheet and column the rows that a formula depends on
        self._by_column: dict[tuple[str, int], list[tuple[int, int, CellAddress]]] = defaultdict(
            list
        )
        self._wide: dict[str, list[tuple[Range, CellAddress]]] = defaultdict(list)
        for sheet_name, sheet in sheets:
            for cell in sheet.formula_cells:
                address = CellAddress(sheet_name, cell.row, cell.column)
                formula = sheet.resolved_formula(cell)
                try:
                    formula = workbook.tables.resolve_references(formula, address)
                except FormulaError:
                    continue
                if (range_ := cell.array_range) and range_.cell_count > 1:
                    self._array_ranges[address] = range_
                self._add(address, names.resolve(formula, sheet_name))

    def _add(self, address: CellAddress, resolved: _Resolved) -> None:
        if resolved.is_volatile:
            self._found.add(address)
            return
        for sheet, range_ in resolved.ranges:
            key = sheet.casefold()
            if range_.right - range_.left > _MAX_DEPTH:
                self._wide[key].append((range_, address))
                continue
            for column in range(range_.left, range_.right + 1):
                self._by_column[key, column].append((range_.top, range_.bottom, address))

    def find(self) -> set[CellAddress]:
        """The volatile cells and their dependents."""
        waiting = [*self._found]
        while waiting:
            anchor = waiting.pop()
            for cell in self._filled_cells(anchor):
                for dependent in self._direct_dependents(cell):
                    if dependent not in self._found:
                        self._found.add(dependent)
                        waiting.append(dependent)
        return {cell for anchor in self._found for cell in self._filled_cells(anchor)}

    def _filled_cells(self, anchor: CellAddress) -> Iterator[CellAddress]:
        """A cell, and those that its array formula fills."""
        range_ = self._array_ranges.get(anchor)
        if range_ is None:
            yield anchor
            return
        for row in range(range_.top, range_.bottom + 1):
            for column in range(range_.left, range_.right + 1):
                yield CellAddress(anchor.sheet, row, column)

    def _direct_dependents(self, cell: CellAddress) -> list[CellAddress]:
        """The cells that depend on a cell, and were not found before."""
        key = cell.sheet.casefold()
        found = []
        entries = self._by_column.get((key, cell.column))
        if entries:
            remaining = []
            for entry in entries:
                if entry[0] <= cell.row <= entry[1]:
                    found.append(entry[2])
                elif entry[2] not in self._found:
                    remaining.append(entry)
            self._by_column[key, cell.column] = remaining
        found += [
            address
            for range_, address in self._wide.get(key, ())
            if range_.contains(cell.row, cell.column)
        ]
        return found
