"""A host of the suite: whether it is available, and how it calculates calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ...catalogue.cells import Block
from ..case import Case

ArgumentForm = Literal["cells", "constants", "currency"]
"""How arguments are passed: in cells, as constants, or in cells with a currency format."""
CELLS_AND_CONSTANTS: tuple[ArgumentForm, ...] = ("cells", "constants")


class HostCall(NamedTuple):
    """A case, and how its arguments are passed."""

    case: Case
    form: ArgumentForm


def _is_available() -> str:
    return ""


@dataclass(frozen=True)
class Host:
    """A program in which a function can be called."""

    name: str
    calculate: Callable[[Sequence[HostCall]], Iterable[Block]]
    """Returns the cells of each call."""
    forms: tuple[ArgumentForm, ...] = CELLS_AND_CONSTANTS
    explain_absence: Callable[[], str] = _is_available
    """Why the host is not available, and the remedy; empty if it is available."""
    functions: frozenset[str] | None = None
    """The functions of the host; None for all."""
    tolerance: float = 1e-9
    """The relative tolerance of numbers."""
    runs_in: str = ""
    """What runs the functions, where that is not the program that the host is named after."""
    spills: bool = False
    """Whether a single value stays in its cell, and does not fill those of an array formula."""

    def calls(self, suite: Sequence[Case]) -> Iterator[HostCall]:
        """The cases of the host's functions, in every form of arguments."""
        for case in suite:
            if self.functions is None or case.function in self.functions:
                for form in self.forms:
                    if form != "constants" or case.has_constants:
                        yield HostCall(case, form)
