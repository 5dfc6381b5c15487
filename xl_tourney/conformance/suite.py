"""The suite: calls of every function, with the value that every host must return.

There are three kinds of cases.  The **examples** stand in the functions' docstrings.  The
**published** cases are the calls of the tests against published figures, recorded in
``published.jsonl`` when the figures agreed.  The **conventions** for errors and blanks apply to
every function and are derived from its first example (:mod:`.conventions`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..catalogue.cells import to_block
from ..functions import CATALOGUE
from .case import Case
from .conventions import convention_cases

PUBLISHED = Path(__file__).with_name("published.jsonl")


def collect_cases() -> list[Case]:
    """Every case, without duplicates."""
    cases = [*example_cases(), *convention_cases(), *published_cases()]
    return list({(case.function, repr(case.arguments)): case for case in reversed(cases)}.values())[
        ::-1
    ]


def example_cases() -> Iterator[Case]:
    """The examples of every docstring."""
    for function in CATALOGUE:
        for example in function.help.examples:
            yield Case(function.name, example.arguments, to_block(example.value), "example")


def published_cases() -> Iterator[Case]:
    """The cases of published figures."""
    for line in PUBLISHED.read_text(encoding="utf-8").splitlines():
        name, arguments, value = json.loads(line)
        yield Case(name, tuple(arguments), value, "published")


def format_published(cases: Sequence[Case]) -> str:
    """Cases as :func:`published_cases` reads them: one a line, sorted."""
    lines = (
        json.dumps(case[:3], ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases
    )
    return "".join(sorted(lines))
