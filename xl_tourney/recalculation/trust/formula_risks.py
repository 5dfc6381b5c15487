"""Why an engine may calculate a formula wrongly, and what has to be true if it does not.

A formula's risks are those of its shape: they are found once, in the first of its cells, and asked
of the values in all of them.  ``=MOD(B2,C2)`` in D2 to D9 is right where the values of C2 to C9 are
written exactly in binary.  Whether there may be one is found before, by the formula as it is in the
file, for those alone of which a value changes.  An example::

    ROUND(A1,2)                   no risk: a cell and a number are proven in their places
    IF(B1,VLOOKUP(A1,C:D,2),0)    in what is not in order Excel may find a value where both engines
                                  find none.  Right if IF(ISERROR(B1),TRUE,IF(B1,IF(ISNA(
                                  VLOOKUP(A1,C:D,2)),…),TRUE)): where it finds one, or can find none
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ...engines.mistakes import COUNTRY_DEPENDENT, DIGIT_GROUPING, NEARLY_EQUAL, Mistake
from ...grammar.calls import AnyCall, is_single_cell
from ...grammar.defined_names import first_entry, users_by_name
from ...grammar.function_names import called_names, catalogue_name, lacks_prefix, plain_name
from ...grammar.parser import parse
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import (
    COMPARISONS,
    Call,
    FormulaError,
    Node,
    Operation,
    Parenthesis,
    Reference,
    SyntaxTree,
    is_evaluation,
)
from ...patterns import regex
from ...record import NamedTuple
from ..engine_input.excel_calls import PASSING_HIDDEN_ROWS
from ..engine_input.facts import DigitGroups
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_result import SheetResult
from ..sheets.sheet_task import SheetTask
from .policy import TrustPolicy, kind_of, reason_of_name
from .verified_calls import broadcast_function, load_verified_calls

if TYPE_CHECKING:
    from ...engines.conditions.predicates import Correctness, CorrectWhere

_TAKES_ERRORS = functions_with("takes-errors")
"""Functions for which an error is a value."""

_SHOWING = functions_with("shows-text")
"""What shows the text of a call as it is."""

_READS_NUMBERS = functions_with("reads-numbers")
"""Operators and functions that read a text as a number, and are used with times."""
READS_TEXT_AS_NUMBER = "it reads a text as a number, which depends on the country of its user"
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
    from ...engines.conditions.columns import has

    return not has(value, is_found)


class Risk(NamedTuple):
    """A reason why the engine may calculate a formula wrongly."""

    reason: str
    correct: CorrectWhere | None
    """Where the value is correct; None if it is nowhere."""
    is_shared: bool = False
    """Whether other engines make the same mistake, so that their opinion is worth nothing."""
    is_rare: bool = False
    """Whether it counts only where its condition tells so: the order of É and Z."""
    fills_empty: bool = False
    """Whether a cell without a cached value takes the engine's all the same, and is uncertain."""
    is_of_digit_groups: bool = False
    """Whether it is how digits are grouped: the engine's value is taken, and uncertain."""
    is_of_one_engine: bool = False
    """Whether the second engine is not known to make the mistake: its value may stand."""


class Signs(NamedTuple):
    """What values show, or what they have to show lest a risk is none."""

    has_long_digits: bool = False
    """Whether a text has a number of more than 15 digits."""
    is_near_integer: bool = False
    """Whether a number is nearly, but not quite, an integer that the formula has."""

    def show(self, needed: Signs) -> bool:
        """Whether these are all that a risk needs."""
        return all(one or not other for one, other in zip(self, needed))


_NO_SIGNS, _LONG_DIGITS, _NEAR_INTEGER = Signs(), Signs(True), Signs(False, True)


class WorkbookRisks:
    """What the engine may get wrong, by the texts of a workbook's formulas."""

    def __init__(self, policy: TrustPolicy) -> None:
        self.policy = policy
        self._excel_calls = policy.excel_calls
        self.verified_calls = load_verified_calls(policy.engine.name)
        """The calls that are proven; without any every value is trusted."""
        self._mistakes: dict[str, list[Mistake]] = {}
        for mistake in policy.engine.mistakes:
            self._mistakes.setdefault(mistake.function, []).append(mistake)
        self._signs: dict[tuple[str, bool, bool], frozenset[Signs]] = {}
        """By kind of formula what values have to show, for each of its risks."""
        self._found: dict[tuple[str, bool], list[tuple[Signs, Risk]]] = {}
        """The risks of formulas, wherever they stand, and what values have to show.

        Those of long digits are found where there are any: most start without the conditions.
        """
        self._names: dict[str, Risk] = {}
        """The defined names, in capitals, that the engine may calculate wrongly, and why."""
        self._find_names()

    def likelihood(self, formula: str, is_array_formula: bool, signs: Signs) -> bool:
        """Whether a formula of the file, but for places, has risks where values show such signs."""
        key = kind_of(formula), is_array_formula, signs.has_long_digits
        if key not in self._signs:
            self._signs[key] = frozenset(self._needed_signs(formula, *key[1:]))
        return any(map(signs.show, self._signs[key]))

    def _needed_signs(
        self, formula: str, is_array_formula: bool, has_long_digits: bool
    ) -> Iterator[Signs]:
        policy, formula = self.policy, self.policy.defined_names.apply_lambdas(formula)
        found = {signs for signs, _ in self._of(formula, has_long_digits)}
        yield from found
        if _NO_SIGNS not in found and not (
            PASSING_HIDDEN_ROWS.isdisjoint(map(plain_name, called_names(formula)))
            and (
                policy.engine.broadcast_functions is None
                or not policy.scalar_contexts(formula, is_array_formula).calls_to_broadcast
            )
        ):
            yield _NO_SIGNS

    def of(self, formula: str, sheet: str = "") -> list[Risk]:
        """Why the engine may calculate a formula of a sheet wrongly."""
        risks = [risk for _, risk in self._of(formula)]
        if any(risk.is_of_digit_groups for risk in risks) and self._knows_digit_groups(formula):
            risks = [risk for risk in risks if not risk.is_of_digit_groups]
        if sheet and not PASSING_HIDDEN_ROWS.isdisjoint(map(plain_name, called_names(formula))):
            tree = parse(formula)
            for call in tree.calls:
                if (name := plain_name(call.name)) in PASSING_HIDDEN_ROWS:
                    reason = f"no engine sees which rows are hidden ({name})"
                    is_correct = self._excel_calls.reads_visible_rows(call, sheet)
                    found = _risk(tree, call, _NO_SIGNS, reason, is_correct, is_shared=True)
                    risks += [risk for _, risk in found]
        return risks

    def _knows_digit_groups(self, formula: str) -> bool:
        """Whether the digits that a formula groups will be so as the workbook's user groups them.

        As in India they are in the text of the cell, and not where another function has read it.
        """
        groups = self._excel_calls.facts.digit_groups
        if groups is not DigitGroups.INDIAN:
            return groups is DigitGroups.THREES
        tree = parse(formula)
        return all(
            _is_shown(tree, call) for call in tree.calls if plain_name(call.name) in DIGIT_GROUPING
        )

    def _of(self, formula: str, has_long_digits: bool = True) -> Sequence[tuple[Signs, Risk]]:
        key = formula, has_long_digits
        if key not in self._found:
            self._found[key] = [*self._find(formula, has_long_digits)]
        return self._found[key]

    def _find(self, formula: str, has_long_digits: bool) -> Iterator[tuple[Signs, Risk]]:
        if of_name := first_entry(formula, self._names):
            yield _NO_SIGNS, of_name
        tree = parse(formula)
        calls = [
            node
            for node in tree.nodes
            if is_evaluation(node) or (isinstance(node, Operation) and node.name in self._mistakes)
        ]
        functions = {plain_name(call.name) for call in calls}
        if not self.verified_calls and self._mistakes.keys().isdisjoint(functions):
            return
        engine, is_multi_cell = self.policy.engine.name, self.policy.defined_names.is_multi_cell
        for call in calls:
            name = plain_name(call.name)
            risk = partial(_risk, tree, call)
            for mistake in self._mistakes.get(name, ()):
                needed = _NO_SIGNS
                if mistake.is_seen_in_texts(has_long_digits=False) and _is_shown(tree, call):
                    if mistake.is_seen_in_texts(has_long_digits=has_long_digits):
                        continue
                    needed = _LONG_DIGITS
                yield from risk(
                    needed,
                    f"{engine} is known to get {mistake.function} wrong",
                    mistake.correctness(call),
                    is_shared=True,
                    is_rare=mistake.is_rare,
                    is_of_one_engine=mistake.is_of_one_engine,
                )
            difference, is_alike = _difference_for_users(call)
            fills_empty = name not in NEARLY_EQUAL
            yield from risk(
                _NO_SIGNS,
                difference,
                is_alike,
                is_shared=True,
                is_rare=True,
                fills_empty=fills_empty,
            )
            if is_alike is False:
                continue
            if name in DIGIT_GROUPING:
                yield from risk(
                    _NO_SIGNS,
                    f"how {name} groups digits depends on the country of its user",
                    DIGIT_GROUPING[name](call),
                    is_shared=True,
                    is_rare=True,
                    fills_empty=True,
                    is_of_digit_groups=True,
                )
            if (broadcast := broadcast_function(call)) and functions & _TAKES_ERRORS:
                # what the helper does not calculate would be hidden, by another engine, too
                reason = f"{engine} does not call {broadcast} for each of these values"
                yield from risk(_NO_SIGNS, reason, _is_calculated(call), is_shared=True)
            is_near = call.name in COMPARISONS and _compares_with_integer(call.arguments)
            if self.verified_calls and not catalogue_name(call.name):
                is_proven = self.verified_calls.correctness(call, is_multi_cell)
                reason = f"{engine} is not proven to get {broadcast or name} right"
                yield from risk(_NEAR_INTEGER if is_near else _NO_SIGNS, reason, is_proven)
        if self.verified_calls and self._excel_calls.facts.has_ambiguous_texts:
            from ...engines.conditions.arguments import no_ambiguous_texts

            for node in tree.nodes:
                if isinstance(node, (Call, Operation)) and plain_name(node.name) in _READS_NUMBERS:
                    is_correct = no_ambiguous_texts(node)
                    reason = READS_TEXT_AS_NUMBER
                    yield from _risk(tree, node, _NO_SIGNS, reason, is_correct, is_shared=True)

    def _find_names(self) -> None:
        """Find the names that the engine may calculate wrongly; one that has such a name is one."""
        names = [
            name
            for name in self.policy.defined_names
            if name.name.upper() not in self.policy.uncalculable_names
        ]
        users = users_by_name(name.formula for name in names)
        waiting = deque(names)
        while waiting:
            defined = waiting.popleft()
            name = defined.name.upper()
            if name in self._names or not any(self._needed_signs(defined.formula, True, True)):
                continue
            if risks := [risk for risk in self.of(defined.formula) if not risk.correct]:
                worst = next((risk for risk in risks if risk.is_shared), risks[0])
                reason = reason_of_name(f"the name {defined.name} may be wrong: ", worst.reason)
                self._names[name] = worst._replace(reason=reason)
                self._found.clear()  # formulas with this name have a risk more
                waiting += [names[user] for user in users.get(name, ())]


class FormulaRisks:
    """The risks of the formulas of a sheet, each found once."""

    def __init__(
        self, task: SheetTask, workbook: WorkbookRisks, translator: FormulaTranslator
    ) -> None:
        self._task = task
        self._workbook = workbook
        self.policy = workbook.policy
        self.verified_calls = workbook.verified_calls
        self.translator = translator
        self._known: dict[str, list[Risk]] = {}
        self._at_risk: tuple[SheetResult | None, list[int]] = None, []

    def cells_at_risk(self, result: SheetResult) -> list[int]:
        """The cells that change and that the engine may calculate wrongly, as their values show.

        Those that are left as saved are none of them.
        """
        if self._at_risk[0] is not result:
            self._at_risk = result, self._find_cells_at_risk(result)
        return self._at_risk[1]

    def _find_cells_at_risk(self, result: SheetResult) -> list[int]:
        found: list[int] = []
        sheet, calculation = self._task.sheet, result.calculation
        changed = result.may_change - self._task.states.left_as_saved
        for (shape, kind), indexes in sheet.groups.items() if changed else ():
            if some := changed.intersection(indexes):
                integers = sheet.integers[shape]
                signs = Signs(
                    bool(kind) or result.has_long_digits,
                    bool(integers and not integers.isdisjoint(calculation.near_integers)),
                )
                if self._workbook.likelihood(sheet.texts[indexes[0]], bool(kind), signs):
                    found += some
        return sorted(found)

    def of_formula(self, index: int) -> list[Risk]:
        """The risks of a formula."""
        try:
            formula = self.translated_formula(index)
            if formula not in self._known:
                self._known[formula] = [
                    risk._replace(correct=None) if unknown else risk
                    for risk in self._workbook.of(formula, self._task.sheet_name)
                    if not (unknown := _reads_elsewhere(risk.correct)) or not risk.is_rare
                ]
        except FormulaError as error:
            return [Risk(f"its formula cannot be read ({error})", None, is_shared=True)]
        return self._known[formula]

    def of_texts(self, index: int) -> Iterator[Risk]:
        """The risk that Excel reads a text such as 12.5% or 3-Jan as a number, and engines do not.

        Excel reads numbers as its user writes them.  Our own functions read texts, as 3+ and 4-.
        """
        if self.is_ours(index):
            return
        try:
            formula = self.translated_formula(index)
            references = [node for node in parse(formula).nodes if isinstance(node, Reference)]
        except FormulaError:
            return
        constants = re.findall(_TEXT_CONSTANT, formula)
        from ...engines.conditions.predicates import CorrectWhere, Predicate

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
        """Whether a formula calls the catalogue."""
        with suppress(FormulaError):
            return any(map(catalogue_name, called_names(self._task.formula(index))))
        return False

    def has_right_errors(self, index: int) -> bool:
        """Whether no call in a formula gives an error where another value is right."""
        return self.verified_calls.gives_right_errors(parse(self._task.formula(index)).root)

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


def _is_shown(tree: SyntaxTree, call: Node) -> bool:
    """Whether the cell shows the text of a call, and no function has read it but as a criterion."""
    for outer, _ in tree.ancestors(call):
        name = plain_name(getattr(outer, "name", ""))
        if name in NEARLY_EQUAL:  # which says what its digits are worth
            return True
        if not (isinstance(outer, Parenthesis) or name in _SHOWING):
            return False
    return True


def _risk(
    tree: SyntaxTree,
    call: Node,
    needed: Signs,
    reason: str,
    correctness: Correctness,
    **marks: bool,
) -> Iterator[tuple[Signs, Risk]]:
    """The risk of a call, if there is one, and what values have to show."""
    if correctness is not True:
        from ...engines.conditions.predicates import correct_where

        yield needed, Risk(reason, correct_where(tree, call, correctness), **marks)


def _is_calculated(call: AnyCall) -> Correctness:
    from ...engines.conditions.arguments import none_of
    from ...engines.conditions.columns import is_not_calculated

    return none_of((call,), is_not_calculated)


def _difference_for_users(call: AnyCall) -> tuple[str, Correctness]:
    """What another user sees in place of a call's value, and where all see the same."""
    if lacks_prefix(call.name):
        return (
            f"Excel shows #NAME? for {call.name}, which lacks the prefix _xlfn. in the file",
            False,
        )
    name = plain_name(call.name)
    if name in NEARLY_EQUAL:
        return f"programs differ about nearly equal numbers in {name}", NEARLY_EQUAL[name](call)
    is_alike = COUNTRY_DEPENDENT[name](call) if name in COUNTRY_DEPENDENT else True
    return f"what {name} gives depends on the country of its user", is_alike


def _compares_with_integer(operands: Sequence[Node]) -> bool:
    """Whether a cell is compared with an integer."""
    return any(
        one.text.removeprefix("-").isdigit() and is_single_cell(other) and "!" not in other.text
        for one, other in (operands, tuple(reversed(operands)))
    )
