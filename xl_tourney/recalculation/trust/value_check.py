"""Calculated values that cannot be trusted, found before they are written.

Of the cells whose value changes each risk of the formula is looked at (``formula_risks``).  What
its condition does not exclude is left as saved if other engines make the same mistake, or else
doubted: another engine is asked.  What is alike is one question.  An example with C1 to C9 as
``=YEAR(A1)`` and so on, of which C2 and C3 change::

    risks         YEAR is proven where ISNUMBER(A2) and A2>366 are true, and so for C3
    values        of C2 they are, of C3, where A3 is a text, not: C3 is doubted
    opinion       CellRune agrees: C3 is written; it does not: C3 is left as saved, with the reason

The order of all that is decided is in ``docs/explanation/values.md``.
"""

from __future__ import annotations

import cmath
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from typing import Any, TypeAlias

from ...catalogue.cells import ErrorValue
from ...engines.base import Condition, NotCalculated
from ...engines.conditions.columns import SheetValues
from ...engines.conditions.evaluation import Evaluation, Places, UnknownError
from ...engines.conditions.predicates import CorrectWhere, Predicate
from ...grammar.formula_references import qualify_references
from ...grammar.function_names import called_without_parsing
from ...grammar.parser import parse
from ...grammar.references import CellAddress
from ...grammar.shapes import at_places, relative_formula
from ...grammar.spreadsheet_functions import values_of
from ...grammar.syntax_tree import FormulaError
from ...ooxml.sheet.cached_values import (
    SharedStrings,
    from_python,
    matches_saved,
    read_cached_value,
    to_python,
)
from ...ooxml.sheet.cell_patches import differs
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.value_updates import is_cached_text
from ..sheets.cell_states import State
from ..sheets.sheet_result import MAX_ROUNDING_RESIDUE, SheetResult
from .alike_cells import Group, ValueClasses, alike_cells, formula_shapes
from .formula_risks import FormulaRisks, Risk
from .opinion_inputs import MAX_SEARCHED_CELLS, reads_value, values_read
from .overrides import small_numbers, summand_of_cell

_ROUNDING_RESIDUE = 1e-12
"""A number below this part of one that it is calculated from may be a rounding residue.

In ``=0.1+0.2-0.3`` one engine leaves 5.6E-17 and another one 0: beside 0.3 neither is anything.
"""


_IMAGINARY = ("i", "j")
"""The end of a complex number."""


def _number(value: Any) -> complex | None:
    """A number, or the complex number that a text is; None for any other value.

    >>> [_number(value) for value in (2.0, "3E-22-j", "-i", "7", "Fiji", True)]
    [2.0, (3e-22-1j), -1j, None, None, None]
    """
    if type(value) is float:
        return value
    if type(value) is not str or value[-1:] not in _IMAGINARY:
        return None
    try:
        return complex(f"{value[:-1]}j")
    except ValueError:
        return None


class Change(Enum):
    """How much a saved value changes."""

    NONE = 0
    LAST_DIGITS = 1
    VALUE = 2


class ChangedValues:
    """The values of a sheet that are not the saved ones."""

    def __init__(
        self,
        result: SheetResult,
        risks: FormulaRisks,
        strings: SharedStrings,
        *,
        trusts_new_values: bool,
    ) -> None:
        self._result = result
        self._sheet = result.task.sheet
        self._risks = risks
        self._strings = strings
        self._trusts_new_values = trusts_new_values
        """Whether any value is trusted in a cell without a cached value."""

    def compare(self, index: int) -> Change:
        """How much the value of a cell changes, or of a cell that its array fills."""
        cells, value = self._sheet.formula_cells, self._result.values[index]
        tolerances = self._tolerances[self._sheet.shapes.of_cells[index]]
        if value is not None and self._result.fills_one_cell(index):
            if cells.types[index] == "n" and not cells.values[index]:
                return Change.NONE if self._trusts_new_values else Change.VALUE
            if matches_saved(cells, index, value):
                return Change.NONE  # nearly every cell
            if type(value) is str and value[-1:] not in _IMAGINARY:
                saved_text = cells.values[index] if cells.types[index] == "str" else b""
                if saved_text and is_cached_text(saved_text, value):
                    return Change.NONE
                if saved_text or cells.types[index] == "n":
                    return Change.VALUE
            saved = self._result.saved_number(index)
            if type(value) is float and saved is not None:
                if math.isclose(saved, value, rel_tol=tolerances[0], abs_tol=tolerances[1]):
                    return Change.LAST_DIGITS
                if not max(abs(saved), abs(value)) < MAX_ROUNDING_RESIDUE:
                    return Change.VALUE
            elif saved is not None and type(value) in (bool, str):
                return Change.VALUE
        changed = [*self._changed_cells(self._sheet.formula_cells.cell(index), index)]
        if not changed:
            return Change.NONE
        if all(self._is_close(cell, new, *tolerances) for cell, new in changed) or (
            self._is_next_to_nothing(index, changed)
        ):
            return Change.LAST_DIGITS
        return Change.VALUE

    def cached_value(self, index: int) -> Any:
        """The saved value of a formula cell."""
        cells = self._sheet.formula_cells
        if cells.types[index] == "n" and not cells.values[index]:
            return None
        return self._cached_value(self._sheet.formula_cells.cell(index))

    def is_trusted(self, cached: Any) -> bool:
        """Whether a new value is trusted in place of this one."""
        return cached is None and self._trusts_new_values

    def _changed_cells(self, cell: CellXml, index: int) -> Iterator[tuple[CellXml, Any]]:
        """The cell, and the cells that its array fills, if their cached values would change."""
        values = [(cell, self._result.values[index])]
        if range_ := cell.array_range:
            if self._result.spill_range(index, cell) != range_:
                if not self.is_trusted(self._cached_value(cell)):
                    yield cell, None
                return
            values += [
                (spill_cell, spill_value)
                for spill_cell, spill_value in self._spill_cell_values
                if range_.contains(spill_cell.row, spill_cell.column)
            ]
        for cell, value in values:
            if differs(self._sheet, cell, value, self._strings) and not self.is_trusted(
                self._cached_value(cell)
            ):
                yield cell, value

    @cached_property
    def _spill_cell_values(self) -> list[tuple[CellXml, Any]]:
        return list(self._result.spill_cell_values())

    def _is_close(self, cell: CellXml, value: Any, relative: float, absolute: float) -> bool:
        one, other = map(_number, (self._cached_value(cell), value))
        return (
            one is not None
            and other is not None
            and cmath.isclose(one, other, rel_tol=relative, abs_tol=absolute)
        )

    @cached_property
    def _tolerances(self) -> Mapping[str, tuple[float, float]]:
        """By shape the relative and the absolute difference that is none.

        Some functions have few digits.
        """
        digits = values_of("excel-error")
        found = {}
        for shape, formula in self._sheet.shapes.formulas.items():
            names = digits.keys() & called_without_parsing(formula)
            largest = max((float(digits[name]) for name in names), default=0)
            found[shape] = (1e-7 if names else 1e-9, max(1e-12, largest))
        return found

    def _is_next_to_nothing(self, index: int, changed: Sequence[tuple[CellXml, Any]]) -> bool:
        """Whether old and new values are rounding residues beside the largest number read."""
        numbers = [n for cell, value in changed for n in (self._cached_value(cell), value)]
        if not all(type(number) is float for number in numbers):
            return False
        largest = max(map(abs, numbers))
        return largest < MAX_ROUNDING_RESIDUE and any(
            type(value) is float and largest < _ROUNDING_RESIDUE * abs(value)
            for value in self._read(index)
        )

    def _read(self, index: int) -> list[Any]:
        """The values of the cells that a formula names; none if they are too many."""
        try:
            formula = self._risks.translated_formula(index)
        except FormulaError:
            return []
        found = [*values_read(self._result.calculation, formula, self._result.task.sheet_name)]
        values = [value for block in found for value in block or ()]
        return [] if None in found or len(values) > MAX_SEARCHED_CELLS else values

    def _cached_value(self, cell: CellXml) -> Any:
        return to_python(read_cached_value(self._sheet, cell, self._strings))


_RESIDUE = 1e-10
"""What is left of a number below this part of it has no digits that are certain."""
_FEW_CELLS = 64
"""Fewer cells are not worth the time to find those that are alike."""
_MAX_TIMES = 8
"""How often the engine is asked for parts of formulas: for the test of an IF, then its branch."""


class Question:
    """A risk of some cells with one formula in relative form, and in which of them it is none."""

    def __init__(self, evaluation: Evaluation | None, risk: Risk, indexes: Sequence[int]) -> None:
        self.evaluation = evaluation
        self.risk = risk
        self.indexes = indexes
        self.is_correct: Sequence[bool] = [False] * len(indexes)

    def unknown(self) -> dict[Part, None]:
        """Decide it; else the parts of the formula whose values it takes."""
        if self.risk.correct is None or self.evaluation is None:
            return {}
        try:
            self.is_correct = self.evaluation.decide(self.risk.correct)
        except UnknownError as error:
            return dict.fromkeys((self.evaluation, node.text) for node in error.nodes)
        return {}


Part: TypeAlias = "tuple[Evaluation, str]"
"""A part of a formula in all cells that share it."""


def answer(
    questions: Sequence[Question], evaluate: Callable[[Sequence[Condition]], Sequence[Any]]
) -> None:
    """Decide questions; the engine is asked for all that it takes the engine to know at once.

    Each time that may take as long as to calculate the workbook.
    """
    pending = questions
    for _ in range(_MAX_TIMES):
        unknown = {question: question.unknown() for question in pending}
        pending = [question for question, parts in unknown.items() if parts]
        asked = {part: None for parts in unknown.values() for part in parts}
        if not asked:
            return
        formulas = [_in_each_cell(*part) for part in asked]
        found = evaluate([formula for part in formulas for formula in part])
        if len(asked) > 1 and all(type(value) is NotCalculated for value in found):
            # one of them may have stopped the engine
            found = [value for part in formulas for value in evaluate(part)]
        values = iter(found)
        for (evaluation, text), part in zip(asked, formulas):
            evaluation.known[text] = [next(values) for _ in part]


def _in_each_cell(evaluation: Evaluation, text: str) -> list[Condition]:
    """A part of a formula as each of its cells has it, for use on any sheet."""
    (sheet, row, column), rows, columns = evaluation.places
    relative = relative_formula(qualify_references(text, sheet), row, column)
    texts = at_places(relative, rows, columns)
    return [(CellAddress(sheet, *place), found) for *place, found in zip(rows, columns, texts)]


class ValueCheck:
    """Checks the values of a sheet."""

    def __init__(
        self,
        result: SheetResult,
        risks: FormulaRisks,
        strings: SharedStrings,
        *,
        values: SheetValues | None = None,
        classes: ValueClasses | None = None,
        trusts_new_values: bool = False,
    ) -> None:
        self._result = result
        self._task = result.task
        self._sheet = result.task.sheet
        self._risks = risks
        self._values = values
        self._classes = classes
        self._saved = ChangedValues(result, risks, strings, trusts_new_values=trusts_new_values)
        self._trusts_new_values = trusts_new_values
        self._shapes: list[Sequence[int]] = []
        """The cells that are asked about by their formulas."""
        self._questions: list[Question] = []

    def ask(self) -> Sequence[Question]:
        """What has to be known of the values that change."""
        changed = self._changed_at_risk()
        value_errors = self._find_value_errors()
        other_errors = dict.fromkeys(sorted(self._with_error_or_without()))
        changed, value_errors, other_errors = map(
            self._without_known, (changed, value_errors, other_errors)
        )
        cells = dict.fromkeys((*changed, *value_errors, *other_errors))
        self._shapes = [
            shape.indexes
            for shape in formula_shapes(
                self._result, cells, self._risks.translator, may_be_alone=True
            )
        ]
        for indexes in self._shapes:
            first = indexes[0]
            for found, risks in (
                (changed, self._risks.of_formula),
                (value_errors, self._risks.of_texts),
            ):
                if asked := [index for index in indexes if index in found]:
                    evaluation = self._evaluation(first, asked)
                    self._questions += [Question(evaluation, risk, asked) for risk in risks(first)]
            if asked := [index for index in indexes if index in other_errors]:
                self._questions += self._about_errors(asked)
        for index, risk in self._residue_risks():
            if index not in cells:
                self._shapes.append([index])
                self._questions.append(Question(self._evaluation(index, [index]), risk, [index]))
        return self._questions

    def find_doubted(self) -> list[Group]:
        """Leave cells as saved whose values are wrong in every engine; the doubted ones."""
        unresolved: dict[int, list[Risk]] = defaultdict(list)
        for question in self._questions:
            for index, is_correct in zip(question.indexes, question.is_correct):
                if not is_correct:
                    unresolved[index].append(question.risk)
        doubted = {*self._without_shared_risk(unresolved)}
        parts = [[index for index in indexes if index in doubted] for indexes in self._shapes]
        if self._classes is None or len(doubted) < _FEW_CELLS:
            return [Group(part, ()) for part in parts if part]
        cells = [index for part in parts for index in part]
        shapes = formula_shapes(self._result, cells, self._risks.translator)
        return [*alike_cells(self._result, shapes, self._classes)]

    def _evaluation(self, first: int, indexes: Sequence[int]) -> Evaluation | None:
        """What calculates parts of a formula in cells that share it with the first one."""
        if self._values is None:
            return None
        cells = self._sheet.formula_cells
        origin = self._task.address(first)
        places = Places(
            origin, [cells.rows[i] for i in indexes], [cells.columns[i] for i in indexes]
        )
        known: dict[str, list[Any]] = {}
        if first not in cells.kinds.arrays:
            try:
                formula = self._risks.translated_formula(first)
            except FormulaError:
                formula = ""
            known[formula] = [self._result.values[index] for index in indexes]
        return Evaluation(self._values, places, known)

    def _without_known(self, cells: dict[int, None]) -> dict[int, None]:
        """The cells but for those with a formula that is tested with every engine."""
        return {index: None for index in cells if not self._task.is_known(index)}

    def _without_shared_risk(self, unresolved: Mapping[int, Sequence[Risk]]) -> Iterator[int]:
        """The cells of whose risks the second engine shares none; the others are decided."""
        for index, risks in unresolved.items():
            if index in self._task.states.left_as_saved:
                continue  # for a name that the engine does not know
            if not (shared := [risk for risk in risks if risk.is_shared]):
                yield index
                continue
            has_value = self._task.has_value(index)
            state = State.DENIED
            if all(one.is_of_digit_groups if has_value else one.fills_empty for one in shared):
                state = State.UNCONFIRMED
            elif all(risk.is_of_one_engine for risk in shared):
                state = State.WAITING
            self._task.states.change(index, state, shared[0].reason)

    def _changed_at_risk(self) -> dict[int, None]:
        """The cells at risk whose value changes; where only last digits do it stays as saved."""
        task = self._task
        changes = {
            index: self._saved.compare(index)
            for index in self._risks.cells_at_risk(self._result)
            if index not in task.states.own_values
        }
        for index, change in changes.items():
            if change is Change.LAST_DIGITS:
                task.states.change(index, State.SAME)
        return {index: None for index, change in changes.items() if change is Change.VALUE}

    def _find_value_errors(self) -> dict[int, None]:
        """The cells that become ``#VALUE!``; names that the engine does not know are left."""
        found: dict[int, None] = {}
        for index in self._result.indexes_of_type(ErrorValue):
            value = self._result.values[index]
            if value not in ("#VALUE!", "#NAME?"):
                continue
            cached = self._saved.cached_value(index)
            if self._saved.is_trusted(cached) or (
                isinstance(cached, ErrorValue) and value == cached
            ):
                continue
            if value == "#VALUE!" and cached != "#NAME?":
                found[index] = None
            elif value == "#NAME?" != cached and (reason := self._risks.unknown_name(index)):
                self._task.states.change(index, State.DENIED, reason)
        return found

    def _with_error_or_without(self) -> list[int]:
        """The formula cells whose value becomes an error or another error, or is no longer one."""
        left_as_saved, formula_cells = self._task.states.left_as_saved, self._sheet.formula_cells
        if not self._risks.verified_calls:
            return []
        found = []
        for index in self._result.indexes_of_type(ErrorValue):
            value = self._result.values[index]
            if value == "#SPILL!" or index in self._task.states.own_values:
                continue  # these follow from other cells of the sheet, not from the engine
            cached = self._saved.cached_value(index)
            if not self._saved.is_trusted(cached) and cached != from_python(value).text:
                found.append(index)
        if "e" in formula_cells.types:
            found += [
                index
                for index, type_ in enumerate(formula_cells.types)
                if type_ == "e"
                and index not in left_as_saved
                and formula_cells.values[index]
                and not isinstance(self._result.values[index], ErrorValue)
            ]
        return found

    def _about_errors(self, indexes: Sequence[int]) -> Iterator[Question]:
        """The risk that an error in place of a value, or the other way round, is the engine's.

        Functions of ours are trusted with errors.
        """
        if self._risks.is_ours(indexes[0]):
            return
        engine, has_right_errors = self._risks.policy.engine.name, None
        others = []
        for index in indexes:
            value, cached = self._result.values[index], self._saved.cached_value(index)
            if isinstance(value, ErrorValue) and isinstance(cached, ErrorValue):
                if has_right_errors is None:
                    has_right_errors = self._risks.has_right_errors(indexes[0])
                # =A1+B1 with two different errors: engines differ in which of them comes first
                if not (has_right_errors and self._reads(index, value)) or self._reads(
                    index, cached
                ):
                    others.append(index)
        if others:
            yield Question(
                None, Risk(f"{engine} gives it another error", None, is_shared=True), others
            )
        yield Question(None, Risk(f"{engine} gives it an error, or none any more", None), indexes)

    def _residue_risks(self) -> list[tuple[int, Risk]]:
        """The cells without a value where a difference leaves so little that rounding decides."""
        found = []
        reason = "so little is left of a difference that its digits are those of rounding"
        for index in () if self._trusts_new_values else small_numbers(self._result):
            if self._task.has_value(index):
                continue
            if summand := summand_of_cell(self._result, index, self._risks.translator):
                left = abs(self._result.values[index])
                is_more = Predicate(partial(_is_less, left), (parse(summand).root,))
                risk = Risk(reason, CorrectWhere([is_more]), is_shared=True, fills_empty=True)
                found.append((index, risk))
        return found

    def _reads(self, index: int, value: Any) -> bool:
        """Whether a value is in the cells that a formula names, or may be."""
        try:
            formula = self._risks.translated_formula(index)
        except FormulaError:
            return True
        return reads_value(self._result.calculation, formula, self._task.sheet_name, value)


def _is_less(left: float, operand: Any) -> bool:
    """Whether more is left of a number than rounding leaves."""
    return type(operand) is float and abs(operand) * _RESIDUE < left
