"""The parser of a function's docstring, the one place where its help is written.

The form is numpydoc's, with a section ``Errors`` (each error and when a cell shows it) and
``Source`` (the text that the rule follows, with its section).  Help that is the same for every
function with an argument of a type stands once, as :class:`SharedHelp`, in the annotation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Example(NamedTuple):
    """A call of a function: the cells of its arguments and the cells of its value."""

    arguments: tuple[Any, ...]
    value: Any


@dataclass(frozen=True, eq=False)
class SharedHelp:
    """The help of an argument for all functions that take it.

    It stands in the argument's type, ``Annotated[Row, SharedHelp("…")]``.  A docstring leaves the
    argument out, or describes it itself.
    """

    help: str
    errors: Mapping[str, str] = field(default_factory=dict)
    """Each error that the argument causes, and when."""


class Help(NamedTuple):
    """The sections of a docstring."""

    summary: str
    notes: str
    parameters: Mapping[str, str]
    errors: Mapping[str, str]
    source: str
    examples: tuple[Example, ...]

    def with_shared_help(self, shared: Mapping[str, SharedHelp]) -> Help:
        """The help completed by what is shared, by the names of the arguments."""
        parameters = {name: argument.help for name, argument in shared.items()}
        errors: dict[str, str] = {}
        for causes in (*(argument.errors for argument in shared.values()), self.errors):
            for error, cause in causes.items():
                errors[error] = f"{errors.get(error, '')} {cause}".strip()
        return self._replace(parameters=parameters | dict(self.parameters), errors=errors)


_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def parse_docstring(docstring: str, name: str) -> Help:
    """Parse a docstring; a missing section is a programming error."""
    import inspect

    text = inspect.cleandoc(docstring)
    head, *headed = _HEADING.split(text)
    sections = dict(zip(headed[::2], headed[1::2]))
    unknown = set(sections) - {"Parameters", "Errors", "Notes", "Source", "Examples"}
    if unknown or "Examples" not in sections or "Source" not in sections:
        raise TypeError(f"{name}: the docstring's sections are {sorted(sections)}")
    summary, _, details = head.strip().partition("\n\n")
    notes = [text.strip() for text in (details, sections.get("Notes", ""))]
    return Help(
        summary=_join_lines(summary),
        notes="\n\n".join(filter(None, notes)),
        parameters=_parse_terms(sections.get("Parameters", "")),
        errors=_parse_terms(sections.get("Errors", "")),
        source=_join_lines(sections["Source"]),
        examples=tuple(_parse_examples(sections["Examples"], name)),
    )


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _parse_terms(section: str) -> dict[str, str]:
    """Parse ``term`` lines, each with an indented text below."""
    terms: dict[str, str] = {}
    term = ""
    for line in section.splitlines():
        if line and not line[0].isspace():
            term = line.strip()
            terms[term] = ""
        elif line.strip():
            terms[term] = f"{terms[term]} {line.strip()}".strip()
    return terms


def _parse_examples(section: str, name: str) -> list[Example]:
    import ast
    import doctest

    examples = []
    for example in doctest.DocTestParser().get_examples(section):
        call = ast.parse(example.source.strip(), mode="eval").body
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            raise TypeError(f"{name}: an example must be one call, not {example.source.strip()}")
        if call.func.id != name or call.keywords:
            raise TypeError(f"{name}: an example must call {name} with arguments in order")
        arguments = tuple(ast.literal_eval(argument) for argument in call.args)
        examples.append(Example(arguments, ast.literal_eval(example.want.strip())))
    return examples
