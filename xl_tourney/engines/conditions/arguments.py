"""Conditions of the values of arguments: truth values, blanks, texts and digits."""

from __future__ import annotations

import re

from ...grammar.calls import AnyCall, is_single_cell
from ...grammar.syntax_tree import Literal
from .combining import (
    CallCondition,
    Correctness,
    about,
    all_of,
    by_argument_count,
    satisfies,
    without_array_constants,
)
from .nodes import begins_with_text, ends_with_range, is_constant, is_natural, is_number, is_text


def full_of_numbers(*places: int) -> CallCondition:
    """Calls in which the ranges in some places hold numbers only."""
    return satisfies(*(f"COUNT({{{n}}})=ROWS({{{n}}})*COLUMNS({{{n}}})" for n in places))


def with_one_mode(call: AnyCall) -> Correctness:
    """Calls with numbers of which one is the most frequent."""
    return f"COUNT(MODE.MULT({','.join(argument.text for argument in call.arguments)}))<2"


def no_blank(call: AnyCall) -> Correctness:
    """Calls without constant texts, and with one argument or without blank cells as arguments."""
    if any(map(is_text, call.arguments)):
        return False
    if len(call.arguments) < 2:
        return True
    return all_of([about("NOT(ISBLANK({0}))", argument) for argument in call.arguments])


def no_truth_value(call: AnyCall) -> Correctness:
    """Calls without truth values as arguments: functions of the Analysis ToolPak take none."""
    if any(isinstance(node, Literal) and node.kind == "logical" for node in call.arguments):
        return False
    return all_of(
        [
            about("NOT(ISLOGICAL({0}))", argument)
            for argument in call.arguments
            if not (is_constant(argument) or ends_with_range(argument))
        ]
    )


def first_arguments(count: int, template: str) -> CallCondition:
    """Calls of whose first numbers a formula is TRUE, as it is of those from 0 to 99."""

    def condition(call: AnyCall) -> Correctness:
        return all_of(
            [
                about(f"IFERROR(AND({template}),TRUE)", node)
                for node in call.arguments[:count]
                if not (is_natural(node) and len(node.text) < 3)
                and (is_number(node) or not is_constant(node))
            ]
        )

    return condition


ordinary_numbers = first_arguments(9, "({0}=0)+({0}>=0.00001)*({0}<367)+({0}<=-0.00001)*({0}>-367)")
"""Calls with numbers of such sizes as most workbooks have, at bounds of their classes."""


def no_power_of_zero(call: AnyCall) -> Correctness:
    """Powers, except of 0 to 0."""
    if any(is_number(node) and float(node.text) for node in call.arguments):
        return True
    if all(isinstance(node, Literal) or is_single_cell(node) for node in call.arguments):
        return about("IFERROR(OR({0}<>0,{1}<>0),TRUE)", *call.arguments)
    return about("SUMPRODUCT(IFERROR((({0})=0)*(({1})=0),0))=0", *call.arguments)


def numbers_as_texts(call: AnyCall) -> Correctness:
    """Calls whose constant texts are numbers as every country writes them."""
    return _texts_are('"-?[0-9]+"', call)


def numbers_or_words(call: AnyCall) -> Correctness:
    """Calls whose constant texts are such numbers, or have no digit and are none anywhere."""
    return _texts_are('"-?[0-9]+"|"[^0-9]*"', call)


def _texts_are(pattern: str, call: AnyCall) -> bool:
    texts = [argument.text for argument in call.arguments if begins_with_text(argument)]
    return all(re.fullmatch(pattern, text) for text in texts)


def has_few_digits(call: AnyCall) -> Correctness:
    """Calls whose first argument is no number of more than 15 digits."""
    if begins_with_text(call.arguments[0]) or is_natural(call.arguments[0]):
        return True
    return satisfies("IF(ISNUMBER({1}),LEN({1})<17,TRUE)")(call)


_UNIT_OF_ELAPSED_TIME = r"(?i)\[([hms])\1*\]"
_QUOTED_OR_ESCAPED = r'"[^"]*"|\\.'


def no_format_of_texts(call: AnyCall) -> Correctness:
    """Calls of TEXT, except of a text by a format with a section for texts (``@``).

    A format must also not have the unit of an elapsed time twice, as ``[h]:h`` has.
    """
    value, text_format = call.arguments
    if not is_text(text_format):
        is_plain = 'AND(ISERROR(FIND("@",{2})),ISERROR(FIND(";",{2})))'
        repeats_no_unit = 'OR(ISERROR(FIND("[",{2})),ISERROR(FIND("""",{2})))'
        return satisfies(f'OR(NOT(ISTEXT({{1}})),{{2}}="@",{is_plain})', repeats_no_unit)(call)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format.text[1:-1].replace('""', '"'))
    unit = re.search(_UNIT_OF_ELAPSED_TIME, plain)
    if unit and unit[1].lower() in re.sub(_UNIT_OF_ELAPSED_TIME, "", plain).lower():
        return False
    if text_format.text == '"@"' or not re.search("[@;]", plain):
        return True
    return about("NOT(ISTEXT({0}))", value)


_GROUPED = r"[#0?],[#0?]"
_SAME_IN_INDIA = "IFERROR(ABS({{0}}){}<99999.5,TRUE)"
"""Numbers whose digits are grouped alike in India: 8,16,149 is 816,149."""


def grouped_alike(call: AnyCall) -> Correctness:
    """Calls of TEXT whose format groups no digits, or of numbers that are short everywhere."""
    if len(call.arguments) != 2:
        return False
    value, text_format = call.arguments
    if not is_text(text_format):
        same = _SAME_IN_INDIA.format("*100").replace("{0}", "{1}")
        return satisfies(f'OR(ISERROR(FIND(",",{{2}})),{same})')(call)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format.text[1:-1].replace('""', '"'))
    if not re.search(_GROUPED, plain):
        return True
    return about(_SAME_IN_INDIA.format("*100" * plain.count("%")), value)


def fixed_alike(call: AnyCall) -> Correctness:
    """Calls of FIXED that group no digits, or of numbers that are short everywhere."""
    same = _SAME_IN_INDIA.format("").replace("{0}", "{1}")
    return by_argument_count(3, satisfies(f"OR({{3}},{same})"), satisfies(same))(call)


def numeric_count(call: AnyCall) -> Correctness:
    """Calls of LEFT and RIGHT of no truth value, whose number of characters is a number."""
    if call.arguments[1:2] and call.arguments[1].text in ("", '""'):
        return False
    return all_of(
        [
            about(template, argument)
            for argument, template in zip(call.arguments, ("NOT(ISLOGICAL({0}))", "ISNUMBER({0})"))
            if not (is_natural(argument) or begins_with_text(argument))
        ]
    )


def binary_divisor(call: AnyCall) -> Correctness:
    """Calls of MOD by a number that is written exactly in binary."""
    if len(call.arguments) != 2:
        return False
    return is_natural(call.arguments[1]) or satisfies("OR(ISERROR({2}),{2}*1024=INT({2}*1024))")(
        call
    )


_DIGITS_IN_TEXTS = "+".join(f'COUNTIF({{0}},"*{digit}*")' for digit in range(10))


def multiplied(call: AnyCall) -> Correctness:
    """Calls of SUMPRODUCT: no array constants beside others, of which the sizes may differ."""
    if len(call.arguments) > 1 and not without_array_constants(call):
        return False
    return no_text_numbers(call)


def no_text_numbers(call: AnyCall) -> Correctness:
    """Calls without truth values, errors and texts with digits in their ranges."""
    return all_of(
        [
            about(template, argument)
            for argument in call.arguments
            if ends_with_range(argument)
            for template in ('COUNTA({0})=COUNT({0})+COUNTIF({0},"*")', f"{_DIGITS_IN_TEXTS}=0")
        ]
    )
