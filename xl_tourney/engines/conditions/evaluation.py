"""The values of parts of a formula in all cells that share it, a column at a time.

Constants, cells, arithmetic, comparisons and the commonest functions are calculated here; what else
occurs is an :class:`UnknownError`, and somebody asks the engine.  An example: of ``A1*1.1>B1*1.2``
in C1 to C4000 the operand ``A1*1.1`` is a list of 4,000 numbers.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...catalogue.cells import ErrorValue
from ...grammar.function_names import plain_name
from ...grammar.references import CellAddress, Range
from ...grammar.shapes import relative_formula, relative_ranges
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
)
from ..base import NotCalculated
from .arguments import has_digit, pairs
from .columns import (
    KINDS,
    TEXTS,
    Block,
    Column,
    Expression,
    SheetValues,
    expression_of,
    is_error,
    is_number,
    is_text,
)
from .predicates import CorrectWhere, Predicate

_MAX_CALCULATED = 1_000_000
"""The most values of arrays that are calculated here."""
_VALUE, _NUM, _DIV0 = map(ErrorValue, ("#VALUE!", "#NUM!", "#DIV/0!"))


class UnknownError(Exception):
    """Parts of a formula whose values somebody else has to find."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        super().__init__()
        self.nodes = [*nodes]


class Places(NamedTuple):
    """The cells of one formula in relative form, and the first of them, whose text it has."""

    origin: CellAddress
    rows: Sequence[int]
    columns: Sequence[int]


class Evaluation:
    """The values of parts of a formula in some cells; what is calculated is kept."""

    def __init__(self, values: SheetValues, places: Places, known: Mapping[str, list[Any]]) -> None:
        self._values = values
        self.places = places
        self._count = len(places.rows)
        self.known = dict(known)
        """The values of parts, by their texts."""
        self._blocks: dict[tuple[str, Range], Any] = {}

    def decide(self, condition: CorrectWhere) -> list[bool]:
        """Where a condition is true."""
        unknown: list[Node] = []
        results = self._all(condition.predicates, unknown)
        if not all(results):
            for guard in condition.guards:
                known = len(unknown)
                reached = self._try(guard, unknown)
                if len(unknown) == known:
                    results = [one or not other for one, other in zip(results, reached)]
        if unknown and not all(results):
            raise UnknownError(unknown)
        return results

    def _all(self, predicates: Iterable[Predicate], unknown: list[Node]) -> list[bool]:
        results = [True] * self._count
        for predicate in predicates:
            found = self._try(predicate, unknown)
            if not all(found):
                results = [one and other for one, other in zip(results, found)]
        return results

    def _try(self, predicate: Predicate, unknown: list[Node]) -> list[bool]:
        """Where a predicate is true; nowhere as long as its operands are unknown."""
        try:
            columns = self._columns(predicate.operands)
        except UnknownError as error:
            unknown += error.nodes
            return [False] * self._count
        if not columns:
            return [False] * self._count  # a call without its arguments
        test = predicate.test
        try:
            results = [*map(test, *columns)]
        except TypeError:  # an array where it looks at one value
            results = [False] * self._count
        for column in columns:
            if NotCalculated in {*map(type, column)}:
                results = [
                    one and type(value) is not NotCalculated for one, value in zip(results, column)
                ]
        if predicate.otherwise and not all(results):
            others = self._all(predicate.otherwise, unknown)
            results = [one or other for one, other in zip(results, others)]
        return results

    def _columns(self, nodes: Iterable[Node]) -> list[list[Any]]:
        """The values of several parts; all that are unknown are named at once."""
        columns, unknown = [], []
        for node in nodes:
            try:
                columns.append(self.values(node))
            except UnknownError as error:
                unknown += error.nodes
        if unknown:
            raise UnknownError(unknown)
        return columns

    def values(self, node: Node) -> list[Any]:
        """The value of a part in each cell; :class:`UnknownError` if it takes somebody else."""
        text = node.text
        if text not in self.known:
            self.known[text] = self._calculate(node)
        return self.known[text]

    def _calculate(self, node: Node) -> list[Any]:
        if isinstance(node, Parenthesis):
            return self.values(node.content)
        if isinstance(node, Omitted):
            return [None] * self._count
        if isinstance(node, Literal):
            return [_constant(node)] * self._count
        if isinstance(node, ArrayConstant):
            return [Block.of([[*map(_constant, row)] for row in node.rows])] * self._count
        if isinstance(node, Reference) and not node.is_external and (area := node.area):
            sheet = node.sheet or self.places.origin.sheet
            if self._values.used(sheet):
                return self._cells(node, sheet, area)
        try:
            if isinstance(node, Operation):
                return self._operation(node)
            if isinstance(node, Call):
                return self._call(node)
        except _NotHereError:
            pass
        raise UnknownError([node])

    def _cells(self, node: Reference, sheet: str, area: Range) -> list[Any]:
        """What a reference reads from each cell; whole columns are the same for all."""
        (_, row, column), rows, columns = self.places
        is_range = ":" in node.local_text
        if self._count == 1 and (rows[0], columns[0]) == (row, column):
            return [self._block(sheet, area, is_range)]
        moving = relative_ranges(relative_formula(node.local_text, row, column), sheet)
        if not moving or moving[0].is_fixed:
            return [self._block(sheet, area, is_range)] * self._count
        (reference,) = moving
        if is_range or not reference.is_cell or len({*columns}) > 1:
            ranges = map(reference.at, rows, columns)
            return [self._block(sheet, range_, is_range) for range_ in ranges]
        above, left, *_ = reference.at(-1, columns[0])
        values = self._values.column(sheet, left).values
        last = len(values)
        return [values[row + above] if 0 <= row + above < last else None for row in rows]

    def _block(self, sheet: str, range_: Range, is_range: bool) -> Any:
        key = sheet, range_
        if key not in self._blocks:
            block = self._values.block(sheet, range_)
            self._blocks[key] = block if is_range else block.row(0)[0]
        return self._blocks[key]

    def _operation(self, node: Operation) -> list[Any]:
        name = node.name if len(node.arguments) > 1 else f"{node.name}."
        if name in ("@.", "+."):
            values = self.values(node.arguments[0])
            if any(type(value) is Block for value in values):
                raise _NotHereError
            return values
        if name not in _OPERATORS:
            raise _NotHereError
        return self._lift(partial(map, _OPERATORS[name]), self._columns(node.arguments))

    def _call(self, node: Call) -> list[Any]:
        name = plain_name(node.name)
        if name == "IF" and len(node.arguments) in (2, 3):
            return self._if(node)
        if not node.arguments and name in _OF_PLACES:
            return [*map(_OF_PLACES[name], self.places.rows, self.places.columns)]
        if name in _SCALAR:
            return self._lift(partial(map, _SCALAR[name]), self._columns(node.arguments))
        found = expression_of(name, len(node.arguments))
        if found and not (found.takes_dates and self._values.date1904):
            return self._lift(partial(_of_plain_values, found), self._columns(node.arguments))
        if name in _OF_BLOCKS and node.arguments:
            columns = self._columns(node.arguments)
            if name in _LOOKING_AT_EACH:
                _check_size(columns)
            keys = [tuple(map(id, arguments)) for arguments in zip(*columns)]
            different = dict(zip(keys, zip(*columns)))  # mostly all have the same range
            try:
                known = {key: _OF_BLOCKS[name](*them) for key, them in different.items()}
            except (TypeError, ValueError, IndexError, KeyError):
                raise _NotHereError from None
            return [known[key] for key in keys]
        raise _NotHereError

    def _if(self, node: Call) -> list[Any]:
        """The branch that is taken; the other one is calculated where some cell takes it."""
        tests = [_truth(value) for value in self.values(node.arguments[0])]
        branches = [*node.arguments[1:], None][:2]
        is_taken = [any(test is True for test in tests), any(test is False for test in tests)]
        then, otherwise = (
            ([False] * self._count if branch is None else self.values(branch)) if taken else tests
            for branch, taken in zip(branches, is_taken)
        )
        return [
            (0.0 if one is None else one)
            if test is True
            else (0.0 if other is None else other)
            if test is False
            else test
            for test, one, other in zip(tests, then, otherwise)
        ]

    def _lift(
        self, function: Callable[..., Iterable[Any]], columns: Sequence[list[Any]]
    ) -> list[Any]:
        """A function of lists, for the values of all cells, and for all values of blocks."""
        try:
            if not any(Block in {*map(type, column)} for column in columns):
                return [*function(*columns)]
            keys = [tuple((type(value), value) for value in values) for values in zip(*columns)]
            different = dict(zip(keys, zip(*columns)))
            _check_size(different.values())
            known = {key: _of_arrays(function, values) for key, values in different.items()}
            return [known[key] for key in keys]
        except TypeError:
            raise _NotHereError from None


class _NotHereError(Exception):
    """Something that is not calculated here."""


def _check_size(columns: Iterable[Iterable[Any]]) -> None:
    """Each cell with a running total reads a longer range: the engine is quicker."""
    blocks = {one for column in columns for one in column if type(one) is Block}
    if sum(block.size for block in blocks) > _MAX_CALCULATED:
        raise _NotHereError


def _constant(node: Node) -> Any:
    text = node.text
    kind = node.kind if isinstance(node, Literal) else "number"
    if kind == "text":
        return text[1:-1].replace('""', '"')
    if kind == "logical":
        return text.upper() == "TRUE"
    return ErrorValue(text.upper()) if kind == "error" else float(text.replace(" ", ""))


def _of_arrays(function: Callable[..., Iterable[Any]], values: Sequence[Any]) -> Any:
    """A function of lists for the values of arrays, of one or two operands."""
    blocks = [value for value in values if type(value) is Block]
    if not blocks:
        (found,) = function(*([value] for value in values))
        return found
    if len(values) > 2:
        raise _NotHereError
    width = max(block.width for block in blocks)
    flat = [*function(*zip(*pairs(*values)) if len(values) > 1 else blocks)]
    return Block.of([flat[start : start + width] for start in range(0, len(flat), width)])


def _number(value: Any) -> Any:
    """The number that arithmetic takes a value for, or an error; a text may be a date."""
    if type(value) is float or is_error(value):
        return value
    if type(value) is str:
        if has_digit(value):
            raise _NotHereError
        return _VALUE
    return float(value or 0)


def _numeric(function: Callable[..., float]) -> Callable[..., Any]:
    """A function of numbers."""

    def calculate(*values: Any) -> Any:
        numbers = [*map(_number, values)]
        for number in numbers:
            if type(number) is not float:
                return number
        try:
            found = float(function(*numbers))
        except ZeroDivisionError:
            return _DIV0
        except (OverflowError, ValueError, TypeError):
            return _NUM
        return found if math.isfinite(found) else _NUM

    return calculate


def _power(base: float, exponent: float) -> float:
    if not base and exponent < 0:
        raise ZeroDivisionError
    return float(base**exponent)


def _rank(value: Any) -> int:
    return 0 if type(value) is float else 1 if type(value) is str else 2


def _comparison(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    """A comparison: numbers are below texts, and these below truth values."""

    def calculate(one: Any, other: Any) -> Any:
        if type(one) is type(other) is float:
            return compare(one, other)
        for value in (one, other):
            if is_error(value):
                return value
        if one is None or other is None:
            empty: Any = {float: 0.0, str: "", bool: False}
            one = empty.get(type(other), 0.0) if one is None else one
            other = empty.get(type(one), 0.0) if other is None else other
        if type(one) is not type(other):
            return compare(_rank(one), _rank(other))
        return (
            compare(one.casefold(), other.casefold()) if type(one) is str else compare(one, other)
        )

    return calculate


def _text(value: Any) -> Any:
    """The text of a value; an error stays one."""
    if type(value) is str or is_error(value):
        return value
    if type(value) is float:
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        if 1e-4 <= abs(value) < 1e15:
            return repr(value)
        raise _NotHereError
    return str(value).upper() if value is not None else ""


def _join(one: Any, other: Any) -> Any:
    one, other = _text(one), _text(other)
    return one if is_error(one) else other if is_error(other) else one + other


_OPERATORS: Mapping[str, Callable[..., Any]] = {
    "+": _numeric(operator.add),
    "-": _numeric(operator.sub),
    "*": _numeric(operator.mul),
    "/": _numeric(operator.truediv),
    "^": _numeric(_power),
    "-.": _numeric(operator.neg),
    "%.": _numeric(lambda number: number / 100),
    "&": _join,
    **{
        sign: _comparison(compare)
        for sign, compare in zip(
            ("=", "<>", "<", ">", "<=", ">="),
            (operator.eq, operator.ne, operator.lt, operator.gt, operator.le, operator.ge),
        )
    },
}


def _truth(value: Any) -> Any:
    """Whether a test is true; an error for what is none."""
    if type(value) is bool or is_error(value):
        return value
    if type(value) is Block:
        raise _NotHereError
    return _VALUE if type(value) is str else bool(value)


_SCALAR: Mapping[str, Callable[..., Any]] = {
    "NOT": lambda value: test if is_error(test := _truth(value)) else not test,
    "IFERROR": lambda value, other: other if is_error(value) else value,
    "IFNA": lambda value, other: other if is_error(value) and value == "#N/A" else value,
}
"""Functions of single values."""
_OF_PLACES: Mapping[str, Callable[[int, int], Any]] = {
    "ROW": lambda row, _: float(row),
    "COLUMN": lambda _, column: float(column),
    "TRUE": lambda *_: True,
    "FALSE": lambda *_: False,
}
"""Functions without arguments, by the row and the column of a cell."""


def _read(column: Sequence[Any], kind: type) -> list[Any]:
    """Texts or numbers, with blank cells and numbers as such; what others are only engines know."""
    if not {*map(type, column)} <= {kind, float, type(None), ErrorValue}:
        raise _NotHereError
    return [*map(_text if kind is str else _number, column)]


def _of_plain_values(found: Expression, *columns: Sequence[Any]) -> list[Any]:
    """A function of the table; an error among its arguments is its value, unless it takes any."""
    arguments = [
        Column(column if kind == "value" else _read(column, str if kind in TEXTS else float))
        for kind, column in zip(found.kinds, columns)
    ]
    if "value" not in found.kinds and any(ErrorValue in one.types for one in arguments):
        rows = [*zip(*(one.values for one in arguments))]
        errors = [next(filter(is_error, row), None) for row in rows]
        plain = [row for row, error in zip(rows, errors) if error is None]
        known = iter(_of_plain_values(found, *zip(*plain)) if plain else ())
        return [next(known) if error is None else error for error in errors]
    are_of_kinds = (one.is_of(KINDS[kind]) for one, kind in zip(arguments, found.kinds))
    if not all(are_of_kinds):
        raise _NotHereError
    return found.call(*(one.values for one in arguments))


def _logical(function: Callable[[Iterable[bool]], bool], *operands: Any) -> Any:
    found = []
    for operand in operands:
        if type(operand) is Block:
            found += [_truth(one) for one in operand if one is not None and not is_text(one)]
        elif operand is not None:
            found.append(_truth(operand))
    return next(filter(is_error, found), None) or function(found)


def _count(feature: Callable[[Any], bool], *operands: Any) -> float:
    return float(
        sum(one.count(feature) if type(one) is Block else feature(one) for one in operands)
    )


def _element(block: Any, row: Any, column: Any = None) -> Any:
    """INDEX of a block, of which 0 is all rows."""
    if type(block) is not Block or not {type(row), type(column)} <= {float, type(None)}:
        raise _NotHereError
    if column is None and block.height == 1:
        row, column = 1.0, row
    row, column = int(row or 0), int(1.0 if column is None else column)
    if row and column:
        if not (1 <= row <= block.height and 1 <= column <= block.width):
            return ErrorValue("#REF!")
        return block.row(row - 1)[column - 1]
    if row:
        return Block.of([block.row(row - 1)])
    return Block([block.columns[column - 1]], block.top, block.bottom) if column else block


def _place(value: Any, cells: Any, order: Any = 1.0) -> Any:
    """MATCH of the value itself."""
    if is_error(value):
        return value
    if type(cells) is not Block or 1 not in (cells.height, cells.width):
        raise _NotHereError
    place = cells.line.place(value)
    if place is None or type(order) is not float or order:
        raise _NotHereError
    return place


_LOOKING_AT_EACH: Mapping[str, Callable[..., Any]] = {
    "AND": partial(_logical, all),
    "OR": partial(_logical, any),
    "MATCH": _place,
}
_OF_BLOCKS: Mapping[str, Callable[..., Any]] = {
    **_LOOKING_AT_EACH,
    "COUNT": partial(_count, is_number),
    "COUNTA": partial(_count, lambda value: value is not None),
    "ROWS": lambda one: float(one.height) if type(one) is Block else 1.0,
    "COLUMNS": lambda one: float(one.width) if type(one) is Block else 1.0,
    "INDEX": _element,
}
"""Functions of ranges and arrays."""
