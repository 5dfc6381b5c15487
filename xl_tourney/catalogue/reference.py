"""The help of the functions as text: for the terminal, and as a reference page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from .declaration import CATALOGUE, Function
from .formula_text import format_call, format_literal

_INTRODUCTION = """\
# The functions

What a cell can call, by game. Each name leads to its arguments, errors, examples and source; in a
terminal `xl-tourney functions NAME` says the same.

```
=GBQ({55;5;0;0},{3;3;0;0},2)  gives  {-2.5;2.5;0;0}
```

In Excel and LibreOffice the arguments are cells: `=GBQ(C5:C12, D5:D12, 2)`. How a spreadsheet
program comes to know the functions: [Excel](../../how-to/excel.md),
[LibreOffice](../../how-to/libreoffice.md), [Python](../../how-to/python.md).

## What holds for all

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


def format_reference() -> dict[str, str]:
    """The reference pages in Markdown, by the name of their file: an overview, and one a game."""
    categories = dict.fromkeys(function.category for function in CATALOGUE)
    overview, pages = [_INTRODUCTION], {}
    for category in categories:
        page = f"{category.lower()}.md"
        overview += [f"## {category}", "", "| function | what it gives |", "|---|---|"]
        lines = [f"# {category}: functions", "", "Made from the catalogue; see [all](index.md)."]
        for function in CATALOGUE:
            if function.category == category:
                link = f"[{function.name}]({page}#{function.name.lower()})"
                overview.append(f"| {link} | {function.help.summary} |")
                lines += ["", *_format_section(function)]
        overview.append("")
        pages[page] = "\n".join(lines) + "\n"
    return {"index.md": "\n".join(overview).rstrip() + "\n", **pages}


def _format_section(function: Function) -> Iterable[str]:
    yield f"## {function.name}"
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
