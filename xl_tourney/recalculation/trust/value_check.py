"""Calculated values that cannot be trusted, found before they are written.

Of the cells whose value changes each risk of the formula is looked at (``formula_risks``).  What
its condition does not exclude is left as saved if other engines make the same mistake, or else
doubted: another engine is asked.  What is alike is one question.  An example with C1 to C9 as
``=YEAR(A1)`` and so on, of which C2 and C3 change::

    risks         YEAR is proven where ISNUMBER(A2) and A2>366 are TRUE, and so for C3
    answers       of C2 it is TRUE, of C3, where A3 is a text, FALSE: C3 is doubted
    opinion       CellRune agrees: C3 is written; it does not: C3 is left as saved, with the reason

The order of all that is decided is in ``docs/explanation/values.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ...catalogue.cells import ErrorValue
from ...engines.base import Condition
from ...grammar.syntax_tree import FormulaError
from ...ooxml.sheet.cached_values import SharedStrings, from_python
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult
from .alike_cells import AlikeCells, Group, ValueClasses
from .changed_values import Change, ChangedValues
from .formula_risks import FormulaRisks
from .opinion_inputs import reads_value
from .policy import Risk
from .spreadsheet_values.overrides import small_numbers, summand_of_cell

_RESIDUE = 1e-10
"""What is left of a number below this part of it has no digits that are certain."""
_FEW_CELLS = 64
"""Fewer cells are not worth the time to find those that are alike."""


class DoubtedCells(NamedTuple):
    """The formula cells of a sheet whose values need a second opinion."""

    indexes: list[int]
    groups: list[Group]
    """Doubted cells, with followers for which the same opinion counts."""


T = TypeVar("T")
Evaluate: TypeAlias = "Callable[[Sequence[Condition]], Sequence[bool]]"
Asking: TypeAlias = "Generator[Sequence[Condition], Sequence[bool], T]"
"""What asks which of some conditions are TRUE, perhaps several times, and then has a result."""


def answer_together(asking: Sequence[Asking[T]], evaluate: Evaluate) -> list[T]:
    """The results of what asks, whose conditions are evaluated together.

    Each evaluation may take as long as to calculate the workbook.

    >>> def ask(*conditions: str) -> Asking[int]:
    ...     answers = yield [(None, condition) for condition in conditions]
    ...     return sum(answers)
    >>> answer_together([ask("A1=1", "B1"), ask("C1")], lambda asked: [True] * len(asked))
    [2, 1]
    """
    results: dict[int, T] = {}
    answers: dict[int, Sequence[bool] | None] = dict.fromkeys(range(len(asking)))
    while answers:
        asked: dict[int, Sequence[Condition]] = {}
        for number, answer in answers.items():
            try:
                asked[number] = (
                    next(asking[number]) if answer is None else asking[number].send(answer)
                )
            except StopIteration as end:
                results[number] = end.value
        conditions = [condition for one in asked.values() for condition in one]
        found = evaluate(conditions) if conditions else []
        if len(asked) > 1 and not any(found):  # one of them may have stopped the engine
            found = [answer for one in asked.values() if one for answer in evaluate(one)]
        remaining = iter(found)
        answers = {number: [next(remaining) for _ in one] for number, one in asked.items()}
    return [results[number] for number in range(len(asking))]


def _shared(risks: Iterable[Risk]) -> Risk | None:
    """The first risk that the second engine shares."""
    return next((risk for risk in risks if risk.is_shared), None)


class ValueCheck:
    """Checks the values of a sheet."""

    def __init__(
        self,
        result: SheetResult,
        risks: FormulaRisks,
        strings: SharedStrings,
        *,
        classes: ValueClasses | None = None,
        trusts_new_values: bool = False,
        known_formulas: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._result = result
        self._task = result.task
        self._sheet = result.task.sheet
        self._risks = risks
        self._classes = classes
        self._saved = ChangedValues(result, risks, strings, trusts_new_values=trusts_new_values)
        self._trusts_new_values = trusts_new_values
        self._known_formulas = known_formulas
        """Formulas that are tested with every engine, by the sheets and cells that hold them."""

    def find_doubted(self) -> Asking[DoubtedCells]:
        """Leave cells as saved whose values are wrong in every engine; find those to ask about."""
        changed = self._changed_at_risk()
        value_errors = self._find_value_errors()
        other_errors = dict.fromkeys(sorted(self._with_error_or_without()))
        if self._known_formulas is not None and (changed or value_errors or other_errors):
            known = self._known_formulas.get(self._task.sheet_name, {})
            changed, value_errors, other_errors = (
                {index: None for index in cells if not self._is_among(known, index)}
                for cells in (changed, value_errors, other_errors)
            )

        def risks_of(index: int, shape: str) -> list[Risk]:
            return [
                *(self._risks.of_formula(index, shape) if index in changed else ()),
                *(self._risks.of_texts(index) if index in value_errors else ()),
                *(self._error_risks(index) if index in other_errors else ()),
            ]

        groups = self._groups([*dict.fromkeys((*changed, *value_errors, *other_errors))])
        risks: dict[int, list[Risk]] = {}
        same: dict[int, tuple[int, set[Risk]]] = {}
        """The first cell that is alike, and its risks that decide for both."""
        for group in groups:
            first, *others = group.representatives
            of_first = risks[first] = risks_of(first, group.shape)
            if not others:
                continue
            of_all = self._risks.same_for_all(first, of_first, self._classes)
            for index in others:
                own = risks_of(index, group.shape)
                if [risk.reason for risk in own] == [risk.reason for risk in of_first]:
                    same[index] = first, of_all
                    own = [risk for risk, other in zip(own, of_first) if other not in of_all]
                risks[index] = own
            risks |= self._risks.of_followers(group, of_first, of_all)
        for index, risk in self._residue_risks():
            if index not in risks:
                risks[index] = [risk]
                groups.append(Group([index], ()))
        doubted = DoubtedCells([], [])
        unresolved = yield from self._unresolved(risks)
        for index, (first, of_all) in same.items():
            if decided := [risk for risk in unresolved.get(first, ()) if risk in of_all]:
                unresolved[index] = decided + unresolved.get(index, [])
        for group in groups:
            cells = (*group.representatives, *group.followers)
            named = {index: unresolved[index] for index in cells if index in unresolved}
            found = {_shared(named.get(index, ())) for index in group.representatives}
            rest = [index for index in group.followers if index not in named]
            if len(found) > 1 and found != {None}:  # they are not so alike
                of_rest = {index: risks_of(index, group.shape) for index in rest}
                named |= yield from self._unresolved(of_rest)
            elif shared := found.pop():
                named |= {index: [shared] for index in rest}
            elif asked := [index for index in group.representatives if index in named]:
                doubted.groups.append(Group(asked, rest))
            doubted.indexes.extend(self._without_shared_risk(named))
        return doubted

    def _is_among(self, known_formulas: Mapping[str, str], index: int) -> bool:
        known = known_formulas.get(self._task.cell(index).reference)
        return known is not None and known == self._task.formula(index)

    def _without_shared_risk(self, unresolved: Mapping[int, Sequence[Risk]]) -> Iterator[int]:
        """The cells of whose risks the second engine shares none; the others are decided."""
        for index, risks in unresolved.items():
            if index in self._task.states.left_as_saved:
                continue  # for a name that the engine does not know
            if (shared := _shared(risks)) is None:
                yield index
                continue
            has_value = self._task.has_value(index)
            is_taken = all(
                risk.is_of_digit_groups if has_value else risk.fills_empty
                for risk in risks
                if risk.is_shared
            )
            is_of_one = all(risk.is_of_one_engine for risk in risks if risk.is_shared)
            otherwise = State.WAITING if is_of_one else State.DENIED
            state = State.UNCONFIRMED if is_taken else otherwise
            self._task.states.change(index, state, shared.reason)

    def _changed_at_risk(self) -> dict[int, None]:
        """The cells at risk whose value changes; where only last digits do it stays as saved."""
        task = self._task
        changes = {
            index: self._saved.compare(index)
            for index in (*task.at_risk, *self._near_integer(task.at_risk_near_integer))
            if index not in task.states.left_as_saved and index not in task.states.own_values
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

    def _groups(self, indexes: Sequence[int]) -> list[Group]:
        if self._classes is None:
            return [Group([index], ()) for index in indexes]
        alike = AlikeCells(self._result, self._classes, self._risks.translator)
        return alike.apart(indexes) if len(indexes) < _FEW_CELLS else alike.groups(indexes)

    def _with_error_or_without(self) -> list[int]:
        """The formula cells whose value becomes an error or another error, or is no longer one."""
        left_as_saved, formula_cells = self._task.states.left_as_saved, self._sheet.formula_cells
        if not self._risks.policy.verified_calls:
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

    def _error_risks(self, index: int) -> Iterator[Risk]:
        """The risk that an error in place of a value, or the other way round, is the engine's.

        Functions of ours are trusted with errors.
        """
        if self._risks.is_ours(index):
            return
        engine, value = self._risks.policy.engine.name, self._result.values[index]
        cached = self._saved.cached_value(index)
        if (
            isinstance(value, ErrorValue)
            and isinstance(cached, ErrorValue)
            and (
                not (self._risks.has_right_errors(index) and self._reads(index, value))
                # =A1+B1 with two different errors: engines differ in which of them comes first
                or self._reads(index, cached)
            )
        ):
            yield Risk(f"{engine} gives it another error", None, is_shared=True)
        yield Risk(f"{engine} gives it an error, or none any more", None)

    def _residue_risks(self) -> Iterator[tuple[int, Risk]]:
        """The cells without a value where a difference leaves so little that rounding decides."""
        for index in () if self._trusts_new_values else small_numbers(self._result):
            if self._task.has_value(index):
                continue
            if summand := summand_of_cell(self._result, index, self._risks.translator):
                is_more = f"ABS({summand})*{_RESIDUE!r}<{abs(self._result.values[index])!r}".upper()
                reason = "so little is left of a difference that its digits are those of rounding"
                yield index, Risk(reason, is_more, is_shared=True, fills_empty=True)

    def _reads(self, index: int, value: Any) -> bool:
        """Whether a value is in the cells that a formula names, or may be."""
        try:
            formula = self._risks.translated_formula(index)
        except FormulaError:
            return True
        return reads_value(self._result.calculation, formula, self._task.sheet_name, value)

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

    def _unresolved(self, risks: dict[int, list[Risk]]) -> Asking[dict[int, list[Risk]]]:
        """The cells with their risks whose condition is not TRUE."""
        unresolved = {index: [*cell_risks] for index, cell_risks in risks.items() if cell_risks}
        conditional = [
            (index, risk, (self._task.address(index), risk.correct_if))
            for index, cell_risks in unresolved.items()
            for risk in cell_risks
            if risk.correct_if is not None
        ]
        if conditional:
            answers = yield [condition for _, _, condition in conditional]
            for (index, risk, _), is_correct in zip(conditional, answers):
                if is_correct:
                    unresolved[index].remove(risk)
        return {index: cell_risks for index, cell_risks in unresolved.items() if cell_risks}
