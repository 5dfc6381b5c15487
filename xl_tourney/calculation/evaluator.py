"""The value of a formula that stands in no cell, over values that are there: plain Python.

It knows what our own workbooks say: operators, the functions of the catalogue, and those of
spreadsheets that the formulas of templates call.  A reference is always a block of rows, as ``SUM``
passes over texts of cells only; a function of single values is called for each cell of its blocks.
So ``ROUND(B2:B3/2,0)`` with 5 and 8 in the cells::

    B2:B3       [[5.0], [8.0]]
    B2:B3/2     [[2.5], [4.0]]      "/" for each cell
    ROUND(…)    [[3.0], [4.0]]
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain
from typing import Any, TypeAlias

from ..catalogue.cells import (
    Block,
    CellError,
    ErrorValue,
    element_of,
    is_error,
    na_error,
    raise_if_error,
    round_to_15_digits,
    to_block,
    to_text,
    value_error,
)
from ..catalogue.expression import rounded
from ..functions import CATALOGUE
from ..grammar.function_names import catalogue_name, plain_name
from ..grammar.parser import parse
from ..grammar.references import MAX_COLUMN, MAX_ROW, Range
from ..grammar.syntax_tree import (
    ArrayConstant,
    Call,
    FormulaError,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
)
from ..patterns import regex

ReadBlock = Callable[[str, Range], Block]
"""The values of a range of a sheet by rows, as far as the sheet has some; KeyError without it."""
_Function: TypeAlias = Callable[..., Any]


class NotKnownError(Exception):
    """The formula has something that this module does not know."""


class Evaluator:
    """Evaluates formulas whose references name their sheets."""

    def __init__(self, read: ReadBlock) -> None:
        self._read = read
        self._blocks: dict[tuple[str, Range], Block] = {}
        self._results: dict[str, Any] = {}
        """What the catalogue's functions gave, by the call."""

    def evaluate(self, formula: str) -> Any:
        """The value of a formula, rows of values where it is an array.

        Raises
        ------
        NotKnownError
            It has a function, a reference or a name that is not known here.
        """
        try:
            value = self._value(parse(formula).root)
        except (FormulaError, RecursionError) as error:  # a sum of thousands is deep
            raise NotKnownError(formula) from error
        return _single(value)

    def _value(self, node: Node) -> Any:
        if isinstance(node, Parenthesis):
            return self._value(node.content)
        if isinstance(node, Literal):
            return _constant(node)
        if isinstance(node, ArrayConstant):
            return [[_first(self._value(cell)) for cell in row] for row in node.rows]
        if isinstance(node, Reference):
            return self._block(node)
        if isinstance(node, Omitted):
            return None
        if isinstance(node, Call) and (name := catalogue_name(node.name)):
            if node.text not in self._results:
                arguments = [
                    "" if isinstance(argument, Omitted) else _single(self._value(argument))
                    for argument in node.arguments
                ]
                self._results[node.text] = CATALOGUE[name].call_from_host(*arguments)
            return self._results[node.text]
        if isinstance(node, (Call, Operation)):
            name = plain_name(node.name) if isinstance(node, Call) else node.name
            if function := _FUNCTIONS.get(name):
                try:
                    return function(*map(self._value, node.arguments))
                except CellError as error:
                    return error.value
                except TypeError as error:  # a number of arguments that it does not take
                    raise NotKnownError(node.text) from error
        raise NotKnownError(node.text)

    def _block(self, node: Reference) -> Block:
        area = node.area
        is_whole = area and (area.bottom == MAX_ROW or area.right == MAX_COLUMN)
        if area is None or is_whole or not node.sheet_prefix or node.is_external:
            raise NotKnownError(node.text)
        key = node.sheet, area
        if key not in self._blocks:
            try:
                rows = self._read(*key)
            except KeyError as error:
                raise NotKnownError(node.text) from error
            height, width = area.bottom - area.top + 1, area.right - area.left + 1
            block = [
                [_as_float(cell) for cell in row] + [None] * (width - len(row)) for row in rows
            ]
            self._blocks[key] = block + [[None] * width for _ in range(height - len(block))]
        return self._blocks[key]


# Values -------------------------------------------------------------------------------------------


def _constant(node: Literal) -> Any:
    if node.kind == "number":
        return float(node.text)
    if node.kind == "text":
        return node.text[1:-1].replace('""', '"')
    return node.text.upper() == "TRUE" if node.kind == "logical" else ErrorValue(node.text.upper())


def _as_float(cell: Any) -> Any:
    if type(cell) is int:
        return float(cell)
    return ErrorValue(cell) if is_error(cell) else cell


def _single(value: Any) -> Any:
    """A value as it is passed on: a block of one cell is the cell."""
    return value[0][0] if isinstance(value, list) and len(value) == len(value[0]) == 1 else value


def _first(value: Any) -> Any:
    return value[0][0] if isinstance(value, list) else value


def _cells(*values: Any) -> Iterator[Any]:
    return chain.from_iterable(chain.from_iterable(map(to_block, values)))


_NUMERAL = regex(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?", re.ASCII)


def _number(value: Any) -> float:
    """A value as arithmetic takes it; what other texts are, as 5%, follows from the country."""
    raise_if_error(value)
    if not isinstance(value, str):
        return float(value or 0.0)
    if _NUMERAL.fullmatch(value):
        return float(value)
    if any(letter.isdigit() for letter in value):
        raise NotKnownError(value)
    raise value_error(f"{value!r} is no number")


def _numbers(*values: Any) -> list[float]:
    """The numbers that sums take: of blocks the cells with one, and every value by itself."""
    found = []
    for value in values:
        for cell in _cells(value):
            raise_if_error(cell)
            if not isinstance(value, list) or type(cell) is float:
                found.append(_number(cell))
    return found


def _add(numbers: Sequence[float]) -> float:
    """The sum from left to right, as spreadsheets add; Python's own sum is more exact."""
    return reduce(operator.add, numbers, 0.0)


def _text(value: Any) -> str:
    return to_text(value, "text")


def _order(one: Any, other: Any) -> int:
    """Below 0, 0 or above: numbers stand before texts, texts before truth; blank is like any."""
    if type(one) is type(other) is float and abs(one - other) > abs(one) * 1e-14:
        return 1 if one > other else -1  # as nearly always
    keys = []
    for value, beside in ((one, other), (other, one)):
        if value is None:
            value = "" if isinstance(beside, str) else False if isinstance(beside, bool) else 0.0
        rank = 1 if isinstance(value, str) else 2 if isinstance(value, bool) else 0
        keys.append((rank, value.casefold() if rank == 1 else round_to_15_digits(value)))
    return (keys[0] > keys[1]) - (keys[0] < keys[1])


def _each(function: _Function, passes_errors: bool = False) -> _Function:
    """A function of single values as one of blocks: one row, column or value repeats."""

    def call(*cells: Any) -> Any:
        try:
            if not passes_errors:
                for cell in cells:
                    raise_if_error(cell)
            value = function(*cells)
        except CellError as error:
            return error.value
        except (ArithmeticError, ValueError):
            return ErrorValue("#NUM!")
        return float(value) if type(value) is int else value

    def call_on_blocks(*arguments: Any) -> Any:
        if not any(isinstance(argument, list) for argument in arguments):
            return call(*arguments)
        blocks = [to_block(argument) for argument in arguments]
        height, width = max(map(len, blocks)), max(len(block[0]) for block in blocks)
        return [
            [call(*(element_of(block, row, column) for block in blocks)) for column in range(width)]
            for row in range(height)
        ]

    return call_on_blocks


# Functions ----------------------------------------------------------------------------------------


def _divide(one: float, other: float) -> float:
    if not other:
        raise CellError("#DIV/0!")
    return one / other


def _index(array: Any, row: Any, column: Any = None) -> Any:
    block = to_block(array)
    row, column_ = int(_number(_first(row))), int(_number(_first(column)))
    if column is None and len(block) == 1:
        row, column_ = 0, row
    if not (0 <= row <= len(block) and 0 <= column_ <= len(block[0])):
        raise CellError("#REF!")
    rows = [block[row - 1]] if row else block
    return [[cells[column_ - 1]] for cells in rows] if column_ else rows


def _match(value: Any, array: Any, kind: Any = None) -> Any:
    if kind is None or _number(_first(kind)) != 0:
        raise NotKnownError("MATCH in an order")
    value = _first(value)
    raise_if_error(value)
    if isinstance(value, str) and _WILDCARDS & set(value):
        raise NotKnownError("MATCH of a pattern")
    for at, cell in enumerate(_cells(array), 1):
        if type(cell) is type(value) and _order(value, cell) == 0:
            return float(at)
    raise na_error("nothing is equal")


_OPERATORS: dict[str, _Function] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_CRITERION = regex(r"(<>|<=|>=|[=<>]?)(.*)", re.DOTALL)


def _criterion(criterion: Any) -> Callable[[Any], bool]:
    """What COUNTIF and SUMIFS look for: ``">3"``, ``"<>"``, a value."""
    own, compare = 0.0 if criterion is None else criterion, _OPERATORS["="]
    if isinstance(criterion, str) and (found := _CRITERION.fullmatch(criterion)):
        compare, own = _OPERATORS[found[1] or "="], found[2]
        if not own:
            blank = (None,) if found[1] else (None, "")
            return lambda cell: (cell in blank) == (compare is operator.eq)
        own = float(own) if _NUMERAL.fullmatch(own) else own
        if isinstance(own, str) and (_WILDCARDS & set(own) or compare not in _EQUALITIES):
            raise NotKnownError(criterion)
    if isinstance(own, str):
        own = own.casefold()
        return lambda cell: compare(cell.casefold() if isinstance(cell, str) else None, own)
    otherwise = compare is operator.ne
    return lambda cell: compare(cell, own) if type(cell) is type(own) else otherwise


_WILDCARDS, _EQUALITIES = frozenset("*?~"), (operator.eq, operator.ne)


def meets_all(*pairs: Any) -> list[bool]:
    """For each cell whether all criteria hold, given with their ranges by turns."""
    held = []
    for array, criterion in zip(pairs[::2], pairs[1::2]):
        holds = _criterion(_first(criterion))
        held.append([holds(cell) for cell in _cells(array)])
    return [all(column) for column in zip(*held)]


def _sum_where(values: Any, *pairs: Any) -> float:
    chosen = [cell for cell, holds in zip(_cells(values), meets_all(*pairs)) if holds]
    return _add(_numbers([chosen]))


def _sum_of_products(*arrays: Any) -> float:
    def product(*cells: Any) -> float:
        return math.prod(cell if type(cell) is float else 0.0 for cell in cells)

    return _add(_numbers(to_block(_each(product)(*arrays))))


def _nth(is_large: bool) -> _Function:
    def nth(array: Any, place: Any) -> float:
        numbers = sorted(_numbers(to_block(array)), reverse=is_large)
        at = math.ceil(_number(_first(place)))
        if not 0 < at <= len(numbers):
            raise CellError("#NUM!")
        return numbers[at - 1]

    return nth


def _holds(combine: Callable[[Sequence[bool]], bool]) -> _Function:
    def call(*values: Any) -> bool:
        found = []
        for value in values:
            for cell in _cells(value):
                raise_if_error(cell)
                if not isinstance(value, list) or type(cell) in (bool, float):
                    found.append(_number(cell) != 0)
        if not found:
            raise value_error("there is no condition")
        return combine(found)

    return call


def _if(condition: Any, then: Any, otherwise: Any = False) -> Any:
    if isinstance(condition, list) and len(condition) * len(condition[0]) > 1:
        return _each(_choose_branch, passes_errors=True)(condition, then, otherwise)
    return _choose_branch(_first(condition), then, otherwise)


def _choose_branch(condition: Any, then: Any, otherwise: Any) -> Any:
    taken = then if _number(condition) else otherwise
    return 0.0 if taken is None else taken


def _of_number(value: Any) -> float:
    value = _first(value)
    raise_if_error(value)
    return float(value) if isinstance(value, (float, bool)) else 0.0


def _middle(text: Any, start: Any, count: Any) -> str:
    first = int(_number(start)) - 1
    return _text(text)[first : first + int(_number(count))]


def _right(text: Any, count: Any = 1.0) -> str:
    return _text(text)[max(len(_text(text)) - int(_number(count)), 0) :]


def _of(coerce: Callable[[Any], Any], function: _Function) -> _Function:
    """A function of numbers, or of texts, for each cell of its blocks."""
    return _each(lambda *cells: function(*map(coerce, cells)))


def _comparison(compare: _Function) -> _Function:
    return _each(lambda one, other: compare(_order(one, other), 0))


_FUNCTIONS: dict[str, _Function] = {
    **{sign: _comparison(compare) for sign, compare in _OPERATORS.items()},
    "+": _of(_number, lambda *numbers: _add(numbers)),
    "-": _of(_number, lambda one, *other: one - other[0] if other else -one),
    "*": _of(_number, operator.mul),
    "/": _of(_number, _divide),
    "^": _of(_number, math.pow),
    "%": _of(_number, lambda number: number / 100),
    "&": _of(_text, operator.add),
    "ABS": _of(_number, abs),
    "AND": _holds(all),
    "COLUMNS": lambda array: float(len(to_block(array)[0])),
    "COUNT": lambda *values: float(sum(type(cell) is float for cell in _cells(*values))),
    "COUNTA": lambda *values: float(sum(cell is not None for cell in _cells(*values))),
    "COUNTIF": lambda *pairs: float(sum(meets_all(*pairs))),
    "COUNTIFS": lambda *pairs: float(sum(meets_all(*pairs))),
    "EXP": _of(_number, math.exp),
    "IF": _if,
    "IFERROR": _each(lambda value, other: other if is_error(value) else value, True),
    "INDEX": _index,
    "INT": _of(_number, math.floor),
    "ISERROR": _each(is_error, True),
    "ISNUMBER": _each(lambda value: type(value) is float, True),
    "LARGE": _nth(True),
    "LEFT": _each(lambda text, count=1.0: _text(text)[: int(_number(count))]),
    "LEN": _of(_text, len),
    "LOWER": _of(_text, str.lower),
    "MATCH": _match,
    "MAX": lambda *values: max(_numbers(*values), default=0.0),
    "MID": _each(_middle),
    "MIN": lambda *values: min(_numbers(*values), default=0.0),
    "MOD": _of(_number, lambda one, other: one - other * math.floor(_divide(one, other))),
    "N": _of_number,
    "NOT": _of(_number, operator.not_),
    "OR": _holds(any),
    "RIGHT": _each(_right),
    "ROUND": _of(_number, lambda number, digits: rounded(number, int(digits))),
    "ROWS": lambda array: float(len(to_block(array))),
    "SIGN": _of(_number, lambda number: (number > 0) - (number < 0)),
    "SMALL": _nth(False),
    "SQRT": _of(_number, math.sqrt),
    "SUBSTITUTE": _of(_text, lambda text, old, new: text.replace(old, new)),
    "SUM": lambda *values: _add(_numbers(*values)),
    "SUMIFS": _sum_where,
    "SUMPRODUCT": _sum_of_products,
    "TRIM": _of(_text, lambda text: " ".join(filter(None, text.split(" ")))),
    "UPPER": _of(_text, str.upper),
    "VALUE": _of(_number, float),
}
"""Operators, and the functions that templates use, by name."""
