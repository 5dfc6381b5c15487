"""The help of the functions as text: for the terminal, and as a reference page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from .declaration import CATALOGUE, Function
from .formula_text import format_call, format_literal

_INTRODUCTION = """\
# The functions

Made from the catalogue by `xl-tourney functions --markdown`.

A *block* is a range, an array or one cell. A blank row gives a blank, so that a table can be longer
than its field; a blank option takes its default, shown in brackets; words may be written in any
letter case. What has no value is an error: `#VALUE!` for the wrong type or shape, `#NUM!` outside
the domain, `#DIV/0!` where there is nothing to divide by, `#N/A` where the rules give no value. An
error that goes in comes out.
"""


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
    lines += [f"  {example}" for example in _format_examples(function)]
    return "\n".join(lines)


def _format_examples(function: Function) -> Iterable[str]:
    for example in function.help.examples:
        call = format_call(function.name, example.arguments)
        yield f"{call}  gives  {format_literal(example.value)}"


def format_reference() -> str:
    """The reference page of the whole catalogue, in Markdown."""
    categories = dict.fromkeys(function.category for function in CATALOGUE)
    lines = [_INTRODUCTION]
    for category in categories:
        names = [f.name for f in CATALOGUE if f.category == category]
        links = ", ".join(f"[{name}](#{name.lower()})" for name in names)
        lines.append(f"- **{category}**: {links}")
    for category in categories:
        lines += ["", f"## {category}"]
        for function in CATALOGUE:
            if function.category == category:
                lines += ["", *_format_section(function)]
    return "\n".join(lines) + "\n"


def _format_section(function: Function) -> Iterable[str]:
    yield f"### {function.name}"
    yield ""
    yield f"`{function.usage}`"
    yield ""
    yield function.help.summary
    yield ""
    yield "| argument | holds | |"
    yield "|---|---|---|"
    for p in function.parameters:
        default = f" [{p.default_text}]" if p.default_text else ""
        yield f"| `{p.name}`{default} | {p.kind.description} | {p.help} |"
    yield ""
    yield f"Gives {function.result_shape}."
    if function.help.errors:
        yield ""
        yield "| error | when |"
        yield "|---|---|"
        for error, cause in function.help.errors.items():
            yield f"| `{error}` | {cause} |"
    if function.help.notes:
        yield ""
        yield function.help.notes
    yield ""
    yield f"Source: {function.help.source}"
    yield ""
    yield "```"
    yield from _format_examples(function)
    yield "```"
