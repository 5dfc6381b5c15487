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
from typing import Any, NamedTuple

from ..catalogue.call_text import call
from ..catalogue.cells import Block, block, is_error
from ..functions import CATALOGUE

PUBLISHED = Path(__file__).with_name("published.jsonl")


class Case(NamedTuple):
    """A call, and the cells that it gives."""

    function: str
    arguments: tuple[Any, ...]
    """Numbers, texts, rows of cells; None is an empty cell, or an argument left out."""
    value: Block
    rule: str
    """What the case is of: ``example``, ``published``, or the convention it shows."""

    def __str__(self) -> str:
        return self.formula

    @property
    def formula(self) -> str:
        """The call with its arguments as constants."""
        return call(self.function, self.arguments)

    @property
    def is_typed(self) -> bool:
        """Whether a person types the arguments; errors, and published tables, stand in cells."""
        cells = (cell for argument in self.arguments for row in block(argument) for cell in row)
        return self.rule != "published" and not any(map(is_error, cells))


def suite() -> list[Case]:
    """Every case, without those that only repeat another."""
    from .conventions import conventions

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
