"""Why an engine may calculate a formula wrongly, and what has to be true if it does not.

A formula's risks are those of its shape: they are found once, in the first of its cells, and asked
of the values in all of them.  ``=MOD(B2,C2)`` in D2 to D9 is right where the values of C2 to C9 are
written exactly in binary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from ...engines.conditions.columns import has
from ...engines.conditions.predicates import CorrectWhere, Predicate
from ...engines.supplied import SUPPLIED
from ...grammar.function_names import called_names, catalogue_name, plain_name
from ...grammar.parser import parse
from ...grammar.syntax_tree import FormulaError, Reference
from ...patterns import regex
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_task import SheetTask
from .policy import READS_TEXT_AS_NUMBER, Risk, TrustPolicy

_TEXT_CONSTANT = r'"([^"]*)"'
_LIKE_A_NUMBER = regex("(?i)[0-9]|true|false")


def _is_natural(value: object) -> bool:
    """Whether a value is a text that is the same number in every country."""
    return type(value) is str and value.isascii() and value.isdigit()


def _is_like_a_number(value: object) -> bool:
    """Whether a value is a text that may be a number, or none, by the country."""
    return (
        type(value) is str and _LIKE_A_NUMBER.search(value) is not None and not _is_natural(value)
    )


def _has_none(is_found: Callable[[object], bool], value: object) -> bool:
    return not has(value, is_found)


class FormulaRisks:
    """The risks of the formulas of a sheet, each found once."""

    def __init__(self, task: SheetTask, policy: TrustPolicy, translator: FormulaTranslator) -> None:
        self._task = task
        self.policy = policy
        self.translator = translator
        self._known: dict[str, list[Risk]] = {}

    def of_formula(self, index: int) -> list[Risk]:
        """The risks of a formula."""
        try:
            formula = self.translated_formula(index)
            if formula not in self._known:
                self._known[formula] = [
                    risk._replace(correct=None) if unknown else risk
                    for risk in self.policy.risks(formula, self._task.sheet_name)
                    if not (unknown := _reads_elsewhere(risk.correct)) or not risk.is_rare
                ]
        except FormulaError as error:
            return [Risk(f"its formula cannot be read ({error})", None, is_shared=True)]
        return self._known[formula]

    def of_texts(self, index: int) -> Iterator[Risk]:
        """The risk that Excel reads a text such as 12.5% or 3-Jan as a number, and engines do not.

        Excel reads numbers as its user writes them.  Our own functions read texts, as 3+ and 4-;
        those that are supplied say where they do not know.
        """
        if self.is_ours(index):
            return
        try:
            formula = self.translated_formula(index)
            references = [node for node in parse(formula).nodes if isinstance(node, Reference)]
        except FormulaError:
            return
        constants = re.findall(_TEXT_CONSTANT, formula)
        for is_number, is_of_one_engine in ((_is_like_a_number, False), (_is_natural, True)):
            risk = Risk(
                READS_TEXT_AS_NUMBER, None, is_shared=True, is_of_one_engine=is_of_one_engine
            )
            if any(map(is_number, constants)):
                yield risk
            elif references:
                yield risk._replace(
                    correct=CorrectWhere(
                        [Predicate(partial(_has_none, is_number), (node,)) for node in references]
                    )
                )

    def is_ours(self, index: int) -> bool:
        """Whether a formula calls the catalogue, or nothing but functions that are supplied."""
        try:
            if any(map(catalogue_name, called_names(self._task.formula(index)))):
                return True
            names = {*map(plain_name, called_names(self.translated_formula(index)))}
        except FormulaError:
            return False
        return bool(names) and names <= {*SUPPLIED}

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


def _reads_elsewhere(correct: CorrectWhere | None) -> bool:
    """Whether a condition is about what no engine has: a table, or another workbook."""
    return correct is not None and any(
        "[" in re.sub(_TEXT_CONSTANT, "", operand.text)
        for predicate in (*correct.predicates, *correct.guards)
        for operand in predicate.operands
    )
