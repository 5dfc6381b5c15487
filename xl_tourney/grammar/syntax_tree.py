"""A formula as a tree of nodes, each of which knows where it stands in the formula's text.

``ROUND(A1*2, [1]!Rate)%`` is, with the text of each node::

    Operation %                 ROUND(A1*2, [1]!Rate)%
    └── Call ROUND              ROUND(A1*2, [1]!Rate)
        ├── Operation *         A1*2
        │   ├── Reference       A1
        │   └── Literal number  2
        └── Name                [1]!Rate

White space lies between nodes.  So what a program writes in place of some nodes leaves all other
text as it is, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeGuard

from ..patterns import regex
from .references import Range, parse_reference, unquote_sheet_name

COMPARISONS = frozenset(("=", "<>", "<", ">", "<=", ">="))
REFERENCE_OPERATORS = frozenset((" ", ",", ":", ";", ""))
"""Those that make a reference of several, and that call what they stand behind."""

_EXTERNAL = regex(r"'?[^'\"!\[]*\[[^\[\]]+\][^!\[\]]*!")


class FormulaError(ValueError):
    """A formula that cannot be parsed."""


# Plain classes: to make data classes with slots takes ten times as long, and each start pays it.


class Node:
    """A part of a formula, from ``start`` to before ``end`` in its ``source``."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: str, start: int, end: int) -> None:
        self.source, self.start, self.end = source, start, end

    @property
    def text(self) -> str:
        """The part as the formula writes it, without white space around it."""
        return self.source[self.start : self.end]

    @property
    def children(self) -> tuple[Node, ...]:
        """The parts that it is made of."""
        return ()

    @property
    def area(self) -> Range | None:
        """The range that it is, if it is one in A1 notation."""
        return None


class Omitted(Node):
    """An argument or operand that is left out: it has no text."""

    __slots__ = ()


class Literal(Node):
    """A constant; its kind is ``number``, ``text``, ``logical`` or ``error``."""

    __slots__ = ("kind",)

    def __init__(self, source: str, start: int, end: int, kind: str) -> None:
        self.source, self.start, self.end, self.kind = source, start, end, kind


class Designator(Node):
    """What designates cells: a reference, or a name of something."""

    __slots__ = ()

    @property
    def sheet_prefix(self) -> str:
        """What stands before the last ``!``: a sheet or a workbook, as it is written."""
        return self.text.rpartition("!")[0]

    @property
    def local_text(self) -> str:
        """What stands after it."""
        return self.text.rpartition("!")[2]

    @property
    def sheet(self) -> str:
        """The sheet that it names, without quotes; blank for none."""
        return unquote_sheet_name(self.sheet_prefix)

    @property
    def is_external(self) -> bool:
        """Whether it designates something of another workbook: ``[1]Data!A1``, ``[1]!Rate``."""
        return _EXTERNAL.match(self.text) is not None

    @property
    def area(self) -> Range | None:
        """The range that it writes; None for a name, and for A0, which is no cell."""
        try:
            return parse_reference(self.local_text)
        except ValueError:
            return None


class Reference(Designator):
    """A cell, a range, whole columns or whole rows in A1 notation, perhaps with its sheet."""

    __slots__ = ()

    @property
    def is_relative(self) -> bool:
        """Whether it moves when its formula is copied: unlike ``$A$1``, ``$A:$B`` and ``$2:$2``."""
        return any(
            corner.count("$") < 1 + (corner[-1].isdigit() and not corner.strip("$").isdigit())
            for corner in self.local_text.split(":")
        )


class StructuredReference(Designator):
    """A reference to a table or its columns: ``Results[wins]``."""

    __slots__ = ()


class Name(Designator):
    """A defined name, or a name that LET or LAMBDA binds."""

    __slots__ = ()


class _Application(Node):
    """What is applied to arguments, by its name as it is written."""

    __slots__ = ("arguments", "name")

    def __init__(
        self, source: str, start: int, end: int, name: str, arguments: tuple[Node, ...]
    ) -> None:
        self.source, self.start, self.end = source, start, end
        self.name, self.arguments = name, arguments

    @property
    def children(self) -> tuple[Node, ...]:
        """Its arguments."""
        return self.arguments


class Call(_Application):
    """A call of a function by its name; it has no arguments if nothing is between the brackets."""

    __slots__ = ()

    @property
    def arguments_start(self) -> int:
        """The position after the opening bracket."""
        return self.start + len(self.name) + 1


class Operation(_Application):
    """An operator with its operands.

    ``-``, ``+`` and ``@`` before one operand, ``%`` and ``#`` after one; between two of them
    arithmetic, ``&``, comparisons, and what makes references of references: a range ``:``, an
    intersection (a blank) and a union ``,``.  What is called without a name has the operator
    ``""``: ``LAMBDA(x,x+1)(2)`` has the operands ``LAMBDA(x,x+1)`` and ``2``.
    """

    __slots__ = ()


class Parenthesis(Node):
    """A formula in brackets."""

    __slots__ = ("content",)

    def __init__(self, source: str, start: int, end: int, content: Node) -> None:
        self.source, self.start, self.end, self.content = source, start, end, content

    @property
    def children(self) -> tuple[Node, ...]:
        """What is in the brackets."""
        return (self.content,)


class ArrayConstant(Node):
    """Constants in braces."""

    __slots__ = ("rows",)

    def __init__(
        self, source: str, start: int, end: int, rows: tuple[tuple[Node, ...], ...]
    ) -> None:
        self.source, self.start, self.end, self.rows = source, start, end, rows

    @property
    def children(self) -> tuple[Node, ...]:
        """The constants, row by row."""
        return tuple(element for row in self.rows for element in row)


class SyntaxTree:
    """The nodes of a formula."""

    def __init__(self, text: str, nodes: Iterable[Node]) -> None:
        self.text = text
        self.nodes = tuple(nodes)
        """All nodes, in the order of the text, children before the node that is made of them."""
        self.root = self.nodes[-1]
        """The node that is made of all others; an omitted one in a formula without text."""

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls in the order of their names: outer ones first."""
        calls = (node for node in self.nodes if isinstance(node, Call))
        return tuple(sorted(calls, key=lambda call: call.start))

    @cached_property
    def evaluations(self) -> tuple[Call | Operation, ...]:
        """The calls and comparisons, inner ones first."""
        return tuple(filter(is_evaluation, self.nodes))

    @cached_property
    def has_plain_references(self) -> bool:
        """Whether there are neither names nor references that are made of several.

        >>> from xl_tourney.grammar.parser import parse
        >>> formulas = "SUM(A1:B2,Other!C:C)", "SUM(A1,Rate)", "@B:C @1:9", "SUM(First:Last!A1)"
        >>> [parse(formula).has_plain_references for formula in formulas]
        [True, False, False, False]
        """
        return all(map(is_plain, self.nodes))

    @property
    def designators(self) -> Iterator[Designator]:
        """The references and names, in the order of the text."""
        return (node for node in self.nodes if isinstance(node, Designator))

    @cached_property
    def _parents(self) -> dict[Node, tuple[Node, int]]:
        return {
            child: (node, place) for node in self.nodes for place, child in enumerate(node.children)
        }

    def ancestors(self, node: Node) -> Iterator[tuple[Node, int]]:
        """The nodes around a node, from the inside out, each with the place of the child in it."""
        while found := self._parents.get(node):
            yield found
            node = found[0]

    def write(self, edits: Iterable[Edit]) -> str:
        """The whole formula with edits."""
        whole = Node(self.text, 0, len(self.text))
        return write(whole, edits)

    def parent(self, node: Node) -> Node | None:
        """The node of which a node is a child."""
        return next((parent for parent, _ in self.ancestors(node)), None)


def is_evaluation(node: Node) -> TypeGuard[Call | Operation]:
    """Whether a node is a call or a comparison."""
    return isinstance(node, Call) or (isinstance(node, Operation) and node.name in COMPARISONS)


def is_plain(node: Node) -> bool:
    """Whether a node is neither a name nor a reference that is made of several."""
    if isinstance(node, Designator):
        return isinstance(node, Reference) and ":" not in node.sheet_prefix
    return not (isinstance(node, Operation) and node.name in REFERENCE_OPERATORS)


def is_range(node: Node) -> bool:
    """Whether a node is several cells by a colon: ``A1:B2``, or ``A1:INDEX(…)``."""
    if isinstance(node, Operation):
        return node.name == ":"
    return isinstance(node, Reference) and ":" in node.text


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes that it is made of, children first, in the order of the text."""
    waiting: list[tuple[Node, bool]] = [(node, False)]
    while waiting:  # a sum of thousands is as deep as it is long
        current, has_yielded_children = waiting.pop()
        children = () if has_yielded_children else current.children
        if children:
            waiting.append((current, True))
            waiting += [(child, False) for child in reversed(children)]
        else:
            yield current


Edit = tuple[int, int, str]
"""A span of a formula's text, and what stands there instead."""


def replacement(node: Node, text: str) -> Edit:
    """Another text in place of a node."""
    return node.start, node.end, text


def write(node: Node, edits: Iterable[Edit]) -> str:
    """The text of a node with edits, which lie in it or outside of it, not across its ends.

    Of edits inside of each other the outer one is written.
    """
    written = []
    position = node.start
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start >= position and end <= node.end:
            written += [node.source[position:start], text]
            position = end
    written.append(node.source[position : node.end])
    return "".join(written)
