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


def without(text: str) -> CallCondition:
    """Calls in whose arguments a text does not occur."""
    return lambda call: "FALSE" if any(text in argument for argument in call.arguments) else "TRUE"


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
        for place in range(first, len(call.arguments), step):
            criterion, range_ = call.arguments[place], call.arguments[place - 1]
            if criterion == '""' and not counts_blanks:
                conditions.append(f"COUNTA({range_})=ROWS({range_})*COLUMNS({range_})")
                continue
            if re.fullmatch(unusual, criterion):
                return "FALSE"
            if not re.fullmatch(_PLAIN_CRITERION, criterion):
                conditions.append(is_plain.replace("{0}", criterion))
        if summed is not None and len(call.arguments) > summed:
            conditions.append(f"ISNUMBER(SUM({call.arguments[summed]}))")
        return _all_of(conditions)

    return condition


def not_nearly_equal(call: Call) -> str:
    """Comparisons, except of numbers that agree to 15 digits but are not the same."""
    left, right = call.arguments
    if '"' in (left[:1], right[:1]) or "" in (left, right):
        return "TRUE"
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        are_close = f"(({left})-({right}))^2<=1E-28*({left})^2"
        return f"SUMPRODUCT(IFERROR((({left})<>({right}))*({are_close}),0))=0"
    is_apart = f"ABS(({left})-({right}))>1E-14*ABS({left})"
    return f"IF(AND(ISNUMBER({left}),ISNUMBER({right})),OR({left}={right},{is_apart}),TRUE)"


def full_of_numbers(*places: int) -> CallCondition:
    """Calls in which the ranges in some places hold numbers only."""
    return satisfies(*(f"COUNT({{{n}}})=ROWS({{{n}}})*COLUMNS({{{n}}})" for n in places))


_CONSTANT = r'[-+]?[0-9.]+|TRUE|FALSE|"[^"]*"|'
_TEXT_CONSTANT = r'"([^"]|"")*"'
_RANGE = r"@?[^(){}\"]*[$\w]:[$\w]+"
_RANGE_OR_CELL = r"@?[^(){}\"*/+<>=&^-]*"
_ARRAY_CONSTANT = r"\{[^{}\"]*\}"
_NUMBERS_FROM_ONE = r"0|[1-9][0-9]*"


def from_one(call: Call) -> str:
    """Calls of INDEX whose row and column are 1 or more, or a 0 that stands in the formula."""
    numbers = [
        number for number in call.arguments[1:3] if not re.fullmatch(_NUMBERS_FROM_ONE, number)
    ]
    if any(not number or re.fullmatch("[-.0-9]+", number) for number in numbers):
        return "FALSE"
    return _all_of([f"IF(ISERROR({number}),TRUE,{number}>=1)" for number in numbers])


_CELLS = r"(?i)(?:.*!)?\$?([A-Z]*)\$?([0-9]*):\$?([A-Z]*)\$?([0-9]*)"


def one_dimensional(call: Call) -> str:
    """Calls of INDEX with a row and a column, or with one of both in a single row or column."""
    array = call.arguments[0] if call.arguments else ""
    if len(call.arguments) != 2:
        return "TRUE"
    if array[:1] == "{":
        return "FALSE" if "," in array and ";" in array else "TRUE"
    if cells := re.fullmatch(_CELLS, array):
        left, top, right, bottom = cells.groups()
        return "TRUE" if left == right != "" or top == bottom != "" else "FALSE"
    return f"OR(ROWS({array})=1,COLUMNS({array})=1)"


def no_blank_descending(call: Call) -> str:
    """Calls of MATCH, except those that look for a blank in descending order."""
    if len(call.arguments) < 3 or call.arguments[2][:1].isdigit():
        return "TRUE"
    return satisfies("OR({3}>=0,NOT(ISBLANK({1})))")(call)


def no_blank(call: Call) -> str:
    """Calls with one argument, or without blank cells as arguments."""
    if len(call.arguments) < 2:
        return "TRUE"
    return _all_of([f"NOT(ISBLANK({argument}))" for argument in call.arguments])


def exact_where_possible(call: Call) -> str:
    """Calls of LOOKUP that find the value itself if it is there; else the cells are not in order.

    Excluded are calls that look for a blank or among blanks, and those in a calculated array, such
    as ``1/(A1:A9<>"")``: it has errors, which Excel passes over as it does blanks.
    """
    vector = call.arguments[1] if len(call.arguments) > 1 else ""
    if re.fullmatch(_ARRAY_CONSTANT, vector):
        return "TRUE" if _is_ascending(vector) else "FALSE"
    if not re.fullmatch(_RANGE_OR_CELL, vector):
        return "FALSE"
    return satisfies(
        "NOT(ISBLANK({1}))",
        "OR(ISERROR({1}),AND(COUNTBLANK({2})=0,COUNTIF({2},{1})=0),"
        "AND(LOOKUP({1},{2})={1},OR({1}<>0,COUNTBLANK({2})=0)))",
    )(call)


def _is_ascending(constant: str) -> bool:
    """Whether an array constant has numbers in ascending order, in what LOOKUP searches.

    >>> _is_ascending("{1,4;2,4;3,1}"), _is_ascending("{1,3,2}"), _is_ascending("{1,2,3;4,1,2}")
    (True, False, True)
    """
    rows = [row.split(",") for row in constant.strip("{}").split(";")]
    searched = rows[0] if len(rows[0]) > len(rows) else [row[0] for row in rows]
    try:
        numbers = [float(text) for text in searched]
    except ValueError:
        return False
    return numbers == sorted(numbers)


_DATE_IN_NUMBERS = r"[0-9]/[0-9]|\b[0-9]{1,2}([-.])[0-9]{1,2}\1[0-9]"


def is_ambiguous_date(text: str) -> bool:
    """Whether what a text such as 2/3/2023 means depends on the country.

    >>> [is_ambiguous_date(text) for text in ("1/01/1900", "02-10-2019", "3+4i", "1900", "2/3")]
    [True, True, False, False, True]
    """
    return re.search(_DATE_IN_NUMBERS, text) is not None


def no_ambiguous_dates(*places: int) -> CallCondition:
    """Calls without texts such as 2/3/2023 in some places: what they mean depends on the country.

    A place may be a range; one below 0 stands for every second argument from there on.
    """

    def condition(call: Call) -> str:
        arguments = call.arguments
        found = []
        for place in places:
            found += arguments[place : place + 1] if place >= 0 else arguments[-place::2]
        if any(re.fullmatch(_TEXT_CONSTANT, text) and is_ambiguous_date(text) for text in found):
            return "FALSE"
        return _all_of(
            [
                f'COUNTIF({text},"*/*")=0'
                if re.fullmatch(_RANGE_OR_CELL, text)
                else f'IFERROR(FIND("/",{text})<1,TRUE)'
                for text in found
                if not re.fullmatch(_CONSTANT, text)
            ]
        )

    return condition


def no_truth_value(call: Call) -> str:
    """Calls without truth values as arguments: functions of the Analysis ToolPak take none."""
    if "TRUE" in call.arguments or "FALSE" in call.arguments:
        return "FALSE"
    return _all_of(
        [
            f"NOT(ISLOGICAL({argument}))"
            for argument in call.arguments
            if argument and not re.fullmatch(f"{_CONSTANT}|{_RANGE}", argument)
        ]
    )


def numbers_as_texts(call: Call) -> str:
    """Calls whose constant texts are numbers as every country writes them."""
    texts = [argument for argument in call.arguments if argument[:1] == '"']
    return "TRUE" if all(re.fullmatch('"-?[0-9]+"', text) for text in texts) else "FALSE"


def has_few_digits(call: Call) -> str:
    """Calls whose first argument is no number of more than 15 digits."""
    text = call.arguments[0]
    if text[:1] == '"' or text.isdigit():
        return "TRUE"
    return satisfies("IF(ISNUMBER({1}),LEN({1})<17,TRUE)")(call)


_UNIT_OF_ELAPSED_TIME = r"(?i)\[([hms])\1*\]"
_QUOTED_OR_ESCAPED = r'"[^"]*"|\\.'


def no_format_of_texts(call: Call) -> str:
    """Calls of TEXT, except of a text by a format with a section for texts (``@``).

    A format must also not have the unit of an elapsed time twice, as ``[h]:h`` has.
    """
    value, text_format = call.arguments
    if not re.fullmatch(_TEXT_CONSTANT, text_format):
        is_plain = 'AND(ISERROR(FIND("@",{2})),ISERROR(FIND(";",{2})))'
        repeats_no_unit = 'OR(ISERROR(FIND("[",{2})),ISERROR(FIND("""",{2})))'
        return satisfies(f'OR(NOT(ISTEXT({{1}})),{{2}}="@",{is_plain})', repeats_no_unit)(call)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format[1:-1].replace('""', '"'))
    unit = re.search(_UNIT_OF_ELAPSED_TIME, plain)
    if unit and unit[1].lower() in re.sub(_UNIT_OF_ELAPSED_TIME, "", plain).lower():
        return "FALSE"
    if text_format == '"@"' or not re.search("[@;]", plain):
        return "TRUE"
    return f"NOT(ISTEXT({value}))"


_INTERSECTED_REFERENCE = r"@[$:\w]+(![$:\w]+)?"
_INNERMOST_BRACKETS = r"\([^()]*\)"


def has_array_outside_of_calls(argument: str) -> bool:
    """Whether an argument has an array or a range outside of other calls.

    >>> arguments = "A1:A2&1", "SUM(A1:A2)", '"A1:A2"'
    >>> [has_array_outside_of_calls(argument) for argument in arguments]
    [True, False, False]
    """
    outside = re.sub(f"{_TEXT_CONSTANT}|{_INTERSECTED_REFERENCE}", "", argument)
    while (shorter := re.sub(_INNERMOST_BRACKETS, "", outside)) != outside:
        outside = shorter
    return any(mark in outside for mark in "{#:")


def numeric_count(call: Call) -> str:
    """Calls of LEFT and RIGHT of no truth value, whose number of characters is a number."""
    conditions = []
    for argument, template in zip(call.arguments, ("NOT(ISLOGICAL({}))", "ISNUMBER({})")):
        if not (argument.isdigit() or argument[:1] == '"'):
            conditions.append(template.format(argument))
    return "FALSE" if call.arguments[1:2] in ([""], ['""']) else _all_of(conditions)


def binary_divisor(call: Call) -> str:
    """Calls of MOD by a number that is written exactly in binary."""
    if len(call.arguments) != 2:
        return "FALSE"
    if call.arguments[1].isdigit():
        return "TRUE"
    return satisfies("OR(ISERROR({2}),{2}*1024=INT({2}*1024))")(call)


def ordered_match(call: Call) -> str:
    """Calls of MATCH that look for the value itself, or in ascending order."""
    if call.arguments[2:] in (["0"], ["FALSE"]):
        return "TRUE"
    if call.arguments[2:] not in ([], ["1"]):
        return "FALSE"
    return satisfies('{0}=COUNTIF({2},"<="&{1})')(call)


def no_text_numbers(call: Call) -> str:
    """Calls without truth values, errors and texts with digits in their ranges."""
    conditions = []
    for argument in call.arguments:
        if re.fullmatch(_RANGE, argument):
            conditions.append(f'COUNTA({argument})=COUNT({argument})+COUNTIF({argument},"*")')
            texts = "+".join(f'COUNTIF({argument},"*{digit}*")' for digit in range(10))
            conditions.append(f"{texts}=0")
    return _all_of(conditions)
