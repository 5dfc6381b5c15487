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
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import chain
from statistics import median
from types import MappingProxyType
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
    Name,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    walk,
)
from ..patterns import regex

ReadBlock = Callable[[str, Range], Block]
"""The values of a range of a sheet by rows, as far as the sheet has some; KeyError without it."""
_Function: TypeAlias = Callable[..., Any]
_Step: TypeAlias = Callable[[], Any]


class NotKnownError(Exception):
    """The formula has something that this module does not know."""


class Evaluator:
    """Evaluates formulas; ``names`` has the formulas of defined names, by their small letters."""

    def __init__(self, read: ReadBlock, names: Mapping[str, str] = MappingProxyType({})) -> None:
        self._read, self._names = read, names
        self._blocks: dict[tuple[str, Range], Block] = {}
        self._results: dict[tuple[str, str, int], tuple[Any, set[tuple[str, Range]]]] = {}
        """What the catalogue's functions gave, by the sheet, the call, and how far it is moved;
        and what was read for it."""
        self.reads: set[tuple[str, Range]] = set()
        """The ranges that were read, by their sheets."""
        self._steps: dict[tuple[str, str], _Step] = {}
        """What gives the value of a formula on a sheet, however far it is filled down."""
        self._calls: dict[tuple[str, str], _Step] = {}
        """The same of each call of our functions."""
        self._down = 0

    def evaluate(self, formula: str, sheet: str = "", down: int = 0) -> Any:
        """The value of a formula, rows of values where it is an array.

        References that name no sheet are of the ``sheet``.  The formula is meant as it reads when
        it is filled so many rows ``down``; of a column it is read once.

        Raises
        ------
        NotKnownError
            It has a function, a reference or a name that is not known here.
        """
        before, self._down = self._down, down
        try:
            return _single(self._step_of(formula, sheet)())
        except (FormulaError, RecursionError) as error:  # a sum of thousands is deep
            raise NotKnownError(formula) from error
        finally:
            self._down = before

    @contextmanager
    def reading(self) -> Iterator[set[tuple[str, Range]]]:
        """What is read inside, and is not of what was read outside."""
        outside, self.reads = self.reads, set()
        try:
            yield self.reads
        finally:
            self.reads = outside

    def _step_of(self, formula: str, sheet: str) -> _Step:
        key = formula, sheet
        if key not in self._steps:
            self._steps[key] = self._step(parse(formula).root, sheet)
        return self._steps[key]

    def _step(self, node: Node, sheet: str) -> _Step:
        """What gives the value of a node: which kind it is, is asked once for a column."""
        if isinstance(node, Parenthesis):
            return self._step(node.content, sheet)
        if isinstance(node, (Literal, Omitted)):
            constant = _constant(node) if isinstance(node, Literal) else None
            return lambda: constant
        if isinstance(node, ArrayConstant):
            rows = [[self._step(cell, sheet) for cell in row] for row in node.rows]
            return lambda: [[_first(cell()) for cell in row] for row in rows]
        if isinstance(node, Reference):
            return self._reference(node, sheet)
        if isinstance(node, Name) and (meant := self._names.get(node.text.casefold())):
            return self._step_of(meant, sheet)
        if isinstance(node, Call) and catalogue_name(node.name):
            key = sheet, node.text  # each row has an element of the same call
            if key not in self._calls:
                self._calls[key] = self._call_of_ours(node, sheet)
            return self._calls[key]
        if isinstance(node, Call) and node.name in _OF_PLACES:
            return lambda: self._place_of(node)
        if isinstance(node, (Call, Operation)):
            name = plain_name(node.name) if isinstance(node, Call) else node.name
            if function := _FUNCTIONS.get(name):
                steps = [self._step(argument, sheet) for argument in node.arguments]
                chooses = name == "IF" and len(steps) == 3
                return _called(_choose if chooses else function, steps, node.text, chooses)

        def is_not_known() -> Any:
            raise NotKnownError(node.text)

        return is_not_known

    def _call_of_ours(self, node: Call, sheet: str) -> _Step:
        function = CATALOGUE[str(catalogue_name(node.name))]
        steps = [
            None if isinstance(argument, Omitted) else self._step(argument, sheet)
            for argument in node.arguments
        ]
        moves = any(map(_moves, walk(node)))

        def call() -> Any:
            key = sheet, node.text, self._down if moves else 0
            if key not in self._results:
                with self.reading() as reads:
                    arguments = ["" if step is None else _single(step()) for step in steps]
                self._results[key] = function.call_from_host(*arguments), reads
            result, reads = self._results[key]
            self.reads |= reads
            return result

        return call

    def _place_of(self, call: Call) -> Any:
        """The row or the column of a reference; not of the cell itself, which nothing tells."""
        if len(call.arguments) != 1 or not isinstance(call.arguments[0], Reference):
            raise NotKnownError(call.text)
        area = call.arguments[0].area
        if area is None or area.cell_count > 1:
            raise NotKnownError(call.text)
        if call.name == "COLUMN":
            return float(area.left)
        return float(area.top + self._down * _moving_ends(call.arguments[0])[0])

    def _reference(self, node: Reference, sheet: str) -> _Step:
        area, sheet = node.area, node.sheet or sheet
        is_whole = area and (area.bottom == MAX_ROW or area.right == MAX_COLUMN)
        top_moves, bottom_moves = _moving_ends(node)
        is_refused = is_whole or not sheet or node.is_external

        def block() -> Block:
            if area is None or is_refused:
                raise NotKnownError(node.text)
            down, place = self._down, area
            if down and (top_moves or bottom_moves):
                top, bottom = area.top + down * top_moves, area.bottom + down * bottom_moves
                place = Range(top, area.left, bottom, area.right)
            try:
                return self._block(sheet, place)
            except KeyError as error:
                raise NotKnownError(node.text) from error

        return block

    def _block(self, sheet: str, area: Range) -> Block:
        """The values of a range; of one that grows row by row only the last row is read."""
        key = sheet, area
        self.reads.add(key)
        if key not in self._blocks:
            shorter = self._blocks.get((sheet, area._replace(bottom=area.bottom - 1)), [])
            rows = self._read(sheet, area._replace(top=area.top + len(shorter)))
            width, height = area.right - area.left + 1, area.bottom - area.top + 1
            read = [[*map(_as_float, row)] + [None] * (width - len(row)) for row in rows]
            missing = height - len(shorter) - len(read)
            self._blocks[key] = [*shorter, *read, *([None] * width for _ in range(missing))]
        return self._blocks[key]


def _called(function: _Function, steps: Sequence[_Step], text: str, is_lazy: bool) -> _Step:
    """A call of a function with the values of its arguments, or with what gives them."""

    def call() -> Any:
        try:
            return function(*steps) if is_lazy else function(*[step() for step in steps])
        except CellError as error:
            return error.value
        except TypeError as error:  # a number of arguments that it does not take
            raise NotKnownError(text) from error

    return call


def _choose(condition: _Step, *branches: _Step) -> Any:
    """What IF gives; of a condition that is one value only one branch is calculated."""
    value = _single(condition())
    if isinstance(value, list):
        return _if(value, *(branch() for branch in branches))
    raise_if_error(value)
    taken = branches[not _number(value)]()
    return 0.0 if taken is None else taken


_ROW = regex(r"(\$?)[0-9]+")


def _moves(node: Node) -> bool:
    return isinstance(node, Reference) and any(_moving_ends(node))


def _moving_ends(node: Reference) -> tuple[bool, bool]:
    """Whether the first and the last row move with the formula: not where they have a ``$``."""
    signs = _ROW.findall(node.local_text) or ["$"]
    return not signs[0], not signs[-1]


# Values -------------------------------------------------------------------------------------------


def _constant(node: Literal) -> Any:
    if node.kind == "number":
        return float(node.text)
    if node.kind == "text":
        return node.text[1:-1].replace('""', '"')
    return node.text.upper() == "TRUE" if node.kind == "logical" else ErrorValue(node.text.upper())


def _as_float(cell: Any) -> Any:
    if cell is None or type(cell) is float:  # as nearly always
        return cell
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


_NO_NUMBER = regex(r"[A-Za-z]{1,2}\d+|\d+(?![AaPpEe]$|[AaPp][Mm]$)[A-Za-z]{1,2}")
"""Such as 12w or A60: no date, time or amount anywhere."""
_NUMERAL = regex(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?", re.ASCII)


def _number(value: Any) -> float:
    """A value as arithmetic takes it; what other texts are, as 5%, follows from the country."""
    raise_if_error(value)
    if not isinstance(value, str):
        return float(value or 0.0)
    if _NUMERAL.fullmatch(value):
        return float(value)
    if any(letter.isdigit() for letter in value) and not _NO_NUMBER.fullmatch(value.strip()):
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
        if not any(type(one) is list and (len(one) > 1 or len(one[0]) > 1) for one in arguments):
            return call(*[one[0][0] if type(one) is list else one for one in arguments])
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
    value = _first(value)
    raise_if_error(value)
    order = 1.0 if kind is None else _number(_first(kind))
    if order:
        alike = [type(cell) is type(value) for cell in _cells(array)]
        found = [
            at
            for at, cell in enumerate(_cells(array))
            if alike[at] and _order(cell, value) * order <= 0
        ]
        if not found:
            raise na_error("nothing stands before it")
        return float(found[-1] + 1)
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
        is_word = isinstance(own, str) and own.isascii() and own.isalnum()
        if isinstance(own, str) and not is_word and compare not in _EQUALITIES:
            raise NotKnownError(criterion)  # the order of other letters follows from the country
        if isinstance(own, str) and _WILDCARDS & set(own):
            pattern, is_in = _pattern(own), compare is operator.eq
            return lambda cell: (isinstance(cell, str) and bool(pattern.fullmatch(cell))) is is_in
    if isinstance(own, str):
        own = own.casefold()
        if compare in _EQUALITIES:
            return lambda cell: compare(cell.casefold() if isinstance(cell, str) else None, own)
        return lambda cell: isinstance(cell, str) and compare(cell.casefold(), own)
    otherwise = compare is operator.ne
    return lambda cell: compare(cell, own) if type(cell) is type(own) else otherwise


_WILDCARDS, _EQUALITIES = frozenset("*?~"), (operator.eq, operator.ne)


def _pattern(text: str) -> re.Pattern[str]:
    """What a text with wildcards finds: ``?`` is one character, ``*`` any, ``~*`` an asterisk."""
    parts = _WILD.sub(lambda found: _MEANT.get(found[0]) or re.escape(found[0][-1]), text)
    return re.compile(parts, re.IGNORECASE | re.DOTALL)


_WILD, _MEANT = regex(r"~?.", re.DOTALL), {"?": ".", "*": ".*"}


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


def _find(sought: Any, text: Any, start: Any = 1.0) -> float:
    at = _text(text).find(_text(sought), int(_number(start)) - 1)
    if at < 0:
        raise value_error("the text is not there")
    return float(at + 1)


def _place(value: Any, most: int) -> int:
    """An index from 1 as one from 0."""
    place = int(_number(value))
    if not 0 < place <= most:
        raise value_error(f"{place} is not among {most}")
    return place - 1


def _trunc(number: float, digits: int) -> float:
    return math.trunc(round_to_15_digits(number * 10.0**digits)) / 10.0**digits


def _floor(number: float, digits: int) -> float:
    return math.floor(round_to_15_digits(number * 10.0**digits)) / 10.0**digits


def _mean(numbers: Sequence[float]) -> float:
    return _divide(_add(numbers), float(len(numbers)))


def _median(numbers: Sequence[float]) -> float:
    if not numbers:
        raise CellError("#NUM!")
    return median(numbers)


def _mode(numbers: Sequence[float]) -> float:
    """The most frequent number, of several the first."""
    ((number, count),) = Counter(numbers).most_common(1) or [(0.0, 0)]
    if count < 2:
        raise na_error("no number is there twice")
    return number


def _of(coerce: Callable[[Any], Any], function: _Function) -> _Function:
    """A function of numbers, or of texts, for each cell of its blocks."""
    return _each(lambda *cells: function(*map(coerce, cells)))


def _comparison(compare: _Function) -> _Function:
    return _each(lambda one, other: compare(_order(one, other), 0))


_OF_PLACES = frozenset(("ROW", "COLUMN"))
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
    "AVERAGE": lambda *values: _mean(_numbers(*values)),
    "CHOOSE": _each(lambda place, *values: values[_place(place, len(values))]),
    "AND": _holds(all),
    "COLUMNS": lambda array: float(len(to_block(array)[0])),
    "COUNT": lambda *values: float(sum(type(cell) is float for cell in _cells(*values))),
    "COUNTA": lambda *values: float(sum(cell is not None for cell in _cells(*values))),
    "COUNTIF": lambda *pairs: float(sum(meets_all(*pairs))),
    "COUNTIFS": lambda *pairs: float(sum(meets_all(*pairs))),
    "EVEN": _of(_number, lambda number: math.copysign(2 * math.ceil(abs(number) / 2), number)),
    "EXACT": _of(_text, operator.eq),
    "EXP": _of(_number, math.exp),
    "FIND": _each(_find),
    "IF": _if,
    "IFERROR": _each(lambda value, other: other if is_error(value) else value, True),
    "INDEX": _index,
    "INT": _of(_number, math.floor),
    "ISERR": _each(lambda value: is_error(value) and value != "#N/A", True),
    "ISERROR": _each(is_error, True),
    "ISLOGICAL": _each(lambda value: isinstance(value, bool), True),
    "ISNA": _each(lambda value: is_error(value) and value == "#N/A", True),
    "ISNUMBER": _each(lambda value: type(value) is float, True),
    "ISODD": _of(_number, lambda number: int(number) % 2 == 1),
    "ISTEXT": _each(lambda value: isinstance(value, str) and not is_error(value), True),
    "LARGE": _nth(True),
    "LEFT": _each(lambda text, count=1.0: _text(text)[: int(_number(count))]),
    "LEN": _of(_text, len),
    "LOWER": _of(_text, str.lower),
    "MATCH": _match,
    "MAX": lambda *values: max(_numbers(*values), default=0.0),
    "MID": _each(_middle),
    "MIN": lambda *values: min(_numbers(*values), default=0.0),
    "MEDIAN": lambda *values: _median(_numbers(*values)),
    "MODE": lambda *values: _mode(_numbers(*values)),
    "MOD": _of(_number, lambda one, other: one - other * math.floor(_divide(one, other))),
    "N": _of_number,
    "NA": lambda: ErrorValue("#N/A"),
    "NOT": _of(_number, operator.not_),
    "OR": _holds(any),
    "RIGHT": _each(_right),
    "ROUND": _of(_number, lambda number, digits: rounded(number, int(digits))),
    "ROUNDDOWN": _of(_number, lambda number, digits: _trunc(number, int(digits))),
    "ROUNDUP": _of(
        _number,
        lambda number, digits: (
            -_floor(-number, int(digits)) if number > 0 else _floor(number, int(digits))
        ),
    ),
    "ROWS": lambda array: float(len(to_block(array))),
    "SIGN": _of(_number, lambda number: (number > 0) - (number < 0)),
    "SMALL": _nth(False),
    "SQRT": _of(_number, math.sqrt),
    "SUBSTITUTE": _of(_text, lambda text, old, new: text.replace(old, new)),
    "SUM": lambda *values: _add(_numbers(*values)),
    "SUMIF": lambda where, criterion, values=None: _sum_where(
        where if values is None else values, where, criterion
    ),
    "SUMIFS": _sum_where,
    "SUMPRODUCT": _sum_of_products,
    "TRIM": _of(_text, lambda text: " ".join(filter(None, text.split(" ")))),
    "TRUNC": _of(_number, lambda number, digits=0.0: _trunc(number, int(digits))),
    "UPPER": _of(_text, str.upper),
    "VALUE": _of(_number, float),
}
"""Operators, and the functions that templates use, by name."""
