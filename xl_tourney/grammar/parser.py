"""The text of a formula becomes a tree of nodes.

Operators bind as in Excel, the tightest first: application, ``#``, ``:``, blank, ``,``, ``@``,
sign, ``%``, ``^``, ``* /``, ``+ -``, ``&``, comparisons.  A sign binds more tightly than a power:
``-2^2`` is 4.  Operators of one kind are applied from the left: ``2^3^2`` is 64.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from ..patterns import regex
from .syntax_tree import (
    COMPARISONS,
    ArrayConstant,
    Call,
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

_LETTER = r"[^ \t\r\n\"'#%&()*+,\-/:;<=>@\[\]^{}!]"
"""What stands in a name, a number or a reference, and in nothing else."""
_A1_REFERENCE = (
    r"(?:\$?[A-Za-z]{1,3}(?:\$?[0-9]+(?::\$?[A-Za-z]{1,3}\$?[0-9]+)?|:\$?[A-Za-z]{1,3})|"
    rf"\$?[0-9]+:\$?[0-9]+)(?!{_LETTER}|[!\['(])"
)
"""A cell, a range, whole columns or whole rows, without a sheet."""
_QUOTED = r"(?:'(?:[^']|'')*'(?!')|\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\])"
"""A sheet in quotes; a workbook or a part of a table: ``[1]``, ``[[#This Row],[it''s]]``."""
_WORD = f"(?:{_LETTER}|{_QUOTED})+"
_TOKEN = regex(
    rf"""
    (?P<reference>{_A1_REFERENCE})(?!:{_LETTER}+!)  # Q2 is a sheet in Q2:Q3!B4
  | (?P<sign><>|<=|>=|[=<>&+\-*/^%@:,;(){{}}])
  | (?P<space>[ \t\r\n]+)
  | (?P<text>"(?:[^"]|"")*"(?!"))
  | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?(?!{_LETTER}|[!\[']))
  | (?P<call>{_LETTER}+\()
    """,
    re.VERBOSE | re.DOTALL,
)
"""A formula as its shortest meaningful parts; the last group says of what kind one is."""
_LONGER_TOKEN = regex(
    rf"""
    (?:{_WORD}(?::{_WORD})?!)?(?:
      (?P<error>\#(?i:N/A|DIV/0!|REF!|NAME\?|NUM!|NULL!|VALUE!|SPILL!|CALC!|GETTING_DATA))
    | (?P<of_sheet>{_A1_REFERENCE})
    | (?P<name>(?:{_LETTER}|{_QUOTED}|!)+)(?P<call>\()?)
  | (?P<spill>\#)
    """,
    re.VERBOSE | re.DOTALL,
)
"""What is none of these; many workbooks have none."""

_UNION, _INTERSECTION, _APPLICATION = ",", " ", ""
_PRECEDENCE = {
    **dict.fromkeys(COMPARISONS, 1),
    **{"&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5, "%": 6},
    **{_UNION: 9, ";": 9, _INTERSECTION: 10, ":": 11, "#": 12, _APPLICATION: 13},
}
_PREFIX_PRECEDENCE = {"-": 7, "+": 7, "@": 8}

_Operator = tuple[int, str, int]
"""An operator that waits for its operand: its precedence, its sign, and where a prefix starts.

The start is below 0 for all but prefixes.
"""


class _Bracket:
    """A bracket that is not closed yet, or the whole formula."""

    def __init__(self, opening: str, start: int, applied: Node | None = None) -> None:
        self.opening = opening
        """What opens it: a function's name with its bracket, a bracket or a brace."""
        self.start = start
        self.applied = applied
        """What is called, if it is no name."""
        self.rows: list[list[Node]] = [[]]
        """The arguments; those of an array constant row by row."""
        self.operands: list[Node] = []
        self.operators: list[_Operator] = []
        self.comparisons = 0
        """How many stand in the argument that is read."""
        self.expects_operand = True
        """Whether an operand is to come, for the last token was an operator, or the bracket."""


_SHORT, _LONG = 400, 2_000
"""A formula with more letters than this is long: its tree takes ten kilobytes and more."""
_Function = TypeVar("_Function", bound=Callable[..., Any])


def remembered(function: _Function) -> _Function:
    """Remember what a function says of formulas: of very many short ones, of few long ones.

    Many workbooks have few short formulas, which are asked for again and again; and a workbook of
    ours some hundred that are longer, which are asked for whenever it is calculated.  The longest
    ones of the rows of a large table differ in each row: each is asked for by several, one after
    the other, and then no more.
    """
    of_short, of_longer, of_longest = (lru_cache(1 << size)(function) for size in (15, 11, 8))

    @wraps(function)
    def answer(formula: str | bytes, *more: Hashable) -> Any:
        if len(formula) <= _SHORT:
            return of_short(formula, *more)
        return (of_longer if len(formula) <= _LONG else of_longest)(formula, *more)

    return cast(_Function, answer)


@remembered
def parse(formula: str) -> SyntaxTree:
    """The tree of a formula (without its ``=``); FormulaError if its brackets do not match.

    >>> [f"{type(node).__name__} {node.text}" for node in parse("-A1^2 + MAX( B:B,)").nodes[:4]]
    ['Reference A1', 'Operation -A1', 'Literal 2', 'Operation -A1^2']
    >>> parse('SUM(1,"a)')
    Traceback (most recent call last):
    xl_tourney.grammar.syntax_tree.FormulaError: nothing can begin with " at position 7
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
        formula, end = self._formula, 0
        while end < len(formula):
            start = end
            if not (token := _TOKEN.match(formula, start) or _LONGER_TOKEN.match(formula, start)):
                raise FormulaError(
                    f"nothing can begin with {formula[start]} at position {start + 1}"
                )
            kind, end = cast(str, token.lastgroup), token.end()
            if kind == "space":
                continue
            if kind in ("sign", "spill"):
                self._read_sign(token[0], start, end)
            elif kind == "call":
                self._open(start, end)
            else:
                self._begin_operand(start)
                self._add_operand(self._operand(kind, token[0], start, end))
            self._end = end
        if len(self._brackets) > 1:
            raise FormulaError(
                f"a bracket is not closed at position {self._brackets[-1].start + 1}"
            )
        self._make_argument(len(formula))
        return SyntaxTree(formula, self._nodes)

    # Tokens ---------------------------------------------------------------------------------------

    def _operand(self, kind: str, text: str, start: int, end: int) -> Node:
        if kind == "name" and text.upper() in ("TRUE", "FALSE"):
            kind = "logical"
        if kind in ("reference", "of_sheet"):
            return Reference(self._formula, start, end)
        if kind == "name":
            designator = StructuredReference if text.endswith("]") else Name
            return designator(self._formula, start, end)
        return Literal(self._formula, start, end, kind)

    def _read_sign(self, sign: str, start: int, end: int) -> None:
        if sign in "({":
            self._open(start, end)
        elif sign in ")}":
            self._close(start, end)
        elif sign in ",;":
            self._read_separator(sign, start)
        elif sign in "%#":
            self._read_postfix(sign, start, end)
        elif sign == "@" or (sign in "+-" and self._brackets[-1].expects_operand):
            self._begin_operand(start)
            self._brackets[-1].operators.append((_PREFIX_PRECEDENCE[sign], sign, start))
        else:
            self._begin_operator(sign, start)

    def _read_postfix(self, sign: str, start: int, end: int) -> None:
        bracket = self._brackets[-1]
        if bracket.expects_operand:
            if sign == "#":
                raise FormulaError(f"no error begins like this at position {start + 1}")
            self._add_operand(Omitted(self._formula, start, start))
        self._make_operations(_PRECEDENCE[sign])
        operand = bracket.operands.pop()
        self._add_operand(Operation(self._formula, operand.start, end, sign, (operand,)))

    def _read_separator(self, sign: str, start: int) -> None:
        bracket = self._brackets[-1]
        if bracket.opening in ("", "(") and not bracket.applied:
            self._begin_operator(sign, start)
            return
        self._make_argument(start)
        if bracket.opening == "{" and sign == ";":
            bracket.rows.append([])

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
        if not bracket.opening or (bracket.opening == "{") != (source[start] == "}"):
            raise FormulaError(f"nothing is open that {source[start]} closes at position {end}")
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
