"""The text of a formula becomes a tree of nodes.

Operators bind as in Excel, the tightest first: application, ``#``, ``:``, blank, ``,``, ``@``,
sign, ``%``, ``^``, ``* /``, ``+ -``, ``&``, comparisons.  A sign binds more tightly than a power:
``-2^2`` is 4.  Operators of one kind are applied from the left: ``2^3^2`` is 64.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, ClassVar, TypeVar, cast

import formualizer
from formualizer import Token, TokenSubType, TokenType

from .syntax_tree import (
    COMPARISONS,
    ArrayConstant,
    Call,
    Designator,
    Edit,
    FormulaError,
    Literal,
    Name,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    StructuredReference,
    SyntaxTree,
    replacement,
)

_MAX_DEPTH = 256
"""How deep brackets may be nested, 64 in Excel; and how many comparisons may stand in a row.

``1=2=3`` compares the result of ``1=2`` with 3, so that each has all before it as an operand.
"""

_A1_REFERENCE = re.compile(
    r"\$?[A-Z]{1,3}\$?[0-9]+(:\$?[A-Z]{1,3}\$?[0-9]+)?|"
    r"\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]+:\$?[0-9]+",
    re.IGNORECASE,
)
"""A cell, a range, whole columns or whole rows, without a sheet."""

_UP_TO_COLON = re.compile(r"(?:'(?:[^']|'')*'|\[[^\]]*\]|[^':\[\]])+:")
"""The first corner of a range whose other one is calculated: the tokenizer takes ``A1:(`` for a
function, and ``A1:[1]!GBQ(``.  In quotes and brackets a colon is one of a path."""

_UNION, _INTERSECTION, _APPLICATION = ",", " ", ""
_PRECEDENCE = {
    **dict.fromkeys(COMPARISONS, 1),
    **{"&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5, "%": 6},
    **{_UNION: 9, ";": 9, _INTERSECTION: 10, ":": 11, "#": 12, _APPLICATION: 13},
}
_PREFIX_PRECEDENCE = {"-": 7, "+": 7, "@": 8}

_LITERALS = {
    TokenSubType.Number: "number",
    TokenSubType.Text: "text",
    TokenSubType.Logical: "logical",
    TokenSubType.Error: "error",
}


@lru_cache(maxsize=4096)
def _designator(text: str) -> type[Designator]:
    """What an operand is that is no constant."""
    if _A1_REFERENCE.fullmatch(text.rpartition("!")[2]):
        return Reference
    return StructuredReference if text.endswith("]") else Name


_Operator = tuple[int, str, int]
"""An operator that waits for its operand: its precedence, its sign, and where a prefix starts.

The start is below 0 for all but prefixes.
"""


@dataclass(eq=False, slots=True)
class _Bracket:
    """A bracket that is not closed yet, or the whole formula."""

    opening: str
    """What opens it: a function's name with its bracket, a bracket or a brace."""
    start: int
    applied: Node | None = None
    """What is called, if it is no name."""
    rows: list[list[Node]] = field(default_factory=lambda: [[]])
    """The arguments; those of an array constant row by row."""
    operands: list[Node] = field(default_factory=list)
    operators: list[_Operator] = field(default_factory=list)
    comparisons: int = 0
    """How many stand in the argument that is read."""
    expects_operand: bool = True
    """Whether an operand is to come, for the last token was an operator, or the bracket."""


_LONG = 400
"""A formula with more letters than this is long: its tree takes ten kilobytes and more."""
_Function = TypeVar("_Function", bound=Callable[..., Any])


def remembered(function: _Function) -> _Function:
    """Remember what a function says of formulas: of very many short ones, of few long ones.

    Many workbooks have few short formulas, which are asked for again and again.  The long ones of
    the rows of a large table differ in each row: each is asked for by several, one after the other,
    and then no more.
    """
    of_short = lru_cache(maxsize=1 << 15)(function)
    of_long = lru_cache(maxsize=1 << 8)(function)

    @wraps(function)
    def answer(formula: str | bytes, *more: Hashable) -> Any:
        return (of_long if len(formula) > _LONG else of_short)(formula, *more)

    return cast(_Function, answer)


@remembered
def parse(formula: str) -> SyntaxTree:
    """The tree of a formula (without its ``=``); FormulaError if its brackets do not match.

    >>> [f"{type(node).__name__} {node.text}" for node in parse("-A1^2 + MAX( B:B,)").nodes[:4]]
    ['Reference A1', 'Operation -A1', 'Literal 2', 'Operation -A1^2']
    >>> parse('SUM(1,"a)')
    Traceback (most recent call last):
    xl_tourney.grammar.syntax_tree.FormulaError: TokenizerError at position 10: Reached end of \
formula while parsing string
    """
    return _Parser(formula).parse()


class _Parser:
    """Reads tokens from the left to the right; what is an operand so far waits for its operator.

    In ``1+2*3`` the sum waits until the product has been made, for it binds less tightly; in
    ``1*2+3`` the product is made when the plus comes.
    """

    def __init__(self, formula: str) -> None:
        self._formula = formula
        self._nodes: list[Node] = []
        self._brackets = [_Bracket("", 0)]
        self._end = 0
        """Where the last token that is no white space ends."""

    def parse(self) -> SyntaxTree:
        try:
            tokens: list[Token] = formualizer.tokenize("=" + self._formula).tokens()
        except Exception as error:
            raise FormulaError(str(error)) from error
        to_character = _characters_of_bytes("=" + self._formula)
        start = 0
        for token in tokens:
            end = to_character(token.end) - 1 if to_character else token.end - 1
            if read := self._READERS.get(token.token_type):  # there is none for white space
                # of Sheet1!#REF! the tokenizer gives the error alone: it starts where the last ends
                read(self, token, start, end)
                self._end = end
            start = end
        self._make_argument(len(self._formula))
        return SyntaxTree(self._formula, self._nodes)

    # Tokens ---------------------------------------------------------------------------------------

    def _read_operand(self, token: Token, start: int, end: int) -> None:
        self._begin_operand(start)
        text = self._formula[start:end]
        if kind := _LITERALS.get(token.subtype):
            self._add_operand(Literal(self._formula, start, end, kind))
        else:
            self._add_operand(_designator(text)(self._formula, start, end))

    def _read_bracket(self, token: Token, start: int, end: int) -> None:
        while found := _UP_TO_COLON.match(self._formula, start, end):
            colon = found.end() - 1
            self._read_operand(token, start, colon)
            self._begin_operator(":", colon)
            start = self._end = colon + 1
        if self._formula[end - 1] in "({":
            self._open(start, end)
        else:
            self._close(start, end)

    def _read_prefix(self, _: Token, start: int, end: int) -> None:
        self._begin_operand(start)
        sign = self._formula[start:end]
        self._brackets[-1].operators.append((_PREFIX_PRECEDENCE[sign], sign, start))

    def _read_infix(self, token: Token, start: int, end: int) -> None:
        sign = self._formula[start:end].strip() or _INTERSECTION
        if sign == _UNION and self._brackets[-1].applied:
            self._read_separator(token, start, end)
        else:
            self._begin_operator(sign, start)

    def _read_postfix(self, _: Token, start: int, end: int) -> None:
        bracket, sign = self._brackets[-1], self._formula[start:end]
        if bracket.expects_operand:
            self._add_operand(Omitted(self._formula, start, start))
        self._make_operations(_PRECEDENCE[sign])
        operand = bracket.operands.pop()
        self._add_operand(Operation(self._formula, operand.start, end, sign, (operand,)))

    def _read_separator(self, _: Token, start: int, end: int) -> None:
        bracket, sign = self._brackets[-1], self._formula[start:end]
        if bracket.opening in ("", "(") and not bracket.applied:
            self._begin_operator(sign, start)
            return
        self._make_argument(start)
        if bracket.opening == "{" and sign == ";":
            bracket.rows.append([])

    _READERS: ClassVar[dict[TokenType, Callable[[_Parser, Token, int, int], None]]] = {
        TokenType.Operand: _read_operand,
        TokenType.Func: _read_bracket,
        TokenType.Array: _read_bracket,
        TokenType.Paren: _read_bracket,
        TokenType.Sep: _read_separator,
        TokenType.OpPrefix: _read_prefix,
        TokenType.OpInfix: _read_infix,
        TokenType.OpPostfix: _read_postfix,
    }

    # Brackets -------------------------------------------------------------------------------------

    def _open(self, start: int, end: int) -> None:
        outer, opening, applied = self._brackets[-1], self._formula[start:end], None
        if opening == "(" and not outer.expects_operand and start == self._end:
            self._make_operations(_PRECEDENCE[_APPLICATION])
            applied = outer.operands.pop()
        else:
            self._begin_operand(start)
        self._brackets.append(_Bracket(opening, start, applied))
        if len(self._brackets) > _MAX_DEPTH:
            raise FormulaError(f"it is nested more than {_MAX_DEPTH} deep, at position {end}")

    def _close(self, start: int, end: int) -> None:
        bracket, source = self._brackets[-1], self._formula
        has_none = bracket.expects_operand and not bracket.operators and bracket.rows == [[]]
        if not has_none or (bracket.opening == "(" and not bracket.applied):
            self._make_argument(start)
        (*_, last) = rows = bracket.rows
        self._brackets.pop()
        node: Node
        if bracket.applied:
            operands = (bracket.applied, *last)
            node = Operation(source, bracket.applied.start, end, _APPLICATION, operands)
        elif bracket.opening == "(":
            node = Parenthesis(source, bracket.start, end, last[0])
        elif bracket.opening == "{":
            node = ArrayConstant(source, bracket.start, end, tuple(map(tuple, rows)))
        else:
            node = Call(source, bracket.start, end, bracket.opening[:-1], tuple(last))
        self._add_operand(node)

    def _make_argument(self, end: int) -> None:
        """What has been read since the bracket or the last separator is an argument."""
        bracket = self._brackets[-1]
        if bracket.expects_operand:
            self._add_operand(Omitted(self._formula, end, end))
        if bracket.operators:
            self._make_operations(0)
        bracket.rows[-1].append(bracket.operands.pop())
        bracket.comparisons, bracket.expects_operand = 0, True

    # Operators ------------------------------------------------------------------------------------

    def _begin_operand(self, start: int) -> None:
        """An operand follows; what stands behind another one intersects it, or is its argument."""
        if not self._brackets[-1].expects_operand:
            self._begin_operator(_INTERSECTION if start > self._end else _APPLICATION, start)

    def _add_operand(self, node: Node) -> None:
        self._nodes.append(node)
        bracket = self._brackets[-1]
        bracket.operands.append(node)
        bracket.expects_operand = False

    def _begin_operator(self, sign: str, start: int) -> None:
        bracket, precedence = self._brackets[-1], _PRECEDENCE[sign]
        if bracket.expects_operand:  # a program may have written 1+*2
            self._add_operand(Omitted(self._formula, start, start))
        self._make_operations(precedence)
        if sign in COMPARISONS:
            bracket.comparisons += 1
            if bracket.comparisons > _MAX_DEPTH:
                raise FormulaError(f"it compares more than {_MAX_DEPTH} times, at position {start}")
        bracket.operators.append((precedence, sign, -1))
        bracket.expects_operand = True

    def _make_operations(self, precedence: int) -> None:
        """Make those operations that wait and bind at least as tightly."""
        bracket = self._brackets[-1]
        operands, operators = bracket.operands, bracket.operators
        while operators and operators[-1][0] >= precedence:
            _, sign, start = operators.pop()
            arguments: tuple[Node, ...] = (right := operands.pop(),)
            if start < 0:
                arguments = (left := operands.pop(), right)
                start = left.start
            node = Operation(self._formula, start, right.end, sign, arguments)
            self._nodes.append(node)
            operands.append(node)


def _characters_of_bytes(text: str) -> Callable[[int], int] | None:
    """What gives the number of a character by the number of its first byte; None if it is the same.

    >>> [_characters_of_bytes("ä+1")(number) for number in (0, 2, 3)]
    [0, 1, 2]
    """
    if text.isascii():
        return None
    data = text.encode()
    return lambda number: len(data[:number].decode())


def rewrite(formula: str, write_node: Callable[[Node], str | None]) -> str:
    """A formula with other texts for some nodes; those for which None is given stay as they are.

    Of nodes inside of each other the outer one is written.

    >>> rewrite("sum( a1,  Rate)*[1]!GBQ(c:c)", lambda node: "2" if node.text == "Rate" else None)
    'sum( a1,  2)*[1]!GBQ(c:c)'
    """
    tree = parse(formula)
    edits: list[Edit] = []
    for node in tree.nodes:
        if (text := write_node(node)) is not None:
            edits.append(replacement(node, text))
    return tree.write(edits) if edits else formula
