"""Defined names: which cover several cells, and which stand as formulas where engines read them.

An engine knows a name such as ``Rate = Setup!$B$1``.  It does not know one that calls a function of
ours or one about references, that has an array constant, a table or a relative reference, that is
local and used on another sheet, or that depends on such a name.  For those their formulas are
written into the cell's, in brackets, again and again while a name is left in it::

    Behind = GBQ(A1:A9,B1:B9,2)    C1: =Behind+1    the engine gets =(GBQ(C1:C9,D1:D9,2))+1

A name that comes back to itself has no end; it and all that use it stay as they are.  A relative
reference of a name counts from A1, so it moves with the cell that uses the name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from ..record import NamedTuple
from .formula_references import move_formula
from .function_names import catalogue_name, plain_name
from .parser import parse, rewrite
from .references import in_order, is_multi_cell_reference, sheet_name_in_formula
from .rewriting import LAMBDA_PREFIX, apply_lambdas, in_brackets, may_bind_names
from .spreadsheet_functions import functions_with
from .syntax_tree import ArrayConstant, Call, Designator, FormulaError, Node, Reference

_REFERENCE_FUNCTIONS = functions_with("about-references")
"""Functions that are about references; engines do not know names that call them."""

_NAME = r"[^\W\d][\w.\\?]*"
_MAX_DEPTH = 20
"""How deep names may refer to names."""
_MAX_LENGTH = 100_000
"""How long a formula with inlined names may become."""


class DefinedName(NamedTuple):
    """A defined name and its formula."""

    name: str
    formula: str
    scope: str | None = None
    """The sheet that it is local to; None for a name of the workbook."""


class DefinedNames:
    """The defined names of a workbook.

    Engines do not know all of them.  Formulas in brackets stand for names that call the catalogue
    or functions about references, that contain array constants, tables, relative or reversed
    references, that depend on such names, and for local names that another sheet uses.
    """

    def __init__(self, names: Iterable[DefinedName]) -> None:
        self._names = list(names)
        self.names = frozenset(name.name.upper() for name in self._names)
        """All names, in capitals."""
        self.multi_cell_names = frozenset(
            name.name.upper() for name in self._names if is_multi_cell_reference(name.formula)
        )
        """The names of ranges and arrays, in capitals."""
        self._inlined = self._find_inlined()
        self.functions = {
            name.name.upper(): name.formula
            for name in self._names
            if name.formula.startswith(LAMBDA_PREFIX) and _is_the_same_everywhere(name)
        }
        """The formulas of named functions, by name in capitals."""

    def __iter__(self) -> Iterator[DefinedName]:
        return iter(self._names)

    def _find_inlined(self) -> frozenset[str]:
        """The names for which formulas stand, in capitals; local ones also with their sheets."""
        inlined: set[str] = set()
        meant = [name.name.upper() for name in self._names]
        names = [*dict.fromkeys(meant)]
        numbers = {name: number for number, name in enumerate(names)}
        users = {
            name: [*dict.fromkeys(numbers[meant[index]] for index in indexes)]
            for name, indexes in users_by_name(name.formula for name in self._names).items()
        }
        endless = _endless_names(names, users)
        waiting = [
            name.name.upper() for name in self._names if _is_unknown_to_engines(name.formula)
        ]
        while waiting:
            name = waiting.pop()
            if name not in inlined and name not in endless:
                inlined.add(name)
                waiting += [names[user] for user in users.get(name, ())]
        local = [
            f"{sheet}!{name.name}".upper()
            for name in self._names
            if name.scope is not None
            for sheet in (name.scope, sheet_name_in_formula(name.scope))
        ]
        return frozenset(inlined.union(local))

    def may_apply_lambdas(self, formulas: str) -> bool:
        """Whether a formula among some may call a named function, or bind names."""
        upper = formulas.upper() if self.functions else ""
        return may_bind_names(formulas) or any(f"{name}(" in upper for name in self.functions)

    def apply_lambdas(self, formula: str) -> str:
        """A formula without calls of named functions and without bound names, where possible.

        >>> names = DefinedNames([DefinedName("Half", "_xlfn.LAMBDA(_xlpm.x,_xlpm.x/2)")])
        >>> names.apply_lambdas("_xlfn.LET(_xlpm.a,A1,HALF(_xlpm.a))")
        '((A1/2))'
        """
        return (
            apply_lambdas(formula, self.functions) if self.may_apply_lambdas(formula) else formula
        )

    def is_multi_cell(self, reference_or_name: str) -> bool:
        """Whether a reference or a name covers more than one cell."""
        return (
            is_multi_cell_reference(reference_or_name)
            or reference_or_name.upper() in self.multi_cell_names
        )

    @property
    def inlined_names(self) -> Collection[str]:
        """The names for which formulas stand, in capitals."""
        return self._inlined

    def inline(self, formula: str, sheet: str, cell: str) -> str:
        """The formula of a cell with formulas instead of names; a name's references count from A1.

        >>> names = DefinedNames(
        ...     [DefinedName("Behind", "GBQ(A1:A9,B1:B9,2)"), DefinedName("Behind", "7", "Other")]
        ... )
        >>> names.inline('Behind+Behind2&"Behind"', "Main", "C1")
        '(GBQ(C1:C9,D1:D9,2))+Behind2&"Behind"'
        >>> names.inline("Behind", "Other", "C1")
        '7'
        """
        upper = formula.upper()
        if any(name in upper for name in self._inlined):
            return self._with_meanings(formula, sheet, cell, self._inlined)
        return formula

    def expand(self, formula: str, sheet: str, cell: str) -> str:
        """The formula of a cell with formulas instead of all names, for an engine without names.

        >>> names = DefinedNames([DefinedName("Rate", "$B$1"), DefinedName("Rate", "2", "Other")])
        >>> names.expand("Rate*Other!Rate", "Main", "C1"), names.expand("Rate", "Other", "C1")
        ('$B$1*2', '2')
        """
        if self.names.isdisjoint(re.findall(_NAME, formula.upper())):
            return formula
        return self._with_meanings(formula, sheet, cell)

    def _with_meanings(
        self, formula: str, sheet: str, cell: str, names: Collection[str] | None = None
    ) -> str:
        """The formula of a cell with formulas instead of names, or of some, in capitals."""

        def meaning(node: Node) -> str | None:
            text = node.text.upper()
            if not isinstance(node, Designator) or (names is not None and text not in names):
                return None
            own = node.sheet.upper() or sheet.upper()  # a sheet's name goes before the workbook's
            found = (self._by_scope.get((scope, node.local_text.upper())) for scope in (own, None))
            name_formula = next(filter(None, found), None)
            return in_brackets(_moved_name(name_formula, cell)) if name_formula else None

        for _ in range(_MAX_DEPTH):
            before, formula = formula, rewrite(formula, meaning)
            if formula == before or len(formula) > _MAX_LENGTH:
                break
        return formula

    @cached_property
    def _by_scope(self) -> dict[tuple[str | None, str], str]:
        """The formulas of names, by scope and name in capitals."""
        return {
            (name.scope and name.scope.upper(), name.name.upper()): name.formula
            for name in self._names
        }


def _endless_names(names: Sequence[str], users: Mapping[str, Sequence[int]]) -> set[str]:
    """The names that refer to themselves, also in turn, and those that refer to such a name.

    ``users`` has the indexes of the names that use a name.

    >>> _endless_names(["A", "B", "C", "D"], {"A": [1], "B": [0, 2], "D": [2]}) == {"A", "B", "C"}
    True
    """
    used = Counter(user for name in names for user in users.get(name, ()))
    waiting = [index for index in range(len(names)) if not used[index]]
    endless = {*names}
    while waiting:
        name = names[waiting.pop()]
        endless.discard(name)
        for user in users.get(name, ()):
            used[user] -= 1
            if not used[user]:
                waiting.append(user)
    return endless


def _is_the_same_everywhere(name: DefinedName) -> bool:
    """Whether a function means the same in all cells, and does not call itself."""
    try:
        tree = parse(name.formula)
    except FormulaError:
        return False
    own_name = name.name.casefold()
    return (
        name.scope is None
        and not any(call.name.casefold() == own_name for call in tree.calls)
        and not any(map(_is_relative, tree.nodes))
    )


def _is_relative(node: Node) -> bool:
    return isinstance(node, Reference) and node.is_relative


def _moved_name(formula: str, cell: str) -> str:
    """The formula of a name, whose references count from A1, as it reads in a cell."""
    if any(map(_is_relative, parse(formula).nodes)):
        return move_formula(formula, "A1", cell)
    return formula


def _is_unknown_to_engines(formula: str) -> bool:
    """Whether engines do not know a name with this formula, whatever its own names mean."""
    try:
        nodes = parse(formula).nodes
    except FormulaError:
        return False
    return any(
        isinstance(node, ArrayConstant)
        or _is_relative(node)
        or (isinstance(node, Reference) and in_order(node.local_text) != node.local_text)
        or (not node.children and "[" in node.text)
        or (isinstance(node, Call) and _calls_unknown_to_engines(node))
        for node in nodes
    )


def _calls_unknown_to_engines(call: Call) -> bool:
    return (
        "[" in call.name
        or catalogue_name(call.name) is not None
        or plain_name(call.name) in _REFERENCE_FUNCTIONS
    )


def users_by_name(formulas: Iterable[str]) -> dict[str, list[int]]:
    """For each reference and name in capitals, the indexes of the formulas that have it.

    >>> users_by_name(["Rate*2", "SUM(rate,Rest)"])["RATE"]
    [0, 1]
    """
    indexes: dict[str, list[int]] = {}
    for index, formula in enumerate(formulas):
        try:
            names = {node.text.upper() for node in parse(formula).designators}
        except FormulaError:
            continue
        for name in names:
            indexes.setdefault(name, []).append(index)
    return indexes


Entry = TypeVar("Entry")


def first_entry(formula: str, entries: Mapping[str, Entry]) -> Entry | None:
    """The entry for the first name in a formula that has one; keys are in capitals."""
    if entries:
        for node in parse(formula).designators:
            if entry := entries.get(node.text.upper()):
                return entry
    return None
