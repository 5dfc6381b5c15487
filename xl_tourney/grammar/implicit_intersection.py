"""Arrays and ranges where a formula takes one value.

In a cell without an array formula Excel takes the value in the cell's own row or column (implicit
intersection; newer formulas write ``@``).  In an array formula, and in the arguments of SUMPRODUCT
and its like, it calls a scalar function for every value (broadcasting).  Engines do neither by
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from ..functions import CATALOGUE
from ..record import Record, new
from .function_names import plain_name
from .parser import parse
from .references import MAX_ROW
from .spreadsheet_functions import (
    ARRAY_CONTEXTS,
    ARRAY_RETURNING,
    SCALAR_PARAMETERS,
    functions_with,
)
from .syntax_tree import (
    ArrayConstant,
    Call,
    Designator,
    Edit,
    Node,
    Operation,
    Parenthesis,
    SyntaxTree,
    replacement,
)

_AGGREGATES = functions_with("aggregate")
"""Functions that take ranges, but intersect a range that is the operand of an operator."""
_ARRAY_PASSING = functions_with("passes-array")
"""Functions that return an array when an argument is one."""
_OF_MANY_VALUES = functions_with("many-values")
"""Older functions of arrays: a formula that is none of an array shows the first of their values."""
_OPERATORS = frozenset(("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">=", "%"))
_OFFSET = "OFFSET"
_SINGLE_COLUMN = r"(?is)((?:.*!)?)(\$?([A-Z]+))(?:\$?([0-9]+))?:\$?\3(?:\$?([0-9]+))?"


class ScalarContexts(Record):
    """The arrays and ranges of a formula that stand where one value is taken."""

    intersected: list[Node] = new(list)
    """References, names and array constants that are intersected with the formula's cell.

    Among them are calls of OFFSET for several cells.
    """
    intersected_calls: list[Call] = new(list)
    """Calls whose array is intersected."""
    calls_to_broadcast: dict[Call, str] = new(dict)
    """Calls of a scalar function for every value of an array, with its name."""


def find_scalar_contexts(
    formula: str, is_array_formula: bool, is_multi_cell: Callable[[str], bool]
) -> ScalarContexts:
    """Find them; ``is_multi_cell`` decides about a reference or a name."""
    return _Finder(parse(formula), is_array_formula, is_multi_cell).find()


class _Finder:
    """Visits what may be an array, in the order of the text."""

    def __init__(
        self, tree: SyntaxTree, is_array_formula: bool, is_multi_cell: Callable[[str], bool]
    ) -> None:
        self._tree = tree
        self._is_array_formula = is_array_formula
        self._is_multi_cell = is_multi_cell
        self._contexts = ScalarContexts()

    def find(self) -> ScalarContexts:
        contexts = self._contexts
        visited = (Call, ArrayConstant, Designator)
        nodes = (node for node in self._tree.nodes if isinstance(node, visited))
        for node in sorted(nodes, key=lambda node: node.start):
            if isinstance(node, Call):
                name = plain_name(node.name)
                if _returns_array(name) and self._is_intersected(node):
                    contexts.intersected_calls.append(node)
                elif name == _OFFSET and self._is_of_cells(node) and self._is_intersected(node):
                    contexts.intersected.append(node)
            elif isinstance(node, ArrayConstant):
                if self._is_intersected(node):
                    contexts.intersected.append(node)
            elif self._is_multi_cell(self._with_spill_operator(node)) and (
                self._is_intersected(node)
            ):
                contexts.intersected.append(node)
        return contexts

    def _is_of_cells(self, call: Call) -> bool:
        """Whether a call of OFFSET may be of several cells, and is no end of a range."""
        parent = self._tree.parent(call)
        if isinstance(parent, Operation) and parent.name == ":":
            return False
        reference, *rest = [argument.text for argument in call.arguments] or [""]
        sizes = rest[2:]
        return any(size not in ("", "1") for size in sizes) or (
            self._is_multi_cell(reference) and sizes != ["1", "1"]
        )

    def _with_spill_operator(self, node: Node) -> str:
        """A reference with the ``#`` behind it, if there is one."""
        parent = self._tree.parent(node)
        is_spill_range = isinstance(parent, Operation) and parent.name == "#"
        return f"{node.text}{'#' * is_spill_range}"

    def _is_operand_of_operator(self, node: Node) -> bool:
        """Whether a node, or the brackets around it, is the operand of an operator."""
        for outer, _ in self._tree.ancestors(node):
            if isinstance(outer, Operation) and outer.name in _OPERATORS:
                return True
            if not (isinstance(outer, Parenthesis) or getattr(outer, "name", "") == "@"):
                return False
        return False

    def _is_intersected(self, node: Node) -> bool:
        """Whether one value is taken of an array; notes the functions that it broadcasts.

        In ``SUM(A1:A3*LEN(B1:B3))`` one is taken of B1:B3, for LEN takes one, and of A1:A3, which
        is an operand inside of SUM; in ``SUMPRODUCT(A1:A3*LEN(B1:B3))`` of none: there LEN is
        called for every value of B1:B3.
        """
        around = [*self._calls_around(node)]
        in_array_context = self._is_array_formula
        evaluates_array = []  # for each call around, whether those further out do
        for call, place in reversed(around):
            evaluates_array.append(in_array_context)
            in_array_context = in_array_context or _evaluates_array(plain_name(call.name), place)
        is_constant = isinstance(node, ArrayConstant)
        for (call, place), in_array in zip(around, reversed(evaluates_array)):
            name = plain_name(call.name)
            if name == _OFFSET and place == 0:
                return False  # it is the area itself
            parameters = SCALAR_PARAMETERS.get(name, ())
            if parameters is None or place in parameters:
                if not (is_constant or in_array):
                    return True
                self._contexts.calls_to_broadcast[call] = name  # its value is an array again
            elif _evaluates_array(name, place):
                return False
            elif name not in _ARRAY_PASSING:
                is_operand = isinstance(node, Designator) and self._is_operand_of_operator(node)
                return is_operand and not in_array and name in _AGGREGATES
        if self._is_array_formula or self._contexts.calls_to_broadcast:
            return False
        return not (is_constant and around)

    def _calls_around(self, node: Node) -> Iterator[tuple[Call, int]]:
        """The calls that a node stands in, from the inside out, and in which argument."""
        for outer, place in self._tree.ancestors(node):
            if isinstance(outer, Call):
                yield outer, place


def _evaluates_array(name: str, place: int) -> bool:
    """Whether a function evaluates an argument as in an array formula."""
    return name in ARRAY_CONTEXTS or (name == "INDEX" and place == 0)


def _returns_array(plain_name: str) -> bool:
    """Whether a function may return more than one cell when no argument is an array."""
    return plain_name in ARRAY_RETURNING or (
        plain_name in CATALOGUE and CATALOGUE[plain_name].returns_array
    )


def intersect_implicitly(formula: str, is_multi_cell: Callable[[str], bool], row: int = 0) -> str:
    """A formula that gives one value where an engine would spill; ``row`` is its cell's, if known.

    >>> intersect_implicitly('A:A&"/"&Other!$B$1:$B$9', lambda _: True, row=3)
    'A3&"/"&Other!$B3'
    >>> from xl_tourney.grammar.references import is_multi_cell_reference
    >>> formulas = "A1:A4*2", "SUM(A1:A4)+ABS(-B1:B4)", "GBQ(A1:A9,B1:B9,2)"
    >>> [intersect_implicitly(formula, is_multi_cell_reference) for formula in formulas]
    ['@A1:A4*2', 'SUM(A1:A4)+ABS(-@B1:B4)', '@GBQ(A1:A9,B1:B9,2)']
    >>> formulas = "OFFSET(A1,0,7,1,3)", "SUM(OFFSET(A1,0,7,1,3))+OFFSET(A1,1,1)"
    >>> [intersect_implicitly(formula, is_multi_cell_reference) for formula in formulas]
    ['@OFFSET(A1,0,7,1,3)', 'SUM(OFFSET(A1,0,7,1,3))+OFFSET(A1,1,1)']
    >>> intersect_implicitly("MMULT(A1:B2,C1:D2)", is_multi_cell_reference)
    '@MMULT(A1:B2,C1:D2)'
    """
    contexts = find_scalar_contexts(formula, False, is_multi_cell)
    root = parse(formula).root
    calls = [*contexts.intersected_calls]
    if isinstance(root, Call) and _has_many_values(root):
        calls.append(root)
    edits: list[Edit] = [(call.start, call.start, "@") for call in calls]
    for node in contexts.intersected:
        if isinstance(node, Designator):
            edits.append(replacement(node, _intersect_with_row(node.text, row)))
        else:
            edits.append((node.start, node.start, "@"))
    return parse(formula).write(edits)


def broadcast_calls(
    formula: str,
    is_array_formula: bool,
    is_multi_cell: Callable[[str], bool],
    helper: str,
    functions: Container[str],
) -> str:
    """A formula in which a helper calls some scalar functions for every value of an array.

    >>> from xl_tourney.grammar.references import is_multi_cell_reference
    >>> formula, functions = "SUMPRODUCT(LEN(A1:A9)*ABS(B1))", ("LEN", "ABS")
    >>> broadcast_calls(formula, False, is_multi_cell_reference, "BROADCAST", functions)
    'SUMPRODUCT(BROADCAST("LEN",A1:A9)*ABS(B1))'
    """
    broadcast = find_scalar_contexts(formula, is_array_formula, is_multi_cell).calls_to_broadcast
    return parse(formula).write(
        (call.start, call.arguments_start, f'{helper}("{name}",')
        for call, name in broadcast.items()
        if name in functions
    )


def _has_many_values(call: Call) -> bool:
    """Whether a call has many values by its text: a whole row or column of INDEX, too."""
    name = plain_name(call.name)
    if name == "INDEX":
        return any(argument.text.strip() in ("", "0") for argument in call.arguments[1:])
    return name in _OF_MANY_VALUES


def _intersect_with_row(operand: str, row: int) -> str:
    """The cell of a single column in a row; any other operand with ``@``, for the engine."""
    match = re.fullmatch(_SINGLE_COLUMN, operand)
    if match and row and int(match[4] or 1) <= row <= int(match[5] or MAX_ROW):
        return f"{match[1]}{match[2]}{row}"
    return f"@{operand}"
