"""The steps of an expression to its value: the names of its cells, the value of each call."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.cells import is_blank
from ...catalogue.derivation import Step, step
from ...catalogue.expression import Term
from ...grammar.calls import AnyCall, find_calls, is_single_cell
from ...grammar.parser import parse, rewrite
from ...grammar.references import CellAddress, parse_reference
from ...grammar.syntax_tree import (
    Call,
    Designator,
    FormulaError,
    Literal,
    Name,
    Node,
    Parenthesis,
    Reference,
    SyntaxTree,
    replacement,
    walk,
)
from ..book import Book, area_in_formula, area_of

_SIGNS = str.maketrans({"*": "·", "-": " − ", "+": " + ", "/": " / ", " ": ""})
"""How what stands between operands is written in a sentence."""
_MOST_CALLS = 30
"""How many calls of a formula are traced."""
_MOST_ADDED = 12
"""How many cells of a sum are listed."""
_CRITERION = re.compile(r"(?P<operator><>|<=|>=|<|>|=)(?P<value>.*)")


class _UnspeakableError(Exception):
    """A formula that holds what a reader does not see, or what no sentence says."""


def describe_expression(book: Book, formula: str, value: Any) -> list[Step]:
    """The steps of an expression of a template: sums by their terms, then the whole.

    There are none where it is more than arithmetic with figures that a reader sees.
    """
    try:
        return list(_described(book, formula, value))
    except (_UnspeakableError, FormulaError):
        return []


def _described(book: Book, formula: str, value: Any) -> Iterator[Step]:
    plain = _without_choices(book, formula)
    rounding, rounded = "", {}
    if (whole := _outer_round(plain)) is not None:
        plain, digits = _texts(whole)
        rounding, rounded = (
            "Rounded to {digits} decimals: ",
            {"digits": _evaluate_term(book, digits)},
        )
    tree = parse(plain)
    calls = [call for call in find_calls(tree.root) if _has_range(call)]
    outer = [call for call in calls if not _is_inside(tree, call, calls)]
    shape = tree.write([replacement(call, "#") for call in outer])
    shown = Term(value, formula)
    if _SUM.fullmatch(shape) and all(call.name.upper() == "SUMIFS" for call in outer):
        yield _describe_sum(book, outer, shown, rounding, rounded)
        return
    if shape == "1+#" and (sentence := _describe_count(book, outer[0], shown, is_place=True)):
        yield sentence
        return
    if not (outer or _is_arithmetic(tree)):
        raise _UnspeakableError
    terms: dict[str, Term] = {}
    for at, call in enumerate(outer):
        result = Term(book.evaluate_one(call.text), call.text)
        name = call.name.upper()
        if name == "SUMIFS" and result.value:
            yield _describe_added_cells(book, call, result)
        elif sentence := _describe_count(book, call, result):
            yield sentence
        else:
            raise _UnspeakableError
        terms[f"call_{at}"] = result
    last = _sentence(book, tree, outer, terms, shown)
    yield step(f"{rounding}{last.sentence}", **rounded, **last.terms)


def _is_arithmetic(tree: SyntaxTree) -> bool:
    """Whether an expression calculates with figures."""
    return any(isinstance(node, Reference) for node in tree.nodes) and any(
        sign in tree.text for sign in "+-*/"
    )


_SUM = re.compile(r"#(\+#)*")
"""Calls that are added up, and nothing else."""


def _outer_round(formula: str) -> Call | None:
    """The ROUND that a formula is, if it is one."""
    root = parse(formula).root
    is_round = isinstance(root, Call) and root.name.upper() == "ROUND"
    return root if isinstance(root, Call) and is_round and len(root.arguments) == 2 else None


def _texts(call: AnyCall) -> list[str]:
    return [argument.text for argument in call.arguments]


def _evaluate_term(book: Book, formula: str) -> Term:
    return Term(book.evaluate_one(formula), formula)


def changes_nothing(book: Book, call: Call) -> bool:
    """Whether a ROUND leaves its argument as it is."""
    values = book.evaluate_one(call.text), book.evaluate_one(call.arguments[0].text)
    numbers = [value for value in values if isinstance(value, float)]
    return len(numbers) == 2 and math.isclose(*numbers, rel_tol=1e-9, abs_tol=1e-9)


def _without_choices(book: Book, formula: str) -> str:
    """A formula in which each IF is the branch that counts, and no ROUND changes nothing."""
    for _ in range(_MOST_CALLS):
        tree = parse(formula)
        calls = (call for call in find_calls(tree.root) if isinstance(call, Call))
        call = next(filter(None, (_find_branch(book, call) for call in calls)), None)
        if call is None:
            return formula
        text, chosen = call
        new = chosen if text == formula else _bracket(chosen)
        formula = tree.write([replacement(n, new) for n in tree.nodes if n.text == text])
    return formula


def _find_branch(book: Book, call: Call) -> tuple[str, str] | None:
    """A call, and the argument that it gives."""
    arguments = _texts(call)
    if call.name.upper() == "ROUND" and changes_nothing(book, call):
        return call.text, arguments[0]
    if call.name.upper() == "IF" and len(arguments) == 3:
        condition = book.evaluate_one(arguments[0])
        if isinstance(condition, (bool, float)):
            return call.text, arguments[1 if condition else 2]
    return None


def _bracket(formula: str) -> str:
    """A formula as an operand."""
    is_operand = isinstance(parse(formula).root, (Call, Designator, Literal))
    return formula if is_operand else f"({formula})"


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
            yield step(
                f"{_escape(text)} gives {{count}} values, the first is {{first}}.",
                count=count,
                first=first,
            )
        else:
            result = Term(book.evaluate_one(text), text)
            yield step(f"{_escape(text)} is {{value}}.", value=result)
    yield step(f"{_escape(formula)} is {{value}}.", value=Term(value, formula))


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _has_range(call: AnyCall) -> bool:
    return any(isinstance(node, Reference) and ":" in node.text for node in walk(call))


def _is_inside(tree: SyntaxTree, call: AnyCall, calls: Sequence[AnyCall]) -> bool:
    around = (node for node, _ in tree.ancestors(call) if node in calls)
    return any(getattr(node, "name", "").upper() not in _TRANSPARENT for node in around) or (
        call.name.upper() in _TRANSPARENT
    )


_TRANSPARENT = frozenset(("ROUND", "IF", "MAX", "MIN", "N", "INT", "ABS", "=", "<", ">", "<>"))
"""Calls in which the calls inside are shown one by one."""


def _sentence(
    book: Book, tree: SyntaxTree, units: Sequence[AnyCall], terms: dict[str, Term], value: Term
) -> Step:
    """The expression with what its cells are called and hold."""
    texts = [unit.text for unit in units]
    numbers = {unit: f"{_UNIT}{texts.index(unit.text)}" for unit in units}
    formula = tree.write([replacement(unit, name) for unit, name in numbers.items()])
    for _ in range(_MOST_CALLS):
        formula = rewrite(formula, _without_brackets)
    found = dict(terms)
    parts = []
    position = 0
    for node in parse(formula).nodes:
        if node.children or isinstance(node, Call):
            continue
        parts.append(_operators(formula[position : node.start]))
        parts.append(_shown(book, node, found))
        position = node.end
    parts.append(_operators(formula[position:]))
    return step(f"{''.join(parts)} = {{value}}.", **found, value=value)


def _operators(text: str) -> str:
    """What stands between operands, as a sentence has it."""
    if set(text) - set("+-*/() "):
        raise _UnspeakableError
    return text.translate(_SIGNS)


_UNIT = "XL_TOURNEY_UNIT_"
"""What stands for a call that is shown as a whole, with its number."""


def _without_brackets(node: Node) -> str | None:
    """What is in brackets that say nothing: ``N(A1)`` is A1 and ``((1+2))`` is ``(1+2)``."""
    inner = node.children[0].text if node.children else ""
    if isinstance(node, Call) and node.name == "N" and len(node.arguments) == 1:
        return None if "(" in inner else inner
    is_twice = isinstance(node, Parenthesis) and isinstance(node.content, Parenthesis)
    return inner if is_twice and "(" not in inner[1:] else None


def _shown(book: Book, node: Node, found: dict[str, Term]) -> str:
    """An operand in a sentence; what it refers to is added to the terms."""
    text = node.text
    if text.startswith(_UNIT):
        return f"{{call_{text.removeprefix(_UNIT)}}}"
    if isinstance(node, Reference) and is_single_cell(node):
        area = parse_reference(node.local_text)
        address = CellAddress(node.sheet, area.top, area.left)
        heading = book.known_heading(address) if book.table_cell(address) else None
        if heading is None:
            raise _UnspeakableError
        name = f"cell_{len(found)}"
        found[name], found[f"{name}_is"] = book.term(address), heading
        return f"{{{name}_is}} {{{name}}}"
    if isinstance(node, Name) and (area_named := area_of(book.resolve_name(text))):
        sheet, area = area_named
        if not book.is_shown(CellAddress(sheet, area.top, area.left)):
            raise _UnspeakableError
        name = f"name_{len(found)}"
        found[name] = Term(book.evaluate_one(text), text)
        return f"{text} {{{name}}}"
    if isinstance(node, Literal) and node.kind == "number":
        return text
    raise _UnspeakableError


# Sums ---------------------------------------------------------------------------------------------


def _describe_sum(
    book: Book, calls: Sequence[AnyCall], total: Term, rounding: str, rounded: Mapping[str, Term]
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
    return step(f"{rounding}{sentence}", **rounded, **terms, total=total)


def _describe_added_cells(book: Book, call: AnyCall, result: Term) -> Step:
    """The cells that a SUMIFS adds up."""
    cells = _added_cells(book, call)
    heading = _heading(book, call.arguments[0].text)
    if heading is None or not 0 < len(cells) <= _MOST_ADDED:
        raise _UnspeakableError
    terms = {f"added_{at}": cell for at, cell in enumerate(cells)}
    text = " + ".join(f"{{{name}}}" for name in terms)
    return step(f"{{heading}}: {text} = {{total}}.", heading=heading, **terms, total=result)


def _added_cells(book: Book, call: AnyCall) -> list[Term]:
    """The cells that a SUMIFS adds up, without those that add nothing."""
    arguments = _texts(call)
    texts = [_column_of_range(book, arguments[0]), *arguments[1::2]]
    areas = [area for area in map(area_of, texts) if area]
    if len(areas) < len(texts) or len(arguments) % 2 == 0:
        return []
    summed, *tested = [(sheet, area, book.block(sheet, area)) for sheet, area in areas]
    criteria = [book.evaluate_one(text) for text in arguments[2::2]]
    sheet, area, block = summed
    return [
        book.term(CellAddress(sheet, area.top + row, area.left + column))
        for row, values in enumerate(block)
        for column, added in enumerate(values)
        if not is_blank(added)
        and added != 0
        and all(_meets(b[row][column], c) for (_, _, b), c in zip(tested, criteria))
    ]


def _column_of_range(book: Book, text: str) -> str:
    """The cells of ``INDEX(A1:D9,0,2)``, a column of a range; every other text as it is."""
    root = parse(text).root
    if not isinstance(root, Call) or root.name.upper() != "INDEX" or len(root.arguments) != 3:
        return text
    area, row, column = root.arguments
    number = book.evaluate_one(column.text)
    cells = area_of(area.text)
    if row.text != "0" or cells is None or not isinstance(number, float):
        return text
    sheet, range_ = cells
    left = range_.left + int(number) - 1
    return area_in_formula(sheet, range_._replace(left=left, right=left))


def _describe_count(book: Book, call: AnyCall, result: Term, is_place: bool = False) -> Step | None:
    """How many are better: the last criterion of a COUNTIFS compares, those before are equal.

    With ``is_place`` the result is the place that follows from the count.
    """
    if call.name.upper() not in ("COUNTIF", "COUNTIFS"):
        return None
    arguments = _texts(call)
    pairs = list(zip(arguments[::2], arguments[1::2]))
    tested, (text, criterion) = pairs[:-1], pairs[-1]
    area = area_of(text)
    found = _CRITERION.fullmatch(str(book.evaluate_one(criterion)))
    if area is None or not found or found["operator"] not in (">", "<"):
        return None
    heading = _heading(book, text)
    own = criterion.partition("&")[2]
    if heading is None or not own:
        return None
    more = "more" if found["operator"] == ">" else "less"
    among = ""
    terms: dict[str, Term] = {}
    if tested:
        group = _heading(book, tested[0][0])
        if group is None:
            raise _UnspeakableError
        among = " of those with {group} {same}"
        terms = {"group": group, "same": _evaluate_term(book, tested[0][1])}
    count = _evaluate_term(book, call.text)
    verb = "has" if count.value == 1 else "have"
    place = ": place {place}" if is_place else ""
    return step(
        f"{{heading}} is {{own}}; {{count}}{among} {verb} {more}{place}.",
        heading=heading,
        **terms,
        own=_evaluate_term(book, own),
        count=count,
        place=result,
    )


def _heading(book: Book, text: str) -> Term | None:
    """The heading above a range, if readers know it."""
    area = area_of(text)
    if area is None:
        return None
    return book.known_heading(CellAddress(area[0], area[1].top, area[1].left))


def _meets(value: Any, criterion: Any) -> bool:
    """Whether a cell meets a criterion of SUMIFS.

    >>> _meets(3.0, 3.0), _meets("ann", "Ann"), _meets(2.0, "<=2"), _meets(None, ">0")
    (True, True, True, False)
    """
    operator = "="
    if isinstance(criterion, str) and (found := _CRITERION.fullmatch(criterion)):
        operator, criterion = found["operator"], found["value"]
    try:
        number = float(criterion)
    except (TypeError, ValueError):
        same = str(value or "").casefold() == str(criterion or "").casefold()
        return same if operator == "=" else operator == "<>" and not same
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return operator == "<>"
    order = (value > number) - (value < number)
    return order in {"=": (0,), "<>": (1, -1), "<": (-1,), ">": (1,), "<=": (-1, 0)}.get(
        operator, (0, 1)
    )
