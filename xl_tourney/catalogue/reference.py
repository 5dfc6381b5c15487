"""The help of a function as text."""

from __future__ import annotations

from collections.abc import Iterable

from .declaration import Function
from .formula_text import format_call, format_literal


def format_help(function: Function) -> str:
    """A function's help as plain text."""
    lines = [function.usage, "", function.help.summary, ""]
    for p in function.parameters:
        default = f" [{p.default_text}]" if p.default_text else ""
        lines.append(f"  {p.name}{default}: {p.help} ({p.kind.description})")
    lines += ["", f"Gives {function.result_shape}."]
    lines += [f"  {error}: {cause}" for error, cause in function.help.errors.items()]
    if function.help.notes:
        lines += ["", function.help.notes]
    lines += ["", f"Source: {function.help.source}", ""]
    lines += [f"  {example}" for example in format_examples(function)]
    return "\n".join(lines)


def format_examples(function: Function) -> Iterable[str]:
    """Its examples, a call with its value a line."""
    for example in function.help.examples:
        call = format_call(function.name, example.arguments)
        yield f"{call}  gives  {format_literal(example.value)}"
