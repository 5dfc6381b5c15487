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

from .operations import (
    all_of,
    any_of,
    apply,
    exponential,
    greatest,
    is_omitted,
    least,
    look_up,
    mean_of,
    nearest_multiple,
    refuse_negative,
    root,
    rounded,
    rounded_to_multiple,
    sign,
    total,
    total_of,
    where,
    whole_part,
    width_of,
)
from .terms import (
    SUM,
    UNKNOWN,
    Quantity,
    Term,
    format_value,
    formula_of,
    join_cells,
    lambda_body_of,
    named,
    refuse,
    symbol,
    to_term,
)

__all__ = [
    "SUM",
    "UNKNOWN",
    "Quantity",
    "Term",
    "all_of",
    "any_of",
    "apply",
    "exponential",
    "format_value",
    "formula_of",
    "greatest",
    "is_omitted",
    "join_cells",
    "lambda_body_of",
    "least",
    "look_up",
    "mean_of",
    "named",
    "nearest_multiple",
    "refuse",
    "refuse_negative",
    "root",
    "rounded",
    "rounded_to_multiple",
    "sign",
    "symbol",
    "to_term",
    "total",
    "total_of",
    "where",
    "whole_part",
    "width_of",
]
