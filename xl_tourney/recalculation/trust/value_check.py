"""Calculated values that cannot be trusted, found before they are written.

A formula with calls that are not verified is calculated all the same.  If its value is the cached
one, nothing is to be done.  If not, either a precedent has changed, or the engine is wrong: another
engine is asked.  Where all engines are known to be wrong the cell is left as saved.

An example: a cell has ``=TEXT(A1,"0.0")`` with the cached value ``2.4``, A1 has become 2.5, and
the engine gives ``2.5``.  Say a call of TEXT is known to be correct only if a condition of A1
holds.

1. The cell is at risk, for it calls TEXT, and its value is another one than the cached one.
2. The condition is evaluated with the values of the workbook.  If it holds ``2.5`` is trusted.
3. If it does not, and other engines share the mistake, the cell is left as saved with the reason.
4. Otherwise the cell is doubted: another engine is asked, and ``2.5`` is written if both agree.

The same steps follow where an error takes the place of a value, or a value that of an error.
"""

from __future__ import annotations

import cmath
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines.mistakes import EXCEL_DIGITS
from ...engines.reference_calls import AGGREGATE, LOOKUP
from ...engines.supplied import SUPPLIED
from ...grammar.formula_references import (
    a1_references,
    precedent_ranges,
    qualify_references,
)
from ...grammar.function_names import called_names, catalogue_name, plain_name
from ...grammar.parser import parse
from ...grammar.references import is_whole_columns, parse_reference
from ...grammar.syntax_tree import FormulaError, Reference
from ...ooxml.sheet.cached_values import (
    SharedStrings,
    from_python,
    has_value,
    matches_value_bytes,
    read_cached_value,
    to_python,
)
from ...ooxml.sheet.cell_patches import update_patches
from ...ooxml.sheet.formula_cells import CellXml
from ..engine_input.formula_translation import FormulaTranslator
from ..sheet_result import SheetResult
from .alike_cells import AlikeCells, Group, ValueClasses, is_decided_by_classes
from .formula_shape import at_place, relative_formula
from .opinion_inputs import MAX_SEARCHED_CELLS, reads_value, values_read
from .policy import Risk, TrustPolicy
from .value_overrides import MAX_ROUNDING_RESIDUE

_TEXT_CONSTANT = r'"([^"]*)"'
_LIKE_A_NUMBER = "(?i)[0-9]|true|false"
_TEXTS_IN_NUMBERS = (*range(10), "true", "false")
_ROUNDING_RESIDUE = 1e-12
"""A number below this part of one that it is calculated from may be a rounding residue.

In ``=0.1+0.2-0.3`` one engine leaves 5.6E-17 and another one 0: beside 0.3 neither is anything.
"""
_MAX_CONDITION_LENGTH = 100_000
_FEW_CELLS = 64
"""Fewer cells are not worth the time to find those that are alike."""
_READS_TEXT_AS_NUMBER = "it reads a text as a number, which depends on the country of its user"


def _number(value: Any) -> complex | None:
    """A number, or the complex number that a text is; None for any other value.

    >>> [_number(value) for value in (2.0, "3E-22-j", "-i", "7", "Fiji", True)]
    [2.0, (3e-22-1j), -1j, None, None, None]
    """
    if type(value) is float:
        return value
    if type(value) is not str or value[-1:] not in ("i", "j"):
        return None
    try:
        return complex(f"{value[:-1]}j")
    except ValueError:
        return None


class UntrustedCells(NamedTuple):
    """The formula cells of a sheet whose values are not trusted as they are."""

    left_as_saved: dict[int, str]
    """The cells to be left as saved, and why.

    The reason is empty where a number differs only after its ninth digit.
    """
    doubted: list[int]
    """The cells whose values need a second opinion."""
    groups: list[Group]
    """Doubted cells, with followers for which the same opinion counts."""


def _shared(risks: Iterable[Risk]) -> Risk | None:
    """The first risk that the second engine shares."""
    return next((risk for risk in risks if risk.is_shared), None)


class ValueCheck:
    """Checks the values of a sheet."""

    def __init__(
        self,
        result: SheetResult,
        policy: TrustPolicy,
        translator: FormulaTranslator,
        strings: SharedStrings,
        *,
        classes: ValueClasses | None = None,
        trusts_new_values: bool = False,
        known_formulas: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._result = result
        self._task = result.task
        self._sheet = result.task.sheet
        self._policy = policy
        self._translator = translator
        self._strings = strings
        self._classes = classes
        self._trusts_new_values = trusts_new_values
        """Whether any value is trusted in a cell without a cached value."""
        self._known_formulas = known_formulas
        """Formulas that are tested with every engine, by the cells that hold them."""
        self._risks_by_shape: dict[str, list[tuple[Risk, str]]] = {}
        """The risks of formulas in relative form, with their conditions."""
        self._array_anchors = frozenset(self._sheet.formula_cells.kinds.arrays)

    def check(self) -> UntrustedCells:
        """The formula cells whose values cannot be trusted as they are."""
        left_as_saved, changed = self._changed_at_risk()
        value_errors = self._find_value_errors(left_as_saved)
        other_errors = dict.fromkeys(sorted(self._with_error_or_without()))
        if self._known_formulas:
            changed, value_errors, other_errors = (
                {index: None for index in cells if not self._is_known(index)}
                for cells in (changed, value_errors, other_errors)
            )

        def risks_of(index: int, shape: str) -> list[Risk]:
            return [
                *(self._risks_of_shape(index, shape) if index in changed else ()),
                *(self._text_risks(index) if index in value_errors else ()),
                *(self._error_risks(index) if index in other_errors else ()),
            ]

        groups = self._groups([*dict.fromkeys((*changed, *value_errors, *other_errors))])
        risks = {
            index: risks_of(index, group.shape)
            for group in groups
            for index in group.representatives
        }
        for group in groups:
            if group.followers:
                risks |= self._own_conditions(group, risks[group.representatives[0]])
        verdict = UntrustedCells(left_as_saved, [], [])
        unresolved = self._unresolved(risks)
        for group in groups:
            named = {index: unresolved[index] for index in group.cells if index in unresolved}
            found = {_shared(named.get(index, ())) for index in group.representatives}
            rest = [index for index in group.followers if index not in named]
            if len(found) > 1 and found != {None}:  # they are not so alike
                named |= self._unresolved({index: risks_of(index, group.shape) for index in rest})
            elif shared := found.pop():
                named |= {index: [shared] for index in rest}
            elif doubted := [index for index in group.representatives if index in named]:
                verdict.groups.append(Group(doubted, rest))
            self._judge(named, verdict)
        return verdict

    def _is_known(self, index: int) -> bool:
        cell = self._cell(index)
        known = self._known_formulas.get(cell.reference)
        return known is not None and known == self._sheet.resolved_formula(cell)

    def _judge(self, unresolved: Mapping[int, Sequence[Risk]], verdict: UntrustedCells) -> None:
        """Add cells with the risks that stay."""
        for index, risks in unresolved.items():
            shared = _shared(risks)
            if index in verdict.left_as_saved:
                continue
            if shared is None:
                verdict.doubted.append(index)
            elif all(risk.fills_empty for risk in risks) and not has_value(self._cell(index)):
                self._task.unconfirmed[index] = shared.reason
            else:
                verdict.left_as_saved[index] = shared.reason

    def _changed_at_risk(self) -> tuple[dict[int, str], dict[int, None]]:
        """The cells at risk that differ in last digits only, and those whose value changes."""
        task, values = self._task, self._result.values
        types, saved = self._sheet.formula_cells.types, self._sheet.formula_cells.values
        left_as_saved: dict[int, str] = {}
        at_risk: dict[int, None] = {}
        for index in (*task.at_risk, *self._near_integer(task.at_risk_near_integer)):
            if index in task.left_as_saved or index in task.value_overrides:
                continue
            is_scalar = index not in self._array_anchors and values[index] is not None
            if is_scalar and types[index] == "n" and not saved[index]:
                if not self._trusts_new_values:
                    at_risk[index] = None
            elif changed := list(self._changed_cells(index, values[index])):
                tolerances = self._tolerances(index)
                if all(self._is_close(cell, value, *tolerances) for cell, value in changed) or (
                    self._is_next_to_nothing(index, changed)
                ):
                    left_as_saved[index] = ""
                else:
                    at_risk[index] = None
        return left_as_saved, at_risk

    def _find_value_errors(self, left_as_saved: dict[int, str]) -> dict[int, None]:
        """The cells that become ``#VALUE!``; names that the engine does not know are left."""
        found: dict[int, None] = {}
        for index in self._result.indexes_of_type(ErrorValue):
            value = self._result.values[index]
            if value not in ("#VALUE!", "#NAME?"):
                continue
            cached = self._cached_value(self._cell(index))
            if self._is_trusted(cached) or (isinstance(cached, ErrorValue) and value == cached):
                continue
            if value == "#VALUE!" and cached != "#NAME?":
                found[index] = None
            elif value == "#NAME?" and (reason := self._unknown_name_reason(index)):
                left_as_saved[index] = reason
        return found

    def _groups(self, indexes: Sequence[int]) -> list[Group]:
        if self._classes is None or len(indexes) < _FEW_CELLS:
            return [Group([index], ()) for index in indexes]
        return AlikeCells(self._result, self._classes).groups(indexes)

    def _own_conditions(self, group: Group, risks: Sequence[Risk]) -> dict[int, list[Risk]]:
        """The risks of followers whose conditions are not the same for all that are alike."""
        first = group.representatives[0]
        own = [
            (risk, self._relative(first, risk.correct_if))
            for risk in risks
            if risk.correct_if and not self._is_same_for_all(first, risk)
        ]
        return {index: self._moved(own, index) for index in (group.followers if own else ())}

    def _risks_of_shape(self, index: int, shape: str) -> list[Risk]:
        """The risks of a formula; those of a shape, which are the same but for the place."""
        if not shape:
            return self._risks(index)
        if shape not in self._risks_by_shape:
            self._risks_by_shape[shape] = [
                (risk, self._relative(index, risk.correct_if)) for risk in self._risks(index)
            ]
        return self._moved(self._risks_by_shape[shape], index)

    def _relative(self, index: int, formula: str | None) -> str:
        cells = self._sheet.formula_cells
        return relative_formula(formula or "", cells.rows[index], cells.columns[index])

    def _moved(self, risks: Iterable[tuple[Risk, str]], index: int) -> list[Risk]:
        """Risks with their conditions, in relative form, as they are of a cell."""
        cells, moved = self._sheet.formula_cells, []
        for risk, relative in risks:
            condition = at_place(relative, cells.rows[index], cells.columns[index]) or None
            if condition and "$" in condition and not self._is_apart(index, condition):
                condition = None
            moved.append(risk._replace(correct_if=condition))
        return moved

    def _is_same_for_all(self, index: int, risk: Risk) -> bool:
        """Whether the condition of a risk is TRUE for all cells that are alike, or for none."""
        condition, classes = risk.correct_if or "", self._classes
        if risk.compares_cells and classes is not None:
            ranges = precedent_ranges(condition, self._task.sheet_name)
            return not any(itertools.starmap(classes.has_long_numbers, ranges))
        formula = qualify_references(self._translated_formula(index), self._task.sheet_name)
        return is_decided_by_classes(condition, formula)

    def _with_error_or_without(self) -> list[int]:
        """The formula cells whose value becomes an error or another error, or is no longer one."""
        left_as_saved, formula_cells = self._task.left_as_saved, self._sheet.formula_cells
        if self._policy.verified_calls is None:
            return []
        found = []
        for index in self._result.indexes_of_type(ErrorValue):
            value = self._result.values[index]
            if value == "#SPILL!" or index in self._task.value_overrides:
                continue  # these follow from other cells of the sheet, not from the engine
            cached = self._cached_value(self._cell(index))
            if not self._is_trusted(cached) and cached != from_python(value).text:
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

    def _is_ours(self, index: int) -> bool:
        """Whether a formula calls the catalogue, or nothing but functions that are supplied."""
        try:
            if any(map(catalogue_name, called_names(self._formula(index)))):
                return True
            names = {*map(plain_name, called_names(self._translated_formula(index)))}
        except FormulaError:
            return False
        return bool(names) and names <= {*SUPPLIED, AGGREGATE, LOOKUP}

    def _error_risks(self, index: int) -> Iterator[Risk]:
        """The risk that an error in place of a value, or the other way round, is the engine's.

        Functions of ours are trusted with errors.
        """
        if self._is_ours(index):
            return
        engine, value = self._policy.engine.name, self._result.values[index]
        cached = self._cached_value(self._cell(index))
        if (
            isinstance(value, ErrorValue)
            and isinstance(cached, ErrorValue)
            and (
                not (self._has_right_errors(index) and self._reads(index, value))
                # =A1+B1 with two different errors: engines differ in which of them comes first
                or self._reads(index, cached)
            )
        ):
            yield Risk(f"{engine} gives it another error", None, is_shared=True)
        yield Risk(f"{engine} gives it an error, or none any more", None)

    def _has_right_errors(self, index: int) -> bool:
        verified_calls = self._policy.verified_calls
        return verified_calls is None or verified_calls.gives_right_errors(
            parse(self._formula(index)).root
        )

    def _reads(self, index: int, value: Any) -> bool:
        """Whether a value is in the cells that a formula names, or may be."""
        try:
            formula = self._translated_formula(index)
        except FormulaError:
            return True
        return reads_value(self._result.calculation, formula, self._task.sheet_name, value)

    def _unknown_name_reason(self, index: int) -> str | None:
        """Why the engine gives ``#NAME?``, if it is for a defined name that it does not know."""
        if self._cached_value(self._cell(index)) == "#NAME?":
            return None
        try:
            found = [*parse(self._formula(index)).designators]
        except FormulaError:
            return None
        names = self._policy.defined_names.names
        name = next((node.text for node in found if node.local_text.upper() in names), None)
        return f"{self._policy.engine.name} does not know the name {name}" if name else None

    def _near_integer(self, indexes: Sequence[int]) -> list[int]:
        """The cells whose formula has an integer in it that some value nearly equals.

        An example: with 2.9999999999999996 in A1, ``=A1<3`` is FALSE in a spreadsheet, which
        compares 15 digits, and TRUE in an engine that compares all.
        """
        if not indexes or not (integers := self._nearly_reached_integers()):
            return []
        integers_in = self._sheet.integers
        if integers.isdisjoint(integers_in(indexes)):
            return []
        return [index for index in indexes if not integers.isdisjoint(integers_in([index]))]

    def _nearly_reached_integers(self) -> set[bytes]:
        """The integers that values of the workbook equal to 15 digits, but not to 17."""
        return {
            b"%d" % abs(round(value))
            for ranges in self._result.calculation.values.values()
            for rows in ranges
            for row in rows
            for value in row
            if type(value) is float
            and not (0.00001 < value % 1.0 < 0.99999 and abs(value) < 1e9)  # nearly all, at once
            and 0 < abs(value - round(value)) <= 1e-14 * abs(value)
        }

    def _changed_cells(self, index: int, value: Any) -> Iterator[tuple[CellXml, Any]]:
        """The cell, and the cells that its array fills, if their cached values would change."""
        formula_cells = self._sheet.formula_cells
        if index not in self._array_anchors and matches_value_bytes(
            formula_cells.types[index], formula_cells.values[index], value
        ):
            return  # nearly every cell
        if (
            self._trusts_new_values
            and index not in self._array_anchors
            and formula_cells.types[index] == "n"
            and not formula_cells.values[index]
        ):
            return
        cell = self._cell(index)
        values = [(cell, value)]
        if range_ := cell.array_range:
            if self._result.spill_range(index, cell) != range_:
                if not self._is_trusted(self._cached_value(cell)):
                    yield cell, None
                return
            values += [
                (spill_cell, spill_value)
                for spill_cell, spill_value in self._spill_cell_values
                if range_.contains(spill_cell.row, spill_cell.column)
            ]
        for cell, value in values:
            if not self._is_trusted(self._cached_value(cell)) and update_patches(
                self._sheet, cell, value, self._strings
            ):
                yield cell, value

    def _is_trusted(self, cached: Any) -> bool:
        return cached is None and self._trusts_new_values

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

    def _tolerances(self, index: int) -> tuple[float, float]:
        """The relative and the absolute difference that is none; some functions have few digits."""
        try:
            names = {*map(plain_name, called_names(self._formula(index)))}
        except FormulaError:
            names = set()
        errors = [EXCEL_DIGITS[name] for name in names & EXCEL_DIGITS.keys()]
        return (1e-7, max(1e-12, *errors)) if errors else (1e-9, 1e-12)

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
            formula = self._translated_formula(index)
        except FormulaError:
            return []
        found = [*values_read(self._result.calculation, formula, self._task.sheet_name)]
        values = [value for block in found for value in block or ()]
        return [] if None in found or len(values) > MAX_SEARCHED_CELLS else values

    def _cached_value(self, cell: CellXml) -> Any:
        return to_python(read_cached_value(self._sheet, cell, self._strings))

    def _risks(self, index: int) -> list[Risk]:
        try:
            risks = self._policy.risks(self._translated_formula(index), self._task.sheet_name)
        except FormulaError as error:
            return [Risk(f"its formula cannot be read ({error})", None, is_shared=True)]
        return [risk._replace(correct_if=self._condition(index, risk.correct_if)) for risk in risks]

    def _text_risks(self, index: int) -> Iterator[Risk]:
        """The risk that Excel reads a text such as 12.5% or 3-Jan as a number, and engines do not.

        Excel reads numbers as its user writes them.  Our own functions read texts, as 3+ and 4-;
        those that are supplied say where they do not know.
        """
        if self._is_ours(index):
            return
        try:
            formula = self._translated_formula(index)
            references = a1_references(formula)
        except FormulaError:
            return
        if re.search(_LIKE_A_NUMBER, " ".join(re.findall(_TEXT_CONSTANT, formula))):
            yield Risk(_READS_TEXT_AS_NUMBER, None, is_shared=True)
        elif references:
            counts = (
                f'COUNTIF({reference},"*{text}*")'
                for reference in references
                for text in _TEXTS_IN_NUMBERS
            )
            condition = self._condition(index, f"{'+'.join(counts)}=0")
            yield Risk(_READS_TEXT_AS_NUMBER, condition, is_shared=True)

    def _unresolved(self, risks: dict[int, list[Risk]]) -> dict[int, list[Risk]]:
        """The cells with their risks whose condition is not TRUE."""
        evaluate = self._result.calculation.evaluate_conditions
        unresolved = {index: [*cell_risks] for index, cell_risks in risks.items() if cell_risks}
        conditional = [
            (index, risk, (self._task.address(index), risk.correct_if))
            for index, cell_risks in unresolved.items()
            for risk in cell_risks
            if risk.correct_if is not None
        ]
        if conditional and evaluate:
            conditions = [condition for _, _, condition in conditional]
            for (index, risk, _), is_correct in zip(conditional, evaluate(conditions)):
                if is_correct:
                    unresolved[index].remove(risk)
        return {index: cell_risks for index, cell_risks in unresolved.items() if cell_risks}

    def _condition(self, index: int, condition: str | None) -> str | None:
        """A condition as it is evaluated; None if it is too long, or cannot be."""
        if (
            condition is None
            or len(condition) > _MAX_CONDITION_LENGTH
            or "[" in re.sub(_TEXT_CONSTANT, "", condition)
        ):
            return None
        try:
            condition = qualify_references(condition, self._task.sheet_name)
            return condition if self._is_apart(index, condition) else None
        except FormulaError:
            return None

    def _is_apart(self, index: int, condition: str) -> bool:
        """Whether a condition does not refer to the cell in which it is evaluated."""
        sheet, row, column = self._task.address(index)
        for node in parse(condition).nodes:
            if isinstance(node, Reference) and node.sheet.casefold() == sheet.casefold():
                try:
                    range_ = parse_reference(node.local_text)
                except ValueError:  # A0
                    return False
                if is_whole_columns(node.local_text) or range_.contains(row, column):
                    return False
        return True

    def _cell(self, index: int) -> CellXml:
        return self._sheet.formula_cells.cell(index)

    def _formula(self, index: int) -> str:
        return self._sheet.resolved_formula(self._cell(index))

    def _translated_formula(self, index: int) -> str:
        return self._translator.translate(
            self._formula(index),
            self._task.sheet_name,
            self._cell(index),
            index in self._task.intersected,
        )
