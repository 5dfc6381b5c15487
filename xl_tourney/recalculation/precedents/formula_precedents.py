"""The ranges that the formulas of a workbook refer to, also by names and at run time.

A call that makes a reference is evaluated, with its height and width.  An example: B1 is 3, and
``Last`` is the name of ``Data!$A$9``::

    SUM(OFFSET(A1,B1,0))+Last    A1 and B1 as they are written, Data!A9 by its name, A4 at run time

Where that is not known a cell may depend on every other one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
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

_REFERENCE = 'CELL("address",{})&"|"&ROWS({})&"|"&COLUMNS({})'
"""Tells the address of a reference, its height and its width."""

_MAX_NAMES = 100
"""To how many names a formula may refer, also by way of others."""

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
        self._written: dict[tuple[str, str], Written] = {}

    def find(
        self, task: SheetTask, indexes: Iterable[int]
    ) -> dict[int, Sequence[SheetRange] | None]:
        """The ranges that formulas of a sheet refer to by index; None where that is not known."""
        written = {index: self.written(task, index) for index in indexes}
        conditions: list[Condition] = [
            (
                task.address(index),
                _REFERENCE.replace("{}", qualify_references(call, task.sheet_name)),
            )
            for index, (_, calls) in written.items()
            for call in calls
        ]
        values = iter(self.evaluate(conditions) if conditions else ())
        found: dict[int, Sequence[SheetRange] | None] = {}
        for index, (ranges, calls) in written.items():
            for _ in calls:
                more = _referenced_ranges(next(values, None), task.sheet_name)
                ranges = None if more is None or ranges is None else [*ranges, *more]
            found[index] = ranges
        return found

    def written(self, task: SheetTask, index: int) -> Written:
        """What the formula of a cell refers to as far as it is written."""
        if task.sheet.formula_cells.array_kinds.get(index, "").startswith("table"):
            return Written(None)
        try:
            formula = self._translator.translated(task, index, is_intersected=False)
            if (key := (formula, task.sheet_name)) not in self._written:
                self._written[key] = self._read(*key)
            return self._written[key]
        except (FormulaError, _ManyReferencesError):
            return Written(None)

    def _read(self, formula: str, sheet: str) -> Written:
        """What a formula of a sheet refers to as it is written, also by names."""
        ranges: list[SheetRange] = []
        calls: list[str] = []
        is_bound = False
        formulas = [(formula, sheet)]
        for text, own_sheet in formulas:  # those of names follow, each once
            tree = parse(text)
            own = [
                (name, area)
                for node in tree.designators
                if (area := node.area)
                for name in self._sheets_between(node.sheet or own_sheet)
            ]
            found = (self._names.get(node.local_text.upper(), ()) for node in tree.designators)
            names = [(name.formula, name.scope or own_sheet) for name in chain.from_iterable(found)]
            formulas += [name for name in dict.fromkeys(names) if name not in formulas]
            if len(formulas) > _MAX_NAMES:
                raise FormulaError(f"its names refer to more than {_MAX_NAMES} names")
            if any(isinstance(node, Operation) and node.name == ":" for node in tree.nodes):
                # A1:INDEX(…) may lie between what its operands refer to
                own += [] if names else bounds(own)
                is_bound |= bool(names)
            ranges += own
            calls += self._run_time_calls(text)
        ranges += bounds(ranges) if is_bound else ()
        return Written(ranges, calls)

    def _sheets_between(self, sheet_name: str) -> list[str]:
        """The sheets of a reference such as ``First:Last!A1``; mostly there is one."""
        name = sheet_name.casefold()
        first, colon, last = name.partition(":")
        if colon and name not in self._sheets and {first, last} <= {*self._sheets}:
            return self._sheets[self._sheets.index(first) : self._sheets.index(last) + 1]
        return [name]

    def _run_time_calls(self, formula: str) -> Iterator[str]:
        if any(name in formula.upper() for name in RUN_TIME_FUNCTIONS):
            for call in find_calls(formula):
                if plain_name(call.name) in RUN_TIME_FUNCTIONS:
                    if any(map(self._is_array, call.arguments)):
                        raise _ManyReferencesError
                    yield call.text

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


def _referenced_ranges(value: Any, sheet: str) -> Sequence[SheetRange] | None:
    """The range of a reference by its address, height and width; none if it is an error.

    It is None if the reference cannot be evaluated.

    >>> _referenced_ranges("'My |'!$B$2|3|1", "Data")
    (('my |', Range(top=2, left=2, bottom=4, right=2)),)
    """
    if isinstance(value, ErrorValue):
        return ()
    if type(value) is not str:
        return None
    address, height, width = value.rsplit("|", 2)
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
