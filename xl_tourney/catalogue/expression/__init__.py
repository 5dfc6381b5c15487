"""Arithmetic that is written once: it gives a number, a derivation, a built-in formula, a LAMBDA.

A rule's arithmetic is a Python function of its quantities.  What it gives depends on what it is
called with:

==========================  =======================================================
numbers                     a number
terms with values           a term: the value with the formula of the cells it
                            comes from, for a derivation
terms without values        a term: the formula alone, for a column of a workbook
(:func:`symbol`)            or the body of a LAMBDA; see :func:`formula_of`
==========================  =======================================================

>>> def standard_wins(tps, games, win, loss):
...     return (tps - (win + loss) / 2 * games) / (win - loss)
>>> standard_wins(130.0, 12.0, 15.0, 5.0)
1.0
>>> standard_wins(Term(130.0, "C5"), Term(12.0, "D5"), Term(15.0, "Win"), Term(5.0, "Loss"))
<(C5-(Win+Loss)/2*D5)/(Win-Loss) = 1.0>
>>> formula_of(standard_wins, "{row[tps]}", "{row[games]}", "Win", "Loss")
'({row[tps]}-(Win+Loss)/2*{row[games]})/(Win-Loss)'

Operators and comparisons work on all three.  Python's ``if``, ``and``, ``min``, ``sum``,
``math.sqrt`` do not: a formula has to show both branches.  Use :func:`where`, :func:`all_of`,
:func:`any_of`, :func:`least`, :func:`greatest`, :func:`total`, :func:`root`, :func:`rounded`,
:func:`look_up` in their place, :func:`refuse` for arguments that are errors, and :func:`named` for
what is used twice.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..cells import COMPARED_DECIMALS, CellError, num_error, round_to_multiple
from .terms import (
    COMPARISON,
    PRODUCT,
    aggregate,
    branch_of,
    calculate,
    call,
    has_terms,
    is_symbolic,
)
from .terms import SUM as SUM
from .terms import UNKNOWN as UNKNOWN
from .terms import Quantity as Quantity
from .terms import Term as Term
from .terms import format_value as format_value
from .terms import formula_of as formula_of
from .terms import join_cells as join_cells
from .terms import lambda_body_of as lambda_body_of
from .terms import named as named
from .terms import refuse as refuse
from .terms import symbol as symbol
from .terms import to_term as to_term


def refuse_negative(quantity: Any, name: str) -> None:
    """Raise ``#NUM!`` where a number, or the least of several, is below 0."""
    smallest = quantity
    if isinstance(quantity, (list, tuple)):
        smallest = least(quantity) if isinstance(quantity[0], Term) else min(quantity)
    elif isinstance(quantity, Term) and quantity.is_array:
        smallest = least(quantity)
    if smallest.__class__ is float and smallest >= 0:
        return  # as nearly always
    refuse(smallest < 0, lambda: num_error(f"{name} must not be negative; {smallest:g} is"))


def is_omitted(argument: object) -> Any:
    """Whether an argument without default is left out; in a LAMBDA a condition."""
    if isinstance(argument, Term) and argument.omitted is not None:
        return argument.omitted
    return argument is None


def where(condition: object, then: Any, otherwise: Any) -> Any:
    """One of two values by a condition; ``IF`` in a formula.

    A branch that must not be calculated where the other one is taken is a function without
    arguments.  A branch may be an error, or give one: it is raised, and stands in the formula.  A
    derivation shows the branch that is taken.

    >>> def mean(points, games):
    ...     return where(games > 0, lambda: points / games, 50)
    >>> mean(30, 4), mean(0, 0), formula_of(mean, "A1", "B1")
    (7.5, 50, 'IF(B1>0,A1/B1,50)')
    """
    if condition.__class__ is not bool and is_symbolic(condition):
        terms = [to_term(condition), *map(branch_of, (then, otherwise))]
        is_array = any(term.is_array for term in terms)
        texts = ",".join(term.formula for term in terms)
        return Term(UNKNOWN, f"IF({texts})", is_array=is_array)
    taken = then if condition else otherwise
    if taken.__class__ is float:
        return taken
    if callable(taken):
        taken = taken()
    if taken.__class__ is not float and isinstance(taken, CellError):
        raise taken
    return taken


def all_of(*conditions: Any) -> Any:
    """Whether all conditions hold; ``AND``.

    >>> all_of(1 < 2, 2 < 3), formula_of(lambda n: all_of(n > 1, n < 9), "A1")
    (True, 'AND(A1>1,A1<9)')
    """
    return apply(lambda *holds: all(holds), _listed("AND", conditions), *conditions)


def any_of(*conditions: Any) -> Any:
    """Whether one of the conditions holds; ``OR``."""
    return apply(lambda *holds: any(holds), _listed("OR", conditions), *conditions)


def apply(rule: Callable[..., Any], formula: str, *operands: Any) -> Any:
    """A function that formulas have, too: of numbers a number, of terms a term.

    >>> apply(math.exp, "EXP({0})", 0.0), apply(math.exp, "EXP({0})", Term(0.0, "A1"))
    (1.0, <EXP(A1) = 1.0>)
    """
    return call(rule, formula, *operands) if has_terms(operands) else rule(*operands)


def least(*operands: Any) -> Any:
    """The smallest of numbers, or of a list of them; ``MIN``.

    >>> least(21.0, 20), least(Term(21.0, "A1"), 20), least([3, 2])
    (20, <MIN(A1,20) = 20>, 2)
    """
    several = _several(operands)
    if not has_terms(several):
        return min(several)
    return aggregate(lambda *values: min(_several(values)), _listed("MIN", several), *several)


def greatest(*operands: Any) -> Any:
    """The largest of numbers, or of a list of them; ``MAX``."""
    several = _several(operands)
    if not has_terms(several):
        return max(several)
    return aggregate(lambda *values: max(_several(values)), _listed("MAX", several), *several)


def mean_of(*operands: Any) -> Any:
    """The mean; ``AVERAGE``."""
    return apply(lambda *values: sum(values) / len(values), _listed("AVERAGE", operands), *operands)


def _several(operands: Sequence[Any]) -> Sequence[Any]:
    return (
        operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    )


def root(operand: Any) -> Any:
    """The square root; ``SQRT``."""
    return apply(math.sqrt, "SQRT({0})", operand)


def sign(operand: Any) -> Any:
    """1, 0 or -1; ``SIGN``.

    >>> sign(-2.5), sign(Term(7.0, "A1"))
    (-1, <SIGN(A1) = 1>)
    """
    return apply(lambda value: (value > 0) - (value < 0), "SIGN({0})", operand)


def exponential(operand: Any) -> Any:
    """e to the power of a number; ``EXP``."""
    return apply(math.exp, "EXP({0})", operand)


def whole_part(operand: Any) -> Any:
    """The largest whole number that is not above a number; ``INT``."""
    if operand.__class__ is float:
        return math.floor(operand)  # as nearly always
    return apply(math.floor, "INT({0})", operand)


def width_of(row: Any) -> Any:
    """How many cells a row has; ``COLUMNS``."""
    return aggregate(len, "COLUMNS({0})", row) if isinstance(row, Term) else len(row)


def rounded(operand: Any, decimals: Any) -> Any:
    """A number to so many decimals, halves away from zero; ``ROUND``.

    >>> rounded(2.675, 2), rounded(-2.5, 0), formula_of(rounded, "A1", "Decimals")
    (2.68, -3.0, 'ROUND(A1,Decimals)')
    """
    if type(operand) is float and type(decimals) is int:
        return _round_half_away(operand, decimals)
    return apply(_round_half_away, "ROUND({0},{1})", operand, decimals)


def _round_half_away(value: float, decimals: int) -> float:
    scale = 10.0**decimals
    scaled = abs(value) * scale
    if scaled >= _ALL_DIGITS:
        return value
    nearest = math.floor(scaled * _A_HAIR_MORE + 0.5) / scale
    return nearest if value >= 0 else -nearest


_ALL_DIGITS = 1e15
"""From here on a number has no decimals."""
_A_HAIR_MORE = 1 + 2**-50
"""By what a half that is a rounding error too small is a half again."""


def rounded_to_multiple(operand: Any, step: Any) -> Any:
    """The nearest multiple of a step, halves away from zero; step 0 leaves it unrounded.

    >>> rounded_to_multiple(2.25, 0.5), formula_of(rounded_to_multiple, "A1", "Step")
    (2.5, 'IF(Step=0,A1,ROUND(ROUND(A1/Step,9),0)*Step)')
    """
    return where(step == 0, operand, lambda: nearest_multiple(operand, step))


def nearest_multiple(operand: Any, step: Any) -> Any:
    """The nearest multiple of a step that is not 0, halves away from zero.

    A number that was calculated is a half also where it is a hair off.
    """
    if not has_terms((operand, step)):
        return round_to_multiple(operand, step)
    steps = to_term(operand / step)
    formula = f"ROUND(ROUND({steps.formula},{COMPARED_DECIMALS}),0)*{to_term(step).within(PRODUCT)}"
    value = calculate(round_to_multiple, [to_term(operand), to_term(step)])
    return Term(value, formula, PRODUCT, is_array=steps.is_array)


def _listed(function: str, operands: Sequence[object]) -> str:
    return f"{function}({','.join(f'{{{at}}}' for at in range(len(operands)))})"


def total(row: Any, exactly: bool = False) -> Any:
    """The sum of a row of cells; ``SUM``.  Cells side by side are one range.

    Numbers are added from left to right, or ``exactly``, so that opposite ones leave nothing.

    >>> total([Term(1, "F!$A$5"), Term(2, "F!$A$6"), Term(4, "F!$A$7")])
    <SUM(F!$A$5:$A$7) = 7>
    >>> total([Term(1, "A5"), Term(2, "C5")]), total([1, 2]), total(symbol("C5:D5", is_array=True))
    (<SUM(A5,C5) = 3>, 3, <SUM(C5:D5) = ?>)
    >>> total([Term(1, "$Z5"), Term(2, "$AA5")])
    <SUM($Z5:$AA5) = 3>
    """
    if isinstance(row, Term):
        return aggregate(sum, "SUM({0})", row)
    added = sum(row)
    if not isinstance(added, Term):
        return math.fsum(row) if exactly else added
    terms = [to_term(cell) for cell in row]
    return Term(calculate(lambda *cells: sum(cells), terms), f"SUM({join_cells(terms)})")


def total_of(rule: Callable[..., Any], *rows: Any, exactly: bool = False) -> Any:
    """The sum of a rule's values over rows of cells; ``SUMPRODUCT`` where they are ranges.

    A row is numbers or terms one by one, or one :func:`symbol` for a range of cells, for which the
    rule says ``(condition) * value``: ``IF`` takes one condition at a time in most programs.
    Numbers are added as :func:`total` adds them.

    >>> def squares(shares, expected):
    ...     return total_of(lambda share, due: (share - due) ** 2 / due, shares, expected)
    >>> squares([0.5, 0.5], [0.25, 0.75])
    0.3333333333333333
    >>> squares(symbol("C5:D5", is_array=True), [0.25, 0.75])
    <SUMPRODUCT(POWER(C5:D5-{0.25,0.75},2)/{0.25,0.75}) = ?>
    """
    if has_terms(rows):
        summand = to_term(rule(*map(to_term, rows)))
        is_condition = summand.binding == COMPARISON
        formula = f"{summand.within(PRODUCT)}*1" if is_condition else summand.formula
        return Term(UNKNOWN, f"SUMPRODUCT({formula})")
    parts = list(map(rule, *rows))
    added = sum(parts)
    return math.fsum(parts) if exactly and not isinstance(added, Term) else added


def sum_of_rounds(rounds: Iterable[int], term: str) -> str:
    """A term for each round, ``#`` its number, added up.

    >>> sum_of_rounds([1, 2], "{row[points_#]}")
    '{row[points_1]}+{row[points_2]}'
    """
    return "+".join(term.replace("#", str(k)) for k in rounds)


def look_up(
    key: Any, thresholds: Sequence[float], values: Sequence[float], below: float = 0
) -> Any:
    """The value beside the last threshold that the key reaches; ``below`` under the first.

    >>> look_up(25, (20, 50), (1, 2)), look_up(10, (20, 50), (1, 2))
    (1, 0)
    >>> formula_of(lambda key: look_up(key, (20, 50), (1, 2)), "A1")
    'IF(A1<20,0,LOOKUP(A1,{20,50},{1,2}))'
    """

    def found() -> Any:
        return apply(
            lambda own, steps, beside: beside[bisect_right(steps, own) - 1],
            "LOOKUP({0},{1},{2})",
            key,
            thresholds,
            values,
        )

    return where(key < thresholds[0], below, found)
