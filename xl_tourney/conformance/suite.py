"""The suite: calls of every function, and the cells that each must give in every host.

There are three kinds of cases.  The **examples** stand in the functions' docstrings.  The
**published** cases are all the calls that the tests against published figures make, kept in
``published.jsonl`` as they were when the figures agreed.  The **conventions** are what holds for
errors and blanks in every function, worked out from its first example (:mod:`.conventions`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..catalogue.cells import block
from ..functions import CATALOGUE
from .case import Case
from .conventions import conventions

PUBLISHED = Path(__file__).with_name("published.jsonl")


def suite() -> list[Case]:
    """Every case, without those that only repeat another."""
    cases = [*examples(), *conventions(), *published()]
    return list({(case.function, repr(case.arguments)): case for case in reversed(cases)}.values())[
        ::-1
    ]


def examples() -> Iterator[Case]:
    """The examples of every docstring."""
    for function in CATALOGUE:
        for example in function.help.examples:
            yield Case(function.name, example.arguments, block(example.value), "example")


def published() -> Iterator[Case]:
    """The cases of published figures."""
    for line in PUBLISHED.read_text(encoding="utf-8").splitlines():
        name, arguments, value = json.loads(line)
        yield Case(name, tuple(arguments), value, "published")


def as_published(cases: Sequence[Case]) -> str:
    """Cases as :func:`published` reads them: a line each, in their own order."""
    lines = (
        json.dumps(case[:3], ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases
    )
    return "".join(sorted(lines))
