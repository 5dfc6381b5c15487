"""What is made from the catalogue of functions: ``python docs/functions.py`` writes it.

That is the reference in ``docs/reference/functions``, a page a game, and the stub in which an
editor and mypy read the parameters of every function: ``xl_tourney.functions`` imports them when
they are asked for, which no type checker can follow.
"""

from __future__ import annotations

import keyword
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney import functions
from xl_tourney.catalogue.declaration import CATALOGUE, Function
from xl_tourney.catalogue.parameter import Parameter
from xl_tourney.catalogue.reference import format_examples

PAGES = Path(__file__).resolve().parent / "reference/functions"
STUB = Path(functions.__file__).with_suffix(".pyi")
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
_WIDTH = 100
_HEAD = '''\
"""The functions with their parameters. Made by: python docs/functions.py."""

# ruff: noqa: E501

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Generic, Literal, ParamSpec, TypeAlias

from ..catalogue.cells import ErrorValue
from ..catalogue.declaration import CATALOGUE as CATALOGUE
from ..catalogue.declaration import Function as Function
from ..catalogue.parameter import Parameter as Parameter

_Number: TypeAlias = int | float | Decimal | ErrorValue | Literal[""] | None
_Numbers: TypeAlias = _Number | Sequence[_Number | Sequence[_Number]]
_Cell: TypeAlias = int | float | Decimal | str | None
_Cells: TypeAlias = _Cell | Sequence[_Cell | Sequence[_Cell]]
_P = ParamSpec("_P")

class _Declared(Function, Generic[_P]):
    """A function of the catalogue with the parameters of its declaration."""

    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> Any:  # type: ignore[override]
        """Take cells and return cells."""

def _declared(rule: Callable[_P, Any]) -> _Declared[_P]:
    """Read a declaration as the function that it makes."""

NAMES: Mapping[str, Sequence[str]]
'''


def format_stub() -> str:
    """The stub of ``xl_tourney.functions``."""
    return "\n".join([_HEAD, *map(_format_declaration, CATALOGUE)])


def _format_declaration(function: Function) -> str:
    parameters = list(_format_parameters(function))
    opening, closing = f"def {function.name}(", ") -> Any:"
    signature = opening + ", ".join(parameters) + closing
    if len(signature) > _WIDTH:
        signature = "\n".join([opening, *(f"    {p}," for p in parameters), closing])
    return f'@_declared\n{signature}\n    """{function.help.summary}"""\n'


def _format_parameters(function: Function) -> Iterator[str]:
    for p, annotation in zip(function.parameters, function.annotations.values()):
        name = f"{p.name}_" if keyword.iskeyword(p.name) else p.name
        default = f" = {p.default!r}".replace("'", '"') if p.optional else ""
        yield f"{name}: {_format_type(p, annotation)}{default}"


def _format_type(p: Parameter, annotation: Any) -> str:
    """The type of what a call may pass: the words of a choice, numbers, or any cells."""
    if p.choices:
        words = (*p.choices, "") if p.optional else p.choices
        choices = ", ".join(f'"{word}"' for word in words)
        return f"Literal[{choices}]" + " | None" * p.optional
    name = "_Number" if _value_types(annotation) <= {float, int, bool} else "_Cell"
    return name + "s" * p.kind.takes_range


def _value_types(annotation: Any) -> set[Any]:
    """The types of the single values in an annotation.

    >>> _value_types(Annotated[list[list[float]], "a kind"] | None) == {float}
    True
    """
    members = [member for member in get_args(annotation) if member is not type(None)]
    if not members or get_origin(annotation) is Literal:
        return {annotation}
    if get_origin(annotation) is Annotated:
        members = members[:1]
    return set().union(*map(_value_types, members))


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
    yield from format_examples(function)
    yield "```"


if __name__ == "__main__":
    for page, text in format_reference().items():
        (PAGES / page).write_text(text, encoding="utf-8", newline="\n")
    STUB.write_text(format_stub(), encoding="utf-8", newline="\n")
