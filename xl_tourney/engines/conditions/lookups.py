"""Conditions of INDEX, MATCH and LOOKUP, and of references that are made at run time."""

from __future__ import annotations

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.syntax_tree import ArrayConstant, Call, Literal, Node, Omitted, Parenthesis, walk
from ..base import NUMBERS
from .combining import CallCondition, Correctness, about, all_of, satisfies
from .nodes import is_natural, is_number, is_of_cells


def from_one(call: AnyCall) -> Correctness:
    """Calls of INDEX whose row and column are 1 or more, or a 0 that stands in the formula."""
    numbers = [number for number in call.arguments[1:3] if not is_natural(number)]
    if any(isinstance(number, Omitted) or is_number(number) for number in numbers):
        return False
    return all_of([about("IF(ISERROR({0}),TRUE,{0}>=1)", number) for number in numbers])


def one_dimensional(call: AnyCall) -> Correctness:
    """Calls of INDEX with a row and a column, or with one of both in a single row or column."""
    if len(call.arguments) != 2:
        return True
    array = call.arguments[0]
    if isinstance(array, ArrayConstant):
        return len(array.rows) == 1 or len(array.rows[0]) == 1
    if cells := array.area:
        return cells.left == cells.right or cells.top == cells.bottom
    return about("OR(ROWS({0})=1,COLUMNS({0})=1)", array)


def no_blank_descending(call: AnyCall) -> Correctness:
    """Calls of MATCH, except those that look for a blank in descending order."""
    if len(call.arguments) < 3 or isinstance(call.arguments[2], Literal):
        return True
    return satisfies("OR({3}>=0,NOT(ISBLANK({1})))")(call)


def ordered_match(call: AnyCall) -> Correctness:
    """Calls of MATCH that look for the value itself, or in ascending order."""
    order = [argument.text.upper() for argument in call.arguments[2:]]
    if order in (["0"], ["FALSE"]):
        return True
    return order in ([], ["1"]) and satisfies('{0}=COUNTIF({2},"<="&{1})')(call)


def nothing_below(searched: str, mode_at: int) -> CallCondition:
    """Calls of a look-up that look for the value itself, find one, or can find none.

    ``searched`` is the column or row that they search, ``mode_at`` the place of the argument that
    says how.  Among values that are not in order Excel may find one where engines do not.
    """

    def condition(call: AnyCall) -> Correctness:
        mode = call.arguments[mode_at].text.upper() if len(call.arguments) > mode_at else "TRUE"
        if mode in ("0", "FALSE", ""):
            return True
        may_be_found = ">=" if mode == "-1" else "<="
        found = satisfies(
            f'IF(ISNA({{0}}),IF(ISERROR({{1}}),TRUE,COUNTIF({searched},"{may_be_found}"&{{1}})=0),'
            "TRUE)"
        )(call)
        if mode in ("1", "TRUE", "-1") or not isinstance(found, str):
            return found
        return f"IF({call.arguments[mode_at].text},{found},TRUE)"

    return condition


def finds_itself(searched: str, place: str = "") -> CallCondition:
    """Look-ups that find no number which only nearly equals the one that they look for.

    ``place`` is where the number is found in what is ``searched``; the engine's look-ups take
    numbers for the same up to a difference of 1E-12.
    """
    found = f"INDEX({searched},{place or f'MATCH({{1}},{searched},IF({{order}},1,0))'})"

    def condition(call: AnyCall) -> Correctness:
        given = [node.text for node in call.arguments]
        match, search = [*given[4:6], "", ""][:2]
        return f"IFERROR(OR({found}={{1}},ABS({found}-({{1}}))>1E-12),TRUE)".format(
            call.text,
            *given,
            order=(given[3] or "0") if len(given) > 3 else "1",
            match=match or "0",
            search=search or "1",
        )

    return condition


def is_ranked(call: AnyCall) -> Correctness:
    """Calls of RANK for a number that is among the others, bit for bit."""
    number, others = (node.area for node in call.arguments[:2])
    if number and others and others.contains(number.top, number.left):
        return True
    return satisfies("IFERROR(COUNTIF({2},{1})>0,TRUE)")(call)


def exact_where_possible(call: AnyCall) -> Correctness:
    """Calls of LOOKUP that find the value itself if it is there; else the cells are not in order.

    Excluded are calls that look for a blank or among blanks, and those in a calculated array, such
    as ``1/(A1:A9<>"")``: it has errors, which Excel passes over as it does blanks.
    """
    vector = call.arguments[1] if len(call.arguments) > 1 else None
    if isinstance(vector, ArrayConstant):
        return _is_ascending(vector)
    if vector is None or not is_of_cells(vector):
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
    nodes = (node for argument in call.arguments for node in walk(argument))
    return not any(isinstance(node, (Call, Parenthesis)) for node in nodes)


def known_information(call: AnyCall) -> Correctness:
    """Calls of CELL about a place or a value; the address on another sheet has a file's name."""
    if len(call.arguments) != 2:
        return False
    return call.arguments[0].text.strip('"').lower() in ("col", "contents", "row", "type")
