"""Single formulas calculated by formualizer and by CellRune, with constants for all other cells.

The formulas stand on sheets of their own, in the rows and columns that they come from, and refer to
the sheets of the constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import cellrune

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines import load_engine
from xl_tourney.engines.base import CalculationRequest, NotCalculated
from xl_tourney.errors import EngineError
from xl_tourney.grammar.defined_names import DefinedName
from xl_tourney.grammar.references import CellAddress, Range, cell_reference
from xl_tourney.ooxml.minimal_package import minimal_package
from xl_tourney.ooxml.xml import MAIN_NAMESPACE, encode_xstring, escape

FORMULA_SHEET = "XlTourneyFormulas"
MOST_IN_PLACE = 60


class Surroundings(NamedTuple):
    """The constants of a workbook by sheet, row and column, and its defined names."""

    constants: Mapping[str, Mapping[tuple[int, int], Any]]
    names: Sequence[DefinedName]


class Formula(Protocol):
    """A formula in a cell; with a range it is an array formula."""

    address: CellAddress
    translated: str
    for_others: str
    range: Range | None
    is_dynamic: bool
    in_place: bool


def layers(formulas: Sequence[Formula], apart: bool = False) -> list[tuple[str, list[int]]]:
    """The formulas on as few sheets as possible: one cell holds one formula, arrays lie apart."""
    by_sheet: dict[str, list[int]] = {}
    own: list[list[int]] = []
    for index, formula in enumerate(formulas):
        if formula.in_place:
            continue
        if formula.range is not None and (formula.is_dynamic or formula.range.cell_count > 1):
            own.append([index])
        else:
            by_sheet.setdefault(formula.address.sheet, []).append(index)
    return [
        (f"{FORMULA_SHEET}{number}", indexes)
        for number, indexes in enumerate([*by_sheet.values(), *own[:300]], 1)
    ]


def calculate_by_formualizer(surroundings: Surroundings, formulas: Sequence[Formula]) -> list[Any]:
    """The values; :class:`NotCalculated` where the engine gives none."""
    values: list[Any] = [NotCalculated("not measured")] * len(formulas)
    engine = load_engine("formualizer")
    sheets = [(name, sheet_xml(cells)) for name, cells in surroundings.constants.items()]
    names = [n for n in surroundings.names if n.scope is None]
    laid = layers(formulas)

    def calculate(layers: list[tuple[str, list[int]]]) -> None:
        ranges = {}
        new_sheets = []
        for sheet, indexes in layers:
            cells: dict[tuple[int, int], Any] = {}
            for index in indexes:
                formula = formulas[index]
                row, column = formula.address.row, formula.address.column
                if formula.range is not None and not formula.is_dynamic:
                    anchor = CellAddress(sheet, row, column)
                    for at, text in engine.expand_array_formula(
                        formula.translated, anchor, formula.range
                    ).items():
                        cells[at] = _Formula(text, False)
                else:
                    cells[row, column] = _Formula(formula.translated, formula.is_dynamic)
            new_sheets.append((sheet, sheet_xml(cells)))
            ranges[sheet] = [
                Range(
                    formulas[i].address.row,
                    formulas[i].address.column,
                    formulas[i].address.row,
                    formulas[i].address.column,
                )
                for i in indexes
            ]
        package = minimal_package([*sheets, *new_sheets], defined_names=names)
        result = engine.calculate(CalculationRequest(package, ranges))
        for sheet, indexes in layers:
            for index, rows in zip(indexes, result.values[sheet]):
                values[index] = rows[0][0]

    _divide(calculate, laid, values)
    return values


def _divide(calculate: Any, laid: list[tuple[str, list[int]]], values: list[Any]) -> None:
    """Calculate; where the engine refuses all, halve until the formula is found."""
    budget = 40

    def attempt(part: list[tuple[str, list[int]]]) -> None:
        nonlocal budget
        if not part or budget < 0:
            return
        budget -= 1
        try:
            calculate(part)
        except EngineError as error:
            count = sum(len(indexes) for _, indexes in part)
            if count == 1:
                values[part[0][1][0]] = NotCalculated(str(error))
                return
            if len(part) > 1:
                halves = part[: len(part) // 2], part[len(part) // 2 :]
            else:
                ((sheet, indexes),) = part
                middle = len(indexes) // 2
                halves = [(sheet, indexes[:middle])], [(sheet, indexes[middle:])]
            for half in halves:
                attempt(half)

    attempt(laid)


class _Formula(NamedTuple):
    text: str
    is_dynamic: bool


def sheet_xml(cells: Mapping[tuple[int, int], Any]) -> bytes:
    """The XML of a sheet with these constants and formulas."""
    rows: dict[int, list[tuple[int, Any]]] = {}
    for (row, column), value in cells.items():
        rows.setdefault(row, []).append((column, value))
    parts = [f'<worksheet xmlns="{MAIN_NAMESPACE}"><sheetData>']
    for row in sorted(rows):
        parts.append(f'<row r="{row}">')
        for column, value in sorted(rows[row], key=lambda entry: entry[0]):
            reference = cell_reference(row, column)
            if isinstance(value, _Formula):
                text = escape(value.text)
                parts.append(
                    f'<c r="{reference}" cm="1"><f t="array" ref="{reference}">{text}</f></c>'
                    if value.is_dynamic
                    else f'<c r="{reference}"><f>{text}</f></c>'
                )
            elif isinstance(value, bool):
                parts.append(f'<c r="{reference}" t="b"><v>{int(value)}</v></c>')
            elif isinstance(value, (int, float)):
                parts.append(f'<c r="{reference}"><v>{value!r}</v></c>')
            elif isinstance(value, ErrorValue):
                parts.append(f'<c r="{reference}" t="e"><v>{escape(value)}</v></c>')
            else:
                parts.append(f'<c r="{reference}" t="str"><v>{_text(value)}</v></c>')
        parts.append("</row>")
    parts.append("</sheetData></worksheet>")
    return "".join(parts).encode()


def _text(value: str) -> str:
    return encode_xstring(value).decode("utf-8", "replace")


def calculate_by_cellrune(surroundings: Surroundings, formulas: Sequence[Formula]) -> list[Any]:
    """The values; :class:`NotCalculated` where the engine gives none."""
    values: list[Any] = [NotCalculated("not measured")] * len(formulas)
    sheets = [(name, sheet_xml(cells)) for name, cells in surroundings.constants.items()]
    names = [name for name in surroundings.names if name.scope is None]
    laid = layers(formulas)
    for sheet, indexes in laid:
        rows = []
        for index in indexes:
            one = formulas[index]
            anchor = cell_reference(one.address.row, one.address.column)
            of_array = ""
            if one.range is not None:
                last = cell_reference(one.range.bottom, one.range.right)
                of_array = f' t="array" ref="{anchor}:{last}"'
            rows.append(
                f'<row r="{one.address.row}"><c r="{anchor}"><f{of_array}>'
                f"{escape(one.for_others)}</f></c></row>"
            )
        text = f'<worksheet xmlns="{MAIN_NAMESPACE}"><sheetData>{"".join(rows)}'
        sheets.append((sheet, f"{text}</sheetData></worksheet>".encode()))
    workbook = cellrune.Workbook.from_bytes(minimal_package(sheets, defined_names=names))
    workbook.calculate()
    for sheet, indexes in laid:
        for index in indexes:
            place = cell_reference(formulas[index].address.row, formulas[index].address.column)
            ((value,),) = workbook.read_values(sheet, place, place)
            values[index] = (
                NotCalculated(f"{value['code']} {value['detail'] or ''}")
                if value["kind"] == "unavailable"
                else ErrorValue(value["value"])
                if value["kind"] == "error"
                else value.get("value")
            )
    return values
