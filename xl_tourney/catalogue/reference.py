"""What is known about the functions, for a person to read: in the terminal and as a page."""

from __future__ import annotations

from collections.abc import Iterable

from .call_text import call, literal
from .declaration import CATALOGUE, Function

_INTRODUCTION = """\
# The functions

Made from the catalogue by `xl-tourney functions --markdown`.

A *block* is a range, an array or one cell. A blank row gives a blank, so that a table can be longer
than its field; a blank option takes its default, shown in brackets; words may be written in any
letter case. What has no value is an error: `#VALUE!` for the wrong type or shape, `#NUM!` outside
the domain, `#DIV/0!` where there is nothing to divide by, `#N/A` where the rules give no value. An
error that goes in comes out.
"""


def explained(function: Function) -> str:
    """A function's help as plain text."""
    lines = [function.usage, "", function.help.summary, ""]
    for p in function.parameters:
        default = f" [{p.default_text}]" if p.default_text else ""
        lines.append(f"  {p.name}{default}: {p.help} ({p.kind.says})")
    lines += ["", f"Gives {function.result}."]
    lines += [f"  {error}: {when}" for error, when in function.help.errors.items()]
    if function.help.notes:
        lines += ["", function.help.notes]
    lines += ["", f"Source: {function.help.source}", "", *map("  {}".format, _examples(function))]
    return "\n".join(lines)


def _examples(function: Function) -> Iterable[str]:
    for example in function.help.examples:
        yield f"{call(function.name, example.arguments)}  gives  {literal(example.value)}"


def page() -> str:
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
                lines += ["", *_section(function)]
    return "\n".join(lines) + "\n"


def _section(function: Function) -> Iterable[str]:
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
        yield f"| `{p.name}`{default} | {p.kind.says} | {p.help} |"
    yield ""
    yield f"Gives {function.result}."
    if function.help.errors:
        yield ""
        yield "| error | when |"
        yield "|---|---|"
        for error, when in function.help.errors.items():
            yield f"| `{error}` | {when} |"
    if function.help.notes:
        yield ""
        yield function.help.notes
    yield ""
    yield f"Source: {function.help.source}"
    yield ""
    yield "```"
    yield from _examples(function)
    yield "```"
