"""Conditions of the values of arguments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.function_names import plain_name
from ...grammar.references import MAX_ROW
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    walk,
)
from ...patterns import regex
from .columns import (
    Block,
    Feature,
    has,
    is_blank,
    is_error,
    is_foreign_text,
    is_number,
    is_text,
    is_truth_value,
    values_in,
)
from .predicates import (
    CallCondition,
    Correctness,
    Predicate,
    about,
    all_of,
    begins_with_text,
    ends_with_range,
    is_arithmetic,
    is_constant,
    is_natural,
    is_number_node,
    is_plain_text,
    is_text_node,
    without_array_constants,
)


def none_is(feature: Feature) -> Callable[[Any], bool]:
    """A test that something is true of no value."""
    return lambda operand: not has(operand, feature)


def none_of(nodes: Iterable[Node], *features: Feature) -> Correctness:
    """Calls in which something is true of no value of some nodes."""
    tests = [*map(none_is, features)]
    return all_of(Predicate(test, (node,)) for node in nodes for test in tests)


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
    return len(call.arguments) < 2 or none_of(call.arguments, is_blank)


def no_truth_value(call: AnyCall) -> Correctness:
    """Calls without truth values as arguments: functions of the Analysis ToolPak take none."""
    if any(isinstance(node, Literal) and node.kind == "logical" for node in call.arguments):
        return False
    nodes = (one for one in call.arguments if not (is_constant(one) or ends_with_range(one)))
    return none_of(nodes, is_truth_value)


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


def numbers_as_texts(call: AnyCall, otherwise: str = '"-?[0-9]+"') -> Correctness:
    """Calls whose constant texts are numbers as every country writes them."""
    texts = [argument.text for argument in call.arguments if begins_with_text(argument)]
    return all(re.fullmatch(f'"-?[0-9]+"|{otherwise}', text) for text in texts)


def numbers_or_words(call: AnyCall) -> Correctness:
    """Calls whose constant texts are such numbers, or have no digit and are none anywhere."""
    return numbers_as_texts(call, '"[^0-9]*"')


def none_has(*features: str) -> CallCondition:
    """Calls that are, or join, no values with features, which are named.

    ``PROPER(3&"cy")`` has a letter behind a digit only where both are joined.
    """
    tests = [globals()[feature] for feature in features]
    return lambda call: none_of(dict.fromkeys((*_pieces(call), *call.arguments)), *tests)


def is_beyond_16_bits(value: Any) -> bool:
    """Whether a text has a character of two: how many it has depends on the workbook's age."""
    return type(value) is str and max(value, default="") > "\uffff"


def has_special_case(value: Any) -> bool:
    """Whether a text has a letter such as ß, whose capital is two letters, or Σ."""
    return type(value) is str and (
        not len(value) == len(value.upper()) == len(value.lower()) or "Σ" in value
    )


def has_other_space(value: Any) -> bool:
    """Whether a text has a space that is none of the keyboard's."""
    return type(value) is str and re.search(r"[^\S ]", value) is not None


def has_letter_behind_digit(value: Any) -> bool:
    """Whether a letter follows a digit in a text, as in 2nd."""
    return type(value) is str and re.search(r"[0-9][^\W\d_]", value) is not None


def _has_long_digits(value: Any) -> bool:
    return type(value) is float and len(repr(value).removesuffix(".0")) >= 17


def is_written_otherwise(value: Any) -> bool:
    """Whether a number is another text to engines: of 17 digits, -0, or with an exponent."""
    return _has_long_digits(value) or (
        type(value) is float and (repr(value) == "-0.0" or abs(value) >= 1e20)
    )


def has_few_digits(call: AnyCall) -> Correctness:
    """Calls whose arguments are, or join, no numbers of more than 15 digits."""
    return _have_few_digits(_pieces(call))


def _have_few_digits(nodes: Iterable[Node]) -> Correctness:
    return none_of(
        (node for node in nodes if not (_gives_text(node) or is_natural(node))), _has_long_digits
    )


def joins_apart(call: AnyCall) -> Correctness:
    """Calls that join no number of more than 15 digits to what may have a digit there."""
    touching = (
        pair
        for pair in pairwise(_pieces(call))
        if not any(_SEPARATOR.fullmatch(one.text) for one in pair)
    )
    return _have_few_digits(node for pair in touching for node in pair)


_SEPARATOR = regex(r'"[^0-9."](?:.*[^0-9."])?"')
_TEXTS = functions_with("shows-decimal-sign")


def _gives_text(node: Node) -> bool:
    return is_text_node(node) or (isinstance(node, Call) and plain_name(node.name) in _TEXTS)


def _pieces(call: AnyCall) -> list[Node]:
    """What a call has as arguments, or joins in them."""
    return [piece for argument in call.arguments for piece in _joined(argument)]


def _joined(node: Node) -> Iterator[Node]:
    """What ``&`` joins in a node."""
    if isinstance(node, Parenthesis) or (isinstance(node, Operation) and node.name == "&"):
        for child in node.children:
            yield from _joined(child)
    else:
        yield node


def with_one_rate(call: AnyCall) -> Correctness:
    """Calls with a rate, of payments whose direction changes once: else there may be several.

    Of an annuity they are what it is worth now, what is paid each time, and what is left.
    """

    def has_one_rate(value: Any, first: Any, second: Any, *others: Any) -> bool:
        arguments = [*others[:1], second, *others[1:2]]  # what it is worth now comes third
        flows = arguments
        if type(first) is Block:
            arguments, pairs = [*first], zip(values_in(second), first)
            flows = [payment for _, payment in sorted(pairs, key=lambda pair: pair[0])]
        payments = [one for one in flows if is_number(one) and one]
        changes = sum((one > 0) != (other > 0) for one, other in pairwise(payments))
        if value in arguments or not changes:
            return is_error(value)  # without a payment back there is none
        return type(value) is float and value > -0.99 and changes == 1

    return [Predicate(has_one_rate, (call, *call.arguments))] if len(call.arguments) > 1 else False


def with_bins_in_order(call: AnyCall) -> Correctness:
    """Calls of FREQUENCY with numbers as bins, each above the one before it."""

    def are_in_order(bins: Any) -> bool:
        numbers = [*values_in(bins)]
        return all(map(is_number, numbers)) and all(a < b for a, b in pairwise(numbers))

    return [Predicate(are_in_order, call.arguments[1:2])]


def well_conditioned(call: AnyCall) -> Correctness:
    """Calls that invert a matrix and lose few digits: it and its inverse are not both large."""

    def loses_few(inverse: Any, matrix: Any) -> bool:
        return _size(inverse) * _size(matrix) < 1e6

    return [Predicate(loses_few, (call, call.arguments[0]))] if call.arguments else False


def _size(block: Any) -> float:
    return float(sum(abs(value) for value in values_in(block) if is_number(value)))


_UNIT_OF_ELAPSED_TIME = r"(?i)\[([hms])\1*\]"
_QUOTED_OR_ESCAPED = r'"[^"]*"|\\.'


def _takes_no_texts(value: Any, text_format: Any) -> bool:
    """Whether a format has no section for texts, or there is no text, nor what engines misread.

    >>> [_takes_no_texts("a", text) for text in ("0.0#", "@", "#,##0", "[h]:h", "0,00", "0#")]
    [True, True, True, False, False, False]
    """
    if type(text_format) is not str:
        return not is_error(text_format)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format)
    if re.search(r",0{1,2}(?![0#?])|^[^.]*0,?#", plain):
        return False
    unit = re.search(_UNIT_OF_ELAPSED_TIME, plain)
    if unit and unit[1].lower() in re.sub(_UNIT_OF_ELAPSED_TIME, "", plain).lower():
        return False
    return text_format == "@" or not re.search("[@;]", plain) or not has(value, is_text)


def no_format_of_texts(call: AnyCall) -> Correctness:
    """Calls of TEXT, except of a text by a format with a section for texts (``@``).

    A format must also not have the unit of an elapsed time twice, as ``[h]:h`` has, nor a comma
    that is none between thousands, as ``0,00`` has in countries with decimal commas, nor ``#``
    behind ``0``: ``0####`` has five digits.
    """
    return len(call.arguments) == 2 and [Predicate(_takes_no_texts, call.arguments)]


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


_SHORT_MONTH = regex("(?i)(?<!m)mmm(?!m)")
_MAX_DAY = 2956000


def _is_of_september(value: Any) -> bool:
    """Whether a number is a date in September, in one of the date systems."""
    from datetime import date, timedelta  # few workbooks write such dates

    first_days = date(1899, 12, 30), date(1904, 1, 1)
    is_date = type(value) is float and 0 < value < _MAX_DAY
    return is_date and any((first + timedelta(int(value))).month == 9 for first in first_days)


def short_months_alike(call: AnyCall) -> Correctness:
    """Calls of TEXT that write no short name of September: Sept in Britain, Sep elsewhere."""

    def is_alike(value: Any, text_format: Any) -> bool:
        is_short = type(text_format) is str and _SHORT_MONTH.search(text_format)
        return not (is_short and has(value, _is_of_september))

    if any(
        is_text_node(node) and not _SHORT_MONTH.search(node.text) for node in call.arguments[1:]
    ):
        return True
    return len(call.arguments) == 2 and [Predicate(is_alike, call.arguments)]


def grouped_alike(call: AnyCall) -> Correctness:
    """Calls of TEXT whose format groups no digits, or of numbers that are short everywhere."""
    return len(call.arguments) == 2 and [Predicate(_is_grouped_alike, call.arguments)]


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


def _is_not_binary(value: Any) -> bool:
    if value is None or is_error(value):
        return False
    return type(value) not in (float, bool) or not (value * 1024.0).is_integer()


def binary_divisor(call: AnyCall) -> Correctness:
    """Calls of MOD by a number that is written exactly in binary."""
    if len(call.arguments) != 2:
        return False
    divisor = call.arguments[1]
    return is_natural(divisor) or none_of((divisor,), _is_not_binary)


def has_digit(value: Any) -> bool:
    """Whether a value is a text with a digit."""
    return type(value) is str and _DIGIT.search(value) is not None


_DIGIT = regex("[0-9]")


def without_constants_to_search(call: AnyCall) -> Correctness:
    """Calls that search no array constant, whatever they return."""
    searched = call.arguments[:2]
    return not any(isinstance(node, ArrayConstant) for one in searched for node in walk(one))


def multiplied(call: AnyCall) -> Correctness:
    """Calls of SUMPRODUCT: no array constants beside others, of which the sizes may differ."""
    if len(call.arguments) > 1 and not without_array_constants(call):
        return False
    return no_text_numbers(call)


def no_text_numbers(call: AnyCall) -> Correctness:
    """Calls without truth values, errors and texts with digits in their ranges."""
    nodes = filter(ends_with_range, call.arguments)
    return none_of(nodes, is_truth_value, is_error, has_digit)


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
    nodes = (one for one in call.arguments if not (is_arithmetic(one) or isinstance(one, Omitted)))
    return none_of(nodes, _has_part_of_second, _may_be_date)


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
        return none_of((node for node in found if not is_constant(node)), _may_be_date)

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
    if not (has(left, is_foreign_text) and has(right, is_foreign_text)):
        return True
    return all(_texts_are_apart(*pair) for pair in pairs(left, right))


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

    Mostly the first letters decide.  Signs come before digits, and those before letters; a hyphen
    and an apostrophe count only where nothing else differs.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_arithmetic(node) for node in (left, right)):
        return True
    return [Predicate(_are_in_plain_order, (left, right))]


def sorted_by_plain_letters(first: int) -> CallCondition:
    """Calls that sort by arguments, every second from a place on, with texts in a plain order."""

    def condition(call: AnyCall) -> Correctness:
        return [Predicate(_is_plainly_sorted, (key,)) for key in call.arguments[first::2]]

    return condition


def _is_plainly_sorted(values: Any) -> bool:
    texts = sorted({value for value in values_in(values) if is_text(value)}, key=str.upper)
    return all(map(_have_plain_order, texts, texts[1:]))


_IGNORED = str.maketrans("", "", "-'")
_PLACED_OTHERWISE = frozenset(":;<=>?@[\\]^_`{|}~")
"""Signs that come behind digits, or letters, to computers."""


def _are_in_plain_order(left: Any, right: Any) -> bool:
    if type(left) is not Block and type(right) is not Block:
        return _have_plain_order(left, right)
    if not (has(left, is_text) and has(right, is_text)):
        return True
    return all(_have_plain_order(*pair) for pair in {*pairs(left, right)})


def _have_plain_order(left: Any, right: Any) -> bool:
    if not (is_text(left) and is_text(right)) or not left or not right or left == right:
        return True
    first = left[0] + right[0]
    if not (left.isascii() and right.isascii()):
        return bool(first.isalnum() and first.isascii() and len({*first.upper()}) > 1)
    one, other = left.upper(), right.upper()
    letters, others = (text.translate(_IGNORED) for text in (one, other))
    pair = next((a + b for a, b in zip(letters, others) if a != b), "A")
    is_known = any(map(str.isalnum, pair)) and _PLACED_OTHERWISE.isdisjoint(pair)
    return one == other or (is_known and letters != others and (letters < others) == (one < other))
