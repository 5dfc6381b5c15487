"""Conditions of criteria, of dates, and of comparisons: where programs call the same equal."""

from __future__ import annotations

import re
from typing import Any

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.references import MAX_ROW
from ...grammar.syntax_tree import Node, Omitted
from ...patterns import regex
from .arguments import none_is, pairs
from .columns import Block, has, is_blank, is_error, is_number, is_text, values_in
from .nodes import begins_with_text, is_arithmetic, is_constant, is_plain_text
from .nodes import is_number as is_number_node
from .nodes import is_text as is_text_node
from .predicates import CallCondition, Correctness, Predicate, all_of

NEARLY = 1e-14
"""Numbers that differ by this part of themselves agree to 15 digits."""

_UNUSUAL_CRITERION = regex("(?i)[<>]=?|[<>=]*(true|false)|<>-?[0-9.]+| +[<>=].*|.*~~.*")
_UNUSUAL_IN_CELL = regex("(?i)[<>]=?|<>.*[0-9].*|.*(true|false|#|~~).*| +[<>=].*", re.DOTALL)
_MET_BY_BLANKS = regex("=?|<>.+", re.DOTALL)


def plain_criteria(
    first: int, step: int = 2, summed: int | None = None, *, counts_blanks: bool = True
) -> CallCondition:
    """Calls whose criteria are numbers or plain texts, and that sum no errors.

    ``first`` is the index of the first criterion, ``summed`` of the range that is summed;
    ``counts_blanks`` tells whether the engine counts blank cells that meet a criterion.
    """

    def is_unusual(value: Any) -> bool:
        if value is None:
            return not counts_blanks
        if type(value) is not str:
            return not is_number(value)
        is_met_by_blanks = not counts_blanks and _MET_BY_BLANKS.fullmatch(value)
        return bool(is_met_by_blanks or _UNUSUAL_IN_CELL.fullmatch(value))

    def is_unusual_constant(criterion: Node) -> bool:
        text = criterion.text
        if not is_text_node(criterion):
            return "#" in text
        is_met_by_blanks = not counts_blanks and _MET_BY_BLANKS.fullmatch(text[1:-1])
        return bool("#" in text or _UNUSUAL_CRITERION.fullmatch(text[1:-1]) or is_met_by_blanks)

    def condition(call: AnyCall) -> Correctness:
        found = []
        for place in range(first, len(call.arguments), step):
            criterion, range_ = call.arguments[place], call.arguments[place - 1]
            if criterion.text == '""' and not counts_blanks:
                found.append(Predicate(none_is(is_blank), (range_,)))
            elif is_unusual_constant(criterion):
                return False
            elif not (is_text_node(criterion) or is_number_node(criterion)):
                found.append(Predicate(none_is(is_unusual), (criterion,)))
        if summed is not None and len(call.arguments) > summed:
            found.append(Predicate(none_is(is_error), (call.arguments[summed],)))
        return all_of(found)

    return condition


_COMPARED = regex('"[<>=]*[^0-9]*"')


def _number_of(criterion: Any) -> float | None:
    """The number with which a criterion compares.

    >>> [_number_of(one) for one in (3.0, ">=2.5", "<>x", None)]
    [3.0, 2.5, None, None]
    """
    if type(criterion) is not str:
        return criterion if type(criterion) is float else None
    try:
        return float(re.sub("[<>=]", "", criterion))
    except ValueError:
        return None


def no_nearly_equal_number(first: int) -> CallCondition:
    """Calls in whose ranges no number nearly equals that of a criterion.

    ``first`` is the index of the first criterion; its range is before it.
    """

    def are_apart(criteria: Any, cells: Any) -> bool:
        if type(cells) is not Block:
            return True
        numbers = filter(None, map(_number_of, values_in(criteria)))
        return all(set(cells.near(n, NEARLY * abs(n))) <= {n} for n in numbers)

    return lambda call: all_of(
        Predicate(are_apart, (criterion, call.arguments[place - 1]))
        for place, criterion in enumerate(call.arguments)
        if place >= first and not (place - first) % 2 and not _COMPARED.fullmatch(criterion.text)
    )


def with_field(call: AnyCall) -> Correctness:
    """Calls with a second argument, which names the field of a database."""
    return not isinstance(call.arguments[1], Omitted)


_PART_OF_SECOND = regex(r"(?s).:.+:.+\..")


def _has_part_of_second(value: Any) -> bool:
    return type(value) is str and _PART_OF_SECOND.search(value) is not None


_AMBIGUOUS = regex(r"[0-9]/[0-9]|\b[0-9]{1,2}([-.])[0-9]{1,2}\1[0-9]")
_MAY_BE_DATE = regex(r"(?s)[0-9]/|.([-.])..?\1(?:19|20)..")


def is_ambiguous_date(text: str) -> bool:
    """Whether what a text such as 2/3/2023 means depends on the country.

    >>> [is_ambiguous_date(text) for text in ("1/01/1900", "02-10-2019", "3+4i", "1900", "2/3")]
    [True, True, False, False, True]
    """
    return _AMBIGUOUS.search(text) is not None


def _may_be_date(value: Any) -> bool:
    """Whether a text has a digit before a slash, or ends with its year: ``03-09-2020``."""
    return type(value) is str and _MAY_BE_DATE.search(value) is not None


def no_ambiguous_texts(call: AnyCall) -> Correctness:
    """Calls and arithmetic without texts such as 2/3/2023, or 0:00:14.9 with a part of a second."""
    return all_of(
        Predicate(none_is(is_ambiguous), (node,))
        for node in call.arguments
        for is_ambiguous in (_has_part_of_second, _may_be_date)
        if not (is_arithmetic(node) or isinstance(node, Omitted))
    )


def no_ambiguous_dates(*places: int) -> CallCondition:
    """Calls without texts such as 2/3/2023 in some places: what they mean depends on the country.

    A place may be a range; one below 0 stands for every second argument from there on.
    """

    def condition(call: AnyCall) -> Correctness:
        arguments = call.arguments
        found: list[Node] = []
        for place in places:
            found += arguments[place : place + 1] if place >= 0 else arguments[-place::2]
        if any(is_text_node(node) and is_ambiguous_date(node.text) for node in found):
            return False
        return all_of(
            Predicate(none_is(_may_be_date), (node,)) for node in found if not is_constant(node)
        )

    return condition


def compared_alike(call: AnyCall) -> Correctness:
    """Comparisons, except of what a spreadsheet calls the same and the engine does not.

    That are numbers that agree to 15 digits, and texts that differ in capitals beyond A to Z alone.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_plain_text(node) for node in (left, right)):
        return True
    found = []
    if not any(map(begins_with_text, (left, right))):
        found.append(Predicate(_numbers_are_apart, (left, right)))
    if not any(map(is_arithmetic, (left, right))):
        found.append(Predicate(_texts_are_apart, (left, right)))
    return all_of(found)


def compared_alike_in_arrays(call: AnyCall) -> Correctness:
    """Comparisons, except of arrays with such values in them."""
    return not any(map(has_array_outside_of_calls, call.arguments)) or compared_alike(call)


def _numbers_are_apart(left: Any, right: Any) -> bool:
    """Whether no numbers that agree to 15 digits are not the same."""
    if type(left) is type(right) is float:
        return left == right or abs(left - right) > NEARLY * abs(left)
    if type(right) is Block:
        left, right = right, left
    if type(left) is not Block:
        return True
    if left.height == MAX_ROW:
        return False  # the engine compares no more rows than have values
    if type(right) is Block:
        return all(_numbers_are_apart(*pair) for pair in pairs(left, right))
    return type(right) is not float or {*left.near(right, NEARLY * abs(right))} <= {right}


def _texts_are_apart(left: Any, right: Any) -> bool:
    """Whether no texts are the same in capitals that are not the same without."""
    if type(left) is not Block and type(right) is not Block:
        return not (type(left) is type(right) is str) or _differ_in_capitals(left, right)
    if not (has(left, _is_foreign) and has(right, _is_foreign)):
        return True
    return all(_texts_are_apart(*pair) for pair in pairs(left, right))


def _is_foreign(value: Any) -> bool:
    return type(value) is str and not value.isascii()


def _differ_in_capitals(one: str, other: str) -> bool:
    """Whether texts are the same, or differ in more than capitals like É and é.

    >>> _differ_in_capitals("Ann", "ANN"), _differ_in_capitals("Élan", "élan")
    (True, False)
    """
    if one.isascii() or other.isascii() or len(one) != len(other) or one == other:
        return True
    return bool(one.upper() != other.upper())


def ordered_by_plain_letters(call: AnyCall) -> Correctness:
    """Comparisons of order, except of texts with letters beyond A to Z, whose place is another.

    Mostly the first letters decide.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_arithmetic(node) for node in (left, right)):
        return True
    if all(map(is_plain_text, (left, right))):
        return True
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        return True  # hardly ever are texts put in order so
    return [Predicate(_have_plain_order, (left, right))]


def _have_plain_order(left: Any, right: Any) -> bool:
    if not (is_text(left) and is_text(right)) or not left or not right or left == right:
        return True
    first = left[0] + right[0]
    is_plain = left.isascii() and right.isascii()
    return bool(is_plain or (first.isascii() and len({*first.upper()}) > 1))
