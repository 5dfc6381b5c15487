"""What an expression says: the names and values of its cells, sums by their terms.

``Standings!E6`` of a league holds ``Calculation!AR6+Calculation!AG6+Calculation!AH6``; that becomes
“Won 1 + Drawn 1 + Lost 1 = 3.”
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...calculation.evaluator import NotKnownError, meets_all
from ...catalogue.cells import is_blank, is_error
from ...catalogue.derivation import Step, step
from ...catalogue.expression import Term
from ...grammar.calls import find_calls, is_single_cell
from ...grammar.parser import parse, rewrite
from ...grammar.references import CellAddress, parse_reference
from ...grammar.syntax_tree import (
    Call,
    Designator,
    FormulaError,
    Literal,
    Name,
    Node,
    Operation,
    Parenthesis,
    Reference,
    replacement,
)
from ..book import Area, Book, area_of, root_of

_SIGNS = str.maketrans({"*": "·", "-": " − ", "+": " + ", "/": " / ", " ": ""})
"""How what stands between operands is written in a sentence."""
_MOST_CALLS = 30
"""How many calls of a formula are traced."""
_MOST_ADDED = 12
"""How many cells of a sum are listed."""


class _UnspeakableError(Exception):
    """A formula that holds what a reader does not see, or what no sentence says."""


def describe_expression(book: Book, formula: str, value: Any) -> Step | None:
    """The sentence of an expression of a template: a sum, a count, or arithmetic with its cells.

    There is none where it is more than arithmetic with figures that a reader sees.
    """
    try:
        return _described(book, formula, Term(value, formula))
    except (_UnspeakableError, FormulaError):
        return None


def _described(book: Book, formula: str, value: Term) -> Step:
    root = parse(_without_choices(book, formula)).root
    rounding, digits = "", {}
    if isinstance(root, Call) and root.name.upper() == "ROUND" and len(root.arguments) == 2:
        root, decimals = root.arguments
        rounding, digits = "Rounded to {digits} decimals: ", {"digits": _term(book, decimals)}
    addends = [*_addends(root)]
    if all(isinstance(one, Call) and one.name.upper() == "SUMIFS" for one in addends):
        return _describe_sum(book, addends, value, rounding, digits)
    if addends[0].text == "1" and len(addends) == 2 and isinstance(addends[1], Call):
        return _describe_place(book, addends[1], value)
    last = _describe_arithmetic(book, root.text, value)
    return step(f"{rounding}{last.sentence}", **digits, **last.terms)


def _addends(node: Node) -> Iterator[Node]:
    """What is added up."""
    is_sum = isinstance(node, Operation) and node.name == "+" and len(node.children) == 2
    for one in node.children if is_sum else ():
        yield from _addends(one)
    if not is_sum:
        yield node


def _term(book: Book, node: Node | str) -> Term:
    formula = node if isinstance(node, str) else node.text
    return Term(book.evaluate_one(formula), formula)


# Branches -----------------------------------------------------------------------------------------


def branch_taken(book: Book, call: Call) -> str | None:
    """The argument that a call gives: the branch of IF that counts, what no ROUND changes."""
    name, texts = call.name.upper(), [argument.text for argument in call.arguments]
    if name == "IF" and len(texts) > 1:
        condition = book.evaluate_one(texts[0])
        return None if is_error(condition) else [*texts[1:], "FALSE"][0 if condition else 1]
    if name in ("IFERROR", "IFNA") and len(texts) == 2:
        return texts[1 if is_error(book.evaluate_one(texts[0])) else 0]
    is_same = (
        (name == "N" and len(texts) == 1)
        or (name == "TRIM" and book.evaluate_one(call.text) == book.evaluate_one(texts[0]))
        or (name == "ROUND" and _changes_nothing(book, call))
    )
    return texts[0] if is_same else None


def _changes_nothing(book: Book, call: Call) -> bool:
    """Whether a ROUND leaves its argument as it is."""
    values = book.evaluate_one(call.text), book.evaluate_one(call.arguments[0].text)
    numbers = [value for value in values if isinstance(value, float)]
    return len(numbers) == 2 and math.isclose(*numbers, rel_tol=1e-9, abs_tol=1e-9)


def _without_choices(book: Book, formula: str) -> str:
    """A formula in which each call that gives an argument of its own is this argument."""
    for _ in range(_MOST_CALLS):
        tree = parse(formula)
        calls = (call for call in find_calls(tree.root) if isinstance(call, Call))
        taken = ((call.text, branch_taken(book, call)) for call in calls)
        text, branch = next((one for one in taken if one[1] is not None), ("", None))
        if branch is None:
            return formula
        new = branch if text == formula else _bracket(branch)
        formula = tree.write([replacement(n, new) for n in tree.nodes if n.text == text])
    return formula


def _bracket(formula: str) -> str:
    """A formula as an operand."""
    is_operand = isinstance(parse(formula).root, (Call, Designator, Literal))
    return formula if is_operand else f"({formula})"


# Call by call -------------------------------------------------------------------------------------


def trace_calls(book: Book, formula: str, value: Any) -> Iterator[Step]:
    """Each call of a formula, innermost first, with its value; then the whole."""
    try:
        calls = [call for call in find_calls(formula) if call.text != formula]
    except FormulaError:
        calls = []
    for text in list(dict.fromkeys(call.text for call in calls))[:_MOST_CALLS]:
        result = book.block_of(text)
        if isinstance(result, list) and (len(result) > 1 or len(result[0]) > 1):
            count = Term(float(len(result) * len(result[0])), f"ROWS({text})*COLUMNS({text})")
            first = Term(book.evaluate_one(text), f"INDEX({text},1,1)")
            gives = "gives {count} values, the first is {first}."
            yield step(f"{_escape(text)} {gives}", count=count, first=first)
        else:
            yield step(f"{_escape(text)} is {{value}}.", value=_term(book, text))
    yield step(f"{_escape(formula)} is {{value}}.", value=Term(value, formula))


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


# Arithmetic ---------------------------------------------------------------------------------------


def _describe_arithmetic(book: Book, formula: str, value: Term) -> Step:
    """The expression with what its cells are called and hold."""
    formula = rewrite(formula, _without_brackets)
    nodes = parse(formula).nodes
    if not any(isinstance(node, Reference) for node in nodes) or not set(formula) & set("+-*/"):
        raise _UnspeakableError
    terms: dict[str, Term] = {}
    parts = []
    position = 0
    for node in nodes:
        if isinstance(node, Call):
            raise _UnspeakableError
        if not node.children:
            parts += [_operators(formula[position : node.start]), _operand(book, node, terms)]
            position = node.end
    parts.append(_operators(formula[position:]))
    return step(f"{''.join(parts)} = {{value}}.", **terms, value=value)


def _operators(text: str) -> str:
    """What stands between operands, as a sentence has it."""
    if set(text) - set("+-*/() "):
        raise _UnspeakableError
    return text.translate(_SIGNS)


def _without_brackets(node: Node) -> str | None:
    """What is in brackets that say nothing: ``((1+2))`` is ``(1+2)``."""
    is_twice = isinstance(node, Parenthesis) and isinstance(node.content, Parenthesis)
    return node.children[0].text if is_twice else None


def _operand(book: Book, node: Node, terms: dict[str, Term]) -> str:
    """An operand in a sentence; what it refers to is added to the terms."""
    if isinstance(node, Reference) and is_single_cell(node):
        area = parse_reference(node.local_text)
        address = CellAddress(node.sheet, area.top, area.left)
        heading = book.known_heading(address) if book.table_cell(address) else None
        if heading is None:
            raise _UnspeakableError
        name = f"cell_{len(terms)}"
        terms[name], terms[f"{name}_is"] = book.term(address), heading
        return f"{{{name}_is}} {{{name}}}"
    named = book.area(node.text) if isinstance(node, Name) else None
    if named and book.is_shown(named.cell()):
        name = f"name_{len(terms)}"
        terms[name] = _term(book, node)
        return f"{node.text} {{{name}}}"
    if isinstance(node, Literal) and node.kind == "number":
        return node.text
    raise _UnspeakableError


# Sums and counts ----------------------------------------------------------------------------------


def _describe_sum(
    book: Book, calls: Sequence[Node], total: Term, rounding: str, digits: Mapping[str, Term]
) -> Step:
    """A sum over the results, in words."""
    cells = [cell for call in calls for cell in _added_cells(book, call)]
    terms = {f"added_{at}": cell for at, cell in enumerate(cells)}
    is_whole = math.isclose(sum(cell.value for cell in cells), total.value, abs_tol=1e-6)
    if not cells and not total.value:
        sentence, terms = "no result adds to it: {total}.", {}
    elif not is_whole or not 0 < len(cells) <= _MOST_ADDED:
        sentence, terms = "the sum over all results is {total}.", {}
    elif len(cells) == 1:
        sentence, terms = "one result adds to it: {total}.", {}
    else:
        added = " + ".join(f"{{{name}}}" for name in terms)
        sentence = f"the sum of the results is {added} = {{total}}."
    if not rounding:
        sentence = f"{sentence[0].upper()}{sentence[1:]}"
    return step(f"{rounding}{sentence}", **digits, **terms, total=total)


def _added_cells(book: Book, call: Node) -> list[Term]:
    """The cells that a SUMIFS adds up, without those that add nothing."""
    summed, *texts = [argument.text for argument in call.children]
    area = _area_of_sum(book, summed)
    if area is None or len(texts) % 2 or not all(map(area_of, texts[::2])):
        return []
    criteria = [
        book.evaluate_one(text) if at % 2 else book.block_of(text) for at, text in enumerate(texts)
    ]
    try:
        is_added = iter(meets_all(*criteria))
    except NotKnownError:
        return []
    return [
        book.term(area.cell(row, column))
        for row, values in enumerate(book.block(*area))
        for column, added in enumerate(values)
        if next(is_added) and not is_blank(added) and added != 0
    ]


def _area_of_sum(book: Book, text: str) -> Area | None:
    """The cells of a range, or of ``INDEX(A1:D9,0,2)``, a column of one."""
    root = root_of(text)
    if not isinstance(root, Call) or len(root.arguments) != 3:
        return area_of(text)
    cells, column = area_of(root.arguments[0].text), book.evaluate_one(root.arguments[2].text)
    if root.name.upper() != "INDEX" or root.arguments[1].text != "0" or cells is None:
        return None
    left = cells.range.left + int(column) - 1
    return Area(cells.sheet, cells.range._replace(left=left, right=left))


_MORE_THAN = re.compile(r'">"&(?P<own>.+)')


def _describe_place(book: Book, call: Call, place: Term) -> Step:
    """How many have more, and the place that follows: ``1+COUNTIF(A1:A9,">"&A3)``."""
    texts = [argument.text for argument in call.arguments]
    area = area_of(texts[0]) if call.name.upper() == "COUNTIF" else None
    own = _MORE_THAN.fullmatch(texts[-1])
    heading = area and book.known_heading(area.cell())
    if not heading or not own:
        raise _UnspeakableError
    count = _term(book, call)
    have = "has" if count.value == 1 else "have"
    return step(
        f"{{heading}} is {{own}}; {{count}} {have} more: place {{place}}.",
        heading=heading,
        own=_term(book, own["own"]),
        count=count,
        place=place,
    )
