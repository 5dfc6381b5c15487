"""The cells whose values depend on the clock, on chance or on the machine, with their dependents.

INDIRECT and OFFSET are not among them: they are calculated often, but their values depend on cells
alone.  OFFSET by numbers that stand in the formula depends on the range that it gives.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...engines.reference_calls import ReferenceRewriter
from ...grammar.defined_names import DefinedName
from ...grammar.formula_references import precedent_ranges
from ...grammar.function_names import plain_name
from ...grammar.parser import parse
from ...grammar.references import CellAddress, Range
from ...grammar.rewriting import CallWriter, rewrite_calls
from ...grammar.syntax_tree import Call, FormulaError, Literal
from ...ooxml import xml
from ...ooxml.sheet.scan import scan_sheet
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook
from .graph import SheetRange, find_dependents

VOLATILE_FUNCTIONS = frozenset(("INFO", "NOW", "RAND", "RANDARRAY", "RANDBETWEEN", "RTD", "TODAY"))
"""The functions that are volatile whatever their arguments; CELL is for some of them."""

_MAY_BE_VOLATILE = rf"(?i)(?:{'|'.join(sorted(VOLATILE_FUNCTIONS))}|CELL)\s*\("
_CHANCE = "0.382"
"""Stands for RAND() where a formula is to be calculated twice alike."""
_FILE_NAME_ARGUMENT = '"filename"'
_REFERENCES = ReferenceRewriter()
_MAX_DEPTH = 20
"""How deep names may refer to names."""


def is_volatile_formula(formula: str) -> bool:
    """Whether a formula itself calls a volatile function.

    >>> formulas = "A1+NOW()", 'CELL("filename",A1)', 'CELL("row",A1)', "INDIRECT(A1)", '"NOW()"'
    >>> [is_volatile_formula(formula) for formula in formulas]
    [True, True, False, False, False]
    """
    if not re.search(_MAY_BE_VOLATILE, formula):
        return False
    try:
        calls = parse(formula).calls
    except FormulaError:
        return True
    return any(
        (name := plain_name(call.name)) in VOLATILE_FUNCTIONS
        or (name == "CELL" and _is_volatile_cell_call(call))
        for call in calls
    )


def _is_volatile_cell_call(call: Call) -> bool:
    """CELL is about the file, or without a reference about the cell that changed last."""
    if len(call.arguments) < 2:
        return True
    information = call.arguments[0]
    is_constant = isinstance(information, Literal) and information.kind == "text"
    return not is_constant or information.text.casefold() == _FILE_NAME_ARGUMENT


def without_chance(formula: str, now: float) -> str:
    """A formula with constants in place of the clock and of chance: FormulaError if it is none.

    >>> without_chance("NORM.INV(RAND(),A1,2)+RANDBETWEEN(1,6)", 46000.5)
    'NORM.INV(0.382,A1,2)+(1)'
    >>> without_chance("DATEDIF(A1,TODAY(),NOW())", 46000.5)
    'DATEDIF(A1,46000,46000.5)'
    """
    if not is_volatile_formula(formula):
        return formula
    writers: dict[str, CallWriter] = {
        "NOW": lambda *_: repr(now),
        "TODAY": lambda *_: str(int(now)),
        "RAND": lambda *_: _CHANCE,
        "RANDBETWEEN": lambda _, arguments: f"({arguments[0].text})",
    }
    return rewrite_calls(formula, writers)


def find_volatile_cells(workbook: Workbook) -> set[CellAddress]:
    """The volatile formula cells of a workbook and all of their dependents."""
    sheets = [
        (worksheet.name, scan_sheet(part, workbook.package.name))
        for worksheet in workbook.worksheets
        if b"f" in (part := xml.read_part(workbook.package, worksheet.part)).data
    ]
    names = _Names(workbook.defined_names)
    if not names.has_volatile and not any(
        re.search(_MAY_BE_VOLATILE, sheet.distinct_formulas.decode("utf-8", "replace"))
        for _, sheet in sheets
    ):
        return set()
    return _with_dependents(workbook, sheets, names)


class _Resolved(NamedTuple):
    """The precedents of a formula, and whether it is volatile."""

    is_volatile: bool
    ranges: list[tuple[str, Range]]


class _Names:
    """The defined names of a workbook, resolved to the ranges that they refer to."""

    def __init__(self, names: Iterable[DefinedName]) -> None:
        self._by_name: dict[str, list[DefinedName]] = defaultdict(list)
        for name in names:
            self._by_name[name.name.upper()].append(name)
        self._resolved: dict[tuple[str, str, int], _Resolved] = {}
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
            for name in dict.fromkeys(self._names_in(formula)):
                key = name.formula, name.scope or sheet, depth + 1
                if key not in self._resolved:
                    self._resolved[key] = self.resolve(*key)
                inner = self._resolved[key]
                is_volatile = is_volatile or inner.is_volatile
                ranges += inner.ranges
        return _Resolved(is_volatile, list(dict.fromkeys(ranges)))

    def _names_in(self, formula: str) -> Iterator[DefinedName]:
        try:
            tree = parse(formula)
        except FormulaError:
            return
        for node in tree.designators:
            yield from self._by_name.get(node.local_text.upper(), ())


def _with_dependents(
    workbook: Workbook, sheets: Iterable[tuple[str, SheetXml]], names: _Names
) -> set[CellAddress]:
    """The volatile formula cells and their dependents, with the cells that their arrays fill."""
    filled: list[list[CellAddress]] = []
    precedents: list[list[SheetRange]] = []
    volatile: list[int] = []
    for sheet_name, sheet in sheets:
        for cell in sheet.formula_cells:
            formula = sheet.resolved_formula(cell)
            address = CellAddress(sheet_name, cell.row, cell.column)
            try:
                formula = workbook.tables.resolve_references(formula, address)
                formula = _REFERENCES.rewrite(formula, address, cell.array_range is not None)
            except FormulaError:
                continue
            resolved = names.resolve(formula, sheet_name)
            if resolved.is_volatile:
                volatile.append(len(filled))
            range_ = cell.array_range or Range(cell.row, cell.column, cell.row, cell.column)
            filled.append([CellAddress(sheet_name, *position) for position in range_.cells()])
            precedents.append([(name.casefold(), range_) for name, range_ in resolved.ranges])
    found = find_dependents(
        [
            [address._replace(sheet=address.sheet.casefold()) for address in addresses]
            for addresses in filled
        ],
        precedents.__getitem__,
        volatile,
    )
    return {address for number in found for address in filled[number]}
