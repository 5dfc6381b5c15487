"""Conditions under which an engine with a known mistake calculates a call correctly.

A condition looks at a call in the tree of its formula.  Mostly it knows from that whether the call
is correct; else it gives a formula that is TRUE where it is, for the engine to evaluate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..grammar.calls import AnyCall, has_array_outside_of_calls
from ..grammar.function_names import plain_name
from ..grammar.references import Range, parse_reference
from ..grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    walk,
)
from .base import BROADCAST

Correctness: TypeAlias = "bool | str"
"""Whether a call is correct, or a formula that is TRUE where it is."""

CallCondition: TypeAlias = "Callable[[AnyCall], Correctness]"


def as_formula(correctness: Correctness) -> str:
    """A formula that is TRUE where a call is correct."""
    return correctness if isinstance(correctness, str) else str(correctness).upper()


def _formula(template: str, *nodes: Node) -> str:
    """A formula about nodes, which stand for ``{0}``, ``{1}`` and so on."""
    return template.format(*(node.text for node in nodes))


def _all_of(conditions: Iterable[str]) -> Correctness:
    formulas = ",".join(conditions)
    return f"AND({formulas})" if formulas else True


def always(_: AnyCall) -> Correctness:
    """Every call."""
    return True


def never(_: AnyCall) -> Correctness:
    """No call."""
    return False


def satisfies(*templates: str) -> CallCondition:
    """Calls for which all formulas are TRUE; ``{0}`` is the call, ``{1}`` its first argument."""

    def condition(call: AnyCall) -> Correctness:
        if any(isinstance(argument, Omitted) for argument in call.arguments):
            return False
        try:
            return _all_of([_formula(template, call, *call.arguments) for template in templates])
        except IndexError:  # there is no such argument
            return False

    return condition


# What the text of an argument shows ---------------------------------------------------------------


def _is_text(node: Node) -> bool:
    return isinstance(node, Literal) and node.kind == "text"


def _is_natural(node: Node) -> bool:
    """Whether a node is a number without a sign or a fraction."""
    return isinstance(node, Literal) and node.text.isdigit()


def _is_number(node: Node) -> bool:
    """Whether a node is a number, perhaps with a sign."""
    if isinstance(node, Operation) and node.name in ("-", "+") and len(node.arguments) == 1:
        (node,) = node.arguments
    return isinstance(node, Literal) and node.kind == "number"


def _is_constant(node: Node) -> bool:
    """Whether a node is a number, a text, a truth value or nothing."""
    is_known = isinstance(node, Literal) and node.kind in ("text", "logical")
    return is_known or isinstance(node, Omitted) or _is_number(node)


def _begins_with_text(node: Node) -> bool:
    """Whether a text constant comes first: ``"a"&B1``."""
    first = next(walk(node))
    return _is_text(first) and first.start == node.start


def _is_plain_text(node: Node) -> bool:
    """Whether a node is a text without letters beyond A to Z."""
    return _is_text(node) and node.text.isascii()


_NUMERIC = frozenset(
    (
        *("ABS", "AVERAGE", "COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "DATE", "DAY", "INT", "LEN"),
        *("MATCH", "MAX", "MEDIAN", "MIN", "MOD", "MONTH", "NOW", "RANK", "ROUND", "ROW", "SUM"),
        *("SUMIF", "SUMIFS", "SUMPRODUCT", "TODAY", "YEAR"),
    )
)
"""Frequent functions that give no texts."""


def _is_arithmetic(node: Node) -> bool:
    """Whether a node is a number, or calculates one."""
    if isinstance(node, Operation):
        return node.name in ("+", "-", "*", "/", "^", "%")
    return _is_number(node) or (isinstance(node, Call) and plain_name(node.name) in _NUMERIC)


def _each(function: str, argument: Node) -> str:
    """A call of a function, for each value of an array."""
    if has_array_outside_of_calls(argument):
        return f'{BROADCAST}("{function}",{argument.text})'
    return f"{function}({argument.text})"


def _has_brackets(node: Node) -> bool:
    return any(isinstance(part, (Call, Parenthesis, ArrayConstant)) for part in walk(node))


def _is_of_cells(node: Node) -> bool:
    """Whether a node is a reference or a name, perhaps with ``@``, and no arithmetic."""
    signs = "@", ":", " ", ",", "#", "%", ""
    return not _has_brackets(node) and not any(
        _is_text(part) or (isinstance(part, Operation) and part.name not in signs)
        for part in walk(node)
    )


def _ends_with_range(node: Node) -> bool:
    """Whether a range comes last, as in ``2*A1:A9``, and there are no brackets and no texts."""
    leaves = [part for part in walk(node) if not part.children]
    last = leaves[-1]
    is_range = isinstance(last, Reference) and ":" in last.local_text and last.end == node.end
    return is_range and not _has_brackets(node) and not any(map(_is_text, leaves))


def _range_of(node: Node) -> Range | None:
    """The range that a node is, if it is one of several cells."""
    if not (isinstance(node, Reference) and ":" in node.local_text):
        return None
    try:
        return parse_reference(node.local_text)
    except ValueError:  # A0
        return None


# Conditions ---------------------------------------------------------------------------------------


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

    finite = satisfies("ISNUMBER({0})", "ABS({0})<1E+300", *templates)

    def condition(call: AnyCall) -> Correctness:
        tests = [_formula("ISNUMBER({0})", argument) for argument in call.arguments]
        errors = [_formula("ISERROR({0})", argument) for argument in call.arguments]
        if logical_last and call.arguments:
            tests[-1] = _formula("ISLOGICAL({0})", call.arguments[-1])
        numbers = finite(call)
        if numbers is False:
            return False
        tests_or_errors = ",".join(f"OR({test},{error})" for test, error in zip(tests, errors))
        return f"IF(OR({','.join(errors)}),AND({tests_or_errors}),AND({','.join(tests)},{numbers}))"

    return condition


def _without(is_found: Callable[[Node], bool]) -> CallCondition:
    """Calls in whose arguments nothing of a kind occurs."""
    return lambda call: (
        not any(is_found(node) for argument in call.arguments for node in walk(argument))
    )


without_array_constants = _without(lambda node: isinstance(node, ArrayConstant))
without_ranges = _without(
    lambda node: (
        node.name == ":"
        if isinstance(node, Operation)
        else isinstance(node, Reference) and ":" in node.text
    )
)


def with_one_mode(call: AnyCall) -> Correctness:
    """Calls with numbers of which one is the most frequent."""
    return f"COUNT(MODE.MULT({','.join(argument.text for argument in call.arguments)}))<2"


def with_field(call: AnyCall) -> Correctness:
    """Calls with a second argument, which names the field of a database."""
    return not isinstance(call.arguments[1], Omitted)


without_lost_references = _without(
    lambda node: isinstance(node, Literal) and node.kind == "error" and "#REF!" in node.text
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
        if not _is_text(criterion):
            return "#" in text
        is_met_by_blanks = not counts_blanks and _MET_BY_BLANKS.fullmatch(text[1:-1])
        return bool("#" in text or _UNUSUAL_CRITERION.fullmatch(text[1:-1]) or is_met_by_blanks)

    def condition(call: AnyCall) -> Correctness:
        conditions = []
        for place in range(first, len(call.arguments), step):
            criterion, range_ = call.arguments[place], call.arguments[place - 1]
            if criterion.text == '""' and not counts_blanks:
                conditions.append(_formula("COUNTA({0})=ROWS({0})*COLUMNS({0})", range_))
            elif is_unusual(criterion):
                return False
            elif not (_is_text(criterion) or _is_number(criterion)):
                conditions.append(_formula(is_plain, criterion))
        if summed is not None and len(call.arguments) > summed:
            conditions.append(_formula("ISNUMBER(SUM({0}))", call.arguments[summed]))
        return _all_of(conditions)

    return condition


def compared_alike(call: AnyCall) -> Correctness:
    """Comparisons, except of what a spreadsheet calls the same and the engine does not.

    That are numbers that agree to 15 digits, and texts that differ in capitals beyond A to Z alone.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or _is_plain_text(node) for node in (left, right)):
        return True
    conditions = []
    if not any(map(_begins_with_text, (left, right))):
        conditions.append(_as_numbers(left, right))
    if not any(map(_is_arithmetic, (left, right))):
        conditions.append(_as_texts(left, right))
    return conditions[0] if len(conditions) == 1 else _all_of(conditions)


def _as_numbers(left: Node, right: Node) -> str:
    """Whether no numbers that agree to 15 digits are not the same."""
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        are_close = "(({0})-({1}))^2<=1E-28*({0})^2"
        template = f"SUMPRODUCT(IFERROR((({{0}})<>({{1}}))*({are_close}),0))=0"
    else:
        is_apart = "ABS(({0})-({1}))>1E-14*ABS({0})"
        template = f"IF(AND(ISNUMBER({{0}}),ISNUMBER({{1}})),OR({{0}}={{1}},{is_apart}),TRUE)"
    return _formula(template, left, right)


def _as_texts(left: Node, right: Node) -> str:
    """Whether no texts are the same in capitals that are not the same without."""
    if not (has_array_outside_of_calls(left) or has_array_outside_of_calls(right)):
        differ = "IF({0}={1},TRUE,IF(LEN({0})<>LEN({1}),TRUE,UPPER({0})<>UPPER({1})))"
        return _formula(f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{differ},TRUE)", left, right)
    one, other = _each("UPPER", left), _each("UPPER", right)
    differ = f"SUMPRODUCT(IFERROR(({left.text}<>{right.text})*({one}={other}),0))=0"
    have_no_texts = ",".join(_formula("COUNTA({0})=COUNT({0})", node) for node in (left, right))
    return f"IF(OR({have_no_texts}),TRUE,{differ})"


def ordered_by_plain_letters(call: AnyCall) -> Correctness:
    """Comparisons of order, except of texts with letters beyond A to Z, whose place is another.

    Mostly the first letters decide.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or _is_arithmetic(node) for node in (left, right)):
        return True
    if all(map(_is_plain_text, (left, right))):
        return True
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        return True  # hardly ever are texts put in order so
    first_decides = "AND(UNICODE({0})<128,UNICODE({1})<128,LEFT(UPPER({0}))<>LEFT(UPPER({1})))"
    letters = f'{BROADCAST}("MID",{{0}}&{{1}},SEQUENCE(LEN({{0}}&{{1}})),1)'
    are_plain = f'SUMPRODUCT(--({BROADCAST}("UNICODE",{letters})>127))=0'
    is_decided = f"OR({{0}}={{1}},IF(LEN({{0}})*LEN({{1}})=0,TRUE,OR({first_decides},{are_plain})))"
    template = f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{is_decided},TRUE)"
    return _formula(template, left, right)


def full_of_numbers(*places: int) -> CallCondition:
    """Calls in which the ranges in some places hold numbers only."""
    return satisfies(*(f"COUNT({{{n}}})=ROWS({{{n}}})*COLUMNS({{{n}}})" for n in places))


def from_one(call: AnyCall) -> Correctness:
    """Calls of INDEX whose row and column are 1 or more, or a 0 that stands in the formula."""
    numbers = [number for number in call.arguments[1:3] if not _is_natural(number)]
    if any(isinstance(number, Omitted) or _is_number(number) for number in numbers):
        return False
    return _all_of([_formula("IF(ISERROR({0}),TRUE,{0}>=1)", number) for number in numbers])


def one_dimensional(call: AnyCall) -> Correctness:
    """Calls of INDEX with a row and a column, or with one of both in a single row or column."""
    if len(call.arguments) != 2:
        return True
    array = call.arguments[0]
    if isinstance(array, ArrayConstant):
        return len(array.rows) == 1 or len(array.rows[0]) == 1
    if cells := _range_of(array):
        return cells.left == cells.right or cells.top == cells.bottom
    return _formula("OR(ROWS({0})=1,COLUMNS({0})=1)", array)


def no_blank_descending(call: AnyCall) -> Correctness:
    """Calls of MATCH, except those that look for a blank in descending order."""
    if len(call.arguments) < 3 or isinstance(call.arguments[2], Literal):
        return True
    return satisfies("OR({3}>=0,NOT(ISBLANK({1})))")(call)


def no_blank(call: AnyCall) -> Correctness:
    """Calls without constant texts, and with one argument or without blank cells as arguments."""
    if any(map(_is_text, call.arguments)):
        return False
    if len(call.arguments) < 2:
        return True
    return _all_of([_formula("NOT(ISBLANK({0}))", argument) for argument in call.arguments])


def exact_where_possible(call: AnyCall) -> Correctness:
    """Calls of LOOKUP that find the value itself if it is there; else the cells are not in order.

    Excluded are calls that look for a blank or among blanks, and those in a calculated array, such
    as ``1/(A1:A9<>"")``: it has errors, which Excel passes over as it does blanks.
    """
    vector = call.arguments[1] if len(call.arguments) > 1 else None
    if isinstance(vector, ArrayConstant):
        return _is_ascending(vector)
    if vector is None or not _is_of_cells(vector):
        return False
    return satisfies(
        "NOT(ISBLANK({1}))",
        "OR(ISERROR({1}),AND(COUNTBLANK({2})=0,COUNTIF({2},{1})=0),"
        "AND(LOOKUP({1},{2})={1},OR({1}<>0,COUNTBLANK({2})=0)))",
    )(call)


def _is_ascending(constant: ArrayConstant) -> bool:
    """Whether an array constant has numbers in ascending order, in what LOOKUP searches.

    >>> from xl_tourney.grammar.parser import parse
    >>> constants = "{1,4;2,4;3,1}", "{1,3,2}", "{1,2,3;4,1,2}"
    >>> [_is_ascending(parse(constant).root) for constant in constants]
    [True, False, True]
    """
    rows = constant.rows
    searched = rows[0] if len(rows[0]) > len(rows) else [row[0] for row in rows]
    try:
        numbers = [float(element.text) for element in searched]
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


_NO_DATE_IN_CELLS = (
    'OR(COUNTIF({0},"*/*")=0,'
    + "+".join(f'COUNTIF({{0}},"*{digit}/*")' for digit in range(10))
    + "=0)"
)
"""TRUE where no text has a digit before a slash, as ``1/2/2023`` has, and ``N/A`` has not."""


def no_ambiguous_dates(*places: int) -> CallCondition:
    """Calls without texts such as 2/3/2023 in some places: what they mean depends on the country.

    A place may be a range; one below 0 stands for every second argument from there on.
    """

    def condition(call: AnyCall) -> Correctness:
        arguments = call.arguments
        found: list[Node] = []
        for place in places:
            found += arguments[place : place + 1] if place >= 0 else arguments[-place::2]
        if any(_is_text(node) and is_ambiguous_date(node.text) for node in found):
            return False
        calculated = 'IFERROR(FIND("/",{0})<1,TRUE)'
        return _all_of(
            [
                _formula(_NO_DATE_IN_CELLS if _is_of_cells(node) else calculated, node)
                for node in found
                if not _is_constant(node)
            ]
        )

    return condition


def no_truth_value(call: AnyCall) -> Correctness:
    """Calls without truth values as arguments: functions of the Analysis ToolPak take none."""
    if any(isinstance(node, Literal) and node.kind == "logical" for node in call.arguments):
        return False
    return _all_of(
        [
            _formula("NOT(ISLOGICAL({0}))", argument)
            for argument in call.arguments
            if not (_is_constant(argument) or _ends_with_range(argument))
        ]
    )


def numbers_as_texts(call: AnyCall) -> Correctness:
    """Calls whose constant texts are numbers as every country writes them."""
    return _texts_are('"-?[0-9]+"', call)


def numbers_or_words(call: AnyCall) -> Correctness:
    """Calls whose constant texts are such numbers, or have no digit and are none anywhere."""
    return _texts_are('"-?[0-9]+"|"[^0-9]*"', call)


def _texts_are(pattern: str, call: AnyCall) -> bool:
    texts = [argument.text for argument in call.arguments if _begins_with_text(argument)]
    return all(re.fullmatch(pattern, text) for text in texts)


def has_few_digits(call: AnyCall) -> Correctness:
    """Calls whose first argument is no number of more than 15 digits."""
    if _begins_with_text(call.arguments[0]) or _is_natural(call.arguments[0]):
        return True
    return satisfies("IF(ISNUMBER({1}),LEN({1})<17,TRUE)")(call)


_UNIT_OF_ELAPSED_TIME = r"(?i)\[([hms])\1*\]"
_QUOTED_OR_ESCAPED = r'"[^"]*"|\\.'


def no_format_of_texts(call: AnyCall) -> Correctness:
    """Calls of TEXT, except of a text by a format with a section for texts (``@``).

    A format must also not have the unit of an elapsed time twice, as ``[h]:h`` has.
    """
    value, text_format = call.arguments
    if not _is_text(text_format):
        is_plain = 'AND(ISERROR(FIND("@",{2})),ISERROR(FIND(";",{2})))'
        repeats_no_unit = 'OR(ISERROR(FIND("[",{2})),ISERROR(FIND("""",{2})))'
        return satisfies(f'OR(NOT(ISTEXT({{1}})),{{2}}="@",{is_plain})', repeats_no_unit)(call)
    plain = re.sub(_QUOTED_OR_ESCAPED, "", text_format.text[1:-1].replace('""', '"'))
    unit = re.search(_UNIT_OF_ELAPSED_TIME, plain)
    if unit and unit[1].lower() in re.sub(_UNIT_OF_ELAPSED_TIME, "", plain).lower():
        return False
    if text_format.text == '"@"' or not re.search("[@;]", plain):
        return True
    return _formula("NOT(ISTEXT({0}))", value)


def numeric_count(call: AnyCall) -> Correctness:
    """Calls of LEFT and RIGHT of no truth value, whose number of characters is a number."""
    if call.arguments[1:2] and call.arguments[1].text in ("", '""'):
        return False
    return _all_of(
        [
            _formula(template, argument)
            for argument, template in zip(call.arguments, ("NOT(ISLOGICAL({0}))", "ISNUMBER({0})"))
            if not (_is_natural(argument) or _begins_with_text(argument))
        ]
    )


def binary_divisor(call: AnyCall) -> Correctness:
    """Calls of MOD by a number that is written exactly in binary."""
    if len(call.arguments) != 2:
        return False
    is_natural = _is_natural(call.arguments[1])
    return is_natural or satisfies("OR(ISERROR({2}),{2}*1024=INT({2}*1024))")(call)


def ordered_match(call: AnyCall) -> Correctness:
    """Calls of MATCH that look for the value itself, or in ascending order."""
    order = [argument.text.upper() for argument in call.arguments[2:]]
    if order in (["0"], ["FALSE"]):
        return True
    return order in ([], ["1"]) and satisfies('{0}=COUNTIF({2},"<="&{1})')(call)


_DIGITS_IN_TEXTS = "+".join(f'COUNTIF({{0}},"*{digit}*")' for digit in range(10))


def no_text_numbers(call: AnyCall) -> Correctness:
    """Calls without truth values, errors and texts with digits in their ranges."""
    return _all_of(
        [
            _formula(template, argument)
            for argument in call.arguments
            if _ends_with_range(argument)
            for template in (
                'COUNTA({0})=COUNT({0})+COUNTIF({0},"*")',
                f"{_DIGITS_IN_TEXTS}=0",
            )
        ]
    )
