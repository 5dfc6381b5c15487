"""Conditions of the values of arguments: truth values, blanks, texts and digits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...grammar.calls import AnyCall
from ...grammar.syntax_tree import Literal, Node
from ...patterns import regex
from .columns import Block, has, is_blank, is_error, is_number, is_text, is_truth_value, values_in
from .predicates import (
    CallCondition,
    Correctness,
    Predicate,
    about,
    all_of,
    begins_with_text,
    ends_with_range,
    is_constant,
    is_natural,
    is_number_node,
    is_text_node,
    without_array_constants,
)


def none_is(feature: Any) -> Any:
    """A test that something is true of no value."""
    return lambda *operands: not any(has(operand, feature) for operand in operands)


def with_one_mode(call: AnyCall) -> Correctness:
    """Calls with numbers of which one is the most frequent."""

    def has_one(*operands: Any) -> bool:
        counts = Counter(v for operand in operands for v in values_in(operand) if is_number(v))
        often = max(counts.values(), default=1)
        return often == 1 or [*counts.values()].count(often) == 1

    return [Predicate(has_one, call.arguments)]


def no_blank(call: AnyCall) -> Correctness:
    """Calls without constant texts, and with one argument or without blank cells as arguments."""
    if any(map(is_text_node, call.arguments)):
        return False
    return len(call.arguments) < 2 or [Predicate(none_is(is_blank), call.arguments)]


def no_truth_value(call: AnyCall) -> Correctness:
    """Calls without truth values as arguments: functions of the Analysis ToolPak take none."""
    if any(isinstance(node, Literal) and node.kind == "logical" for node in call.arguments):
        return False
    return all_of(
        Predicate(none_is(is_truth_value), (argument,))
        for argument in call.arguments
        if not (is_constant(argument) or ends_with_range(argument))
    )


def first_arguments(count: int, template: str) -> CallCondition:
    """Calls of whose first numbers a formula is TRUE, as it is of those from 0 to 99."""

    def condition(call: AnyCall) -> Correctness:
        return all_of(
            about(f"IFERROR(AND({template}),TRUE)", node)
            for node in call.arguments[:count]
            if not (is_natural(node) and len(node.text) < 3)
            and (is_number_node(node) or not is_constant(node))
        )

    return condition


def within(largest: float, with_value: bool) -> CallCondition:
    """Calls with numbers below a size, and perhaps with such a value: beyond engines lose digits.

    The sizes are bounds of the classes of numbers, so that they are the same in cells that are
    alike.
    """

    def is_inside(value: Any) -> bool:
        if type(value) is float:
            return not value or 0.00001 <= abs(value) < largest
        return not is_text(value)

    def are_inside(operand: Any) -> bool:
        return all(map(is_inside, values_in(operand)))

    def condition(call: AnyCall) -> Correctness:
        arguments = [
            Predicate(are_inside, (node,))
            for node in call.arguments
            if not (is_natural(node) and float(node.text) < largest)
            and (is_number_node(node) or not is_constant(node))
        ]
        value = [Predicate(are_inside, (call,))] * with_value
        return all_of([*arguments, *value])

    return condition


def _is_zero(value: Any) -> bool:
    return value is None or (type(value) in (float, bool) and not value)


def pairs(one: Any, other: Any) -> Any:
    """The values of two operands that an operator takes together."""
    if type(one) is not Block or type(other) is not Block:
        return ((left, right) for left in values_in(one) for right in values_in(other))
    height, width = max(one.height, other.height), max(one.width, other.width)

    def spread(block: Block) -> list[list[Any]]:
        rows = [row * width if block.width == 1 else row for row in block.rows()]
        return rows * height if block.height == 1 else rows

    rows = zip(spread(one), spread(other))
    return (pair for one_row, other_row in rows for pair in zip(one_row, other_row))


def no_power_of_zero(call: AnyCall) -> Correctness:
    """Powers, except of 0 to 0."""
    if any(is_number_node(node) and float(node.text) for node in call.arguments):
        return True

    def is_apart(base: Any, exponent: Any) -> bool:
        if not (has(base, _is_zero) and has(exponent, _is_zero)):
            return True
        return not any(_is_zero(x) and _is_zero(y) for x, y in pairs(base, exponent))

    return [Predicate(is_apart, call.arguments[:2])] if len(call.arguments) > 1 else False


def numbers_as_texts(call: AnyCall) -> Correctness:
    """Calls whose constant texts are numbers as every country writes them."""
    return _texts_are('"-?[0-9]+"', call)


def numbers_or_words(call: AnyCall) -> Correctness:
    """Calls whose constant texts are such numbers, or have no digit and are none anywhere."""
    return _texts_are('"-?[0-9]+"|"[^0-9]*"', call)


def _texts_are(pattern: str, call: AnyCall) -> bool:
    texts = [argument.text for argument in call.arguments if begins_with_text(argument)]
    return all(re.fullmatch(pattern, text) for text in texts)


def _has_long_digits(value: Any) -> bool:
    return type(value) is float and len(repr(value).removesuffix(".0")) >= 17


def has_few_digits(call: AnyCall) -> Correctness:
    """Calls whose first argument is no number of more than 15 digits."""
    if begins_with_text(call.arguments[0]) or is_natural(call.arguments[0]):
        return True
    return [Predicate(none_is(_has_long_digits), call.arguments[:1])]


_UNIT_OF_ELAPSED_TIME = r"(?i)\[([hms])\1*\]"
_QUOTED_OR_ESCAPED = r'"[^"]*"|\\.'


def _takes_no_texts(value: Any, text_format: Any) -> bool:
    """Whether a format has no section for texts, or there is no text.

    >>> [_takes_no_texts("a", text) for text in ("0.0", "@", "0;@", "[h]:h")]
    [True, True, False, False]
    """
    if type(text_format) is not str:
        return not is_error(text_format)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format)
    unit = re.search(_UNIT_OF_ELAPSED_TIME, plain)
    if unit and unit[1].lower() in re.sub(_UNIT_OF_ELAPSED_TIME, "", plain).lower():
        return False
    return text_format == "@" or not re.search("[@;]", plain) or not has(value, is_text)


def no_format_of_texts(call: AnyCall) -> Correctness:
    """Calls of TEXT, except of a text by a format with a section for texts (``@``).

    A format must also not have the unit of an elapsed time twice, as ``[h]:h`` has.
    """
    value, text_format = call.arguments
    if is_text_node(text_format):
        constant = _constant(text_format)
        if _takes_no_texts("", constant) or not _takes_no_texts(0.0, constant):
            return _takes_no_texts("", constant)
    return [Predicate(_takes_no_texts, (value, text_format))]


def _constant(node: Node) -> str:
    return node.text[1:-1].replace('""', '"')


def _is_short(value: Any, hundreds: int = 0) -> bool:
    """Whether a number has digits that are grouped alike in India: 8,16,149 is 816,149."""
    if type(value) is Block:
        return all(_is_short(one, hundreds) for one in value)
    return type(value) is not float or abs(value) * 100**hundreds < 99999.5


def _is_grouped_alike(value: Any, text_format: Any) -> bool:
    if type(text_format) is not str:
        return _is_short(value)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format)
    return not re.search(r"[#0?],[#0?]", plain) or _is_short(value, plain.count("%"))


def grouped_alike(call: AnyCall) -> Correctness:
    """Calls of TEXT whose format groups no digits, or of numbers that are short everywhere."""
    if len(call.arguments) != 2:
        return False
    text_format = call.arguments[1]
    if is_text_node(text_format) and _is_grouped_alike(1e300, _constant(text_format)):
        return True
    return [Predicate(_is_grouped_alike, call.arguments)]


def fixed_alike(call: AnyCall) -> Correctness:
    """Calls of FIXED that group no digits, or of numbers that are short everywhere."""

    def is_alike(value: Any, _: Any = None, groups_none: Any = False) -> bool:
        return groups_none not in (None, 0) or _is_short(value)

    return [Predicate(is_alike, call.arguments[:3])] if call.arguments else False


def numeric_count(call: AnyCall) -> Correctness:
    """Calls of LEFT and RIGHT of no truth value, whose number of characters is a number."""
    if call.arguments[1:2] and call.arguments[1].text in ("", '""'):
        return False
    tests = none_is(is_truth_value), lambda count: all(map(is_number, values_in(count)))
    return all_of(
        Predicate(test, (argument,))
        for argument, test in zip(call.arguments, tests)
        if not (is_natural(argument) or begins_with_text(argument))
    )


def _is_binary(value: Any) -> bool:
    if is_error(value):
        return True
    return value is None or (type(value) in (float, bool) and (value * 1024.0).is_integer())


def binary_divisor(call: AnyCall) -> Correctness:
    """Calls of MOD by a number that is written exactly in binary."""
    if len(call.arguments) != 2:
        return False
    divisor = call.arguments[1]
    is_binary = Predicate(lambda one: all(map(_is_binary, values_in(one))), (divisor,))
    return is_natural(divisor) or [is_binary]


def has_digit(value: Any) -> bool:
    """Whether a value is a text with a digit."""
    return type(value) is str and _DIGIT.search(value) is not None


_DIGIT = regex("[0-9]")


def multiplied(call: AnyCall) -> Correctness:
    """Calls of SUMPRODUCT: no array constants beside others, of which the sizes may differ."""
    if len(call.arguments) > 1 and not without_array_constants(call):
        return False
    return no_text_numbers(call)


def no_text_numbers(call: AnyCall) -> Correctness:
    """Calls without truth values, errors and texts with digits in their ranges."""
    tests: Sequence[Any] = is_truth_value, is_error, has_digit
    return all_of(
        Predicate(none_is(feature), (argument,))
        for argument in call.arguments
        if ends_with_range(argument)
        for feature in tests
    )
