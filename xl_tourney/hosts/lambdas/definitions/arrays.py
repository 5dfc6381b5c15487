"""The rows of criteria as LAMBDAs have them: all at once, so that each quantity is an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....catalogue.expression import formula_of, symbol, to_term
from ....functions.criteria import Each, Row

_FOR_ONE = ("own", "second")
"""What a rule for single numbers calls them."""


class ArraysRow(Row):
    """All rows, as arrays."""

    held: str
    """Whether a round was held, and the row is a player: a formula."""
    number = symbol("SEQUENCE(ROWS(games))")

    def game(self) -> Any:
        """The rounds of all rows."""
        raise NotImplementedError

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        """The sums of something of each game."""
        game = self.game()
        condition = f"{self.held}{f')*({to_term(where(game)).formula}' if where else ''}"
        otherwise = "0" if cuts is None else '""'
        values = f"IF(({condition}), {to_term(each(game)).formula}, {otherwise})"
        if cuts is None:
            return symbol(f"XLT_TOTAL({values}*1)")
        low, high = (to_term(cut).formula for cut in cuts)
        return symbol(f"XLT_BETWEEN({values}, {low}, {high})")

    def apply(self, rule: Callable[..., Any], *values: Any) -> Any:
        """A rule for single numbers, of each row."""
        arrays = ", ".join(value.formula for value in values)
        names = [*_FOR_ONE[: len(values)]]
        return symbol(f"MAP({arrays}, LAMBDA({', '.join(names)}, {formula_of(rule, *names)}))")
