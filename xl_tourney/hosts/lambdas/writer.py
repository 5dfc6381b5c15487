"""LAMBDA formulas from declarations: arguments as a rule takes them, and the rule's own arithmetic.

A function that is called for each cell or row is written whole by :func:`lambda_of`, where its rule
is arithmetic of :mod:`~xl_tourney.catalogue.expression`.  Another one writes its own body, and
:func:`with_arguments` what stands before it.

>>> print(lambda_of("TP_PERCENT"))
LAMBDA(tps, games, LET(
    blanks, XLT_EMPTY(tps, tps)*XLT_EMPTY(games, tps),
    MAP(XLT_NUMBERS(tps), XLT_SPREAD(games, tps), blanks, LAMBDA(own_tps, own_games, is_blank,
        IF(is_blank, "", XLT_FIRST_ERROR(own_tps+own_games,
        IF(own_games<0,#NUM!,IF(own_games=0,"",100*own_tps/(20*own_games)))))))))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from ...catalogue import kinds
from ...catalogue.declaration import Function
from ...catalogue.expression import Term, lambda_body_of, symbol, to_term
from ...catalogue.parameter import Parameter
from ...functions import CATALOGUE

_LINE = "\n    "
_INNER_LINE = "\n        "


def lambda_of(name: str) -> str:
    """The LAMBDA of a function whose rule is arithmetic of a cell or of a row.

    Raises
    ------
    TypeError
        The rule is something else.
    """
    function = CATALOGUE[name]
    units = [p for p in function.parameters if p.kind.unit]
    if function.unit not in ("cell", "row"):
        raise TypeError(f"{name} is not called for each cell or row: its LAMBDA is by hand")
    body = lambda_body_of(function.rule, *map(_operand, function.parameters))
    write = _for_each_cell if function.unit == "cell" else _for_each_row
    return _lambda(function, write(units, body))


def with_arguments(name: str, body: str) -> str:
    """The LAMBDA of a function with a body of its own.

    In it ``the_step`` is the argument ``step`` as the rule takes it, and ``no_order`` says whether
    one without default is left out; of a table ``here`` is 1 for each row that is not blank.

    >>> print(with_arguments("WBQ", "the_places + the_tps"))
    LAMBDA(tps, games, places, LET(
        the_tps, XLT_NUMBERS(tps),
        the_games, XLT_NUMBERS(games),
        the_places, XLT_WHOLE(places, 0),
        here, 1 - (tps="")*(games=""),
        IF(ISERROR(the_places), the_places, the_places + the_tps)))
    """
    return _lambda(CATALOGUE[name], body)


def _is(p: Parameter, *annotations: Any) -> bool:
    """Whether a parameter is of one of the kinds that annotations name."""
    return any(p.kind == get_args(annotation)[1] for annotation in annotations)


def _operand(p: Parameter) -> Term:
    """An argument as the rule is called with it."""
    is_array = _is_row(p) or _is(p, kinds.Line, kinds.Labels, kinds.Cells)
    omitted = f"no_{p.name}" if not p.required and p.default is None else ""
    return symbol(f"{'own' if p.kind.unit else 'the'}_{p.name}", is_array, omitted)


def _is_row(p: Parameter) -> bool:
    return p.kind.unit == "row" and not _is(p, kinds.RowNumber)


def _lambda(function: Function, body: str) -> str:
    """A LAMBDA with the names that are the same for all cells or rows, and what follows."""
    names = ", ".join(f"[{p.name}]" if p.optional else p.name for p in function.parameters)
    for p in reversed(function.parameters):
        if _is(p, kinds.Line):
            body = f"XLT_FIRST_ERROR(the_{p.name}, {body})"
        elif p.choices or _is(p, kinds.Number, kinds.Whole, kinds.Flag):
            body = f"IF(ISERROR(the_{p.name}), the_{p.name}, {body})"
    text = "".join(f"{_LINE}{name}, {formula}," for name, formula in _assignments(function))
    return f"LAMBDA({names}, LET({text}{_LINE}{body}))" if text else f"LAMBDA({names}, {body})"


def _assignments(function: Function) -> Iterator[tuple[str, str]]:
    """What is calculated before anything else: what is left out, options, tables as numbers."""
    for p in function.parameters:
        if not p.required and (p.kind.unit or p.default is None):
            yield f"no_{p.name}", f"IF(ISOMITTED({p.name}), TRUE, XLT_BLANK({p.name}))"
        if p.kind.unit in (None, "table"):
            if p.optional or _coerced(p) != p.name:
                yield f"the_{p.name}", _coerced(p)
        elif not p.required:
            yield f"given_{p.name}", f"IF(no_{p.name}, {_default(p)}, {p.name})"
    units = [p for p in function.parameters if p.kind.unit]
    required = [
        p for p in units if p.required and not (p.kind.broadcasts and p.kind.unit != "cell")
    ]
    if function.unit == "table":
        rows = (
            f'({p.name}="")' if _is(p, kinds.Column) else f"(1-XLT_THERE({p.name}))"
            for p in required
        )
        yield "here", f"1 - {'*'.join(rows)}"
    elif function.unit == "cell":
        yield "blanks", "*".join(f"XLT_EMPTY({p.name}, {units[0].name})" for p in required)
    elif function.unit == "row" and len(units) > 1:
        yield "fits", f"AND({', '.join(_fits(p, units[0].name) for p in units[1:])})"


def _default(p: Parameter) -> str:
    nothing: object = [0, 0] if _is_row(p) else 0  # IronCalc takes no row of a single number
    return to_term(nothing if p.default is None else p.default).formula


def _coerced(p: Parameter) -> str:
    """An option, or a table, as the rule takes it."""
    written = p.name if p.required else f'IF(ISOMITTED({p.name}), "", {p.name})'
    if p.choices:
        words = ",".join(f'"{choice.lower()}"' for choice in p.choices)
        return f'XLT_WORD({written}, "{p.default_text.lower()}", {{{words}}})'
    if _is(p, kinds.Whole):
        return f"XLT_WHOLE({written}, {_default(p)})"
    if _is(p, kinds.Flag):
        return f"XLT_FLAG({written})"
    if _is(p, kinds.Number):
        return f"XLT_NUMBER(XLT_ONE({written}, {_default(p)}))"
    if _is(p, kinds.Line):
        return f"XLT_NUMBERS(XLT_LINE({written}))"
    if _is(p, kinds.Labels):
        return f"XLT_LINE({written})"
    return f"XLT_NUMBERS({written})" if p.kind.unit == "table" else written


def _given(p: Parameter) -> str:
    """An argument that is read by cells or rows; its default where it is left out."""
    return p.name if p.required else f"given_{p.name}"


def _for_each_cell(units: Sequence[Parameter], body: str) -> str:
    first = units[0].name
    ranges = [f"XLT_NUMBERS({first})", *(f"XLT_SPREAD({_given(p)}, {first})" for p in units[1:])]
    own = [f"own_{p.name}" for p in units]
    checked = [
        f"IF({name}=INT({name}), {name}, #NUM!)" if _is(p, kinds.EachWhole) else name
        for name, p in zip(own, units)
    ]
    return (
        f"MAP({', '.join(ranges)}, blanks, LAMBDA({', '.join(own)}, is_blank,{_INNER_LINE}"
        f'IF(is_blank, "", XLT_FIRST_ERROR({"+".join(checked)},{_INNER_LINE}{body}))))'
    )


def _fits(p: Parameter, first: str) -> str:
    """Whether an argument has as many rows as the first, or serves them all."""
    rows = f"ROWS({_given(p)})"
    condition = f"{rows}=ROWS({first})"
    if p.kind.broadcasts:
        condition = f"OR({rows}=1, {condition})"
    return condition if p.required else f"IF(no_{p.name}, TRUE, {condition})"


def _for_each_row(units: Sequence[Parameter], body: str) -> str:
    raw, numbers = [], []
    for p in units:
        at = f"IF(ROWS({_given(p)})=1, 1, at)" if p.kind.broadcasts or not p.required else "at"
        if _is_row(p):
            cells, coerced = f"INDEX({_given(p)}, {at}, 0)", "XLT_NUMBERS"
        else:
            cells = f"IF(COLUMNS({_given(p)})=1, XLT_CELL({_given(p)}, at, 1), #VALUE!)"
            coerced = "XLT_NUMBER"
        raw.append(f"raw_{p.name}, {cells},")
        numbers.append(f"own_{p.name}, {coerced}(raw_{p.name}),")
    for p in reversed(units):
        body = f"XLT_FIRST_ERROR(own_{p.name}, {body})"
    blank = ", ".join(f'raw_{p.name}=""' for p in units if p.required and not p.kind.broadcasts)
    rows = (
        f"MAKEARRAY(ROWS({units[0].name}), 1, LAMBDA(at, one, LET({_INNER_LINE}"
        f'{_INNER_LINE.join(raw)}{_INNER_LINE}IF(AND({blank}), "", LET({_INNER_LINE}'
        f"{_INNER_LINE.join(numbers)}{_INNER_LINE}{body})))))"
    )
    return f"IF(NOT(fits), #VALUE!, {rows})" if len(units) > 1 else rows
