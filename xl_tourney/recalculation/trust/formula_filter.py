"""A fast filter for formulas that need an assessment, by patterns for their bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ...functions import CATALOGUE

_RANGE_OUTSIDE_OF_CALLS = rb"^[^(]*[\w$]:[\w$]"
_RANGE_WITH_OPERATOR = (
    rb":[$\w]*[\s)]*[-+*/^&=]"
    rb"|(?:^|[,()])[^-+*/^&=;,()]*[-+*/^&=;][^,():]*:"  # from the first operator on, in linear time
    rb"|[-+*/^&=;][\s(]*\([^,()]*:"
)
_FUNCTION_AS_VALUE = rb"_xleta\."
_COMPARISON = rb"=|&[lg]t;|[<>]"
_EXTERNAL_WORKBOOK = rb"\][^\[\]!]*!"
_MAX_NAMES = 500
"""With more names to search for it is faster to assess every formula."""
_RANGE_OR_ARRAY = rb"[:{\[#]"


class FormulaFilter(NamedTuple):
    """Patterns that match every formula that needs an assessment, and some more."""

    needing: re.Pattern[bytes]
    scalar_function: re.Pattern[bytes]
    array: re.Pattern[bytes]

    def matches(self, formula: bytes) -> bool:
        """Whether a formula may need an assessment."""
        return bool(
            self.needing.search(formula)
            or (self.scalar_function.search(formula) and self.array.search(formula))
        )


def formula_filter(
    *,
    names: Iterable[str],
    multi_cell_names: Iterable[str],
    scalar_functions: Iterable[str],
    array_functions: Iterable[str],
    matches_comparisons: bool,
    matches_external_references: bool,
) -> FormulaFilter:
    """A filter that matches formulas with any of these names of functions and cells.

    It also matches ranges and names of several cells where one value is taken, and functions of one
    value beside an array or a call of the catalogue.
    """
    names, multi_cell_names = list(names), list(multi_cell_names)
    if len(names) + len(multi_cell_names) > _MAX_NAMES:
        return FormulaFilter(*[re.compile(b"")] * 3)
    needing = [
        *map(_escaped, names),
        _RANGE_OUTSIDE_OF_CALLS,
        _RANGE_WITH_OPERATOR,
        *(rb"^[^(]*" + _escaped(name) for name in multi_cell_names),
        _FUNCTION_AS_VALUE,
    ]
    if matches_comparisons:
        needing.append(_COMPARISON)
    if matches_external_references:
        needing.append(_EXTERNAL_WORKBOOK)
    array_names = {*multi_cell_names, *array_functions, *CATALOGUE.names}
    array = [_RANGE_OR_ARRAY, *map(_escaped, array_names)]
    return FormulaFilter(_any_of(needing), _any_of(map(_escaped, scalar_functions)), _any_of(array))


def _escaped(name: str) -> bytes:
    return re.escape(name.encode())


def _any_of(patterns: Iterable[bytes]) -> re.Pattern[bytes]:
    """A pattern for any of these; without patterns it matches nothing."""
    return re.compile(b"|".join(patterns) or rb"(?!)", re.IGNORECASE)
