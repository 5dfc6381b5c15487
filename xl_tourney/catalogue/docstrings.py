"""A function's docstring, taken apart: the one place where its help is written.

The form is numpydoc's, with a section ``Errors`` (each error and when a cell shows it) and
``Source`` (the text that the rule follows, with its section).  What is the same for every function
that takes an argument stands once, as :class:`Shared`, with the argument's type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Example(NamedTuple):
    """A call of a function with the cells it is given and the cells it gives."""

    arguments: tuple[Any, ...]
    value: Any


@dataclass(frozen=True, eq=False)
class Shared:
    """What is said of an argument once for all functions that take it.

    It stands in the argument's type, ``Annotated[Row, Shared("…")]``; a docstring then leaves the
    argument out, or says it in words of its own.
    """

    help: str
    errors: Mapping[str, str] = field(default_factory=dict)
    """Each error that the argument causes, and when."""


class Help(NamedTuple):
    """What a docstring says."""

    summary: str
    notes: str
    parameters: Mapping[str, str]
    errors: Mapping[str, str]
    source: str
    examples: tuple[Example, ...]

    def completed(self, shared: Mapping[str, Shared]) -> Help:
        """The same with what is shared, by the names of the arguments."""
        words = {name: said.help for name, said in shared.items()}
        errors: dict[str, str] = {}
        for some in (*(said.errors for said in shared.values()), self.errors):
            for error, when in some.items():
                errors[error] = f"{errors.get(error, '')} {when}".strip()
        return self._replace(parameters=words | dict(self.parameters), errors=errors)


_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def parse(docstring: str, name: str) -> Help:
    """Take a docstring apart; a missing part is a mistake of ours."""
    import inspect

    text = inspect.cleandoc(docstring)
    head, *rest = _HEADING.split(text)
    sections = dict(zip(rest[::2], rest[1::2]))
    unknown = set(sections) - {"Parameters", "Errors", "Notes", "Source", "Examples"}
    if unknown or "Examples" not in sections or "Source" not in sections:
        raise TypeError(f"{name}: the docstring's sections are {sorted(sections)}")
    summary, _, more = head.strip().partition("\n\n")
    notes = "\n\n".join(part.strip() for part in (more, sections.get("Notes", "")) if part.strip())
    return Help(
        summary=_joined(summary),
        notes=notes,
        parameters=_terms(sections.get("Parameters", "")),
        errors=_terms(sections.get("Errors", "")),
        source=_joined(sections["Source"]),
        examples=tuple(_examples(sections["Examples"], name)),
    )


def _joined(text: str) -> str:
    return " ".join(text.split())


def _terms(section: str) -> dict[str, str]:
    """``term`` lines, each with an indented text below."""
    terms: dict[str, str] = {}
    term = ""
    for line in section.splitlines():
        if line and not line[0].isspace():
            term = line.strip()
            terms[term] = ""
        elif line.strip():
            terms[term] = f"{terms[term]} {line.strip()}".strip()
    return terms


def _examples(section: str, name: str) -> list[Example]:
    import ast
    import doctest

    examples = []
    for found in doctest.DocTestParser().get_examples(section):
        call = ast.parse(found.source.strip(), mode="eval").body
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            raise TypeError(f"{name}: an example must be one call, not {found.source.strip()}")
        if call.func.id != name or call.keywords:
            raise TypeError(f"{name}: an example must call {name} with arguments in order")
        arguments = tuple(ast.literal_eval(argument) for argument in call.args)
        examples.append(Example(arguments, ast.literal_eval(found.want.strip())))
    return examples
