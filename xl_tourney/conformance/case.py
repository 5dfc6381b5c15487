"""A case of the suite: a call, and its expected value."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..catalogue.cells import Block, is_error, to_block
from ..catalogue.formula_text import format_call


class Case(NamedTuple):
    """A call, and its expected value."""

    function: str
    arguments: tuple[Any, ...]
    """Numbers, texts, rows of cells; None is an empty cell, or an argument left out."""
    value: Block
    rule: str
    """The origin of the case: ``example``, ``published``, or the convention that it tests."""

    def __str__(self) -> str:
        return self.formula

    @property
    def formula(self) -> str:
        """The call with its arguments as constants."""
        return format_call(self.function, self.arguments)

    @property
    def has_constants(self) -> bool:
        """Whether the arguments can be constants; errors and published tables stand in cells."""
        cells = (cell for argument in self.arguments for row in to_block(argument) for cell in row)
        return self.rule != "published" and not any(map(is_error, cells))
