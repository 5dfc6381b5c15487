"""Defined names in formulas: who uses them, and formulas in place of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .tokens import FormulaError, is_operand, tokenize


def formulas_by_token(formulas: Iterable[str]) -> dict[str, list[int]]:
    """For each token in capitals, the indexes of the formulas that contain it.

    >>> formulas_by_token(["Rate*2", "SUM(rate,Rest)"])["RATE"]
    [0, 1]
    """
    indexes: dict[str, list[int]] = {}
    for index, formula in enumerate(formulas):
        try:
            tokens = {token.value.upper() for token in tokenize(formula)}
        except FormulaError:
            continue
        for token in tokens:
            indexes.setdefault(token, []).append(index)
    return indexes


def find_name_entry(formula: str, entries: Mapping[str, str]) -> str | None:
    """The entry of the first defined name of a formula that has one; keys are in capitals."""
    if entries:
        for token in tokenize(formula):
            if is_operand(token) and (entry := entries.get(token.value.upper())):
                return entry
    return None


def substitute_names(formula: str, formulas_by_name: Mapping[str, str]) -> str:
    """A formula with some names, in capitals, replaced by their formulas in brackets.

    >>> substitute_names('Behind+Behind2&"Behind"', {"BEHIND": "GBQ(A1:A9,B1:B9,2)"})
    '(GBQ(A1:A9,B1:B9,2))+Behind2&"Behind"'
    """
    written = []
    for token in tokenize(formula):
        name_formula = formulas_by_name.get(token.value.upper()) if is_operand(token) else None
        written.append(token.value if name_formula is None else f"({name_formula})")
    return "".join(written)
