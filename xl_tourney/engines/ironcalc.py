"""IronCalc: a second opinion on single formulas, in Rust, by other authors than formualizer's.

It gets no workbook, only the formulas in question and the cells that they read, as constants.  It
calculates in a process of its own: a formula may make it panic, crash, or find no end, and then
only that formula has no second opinion.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..catalogue.cells import ErrorValue
from ..grammar.formula_references import precedent_ranges
from ..grammar.function_names import called_names, reads_at_run_time
from ..grammar.parser import parse
from ..grammar.references import CellAddress, Range
from ..grammar.rewriting import rewrite_calls
from ..grammar.syntax_tree import Call, FormulaError, Node
from ..guarded_call import call_guarded
from ..resource_limits import LimitError, ResourceLimits, WorkerLostError, seconds_spent
from .base import NotCalculated, Rows, rows_agree

if TYPE_CHECKING:
    from ironcalc import Model

NAME = "IronCalc"
PACKAGE = "ironcalc"
TOO_LONG = f"{NAME} would take too long for it"

_MAX_DEPTH = 64
"""How deep Excel lets brackets be nested; IronCalc crashes at some thousands."""
_MAX_PASSES = 200
"""How many times a workbook is evaluated for the formulas that do not agree at once."""
_FAILING_SHARE = 0.25
"""The share of the time for all formulas that one attempt may take."""
_NO_VALUES = ("#ERROR!", "#N/IMPL!", "#CIRC!", "#SPILL!")
"""The errors that it gives for a formula that it cannot calculate, or not in this place."""


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
    is_fixed_array: bool
    """Whether it is an array formula over its range."""
    expected: Rows
    """The values in the range by another engine."""


def is_installed() -> bool:
    """Whether the package is there; it is not imported for that."""
    return find_spec(PACKAGE) is not None


def calculate_formulas(
    sheets: Sequence[str], inputs: Sequence[Input], cells: Sequence[FormulaCell], seconds: float
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
    """
    deadline = seconds_spent() + seconds
    answers: list[Rows | NotCalculated] = [NotCalculated(TOO_LONG) for _ in cells]
    waiting = [range(len(cells))]
    while waiting and (remaining := deadline - seconds_spent()) > 0:
        indexes = waiting.pop()
        attempt = partial(_calculate, sheets, inputs, [cells[index] for index in indexes])
        limit = min(remaining, max(1.0, seconds * _FAILING_SHARE))
        try:
            values = call_guarded(attempt, NAME, ResourceLimits(limit))
        except (WorkerLostError, RuntimeError) as error:
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
    sheets: Sequence[str], inputs: Sequence[Input], cells: Sequence[FormulaCell]
) -> list[Rows | NotCalculated]:
    """The values of formulas; first of all at once, then of those that do not agree apart.

    A formula that reads another one gets its value by IronCalc in the first pass, and the expected
    value when it is calculated apart.
    """
    calculation = _Calculation(sheets, inputs, cells)
    reasons = calculation.reasons
    everything = [index for index in range(len(cells)) if index not in reasons]
    answers: dict[int, Rows | NotCalculated] = {
        index: NotCalculated(reason) for index, reason in reasons.items()
    }
    calculation.evaluate(everything, answers)
    reading = _readers(cells, everything)
    apart = [
        index
        for index in everything
        if index in reading and not calculation.agrees(index, answers[index])
    ]
    passes = min(len(apart), _MAX_PASSES)
    for first in range(passes):
        calculation.evaluate(apart[first::passes], answers)
    return [answers[index] for index in range(len(cells))]


def _readers(cells: Sequence[FormulaCell], indexes: Iterable[int]) -> set[int]:
    """The formulas, among some, that may read the cell of any."""
    rows: dict[tuple[str, int], list[int]] = {}
    for cell in cells:
        for column in range(cell.range.left, cell.range.right + 1):
            rows.setdefault((cell.address.sheet.casefold(), column), []).extend(
                range(cell.range.top, cell.range.bottom + 1)
            )
    columns_by_sheet: dict[str, list[int]] = {}
    for (sheet, column), column_rows in rows.items():
        column_rows.sort()
        columns_by_sheet.setdefault(sheet, []).append(column)

    def is_read(sheet: str, range_: Range) -> bool:
        for column in columns_by_sheet.get(sheet, ()):
            if range_.left <= column <= range_.right:
                column_rows = rows[sheet, column]
                first = bisect_left(column_rows, range_.top)
                if first < len(column_rows) and column_rows[first] <= range_.bottom:
                    return True
        return False

    return {
        index
        for index in indexes
        if any(
            is_read(sheet.casefold(), range_)
            for sheet, range_ in precedent_ranges(cells[index].formula, cells[index].address.sheet)
        )
        or not parse(cells[index].formula).has_plain_references
        or reads_at_run_time(cells[index].formula)
    }


class _Calculation:
    """A workbook of constants, some of which are replaced by formulas for a while."""

    def __init__(
        self, sheets: Sequence[str], inputs: Sequence[Input], cells: Sequence[FormulaCell]
    ) -> None:
        import ironcalc

        self._cells = cells
        self._model: Model = ironcalc.create("opinion", "en", "UTC", "en")
        self._sheet_indexes = {name: index for index, name in enumerate(sheets)}
        self._model.rename_sheet(0, sheets[0])
        for name in sheets[1:]:
            self._model.add_sheet(name)
        for sheet, range_, rows in inputs:
            self._set_values(sheet, range_, rows)
        self.reasons: dict[int, str] = {}
        """The formulas that are not calculated, and why."""
        self._refuse_formulas()

    def evaluate(self, indexes: Iterable[int], answers: dict[int, Rows | NotCalculated]) -> None:
        """Calculate some formulas, with constants in all other cells, and add their values."""
        indexes = [index for index in indexes if self._set_formula(index)]
        self._model.evaluate()
        for index in indexes:
            answers[index] = self._read_values(index)
        for index in indexes:
            cell = self._cells[index]
            self._clear(cell)
            self._set_values(cell.address.sheet, cell.range, cell.expected)
        for index, reason in self.reasons.items():
            answers[index] = NotCalculated(reason)

    def agrees(self, index: int, answer: Rows | NotCalculated) -> bool:
        """Whether a formula has the expected values."""
        return not isinstance(answer, NotCalculated) and rows_agree(
            self._cells[index].expected, answer
        )

    def _refuse_formulas(self) -> None:
        """Refuse formulas that call functions which it lacks: IFERROR would hide that."""
        names_by_index: dict[int, set[str]] = {}
        for index, cell in enumerate(self._cells):
            try:
                names_by_index[index] = set(called_names(cell.formula))
            except FormulaError:
                self.reasons[index] = f"{NAME} cannot read its formula"
                continue
            if _depth(cell.formula) > _MAX_DEPTH:
                self.reasons[index] = f"{NAME} is not asked for so many brackets inside each other"
        lacking = self._lacking_functions(sorted(set().union(*names_by_index.values())))
        for index, names in names_by_index.items():
            if unknown := sorted(names & lacking):
                self.reasons[index] = f"{NAME} has no function {unknown[0]}"

    def _lacking_functions(self, names: Sequence[str]) -> set[str]:
        import ironcalc

        model = ironcalc.create("functions", "en", "UTC", "en")
        for row, name in enumerate(names, 1):
            model.update_cell_with_formula(0, row, 1, f"={name}()")
        model.evaluate()
        return {
            name
            for row, name in enumerate(names, 1)
            if model.get_cell_value(0, row, 1) in ("#NAME?", "#N/IMPL!")
        }

    def _set_formula(self, index: int) -> bool:
        """Put a formula into its cell; whether that is possible."""
        cell = self._cells[index]
        sheet = self._sheet_indexes[cell.address.sheet]
        _, row, column = cell.address
        formula = f"={_with_dates_in_order(cell.formula)}"
        try:
            self._clear(cell)
            if cell.is_fixed_array:
                range_ = cell.range
                width, height = range_.right - range_.left + 1, range_.bottom - range_.top + 1
                self._model.set_user_array_formula(sheet, row, column, width, height, formula)
            else:
                self._model.update_cell_with_formula(sheet, row, column, formula)
        except Exception:  # its own WorkbookError
            self.reasons[index] = f"{NAME} cannot read its formula"
            return False
        return True

    def _clear(self, cell: FormulaCell) -> None:
        sheet = self._sheet_indexes[cell.address.sheet]
        top, left, bottom, right = cell.range
        self._model.range_clear_contents(sheet, top, left, bottom, right)

    def _set_values(self, sheet_name: str, range_: Range, rows: Rows) -> None:
        model, sheet = self._model, self._sheet_indexes[sheet_name]
        for row, values in enumerate(rows, range_.top):
            for column, value in enumerate(values, range_.left):
                kind = type(value)
                if kind is float:
                    model.update_cell_with_number(sheet, row, column, value)
                elif kind is str:
                    model.update_cell_with_text(sheet, row, column, value)
                elif kind is bool:
                    model.update_cell_with_bool(sheet, row, column, value)
                elif kind is ErrorValue:
                    model.update_cell_with_formula(sheet, row, column, f"={value}")
                elif kind is int:
                    model.update_cell_with_number(sheet, row, column, float(value))

    def _read_values(self, index: int) -> Rows | NotCalculated:
        cell = self._cells[index]
        sheet = self._sheet_indexes[cell.address.sheet]
        top, left, bottom, right = cell.range
        rows = [
            [self._read_value(sheet, row, column) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]
        anchor = rows[cell.address.row - top][cell.address.column - left]
        if isinstance(anchor, ErrorValue) and anchor in _NO_VALUES:
            return NotCalculated(f"{NAME} cannot calculate it")
        return rows

    def _read_value(self, sheet: int, row: int, column: int) -> Any:
        value = self._model.get_cell_value(sheet, row, column)
        if type(value) is str and value[:1] == "#":
            kind = self._model.get_cell_type(sheet, row, column)
            return ErrorValue(value) if str(kind).endswith("ErrorValue") else value
        return value


def _with_dates_in_order(formula: str) -> str:
    """A formula whose calls of YEARFRAC have the earlier date first; the order makes no difference.

    >>> _with_dates_in_order("YEARFRAC(A1,B1,1)")
    'YEARFRAC(IF(A1>B1,B1,A1),IF(A1>B1,A1,B1),1)'
    """
    if "YEARFRAC(" not in formula.upper():
        return formula

    def write_call(_: Call, arguments: Sequence[Node]) -> str | None:
        if len(arguments) < 2:
            return None
        one, other, *basis = (argument.text for argument in arguments)
        dates = f"IF({one}>{other},{other},{one})", f"IF({one}>{other},{one},{other})"
        return f"YEARFRAC({','.join((*dates, *basis))})"

    return rewrite_calls(formula, {"YEARFRAC": write_call})


def _depth(formula: str) -> int:
    """How deep brackets are nested in a formula."""
    if formula.count("(") <= _MAX_DEPTH:
        return 0
    depth = deepest = 0
    for character in formula:
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
    return deepest
