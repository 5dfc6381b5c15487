"""Conditions under which an engine with a known mistake calculates a call correctly.

A condition of a call is a formula that is TRUE where the call is correct; ``"TRUE"`` or ``"FALSE"``
where its text decides that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ..grammar.calls import Call

CallCondition: TypeAlias = "Callable[[Call], str]"

_PLACEHOLDER = r"\{([0-9])\}"


def _all_of(conditions: list[str]) -> str:
    return f"AND({','.join(conditions)})" if conditions else "TRUE"


def always(_: Call) -> str:
    """Every call."""
    return "TRUE"


def never(_: Call) -> str:
    """No call."""
    return "FALSE"


def satisfies(*templates: str) -> CallCondition:
    """Calls for which all formulas are TRUE; ``{0}`` is the call, ``{1}`` its first argument."""

    def condition(call: Call) -> str:
        operands = [call.text, *call.arguments]
        try:
            conditions = [
                re.sub(_PLACEHOLDER, lambda match: operands[int(match[1])], template)
                for template in templates
            ]
        except IndexError:  # there is no such argument
            return "FALSE"
        return "FALSE" if "" in call.arguments else f"AND({','.join(conditions)})"

    return condition


def by_argument_count(
    limit: int, otherwise: CallCondition = never, fewer: CallCondition = always
) -> CallCondition:
    """Calls with fewer arguments than ``limit`` by one condition, and the others by another."""
    return lambda call: fewer(call) if len(call.arguments) < limit else otherwise(call)


def numeric(*templates: str, logical_last: bool = False) -> CallCondition:
    """Calls whose arguments and value are numbers, and for which all formulas are TRUE.

    A call with an error among its arguments is correct, too.  With ``logical_last`` the last
    argument is TRUE or FALSE.
    """

    def condition(call: Call) -> str:
        tests = [f"ISNUMBER({argument})" for argument in call.arguments]
        errors = [f"ISERROR({argument})" for argument in call.arguments]
        if logical_last and call.arguments:
            tests[-1] = f"ISLOGICAL({call.arguments[-1]})"
        finite = ["ISNUMBER({0})", "ABS({0})<1E+300"]
        numbers = satisfies(*finite, *templates)(call)
        if numbers == "FALSE":
            return numbers
        tests_or_errors = ",".join(f"OR({test},{error})" for test, error in zip(tests, errors))
        return f"IF(OR({','.join(errors)}),AND({tests_or_errors}),AND({','.join(tests)},{numbers}))"

    return condition


def no_text_constant(call: Call) -> str:
    """Calls without a text constant as an argument."""
    return "FALSE" if any(argument.startswith('"') for argument in call.arguments) else "TRUE"


def without(text: str) -> CallCondition:
    """Calls in whose arguments a text does not occur."""
    return lambda call: "FALSE" if any(text in argument for argument in call.arguments) else "TRUE"


def plain_value(call: Call) -> str:
    """Calls of VALUE with a number, a text of digits, or a text without digits."""
    no_digit = ",".join(f'ISERROR(FIND("{digit}",{{1}}))' for digit in range(10))
    is_number = 'AND(ISNUMBER({0}),ISERROR(FIND("/",{1})))'
    is_no_number = f"AND(ISTEXT({{1}}),ISERROR({{0}}),{no_digit})"
    return satisfies(f"IF(ISERROR({{1}}),TRUE,OR({is_number},{is_no_number}))")(call)


_UNUSUAL_CRITERION = r'(?i)"([<>]=?|[<>=]*(true|false|#.*)|<>-?[0-9.]+)"|.*#.*'
_UNUSUAL_OR_MET_BY_BLANKS = _UNUSUAL_CRITERION + '|"=?"|"<>.*"'
_PLAIN_CRITERION = r'-?[0-9.]+|"[^"#]*"'
_IS_PLAIN = (
    'OR(ISNUMBER({0}),ISBLANK({0}),AND(ISTEXT({0}),ISERROR(FIND("#",{0})),'
    'ISERROR(SEARCH("true",{0})),ISERROR(SEARCH("false",{0})),'
    'NOT(OR({0}="<",{0}=">",{0}="<=",{0}=">=",'
    'AND(LEFT({0},2)="<>",ISNUMBER(--MID({0},3,99)))))))'
)
_IS_NOT_MET_BY_BLANKS = 'LEN({0})>0,{0}<>"=",LEFT({0},2)<>"<>"'


def plain_criteria(
    first: int, step: int = 2, summed: int | None = None, *, counts_blanks: bool = True
) -> CallCondition:
    """Calls whose criteria are numbers or plain texts, and that sum no errors.

    ``first`` is the index of the first criterion, ``summed`` of the range that is summed;
    ``counts_blanks`` tells whether the engine counts blank cells that meet a criterion.
    """
    unusual = _UNUSUAL_CRITERION if counts_blanks else _UNUSUAL_OR_MET_BY_BLANKS
    is_plain = _IS_PLAIN if counts_blanks else f"AND({_IS_PLAIN},{_IS_NOT_MET_BY_BLANKS})"

    def condition(call: Call) -> str:
        conditions = []
        for criterion in call.arguments[first::step]:
            if re.fullmatch(unusual, criterion):
                return "FALSE"
            if not re.fullmatch(_PLAIN_CRITERION, criterion):
                conditions.append(is_plain.replace("{0}", criterion))
        if summed is not None and len(call.arguments) > summed:
            conditions.append(f"ISNUMBER(SUM({call.arguments[summed]}))")
        return _all_of(conditions)

    return condition


_PLAIN_NUMBER_FORMAT = r"[#,]*0*(\.0+)?%?|(\W?\b(dd?|mm?|yyyy|yy|hh?|ss)\b\W?)+"


def plain_number_format(call: Call) -> str:
    """Calls of TEXT with a format of digits, or of a date."""
    number_format = call.arguments[1][1:-1] if len(call.arguments) == 2 else ""
    if (
        not number_format
        or not call.arguments[1].startswith('"')
        or not re.fullmatch(_PLAIN_NUMBER_FORMAT, number_format)
    ):
        return "FALSE"
    return f"ISNUMBER({call.arguments[0]})"


def not_nearly_equal(call: Call) -> str:
    """Comparisons, except of numbers that agree to 15 digits but are not the same."""
    left, right = call.arguments
    if '"' in (left[:1], right[:1]) or "" in (left, right):
        return "TRUE"
    is_apart = f"ABS(({left})-({right}))>1E-14*ABS({left})"
    return f"IF(AND(ISNUMBER({left}),ISNUMBER({right})),OR({left}={right},{is_apart}),TRUE)"


_INTERSECTED_REFERENCE = r"@[$:\w]+(![$:\w]+)?"
_INNERMOST_BRACKETS = r"\([^()]*\)"


def has_array_outside_of_calls(argument: str) -> bool:
    """Whether an argument has an array or a range outside of other calls."""
    outside = re.sub(_INTERSECTED_REFERENCE, "", argument)
    while (shorter := re.sub(_INNERMOST_BRACKETS, "", outside)) != outside:
        outside = shorter
    return any(mark in outside for mark in "{#:")


def scalar_first_argument(call: Call) -> str:
    """Calls whose first argument has neither an array nor a range outside of other calls."""
    return "FALSE" if any(map(has_array_outside_of_calls, call.arguments[:1])) else "TRUE"


def same_shapes(call: Call) -> str:
    """Calls whose arguments have the same height and width."""
    first, *others = call.arguments
    return _all_of(
        [f"ROWS({first})=ROWS({other}),COLUMNS({first})=COLUMNS({other})" for other in others]
    )


_SINGLE_COLUMN = r"(?i)(?:.*!)?\$?([A-Z]+)\$?[0-9]*:\$?\1\$?[0-9]*"
_SINGLE_CELL = r"(?i)(?:.*!)?\$?[A-Z]+\$?[0-9]+"


def plain_index(call: Call) -> str:
    """Calls of INDEX with no negative number, and with one number only in one row or column."""
    if len(call.arguments) not in (2, 3) or "" in call.arguments:
        return "FALSE"
    range_, *numbers = call.arguments
    conditions = [
        f"IF(ISERROR({number}),TRUE,{number}>=0)" for number in numbers if not number.isdigit()
    ]
    if len(numbers) == 1 and not re.fullmatch(_SINGLE_COLUMN, range_):
        conditions.append(f"OR(ROWS({range_})=1,COLUMNS({range_})=1)")
    return _all_of(conditions)


def numeric_basis(call: Call) -> str:
    """Calls of YEARFRAC with a number for its basis, and without an error."""
    return satisfies("ISNUMBER({0})", *["ISNUMBER({3})"] * (len(call.arguments) > 2))(call)


def at_most_one_cell(call: Call) -> str:
    """Calls without an argument, or with a single cell."""
    if not call.arguments or re.fullmatch(_SINGLE_CELL, call.arguments[0]):
        return "TRUE"
    return satisfies("ROWS({1})*COLUMNS({1})=1")(call)


def plain_lookup(call: Call) -> str:
    """Exact lookups in an existing column, and approximate ones that find something."""
    if '"' in "".join(call.arguments[1:2]):
        return "FALSE"
    if len(call.arguments) > 3 and call.arguments[3].upper() in ("FALSE", "0"):
        return satisfies("NOT(ISERROR({1}))", "{3}>=1")(call)
    return satisfies("NOT(ISERROR({1}))", "{3}>=1", "NOT(ISERROR({0}))")(call)


no_error = satisfies("NOT(ISERROR({0}))")
"""Calls whose value is no error."""

at_most_two_or_no_error = by_argument_count(4, fewer=by_argument_count(3, no_error))
"""Calls with at most two arguments, or with three if their value is no error."""
