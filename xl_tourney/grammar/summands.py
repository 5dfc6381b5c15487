"""The last addition or subtraction of a formula."""

from __future__ import annotations

from formualizer import TokenSubType, TokenType

from .tokens import tokenize


def last_summand(formula: str) -> str | None:
    """What the last operation of a formula adds or subtracts; None if that is another operation.

    >>> last_summand("A1-B1*2"), last_summand("SUM(A1-1,2)+'My sheet'!B1%")
    ('B1*2', "'My sheet'!B1%")
    >>> last_summand("(A1-B1)"), last_summand("A1-B1=0"), last_summand("-A1"), last_summand("A1*2")
    (None, None, None, None)
    """
    tokens = tokenize(formula)
    depth, last = 0, None
    for index, token in enumerate(tokens):
        if token.subtype == TokenSubType.Open:
            depth += 1
        elif token.subtype == TokenSubType.Close:
            depth -= 1
        elif depth == 0 and token.token_type == TokenType.OpInfix:
            if token.value in ("+", "-"):
                last = index
            elif token.value not in ("*", "/", "^"):
                return None  # a comparison or & comes after every sum
    return None if last is None else "".join(token.value for token in tokens[last + 1 :]).strip()
