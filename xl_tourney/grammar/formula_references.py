"""The references in a formula: listed, moved to another cell, or qualified with their sheet."""

from __future__ import annotations

from formualizer import Token, TokenType

from .references import Range, parse_reference, quote_sheet_name, unquote_sheet_name
from .tokens import (
    FormulaError,
    is_a1_reference,
    is_operand,
    is_reference_or_name,
    tokenize,
)

_REFERENCE_OPERATORS = (" ", ",", ":")
"""Intersection, union and range."""


def a1_references(formula: str) -> list[str]:
    """The references in A1 notation, as the formula writes them."""
    return [token.value for token in tokenize(formula) if is_a1_reference(token)]


def has_plain_references(formula: str) -> bool:
    """Whether a formula has neither names nor references that are made of several.

    >>> formulas = "SUM(A1:B2,Other!C:C)", "SUM(A1,Rate)", "@B:C @1:9", "SUM(First:Last!A1)"
    >>> [has_plain_references(formula) for formula in formulas]
    [True, False, False, False]
    """
    tokens = [token for token in tokenize(formula) if token.token_type != TokenType.Whitespace]
    return all(
        is_a1_reference(token) and ":" not in token.value.rpartition("!")[0]
        if is_reference_or_name(token)
        else not (token.token_type == TokenType.OpInfix and token.value in _REFERENCE_OPERATORS)
        for token in tokens
    ) and not any(map(_intersects, tokens, tokens[1:]))


def _intersects(token: Token, next_: Token) -> bool:
    """Whether a blank between two tokens is the operator of an intersection."""
    return (is_operand(token) or token.value == ")") and (
        is_operand(next_) or next_.value == "@" or next_.value.endswith("(")
    )


def precedent_ranges(formula: str, sheet: str) -> list[tuple[str, Range]]:
    """The ranges that a formula of a sheet refers to, with their sheets; names are left out.

    >>> precedent_ranges("B2+'My sheet'!C:C", "Results")[0]
    ('Results', Range(top=2, left=2, bottom=2, right=2))
    """
    ranges = []
    try:
        tokens = tokenize(formula)
    except FormulaError:
        return []
    for token in tokens:
        if is_reference_or_name(token):
            sheet_prefix, _, reference = token.value.rpartition("!")
            try:
                range_ = parse_reference(reference)
            except ValueError:  # a name, or a cell outside of every sheet
                continue
            ranges.append((unquote_sheet_name(sheet_prefix) or sheet, range_))
    return ranges


def qualify_references(formula: str, sheet: str) -> str:
    """A formula of a sheet as it is written on another sheet.

    >>> qualify_references("SUM(A1:$B$2,2:2,Rate,Other!C3)", "My sheet")
    "SUM('My sheet'!A1:$B$2,'My sheet'!2:2,Rate,Other!C3)"
    """
    prefix = f"{quote_sheet_name(sheet)}!"
    return "".join(
        prefix + token.value if is_a1_reference(token) and "!" not in token.value else token.value
        for token in tokenize(formula)
    )


def move_formula(formula: str, origin: str, target: str) -> str:
    """A formula of one cell as it reads when it is copied to another; FormulaError if it cannot be.

    >>> move_formula("A1*$B$1", "C1", "C5")
    'A5*$B$1'
    """
    from openpyxl.formula.translate import Translator

    try:
        moved = Translator("=" + formula, origin=origin).translate_formula(target)
    except Exception as error:  # whatever its tokenizer stumbles over
        raise FormulaError(f"it cannot be moved to {target}") from error
    return str(moved)[1:]
