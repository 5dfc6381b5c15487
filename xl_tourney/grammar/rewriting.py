"""Calls of a formula written otherwise, from the inside out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from formualizer import TokenSubType, TokenType

from .array_functions import ARRAY_CONTEXTS
from .function_names import plain_name
from .tokens import tokenize

CallWriter = Callable[[str, Sequence[str], bool, bool], "str | None"]
"""What stands for a call, by its plain name, its arguments, whether an array is evaluated, and
whether it stands in no other call.

It returns None for a call that stays as it is.
"""


@dataclass
class _OpenCall:
    """A call or bracket that is not closed yet."""

    opening: str
    arguments: list[list[str]] = field(default_factory=lambda: [[]])

    @property
    def name(self) -> str:
        return plain_name(self.opening[:-1])


def rewrite_calls(formula: str, write_call: CallWriter, is_array_formula: bool = False) -> str:
    """A formula with other calls; :class:`~.tokens.FormulaError` if it cannot be parsed.

    >>> rewrite_calls("SUM(ROW(A1),B1)*ROW()", lambda name, arguments, *_:
    ...     "7" if name == "ROW" and arguments[0] else None)
    'SUM(7,B1)*ROW()'
    """
    calls = [_OpenCall("")]
    array_depth = 0
    for token in tokenize(formula):
        text = token.value
        if token.token_type == TokenType.Array:
            array_depth += 1 if token.subtype == TokenSubType.Open else -1
        elif token.subtype == TokenSubType.Open:
            calls.append(_OpenCall(text))
            continue
        elif token.subtype == TokenSubType.Close and len(calls) > 1:
            call = calls.pop()
            arguments = ["".join(argument) for argument in call.arguments]
            evaluates_array = is_array_formula or any(
                outer.name in ARRAY_CONTEXTS for outer in calls
            )
            is_outermost = not any(outer.name for outer in calls)
            new = (
                write_call(call.name, arguments, evaluates_array, is_outermost)
                if call.name
                else None
            )
            text = f"{call.opening}{','.join(arguments)})" if new is None else new
        elif token.token_type == TokenType.Sep and not array_depth and len(calls) > 1:
            calls[-1].arguments.append([])
            continue
        calls[-1].arguments[-1].append(text)
    return "".join("".join(argument) for call in calls for argument in call.arguments)
