"""Which formulas an engine can be trusted with, by their text.

An engine calculates ``#NAME?`` for a function that it lacks, and IFERROR hides that; so functions
are looked for in formulas, not in results.  A formula is left as saved, trusted, or at risk; a risk
has a reason, and where its call is right after all a condition for the engine.  An example::

    GETPIVOTDATA(A1,B1)           left as saved: the engine lacks it
    ROUND(A1,2)                   trusted: a cell and a number are proven in their places
    IF(B1,VLOOKUP(A1,C:D,2),0)    at risk: in what is not in order Excel may find a value where both
                                  engines find none.  Right if IF(ISERROR(B1),TRUE,IF(B1,IF(ISNA(
                                  VLOOKUP(A1,C:D,2)),…),TRUE)): where it finds one, or can find none
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple

from ...engines import Engine
from ...engines.conditions.arguments import no_ambiguous_texts, none_of
from ...engines.conditions.columns import is_not_calculated
from ...engines.conditions.predicates import Correctness, CorrectWhere, correct_where
from ...engines.mistakes import COUNTRY_DEPENDENT, DIGIT_GROUPING, NEARLY_EQUAL, Mistake
from ...engines.supplied import SUPPLIED
from ...grammar.calls import AnyCall, find_calls, is_single_cell
from ...grammar.defined_names import DefinedNames, first_entry, users_by_name
from ...grammar.function_names import called_names, catalogue_name, lacks_prefix, plain_name
from ...grammar.implicit_intersection import find_scalar_contexts
from ...grammar.parser import parse
from ...grammar.references import MAX_ROW
from ...grammar.shapes import without_places
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import (
    COMPARISONS,
    Call,
    FormulaError,
    Node,
    Operation,
    Parenthesis,
    SyntaxTree,
    is_evaluation,
)
from ...ooxml.external_links import NO_EXTERNAL_DATA, ExternalData
from ...patterns import regex
from ..engine_input.computed_arrays import side_by_side
from ..engine_input.excel_calls import EXCEL_CALLS, PASSING_HIDDEN_ROWS, ExcelCalls
from ..engine_input.facts import DigitGroups
from .verified_calls import HIDES_ERRORS, broadcast_function, load_verified_calls

_TAKES_ERRORS = functions_with("takes-errors")
"""Functions for which an error is a value."""

_SHOWING = functions_with("shows-text")
"""What shows the text of a call as it is."""

_MAX_ASSESSMENTS = 5_000
_MAX_KINDS_OF_WORKBOOKS = 16

_READS_NUMBERS = functions_with("reads-numbers")
"""Operators and functions that read a text as a number, and are used with times."""
READS_TEXT_AS_NUMBER = "it reads a text as a number, which depends on the country of its user"

_MAX_CELLS = 1 << 30
"""The largest block that a call may read: 1,024 whole columns."""
_READS_FEW = functions_with("reads-few") | {""}
"""What does not look at all cells of a block."""
_MAY_BE_LARGE = regex(r"(?i):\$?[A-Z]{3}(?!\w*!)|INDIRECT|OFFSET")

_EXTERNAL_WORKBOOK = r"\][^\[\]!]*!"


class FormulaTrust(NamedTuple):
    """The trust in a formula, assessed before it is calculated."""

    why_left_as_saved: str | None = None
    """Why its cell is left as saved; None if it is calculated."""
    is_intersected: bool = False
    """Whether it takes one value of an array, by implicit intersection."""
    is_at_risk: bool = False
    """Whether the engine may calculate it wrongly; see :meth:`TrustPolicy.risks`."""
    is_at_risk_near_integer: bool = False
    """Whether it may do so if some value is nearly, but not quite, an integer."""
    lacks_function: bool = False
    """Whether its cell is left as saved because the engine lacks a function."""


class Risk(NamedTuple):
    """A reason why the engine may calculate a formula wrongly."""

    reason: str
    correct: CorrectWhere | None
    """Where the value is correct; None if it is nowhere."""
    is_near_integer_only: bool = False
    """Whether there is no risk unless some value is nearly, but not quite, an integer."""
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


class TrustPolicy:
    """Decides by a formula's text whether the engine calculates it, and what it may get wrong."""

    def __init__(
        self,
        engine: Engine,
        defined_names: DefinedNames,
        external_data: ExternalData = NO_EXTERNAL_DATA,
        excel_calls: ExcelCalls = EXCEL_CALLS,
    ) -> None:
        self.engine = engine
        self._excel_calls = excel_calls
        self.defined_names = defined_names
        self.external_data = external_data
        self.uncalculable_names: dict[str, str] = {}
        """The defined names, in capitals, that the engine cannot calculate, and why."""
        self.verified_calls = load_verified_calls(engine.name)
        """The calls that are proven; without any every value is trusted."""
        self._large_names = {
            name.name.upper()
            for name in defined_names
            if _MAY_BE_LARGE.search(name.formula) and _size(name.formula) > _MAX_CELLS
        }
        self._risky_names: dict[str, Risk] = {}
        """Those that it may calculate wrongly, and why."""
        self._mistakes: dict[str, list[Mistake]] = {}
        for mistake in engine.mistakes:
            self._mistakes.setdefault(mistake.function, []).append(mistake)
        self._assessments: dict[tuple[str, bool], FormulaTrust] = {}
        """The assessments of calculated formulas, by their shapes."""
        self._assess_names()
        if self.verified_calls and not external_data:
            self._assessments = _shared_assessments(
                engine.name,
                defined_names.multi_cell_names,
                frozenset(self.uncalculable_names.items()),
                frozenset(self._risky_names.items()),
                frozenset(defined_names.functions.items()),
                excel_calls.facts.has_ambiguous_texts,
            )

    def assess(self, formula: str, is_array_formula: bool) -> FormulaTrust:
        """The trust in a formula, by its shape."""
        if self._reads_too_much(formula):
            return FormulaTrust("it reads too many cells one by one, blank ones among them")
        key = without_places(formula), is_array_formula
        trust = self._assessments.get(key) or self._assess(formula, is_array_formula)
        if not trust.why_left_as_saved:  # a reason may name cells
            if len(self._assessments) >= _MAX_ASSESSMENTS:
                self._assessments.clear()
            self._assessments[key] = trust
        return trust

    def _reads_too_much(self, formula: str) -> bool:
        """Whether a call reads a block, cell by cell, that takes the engine minutes."""
        if not _MAY_BE_LARGE.search(formula) and self._large_names.isdisjoint(
            map(str.upper, re.findall(r"[^\W\d][\w.]*", formula)) if self._large_names else ()
        ):
            return False
        with suppress(FormulaError):
            tree = parse(self._excel_calls.write(formula, "", None, False))
            of_criteria = self._excel_calls.facts.used_rows / MAX_ROW * 32  # cells that are used
            for node in tree.nodes:
                outer = plain_name(getattr(tree.parent(node), "name", ""))
                is_name = node.text.upper() in self._large_names
                size = _MAX_CELLS + 1 if is_name else _size(node.text)
                if (
                    outer not in _READS_FEW
                    and size * (of_criteria if outer in NEARLY_EQUAL else 1) > _MAX_CELLS
                ):
                    return True
        return False

    def _assess(self, formula: str, is_array_formula: bool) -> FormulaTrust:
        try:
            formula = self.defined_names.apply_lambdas(formula)
            names = [name for name in called_names(formula) if catalogue_name(name) is None]
            if lacking := self.engine.unsupported_functions(names):
                return FormulaTrust(
                    f"{self.engine.name} has no function {min(lacking)}", lacks_function=True
                )
            if reason := self._find_reason_to_leave(formula):
                return FormulaTrust(reason)
            near_integer_only = [risk.is_near_integer_only for risk in self._risks(formula)]
            if not PASSING_HIDDEN_ROWS.isdisjoint(map(plain_name, names)):
                near_integer_only.append(False)  # which rows are hidden is another question
            at_risk = not all(near_integer_only), any(near_integer_only)
            broadcast_by_engine = self.engine.broadcast_functions
            if broadcast_by_engine is None:
                return FormulaTrust(None, False, *at_risk)
            contexts = find_scalar_contexts(
                side_by_side(formula), is_array_formula, self.defined_names.is_multi_cell
            )
        except FormulaError as error:
            return FormulaTrust(f"its formula cannot be read ({error})")
        rewriter = self.engine.rewriter
        broadcast_by_rewriter = rewriter.broadcast_functions if rewriter else ()
        for name in contexts.calls_to_broadcast.values():
            if name not in broadcast_by_engine and name not in broadcast_by_rewriter:
                reason = f"{self.engine.name} calls {name} for one value, not for an array"
                return FormulaTrust(reason, lacks_function=True)
        is_at_risk, is_at_risk_near_integer = at_risk
        return FormulaTrust(
            None,
            bool(contexts.intersected),
            is_at_risk or bool(contexts.calls_to_broadcast),
            is_at_risk_near_integer,
        )

    def _find_reason_to_leave(self, formula: str) -> str | None:
        """Why the engine does not calculate a formula, although it has its functions."""
        engine = self.engine.name
        if "_XLETA." in formula.upper():
            return f"{engine} takes no function for a value"
        if re.search(_EXTERNAL_WORKBOOK, formula) and (
            reference := self.external_data.missing_reference(formula)
        ):
            return f"it takes data from another workbook ({reference})"
        return first_entry(formula, self.uncalculable_names)

    def risks(self, formula: str, sheet: str = "") -> list[Risk]:
        """Why the engine may calculate a formula of a sheet wrongly."""
        risks = list(self._risks(formula))
        if any(risk.is_of_digit_groups for risk in risks) and self._knows_digit_groups(formula):
            risks = [risk for risk in risks if not risk.is_of_digit_groups]
        if sheet and not PASSING_HIDDEN_ROWS.isdisjoint(map(plain_name, called_names(formula))):
            tree = parse(formula)
            for call in tree.calls:
                if (name := plain_name(call.name)) in PASSING_HIDDEN_ROWS:
                    reason = f"no engine sees which rows are hidden ({name})"
                    is_correct = self._excel_calls.reads_visible_rows(call, sheet)
                    risks += _risk(tree, call, reason, is_correct, is_shared=True)
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
            isinstance(outer, Parenthesis) or getattr(outer, "name", "").upper() in _SHOWING
            for call in tree.calls
            if plain_name(call.name) in DIGIT_GROUPING
            for outer, _ in tree.ancestors(call)
        )

    def _risks(self, formula: str) -> Iterator[Risk]:
        if of_name := first_entry(formula, self._risky_names):
            yield of_name
        tree = parse(formula)
        calls = [
            node
            for node in tree.nodes
            if is_evaluation(node) or (isinstance(node, Operation) and node.name in self._mistakes)
        ]
        functions = {plain_name(call.name) for call in calls}
        if not self.verified_calls and self._mistakes.keys().isdisjoint(functions):
            return
        engine = self.engine.name
        for call in calls:
            name = plain_name(call.name)
            risk = partial(_risk, tree, call)
            for mistake in self._mistakes.get(name, ()):
                yield from risk(
                    f"{engine} is known to get {mistake.function} wrong",
                    mistake.correctness(call),
                    is_shared=True,
                    is_rare=mistake.is_rare,
                    is_of_one_engine=mistake.is_of_one_engine,
                )
            difference, is_alike = _difference_for_users(call)
            fills_empty = name not in NEARLY_EQUAL
            yield from risk(
                difference, is_alike, is_shared=True, is_rare=True, fills_empty=fills_empty
            )
            if is_alike is False:
                continue
            if name in DIGIT_GROUPING:
                yield from risk(
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
                yield from risk(reason, none_of((call,), is_not_calculated), is_shared=True)
            hidden = call.arguments[:1] if name in HIDES_ERRORS else ()
            for inner in (inner for argument in hidden for inner in find_calls(argument)):
                if plain_name(inner.name) in SUPPLIED:
                    is_calculated = none_of((inner,), is_not_calculated)
                    yield from risk(
                        "the engine lacks something in it", is_calculated, is_shared=True
                    )
            if self.verified_calls and not catalogue_name(call.name):
                is_proven = self.verified_calls.correctness(call, self.defined_names.is_multi_cell)
                reason = f"{engine} is not proven to get {broadcast or name} right"
                is_near = call.name in COMPARISONS and _compares_with_integer(call.arguments)
                yield from risk(reason, is_proven, is_near_integer_only=is_near)
        if self.verified_calls and self._excel_calls.facts.has_ambiguous_texts:
            for node in tree.nodes:
                if isinstance(node, (Call, Operation)) and plain_name(node.name) in _READS_NUMBERS:
                    is_correct = no_ambiguous_texts(node)
                    yield from _risk(tree, node, READS_TEXT_AS_NUMBER, is_correct, is_shared=True)

    def _assess_names(self) -> None:
        """Find the defined names that the engine cannot calculate, or may calculate wrongly.

        A name that refers to such a name is one, too.
        """
        names = list(self.defined_names)
        users = users_by_name(name.formula for name in names)
        waiting = deque(names)
        while waiting:
            defined = waiting.popleft()
            name = defined.name.upper()
            if name in self.uncalculable_names or name in self._risky_names:
                continue
            trust = self._assess(defined.formula, is_array_formula=True)
            if trust.why_left_as_saved:
                prefix = f"the name {defined.name} cannot be calculated: "
                self.uncalculable_names[name] = _reason_of_name(prefix, trust.why_left_as_saved)
            elif trust.is_at_risk and (
                risks := [risk for risk in self.risks(defined.formula) if not risk.correct]
            ):
                prefix = f"the name {defined.name} may be wrong: "
                worst = next((risk for risk in risks if risk.is_shared), risks[0])
                reason = _reason_of_name(prefix, worst.reason)
                self._risky_names[name] = worst._replace(reason=reason)
            else:
                continue
            waiting += [names[user] for user in users.get(name, ())]


def _risk(
    tree: SyntaxTree, call: Node, reason: str, correctness: Correctness, **marks: bool
) -> Iterator[Risk]:
    """The risk of a call, if there is one."""
    if correctness is not True:
        yield Risk(reason, correct_where(tree, call, correctness), **marks)


@lru_cache(maxsize=_MAX_KINDS_OF_WORKBOOKS)
def _shared_assessments(*significant: Hashable) -> dict[tuple[str, bool], FormulaTrust]:
    """The assessments that workbooks share for which the same is significant.

    Workbooks of one template have the same formulas, and most of the time goes into reading them.
    """
    return {}


def _size(formula: str) -> int:
    """How many cells a formula designates, as far as its text says so.

    >>> texts = "A1:B3", 'INDIRECT("A:B")', "OFFSET(A1,0,0,9,2)", "OFFSET(A1,1,B1)", "Rate", "A1*2"
    >>> [*map(_size, texts)]
    [6, 2097152, 18, 0, 0, 0]
    """
    with suppress(FormulaError):
        node = parse(formula).root
        texts = [one.text for one in node.arguments] if isinstance(node, Call) else []
        name = plain_name(getattr(node, "name", ""))
        if name == "INDIRECT" and texts:
            return _size(texts[0].strip('"'))
        if name == "OFFSET" and len(texts) == 5 and all(map(str.isdigit, texts[3:])):
            return int(texts[3]) * int(texts[4])
        return node.area.cell_count if node.area else 0
    return 0


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


def _reason_of_name(prefix: str, reason: str) -> str:
    """The reason for a name; if it is that of a name which it refers to, it stays as it is."""
    return reason if reason.startswith("the name ") else prefix + reason


def _compares_with_integer(operands: Sequence[Node]) -> bool:
    """Whether a cell is compared with an integer."""
    return any(
        one.text.removeprefix("-").isdigit() and is_single_cell(other) and "!" not in other.text
        for one, other in (operands, tuple(reversed(operands)))
    )
