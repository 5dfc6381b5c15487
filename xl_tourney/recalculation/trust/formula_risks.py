"""Why an engine may calculate a formula wrongly, and what has to be TRUE if it does not.

A formula's risks are those of its shape, which are found once, in the first round, and moved to
its other cells.  ``=MOD(B2,C2)`` in D2 is right if ``OR(ISERROR(C2),C2*1024=INT(C2*1024))``; in
relative form, one column to the left, that is the condition of D3 to D9 as well.  A condition that
would read its own cell, or is too long, is none: then the risk stands.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from ...engines.base import AGGREGATE, LOOKUP
from ...engines.supplied import SUPPLIED
from ...grammar.formula_references import precedent_ranges, qualify_references
from ...grammar.function_names import called_names, catalogue_name, plain_name
from ...grammar.parser import parse
from ...grammar.references import MAX_ROW
from ...grammar.shapes import RelativeRange, at_place, relative_formula, relative_ranges
from ...grammar.syntax_tree import FormulaError, Reference
from ...patterns import regex
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_task import SheetTask
from .alike_cells import Group, ValueClasses, is_decided_by_classes
from .policy import READS_TEXT_AS_NUMBER, Risk, TrustPolicy

_TEXT_CONSTANT = r'"([^"]*)"'
_LIKE_A_NUMBER = "(?i)[0-9]|true|false"
_TEXTS_IN_NUMBERS = (*range(10), "true", "false")
_WHOLE_ROWS = regex(r"[0-9]:\$?[0-9]")
_MAX_CONDITION_LENGTH = 100_000


class _ShapeRisk(NamedTuple):
    """A risk of all formulas of one shape."""

    risk: Risk
    condition: str
    """In relative form."""
    ranges: Sequence[RelativeRange]
    """What it reads of its own sheet, where that may be the cell itself for some of them."""
    has_whole_rows: bool
    """Whether it may read whole rows: ``2:2``."""


class FormulaRisks:
    """The risks of the formulas of a sheet; conditions are as they are evaluated on any sheet."""

    def __init__(self, task: SheetTask, policy: TrustPolicy, translator: FormulaTranslator) -> None:
        self._task = task
        self._sheet = task.sheet
        self.policy = policy
        self.translator = translator
        self._alone: dict[tuple[int, bool], list[Risk]] = {}
        self._of_shapes: dict[str, list[_ShapeRisk]] = {}

    def same_for_all(
        self, index: int, risks: Iterable[Risk], classes: ValueClasses | None
    ) -> set[Risk]:
        """The risks of a cell whose conditions are the same for all cells that are alike."""
        return {
            risk
            for risk in risks
            if risk.correct_if and self._is_same_for_all(index, risk, classes)
        }

    def of_followers(
        self, group: Group, risks: Iterable[Risk], same: Collection[Risk]
    ) -> dict[int, list[Risk]]:
        """The risks of followers whose conditions are not the same for all that are alike."""
        if not group.followers:
            return {}
        first = group.representatives[0]
        own = [
            self._of_shape(first, risk) for risk in risks if risk.correct_if and risk not in same
        ]
        return {index: self._moved(own, index) for index in (group.followers if own else ())}

    def of_formula(self, index: int, shape: str) -> list[Risk]:
        """The risks of a formula; those of a shape, which are the same but for the place."""
        if not shape:
            key = index, index in self._task.intersected
            return self._alone.get(key) or self._alone.setdefault(key, self._risks(index))
        if shape not in self._of_shapes:
            risks = self._risks(index)
            self._of_shapes[shape] = [self._of_shape(index, risk) for risk in risks]
        return self._moved(self._of_shapes[shape], index)

    def _of_shape(self, index: int, risk: Risk) -> _ShapeRisk:
        """A risk of the formula of a cell, for all cells whose formula has its shape."""
        sheet, row, column = self._task.address(index)
        relative = relative_formula(risk.correct_if or "", row, column)
        ranges = relative_ranges(relative, sheet) if "$" in relative else ()
        own = [range_ for range_ in ranges if range_.sheet.casefold() == sheet.casefold()]
        return _ShapeRisk(risk, relative, own, bool(_WHOLE_ROWS.search(relative)))

    def _moved(self, risks: Iterable[_ShapeRisk], index: int) -> list[Risk]:
        """Risks with their conditions as they are of a cell."""
        _, row, column = self._task.address(index)
        moved = []
        for risk, relative, ranges, has_whole_rows in risks:
            condition = at_place(relative, row, column) or None
            if any(range_.at(row, column).contains(row, column) for range_ in ranges) or (
                condition and has_whole_rows and not self._is_apart(index, condition)
            ):
                condition = None
            if condition or not (risk.is_rare and risk.correct_if):
                moved.append(risk._replace(correct_if=condition))
        return moved

    def _is_same_for_all(self, index: int, risk: Risk, classes: ValueClasses | None) -> bool:
        """Whether the condition of a risk is TRUE for all cells that are alike, or for none."""
        condition = risk.correct_if or ""
        if risk.compares_cells and classes is not None:
            ranges = precedent_ranges(condition, self._task.sheet_name)
            return not any(itertools.starmap(classes.has_confusable_values, ranges))
        formula = self.translator.for_any_sheet(self._task, index)
        return is_decided_by_classes(condition, formula)

    def _risks(self, index: int) -> list[Risk]:
        try:
            risks = self.policy.risks(self.translated_formula(index), self._task.sheet_name)
        except FormulaError as error:
            return [Risk(f"its formula cannot be read ({error})", None, is_shared=True)]
        return [
            risk._replace(correct_if=condition)
            for risk in risks
            if (condition := self._condition(index, risk.correct_if))
            or not (risk.is_rare and risk.correct_if)
        ]

    def of_texts(self, index: int) -> Iterator[Risk]:
        """The risk that Excel reads a text such as 12.5% or 3-Jan as a number, and engines do not.

        Excel reads numbers as its user writes them.  Our own functions read texts, as 3+ and 4-;
        those that are supplied say where they do not know.
        """
        if self.is_ours(index):
            return
        try:
            formula = self.translated_formula(index)
            references = [node.text for node in parse(formula).nodes if isinstance(node, Reference)]
        except FormulaError:
            return
        if re.search(_LIKE_A_NUMBER, " ".join(re.findall(_TEXT_CONSTANT, formula))):
            yield Risk(READS_TEXT_AS_NUMBER, None, is_shared=True)
        elif references:
            counts = (
                f'COUNTIF({reference},"*{text}*")'
                for reference in references
                for text in _TEXTS_IN_NUMBERS
            )
            condition = self._condition(index, f"{'+'.join(counts)}=0")
            yield Risk(READS_TEXT_AS_NUMBER, condition, is_shared=True)

    def _condition(self, index: int, condition: str | None) -> str | None:
        """A condition as it is evaluated; None if it is too long, or cannot be."""
        if (
            condition is None
            or len(condition) > _MAX_CONDITION_LENGTH
            or "[" in re.sub(_TEXT_CONSTANT, "", condition)
        ):
            return None
        with suppress(FormulaError):
            if self._is_apart(index, condition):
                return qualify_references(condition, self._task.sheet_name)
        return None

    def _is_apart(self, index: int, condition: str) -> bool:
        """Whether a condition does not refer to the cell in which it is evaluated."""
        own_sheet, row, column = self._task.address(index)
        return not any(
            sheet.casefold() == own_sheet.casefold()
            and (range_.contains(row, column) or range_.bottom - range_.top == MAX_ROW - 1)
            for sheet, range_ in precedent_ranges(condition, own_sheet)
        )

    def is_ours(self, index: int) -> bool:
        """Whether a formula calls the catalogue, or nothing but functions that are supplied."""
        try:
            if any(map(catalogue_name, called_names(self._task.formula(index)))):
                return True
            names = {*map(plain_name, called_names(self.translated_formula(index)))}
        except FormulaError:
            return False
        return bool(names) and names <= {*SUPPLIED, AGGREGATE, LOOKUP}

    def has_right_errors(self, index: int) -> bool:
        """Whether no call in a formula gives an error where another value is right."""
        return self.policy.verified_calls.gives_right_errors(parse(self._task.formula(index)).root)

    def unknown_name(self, index: int) -> str | None:
        """Why the engine gives ``#NAME?``, if it is for a defined name that it does not know."""
        try:
            found = [*parse(self._task.formula(index)).designators]
        except FormulaError:
            return None
        names = self.policy.defined_names.names
        name = next((node.text for node in found if node.local_text.upper() in names), None)
        return f"{self.policy.engine.name} does not know the name {name}" if name else None

    def translated_formula(self, index: int) -> str:
        """The formula of a cell as the engine reads it; FormulaError if it cannot be parsed."""
        return self.translator.translated(self._task, index)
