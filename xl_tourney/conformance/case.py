"""A case of the suite: a call, and the cells that it gives."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..catalogue.call_text import call
from ..catalogue.cells import Block, block, is_error


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
