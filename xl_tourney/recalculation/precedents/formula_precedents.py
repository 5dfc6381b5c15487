"""The ranges that the formulas of a workbook refer to, also by names and at run time.

A call that makes a reference is evaluated, with its height and width.  An example: B1 is 3, and
``Last`` is the name of ``Data!$A$9``::

    SUM(OFFSET(A1,B1,0))+Last    A1 and B1 as they are written, Data!A9 by its name, A4 at run time

Where that is not known a cell may depend on every other one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines.base import Condition
from ...grammar.calls import find_calls, has_array_outside_of_calls, nodes_outside_of_brackets
from ...grammar.defined_names import DefinedName
from ...grammar.formula_references import bounds, qualify_references
from ...grammar.function_names import RUN_TIME_FUNCTIONS, plain_name
from ...grammar.parser import parse
from ...grammar.references import (
    Range,
    SheetRange,
    parse_reference,
    unquote_sheet_name,
)
from ...grammar.syntax_tree import FormulaError, Name, Node, Operation
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_task import SheetTask

_REFERENCE_FORMULAS = ('CELL("address",{})', "ROWS({})", "COLUMNS({})")

_MAX_DEPTH = 100
"""How many names may refer to each other in turn."""

Evaluate = Callable[[Sequence[Condition]], Sequence[Any]]


class _ManyReferencesError(Exception):
    """A call that returns an array of references."""


class Written(NamedTuple):
    """What a formula refers to as it is written."""

    ranges: Sequence[SheetRange] | None
    """The ranges; None where they are not known."""
    calls: Sequence[str] = ()
    """The calls that make more references at run time."""


class FormulaPrecedents:
    """Finds the ranges that formulas refer to; sheets' names are in lower case.

    What INDIRECT and OFFSET refer to is evaluated.
    """

    def __init__(
        self,
        translator: FormulaTranslator,
        sheet_names: Sequence[str],
        evaluate: Evaluate = lambda asked: [None] * len(asked),
    ) -> None:
        self._translator = translator
        self._sheets = [name.casefold() for name in sheet_names]
        self.evaluate = evaluate
        """The values of formulas."""
        self._names: dict[str, list[DefinedName]] = defaultdict(list)
        for name in translator.defined_names:
            self._names[name.name.upper()].append(name)
        self._name_ranges: dict[tuple[str, str], list[SheetRange]] = {}
        self._open_names: list[tuple[str, str]] = []
        """The names whose ranges are being found, each of which refers to the next."""

    def find(
        self, task: SheetTask, indexes: Iterable[int]
    ) -> dict[int, Sequence[SheetRange] | None]:
        """The ranges that formulas of a sheet refer to by index; None where that is not known."""
        written = {index: self.written(task, index) for index in indexes}
        conditions: list[Condition] = [
            (task.address(index), formula.replace("{}", qualify_references(call, task.sheet_name)))
            for index, (_, calls) in written.items()
            for call in calls
            for formula in _REFERENCE_FORMULAS
        ]
        values = iter(self.evaluate(conditions) if conditions else ())
        found: dict[int, Sequence[SheetRange] | None] = {}
        for index, (ranges, calls) in written.items():
            for _ in calls:
                referenced = [next(values, None) for _ in _REFERENCE_FORMULAS]
                more = _referenced_ranges(referenced, task.sheet_name)
                ranges = None if more is None or ranges is None else [*ranges, *more]
            found[index] = ranges
        return found

    def written(self, task: SheetTask, index: int) -> Written:
        """What the formula of a cell refers to as far as it is written."""
        if task.sheet.formula_cells.array_kinds.get(index, "").startswith("table"):
            return Written(None)
        try:
            formula = self._translator.translated(task, index, is_intersected=False)
            ranges = list(self._ranges_of(formula, task.sheet_name))
            return Written(ranges, list(self._find_run_time_calls(formula, set())))
        except (FormulaError, _ManyReferencesError):
            return Written(None)

    def _ranges_of(self, formula: str, sheet: str) -> Iterator[SheetRange]:
        """The ranges that a formula of a sheet refers to as it is written, also by names."""
        ranges: list[SheetRange] = []
        tree = parse(formula)
        for node in tree.designators:
            try:
                range_ = parse_reference(node.local_text)
            except ValueError:
                for name in self._names.get(node.local_text.upper(), ()):
                    ranges += self._ranges_of_name(name, name.scope or sheet)
            else:
                ranges += [(name, range_) for name in self._sheets_between(node.sheet or sheet)]
        yield from ranges
        if any(isinstance(node, Operation) and node.name == ":" for node in tree.nodes):
            # A1:INDEX(…) may lie between what its operands refer to
            yield from bounds(ranges)

    def _ranges_of_name(self, name: DefinedName, sheet: str) -> list[SheetRange]:
        """The ranges that a name refers to; none more where it refers to itself."""
        key = name.formula, sheet
        if key not in self._name_ranges:
            if len(self._open_names) > _MAX_DEPTH:
                raise FormulaError(f"its names refer to more than {_MAX_DEPTH} names in turn")
            if key in self._open_names:
                return []
            self._open_names.append(key)
            try:
                self._name_ranges[key] = list(dict.fromkeys(self._ranges_of(name.formula, sheet)))
            finally:
                self._open_names.pop()
        return self._name_ranges[key]

    def _sheets_between(self, sheet_name: str) -> list[str]:
        """The sheets of a reference such as ``First:Last!A1``; mostly there is one."""
        name = sheet_name.casefold()
        first, colon, last = name.partition(":")
        if colon and name not in self._sheets and {first, last} <= {*self._sheets}:
            return self._sheets[self._sheets.index(first) : self._sheets.index(last) + 1]
        return [name]

    def _find_run_time_calls(self, formula: str, followed: set[str]) -> Iterator[str]:
        if any(name in formula.upper() for name in RUN_TIME_FUNCTIONS):
            for call in find_calls(formula):
                if plain_name(call.name) in RUN_TIME_FUNCTIONS:
                    if any(map(self._is_array, call.arguments)):
                        raise _ManyReferencesError
                    yield call.text
        for node in parse(formula).designators if self._names else ():
            called = node.local_text.upper()
            if called in self._names and called not in followed:
                followed.add(called)
                if len(followed) > _MAX_DEPTH:
                    raise FormulaError(f"its names refer to more than {_MAX_DEPTH} names")
                for name in self._names[called]:
                    yield from self._find_run_time_calls(name.formula, followed)

    def _is_array(self, argument: Node) -> bool:
        """Whether an argument is an array that is calculated, perhaps of whole columns."""
        named = [
            name.formula
            for node in nodes_outside_of_brackets(argument)
            if isinstance(node, Name)
            for name in self._names.get(node.text.upper(), ())
        ]
        return bool(argument.children) and (
            has_array_outside_of_calls(argument)
            or any(has_array_outside_of_calls(parse(formula).root) for formula in named)
        )


def _referenced_ranges(values: Sequence[Any], sheet: str) -> Sequence[SheetRange] | None:
    """The range of a reference with this address, height and width; none if it is an error.

    It is None if the reference cannot be evaluated.
    """
    address, height, width = values
    if isinstance(address, ErrorValue):
        return ()
    if not (type(address) is str and type(height) is float and type(width) is float):
        return None
    prefix, _, reference = address.rpartition("!")
    try:
        top, left, _, _ = parse_reference(reference.partition(":")[0])
    except ValueError:
        return None
    name = unquote_sheet_name(prefix) or sheet
    range_ = Range(top, left, top + int(height) - 1, left + int(width) - 1)
    return ((name.casefold(), range_),)


def filled_range(task: SheetTask, index: int) -> SheetRange:
    """The range of a formula cell and of the cells that its array fills."""
    _, row, column = address = task.address(index)
    range_ = task.measured_ranges.get(index) or task.sheet.formula_cells.cell(index).array_range
    return address.sheet.casefold(), range_ or Range(row, column, row, column)
