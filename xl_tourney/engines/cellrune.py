"""CellRune: a second opinion on single formulas, in Rust, by other authors than formualizer's.

It gets no file of the user, only the formulas in question and the cells that they read, as
constants: each formula stands in its own row and column of a sheet beside that of the constants.
What CellRune does not know it calls unavailable, with a reason, also inside IFERROR; so whatever
else it gives is an answer.  It calculates in a process of its own: a formula may find no end, and
then only that formula has no second opinion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..catalogue.cells import ErrorValue
from ..grammar.formula_references import qualify_references
from ..grammar.references import CellAddress, Range, cell_reference, column_letters
from ..grammar.rewriting import CallWriter, rewrite_calls
from ..grammar.spreadsheet_functions import values_of
from ..grammar.syntax_tree import Call, FormulaError, Node
from ..guarded_call import call_guarded
from ..ooxml.minimal_package import minimal_package
from ..ooxml.xml import MAIN_NAMESPACE, encode_xstring, escape
from ..resource_limits import LimitError, ResourceLimits, WorkerLostError, seconds_spent
from .base import NotCalculated, Rows

if TYPE_CHECKING:
    from cellrune import RangeValue

NAME = "CellRune"
PACKAGE = "cellrune"
TOO_LONG = f"{NAME} would take too long for it"

_FAILING_SHARE = 0.25
"""The share of the time for all formulas that one attempt may take."""
_SHEET = "xl_tourney formulas"
"""The name of the sheets of formulas, with a number."""
_ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!")
_UNKNOWN_ERROR = "#UNKNOWN!"
"""An error to it that makes all that reads it unavailable; some other errors it does not read."""


class Input(NamedTuple):
    """The values of a range that formulas read."""

    sheet: str
    range: Range
    rows: Rows


class FormulaCell(NamedTuple):
    """A formula to calculate, and the values that another engine gives it."""

    address: CellAddress
    formula: str
    """Without ``=``; it has neither defined names nor structured references."""
    range: Range
    """The cells that its value fills."""
    is_array: bool
    """Whether it is an array formula, over its range or as far as it spills."""
    expected: Rows
    """The values in the range by another engine."""


def is_installed() -> bool:
    """Whether the package is there; it is not imported for that."""
    return find_spec(PACKAGE) is not None


def calculate_formulas(
    sheets: Sequence[str],
    inputs: Sequence[Input],
    cells: Sequence[FormulaCell],
    seconds: float,
    *,
    are_in_place: bool = False,
    date1904: bool = False,
) -> list[Rows | NotCalculated]:
    """The values of each formula, all with the same inputs, within some seconds of a processor.

    Parameters
    ----------
    sheets
        The names of all sheets.
    inputs
        The values of the cells that the formulas read, also of the formula cells among them.
    cells
        The formulas.
    seconds
        The processor time for all of them; those that are not calculated by then are not at all.
    are_in_place
        Whether the formulas stand among the inputs, because they make references at run time; then
        one that reads another sees CellRune's value there.
    date1904
        Whether dates are counted from 1904.
    """
    deadline = seconds_spent() + seconds
    answers: list[Rows | NotCalculated] = [NotCalculated(TOO_LONG) for _ in cells]
    waiting = [range(len(cells))]
    while waiting and (remaining := deadline - seconds_spent()) > 0:
        indexes = waiting.pop()
        asked = [cells[index] for index in indexes]
        attempt = partial(_calculate, sheets, inputs, asked, are_in_place, date1904)
        limit = min(remaining, max(1.0, seconds * _FAILING_SHARE))
        try:
            values = call_guarded(attempt, NAME, ResourceLimits(limit))
        except (WorkerLostError, RuntimeError, FormulaError) as error:
            if len(indexes) == 1:
                is_slow = isinstance(error, LimitError)
                answers[indexes[0]] = NotCalculated(TOO_LONG if is_slow else f"{NAME} fails at it")
            else:
                middle = len(indexes) // 2
                waiting += [indexes[:middle], indexes[middle:]]
            continue
        for index, value in zip(indexes, values):
            answers[index] = value
    return answers


def _calculate(
    sheets: Sequence[str],
    inputs: Sequence[Input],
    cells: Sequence[FormulaCell],
    are_in_place: bool,
    date1904: bool,
) -> list[Rows | NotCalculated]:
    import cellrune

    places = {
        sheet: sheet if are_in_place else f"{_SHEET} {number}"
        for number, sheet in enumerate(sheets, 1)
    }
    rows: dict[str, list[str]] = {sheet: [] for sheet in (*sheets, *places.values())}
    taken: dict[str, set[tuple[int, int]]] = {sheet: set() for sheet in sheets}
    for cell in cells:
        rows[places[cell.address.sheet]].append(_formula_xml(cell, are_in_place))
        if are_in_place:
            taken[cell.address.sheet].update(cell.range.cells())
    for sheet, range_, values in inputs:
        rows[sheet] += _values_xml(range_, values, taken[sheet])
    package = minimal_package(
        [
            (
                sheet,
                f'<worksheet xmlns="{MAIN_NAMESPACE}"><sheetData>{"".join(found)}</sheetData>'
                "</worksheet>".encode(),
            )
            for sheet, found in rows.items()
        ],
        date1904=date1904,
    )
    try:
        workbook = cellrune.Workbook.from_bytes(package)
        workbook.calculate()
        return [
            _rows_of(workbook.read_values(places[cell.address.sheet], *_corners(cell.range)))
            for cell in cells
        ]
    except cellrune.CellRuneError as error:
        raise RuntimeError(str(error)) from error


def _corners(range_: Range) -> tuple[str, str]:
    return cell_reference(range_.top, range_.left), cell_reference(range_.bottom, range_.right)


def _formula_xml(cell: FormulaCell, is_in_place: bool) -> str:
    """A row of a sheet with a formula in it; the rows of a sheet come in any order."""
    formula = rewrite_calls(cell.formula, _WRITERS)
    if not is_in_place:
        formula = qualify_references(formula, cell.address.sheet)
    start, end = _corners(cell.range)
    of_array = f' t="array" ref="{start}:{end}"' if cell.is_array else ""
    text = f"<f{of_array}>{escape(formula)}</f>"
    return f'<row r="{cell.address.row}"><c r="{start}">{text}</c></row>'


def _write_years(_: Call, arguments: Sequence[Node]) -> str:
    """The years between two dates do not depend on their order, which it takes for a sign."""
    return f"ABS(YEARFRAC({','.join(argument.text for argument in arguments)}))"


def _write_name(name: str) -> CallWriter:
    return lambda _, arguments: f"{name}({','.join(argument.text for argument in arguments)})"


_WRITERS: dict[str, CallWriter] = {
    "YEARFRAC": _write_years,
    **{name: _write_name(known) for name, known in values_of("same-as").items()},
}


def _values_xml(range_: Range, rows: Rows, taken: Collection[tuple[int, int]]) -> Iterator[str]:
    """The rows of a sheet with values, but for those cells that are taken."""
    letters = [column_letters(column) for column in range(range_.left, range_.right + 1)]
    for row, values in enumerate(rows, range_.top):
        for column, value in enumerate(values):
            if value is None or (row, range_.left + column) in taken:
                continue
            kind = type(value)
            if kind is float or kind is int:
                attribute, text = "", repr(value)
            elif kind is bool:
                attribute, text = ' t="b"', str(int(value))
            elif kind is ErrorValue:
                attribute, text = ' t="e"', value if value in _ERRORS else _UNKNOWN_ERROR
            elif kind is str:
                text = encode_xstring(value).decode("utf-8", "replace")
                attribute = ' t="str"'
            else:
                attribute, text = ' t="e"', _UNKNOWN_ERROR
            yield (
                f'<row r="{row}"><c r="{letters[column]}{row}"{attribute}><v>{text}</v></c></row>'
            )


def _rows_of(rows: Sequence[Sequence[RangeValue]]) -> Rows | NotCalculated:
    """The values of a formula, or why there are none."""
    found = []
    for row in rows:
        for value in row:
            if value["kind"] == "unavailable":
                detail = f" ({value['detail']})" if value["detail"] else ""
                return NotCalculated(f"{NAME} cannot calculate it: {value['message']}{detail}")
        found.append([_value_of(value) for value in row])
    return found


def _value_of(value: Mapping[str, Any]) -> Any:
    return ErrorValue(value["value"]) if value["kind"] == "error" else value.get("value")
