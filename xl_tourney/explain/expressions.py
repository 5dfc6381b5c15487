"""How an expression comes to its value: what its cells are called, what each call gives."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..catalogue.cells import is_blank
from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term
from ..grammar.calls import Call, parse_calls
from ..grammar.references import CellAddress, parse_reference, unquote_sheet_name
from ..grammar.tokens import (
    FormulaError,
    is_a1_reference,
    is_reference_or_name,
    is_whitespace,
    tokenize,
)
from .book import Book, area_of

_SIGNS = {"*": "·", "-": " − ", "+": " + ", "/": " / ", "&": " & ", ",": ", "}
_MOST_CALLS = 30
"""How many calls of a formula are traced."""
_MOST_ADDED = 12
"""How many cells of a sum are listed."""
_TWICE_BRACKETED = re.compile(r"(?<![A-Za-z0-9_.])\(\(([^()]*)\)\)")
_CRITERION = re.compile(r"(?P<operator><>|<=|>=|<|>|=)(?P<value>.*)")


def describe_expression(book: Book, formula: str, value: Any) -> Iterator[Step]:
    """The steps of an expression of a template: sums by their terms, then the whole."""
    plain = _without_choices(book, formula)
    rounding, rounded = "", {}
    if (whole := _outer_round(plain)) is not None:
        plain, digits = whole.arguments
        rounding, rounded = "Rounded to {digits} decimals: ", {"digits": _evaluated(book, digits)}
    try:
        calls = [call for call in parse_calls(plain) if _has_range(call)]
    except FormulaError:
        return
    outer = [call for call in calls if not _is_inside(call, calls)]
    shape = plain
    for call in outer:
        shape = shape.replace(call.text, "#")
    shown = Term(value, formula)
    if _SUM.fullmatch(shape) and all(call.name.upper() == "SUMIFS" for call in outer):
        yield _summed(book, outer, shown, rounding, rounded)
        return
    if shape == "1+#" and (sentence := _counted(book, outer[0], shown, is_place=True)):
        yield sentence
        return
    terms: dict[str, Term] = {}
    for at, call in enumerate(outer):
        result = Term(book.evaluate_one(call.text), call.text)
        name = call.name.upper()
        if name == "SUMIFS" and result.value:
            yield from _added(book, call, result)
        elif sentence := _counted(book, call, result):
            yield sentence
        terms[f"call_{at}"] = result
    last = _sentence(book, plain, [call.text for call in outer], terms, shown)
    yield step(f"{rounding}{last.sentence}", **rounded, **last.terms)


_SUM = re.compile(r"#(\+#)*")
"""Calls that are added up, and nothing else."""


def _outer_round(formula: str) -> Call | None:
    """The ROUND that a formula is, if it is one."""
    calls = parse_calls(formula)
    is_round = bool(calls) and calls[-1].text == formula and calls[-1].name.upper() == "ROUND"
    return calls[-1] if is_round and len(calls[-1].arguments) == 2 else None


def _evaluated(book: Book, formula: str) -> Term:
    return Term(book.evaluate_one(formula), formula)


def changes_nothing(book: Book, call: Call) -> bool:
    """Whether a ROUND gives what it takes."""
    values = book.evaluate_one(call.text), book.evaluate_one(call.arguments[0])
    numbers = [value for value in values if isinstance(value, float)]
    return len(numbers) == 2 and math.isclose(*numbers, rel_tol=1e-9, abs_tol=1e-9)


def _without_choices(book: Book, formula: str) -> str:
    """A formula in which each IF is the branch that counts, and no ROUND changes nothing."""
    for _ in range(_MOST_CALLS):
        call = next(filter(None, (_chosen(book, call) for call in parse_calls(formula))), None)
        if call is None:
            return formula
        text, chosen = call
        is_whole = text == formula
        formula = formula.replace(text, chosen if is_whole else _bracketed(chosen))
    return formula


def _chosen(book: Book, call: Call) -> tuple[str, str] | None:
    """A call, and the argument that it gives."""
    arguments = call.arguments
    if call.name.upper() == "ROUND" and changes_nothing(book, call):
        return call.text, arguments[0]
    if call.name.upper() == "IF" and len(arguments) == 3:
        condition = book.evaluate_one(arguments[0])
        if isinstance(condition, (bool, float)):
            return call.text, arguments[1 if condition else 2]
    return None


def _bracketed(formula: str) -> str:
    """A formula as an operand."""
    tokens = tokenize(formula)
    return formula if len(tokens) == 1 or _is_call(formula) else f"({formula})"


def _is_call(formula: str) -> bool:
    calls = parse_calls(formula)
    return bool(calls) and calls[-1].text == formula and calls[-1].name.isalpha()


def trace_calls(book: Book, formula: str, value: Any) -> Iterator[Step]:
    """Each call of a formula, innermost first, with its value; then the whole."""
    try:
        calls = [call for call in parse_calls(formula) if call.name and call.text != formula]
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


def _has_range(call: Call) -> bool:
    return any(is_a1_reference(token) and ":" in token.value for token in tokenize(call.text))


def _is_inside(call: Call, calls: Sequence[Call]) -> bool:
    return (
        any(
            other.boundaries[0] < call.boundaries[0] and call.boundaries[-1] < other.boundaries[-1]
            for other in calls
            if other is not call and other.name.upper() not in _TRANSPARENT
        )
        or call.name.upper() in _TRANSPARENT
    )


_TRANSPARENT = frozenset(("ROUND", "IF", "MAX", "MIN", "N", "INT", "ABS", "=", "<", ">", "<>"))
"""Calls in which the calls inside are shown one by one."""


def _sentence(
    book: Book, formula: str, units: Sequence[str], terms: dict[str, Term], value: Term
) -> Step:
    """The expression with what its cells are called and hold."""
    for at, unit in enumerate(units):
        formula = formula.replace(unit, f"XL_TOURNEY_UNIT_{at}")
    formula = re.sub(r"\bN\(([^()]*)\)", r"\1", formula)
    for _ in range(_MOST_CALLS):
        formula = _TWICE_BRACKETED.sub(r"(\1)", formula)
    parts = []
    found = dict(terms)
    for token in tokenize(formula):
        text = token.value
        if text.startswith("XL_TOURNEY_UNIT_"):
            parts.append(f"{{call_{text.rpartition('_')[2]}}}")
        elif is_a1_reference(token) and ":" not in text:
            name = f"cell_{len(found)}"
            sheet, _, reference = text.rpartition("!")
            area = parse_reference(reference)
            address = CellAddress(unquote_sheet_name(sheet), area.top, area.left)
            found[name] = book.term(address)
            heading = book.heading(address) if book.table_cell(address) else None
            if heading:
                found[f"{name}_is"] = heading
                parts.append(f"{{{name}_is}} ")
            parts.append(f"{{{name}}}")
        elif is_reference_or_name(token) and not is_a1_reference(token):
            name = f"name_{len(found)}"
            found[name] = Term(book.evaluate_one(text), text)
            parts.append(f"{_escape(text)} {{{name}}}")
        elif not is_whitespace(token):
            parts.append(_escape(_SIGNS.get(text, text)))
    return step(f"{''.join(parts)} = {{value}}.", **found, value=value)


# Sums ---------------------------------------------------------------------------------------------


def _summed(
    book: Book, calls: Sequence[Call], total: Term, rounding: str, rounded: Mapping[str, Term]
) -> Step:
    """A sum over the results, in words."""
    cells = [cell for call in calls for cell in _added_cells(book, call)]
    terms = {f"added_{at}": cell for at, cell in enumerate(cells)}
    is_whole = math.isclose(sum(cell.value for cell in cells), total.value, abs_tol=1e-6)
    if not is_whole or not 0 < len(cells) <= _MOST_ADDED:
        sentence, terms = "the sum over all results is {total}.", {}
    elif len(cells) == 1:
        sentence, terms = "there is one result: {total}.", {}
    else:
        added = " + ".join(f"{{{name}}}" for name in terms)
        sentence = f"the sum of the results is {added} = {{total}}."
    if not rounding:
        sentence = f"{sentence[0].upper()}{sentence[1:]}"
    return step(f"{rounding}{sentence}", **rounded, **terms, total=total)


def _added(book: Book, call: Call, result: Term) -> Iterator[Step]:
    """The cells that a SUMIFS adds up."""
    cells = _added_cells(book, call)
    if not 0 < len(cells) <= _MOST_ADDED:
        return
    terms = {f"added_{at}": cell for at, cell in enumerate(cells)}
    heading = _heading(book, call.arguments[0])
    named = {"heading": heading} if heading else {}
    label = "{heading}: " if heading else ""
    text = " + ".join(f"{{{name}}}" for name in terms)
    yield step(f"{label}{text} = {{total}}.", **named, **terms, total=result)


def _added_cells(book: Book, call: Call) -> list[Term]:
    """The cells that a SUMIFS adds up, without those that add nothing."""
    arguments = call.arguments
    texts = [arguments[0], *arguments[1::2]]
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


def _counted(book: Book, call: Call, result: Term, is_place: bool = False) -> Step | None:
    """How many are better: the last criterion of a COUNTIFS compares, those before are equal.

    With ``is_place`` the result is the place that follows from the count.
    """
    if call.name.upper() not in ("COUNTIF", "COUNTIFS"):
        return None
    pairs = list(zip(call.arguments[::2], call.arguments[1::2]))
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
    if tested and (group := _heading(book, tested[0][0])):
        among = " of those with {group} {same}"
        terms = {"group": group, "same": _evaluated(book, tested[0][1])}
    count = _evaluated(book, call.text)
    verb = "has" if count.value == 1 else "have"
    place = ": place {place}" if is_place else ""
    return step(
        f"{{heading}} is {{own}}; {{count}}{among} {verb} {more}{place}.",
        heading=heading,
        **terms,
        own=_evaluated(book, own),
        count=count,
        place=result,
    )


def _heading(book: Book, text: str) -> Term | None:
    """The heading above a range."""
    area = area_of(text)
    return book.heading(CellAddress(area[0], area[1].top, area[1].left)) if area else None


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
