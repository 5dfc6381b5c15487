"""Single formulas calculated by formualizer and by IronCalc, with constants for all other cells.

The formulas stand on sheets of their own, in the rows and columns that they come from, and refer to
the sheets of the constants.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import ironcalc

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines import load_engine
from xl_tourney.engines.base import CalculationRequest, NotCalculated
from xl_tourney.errors import EngineError
from xl_tourney.grammar.defined_names import DefinedName
from xl_tourney.grammar.references import CellAddress, Range, cell_reference
from xl_tourney.ooxml.minimal_package import MAIN_NAMESPACE, minimal_package
from xl_tourney.ooxml.xml import encode_xstring, escape

FORMULA_SHEET = "XlTourneyFormulas"
IRONCALC_FAILURES = ("#ERROR!", "#N/IMPL!", "#CIRC!")
MOST_IN_PLACE = 60


class Surroundings(NamedTuple):
    """The constants of a workbook by sheet, row and column, and its defined names."""

    constants: Mapping[str, Mapping[tuple[int, int], Any]]
    names: Sequence[DefinedName]


class Formula(Protocol):
    """A formula in a cell; with a range it is an array formula."""

    address: CellAddress
    translated: str
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


def calculate_by_ironcalc(surroundings: Surroundings, formulas: Sequence[Formula]) -> list[Any]:
    """The values; :class:`NotCalculated` where the engine gives none."""
    values: list[Any] = [NotCalculated("not measured")] * len(formulas)
    with _panics() as failures:
        model = ironcalc.create("book", "en", "UTC")
        numbers = {}
        for number, sheet in enumerate(surroundings.constants):
            if number:
                model.add_sheet(sheet)
            elif sheet != "Sheet1":
                model.rename_sheet(0, sheet)
            numbers[sheet] = number
        for sheet, cells in surroundings.constants.items():
            for (row, column), value in cells.items():
                set_constant(model, numbers[sheet], row, column, value)
        number = len(numbers)
        for name in surroundings.names:
            if name.scope is None:
                with contextlib.suppress(Exception):
                    model.new_defined_name(name.name, None, name.formula)
        refused = {}
        places = {}
        for sheet, indexes in layers(formulas):
            model.add_sheet(sheet)
            for index in indexes:
                formula = formulas[index]
                row, column = formula.address.row, formula.address.column
                try:
                    if formula.range is not None and not formula.is_dynamic:
                        r = formula.range
                        model.set_user_array_formula(
                            number,
                            row,
                            column,
                            r.right - r.left + 1,
                            r.bottom - r.top + 1,
                            f"={formula.translated}",
                        )
                    else:
                        model.set_user_input(number, row, column, f"={formula.translated}")
                    places[index] = number, row, column
                except Exception as error:
                    refused[index] = NotCalculated(str(error))
            number += 1
        model.evaluate()
        for index, place in places.items():
            values[index] = ironcalc_value(model, *place)
        for index, failure in refused.items():
            values[index] = failure
    for failure in failures:
        values = [NotCalculated(failure)] * len(formulas)
    return values


@contextlib.contextmanager
def _panics() -> Iterator[list[str]]:
    failures: list[str] = []
    try:
        yield failures
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a panic of the engine is no Exception
        failures.append(f"{type(error).__name__}: {error}")


def set_constant(model: Any, sheet: int, row: int, column: int, value: Any) -> None:
    if isinstance(value, bool):
        model.update_cell_with_bool(sheet, row, column, value)
    elif isinstance(value, (int, float)):
        model.update_cell_with_number(sheet, row, column, float(value))
    elif isinstance(value, ErrorValue):
        model.set_user_input(sheet, row, column, str(value))
    else:
        model.update_cell_with_text(sheet, row, column, value)


def ironcalc_value(model: Any, sheet: int, row: int, column: int) -> Any:
    value = model.get_cell_value(sheet, row, column)
    if (
        isinstance(value, str)
        and model.get_cell_type(sheet, row, column) == ironcalc.CellType.ErrorValue
    ):
        if value in IRONCALC_FAILURES:
            return NotCalculated(value)
        return ErrorValue(value)
    return value
