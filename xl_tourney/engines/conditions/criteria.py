"""Conditions of criteria, of dates, and of comparisons: where programs call the same equal."""

from __future__ import annotations

import re

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.syntax_tree import Node, Omitted
from ..base import BROADCAST
from .combining import CallCondition, Correctness, about, all_of
from .nodes import (
    begins_with_text,
    is_arithmetic,
    is_constant,
    is_number,
    is_of_cells,
    is_plain_text,
    is_text,
)

_UNUSUAL_CRITERION = re.compile("(?i)[<>]=?|[<>=]*(true|false)|<>-?[0-9.]+")
_MET_BY_BLANKS = re.compile("=?|<>.+")
_IS_PLAIN = (
    'OR(ISNUMBER({0}),ISBLANK({0}),AND(ISTEXT({0}),ISERROR(FIND("#",{0})),'
    'ISERROR(SEARCH("true",{0})),ISERROR(SEARCH("false",{0})),'
    'NOT(OR({0}="<",{0}=">",{0}="<=",{0}=">=",'
    'AND(LEFT({0},2)="<>",ISNUMBER(--MID({0},3,99)))))))'
)
_IS_NOT_MET_BY_BLANKS = 'LEN({0})>0,{0}<>"=",OR({0}="<>",LEFT({0},2)<>"<>")'


def plain_criteria(
    first: int, step: int = 2, summed: int | None = None, *, counts_blanks: bool = True
) -> CallCondition:
    """Calls whose criteria are numbers or plain texts, and that sum no errors.

    ``first`` is the index of the first criterion, ``summed`` of the range that is summed;
    ``counts_blanks`` tells whether the engine counts blank cells that meet a criterion.
    """
    is_plain = _IS_PLAIN if counts_blanks else f"AND({_IS_PLAIN},{_IS_NOT_MET_BY_BLANKS})"

    def is_unusual(criterion: Node) -> bool:
        text = criterion.text
        if not is_text(criterion):
            return "#" in text
        is_met_by_blanks = not counts_blanks and _MET_BY_BLANKS.fullmatch(text[1:-1])
        return bool("#" in text or _UNUSUAL_CRITERION.fullmatch(text[1:-1]) or is_met_by_blanks)

    def condition(call: AnyCall) -> Correctness:
        conditions = []
        for place in range(first, len(call.arguments), step):
            criterion, range_ = call.arguments[place], call.arguments[place - 1]
            if criterion.text == '""' and not counts_blanks:
                conditions.append(about("COUNTA({0})=ROWS({0})*COLUMNS({0})", range_))
            elif is_unusual(criterion):
                return False
            elif not (is_text(criterion) or is_number(criterion)):
                conditions.append(about(is_plain, criterion))
        if summed is not None and len(call.arguments) > summed:
            conditions.append(about("ISNUMBER(SUM({0}))", call.arguments[summed]))
        return all_of(conditions)

    return condition


_COMPARED = re.compile('"[<>=]*[^0-9]*"')
_NUMBER = 'IF(ISNUMBER({0}),{0},SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({0},"<",""),">",""),"=","")+0)'
_ARE_APART = (
    f'IFERROR(COUNTIFS({{1}},">="&{_NUMBER}-1E-14*ABS({_NUMBER}),'
    f'{{1}},"<="&{_NUMBER}+1E-14*ABS({_NUMBER}))=COUNTIF({{1}},{_NUMBER}),TRUE)'
)


def no_nearly_equal_number(first: int) -> CallCondition:
    """Calls in whose ranges no number nearly equals that of a criterion.

    ``first`` is the index of the first criterion; its range is before it.
    """

    def condition(call: AnyCall) -> Correctness:
        arguments = call.arguments
        return all_of(
            [
                about(_ARE_APART, arguments[place], arguments[place - 1])
                for place in range(first, len(arguments), 2)
                if not _COMPARED.fullmatch(arguments[place].text)
            ]
        )

    return condition


def with_field(call: AnyCall) -> Correctness:
    """Calls with a second argument, which names the field of a database."""
    return not isinstance(call.arguments[1], Omitted)


_PART_OF_SECOND = "?:?*:?*.?"


def whole_seconds(call: AnyCall) -> Correctness:
    """Calls and arithmetic without texts such as 0:00:14.9: a time with a part of a second."""
    return all_of(
        [
            about(
                f'COUNTIF({{0}},"*{_PART_OF_SECOND}*")=0'
                if is_of_cells(node)
                else f'IFERROR(SEARCH("{_PART_OF_SECOND}",{{0}})<1,TRUE)',
                node,
            )
            for node in call.arguments
            if not (is_arithmetic(node) or isinstance(node, Omitted))
        ]
    )


def is_ambiguous_date(text: str) -> bool:
    """Whether what a text such as 2/3/2023 means depends on the country.

    >>> [is_ambiguous_date(text) for text in ("1/01/1900", "02-10-2019", "3+4i", "1900", "2/3")]
    [True, True, False, False, True]
    """
    return re.search(r"[0-9]/[0-9]|\b[0-9]{1,2}([-.])[0-9]{1,2}\1[0-9]", text) is not None


_NO_SLASH_IN_CELLS = (
    'OR(COUNTIF({0},"*/*")=0,'
    + "+".join(f'COUNTIF({{0}},"*{digit}/*")' for digit in range(10))
    + "=0)"
)
"""TRUE where no text has a digit before a slash, as ``1/2/2023`` has, and ``N/A`` has not."""
_WITH_YEAR = [
    f"?{mark}{month}{mark}{century}??"
    for mark in "-."
    for month in ("?", "??")
    for century in (19, 20)
]
"""What a date is like that ends with its year, ``03-09-2020``."""
_NO_DATE_IN_CELLS = (
    _NO_SLASH_IN_CELLS + "," + "+".join(f'COUNTIF({{0}},"*{text}*")' for text in _WITH_YEAR) + "=0"
)
_NO_DATE_IN_VALUE = 'IFERROR(FIND("/",{0})<1,TRUE),' + ",".join(
    f'IFERROR(SEARCH("{text}",{{0}})<1,TRUE)' for text in _WITH_YEAR
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
        if any(is_text(node) and is_ambiguous_date(node.text) for node in found):
            return False
        return all_of(
            [
                about(_NO_DATE_IN_CELLS if is_of_cells(node) else _NO_DATE_IN_VALUE, node)
                for node in found
                if not is_constant(node)
            ]
        )

    return condition


def compared_alike(call: AnyCall) -> Correctness:
    """Comparisons, except of what a spreadsheet calls the same and the engine does not.

    That are numbers that agree to 15 digits, and texts that differ in capitals beyond A to Z alone.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_plain_text(node) for node in (left, right)):
        return True
    conditions = []
    if not any(map(begins_with_text, (left, right))):
        conditions.append(_as_numbers(left, right))
    if not any(map(is_arithmetic, (left, right))):
        conditions.append(_as_texts(left, right))
    return conditions[0] if len(conditions) == 1 else all_of(conditions)


def compared_alike_in_arrays(call: AnyCall) -> Correctness:
    """Comparisons, except of arrays with such values in them."""
    return not any(map(has_array_outside_of_calls, call.arguments)) or compared_alike(call)


def _as_numbers(left: Node, right: Node) -> str:
    """Whether no numbers that agree to 15 digits are not the same."""
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        are_close = "(({0})-({1}))^2<=1E-28*({0})^2"
        template = f"SUMPRODUCT(IFERROR((({{0}})<>({{1}}))*({are_close}),0))=0"
    else:
        is_apart = "ABS(({0})-({1}))>1E-14*ABS({0})"
        template = f"IF(AND(ISNUMBER({{0}}),ISNUMBER({{1}})),OR({{0}}={{1}},{is_apart}),TRUE)"
    return about(template, left, right)


def _as_texts(left: Node, right: Node) -> str:
    """Whether no texts are the same in capitals that are not the same without."""
    if not (has_array_outside_of_calls(left) or has_array_outside_of_calls(right)):
        differ = "IF({0}={1},TRUE,IF(LEN({0})<>LEN({1}),TRUE,UPPER({0})<>UPPER({1})))"
        return about(f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{differ},TRUE)", left, right)
    one, other = _each("UPPER", left), _each("UPPER", right)
    differ = f"SUMPRODUCT(IFERROR(({left.text}<>{right.text})*({one}={other}),0))=0"
    have_no_texts = ",".join(about("COUNTA({0})=COUNT({0})", node) for node in (left, right))
    return f"IF(OR({have_no_texts}),TRUE,{differ})"


def _each(function: str, argument: Node) -> str:
    """A call of a function, for each value of an array."""
    if has_array_outside_of_calls(argument):
        return f'{BROADCAST}("{function}",{argument.text})'
    return f"{function}({argument.text})"


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
    first_decides = "AND(UNICODE({0})<128,UNICODE({1})<128,LEFT(UPPER({0}))<>LEFT(UPPER({1})))"
    letters = f'{BROADCAST}("MID",{{0}}&{{1}},SEQUENCE(LEN({{0}}&{{1}})),1)'
    are_plain = f'SUMPRODUCT(--({BROADCAST}("UNICODE",{letters})>127))=0'
    is_decided = f"OR({{0}}={{1}},IF(LEN({{0}})*LEN({{1}})=0,TRUE,OR({first_decides},{are_plain})))"
    template = f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{is_decided},TRUE)"
    return about(template, left, right)
