"""What a host is to the suite: it is there or not, and it gives the cells of each call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..catalogue.cells import Block
from .case import Case

Form = Literal["cells", "constants", "currency"]
"""How arguments are given: in cells, in the formula, in cells with the format of a currency."""
WRITTEN: tuple[Form, ...] = ("cells", "constants")


class Call(NamedTuple):
    """A case, and how its arguments are given."""

    case: Case
    form: Form


def _is_there() -> str:
    return ""


@dataclass(frozen=True)
class Host:
    """A place in which a function can be called."""

    name: str
    calculate: Callable[[Sequence[Call]], Iterable[Block]]
    """Gives the cells of each call."""
    forms: tuple[Form, ...] = WRITTEN
    absent: Callable[[], str] = _is_there
    """Why it is not there, and what to do; empty if it is."""
    functions: frozenset[str] | None = None
    """The functions that it has; None for all."""
    tolerance: float = 1e-9
    """How far numbers may be apart, relatively."""

    def calls(self, suite: Sequence[Case]) -> Iterator[Call]:
        """The cases that concern it, in every form that they can be given in."""
        for case in suite:
            if self.functions is None or case.function in self.functions:
                for form in self.forms:
                    if form != "constants" or case.is_typed:
                        yield Call(case, form)
