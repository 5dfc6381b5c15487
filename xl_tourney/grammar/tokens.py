"""A formula as tokens, and the kinds of tokens."""

from __future__ import annotations

import re
from functools import lru_cache

import formualizer
from formualizer import Token, TokenSubType, TokenType

_A1_REFERENCE = (
    r"(?i)\$?[A-Z]{1,3}\$?[0-9]+(:\$?[A-Z]{1,3}\$?[0-9]+)?|"
    r"\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]+:\$?[0-9]+"
)
"""A cell, a range, whole columns or whole rows, without a sheet."""

_CELL_REFERENCE = r"(?i)\$?[A-Z]+\$?[0-9]+"
_EXTERNAL_REFERENCE = r"'?[^'\"!\[]*\[[^\[\]]+\][^!\[\]]*!"


class FormulaError(ValueError):
    """A formula that cannot be parsed."""


def tokenize(formula: str) -> list[Token]:
    """The tokens of a formula (without its ``=``)."""
    try:
        tokens: list[Token] = formualizer.tokenize("=" + formula).tokens()
    except Exception as error:
        raise FormulaError(str(error)) from error
    return tokens


def is_operand(token: Token) -> bool:
    """Whether a token is a reference, a name or a constant."""
    return bool(token.token_type == TokenType.Operand)


def is_whitespace(token: Token) -> bool:
    """Whether a token is white space."""
    return bool(token.token_type == TokenType.Whitespace)


def opens_call(token: Token) -> bool:
    """Whether a token is a function's name with its opening bracket."""
    return token.token_type == TokenType.Func and token.subtype == TokenSubType.Open


def is_reference_or_name(token: Token) -> bool:
    """Whether a token is a reference or a defined name."""
    return bool(token.subtype == TokenSubType.Range)


def is_a1_reference(token: Token) -> bool:
    """Whether a token is a reference in A1 notation, with or without its sheet."""
    return is_reference_or_name(token) and _is_a1(token.value)


@lru_cache(maxsize=4096)
def _is_a1(reference: str) -> bool:
    return re.fullmatch(_A1_REFERENCE, reference.rpartition("!")[2]) is not None


def is_relative_reference(token: Token) -> bool:
    """Whether a token is a reference that moves when its formula is copied."""
    return is_a1_reference(token) and any(
        corner.count("$")
        < (2 if corner.strip("$").isalnum() and re.fullmatch(_CELL_REFERENCE, corner) else 1)
        for corner in token.value.rpartition("!")[2].split(":")
    )


def is_external_reference(token: Token) -> bool:
    """Whether a token is a reference into another workbook."""
    return is_operand(token) and re.match(_EXTERNAL_REFERENCE, token.value) is not None
