"""Conditions of INDEX, MATCH and LOOKUP, and of references that are made at run time."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.parser import parse
from ...grammar.syntax_tree import ArrayConstant, Call, Node, Omitted, Parenthesis, Reference, walk
from ..base import NUMBERS
from .arguments import none_of
from .columns import (
    Block,
    has,
    is_blank,
    is_error,
    is_foreign_text,
    is_number,
    is_text,
    is_truth_value,
    key_of,
    keys_in,
    values_in,
)
from .predicates import (
    CallCondition,
    Correctness,
    Predicate,
    is_natural,
    is_number_node,
    is_of_cells,
    without,
)

_SAME_TO_ENGINE = 1e-12
"""The engine's look-ups take numbers for the same up to this difference."""


def _is_below_one(value: Any) -> bool:
    return not (type(value) in (str, bool) or is_error(value) or (value or 0.0) >= 1)


def from_one(call: AnyCall) -> Correctness:
    """Calls of INDEX whose row and column are 1 or more, or a 0 that stands in the formula."""
    numbers = [number for number in call.arguments[1:3] if not is_natural(number)]
    if any(isinstance(number, Omitted) or is_number_node(number) for number in numbers):
        return False
    return none_of(numbers, _is_below_one)


def one_dimensional(call: AnyCall) -> Correctness:
    """Calls of INDEX with a row and a column, or with one of both in a single row or column."""
    if len(call.arguments) != 2:
        return True
    array = call.arguments[0]
    if isinstance(array, ArrayConstant):
        return len(array.rows) == 1 or len(array.rows[0]) == 1
    if cells := array.area:
        return cells.left == cells.right or cells.top == cells.bottom
    return [Predicate(lambda one: type(one) is not Block or 1 in (one.height, one.width), (array,))]


def of_one_area(call: AnyCall) -> Correctness:
    """Calls of INDEX without a number of an area, or with one for what is a single area."""
    return len(call.arguments) < 4 or isinstance(call.arguments[0], Reference)


def _finds_in_order(value: Any, cells: Any) -> bool:
    """Whether cells are in ascending order, and one of them is below a value, or equals it."""
    ordered = cells.ordered if type(cells) is Block else None
    if not ordered or type(ordered[0]) is not type(value):
        return False
    return bool(key_of(ordered[0]) <= key_of(value)) and (type(value) is float or value.isascii())


def ordered_match(call: AnyCall) -> Correctness:
    """Calls of MATCH that look for the value itself, or in ascending order."""
    order = [argument.text.upper() for argument in call.arguments[2:]]
    if order in (["0"], ["FALSE"]):
        return True
    return order in ([], ["1"]) and [Predicate(_finds_in_order, call.arguments[:2])]


def nothing_below(searched: str, mode_at: int) -> CallCondition:
    """Calls of a look-up that look for the value itself, find one, or can find none and do not.

    ``searched`` is the column or row that they search, ``mode_at`` the place of the argument that
    says how.  Among values that are not in order Excel may find one where engines do not, and
    among numbers it finds no text, such as 12.
    """

    def condition(call: AnyCall) -> Correctness:
        mode = call.arguments[mode_at].text.upper() if len(call.arguments) > mode_at else "TRUE"
        if mode in ("0", "FALSE", ""):
            return True
        is_descending = mode == "-1"
        value, cells = call.arguments[0], _part(searched, call)

        def can_find_none(value: Any, cells: Any) -> bool:
            if value is None or is_error(value):
                return True
            if not is_descending and _finds_in_order(value, cells):
                return True
            if type(value) is str and not value.isascii():
                return False
            key, others = key_of(value), keys_in(cells, type(value))
            return not any(other >= key if is_descending else other <= key for other in others)

        finds = Predicate(lambda found: not any(v == "#N/A" for v in values_in(found)), (call,))
        finds_none = Predicate(lambda found: all(map(is_error, values_in(found))), (call,))
        predicates = [
            Predicate(can_find_none, (value, cells), [finds]),
            Predicate(_has_class_of, (value, cells), [finds_none]),
        ]
        if mode in ("1", "TRUE", "-1"):
            return predicates

        def is_exact(mode: Any) -> bool:
            return mode is None or (type(mode) in (float, bool) and not mode)

        return [Predicate(is_exact, (call.arguments[mode_at],), otherwise=predicates)]

    return condition


def _has_class_of(value: Any, cells: Any) -> bool:
    """Whether a number is looked for among others, a text among texts."""
    classes = (is_number, is_text, is_truth_value)
    return all(has(cells, class_) for class_ in classes if class_(value))


def _part(template: str, call: AnyCall) -> Node:
    """A part of a call's arguments, as the table writes it: ``INDEX({2},0,1)``."""
    return parse(template.format(call.text, *(node.text for node in call.arguments))).root


def finds_itself(searched: str, *_: str) -> CallCondition:
    """Look-ups that find no number which only nearly equals the one that they look for."""

    def is_first_of_near(values: Any, cells: Any) -> bool:
        if type(cells) is not Block:
            return True
        numbers = filter(is_number, values_in(values))
        return all([n, *cells.near(n, _SAME_TO_ENGINE)][:2][-1] == n for n in numbers)

    return lambda call: [Predicate(is_first_of_near, (call.arguments[0], _part(searched, call)))]


def in_search_order(searched: str, mode_at: int) -> CallCondition:
    """Look-ups that look at every value, or by halves among values in order, none of them twice.

    By halves others find by looking at every value what Excel may not find, or elsewhere.
    """

    def condition(call: AnyCall) -> Correctness:
        mode = call.arguments[mode_at].text if len(call.arguments) > mode_at else ""
        if mode in ("", "1", "-1"):
            return True
        is_descending = mode == "-2"

        def is_found_by_halves(value: Any, cells: Any) -> bool:
            if type(cells) is not Block:
                return False
            if is_descending:
                cells = Block.of([[value for value in cells if value is not None][::-1]])
            values = cells.ordered
            if not values or type(values[0]) is not type(value):
                return False
            at = bisect_left(values, key_of(value), key=key_of)
            around = [*map(key_of, values[max(at - 2, 0) : at + 2])]
            return len({*around}) == len(around)

        return [Predicate(is_found_by_halves, (call.arguments[0], _part(searched, call)))]

    return condition


def is_ranked(call: AnyCall) -> Correctness:
    """Calls of RANK for a number that is among the others, bit for bit."""

    def is_among(values: Any, cells: Any) -> bool:
        numbers = filter(is_number, values_in(values))
        return type(cells) is not Block or all(cells.near(n, 0.0) for n in numbers)

    return [Predicate(is_among, call.arguments[:2])]


def exact_where_possible(call: AnyCall) -> Correctness:
    """Calls of LOOKUP that find the value itself if it is there; else the cells are not in order.

    Excluded are calls that look for a blank or among blanks, and those in a calculated array, such
    as ``1/(A1:A9<>"")``: it has errors, which Excel passes over as it does blanks.
    """
    vector = call.arguments[1] if len(call.arguments) > 1 else None
    if isinstance(vector, ArrayConstant):
        return [Predicate(_is_ascending, (vector,))]
    if vector is None or not is_of_cells(vector):
        return False

    def is_clear(value: Any, cells: Any) -> bool:
        if type(cells) is not Block:
            return False
        if is_error(value):
            return True
        if value is None or (cells.has(is_blank) and not value):
            return False
        if key_of(value) not in keys_in(cells, type(value)):
            return not cells.has(is_blank)
        return _finds_in_order(value, cells)

    itself = _part("LOOKUP({1},{2})", call)

    def finds(found: Any, value: Any, cells: Any) -> bool:
        if value is None or type(cells) is not Block or (cells.has(is_blank) and not value):
            return False
        return type(found) is type(value) and bool(key_of(found) == key_of(value))

    exactly = Predicate(finds, (itself, *call.arguments[:2]))
    return [Predicate(is_clear, call.arguments[:2], [exactly])]


def exact_or_last(call: AnyCall) -> Correctness:
    """Calls of LOOKUP that find the value itself, or the last one, for none is larger.

    Elsewhere the program's way of searching decides.
    """
    exact = exact_where_possible(call)
    if exact is True or len(call.arguments) < 2:
        return exact

    def none_is_larger(value: Any, cells: Any) -> bool:
        key, others = key_of(value), keys_in(cells, type(value))
        is_foreign = type(value) is str and has(cells, is_foreign_text)
        return is_error(value) or not (is_foreign or any(other > key for other in others))

    return [Predicate(none_is_larger, call.arguments[:2], exact or ())]


def _is_ascending(cells: Any) -> bool:
    """Whether an array has numbers in ascending order in what LOOKUP searches.

    >>> arrays = [[1.0, 4.0], [2.0, 4.0], [3.0, 1.0]], [[1.0, 3.0, 2.0]], [[1.0, 2.0], [4.0, 1.0]]
    >>> [_is_ascending(Block.of(rows)) for rows in arrays]
    [True, False, True]
    """
    is_wide = cells.width > cells.height
    line = Block.of([cells.row(0)]) if is_wide else Block(cells.columns[:1], 0, cells.height)
    return line.ordered is not None and line.count(is_number) == line.size


def may_be_array(argument: Node) -> bool:
    """Whether the value of an argument may be an array, as far as its text shows that."""
    return has_array_outside_of_calls(argument) or any(
        isinstance(node, Call) and node.name == NUMBERS for node in walk(argument)
    )


def scalar_arguments(*indexes: int) -> CallCondition:
    """Calls with no array among some arguments; the engine makes one reference only."""

    def condition(call: AnyCall) -> Correctness:
        arguments = [call.arguments[index] for index in indexes if index < len(call.arguments)]
        return not any(map(may_be_array, arguments))

    return condition


def single_anchor(call: AnyCall) -> Correctness:
    """Calls with one cell, not with a reference that is calculated."""
    return without(lambda node: isinstance(node, (Call, Parenthesis)))(call)


def known_information(call: AnyCall) -> Correctness:
    """Calls of CELL about a place or a value; the address on another sheet has a file's name."""
    if len(call.arguments) != 2:
        return False
    return call.arguments[0].text.strip('"').lower() in ("col", "contents", "row", "type")
